"""Writes down where the package was installed from: the launcher is there."""

import os

from setuptools import setup
from setuptools.command.build_py import build_py

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class BuildWithOrigin(build_py):
    def run(self):
        super().run()
        places = ("linden", os.path.join("bin", "linden"))
        if any(os.path.isfile(os.path.join(FOLDER, place)) for place in places):
            with open(os.path.join(self.build_lib, "linden", "_origin.py"), "w") as file:
                file.write(f"FOLDER = {FOLDER!r}\n")


setup(cmdclass={"build_py": BuildWithOrigin})
