/* Workspaces of contact problems. */
#include "contact_solver_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <lapacke.h>

static void free_solver(void *object)
{
    rdg_contact_solver *s = object;
    rdg_free(s->p.first);
    rdg_free(s->p.mu);
    rdg_free(s->p.G);
    rdg_free(s->xi);
    rdg_free(s->out);
    rdg_free(s->pivot);
    rdg_free(s->row);
    rdg_free(s->work);
    rdg_free(s->tableau);
    rdg_free(s->basis);
    rdg_free(s);
}

/* Vectors and matrices lie in two pieces. */
static void divide(rdg_contact_solver *s, double *vectors, double *matrices)
{
    double **const vector[] = {&s->xi,    &s->F, &s->r,   &s->trial,   &s->best,
                               &s->start, &s->x, &s->p.b, &s->p.scale, &s->kept};
    const rdg_index n = s->most_rows;
    for (size_t k = 0; k < sizeof vector / sizeof *vector; k++) {
        *vector[k] = vectors + (rdg_index)k * n;
    }
    s->p.G = matrices;
    s->J = matrices + n * n;
    s->A = matrices + 2 * n * n;
}

/* Space of LAPACK's least squares */
static rdg_index least_squares_workspace(rdg_index n)
{
    double wanted = 0.0;
    lapack_int pivot = 0, rank = 0;
    const lapack_int m = n > 0 ? (lapack_int)n : 1;
    const lapack_int told = (lapack_int)RDG_BLAS(LAPACKE_dgelsy_work(
        LAPACK_COL_MAJOR, m, m, 1, &wanted, m, &wanted, m, &pivot, 1e-11, &rank, &wanted, -1));
    return told == 0 && wanted > 8.0 * (double)m ? (rdg_index)wanted : 8 * m + 64;
}

static bool allocate(rdg_contact_solver *s)
{
    rdg_context *ctx = s->ctx;
    const size_t n = (size_t)s->most_rows, contacts = (size_t)s->most_contacts;
    const size_t m = s->most_contacts <= RDG_CONTACT_LEMKE_MOST ? 4 * contacts : 4 * RDG_CONTACT_LEMKE_MOST;
    double *vectors = rdg_context_calloc(ctx, 10 * n, sizeof *vectors);
    double *matrices = rdg_context_calloc(ctx, 3 * n * n, sizeof *matrices);
    s->n_work = least_squares_workspace(s->most_rows);
    s->p.first = rdg_context_calloc(ctx, contacts + 1, sizeof *s->p.first);
    s->p.mu = rdg_context_calloc(ctx, 3 * contacts, sizeof *s->p.mu);
    s->out = rdg_context_calloc(ctx, contacts, sizeof *s->out);
    s->pivot = rdg_context_calloc(ctx, n, sizeof *s->pivot);
    s->row = rdg_context_calloc(ctx, n, sizeof *s->row);
    s->work = rdg_context_calloc(ctx, (size_t)s->n_work, sizeof *s->work);
    s->tableau = rdg_context_calloc(ctx, m * (m + 2), sizeof *s->tableau);
    s->basis = rdg_context_calloc(ctx, 2 * m + 1, sizeof *s->basis);
    s->p.rho = s->p.mu ? s->p.mu + 2 * contacts : NULL;
    s->xi = vectors; /* so that they are freed, too, where something is missing */
    s->p.G = matrices;
    if (!vectors || !matrices) {
        return false;
    }
    divide(s, vectors, matrices);
    return s->p.first && s->p.mu && s->out && s->pivot && s->row && s->work && s->tableau && s->basis;
}

rdg_contact_solver *rdg_contact_solver_create(rdg_context *ctx, rdg_index bilateral, rdg_index contacts)
{
    RDG_ENTER(ctx, ctx, NULL);
    if (bilateral < 0 || contacts < 0 || bilateral > 1000 || contacts > 1000) {
        RDG_FAIL(ctx, RDG_ERR_ARGUMENT,
                 "%" PRId64 " ideal constraints and %" PRId64 " contacts: both must lie in [0, 1000]",
                 bilateral, contacts);
        return NULL;
    }
    rdg_contact_solver *s =
        rdg_blas_provide(ctx, __func__) == RDG_OK ? rdg_context_calloc(ctx, 1, sizeof *s) : NULL;
    if (!s) {
        return NULL;
    }
    *s = (rdg_contact_solver){.ctx = ctx,
                              .most_bilateral = bilateral,
                              .most_contacts = contacts,
                              .most_rows = bilateral + 3 * contacts};
    if (!allocate(s)) {
        free_solver(s);
        return NULL;
    }
    return rdg_context_own(ctx, s, free_solver) == RDG_OK ? s : NULL;
}

void rdg_contact_solver_free(rdg_contact_solver *solver)
{
    if (solver) {
        rdg_context_disown(solver->ctx, solver);
        free_solver(solver);
    }
}
