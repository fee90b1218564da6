/* Nonlinear modes of a repeated linear frequency, and of none: which there are, against closed forms and
 * scans. */
#define _XOPEN_SOURCE 700

#include "fresh_context.h"
#include "random_frames.h"

#include <ridgewalk/dnnm.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/ridgewalk.h>

#include <math.h>
#include <string.h>

enum { MOST = 8, COEFFICIENTS = 6 }; /* harmonics 1, 3, 5 */

/* Oscillators with cubic springs to the ground, in a ring or a chain of two. */
typedef struct ring {
    int n;
    double mass;             /* 0: 1 */
    double k, linear, cubic; /* to the ground; between neighbours */
    double k3[MOST];         /* to the ground */
    double damping;          /* times K */
} ring;

static rdg_structure *ring_structure(rdg_context *ctx, const ring *r)
{
    double M[MOST * MOST] = {0}, C[MOST * MOST] = {0}, K[MOST * MOST] = {0};
    const int n = r->n, pairs = n == 2 ? 1 : n > 2 ? n : 0;
    for (int i = 0; i < n; i++) {
        M[i * (n + 1)] = r->mass > 0.0 ? r->mass : 1.0;
        K[i * (n + 1)] += r->k;
    }
    for (int i = 0; i < pairs; i++) {
        const int j = (i + 1) % n;
        K[i * (n + 1)] += r->linear;
        K[j * (n + 1)] += r->linear;
        K[i + n * j] -= r->linear;
        K[j + n * i] -= r->linear;
    }
    for (int i = 0; i < n * n; i++) {
        C[i] = r->damping * K[i];
    }
    rdg_structure *s = rdg_structure_create(ctx, "ring", n, M, r->damping > 0.0 ? C : NULL, K);
    for (int i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        rdg_name_dof(s, name, i);
        if (r->k3[i] != 0.0) {
            rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = name, .k3 = r->k3[i]});
        }
    }
    for (int i = 0; i < pairs && r->cubic != 0.0; i++) {
        char name[16];
        snprintf(name, sizeof name, "r%d", i);
        rdg_name_relative(s, name, i, (i + 1) % n);
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = name, .k3 = r->cubic});
    }
    return s;
}

typedef struct outcome {
    rdg_status status;
    double omega, a;
    double Q[MOST * COEFFICIENTS]; /* at the end */
} outcome;

/* Follow a mode from a = from to a = to. */
static outcome follow_mode(rdg_context *ctx, const ring *r, const rdg_mode *mode, double from, double to)
{
    rdg_hbm *hb = rdg_hbm_create(ring_structure(ctx, r), RDG_HARMONICS(1, 3, 5));
    outcome out = {.status = rdg_nonlinear_mode(hb, "mode", mode, RDG_WINDOW("a", from, to), RDG_NO_TABLE,
                                                RDG_NO_BRANCH_POINTS, RDG_IN_MEMORY)};
    if (out.status == RDG_OK) {
        rdg_run *run = rdg_run_open(ctx, "mode");
        const rdg_index row = rdg_run_count(run) - 1, label = rdg_run_label(run, row);
        out.a = rdg_run_column(run, "a")[row];
        rdg_run_solution(run, label, "Q", r->n * COEFFICIENTS, out.Q, NULL);
        rdg_run_solution(run, label, "omega", 1, &out.omega, NULL);
        rdg_run_free(run);
    }
    return out;
}

/* How many directions there are, as the refusal of one too many says; 1: the frequency is simple. */
static int count_directions(rdg_context *ctx, const ring *r, bool conservative)
{
    int count = 1;
    const rdg_mode mode = {.number = r->n, .direction = 1000, .at = "x0", .conservative = conservative};
    follow_mode(ctx, r, &mode, 0.01, 0.02);
    const char *text = strstr(rdg_error_message(ctx), "directions 1 to ");
    if (text) {
        sscanf(text, "directions 1 to %d", &count);
    }
    rdg_error_clear(ctx);
    return count;
}

/* --- two equal oscillators: Vakakis and Rand, Int. J. Non-Linear Mech. 27 (1992). x2 = c x1 with c = 1, c =
 * -1 and K c^2 + (1 - 2 K) c + K = 0, which has real c for K < 1/4; Duffing's oscillator with k3 = 1 + K (1 -
 * c)^3 */

static void assert_similar_mode(rdg_context *ctx, const ring *twins, int direction, bool conservative,
                                double c)
{
    const double to = 1.0, x1 = to / hypot(1.0, c), K = twins->cubic;
    const ring duffing = {.n = 1, .k = 1.0, .k3 = {1.0 + K * pow(1.0 - c, 3)}};
    const rdg_mode one = {.number = 1, .at = "x0", .conservative = true};
    const outcome expected = follow_mode(ctx, &duffing, &one, 0.01 * x1, x1);
    const rdg_mode mode = {.number = 1, .direction = direction, .at = "x0", .conservative = conservative};
    const outcome found = follow_mode(ctx, twins, &mode, 0.02, to);
    assert_ok(ctx, expected.status);
    assert_ok(ctx, found.status);
    const int part = conservative ? 0 : 2;
    assert_near(found.Q[part + 1] / found.Q[part], c, 1e-7, 0.0);
    assert_near(found.omega, expected.omega, 1e-9, 0.0);
}

