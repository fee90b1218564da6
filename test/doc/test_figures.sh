#!/bin/bash
# The gallery doc/figures.md: each row names the paper or the page that its figure belongs to, each program is there, and make finds one figure.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${MAKE:=make}"
. test/check.sh
subjects='tutorial|README|recipes|friction backbones|design|vibration|shooting|collocation|disc brake|Coulomb friction|beam on beam|time stepping|finite elements'

rows_name_their_subject() { ! grep -E '^\| .*\.\./demos/' doc/figures.md | grep -vE "^\| ($subjects)(,|:)"; }

# folders of demos of which no row has a program
folders_are_there() {
    local folder bad=0
    for folder in demos/*/; do
        grep -qF "../$folder" doc/figures.md || { echo "no row: $folder"; bad=1; }
    done
    return $bad
}

one_figure_is_found() { # PAPER, N, program
    $MAKE -n run-figure PAPER="$1" N="$2" 2>&1 | grep -q "demos/$1/$3\b"
}

unknown_figure_is_refused() {
    local words
    ! words=$($MAKE run-figure PAPER=coulomb N=99 2>&1) && grep -q 'N is one of: fig03 ' <<<"$words"
}

check "each row names the paper or page" rows_name_their_subject
check "each folder of demos has a row" folders_are_there
check "make finds a figure by its number" one_figure_is_found coulomb 5 fig05
check "by the number as files have it" one_figure_is_found coulomb 05 fig05
check "by the name of its program" one_figure_is_found disc-brake table2 table2
check "a figure that is not there is refused with a list" unknown_figure_is_refused
exit $((failed > 0))
