#!/bin/bash
# Counts of the language of pages and headers: test/doc/prose/count.sh [-l] [file...]. -l lists the places.
cd "$(dirname "$0")/../../.." || exit 1
list=0
[ "${1-}" = -l ] && list=1 && shift
[ $# -eq 0 ] && mapfile -t pages < <(find . -name '*.md' ! -path './build*/*' -printf '%P\n' | sort) && set -- "${pages[@]}"
awk -f test/doc/prose/sentences.awk "$@" | awk -v list=$list -f test/doc/prose/report.awk test/doc/prose/retired.txt doc/glossary.md -
