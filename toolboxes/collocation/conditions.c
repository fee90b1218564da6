/* Conditions at the ends of a segment and along it. */
#include "segment_impl.h"

#include <ridgewalk/description.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static rdg_status check(const rdg_segment *s, const char *where, const rdg_function *f, rdg_index n,
                        const char *arguments)
{
    if (!f || !f->f || !f->name) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "segment \"%s\": a condition needs a name and a function f", s->name);
    }
    if (f->n != n || f->m < 1) {
        return rdg_fail(s->ctx, RDG_ERR_SIZE, where,
                        "segment \"%s\": \"%s\" sees n = %" PRId64 " variables and has m = %" PRId64
                        " values; it is a function of %s, n = %" PRId64 " (%" PRId64 " states, %" PRId64
                        " parameters), with one value at least",
                        s->name, f->name, f->n, f->m, arguments, n, s->at.n, s->at.np);
    }
    return RDG_OK;
}

/* Conditions that segments of a problem have, by name: those that see its states and are no equations of it.
 */
static void account(rdg_problem *p, char *text, size_t size, void *data)
{
    const rdg_segment *s = data;
    rdg_index conditions = 0;
    size_t used = 0;
    char list[256] = "";
    for (rdg_index k = 0; k < s->n_conditions; k++) {
        const rdg_function *f = rdg_find_function(p, s->condition[k]);
        conditions += f ? f->m : 0;
        const int more = snprintf(list + used, sizeof list - used, "%s%s (%" PRId64 ")", k > 0 ? ", " : "",
                                  s->condition[k], f ? f->m : 0);
        used += more > 0 && used + (size_t)more < sizeof list ? (size_t)more : 0;
    }
    (void)snprintf(text, size,
                   "segment \"%s\" has %" PRId64 " states and %" PRId64
                   " conditions of its own, %s; with its "
                   "duration held and one parameter released a curve takes as many as there are states",
                   s->name, s->at.n, conditions, conditions > 0 ? list : "none");
}

rdg_status rdg_segment_account(rdg_segment *s)
{
    return rdg_account_for(s->problem, account, s);
}

/* A condition is there, for accounts. */
static rdg_status note(rdg_segment *s, const char *name)
{
    RDG_TRY(rdg_context_grow(s->ctx, &s->condition, s->n_conditions, 1, sizeof *s->condition));
    s->condition[s->n_conditions] = rdg_context_strdup(s->ctx, name);
    s->n_conditions += s->condition[s->n_conditions] != NULL;
    return rdg_error_status(s->ctx);
}

rdg_status rdg_segment_add_boundary(rdg_segment *s, const rdg_function *f)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    const rdg_segment_layout *at = &s->at;
    const rdg_index n = 2 * at->n + at->nt;
    RDG_TRY(check(s, __func__, f, n, at->phi >= 0 ? "(x(0), x(T), T, phi, p)" : "(x(0), x(T), T, p)"));
    rdg_index *index = rdg_context_calloc(s->ctx, (size_t)n, sizeof *index);
    if (!index) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(index, s->index, (size_t)at->n * sizeof *index);
    memcpy(index + at->n, s->index + at->m, (size_t)(at->n + at->nt) * sizeof *index); /* the end, the tail */
    const rdg_status status = rdg_add_zero(s->problem, f, index);
    rdg_free(index);
    return status == RDG_OK ? note(s, f->name) : status;
}

/* --- integrals: sum over points of h w_m [T] g(x, p[, phi]) */

typedef struct integral {
    rdg_segment *s;
    rdg_function g;
    rdg_integral_kind kind;
    double *value, *slope, *H, *scratch, *row;
    rdg_band d2f; /* dense where states meet within an interval */
} integral;

static void release(void *data)
{
    integral *c = data;
    rdg_band_release(&c->d2f);
    void *arrays[] = {c->value, c->slope, c->H, c->scratch, c->row};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        rdg_free(arrays[k]);
    }
    if (c->g.free_data) {
        c->g.free_data(c->g.data);
    }
    rdg_segment_leave(c->s);
    rdg_free(c);
}

static rdg_point_weight weight_of(const integral *c, rdg_index i, rdg_index g)
{
    const rdg_segment *s = c->s;
    return (rdg_point_weight){.factor = (s->mesh[i + 1] - s->mesh[i]) * s->basis.weight[g],
                              .timed = c->kind == RDG_INTEGRAL};
}

static int integral_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    integral *c = data;
    const rdg_segment *s = c->s;
    (void)n;
    memset(y, 0, (size_t)m * sizeof *y);
    for (rdg_index i = 0; i < s->at.N; i++) {
        for (rdg_index g = 0; g < s->at.K; g++) {
            const rdg_point_weight W = weight_of(c, i, g);
            rdg_segment_point(s, u, i, g, s->z);
            memset(c->value, 0, (size_t)m * sizeof *y);
            const int answer = c->g.f(s->at.nz, s->z, m, c->value, c->g.data);
            if (answer != 0) {
                return answer;
            }
            for (rdg_index r = 0; r < m; r++) {
                y[r] += W.factor * (W.timed ? u[s->at.T] : 1.0) * c->value[r];
            }
        }
    }
    return 0;
}

static rdg_hybrid_function as_hybrid(const rdg_function *g)
{
    return (rdg_hybrid_function){.f = g->f, .df = g->df, .d2f = g->d2f, .data = g->data};
}

