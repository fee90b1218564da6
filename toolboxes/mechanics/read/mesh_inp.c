/* *NODE, *NSET and *ELEMENT of Abaqus and CalculiX. */
#include "mesh_impl.h"

#include <inttypes.h>
#include <string.h>

typedef struct reading {
    rdg_mesh *mesh;
    rdg_scan *scan;
    enum { OTHER, NODES, SET, RANGES, CELLS } part;
    rdg_index set;               /* that nodes or members go to; -1: none */
    char type[RDG_TYPE_SIZE];    /* of the elements, */
    const rdg_cell_shape *shape; /* of this shape; NULL: they are left out */
    bool continues;              /* the line goes on with an element that is left out */
    int n_nodes;                 /* of the element that is being read: how many, -1 before its number, */
    rdg_index line, node[RDG_CELL_NODES]; /* where it begins, and which */
} reading;

/* The value of a parameter of the keyword line, "NSET=name" or NSET="name"; false: it is not there */
static bool parameter(reading *r, const char *keyword, rdg_span *value)
{
    for (const char *c = strchr(r->scan->text, ','); c; c = strchr(c + 1, ',')) {
        const size_t begin = (size_t)(c + 1 - r->scan->text), length = strcspn(c + 1, ",");
        const rdg_span all = rdg_scan_field(r->scan, begin, length);
        const char *equals = memchr(all.from, '=', (size_t)(all.to - all.from));
        const char *end = equals ? equals : all.to;
        const rdg_span key =
            rdg_scan_field(r->scan, (size_t)(all.from - r->scan->text), (size_t)(end - all.from));
        if (rdg_span_equals(key, keyword)) {
            *value = equals ? rdg_scan_field(r->scan, (size_t)(equals + 1 - r->scan->text),
                                             (size_t)(all.to - equals - 1))
                            : (rdg_span){end, end};
            const bool is_quoted = value->to - value->from > 1 && *value->from == '"' && value->to[-1] == '"';
            value->from += is_quoted;
            value->to -= is_quoted;
            return true;
        }
    }
    return false;
}

static rdg_status begin_set(reading *r, rdg_span name)
{
    if (rdg_span_is_empty(name)) {
        return rdg_scan_fail(r->scan, name, RDG_ERR_FORMAT, "expected a name of a set");
    }
    const rdg_mesh_set *set = rdg_mesh_set_named(r->mesh, name);
    r->set = set ? set - r->mesh->set : -1;
    return set ? RDG_OK : RDG_ERR_NO_MEMORY;
}

static rdg_status read_keyword(reading *r)
{
    const rdg_span keyword = rdg_scan_field(r->scan, 0, strcspn(r->scan->text, ","));
    rdg_span value = keyword, name = keyword;
    if (r->n_nodes >= 0) {
        return rdg_scan_fail(r->scan, keyword, RDG_ERR_FORMAT,
                             "the element of line %" PRId64 " has %d nodes, not the %d of its type %s",
                             r->line, r->n_nodes, r->shape->nodes, r->type);
    }
    r->part = OTHER;
    r->set = -1;
    r->continues = false;
    if (rdg_span_equals(keyword, "*SYSTEM") ||
        (rdg_span_equals(keyword, "*NODE") && parameter(r, "SYSTEM", &value) &&
         !rdg_span_equals(value, "R"))) {
        return rdg_scan_fail(r->scan, value, RDG_ERR_FORMAT,
                             "expected nodes in global rectangular coordinates");
    }
    if (rdg_span_equals(keyword, "*NODE")) {
        r->part = NODES;
        return parameter(r, "NSET", &name) ? begin_set(r, name) : RDG_OK;
    }
    if (r->mesh->has_cells && rdg_span_equals(keyword, "*ELEMENT") && parameter(r, "TYPE", &value)) {
        r->part = CELLS;
        r->shape = rdg_cell_of_inp(value);
        rdg_text_clean(r->type, sizeof r->type, value.from, (size_t)(value.to - value.from));
        return RDG_OK;
    }
    if (rdg_span_equals(keyword, "*NSET") && parameter(r, "NSET", &name)) {
        if (parameter(r, "ELSET", &value)) {
            r->mesh->left_out++;
            return RDG_OK;
        }
        r->part = parameter(r, "GENERATE", &value) ? RANGES : SET;
        return begin_set(r, name);
    }
    return RDG_OK;
}

static rdg_status read_number(const reading *r, rdg_index *number)
{
    const rdg_span word = rdg_scan_word(r->scan);
    return rdg_span_index(word, 1, INT32_MAX, number)
               ? RDG_OK
               : rdg_scan_fail(r->scan, word, RDG_ERR_FORMAT, "expected the number of a node");
}

