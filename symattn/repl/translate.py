"""From a line as typed to Python over exact values.

Python that is valid stays Python, with a few changes: `1/2` is a quotient of exact numbers, `0.5` the rational, `^` a
power, a list of numbers a matrix, an unknown letter a free symbol. What is no Python (`ln 99`, `2e/(2e+1)`, LaTeX)
becomes a call that reads the text. Nothing is run here.

    1/2 + x^2          __quotient__(1, 2) + __power__(x, 2)
    y = 2e/(2e+1)      y = __read__('2e/(2e+1)')
"""

from __future__ import annotations

import ast
import builtins
import io
import keyword
import re
import tokenize
from collections.abc import Iterator, Mapping

from symattn.reading.words import FUNCTIONS, greek

# The names under which a session knows what translated lines call.
QUOTIENT, WHOLE_QUOTIENT, POWER, SHIFT, DECIMAL, MATRIX, SYMBOL, READ, HIDDEN = (
    f"__{name}__"
    for name in ("quotient", "whole_quotient", "power", "shift", "decimal", "matrix", "symbol", "read", "hidden")
)
_OPERATIONS: dict[type[ast.operator], str] = {
    ast.Div: QUOTIENT,
    ast.FloorDiv: WHOLE_QUOTIENT,
    ast.Pow: POWER,
    ast.LShift: SHIFT,
}
_QUESTION = re.compile(r"\s*([A-Za-z_][\w.]*)?\s*\?\s*")
_ASSIGNED = re.compile(r"\s*([^\W\d]\w*)\s*=(?!=)\s*(\S.*)", re.DOTALL)
_CALLED = re.compile(r"(?<![\\\w.])([^\W\d]\w*)\s*\(")
_SYMBOL_NAME = re.compile(r"([A-Za-z]+)(?:_[A-Za-z0-9]+)?")
_POWER_OF_TEN = re.compile(r"([0-9]+[eE])[+-][0-9]+")
_SIGNED_EXPONENT = re.compile(r"[0-9.]*[0-9][eE]|.*[jJ]")


class NotPythonError(Exception):
    """Raised when a line is to be read as mathematics."""


def to_python(source: str, known: Mapping[str, object]) -> str:
    """The Python of a line or a cell; ``known`` are the names of the session with their values.

    >>> to_python("y = 1/2 + 0.25", {})
    "y = __quotient__(1, 2) + __decimal__('0.25')"
    >>> to_python("ln 99", {})
    "__read__('ln 99')"
    """
    if asked := _QUESTION.fullmatch(source):
        return f"help({asked[1]})" if asked[1] else "help"
    try:
        return _translated(source, known)
    except NotPythonError:
        pass
    lines = [line for line in source.splitlines() if line.strip()]
    if len(lines) > 1 and not any(line[0].isspace() for line in lines):
        return "\n".join(_line_by_line(lines, known))
    return _as_text(source.strip(), known)


def _line_by_line(lines: list[str], known: Mapping[str, object]) -> Iterator[str]:
    """Each line as Python; what a line gives a name to is known in those after it."""
    names = dict(known)
    for line in lines:
        yield to_python(line, names)
        if assigned := _ASSIGNED.fullmatch(line):
            names[assigned[1]] = None


def _translated(source: str, known: Mapping[str, object]) -> str:
    """The source as Python with the changes made. Raises NotPythonError."""
    if not source.strip():
        return source
    try:
        return _with_exact_operations(ast.parse(_with_exact_tokens(source)), known)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise NotPythonError from error


def _with_exact_operations(tree: ast.AST, known: Mapping[str, object]) -> str:
    """The source of a tree after the changes."""
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    bound |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    bound |= {name for node in ast.walk(tree) for name in _defined(node)}
    return ast.unparse(ast.fix_missing_locations(_Exact(known, bound).visit(tree)))


def _defined(node: ast.AST) -> list[str]:
    """The names that a definition, an import or an except clause binds."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [(alias.asname or alias.name).partition(".")[0] for alias in node.names]
    return [node.name] if isinstance(node, ast.ExceptHandler) and node.name else []


def _with_exact_tokens(source: str) -> str:
    """The source with ^ as ** and every decimal as the call that makes it exact. Raises NotPythonError."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError) as error:
        raise NotPythonError from error
    lines = source.splitlines(keepends=True)
    for token, following in reversed(list(zip(tokens, [*tokens[1:], None], strict=True))):
        new = _exact_token(token, following.string if following else "")
        if new is not None:
            row, (start, end) = token.start[0] - 1, (token.start[1], token.end[1])
            lines[row] = lines[row][:start] + new + lines[row][end:]
    return "".join(lines)


def _exact_token(token: tokenize.TokenInfo, following: str) -> str | None:
    """What a token becomes, None when it stays."""
    if token.type == tokenize.OP and token.string in ("^", "^="):
        if following == "{":
            raise NotPythonError
        return token.string.replace("^", "**")
    if token.type != tokenize.NUMBER or token.string[:2].lower() in ("0x", "0o", "0b"):
        return None
    if "." not in token.string and _SIGNED_EXPONENT.match(token.string):
        raise NotPythonError  # 2e+1 is 2*e + 1 here, and 2e3 is refused where it is read
    return f"{DECIMAL}({token.string!r})" if "." in token.string else None


