#!/bin/sh
# What the shared library exports, as a version script of the linker: the functions and objects that public headers
# declare, and nothing else.
#
#   tools/exports.sh MAJOR header...
set -eu
major=$1
shift
echo "RIDGEWALK_$major {"
echo "global:"
sed -e 's:/\*.*\*/::' -e '/\/\*/,/\*\//d' -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}' "$@" |
    grep -oE '^(extern )?[a-z][a-zA-Z0-9_ *]*[ *]rdg_[a-z0-9_]+[(;]' |
    grep -vE '^(static|typedef|struct|enum|return) ' |
    grep -oE 'rdg_[a-z0-9_]+[(;]$' | sed 's/^\(.*\).$/    \1;/' | sort -u
echo "local:"
echo "    *;"
echo "};"
