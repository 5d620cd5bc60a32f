"""Messages to and from an engine; docs/protocol.md describes them.

Two threads do all sending and receiving. Signals interrupt only the main thread, so that an
interrupt never leaves half a message in the connection: whoever waits for an answer goes away, and
the answer, which carries the number of its request, is dropped when it comes.
"""

import os
import queue
import struct
import threading
from collections import deque

from . import errors
from .wire import Reader

GREETING = 0x4E444E4C
VERSION = 5

_HELLO, _PRINTED, _DONE, _FAILED, _CANCEL = b"H", b"P", b"D", b"E", b"C"
_WARNED, _PROGRESS, _DATA, _PICTURE = b"W", b"G", b"J", b"A"
_NO_REQUEST = 0
_END = struct.pack("<i", 0)
_GIVEN_UP = struct.pack("<i", -1)
_PIECE_BYTES = 1 << 20
_MOST_LINES = 10_000  # printed, and not taken by the caller yet

_ENDED = "the engine has ended; its messages are on stderr"


class Call:
    """A request and what comes of it. One thread waits for it, the receiving one fills it."""

    def __init__(self, decode):
        self.number = None
        self.abandoned = False
        self.ended = False
        self.decode = decode  # makes the result of the contents of the answer
        self._lines = deque()
        self._result = None
        self._failure = None
        self._changed = threading.Condition()

    def printed(self, line):
        with self._changed:
            self._changed.wait_for(lambda: self.abandoned or len(self._lines) < _MOST_LINES)
            self._lines.append(line)
            self._changed.notify_all()

    def end(self, result=None, failure=None):
        with self._changed:
            self._result, self._failure, self.ended = result, failure, True
            self._changed.notify_all()

    def abandon(self):
        with self._changed:
            self.abandoned = True
            self._changed.notify_all()

    def result(self, on_print, on_event=None):
        """Waits for it; gives each printed line to ``on_print`` on the way.

        :param on_event: is called with ``"warning"`` and a text, ``"progress"`` and (text, done,
            all), ``"picture"`` and (SVG, characters), or ``"plan"`` or ``"statistics"`` and JSON
            as text
        """
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._lines or self.ended)
                lines = list(self._lines)
                self._lines.clear()
                self._changed.notify_all()
            for line in lines:
                if isinstance(line, str):
                    on_print(line)
                elif on_event is not None:
                    on_event(*line)
            if not lines:
                if self._failure is not None:
                    raise self._failure
                return self._result