/* Values and first derivatives of g at a point. */
static int look_at(integral *c, const double *u, rdg_index i, rdg_index g)
{
    rdg_segment *s = c->s;
    const rdg_hybrid_function f = as_hybrid(&c->g);
    rdg_segment_point(s, u, i, g, s->z);
    memset(c->value, 0, (size_t)c->g.m * sizeof *c->value);
    const int answer = f.f(s->at.nz, s->z, c->g.m, c->value, f.data);
    return answer ? answer : rdg_hybrid_df(&f, s->at.nz, s->z, s->size, c->g.m, c->slope, c->scratch);
}

static int integral_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    integral *c = data;
    rdg_segment *s = c->s;
    const rdg_segment_layout *at = &s->at;
    (void)n;
    for (rdg_index e = 0; e < at->N * at->K; e++) {
        const rdg_index i = e / at->K, g = e % at->K;
        const rdg_point_weight W = weight_of(c, i, g);
        const double weight = W.factor * (W.timed ? u[at->T] : 1.0);
        const int answer = look_at(c, u, i, g);
        if (answer != 0) {
            return answer;
        }
        for (rdg_index r = 0; r < m; r++) {
            for (rdg_index z = 0; z < at->nz; z++) {
                c->row[z] = weight * c->slope[r + m * z];
            }
            for (rdg_index k = 0; k <= at->K; k++) {
                for (rdg_index a = 0; a < at->n; a++) {
                    values[r + m * (i * at->block + k * at->n + a)] += s->basis.value[g][k] * c->row[a];
                }
            }
            memset(s->y, 0, (size_t)at->nt * sizeof *s->y);
            rdg_segment_to_tail(s, u, rdg_segment_tau(s, i, g), c->row, s->y);
            s->y[0] += W.timed ? W.factor * c->value[r] : 0.0;
            for (rdg_index q = 0; q < at->nt; q++) {
                values[r + m * (at->nx + q)] += s->y[q];
            }
        }
    }
    return 0;
}

static int integral_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                        void *data)
{
    integral *c = data;
    rdg_segment *s = c->s;
    const rdg_segment_layout *at = &s->at;
    const rdg_hybrid_function f = as_hybrid(&c->g);
    (void)n;
    for (rdg_index e = 0; e < at->N * at->K; e++) {
        const rdg_index i = e / at->K, g = e % at->K;
        int answer = look_at(c, u, i, g);
        answer = answer ? answer : rdg_hybrid_d2f(&f, at->nz, s->z, s->size, m, lambda, c->H, c->scratch);
        if (answer != 0) {
            return answer;
        }
        for (rdg_index z = 0; z < at->nz; z++) {
            c->row[z] = 0.0;
            for (rdg_index r = 0; r < m; r++) {
                c->row[z] += lambda[r] * c->slope[r + m * z];
            }
        }
        rdg_segment_bend(s, u, rdg_segment_tau(s, i, g), weight_of(c, i, g), c->row, c->H);
        rdg_segment_spread(s, &c->d2f, i, g, values);
    }
    return 0;
}

static rdg_status make(rdg_segment *s, rdg_integral_kind kind, const rdg_function *g, integral **made)
{
    const size_t nz = (size_t)s->at.nz, m = (size_t)g->m;
    integral *c = rdg_context_calloc(s->ctx, 1, sizeof *c);
    if (!c) {
        return RDG_ERR_NO_MEMORY;
    }
    *c = (integral){.s = s, .g = *g, .kind = kind};
    c->g.free_data = NULL; /* not before the function is added */
    s->users++;
    c->value = rdg_context_calloc(s->ctx, m, sizeof(double));
    c->slope = rdg_context_calloc(s->ctx, m * nz, sizeof(double));
    c->H = rdg_context_calloc(s->ctx, nz * nz, sizeof(double));
    c->scratch = rdg_context_calloc(s->ctx, 2 * (nz + m + m * nz), sizeof(double));
    c->row = rdg_context_calloc(s->ctx, nz, sizeof(double));
    *made = c;
    return rdg_band_make_d2f(s, &c->d2f, true);
}

static rdg_status add(rdg_segment *s, rdg_integral_kind kind, const rdg_function *g, const char *const *names,
                      const rdg_monitor_kind *as, const char *where)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_TRY(check(s, where, g, s->at.nz, s->at.phi >= 0 ? "(x, p, phi)" : "(x, p)"));
    if (kind != RDG_INTEGRAL && kind != RDG_MEAN) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "segment \"%s\": \"%s\": the kind is %d: RDG_INTEGRAL or RDG_MEAN", s->name, g->name,
                        (int)kind);
    }
    integral *c = NULL;
    rdg_status status = make(s, kind, g, &c);
    if (status == RDG_OK) {
        const rdg_function f = {.name = g->name,
                                .n = s->at.count,
                                .m = g->m,
                                .f = integral_f,
                                .df = integral_df,
                                .d2f = integral_d2f,
                                .d2f_pattern = &c->d2f.pattern,
                                .by_differences = true,
                                .data = c,
                                .free_data = release};
        status = as ? rdg_add_monitor(s->problem, &f, s->index, names, *as)
                    : rdg_add_zero(s->problem, &f, s->index);
        rdg_band_drop_rows(&c->d2f);
    }
    if (status != RDG_OK && c) {
        release(c);
    } else if (c) {
        c->g.free_data = g->free_data;
    }
    return status == RDG_OK && !as ? note(s, g->name) : status;
}

rdg_status rdg_segment_add_integral(rdg_segment *s, rdg_integral_kind kind, const rdg_function *g)
{
    return add(s, kind, g, NULL, NULL, __func__);
}

rdg_status rdg_segment_add_integral_monitor(rdg_segment *s, rdg_integral_kind kind, const rdg_function *g,
                                            const char *const *names, rdg_monitor_kind as)
{
    return add(s, kind, g, names, &as, __func__);
}
