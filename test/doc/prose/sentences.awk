# The sentences of pages and of the comments of C, one a line: file, line, words, sentence, between tabs. A sentence in a cell of a
# table has a minus in front of its words. Code, headings, pictures and the rows of ASCII tables are left out; a piece of code within a
# sentence is one word.

function flush(    parts, n, i, words, text) {
    text = paragraph
    paragraph = ""
    gsub(/<!--[^>]*-->/, "", text)
    gsub(/``[^`]*(`[^`]+)*``/, "CODE", text)
    gsub(/`[^`]*`/, "CODE", text)
    gsub(/!\[[^\]]*\]\([^)]*\)/, "", text)
    while (match(text, /\]\([^)]*\)/)) text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
    gsub(/\[/, "", text)
    gsub(/\*\*/, "", text)
    gsub(/e\.g\./, "eg", text)
    gsub(/i\.e\./, "ie", text)
    gsub(/et al\./, "et al", text)
    gsub(/vs\./, "vs", text)
    gsub(/Fig\./, "Fig", text)
    gsub(/Figs\./, "Figs", text)
    gsub(/Eq\./, "Eq", text)
    gsub(/[.!?]+[")*]*[ \t]+/, "&\n", text)
    gsub(/[.!?]+[")*]*[ \t]*$/, "&\n", text)
    n = split(text, parts, "\n")
    for (i = 1; i <= n; i++) {
        words = count(parts[i])
        if (words > 0) printf "%s\t%d\t%s%d\t%s\n", file, start, cell ? "-" : "", words, parts[i]
    }
}

# words: pieces between blanks that have a letter or a digit
function count(text,    pieces, n, i, words) {
    n = split(text, pieces, /[ \t]+/)
    words = 0
    for (i = 1; i <= n; i++)
        if (pieces[i] ~ /[A-Za-z0-9]/) words++
    return words
}

function add(text) {
    if (paragraph == "") start = FNR
    paragraph = paragraph " " text
}

function page(line,    cells, n, i) {
    if (line ~ /^ *```/) { flush(); fenced = !fenced; return }
    if (fenced) return
    if (line ~ /^#/ || line ~ /^ *$/ || line ~ /^ *\|[-| :]*\|$/) { flush(); return }
    if (line ~ /^ *\|/) {
        flush()
        gsub(/\\\|/, "/", line)
        n = split(line, cells, "|")
        cell = 1
        for (i = 2; i < n; i++) { paragraph = ""; add(cells[i]); flush() }
        cell = 0
        return
    }
    if (line ~ /^ *([-*]|[0-9]+\.) /) { flush(); sub(/^ *([-*]|[0-9]+\.) /, "", line) }
    sub(/^> ?/, "", line)
    add(line)
}

# the comment's part of a line of C
function header(line,    text, code) {
    if (!inside) gsub(/"([^"\\]|\\.)*"/, "\"\"", line) # a comment may stand in a string
    gsub(/[A-Za-z_]+(->|\.)[A-Za-z_.>-]*[A-Za-z_]/, "CODE", line) # files and fields
    if (fenced) {
        if (line ~ /@endcode/) fenced = 0
        if (line ~ /\*\//) { fenced = 0; inside = 0 }
        return
    }
    while (line != "") {
        if (!inside) {
            if (!match(line, /\/\*[*!]?<?/)) { if (line !~ /^[ \t]*$/) flush(); return }
            code = substr(line, 1, RSTART - 1)
            line = substr(line, RSTART + RLENGTH)
            if (code !~ /^[ \t]*$/ || !trailing) flush()
            trailing = code !~ /^[ \t]*$/
            inside = 1
        }
        if (match(line, /\*\//)) {
            text = substr(line, 1, RSTART - 1)
            line = substr(line, RSTART + RLENGTH)
            inside = 0
        } else {
            text = line
            line = ""
        }
        sub(/^ *\*+ ?/, "", text)
        if (text ~ /@code/) { flush(); fenced = 1; return }
        if (text ~ /^      *[^ ]/ && !trailing) { flush(); if (!inside) return; continue } # an example
        if (text ~ /^[ \t]*$/ && inside) { flush(); continue }
        if (text ~ /^ *\|/) { flush(); continue }
        if (text ~ /^ *([-*]|[0-9]+\.) /) { flush(); sub(/^ *([-*]|[0-9]+\.) /, "", text) }
        if (text ~ /^ *@(file|see|ref|cond|endcond|defgroup|addtogroup|name)/) { flush(); sub(/^ *@[a-z]+ *[^ ]*/, "", text) }
        if (text ~ /^ *@(param|return|brief|note|warning|pre|post|retval)/) { flush(); sub(/^ *@param(\[[a-z,]*\])? +[a-z_A-Z0-9]+(, [a-zA-Z_0-9]+)* */, "", text); sub(/^ *@[a-z]+(\[[a-z,]*\])? */, "", text) }
        gsub(/"[^" ]*"/, "CODE", text)
        add(text)
        if (!inside && !trailing) flush()
    }
}

FNR == 1 { if (NR > 1) flush(); file = FILENAME; fenced = inside = cell = trailing = 0; paragraph = "" }
FILENAME ~ /\.[ch]$/ { header($0); next }
{ page($0) }
END { flush() }
