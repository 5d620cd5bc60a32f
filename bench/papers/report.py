"""Pages with tables and figures on the experiments of a paper, and what the commands beside this file share. See bench/README.md."""

import argparse
import glob
import html
import json
import math
import os
import platform
import re
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGES = os.path.join(HOME, "docs", "papers")


class Failure(Exception):
    """A run that gave no result: over the limit, with an error, or without the lines that were expected."""


# --- running ----------------------------------------------------------------------------------------------------------------


class Run:
    """What a process printed, its exit code and its wall-clock seconds."""

    def __init__(self, words, code, out, err, seconds):
        self.words, self.code, self.out, self.err, self.seconds = words, code, out, err, seconds

    def milliseconds(self):
        """The lines `name number` of stdout; of a name that comes several times, the list of its numbers is in `all`."""
        return {name: values[-1] for name, values in self.all().items()}

    def all(self):
        """The numbers of each name, in the order they were printed."""
        found = {}
        for line in self.out.splitlines():
            match = re.fullmatch(r"(\S+) +(-?[0-9.]+(?:[eE][-+]?[0-9]+)?)", line.strip())
            if match:
                found.setdefault(match.group(1), []).append(float(match.group(2)))
        return found

    def statistics(self):
        """The object of `-stats --json`: phases, rewrites, fusion, operators and so on."""
        for line in self.err.splitlines():
            if line.startswith("{") and '"statistics"' in line:
                return json.loads(line)["statistics"]
        raise Failure("no statistics on stderr; was it run with -stats --json?")

    def json(self):
        """The object on stdout, for example of `explain --json`."""
        return json.loads(self.out)


