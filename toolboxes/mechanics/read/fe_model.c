/* From the matrices of files to a structure. */
#include "fe_model_impl.h"

#include "massless_impl.h"
#include "structure_impl.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BASE = RDG_MOST_COMPONENT + 2 };

int rdg_fe_matrix_of(rdg_span name)
{
    static const char *const set[] = {"", "AAX", "AA", "XX", "GG", "2GG", "2PP"};
    static const char *const letter[RDG_FE_MATRICES] = {"K", "M", "B", "K4"};
    for (int which = 0; which < RDG_FE_MATRICES; which++) {
        for (size_t k = 0; k < sizeof set / sizeof *set; k++) {
            char known[8];
            snprintf(known, sizeof known, "%s%s", letter[which], set[k]);
            if (rdg_span_equals(name, known)) {
                return which;
            }
        }
    }
    return -1;
}

rdg_fe_model rdg_fe_model_begin(rdg_context *ctx, const char *where, const char *name, const char *file,
                                const char *remedy, const char *mass_remedy)
{
    rdg_fe_model model = {.ctx = ctx,
                          .where = where,
                          .name = name ? name : "",
                          .mass_remedy = mass_remedy,
                          .dofs = {.ctx = ctx}};
    for (int which = 0; which < RDG_FE_MATRICES; which++) {
        model.matrix[which] = (rdg_entries){.ctx = ctx, .where = where, .path = file, .remedy = remedy};
    }
    strcpy(model.matrix[RDG_FE_K4].name, "K4");       /* imaginary parts of K have no name of their own */
    model.matrix[RDG_FE_C].may_be_unsymmetric = true; /* gyroscopic terms */
    return model;
}

rdg_status rdg_fe_model_announce(rdg_fe_model *model, const rdg_scan *scan, rdg_span at, int which,
                                 rdg_entries_form form)
{
    rdg_entries *entries = &model->matrix[which];
    if (entries->is_given) {
        return rdg_scan_fail(scan, at, RDG_ERR_FORMAT,
                             "there is a matrix %s already, of which this is another", entries->name);
    }
    rdg_text_clean(entries->name, sizeof entries->name, at.from, (size_t)(at.to - at.from));
    entries->path = scan->path;
    entries->form = form;
    entries->is_given = true;
    return RDG_OK;
}

void rdg_fe_model_free(rdg_fe_model *model)
{
    for (int which = 0; which < RDG_FE_MATRICES; which++) {
        rdg_entries_free(&model->matrix[which]);
    }
    rdg_dof_table_free(&model->dofs);
}

/* --- order of the rows */

static int by_key(const void *one, const void *other)
{
    const rdg_index *a = one, *b = other;
    return (*a > *b) - (*a < *b);
}

/* place[row]: where it goes; order[place]: the row's name, 8 * node + component, or 0. Both [n] */
static void order_rows(const rdg_fe_model *model, rdg_index n, rdg_index *place, rdg_index (*order)[2])
{
    for (rdg_index i = 0; i < n; i++) {
        order[i][0] = model->dofs.n > 0 ? model->dofs.key[i] : 0;
        order[i][1] = i;
    }
    if (!model->is_ordered && model->dofs.n > 0) {
        qsort(order, (size_t)n, sizeof *order, by_key);
    }
    for (rdg_index i = 0; i < n; i++) {
        place[order[i][1]] = i;
    }
}

/* --- structural damping */

/* It has no place in real matrices: report the largest ratio of the diagonals of K4 and K. */
static void report_structural_damping(const rdg_fe_model *model, rdg_index n, double *work)
{
    const rdg_entries *K = &model->matrix[RDG_FE_K], *K4 = &model->matrix[RDG_FE_K4];
    double largest = 0;
    for (rdg_index k = 0; k < K->n; k++) {
        if (K->item[k].row == K->item[k].col) {
            work[K->item[k].row] = K->item[k].value;
        }
    }
    for (rdg_index k = 0; k < K4->n; k++) {
        const rdg_index i = K4->item[k].row;
        if (i < n && i == K4->item[k].col && work[i] > 0) {
            largest = fmax(largest, K4->item[k].value / work[i]);
        }
    }
    if (largest > 0) {
        rdg_write(
            model->ctx, RDG_CHANNEL_NOTE,
            "warning: structure \"%s\": structural damping %s, up to %.3g of the stiffness, is left out: "
            "rdg_damping_structural(s, %.3g) gives all of it this loss factor in harmonic balance, "
            "rdg_damping_proportional(s, 0, %.3g / omega) the viscous damping that is equal at omega\n",
            model->name, K4->name, largest, largest, largest);
    }
}

/* --- the structure */

