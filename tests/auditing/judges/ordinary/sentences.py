"""Sentences whose numbers look like claims and are none: dates, money, units, hypotheses, other people's errors."""

EVERYDAY = r"""
On <day> <month> <year> the archive in <city> held <big> letters, <n> of them unopened.
The meeting moved from <clock> to <clock>; room <n> seats <big>.
See Smith et al. (<year>), pp. <pages>, and section <section> of the appendix.
Release <version> replaces <version>; the changelog of <iso> lists <n> fixes.
Call +44 20 7946 0<big> or write to 12 Mill Lane, <city>.
The parcel weighs <dec1> kg, the crate <dec1> kg, and the limit is 30 kg.
A ticket costs $<money>, a return $<money>, and a group of <n> pays $<money> each.
They paid €<euros> for the <things> and £<money> for the freight.
Rent rose from $<big> to $<big> a month, about <percent>%.
<name> scored <n>, <name> <n>, and the home side won 3-2 after extra time.
The screen has 1920×1080 pixels at 16:9; the old one was 640x480.
The recipe wants 2 1/2 cups of flour, 1/4 tsp of salt and 3-4 eggs.
Train 417 leaves at <clock>, platform <k>, and arrives <m> minutes late.
Chapter <n> begins on page <big>; chapter <m> on page <big>.
The figures are from [<n>], the method from [<k>, <n>] and the proof from [<n>, Theorem <section>].
ISBN 978-3-16-148410-0, DOI 10.1000/182, arXiv:1706.03762v<k>.
The coordinates are 47.<big>° N, 8.<big>° E, at <big> m above the sea.
Between <year> and <year> the population grew from <huge> to <huge>.
The host answers at 192.168.<n>.<n>, port 80<n>, with status 404.
Commit <hex> touches <n> files (+<big>, −<big>).
Phase 1 took <n> days, phase 2 took <n>, and phase 3 has not begun.
Sizes S, M and L fit 36–38, 39–41 and 42–44.
Half of the <big> <things> were sold by <month>, a third by the end of <year>.
The index stood at <dec2> on Monday, <dec2> on Tuesday and <dec2> on Friday.
Take exit <n>, then the B<big> for <dec1> miles.
Rule <k> of <year> (as amended) forbids more than <n> of them; rule <m> has no limit.
Questions 1–<n> carry <k> marks each, question 20 carries 15.
""".strip().splitlines()

UNITS = r"""
One inch is $1\,\text{in}=2.54\,\text{cm}$, by definition.
Water boils at $100\,^\circ\mathrm{C}=212\,^\circ\mathrm{F}$ and freezes at $0\,^\circ\mathrm{C}=32\,^\circ\mathrm{F}$.
A car that needs 1.5 h for 120 km has $v = 120\,\text{km}/1.5\,\text{h} = 80\,\text{km/h}$.
With $g = 9.81\,\mathrm{m/s^2}$ the stone falls for <dec1> s.
The speed of light is $c = 299\,792\,458$ m/s, roughly $3\times10^8$ m/s.
60 min = 1 h, 24 h = 1 day, and 7 days = 1 week.
1 mile ≈ 1.6 km, 1 kg ≈ 2.2 lb, 1 gallon ≈ 3.79 l.
The resistor has $R = 4.7\,\text{k}\Omega = 4700\,\Omega$; at $I = 2\,\text{mA}$ it drops $U = RI = 9.4\,\text{V}$.
The charge of the electron is $e = 1.602\times10^{-19}$ C.
The orbit has eccentricity $e = 0.0167$ and a period of $T = 365.25$ days.
A current of A = 3 A through V = 12 V makes 36 W.
The tank holds V = 2.5 l, the pump delivers Q = <dec1> l/min.
The spring constant is $K = <big>$ N/m and the load $Q = <dec1>$ kN.
The plate has the area $S = <dec1>\,\text{m}^2$ and the thickness $D = <dec1>$ mm.
1 MiB = 1024 KiB, but 1 MB = 1000 kB.
The half-life is $T_{1/2} = <dec1>$ h, the activity $A = <dec1>$ kBq.
$E = mc^2$, $F = ma$, $pV = nRT$ with $R = 8.314\,\mathrm{J/(mol\,K)}$.
A density of $\rho = 1.2\,\mathrm{kg/m^3}$ and an area of <dec1> m² give the drag.
One dozen = 12, one gross = 144, and a baker's dozen = 13.
2 H2 + O2 -> 2 H2O releases <big> kJ/mol; the pH = 7 afterwards.
The scale of the map is 1:<big>00, so 1 cm = <n> km.
Angles: 180° = π, so 90° = π/2; an arc minute is 1/60 of a degree.
$1\,\text{eV} = 1.602\times 10^{-19}\,\text{J}$ and $1\,\text{atm} = 101325\,\text{Pa}$.
It is 12:00 in <city> = 13:00 in <city>.
A note of 440 Hz = A4; 1 octave = 12 semitones.
The bath holds 3 feet ≈ 0.91 m of water.
The exchange rate was 1 € = 1.<n> $ in <year>.
""".strip().splitlines()

