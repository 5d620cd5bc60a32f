"""Types lines into a program on a pseudo-terminal and prints what the screen shows.

dialogue.py TERM COLUMNS PROGRAM... < lines: each line is typed when the prompt is there, <TAB>, <CTRL-C>,
<CTRL-D>, <CTRL-R>, <UP>, <ENTER> and <BACKSPACE> are keys; <WAIT text> waits until the screen shows the
text, <COLUMNS n> makes the window as wide, and a line that ends with <STAY> is not ended by Enter. With the variable SHOW_COLOURS changes
of colour are shown as {31}; {} is the usual one.
"""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time

PROMPTS = ("linden> ", "   ...> ")
KEYS = {
    "<TAB>": "\t",
    "<CTRL-C>": "\x03",
    "<CTRL-D>": "\x04",
    "<CTRL-R>": "\x12",
    "<UP>": "\x1bOA",
    "<ENTER>": "\r",
    "<BACKSPACE>": "\x7f",
    "<STAY>": "",
}
SECONDS = 60
QUIET = 0.02
ROWS = 2000


class Screen:
    """The few things that a line editor asks of a terminal."""

    SEQUENCE = re.compile(r"\x1b(?:\[([0-9;?=>]*)([A-Za-z@])|[=>78()][A-B0]?)")

    def __init__(self, columns, colours):
        self.columns = columns
        self.colours = colours
        self.style = ""
        self.lines = [[]]
        self.row = self.col = 0

    def put(self, text):
        at = 0
        while at < len(text):
            match = self.SEQUENCE.match(text, at)
            if match:
                self.control(match.group(1) or "", match.group(2))
                at = match.end()
                continue
            self.character(text[at])
            at += 1

    def character(self, c):
        if c == "\r":
            self.col = 0
        elif c == "\n":
            self.down(1)
        elif c == "\b":
            self.col = max(0, self.col - 1)
        elif c >= " ":
            if self.col >= self.columns:
                self.down(1)
                self.col = 0
            line = self.lines[self.row]
            line.extend([(" ", "")] * (self.col + 1 - len(line)))
            line[self.col] = (c, self.style)
            self.col += 1

    def down(self, count):
        self.row += count
        while len(self.lines) <= self.row:
            self.lines.append([])

    def control(self, parameters, letter):
        count = int(parameters) if parameters.isdigit() else 1
        line = self.lines[self.row]
        if letter == "K":
            del line[self.col :]
        elif letter == "J":
            del line[self.col :]
            del self.lines[self.row + 1 :]
        elif letter == "A":
            self.row = max(0, self.row - count)
        elif letter == "B":
            self.down(count)
        elif letter == "C":
            self.col += count
        elif letter == "D":
            self.col = max(0, self.col - count)
        elif letter == "G":
            self.col = count - 1
        elif letter == "P":
            del line[self.col : self.col + count]
        elif letter == "@":
            line[self.col : self.col] = [(" ", "")] * count
        elif letter == "m":
            self.style = "" if parameters in ("", "0") else parameters

    def last(self):
        return "".join(c for c, _ in self.lines[self.row])

    def text(self):
        return "\n".join(self.shown(line) for line in self.lines)

    def shown(self, line):
        if not self.colours:
            return "".join(c for c, _ in line).rstrip()
        parts, before = [], ""
        for c, style in line:
            if style != before and c != " ":
                parts.append("{" + style + "}")
                before = style
            parts.append(c)
        return "".join(parts).rstrip() + ("{}" if before else "")


class Dialogue:
    def __init__(self, terminal, columns, command):
        self.screen = Screen(columns, "SHOW_COLOURS" in os.environ)
        self.child, self.fd = pty.fork()
        if self.child == 0:
            os.environ["TERM"] = terminal
            os.execvp(command[0], command)
        self.widen(columns)
        self.ended = False
        self.pending = b""

    def widen(self, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        self.screen.columns = columns

    def read(self, timeout):
        """Whether something came."""
        if not select.select([self.fd], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self.fd, 1 << 16)
        except OSError:  # the other side is gone
            data = b""
        if not data:
            self.ended = True
            return False
        self.pending += data
        text = self.pending.decode("utf-8", "ignore")
        self.pending = b""
        self.screen.put(text)
        return True

    def wait(self, reached, what):
        end = time.monotonic() + SECONDS
        while not self.ended:
            came = self.read(QUIET)
            if not came and reached():
                return
            if time.monotonic() > end:
                print(self.screen.text())
                sys.exit(f"waited in vain for {what}")

    def prompted(self):
        return self.screen.last() in PROMPTS

    def type(self, line):
        for piece in re.split(r"(<[A-Z][^>]*>)", line):
            if piece.startswith("<WAIT "):
                text = piece[6:-1]
                self.wait(lambda: text in self.screen.text(), text)
            elif piece.startswith("<COLUMNS "):
                self.widen(int(piece[9:-1]))
            else:
                os.write(self.fd, KEYS.get(piece, piece).encode())
                if piece in KEYS:
                    self.wait(lambda: True, piece)
                elif piece and not line.endswith(piece):  # keys that follow meet all of it
                    self.wait(lambda: piece in self.screen.last(), piece)
        if not line.endswith(("<STAY>", "<CTRL-C>", "<CTRL-D>", "<ENTER>")):
            os.write(self.fd, b"\r")

    def run(self, lines):
        stays = False
        for line in lines:
            if not stays and not line.startswith("<WAIT "):
                self.wait(self.prompted, "a prompt before " + line)
            self.type(line)
            stays = line.endswith("<STAY>")
        self.wait(lambda: False, "the end")
        _, status = os.waitpid(self.child, 0)
        print(self.screen.text().rstrip("\n"))
        sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    Dialogue(sys.argv[1], int(sys.argv[2]), sys.argv[3:]).run(sys.stdin.read().splitlines())
