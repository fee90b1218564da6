#!/bin/bash
# Every function of every public header has its calls with NULL and NaN: in a table X(rdg_name, ...) of one of the
# programs test_*misuse.c, see test/misuse.h.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/check.sh

# Names that public headers declare: outside of comments, macros and the bodies of inline functions
declared() {
    sed -e 's:/\*.*\*/::' -e '/\/\*/,/\*\//d' -e ':a' -e '/\\$/{N;s/\\\n//;ba}' "$@" |
        grep -oE '^(static inline )?(const )?[a-z_]+ \**rdg_[a-z0-9_]+\(' | grep -oE 'rdg_[a-z0-9_]+\($' | tr -d '(' | sort -u
}

tabled() {
    grep -hoE 'X\(rdg_[a-z0-9_]+' test/*/test_*misuse.c | sed -e 's/X(//' -e 's/__.*//' | sort -u
}

public() {
    find core toolboxes -name '*.h' ! -name '*_impl.h'
}

none_is_missing() {
    local missing
    missing=$(comm -23 <(public | xargs cat | declared) <(tabled))
    [ -z "$missing" ] || { echo "without a line in a table of test_*misuse.c:"; echo "$missing"; return 1; }
}

the_list_is_whole() {
    local names
    names=$(public | xargs cat | declared)
    [ "$(wc -l <<<"$names")" -gt 200 ] && grep -qx rdg_assembly_hessian_times <<<"$names" &&
        grep -qx rdg_larger <<<"$names" && grep -qx rdg_hbm_change_harmonics <<<"$names"
}

check "every public function is called with NULL and NaN" none_is_missing
check "functions with long and short declarations are all seen" the_list_is_whole
exit $((failed > 0))
