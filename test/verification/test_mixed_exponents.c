/* Exponents of motions in which some contacts stick and others slip: table of an independent program. */
#include "verification/mixed_models.h"

#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/shooting.h>
#include <ridgewalk/verification.h>

/* Of the table, relative to the exponent: its own differences are up to 2.5e-6. */
static const double agreed = 2e-5;

enum { INSTANTS = 1000, STATES = 2 * MODEL_SIZE + MODEL_CONTACTS };

/* Harmonic balance at the motion's frequency. */
typedef struct balanced {
    rdg_hbm *hb;
    rdg_run *run;
    rdg_index label;
} balanced;

static balanced balance(rdg_context *ctx, const contact_model *m, double omega)
{
    balanced b = {
        .hb = rdg_hbm_create(model_structure(ctx, m), RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))};
    rdg_problem *p = rdg_hbm_problem(b.hb, RDG_AT("omega", omega), RDG_AT("alpha", m->alpha));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.999 * omega, omega),
                                RDG_IN_MEMORY, RDG_NO_TABLE));
    b.run = rdg_run_open(ctx, "frc");
    const double *at = rdg_run_column(b.run, "omega");
    for (rdg_index row = 0; row < rdg_run_count(b.run); row++) {
        b.label = at[row] == omega ? rdg_run_label(b.run, row) : b.label;
    }
    assert_true(b.label > 0);
    return b;
}

/* Displacements and velocities of the solution over two periods, [(2 INSTANTS + 1) n] each. */
static void follow(const balanced *b, const contact_model *m, double omega, double *q, double *v)
{
    const rdg_basis *basis = rdg_hbm_basis(b->hb);
    const rdg_index unknowns = rdg_hbm_unknowns(b->hb);
    double *Q = calloc((size_t)unknowns, sizeof *Q), part[2 * MODEL_SIZE];
    assert_int_equal(rdg_run_solution(b->run, b->label, "Q", unknowns, Q, NULL), RDG_OK);
    for (rdg_index k = 0; k < basis->n_harmonics + basis->has_static; k++) {
        const int h = k < basis->has_static ? 0 : basis->harmonic[k - basis->has_static];
        rdg_hbm_expand(b->hb, h, omega, m->alpha, Q, part);
        for (int t = 0; t <= 2 * INSTANTS; t++) {
            const double c = cos(RDG_HZ(1.0) * h * t / INSTANTS), s = sin(RDG_HZ(1.0) * h * t / INSTANTS);
            for (int i = 0; i < m->n; i++) {
                q[t * m->n + i] += part[i] * c + part[m->n + i] * s;
                v[t * m->n + i] += h * omega * (part[m->n + i] * c - part[i] * s);
            }
        }
    }
    free(Q);
}

/* Sliders of contacts that stick throughout go to v of the table. Modes are named "c0: stick, c1: ...". */
static void put_sliders(const contact_model *m, const mixed_motion *motion, const char *mode, double *x)
{
    int place = 2 * m->n;
    const char *state = mode;
    for (int k = 0; k < m->contacts; k++) {
        state = strstr(state, ": ") + 2;
        const bool keeps = strncmp(state, "stick", 5) == 0;
        if (motion->sticks[k]) {
            assert_true(keeps);
            x[place] = motion->v[k] / m->contact[k].kt;
        }
        place += keeps;
    }
}

/* The nearest of `count` multipliers' exponents, of those left; it is taken. Phases count up to turns. */
static double take_nearest(int count, double omega, double real, double imag, double *log_of, double *angle)
{
    int nearest = -1;
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        const double turns = imag / omega - angle[i] / RDG_HZ(1.0);
        const double away = isfinite(log_of[i]) ? hypot(log_of[i] * omega / RDG_HZ(1.0) - real,
                                                        (turns - round(turns)) * omega)
                                                : INFINITY;
        nearest = away < least ? i : nearest;
        least = fmin(least, away);
    }
    if (nearest >= 0) {
        log_of[nearest] = -INFINITY;
    }
    return least;
}

