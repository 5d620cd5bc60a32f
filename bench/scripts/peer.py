"""The operations of the scripts beside it in NumPy and SciPy: peer.py SCRIPT WORKFOLDER.

Prints one line per operation: its name and milliseconds, the fastest of some rounds."""
import sys
import time

import numpy as np
import scipy.sparse as sp

rng = np.random.default_rng(7)


def report(name, operation, rounds=5, warm=2):
    best = float("inf")
    for k in range(warm + rounds):
        start = time.perf_counter()
        operation()
        elapsed = time.perf_counter() - start
        if k >= warm:
            best = min(best, elapsed)
    print(name, 1000 * best, flush=True)


def cellwise(work):
    a = rng.random((800_000, 100)) * 1.9 + 0.1
    b = rng.random((800_000, 100)) * 1.9 + 0.1
    r = np.empty_like(a)  # results go where memory is touched already

    def softmax():
        np.subtract(a, a.max(axis=1, keepdims=True), out=r)
        np.exp(r, out=r)
        np.divide(r, r.sum(axis=1, keepdims=True), out=r)

    def sigmoid():
        np.negative(a, out=r)
        np.exp(r, out=r)
        np.add(r, 1, out=r)
        np.divide(1, r, out=r)

    def add_scaled():
        np.multiply(b, 3, out=r)
        np.add(a, r, out=r)

    report("exp", lambda: np.exp(a, out=r))
    report("log", lambda: np.log(a, out=r))
    report("add_scalar", lambda: np.add(a, 3, out=r))
    report("add_scaled", add_scaled)
    report("sigmoid", sigmoid)
    report("softmax", softmax)


def aggregates(work):
    a, b, c = (rng.random((800_000, 100)) * 2 - 1 for _ in range(3))
    r = np.empty_like(a)
    flat = [x.reshape(-1) for x in (a, b, c)]
    report("sum", lambda: a.sum())
    report("sum_squares", lambda: flat[0] @ flat[0])
    report("sum_product3", lambda: np.einsum("i,i,i->", *flat))
    report("row_sums", lambda: a.sum(axis=1))
    report("col_sums", lambda: a.sum(axis=0))
    report("row_index_max", lambda: a.argmax(axis=1))
    report("cumsum", lambda: np.cumsum(a, axis=0, out=r))
    s, t = (sp.random(800_000, 100, 0.1, format="csr", random_state=k) for k in (1, 2))
    report("sum_squares_sparse", lambda: s.data @ s.data)
    report("sum_product_sparse", lambda: s.multiply(t).sum())


def reorganize(work):
    a = rng.random((8000, 8000))
    r = np.empty_like(a)
    report("transpose", lambda: np.copyto(r, a.T))
    s = sp.random(800_000, 1000, 0.01, format="csr", random_state=3)
    report("transpose_sparse", lambda: s.T.tocsr())
    x = rng.random(8_000_000)
    report("sort", lambda: np.sort(x))
    report("order", lambda: np.argsort(x, kind="stable"))
    g = np.floor(x * 500).astype(np.int64)
    h = np.floor(rng.random(8_000_000) * 80).astype(np.int64)
    report("table", lambda: np.bincount(g * 80 + h, minlength=40_000).reshape(500, 80))
    h = h[:1_000_000]
    shape = (len(h), 80)
    report("one_hot", lambda: sp.csr_matrix((np.ones(len(h)), h, np.arange(len(h) + 1)), shape=shape))
    e = rng.random((800_000, 50)) * (rng.random((800_000, 1)) > 0.5)
    report("remove_empty", lambda: e[e.any(axis=1)])


def files(work):
    a = rng.random((400_000, 100))
    report("write_binary", lambda: np.save(work + "/a.npy", a), 3)
    report("read_binary", lambda: np.load(work + "/a.npy").sum(), 3)
    b = a[:100_000, :20]
    report("write_csv", lambda: np.savetxt(work + "/a.csv", b, delimiter=",", fmt="%.17g"), 1, 0)
    report("read_csv", lambda: np.loadtxt(work + "/a.csv", delimiter=",").sum(), 1, 0)


globals()[sys.argv[1]](sys.argv[2])
