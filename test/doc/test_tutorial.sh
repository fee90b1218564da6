#!/bin/bash
# The tutorial: its programs are those of demos/first-steps, letter by letter, and do what the page says, one after the other in an empty
# folder.
set -u
cd "$(dirname "$0")/../.." || exit 1
: "${BUILD:=build}"
. test/check.sh
programs=$PWD/$BUILD/demos/first-steps
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# the pieces of C of the page, each behind a line of its number
pieces() { awk '/^```c$/ { inside = 1; n++; print "#" n; next } /^```$/ { inside = 0 } inside' doc/tutorial.md; }

page_has() { # number, file
    diff <(pieces | awk -v n="#$1" '/^#[0-9]+$/ { inside = $0 == n; next } inside') "demos/first-steps/$2"
}

# as the page says it: a step, and what it prints
says() { # program, pattern
    (cd "$work" && "$programs/$1" >"$1.out" 2>&1) || { tail "$work/$1.out"; return 1; }
    grep -qE -- "$2" "$work/$1.out" || { tail "$work/$1.out"; return 1; }
}

n=0
for file in two_masses.h step1_structure.c step2_response.c step3_stability.c step4_ridge.c step5_design.c step6_check.c; do
    n=$((n + 1))
    check "$file stands in the tutorial as it is" page_has $n $file
done
check "step 1 tells the natural frequencies" says step1_structure '^mode 1: 27.57 Hz free, 31.83 Hz stuck$'
check "step 2 finds the fold at 5 N" says step2_response 'FP +2\.1576e\+02 +34\.340 +2\.1518e-03'
check "step 3 finds four folds and changes of stability" says step3_stability ' NS .*'
check "step 4 follows the ridge to 20 N" says step4_ridge 'EP +20 +2\.3244e\+02 +36\.99[0-9] +3\.4552e-02'
check "step 5 finds the best pressing force" says step5_design 'OPT +8\.9699e\+00 .* 4\.2922e-04'
check "step 6 decides which vibration is unstable" says step6_check '33 Hz: unstable, largest multiplier 1\.2801'
check "step 6 agrees in time" says step6_check 'back at 34\.3400 Hz by five harmonics, at 34\.3404 Hz in time'
check "step 6 follows the unstable branch" says step6_check 'back at 31\.6932 Hz by five harmonics, at 31\.6944 Hz in time'
exit $((failed > 0))