/* Each row of the table is among the multipliers, and nothing else but multipliers 0. */
static void check_rows(const mixed_motion *motion, double within, int count, double *log_of, double *angle)
{
    for (int k = 0; k < motion->count; k++) {
        const double size = hypot(motion->real[k], motion->imag[k]);
        for (int twin = 0; twin <= (motion->imag[k] != 0.0); twin++) {
            const double imag = twin ? -motion->imag[k] : motion->imag[k];
            assert_true(take_nearest(count, motion->omega, motion->real[k], imag, log_of, angle) <=
                        within * size);
        }
    }
    for (int i = 0; i < count; i++) {
        assert_true(log_of[i] == -INFINITY);
    }
}

/* By shooting, from the sliders' positions of the table. */
static void check_shooting(const balanced *b, const contact_model *m, const mixed_motion *motion)
{
    rdg_context *ctx = rdg_hbm_context(b->hb);
    const int numbers = (2 * INSTANTS + 1) * m->n;
    double *q = calloc(2 * (size_t)numbers, sizeof *q), x[STATES] = {0}, log_of[STATES], angle[STATES];
    rdg_hybrid *h =
        rdg_hybrid_of(rdg_hbm_structure(b->hb), RDG_AT("omega", motion->omega), RDG_AT("alpha", m->alpha));
    const char *mode = NULL;
    follow(b, m, motion->omega, q, q + numbers);
    assert_ok(ctx, rdg_hybrid_start_along(h, 2 * INSTANTS + 1, q, q + numbers, 0.0, &mode, x));
    free(q);
    put_sliders(m, motion, mode, x);
    rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.mode = mode, .x = x, .order = 1});
    assert_non_null(s);
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_solve(p));
    const int count = (int)rdg_hybrid_most_states(h);
    assert_ok(ctx, rdg_shooting_multipliers(s, rdg_start_values(p), count, log_of, angle));
    for (int k = 0; k < m->contacts; k++) {
        if (motion->sticks[k]) { /* leave its multiplier 1 out */
            assert_true(take_nearest(count, motion->omega, 0.0, 0.0, log_of, angle) < 1e-9 * motion->omega);
        }
    }
    check_rows(motion, agreed, count, log_of, angle);
}

/* By verification. Sliders are where harmonic balance has dragged them to, not where the table has them:
 * exponents differ by what that other residual stress makes of them. */
static void check_verification(const balanced *b, const mixed_motion *motion, double within)
{
    rdg_verification *v = rdg_hbm_verify(b->hb, "frc", b->label);
    assert_non_null(v);
    double log_of[STATES], angle[STATES];
    rdg_index stuck = 0;
    for (int k = 0; k < MODEL_CONTACTS; k++) {
        stuck += motion->sticks[k];
    }
    assert_int_equal(v->stuck, stuck);
    assert_true(v->is_stable);
    for (rdg_index i = 0; i < v->count; i++) {
        log_of[i] = log(v->modulus[i]);
        angle[i] = v->angle[i];
    }
    check_rows(motion, within, (int)v->count, log_of, angle);
    rdg_verification_free(v);
}

static void check_case(rdg_context *ctx, const char *name, double within)
{
    const contact_model m = mixed_model(name);
    const mixed_motion motion = mixed_exponents(name);
    const balanced b = balance(ctx, &m, motion.omega);
    check_shooting(&b, &m, &motion);
    check_verification(&b, &motion, within);
    rdg_run_free(b.run);
}

static void six_inclined_pads(void **state)
{
    check_case(*state, "pads_1_187Hz", 3e-4);
}

static void mixed_9(void **state)
{
    check_case(*state, "mixed_9", 2e-3);
}

/* Its slider is dragged by the very motion: it slips for an instant unless it is moved off its limit. */
static void mixed_21(void **state)
{
    check_case(*state, "mixed_21", 1e-3);
}

static void mixed_26(void **state)
{
    check_case(*state, "mixed_26", 1e-2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(six_inclined_pads), TEST(mixed_9), TEST(mixed_21),
                                       TEST(mixed_26)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
