r"""Reading LaTeX formulas: what is written in an exercise file is taken apart and checked, sign by sign.

>>> from symattn.rendering.texmath import write_tree
>>> write_tree(read_math(r"\frac{1}{2} \le α"))
'\\frac{1}{2} \\le \\alpha'
>>> read_math(r"\input{/etc/passwd}")
Traceback (most recent call last):
    ...
symattn.errors.DocumentError: \input is not among the commands that formulas in exercise files may use
"""

from __future__ import annotations

import re
from collections.abc import Callable

from symattn.errors import DocumentError
from symattn.rendering.commands import ARGUMENTS, DELIMITED, DELIMITERS, ENVIRONMENTS, TEXTS, UNICODE, WORDS
from symattn.rendering.texmath import Character, Command, Group, Matrix, Node, Nodes, Script, Words
from symattn.rendering.texorder import check_order, check_rows, check_whole

DEEPEST = 60

_COMMAND = re.compile(r"\\([A-Za-z]+|.)", re.DOTALL)
_NAME = re.compile(r"\s*\{([A-Za-z]+\*?)\}")
_ROW_END = re.compile(r"\\\\(?:\s*\[\s*-?[0-9.]+\s*(?:pt|em|ex)\s*\])?")
_WORDS = re.compile(r"\s*\{((?:[^{}\\$]|\\[{}\\%#&_$ ])*)\}")
_REFUSED = {
    "%": r"a percent sign in a formula is written \%",
    "#": r"a number sign in a formula is written \#",
    "$": r"a dollar sign in a formula is written \$",
    "~": r"a space in a formula is written \ ",
    "}": "a closing brace has no opening one",
    "&": "& separates cells only inside a matrix",
}