def execute(words, limit=150, env=None, cwd=None):
    """Runs a command; Failure if it takes more than so many seconds or its exit code is not 0."""
    environment = dict(os.environ, LINDEN_DAEMON="0", **(env or {}))
    begin = time.monotonic()
    process = subprocess.Popen(words, env=environment, cwd=cwd, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        raise Failure(f"over {limit:g} s") from None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    seconds = time.monotonic() - begin
    if process.returncode != 0:
        lines = [line for line in (err + out).splitlines() if line.strip()]
        told = [line for line in lines if re.search(r"error|exception", line, re.I)] or lines or ["no message"]
        raise Failure(f"exit code {process.returncode}: {told[0].strip()[:200]}")
    return Run(words, process.returncode, out, err, seconds)


def command():
    """The words that start Linden: $LINDEN, or ./linden of this checkout."""
    return shlex.split(os.environ.get("LINDEN", os.path.join(HOME, "linden")))


def linden(words, limit=150, env=None, cwd=None):
    """Runs Linden with these words, in a JVM of its own."""
    return execute(command() + list(words), limit, env, cwd)


def explain(script, words=(), limit=60):
    """The plan of a script as text, for example `explain(file, ["-explain", "spark", "--cluster", file])`."""
    return linden(["explain", script] + list(words), limit).out


def peer_command():
    """The words that start SystemDS ($PEER_SYSTEMDS), or None if it is not to be measured."""
    given = os.environ.get("PEER_SYSTEMDS")
    return shlex.split(given) if given else None


def peer(words, limit=150, env=None, cwd=None):
    """Runs SystemDS with these words; None if $PEER_SYSTEMDS is not set. Options of its JVM go into SDS_OPTS."""
    return execute(peer_command() + list(words), limit, env, cwd) if peer_command() else None


def scratch():
    """A context manager with a temporary folder."""
    return tempfile.TemporaryDirectory(prefix="linden-papers-")


def write_file(folder, name, text):
    """Writes a text file and returns its path."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


def cluster_file(folder, executors, cores, executor_memory, driver_memory, name="cluster.json", **more):
    """A description of a cluster for `explain --cluster`."""
    description = dict(executors=executors, cores=cores, executorMemory=executor_memory, driverMemory=driver_memory, **more)
    return write_file(folder, name, json.dumps(description))


def two_executors(folder, driver=700, executor=2560):
    """Words and environment of Linden on two executors of one core each (local-cluster); memory in MB. Needs the module spark built."""
    home = os.path.join(folder, "spark-home")
    jars = os.path.join(home, "jars")
    if not os.path.isdir(jars):
        os.makedirs(jars)
        for pattern in (HOME + "/cli/target/linden/lib/*.jar", HOME + "/spark/target/backend/*.jar"):
            found = glob.glob(pattern)
            if not found:
                raise Failure(f"there is no {os.path.relpath(pattern, HOME)}: build the module spark")
            for jar in found:
                link = os.path.join(jars, os.path.basename(jar))
                if not os.path.exists(link):
                    os.symlink(jar, link)
    conf = (f"spark.executor.memory:{executor}m,spark.driver.host:127.0.0.1,spark.driver.bindAddress:127.0.0.1,"
            "spark.executor.extraJavaOptions:--add-modules=jdk.incubator.vector")
    env = {"SPARK_HOME": home, "SPARK_SCALA_VERSION": "2.13", "SPARK_LOCAL_IP": "127.0.0.1"}
    return ["--mem", f"{driver}m", "--master", f"local-cluster[2,1,{executor}]", "--set", f"spark.conf={conf}"], env


def median_of(k, action):
    """The medians of k calls: of numbers, or per name of dictionaries of numbers."""
    values = [action() for _ in range(k)]
    if isinstance(values[0], dict):
        return {name: statistics.median(value[name] for value in values) for name in values[0]}
    return statistics.median(values)


def machine():
    """What the machine is that results come from."""
    name = platform.processor() or platform.machine()
    kilobytes = 0
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            name = next((line.split(":", 1)[1].strip() for line in info if line.startswith("model name")), name)
        with open("/proc/meminfo", encoding="utf-8") as info:
            kilobytes = int(re.search(r"MemTotal: +(\d+)", info.read()).group(1))
    except OSError:
        pass  # elsewhere than on Linux
    java = subprocess.run([os.path.join(os.environ["JAVA_HOME"], "bin", "java") if os.environ.get("JAVA_HOME") else "java", "-version"],
                          capture_output=True, text=True, check=True).stderr
    return {"cores": os.cpu_count(), "processor": name, "gigabytes": round(kilobytes / 2 ** 20),
            "java": re.search(r'version "([^"]*)"', java).group(1)}


# --- experiments: options and saved results -------------------------------------------------------------------------------------


class Experiments:
    """
    The command of a paper: reads options, measures what they choose, keeps results, and gives back earlier ones of the rest.

    Results are a JSON file per paper, and one more of those of --small. They are saved after each experiment.
    """

    def __init__(self, paper, description):
        parser = argparse.ArgumentParser(
            description=description,
            epilog="Environment: LINDEN, the command that runs Linden (default: ./linden of this checkout); PEER_SYSTEMDS, the command "
            "that runs SystemDS and takes options of the JVM from SDS_OPTS (default: none, it is not measured).")
        parser.add_argument("-k", type=int, default=3, metavar="N", help="runs of which medians are taken (3)")
        parser.add_argument("--small", action="store_true", help="tiny data: does everything run? The page goes beside the results")
        parser.add_argument("--only", default="", metavar="REGEX", help="measure experiments whose name matches; others as saved")
        parser.add_argument("--missing", action="store_true", help="measure only what has no saved result")
        parser.add_argument("--render", action="store_true", help="measure nothing, write the page from saved results")
        parser.add_argument("--list", action="store_true", help="print the names of the experiments")
        parser.add_argument("--results", default=os.path.join(HOME, "bench", "target", "papers"), metavar="FOLDER",
                            help="where results are kept (bench/target/papers)")
        parser.add_argument("--pages", metavar="FOLDER", help="where the page goes (docs/papers)")
        parser.add_argument("--limit", type=float, default=150, metavar="SECONDS", help="time limit of a run (150)")
        given = parser.parse_args()
        if given.k < 1:
            parser.error("-k must be at least 1")
        self.small, self.limit, self.k = given.small, given.limit, 1 if given.small else given.k
        self.given = given
        self.failed = []
        os.makedirs(given.results, exist_ok=True)
        self.file = os.path.join(given.results, f"{paper}-small.json" if given.small else f"{paper}.json")
        self.pages = given.pages or (given.results if given.small else PAGES)
        self.saved = {}
        if os.path.exists(self.file):
            with open(self.file, encoding="utf-8") as saved:
                self.saved = json.load(saved)

    def measure(self, name, action):
        """The value of an experiment (anything that JSON can hold): of `action()`, or saved; None if there is none, or it failed."""
        given = self.given
        if given.list:
            print(name)
            return None
        if not given.render and re.search(given.only, name) and not (given.missing and self.value(name) is not None):
            begin = time.monotonic()
            try:
                entry = {"value": action()}
            except Failure as failure:
                entry = {"failure": str(failure)}
                self.failed.append(name)
            self.saved[name] = entry
            self.saved["machine"] = machine()
            with open(self.file + ".new", "w", encoding="utf-8") as out:
                json.dump(self.saved, out, indent=1)
            os.replace(self.file + ".new", self.file)
            print(f"{name}: {json.dumps(entry)[:300]} ({time.monotonic() - begin:.1f} s)", file=sys.stderr, flush=True)
        return self.value(name)

    def value(self, name):
        """The saved value of an experiment, None if there is none."""
        return self.saved.get(name, {}).get("value")

    def failure(self, name):
        """Why an experiment has no value, or None."""
        return self.saved.get(name, {}).get("failure")

    def machine(self):
        """A sentence on the machine that the saved results come from."""
        facts = self.saved.get("machine") or machine()
        return f"{facts['cores']} cores ({facts['processor']}), {facts['gigabytes']} GB of memory, Java {facts['java']}"

    def finish(self, report):
        """Writes the page unless only names were asked for; returns the exit code."""
        if not self.given.list:
            print(report.write(self.pages), file=sys.stderr)
        for name in self.failed:
            print(f"failed: {name}: {self.failure(name)}", file=sys.stderr)
        return 1 if self.failed else 0


# --- pages ------------------------------------------------------------------------------------------------------------------


def number(value):
    """Three digits or all before the point, with separators of thousands; a dash for None; texts as they are."""
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    if value == 0 or isinstance(value, int):
        return f"{value:,}"
    magnitude = math.floor(math.log10(abs(value)))
    return f"{value:,.{max(0, 2 - magnitude)}f}"


class Report:
    """A Markdown page, built from top to bottom, with figures as SVG files in the folder `images` beside it."""

    def __init__(self, file, title):
        self.file = file  # such as 001-parfor.md
        self.parts = [f"# {title}"]
        self.figures = {}

    def text(self, markdown):
        """Paragraphs, headings, lists."""
        self.parts.append(re.sub(r"\n +", "\n", markdown.strip()) if "```" not in markdown else markdown.strip())

    def table(self, head, rows):
        """A table; columns with numbers are aligned to the right."""
        rows = [list(row) for row in rows]
        right = [any(not isinstance(row[i], str) and row[i] is not None for row in rows) for i in range(len(head))]
        lines = ["| " + " | ".join(head) + " |", "|" + "".join("---:|" if r else "---|" for r in right)]
        lines += ["| " + " | ".join(number(cell) for cell in row) + " |" for row in rows]
        self.parts.append("\n".join(lines))

    def bars(self, name, title, groups, series, unit, log=False):
        """Bars in groups; `series` maps a name to one value (or None) per group. "published" in a name: hollow, in the colour before."""
        self.figure(name, title, bar_chart(title, groups, series, unit, log))

    def lines(self, name, title, xs, series, xlabel, ylabel, logx=False, logy=False):
        """Lines over numbers; `series` maps a name to one value (or None) per x. "published" in a name: dashed, in the colour before."""
        self.figure(name, title, line_chart(title, xs, series, xlabel, ylabel, logx, logy))

    def figure(self, name, title, svg):
        """A figure of one's own, given as SVG."""
        self.figures[name + ".svg"] = svg
        self.parts.append(f"![{title}](images/{name}.svg)")

    def write(self, folder=PAGES):
        """Writes page and figures, and returns the path of the page."""
        os.makedirs(os.path.join(folder, "images"), exist_ok=True)
        for name, svg in self.figures.items():
            write_file(os.path.join(folder, "images"), name, svg)
        return write_file(folder, self.file, "\n\n".join(self.parts) + "\n")


# --- figures ----------------------------------------------------------------------------------------------------------------

WIDTH, LEFT, RIGHT = 720, 64, 16
# Distinct without seeing colours well, and on both backgrounds; series also differ in shape.
COLOURS = ["#3b82c4", "#e08a1e", "#2e9e76", "#c2549d", "#8a7ad6", "#8c8c8c"]
# Background and text come from one query: legible even where page and system disagree on which mode it is.
STYLE = """<style>
text { font: 12px system-ui, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #24292f }
.title { font-size: 14px; font-weight: 600 } .small { font-size: 10.5px } .soft { fill: #57606a }
.paper { fill: #ffffff; stroke: #d0d7de } .grid { stroke: #e2e6ea } .axis { stroke: #8c959f }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .soft { fill: #9ea7b3 }
.paper { fill: #0f141b; stroke: #30363d } .grid { stroke: #262d36 } .axis { stroke: #6e7681 }
}
</style>"""


def escape(text):
    return html.escape(str(text), quote=True)


def text_width(text, size=12):
    """About what a text takes; fonts differ."""
    return len(text) * size * 0.56


def tick_text(value):
    if value != 0 and (abs(value) >= 1e6 or abs(value) < 1e-3):
        mantissa, exponent = f"{value:.0e}".split("e")
        power = "10" + str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
        return power if mantissa == "1" else f"{mantissa}·{power}"
    return f"{value:,.6g}" if abs(value) < 1000 else f"{value:,.0f}"


def linear_ticks(low, high, wanted=5):
    span = (high - low) or 1
    step = 10 ** math.floor(math.log10(span / wanted))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= wanted + 0.5)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(i * step, 12) for i in range(first, last + 1)]