static void twins_have_the_similar_modes(void **state)
{
    rdg_context *ctx = *state;
    const ring strong = {.n = 2, .k = 1.0, .cubic = 1.0, .k3 = {1.0, 1.0}};
    assert_int_equal(count_directions(ctx, &strong, true), 2);
    assert_similar_mode(ctx, &strong, 1, true, 1.0);
    assert_similar_mode(ctx, &strong, 2, true, -1.0);
    assert_similar_mode(ctx, &strong, 2, false, -1.0);
    const ring weak = {.n = 2, .k = 1.0, .cubic = 0.1, .k3 = {1.0, 1.0}};
    assert_int_equal(count_directions(ctx, &weak, true), 4);
    const double K = 0.1, root = sqrt(1.0 - 4.0 * K);
    assert_similar_mode(ctx, &weak, 1, true, 1.0);
    assert_similar_mode(ctx, &weak, 2, true, -1.0);
    assert_similar_mode(ctx, &weak, 3, true, (-(1.0 - 2.0 * K) + root) / (2.0 * K));
    assert_similar_mode(ctx, &weak, 4, true, (-(1.0 - 2.0 * K) - root) / (2.0 * K));
}

/* The numbers of the modes belong to different curves, whichever is asked for first. */
static void numbers_of_modes_are_different_curves(void **state)
{
    rdg_context *ctx = *state;
    const ring four = {.n = 4, .k = 1.0, .linear = 0.3, .k3 = {1.0, 1.0, 1.0, 1.0}};
    double scalar = 0.0;
    outcome found[2];
    for (int k = 0; k < 2; k++) {
        const rdg_mode mode = {.number = 2 + k, .at = "x0", .conservative = true};
        found[k] = follow_mode(ctx, &four, &mode, 0.01, 0.3);
        assert_ok(ctx, found[k].status);
    }
    for (int i = 0; i < 4; i++) {
        scalar += found[0].Q[i] * found[1].Q[i];
    }
    assert_near(scalar, 0.0, 0.0, 1e-9);
}

/* --- rings */

/* Of three equal oscillators: (1, 0, -1) and (2, -1, -1), each three times; where damping is in the equations
 * waves both ways round as well. Cubic terms alone distinguish none of those in phase. */
static void a_ring_of_three_has_six_modes_in_phase_and_two_waves(void **state)
{
    rdg_context *ctx = *state;
    const ring three = {.n = 3, .k = 1.0, .linear = 0.3, .k3 = {1.0, 1.0, 1.0}};
    assert_int_equal(count_directions(ctx, &three, true), 6);
    const rdg_mode first = {.number = 2, .at = "x0", .conservative = true};
    const outcome pair = follow_mode(ctx, &three, &first, 0.02, 0.5);
    assert_ok(ctx, pair.status);
    assert_near(pair.Q[0], -pair.Q[2], 1e-9, 0.0);
    assert_near(pair.Q[1], 0.0, 0.0, 1e-9);
    const rdg_mode fourth = {.number = 2, .direction = 4, .at = "x0", .conservative = true};
    const outcome star = follow_mode(ctx, &three, &fourth, 0.02, 0.5);
    assert_ok(ctx, star.status);
    assert_near(star.Q[1], star.Q[2], 1e-7, 0.0);
    const ring damped = {.n = 3, .k = 1.0, .linear = 0.3, .k3 = {1.0, 1.0, 1.0}, .damping = 0.01};
    assert_int_equal(count_directions(ctx, &damped, false), 8);
    for (int wave = 7; wave <= 8; wave++) { /* all with the same amplitude, a third of a period apart */
        const rdg_mode mode = {.number = 2, .direction = wave, .at = "x0"};
        const outcome found = follow_mode(ctx, &damped, &mode, 0.02, 0.5);
        assert_ok(ctx, found.status);
        for (int i = 0; i < 3; i++) {
            assert_near(hypot(found.Q[i], found.Q[3 + i]), 0.5 / sqrt(3.0), 1e-9, 0.0);
        }
    }
}

/* Three equal oscillators that nothing couples: any of them moves, or any two or all three alike, with any
 * signs. */
static void three_equal_oscillators_have_thirteen_modes(void **state)
{
    rdg_context *ctx = *state;
    const ring three = {.n = 3, .k = 1.0, .k3 = {1.0, 1.0, 1.0}};
    assert_int_equal(count_directions(ctx, &three, true), (3 * 3 * 3 - 1) / 2);
}

/* --- random springs between three points: all critical points of the mean potential, by a scan */

typedef struct trellis {
    double k3[3], at[3]; /* springs along cos(at), sin(at) of the plane */
} trellis;

static double force_across(const trellis *t, double angle)
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const double s = cos(angle - t->at[i]);
        sum -= t->k3[i] * s * s * s * sin(angle - t->at[i]);
    }
    return sum;
}

