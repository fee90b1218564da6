/* Matrices of a substructure, from *USER ELEMENT on. */
#include "user_element_impl.h"

#include <inttypes.h>
#include <string.h>

/* Positions up to `position` have the components of the list. */
static rdg_status extend(rdg_user_element *e, const rdg_scan *scan, rdg_index position)
{
    while (e->positions < position) {
        for (rdg_index k = 0; k < e->n_list; k++) {
            const rdg_index before = e->model->dofs.n;
            const rdg_index dof = rdg_dof_table_add(&e->model->dofs, e->node[e->positions], e->list[k]);
            RDG_TRY(dof < 0 ? RDG_ERR_NO_MEMORY
                            : rdg_context_reserve(scan->ctx, &e->dof, &e->dof_capacity, e->n + 1,
                                                  sizeof *e->dof));
            if (dof < before && e->which == RDG_FE_K) {
                return rdg_scan_fail(scan, (rdg_span){scan->text, scan->text}, RDG_ERR_FORMAT,
                                     "component %" PRId64 " of node %" PRId64 " is there twice", e->list[k],
                                     e->node[e->positions]);
            }
            e->dof[e->n++] = dof;
        }
        e->positions++;
    }
    return RDG_OK;
}

/* Nodes, in comments behind ** ELEMENT NODES */
static rdg_status read_nodes(rdg_user_element *e, rdg_scan *scan)
{
    rdg_index node = 0;
    for (rdg_span word = rdg_scan_word(scan); rdg_span_index(word, 1, INT32_MAX, &node);
         word = rdg_scan_word(scan)) {
        RDG_TRY(rdg_context_reserve(scan->ctx, &e->node, &e->node_capacity, e->n_nodes + 1, sizeof *e->node));
        e->node[e->n_nodes++] = node;
    }
    return RDG_OK;
}

/* "1, 2, 3", of the first position, or "4, 1, 2, 3", of the fourth */
static rdg_status read_components(rdg_user_element *e, rdg_scan *scan)
{
    rdg_index position = 1;
    if (e->n_list > 0) {
        const rdg_span word = rdg_scan_word(scan);
        if (!rdg_span_index(word, e->positions + 2, e->n_nodes, &position)) {
            return rdg_scan_fail(scan, word, RDG_ERR_FORMAT,
                                 "expected a position %" PRId64 " .. %" PRId64
                                 ", as many as ** ELEMENT NODES names",
                                 e->positions + 2, e->n_nodes);
        }
        RDG_TRY(extend(e, scan, position - 1));
    }
    e->n_list = 0;
    for (rdg_span word = rdg_scan_word(scan); !rdg_span_is_empty(word); word = rdg_scan_word(scan)) {
        if (e->n_list == RDG_MOST_COMPONENT ||
            !rdg_span_index(word, 1, RDG_MOST_COMPONENT, &e->list[e->n_list])) {
            return rdg_scan_fail(scan, word, RDG_ERR_FORMAT, "expected components 1 .. 6, six at most");
        }
        e->n_list++;
    }
    return e->n_list > 0 ? RDG_OK
                         : rdg_scan_fail(scan, (rdg_span){scan->text, scan->text}, RDG_ERR_FORMAT,
                                         "expected components 1 .. 6");
}

static rdg_status read_values(rdg_user_element *e, rdg_scan *scan)
{
    double value = 0;
    for (rdg_span word = rdg_scan_word(scan); !rdg_span_is_empty(word); word = rdg_scan_word(scan)) {
        if (e->row == e->n) {
            return rdg_scan_fail(scan, word, RDG_ERR_SIZE,
                                 "a lower triangle of %" PRId64 " rows is complete, and there is more", e->n);
        }
        RDG_TRY(rdg_scan_real(scan, word, &value));
        RDG_TRY(
            rdg_entries_add(&e->model->matrix[e->which], e->dof[e->row], e->dof[e->col], scan->line, value));
        if (e->col++ == e->row) {
            e->row++;
            e->col = 0;
        }
    }
    return RDG_OK;
}

/* *MATRIX, TYPE=STIFFNESS or MASS */
static rdg_status begin_matrix(rdg_user_element *e, rdg_scan *scan)
{
    static const char *const wanted[] = {[RDG_FE_K] = "TYPE=STIFFNESS", [RDG_FE_M] = "TYPE=MASS"};
    rdg_scan_word(scan);
    const rdg_span type = rdg_scan_word(scan);
    if (!rdg_span_equals(type, wanted[e->which])) {
        e->part = RDG_ELEMENT_SKIP;
        return RDG_OK;
    }
    if (e->n_nodes == 0 || e->n_list == 0) {
        return rdg_scan_fail(
            scan, type, RDG_ERR_FORMAT,
            "a matrix without nodes, which a comment behind ** ELEMENT NODES names, or without "
            "their components");
    }
    RDG_TRY(extend(e, scan, e->n_nodes));
    e->part = RDG_ELEMENT_VALUES;
    return rdg_fe_model_announce(e->model, scan, type, e->which, RDG_ENTRIES_TRIANGLE);
}

rdg_status rdg_user_element_end(rdg_user_element *e, rdg_scan *scan)
{
    if (e->part == RDG_ELEMENT_VALUES && e->row < e->n) {
        return rdg_scan_fail(scan, (rdg_span){scan->text, scan->text}, RDG_ERR_SIZE,
                             "the lower triangle of %" PRId64 " rows ends in row %" PRId64
                             ", column %" PRId64,
                             e->n, e->row + 1, e->col);
    }
    return RDG_OK;
}

rdg_status rdg_user_element_line(rdg_user_element *e, rdg_scan *scan)
{
    const rdg_span line = rdg_scan_field(scan, 0, scan->length);
    if (rdg_span_begins(line, "**")) {
        scan->at = line.from + 2;
        e->part = strstr(line.from, "ELEMENT NODES") ? RDG_ELEMENT_NODES : e->part;
        return e->part == RDG_ELEMENT_NODES && e->n_list == 0 ? read_nodes(e, scan) : RDG_OK;
    }
    if (rdg_span_begins(line, "*")) {
        RDG_TRY(rdg_user_element_end(e, scan));
        e->part = RDG_ELEMENT_SKIP;
        return rdg_span_begins(line, "*MATRIX") ? begin_matrix(e, scan) : RDG_OK;
    }
    if (rdg_span_is_empty(line) || e->part == RDG_ELEMENT_SKIP) {
        return RDG_OK;
    }
    return e->part == RDG_ELEMENT_VALUES ? read_values(e, scan) : read_components(e, scan);
}

void rdg_user_element_free(rdg_user_element *e)
{
    rdg_free(e->node);
    rdg_free(e->dof);
}
