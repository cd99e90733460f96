"""The rules by which answers are accepted, as exercise files and people write them.

exact               proved equal, however it is written
auto                exact, or rounded rightly to at least 4 significant digits
places>=n  sig>=n   exact, or rounded rightly to at least n decimal places or significant digits
places:n  sig:n     typed with exactly n of them, and rounded rightly; a whole number stands for itself
within:t            at most t away;  relative:t at most t times the size of the value

``:n`` asks for a form, so neither 1/2 nor 0.5 is taken for 0.50 there; ``>=n`` asks for precision, and nothing is more
precise than the exact value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from symattn.errors import DomainError, UndecidedError, UnknownNameError
from symattn.exact import Exact, MinusInfinity

Kind = Literal["exact", "auto", "places", "sig", "within", "relative"]
LEAST_BY_AUTO = 4
_COUNTED = re.compile(r"(places|sig)\s*(:|>=)\s*([0-9]{1,4})")
_LIKE_COUNTED = re.compile(r"[a-z]+\W*([1-9][0-9]{0,3})")
_BOUNDED = re.compile(r"(within|relative)(?:\s*:\s*|\s+)(\S.*)")
_KNOWN = ("exact", "auto", "places:4", "places>=4", "sig:4", "sig>=4", "within:1/1000", "relative:1/1000")


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule taken apart.

    >>> rule = Rule.parse("places>=4")
    >>> rule.kind, rule.count, rule.at_least, rule.asks()
    ('places', 4, True, 'at least 4 decimal places')
    """

    kind: Kind
    count: int = 0
    at_least: bool = False
    bound: Exact | None = None

    @classmethod
    def parse(cls, text: object) -> Rule:
        """The rule of a text such as "places>=4"; a rule is itself.

        Errors: UnknownNameError for anything else; ReadError and DomainError for a bound that is no positive number.
        """
        if isinstance(text, Rule):
            return text
        if not isinstance(text, str):
            raise UnknownNameError.of("rule", repr(text), _KNOWN)
        text = text.strip()
        if text == "exact":
            return cls("exact")
        if text == "auto":
            return cls("auto")
        if counted := _COUNTED.fullmatch(text):
            places, at_least, count = counted[1] == "places", counted[2] == ">=", int(counted[3])
            if places or count:
                return cls("places" if places else "sig", count, at_least)
        if bounded := _BOUNDED.fullmatch(text):
            return cls("within" if bounded[1] == "within" else "relative", bound=_bound(bounded[2]))
        raise UnknownNameError.of("rule", text, _known_near(text))

    def asks(self) -> str:
        """What the rule asks for, to follow "asked:"."""
        if self.kind in ("places", "sig"):
            thing = "decimal place" if self.kind == "places" else "significant digit"
            return f"{'at least' if self.at_least else 'exactly'} {self.count} {thing}{'' if self.count == 1 else 's'}"
        if self.kind == "auto":
            return f"the exact form or at least {LEAST_BY_AUTO} significant digits"
        if self.kind == "exact":
            return "the exact form"
        assert self.bound is not None
        return f"at most {self.bound.text()}{' of the value' if self.kind == 'relative' else ''} away"

    def takes_count(self, places: int, figures: int) -> bool:
        """Whether a right rounding with so many decimal places and significant figures is enough."""
        if self.kind == "auto":
            return figures >= LEAST_BY_AUTO
        if self.kind not in ("places", "sig"):
            return False
        count = places if self.kind == "places" else figures
        return count >= self.count if self.at_least else count == self.count

    def is_within(self, value: Exact | MinusInfinity, expected: Exact | MinusInfinity) -> bool:
        """Whether the bound holds. Errors: UndecidedError where that is not proved either way."""
        if isinstance(value, MinusInfinity) or isinstance(expected, MinusInfinity):
            return value is expected
        assert self.bound is not None
        roughly = None if value.symbols or expected.symbols else self._is_roughly_within(value, expected, self.bound)
        if roughly is not None:
            return roughly
        allowed = self.bound if self.kind == "within" else self.bound * abs(expected)
        difference = value - expected
        if difference.symbols:  # whether a formula stays small is hardly ever shown, and dear to look for
            raise UndecidedError("a free symbol is left, so that no bound is proved")
        return abs(difference) <= allowed

    def _is_roughly_within(self, value: Exact, expected: Exact, bound: Exact) -> bool | None:
        """What enclosures show, None where they do not; the exact difference of two numbers can be a long one."""
        from symattn.exact.enclosures import FIRST_BITS, enclose, precision

        balls = [enclose(number, FIRST_BITS) for number in (value, expected, bound)]
        with precision(FIRST_BITS):
            away, allowed = abs(balls[0] - balls[1]), balls[2] * (abs(balls[1]) if self.kind == "relative" else 1)
            return True if away <= allowed else False if away > allowed else None


def _known_near(text: str) -> tuple[str, ...]:
    """The rules to offer for an unknown one: with its own number where it has one, places:3 for places=3."""
    number = _LIKE_COUNTED.fullmatch(text)
    return tuple(known.replace("4", number[1]) for known in _KNOWN) if number else _KNOWN


def _bound(text: str) -> Exact:
    from symattn.reading import read_text

    value = read_text(text).value
    try:
        if isinstance(value, Exact) and value.sign() > 0:
            return value
    except UndecidedError:
        pass
    raise DomainError(f"the bound of a rule is one positive number, not {text}")
