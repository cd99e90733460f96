"""What the words around a figure say, found out only when somebody asks for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TypedDict, Unpack

from symattn.auditing.mask_words import masks_in
from symattn.auditing.roles import ANNOUNCED, OTHER_METHOD, ROUGH, SWAPPED, Said, said_in

# What scores and weights lead to, where an arrow stands between two rows.
AFTER = {
    "scores": "weights",
    "masked_scores": "weights",
    "dots": "scores",
    "weights": "output",
    "exponentials": "weights",
}
_CONDITION = re.compile(
    r"\b(?:if|suppose|assum\w+|solv\w+|equations?|satisf\w+|unknown|find|such that|roots?|solutions?|for which"
    r"|look(?:s|ing)? for|search(?:es|ing)? for"
    r"|when(?:ever)?|unless|would|substitut\w+|guess|try|trying|until|while)\b",
    re.IGNORECASE,
)
_OTHER_ARITHMETIC = re.compile(
    r"\\mathbb\s*\{?\s*[FZ]|\bGF\(|\b(?:rings?|fields?|saturat\w+|overflow\w*|wraps?|degrees?|"
    r"mod(?:ulo|ulus|ular)?|binary|hex\w*|octal|base|clock|xor|(?<!\d-)bits?|bitwise|boolean|equations?|solv\w+|congruen\w+"
    r"|u?int(?:8|16|32|64)|float(?:16|32|64)|tropical|APL|Excel|spreadsheets?|remainders?|rounded up|thousands"
    r"|suppos\w+|imagine|pretend|wrote that|phrase|integers? (?:arithmetic|only)|[Ii]n C"
    r"|relativistic\w*|decibels?|floor|integer division|concatenat\w+ strings?)\b",
    re.IGNORECASE,
)
_DEFINITION = re.compile(
    r"\b(?:let|with|where|set(?:ting)?|define[sd]?|given|put|using|denote[sd]?|write|call|choos(?:e|ing)|chose|fix)\b"
    r"[^.]{0,60}$",
    re.IGNORECASE,
)
_ROUNDED = re.compile(r"\b(?:approximately|about|roughly|around|nearly|almost|approx\.?)\s*$|[≈~]\s*$", re.IGNORECASE)
_ARROW = re.compile(r"(?:→|->|⇒|\\to|\\rightarrow|\bgiv(?:es?|ing)\b)\s*\$?\s*$")
_STAGE_WORDS = re.compile(
    r"\b(?:scores?|weights?|probabilit\w+|softmax|attention|outputs?|mixture|concatenat\w+|joined|heads?)\b",
    re.IGNORECASE,
)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{[A-Za-z]+\*?\}")  # an equation that LaTeX sets is no word of the text
_THOSE = re.compile(r"\bthose (?:of|in|from|for)\b")
_QUESTION = re.compile(r"\W*(?:Is|Are|Does|Do|Did|Can|Could|Would|Why|Shall|Was|Were)\b")
_NEAR_AFTER = 60  # characters after a figure that may call it an error


@dataclass(frozen=True)
class Around:
    """The words of a sentence before a figure and after it, and those farther away.

    ``near`` reaches into the sentences beside it, ``paragraph`` farther; ``masks`` and ``last_role`` are those
    that the text spoke of before.
    """

    before: str = ""
    after: str = ""
    near: str = ""
    paragraph: str = ""
    masks: tuple[str, ...] = ("given",)
    last_role: str = ""

    @cached_property
    def sentence(self) -> str:
        """The whole sentence, without the names of environments, which are no words of it."""
        return _ENVIRONMENT.sub(" ", f"{self.before} {self.after}")

    @property
    def asks(self) -> bool:
        """Whether the sentence asks rather than says."""
        if self.after.lstrip("$` ").startswith("?"):
            return True
        return bool(_QUESTION.match(self.before)) and "?" in self.after.partition(". ")[0]

    @property
    def said(self) -> Said:
        """What the words before say: an arrow leads from scores to weights, "those of" are what was meant before."""
        said = said_in(self.before)
        arrow = _ARROW.search(self.before)
        if arrow and said.role_at >= 0 and re.search(r"[\])]\s*\$?\s*$", self.before[said.role_at : arrow.start()]):
            said = said._replace(role=AFTER.get(said.role, said.role))
        if not said.role and _THOSE.search(self.before):
            said = said._replace(role=self.last_role)
        return said


class Known(TypedDict, total=False):
    """What is said in so many words, or known otherwise."""

    words: str
    said: Said
    frame: Said
    masks: tuple[str, ...]
    is_announced: bool
    is_rounded: bool
    is_condition: bool
    is_other_arithmetic: bool
    is_other_method: bool
    is_definition: bool
    names_stage: bool
    is_swapped: bool
    is_listing: bool
    follows: str


class Context:
    """The words around a figure and what they say; what is not told is looked for in the words when it is needed.

    ``frame`` is what a heading or short line above says; ``follows`` are the words to the end of the sentence.
    """

    frame = Said()
    is_listing = False

    def __init__(self, around: Around | None = None, **known: Unpack[Known]) -> None:
        self._around = around or Around()
        self.__dict__.update(known)

    def but(self, **changes: Unpack[Known]) -> Context:
        """The same with some things told otherwise."""
        other = Context(self._around)
        other.__dict__.update(self.__dict__)
        other.__dict__.update(changes)
        return other

    @cached_property
    def words(self) -> str:
        """The words of the sentence before the figure."""
        return self._around.before

    @cached_property
    def follows(self) -> str:
        """The words right after, to the end of the sentence."""
        return self._around.after

    @cached_property
    def said(self) -> Said:
        """The role, head and rows that the words before name."""
        return self._around.said

    @cached_property
    def masks(self) -> tuple[str, ...]:
        """The masks that may be meant."""
        return masks_in(self._around.before) or self._around.masks

    @cached_property
    def is_announced(self) -> bool:
        """Whether the text itself says that this is an error, or rough."""
        around = self._around
        is_error = ANNOUNCED.search(around.before) or ANNOUNCED.search(around.after[:_NEAR_AFTER])
        return bool(is_error or ROUGH.search(around.paragraph))

    @cached_property
    def is_rounded(self) -> bool:
        """Whether the word before it says that it is an approximation."""
        return bool(_ROUNDED.search(self._around.before.rstrip("$ ")))

    @cached_property
    def is_condition(self) -> bool:
        """Whether the sentence supposes or asks for something, so that an equation need not hold."""
        return bool(_CONDITION.search(self._around.sentence))

    @cached_property
    def is_other_arithmetic(self) -> bool:
        """Whether the sentence may calculate modulo a number or with bits, or only asks."""
        return bool(_OTHER_ARITHMETIC.search(self._around.sentence)) or self._around.asks

    @cached_property
    def is_other_method(self) -> bool:
        """Whether the sentence speaks of another method than softmax and mixtures, or of a change of what they give."""
        return bool(OTHER_METHOD.search(self._around.sentence))

    @cached_property
    def is_definition(self) -> bool:
        """Whether the words before it introduce a letter."""
        return bool(_DEFINITION.search(self._around.before))

    @cached_property
    def names_stage(self) -> bool:
        """Whether the sentence speaks of a stage of attention."""
        return bool(_STAGE_WORDS.search(self._around.sentence))

    @cached_property
    def is_swapped(self) -> bool:
        """Whether the words near it speak of another order of the heads."""
        return bool(SWAPPED.search(self._around.near))


__all__ = ["Around", "Context"]
