"""A running engine, and how to start one or connect to one."""

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time

from .connection import Call, Connection
from .expression import Matrix
from .launcher import find_launcher
from .wire import Writer

_START_SECONDS = 600  # the launcher of a fresh checkout builds first
_END_SECONDS = 15  # the engine calls off what runs, and waits for its end


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

    def _ask(self, kind, parts, decode, on_print):
        with self._lock:
            if self._call is not None:
                raise RuntimeError("on_print can't use the session whose script prints")
            self._call = call = Call(decode)
            try:
                self._connection.start(call, kind, parts)
                return call.result(on_print)
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


def matrix(data):
    """A matrix of the default session for lazily built expressions."""
    return default_session().matrix(data)
