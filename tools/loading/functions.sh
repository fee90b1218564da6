#!/bin/bash
# Which functions come from the libraries that are loaded later: one line LIBRARY(name, file) for each library and one
# line FUNCTION(name, library) for each function of it that the object files call.
#
#   tools/loading/functions.sh libraries.txt object...
set -euo pipefail
libraries=$1
shift
called=$(nm -u --format=posix "$@" | awk '$2 == "U" { print $1 }' | sort -u)
grep -v '^#' "$libraries" | while read -r name _; do
    file=$(${CC:-gcc} -print-file-name=lib"$name".so)
    [ -e "$file" ] || { echo "$0: lib$name.so is not there" >&2; exit 1; }
    soname=$(readelf -d "$file" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
    echo "LIBRARY($name, \"$soname\")"
    nm -D --defined-only --format=posix "$file" | sed 's/[ @].*//' | sort -u | comm -12 - <(echo "$called") |
        sed "s/.*/FUNCTION(&, $name)/"
done | awk -F '[(,]' '/^LIBRARY/ || !seen[$2]++'
