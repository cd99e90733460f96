"""Texts drawn by number: the same seed and number always give the same text, whatever was drawn before."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.fuzzing.words import ANSWERS, ATTEMPTS, FILE_TOKENS, FILES, TOKENS, parts

LONGEST = 30_000  # beyond what is read at all


def answer(seed: int, number: int) -> str:
    """A text as somebody might type it for an answer."""
    random = Random(f"answer {seed} {number}")
    draw = random.choices(_ANSWERS, weights=[5, 5, 4, 3, 2, 1, 1])[0]
    return draw(random)[:LONGEST]


def file(seed: int, number: int) -> str:
    """The text of a problem or exercise file, more or less."""
    random = Random(f"file {seed} {number}")
    text = random.choice(FILES)
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        text = random.choices(_FILE_CHANGES, weights=[4, 4, 3, 1])[0](random, text)
    return text[:LONGEST]


# -- answers --------------------------------------------------------------------------------------------------------


def _expression(random: Random) -> str:
    return _grown(random, random.randint(1, 5))


def _grown(random: Random, depth: int) -> str:
    """An expression that mostly makes sense, in a mixture of spellings."""
    if depth <= 0 or random.random() < 0.15:
        return _leaf(random)

    def inner() -> str:
        return _grown(random, depth - 1)

    kind = random.randrange(14)
    if kind < 5:
        return f"{inner()}{random.choice((' + ', '-', '*', '/', ' ', '·', ' - '))}{inner()}"
    if kind == 5:
        return rf"\frac{{{inner()}}}{{{inner()}}}"
    if kind == 6:
        return f"({inner()})"
    if kind == 7:
        return f"{random.choice(('ln', 'exp', 'sqrt', 'tanh', 'sigma', 'cbrt', 'lg', 'log_2'))}({inner()})"
    if kind == 8:
        return f"({inner()})^{{{random.choice((inner(), '2', '-1', '1/2', '7', '-13', '40'))}}}"
    if kind == 9:
        return f"e^({inner()})"
    if kind == 10:
        return rf"\sqrt[{random.choice(('2', '3', '5', '12'))}]{{{inner()}}}"
    if kind == 11:
        return f"-{inner()}"
    if kind == 12:
        return f"({inner()})({inner()})"
    return f"[{', '.join(inner() for _ in range(random.randint(1, 4)))}]"


def _leaf(random: Random) -> str:
    kind = random.randrange(10)
    if kind < 3:
        return random.choice(("e", "pi", "k", "x_1", "y", "alpha"))
    if kind < 6:
        return str(random.randint(0, 20))
    if kind == 6:
        return f"{random.randint(0, 99)}.{random.randrange(10**6)}"
    if kind == 7:
        return str(random.randrange(10 ** random.randint(1, 40)))
    if kind == 8:
        return f"{random.randint(1, 99)}/{random.randint(1, 10**9)}"
    return random.choice(TOKENS)


def _grid(random: Random) -> str:
    """A matrix in one of the spellings, its rows not always of one length."""
    rows, columns = random.randint(1, 4), random.randint(1, 4)
    cells = [
        [_grown(random, random.randint(0, 2)) for _ in range(columns if random.random() < 0.9 else columns + 1)]
        for _ in range(rows)
    ]
    kind = random.randrange(3)
    if kind == 0:
        return "[" + ", ".join("[" + ", ".join(row) + "]" for row in cells) + "]"
    if kind == 1:
        body = r" \\ ".join(" & ".join(row) for row in cells)
        return rf"\begin{{bmatrix}}{body}\end{{bmatrix}}"
    return "\n".join("; ".join(row) for row in cells)


def _changed(random: Random) -> str:
    text = random.choice(ANSWERS)
    for _ in range(random.choice((1, 1, 1, 2, 3, 5))):
        text = _mutated(random, text, TOKENS)
    return text


def _mutated(random: Random, text: str, tokens: tuple[str, ...]) -> str:
    """One change of a text between its words, numbers and signs, or within them."""
    words = parts(text)
    at = random.randint(0, len(words))
    kind = random.randrange(7)
    if kind == 0:
        return "".join([*words[:at], random.choice(tokens), *words[at:]])
    if kind == 1:
        return "".join([*words[:at], *words[at + random.randint(1, 3) :]])
    if kind == 2:
        return "".join([*words[:at], random.choice(tokens), *words[at + 1 :]])
    if kind == 3:
        end = random.randint(at, len(words))
        return "".join([*words[:end], *words[at:end], *words[end:]])
    if kind == 4:
        other = parts(random.choice(ANSWERS))
        return "".join(words[:at] + other[random.randint(0, len(other)) :])
    if kind == 5 and words:
        i, j = random.randrange(len(words)), random.randrange(len(words))
        words[i], words[j] = words[j], words[i]
        return "".join(words)
    place = random.randint(0, len(text))
    return text[:place] + _sign(random) + text[place + random.randint(0, 1) :]


def _sign(random: Random) -> str:
    return chr(random.choice((random.randrange(128), random.randrange(0x3000), random.randrange(0x110000))))


def _soup(random: Random) -> str:
    return "".join(random.choice(TOKENS) for _ in range(random.randint(1, 16)))


def _attempt(random: Random) -> str:
    text = random.choice(ATTEMPTS)
    return text if random.random() < 0.3 else _mutated(random, text, TOKENS)


def _noise(random: Random) -> str:
    return "".join(_sign(random) for _ in range(random.randint(0, 30)))


def _repeated(random: Random) -> str:
    """A piece said many times: deep brackets, towers of powers, long sums, long numbers."""
    piece = random.choice((*TOKENS, "1+", "e^", "e*", "(", "2^", "(1+e)*", "sqrt(", "[", "1,", "9", "ln ", "-", "x_1*"))
    if random.random() < 0.3:
        piece = _grown(random, 2) + random.choice(("+", "*", "^", ", ", ""))
    count = random.choice((10, 50, 200, 1000, 5000))
    return random.choice(("", "1", "e", "(")) + piece * count + random.choice(("", "1", "e", ")" * count))


_ANSWERS: tuple[Callable[[Random], str], ...] = (_expression, _changed, _soup, _grid, _attempt, _noise, _repeated)


# -- files ----------------------------------------------------------------------------------------------------------


def _with_token(random: Random, text: str) -> str:
    return _mutated(random, text, FILE_TOKENS)


def _with_entry(random: Random, text: str) -> str:
    """A number or quoted text gives way to a drawn text in quotes."""
    words = parts(text)
    numbers = [at for at, word in enumerate(words) if word.isdigit()]
    if numbers:
        entry = random.choices(_ANSWERS, weights=[5, 4, 1, 1, 1, 0, 0])[0](random)
        words[random.choice(numbers)] = '"' + entry.replace("\\", "\\\\").replace('"', "'").replace("\n", " ") + '"'
    return "".join(words)


def _with_number(random: Random, text: str) -> str:
    """A number gives way to another one."""
    words = parts(text)
    numbers = [at for at, word in enumerate(words) if word.isdigit()]
    if numbers:
        words[random.choice(numbers)] = str(random.choice((-1, 0, 1, 2, 3, 5, 17, 10**6, 10**17, 10**60)))
    return "".join(words)


def _with_piece(random: Random, text: str) -> str:
    """Some lines of another file."""
    lines, others = text.splitlines(keepends=True), random.choice(FILES).splitlines(keepends=True)
    at, first = random.randint(0, len(lines)), random.randint(0, len(others))
    return "".join(lines[:at] + others[first : first + random.randint(1, 8)] + lines[at + random.randint(0, 2) :])


_FILE_CHANGES: tuple[Callable[[Random, str], str], ...] = (_with_token, _with_entry, _with_number, _with_piece)

__all__ = ["LONGEST", "answer", "file"]