def log_ticks(low, high):
    first, last = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
    last = max(last, first + 1)
    if last - first > 2:
        step = math.ceil((last - first) / 7)
        return [10.0 ** e for e in range(first, last + step, step)]
    fine = [factor * 10.0 ** e for e in range(first, last) for factor in (1, 2, 5)] + [10.0 ** last]
    above = [tick for tick in fine if tick <= low * (1 + 1e-9)]
    below = [tick for tick in fine if tick >= high * (1 - 1e-9)]
    return [tick for tick in fine if above[-1] <= tick <= below[0]]


class Axis:
    """From values to positions."""

    def __init__(self, values, log, begin, end, zero=False, tight=False):
        # Nothing measured yet: an empty frame.
        low, high = (min(values), max(values)) if values else (1, 10)
        if log:
            self.ticks = log_ticks(low * (0.8 if zero else 1), high)
        else:
            self.ticks = linear_ticks(min(0, low) if zero else low, high)
        self.of = math.log10 if log else float
        self.begin, self.end = begin, end
        self.low, self.high = self.of(low if tight else self.ticks[0]), self.of(high if tight else self.ticks[-1])

    def at(self, value):
        return self.begin + (self.of(value) - self.low) / (self.high - self.low) * (self.end - self.begin)


def wrapped(label, width):
    """Lines of at most that width, broken at spaces."""
    lines = []
    for word in str(label).split():
        if lines and text_width(lines[-1] + " " + word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def legend(names, marks, top):
    """The names of the series with their marks, in rows; also returns where what follows may begin."""
    x, y, parts = LEFT, top, []
    for name, mark in zip(names, marks):
        width = 24 + text_width(name) + 18
        if x > LEFT and x + width > WIDTH - RIGHT:
            x, y = LEFT, y + 18
        parts.append(mark(x, y))
        parts.append(f'<text x="{x + 24}" y="{y + 4}">{escape(name)}</text>')
        x += width
    return parts, y + 16


def series_colours(names):
    """A published series has the colour of the measured one before it."""
    colours, used = [], 0
    for i, name in enumerate(names):
        if "published" in name and i > 0:
            colours.append(colours[i - 1])
        else:
            colours.append(COLOURS[used % len(COLOURS)])
            used += 1
    return colours


def document(title, height, description, parts):
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}" role="img">',
        f"<title>{escape(title)}</title>", f"<desc>{escape(description)}</desc>", STYLE,
        f'<rect class="paper" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1:g}" rx="6"/>',
        f'<text class="title" x="{LEFT}" y="24">{escape(title)}</text>'] + parts + ["</svg>", ""])


