/* Families of orbits between a Hopf point and the end of the domain: both ends are met, there is no other
 * special point, and labels change nothing. */
#include "hopf_families.h"

static void families_end_at_their_hopf_points(void **state)
{
    (void)state;
    check_hopf_families(1, 0, 2);
}

/* A shift of the origin and another unit of the states change nothing but rounding. */
static void families_far_from_the_origin_end_at_their_hopf_points(void **state)
{
    (void)state;
    check_hopf_offsets(3, 5, 3);
}

/* Rounding of states is below the tolerance of Newton's method: 3e7 amplitudes from the origin there is a
 * first orbit, and what is not reached is reported. */
static void orbits_next_to_rounding_are_found(void **state)
{
    rdg_context *ctx = *state;
    hopf_family q = far_hopf_family(5, 1, 1e6, 1e-3);
    q.has_slopes = true;
    run_by_shooting(ctx, &q, 0.0365, 0);
}

/* The Brusselator, x' = 1 + x^2 y - (B + 1) x, y' = B x - x^2 y; exact Hopf point at B = 2, T = 2 pi. */
static int brusselator(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = 1.0 + u[0] * u[0] * u[1] - u[2] * u[0] - u[0];
    y[1] = u[2] * u[0] - u[0] * u[0] * u[1];
    return 0;
}

static void orbits_of_any_amplitude_end_at_the_hopf_point(void **state)
{
    rdg_context *ctx = *state;
    const double B = 1.0;
    const rdg_ep ep = {.n = 2,
                       .n_parameters = 1,
                       .parameters = RDG_PARAMETERS("B"),
                       .x = (double[]){1, 1},
                       .p = &B,
                       .f = brusselator};
    assert_ok(ctx, rdg_continue(rdg_ep_problem(ctx, &ep), "eq", RDG_RELEASE("B"), RDG_WINDOW("B", 0.5, 6),
                                RDG_IN_MEMORY));
    rdg_run *equilibria = rdg_run_open(ctx, "eq");
    const rdg_index hopf = rdg_run_label(equilibria, rdg_run_find(equilibria, "HB", 0));
    rdg_run_free(equilibria);
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "brusselator", 2, &(rdg_hybrid_function){.f = brusselator},
                                      RDG_PARAMETERS("B"), &B, NULL);
    for (double amplitude = 1e-4; amplitude < 1.0; amplitude *= 10.0) {
        rdg_collocation *c = rdg_collocation_from_hopf(h, "eq", hopf, "B", amplitude, NULL);
        assert_ok(ctx, rdg_continue(rdg_collocation_problem(c), "orbits", RDG_RELEASE("B"),
                                    RDG_WINDOW("B", 1, 3), RDG_LABEL_EVERY(0), RDG_IN_MEMORY));
        rdg_run *run = rdg_run_open(ctx, "orbits");
        for (rdg_index row = 0; row < rdg_run_count(run); row++) {
            const char *type = rdg_run_type(run, row);
            assert_true(!*type || strcmp(type, "HB") == 0 || strcmp(type, "EP") == 0);
        }
        rdg_run_free(run);
        assert_near(value_at(ctx, "orbits", "HB", 0, "B"), 2.0, 0.0, 1e-11);
        assert_near(value_at(ctx, "orbits", "HB", 0, "T"), RDG_HZ(1.0), 1e-11, 0.0);
        assert_near(value_at(ctx, "orbits", "HB", 0, "size"), 0.0, 0.0, 0.0);
    }
    assert_int_equal(rdg_shortfalls(ctx), 0);
}

/* x = (e X, Y), r' = r (p - 1/2 - s r^2 - r^6), theta' = 1: differences of a field of degree 7 need steps
 * that follow the orbit, not the equilibrium at 0. data: {e, s}. */
static int degree_seven(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double *of = data, X = u[0] / of[0], Y = u[1], r2 = X * X + Y * Y;
    const double grow = u[2] - 0.5 - of[1] * r2 - r2 * r2 * r2;
    (void)n, (void)m;
    y[0] = of[0] * (grow * X - Y);
    y[1] = grow * Y + X;
    return 0;
}

static void hopf_points_are_exact_without_derivatives(void **state)
{
    rdg_context *ctx = *state;
    const double size[] = {1.0, 1e-2, 1e-3, 1e-5}, r = 0.3;
    for (int k = 0; k < 8; k++) {
        double of[] = {size[k / 2], k % 2 ? 1.0 : -1.0};
        const double p = 0.5 + of[1] * r * r + pow(r, 6.0);
        rdg_hybrid *h =
            rdg_hybrid_smooth(ctx, "degree 7", 2, &(rdg_hybrid_function){.f = degree_seven, .data = of},
                              RDG_PARAMETERS("p"), &p, NULL);
        const rdg_shooting_options options = {.x = (double[]){of[0] * r, 0.0}, .period = RDG_HZ(1.0)};
        rdg_shooting *s = rdg_shooting_create(h, &options);
        assert_ok(ctx, rdg_continue(rdg_shooting_problem(s), "orbits", RDG_RELEASE("p"),
                                    RDG_WINDOW("p", 0.2, 0.8), RDG_EXPECT_EARLY_END, RDG_IN_MEMORY));
        assert_near(value_at(ctx, "orbits", "HB", 0, "p"), 0.5, 0.0, 1e-10);
        assert_near(value_at(ctx, "orbits", "HB", 0, "T"), RDG_HZ(1.0), 1e-10, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(families_end_at_their_hopf_points), TEST(families_far_from_the_origin_end_at_their_hopf_points),
        TEST(orbits_next_to_rounding_are_found), TEST(orbits_of_any_amplitude_end_at_the_hopf_point),
        TEST(hopf_points_are_exact_without_derivatives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
