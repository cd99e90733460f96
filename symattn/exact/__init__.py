"""What a number is: exact values, their comparison with evidence, and how they are written."""

from symattn.exact.comparing import Comparison, compare
from symattn.exact.functions import euler, exp, log, log_base, pi, power, root, sigmoid, sqrt, symbol, tanh
from symattn.exact.infinity import MINUS_INFINITY, MinusInfinity
from symattn.exact.matrix import ExactMatrix
from symattn.exact.number import Exact

__all__ = [
    "MINUS_INFINITY",
    "Comparison",
    "Exact",
    "ExactMatrix",
    "MinusInfinity",
    "compare",
    "euler",
    "exp",
    "log",
    "log_base",
    "pi",
    "power",
    "root",
    "sigmoid",
    "sqrt",
    "symbol",
    "tanh",
]
