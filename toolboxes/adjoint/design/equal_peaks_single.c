/* One peak by itself: response, multipliers and a vanishing slope, from a maximum of the response. */
#include "equal_peaks_impl.h"

#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <stdio.h>
#include <string.h>

/* Frequency and the multipliers of what is held are free. */
static rdg_status free_what_follows(rdg_problem *p, const rdg_equal_peaks_plan *plan)
{
    RDG_TRY(rdg_let_vary(p, "omega"));
    for (rdg_index k = 0; k < plan->n_shared; k++) {
        char eta[RDG_EQUAL_PEAKS_NAME];
        snprintf(eta, sizeof eta, "d.%.300s", plan->shared[k].name);
        RDG_TRY(rdg_let_vary(p, eta));
    }
    return RDG_OK;
}

static rdg_status solve(rdg_problem *p, const rdg_equal_peaks_plan *plan, const double *u)
{
    const rdg_index m = rdg_hbm_unknowns(plan->hb);
    RDG_TRY(rdg_set_load(p, NULL, 0.0, NULL, NULL));
    memcpy(rdg_start_values(p), u, ((size_t)m + 1) * sizeof *u); /* Q, omega */
    rdg_adjoint *a = rdg_adjoint_add(p, plan->sensor);
    RDG_TRY(rdg_adjoint_solve(a, "omega", NULL, NULL));
    RDG_TRY(free_what_follows(p, plan));
    return rdg_solve(p);
}

rdg_problem *rdg_equal_peaks_single(const rdg_equal_peaks_plan *plan, const double *u)
{
    const rdg_index m = rdg_hbm_unknowns(plan->hb);
    rdg_at at[RDG_EQUAL_PEAKS_NUMBERS + 3] = {RDG_AT("omega", u[m])};
    memcpy(at + 1, plan->shared, ((size_t)plan->n_shared + 1) * sizeof *at);
    rdg_problem *p = rdg_hbm_problem_at(plan->hb, at);
    if (p && solve(p, plan, u) != RDG_OK) {
        rdg_problem_free(p);
        p = NULL;
    }
    return p;
}
