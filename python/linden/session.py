"""A running engine, and how to start one or connect to one."""

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections import namedtuple

from .connection import Call, Connection
from .display import PlanPage
from .expression import Matrix
from .launcher import find_launcher
from .wire import Writer

_START_SECONDS = 600  # the launcher of a fresh checkout builds first
_END_SECONDS = 15  # the engine calls off what runs, and waits for its end


# what a cell is asked for
_PLAN, _STATISTICS, _PROGRESS, _PICTURES, _PAGE = 1, 2, 4, 8, 16
_TEXT_FORM, _JSON_FORM, _PAGE_FORM = 0, 1, 2

#: What has come of an input: the value of its last expression as text and HTML, None without one;
#: names of variables that have got a value; the outputs by name.
CellResult = namedtuple("CellResult", "text html assigned outputs")

#: What may stand at the cursor: a whole word, its kind, a few words about it.
Candidate = namedtuple("Candidate", "text kind note")

#: A variable of a session; ``non_zeros`` is -1 where nobody has counted them.
Variable = namedtuple("Variable", "name type rows cols non_zeros bytes form")


class Session:
    """An engine in a process of its own.

    :param launcher: the program ``linden``; see :func:`linden.launcher.find_launcher` for the default
    :param options: further words of its command line, such as ``["--mem", "8g"]``
    :param socket_file: connect to a server that runs already (``linden serve --socket FILE``)

    Several threads may share a session; their scripts run one after another. A call that ends
    early, by Ctrl-C or an exception in ``on_print``, calls its script off; the session stays.
    """

    def __init__(self, launcher=None, options=(), socket_file=None):
        self._lock = threading.RLock()
        self._call = None
        self._owner = os.getpid()
        self._process = None
        self._folder = None
        self._connection = None
        try:
            if socket_file is None:
                socket_file = self._start(launcher or find_launcher(), list(options))
            self.socket_file = socket_file
            self._connection = Connection(self._connect(socket_file))
        except BaseException:
            self.close()
            raise
        self.version = self._connection.version

    def _start(self, launcher, options):
        self._folder = tempfile.mkdtemp(prefix="linden-")
        socket_file = os.path.join(self._folder, "socket")
        command = [launcher, "serve", "--socket", socket_file] + options
        # A session of its own: Ctrl-C in a terminal is for Python, which then calls the script off.
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
        return socket_file

    def _connect(self, socket_file):
        end = time.monotonic() + _START_SECONDS
        while True:
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                connection.connect(socket_file)
                return connection
            except (FileNotFoundError, ConnectionRefusedError):
                connection.close()
                if self._process is None:
                    raise ConnectionError(f"nobody serves at {socket_file}") from None
                if self._process.poll() is not None or time.monotonic() > end:
                    raise ConnectionError(
                        "the engine did not start; its messages are on stderr"
                    ) from None
                time.sleep(0.01)

    def close(self):
        """Ends the engine, unless others started it."""
        if self._connection is not None:
            self._connection.close()
        if self._owner != os.getpid():
            return  # a forked process: the engine belongs to the one that started it
        if self._process is not None:
            process, self._process = self._process, None
            process.stdin.close()
            try:
                process.wait(_END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def __del__(self):
        # Without waiting: the engine ends when it notices.
        if getattr(self, "_connection", None) is not None:
            self._connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ------------------------------------------------------------------------------- scripts

    def run(self, script, outputs=(), arguments=None, on_print=print, syntax="dml", **inputs):
        """Runs a script and gives its outputs as a dictionary.

        :param inputs: values of variables when the script starts
        :param outputs: names of variables whose values are wanted when it ends
        :param arguments: values of ``$``-arguments by name
        :param on_print: is called with each line that the script prints
        :param syntax: what the script is written in, ``"dml"`` or ``"pydml"``
        """
        names = _names(outputs)
        parts = _request(script, syntax, arguments, inputs, names).parts
        return self._ask(
            b"R", parts, lambda reader: {name: reader.read_value() for name in names}, on_print
        )

    def run_file(self, file, outputs=(), arguments=None, on_print=print, **inputs):
        """Runs the script in a file, in PyDML if its name ends in ``.pydml``; see :meth:`run`.

        Scripts that it sources are found beside it, as far as the working directory of the engine has
        none of that name. A statement ``X = read(...)`` of the script is
        left out where X is among the inputs.
        """
        file = os.path.abspath(os.fspath(file))
        return self.run(file, outputs, arguments, on_print, "file", **inputs)

    def explain(
        self, script, outputs=(), arguments=None, level="hops", syntax="dml", **inputs
    ):
        """The plan of a script as text; level: program, hops, fusion, runtime, recompile."""
        request = _request(script, syntax, arguments, inputs, _names(outputs))
        request.write_text(level)
        return self._ask(b"X", request.parts, lambda reader: reader.read_text(), print)

    def cancel(self):
        """Calls off the script that another thread runs in this session, if there is one.

        The call there raises :class:`linden.CancelledError`.
        """
        call = self._call
        if call is not None:
            self._connection.cancel(call)

    # ------------------------------------------------------------------------------- inputs

    def cell(
        self,
        text,
        outputs=(),
        arguments=None,
        on_print=print,
        on_event=None,
        syntax="dml",
        name="input",
        plan=False,
        statistics=False,
        page=False,
        **variables,
    ):
        """Runs an input of the session: variables, functions and imports stay for the next one.

        An error leaves everything as it was.

        :param variables: values that variables get before
        :param outputs: names of variables whose values are wanted
        :param on_event: is called with ``"warning"`` and a text; ``"progress"`` and (text, done,
            all), where an empty text ends it; ``"picture"`` and (SVG, characters) for ``plot``;
            and, if asked for, ``"plan"`` or ``"statistics"`` and JSON as text, and ``"page"`` and
            an HTML page of the plan with what was measured. Without it, pictures are printed as
            characters.
        :param name: what errors call the text
        :return: a :class:`CellResult`
        """
        names = _names(outputs)
        request = _text(text, syntax, name)
        _write_values(request, arguments or {}, "$")
        _write_values(request, variables, "")
        request.write("i", len(names))
        for output in names:
            request.write_text(output)
        asked = (_PLAN if plan else 0) | (_STATISTICS if statistics else 0)
        asked |= _PAGE if page else 0
        asked |= _PROGRESS | _PICTURES if on_event is not None else 0
        request.write("i", asked)
        return self._ask(
            b"S", request.parts, lambda reader: _cell_result(reader, names), on_print, on_event
        )

    def explain_cell(self, text, level="hops", json=False, syntax="dml", name="input"):
        """The plan of an input for the variables as they are, as text or JSON."""
        return self._explain(text, level, _JSON_FORM if json else _TEXT_FORM, syntax, name)

    def plan_page(self, text, syntax="dml", name="input"):
        """The plan of an input for the variables as they are, as a :class:`linden.PlanPage`."""
        return PlanPage(self._explain(text, "hops", _PAGE_FORM, syntax, name))

    def _explain(self, text, level, form, syntax, name):
        request = _text(text, syntax, name)
        request.write_text(level)
        request.write("b", form)
        return self._ask(b"Q", request.parts, lambda reader: reader.read_text(), print)

    def is_complete(self, text, syntax="dml"):
        """``"complete"``, ``"incomplete"`` or ``"invalid"``: whether an input can be run."""
        request = _text(text, syntax, "input")
        states = ("complete", "incomplete", "invalid")
        return self._ask(b"U", request.parts, lambda reader: states[reader.read("b")], print)

    def complete(self, text, cursor=None):
        """What may stand at the cursor: start, end and :class:`Candidate` of it.

        :param cursor: a position in the text; its end if not given
        """
        request = Writer()
        request.write_text(text)
        request.write("i", len(text) if cursor is None else cursor)
        return self._ask(b"T", request.parts, _completion, print)

    def inspect(self, name):
        """What there is to say of a variable, function or word, and its DML; None if nothing."""
        request = Writer()
        request.write_text(name)
        return self._ask(b"I", request.parts, _page, print)

    def variables(self):
        """All variables of the session: a list of :class:`Variable`."""
        return self._ask(b"V", [], _variables, print)

    def show(self, name, rows=10, cols=50):
        """The beginning of a variable as text and as HTML."""
        request = Writer()
        request.write_text(name)
        request.write("ii", rows, cols)
        return self._ask(
            b"Y", request.parts, lambda reader: (reader.read_text(), reader.read_text()), print
        )

    def get(self, name):
        """The value of a variable of the session."""
        return self.cell("", outputs=[name]).outputs[name]

    def remove(self, *names):
        """Removes variables of the session; the names of those that there were."""
        request = Writer()
        request.write("i", len(names))
        for name in names:
            request.write_text(name)
        return self._ask(b"Z", request.parts, _texts, print)

    def _ask(self, kind, parts, decode, on_print, on_event=None):
        with self._lock:
            if self._call is not None:
                raise RuntimeError("on_print can't use the session whose script prints")
            self._call = call = Call(decode)
            try:
                self._connection.start(call, kind, parts)
                return call.result(on_print, on_event)
            finally:
                self._call = None
                if not call.ended:
                    self._connection.abandon(call)

    # ------------------------------------------------------------------------------- expressions

    def matrix(self, data):
        """A matrix in lazily built expressions; see :class:`linden.Matrix`."""
        return Matrix.of(self, data)

    def rand(self, rows, cols, min=0.0, max=1.0, sparsity=1.0, pdf="uniform", seed=-1):
        """A matrix of random numbers, made by the engine."""
        return Matrix.call(
            self,
            "rand",
            dict(rows=rows, cols=cols, min=min, max=max, sparsity=sparsity, pdf=pdf, seed=seed),
        )

    def full(self, rows, cols, value):
        """A matrix with the same value in every cell."""
        return Matrix.call(self, "matrix", {"": value, "rows": rows, "cols": cols})


def _names(outputs):
    return [outputs] if isinstance(outputs, str) else list(outputs)


def _request(script, syntax, arguments, inputs, outputs):
    request = Writer()
    request.write_text(script)
    request.write_text(syntax)
    request.write("i", len(arguments or {}))
    for name, value in (arguments or {}).items():
        name = name.lstrip("$")
        request.write_text(name)
        request.write_value(value, "$" + name)
    request.write("i", len(inputs))
    for name, value in inputs.items():
        request.write_text(name)
        request.write_value(value, name)
    request.write("i", len(outputs))
    for name in outputs:
        request.write_text(name)
    return request


def _text(text, syntax, name):
    request = Writer()
    request.write_text(text)
    request.write_text(syntax)
    request.write_text(name)
    return request


def _write_values(request, values, prefix):
    request.write("i", len(values))
    for name, value in values.items():
        name = name.lstrip("$")
        request.write_text(name)
        request.write_value(value, prefix + name)


def _cell_result(reader, names):
    text = html = None
    if reader.read("b"):
        text, html = reader.read_text(), reader.read_text()
    assigned = _texts(reader)
    return CellResult(text, html, assigned, {name: reader.read_value() for name in names})


def _texts(reader):
    return [reader.read_text() for _ in range(reader.read("i"))]


def _completion(reader):
    start, end, count = reader.read("iii")
    return (
        start,
        end,
        [
            Candidate(reader.read_text(), reader.read_text(), reader.read_text())
            for _ in range(count)
        ],
    )


def _page(reader):
    return (reader.read_text(), reader.read_text()) if reader.read("b") else None


def _variables(reader):
    found = []
    for _ in range(reader.read("i")):
        name, kind = reader.read_text(), reader.read_text()
        found.append(Variable(name, kind, *reader.read("qqqq"), reader.read_text()))
    return found


_default = None
_default_lock = threading.Lock()


def default_session():
    """The session that the functions of this module use; started at first use."""
    global _default
    with _default_lock:
        if _default is None or _default._owner != os.getpid():  # that of a forked process' parent
            _default = Session()
            atexit.register(close)
        return _default


def close():
    """Ends the default session; the next use starts another one."""
    global _default
    with _default_lock:
        if _default is not None:
            _default.close()
            _default = None


def run(script, outputs=(), arguments=None, on_print=print, syntax="dml", **inputs):
    """Runs a script in the default session; see :meth:`Session.run`."""
    return default_session().run(script, outputs, arguments, on_print, syntax, **inputs)


def run_file(file, outputs=(), arguments=None, on_print=print, **inputs):
    """Runs the script in a file in the default session; see :meth:`Session.run_file`."""
    return default_session().run_file(file, outputs, arguments, on_print, **inputs)


def matrix(data):
    """A matrix of the default session for lazily built expressions."""
    return default_session().matrix(data)
