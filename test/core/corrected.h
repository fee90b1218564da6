/* A system of a problem and a corrector on it. */
#ifndef RDG_TEST_CORRECTED_H
#define RDG_TEST_CORRECTED_H

#include "problems.h"

#include "corrector_impl.h"
#include "toolbox.h"

static const rdg_newton_options standard = {.residual_tol = 1e-9, .step_tol = 1e-10, .max_iterations = 12};

typedef struct corrected {
    rdg_problem *p;
    rdg_system *s;
    rdg_corrector *c;
    rdg_newton_report report;
} corrected;

static rdg_system *system_of(rdg_problem *p)
{
    bool *held = rdg_calloc((size_t)p->n_parameters, sizeof *held);
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        held[k] = p->parameter[k].kind == RDG_INACTIVE;
    }
    rdg_system *s = rdg_system_create(p, held, p->u0, 1, RDG_LU_AUTO);
    rdg_free(held);
    return s;
}

static corrected corrected_system(rdg_problem *p, rdg_system *s)
{
    corrected k = {.p = p, .s = s};
    k.c = rdg_corrector_create(k.s, &standard);
    assert_non_null(k.c);
    return k;
}

static inline corrected corrected_of(rdg_problem *p)
{
    return corrected_system(p, system_of(p));
}

/* The equations f in variables u with these start values. */
static inline corrected corrected_equations(rdg_context *ctx, const double *start, const rdg_function *f)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", f->n, start);
    rdg_add_zero(p, f, RDG_ALL);
    return corrected_of(p);
}

static inline rdg_outcome correct(corrected *k, const rdg_closing *closing, double *u)
{
    return rdg_correct(k->c, closing, u, &k->report);
}

static void release(corrected *k)
{
    rdg_corrector_free(k->c);
    rdg_system_free(k->s);
    rdg_problem_free(k->p);
}

#endif
