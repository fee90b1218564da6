# From the lines of sentences.awk, and retired.txt before them: a line a file: sentences, words a sentence, the longest, those over 35, retired
# words, terms of the glossary. With list=1, the places instead: long sentences and retired words.

BEGIN { FS = "\t" }
FNR == 1 { files++ }
files == 1 { if ($0 !~ /^#/ && NF > 1) { retired = retired (retired == "" ? "" : "|") $1 } next }
files == 2 { if (match($0, /^\| \*\*[^*]+\*\*/)) { term = tolower(substr($0, 5, RLENGTH - 6)); terms[++n_terms] = term } next }
{
    file = $1
    if (!(file in n)) { order[++pages] = file; n[file] = words[file] = longest[file] = over[file] = old[file] = 0 }
    size = $3 < 0 ? -$3 : $3
    if ($3 > 0) { n[file]++; words[file] += size }
    if (size > longest[file]) longest[file] = size
    if (size > 35) { over[file]++; if (list) printf "%s:%d: %d words: %s\n", file, $2, size, $4 }
    text = " " tolower($4) " "
    gsub(/force laws?|friction laws?|impact laws?|contact laws?|coulomb's laws?|hooke's law|newton's (third )?law|level sets?|sequences? of contact states|velocity level|corner nodes?|corners? of the tip/, "", text)
    gsub(/[^a-z'_-]/, " ", text)
    while (match(text, " (" retired ")[ ']")) {
        old[file]++
        if (list) printf "%s:%d: retired:%s: %s\n", file, $2, substr(text, RSTART, RLENGTH), $4
        text = substr(text, RSTART + RLENGTH - 1)
    }
    text = " " tolower($4) " "
    for (i = 1; i <= n_terms; i++) if (index(text, terms[i])) known[file]++
}
END {
    if (list) exit
    printf "%-48s %9s %6s %8s %8s %8s %8s\n", "page", "sentences", "mean", "longest", "over 35", "retired", "terms"
    for (i = 1; i <= pages; i++) {
        f = order[i]
        printf "%-48s %9d %6.1f %8d %8d %8d %8d\n", f, n[f], n[f] ? words[f] / n[f] : 0, longest[f], over[f], old[f], known[f]
    }
}
