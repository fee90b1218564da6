/* Programs with quadratic functions for rdg_optimise().
 *
 *     min f(x) = 1/2 x'Q x + c'x + q sum x_i^4      with A x = b, G(x) = 1/2 x'B x + a'x - r <= 0, low <= x
 * <= high
 */
#ifndef RDG_TEST_QUADRATIC_PROGRAMS_H
#define RDG_TEST_QUADRATIC_PROGRAMS_H

#include "support.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/core.h>

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST = 6, MOST_G = 5, MOST_ACTIVE = 2 * MOST + MOST_G };

typedef struct quadratic {
    int n;
    double B[MOST][MOST], a[MOST], r, quartic;
} quadratic;

typedef struct program {
    int n, n_equal, n_less;
    quadratic f, equal[2], less[MOST_G];
    double low[MOST], high[MOST], start[MOST];
    double unit[MOST]; /* of the variables, their typical sizes */
    int order[MOST];   /* variables in the order of the list; the last n_equal are not in it */
} program;

static inline double uniform(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

static inline double between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * uniform(seed);
}

/* --- functions */

static inline double quadratic_at(const quadratic *q, const double *x)
{
    double sum = -q->r;
    for (int i = 0; i < q->n; i++) {
        sum += q->a[i] * x[i] + q->quartic * x[i] * x[i] * x[i] * x[i];
        for (int j = 0; j < q->n; j++) {
            sum += 0.5 * x[i] * q->B[i][j] * x[j];
        }
    }
    return sum;
}

static inline void quadratic_slope(const quadratic *q, const double *x, double *g)
{
    for (int i = 0; i < q->n; i++) {
        g[i] = q->a[i] + 4.0 * q->quartic * x[i] * x[i] * x[i];
        for (int j = 0; j < q->n; j++) {
            g[i] += q->B[i][j] * x[j];
        }
    }
}

static int quadratic_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = quadratic_at(data, u);
    return 0;
}

static int quadratic_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m;
    quadratic_slope(data, u, values);
    return 0;
}

static int quadratic_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                         void *data)
{
    (void)m;
    const quadratic *q = data;
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j < n; j++) {
            values[i + n * j] = lambda[0] * (q->B[i][j] + (i == j ? 12.0 * q->quartic * u[i] * u[i] : 0.0));
        }
    }
    return 0;
}

static inline rdg_function function_of(const char *name, quadratic *q)
{
    return (rdg_function){.name = name,
                          .n = q->n,
                          .m = 1,
                          .f = quadratic_f,
                          .df = quadratic_df,
                          .d2f = quadratic_d2f,
                          .data = q};
}

/* --- the program solved by the library */

typedef struct answer {
    rdg_status status;
    double x[MOST], objective;
    long stages, bounded;
    char message[512];
} answer;

static inline answer optimise_program(program *g)
{
    static const char *const names[] = {"x0", "x1", "x2", "x3", "x4", "x5"};
    static const char *const blocks[] = {"u0", "u1", "u2", "u3", "u4", "u5"};
    static const char *const less[] = {"g0", "g1", "g2", "g3", "g4"};
    static const char *const equal[] = {"e0", "e1"};
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_problem *p = rdg_problem_create(ctx);
    for (int i = 0; i < g->n; i++) { /* a block each, as each has its unit */
        rdg_add_variables(p, blocks[i], 1, &g->start[i]);
        rdg_set_typical(p, blocks[i], g->unit[i] > 0.0 ? g->unit[i] : 1.0, true);
    }
    const int listed = g->n - g->n_equal;
    const char *list[MOST];
    double low[MOST], high[MOST];
    for (int i = 0; i < g->n_equal; i++) {
        const rdg_function e = function_of(equal[i], &g->equal[i]);
        rdg_add_zero(p, &e, RDG_ALL);
    }
    for (int k = 0; k < listed; k++) {
        list[k] = names[g->order[k]];
        low[k] = g->low[g->order[k]];
        high[k] = g->high[g->order[k]];
        rdg_add_parameter(p, list[k], blocks[g->order[k]], 0);
    }
    const rdg_function f = function_of("f", &g->f);
    rdg_add_monitor(p, &f, RDG_ALL, NULL, RDG_INACTIVE);
    for (int i = 0; i < g->n_less; i++) {
        const rdg_function e = function_of(less[i], &g->less[i]);
        rdg_add_monitor(p, &e, RDG_ALL, NULL, RDG_INEQUALITY);
    }
    rdg_adjoint *a = rdg_adjoint_add(p, "f");
    for (int i = 0; i < g->n_less; i++) {
        rdg_add_complementarity(a, less[i], false, 0.0);
    }
    rdg_optimum best = {.objective = NAN};
    answer out = {
        .status = rdg_optimise(a, "o",
                               &(rdg_optimise_options){.parameters = list,
                                                       .n_parameters = listed,
                                                       .low = low,
                                                       .high = high,
                                                       .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_NO_FOLDER)},
                               &best)};
    snprintf(out.message, sizeof out.message, "%s", rdg_error_message(ctx));
    rdg_error_clear(ctx);
    memcpy(out.x, rdg_start_values(p), (size_t)g->n * sizeof(double));
    out.objective = best.objective;
    out.stages = (long)best.stages;
    out.bounded = (long)best.bounded;
    rdg_context_free(ctx);
    return out;
}

#endif
