/* Contact problems of many bodies: life of the workspace, and the ways one after the other. */
#include "contact_large_impl.h"

#include <ridgewalk/sparse.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void free_large(void *object)
{
    rdg_large_contacts *s = object;
    rdg_large_system_release(s);
    rdg_free(s->first);
    rdg_free(s->mu);
    rdg_free(s->x);
    rdg_free(s);
}

static rdg_status check(rdg_context *ctx, const rdg_large_contacts_options *o)
{
    rdg_index rows = o->bilateral;
    const bool shaped = rdg_pattern_is_valid(o->M) && rdg_pattern_is_valid(o->W) && o->M->rows > 0 &&
                        o->M->cols == o->M->rows && o->W->rows == o->M->rows && o->bilateral >= 0 &&
                        o->contacts >= 0 && (o->contacts == 0 || (o->directions && o->mu));
    bool laws = true;
    for (rdg_index k = 0; shaped && k < o->contacts; k++) {
        laws =
            laws && o->directions[k] >= 0 && o->directions[k] <= 2 && isfinite(o->mu[k]) && o->mu[k] >= 0.0;
        rows += 1 + o->directions[k];
    }
    const char *wrong = !shaped ? "M must be square, W have as many rows, and both patterns be in order"
                        : !laws ? "directions must be 0, 1 or 2 and mu >= 0"
                        : rows != o->W->cols ? "W must have a column for each row of constraints and contacts"
                                             : NULL;
    return wrong ? rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_large_contacts_create", "%s", wrong) : RDG_OK;
}

/* Vectors lie in one piece. */
static bool create_vectors(rdg_large_contacts *s)
{
    double **const of_rows[] = {&s->r, &s->xi, &s->tidy, &s->px, &s->pw, &s->dx, &s->dw, &s->rho};
    const rdg_index many = (rdg_index)(sizeof of_rows / sizeof *of_rows);
    s->x =
        rdg_context_calloc(s->ctx, (size_t)(4 * s->size + s->n + many * s->rows + s->blocks), sizeof *s->x);
    if (!s->x) {
        return false;
    }
    s->left = s->x + s->size; /* two */
    s->rhs = s->left + 2 * s->size;
    s->v = s->rhs + s->size;
    s->slip = s->v + s->n;
    double *at = s->slip + s->blocks;
    for (rdg_index k = 0; k < many; k++, at += s->rows) {
        *of_rows[k] = at;
    }
    return true;
}

static rdg_status create(rdg_large_contacts *s, const rdg_large_contacts_options *o)
{
    s->first = rdg_context_calloc(s->ctx, (size_t)s->blocks + 1, sizeof *s->first);
    s->mu = rdg_context_calloc(s->ctx, (size_t)s->blocks, sizeof *s->mu);
    if (!s->first || !s->mu || !create_vectors(s)) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index b = 0; b < s->blocks; b++) {
        const bool contact = b >= s->bilateral;
        const rdg_index k = b - s->bilateral;
        s->first[b + 1] = s->first[b] + 1 + (contact ? o->directions[k] : 0);
        s->mu[b] = contact && o->directions[k] > 0 ? o->mu[k] : 0.0;
    }
    return rdg_large_system_create(s, o);
}

rdg_large_contacts *rdg_large_contacts_create(rdg_context *ctx, const rdg_large_contacts_options *options)
{
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, options, NULL);
    RDG_NEED(ctx, options->M, NULL);
    RDG_NEED(ctx, options->W, NULL);
    rdg_large_contacts *s = check(ctx, options) == RDG_OK ? rdg_context_calloc(ctx, 1, sizeof *s) : NULL;
    if (!s) {
        return NULL;
    }
    *s = (rdg_large_contacts){.ctx = ctx,
                              .n = options->M->rows,
                              .rows = options->W->cols,
                              .size = options->M->rows + options->W->cols,
                              .bilateral = options->bilateral,
                              .blocks = options->bilateral + options->contacts};
    if (create(s, options) != RDG_OK) {
        free_large(s);
        return NULL;
    }
    return rdg_context_own(ctx, s, free_large) == RDG_OK ? s : NULL;
}

