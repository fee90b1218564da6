"""The code of a notebook, cell by cell in one namespace as Jupyter runs it, without Jupyter: run_notebook.py NOTEBOOK."""

import json
import pathlib
import sys

notebook = json.loads(pathlib.Path(sys.argv[1]).read_text())
names = {"__name__": "__main__"}
for number, cell in enumerate(notebook["cells"]):
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), f"{sys.argv[1]}, cell {number}", "exec"), names)