SUPPOSING = r"""
Suppose, for a contradiction, that $1 = 2$.
If $\sqrt2 = p/q$ in lowest terms, then $p$ is even, and so is $q$.
Were it so, we should have $0 = 1$, which is absurd.
The equation $2 = 3$ has no solution, and neither has $x + 1 = x$.
Is $<k> + <m> = <n>$? That is for the reader to check.
Solve $2x + 3 = 7$ for $x$.
A common mistake is $\frac12+\frac13=\frac25$; the denominators may not be added.
Beginners write, incorrectly, $(1+2)^2=1^2+2^2=5$.
Nobody would believe that $2 + 2 = 5$.
It is not true that $\sqrt{9+16}=3+4=7$.
One might guess $f(3) = 7$, yet nothing so far determines $f$.
The bill of 1897 would have made $\pi = 3.2$.
In the ring $\mathbb{Z}/5$ we have $3 + 4 = 2$ and $2\cdot3 = 1$.
Over the field with two elements, $1 + 1 = 0$.
Indeed $17 \equiv 2 \pmod 5$, and $3 \cdot 5 = 1 \pmod 7$.
On a clock, $11 + 3 = 2$.
In binary $1 + 1 = 10$ and $101 + 1 = 110$.
In base 2, $(1010)_2 = 10$; in base 16, $(1F)_{16} = 31$.
With integer division 7 / 2 = 3 and 9 / 4 = 2.
In saturating arithmetic 200 + 100 = 255.
In the max-plus algebra $2 \oplus 3 = 3$ and $2 \otimes 3 = 5$.
Let $x = <n>$ be a first guess; if that fails, let $x = <n>$.
Newton's method from $x = 1.5$ gives $x = 1.41667$ and then $x = 1.41422$.
The recursion starts with $a_1 = 1$, $a_2 = 1$ and $a_3 = 2$.
The sequence has $a_<m> = <n>$, a value found by experiment.
Say $P(A) = 0.3$ and $P(B) = 0.5$; nothing is known of $P(A\cap B)$.
The Ramanujan sum $1 + 2 + 3 + \cdots = -1/12$ needs an explanation.
Assume $n = 4$ and $k = 2$ for the moment.
With common logarithms, $\log 100 = 2$ and $\log 1000 = 3$.
In degrees, $\sin 90 = 1$ and $\cos 60 = 0.5$.
For which $a$ is $a + <k> = <n>$, and for which is $a^2 = <n>$?
Replacing $<k>$ by $<m>$ would give a different constant.
The student's answer, $3/4 + 1/4 = 4/8$, earned no marks.
Whoever claims $0^0 = 0$ should look at the limit.
Let $f(0) = 1$, $f(1) = <k>$ and $f(2) = <n>$.
Put $\varepsilon = 0.01$ and $\delta = \varepsilon/3$.
The wrong sign would lead to $-<k> = <k>$.
Denote by $e$ the neutral element, so that $e^2 = e$ and $ee = e$.
A rule of thumb says $72/r$ years, so that $r = 6$ means 12 years.
We look for digits with $AB + BA = 121$.
""".strip().splitlines()

