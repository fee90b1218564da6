/* Verdicts on solutions of random structures of 1 to 6 masses with 1 to 4 contacts of all kinds: constant and
 * varying normal load, unilateral springs, stops. The referee is a perturbed motion in small steps. */
#ifndef RDG_TEST_CONTACT_VERDICTS_H
#define RDG_TEST_CONTACT_VERDICTS_H

#include "verification/contact_steps.h"

#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/verification.h>

#include <inttypes.h>

/* Steps of a period: events lie within steps, and the many are for where the few disagree with a verdict. */
enum { VERDICT_PERIODS = 500, VERDICT_LABELS = 3, FEW_STEPS = 1000, MANY_STEPS = 8000 };

typedef struct contact_verdicts {
    int points, stable, unstable, stuck; /* solutions; as verified; with contacts that stick throughout */
    int behind_folds, refused;           /* not verified: next to a fold, and elsewhere */
    int far, undecided;                  /* as in verdicts.h */
    int slow;  /* multipliers within 2 % of 1: too slow, or near a fold, where another orbit is as near */
    int wrong; /* against the motion */
} contact_verdicts;

static inline double model_scale(uint64_t *seed, double a, double b)
{
    return a * pow(b / a, 0.5 + 0.5 * random_signed(seed));
}

static inline int model_one_of(uint64_t *seed, int count)
{
    return (int)((count - 1e-6) * (0.5 + 0.5 * random_signed(seed)));
}

/* A direction of a few masses, of length 1. */
static inline void model_direction(uint64_t *seed, int n, double *b)
{
    double sum = 0.0;
    memset(b, 0, MODEL_SIZE * sizeof *b);
    for (int k = 0; k < 2; k++) {
        b[model_one_of(seed, n)] += random_signed(seed);
    }
    for (int i = 0; i < n; i++) {
        sum += b[i] * b[i];
    }
    if (!(sum > 1e-4)) {
        b[0] = sum = 1.0;
    }
    for (int i = 0; i < n; i++) {
        b[i] /= sqrt(sum);
    }
}

/* Masses in a row, each held. */
static inline void model_masses(uint64_t *seed, contact_model *m)
{
    const int n = m->n = 1 + model_one_of(seed, 6);
    const double damping = model_scale(seed, 0.005, 0.05);
    for (int i = 0; i < n; i++) {
        const double k = i > 0 ? model_scale(seed, 0.3, 1.5) : 0.0;
        m->M[i * (n + 1)] = model_scale(seed, 0.5, 1.5);
        m->K[i * (n + 1)] += model_scale(seed, 0.3, 1.5) + k;
        if (i > 0) {
            m->K[(i - 1) * (n + 1)] += k;
            m->K[i + n * (i - 1)] = m->K[i - 1 + n * i] = -k;
        }
    }
    for (int i = 0; i < n * n; i++) {
        m->C[i] = damping * m->K[i];
    }
}

static inline contact_model model_random(uint64_t *seed)
{
    enum { CONSTANT, VARYING, UNILATERAL, STOP, KINDS };
    contact_model m = {.n = 0};
    model_masses(seed, &m);
    const int contacts = 1 + model_one_of(seed, 4);
    for (int k = 0; k < contacts; k++) {
        const int kind = model_one_of(seed, KINDS);
        if (kind == CONSTANT || kind == VARYING) {
            model_contact *c = &m.contact[m.contacts++];
            c->kt = model_scale(seed, 0.3, 2.0);
            c->mu = model_scale(seed, 0.1, 0.6);
            c->preload = model_scale(seed, 0.2, 3.0);
            c->kn = kind == VARYING ? model_scale(seed, 0.2, 2.0) : 0.0;
            model_direction(seed, m.n, c->bx);
            model_direction(seed, m.n, c->by);
        } else {
            model_stop *s = &m.stop[m.stops++];
            s->k = model_scale(seed, 0.3, 4.0);
            s->gap = kind == STOP ? model_scale(seed, 0.3, 3.0) : -model_scale(seed, 0.02, 0.5);
            model_direction(seed, m.n, s->b);
        }
    }
    for (int i = 0; i < m.n; i++) {
        m.constant[i] = 0.2 * random_signed(seed);
    }
    m.cosine[model_one_of(seed, m.n)] = 1.0;
    m.sine[model_one_of(seed, m.n)] = 0.5 * random_signed(seed);
    m.alpha = model_scale(seed, 0.1, 2.0);
    return m;
}

