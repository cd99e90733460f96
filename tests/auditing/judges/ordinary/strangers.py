"""Sentences that were written without regard to what the auditor looks for."""

STRANGERS = r"""
In arithmetic modulo 12, $9 + 5 = 2$.
Working in $\mathbb{Z}_{11}$, we have $7 \cdot 8 = 1$.
Counting with hexadecimal digits, $9 + 1 = A$ and $F + 1 = 10$.
On a 24-hour clock, $22 + 5 = 3$.
Boolean algebra has $1 + 1 = 1$.
In characteristic two, $(a+b)^2 = a^2 + b^2$.
Many pupils would write $2^3 = 6$.
It would be absurd to conclude $5 = 7$.
Does $3^2 + 4^2 = 6^2$ hold?
We cannot have $\frac{2}{3} = \frac{3}{4}$.
The claim that $\sqrt{2}+\sqrt{3}=\sqrt{5}$ is refuted by squaring.
Dividing by zero one "proves" $1 = 2$.
Contrary to popular belief, $0.9 \cdot 1.1 = 1$ fails.
An exam answer read $7 \times 8 = 54$ and was crossed out.
The typo $2+3=6$ in the first edition has been corrected.
Start with $x_0 = 2$, $x_1 = 1.5$, $x_2 = 1.4167$.
Set $n = 3$. Later we set $n = 4$, and finally $n = 5$.
With $t = 1$ the value is 2; with $t = 2$ it is 5.
The price rose 3,50 = 7/2 francs.
A population of 1,250,000 = 1.25 million.
The weights of the three neural units are 1.2, -0.7 and 0.4.
Gaussian quadrature has weights 0.5556, 0.8889, 0.5556.
The portfolio weights 0.6, 0.5 and -0.1 allow a short position.
The inverse-variance weights were 4, 1 and 0.25.
Attention heads 3 and 7 scored 0.41 and 0.77 on the probe.
Softmax temperature was 0.5; the scores 1, 2 and 3 were then rescaled.
Its weights [0.2, 0.9] come from two separate sigmoids.
Sigmoid gates [0.7, 0.8, 0.1] need not add to one.
The output 3 of the counter and the key 5 of the map.
The value 7 is stored under key 3, and the query returns 2 rows.
$E = 5$ V, $I = 2$ A, so $R = E/I = 2.5$ ohms.
$c = 2\pi r$, with $r = 3$ this is about 18.85.
An angle of $\theta = 30^\circ$ has $\sin\theta = 0.5$.
$1\,\mathrm{h} = 3600\,\mathrm{s}$ and $1\,\mathrm{km} = 1000\,\mathrm{m}$.
$5\,\% = 0.05$ and $12\,\text{dozen} = 144$.
$20^\circ\text{C} = 68^\circ\text{F}$.
Roughly, $e^7 \approx 1100$ and $2^{20} \approx 10^6$.
As a crude estimate, $\pi^2 \approx 10$ and $\sqrt{3}\approx 7/4$.
$n! \approx \sqrt{2\pi n}(n/e)^n$; for $n = 5$ this is 118 against 120.
$\log 2 \approx 0.301$ and $\log 3 \approx 0.477$ (base ten).
$\lg 1000 = 3$ and $\operatorname{ld} 8 = 3$.
$f(1) = 2$, $f(2) = 3$, $f(3) = 5$, $f(4) = 7$, the primes.
$a_n = a_{n-1} + 2$ with $a_1 = 1$ gives $a_4 = 7$.
$x = 2$ or $x = -3$ solve $x^2 + x - 6 = 0$.
The line $y = 3x - 1$ meets $x = 2$ at $y = 5$.
The interval $[2, 5]$ contains the points 2, 3.5 and 5.
$\{2, 4\} \cap \{4, 6\} = \{4\}$.
$|{-5}| = 5$ and $\operatorname{sgn}(-5) = -1$.
$(1\ 2\ 3)(1\ 2) = (1\ 3)$ in cycle notation.
$A = 3$, $B = 5$ and $C = 9$ are grades, not numbers.
In roman numerals, IX = 9 and XL = 40.
Version 2.0 = version 1.9 plus a bug fix.
Round 1: 3 = 3, a draw.
Let $S = 4\pi r^2$ be the surface; at $r = 1$, $S \approx 12.57$.
Let $K = \frac12 mv^2$; with $m = 2$ and $v = 3$, $K = 9$.
Let $V = IR$. At $I = 2$ and $R = 4$ we read $V = 8$.
The matrix $A$ has rank 2, trace 5 and determinant 6, so its eigenvalues are 2 and 3.
$\operatorname{Var}(X) = E[X^2] - E[X]^2 = 10 - 9 = 1$.
$P(X>1.96) \approx 0.025$, and $\Phi(1.96) \approx 0.975$.
$z = (72 - 65)/3.5 = 2$ and the percentile is 97.7.
$O = (0, 0)$, $P = (3, 4)$, and $OP = 5$.
We use $\epsilon = 10^{-6}$; with $\epsilon = 10^{-3}$ the plots agree.
`alpha = 0.1` and `alpha = 0.2` were tried.
`x = [1, 2, 3]` becomes `x = [2, 4, 6]`.
""".strip().splitlines()
