"""Which claim of which derivation shows a printed figure: by problem and stage, or by id where that says too little.

A label with {row} is one claim a row. A place may name the entry (row, column) that is meant, both counted from 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Place(NamedTuple):
    """A claim of a script, and the entries of its value that show a figure."""

    script: str
    label: str
    entries: tuple[tuple[int, int], ...] = ()


# Most printed figures are entries of a stage of a problem (and of an item of a batch).
BY_STAGE: dict[str, dict[str, tuple[str, str]]] = {
    "first_text": {
        "causal scale": ("causal_head", "s"),
        "causal scores": ("causal_head", "S"),
        "causal masked_scores": ("causal_head", "S_causal"),
        "causal weights": ("causal_head", "A_causal"),
        "causal output": ("causal_head", "O_causal"),
        "causal V": ("causal_head", "V"),
        "causal visible": ("visibility_table", "causal, keys of query {row}"),
        "padding visible": ("visibility_table", "padding, keys of query {row}"),
        "padded visible": ("visibility_table", "both, keys of query {row}"),
        "padded weights": ("padded_head", "A"),
        "padded output": ("padded_head", "O"),
        "leak-99 scores 1": ("future_copy_oracle", "scores, odds 99"),
        "leak-99 V 1": ("future_copy_oracle", "values, red record"),
        "leak-99 V 2": ("future_copy_oracle", "values, blue record"),
        "leak-99 weights 1": ("future_copy_oracle", "weights, odds 99"),
        "leak-99 output 1": ("future_copy_oracle", "red record, odds 99"),
        "leak-99 output 2": ("future_copy_oracle", "blue record, odds 99"),
        "leak-99-causal output 1": ("future_copy_oracle", "red record, odds 99, hidden"),
        "leak-99-causal output 2": ("future_copy_oracle", "blue record, odds 99, hidden"),
        "leak-9 V 1": ("future_copy_oracle", "values, red record"),
        "leak-9 weights 1": ("future_copy_oracle", "weights, odds 9"),
        "leak-9 output 1": ("future_copy_oracle", "red record, odds 9"),
        "leak-9-causal output 1": ("future_copy_oracle", "red record, odds 9, hidden"),
        "two-heads head1.Q": ("two_heads", "Q_1"),
        "two-heads head1.K": ("two_heads", "K_1"),
        "two-heads head1.V": ("two_heads", "V_1"),
        "two-heads head2.Q": ("two_heads", "Q_2"),
        "two-heads head2.K": ("two_heads", "K_2"),
        "two-heads head2.V": ("two_heads", "V_2"),
        "two-heads head1.dots": ("two_heads", "D_1"),
        "two-heads head2.dots": ("two_heads", "D_2"),
        "two-heads head1.masked_scores": ("two_heads", "masked scores of head 1"),
        "two-heads head2.masked_scores": ("two_heads", "masked scores of head 2"),
        "two-heads head1.weights": ("two_heads", "A_1"),
        "two-heads head2.weights": ("two_heads", "A_2"),
        "two-heads head1.output": ("two_heads", "O_1"),
        "two-heads head2.output": ("two_heads", "O_2"),
        "two-heads joined": ("two_heads", "J"),
        "two-heads w_o": ("two_heads", "W_O"),
        "two-heads output": ("two_heads", "Y"),
        "heads-swapped joined": ("swapped_heads", "J_{row} swapped"),
        "heads-and-rows-swapped w_o": ("swapped_heads", "W_O with its rows swapped"),
        "record visible": ("record_with_padding", "keys of query {row}"),
        "record weights": ("record_with_padding", "weights of query {row}"),
        **{f"two-heads head1.w_{name}": ("two_heads", "W of head 1") for name in "qkv"},
        **{f"two-heads head2.w_{name}": ("two_heads", "W of head 2") for name in "qkv"},
    },
    "second_text": {
        "five-words weights": ("row_that_reads_ahead", "row 3"),
        "five-words-masked weights": ("row_that_reads_ahead", "row 3 masked"),
        "five-words-masked visible": ("row_that_reads_ahead", "keys of row {row}"),
        "five-words-masked mask": ("masks_as_matrices", "M"),
    },
}
ONE_ROW = ("row 3", "row 3 masked")  # labels whose {row} is spelt out

# Figure 16.2 follows one row of the same problem.
FIGURE_16_2: dict[str, tuple[str, str]] = {
    "head1.w_q": ("second_position", "W of head 1"),
    "head2.w_q": ("second_position", "W of head 2"),
    "head1.masked_scores": ("second_position", "scores of head 1"),
    "head2.masked_scores": ("second_position", "scores of head 2"),
    "head1.weights": ("second_position", "weights of head 1"),
    "head2.weights": ("second_position", "weights of head 2"),
    "head1.V": ("second_position", "values of head 1"),
    "head2.V": ("second_position", "values of head 2"),
    "head1.output": ("second_position", "output of head 1, term by term"),
    "head2.output": ("second_position", "output of head 2, term by term"),
    "joined": ("second_position", "J_2"),
    "w_o": ("second_position", "W_O"),
    "output": ("second_position", "Y_2"),
}
ROWS_OF_ITS_OWN = ("w_q", "V", "w_o")  # stages that the figure shows whole

BY_ID: dict[str, Place] = {
    "table-16-1-loss-1": Place("visibility_table", "targets that are scored"),
    "table-16-1-loss-2": Place("visibility_table", "targets that are scored"),
    "table-16-1-loss-3": Place("visibility_table", "targets that are scored"),
    "no-visible-key": Place("strict_triangle", "Softmax"),
    "unmasked-second-output-1": Place("causal_head", "O_2, nothing hidden", ((1, 1),)),
    "unmasked-second-output-2": Place("causal_head", "O_2, nothing hidden", ((1, 2),)),
    "leak-exponential-1": Place("future_copy_oracle", "exponentials, odds 99", ((1, 1),)),
    "leak-exponential-2": Place("future_copy_oracle", "exponentials, odds 99", ((1, 2),)),
    "table-16-2-visible-loss": Place("future_copy_oracle", "mean loss, odds 99", ((1, 1),)),
    "table-16-2-causal-loss": Place("future_copy_oracle", "mean loss, odds 99, hidden", ((1, 1),)),
    "question-3-99": Place("future_copy_oracle", "exponentials, odds 99", ((1, 2),)),
    "question-3-9": Place("future_copy_oracle", "exponentials, odds 9", ((1, 2),)),
    "answer-3-in-loss": Place("future_copy_oracle", "red record, odds 9", ((1, 1),)),
    "answer-3-loss": Place("future_copy_oracle", "mean loss, odds 9", ((1, 1),)),
    "answer-3-causal-loss": Place("future_copy_oracle", "mean loss, odds 9, hidden", ((1, 1),)),
    "divisor": Place("two_heads", "divisor", ((1, 1),)),
    "shape-projection": Place("two_heads", "shape of a projection"),
    "shape-projected": Place("two_heads", "shape of a projected array"),
    "shape-scores": Place("two_heads", "shape of the scores"),
    "shape-j": Place("two_heads", "shape of J"),
    "shape-w-o": Place("two_heads", "shape of W_O"),
    "shape-y": Place("two_heads", "shape of Y"),
    "width-c": Place("axes_and_counts", "projected [B, T, C]", ((1, 3),)),
    "width-h": Place("axes_and_counts", "transposed [B, H, T, d]", ((1, 2),)),
    "width-d": Place("axes_and_counts", "d", ((1, 1),)),
    "count-b": Place("axes_and_counts", "scores [B, H, T, T]", ((1, 1),)),
    "count-h": Place("axes_and_counts", "scores [B, H, T, T]", ((1, 2),)),
    "count-t": Place("axes_and_counts", "scores [B, H, T, T]", ((1, 3),)),
    "count": Place("axes_and_counts", "scores", ((1, 1),)),
    "float-bytes": Place("axes_and_counts", "bytes of a number", ((1, 1),)),
    "bytes": Place("axes_and_counts", "bytes", ((1, 1),)),
    "count-doubled": Place("axes_and_counts", "scores, T doubled", ((1, 1),)),
    "bytes-doubled": Place("axes_and_counts", "bytes, T doubled", ((1, 1),)),
    "question-2-1": Place("mask_after_softmax", "erased row", ((1, 1),)),
    "question-2-2": Place("mask_after_softmax", "erased row", ((1, 2),)),
    "question-2-3": Place("mask_after_softmax", "erased row", ((1, 3),)),
    "answer-1-targets": Place("record_with_padding", "targets"),
    "answer-1-diagonal": Place("record_with_padding", "slot 3 reads itself"),
    "answer-2-mixture-1": Place("mask_after_softmax", "its mixture", ((1, 1),)),
    "answer-2-mixture-2": Place("mask_after_softmax", "its mixture", ((1, 2),)),
    "answer-2-value-1": Place("mask_after_softmax", "value 1", ((1, 1),)),
    "answer-2-value-2": Place("mask_after_softmax", "value 1", ((1, 2),)),
    "answer-2-total": Place("mask_after_softmax", "its total", ((1, 1),)),
    "answer-2-causal-weights-1": Place("mask_after_softmax", "causal row", ((1, 1),)),
    "answer-2-causal-weights-2": Place("mask_after_softmax", "causal row", ((1, 2),)),
    "answer-2-causal-weights-3": Place("mask_after_softmax", "causal row", ((1, 3),)),
    "answer-2-causal-output-1": Place("mask_after_softmax", "causal output", ((1, 1),)),
    "answer-2-causal-output-2": Place("mask_after_softmax", "causal output", ((1, 2),)),
    "answer-4-output-1": Place("swapped_heads", "Y_21 swapped", ((1, 1),)),
    "answer-4-output-2": Place("swapped_heads", "Y_22 swapped", ((1, 1),)),
    "words": Place("four_guesses", "words", ((1, 1),)),
    "guesses": Place("four_guesses", "guesses", ((1, 1),)),
    "guess-1": Place("four_guesses", "row 1, The, guesses"),
    "guess-2": Place("four_guesses", "row 2, cat, guesses"),
    "guess-3": Place("four_guesses", "row 3, chased, guesses"),
    "guess-4": Place("four_guesses", "row 4, the, guesses"),
    "two-thirds": Place("row_that_reads_ahead", "share from later words", ((1, 1),)),
    "leaked": Place("row_that_reads_ahead", "share from later words", ((1, 1),)),
    "passes": Place("one_pass_four_prefixes", "passes over prefixes", ((1, 1),)),
    "prefixes": Place("one_pass_four_prefixes", "passes over prefixes", ((1, 1),)),
}

# What a claim of words prints beside its label, where a figure is words.
WORDS: dict[str, str] = {
    "table-16-1-loss-1": "True, True, False",
    "table-16-1-loss-2": "True, True, False",
    "table-16-1-loss-3": "True, True, False",
    "no-visible-key": 'refused, "a valid query has no visible key: query 1"',
    "answer-1-targets": "red, key, EOS",
    "answer-1-diagonal": "True",
    "guess-1": "cat",
    "guess-2": "chased",
    "guess-3": "the",
    "guess-4": "mouse",
}


def place_of(text: str, figure: dict[str, Any]) -> Place:
    """Where a figure of a text ("first_text") is shown; KeyError for one that no derivation shows."""
    if figure["id"] in BY_ID:
        return BY_ID[figure["id"]]
    row = figure["row"]
    columns = figure.get("columns") or [figure.get("column", 1)]
    if figure["id"].startswith("figure-16-2-"):
        script, label = FIGURE_16_2[figure["stage"]]
        whole = figure["stage"].split(".")[-1] in ROWS_OF_ITS_OWN
        return Place(script, label, tuple((row if whole else 1, column) for column in columns))
    parts = (figure["problem"], figure["stage"], figure.get("item", ""))
    script, label = BY_STAGE[text][" ".join(str(part) for part in parts if part)]
    one_row = "{row}" in label or label in ONE_ROW
    return Place(script, label.format(row=row), tuple((1 if one_row else row, column) for column in columns))
