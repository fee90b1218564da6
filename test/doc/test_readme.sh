#!/bin/bash
# The program in README.md is the demo of that name, letter by letter.
set -u
cd "$(dirname "$0")/../.." || exit 1
name="the program in README.md is demos/tutorial/friction_beam.c"
echo "[ RUN      ] $name"
shown=$(awk '/^```c$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' README.md)
demo=$(awk 'started { print } /\*\/$/ && !started { started = 1 }' demos/tutorial/friction_beam.c)
if [ "$shown" = "$demo" ]; then
    echo "[       OK ] $name"
else
    diff <(echo "$shown") <(echo "$demo")
    echo "[  FAILED  ] $name"
    exit 1
fi
