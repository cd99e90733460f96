"""Sentences that come near to a claim: true ones in unusual clothes, units in equations, names that are taken."""

TRAPS = r"""
The height follows from $v^2 = 2gh = 2\cdot 9.81\cdot 5 = 98.1$.
A pendulum of one metre has $T = 2\pi\sqrt{L/g} = 2\pi\sqrt{1/9.81} \approx 2.006$ s.
The shift is $\Delta x = x_2 - x_1 = 5 - 2 = 3$.
$P(A\cup B) = 0.3 + 0.5 - 0.15 = 0.65$ and $E[X] = 0.2\cdot1 + 0.8\cdot2 = 1.8$.
At 3 × $4 = $12 it is a bargain; 5 for $10 is not.
If $x = 2$, then $x^2 = 4$; if $x = 3$, then $x^2 = 9$.
The system $2x + y = 5$, $x - y = 1$ has the solution $x = 2$, $y = 1$.
We test $H_0\colon \mu = 5$ against $H_1\colon \mu \ne 5$.
With k = 3 neighbours the score is 0.80, with k = 5 it is 0.82, with k = 9 it is 0.79.
Half of it, 0.50 = .5 = 50%, was lost.
$2/3 = 0.67$ and $5 = 5.0 = 5.00$.
$7! = 5040 \approx 5000$, and $17^2 = 289 \approx 300$.
$\binom{10}{5} = 252 \approx 2^8$ and $86400 \approx 10^5$.
The function is $f(x) = 1$ for $x > 0$ and $f(x) = 0$ for $x \le 0$.
$$f(x)=\begin{cases}1 & x>0\\ 0 & x\le 0\end{cases}$$
$$2x+3y=12 \tag{3}$$
$$a_{11}x_1+a_{12}x_2=b_1,\qquad a_{21}x_1+a_{22}x_2=b_2 \tag{4}$$
$$A=\begin{pmatrix}a&b\\c&d\end{pmatrix},\qquad \det A=ad-bc$$
The first two of five keys get [0.31, 0.22] of the attention, the others share what is left.
The diagonal of the covariance is (1.2, 0.7, 3.1), and its trace 5.0.
The old mask was [[1, 0, 0], [1, 1, 0], [1, 1, 1]]; the new one is its complement.
Let $Q = 7$ be the charge, $K = 3$ the kinetic energy and $V = 2$ the potential, so that $K + V = 5$.
Let $D = b^2 - 4ac$ be the discriminant; for $a = 1$, $b = 3$ and $c = 2$ it is $D = 1$.
Let $S_n = 1 + 2 + \cdots + n$, so $S_4 = 10$ and $S_5 = 15$.
Write $O$ for the origin and $A = (2, 1)$, $B = (5, 5)$; then $|AB| = 5$.
The output gap was 1.5% of GDP, the score 720, the key rate 4.25%.
Every row of the table lists a weight in kg: 71.5, 80.2, 64.9.
The weights of the edges are $w(a) = 3$, $w(b) = 0.5$ and $w(c) = -1$.
The weighted mean is $(2\cdot3 + 1\cdot6)/3 = 4$.
The posterior weights 2/3 and 1/3 go with the values 0 and 3, so the mean is 1.
The quadrature has the weights $\frac13, \frac43, \frac13$ at the nodes $-1, 0, 1$.
Simpson's rule is $\int_{-1}^1 f \approx \frac13 f(-1) + \frac43 f(0) + \frac13 f(1)$.
Of the probabilities, $p_1 = 0.4$ and $p_2 = 0.25$ are known.
The loss is 0.25 for $y = 1$ and 1.5 for $y = 0$.
The divisor is 8 in the first code and $\sqrt{d}$ in the second; with $d = 64$ both agree.
The scale is 1:50, the scores were 3:1 and 2:2.
The vote was 51 to 49, the odds 3 to 1, the final 6–4, 3–6, 7–5.
Its rank fell from 3rd to 12th, and 1st place went to <name>.
$x \mapsto 2x + 1$ sends 3 to 7 and 0 to 1.
$y = 2x + 3$, so that $y(4) = 11$ and $y(0) = 3$.
The line has slope $m = (7-1)/(5-2) = 2$.
Using $n = 10$ and $p = 0.5$, $np = 5$ and $\sqrt{np(1-p)} \approx 1.58$.
The sum of the angles is $180^\circ$, so the third is $180^\circ - 60^\circ - 70^\circ = 50^\circ$.
Let $i$ run from 1 to $n$; for $i = 1$ there is nothing to show, for $i = 2$ see [<n>].
In $\mathbb{F}_7$, $1/3 = 5$ and $\sqrt2 = 3$.
The matrix units satisfy $E_{12}E_{21} = E_{11}$, and $E_{12}^2 = 0$.
For sets, $A + B = \{a + b\}$, so $\{0, 1\} + \{0, 2\} = \{0, 1, 2, 3\}$.
As strings, "1" + "1" = "11" and "ab" * 2 = "abab".
The answer is B = 3, not A = 2; C = 5 was never an option.
Let $T = 300$ K and $P = 1.0$ bar; then $V = 24.9$ l for one mole.
The count is $4 \times 3 \times 2 = 24$, or $\frac{5!}{2!\,3!} = 10$ if order does not matter.
At $t = 0$ there are 100 of them, at $t = 1$ there are 50, and at $t = 2$ there are 25.
The digits of $1/7 \approx 0.142857$ repeat with period 6.
We have $\zeta(3) \approx 1.2020569$, $\gamma \approx 0.5772$ and $G \approx 0.916$.
The estimate 0.58 agrees with $\log_2 1.5 \approx 0.585$ to two digits.
Choose $\lambda = 0.1$; for $\lambda = 1$ the fit is worse, and $\lambda = 10$ is hopeless.
Rounded to tens, 1234 is 1230; to hundreds, 1200.
Each of the 3 heads has width 4, so the model width is 12.
A softmax over <n> equal scores gives each of them the same share.
Example 2.1 = Exercise 3.4 of the first edition.
The signal-to-noise ratio is 20 dB = a factor of 100 in power.
"""

LINES = [line for line in TRAPS.strip().splitlines() if line]
