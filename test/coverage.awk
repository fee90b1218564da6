# From gcov's text: lines reached in each source file, and in all of them.
/^File / { file = substr($2, 2, length($2) - 2) }
/^Lines executed:/ && file ~ /^(core|toolboxes)\/.*\.c$/ {
    split($0, part, /[:% ]+/)
    lines = $NF
    reached = int(part[3] * lines / 100 + 0.5)
    printf "%6.1f %% of %5d  %s\n", part[3], lines, file
    total += lines
    total_reached += reached
}
/^Lines executed:/ { file = "" }
END { printf "%6.1f %% of %5d  total\n", total ? 100 * total_reached / total : 0, total }
