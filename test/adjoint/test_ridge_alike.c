/* Ridges of structures with contacts that are alike by symmetry: one corner for all of them. */
#define _XOPEN_SOURCE 700

#include "backbones.h"

#include <ridgewalk/frc_peak.h>

enum { LEVELS = 25 };

static const int to_three[] = {1, 2, 3}, odd[] = {1, 3};

/* The friction beam with its pad in two, a part of stiffness and load in the first one. */
static rdg_hbm *beam_on_parts(rdg_context *ctx, double part, rdg_index n_harmonics)
{
    rdg_structure *s = cantilever(ctx, &standard_beam);
    rdg_contact_add(
        s, &(rdg_contact){
               .name = "a", .tangential = "pad", .kt = 2e8 * part, .mu = 0.3, .preload = 40.0 * part});
    rdg_contact_add(s, &(rdg_contact){.name = "b",
                                      .tangential = "pad",
                                      .kt = 2e8 * (1.0 - part),
                                      .mu = 0.3,
                                      .preload = 40.0 * (1.0 - part)});
    rdg_force_add(s, "shaker", 1, 1.0);
    rdg_sensor_add(s, "Am", "tip");
    return rdg_hbm_create(s, n_harmonics, odd);
}

static void start(rdg_context *ctx, rdg_hbm *hb, double alpha, const double window[2])
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(window[0])), RDG_AT("alpha", alpha));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"),
                                RDG_WINDOW("omega", RDG_HZ(window[0]), RDG_HZ(window[1])), RDG_LABEL_EVERY(1),
                                RDG_MAX_POINTS(3000)));
}

static double level_of(const backbone *b, const char *type, rdg_index nth)
{
    const rdg_index row = rdg_run_find(b->run, type, nth);
    assert_true(row >= 0);
    return b->alpha[row];
}

static backbone follow_beam(rdg_context *ctx, rdg_hbm *hb, const char *name, const reference *r)
{
    start(ctx, hb, 0.03, beam_1.window);
    assert_ok(ctx, rdg_ridge(hb, name, "Am", RDG_FROM_GREATEST("frc"),
                             RDG_WINDOW("alpha", 0.03, 1.01 * r->alpha[r->n - 1]),
                             RDG_UZ_LIST("alpha", r->n, r->alpha)));
    return backbone_open(ctx, name);
}

/* The nth chart of a type is at the same level, relative to 1e-9. */
static void assert_same_level(const backbone *a, const backbone *b, const char *type, rdg_index nth)
{
    assert_near(level_of(a, type, nth), level_of(b, type, nth), 1e-9, 0.0);
}

/* Corners begin and end where they do with one contact, and the ridge is the same on both sides of them. */
static void pad_in_two_parts_is_as_good_as_one(void **state)
{
    rdg_context *ctx = *state;
    reference r;
    assert_true(read_beam_reference(&r));
    for (rdg_index n = 1; n <= 2; n++) {
        const backbone whole = follow_beam(ctx, friction_beam(ctx, n, odd), "whole", &r);
        for (int quarters = 1; quarters <= 2; quarters++) {
            const backbone b = follow_beam(ctx, beam_on_parts(ctx, 0.25 * quarters, n), "parts", &r);
            assert_same_level(&whole, &b, "SLIP", 0);
            assert_same_level(&whole, &b, "CE", 0);
            if (n == 2) { /* a new slip phase within a stick phase */
                assert_same_level(&whole, &b, "RS", 2);
                assert_same_level(&whole, &b, "CE", 1);
            }
            for (rdg_index k = 0; k < r.n; k++) {
                const rdg_index row = backbone_row(&b, r.alpha[k]), same = backbone_row(&whole, r.alpha[k]);
                assert_near(b.omega[row], whole.omega[same], 1e-10, 0.0);
                assert_near(b.Am[row], whole.Am[same], 1e-10, 0.0);
                assert_near(b.corner[row], whole.corner[same], 0.0, 0.0);
            }
            rdg_run_free(b.run);
        }
        rdg_run_free(whole.run);
    }
}

/* Both blades are driven, so that the contacts are mirror images. */
static void check_blades(rdg_context *ctx, rdg_index n_harmonics, double sign, const double window[2])
{
    double level[LEVELS];
    for (int k = 0; k < LEVELS; k++) {
        level[k] = pow(500.0, (k + 0.5) / LEVELS);
    }
    rdg_structure *both = blades_on_damper(ctx, 1.5e-5);
    rdg_force_add(both, "left blade", 1, sign);
    rdg_hbm *hb = rdg_hbm_create(both, n_harmonics, to_three);
    start(ctx, hb, 1.0, window);
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 1.0, 500.0),
                             RDG_UZ_LIST("alpha", LEVELS, level)));
    const backbone b = backbone_open(ctx, "ridge");
    assert_true(level_of(&b, "CE", 0) > level_of(&b, "SLIP", 0) * (1.0 + 1e-5));
    for (int k = 0; k < LEVELS; k++) {
        rdg_peak peak;
        const rdg_index row = backbone_row(&b, level[k]);
        assert_ok(ctx, rdg_frc_peak(hb, "Am", level[k], RDG_HZ(window[0]), RDG_HZ(window[1]), &peak));
        assert_near(b.omega[row], peak.omega, 1e-7, 0.0);
        assert_near(b.Am[row], peak.amplitude, 1e-9, 0.0);
    }
    rdg_run_free(b.run);
}

static void blades_driven_alike_meet_brute_force(void **state)
{
    for (rdg_index n = 1; n <= 3; n += 2) {
        check_blades(*state, n, 1.0, (double[]){190.0, 208.0});
        check_blades(*state, n, -1.0, (double[]){195.0, 230.0});
    }
}

/* Checks all derivatives of the ridge's problem at states next to each chart in a corner. */
static bool check_in_corner(rdg_problem *p, const rdg_chart *chart, void *data)
{
    int *corners = data;
    uint64_t seed = 7 + (uint64_t)chart->point;
    const rdg_index n = rdg_variable_count(p);
    if (chart->mu[rdg_parameter_index(p, "nonsmooth")] >= 0.0) {
        double *u = calloc((size_t)n, sizeof *u);
        assert_non_null(u);
        for (rdg_index i = 0; i < n; i++) {
            u[i] = chart->u[i] * (1.0 + 1e-4 * random_signed(&seed));
        }
        assert_ok(rdg_problem_context(p), rdg_check_derivatives(p, u, 1e-5));
        free(u);
        ++*corners;
    }
    return false;
}

static void derivatives_in_a_corner_are_exact(void **state)
{
    rdg_context *ctx = *state;
    int corners = 0;
    rdg_hbm *hb = beam_on_parts(ctx, 0.25, 2);
    start(ctx, hb, 0.158, beam_1.window);
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.158, 0.1584),
                             RDG_STEP(5e-5, 1e-7, 5e-5), RDG_MAX_POINTS(1000),
                             RDG_OBSERVE(check_in_corner, &corners)));
    assert_true(corners > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(pad_in_two_parts_is_as_good_as_one),
        SCRATCH_TEST(blades_driven_alike_meet_brute_force),
        SCRATCH_TEST(derivatives_in_a_corner_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
