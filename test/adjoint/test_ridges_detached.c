/* Detached responses: an isola that hangs together with nothing at all levels is found; where there is none,
 * none is found. */
#define _XOPEN_SOURCE 700

#include "scratch.h"
#include "support.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridges.h>

#include <math.h>
#include <string.h>

enum { RANDOM = 12 }; /* 300 take 20 s */

static double uniform(uint64_t *seed, double a, double b)
{
    return a + (b - a) * (0.5 + 0.5 * random_signed(seed));
}

/* x'' + c x' + c3 x'^3 + x + k3 x^3 = alpha cos(omega t), one harmonic, in units of omega0 and a length. */
typedef struct exciter {
    double c, c3, k3;
    double omega0, length;
} exciter;

static rdg_hbm *make(rdg_context *ctx, const exciter *e)
{
    const double one = 1.0, w = e->omega0, stiffness = w * w, damping = e->c * w;
    rdg_structure *s = rdg_structure_create(ctx, "exciter", 1, &one, &damping, &stiffness);
    rdg_name_dof(s, "x", 0);
    rdg_cubic_damper_add(
        s, &(rdg_cubic_damper){.name = "damper", .at = "x", .c3 = e->c3 / (w * e->length * e->length)});
    if (e->k3 != 0.0) {
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring",
                                                    .at = "x",
                                                    .k3 = e->k3 * stiffness / (e->length * e->length)});
    }
    rdg_force_add(s, "x", 1, stiffness * e->length);
    rdg_sensor_harmonic_add(s, "amp", "x", 1);
    return rdg_hbm_create(s, 1, (const int[]){1});
}

/* G = (1 + 3/4 k3 A^2 - w)^2 A^2 + w (c + 3/4 c3 w A^2)^2 A^2 - alpha^2 with w = omega^2, and its slopes over
 * A and w: the maximum of A is at G = G_w = 0. */
static double balance(const exciter *e, double A, double w, double alpha, double *over_w)
{
    const double stiff = 1.0 + 0.75 * e->k3 * A * A - w;
    const double damp = e->c + 0.75 * e->c3 * w * A * A;
    *over_w = A * A * (-2.0 * stiff + damp * damp + 2.0 * w * damp * 0.75 * e->c3 * A * A);
    return A * A * (stiff * stiff + w * damp * damp) - alpha * alpha;
}

/* The maximum next to A, by bisection of the least G over w: it changes its sign there. */
static double least(const exciter *e, double A, double alpha, double *w)
{
    double low = 0.2, high = 9.0, slope = 0.0;
    for (int k = 0; k < 200; k++) {
        *w = 0.5 * (low + high);
        balance(e, A, *w, alpha, &slope);
        *(slope < 0.0 ? &low : &high) = *w;
    }
    return balance(e, A, *w, alpha, &slope);
}

static double maximum(const exciter *e, double inside, double outside, double alpha, double *omega)
{
    double w = 0.0;
    assert_true(least(e, inside, alpha, &w) < 0.0);
    assert_true(least(e, outside, alpha, &w) > 0.0);
    for (int k = 0; k < 200; k++) {
        const double A = 0.5 * (inside + outside);
        *(least(e, A, alpha, &w) < 0.0 ? &inside : &outside) = A;
    }
    *omega = sqrt(w);
    return 0.5 * (inside + outside);
}

/* Negative damping makes a limit cycle, c + 3/4 c3 omega^2 A^2 = 0; at levels below 0.044 there is an isola
 * round it. */
static const exciter self_excited = {.c = -0.1, .c3 = 0.1, .k3 = 0.1, .omega0 = 1.0, .length = 1.0};
static const double limit_cycle = 1.1057;

