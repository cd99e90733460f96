"""For every derivation, changes to its inputs or to a step of its calculation that together break each of its claims.

A change replaces text that the script contains; the first one of each script is also run in a process of its own.
"""

from __future__ import annotations

Change = tuple[str, str]

X_AS_IT_IS = "X = Matrix([[1, 0], [0, 1], [1, 1]])"
OTHER_X: Change = (X_AS_IT_IS, "X = Matrix([[1, 0], [0, 2], [1, 2]])")
OTHER_W_K: Change = ("W_K = Matrix([[1, 1], [0, 1]])", "W_K = Matrix([[1, 1], [1, 1]])")
OTHER_W_V: Change = ("W_V = Matrix([[1, 0], [1, 2]])", "W_V = Matrix([[2, 0], [1, 3]])")
OTHER_R: Change = ("r = exp(1 / sqrt(2))", "r = exp(1 / sqrt(3))")

CHANGES: dict[str, list[Change]] = {
    "unmasked_head": [
        OTHER_X,
        OTHER_W_V,
        ("W_Q = eye(2)", "W_Q = 2 * eye(2)"),
        ("s = 1 / sqrt(2)", "s = 1 / sqrt(3)"),
        ("A = sa.Softmax(S).doit()", "A = sa.Softmax(S).doit() / 2"),
    ],
    "visibility_table": [
        ("LENGTH = 3, 2", "LENGTH = 3, 1"),
        ("causal = sa.causal(SLOTS)", "causal = sa.full(SLOTS, SLOTS)"),
        ("causal = sa.causal(SLOTS)", "causal = sa.window(SLOTS, 0, 0)"),
        ("from_additive(relation.additive())", "from_additive((~relation).additive())"),
        ("causal.additive() + padding.additive()", "causal.additive() + causal.additive()"),
    ],
    "causal_head": [
        OTHER_X,
        OTHER_W_V,
        ("scale = 1 / sqrt(2)", "scale = 1 / sqrt(3)"),
        ("M = sa.causal(3).additive()", "M = sa.full(3, 3).additive()"),
        ("M = sa.causal(3).additive()", "M = sa.window(3, 0, 0).additive()"),
        ("A = sa.Softmax(S + M).doit()", "A = sa.Softmax(S + M).doit() / 2"),
        ('"0.140029", ', '"0.140030", '),
    ],
    "padded_head": [
        OTHER_X,
        OTHER_W_V,
        ("USED = (True, True, False)", "USED = (True, True, True)"),
        ("M = (causal & padding).additive()", "M = padding.additive()"),
        ("sa.padding(2, 3)", "sa.padding(3, 3)"),
        ("(causal & ~causal)", "(causal & causal)"),
        ("unscored = [None, None, None]", "unscored = [None, None, 0]"),
        ("s = 1 / sqrt(2)", "s = 1 / sqrt(3)"),
    ],
    "mask_after_softmax": [
        (X_AS_IT_IS, "X = Matrix([[2, 0], [0, 1], [1, 1]])"),
        OTHER_W_V,
        OTHER_R,
        ("[[1, 0, 0], [1, 1, 0], [1, 1, 1]]", "[[1, 1, 0], [1, 1, 1], [1, 1, 0]]"),
        ("M = sa.causal(3).additive()", "M = sa.full(3, 3).additive()"),
        ("erased = sa.Softmax(S)", "erased = sa.Softmax(S + M)"),
        ("[0] * kept + [-oo] * hidden", "[-oo] * hidden + [0] * kept"),
        ("weights = sa.Softmax(Matrix([[a, b, c]]))", "weights = sa.Softmax(Matrix([[a, b, -oo]]))"),
        ("weights = sa.Softmax(Matrix([[a, b, c]]))", "weights = sa.Softmax(Matrix([[a, -oo, -oo]]))"),
    ],
    "future_copy_oracle": [
        ("V_red = Matrix([[half, half], [1, 0]])", "V_red = Matrix([[half, half], [0, 1]])"),
        ("V_blue = Matrix([[half, half], [0, 1]])", "V_blue = Matrix([[half, half], [1, 0]])"),
        ("half = Rational(1, 2)", "half = Rational(1, 3)"),
        ("Matrix([[0, log(odds)]])", "Matrix([[0, log(2 * odds)]])"),
        ("M = Matrix([[0, -oo]])", "M = Matrix([[0, 0]])"),
        ('f"leak-{name}-causal"', 'f"leak-{name}"'),
    ],
    "two_heads": [
        OTHER_X,
        (X_AS_IT_IS, "X = Matrix([[1, 0], [0, 1], [1, 1], [1, 0]])"),
        ("W_1 = Matrix([1, 0])", "W_1 = Matrix([2, 1])"),
        ("W_2 = Matrix([0, 1])", "W_2 = Matrix([0, 2])"),
        ("W_2 = Matrix([0, 1])", "W_2 = Matrix([1, 0])"),
        ("W_O = Matrix([[1, 1], [1, -1]])", "W_O = Matrix([[1, 1, 0], [1, -1, 0]])"),
        ("W_1.shape[1]", "4 * W_1.shape[1]"),
        ('"shape of a projection", W_1.shape', '"shape of a projection", W_1.T.shape'),
        ('visible="causal"', 'visible="full"'),
    ],
    "second_position": [
        ("x_1, x_2 = Matrix([[1, 0]]), Matrix([[0, 1]])", "x_1, x_2 = Matrix([[1, 0]]), Matrix([[2, 1]])"),
        ("W_1, W_2 = Matrix([1, 0]), Matrix([0, 1])", "W_1, W_2 = Matrix([2, 1]), Matrix([1, 2])"),
        ("W_O = Matrix([[1, 1], [1, -1]])", "W_O = Matrix([[2, 1], [2, 1]])"),
        ("[(W_1, W_1, W_1), (W_2, W_2, W_2)]", "[(W_2, W_2, W_2), (W_1, W_1, W_1)]"),
    ],
    "axes_and_counts": [
        ("B, T, C, H = 1, 3, 16, 2", "B, T, C, H = 2, 3, 20, 2"),
        ("found = head_shapes(B, T, C, H)", "found = head_shapes(B + 1, T + 1, C + H, H)"),
        ("H * head_width(C, H)", "H + head_width(C, H)"),
        ("(b, h, t, d)[::-1]", "(b, h, d, t)"),
        ('ITEM_BYTES["float64"]', 'ITEM_BYTES["float32"]'),
        ("count = b * h * t**2", "count = b * h * t"),
        ("count = b * h * t**2", "count = c * h * t**2"),
        ("[X[:, :1], X[:, 1:]]", "[X[:, 1:], X[:, :1]]"),
        ("X.reshape(H, T)[head, :].T", "X.T[head, :].T"),
        ("X.reshape(H, T)[head, :].T", "X.reshape(H, T)[head, :]"),
    ],
    "record_with_padding": [
        ('TOKENS = ["BOS", "red", "key"]', 'TOKENS = ["BOS", "blue", "key"]'),
        ("LENGTH = len(TOKENS)", "LENGTH = 2"),
        ("visible = sa.causal(SLOTS) & ", "visible = "),
        ("used = valid_positions(LENGTH, SLOTS)", "used = valid_positions(SLOTS, SLOTS)"),
        ('shifted_targets(TOKENS, "EOS")[:-1]', "TOKENS[:-1]"),
    ],
    "swapped_heads": [
        OTHER_X,
        ("hstack(output(W_2), output(W_1))", "hstack(output(W_1), output(W_2))"),
        ("W_O_swapped = Matrix([[1, -1], [1, 1]])", "W_O_swapped = Matrix([[1, 1], [1, -1]])"),
        ("rows[::-1, :], before", "rows, before"),
        ("hstack(h_2, h_1) * rows, before", "hstack(h_1, h_2) * rows, before"),
        ("certified = sa.decimal(exact, 16)", "certified = PRINTED"),
        ("heads = [(W_2, W_2, W_2), (W_1, W_1, W_1)]", "heads = [(W_1, W_1, W_1), (W_2, W_2, W_2)]"),
    ],
    "strict_triangle": [
        ("[j < i for j in range(3)]", "[j <= i for j in range(3)]"),
        OTHER_W_V,
        OTHER_R,
        ("inclusive = sa.causal(3)", "inclusive = sa.full(3, 3)"),
        ("sa.Softmax(zeros(1, 3)).doit()", "A[0, :]"),
        ("visible=strict, query_valid=[False, True, True]", "visible=inclusive"),
    ],
    "future_perturbation": [
        ("causal = sa.causal(3).additive()", "causal = sa.full(3, 3).additive()"),
        ("causal = sa.causal(3).additive()", "causal = sa.causal(3).transpose().additive()"),
        ("absent = sa.full(3, 3).additive()", "absent = sa.causal(3).additive()"),
        ("reversed_ = sa.causal(3).transpose().additive()", "reversed_ = sa.causal(3).additive()"),
        OTHER_R,
        OTHER_W_V,
        ("doit() * V)[:2, :]", "doit() * V)[: 2 if M == causal else 3, :]"),
        ("copied = Matrix.vstack(BEFORE[2, :], BEFORE[1:, :])", "copied = BEFORE"),
    ],
    "four_guesses": [
        ("targets = shifted_targets(WORDS, None)", "targets = [*WORDS[:4], None]"),
        ("targets = shifted_targets(WORDS, None)", 'targets = shifted_targets(WORDS, "The")'),
        ('"the", "mouse"]', '"the", "mouse", "again"]'),
        ("(i, 1, T - 1)", "(i, 1, T)"),
        ("Rational(1, size)", "Rational(1, 2 * size)"),
        (
            "[Rational(1, size)] * (len(WORDS) * size)",
            "([Rational(1, 2)] + [Rational(1, 2 * size - 2)] * (size - 1)) * len(WORDS)",
        ),
        ("None if word is None else VOC", "0 if word is None else VOC"),
    ],
    "row_that_reads_ahead": [
        ("[[4, 18, 12, 6, 60]]", "[[5, 18, 12, 7, 58]]"),
        ("[[4, 18, 12, 6, 60]]", "[[4, 18, 12, 8, 60]]"),
        ("A = sa.Softmax(S).doit()", "A = 2 * WEIGHTS"),
        ("A_masked = sa.Softmax(S + M).doit()", "A_masked = sa.Softmax(2 * S + M).doit() / 2"),
        ("causal = sa.causal(5)", "causal = sa.full(5, 5)"),
        ("causal = sa.causal(5)", "causal = sa.window(5, 0, 0)"),
    ],
    "masks_as_matrices": [
        ("M = sa.causal(WORDS).additive()", "M = sa.full(WORDS, WORDS).additive()"),
        ("WORDS = 5", "WORDS = 4"),
        ("LENGTHS = 4, [4, 2]", "LENGTHS = 4, [3, 1]"),
        ("LENGTHS = 4, [4, 2]", "LENGTHS = 5, [4, 2]"),
        ("P = [padding.additive()", "P = [(padding & sa.causal(SLOTS)).additive()"),
        ("mask = sa.causal(2)", "mask = sa.full(2, 2)"),
        ("mask = sa.causal(2)", "mask = (~sa.causal(2))"),
        ("additive() + P[1]", "additive() + P[0]"),
    ],
    "masked_batch": [
        ("[2, 1, 1, 3], [1, 4, 3, 2]", "[3, 1, 1, 3], [1, 4, 3, 2]"),
        ("[[3, 1, 5, 5], [1, 3, 5, 5], [5, 2", "[[4, 1, 5, 5], [1, 2, 5, 5], [5, 2"),
        ("LENGTHS = [4, 2]", "LENGTHS = [3, 1]"),
        ("M = sa.causal(SLOTS).additive()", "M = sa.full(SLOTS, SLOTS).additive()"),
        ("sa.Softmax(scores + M + columns).doit()", "sa.Softmax(scores + M + columns).doit() / 2"),
    ],
    "one_pass_four_prefixes": [
        ("M = sa.causal(T).additive()", "M = sa.full(T, T).additive()"),
        ('sa.causal(len(words)) if visible == "causal"', 'sa.full(len(words), len(words)) if visible == "causal"'),
        ('sa.causal(len(words)) if visible == "causal"', 'sa.window(len(words), 0, 0) if visible == "causal"'),
        ('problems["five-words-masked"]', 'problems["five-words"]'),
        ("GUESSES = T - 1", "GUESSES = T - 2"),
        ("T = 5", "T = 4"),
    ],
    "words_without_order": [
        ("M = sa.causal(3).additive()", "M = sa.full(3, 3).additive()"),
        ("scores(P * x)", "scores(2 * P * x)"),
        ("* (P * V), P * outputs", "* V, 2 * P * outputs"),
        (X_AS_IT_IS, "X = Matrix([[1, 0], [0, 2], [1, 1]])"),
        ("doit() * (P * X)", "doit() * X"),
    ],
}
