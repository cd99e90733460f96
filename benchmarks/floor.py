"""The floor: the same rows by FLINT polynomials used by hand, without objects, names or printing.

For each row the numerators and the one denominator are built as integer polynomials, the weights are exponents over
that denominator, and the two outputs are cancelled by a gcd.  No exact program does less.
"""

from __future__ import annotations

from typing import Any

import flint

from benchmarks.heads import Exponent, Head, row_tables

Row = tuple[list[Exponent], Any, list[tuple[Any, Any]]]


def rows(head: Head) -> list[Row]:
    """For each query: exponents of its weights, their denominator, and the outputs as (numerator, denominator)."""
    return [_row(head, i) for i in range(head.size)]


def _row(head: Head, i: int) -> Row:
    exponents, bottom_terms, top_terms = row_tables(head, i)
    bottom = _polynomial(bottom_terms)
    outputs = []
    for terms in top_terms:
        top = _polynomial(terms)
        common = top.gcd(bottom)
        outputs.append((top, bottom) if common == 1 else (top // common, bottom // common))
    return exponents, bottom, outputs


def _polynomial(terms: dict[Exponent, int]) -> Any:
    if len(next(iter(terms))) == 2:
        return flint.fmpz_mpoly_ctx.get(["t", "u"], "lex").from_dict(terms)
    coefficients = [0] * (max(terms)[0] + 1)
    for (exponent,), coefficient in terms.items():
        coefficients[exponent] = coefficient
    return flint.fmpz_poly(coefficients)
