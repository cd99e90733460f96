"""Tables, code, lists and headings of ordinary documents."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.auditing.judges.ordinary.drawing import BLANKS, CITIES, NAMES, fill


def measurements(draw: Random) -> str:
    """A table of measurements; none of its columns is a distribution."""
    heading = draw.choice(
        [
            "sample | weight | length",
            "run | loss | accuracy",
            "city | probability of rain | temperature",
            "item | weight | output",
            "station | value | score",
            "node | $W$ | $V$",
            "model | weights | output",
            "head | attention | entropy",
        ]
    )
    places = draw.choice(["p2", "p3", "dec1", "dec2"])
    rows = [
        f"| {label} | {BLANKS[places](draw)} | {BLANKS['dec2'](draw)} |"
        for label in draw.sample(CITIES, draw.randrange(3, 8))
    ]
    return "\n".join([f"| {heading} |", "|---|---:|---:|", *rows]) + "\n"


def prices(draw: Random) -> str:
    """An invoice whose total is right."""
    cents = [draw.randrange(100, 9999) for _ in range(draw.randrange(2, 5))]
    rows = [f"| {draw.choice(NAMES)} | {draw.randrange(1, 9)} | ${c // 100}.{c % 100:02} |" for c in cents]
    total = sum(cents)
    return (
        "\n".join(
            ["| name | pieces | price |", "|---|---|---|", *rows, f"| total | | ${total // 100}.{total % 100:02} |"]
        )
        + "\n"
    )


def shares(draw: Random) -> str:
    """Percentages that were rounded, so that they add up to nearly 100."""
    parts = [draw.randrange(5, 50) for _ in range(4)]
    rows = [f"| {draw.choice(CITIES)} | {100 * part / sum(parts):.1f}% |" for part in parts]
    return "\n".join(["| place | share |", "|---|---|", *rows]) + "\n"


def confusion(draw: Random) -> str:
    """Counts of right and wrong guesses."""
    rows = [[str(draw.randrange(0, 90)) for _ in range(3)] for _ in range(3)]
    body = [f"| {name} | {' | '.join(row)} |" for name, row in zip(("cat", "dog", "owl"), rows, strict=True)]
    return "\n".join(["| true \\ predicted | cat | dog | owl |", "|---|---|---|---|", *body]) + "\n"


def distribution(draw: Random) -> str:
    """A distribution that adds up to one."""
    parts = [draw.randrange(1, 30) for _ in range(3)]
    last = 100 - sum(parts)
    cells = " | ".join(f"{part / 100:.2f}" for part in [*parts, last])
    return f"| $k$ | 0 | 1 | 2 | 3 |\n|---|---|---|---|---|\n| $P(X=k)$ | {cells} |\n"


CODE = (
    """```python
x = <n>
y = x == <m>
total = sum([0.1] * 10)  # 0.9999999999999999
assert f(<n>) == <m>, "expected <k>"
for i in range(<n>):
    x += 1
```
""",
    """```python
>>> 0.1 + 0.2
0.30000000000000004
>>> np.exp(<k>) / <n>
<dec4>
>>> weights
array([0.2, 0.3, 0.4])
```
""",
    """```c
for (i = 0; i < <n>; i++) { a[i] = i * <m>; }
x = x + 1;  /* not an equation */
```
""",
    """```
test_adds FAILED: assert 2 + 2 == 5
expected 0.<n>, got 0.<n>
<n> passed, <k> failed in <dec2>s
```
""",
    """```json
{"lr": 1e-<k>, "layers": <n>, "weights": [0.1, 0.2, 0.3], "seed": <big>}
```
""",
    """```diff
-  version = "<version>"
+  version = "<version>"
-  assert total == <n>
+  assert total == <m>
```
""",
    """```sh
pip install tool==<version>
head -n <n> data.csv | tail -<k>
```
""",
    """    Q = 12
    K = Q + 1
    output = [0.5, 1.5, 2.5]
""",
    """Set `x = <n>` and `y = 0.<n>`; `a == b` is another matter, and `i = i + 1` counts.
""",
    """The call `softmax([1, 2])` returned `[0.2689, 0.7311]`, the call `f(<n>)` returned `<dec3>`.
""",
    """`pad=1`, `stride=<k>`, `dim=-1` and `diagonal=1` are arguments; `1 << 4` is 16, and `2 ** 10` is 1024.
""",
)


def code(draw: Random) -> str:
    """A piece of code."""
    return fill(draw.choice(CODE), draw)


def heading(draw: Random) -> str:
    """A heading with a number."""
    return (
        fill(
            draw.choice(["## <section> The <word>", "### Step <k>", "## Results of <year>", "# Part <k>: <word>s"]),
            draw,
        )
        + "\n"
    )


def bullets(draw: Random) -> str:
    """A list with numbers of its own."""
    items = [
        "<n> <things> for <name>",
        "<clock>: <word>",
        "version <version>",
        "<dec1> km to <city>",
        "$x_<k> = <n>$",
        "[<n>] <name>, <year>, <pages>",
    ]
    chosen = draw.sample(items, 4)
    mark = draw.choice(["- ", "* ", "{}. "])
    return "".join(f"{mark.format(number)}{fill(item, draw)}\n" for number, item in enumerate(chosen, 1))


PIECES: tuple[Callable[[Random], str], ...] = (
    measurements,
    measurements,
    prices,
    shares,
    confusion,
    distribution,
    code,
    code,
    code,
    heading,
    bullets,
)
