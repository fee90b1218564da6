/* Workspaces in which evaluations work: as many as there are at one time, kept for the next ones. */
#include "motion_impl.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

typedef struct kept_capacity {
    rdg_motion_workspace workspace; /* first */
    atomic_flag busy;
    struct kept_capacity *next;
    double *memory;
} kept_capacity;

struct rdg_motion_workspaces {
    _Atomic(kept_capacity *) first;
};

static void free_capacity(const rdg_motion *m, kept_capacity *kept)
{
    rdg_motion_workspace *workspace = &kept->workspace;
    for (rdg_index i = 0; i < m->n_elements; i++) {
        const rdg_motion_element *e = &m->element[i];
        if (workspace->told && workspace->told[i]) {
            if (workspace->self[i] && workspace->self[i] != e->self) {
                e->of.kind.free_self(workspace->self[i]);
            }
            rdg_free(workspace->told[i]);
        }
    }
    rdg_free(workspace->self);
    rdg_free(workspace->told);
    rdg_free(workspace->column);
    rdg_free(kept->memory);
    rdg_free(kept);
}

/* Numbers of its own of an element that has parameters. */
static rdg_status make_self(const rdg_motion *m, const rdg_motion_element *e, rdg_motion_workspace *workspace)
{
    workspace->self[e->index] = e->self;
    if (e->n_numbers == 0) {
        return RDG_OK;
    }
    double *told = rdg_context_calloc(m->ctx, (size_t)e->n_numbers, sizeof *told);
    workspace->told[e->index] = told;
    for (rdg_index k = 0; told && k < e->n_numbers; k++) {
        told[k] = NAN;
    }
    workspace->self[e->index] = rdg_motion_copy(m, e);
    return rdg_error_status(m->ctx);
}

static rdg_status fill(const rdg_motion *m, kept_capacity *kept)
{
    rdg_motion_workspace *workspace = &kept->workspace;
    const rdg_index na = m->most_arguments, nv = m->most_values;
    workspace->self = rdg_context_calloc(m->ctx, (size_t)m->n_elements, sizeof *workspace->self);
    workspace->told = rdg_context_calloc(m->ctx, (size_t)m->n_elements, sizeof *workspace->told);
    workspace->column = rdg_context_calloc(m->ctx, (size_t)m->n + 1, sizeof *workspace->column);
    kept->memory = rdg_context_calloc(m->ctx, (size_t)(na + 3 * nv + 2 * nv * na + 2 * na * na + m->n + 1),
                                      sizeof(double));
    RDG_TRY(rdg_error_status(m->ctx));
    double *at = kept->memory;
    workspace->a = at;
    workspace->value = workspace->a + na;
    workspace->shifted = workspace->value + nv;
    workspace->mu = workspace->shifted + nv;
    workspace->slope = workspace->mu + nv;
    workspace->tilted = workspace->slope + nv * na;
    workspace->curve = workspace->tilted + nv * na;
    workspace->plain = workspace->curve + na * na;
    workspace->weight = workspace->plain + na * na;
    for (rdg_index i = 0; i < m->n_elements; i++) {
        RDG_TRY(make_self(m, &m->element[i], workspace));
    }
    return RDG_OK;
}

rdg_motion_workspace *rdg_motion_enter(const rdg_motion *m)
{
    struct rdg_motion_workspaces *workspaces = m->workspaces;
    for (kept_capacity *k = atomic_load(&workspaces->first); k; k = k->next) {
        if (!atomic_flag_test_and_set(&k->busy)) {
            return &k->workspace;
        }
    }
    kept_capacity *made = rdg_context_calloc(m->ctx, 1, sizeof *made);
    if (!made) {
        return NULL;
    }
    if (fill(m, made) != RDG_OK) {
        free_capacity(m, made);
        return NULL;
    }
    atomic_flag_test_and_set(&made->busy);
    made->next = atomic_load(&workspaces->first);
    while (!atomic_compare_exchange_weak(&workspaces->first, &made->next, made)) {
    }
    return &made->workspace;
}

void rdg_motion_leave(const rdg_motion *m, rdg_motion_workspace *workspace)
{
    (void)m;
    if (workspace) {
        atomic_flag_clear(&((kept_capacity *)(void *)workspace)->busy);
    }
}

rdg_status rdg_motion_make_workspaces(rdg_motion *m)
{
    m->workspaces = rdg_context_calloc(m->ctx, 1, sizeof *m->workspaces);
    rdg_motion_workspace *workspace =
        m->workspaces ? rdg_motion_enter(m) : NULL; /* so that numbers are known to be copied */
    rdg_motion_leave(m, workspace);
    return workspace ? RDG_OK : RDG_ERR_NO_MEMORY;
}

void rdg_motion_free_workspaces(rdg_motion *m)
{
    kept_capacity *k = m->workspaces ? atomic_load(&m->workspaces->first) : NULL;
    while (k) {
        kept_capacity *next = k->next;
        free_capacity(m, k);
        k = next;
    }
    rdg_free(m->workspaces);
}
