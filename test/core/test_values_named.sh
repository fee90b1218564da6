#!/bin/bash
# Public functions that no test names but in a table of calls with NULL and NaN: the list test/data/unnamed_functions.txt, which only gets
# shorter. A name leaves it when a test checks the function's value.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/check.sh
list=test/data/unnamed_functions.txt
export LC_ALL=C

# Names that public headers declare: outside of comments, macros and the bodies of inline functions
declared() {
    find core toolboxes -name '*.h' ! -name '*_impl.h' -exec cat {} + |
        sed -e 's:/\*.*\*/::' -e '/\/\*/,/\*\//d' -e ':a' -e '/\\$/{N;s/\\\n//;ba}' |
        grep -oE '^(static inline )?(const )?[a-z_]+ \**rdg_[a-z0-9_]+\(' | grep -oE 'rdg_[a-z0-9_]+\($' | tr -d '(' | sort -u
}

named() {
    grep -rhoE '\brdg_[a-z0-9_]+' test --include='*.c' --include='*.h' --exclude='test_*misuse*.c' --exclude='misuse_world.h' | sort -u
}

unnamed() {
    comm -23 <(declared) <(named)
}

no_other_one() {
    local more
    more=$(comm -13 "$list" <(unnamed))
    [ -z "$more" ] || { echo "no test names, and none checks the value of:"; echo "$more"; return 1; }
}

check "every other public function is named by a test" no_other_one
exit $((failed > 0))
