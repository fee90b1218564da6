# Lines "name key=value key=value ..." become a table, one column for each name, side by side. Other lines pass.
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
END {
    for (row = 0; row <= n_keys && n_columns; row++) {
        line = sprintf("%-16s", keys[row])
        for (c = 1; c <= n_columns; c++) {
            line = line sprintf(" %16s", row ? value[keys[row], c] : columns[c])
        }
        print line
    }
}
