/* Verdicts on random solutions of harmonic balance, against motions that are integrated in small steps. */
#ifndef RDG_TEST_VERDICTS_H
#define RDG_TEST_VERDICTS_H

#include "fresh_context.h"
#include "rubbing_chain.h"

#include <ridgewalk/core.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/stability.h>
#include <ridgewalk/verification.h>

#include <inttypes.h>

/* --- small steps: Runge's method of order 4 for displacements and velocities, sliders drawn along after each
 */

enum { STEPS = 1000, PERIODS = 500 };

typedef struct small_steps {
    const chain_numbers *c;
    double omega, alpha;
    double q[CHAIN_MASSES], v[CHAIN_MASSES], w[CHAIN_PADS];
} small_steps;

static inline double pad_force(const small_steps *m, int i, double x)
{
    const double limit = m->c->mu * m->c->preload[i], f = m->c->kt[i] * (x - m->w[i]);
    return fmax(-limit, fmin(limit, f));
}

static inline void draw_sliders(small_steps *m, const double *q)
{
    for (int i = 0; i < m->c->pads; i++) {
        m->w[i] = q[i] - pad_force(m, i, q[i]) / m->c->kt[i];
    }
}

static inline void accelerations(const small_steps *m, double t, const double *q, const double *v, double *a)
{
    const chain_numbers *c = m->c;
    for (int i = 0; i < c->n; i++) {
        double f = i + 1 == c->n ? m->alpha * cos(m->omega * t) : 0.0;
        for (int k = 0; k < c->n; k++) {
            f -= c->C[i + c->n * k] * v[k] + c->K[i + c->n * k] * q[k];
        }
        f -= i < c->pads ? pad_force(m, i, q[i]) : 0.0;
        f -= i + 1 == c->n ? c->k_stop * fmax(0.0, q[i] - c->gap) : 0.0;
        a[i] = f / c->M[i + c->n * i];
    }
}