class _Exact(ast.NodeTransformer):
    """Makes the changes in the tree; raises NotPythonError where calling would be meant as multiplying."""

    def __init__(self, known: Mapping[str, object], bound: set[str]) -> None:
        self.known = known
        self.bound = bound

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Quotients and powers as calls, and lists as operands."""
        left, right = self.operand(node.left), self.operand(node.right)
        name = _OPERATIONS.get(type(node.op))
        return _call(name, left, right) if name else ast.BinOp(left, node.op, right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """-oo, and lists as operands."""
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Name) and node.operand.id == "oo":
            return ast.Name(HIDDEN, ast.Load())
        return ast.UnaryOp(node.op, self.operand(node.operand))

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Lists as operands."""
        return ast.Compare(self.operand(node.left), node.ops, [self.operand(right) for right in node.comparators])

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """x /= 2 and x ^= 2 as assignments."""
        if not isinstance(node.target, ast.Name) or type(node.op) not in _OPERATIONS:
            return self.generic_visit(node)
        old = ast.Name(node.target.id, ast.Load())
        return ast.Assign([node.target], self.visit(ast.BinOp(old, node.op, node.value)))

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """A list alone on a line."""
        return ast.Expr(self.operand(node.value))

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """A list that gets a name; a, b = 1, 2 stays what it is."""
        value = self.visit(node.value) if isinstance(node.value, ast.Tuple) else self.operand(node.value)
        return ast.Assign([self.visit(target) for target in node.targets], value)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """[[1, 2]].T"""
        return ast.Attribute(self.operand(node.value), node.attr, node.ctx)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A call of what can be called; 3(1+e) and x(1+e) are products."""
        function = node.func
        is_number = isinstance(function, ast.Constant | ast.BinOp | ast.UnaryOp | ast.List | ast.Tuple)
        if is_number or (isinstance(function, ast.Name) and self.is_number_name(function.id)):
            raise NotPythonError
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A name that nothing is known of is a free symbol where it looks like one."""
        if not isinstance(node.ctx, ast.Load) or node.id in self.bound or self.is_known(node.id):
            return node
        if not node.id.isascii() and greek(node.id) is None:
            raise NotPythonError
        if node.id == "oo":
            raise NotPythonError
        name = symbol_name(node.id)
        return node if name is None else _call(SYMBOL, ast.Constant(name))

    def operand(self, node: ast.expr) -> ast.expr:
        """A visited operand; a list or tuple as a matrix."""
        changed: ast.expr = self.visit(node)
        return _call(MATRIX, changed) if isinstance(node, ast.List | ast.Tuple) else changed

    def is_known(self, name: str) -> bool:
        """Whether a name has a value."""
        return name in self.known or hasattr(builtins, name)

    def is_number_name(self, name: str) -> bool:
        """Whether a name stands for something that is multiplied and not called."""
        if name in self.bound:
            return False
        if self.is_known(name):
            return not callable(self.known.get(name, print))
        return symbol_name(name) is not None


def symbol_name(name: str) -> str | None:
    """The free symbol that a name stands for: k, x_1, alpha, β; None for any other word.

    >>> symbol_name("x_1"), symbol_name("β"), symbol_name("softmax")
    ('x_1', 'beta', None)
    """
    if letter := greek(name):
        return letter if letter not in ("pi", "sigma") else None
    found = _SYMBOL_NAME.fullmatch(name)
    return name if found and (len(found[1]) == 1 or greek(found[1])) else None


def _as_text(text: str, known: Mapping[str, object]) -> str:
    """A call that reads the text; Python with an error stays as it is, so that Python says what is wrong."""
    if assigned := _ASSIGNED.fullmatch(text):
        name, value = assigned.groups()
        if name.isidentifier() and not keyword.iskeyword(name):
            return f"{name} = {to_python(value, known)}"
    left, sign, right = text.partition("==")
    if sign and left.strip() and right.strip():
        return f"{to_python(left.strip(), known)} == {to_python(right.strip(), known)}"
    return _without_powers_of_ten(text) if _is_broken_python(text, known) else f"{READ}({text!r})"


def _without_powers_of_ten(text: str) -> str:
    """Python with 2e+1 as 2e +1, so that Python refuses what would be the float 20.0 to it and 2*e + 1 to people."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return text
    lines = text.splitlines(keepends=True)
    for token in reversed(tokens):
        if token.type == tokenize.NUMBER and (found := _POWER_OF_TEN.fullmatch(token.string)):
            row, at = token.start[0] - 1, token.start[1] + len(found[1])
            lines[row] = f"{lines[row][:at]} {lines[row][at:]}"
    return "".join(lines)


def _is_broken_python(text: str, known: Mapping[str, object]) -> bool:
    """Whether a text that is no Python was meant as some: it begins with a keyword or calls no function of numbers."""
    first = re.match(r"[^\W\d]\w*", text)
    if first and keyword.iskeyword(first[0]) and first[0] != "lambda":
        return True
    called = [name for name in _CALLED.findall(text) if name not in FUNCTIONS]
    return any(callable(known.get(name, getattr(builtins, name, None))) for name in called)


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
