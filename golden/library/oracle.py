#!/usr/bin/env python3
"""Checks the expectations of the golden files in this folder against NumPy, SciPy and scikit-learn.

Lines "# py> code" in front of a run block compute, with these libraries, what the block has to print:

    golden/library/oracle.py [--update] [FILE ...]

compares the two and reports every difference; --update writes what Python printed into the files. The
engine itself is checked by GoldenTest.
"""
import contextlib
import io
import pathlib
import sys

import numpy as np
import scipy
import scipy.stats

KEYWORDS = ("run", "error", "fails", "explain", "input", "args", "file", "#")


def show(value, decimals=3):
    """Prints a matrix like print(toString(X, decimal=...)) in DML: rows, then an empty line."""
    for row in np.atleast_2d(np.asarray(value, dtype=float)):
        print(" ".join(cell(x, decimals) for x in row))
    print()


def cell(x, decimals):
    if np.isnan(x):
        return "NaN"
    if np.isinf(x):
        return "Infinity" if x > 0 else "-Infinity"
    text = f"{x:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def M(text, rows, cols):
    """matrix("1 2 3", rows, cols) of DML."""
    return np.array([float(x) for x in text.split()]).reshape(rows, cols)


def seq(a, b):
    """seq(a, b) of DML."""
    return np.arange(a, b + 1, dtype=float).reshape(-1, 1)


def check(path, update):
    lines = path.read_text().split("\n")
    out, code, i, failures = [], [], 0, 0
    names = {"np": np, "scipy": scipy, "stats": scipy.stats, "show": show, "M": M, "seq": seq}
    while i < len(lines):
        line = lines[i]
        out.append(line)
        i += 1
        if line.startswith("# py> "):
            code.append(line[6:])
        elif line in ("run", "run slow") and code:
            while lines[i] != "----":
                out.append(lines[i])
                i += 1
            out.append(lines[i])
            i += 1
            end = i
            while end < len(lines) and not (
                end > i and lines[end - 1] == "" and lines[end].split(" ")[0] in KEYWORDS
            ):
                end += 1
            found = "\n".join(lines[i:end]).strip("\n")
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec("\n".join(code), names)
            expected = printed.getvalue().strip("\n")
            if expected != found:
                failures += 1
                print(f"{path}:{i + 1}: the file has\n{found}\nPython has\n{expected}\n")
            out.extend((expected if update else found).split("\n"))
            if end < len(lines):
                out.append("")
            i, code = end, []
    if update:
        path.write_text("\n".join(out).rstrip("\n") + "\n")
    return failures


def main(arguments):
    update = "--update" in arguments
    files = [pathlib.Path(a) for a in arguments if not a.startswith("--")]
    files = files or sorted(pathlib.Path(__file__).parent.glob("*.dmlt"))
    failures = sum(check(path, update) for path in files)
    print(f"{failures} differences in {len(files)} files")
    return 0 if failures == 0 or update else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