void rdg_large_contacts_free(rdg_large_contacts *solver)
{
    if (solver) {
        rdg_context_disown(solver->ctx, solver);
        free_large(solver);
    }
}

/* W in blocks, rho by the diagonal of M, and the largest velocity. false: M's diagonal is not positive, or a
 * number is not finite. */
static bool take(rdg_large_contacts *s, const double *v)
{
    const rdg_large_contacts_numbers *now = s->now;
    double all = 0.0;
    for (rdg_index e = 0; e < s->asked; e++) {
        double *W = s->W + s->from[e];
        s->moved = s->moved || *W != now->W[e];
        *W = now->W[e];
        all += fabs(now->W[e]);
    }
    for (rdg_index i = 0; i < s->n; i++) {
        const double mass = now->M[s->diagonal[i]];
        all += fabs(mass) + fabs(now->f[i]) + fabs(v[i]);
        if (!isfinite(all) || !(mass > 0.0)) {
            return false;
        }
        s->v[i] = now->f[i] / mass;
    }
    rdg_large_velocities(s, s->v, s->xi);
    s->speed = 0.0;
    for (rdg_index b = 0; b < s->blocks; b++) {
        double tangential = 0.0;
        for (rdg_index row = s->first[b]; row < s->first[b + 1]; row++) {
            double mobility = 0.0;
            for (rdg_index e = s->start[row]; e < s->start[row + 1]; e++) {
                mobility += s->W[e] * s->W[e] / now->M[s->diagonal[s->dof[e]]];
            }
            s->rho[row] = mobility > 0.0 ? 1.0 / mobility : 1.0;
            tangential = row > s->first[b] ? rdg_larger(tangential, mobility) : 0.0;
            all += fabs(s->xi[row]);
            s->speed = isfinite(all) ? rdg_larger(s->speed, fabs(s->xi[row])) : INFINITY;
        }
        for (rdg_index row = s->first[b] + 1; tangential > 0.0 && row < s->first[b + 1]; row++) {
            s->rho[row] = 1.0 / tangential;
        }
    }
    s->speed = s->speed > 0.0 ? s->speed : 1.0;
    return isfinite(all) != 0;
}

static void guess(rdg_large_contacts *s, const double *v, const double *r)
{
    memcpy(s->v, v, (size_t)s->n * sizeof *v);
    memcpy(s->r, r, (size_t)s->rows * sizeof *r);
}

static rdg_contact_method answer_by(rdg_large_contacts *s, const double *v, const double *r,
                                    rdg_contact_answer *answer)
{
    enum { FEW = 8, MANY = 30 };
    guess(s, v, r);
    if (rdg_large_newton(s, FEW, answer)) {
        return RDG_CONTACT_NEWTON;
    }
    guess(s, v, r);
    answer->iterations = 0;
    if (rdg_large_interior(s, answer)) {
        return RDG_CONTACT_INTERIOR;
    }
    answer->iterations = 0;
    memcpy(s->r, s->tidy, (size_t)s->rows * sizeof *r); /* from where that has led */
    return rdg_large_newton(s, MANY, answer) || rdg_large_hold(s, answer) ? RDG_CONTACT_NEWTON
                                                                          : RDG_CONTACT_UNANSWERED;
}

int rdg_large_contacts_try(rdg_large_contacts *solver, const rdg_large_contacts_numbers *numbers, double *v,
                           double *r, rdg_contact_answer *answer)
{
    rdg_contact_answer own = {.residual = INFINITY}, *a = answer ? answer : &own;
    *a = (rdg_contact_answer){.method = RDG_CONTACT_UNANSWERED, .residual = INFINITY};
    if (!solver || !numbers || !v || !numbers->M || !numbers->f ||
        (solver->rows > 0 && (!r || !numbers->W || !numbers->c))) {
        return -1;
    }
    solver->now = numbers;
    solver->lu.begun = false;
    if (!take(solver, v)) {
        return 1;
    }
    a->method = answer_by(solver, v, r, a);
    if (a->method == RDG_CONTACT_UNANSWERED) {
        return 1;
    }
    memcpy(v, solver->v, (size_t)solver->n * sizeof *v);
    memcpy(r, solver->tidy, (size_t)solver->rows * sizeof *r);
    return 0;
}
