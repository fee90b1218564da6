/* NBLOCK and CMBLOCK of Ansys, as CDWRITE writes them. */
#include "mesh_impl.h"

#include <stdlib.h>
#include <string.h>

/* Columns of a line, from a format as (3i9,6e21.13e3) */
typedef struct columns {
    rdg_index integers, integer_width, reals, real_width;
} columns;

/* "3i9" or "6e21": how many, and how wide; false: it is not there */
static bool read_item(const char *format, const char *letters, rdg_index *count, rdg_index *width)
{
    const char *letter = strpbrk(format, letters), *first = letter;
    while (first && first > format && first[-1] >= '0' && first[-1] <= '9') {
        first--;
    }
    return letter && rdg_span_index((rdg_span){first, letter}, 1, 100, count) &&
           rdg_span_index((rdg_span){letter + 1, letter + 1 + strspn(letter + 1, "0123456789")}, 1, 100,
                          width);
}

static rdg_status read_format(rdg_scan *scan, bool has_reals, columns *c)
{
    if (rdg_scan_line(scan) && read_item(scan->text, "iI", &c->integers, &c->integer_width) &&
        (!has_reals || read_item(scan->text, "eE", &c->reals, &c->real_width))) {
        return RDG_OK;
    }
    return rdg_error_status(scan->ctx) != RDG_OK
               ? rdg_error_status(scan->ctx)
               : rdg_scan_fail(scan, rdg_scan_field(scan, 0, scan->length), RDG_ERR_FORMAT,
                               "expected a format, as %s", has_reals ? "(3i9,6e21.13e3)" : "(8i10)");
}

static rdg_span integer_at(const rdg_scan *scan, const columns *c, rdg_index k)
{
    return rdg_scan_field(scan, (size_t)(k * c->integer_width), (size_t)c->integer_width);
}

/* Lines of a node each, up to one that begins otherwise: N,R5.3,LOC, -1 or -1 */
static rdg_status read_nodes(rdg_mesh *mesh, rdg_scan *scan)
{
    columns c = {.integers = 1};
    RDG_TRY(read_format(scan, true, &c));
    while (rdg_scan_line(scan)) {
        rdg_index node = 0;
        double position[3] = {0};
        const size_t begin = (size_t)(c.integers * c.integer_width);
        if (scan->text[0] == 'N' || rdg_span_equals(integer_at(scan, &c, 0), "-1")) {
            return RDG_OK;
        }
        if (!rdg_span_index(integer_at(scan, &c, 0), 1, INT32_MAX, &node)) {
            return rdg_scan_fail(scan, integer_at(scan, &c, 0), RDG_ERR_FORMAT,
                                 "expected the number of a node, or N,R5.3,LOC, -1 behind the last one");
        }
        for (int d = 0; d < 3 && d < c.reals; d++) { /* zeros at the end of a line are left out */
            const rdg_span field =
                rdg_scan_field(scan, begin + (size_t)(d * c.real_width), (size_t)c.real_width);
            RDG_TRY(rdg_span_is_empty(field) ? RDG_OK : rdg_scan_real(scan, field, &position[d]));
        }
        RDG_TRY(rdg_mesh_add_node(mesh, scan, node, position));
    }
    return rdg_error_status(scan->ctx) != RDG_OK
               ? rdg_error_status(scan->ctx)
               : rdg_scan_fail(scan, (rdg_span){scan->text, scan->text}, RDG_ERR_FORMAT,
                               "expected more nodes: the file is cut here");
}

/* So many numbers; a negative one ends a range that the one before begins. */
static rdg_status read_members(rdg_mesh_set *set, rdg_scan *scan, rdg_index count)
{
    columns c = {.integers = 1};
    rdg_index before = 0;
    RDG_TRY(read_format(scan, false, &c));
    for (rdg_index k = 0; k < count; k++) {
        rdg_index number = 0;
        if (k % c.integers == 0 && !rdg_scan_line(scan)) {
            return rdg_error_status(scan->ctx) != RDG_OK
                       ? rdg_error_status(scan->ctx)
                       : rdg_scan_fail(scan, (rdg_span){scan->text, scan->text}, RDG_ERR_FORMAT,
                                       "expected more nodes: the file is cut here");
        }
        const rdg_span field = integer_at(scan, &c, k % c.integers);
        if (!rdg_span_index(field, before > 0 ? -INT32_MAX : 1, INT32_MAX, &number) || number == 0 ||
            -number >= INT32_MAX || (number < 0 && -number < before)) {
            return rdg_scan_fail(
                scan, field, RDG_ERR_FORMAT,
                "expected the number of a node, or the negative one of a node that ends a range");
        }
        RDG_TRY(number > 0 ? rdg_mesh_set_add(set, scan, number, number, 1)
                           : rdg_mesh_set_add(set, scan, before + 1, -number, 1));
        before = number;
    }
    return RDG_OK;
}

/* CMBLOCK,name,NODE,count ! comment */
static rdg_status read_component(rdg_mesh *mesh, rdg_scan *scan)
{
    rdg_index count = 0;
    rdg_scan_word(scan);
    const rdg_span name = rdg_scan_word(scan), kind = rdg_scan_word(scan), number = rdg_scan_word(scan);
    if (!rdg_span_equals(kind, "NODE")) {
        return RDG_OK;
    }
    if (rdg_span_is_empty(name) || !rdg_span_index(number, 0, INT32_MAX, &count)) {
        return rdg_scan_fail(scan, number, RDG_ERR_FORMAT, "expected CMBLOCK, name, NODE, count");
    }
    rdg_mesh_set *set = rdg_mesh_set_named(mesh, name);
    return set ? read_members(set, scan, count) : RDG_ERR_NO_MEMORY;
}

rdg_status rdg_mesh_read_cdb(rdg_mesh *mesh, rdg_scan *scan)
{
    rdg_status status = RDG_OK;
    while (status == RDG_OK && rdg_scan_line(scan)) {
        const rdg_span line = rdg_scan_field(scan, 0, scan->length);
        status = rdg_span_begins(line, "NBLOCK,")    ? read_nodes(mesh, scan)
                 : rdg_span_begins(line, "CMBLOCK,") ? read_component(mesh, scan)
                                                     : RDG_OK;
    }
    return rdg_error_status(mesh->ctx);
}
