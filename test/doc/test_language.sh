#!/bin/bash
# The language of the pages, of man pages, of what demos print and of comments: short sentences, the terms of doc/glossary.md in place of retired words, and no statement of absence that is not
# tested. `test/doc/prose/count.sh` prints the counts of each page, `test/doc/prose/count.sh -l PAGE` the places.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/check.sh
mapfile -t pages < <(find . -name '*.md' ! -path './build*/*' -printf '%P\n' | sort)
mapfile -t headers < <(find core toolboxes -name '*.h' ! -name '*_impl.h' | sort) # the comments of the public ones
counts=$(test/doc/prose/count.sh "${pages[@]}" "${headers[@]}") places=$(test/doc/prose/count.sh -l "${pages[@]}" "${headers[@]}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# rows of the counts in which a column exceeds a limit
within() { # column, limit
    ! awk -v c="$1" -v limit="$2" 'NR > 1 && $c > limit { print; bad = 1 } END { exit !bad }' <<<"$counts"
}

no_retired_words() { ! grep ': retired:' <<<"$places"; }

# Comments of the library; ordinary.txt has the files in which a word has its ordinary technical meaning.
no_retired_words_in_comments() {
    local bad=0 place file word
    while IFS= read -r place; do
        file=${place%%:*} word=$(sed "s/.*: retired: \([a-z ]*[a-z]\).*/\1/" <<<"${place%%: retired:*}: ${place#*: }")
        grep -qxF "$file	$word" test/doc/prose/ordinary.txt || { echo "$place"; bad=1; }
    done < <(find core toolboxes \( -name '*.c' -o -name '*_impl.h' \) -print0 | xargs -0 test/doc/prose/count.sh -l | grep ': retired:')
    return $bad
}

# in messages, legends and the texts of rdg
no_retired_words_in_messages() {
    ! find core toolboxes tools demos \( -name '*.c' -o -name '*.h' \) -exec awk -f test/doc/prose/messages.awk {} + |
        awk -v list=1 -f test/doc/prose/report.awk test/doc/prose/retired.txt doc/glossary.md - | grep ': retired:'
}

# Names of one word: columns, parameters, facts of runs. Those that files of runs, public structs and elements of demos have are kept.
no_retired_names() {
    local words kept='arc|frozen|leg%|legs|level|pull|settle|told|windows'
    words=$(grep -v '^#' test/doc/prose/retired.txt | cut -f1 | tr '|' '\n' | grep -v ' ' | paste -sd '|')
    ! grep -rnoE --include='*.[ch]' "\"($words)([.:%][a-z%]*)?\"" core toolboxes tools demos | grep -vE "\"($kept)\"$|\.h\"$"
}

no_retired_words_in_man_pages() {
    ! awk '{ gsub(/\\f[BIR]|\\-/, ""); print FILENAME "\t" FNR "\t1\t" $0 }' tools/*/*.1 |
        awk -v list=1 -f test/doc/prose/report.awk test/doc/prose/retired.txt doc/glossary.md - | grep ': retired:'
}

# messages that doc/convergence.md quotes are those of the library
quoted_messages_exist() {
    local quoted bad=0 texts
    texts=$(find core toolboxes \( -name '*.c' -o -name '*.h' \) -exec cat {} + | tr '\n' ' ' | sed 's/" *"//g')
    while read -r quoted; do
        grep -qF -- "$quoted" <<<"$texts" || { echo "no such message: $quoted"; bad=1; }
    done < <(sed -n 's/^| "\([^"]*\)" .*/\1/p' doc/convergence.md)
    return $bad
}

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

# settings and calls of AUTO, COCO and NLvib
settings_are_in_the_glossary() {
    local one bad=0
    for one in DS DSMIN DSMAX NMX NPR EPSL EPSU EPSS ICP RL0 RL1 UZR IRS ISW ILP ISP THL THU NTST NCOL IAD JAC \
        h0 h_min h_max PtMX TOL NAdapt ds dsmin dsmax stepmax eps Dscale jac H N inorm fscl Sopt parametrization \
        IPS ITMX ITNW NWTN NDIM NPAR STPNT FUNC PVLS BCND ICND FOPT ItMX bi_direct coco coco_prob coco_set coco_add_func coco_add_pars \
        coco_add_glue coco_add_event coco_add_slot coco_add_adjt coco_xchg_pars coco_bd_read coco_read_solution ode_isol2ep ode_isol2po \
        ode_isol2coll ode_isol2hspo ode_po2po ode_HB2po ode_PD2po ode_BP2po ode_SN2SN solve_and_continue HB_residual shooting_residual \
        fun_postprocess RO RG; do
        grep -q -- "\`$one\`" doc/glossary.md || { echo "not in the glossary: $one"; bad=1; }
    done
    while read -r one; do
        grep -rqw --include='*.h' "$one" core toolboxes || { echo "no public name $one"; bad=1; }
    done < <(sed -n '/^## Settings of other/,$p' doc/glossary.md | grep -oE '\b(RDG|rdg)_[A-Za-z_]+' | sort -u)
    return $bad
}

# italics mark a term where a page defines it; titles of books begin with a capital
terms_in_italics_are_in_the_glossary() {
    local place term bad=0
    while IFS= read -r place; do
        term=$(sed 's/^[^*]*\*//; s/\*.*//' <<<"$place")
        grep -qiF -- "**$term**" doc/glossary.md || { echo "not in the glossary: $place"; bad=1; }
    done < <(grep -noE '(^|[^*])\*[a-z][^*]{1,40}[a-z]\*([^*]|$)' "${pages[@]}")
    return $bad
}

# "there is no ...": a statement of absence stands with the test that shows it in absences.txt
absences_are_tested() {
    local bad=0 place words test
    while IFS= read -r place; do
        grep -qFf <(grep -v '^#' test/doc/prose/absences.txt | cut -f1) <<<"$place" || { echo "no test: $place"; bad=1; }
    done < <(grep -niE 'there (is|are) (no|neither) |no (shooting|collocation|reduced models)|\(none\)' README.md doc/*.md)
    while IFS=$'\t' read -r words test; do
        [ -e "$test" ] || { echo "$test is not there"; bad=1; }
        grep -qF "$words" README.md doc/*.md || { echo "in no page: $words"; bad=1; }
    done < <(grep -v '^#' test/doc/prose/absences.txt)
    return $bad
}

# in each paragraph, item and row
back_ticks_are_balanced() {
    ! awk 'function check() { if (gsub(/`/, "", text) % 2) { print place; bad = 1 } text = "" }
           FNR == 1 { check(); fenced = 0 }
           /^ *```/ { check(); fenced = !fenced; next }
           fenced { next }
           /^ *$/ || /^ *([-*|]|[0-9]+\.) / { check() }
           text == "" { place = FILENAME ":" FNR ": " $0 }
           { text = text " " $0 }
           END { check(); exit !bad }' README.md doc/*.md toolboxes/*/README.md
}

long_sentence_is_seen() {
    printf 'One %s sentence. Told.\n' "$(printf 'long %.0s' {1..40})" >"$work/page.md"
    [ "$(test/doc/prose/count.sh "$work/page.md" | awk 'NR > 1 { print $5, $6 }')" = "1 1" ]
}

check "a long sentence and a retired word are seen" long_sentence_is_seen
check "sentences have 20 words on average in each file" within 3 20
check "no sentence has more than 35 words" within 4 35
check "no retired word is used" no_retired_words
check "nor in a comment of the library" no_retired_words_in_comments
check "nor in a message" no_retired_words_in_messages
check "nor as the name of a column" no_retired_names
check "nor in a man page" no_retired_words_in_man_pages
check "messages that a page quotes exist" quoted_messages_exist
check "the glossary has each term" glossary_is_complete
check "and settings of other programs" settings_are_in_the_glossary
check "and each term in italics" terms_in_italics_are_in_the_glossary
check "a statement of absence is tested" absences_are_tested
check "back ticks are balanced" back_ticks_are_balanced
exit $((failed > 0))
