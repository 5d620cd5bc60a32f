"""``%load_ext linden``: cells of DML in notebooks of Python."""

import sys

from IPython.core.error import UsageError
from IPython.core.magic import Magics, line_cell_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring
from IPython.display import DisplayHandle, display

from .display import PlanPage
from .progress import Progress
from .session import default_session


class _Value:
    """The value of an expression, shown as a table in notebooks."""

    def __init__(self, text, html):
        self._text = text
        self._html = html

    def __repr__(self):
        return self._text

    def _repr_html_(self):
        return self._html


class _ProgressDisplay:
    """One output of the cell, updated, and empty in the end."""

    def __init__(self):
        self._handle = None

    def show(self, name, text, update):
        data = {"text/plain": text}
        if update:
            self._handle.update(data, raw=True)
        else:
            self._handle = DisplayHandle(name)
            self._handle.display(data, raw=True)


@magics_class
class LindenMagics(Magics):
    @magic_arguments()
    @argument("-i", "--input", action="append", default=[], help="Python variables, X,y")
    @argument("-o", "--output", action="append", default=[], help="DML variables, W,b")
    @argument("--explain", action="store_true", help="the plan of the cell, which does not run")
    @argument("--profile", action="store_true", help="the plan with measured times, after it")
    @argument("code", nargs="*", help="DML, where there is no cell below the line")
    @line_cell_magic
    def dml(self, line, cell=None):
        """Runs DML; its variables stay for the next time.

        ``%%dml -i X,y -o W`` gives it the variables X and y of Python, and Python its variable W.
        ``%%dml --explain`` shows a page about the plan and does not run the cell; ``--profile``
        runs it and shows the page with measured times.
        """
        if cell is None:
            given, cell = parse_argstring(self.dml, ""), line
        else:
            given = parse_argstring(self.dml, line)
            if given.code:
                words = " ".join(given.code)
                raise UsageError(f"%%dml: what is {words}? DML stands below the line")
        inputs = {name: self._value(name) for name in _names(given.input)}
        outputs = _names(given.output)
        if given.explain:
            if inputs or outputs:
                raise UsageError("%%dml: --explain takes no -i and -o, because nothing runs")
            display(default_session().plan_page(cell, name="cell"))
            return
        pages = []
        progress = Progress(_ProgressDisplay().show)

        def hear(kind, data):
            if kind == "warning":
                print(f"warning: {data}", file=sys.stderr)
            elif kind == "progress":
                progress.tell(*data)
            elif kind == "picture":
                svg, sketch = data
                display({"image/svg+xml": svg, "text/plain": sketch}, raw=True)
            elif kind == "page":
                pages.append(PlanPage(data))

        try:
            result = default_session().cell(
                cell,
                outputs,
                on_print=_print,
                on_event=hear,
                name="cell",
                page=given.profile,
                **inputs,
            )
        finally:
            progress.end()
        self.shell.user_ns.update(result.outputs)
        for page in pages:
            display(page)
        if result.text is not None:
            display(_Value(result.text, result.html))

    def _value(self, name):
        try:
            return self.shell.user_ns[name]
        except KeyError:
            raise UsageError(f"%%dml: there is no variable {name} to give") from None


def _names(lists):
    return [name for names in lists for name in names.replace(",", " ").split()]


def _print(line):
    print(line, flush=True)


def load(ipython):
    ipython.register_magics(LindenMagics)
