#!/bin/bash
# The gallery doc/figures.md: each row names the paper or the page that its figure belongs to, each program is there, and make finds one figure.
# The tables of papers in doc/validation.md have the same columns, and their commands are programs.
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

# papers of doc/validation.md as lines: folder of demos, its table's heading, last cells of its rows; a line a paper
papers() {
    awk '/^## / { inside = /^## Five papers/ }
         !inside { next }
         /^### / { if (folder) print folder "\t" heading "\t" commands; folder = heading = commands = "" }
         match($0, /\.\.\/demos\/[a-z-]+/) { folder = substr($0, RSTART + 3, RLENGTH - 3) }
         /^\|/ && !heading { heading = $0; next }
         /^\|/ && !/^\|-/ { n = split($0, cells, "|"); commands = commands " " cells[n - 1] }
         END { print folder "\t" heading "\t" commands }' doc/validation.md
}

tables_of_papers_are_alike() {
    [ "$(papers | cut -f2 | sort -u)" = '| statement of the paper | verdict | figure | command |' ] && [ "$(papers | wc -l)" -eq 5 ]
}

commands_are_programs() {
    local folder heading commands one bad=0
    while IFS=$'\t' read -r folder heading commands; do
        while read -r one; do
            [ -e "$folder/$one.c" ] || [ -d "$one" ] || { echo "$folder: no program $one"; bad=1; }
        done < <(grep -o '`[^`]*`' <<<"$commands" | tr -d '`')
    done < <(papers)
    return $bad
}

check "five papers have tables of statements" tables_of_papers_are_alike
check "each command of these is a program or a folder of tests" commands_are_programs
check "each row names the paper or page" rows_name_their_subject
check "each folder of demos has a row" folders_are_there
check "make finds a figure by its number" one_figure_is_found coulomb 5 fig05
check "by the number as files have it" one_figure_is_found coulomb 05 fig05
check "by the name of its program" one_figure_is_found disc-brake table2 table2
check "a figure that is not there is refused with a list" unknown_figure_is_refused
exit $((failed > 0))
