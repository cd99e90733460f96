"""Shapes in words: J has shape [3, 2]; W_O [2, 2]; each score matrix is 3 x 3."""

from __future__ import annotations

import re

from symattn.auditing.expressions import Expression
from symattn.auditing.findings import Verdict
from symattn.auditing.judging import Judged
from symattn.auditing.roles import role_of_name
from symattn.auditing.session import Context, Session, masks_of
from symattn.exact import ExactMatrix

_SUBJECT = re.compile(
    r"(?P<projected>\bproject(?:ed|ing)(?: arrays?)?\b)|(?P<projection>\bprojections?\b)"
    r"|(?P<scores>\bscore(?: matri(?:x|ces)|s)?\b)"
    r"|(?P<weights>\bweights?(?: matrix)?\b)|(?P<output>\boutputs?\b)|(?P<joined>\b(?:joined|concatenat\w+)\b)"
    r"|(?P<name>\$?\\?(?:mathbf\{)?\b(?:W_\{?[QKVO](?:,\d)?\}?|[A-Z](?:_\{?\w+\}?)?)\b)"
)


def audit_shape(session: Session, expression: Expression, context: Context) -> bool:
    """Judge a shape by the array that the words before it name; whether it was one."""
    typed = expression.typed_rows() if expression.is_typed and expression.is_matrix else []
    if len(typed) != 1 or len(typed[0]) != 2:
        return False
    named = list(_SUBJECT.finditer(context.words))
    if not named or not all(one.digits and one.digits.digits.isdigit() for one in typed[0]):
        return False
    found = named[-1]
    right = _shape_of(session, found.lastgroup or "", found[0].strip("$\\"), context)
    if right is None:
        return False
    cells = expression.cells[0]
    figures = [
        Judged(span, one, _verdict(one.value.as_fraction() == size), str(size))  # type: ignore[union-attr]  # whole numbers
        for (_, span), one, size in zip(cells, typed[0], right, strict=True)
    ]
    session.judged_claim("shape", expression.span, figures, f"the shape of {found[0].strip('$')}", context)
    return True


def _verdict(is_right: bool) -> Verdict:
    return "proved" if is_right else "wrong"


def _shape_of(session: Session, kind: str, name: str, context: Context) -> tuple[int, int] | None:
    if kind == "name":
        key = re.sub(r"[{}]", "", name).replace(",", "_")
        binding = session.environment.get(key)
        if binding is not None and isinstance(binding.value, ExactMatrix):
            return binding.value.shape
        stage = session.derived(key, context) if role_of_name(key) else None
        return stage.matrix.shape if stage is not None else None
    for world in session.worlds.newest_first():
        if kind == "projection":
            arrays = [matrix for key, matrix in world.problems["given"].arrays.items() if key.endswith(("w_q", "w_k"))]
            return arrays[0].shape if arrays else None
        role = "Q" if kind == "projected" else kind
        for stage in world.stages(role, None, masks_of(world, context.masks)):
            return stage.matrix.shape
    return None


__all__ = ["audit_shape"]