def vertical_axis(axis, unit, left, right):
    parts = []
    for tick in axis.ticks:
        y = axis.at(tick)
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="small soft" x="{left - 6}" y="{y + 3.5:.1f}" text-anchor="end">{tick_text(tick)}</text>')
    middle = (axis.begin + axis.end) / 2
    parts.append(f'<text class="soft" transform="translate(15 {middle:.1f}) rotate(-90)" text-anchor="middle">{escape(unit)}</text>')
    return parts


def described(groups, series):
    return "; ".join(f"{name}: " + ", ".join(f"{group} {number(value)}" for group, value in zip(groups, values))
                     for name, values in series.items())


def bar_chart(title, groups, series, unit, log=False):
    """An SVG of grouped bars."""
    names = list(series)
    hollow = ["published" in name for name in names]
    colours = series_colours(names)

    def fill(i):
        return (f'fill="{colours[i]}" fill-opacity="0.15" stroke="{colours[i]}" stroke-width="1.5"' if hollow[i]
                else f'fill="{colours[i]}"')

    parts, top = legend(names, [lambda x, y, i=i: f'<rect x="{x + 2}" y="{y - 5}" width="14" height="11" {fill(i)}/>'
                                for i in range(len(names))], 44)
    top += 12
    bottom = top + 190
    values = [value for of_series in series.values() for value in of_series if value is not None and (value > 0 or not log)]
    axis = Axis(values, log, bottom, top, zero=True)
    parts += vertical_axis(axis, unit, LEFT, WIDTH - RIGHT)
    slot = (WIDTH - RIGHT - LEFT) / len(groups)
    bar = min(46, slot * 0.82 / len(names))
    ground = axis.at(axis.ticks[0] if log else max(0, axis.ticks[0]))
    for g, group in enumerate(groups):
        x = LEFT + slot * (g + 0.5) - bar * len(names) / 2
        for i, name in enumerate(names):
            value = series[name][g]
            if value is not None and (value > 0 or not log):
                y = axis.at(value)
                parts.append(f'<rect x="{x + 1:.1f}" y="{min(y, ground):.1f}" width="{bar - 2:.1f}" height="{max(abs(ground - y), 1):.1f}" '
                             f'{fill(i)}/>')
                label = short_number(value)
                if text_width(label, 10.5) <= bar + 6:
                    parts.append(f'<text class="small" x="{x + bar / 2:.1f}" y="{min(y, ground) - 4:.1f}" text-anchor="middle">{label}</text>')
            x += bar
    parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{ground:.1f}" y2="{ground:.1f}"/>')
    labels = [wrapped(group, slot - 4) for group in groups]
    for g, label in enumerate(labels):
        for n, line in enumerate(label):
            parts.append(f'<text x="{LEFT + slot * (g + 0.5):.1f}" y="{bottom + 17 + 14 * n:.1f}" text-anchor="middle">{escape(line)}</text>')
    return document(title, bottom + 14 + 14 * max(len(label) for label in labels), described(groups, series), parts)


