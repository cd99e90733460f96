"""Shapes in words: J has shape [3, 2]; W_O [2, 2]; each score matrix is 3 x 3."""

from __future__ import annotations

import re
from fractions import Fraction

from symattn.auditing.contexts import Context
from symattn.auditing.expressions import Expression, typed_entry
from symattn.auditing.findings import Span, Verdict
from symattn.auditing.judging import Judged
from symattn.auditing.roles import SHAPE, role_of_name
from symattn.auditing.session import Session, masks_of
from symattn.checking.typed import Typed
from symattn.exact import Exact, ExactMatrix
from symattn.reading.tree import Number, Product, ungrouped

_SUBJECT = re.compile(
    r"(?P<projected>\bproject(?:ed|ing)(?: arrays?)?\b|\bwhat (?:it|they) (?:gives?|makes?|produces?)\b)"
    r"|(?P<projection>\b[Pp]rojections?(?:\s+matri(?:x|ces))?\b)"
    r"|(?P<scores>\bscore(?: (?:matri(?:x|ces)|tables?)|s)?\b)"
    r"|(?P<weights>\bweights?(?: matrix)?\b)|(?P<output>\boutputs?\b|\bresults?\b)"
    r"|(?P<joined>\b(?:joined|concatenat\w+)\b)"
    r"|(?P<name>\$?\\?(?:mathbf\{)?\b(?:W_\{?[QKVO](?:,\d)?\}?|(?!A [a-z]|I )[A-Z](?:_\{?\w+\}?)?)\b)"
)
# What may stand between an array and its shape, where no word says that it is one: J is 3 × 2
_IS = re.compile(r"[\s$}`]*(?:is|are|was|has|have|being|:)?(?:\s+(?:an?|each|both|of|only|again|shapes?))*[\s$`]*")
_VERB = re.compile(r"\b(?:is|are|was|has|have|being)\b|:")
_SPACE = re.compile(r"\\mathbb\s*(?:\{\s*R\s*\}|R)\s*\^\s*\{\s*(\d{1,4})\s*(?:\\times|×)\s*(\d{1,4})\s*\}")
_REACH = 120  # characters before a space of matrices that may name what lies in it


def audit_shape(session: Session, expression: Expression, context: Context) -> bool:
    """Judge a shape by the array that the words before it name; whether it was one."""
    sizes = _sizes(expression)
    if len(sizes) != 2 or not all(one.digits and one.digits.digits.isdigit() for _, one in sizes):
        return False
    named = list(_SUBJECT.finditer(context.words))
    if not named:
        return False
    found, between = named[-1], context.words[named[-1].end() :]
    is_said = bool(SHAPE.search(context.words)) and not is_product(expression)
    is_told = bool(_IS.fullmatch(between)) and (len(named) > 1 or bool(_VERB.search(between)))
    if re.search(r"\d", between) or not (is_said or is_told or SHAPE.search(between)):
        return False
    return _judge_shape(session, expression.span, sizes, found, context)


def is_product(expression: Expression) -> bool:
    """Whether two whole numbers are multiplied, as 3 × 2 is written for a shape too."""
    root = ungrouped(expression.root)
    return isinstance(root, Product) and len(root.factors) == 2 and all(isinstance(one, Number) for one in root.factors)


def _sizes(expression: Expression) -> list[tuple[Span, Typed]]:
    """The two numbers of [3, 2] or 3 × 2 with their places."""
    if is_product(expression):
        root = ungrouped(expression.root)
        assert isinstance(root, Product)
        return [(expression.made.source_span(one.span), typed_entry(one)) for one in root.factors]
    if not (expression.is_typed and expression.is_matrix) or len(expression.cells) != 1:
        return []
    return [(span, one) for (_, span), one in zip(expression.cells[0], expression.typed_rows()[0], strict=True)]


def audit_spaces(session: Session, words: str, start: int, context: Context) -> None:
    r"""Judge the shapes that J \in \mathbb{R}^{3 \times 2} and "lies in" state."""
    for space in _SPACE.finditer(words):
        before = words[max(0, space.start() - _REACH) : space.start()]
        named = [one for one in _SUBJECT.finditer(before) if not re.search(r"[\d.;](?!\})", before[one.end() :])]
        if not named or not re.search(r"\\in\b|\blies?\b|∈", before[named[-1].end() :]):
            continue
        sizes = [((start + a, start + b), _typed(words[a:b])) for a, b in (space.span(1), space.span(2))]
        _judge_shape(session, (sizes[0][0][0], sizes[1][0][1]), sizes, named[-1], context)


def _typed(digits: str) -> Typed:
    return typed_entry(Number(Fraction(digits), digits, 0, (0, len(digits))))


def _judge_shape(
    session: Session, span: Span, sizes: list[tuple[Span, Typed]], found: re.Match[str], context: Context
) -> bool:
    printed = tuple(one.value.as_fraction() for _, one in sizes if isinstance(one.value, Exact))
    right = _shape_of(session, found.lastgroup or "", found[0].strip("$\\"), context, printed)
    if right is None:
        return False
    figures = [
        Judged(place, one, _verdict(number == size), str(size))
        for (place, one), number, size in zip(sizes, printed, right, strict=True)
    ]
    if not any(figure.verdict == "proved" for figure in figures):
        return False  # another array of that name
    session.judged_claim("shape", span, figures, f"the shape of {found[0].strip('$')}", context)
    return True


def _verdict(is_right: bool) -> Verdict:
    return "proved" if is_right else "wrong"


def _shape_of(
    session: Session, kind: str, name: str, context: Context, printed: tuple[object, ...]
) -> tuple[int, int] | None:
    """The shape of what words name: the printed one where it is that of a stage that they may mean."""
    if kind == "name":
        key = re.sub(r"mathbf|[{}\\s\\\\$]", "", name).replace(",", "_")
        binding = session.environment.get(key)
        if binding is not None and isinstance(binding.value, ExactMatrix):
            if not session.is_awake(key):
                return None
            return binding.value.shape
        stage = session.derived(key, context) if role_of_name(key) else None
        return stage.matrix.shape if stage is not None and session.is_world_awake(stage.world) else None
    for world in filter(session.is_world_awake, session.worlds.newest_first()):
        if kind == "projection":
            arrays = [matrix for key, matrix in world.problems["given"].arrays.items() if key.endswith(("w_q", "w_k"))]
            return arrays[0].shape if arrays else None
        role = "Q" if kind == "projected" else kind
        found = list(world.stages(role, None, masks_of(world, context.masks)))
        if not found:
            continue
        shapes = [stage.matrix.shape for stage in found]
        whole = [stage.matrix.shape for stage in found if "." not in stage.name]
        return printed if printed in shapes else (whole or shapes)[0]
    return None


__all__ = ["audit_shape", "audit_spaces"]
