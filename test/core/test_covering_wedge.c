/* Windows that meet at small angles: the part of a surface between them is covered up to the corner. */
#include "problems.h"

#include "linear.h"

/* z = bent (x^2 + 0.7 y^2), cut to the triangle between two lines through the origin and x = 1 */
static int bowl_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const double bent = *(const double *)data;
    y[0] = u[2] - bent * (u[0] * u[0] + 0.7 * u[1] * u[1]);
    return 0;
}

/* "low" and "high": heights above the lines at these angles */
static rdg_problem *wedge(rdg_context *ctx, double *bent, double low, double high)
{
    const double x = 0.7;
    const double y = x * tan(0.5 * (low + high));
    const double start[3] = {x, y, *bent * (x * x + 0.7 * y * y)};
    const double rows[2][2] = {{-sin(low), cos(low)}, {-sin(high), cos(high)}};
    static const char *const name[2] = {"low", "high"};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, start);
    rdg_add_zero(
        p, &(rdg_function){.name = "bowl", .n = 3, .m = 1, .f = bowl_f, .by_differences = true, .data = bent},
        RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    for (int i = 0; i < 2; i++) {
        rdg_add_linear_monitor(p, name[i], 1, 2, (const rdg_index[]){0, 1}, rows[i], NULL, &name[i],
                               RDG_ACTIVE);
    }
    return p;
}

static void surface_between_windows_that_meet_at_a_small_angle_is_covered(void **state)
{
    uint64_t seed = 3;
    for (int k = 0; k < 80; k++) {
        double bent = k % 2 ? 0.4 * random_signed(&seed) : 0.0;
        const double angle = 0.3 + 0.35 * (1.0 + random_signed(&seed)); /* 17 to 57 degrees */
        const double low = -0.5 * angle + 0.2 * random_signed(&seed);
        const double largest = 0.2 + 0.1 * random_signed(&seed);
        rdg_run_summary s;
        rdg_problem *p = wedge(*state, &bent, low, low + angle);
        assert_ok(*state, rdg_continue(p, "w", RDG_RELEASE("x"), RDG_DIMENSION(2),
                                       RDG_WINDOW("low", 0.0, 5.0), RDG_WINDOW("high", -5.0, 0.0),
                                       RDG_WINDOW("x", -2.0, 1.0), RDG_STEP(0.1, 1e-3, largest),
                                       RDG_MAX_POINTS(20000), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&s)));
        if (!s.covered) {
            print_error("case %d: %g degrees, bent %g, radius %g: %ld gaps\n", k, angle * 57.29578, bent,
                        largest, s.gaps);
        }
        assert_true(s.covered);
        assert_int_equal(s.euler, 1);
        assert_int_equal(s.boundaries, 1);
        if (bent == 0.0) {
            assert_near(s.content, 0.5 * (tan(low + angle) - tan(low)), 1e-6, 0.0);
        }
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(surface_between_windows_that_meet_at_a_small_angle_is_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
