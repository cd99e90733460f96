r"""Auditing: a spelling checker for the numbers in a published text.

    audit("chapter.md", given="earlier.toml") -> Audit
    audit("$e/(1+e) \\approx 0.7311$").claims[0].verdict == "correctly rounded"

``audit(text_or_path, *, given=None, format=None, name="")`` reads one document. A ``pathlib.Path`` is a file; a ``str``
is the text itself (so that nothing depends on whether a file of that name happens to exist). ``given`` is what the text
takes over from an earlier one: a Problem, or the path of a problem file (FILE#NAME of an exercise file), or a list of
them.
``format`` is "markdown", "latex", "text", "notebook" or "exercises"; left out, a file's name decides, and text is
Markdown. ``name`` is what claims call the document. Each text of an exercise file takes over the problem of its own
exercise or answer; ``{{ ... }}`` stands for what the program inserts, and what an answer ``equals`` is a claim.

What comes back is plain data:

``Audit``       ``.claims`` (tuple of Claim, in the order of the file), ``.definitions`` (tuple of Definition: what the
                text states and the audit builds on, never judged), ``.counts`` (found, understood, decided),
                ``.wrong`` (the claims whose verdict is in FAULTY), ``.first_wrong`` (the wrong claim that comes first
                in the order of calculation, or None), ``.ignored`` (claims that a comment silences).
``Claim``       one stated value: a number, a row, a matrix, or both sides of a relation. ``.file``, ``.line`` and
                ``.column`` (from 1), ``.span`` (start, end: offsets in the characters of the file, from 0), ``.text``
                (the file's own characters of that span), ``.kind``, ``.verdict``, ``.expected`` (the right digits, as
                many as were typed; "" where there is nothing to say), ``.message`` (one sentence), ``.stage`` (which
                stage of a calculation it states, "output[2, 1]", or ""), ``.mistakes`` (names of mistakes that explain
                it), ``.figures``, ``.cell`` (None, or in a notebook a CellPlace: cell, line, column and is_output,
                counted from 1; line and column are those of the file), ``.is_ignored`` (it would be an alarm, and a
                comment of the text silences it).
``Figure``      one printed number of a claim: ``.line``, ``.column``, ``.span``, ``.text``, ``.verdict``, and its
                ``.expected``. The verdict of a claim is the worst of its figures. A claim's span may be larger than its
                figures: in `0.5 + 0.5*2 = 1.5` the claim spans the whole relation, the only figure judged is the 1.5.
``Definition``  ``.name``, ``.line``, ``.column``, ``.span``, ``.text``.

Kinds (KINDS): "relation" (A = B by evaluation), "stage" (a printed stage of a calculation that was derived), "value"
(a number in prose that is one of the numbers derived before), "invariant" (weights that sum to 1, entries in [0, 1],
outputs in the hull of V, zeros above the diagonal), "shape", "count", "loss".

Verdicts (VERDICTS), best to worst:

    proved                     equal, by proof
    correctly rounded          the rounding at the digits typed
    float noise                the digits of a binary32 or binary64 number near the value
    differs, announced         it differs, and the text itself says that it is an error
    not understood             it looks like a claim, and what it claims was not found out
    undecided                  understood, and neither equality nor difference was proved
    truncated                  the digits are cut off, not rounded
    off in the last digit      one unit of the last place away
    contradicts an invariant   no formula is needed to see that it cannot be
    wrong                      proved different

FAULTY holds the last four: they are alarms. A claim is *understood* unless it is "not understood", and *decided* when
it is also not "undecided".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symattn.auditing.findings import (
    FAULTY,
    KINDS,
    VERDICTS,
    Audit,
    CellPlace,
    Claim,
    Counts,
    Definition,
    Figure,
    Kind,
    Verdict,
)

if TYPE_CHECKING:
    from symattn.auditing.auditor import audit


def __getattr__(name: str) -> object:
    """Load the auditor itself on first use: reports need the data only."""
    if name != "audit":
        raise AttributeError(f"module 'symattn.auditing' has no attribute {name!r}")
    from symattn.auditing.auditor import audit

    return audit


__all__ = [
    "FAULTY",
    "KINDS",
    "VERDICTS",
    "Audit",
    "CellPlace",
    "Claim",
    "Counts",
    "Definition",
    "Figure",
    "Kind",
    "Verdict",
    "audit",
]
