# Rows of tables that have not as many cells as the table's first row: where a code contains a bar that is not
# written \|, say.
function cells(row) { gsub(/\\\|/, "", row); return gsub(/\|/, "|", row) }
/^ *```/ { code = !code }
!code && /^ *\|/ {
    if (!columns) columns = cells($0)
    else if (cells($0) != columns) { print FILENAME ":" FNR ": " cells($0) - 1 " cells in a table of " columns - 1 ": " $0; bad = 1 }
    next
}
{ columns = 0 }
END { exit bad }