rdg_status rdg_fe_add_labels(rdg_structure *s, rdg_index n, const rdg_index *key)
{
    s->labels = rdg_context_calloc(s->ctx, (size_t)n, sizeof *s->labels);
    if (!s->labels) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < n; i++) {
        s->labels[i] = (rdg_node_label){key[i] / BASE, i, rdg_component_letter(key[i] % BASE)};
    }
    s->n_labels = n;
    qsort(s->labels, (size_t)n, sizeof *s->labels, rdg_node_label_order);
    return RDG_OK;
}

static rdg_status add_labels(rdg_structure *s, const rdg_fe_matrices *m, const rdg_index (*order)[2])
{
    rdg_index *key = rdg_context_calloc(s->ctx, (size_t)m->n, sizeof *key);
    for (rdg_index i = 0; key && i < m->n; i++) {
        key[i] = order[m->at[i]][0];
    }
    const rdg_status status = key ? rdg_fe_add_labels(s, m->n, key) : RDG_ERR_NO_MEMORY;
    rdg_free(key);
    return status;
}

/* The entries of each are freed when its matrix is there: they are the largest part of the memory. */
static rdg_status make_matrices(rdg_fe_model *model, const rdg_index *place, rdg_fe_matrices *m,
                                cholmod_common *common)
{
    cholmod_sparse **const X[] = {&m->K, &m->M, &m->C};
    rdg_status status = RDG_OK;
    for (int which = RDG_FE_K; which <= RDG_FE_C && status == RDG_OK; which++) {
        if (model->matrix[which].is_given) {
            status = rdg_entries_matrix(&model->matrix[which], m->n, place, common, X[which]);
            rdg_entries_free(&model->matrix[which]);
        }
    }
    return status == RDG_OK ? rdg_fe_condense(model, place, m, common) : status;
}

static rdg_structure *make_structure(rdg_fe_model *model, const rdg_index *place, const rdg_index (*order)[2],
                                     rdg_index n)
{
    cholmod_common common;
    cholmod_l_start(&common);
    common.print = 0;
    rdg_fe_matrices m = {.n = n};
    rdg_structure *s = NULL;
    if (make_matrices(model, place, &m, &common) == RDG_OK) {
        const rdg_sparse K = rdg_entries_borrow(m.K), M = rdg_entries_borrow(m.M),
                         C = m.C ? rdg_entries_borrow(m.C) : (rdg_sparse){.values = NULL};
        s = rdg_structure_assemble(model->ctx, model->where, model->name, &M, m.C ? &C : NULL, &K);
    }
    if (s) {
        s->mixed = true;
        if (model->dofs.n > 0 && add_labels(s, &m, order) != RDG_OK) {
            rdg_structure_free(s);
            s = NULL;
        }
    }
    cholmod_l_free_sparse(&m.K, &common);
    cholmod_l_free_sparse(&m.M, &common);
    cholmod_l_free_sparse(&m.C, &common);
    rdg_free(m.at);
    cholmod_l_finish(&common);
    return s;
}

static rdg_status check_given(const rdg_fe_model *model)
{
    for (int which = RDG_FE_K; which <= RDG_FE_M; which++) {
        if (!model->matrix[which].is_given || model->matrix[which].n == 0) {
            return rdg_fail(model->ctx, RDG_ERR_ARGUMENT, model->where, "\"%s\" has no %s matrix: %s",
                            model->matrix[which].path, which == RDG_FE_K ? "stiffness" : "mass",
                            model->mass_remedy);
        }
    }
    const rdg_index entries = model->matrix[RDG_FE_K].n + model->matrix[RDG_FE_M].n;
    return model->rows <= entries
               ? RDG_OK
               : rdg_fail(model->ctx, RDG_ERR_SIZE, model->where,
                          "the matrices of \"%s\" have %" PRId64 " rows, but only %" PRId64
                          " entries: most displacements would have neither mass nor stiffness",
                          model->name, model->rows, entries);
}

rdg_structure *rdg_fe_model_assemble(rdg_fe_model *model)
{
    if (check_given(model) != RDG_OK) {
        return NULL;
    }
    const rdg_index n = model->dofs.n > 0 ? model->dofs.n : model->rows;
    rdg_index *place = rdg_context_calloc(model->ctx, (size_t)n, sizeof *place);
    rdg_index(*order)[2] = rdg_context_calloc(model->ctx, (size_t)n, sizeof *order);
    double *work = rdg_context_calloc(model->ctx, (size_t)n, sizeof *work);
    rdg_structure *s = NULL;
    if (place && order && work) {
        for (int which = 0; which < RDG_FE_MATRICES; which++) {
            model->matrix[which].dofs = model->dofs.n > 0 ? &model->dofs : NULL;
        }
        order_rows(model, n, place, order);
        report_structural_damping(model, n, work);
        s = make_structure(model, place, (const rdg_index(*)[2])order, n);
    }
    rdg_free(place);
    rdg_free(order);
    rdg_free(work);
    return s;
}
