/* A linear structure with one rigid contact: its modes, slipping and with the contact held. */
#include "coulomb_impl.h"

#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/structural_damping.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/wave.h>

#include <inttypes.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

static void free_system(void *object)
{
    rdg_coulomb *c = object;
    rdg_free(c->name);
    rdg_free(c->wn); /* the first part of all numbers */
    rdg_free(c);
}

void rdg_coulomb_free(rdg_coulomb *c)
{
    if (c) {
        rdg_context_disown(c->ctx, c);
        free_system(c);
    }
}

rdg_index rdg_coulomb_size(const rdg_coulomb *c)
{
    return c ? c->n : 0;
}

static rdg_status check_options(const rdg_coulomb_making *m, const rdg_coulomb_options *o)
{
    const struct {
        const char *name;
        double value, least;
    } numbers[] = {{"ratio", o->ratio, 1.0}, {"mass", o->mass, 0.0}, {"stiffness", o->stiffness, 0.0}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].value != 0.0 &&
            (!(numbers[i].value >= numbers[i].least) || !isfinite(numbers[i].value))) {
            return rdg_fail(m->c->ctx, RDG_ERR_ARGUMENT, m->where, "%s is %g, it must be %s", numbers[i].name,
                            numbers[i].value, i == 0 ? "1 or more" : "positive");
        }
    }
    if (!o->contact) {
        return rdg_fail(m->c->ctx, RDG_ERR_ARGUMENT, m->where, "\"%s\": no contact is named", m->c->name);
    }
    return RDG_OK;
}

/* phi^T times the weights of a named displacement */
static rdg_status project(const rdg_coulomb_making *m, const char *displacement, double *modal)
{
    rdg_index terms = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    RDG_TRY(rdg_structure_displacement(m->s, m->where, displacement, &terms, &dof, &weight));
    for (rdg_index k = 0; k < m->c->n; k++) {
        modal[k] = 0.0;
        for (rdg_index i = 0; i < terms; i++) {
            modal[k] += weight[i] * m->c->phi[dof[i] + m->c->n * k];
        }
    }
    return RDG_OK;
}

/* Column j of the reflection that takes a to a multiple of the last unit vector: for j < n - 1 at right
 * angles to a, and to each other. */
static double reflection(const double *mirror, double length2, rdg_index i, rdg_index j)
{
    return (i == j ? 1.0 : 0.0) - 2.0 * mirror[i] * mirror[j] / length2;
}

/* Modes with the contact held: T^T diag(wn^2) T q = held_wn^2 q, T the reflection's first n - 1 columns. */
static rdg_status hold(const rdg_coulomb_making *m, double *mirror, double *reduced)
{
    rdg_coulomb *c = m->c;
    const rdg_index n = c->n;
    const rdg_index r = n - 1;
    memcpy(mirror, c->a, (size_t)n * sizeof *mirror);
    mirror[r] += copysign(sqrt(c->aa), c->a[r]);
    const double length2 = rdg_dot(n, mirror, mirror);
    for (rdg_index j = 0; j < r; j++) {
        for (rdg_index i = 0; i < r; i++) {
            reduced[i + r * j] = 0.0;
            for (rdg_index k = 0; k < n; k++) {
                reduced[i + r * j] += reflection(mirror, length2, k, i) * c->wn[k] * c->wn[k] *
                                      reflection(mirror, length2, k, j);
            }
        }
    }
    if (r > 0) {
        const lapack_int n_held = (lapack_int)r;
        const long info =
            RDG_BLAS(LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', n_held, reduced, n_held, c->held_wn));
        if (info != 0) {
            return rdg_fail(c->ctx, RDG_ERR_LIBRARY, m->where, "LAPACK's dsyev answers %d", (int)info);
        }
    }
    for (rdg_index k = 0; k < r; k++) {
        c->held_wn[k] = sqrt(c->held_wn[k]);
        c->held_p[k] = c->held_z[k] = 0.0;
        double size_p = 0.0;
        double size_z = 0.0;
        for (rdg_index i = 0; i < n; i++) {
            double sum = 0.0;
            for (rdg_index j = 0; j < r; j++) {
                sum += reflection(mirror, length2, i, j) * reduced[j + r * k];
            }
            const double pull = sum * c->wn[i] * c->wn[i] * c->along[i];
            c->held[i + n * k] = sum;
            c->held_z[k] -= pull;
            c->held_p[k] += sum * c->p[i];
            size_z += fabs(pull);
            size_p += fabs(sum * c->p[i]);
        }
        c->held_p[k] += c->b * c->held_z[k];
        /* what rounding leaves of a mode that is not driven, or does not push at the contact, is nothing: it
         * rests at its own resonance, too */
        c->held_p[k] = fabs(c->held_p[k]) > 1e-14 * (size_p + c->b * size_z) ? c->held_p[k] : 0.0;
        c->held_z[k] = fabs(c->held_z[k]) > 1e-14 * size_z ? c->held_z[k] : 0.0;
        c->held_h[k] = -c->b * c->stiff * c->held_z[k];
        c->held_d[k] = fmax(c->soft + c->stiff * c->held_wn[k] * c->held_wn[k], 0.0);
    }
    return RDG_OK;
}

static rdg_status fill(const rdg_coulomb_making *m, const rdg_coulomb_options *o, double *work)
{
    rdg_coulomb *c = m->c;
    const rdg_index n = c->n;
    RDG_TRY(check_options(m, o));
    RDG_TRY(rdg_coulomb_find_modes(m, o, work));
    RDG_TRY(project(m, o->contact, c->a));
    RDG_TRY(project(m, o->load ? o->load : o->contact, c->p));
    c->ratio = o->ratio != 0.0 ? o->ratio : 1.0;
    c->b = o->base ? 1.0 : 0.0;
    rdg_coulomb_clear_modes(c);
    c->aa = rdg_dot(n, c->a, c->a);
    if (!(c->aa > 0)) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, m->where, "no motion of \"%s\" moves the contact \"%s\"",
                        c->name, o->contact);
    }
    for (rdg_index k = 0; k < n; k++) {
        c->along[k] = c->a[k] / c->aa;
    }
    return hold(m, work, work + n);
}