static rdg_status read_node(reading *r)
{
    rdg_index node = 0;
    double position[3] = {0};
    RDG_TRY(read_number(r, &node));
    for (int d = 0; d < 3; d++) {
        const rdg_span word = rdg_scan_word(r->scan);
        if (!rdg_span_is_empty(word)) {
            RDG_TRY(rdg_scan_real(r->scan, word, &position[d]));
        }
    }
    RDG_TRY(rdg_mesh_add_node(r->mesh, r->scan, node, position));
    return r->set < 0 ? RDG_OK : rdg_mesh_set_add(&r->mesh->set[r->set], r->scan, node, node, 1);
}

/* Members are nodes, or sets that were defined before. */
static rdg_status read_members(reading *r)
{
    rdg_mesh_set *set = &r->mesh->set[r->set];
    while (*(r->scan->at + strspn(r->scan->at, " \t"))) {
        const rdg_span word = rdg_scan_word(r->scan);
        const rdg_mesh_set *other = NULL;
        rdg_index node = 0;
        if (rdg_span_index(word, 1, INT32_MAX, &node)) {
            RDG_TRY(rdg_mesh_set_add(set, r->scan, node, node, 1));
            continue;
        }
        other = rdg_mesh_find_set(r->mesh, word);
        if (!other || other == set) {
            return rdg_scan_fail(r->scan, word, RDG_ERR_FORMAT,
                                 "expected the number of a node, or a set that is defined before");
        }
        RDG_TRY(rdg_mesh_set_add(set, r->scan, RDG_MESH_SET, other - r->mesh->set, 1));
    }
    return RDG_OK;
}

/* first, last, step */
static rdg_status read_range(reading *r)
{
    rdg_index first = 0, last = 0, step = 1;
    RDG_TRY(read_number(r, &first));
    RDG_TRY(read_number(r, &last));
    if (*r->scan->at) {
        RDG_TRY(read_number(r, &step));
    }
    return rdg_mesh_set_add(&r->mesh->set[r->set], r->scan, first, last, step);
}

/* A line of elements of a type that is not read: one more unless it continues the line before. */
static rdg_status pass_cell(reading *r)
{
    const rdg_span line = rdg_scan_field(r->scan, 0, r->scan->length);
    const bool is_new = !r->continues;
    r->continues = line.to > line.from && line.to[-1] == ',';
    return is_new ? rdg_mesh_add_cell(r->mesh, NULL, (rdg_span){r->type, r->type + strlen(r->type)},
                                      r->scan->line, NULL)
                  : RDG_OK;
}

/* Number of the element, then its nodes, on as many lines as they need */
static rdg_status read_cell(reading *r)
{
    if (!r->shape) {
        return pass_cell(r);
    }
    while (*(r->scan->at + strspn(r->scan->at, " \t"))) {
        rdg_index number = 0;
        RDG_TRY(read_number(r, &number));
        if (r->n_nodes < 0) {
            r->n_nodes = 0;
            r->line = r->scan->line;
            continue;
        }
        r->node[r->n_nodes++] = number;
        if (r->n_nodes == r->shape->nodes) {
            r->n_nodes = -1;
            return rdg_mesh_add_cell(r->mesh, r->shape, (rdg_span){r->type, r->type}, r->line, r->node);
        }
    }
    return RDG_OK;
}

rdg_status rdg_mesh_read_inp(rdg_mesh *mesh, rdg_scan *scan)
{
    reading r = {.mesh = mesh, .scan = scan, .set = -1, .n_nodes = -1};
    rdg_status status = RDG_OK;
    while (status == RDG_OK && rdg_scan_line(scan)) {
        scan->at += strspn(scan->at, " \t");
        if (*scan->at == '\0' || strncmp(scan->at, "**", 2) == 0) {
            continue;
        }
        status = *scan->at == '*'   ? read_keyword(&r)
                 : r.part == NODES  ? read_node(&r)
                 : r.part == SET    ? read_members(&r)
                 : r.part == RANGES ? read_range(&r)
                 : r.part == CELLS  ? read_cell(&r)
                                    : RDG_OK;
    }
    if (status == RDG_OK && rdg_error_status(mesh->ctx) == RDG_OK && r.n_nodes >= 0) {
        return rdg_fail(mesh->ctx, RDG_ERR_FORMAT, scan->where,
                        "\"%s\", line %" PRId64 ": the element has %d nodes, not the %d of its type %s. %s",
                        scan->path, r.line, r.n_nodes, r.shape->nodes, r.type, scan->remedy);
    }
    return rdg_error_status(mesh->ctx);
}
