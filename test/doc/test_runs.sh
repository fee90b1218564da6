#!/bin/bash
# What pages show of runs is what the demos compute: the table of a ridge, the lists of the command rdg.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${BUILD:=build}"
. test/check.sh
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# lines of a page from one that begins so to the end of its piece
shown() { awk -v first="$2" 'index($0, first) == 1 { inside = 1 } /^```$/ { inside = 0 } inside' "$1"; }

# rows of special points from their types on: steps and residuals depend on the path
rows() { awk '$1 ~ /^-?[0-9]+$/ && $5 ~ /^[A-Z]/ { $1 = $2 = $3 = $4 = ""; print }'; }

# each row that the page shows is one of the run's, as far as the page shows its columns
ridge_is_shown() {
    local row computed bad=0
    (cd "$work" && "$here/$BUILD/demos/tutorial/friction_beam" >beam.out 2>&1) || { tail "$work/beam.out"; return 1; }
    computed=$(sed -n '/^run ridge:/,$p' "$work/beam.out")
    while read -r row; do
        rows <<<"$computed" | tr -s ' ' | grep -qF -- "$row" || { echo "not computed: $row"; bad=1; }
    done < <(shown doc/friction-backbone.md 'run ridge: alpha' | rows | tr -s ' ')
    return $bad
}

lists_are_shown() {
    local rdg=$here/$BUILD/tools/rdg/rdg
    mkdir "$work/lists" && cd "$work/lists" && "$here/$BUILD/demos/tutorial/oxidation" >out 2>&1 || { tail out; return 1; }
    # without numbers of points, which depend on the steps
    diff <(shown "$here/doc/rdg.md" '$ rdg ls' | sed '/^\$ rdg plot/,$d; /^\$/d' | sed -E 's/^([a-z_]+ +)[0-9]+ /\1/') \
        <({ "$rdg" ls; "$rdg" bd hopf_curve p2 p7 type -t BTP; } | sed -E 's/^([a-z_]+ +)[0-9]+ /\1/')
}

check "rows of the ridge of the friction beam" ridge_is_shown
check "runs and points as the command rdg lists them" lists_are_shown
exit $((failed > 0))