STATISTICS = r"""
The groups differed, $t(23) = 2.<n>$, $p = .0<n>$, $d = 0.<n>$.
An analysis of variance gave $F(2, 45) = 3.<n>$, $p = 0.04$, with $\eta^2 = 0.<n>$.
The 95% confidence interval was [0.<n>, 1.<n>].
The correlation was $r = 0.<n>$ ($n = <n>$), that of the controls $r = 0.<n>$ ($n = <n>$).
$\chi^2(3) = 7.8$, $p = 0.05$.
The mean was <dec2> ± <p2>, the median <dec2>.
Of <big> patients, <percent>% improved, <percent>% got worse, and the rest dropped out.
The chances of rain on Friday, Saturday and Sunday are 0.2, 0.5 and 0.9.
The independent probabilities of failure are 0.1, 0.3 and 0.25.
The sample weights are [1, 1, 2, 5].
The class weights 1.0, 2.5 and 0.8 make up for the imbalance.
After training, the weights of the linear model are [0.5, -0.25, 1.75].
The mixing weights 0.6 and 0.3 leave room for noise.
The three largest attention weights are 0.31, 0.22 and 0.09.
The weights of the parcels are 0.4, 1.2 and 3.5.
The model's weights take 7 GB in half and 14 GB in single precision.
The loss fell from 0.693 to 0.512 after epoch <k> and to 0.488 after epoch <n>.
We train with lr = 1e-3, dropout = 0.1 and a weight decay of 0.01.
The base model has $d_{model} = 512$, 8 heads and $d_k = 64$; the large one has 1024 and 16.
Head <k> puts <p2> of its attention on the verb and <p2> on the object.
BLEU is 28.4 for the base model and 41.8 for the large one.
The scores are [3.2, -1.0, 0.4], in logits.
The mask is [1, 1, 0, 0] for the short record and [1, 1, 1, 0] for the longer one.
The output has shape [32, 128, 512], the mask [32, 1, 1, 128].
The output is [1, 4, 9] for the input [1, 2, 3].
The outputs of the three plants were [12, 15, 9] tons a day.
Precision is 0.8<k>, recall 0.7<k>, and the threshold 0.5.
The transition probabilities out of the first state are 0.7 and 0.2; the rest is absorbed.
With temperature 0.7 and top-p 0.95 the sampler keeps <n> tokens.
An average attention of 0.24 per head is not a distribution over keys.
Accuracy was <dec1>% with seed 1, <dec1>% with seed 2.
Unnormalised weights [2, 3, 5] are as good as any.
The probability of a match is 0.8<k> in table 2 and 0.6<k> in table 3.
Query 1 took <n> ms, query 2 took <n> ms, key 3 was missing.
The keys are 1, 4 and 9; the values are 12.5, 13 and 40.
Weights [12] and masks [13] are discussed in the survey [14].
A row of the correlation matrix reads 1.00, 0.31, -0.12.
""".strip().splitlines()

ROUGHLY = r"""
For mental arithmetic, $\pi\approx 22/7$ and $\sqrt{10}\approx\pi$.
$2^{10}\approx 10^3$, so $2^{20}\approx 10^6$.
$\pi = 3.14159\ldots$ and $e = 2.71828\ldots$
$1/3 = 0.333\ldots$, $1/7 = 0.142857\ldots$, and $0.999\ldots = 1$.
The golden ratio is $\varphi = 1.618\ldots$
Take $\pi \approx 3.14$ (within 0.002) or $\pi\approx 3$ (within 5 %).
For small angles $\sin x \approx x$, so $\sin 0.1 \approx 0.1$.
About 0.3 of them, roughly one in three, returned.
The error is less than $10^{-3}$, and $10^{-3}<0.0011$.
$x = 0.25 \pm 0.01$ and $y = 1.5 \pm 0.2$.
It took 2.5 ≈ 3 attempts on average.
Some 149 ≈ 150 people came.
The ratio is 3:2 = 6:4, about 1.5.
$e^{-10} \approx 0$ for our purposes.
$100! \approx 9.33\times 10^{157}$.
In floating point, 0.1 + 0.2 = 0.30000000000000004.
A fall of 20% after a rise of 20% leaves 96%.
5% of 80 is 4, and 25% + 25% = 50%.
$\sqrt2\ne 1.41$ and $\sqrt2\approx1.41$.
We have $3 < \pi < 22/7$, $e^2 > 7$, and $0.1 + 0.2 \ne 0.3$ in binary.
The dose was 1 1/2 tablets; $1\frac12 = 1.5$ and $2\tfrac34 = 2.75$.
$1{,}024 = 2^{10}$, and 10,000 = 10^4.
0,5 = 1/2, as they write it in <city>, and 3,14 for pi.
""".strip().splitlines()

