r"""The LaTeX commands that formulas in an exercise file may use: known to KaTeX and to LaTeX with amsmath and amssymb.

Anything else is refused, so that a file from a stranger can typeset formulas and do nothing: no \input, no \write, no
\href, no definitions.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TWO = _words("frac dfrac tfrac cfrac binom dbinom tbinom overset underset stackrel")
_ONE = _words(
    """sqrt hat bar vec tilde dot ddot check breve acute grave overline underline widehat widetilde overbrace underbrace
    boxed overrightarrow overleftarrow boldsymbol phantom operatorname mathrm mathbf mathit mathsf mathtt mathcal mathbb
    mathfrak mathnormal mod"""
)
# Commands with arguments in braces, and how many they take; \sqrt takes an index in brackets too.
ARGUMENTS = {**dict.fromkeys(_TWO, 2), **dict.fromkeys(_ONE, 1)}
# Commands whose argument is words and not mathematics.
TEXTS = _words("text textrm textbf textit texttt textsf textnormal mbox")
# Commands after which a delimiter stands.
DELIMITED = _words(
    "left right middle big bigl bigr bigm Big Bigl Bigr Bigm bigg biggl biggr biggm Bigg Biggl Biggr Biggm"
)

GREEK = _words(
    """alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho
    sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"""
)
FUNCTIONS = _words(
    """ln log exp lg sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan min max inf sup lim liminf limsup
    det dim ker deg gcd arg hom Pr"""
)
SPACES = _words("quad qquad enspace thinspace medspace thickspace , ; : !") | {" "}
STYLES = _words("displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits hline")
SIGNS = _words(
    r"""infty cdot times div pm mp ast star circ bullet oplus ominus otimes odot wedge vee cap cup setminus
    le leq ge geq ne neq approx equiv sim simeq cong propto ll gg prec succ preceq succeq leqslant geqslant
    in notin ni subset supset subseteq supseteq emptyset varnothing mid nmid parallel perp top bot models vdash
    to gets mapsto rightarrow leftarrow leftrightarrow Rightarrow Leftarrow Leftrightarrow longrightarrow longmapsto
    implies iff uparrow downarrow hookrightarrow forall exists nexists neg lnot land lor because therefore
    sum prod int oint bigcup bigcap bigoplus bigotimes partial nabla prime dagger ddagger ell hbar Re Im aleph angle
    triangle square blacksquare checkmark dots ldots cdots vdots ddots dotsc dotsb colon
    lbrace rbrace lbrack rbrack langle rangle lceil rceil lfloor rfloor lvert rvert lVert rVert vert Vert backslash
    bmod { } | % # & _ $"""
)
# What may stand after \left, \right and \big, beside single signs.
DELIMITERS = _words(
    r"""lbrace rbrace lbrack rbrack langle rangle lceil rceil lfloor rfloor lvert rvert lVert rVert vert Vert backslash
    uparrow downarrow { } |"""
)
# What has limits above and below, with \limits or \nolimits right after it.
OPERATORS = _words(
    """sum prod int oint bigcup bigcap bigoplus bigotimes min max inf sup lim liminf limsup det gcd Pr operatorname"""
)
WORDS = GREEK | FUNCTIONS | SIGNS | STYLES | SPACES

ENVIRONMENTS = _words("matrix bmatrix pmatrix vmatrix Vmatrix Bmatrix smallmatrix cases aligned gathered split")

_UNICODE = """
α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma
τ tau υ upsilon φ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega
∞ infty · cdot ⋅ cdot × times ÷ div ± pm ≤ le ≥ ge ≠ ne ≈ approx ≡ equiv ∼ sim ∝ propto ∈ in ∉ notin ⊂ subset ⊆ subseteq
∅ emptyset → to ← gets ↔ leftrightarrow ⇒ Rightarrow ⇔ Leftrightarrow ↦ mapsto ∀ forall ∃ exists ¬ neg ∧ wedge ∨ vee
∑ sum ∏ prod ∫ int ∂ partial ∇ nabla … ldots ⋯ cdots ℓ ell ⊤ top ⊥ bot ∣ mid ⟨ langle ⟩ rangle ′ prime
"""
# Signs of Unicode by the command that typesets them in mathematics; "−" is an ordinary minus sign there.
UNICODE = dict(zip(_UNICODE.split()[::2], _UNICODE.split()[1::2], strict=True))

__all__ = [
    "ARGUMENTS",
    "DELIMITED",
    "DELIMITERS",
    "ENVIRONMENTS",
    "FUNCTIONS",
    "GREEK",
    "OPERATORS",
    "SPACES",
    "STYLES",
    "TEXTS",
    "UNICODE",
    "WORDS",
]
