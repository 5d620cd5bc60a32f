"""A running engine, and how to start one or connect to one."""

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time

from . import errors
from .expression import Matrix
from .wire import Wire

_GREETING = 0x4E444E4C
_VERSION = 1
_START_SECONDS = 600  # the launcher of a fresh checkout builds first


class Session:
    """An engine in a process of its own.

    :param launcher: the program ``linden``; else the environment variable ``LINDEN``, the checkout
        that this package lies in, or the search path
    :param options: further words of its command line, such as ``["--mem", "8g"]``
    :param socket_file: connect to a server that runs already (``linden serve --socket FILE``)

    Several threads may share a session; their scripts run one after another.
    """

    def __init__(self, launcher=None, options=(), socket_file=None):
        self._lock = threading.Lock()
        self._process = None
        self._folder = None
        if socket_file is None:
            socket_file = self._start(launcher or _launcher(), list(options))
        self.socket_file = socket_file
        self._connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._connect(socket_file)
        self._wire = Wire(self._connection)
        self._wire.write("ii", _GREETING, _VERSION)
        self._wire.flush()
        if self._wire.read("ii") != (_GREETING, _VERSION):
            raise ConnectionError(f"{socket_file} is not a Linden server of this version")
        self.version = self._wire.read_text()

    def _start(self, launcher, options):
        self._folder = tempfile.mkdtemp(prefix="linden-")
        socket_file = os.path.join(self._folder, "socket")
        command = [launcher, "serve", "--socket", socket_file] + options
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE)
        return socket_file

    def _connect(self, socket_file):
        end = time.monotonic() + _START_SECONDS
        while True:
            try:
                self._connection.connect(socket_file)
                return
            except (FileNotFoundError, ConnectionRefusedError):
                ended = self._process is not None and self._process.poll() is not None
                if self._process is None:
                    raise ConnectionError(f"nobody serves at {socket_file}") from None
                if ended or time.monotonic() > end:
                    self.close()
                    raise ConnectionError(
                        "the engine did not start; its messages are on stderr"
                    ) from None
                time.sleep(0.01)

    def close(self):
        """Ends the engine, unless others started it."""
        self._connection.close()
        if self._process is not None:
            self._process.stdin.close()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ------------------------------------------------------------------------------- scripts

    def run(self, script, outputs=(), arguments=None, on_print=print, **inputs):
        """Runs a DML script and gives its outputs as a dictionary.

        :param inputs: values of variables when the script starts
        :param outputs: names of variables whose values are wanted when it ends
        :param arguments: values of ``$``-arguments by name
        :param on_print: is called with each line that the script prints
        """
        outputs = [outputs] if isinstance(outputs, str) else list(outputs)
        with self._lock:
            self._request(b"R", script, arguments or {}, inputs, outputs)
            self._wire.flush()
            self._await(on_print)
            return {name: self._wire.read_value() for name in outputs}

    def explain(self, script, outputs=(), arguments=None, level="hops", **inputs):
        """The plan of a script as text; level: program, hops, fusion, runtime, recompile."""
        with self._lock:
            self._request(b"X", script, arguments or {}, inputs, list(outputs))
            self._wire.write_text(level)
            self._wire.flush()
            self._await(print)
            return self._wire.read_text()

    def _request(self, kind, script, arguments, inputs, outputs):
        wire = self._wire
        try:
            wire.write("c", kind)
            wire.write_text(script)
            wire.write("i", len(arguments))
            for name, value in arguments.items():
                wire.write_text(name.lstrip("$"))
                wire.write_value(value, "$" + name)
            wire.write("i", len(inputs))
            for name, value in inputs.items():
                wire.write_text(name)
                wire.write_value(value, name)
            wire.write("i", len(outputs))
            for name in outputs:
                wire.write_text(name)
        except Exception:
            wire._out.clear()  # nothing of it was sent
            raise

    def _await(self, on_print):
        wire = self._wire
        while True:
            kind = wire.read("c")
            if kind == b"D":
                return
            if kind == b"P":
                on_print(wire.read_text())
                continue
            if kind != b"E":
                raise ConnectionError(f"an answer of unknown kind {kind!r}")
            name, text = wire.read_text(), wire.read_text()
            problems = []
            for _ in range(wire.read("i")):
                file = wire.read_text()
                line, column = wire.read("ii")
                problems.append(errors.ProblemPlace(file, line, column, wire.read_text()))
            raise errors.error(name, text, problems)

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


def _launcher():
    named = os.environ.get("LINDEN")
    checkout = os.path.join(os.path.dirname(__file__), "..", "..", "linden")
    found = named or (os.path.abspath(checkout) if os.path.isfile(checkout) else None)
    found = found or shutil.which("linden")
    if not found:
        raise FileNotFoundError(
            "there is no linden on the search path; set LINDEN to the launcher, or give launcher="
        )
    return found


_default = None
_default_lock = threading.Lock()


def default_session():
    """The session that the functions of this module use; started at first use."""
    global _default
    with _default_lock:
        if _default is None:
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


def run(script, outputs=(), arguments=None, **inputs):
    """Runs a DML script in the default session; see :meth:`Session.run`."""
    return default_session().run(script, outputs, arguments, **inputs)


def matrix(data):
    """A matrix of the default session for lazily built expressions."""
    return default_session().matrix(data)