/* One piece of memory for all numbers. */
static bool capacity(rdg_coulomb *c)
{
    const size_t n = (size_t)c->n;
    double *next = rdg_context_calloc(c->ctx, 10 * n + 3 * n * n, sizeof *next);
    if (!next) {
        return false;
    }
    double **const part[] = {&c->wn,      &c->d,      &c->a,      &c->p,      &c->along,
                             &c->held_wn, &c->held_d, &c->held_p, &c->held_z, &c->held_h};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        *part[i] = next;
        next += n;
    }
    c->phi = next;
    c->held = next + n * n;
    c->left = next + 2 * n * n;
    return true;
}

rdg_coulomb *rdg_coulomb_create(rdg_structure *s, const rdg_coulomb_options *options)
{
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, options, NULL);
    if (rdg_structure_refuse_wave(s, __func__) != RDG_OK ||
        rdg_structure_refuse_loss(s, __func__) != RDG_OK ||
        rdg_structure_refuse_gyroscopic(s, __func__) != RDG_OK) {
        return NULL;
    }
    rdg_coulomb *c = rdg_context_calloc(ctx, 1, sizeof *c);
    if (!c) {
        return NULL;
    }
    c->ctx = ctx;
    c->n = rdg_structure_size(s);
    c->name = rdg_context_strdup(ctx, rdg_structure_name(s));
    double *work = rdg_context_calloc(ctx, (size_t)(c->n + 2 * c->n * c->n), sizeof *work);
    const rdg_coulomb_making m = {.c = c, .s = s, .where = __func__};
    const bool is_made = c->name && work && capacity(c) && fill(&m, options, work) == RDG_OK;
    rdg_free(work);
    if (!is_made) {
        free_system(c);
        return NULL;
    }
    return rdg_context_own(ctx, c, free_system) == RDG_OK ? c : NULL;
}

rdg_status rdg_coulomb_resonance(const rdg_coulomb *c, rdg_index mode, double *r1, double *beta)
{
    RDG_TRY(rdg_coulomb_check_undamped(c, __func__, 1.0, 0.0));
    if (mode < 0 || mode >= c->n || !r1 || !beta) {
        return RDG_FAIL(c->ctx, RDG_ERR_ARGUMENT, "\"%s\" has modes 0 .. %" PRId64 ", not %" PRId64 "%s",
                        c->name, c->n - 1, mode, r1 && beta ? "" : " (or there is no place for the answer)");
    }
    *r1 = c->wn[mode];
    *beta = c->a[mode] != 0.0 ? 0.25 * RDG_PI * fabs(c->p[mode] / c->a[mode]) : INFINITY;
    return RDG_OK;
}

rdg_status rdg_coulomb_check(const rdg_coulomb *c, const char *where, double r1, double beta)
{
    RDG_ENTER(c, c->ctx, RDG_ERR_EARLIER);
    if (!(r1 > 0) || !isfinite(r1) || !(beta >= 0) || !isfinite(beta)) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "r1 = %g, beta = %g: the frequency must be positive, friction 0 or more", r1, beta);
    }
    return RDG_OK;
}

rdg_status rdg_coulomb_check_undamped(const rdg_coulomb *c, const char *where, double r1, double beta)
{
    RDG_TRY(rdg_coulomb_check(c, where, r1, beta));
    return c->damped ? rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                                "\"%s\" has damping, the closed form needs none", c->name)
                     : RDG_OK;
}

void rdg_coulomb_force_slope(const rdg_coulomb *c, double r1, double *slope)
{
    for (rdg_index k = 0; k < c->n; k++) {
        slope[k] = -c->a[k] * c->wn[k] * c->wn[k];
        slope[c->n + k] = -c->a[k] * r1 * c->d[k];
    }
}
