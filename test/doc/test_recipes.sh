#!/bin/bash
# Recipes: the programs of doc/recipes.md are those of demos/recipes, letter by letter, have less than 40 lines of code, and compute what the
# page states, in an empty folder.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${BUILD:=build}"
. test/check.sh
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# the piece of C behind the link to a program
page_has() { # program
    diff <(awk -v link="](../demos/recipes/$1.c)" 'index($0, link) { behind = 1 } /^```c$/ && behind { inside = 1; next }
                                                  /^```$/ && inside { exit } inside' doc/recipes.md) \
        <(awk 'started { print } /\*\/$/ && !started { started = 1 }' "demos/recipes/$1.c")
}

is_short() { [ "$(grep -cvE '^ *$|^/\*.*\*/$' "demos/recipes/$1.c")" -lt 40 ]; }

# the program prints a line of this form, and the page has this text
computes() { # program, what it prints, what the page has; arguments of the program behind them
    local program=$1 prints=$2 text=$3
    shift 3
    (cd "$work" && "$here/$BUILD/demos/recipes/$program" "$@" >"$program.out" 2>&1) || { tail "$work/$program.out"; return 1; }
    grep -qE -- "$prints" "$work/$program.out" || { tail "$work/$program.out"; return 1; }
    grep -qF -- "$text" doc/recipes.md || { echo "not in the page: $text"; return 1; }
}

peaks_are_in_the_csv() { grep -q '^20,326\.506.*,0\.00024377' "$work/sweep.csv" && [ -s "$work/sweep.png" ]; }

# the shell's piece of the page; rdg stands for the command that was built
all_points_are_in_a_csv() {
    sed -n 's/^for N in .*/&/p' doc/recipes.md >"$work/all.sh"
    (cd "$work" && rdg() { "$here/$BUILD/tools/rdg/rdg" "$@"; } && . ./all.sh)
    [ "$(cut -d, -f1 "$work/all.csv" | sort -u | tr '\n' ' ')" = "10 20 40 " ] && [ "$(wc -l <"$work/all.csv")" -gt 150 ]
}

# the shell's piece of the page, with the programs that were built; by a link, since a program finds its library from its own place
farm_has_its_best_case() {
    awk '/^rdg farm .\/many_runs/ { inside = 1 } /^```$/ { inside = 0 } inside' doc/recipes.md >"$work/farm.sh"
    (cd "$work" && ln -s "$here/$BUILD/demos/recipes/many_runs" . &&
        PATH=$here/$BUILD/tools/rdg:$PATH sh ./farm.sh >farm.out 2>&1 && grep -q '^101|22\.643.*|0\.000240098' farm.out) &&
        grep -qF '2.4010e-04 m at 22.643 N' doc/recipes.md
}

# ten events on the ridge, the first and the last as the page states them
ten_begin_to_slip() {
    [ "$(awk '/^run ridge/ { inside = 1 } inside' "$work/ten_contacts.out" | grep -c ' SLIP ')" -eq 10 ] &&
        grep -q ' SLIP .* 282\.198 ' "$work/ten_contacts.out" && grep -q ' SLIP *1\.4796e+00 ' "$work/ten_contacts.out" && [ -s "$work/ten_contacts.png" ] &&
        grep -qF '1.4796 N' doc/recipes.md
}

# contact states in the frames: none (0), stick (1) and slip (2)
frames_have_contact_states() {
    [ "$(find "$work" -name 'peak_*.vtu' | wc -l)" -eq 48 ] && [ "$(grep -c peak_ "$work/peak.pvd")" -eq 48 ] &&
        [ "$(awk '/contact_state/ { inside = 1; next } /DataArray/ { inside = 0 } inside { print $1 }' "$work"/peak_*.vtu | sort -u | tr '\n' ' ')" = "0 1 2 " ]
}

# each line that the page shows of what events.c prints
events_are_those_of_the_page() {
    local shown
    shown=$(grep -E '^(FP|UZ|PM) [01]: omega' doc/recipes.md)
    [ "$(wc -l <<<"$shown")" -eq 5 ] && diff <(grep -E '^(FP|UZ|PM) [01]: omega' "$work/events.out") - <<<"$shown"
}

resumed_run_is_read() {
    (cd "$work" && "$here/$BUILD/demos/recipes/restart") >"$work/again.out" 2>&1 || { tail "$work/again.out"; return 1; }
    grep -q 'run base is complete' "$work/again.out"
}

python_reads() { # interpreter
    awk '/^```python$/ { inside = 1; next } /^```$/ { inside = 0 } inside' doc/recipes.md >"$work/read.py"
    (cd "$work" && PYTHONPATH=$here/python PYTHONDONTWRITEBYTECODE=1 "$1" read.py >read.out 2>&1) || { cat "$work/read.out"; return 1; }
    grep -q '^greatest A: 1\.30765' "$work/read.out" && grep -q "'cubic spring'" "$work/read.out"
}

for program in own_law hysteresis sweep many_runs blade ten_contacts animate events restart; do
    check "$program.c stands in the page as it is" page_has $program
    check "$program.c is short" is_short $program
done
check "the amplitude grows with the pull" computes own_law ' EP +3\.0000e-01 +1\.3826e-04' '1.6384e-05 m without the magnet to 1.3826e-04 m'
check "without it that of the leaf alone" computes own_law ' EP +0 +1\.6384e-05' '1.6384e-05'
check "the peak of a law with memory" computes hysteresis ' PM +1\.0468e\+00 +5\.7513e\+00' '5.7513 m at 1.0468 rad/s'
check "three responses in parallel" computes sweep ' PM .*2\.4378e-04' '2.4378e-04 m'
check "peaks are in one file" peaks_are_in_the_csv
check "all points are in one file" all_points_are_in_a_csv
check "a farm has its table" farm_has_its_best_case
check "a ridge from matrices of CalculiX" computes blade ' EP +8 .* 378\.084 ' '378.08 Hz and 8 N' "$here/demos/finite-elements/blade"
check "it begins where both contacts stick" computes blade ' EP .* 433\.563 ' '433.56 Hz' "$here/demos/finite-elements/blade"
check "a ridge with ten contacts" computes ten_contacts ' EP +8 .* 208\.456 ' '208.456 Hz' "$here/demos/finite-elements/blade"
check "all ten begin to slip" ten_begin_to_slip
check "a vibration on its mesh" computes animate ' PM .* 415\.766 ' '415.77 Hz' "$here/demos/finite-elements/blade" "$here/demos/finite-elements/blade.inp"
check "has frames in which contacts stick and slip" frames_have_contact_states
check "values at events" computes events '^PM 0: omega = 1\.520234' 'PM 0: omega = 1.520234'
check "are those of the page" events_are_those_of_the_page
check "a restart at a label" computes restart 'runs/up\.db' 'the second time `base` is complete'
check "a run that is complete is read" resumed_run_is_read
python=
for one in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$one" -c 'import numpy' 2>/dev/null || python=$one
done
if [ -n "$python" ]; then
    check "Python reads everything" python_reads "$python"
else
    echo "[  SKIPPED ] Python reads everything: there is no Python with numpy"
fi
exit $((failed > 0))
