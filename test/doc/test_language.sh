#!/bin/bash
# The language of the pages: short sentences, the terms of doc/glossary.md in place of retired words, and no statement of absence that is not
# tested. `test/doc/prose/count.sh` prints the counts of each page, `test/doc/prose/count.sh -l PAGE` the places.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/check.sh
counts=$(test/doc/prose/count.sh) places=$(test/doc/prose/count.sh -l)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# rows of the counts in which a column exceeds a limit
within() { # column, limit
    ! awk -v c="$1" -v limit="$2" 'NR > 1 && $c > limit { print; bad = 1 } END { exit !bad }' <<<"$counts"
}

no_retired_words() { ! grep ': retired:' <<<"$places"; }

# what retired words are replaced by, special points, and terms of other programs stand in the glossary
glossary_is_complete() {
    local term bad=0
    while read -r term; do
        grep -qiF -- "**$term**" doc/glossary.md || { echo "not in the glossary: $term"; bad=1; }
    done < <(grep -v '^#' test/doc/prose/retired.txt | cut -f2 | sort -u; grep -v '^#' test/doc/prose/terms.txt
             awk -F'|' '/^\| type \|/ { inside = 1; next } !/^\|/ { inside = 0 } inside && $2 !~ /--/ { print $2 }' doc/reference.md |
                 tr ',' '\n' | sed 's/^ *//; s/ *$//' | grep '^[A-Z]')
    return $bad
}

# "there is no ..." and the like: each one that a page says is listed with the test that shows it
absences_are_tested() {
    local bad=0 place
    while IFS= read -r place; do
        grep -qF -- "$(sed 's/^[^:]*:[0-9]*://' <<<"$place" | grep -oiE '(there (is|are) no|has no|(none)) ?[a-z-]* ?[a-z-]*' | head -n1)" test/doc/prose/absences.txt ||
            { echo "$place"; bad=1; }
    done < <(grep -niE 'there (is|are) no |\(none\)' README.md doc/*.md)
    while IFS=$'\t' read -r _ test; do
        [ -e "$test" ] || { echo "$test is not there"; bad=1; }
    done < <(grep -v '^#' test/doc/prose/absences.txt)
    return $bad
}

back_ticks_are_balanced() {
    ! awk '/^ *```/ { fenced = !fenced; next } fenced { next } { line = $0; if (gsub(/`/, "", line) % 2) { print FILENAME ":" FNR ": " $0; bad = 1 } } END { exit !bad }' \
        README.md doc/*.md toolboxes/*/README.md
}

long_sentence_is_seen() {
    printf 'One %s sentence. Told.\n' "$(printf 'long %.0s' {1..40})" >"$work/page.md"
    [ "$(test/doc/prose/count.sh "$work/page.md" | awk 'NR > 1 { print $5, $6 }')" = "1 1" ]
}

check "a long sentence and a retired word are seen" long_sentence_is_seen
check "sentences have 20 words on average in each page" within 3 20
check "no sentence has more than 35 words" within 4 35
check "no page has a retired word" no_retired_words
check "the glossary has each term" glossary_is_complete
check "a statement of absence is tested" absences_are_tested
check "back ticks are balanced" back_ticks_are_balanced
exit $((failed > 0))
