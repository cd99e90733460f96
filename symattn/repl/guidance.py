"""What a session says to somebody who asks for help, wants to leave, or types a name that it does not know."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from textwrap import wrap

from symattn.errors import LONGEST_QUOTED

EXAMPLES = """A line is an exact number, a matrix, or Python over them:
  1/2   0.5   e/(1+e)   ln 99   sqrt 2   \\frac{1}{2}   [[1, "1/2"], ["sqrt(2)", 4]]
  x = 2e/(2e+1)            gives a name
  A @ B   A.T   A[0, 1]    matrix product, transpose, entry (Python counts from 0)
  compare("e/(1+e)", "1/(1+e^-1)")      decimal("e/(1+e)", 30)      causal(3)
  masked_softmax([[0, "ln 9"]], causal(1, 2, align="bottom-right"))"""
LEAVING = "help(attention) explains a name, Tab completes it; exit or Ctrl-D leaves."


def overview() -> str:
    """What ``help`` alone prints."""
    import symattn

    functions = [name for name in symattn.__all__ if name[0].islower()]
    listed = "\n".join(f"  {line}" for line in wrap(", ".join(functions), 96))
    return f"{EXAMPLES}\nnumbers: e pi exp ln sqrt root tanh sigmoid\nfunctions:\n{listed}\n{LEAVING}"


class Help:
    """``help`` alone shows an overview, ``help(thing)`` explains a thing as Python does."""

    def __repr__(self) -> str:
        return overview()

    def __call__(self, *things: object) -> None:
        """Explain a thing; without one print the overview."""
        if not things:
            print(overview())
            return
        import pydoc

        pydoc.help(*things)


class Leave:
    """``exit`` alone leaves a session, and so does ``exit()``; ``exit(3)`` leaves with a status."""

    def __repr__(self) -> str:
        return "exit alone leaves"

    def __call__(self, status: object = None) -> None:
        """Leave."""
        raise SystemExit(status)


def unknown_name(name: str, known: Iterable[str]) -> str:
    """The sentence for a name that nothing is known of, with the few that are near."""
    near = get_close_matches(name[:LONGEST_QUOTED], sorted(each for each in known if not each.startswith("_")), n=3)
    way_out = f"did you mean {' or '.join(near)}?" if near else "help lists what there is"
    shown = name if len(name) <= LONGEST_QUOTED else f"{name[:LONGEST_QUOTED]}..."
    return f"no value or function is called {shown!r}; {way_out}"


__all__ = ["Help", "Leave", "overview", "unknown_name"]