static void random_springs_in_a_plane(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int k = 0; k < 30; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        trellis t;
        rdg_structure *s =
            rdg_structure_create(ctx, "plane", 2, (double[]){1, 0, 0, 1}, NULL, (double[]){1, 0, 0, 1});
        rdg_name_dof(s, "x0", 0);
        for (int i = 0; i < 3; i++) {
            char name[16];
            t.k3[i] = 1.0 + 0.8 * random_signed(&seed);
            t.at[i] = 1.5 * random_signed(&seed);
            snprintf(name, sizeof name, "s%d", i);
            rdg_name_combination(s, name, 2, (rdg_index[]){0, 1}, (double[]){cos(t.at[i]), sin(t.at[i])});
            rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = name, .at = name, .k3 = t.k3[i]});
        }
        int expected = 0;
        double zero[16];
        enum { STEPS = 20000 };
        const double step = acos(-1.0) / STEPS;
        for (int i = 0; i < STEPS; i++) {
            if (force_across(&t, i * step) * force_across(&t, (i + 1) * step) <= 0.0 && expected < 16) {
                zero[expected++] = (i + 0.5) * step;
            }
        }
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
        for (int direction = 1; direction <= expected; direction++) {
            rdg_problem *p = rdg_nonlinear_mode_problem(
                hb, RDG_MODE(.number = 1, .direction = direction, .at = "s0", .conservative = true), 1e-3);
            if (!p) { /* it may be one that does not move s0 */
                assert_failed(ctx, RDG_ERR_ARGUMENT, "does not move");
                rdg_error_clear(ctx);
                continue;
            }
            const double *Q = rdg_start_values(p);
            double nearest = 1.0;
            for (int i = 0; i < expected; i++) {
                nearest = fmin(nearest, fabs(sin(atan2(Q[1], Q[0]) - zero[i])));
            }
            assert_true(nearest < 2.0 * step + 1e-3);
            rdg_problem_free(p);
        }
        rdg_nonlinear_mode_problem(
            hb, RDG_MODE(.number = 1, .direction = expected + 1, .at = "s0", .conservative = true), 1e-3);
        assert_failed(ctx, RDG_ERR_ARGUMENT, "there are the directions");
        rdg_error_clear(ctx);
        rdg_context_free(ctx);
    }
}

/* --- a mass on springs in space or in a plane */

static void random_springs_in_space(void **state)
{
    (void)state;
    const frame_tally t = frame_campaign(20, 11);
    assert_true(t.followed > 50 && t.linear > 5);
    assert_int_equal(t.hidden + t.missed, 0);
}

/* --- no linear frequency */

/* m x'' + k3 x^3 = 0 with harmonic 1 alone: omega^2 = 3/4 k3 a^2 / m^2, a = sqrt(m) x */
static void a_purely_cubic_oscillator_begins_at_a_finite_amplitude(void **state)
{
    rdg_context *ctx = *state;
    const ring cubic = {.n = 1, .mass = 1.3, .k3 = {2.0 * 1.3 * 1.3}};
    rdg_hbm *hb = rdg_hbm_create(ring_structure(ctx, &cubic), RDG_HARMONICS(1));
    for (int conservative = 0; conservative < 2; conservative++) {
        assert_ok(ctx, rdg_nonlinear_mode(hb, "cubic",
                                          RDG_MODE(.number = 1, .at = "x0", .conservative = conservative),
                                          RDG_WINDOW("a", 0.1, 3.0), RDG_NO_TABLE, RDG_IN_MEMORY));
        rdg_run *run = rdg_run_open(ctx, "cubic");
        for (rdg_index row = 0; row < rdg_run_count(run); row++) {
            assert_near(rdg_run_column(run, "omega")[row], sqrt(1.5) * rdg_run_column(run, "a")[row], 1e-9,
                        0.0);
        }
        assert_near(rdg_run_column(run, "a")[rdg_run_count(run) - 1], 3.0, 1e-9, 0.0);
        rdg_run_free(run);
    }
}

static void what_does_not_vibrate_is_said(void **state)
{
    rdg_context *ctx = *state;
    const ring loose = {.n = 1};
    const rdg_mode mode = {.number = 1, .at = "x0", .conservative = true};
    follow_mode(ctx, &loose, &mode, 0.1, 1.0);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "has no linear frequency");
    const ring cubic = {.n = 1, .k3 = {1.0}};
    rdg_hbm *hb = rdg_hbm_create(ring_structure(ctx, &cubic), RDG_HARMONICS(1));
    rdg_nonlinear_mode(hb, "level", RDG_MODE(.number = 1, .at = "x0"), RDG_WINDOW("alpha", 0.1, 1.0),
                       RDG_NO_TABLE);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the mode has no linear frequency");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(twins_have_the_similar_modes),
        TEST(numbers_of_modes_are_different_curves),
        TEST(a_ring_of_three_has_six_modes_in_phase_and_two_waves),
        TEST(three_equal_oscillators_have_thirteen_modes),
        cmocka_unit_test(random_springs_in_a_plane),
        cmocka_unit_test(random_springs_in_space),
        TEST(a_purely_cubic_oscillator_begins_at_a_finite_amplitude),
        TEST(what_does_not_vibrate_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