/* --- the referee */

static inline void model_balanced(rdg_hbm *hb, const double *Q, double omega, double alpha, double phase,
                                  double *q, double *v)
{
    const rdg_basis *basis = rdg_hbm_basis(hb);
    const rdg_index n = rdg_structure_size(rdg_hbm_structure(hb));
    memset(q, 0, MODEL_SIZE * sizeof *q);
    memset(v, 0, MODEL_SIZE * sizeof *v);
    for (rdg_index k = 0; k < basis->n_harmonics + basis->has_static; k++) {
        const int h = k < basis->has_static ? 0 : basis->harmonic[k - basis->has_static];
        double part[2 * MODEL_SIZE];
        rdg_hbm_expand(hb, h, omega, alpha, Q, part);
        for (rdg_index i = 0; i < n; i++) {
            q[i] += part[i] * cos(h * phase) + part[n + i] * sin(h * phase);
            v[i] += h * omega * (part[n + i] * cos(h * phase) - part[i] * sin(h * phase));
        }
    }
}

/* Behind two periods of the solution, and a push of 1e-4 of its size, which is returned. */
static inline double model_begin(model_motion *a, rdg_hbm *hb, const double *Q, uint64_t *seed)
{
    enum { INSTANTS = 400 };
    double size = 0.0;
    for (int k = 0; k <= 2 * INSTANTS; k++) {
        model_balanced(hb, Q, a->omega, a->m->alpha, RDG_HZ((double)k / INSTANTS), a->q, a->v);
        model_draw(a);
        for (int i = 0; i < a->m->n; i++) {
            size = fmax(size, fabs(a->q[i]));
        }
    }
    for (int i = 0; i < a->m->n; i++) {
        a->q[i] += 1e-4 * size * random_signed(seed);
    }
    model_draw(a);
    return size;
}

typedef enum model_verdict { MODEL_STAYS, MODEL_LEAVES, MODEL_UNDECIDED } model_verdict;

/* near: so far the motion may stay away from the solution, of its size. */
static inline model_verdict model_integrate(model_motion *a, int steps, double size, double near)
{
    double begin[MODEL_SIZE], last[MODEL_SIZE], moves = 1.0, away = 0.0;
    memcpy(begin, a->q, sizeof begin);
    for (int p = 0; p < VERDICT_PERIODS && !(moves < 1e-8); p++) {
        memcpy(last, a->q, sizeof last);
        model_period(a, steps);
        moves = away = 0.0;
        for (int i = 0; i < a->m->n; i++) {
            moves = fmax(moves, fabs(a->q[i] - last[i]) / size);
            away = fmax(away, fabs(a->q[i] - begin[i]) / size);
        }
        if (away > 0.2) {
            return MODEL_LEAVES;
        }
    }
    return moves < 1e-6 && away < near         ? MODEL_STAYS
           : moves > 1e-4 || away > 3.0 * near ? MODEL_LEAVES
                                               : MODEL_UNDECIDED;
}

/* --- one solution */

static inline bool model_is_at_fold(rdg_run *r, double omega)
{
    for (rdg_index row = 0; row < rdg_run_count(r); row++) {
        if (strcmp(rdg_run_type(r, row), "FP") == 0 &&
            fabs(rdg_run_column(r, "omega")[row] / omega - 1.0) < 1e-3) {
            return true;
        }
    }
    return false;
}

