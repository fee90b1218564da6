/* The phase of a displacement's first harmonic, with c its cosine and s its sine part, r^2 = c^2 + s^2:
 *
 *     phase = atan2(c, s),   phase_c = s / r^2,   phase_s = -c / r^2,
 *     phase_cc = -2 c s / r^4 = -phase_ss,   phase_cs = (c^2 - s^2) / r^4. */
#include "phase_resonance.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const where = "rdg_phase_resonance_add";

/* Weights of the terms of a displacement; the function sees their cosine parts, then their sine parts. */
typedef struct displacement {
    rdg_index n;
    double weight[]; /* [n] */
} displacement;

static void parts(const displacement *x, const double *u, double *c, double *s)
{
    *c = 0.0;
    *s = 0.0;
    for (rdg_index i = 0; i < x->n; i++) {
        *c += x->weight[i] * u[i];
        *s += x->weight[i] * u[x->n + i];
    }
}

static int phase_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    double c = 0.0;
    double s = 0.0;
    parts(data, u, &c, &s);
    y[0] = atan2(c, s);
    return c == 0.0 && s == 0.0;
}

static int phase_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    const displacement *x = data;
    double c = 0.0;
    double s = 0.0;
    parts(x, u, &c, &s);
    const double square = c * c + s * s;
    for (rdg_index i = 0; i < n; i++) {
        values[i] = x->weight[i % x->n] * (i < x->n ? s : -c) / square;
    }
    return c == 0.0 && s == 0.0;
}

static int phase_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                         void *data)
{
    (void)m;
    const displacement *x = data;
    double c = 0.0;
    double s = 0.0;
    parts(x, u, &c, &s);
    const double square = c * c + s * s;
    const double same = -2.0 * c * s / (square * square); /* cc; -ss */
    const double mixed = (c * c - s * s) / (square * square);
    for (rdg_index k = 0; k < n * n; k++) {
        const rdg_index i = k % n, j = k / n;
        const bool i_sine = i >= x->n, j_sine = j >= x->n;
        const double unequal = i_sine ? -same : same;
        values[k] =
            lambda[0] * x->weight[i % x->n] * x->weight[j % x->n] * (i_sine == j_sine ? unequal : mixed);
    }
    return c == 0.0 && s == 0.0;
}

/* index: [2 n], workspace; name: of the parameter */
static rdg_status add_phase(rdg_hbm *hb, rdg_problem *problem, const char *at, const char *name,
                            displacement *x, rdg_index *index)
{
    const rdg_index first = rdg_variable_index(problem, "Q", NULL);
    if (first < 0) {
        return RDG_ERR_NAME;
    }
    const rdg_index kept = rdg_hbm_kept(hb, NULL);
    RDG_TRY(rdg_hbm_places(hb, where, at, 1, x->n, index));
    for (rdg_index i = 0; i < x->n; i++) {
        index[i] += first;
        index[x->n + i] = index[i] + kept;
    }
    return rdg_add_monitor(problem,
                           &(rdg_function){.name = name,
                                           .n = 2 * x->n,
                                           .m = 1,
                                           .f = phase_value,
                                           .df = phase_gradient,
                                           .d2f = phase_hessian,
                                           .data = x,
                                           .free_data = rdg_free},
                           index, NULL, RDG_ACTIVE);
}

rdg_status rdg_phase_resonance_add(rdg_hbm *hb, rdg_problem *problem, const char *at)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    if (!ctx || !problem || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_TRY(rdg_same_context(rdg_hbm_context(hb), rdg_problem_context(problem), where,
                             "the problem and the harmonic balance of \"%s\"",
                             rdg_structure_name(rdg_hbm_structure(hb))));
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    if (!at) {
        return rdg_fail(ctx, RDG_ERR_NAME, where, "the name of the displacement is missing");
    }
    RDG_TRY(rdg_structure_displacement(rdg_hbm_structure(hb), where, at, &n, &dof, &weight));
    const size_t name_size = strlen(at) + sizeof "phase.";
    displacement *x = rdg_context_calloc(ctx, 1, sizeof *x + (size_t)n * sizeof *weight);
    rdg_index *index = rdg_context_calloc(ctx, 2 * (size_t)n, sizeof *index);
    char *name = rdg_context_calloc(ctx, name_size, 1);
    rdg_status status = RDG_ERR_NO_MEMORY;
    if (x && index && name) {
        x->n = n;
        memcpy(x->weight, weight, (size_t)n * sizeof *weight);
        snprintf(name, name_size, "phase.%s", at);
        status = add_phase(hb, problem, at, name, x, index);
    }
    if (status != RDG_OK) {
        rdg_free(x);
    } else {
        status = rdg_set_unit(problem, name, "rad");
    }
    rdg_free(index);
    rdg_free(name);
    return status;
}
