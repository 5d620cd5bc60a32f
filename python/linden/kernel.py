"""A kernel for Jupyter: notebooks whose cells are DML, all of them one session.

``linden kernel install`` (or ``python -m linden.kernel install``) makes it known to Jupyter, which
starts it with ``python -m linden.kernel -f FILE``.
"""

import argparse
import html
import json
import os
import re
import sys
import tempfile

try:
    from ipykernel.kernelapp import IPKernelApp
    from ipykernel.kernelbase import Kernel
except ImportError as e:
    raise ImportError(
        "the kernel needs ipykernel (Debian: python3-ipykernel, elsewhere: pip install ipykernel)"
    ) from e

from .display import PlanPage
from .errors import LindenError
from .launcher import find_launcher
from .progress import Progress
from .session import Session

NAME = "linden"

_HELP = """\
A cell is DML. Variables, functions and imports stay for the next cell; an error changes nothing.
The value of an expression at the end is shown, and kept as _.

%explain           in the first line: a page about the plan of the cell, which does not run
%explain LEVEL     the plan as text: program, hops, fusion, runtime, ...
%profile           in the first line: the same page with measured times, after the cell
%stats             in the first line: where the time went, after the cell
%vars              the variables
%help              this text
"""


class LindenKernel(Kernel):
    """One engine, which starts with the first cell, and one session of it."""

    implementation = NAME
    implementation_version = "1"
    banner = "Linden: declarative machine learning. %help tells what a cell may be."
    language_info = {
        "name": "dml",
        "version": "1",
        "mimetype": "text/x-dml",
        "file_extension": ".dml",
        "pygments_lexer": "r",
        "codemirror_mode": "r",
    }

    _session = None

    @property
    def session_of_engine(self):
        if self._session is None:
            self._session = Session()
        return self._session

    # ---------------------------------------------------------------------------------- running

    def do_execute(
        self, code, silent, store_history=True, user_expressions=None, allow_stdin=False, **_
    ):
        try:
            self._run(code, silent)
        except LindenError as e:
            if e.kind == "cancelled":
                return self._failed("KeyboardInterrupt", "the cell was called off", silent)
            return self._failed(type(e).__name__, str(e), silent)
        except KeyboardInterrupt:
            return self._failed("KeyboardInterrupt", "the cell was called off", silent)
        except (OSError, ValueError) as e:  # the engine does not start, or has ended
            self._end()
            return self._failed(type(e).__name__, str(e), silent)
        return {
            "status": "ok",
            "execution_count": self.execution_count,
            "payload": [],
            "user_expressions": {},
        }

    def _run(self, code, silent):
        magic, words, rest = _magic(code)
        if magic == "help":
            self._print("stdout", _HELP, silent)
        elif magic == "vars":
            self._display(_variables(self.session_of_engine.variables()), silent)
        elif magic == "explain":
            self._explain(rest, words, silent)
        elif magic in (None, "stats", "profile"):
            self._run_cell(rest, silent, magic == "stats", magic == "profile")
        else:
            raise ValueError(f"there is no %{magic}; %help shows what there is")

    def _explain(self, code, words, silent):
        name = self._cell_name()
        level = words[0] if words else "hops"
        plan = self.session_of_engine.explain_cell(code, level, name=name)
        if words:
            self._print("stdout", plan + "\n", silent)
        else:
            page = self.session_of_engine.plan_page(code, name=name)
            self._display({"text/plain": plan, "text/html": page._repr_html_()}, silent)

    def _run_cell(self, code, silent, statistics, page):
        progress = Progress(self._show)
        found = []

        def hear(kind, data):
            if kind == "warning":
                self._print("stderr", f"warning: {data}\n", silent)
            elif kind == "progress" and not silent:
                progress.tell(*data)
            elif kind == "picture":
                svg, sketch = data
                self._display({"image/svg+xml": svg, "text/plain": sketch}, silent)
            elif kind == "statistics":
                found.append({"text/plain": json.dumps(json.loads(data), indent=2)})
            elif kind == "page":
                page = PlanPage(data)
                found.append({"text/plain": repr(page), "text/html": page._repr_html_()})

        try:
            result = self.session_of_engine.cell(
                code,
                on_print=lambda line: self._print("stdout", line + "\n", silent),
                on_event=hear,
                name=self._cell_name(),
                statistics=statistics,
                page=page,
            )
        finally:
            progress.end()
        for each in found:
            self._display(each, silent)
        if result.text is not None and not silent:
            content = {
                "execution_count": self.execution_count,
                "data": {"text/plain": result.text, "text/html": result.html},
                "metadata": {},
            }
            self.send_response(self.iopub_socket, "execute_result", content)

    def _cell_name(self):
        return f"In [{self.execution_count}]"

    def _failed(self, kind, text, silent):
        content = {"ename": kind, "evalue": text, "traceback": text.splitlines()}
        if not silent:
            self.send_response(self.iopub_socket, "error", content)
        return {"status": "error", "execution_count": self.execution_count, **content}

    def _print(self, stream, text, silent):
        if not silent:
            self.send_response(self.iopub_socket, "stream", {"name": stream, "text": text})

    def _display(self, data, silent):
        if not silent:
            self.send_response(self.iopub_socket, "display_data", {"data": data, "metadata": {}})

    def _show(self, name, text, update):
        content = {
            "data": {"text/plain": text},
            "metadata": {},
            "transient": {"display_id": name},
        }
        kind = "update_display_data" if update else "display_data"
        self.send_response(self.iopub_socket, kind, content)

    # ---------------------------------------------------------------------------------- editing

    def _ask(self, question, otherwise):
        """What the engine answers; where it can't, the next cell will say why."""
        try:
            return question(self.session_of_engine)
        except OSError:
            self._end()  # the next cell starts another one
        except LindenError as e:
            self.log.warning("%s", e)
        return otherwise

    def do_complete(self, code, cursor_pos):
        position = len(code) if cursor_pos is None else cursor_pos
        start, end, found = self._ask(
            lambda session: session.complete(code, position), (position, position, [])
        )
        types = [
            {"start": start, "end": end, "text": c.text, "type": c.kind, "signature": c.note}
            for c in found
        ]
        return {
            "status": "ok",
            "matches": [c.text for c in found],
            "cursor_start": start,
            "cursor_end": end,
            "metadata": {"_jupyter_types_experimental": types},
        }

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        for name in words_at(code, cursor_pos):
            page = self._ask(lambda session, name=name: session.inspect(name), None)
            if page is not None:
                text, dml = page
                if detail_level > 0 and dml:
                    text = text + "\n\n" + dml
                data = {"text/plain": text, "text/html": f"<pre>{html.escape(text)}</pre>"}
                return {"status": "ok", "found": True, "data": data, "metadata": {}}
        return {"status": "ok", "found": False, "data": {}, "metadata": {}}

    def do_is_complete(self, code):
        if _magic(code)[0] is not None:
            return {"status": "complete"}
        status = self._ask(lambda session: session.is_complete(code), "unknown")
        return {"status": status, "indent": "  "} if status == "incomplete" else {"status": status}

    def do_shutdown(self, restart):
        self._end()
        return {"status": "ok", "restart": restart}

    def _end(self):
        session, self._session = self._session, None
        if session is not None:
            session.close()


