# Produces distributions.txt: probabilities and quantiles to 17 digits, from mpmath with 60 digits and, as a second
# opinion on the formulas, SciPy.   Usage: python3 distributions.py > distributions.txt
import mpmath as mp
import scipy.stats as st

mp.mp.dps = 60
m = mp.mpf


def lower_gamma(a, x):
    return mp.gammainc(a, 0, x, regularized=True)


def upper_gamma(a, x):
    return mp.gammainc(a, x, mp.inf, regularized=True)


def beta(a, b, x, y):
    """I_x(a, b), by the hypergeometric series on the side where it converges fast."""
    def series(a, b, x, y):
        return mp.power(x, a) * mp.power(y, b) / a / mp.beta(a, b) * mp.hyp2f1(a + b, 1, a + 1, x, maxterms=10**6)
    return series(a, b, x, y) if x <= (a + 1) / (a + b + 2) else 1 - series(b, a, y, x)


def show(name, arguments, value, scipy):
    if 1e-290 < abs(scipy) < 1e290:
        assert abs(float(value) - scipy) <= 1e-8 * abs(scipy), (name, arguments, value, scipy)
    if value == 0 or mp.fabs(value) > 1e-300:
        print(name, *[repr(float(a)) for a in arguments], mp.nstr(value, 17))


for z in [-37, -30, -20.5, -10, -5.1, -3, -2.5, -2.4999, -1, -0.3, -1e-10, 0, 0.7, 1.96, 3, 8]:
    show("pnorm", [z], mp.ncdf(m(z)), st.norm.cdf(z))
for p in [1e-300, 1e-100, 1e-20, 1e-5, 0.02425, 0.3, 0.49999, 0.5, 0.7, 0.975, 1 - 1e-9]:
    show("qnorm", [p], mp.findroot(lambda z: mp.ncdf(z) - m(p), (m(st.norm.ppf(p)), m(st.norm.ppf(p)) * (1 + m(10)**-12) + m(10)**-25), tol=m(10)**-600, verify=False), st.norm.ppf(p))

for df in [0.1, 1, 2, 5.5, 10, 30, 200, 1e4, 1e6]:
    for t in [-1e5, -50, -10, -3, -1, -0.1, -1e-12, 0.2, 2, 6]:
        square = m(t) ** 2
        tail = beta(m(df) / 2, m(1) / 2, df / (df + square), square / (df + square)) / 2
        show("pt", [t, df], tail if t < 0 else 1 - tail, st.t.cdf(t, df))

for df in [0.02, 0.5, 1, 2, 3, 10, 100, 5000, 1e6]:
    for q in [1e-20, 1e-3, 0.1, 0.9, 1, 3.84, 10, 80, 900]:
        for x in [q] if df < 500 else [q * df / 10, q * df / 100]:
            show("pchisq", [x, df], lower_gamma(m(df) / 2, m(x) / 2), st.chi2.cdf(x, df))
            show("pchisqUpper", [x, df], upper_gamma(m(df) / 2, m(x) / 2), st.chi2.sf(x, df))

for df1, df2 in [(1, 1), (2, 10), (5, 3), (30, 40), (0.5, 7), (500, 800), (1e4, 3), (3, 1e5)]:
    for q in [1e-15, 0.01, 0.5, 1, 1.2, 3, 25, 1e4]:
        ratio = m(df1) * m(q)
        x, y = ratio / (ratio + df2), df2 / (ratio + df2)
        show("pf", [q, df1, df2], beta(m(df1) / 2, m(df2) / 2, x, y), st.f.cdf(q, df1, df2))
        show("pfUpper", [q, df1, df2], beta(m(df2) / 2, m(df1) / 2, y, x), st.f.sf(q, df1, df2))
