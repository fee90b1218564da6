#!/usr/bin/env python3
"""The package for Python with the shared library in it, as a wheel (PEP 427): tools/wheel.py LIBRARY VERSION FOLDER. It needs
nothing but Python and, where it is there, strip. The libraries that libridgewalk itself needs are not in it."""

import base64
import hashlib
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

TREE = pathlib.Path(__file__).resolve().parents[1]


def metadata(version):
    return f"""Metadata-Version: 2.1
Name: ridgewalk
Version: {version}
Summary: Continuation of vibrations with dry friction and impacts
License: GPL-3.0-or-later
Requires-Python: >=3.9
Requires-Dist: numpy
Provides-Extra: pictures
Requires-Dist: matplotlib ; extra == "pictures"
Description-Content-Type: text/markdown

""" + (TREE / "python/README.md").read_text()


def stripped(library):
    """The library without what debuggers need."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / library.name
        shutil.copy(library, copy)
        if shutil.which("strip"):
            subprocess.run(["strip", "--strip-unneeded", copy], check=True)
        return copy.read_bytes()


def main(library, version, folder):
    tag = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
    about = f"ridgewalk-{version}.dist-info"
    files = {f"ridgewalk/{path.name}": path.read_bytes() for path in sorted((TREE / "python/ridgewalk").glob("*.py"))}
    files[f"ridgewalk/{library.name}"] = stripped(library)
    files[f"{about}/METADATA"] = metadata(version).encode()
    files[f"{about}/LICENSE"] = (TREE / "LICENSE").read_bytes()
    files[f"{about}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: ridgewalk\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = [f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')},{len(data)}\n"
              for name, data in files.items()]
    files[f"{about}/RECORD"] = "".join(record + [f"{about}/RECORD,,\n"]).encode()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"ridgewalk-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    print(wheel)


main(pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3]))