static void an_isola_is_found(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = make(ctx, &self_excited);
    const rdg_ridges *all = rdg_ridges_of(hb, "all", "amp", RDG_WINDOW("alpha", 0.005, 0.03),
                                          RDG_WINDOW("omega", 0.8, 1.4), RDG_IN_MEMORY);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(all->searched, 1);
    assert_int_equal(all->detached, 1);
    assert_int_equal(all->count, 2);
    assert_true(all->certified);
    assert_true(all->ridge[1].detached);
    for (int k = 0; k <= 20; k++) {
        const double level = 0.005 * pow(6.0, k / 20.0);
        rdg_ridges_point top, low;
        double omega = 0.0;
        assert_ok(ctx, rdg_ridges_greatest(all, level, &top));
        assert_int_equal(top.ridge, 1);
        const double isola = maximum(&self_excited, limit_cycle, 3.0, level, &omega);
        assert_near(top.amplitude, isola, 1e-9, 0.0);
        assert_near(top.omega, omega, 1e-7, 0.0);
        assert_ok(ctx, rdg_ridges_at(all, 0, level, &low));
        assert_near(low.amplitude, maximum(&self_excited, 1e-6, 0.6, level, &omega), 1e-9, 0.0);
    }
}

/* Where the isola meets the rest the ridge of that ends, and the isola's goes on: from there it is known
 * without a search. */
static void where_parts_meet_a_ridge_ends(void **state)
{
    rdg_context *ctx = *state;
    const rdg_ridges *all =
        rdg_ridges_of(make(ctx, &self_excited), "all", "amp", RDG_WINDOW("alpha", 0.005, 0.5),
                      RDG_WINDOW("omega", 0.5, 2.5), RDG_IN_MEMORY, RDG_NO_TABLE);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(all->count, 2);
    assert_true(all->certified);
    const rdg_index rest = all->ridge[0].high.kind == RDG_RIDGE_AT_MERGE ? 0 : 1;
    assert_int_equal(all->ridge[rest].high.kind, RDG_RIDGE_AT_MERGE);
    assert_true(all->ridge[1 - rest].detached);
    double low = 0.3, high = 1.0, w = 0.0; /* the saddle: the greatest of least G over w */
    for (int k = 0; k < 200; k++) {
        const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
        const bool rises = least(&self_excited, a, 0.0, &w) < least(&self_excited, b, 0.0, &w);
        low = rises ? a : low;
        high = rises ? high : b;
    }
    assert_near(all->ridge[rest].high.level, sqrt(least(&self_excited, low, 0.0, &w)), 1e-9, 0.0);
    assert_near(all->ridge[rest].high.amplitude, low, 1e-6, 0.0);
}

/* Of random numbers and units; the limit cycle by bisection of c + 3/4 c3 w A^2, w = 1 + 3/4 k3 A^2. */
static void random_isolas_are_found(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 20;
    int found = 0;
    for (int k = 0; k < RANDOM; k++) {
        exciter e = {.c = -pow(10.0, uniform(&seed, -1.7, -0.7)),
                     .c3 = pow(10.0, uniform(&seed, -3.0, -0.7)),
                     .omega0 = pow(10.0, uniform(&seed, -1.0, 4.0)),
                     .length = pow(10.0, uniform(&seed, -7.0, 1.0))};
        double small = 0.0, great = 1e3;
        for (int i = 0; i < 200; i++) {
            const double A = 0.5 * (small + great);
            *(e.c + 0.75 * e.c3 * A * A < 0.0 ? &small : &great) = A;
        }
        e.k3 = uniform(&seed, 0.0, 0.3) / (small * small);
        const double y = sqrt(-e.c / (0.75 * e.c3)); /* omega A of the limit cycle */
        const double lobe = 2.0 / (3.0 * sqrt(3.0)) * -e.c * y, low = 0.1 * lobe, high = 0.6 * lobe;
        const double A = sqrt((sqrt(1.0 + 3.0 * e.k3 * y * y) - 1.0) / (1.5 * e.k3));
        char name[16];
        snprintf(name, sizeof name, "r%d", k);
        const rdg_ridges *all =
            rdg_ridges_of(make(ctx, &e), name, "amp", RDG_WINDOW("alpha", low, high),
                          RDG_WINDOW("omega", 0.8 * e.omega0, 1.4 * e.omega0), RDG_RIDGES_SAMPLES(4),
                          RDG_IN_MEMORY, RDG_NO_TABLE, RDG_EXPECT_EARLY_END);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_true(all->certified);
        const double level = sqrt(low * high);
        rdg_ridges_point top;
        double omega = 0.0;
        assert_ok(ctx, rdg_ridges_greatest(all, level, &top));
        const double isola = maximum(&e, A, 3.0 * A, level, &omega);
        found += fabs(top.amplitude / (e.length * isola) - 1.0) < 1e-9;
        if (!(fabs(top.amplitude / (e.length * isola) - 1.0) < 1e-9)) {
            print_message("%d: c %g c3 %g k3 A^2 %g omega0 %g length %g: %.12g, isola %.12g, %lld found\n", k,
                          e.c, e.c3, e.k3 * A * A, e.omega0, e.length, top.amplitude / e.length, isola,
                          (long long)all->detached);
        }
    }
    assert_int_equal(found, RANDOM);
}

