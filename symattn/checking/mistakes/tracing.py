"""The whole trace of a way of calculating, every stage exact."""

from __future__ import annotations

from symattn.checking.mistakes.arithmetic import ExactArithmetic
from symattn.checking.mistakes.evaluating import Evaluation
from symattn.checking.mistakes.ways import Way
from symattn.exact import MINUS_INFINITY, ExactMatrix
from symattn.trace import Trace

OF_A_HEAD = ("Q", "K", "V", "dots", "scores", "masked_scores", "weights", "output")


def trace_of_way(way: Way) -> Trace:
    """Every stage that the way has, as a Trace [stages as in `symattn.trace`].

    Errors: whatever the exact arithmetic raises, such as DivisionError.
    """
    evaluation = Evaluation(way, ExactArithmetic())
    several = way.named_heads
    heads = [_head(evaluation, number, f"head{number + 1}." if several else "") for number in range(len(way.heads))]
    if not several and way.w_o is None:
        return heads[0]
    stages = {} if several else {name: heads[0].exact(name) for name in heads[0].stage_names if name != "output"}
    stages |= {name: matrix_of(evaluation, name) for name in ("joined", "output")}
    scales = {id(head.scale): head.scale for head in way.heads}
    scale = next(iter(scales.values())) if len(scales) == 1 else None
    return Trace(stages, visible=way.visible, query_valid=way.valid, scale=scale, heads=heads if several else ())


def _head(evaluation: Evaluation, number: int, prefix: str) -> Trace:
    way, head = evaluation.way, evaluation.way.heads[number]
    names = [name for name in OF_A_HEAD if head.scores is None or name not in ("Q", "K", "dots")]
    if head.value is None:
        names = [name for name in names if name not in ("V", "output")]
    stages = {name: matrix_of(evaluation, prefix + (name if name != "output" else "mixed")) for name in names}
    return Trace(stages, visible=way.visible, query_valid=way.valid, scale=head.scale)


def matrix_of(evaluation: Evaluation, stage: str) -> ExactMatrix:
    """A stage of an exact evaluation as a matrix."""
    return ExactMatrix([[MINUS_INFINITY if e is None else e for e in row] for row in evaluation.rows(stage)])


__all__ = ["matrix_of", "trace_of_way"]
