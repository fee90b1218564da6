/* The choice of unknowns and linear solver: by what each costs, where the user leaves it open. */
#include "hbm_impl.h"
#include "solver_costs_impl.h"
#include "spectral_impl.h"

#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/hbm_solver.h>
#include <ridgewalk/sparse.h>
#include <ridgewalk/structural_damping.h>
#include <ridgewalk/wave.h>

#include <inttypes.h>

const char *rdg_hbm_solver_name(rdg_hbm_solver_kind kind)
{
    return kind == RDG_DENSE ? "dense" : kind == RDG_WHOLE ? "whole" : "spectral";
}

/* The structure's entries and those of the elements, as a list. */
typedef struct entries {
    rdg_index count, *row, *col;
} entries;

static void list_entries(const rdg_hbm *hb, const rdg_pattern *p, entries *list, bool *of_element)
{
    rdg_index e = 0;
    for (rdg_index j = 0; j < p->cols; j++) {
        for (rdg_index k = p->start[j]; k < p->start[j + 1]; k++) {
            list->row[e] = p->row[k];
            list->col[e++] = j;
        }
    }
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const rdg_hbm_terms *terms = &rdg_hbm_element_at(hb, i)->terms;
        for (rdg_index k = 0; k < terms->n * terms->n; k++) {
            list->row[e] = terms->term[k % terms->n].dof;
            list->col[e++] = terms->term[k / terms->n].dof;
            of_element[terms->term[k / terms->n].dof] = true;
        }
    }
}

/* *coupled stays NULL where the matrices are as good as full. */
static rdg_status couple(const rdg_hbm *hb, const rdg_pattern *p, bool *of_element, rdg_pattern **coupled)
{
    entries list = {.count = p->start[p->cols]};
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const rdg_index n = rdg_hbm_element_at(hb, i)->terms.n;
        list.count += n * n;
    }
    if (rdg_is_as_good_as_full(p->cols, list.count)) {
        return RDG_OK;
    }
    list.row = rdg_context_calloc(hb->ctx, 2 * (size_t)list.count, sizeof *list.row);
    if (!list.row) {
        return RDG_ERR_NO_MEMORY;
    }
    list.col = list.row + list.count;
    list_entries(hb, p, &list, of_element);
    *coupled = rdg_pattern_create(hb->ctx, p->cols, p->cols, list.count, list.row, list.col, NULL);
    rdg_free(list.row);
    return *coupled ? RDG_OK : rdg_error_status(hb->ctx);
}

static rdg_status find_costs(const rdg_hbm *hb, rdg_index kept, rdg_solver_costs *costs)
{
    const rdg_pattern p = rdg_structure_pattern(hb->structure);
    double damping[2];
    rdg_pattern *coupled = NULL;
    bool *of_element = rdg_context_calloc(hb->ctx, (size_t)p.cols, sizeof *of_element);
    rdg_status status = of_element ? couple(hb, &p, of_element, &coupled) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        const rdg_solver_sizes sizes = {
            .n = p.cols,
            .kept = kept,
            .harmonics = hb->basis.n_harmonics + hb->basis.has_static,
            .coefficients = hb->basis.n_coefficients,
            .proportional = rdg_structure_proportional(hb->structure, &damping[0], &damping[1]),
            .coupled = coupled,
            .of_element = of_element};
        status = rdg_solver_costs_find(hb->ctx, &sizes, costs);
    }
    rdg_pattern_free(coupled);
    rdg_free(of_element);
    return status;
}

static rdg_status allows_spectral(const rdg_hbm *hb, bool *allows)
{
    rdg_sparse M, C, K;
    *allows = !rdg_structure_is_wave(hb->structure) && rdg_gyroscopic_count(hb->structure) == 0 &&
              rdg_structure_loss_factor(hb->structure) == 0.0;
    if (!*allows) {
        return RDG_OK;
    }
    RDG_TRY(rdg_structure_matrices(hb->structure, &M, &C, &K));
    return rdg_spectral_suits(hb->ctx, &M, &C, &K, allows);
}

static void report(const rdg_hbm *hb, rdg_index kept)
{
    rdg_write(
        hb->ctx, RDG_CHANNEL_NOTE,
        "note: the harmonic balance of \"%s\" takes the %s solver: all %" PRId64 " degrees of freedom are "
        "unknowns, %" PRId64 " of them at elements, forces and sensors (rdg_hbm_solver() chooses another "
        "one)\n",
        rdg_structure_name(hb->structure), rdg_hbm_solver_name(hb->chosen), rdg_structure_size(hb->structure),
        kept);
}

static rdg_status choose(rdg_hbm *hb, rdg_index kept)
{
    rdg_solver_costs costs;
    RDG_TRY(find_costs(hb, kept, &costs));
    hb->chosen = rdg_solver_whole_pays(&costs) ? RDG_WHOLE : RDG_DENSE;
    if (hb->solver == RDG_AUTO && rdg_solver_spectral_pays(&costs)) {
        bool allows = false;
        RDG_TRY(allows_spectral(hb, &allows));
        hb->chosen = allows ? RDG_SPECTRAL : hb->chosen;
    }
    if (hb->chosen != RDG_DENSE) {
        report(hb, kept);
    }
    return RDG_OK;
}

rdg_status rdg_hbm_choose_solver(rdg_hbm *hb, rdg_index kept)
{
    hb->chosen = hb->solver;
    if (hb->solver == RDG_AUTO || hb->solver == RDG_FACTORS) {
        RDG_TRY(choose(hb, kept));
    }
    if (hb->chosen == RDG_DENSE && kept == rdg_structure_size(hb->structure)) {
        hb->chosen = RDG_WHOLE; /* nothing is condensed */
    }
    return RDG_OK;
}