/* An oscillator of mass and stiffness 1 with an absorber on a cubic spring. */
typedef struct absorbed {
    double m, c1, c2, k2, k3;
} absorbed;

static rdg_hbm *make_absorbed(rdg_context *ctx, const absorbed *a)
{
    rdg_structure *s = rdg_structure_create(ctx, "absorbed", 2, (const double[]){1.0, 0.0, 0.0, a->m},
                                            (const double[]){a->c1 + a->c2, -a->c2, -a->c2, a->c2},
                                            (const double[]){1.0 + a->k2, -a->k2, -a->k2, a->k2});
    rdg_name_dof(s, "x", 0);
    rdg_name_relative(s, "absorber", 1, 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "absorber", .k3 = a->k3});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_harmonic_add(s, "amp", "x", 1);
    return rdg_hbm_create(s, 1, (const int[]){1});
}

static const rdg_ridges *all_of_absorbed(rdg_hbm *hb, const char *name)
{
    return rdg_ridges_of(hb, name, "amp", RDG_WINDOW("alpha", 0.003, 0.3), RDG_WINDOW("omega", 0.4, 2.5),
                         RDG_RIDGES_SAMPLES(9), RDG_IN_MEMORY, RDG_NO_TABLE);
}

/* Oscillators with an absorber on a cubic spring, whose responses come apart and meet: all are certified, no
 * maximum of the response is greater than the envelope. */