static inline void model_verify(rdg_hbm *hb, const contact_model *m, rdg_run *r, rdg_index row, uint64_t name,
                                contact_verdicts *all)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    const rdg_index label = rdg_run_label(r, row), n = rdg_hbm_unknowns(hb);
    const double omega = rdg_run_column(r, "omega")[row];
    uint64_t seed = name;
    all->points++;
    rdg_verification *v = rdg_hbm_verify(hb, "frc", label);
    if (!v) {
        char why[1024];
        snprintf(why, sizeof why, "%s", rdg_error_message(ctx));
        rdg_error_clear(ctx);
        const bool at_fold = model_is_at_fold(r, omega);
        print_message("structure %" PRIu64 ", omega %.8g%s: %s\n", name, omega, at_fold ? ", at a fold" : "",
                      why);
        all->behind_folds += at_fold;
        all->refused += !at_fold;
        return;
    }
    all->stuck += v->stuck > 0;
    if (v->difference > 0.1 || fabs(v->modulus[0] - 1.0) < 0.02) {
        all->far += v->difference > 0.1;
        all->slow += v->difference <= 0.1;
        return;
    }
    double *Q = calloc((size_t)n, sizeof *Q);
    assert_ok(ctx, rdg_run_solution(r, label, "Q", n, Q));
    model_motion a = {.m = m, .omega = omega};
    model_verdict seen = MODEL_UNDECIDED;
    for (int steps = FEW_STEPS; steps <= MANY_STEPS; steps += MANY_STEPS - FEW_STEPS) {
        const double size = model_begin(&a, hb, Q, &seed);
        seen = model_integrate(&a, steps, size, 2.0 * v->difference + 5e-4);
        if (seen == MODEL_UNDECIDED || (seen == MODEL_STAYS) == v->is_stable) {
            break;
        }
    }
    free(Q);
    all->stable += v->is_stable;
    all->unstable += !v->is_stable;
    all->undecided += seen == MODEL_UNDECIDED;
    if (seen != MODEL_UNDECIDED && (seen == MODEL_STAYS) != v->is_stable) {
        print_message("structure %" PRIu64 ", omega %.8g: largest multiplier %.6g, stuck %d, but the motion "
                      "%s; difference %.2g\n",
                      name, omega, v->modulus[0], (int)v->stuck, seen == MODEL_STAYS ? "stays" : "leaves",
                      v->difference);
        all->wrong++;
    }
    rdg_verification_free(v);
}

/* Labels along the response of a structure. */
static inline void model_verify_structure(uint64_t name, contact_verdicts *all)
{
    uint64_t seed = (name + 1) * 0x9E3779B97F4A7C15u;
    random_signed(&seed);
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    const contact_model m = model_random(&seed);
    rdg_hbm *hb =
        rdg_hbm_create(model_structure(ctx, &m), RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", m.alpha));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.5), RDG_IN_MEMORY,
                 RDG_LABEL_EVERY(5), RDG_EXPECT_EARLY_END, RDG_MAX_POINTS(1000));
    rdg_error_clear(ctx);
    rdg_run *r = rdg_run_open(ctx, "frc");
    rdg_error_clear(ctx);
    rdg_index labels = 0, k = 0;
    for (rdg_index row = 0; r && row < rdg_run_count(r); row++) {
        labels += rdg_run_label(r, row) > 0 && !*rdg_run_type(r, row);
    }
    const rdg_index every = labels / VERDICT_LABELS + 1, first = every / 2;
    for (rdg_index row = 0; r && row < rdg_run_count(r); row++) {
        if (rdg_run_label(r, row) > 0 && !*rdg_run_type(r, row) && k++ % every == first) {
            model_verify(hb, &m, r, row, name, all);
        }
    }
    rdg_run_free(r);
    rdg_context_free(ctx);
}

static inline contact_verdicts model_campaign(uint64_t first, int count)
{
    contact_verdicts all = {.points = 0};
    for (int k = 0; k < count; k++) {
        model_verify_structure(first + (uint64_t)k, &all);
    }
    print_message(
        "%d solutions of %d structures: %d stable, %d unstable, %d with contacts that stick; %d behind "
        "folds, %d refused elsewhere, %d far, %d slow, %d undecided, %d wrong\n",
        all.points, count, all.stable, all.unstable, all.stuck, all.behind_folds, all.refused, all.far,
        all.slow, all.undecided, all.wrong);
    return all;
}

#endif
