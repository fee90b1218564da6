#!/bin/bash
# Files that call each other in a circle are found by their objects (test/circles.sh), and arrows that lead down are none.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# "name: what it calls": an object for each line, in $work/<first argument>
make_files() { # folder
    mkdir -p "$work/$1"
    while IFS=': ' read -r name calls; do
        {
            for other in $calls; do echo "int $other(void);"; done
            echo "int $name(void); int $name(void) { return 0"
            for other in $calls; do echo " + $other()"; done
            echo "; }"
        } >"$work/$1/$name.c"
        # shellcheck disable=SC2086 # it may have options
        ${CC:-gcc} -c "$work/$1/$name.c" -o "$work/$1/$name.o" || return 1
    done
}

circles() { # folder
    test/circles.sh "$work/$1"/*.o
}

arrows_down_are_no_circle() {
    make_files down <<<$'top: middle bottom getpid\nmiddle: bottom\nbottom: bottom\naside: top' && [ -z "$(circles down)" ]
}

a_circle_of_two_is_found() {
    make_files two <<<$'top: a\na: b\nb: a bottom\nbottom:' && ! circles two >"$work/said" &&
        [ "$(grep -c 'a circle' "$work/said")" = 1 ] && grep -q "$work/two/a uses b of $work/two/b" "$work/said" &&
        ! grep -q 'top\|bottom' "$work/said"
}

circles_through_others_are_found() {
    make_files more <<<$'a: b\nb: c\nc: d a\nd: e\ne: f\nf: d' && ! circles more >"$work/said" &&
        [ "$(grep -c 'a circle' "$work/said")" = 2 ] && [ "$(grep -c ' uses ' "$work/said")" = 6 ]
}

objects_that_cannot_be_read_are_no_success() {
    mkdir -p "$work/none" && echo text >"$work/none/a.o" && echo text >"$work/none/b.o" && ! circles none >/dev/null 2>&1
}

headers_that_include_each_other_are_found() {
    make_files heads <<<$'top: bottom\nbottom:' && mkdir -p "$work/heads/room"
    echo '#include "low_impl.h"' >"$work/heads/high_impl.h"
    echo '#include <ridgewalk/other.h>' >"$work/heads/low_impl.h"
    echo '#include <math.h>' >"$work/heads/room/other.h"
    [ -z "$(test/circles.sh "$work"/heads/*.o "$work"/heads/*.h "$work"/heads/room/*.h)" ] || return 1
    echo '#include "high_impl.h"' >>"$work/heads/room/other.h"
    ! test/circles.sh "$work"/heads/*.o "$work"/heads/*.h "$work"/heads/room/*.h >"$work/said" &&
        [ "$(grep -c 'a circle' "$work/said")" = 1 ] && [ "$(grep -c ' uses #include of ' "$work/said")" = 3 ]
}

check "arrows that lead down are no circle" arrows_down_are_no_circle
check "a circle of two files is found and its arrows are named" a_circle_of_two_is_found
check "circles through other files are found one by one" circles_through_others_are_found
check "objects that cannot be read are no success" objects_that_cannot_be_read_are_no_success
check "headers that include each other in a circle are found" headers_that_include_each_other_are_found
exit $((failed > 0))
