"""Where the program ``linden`` is."""

import os
import shutil

_PLACES = ("linden", os.path.join("bin", "linden"))  # in a checkout, in an unpacked archive


def launcher_in(folder):
    """The launcher of a checkout or an unpacked archive, or None."""
    for place in _PLACES:
        file = os.path.join(folder, place)
        if os.path.isfile(file):
            return os.path.abspath(file)
    return None


def _installed_from():
    """The folder that ``pip install`` took the package from; ``setup.py`` writes it down."""
    try:
        from ._origin import FOLDER
    except ImportError:
        return None
    return FOLDER


def find_launcher():
    """The first that is there: what the environment variable ``LINDEN`` names, the checkout or
    archive that this package lies in or was installed from, ``linden`` on the search path.
    """
    named = os.environ.get("LINDEN")
    if named:
        return named
    here = os.path.join(os.path.dirname(__file__), "..", "..")
    origin = _installed_from()
    found = launcher_in(here) or (origin and launcher_in(origin)) or shutil.which("linden")
    if not found:
        gone = f", and none in {origin} any more" if origin else ""
        raise FileNotFoundError(
            f"there is no linden on the search path{gone}; set LINDEN to the launcher "
            "(linden in a checkout, bin/linden in an unpacked archive), or give launcher="
        )
    return found