static inline void small_step(small_steps *m, double t, double h)
{
    static const double part[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
    double dq[CHAIN_MASSES] = {0}, dv[CHAIN_MASSES] = {0}, sum_q[CHAIN_MASSES] = {0},
           sum_v[CHAIN_MASSES] = {0};
    for (int stage = 0; stage < 4; stage++) {
        double q[CHAIN_MASSES], v[CHAIN_MASSES], a[CHAIN_MASSES];
        for (int i = 0; i < m->c->n; i++) {
            q[i] = m->q[i] + part[stage] * h * dq[i];
            v[i] = m->v[i] + part[stage] * h * dv[i];
        }
        accelerations(m, t + part[stage] * h, q, v, a);
        for (int i = 0; i < m->c->n; i++) {
            dq[i] = v[i];
            dv[i] = a[i];
            sum_q[i] += weight[stage] * v[i];
            sum_v[i] += weight[stage] * a[i];
        }
    }
    for (int i = 0; i < m->c->n; i++) {
        m->q[i] += h * sum_q[i];
        m->v[i] += h * sum_v[i];
    }
    draw_sliders(m, m->q);
}

/* Displacements of a solution at a phase. */
static inline void balanced(rdg_hbm *hb, const double *Q, double omega, double alpha, double phase, double *q,
                            double *v)
{
    const rdg_basis *basis = rdg_hbm_basis(hb);
    const rdg_index n = rdg_structure_size(rdg_hbm_structure(hb));
    memset(q, 0, (size_t)n * sizeof *q);
    memset(v, 0, (size_t)n * sizeof *v);
    for (rdg_index k = 0; k < basis->n_harmonics + basis->has_static; k++) {
        const int h = k < basis->has_static ? 0 : basis->harmonic[k - basis->has_static];
        double part[2 * CHAIN_MASSES];
        rdg_hbm_expand(hb, h, omega, alpha, Q, part);
        for (rdg_index i = 0; i < n; i++) {
            q[i] += part[i] * cos(h * phase) + part[n + i] * sin(h * phase);
            v[i] += h * omega * (part[n + i] * cos(h * phase) - part[i] * sin(h * phase));
        }
    }
}

typedef enum seen_verdict { STAYS, LEAVES, UNDECIDED } seen_verdict;

/* Does a motion that begins at the solution stay there for PERIODS periods? near: so far it may be from the
 * solution, of its size. */
static inline seen_verdict integrate(small_steps *m, rdg_hbm *hb, const double *Q, double near)
{
    const double period = RDG_HZ(1.0) / m->omega;
    double q[CHAIN_MASSES], v[CHAIN_MASSES], begin[CHAIN_MASSES], last[CHAIN_MASSES], size = 0.0, moves = 0.0,
                                                                                      away = 0.0;
    for (int k = 0; k <= 2 * 400; k++) {
        balanced(hb, Q, m->omega, m->alpha, RDG_HZ(k / 400.0), q, v);
        draw_sliders(m, q);
        for (int i = 0; i < m->c->n; i++) {
            size = fmax(size, fabs(q[i]));
        }
    }
    memcpy(m->q, q, sizeof q);
    memcpy(m->v, v, sizeof v);
    memcpy(begin, q, sizeof q);
    for (int p = 0; p < PERIODS; p++) {
        memcpy(last, m->q, sizeof last);
        for (int k = 0; k < STEPS; k++) {
            small_step(m, period * k / STEPS, period / STEPS);
        }
        moves = away = 0.0;
        for (int i = 0; i < m->c->n; i++) {
            moves = fmax(moves, fabs(m->q[i] - last[i]) / size);
            away = fmax(away, fabs(m->q[i] - begin[i]) / size);
        }
        if (away > 0.2) {
            return LEAVES;
        }
    }
    return moves < 1e-7 && away < near ? STAYS : moves > 1e-4 || away > 3.0 * near ? LEAVES : UNDECIDED;
}

/* --- verdicts */

typedef struct verdicts {
    int points, stable, unstable; /* solutions; as verified */
    int refused;                  /* not verified */
    int far;                      /* orbits that differ by more than 10 % from their solution */
    int slow;                     /* multipliers within 1 % of 1: too slow for PERIODS periods */
    int undecided;
    int wrong;                /* against the integration */
    int estimates, corrected; /* exponents that are estimates; of these, wrong ones */
} verdicts;

static inline void verify_label(rdg_hbm *hb, const chain_numbers *c, rdg_run *r, const char *name,
                                rdg_index row, uint64_t seed, verdicts *all)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    const rdg_index label = rdg_run_label(r, row), n = rdg_hbm_unknowns(hb);
    const double omega = rdg_run_column(r, "omega")[row], alpha = rdg_run_column(r, "alpha")[row];
    const double exponent = rdg_run_column(r, "stability")[row];
    const bool is_estimate = rdg_run_column(r, "stability.estimate")[row] > 0.0;
    all->points++;
    rdg_verification *v = rdg_hbm_verify(hb, name, label);
    if (!v) {
        print_message("seed %" PRIu64 ", omega %.6g: %s\n", seed, omega, rdg_error_message(ctx));
        rdg_error_clear(ctx);
        all->refused++;
        return;
    }
    if (v->difference > 0.1) {
        all->far++;
        return;
    }
    if (fabs(v->modulus[0] - 1.0) < 0.01) {
        all->slow++;
        return;
    }
    double *Q = calloc((size_t)n, sizeof *Q);
    assert_ok(ctx, rdg_run_solution(r, label, "Q", n, Q));
    small_steps m = {.c = c, .omega = omega, .alpha = alpha};
    const seen_verdict seen = integrate(&m, hb, Q, 2.0 * v->difference + 1e-3);
    free(Q);
    all->stable += v->is_stable;
    all->unstable += !v->is_stable;
    all->undecided += seen == UNDECIDED;
    all->estimates += is_estimate;
    all->corrected += is_estimate && (exponent < 0.0) != v->is_stable;
    if (seen != UNDECIDED && (seen == STAYS) != v->is_stable) {
        print_message("seed %" PRIu64 ", omega %.8g, alpha %.6g: largest multiplier %.5g, but the motion %s; "
                      "difference %.2g, exponent %.3g\n",
                      seed, omega, alpha, v->modulus[0], seen == STAYS ? "stays" : "leaves", v->difference,
                      exponent);
        all->wrong++;
    }
}

/* Some labelled solutions along a response. */
static inline void verify_structure(uint64_t first, int most, verdicts *all)
{
    uint64_t seed = first;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    const bool is_stopped = first % 2 == 0;
    const chain_numbers c =
        is_stopped ? pad_and_stop(&seed) : rubbing_chain(&seed, random_signed(&seed) > 0.0);
    const double alpha = is_stopped ? chain_scale(&seed, 3.0, 10.0) : chain_scale(&seed, 0.2, 2.0);
    const double low = is_stopped ? RDG_HZ(26.0) : 0.4, high = is_stopped ? RDG_HZ(45.0) : 2.5;
    rdg_hbm *hb =
        rdg_hbm_create(chain_structure(ctx, &c), RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", alpha));
    assert_ok(ctx, rdg_hbm_add_stability(hb, p, "stability"));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high), RDG_IN_MEMORY,
                                RDG_LABEL_EVERY(7), RDG_EXPECT_EARLY_END));
    rdg_run *r = rdg_run_open(ctx, "frc");
    rdg_index labels = 0;
    for (rdg_index row = 0; row < rdg_run_count(r); row++) {
        labels += rdg_run_label(r, row) > 0 && !*rdg_run_type(r, row);
    }
    const rdg_index every = labels / most + 1;
    for (rdg_index row = 0, k = 0; row < rdg_run_count(r); row++) {
        if (rdg_run_label(r, row) > 0 && !*rdg_run_type(r, row) && k++ % every == 0) {
            verify_label(hb, &c, r, "frc", row, first, all);
        }
    }
    rdg_run_free(r);
    rdg_context_free(ctx);
}

#endif
