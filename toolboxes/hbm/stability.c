/* Stability of a harmonic balance: exponents at a solution, and the monitor. */
#include "stability_impl.h"

#include <ridgewalk/stability.h>

#include <inttypes.h>
#include <math.h>

/* Hill's matrix is made once and serves all that ask. */
static rdg_status prepare(rdg_hbm *hb, const char *where)
{
    RDG_TRY(rdg_hbm_close(hb));
    if (rdg_error_status(hb->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!hb->hill) {
        hb->hill = rdg_hill_create(hb, where);
    }
    return rdg_error_status(hb->ctx);
}

rdg_status rdg_hbm_exponents(rdg_hbm *hb, const double *Q, double omega, rdg_index count, double *re,
                             double *im)
{
    RDG_TRY(prepare(hb, __func__));
    const rdg_index all = 2 * rdg_structure_size(hb->structure);
    const char *name = rdg_structure_name(hb->structure);
    if (!Q || !re || !im) {
        return RDG_FAIL(hb->ctx, RDG_ERR_ARGUMENT, "the solution or the place for the exponents is NULL");
    }
    if (count < 1 || count > all) {
        return RDG_FAIL(hb->ctx, RDG_ERR_ARGUMENT,
                        "%" PRId64 " exponents of \"%s\" are asked for: it has %" PRId64
                        ", two for each degree of freedom",
                        count, name, all);
    }
    if (!(omega > 0.0) || !isfinite(omega)) {
        return RDG_FAIL(hb->ctx, RDG_ERR_ARGUMENT, "omega = %g of \"%s\" is not positive", omega, name);
    }
    const rdg_hill_candidate *exponent = NULL;
    const int answer = rdg_hill_exponents(hb->hill, Q, omega, &exponent);
    if (answer != 0) {
        return RDG_FAIL(hb->ctx, RDG_ERR_CALLBACK,
                        "the exponents of \"%s\" at omega = %g rad/s cannot be evaluated (answer %d)", name,
                        omega, answer);
    }
    for (rdg_index i = 0; i < count; i++) {
        re[i] = exponent[i].re;
        im[i] = exponent[i].im;
    }
    return RDG_OK;
}

/* u = (Q, omega) */
static int largest_real_part(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_hbm *hb = data;
    const rdg_hill_candidate *exponent = NULL;
    (void)m;
    const int answer = rdg_hill_exponents(hb->hill, u, u[n - 1], &exponent);
    if (answer == 0) {
        y[0] = exponent[0].re;
    }
    return answer;
}

static rdg_status add_monitor(rdg_hbm *hb, rdg_problem *problem, const char *name, const rdg_index *index)
{
    /* its derivatives are never asked for but by checks: differences will do */
    const rdg_function f = {
        .name = name, .n = hb->m + 1, .m = 1, .f = largest_real_part, .by_differences = true, .data = hb};
    RDG_TRY(rdg_add_monitor(problem, &f, index, NULL, RDG_SINGULAR));
    return rdg_set_unit(problem, name, "1/s");
}

rdg_status rdg_hbm_add_stability(rdg_hbm *hb, rdg_problem *problem, const char *name)
{
    if (!hb || !problem || rdg_error_status(hb->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_TRY(prepare(hb, __func__));
    rdg_index unknowns = 0;
    const rdg_index Q = rdg_variable_index(problem, "Q", &unknowns);
    const rdg_index omega = Q < 0 ? Q : rdg_variable_index(problem, "omega", NULL);
    RDG_TRY(rdg_error_status(rdg_problem_context(problem)));
    if (unknowns != hb->m || omega < 0) {
        return RDG_FAIL(hb->ctx, RDG_ERR_ARGUMENT,
                        "the problem has %" PRId64 " unknowns Q, the harmonic balance of \"%s\" has %" PRId64
                        ": give the harmonic balance that the problem was made from",
                        unknowns, rdg_structure_name(hb->structure), hb->m);
    }
    rdg_index *index = rdg_context_calloc(hb->ctx, (size_t)hb->m + 1, sizeof *index);
    if (!index) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < hb->m; i++) {
        index[i] = Q + i;
    }
    index[hb->m] = omega;
    const rdg_status status = add_monitor(hb, problem, name, index);
    rdg_free(index);
    return status;
}