def read_math(text: str) -> Nodes:
    """The tree of a formula. Errors: DocumentError for what is not balanced or not known."""
    reader = _Reader(text)
    nodes = reader.sequence(lambda: False)
    if reader.at < len(text):
        reader.refuse_here()
    check_whole(nodes)
    return nodes


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def sequence(self, ends: Callable[[], bool]) -> Nodes:
        """Nodes up to where ``ends`` holds, or to what no sequence can hold."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise DocumentError(f"a formula is nested more than {DEEPEST} deep")
        nodes: list[Node] = []
        while self.at < len(self.text) and not ends():
            node = self.node()
            if node is None:
                break
            nodes.append(node)
        self.depth -= 1
        check_order(nodes)
        return tuple(nodes)

    def node(self) -> Node | None:
        sign = self.text[self.at]
        if sign == "\\":
            return self.command()
        if sign == "{":
            return Group(self.group())
        if sign in "^_":
            return self.script(sign)
        if sign in "}&":
            return None
        self.at += 1
        return self.character(sign)

    def character(self, sign: str) -> Node:
        if sign.isspace():
            return Character(" ")
        if sign in UNICODE:
            return Command(UNICODE[sign])
        if sign == "−":
            return Character("-")
        if sign in _REFUSED:
            raise DocumentError(_REFUSED[sign])
        if not sign.isascii() or not sign.isprintable():
            raise DocumentError(rf"the sign {sign!r} does not belong in a formula; words go into \text{{...}}")
        return Character(sign)

    def script(self, sign: str) -> Node:
        self.at += 1
        if self.text.startswith(sign, self.at):  # ^^5c would be a backslash to TeX
            raise DocumentError(f"{sign}{sign} in a formula: write braces around what is raised or lowered")
        return Script(sign, self.argument(sign))

    def command(self) -> Node | None:
        found = _COMMAND.match(self.text, self.at)
        if not found:
            raise DocumentError("a formula ends in a backslash")
        name = found[1]
        if name in ("\\", "end"):
            return None
        self.at = found.end()
        if name == "begin":
            return self.environment()
        if name in TEXTS:
            return self.words(name)
        if name in DELIMITED:
            return Command(name, (), self.delimiter(name))
        if name in ARGUMENTS:
            option = self.index() if name == "sqrt" else None
            return Command(name, tuple(self.argument(f"\\{name}") for _ in range(ARGUMENTS[name])), option)
        if name.isspace():
            name = " "
        if name not in WORDS:
            raise DocumentError(f"\\{name} is not among the commands that formulas in exercise files may use")
        return Command(name)

    def words(self, name: str) -> Node:
        found = _WORDS.match(self.text, self.at)
        if not found:
            raise DocumentError(f"\\{name} takes plain words in braces, without mathematics")
        self.at = found.end()
        return Words(name, re.sub(r"\\(.)", r"\1", found[1]))

    def delimiter(self, name: str) -> Nodes:
        self.skip_space()
        if self.text.startswith("\\", self.at):
            node = self.command()
        elif self.text[self.at : self.at + 1] in (*"()[]|/.<>",):
            node = Character(self.text[self.at])
            self.at += 1
        else:
            node = None
        if not isinstance(node, Character | Command) or (isinstance(node, Command) and node.name not in DELIMITERS):
            raise DocumentError(f"\\{name} is followed by a bracket, a bar or a dot")
        return (node,)

    def index(self) -> Nodes | None:
        """The [n] of a root."""
        self.skip_space()
        if not self.text.startswith("[", self.at):
            return None
        self.at += 1
        nodes = self.sequence(lambda: self.text[self.at] == "]")
        if not self.text.startswith("]", self.at):
            raise DocumentError("the index of a root is not closed")
        self.at += 1
        return nodes

    def argument(self, what: str) -> Nodes:
        """A group, a command or a single sign."""
        self.skip_space()
        if self.at >= len(self.text):
            raise DocumentError(f"something is missing after {what}")
        if self.text[self.at] == "{":
            return self.group()
        node = None if self.text[self.at] in "^_" else self.node()
        if node is None:
            raise DocumentError(f"something is missing after {what}")
        check_order((node,))
        check_whole((node,))
        return (node,)

    def group(self) -> Nodes:
        """What stands in braces, which is no row of a matrix."""
        nodes = self.braced()
        check_whole(nodes)
        return nodes

    def braced(self) -> Nodes:
        self.at += 1
        nodes = self.sequence(lambda: self.text[self.at] == "}")
        if self.at >= len(self.text):
            raise DocumentError("a brace is opened and not closed")
        if self.text[self.at] != "}":
            self.refuse_here()
        self.at += 1
        return nodes

    def environment(self) -> Node:
        name = self.name_in_braces("begin")
        if name == "split":  # which only displays may hold
            name = "aligned"
        if name not in ENVIRONMENTS:
            raise DocumentError(f"the environment {name} is not among those that formulas in exercise files may use")
        rows: list[tuple[Nodes, ...]] = []
        cells: list[Nodes] = []
        while True:
            cells.append(self.sequence(lambda: False))
            row_end = _ROW_END.match(self.text, self.at)
            if self.text.startswith("&", self.at):
                self.at += 1
            elif row_end:
                self.at = row_end.end()
                rows.append(tuple(cells))
                cells = []
            elif self.text.startswith("\\end", self.at):
                self.at += len("\\end")
                break
            elif self.at >= len(self.text):
                raise DocumentError(f"the environment {name} is opened and not closed")
            else:
                self.refuse_here()
        if self.name_in_braces("end").replace("split", "aligned") != name:
            raise DocumentError(f"the environment {name} is closed by another \\end")
        if len(cells) > 1 or any(not isinstance(n, Character) or n.sign != " " for n in cells[0]) or not rows:
            rows.append(tuple(cells))
        check_rows(name, rows)
        return Matrix(name, tuple(rows))

    def name_in_braces(self, command: str) -> str:
        found = _NAME.match(self.text, self.at)
        if not found:
            raise DocumentError(f"\\{command} takes the name of an environment in braces")
        self.at = found.end()
        return found[1]

    def skip_space(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def refuse_here(self) -> None:
        sign = self.text[self.at]
        if sign == "\\":
            command = "\\\\" if self.text.startswith("\\\\", self.at) else "\\end"
            raise DocumentError(f"{command} stands outside a matrix or before its groups are closed")
        raise DocumentError(_REFUSED[sign])


__all__ = ["read_math"]
