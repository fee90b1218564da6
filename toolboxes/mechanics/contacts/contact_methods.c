/* The chain of ways in which a contact problem is answered. */
#include "contact_solver_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

const char *rdg_contact_method_name(rdg_contact_method method)
{
    static const char *const name[] = {"unanswered",
                                       "free",
                                       "closed form",
                                       "Newton's method",
                                       "Lemke's method",
                                       "Gauss-Seidel",
                                       "friction raised in steps",
                                       "interior point",
                                       "states one by one"};
    return (unsigned)method < sizeof name / sizeof *name ? name[method] : "unknown";
}

/* Whether no impulse is needed. */
static bool stays_free(rdg_contact_solver *s)
{
    memset(s->r, 0, (size_t)s->p.n * sizeof *s->r);
    bool frees = true;
    for (rdg_index i = 0; i < s->p.bilateral; i++) {
        frees = frees && s->p.b[i] == 0.0;
    }
    for (rdg_index k = 0; k < s->p.contacts; k++) {
        frees = frees && s->p.b[s->p.first[k]] >= 0.0;
    }
    return frees && rdg_contact_accept(s, s->r);
}

static bool in_closed_form(rdg_contact_solver *s)
{
    const rdg_contact_scaled *p = &s->p;
    return p->contacts == 1 && p->bilateral == 0 &&
           rdg_contact_one(p->directions[0], p->mu[0], p->G, p->n, p->b, s->r) && rdg_contact_accept(s, s->r);
}

/* By Newton's method: from the predictor, from 0, and by shorter steps. */
static bool by_newton(rdg_contact_solver *s, const double *r, int *iterations)
{
    const rdg_contact_scaled *p = &s->p;
    bool guessed = false;
    for (rdg_index i = 0; i < p->n; i++) {
        s->r[i] = r[i] * p->scale[i];
        guessed = guessed || r[i] != 0.0;
    }
    if (rdg_contact_by_newton(s, 25, false, iterations)) {
        return true;
    }
    for (int search = guessed ? 0 : 1; search < 2; search++) {
        memset(s->r, 0, (size_t)p->n * sizeof *s->r);
        if (rdg_contact_by_newton(s, 40, search > 0, iterations)) {
            return true;
        }
    }
    return false;
}

static rdg_contact_method answer_by(rdg_contact_solver *s, const double *r, int *iterations)
{
    typedef bool way(rdg_contact_solver *, int *);
    static way *const ways[] = {rdg_contact_by_lemke, rdg_contact_by_friction, rdg_contact_by_sweeps,
                                rdg_contact_by_holding, rdg_contact_by_states};
    static const rdg_contact_method name[] = {RDG_CONTACT_LEMKE, RDG_CONTACT_FRICTION_STEP,
                                              RDG_CONTACT_GAUSS_SEIDEL, RDG_CONTACT_NEWTON,
                                              RDG_CONTACT_STATES};
    if (stays_free(s)) {
        return RDG_CONTACT_FREE;
    }
    if (in_closed_form(s)) {
        return RDG_CONTACT_CLOSED_FORM;
    }
    if (by_newton(s, r, iterations)) {
        return RDG_CONTACT_NEWTON;
    }
    for (int k = 0; k < 5; k++) {
        *iterations = 0;
        memset(s->r, 0, (size_t)s->p.n * sizeof *s->r);
        if (ways[k](s, iterations)) {
            return name[k];
        }
    }
    return RDG_CONTACT_UNANSWERED;
}

void rdg_contact_answer_taken(rdg_contact_solver *s, double *r, rdg_contact_answer *a)
{
    double rounding;
    *a = (rdg_contact_answer){.method = RDG_CONTACT_UNANSWERED};
    a->method = answer_by(s, r, &a->iterations);
    a->residual = rdg_contact_law_residual(s, s->best, &a->worst, &rounding);
    for (rdg_index i = 0; i < s->p.n; i++) {
        r[i] = s->best[i] / s->p.scale[i];
    }
}

/* The chain; status of the problem, not of the answer. */
static rdg_status solve(rdg_contact_solver *s, const rdg_contact_problem *q, double *r, rdg_contact_answer *a)
{
    *a = (rdg_contact_answer){.method = RDG_CONTACT_UNANSWERED};
    if (q && rdg_contact_constraints(s, q, r, &a->residual)) {
        a->method = RDG_CONTACT_CLOSED_FORM;
        a->worst = -1;
        return RDG_OK;
    }
    const rdg_status status = rdg_contact_take(s, q);
    if (status != RDG_OK || (s->p.n > 0 && !r)) {
        return status ? status : RDG_ERR_ARGUMENT;
    }
    rdg_contact_answer_taken(s, r, a);
    return RDG_OK;
}

int rdg_contact_try(rdg_contact_solver *solver, const rdg_contact_problem *problem, double *r,
                    rdg_contact_answer *answer)
{
    rdg_contact_answer own = {.method = RDG_CONTACT_UNANSWERED};
    answer = answer ? answer : &own;
    if (!solver) {
        *answer = (rdg_contact_answer){.method = RDG_CONTACT_UNANSWERED};
        return -1;
    }
    const rdg_status status = solve(solver, problem, r, answer);
    return status == RDG_ERR_NOT_FINITE ? 1
           : status != RDG_OK           ? -1
                                        : answer->method == RDG_CONTACT_UNANSWERED;
}

rdg_status rdg_contact_solve(rdg_contact_solver *solver, const rdg_contact_problem *problem, double *r,
                             rdg_contact_answer *answer)
{
    rdg_contact_answer own = {.method = RDG_CONTACT_UNANSWERED};
    rdg_contact_answer *a = answer ? answer : &own;
    *a = (rdg_contact_answer){.method = RDG_CONTACT_UNANSWERED};
    RDG_ENTER(solver, solver->ctx, RDG_ERR_EARLIER);
    RDG_NEED(solver->ctx, problem, RDG_ERR_ARGUMENT);
    const rdg_status status = solve(solver, problem, r, a);
    if (status != RDG_OK) {
        return RDG_FAIL(solver->ctx, status,
                        "%" PRId64 " ideal constraints and %" PRId64 " contacts (space for %" PRId64
                        " and %" PRId64 "): %s",
                        problem->bilateral, problem->contacts, solver->most_bilateral, solver->most_contacts,
                        status == RDG_ERR_SIZE         ? "too many"
                        : status == RDG_ERR_NOT_FINITE ? "G or b is not finite"
                                                       : "an array is NULL, or a number out of range");
    }
    if (a->method == RDG_CONTACT_UNANSWERED) {
        return RDG_FAIL(
            solver->ctx, RDG_ERR_NO_CONVERGENCE,
            "no impulses were found that satisfy the force law of %s %" PRId64
            " (it is left by %.2g of the largest velocity): there may be none, as where contacts jam "
            "or ideal constraints contradict each other",
            a->worst < 0 ? "ideal constraint" : "contact", a->worst < 0 ? -1 - a->worst : a->worst,
            a->residual);
    }
    return RDG_OK;
}

double rdg_contact_residual(rdg_contact_solver *solver, const rdg_contact_problem *problem, const double *r,
                            rdg_index *worst)
{
    if (!solver || rdg_contact_take(solver, problem) != RDG_OK || (solver->p.n > 0 && !r)) {
        return NAN;
    }
    double rounding;
    for (rdg_index i = 0; i < solver->p.n; i++) {
        solver->best[i] = r[i] * solver->p.scale[i];
    }
    return rdg_contact_law_residual(solver, solver->best, worst, &rounding);
}
