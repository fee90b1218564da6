# Each piece of C in a page becomes a file that a compiler can check: one that has no main() and no function of its
# own is put into a function. What a piece takes for granted is declared in a comment before it that readers do not
# see, on lines of its own: <!-- c: rdg_structure *blade; --> behind what is declared for all pages in common.h.
#
#   awk -v folder=DIR -f test/doc/snippets.awk page.md...
#
# prints the names of the files.
function close_piece() {
    whole = piece ~ /(^|\n)(static [^;=]*\(|int main\(|#define)/
    name = FILENAME
    gsub(/\//, "_", name)
    sub(/\.md$/, "", name)
    file = folder "/" name "_" ++count[FILENAME] ".c"
    printf "#include \"common.h\"\n%s", given >file
    if (!whole) printf "int piece(void);\nint piece(void)\n{\n" >file
    printf "#line %d \"%s\"\n%s", first, FILENAME, piece >file
    if (!whole) printf "    return 0;\n}\n" >file
    close(file)
    print file
    given = ""
}
/^```c$/ { inside = 1; piece = ""; first = FNR + 1; next }
/^```$/ && inside { inside = 0; close_piece(); next }
inside { piece = piece $0 "\n"; next }
/^<!-- c:/ { line = $0; sub(/^<!-- c: */, "", line); sub(/ *-->$/, "", line); given = given line "\n"; next }
/^```/ { given = "" }
