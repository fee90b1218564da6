# Lines "name key=value key=value ..." become a table, a row for each name and a column for each key in turn, and the
# race is judged. Other lines pass.
$2 !~ /^[a-z_0-9%]+=/ { print; next }
{
    names[++n_names] = $1
    for (i = 2; i <= NF; i++) {
        key = substr($i, 1, index($i, "=") - 1)
        if (!(key in seen)) {
            seen[key]
            keys[++n_keys] = key
        }
        value[key, $1] = substr($i, index($i, "=") + 1)
    }
}
END {
    for (row = 0; row <= n_keys && n_names; row++) {
        line = sprintf("%-18s", keys[row])
        for (c = 1; c <= n_names; c++) {
            line = line sprintf(" %16s", row ? value[keys[row], names[c]] : names[c])
        }
        print line
    }
    if ((("cpu_ms", "auto") in value) && (("compute_ms", "duffing_race") in value)) {
        alone = value["cpu_ms", "auto"] - value["startup_ms", "auto"]
        printf "\nDuffing race, CPU of AUTO-07p over that of Ridgewalk: %.1f computing only, %.1f with table and files\n",
            alone / value["compute_ms", "duffing_race"], alone / value["cpu_ms", "race_with_output"]
        print "(AUTO: whole process less its start-up, output included)"
    }
}
