"""How far a cell of a notebook is."""

import uuid


class Progress:
    """One display that says how far a cell is, and is empty when it ends."""

    def __init__(self, show):
        self._show = show  # is called with a name, a text, and whether there is such a display
        self._name = uuid.uuid4().hex
        self._shown = None

    def tell(self, text, done, total):
        if total > 0 and done >= 0:
            text = f"{text} {done}/{total} ({100 * done // total} %)"
        elif done >= 0:
            text = f"{text} {done}"
        if text != self._shown and (text or self._shown):
            # Noted before it is shown: Ctrl-C may come at any line, and end() must clear what a
            # user sees by then. Clearing a display that never came does nothing.
            update, self._shown = self._shown is not None, text
            self._show(self._name, text, update)

    def end(self):
        self.tell("", -1, -1)