def short_number(value):
    """At most three digits and a letter."""
    for limit, letter in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if abs(value) >= limit:
            scale = limit if letter != "k" else 1e3
            return f"{value / scale:.3g}{letter}" if value / scale < 999.5 else f"{value / scale:.0f}{letter}"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}" if abs(value) >= 1 else f"{value:.2g}"


def marker(shape, x, y, colour):
    if shape == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
    if shape == 1:
        return f'<rect x="{x - 3.7:.1f}" y="{y - 3.7:.1f}" width="7.4" height="7.4" fill="{colour}"/>'
    if shape == 2:
        return f'<path d="M{x:.1f} {y - 5:.1f}l4.8 8.4h-9.6z" fill="{colour}"/>'
    return f'<path d="M{x:.1f} {y - 5.2:.1f}l5.2 5.2-5.2 5.2-5.2-5.2z" fill="{colour}"/>'


def line_chart(title, xs, series, xlabel, ylabel, logx=False, logy=False):
    """An SVG of lines."""
    names = list(series)
    dash = ['stroke-dasharray="5 4" ' if "published" in name else "" for name in names]
    colours = series_colours(names)

    def mark(i):
        colour = colours[i]
        return lambda x, y: (f'<line x1="{x}" x2="{x + 20}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="2" {dash[i]}/>'
                             + marker(i % 4, x + 10, y, colour))

    parts, top = legend(names, [mark(i) for i in range(len(names))], 44)
    top += 8
    bottom = top + 210
    values = [value for of_series in series.values() for value in of_series if value is not None and (value > 0 or not logy)]
    axis = Axis(values, logy, bottom, top, zero=not logy)
    xs = list(xs)
    across = Axis(xs, logx, LEFT + 14, WIDTH - RIGHT - 14, tight=True)
    parts += vertical_axis(axis, ylabel, LEFT, WIDTH - RIGHT)
    parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{bottom}" y2="{bottom}"/>')
    ticks = xs
    if len(xs) > 8 or crowded([across.at(x) for x in xs], [tick_text(x) for x in xs]):
        ticks = [tick for tick in across.ticks if xs[0] <= tick <= xs[-1]]
    for tick in ticks:
        x = across.at(tick)
        parts.append(f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{bottom}" y2="{bottom + 4}"/>')
        parts.append(f'<text class="small soft" x="{x:.1f}" y="{bottom + 17}" text-anchor="middle">{tick_text(tick)}</text>')
    parts.append(f'<text class="soft" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{bottom + 36}" text-anchor="middle">{escape(xlabel)}</text>')
    for i, name in enumerate(names):
        colour = colours[i]
        points = [(across.at(x), axis.at(value)) for x, value in zip(xs, series[name]) if value is not None and (value > 0 or not logy)]
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2" {dash[i]}/>')
        parts += [marker(i % 4, x, y, colour) for x, y in points]
    return document(title, bottom + 48, described([tick_text(x) for x in xs], series), parts)


def crowded(positions, labels):
    """Whether labels at these positions would touch."""
    ordered = sorted(zip(positions, labels))
    return any(right - left < (text_width(a, 10.5) + text_width(b, 10.5)) / 2 + 6
               for (left, a), (right, b) in zip(ordered, ordered[1:]))
