"""The axes of a batched layer, the size of its score array, and why splitting heads takes a reshape and a transpose.

B examples of T positions, model width C = H d for H heads of width d. The score array holds B H T^2 numbers, whatever C
is.
Source: section 16.5 of the chapter on masks and multi-head attention, on the arrays of its example 16.3.
"""

from sympy import Matrix, symbols

import symattn as sa
from symattn.derivation import claim, claim_different, claim_same
from symattn.shapes import ITEM_BYTES, head_shapes, head_width, score_bytes, score_count

B, T, C, H = 1, 3, 16, 2
FLOAT64 = ITEM_BYTES["float64"]
X = Matrix([[1, 0], [0, 1], [1, 1]])

b, t, c, h, d = symbols("B T C H d")


def widths() -> None:
    claim("d", head_width(C, H), 8)
    claim("H d", H * head_width(C, H), C)


def shapes() -> None:
    """Each stage's axes by name, then with the numbers put in."""
    axes = {
        "projected": (b, t, c),
        "reshaped": (b, t, h, d),
        "transposed": (b, h, t, d),
        "scores": (b, h, t, t),
        "visible": (b, 1, t, t),
        "head outputs": (b, h, t, d),
        "transposed back": (b, t, h, d),
        "joined": (b, t, c),
        "w_o": (c, c),
        "output": (b, t, c),
    }
    numbers = {b: B, t: T, c: C, h: H, d: C // H}
    found = head_shapes(B, T, C, H)
    for stage, names in axes.items():
        claim(f"{stage} {list(names)}", found[stage], [numbers.get(name, name) for name in names])
    claim_same("all axes of [B, H, T, d] reversed are not [B, H, d, T]", (b, h, t, d)[::-1] != (b, h, d, t), True)


def counts() -> None:
    claim("bytes of a number", FLOAT64, 8)
    claim("scores", score_count(B, H, T), 18)
    claim("bytes", score_bytes(B, H, T, FLOAT64), 144)
    claim("scores, T doubled", score_count(B, H, 2 * T), 72)
    claim("bytes, T doubled", score_bytes(B, H, 2 * T, FLOAT64), 576)


def counts_for_any_sizes() -> None:
    count = b * h * t**2
    claim("B H T^2 with these numbers", count.subs({b: B, h: H, t: T}), score_count(B, H, T))
    claim("growth when T doubles", count.subs(t, 2 * t) / count, 4)
    claim_same("the count depends on", sorted(map(str, count.free_symbols)), ["B", "H", "T"])


def splitting() -> None:
    """[T, H d] to [H, T, d]: neighbouring columns belong to one head."""
    transposed = [X[:, :1], X[:, 1:]]
    only_reshaped = [X.reshape(H, T)[head, :].T for head in range(H)]
    trace = sa.attention(X, X, X, n_heads=H, visible="causal")
    for number, (head, wrong) in enumerate(zip(transposed, only_reshaped, strict=True), start=1):
        alone = sa.attention(head, head, head, visible="causal")
        claim(f"head {number} of a split array", trace.heads[number - 1].exact("Q"), head)
        claim(f"its output is that of the head alone, head {number}", trace.heads[number - 1].output, alone.output)
        claim_different(f"head {number} without the transpose", wrong, head)
    claim_same("shapes without the transpose are the same", only_reshaped[0].shape == transposed[0].shape, True)


def main() -> None:
    widths()
    shapes()
    counts()
    counts_for_any_sizes()
    splitting()


if __name__ == "__main__":
    main()
