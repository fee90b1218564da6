# Texts with a blank in the source of the library and of the command rdg, one a line as sentences.awk prints sentences: messages, notes, legends.
# Comments and statements of SQL are left out.

FNR == 1 { inside = 0 }
{
    line = $0
    if (inside) {
        if (!match(line, /\*\//)) next
        line = substr(line, RSTART + 2)
        inside = 0
    }
    while (line != "" && match(line, /"([^"\\]|\\.)*"|\/\*/)) {
        text = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (text == "/*") {
            if (!match(line, /\*\//)) { inside = 1; next }
            line = substr(line, RSTART + 2)
        } else if (text ~ / / && text !~ /(SELECT|INSERT|CREATE|UPDATE|DELETE) /) {
            gsub(/\\"[^"]*\\"|%[-+0-9.*]*[a-z]+/, "CODE", text)
            gsub(/\.[a-z_]+|[a-z_]+ = /, "CODE", text) # fields of public structs: ".settle", "arcs = 3"
            gsub(/"/, " ", text)
            printf "%s\t%d\t%d\t%s\n", FILENAME, FNR, 1, text
        }
    }
}