def _magic(code):
    """The word behind % in the first line, the words behind it, and the other lines.

    The line stays as an empty one, so that errors tell the right lines.
    """
    first, _, rest = code.partition("\n")
    if not first.startswith("%"):
        return None, [], code
    words = first[1:].split()
    return (words[0] if words else ""), words[1:], "\n" + rest


def words_at(code, position):
    """The name at a position, and those of the calls that it stands in, from the inside out."""
    position = len(code) if position is None else position
    names = []
    for match in re.finditer(r"[A-Za-z_][\w.]*(::[A-Za-z_][\w.]*)?", code):
        if match.start() <= position <= match.end():
            names.append(match.group())
    depth = 0
    for i in range(min(position, len(code)) - 1, -1, -1):
        if code[i] == ")":
            depth += 1
        elif code[i] == "(" and depth > 0:
            depth -= 1
        elif code[i] == "(":
            match = re.search(r"([A-Za-z_][\w.:]*)\s*$", code[:i])
            if match:
                names.append(match.group(1))
    return names


def _variables(variables):
    """A table of them, as text and HTML."""
    heads = ["name", "type", "rows", "columns", "non-zeros", "bytes", "form"]
    lines = [
        [v.name, v.type, *("" if n < 0 else str(n) for n in v[2:6]), v.form] for v in variables
    ]
    widths = [max(len(line[j]) for line in [heads] + lines) for j in range(len(heads))]
    text = "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip()
        for line in [heads] + lines
    )
    rows = [
        "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in line) + "</tr>"
        for tag, line in [("th", heads)] + [("td", line) for line in lines]
    ]
    return {"text/plain": text, "text/html": "<table>" + "".join(rows) + "</table>"}


# -------------------------------------------------------------------------------- installation


def kernel_spec(python=sys.executable):
    """What Jupyter has to know; a package that is not installed is found where it lies."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return {
        "argv": [python, "-m", "linden.kernel", "-f", "{connection_file}"],
        "display_name": "Linden",
        "language": "dml",
        "interrupt_mode": "signal",
        "env": {
            "LINDEN": os.path.abspath(find_launcher()),
            "PYTHONPATH": os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")])),
        },
    }


def install(arguments=None):
    """``install [--user | --sys-prefix | --prefix DIR]``: the folder of the kernel."""
    from jupyter_client.kernelspec import KernelSpecManager

    parser = argparse.ArgumentParser(
        prog="linden kernel", description="Makes a kernel for notebooks known to Jupyter."
    )
    parser.add_argument("action", choices=["install"])
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--user", action="store_true", help="for this user (if nothing is said)")
    place.add_argument("--sys-prefix", action="store_true", help="for this Python or environment")
    place.add_argument("--prefix", metavar="DIR", help="below DIR/share/jupyter/kernels")
    given = parser.parse_args(arguments)
    prefix = sys.prefix if given.sys_prefix else given.prefix
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        with open(os.path.join(folder, "kernel.json"), "w", encoding="utf-8") as file:
            json.dump(kernel_spec(), file, indent=2)
            file.write("\n")
        return KernelSpecManager().install_kernel_spec(
            folder, NAME, user=prefix is None, prefix=prefix
        )


def main():
    if sys.argv[1:2] and not sys.argv[1].startswith("-"):
        try:
            print(f"The kernel {NAME} is installed in {install()}")
        except OSError as e:
            sys.exit(f"linden kernel: {e}")
    elif len(sys.argv) < 2:
        install(["--help"])
    else:
        IPKernelApp.launch_instance(kernel_class=LindenKernel)


if __name__ == "__main__":
    main()
