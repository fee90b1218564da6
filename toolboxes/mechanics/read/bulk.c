/* Lines of Nastran's bulk data. */
#include "bulk_impl.h"

#include <string.h>

enum { NARROW = 8, WIDE = 16 };

/* Fields between commas; what is behind the last one is empty. */
static void split_at_commas(const rdg_scan *scan, rdg_bulk *line)
{
    const char *c = scan->text;
    for (int k = -1; k < NARROW; k++) {
        const char *end = c + strcspn(c, ",$");
        const rdg_span part = rdg_scan_field(scan, (size_t)(c - scan->text), (size_t)(end - c));
        *(k < 0 ? &line->card : &line->field[k]) = part;
        c = end + (*end == ',');
    }
}

static void split_at_columns(const rdg_scan *scan, size_t width, rdg_bulk *line)
{
    for (int k = 0; k < line->n; k++) {
        line->field[k] = rdg_scan_field(scan, NARROW + width * (size_t)k, width);
    }
}

bool rdg_bulk_line(rdg_scan *scan, rdg_bulk *line)
{
    do {
        if (!rdg_scan_line(scan)) {
            return false;
        }
    } while (scan->text[0] == '$' || scan->text[strspn(scan->text, " \t")] == '\0');
    const bool has_commas = strcspn(scan->text, ",") < strcspn(scan->text, "$");
    *line = (rdg_bulk){.card = rdg_scan_field(scan, 0, NARROW)};
    if (has_commas) {
        split_at_commas(scan, line);
    }
    const bool is_wide =
        line->card.from < line->card.to && (*line->card.from == '*' || line->card.to[-1] == '*');
    line->n = is_wide ? 4 : NARROW;
    if (!has_commas) {
        split_at_columns(scan, is_wide ? WIDE : NARROW, line);
    }
    if (line->card.from < line->card.to && (*line->card.from == '*' || *line->card.from == '+')) {
        line->card.to = line->card.from; /* a mark of continuation is no name */
    }
    if (is_wide && line->card.from < line->card.to) { /* "GRID   *" */
        const size_t first = (size_t)(line->card.from - scan->text);
        line->card = rdg_scan_field(scan, first, (size_t)(line->card.to - line->card.from) - 1);
    }
    return true;
}

rdg_status rdg_bulk_node(const rdg_scan *scan, rdg_span field, rdg_index *node)
{
    return rdg_span_index(field, 1, INT32_MAX, node)
               ? RDG_OK
               : rdg_scan_fail(scan, field, RDG_ERR_FORMAT, "expected the number of a node");
}
