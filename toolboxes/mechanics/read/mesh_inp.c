/* *NODE and *NSET of Abaqus and CalculiX. */
#include "mesh_impl.h"

#include <string.h>

typedef struct reading {
    rdg_mesh *mesh;
    rdg_scan *scan;
    enum { OTHER, NODES, SET, RANGES } part;
    rdg_index set; /* that nodes or members go to; -1: none */
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
    r->part = OTHER;
    r->set = -1;
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

rdg_status rdg_mesh_read_inp(rdg_mesh *mesh, rdg_scan *scan)
{
    reading r = {.mesh = mesh, .scan = scan, .set = -1};
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
                                    : RDG_OK;
    }
    return rdg_error_status(mesh->ctx);
}
