#!/bin/bash
# Every public function is named by a test beside its calls with NULL and NaN: its value is checked somewhere.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/check.sh
export LC_ALL=C

# Names that public headers declare: outside of comments, macros and the bodies of inline functions
declared() {
    find core toolboxes -name '*.h' ! -name '*_impl.h' -exec cat {} + |
        sed -e 's:/\*.*\*/::' -e '/\/\*/,/\*\//d' -e ':a' -e '/\\$/{N;s/\\\n//;ba}' |
        grep -oE '^(static inline )?(const )?[a-z_]+ \**rdg_[a-z0-9_]+\(' | grep -oE 'rdg_[a-z0-9_]+\($' | tr -d '(' | sort -u
}

named() {
    grep -rhoE '\b(rdg|RDG)_[A-Za-z0-9_]+' test --include='*.c' --include='*.h' --exclude='test_*misuse*.c' --exclude='misuse_world.h' | sort -u
}

# "macro function": what public macros name, as rdg_continue() does rdg_continue_list()
called_by_macros() {
    find core toolboxes -name '*.h' ! -name '*_impl.h' -exec cat {} + | sed -e ':a' -e '/\\$/{N;s/\\\n//;ba}' |
        awk '/^#define (rdg|RDG)_/ { macro = $2; sub(/\(.*/, "", macro)
                               while (match($0, /rdg_[a-z0-9_]+/)) {
                                   print macro, substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH) } }'
}

unnamed() {
    comm -23 <(declared) <({ named; join <(named) <(called_by_macros | sort) | cut -d' ' -f2; } | sort -u)
}

none_is_unnamed() {
    local missing
    missing=$(unnamed)
    [ -z "$missing" ] || { echo "named by no test but those of misuse:"; echo "$missing"; return 1; }
}

the_lists_are_whole() {
    [ "$(declared | wc -l)" -gt 400 ] && [ "$(named | wc -l)" -gt 400 ] &&
        called_by_macros | grep -qx "RDG_HBM_ADAPT rdg_hbm_change_harmonics"
}

check "a test names every public function" none_is_unnamed
check "functions, names and macros are all seen" the_lists_are_whole
exit $((failed > 0))
