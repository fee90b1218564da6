# Lines "name key=value key=value ..." become a table, one column for each name, side by side. A line "== title"
# begins another table. Other lines pass.
function finish(    row, c, line) {
    for (row = 0; row <= n_keys && n_columns; row++) {
        line = sprintf("%-18s", row ? keys[row] : "")
        for (c = 1; c <= n_columns; c++) {
            line = line sprintf(" %14s", row ? value[keys[row], c] : columns[c])
        }
        print line
    }
    split("", seen)
    split("", value)
    n_keys = n_columns = 0
}
$1 == "==" { finish(); print ""; print substr($0, 4); next }
$2 !~ /^[a-z_0-9]+=/ { print; next }
{
    columns[++n_columns] = $1
    for (i = 2; i <= NF; i++) {
        key = substr($i, 1, index($i, "=") - 1)
        if (!(key in seen)) {
            seen[key]
            keys[++n_keys] = key
        }
        value[key, n_columns] = substr($i, index($i, "=") + 1)
    }
}
END { finish() }