class Connection:
    """Speaks to the engine through a socket that is connected."""

    def __init__(self, socket):
        self._socket = socket
        self._in = socket.makefile("rb", buffering=1 << 20)
        self._outbox = queue.SimpleQueue()
        self._calls = {}
        self._last = _NO_REQUEST
        self._failure = None
        self._lock = threading.Lock()
        self._process = os.getpid()
        self.version = self._greet()
        for work in (self._send, self._receive):
            threading.Thread(target=work, name="linden", daemon=True).start()

    def _greet(self):
        self._socket.sendall(struct.pack("<ii", GREETING, VERSION))
        data = self._in.read(8)
        if len(data) < 8:
            raise ConnectionError("there is no Linden server at the other end")
        greeting, version = struct.unpack("<ii", data)
        if greeting != GREETING:
            raise ConnectionError("there is no Linden server at the other end")
        if version != VERSION:
            raise ConnectionError(
                f"the server speaks version {version} of the protocol, this package {VERSION}"
            )
        kind, _ = self._next()
        message = _Message(self._in)
        if kind != _HELLO:
            raise _failure(Reader(message))
        version = Reader(message).read_text()
        message.skip()
        return version

    def start(self, call, kind, parts):
        """Sends a request, whose answer the call will hold."""
        if os.getpid() != self._process:
            raise ConnectionError("a session can't be used in a forked process; open another one")
        with self._lock:
            if self._failure is not None:
                raise self._failure
            self._last = self._last % (2**31 - 1) + 1
            call.number = self._last
            self._calls[call.number] = call
        self._outbox.put((kind, call.number, parts, call))

    def abandon(self, call):
        """Nobody waits for the call any more: its script is called off, its answer dropped."""
        call.abandon()
        self.cancel(call)

    def cancel(self, call):
        """Calls the script off; the call fails soon after."""
        if call.number is not None and not call.ended and os.getpid() == self._process:
            self._outbox.put((_CANCEL, call.number, [], None))

    def close(self):
        if os.getpid() == self._process:
            self._outbox.put(None)
            self._fail(ConnectionError("the session is closed"))
            try:
                self._socket.shutdown(2)  # wakes the threads
            except OSError:
                pass  # the other side was faster
        self._socket.close()

    # ------------------------------------------------------------------------------- the threads

    def _fail(self, failure):
        with self._lock:
            if self._failure is None:
                self._failure = failure
            calls, self._calls = self._calls, {}
        for call in calls.values():
            call.end(failure=failure)

    def _send(self):
        try:
            message = self._outbox.get()
            while message is not None:
                self._send_message(*message)
                message = None  # the data need not stay while nothing is sent
                message = self._outbox.get()
        except OSError:
            self._fail(ConnectionError(_ENDED))

    def _send_message(self, kind, number, parts, call):
        small = bytearray(struct.pack("<ci", kind, number))
        for piece in _pieces(parts):
            if call is not None and call.abandoned:
                small += _GIVEN_UP
                with self._lock:
                    self._calls.pop(number, None)  # there will be no answer
                break
            small += struct.pack("<i", len(piece))
            if len(small) + len(piece) <= _PIECE_BYTES:
                small += piece
            else:
                self._socket.sendall(small)
                self._socket.sendall(piece)
                small = bytearray()
        else:
            small += _END
        self._socket.sendall(small)

    def _receive(self):
        try:
            while True:
                kind, number = self._next()
                message = _Message(self._in)
                try:
                    self._take(kind, number, message)
                except _GivenUp:
                    continue  # another answer follows
                message.skip()
        except (OSError, ValueError) as e:  # ValueError: the socket is closed
            ended = e if isinstance(e, ConnectionError) else ConnectionError(_ENDED)
            self._fail(ended)
        except errors.LindenError as e:
            self._fail(e)
        finally:
            self._in.close()

    def _next(self):
        data = self._in.read(5)
        if len(data) < 5:
            raise ConnectionError(_ENDED)
        return struct.unpack("<ci", data)

    def _take(self, kind, number, message):
        reader = Reader(message)
        if number == _NO_REQUEST:
            raise _failure(reader)
        call = self._calls.get(number)
        if kind == _PRINTED:
            if call is not None and not call.abandoned:
                call.printed(reader.read_text())
            return
        if kind in (_WARNED, _PROGRESS, _DATA, _PICTURE):
            if call is not None and not call.abandoned:
                call.printed(_event(kind, reader))
            return
        result = failure = None
        if kind == _FAILED:
            failure = _failure(reader)
        elif kind != _DONE:
            failure = ConnectionError(f"an answer of unknown kind {kind!r}")
        elif call is not None and not call.abandoned:
            try:
                result = call.decode(reader)
            except MemoryError as e:
                failure = e
        with self._lock:
            self._calls.pop(number, None)
        if call is not None:
            call.end(result, failure)


class _GivenUp(Exception):
    pass


class _Message:
    """The contents of one message: pieces, each behind its length."""

    def __init__(self, stream):
        self._stream = stream
        self._left = 0
        self._ended = False

    def _next_piece(self):
        if self._ended:
            return False
        data = self._stream.read(4)
        if len(data) < 4:
            raise ConnectionError(_ENDED)
        (self._left,) = struct.unpack("<i", data)
        if self._left < 0:
            self._ended = True
            raise _GivenUp()
        self._ended = self._left == 0
        return not self._ended

    def readinto(self, view):
        """Fills the whole buffer."""
        done = 0
        while done < len(view):
            if self._left == 0 and not self._next_piece():
                raise ConnectionError("an answer ends too early")
            got = self._stream.readinto(view[done : done + self._left])
            if not got:
                raise ConnectionError(_ENDED)
            done += got
            self._left -= got

    def skip(self):
        try:
            while self._left > 0 or self._next_piece():
                got = len(self._stream.read(min(self._left, _PIECE_BYTES)))
                if not got:
                    raise ConnectionError(_ENDED)
                self._left -= got
        except _GivenUp:
            pass


def _pieces(parts):
    """The bytes of all parts in stretches of moderate length; large ones are not copied."""
    small = bytearray()
    for part in parts:
        if len(part) < 1 << 16:
            small += part
            if len(small) >= _PIECE_BYTES // 2:
                yield small
                small = bytearray()
            continue
        if small:
            yield small
            small = bytearray()
        view = memoryview(part)
        for start in range(0, len(view), _PIECE_BYTES):
            yield view[start : start + _PIECE_BYTES]
    if small:
        yield small


def _event(kind, reader):
    """What the caller is told: a name, and what belongs to it."""
    if kind == _WARNED:
        return "warning", reader.read_text()
    if kind == _PROGRESS:
        return "progress", (reader.read_text(), *reader.read("qq"))
    if kind == _PICTURE:
        return "picture", (reader.read_text(), reader.read_text())
    return reader.read_text(), reader.read_text()


def _failure(reader):
    kind, text = reader.read_text(), reader.read_text()
    problems = []
    for _ in range(reader.read("i")):
        file = reader.read_text()
        line, column = reader.read("ii")
        problems.append(errors.ProblemPlace(file, line, column, reader.read_text()))
    return errors.error(kind, text, problems)