ASYMPTOTICS = r"""
Merge sort satisfies $T(n) = 2T(n/2) + n$, whence $T(n) = O(n\log n)$.
As $n\to\infty$, $(1+1/n)^n \to e$ and $n^{1/n} \to 1$.
$f(x) = 1 + x + O(x^2)$, but also $f(x) = 1 + O(x)$, and $O(x) = O(1)$.
By lemma <section>, (2) follows from (1), and (3) from (2).
Theorem 2 (<year>). For every $n \ge 3$ there is a graph with $\chi = n$ and girth $> <n>$.
Let $A = \{1, 2\}$ and $B = \{2, 3\}$; then $A\cup B = \{1, 2, 3\}$ and $|A\cap B| = 1$.
Let $A = [0, 1]$ and $B = (2, 3]$, two intervals.
The point (1, 2) lies on the line through (0, 1) and (3, 4).
$e^{i\pi} = -1$, $i^2 = -1$ and $|3+4i| = 5$.
$\binom52 = 10$, $5! = 120$, $\lfloor 2.7\rfloor = 2$ and $\lceil 2.1\rceil = 3$.
$\gcd(12, 18) = 6$, $\varphi(10) = 4$ and 5 XOR 3 = 6.
$\sum_{k=1}^{10} k = 55$ and $1 + 2 + \cdots + 100 = 5050$.
$1 + \frac12 + \frac14 + \dots = 2$.
$\int_0^1 x^2\,dx = \frac13$ and $\int_1^e dx/x = 1$.
$\lim_{x\to0}\frac{\sin x}{x} = 1$ and $f'(3) = 6$ for $f(x) = x^2$.
$\sin 30^\circ = \frac12$, $\cos 60^\circ = 0.5$, $\tan 45^\circ = 1$.
$\log_2 8 = 3$, $\log_{10} 2 \approx 0.301$, $\ln e = 1$.
The determinant is $\begin{vmatrix}1&2\\3&4\end{vmatrix} = -2$.
$\|(3,4)\| = 5$ and $(1,2)\cdot(3,4) = 11$, while $(1,2)+(3,4) = (4,6)$.
The norm satisfies $\|x\|_1 = 7$, $\|x\|_2 = 5$ and $\|x\|_\infty = 4$ for $x = (3, 4)$.
A fair die has $E[X] = 3.5$ and $\operatorname{Var} X = 35/12$.
$\Gamma(5) = 24$, $\zeta(2) = \pi^2/6 \approx 1.645$, $B(2, 3) = 1/12$.
$H_3 = 1 + 1/2 + 1/3 = 11/6$.
$x^2 + y^2 = 25$ is solved by $x = 3$, $y = 4$, and by $x = -4$, $y = 3$.
The Fibonacci numbers are $F_1 = F_2 = 1$, $F_{10} = 55$.
$\mathbb{P}(X = 3) = 0.2$, and $\mathbb{P}(X \le 3) = 0.65$.
The matrix $P=\begin{bmatrix}0.9&0.5\\0.1&0.5\end{bmatrix}$ is stochastic by columns.
Write $W = \begin{bmatrix}1&2\\0&1\end{bmatrix}$; its inverse has a $-2$ in the corner.
$\dim V = 3$, $\dim K = 1$ and so the rank is 2.
Let $V = \mathbb{R}^3$, $K = \mathbb{Q}$ and $S = \{1, 2, 3\}$.
$K_{3,3}$ and $K_5$ are not planar; $Q_3$ has 8 vertices and 12 edges.
$S_3$ has 6 elements, $A_4$ has 12, $D_4$ has 8.
The proof is by induction: $k = 1$ is clear, so let $k > 1$.
""".strip().splitlines()