static void where_responses_come_apart_all_is_certified(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 5;
    int merges = 0;
    for (int k = 0; k < RANDOM; k++) {
        const double m = pow(10.0, uniform(&seed, -2.0, -0.5)), c1 = pow(10.0, uniform(&seed, -3.0, -1.5));
        const double c2 = m * pow(10.0, uniform(&seed, -2.0, -0.7)), k2 = m * uniform(&seed, 0.0, 1.0);
        const absorbed a = {m, c1, c2, k2, m * pow(10.0, uniform(&seed, -1.0, 1.0))};
        rdg_hbm *hb = make_absorbed(ctx, &a);
        char name[16];
        snprintf(name, sizeof name, "a%d", k);
        const rdg_ridges *all = all_of_absorbed(hb, name);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_true(all->certified);
        for (rdg_index i = 0; i < all->count; i++) {
            merges += (all->ridge[i].low.kind == RDG_RIDGE_AT_MERGE) +
                      (all->ridge[i].high.kind == RDG_RIDGE_AT_MERGE);
        }
        for (int i = 0; i < 10; i++) {
            const double level = 0.003 * pow(100.0, (i + 0.37) / 10.0);
            rdg_ridges_point top;
            assert_ok(ctx, rdg_ridges_greatest(all, level, &top));
            const rdg_peaks *found =
                rdg_frc_peaks(hb, "amp", RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", 0.4, 2.5));
            rdg_error_clear(ctx); /* it may leave the window where it has come in */
            assert_non_null(found);
            assert_true(found->greatest < 0 ||
                        found->maximum[found->greatest].amplitude <= top.amplitude * (1.0 + 1e-9));
            rdg_peaks_free(found);
        }
    }
    assert_true(merges >= RANDOM / 2);
}

/* Ridges that are there at few levels only, on the other of two parts that meet, or on this one. */
static void ridges_on_both_parts_are_found(void **state)
{
    rdg_context *ctx = *state;
    static const struct {
        absorbed a;
        rdg_index ridges;
    } cases[] = {
        {{0.01244077669, 0.02180787103, 0.0001989156755, 0.001008169966, 0.103453389}, 6},
        {{0.03581376777, 0.002221214606, 0.003528769433, 0.02121480908, 0.07152421476}, 5},
        {{0.06150822587, 0.02925162354, 0.01170222061, 0.02837093611, 0.01530688929}, 4},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char name[16];
        snprintf(name, sizeof name, "both%zu", k);
        const rdg_ridges *all = all_of_absorbed(make_absorbed(ctx, &cases[k].a), name);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_int_equal(all->count, cases[k].ridges);
        for (rdg_index i = 0; i < all->count; i++) { /* without contacts there are no kinks */
            assert_int_not_equal(all->ridge[i].low.kind, RDG_RIDGE_AT_KINK);
            assert_int_not_equal(all->ridge[i].high.kind, RDG_RIDGE_AT_KINK);
        }
    }
}

/* Nothing but the whole response: damping that grows with the amplitude. */
static void where_there_is_none_none_is_found(void **state)
{
    rdg_context *ctx = *state;
    for (int k = 0; k < 10; k++) {
        const exciter e = {
            .c = 0.02 + 0.01 * k, .c3 = 0.02 * (k % 3), .k3 = 0.2 * (k % 4), .omega0 = 1.0, .length = 1.0};
        char name[16];
        snprintf(name, sizeof name, "none%d", k);
        rdg_hbm *hb = make(ctx, &e);
        const rdg_ridges *all =
            rdg_ridges_of(hb, name, "amp", RDG_WINDOW("alpha", 0.01, 0.2), RDG_WINDOW("omega", 0.5, 3.0),
                          RDG_RIDGES_DEFLATE(4), RDG_RIDGES_SAMPLES(4), RDG_IN_MEMORY, RDG_NO_TABLE);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_int_equal(all->detached, 0);
        assert_int_equal(all->count, 1);
        assert_true(all->certified);
    }
}

static void levels_to_be_searched_are_checked(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = make(ctx, &self_excited);
    const double wrong[] = {0.0, -1.0, 201.0};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        assert_null(rdg_ridges_of(hb, "wrong", "amp", RDG_WINDOW("alpha", 0.005, 0.03),
                                  RDG_WINDOW("omega", 0.8, 1.4), RDG_RIDGES_DEFLATE(wrong[k]),
                                  RDG_IN_MEMORY));
        assert_int_equal(rdg_error_status(ctx), RDG_ERR_ARGUMENT);
        rdg_error_clear(ctx);
    }
    assert_null(rdg_ridges_of(hb, "wrong", "amp", RDG_WINDOW("alpha", 0.005, 0.03),
                              RDG_WINDOW("omega", 0.8, 1.4), RDG_RIDGES_FREQUENCIES(30), RDG_IN_MEMORY));
    assert_int_equal(rdg_error_status(ctx), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "RDG_RIDGES_DEFLATE"));
}

/* The function that is asked to look sees all points of the curve. */
static bool count_chart(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    (void)chart;
    ++*(long *)data;
    return false;
}

static void a_response_can_be_looked_at(void **state)
{
    rdg_context *ctx = *state;
    long charts = 0;
    const rdg_peaks *found = rdg_frc_peaks(make(ctx, &self_excited), "amp", RDG_HOLD_AT("alpha", 0.2),
                                           RDG_WINDOW("omega", 0.5, 2.5), RDG_OBSERVE(count_chart, &charts));
    assert_non_null(found);
    assert_true(found->covered);
    assert_true(charts >= found->points && found->points > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(an_isola_is_found),
        SCRATCH_TEST(where_parts_meet_a_ridge_ends),
        SCRATCH_TEST(random_isolas_are_found),
        SCRATCH_TEST(where_responses_come_apart_all_is_certified),
        SCRATCH_TEST(ridges_on_both_parts_are_found),
        SCRATCH_TEST(where_there_is_none_none_is_found),
        SCRATCH_TEST(levels_to_be_searched_are_checked),
        SCRATCH_TEST(a_response_can_be_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
