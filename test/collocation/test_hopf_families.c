/* Families of orbits between a Hopf point and the end of the domain: both ends are met, there is no other
 * special point, and labels change nothing. */
#include "hopf_families.h"

static void families_end_at_their_hopf_points(void **state)
{
    (void)state;
    check_hopf_families(1, 0, 2);
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

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(families_end_at_their_hopf_points),
                                       TEST(orbits_of_any_amplitude_end_at_the_hopf_point)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
