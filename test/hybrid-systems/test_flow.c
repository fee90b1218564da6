/* Segments and meshes: order, accuracy against numbers from elsewhere, least distances, sizes. */
#include "fresh_context.h"
#include "motions.h"
#include "shooting/lorenz_field.h"

static const double pi = 3.14159265358979323846;

/* test/data/shooting_orbits.csv: value of a quantity of a case */
static double reference(const char *problem, const char *which, const char *quantity)
{
    char line[256], wanted[128];
    snprintf(wanted, sizeof wanted, "%s,%s,%s,", problem, which, quantity);
    FILE *file = fopen("test/data/shooting_orbits.csv", "r");
    assert_non_null(file);
    double value = NAN;
    while (isnan(value) && fgets(line, sizeof line, file)) {
        if (strncmp(line, wanted, strlen(wanted)) == 0) {
            value = atof(line + strlen(wanted));
        }
    }
    fclose(file);
    assert_false(isnan(value));
    return value;
}

static void steps_have_order_eight(void **state)
{
    rdg_context *ctx = *state;
    rdg_flow *flow = rdg_flow_create(duffing(ctx), NULL);
    const double sigma[8] = {1.3, -0.4, 0.05, 1, 0.5, 1.2, 0.3, 2 * pi / 1.2};
    double share[512], exact[2], y[2], error[2];
    rdg_mesh mesh;
    equal_steps(&mesh, share, 512);
    assert_int_equal(rdg_flow_segment(flow, 0, &mesh, sigma, exact, NULL, NULL), 0);
    for (int k = 0; k < 2; k++) {
        equal_steps(&mesh, share, k ? 64 : 32);
        assert_int_equal(rdg_flow_segment(flow, 0, &mesh, sigma, y, NULL, NULL), 0);
        error[k] = hypot(y[0] - exact[0], y[1] - exact[1]);
    }
    const double order = log2(error[0] / error[1]);
    assert_true(order > 7.5 && order < 9.5);
}

static void meshes_keep_the_error_that_was_asked_for(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = duffing(ctx);
    uint64_t seed = 9;
    for (int k = 0; k < 60; k++) {
        const double relative = pow(10.0, -3 - k % 10);
        rdg_flow *flow = rdg_flow_create(h, &(rdg_flow_options){.relative = relative, .absolute = relative}),
                 *fine = rdg_flow_create(h, &(rdg_flow_options){.relative = 1e-14, .absolute = 1e-15});
        double sigma[8] = {2 * random_signed(&seed), random_signed(&seed),    0.05, 1, 0.5, 1.2,
                           random_signed(&seed),     8 * random_signed(&seed)};
        double y[2], again[2], exact[2], error = 0, sum = 0;
        rdg_mesh mesh = {0}, other = {0};
        assert_int_equal(rdg_flow_mesh(flow, 0, sigma, &mesh, y), 0);
        assert_int_equal(rdg_flow_mesh(fine, 0, sigma, &other, exact), 0);
        assert_int_equal(rdg_flow_segment(flow, 0, &mesh, sigma, again, NULL, &error), 0);
        for (rdg_index i = 0; i < mesh.steps; i++) {
            assert_true(mesh.share[i] > 0);
            sum += mesh.share[i];
        }
        assert_near(sum, 1, 1e-14, 0);
        assert_near(error, 0, 0, 1 + 1e-6);
        for (int i = 0; i < 2; i++) {
            assert_near(again[i], y[i], 1e-13, 1e-13);
            assert_near(y[i], exact[i], 0, 100 * relative + 1e-12);
        }
        rdg_mesh_release(&mesh);
        rdg_mesh_release(&other);
        rdg_flow_free(flow);
        rdg_flow_free(fine);
    }
}

/* x'' - mu (1 - x^2) x' + x = 0 */
static int van_der_pol(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = u[2] * (1 - u[0] * u[0]) * u[1] - u[0];
    return 0;
}

static int speed(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    return 0;
}

static void van_der_pol_has_its_period_and_amplitude(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "van der Pol", 2, &(rdg_hybrid_function){.f = van_der_pol},
                                      RDG_PARAMETERS("mu"), NULL, NULL);
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "top", .from = "smooth", .to = "smooth", .surface = {.f = speed}});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    const struct {
        double mu;
        const char *name;
        int turns;
    } cases[] = {{0.1, "mu=0.1", 80}, {1, "mu=1", 12}, {2, "mu=2", 6}, {5, "mu=5", 5}, {10, "mu=10", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double x[2] = {2, 0.1}, p[1] = {cases[i].mu};
        rdg_hybrid_state s = {.x = x};
        assert_int_equal(rdg_flow_run(flow, p, &s, 1e4, cases[i].turns, NULL), 0);
        const double before = s.t;
        assert_int_equal(rdg_flow_run(flow, p, &s, 1e4, 1, NULL), 0);
        assert_near(s.t - before, reference("van der Pol", cases[i].name, "T"), 1e-10, 0);
        assert_near(x[0], reference("van der Pol", cases[i].name, "max x"), 1e-11, 0);
    }
}

static void a_duffing_orbit_closes_with_its_multipliers(void **state)
{
    rdg_context *ctx = *state;
    rdg_flow *flow = rdg_flow_create(duffing(ctx), NULL);
    const char *const which[] = {"Om=1.2 upper", "Om=1.2 lower"};
    for (int k = 0; k < 2; k++) {
        /* z = 0.01, k3 = 0.1, F = 0.1 */
        double sigma[8] = {reference("Duffing", which[k], "x(0)"),
                           reference("Duffing", which[k], "x'(0)"),
                           0.01,
                           0.1,
                           0.1,
                           1.2,
                           0,
                           2 * pi / 1.2};
        double y[2], dy[16];
        rdg_mesh mesh = {0};
        assert_int_equal(rdg_flow_mesh(flow, 0, sigma, &mesh, NULL), 0);
        assert_int_equal(rdg_flow_segment(flow, 0, &mesh, sigma, y, dy, NULL), 0);
        assert_near(y[0], sigma[0], 0, 2e-11);
        assert_near(y[1], sigma[1], 0, 2e-11);
        const double re = reference("Duffing", which[k], "Re multiplier");
        const double im = reference("Duffing", which[k], "Im multiplier");
        assert_near(dy[0] + dy[3], 2 * re, 0, 1e-10);
        assert_near(dy[0] * dy[3] - dy[1] * dy[2], re * re + im * im, 0, 1e-10);
        rdg_mesh_release(&mesh);
    }
}

/* x' = x^2 comes to x/(1 - x t), in ever shorter steps; beyond t = 1/x there is nothing, and nowhere behind a
 * wall. */
static int escapes(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = u[0] * u[0];
    return u[0] > *(double *)data;
}

static void a_mesh_leads_along_the_whole_segment_or_is_none(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 31;
    int whole = 0;
    for (int k = 0; k < 300; k++) {
        double wall = 2.0 + 20.0 * fabs(random_signed(&seed)), sum = 0.0, y = 0.0;
        rdg_hybrid *h = rdg_hybrid_smooth(
            ctx, "escape", 1, &(rdg_hybrid_function){.f = escapes, .data = &wall}, NULL, NULL, NULL);
        rdg_flow *flow = rdg_flow_create(h, &(rdg_flow_options){.max_steps = 5 + k % 40});
        const double x = 0.5 + fabs(random_signed(&seed)),
                     end = wall / (1.0 + 2.0 * fabs(random_signed(&seed)));
        rdg_mesh mesh = {0};
        assert_int_equal(rdg_flow_mesh(flow, 0, (double[]){x, 0.1 / x}, &mesh, &y), 0);
        assert_near(y, x / 0.9, 1e-9, 0.0);
        const int answer =
            rdg_flow_mesh(flow, 0, (double[]){x, (k % 2 ? 1.5 : 1.0) / x - 1.0 / end}, &mesh, NULL);
        for (rdg_index i = 0; i < mesh.steps; i++) {
            sum += mesh.share[i];
        }
        assert_near(sum, answer == 0, 0.0, 1e-13);
        whole += answer == 0;
        rdg_mesh_release(&mesh);
    }
    assert_true(whole > 50 && whole < 250);
}

/* The first step is chosen by a look ahead, at the phase of this segment. */
static void meshes_do_not_depend_on_motions_before(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = duffing(ctx);
    uint64_t seed = 23;
    for (int k = 0; k < 100; k++) {
        rdg_flow *flow = rdg_flow_create(h, NULL);
        double sigma[2][8];
        rdg_mesh mesh = {0}, again = {0}, other = {0};
        for (int i = 0; i < 2; i++) {
            const double at[8] = {2 * random_signed(&seed), random_signed(&seed),    0.05, 1, 0.5, 1.2,
                                  random_signed(&seed),     8 * random_signed(&seed)};
            memcpy(sigma[i], at, sizeof at);
        }
        assert_int_equal(rdg_flow_mesh(flow, 0, sigma[0], &mesh, NULL), 0);
        assert_int_equal(rdg_flow_mesh(flow, 0, sigma[1], &other, NULL), 0);
        assert_int_equal(rdg_flow_mesh(flow, 0, sigma[0], &again, NULL), 0);
        assert_int_equal(again.steps, mesh.steps);
        assert_memory_equal(again.share, mesh.share, (size_t)mesh.steps * sizeof *mesh.share);
        rdg_mesh_release(&mesh);
        rdg_mesh_release(&again);
        rdg_mesh_release(&other);
        rdg_flow_free(flow);
    }
}

static void a_lorenz_orbit_at_its_period_doubling_closes(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "Lorenz", 3, &(rdg_hybrid_function){.f = lorenz_field},
                                      RDG_PARAMETERS("rho"), NULL, NULL);
    rdg_flow *flow = rdg_flow_create(h, NULL);
    const double sigma[5] = {reference("Lorenz", "PD1", "x"), reference("Lorenz", "PD1", "y"),
                             reference("Lorenz", "PD1", "z"), reference("Lorenz", "PD1", "rho"),
                             reference("Lorenz", "PD1", "T")};
    double y[3], dy[15];
    rdg_mesh mesh = {0};
    assert_int_equal(rdg_flow_mesh(flow, 0, sigma, &mesh, NULL), 0);
    assert_int_equal(rdg_flow_segment(flow, 0, &mesh, sigma, y, dy, NULL), 0);
    for (int i = 0; i < 3; i++) {
        assert_near(y[i], sigma[i], 0, 6e-9);
    }
    /* multipliers 1, -1 and the determinant exp(-(10 + 1 + 8/3) T): the trace is their sum */
    assert_near(dy[0] + dy[4] + dy[8], -exp(-(11 + 8.0 / 3.0) * sigma[4]), 0, 1e-7);
    rdg_mesh_release(&mesh);
}

static int gap(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = *(double *)data - u[0];
    return 0;
}

static void the_least_distance_is_smooth_and_sharp(void **state)
{
    rdg_context *ctx = *state;
    double wall = 3.0, least = 0, share = 0;
    rdg_hybrid *h = duffing(ctx);
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "wall", .from = "smooth", .to = "smooth", .surface = {.f = gap, .data = &wall}});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    uint64_t seed = 11;
    for (int k = 0; k < 100; k++) {
        double sigma[8] = {0, 0, 0, 0, 0, 1.2, 0.3, 0}, y[2];
        const double a = 0.5 + fabs(random_signed(&seed)), start = 3 * random_signed(&seed);
        const double tau = 6 * random_signed(&seed);
        /* x = a cos(start + t): its maxima are at multiples of 2 pi */
        sigma[0] = a * cos(start);
        sigma[1] = -a * sin(start);
        sigma[7] = tau;
        rdg_mesh mesh = {0};
        assert_int_equal(rdg_flow_mesh(flow, 0, sigma, &mesh, y), 0);
        assert_int_equal(rdg_flow_least(flow, 0, &mesh, sigma, 0, &least, &share), 0);
        const double low = fmin(start, start + tau), high = fmax(start, start + tau);
        const double top = 2 * pi * ceil(low / (2 * pi));
        if (top < high) {
            assert_near(least, wall - a, 0, 1e-11);
            assert_near(share, (top - start) / tau, 0, 1e-10 / fabs(tau));
        } else {
            assert_true(isinf(least) && isnan(share));
        }
        rdg_mesh_release(&mesh);
    }
    /* along a parameter: its second differences are those of a smooth function */
    double sigma[8] = {2, 1.9, 0.05, 1, 0.5, 1.2, 0.3, 6}, y[2], value[3];
    rdg_mesh mesh = {0};
    assert_int_equal(rdg_flow_mesh(flow, 0, sigma, &mesh, y), 0);
    for (int k = 0; k < 500; k++) {
        sigma[4] = 0.5 + 1e-4 * k;
        assert_int_equal(rdg_flow_least(flow, 0, &mesh, sigma, 0, &value[k % 3], &share), 0);
        if (k >= 2) {
            assert_near(value[k % 3] - 2 * value[(k + 2) % 3] + value[(k + 1) % 3], 0, 0, 3e-8);
        }
    }
    rdg_mesh_release(&mesh);
}

static void sizes_are_told(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = duffing(ctx);
    rdg_flow *flow = rdg_flow_create(h, NULL);
    assert_int_equal(rdg_flow_arguments(flow, 0), 8);
    assert_int_equal(rdg_flow_arguments(flow, 1), 0);
    double y[2];
    assert_int_equal(rdg_flow_segment(flow, 1, &(rdg_mesh){0}, y, y, NULL, NULL), -1);
    assert_string_equal(rdg_flow_reason(flow), "\"duffing\" has no phase 1: it has 1");
    assert_null(rdg_flow_create(h, &(rdg_flow_options){.relative = -1}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "relative = -1: it must be > 0");
    assert_null(rdg_flow_create(h, &(rdg_flow_options){.max_steps = -1}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "max_steps = -1");
}

/* x'' = -sin(x / unit) unit, with states in a unit of 2^-60 or 2^60 */
static int swing(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double unit = *(const double *)data;
    (void)n, (void)m;
    y[0] = u[1];
    y[1] = -sin(u[0] / unit) * unit;
    return 0;
}

static void swing_sizes(rdg_index n, const double *from, const double *to, double step, double *size,
                        void *data)
{
    (void)n, (void)from, (void)to, (void)step;
    size[0] = size[1] = *(const double *)data;
}

/* With sizes of states a motion has the same steps in all units, without them more where they are large.
 */
static void steps_do_not_depend_on_units(void **state)
{
    static double unit[3];
    rdg_index steps[2][3];
    for (int k = 0; k < 6; k++) {
        unit[k % 3] = ldexp(1.0, 60 * (k % 3 - 1));
        rdg_hybrid *h = rdg_hybrid_create(*state, "pendulum", NULL, NULL);
        assert_ok(*state, rdg_hybrid_add_phase(
                              h, &(rdg_hybrid_phase){
                                     .name = "swing", .n = 2, .field = {.f = swing, .data = &unit[k % 3]}}));
        rdg_flow *flow = rdg_flow_create(h, &(rdg_flow_options){.method = RDG_FLOW_EXPLICIT,
                                                                .sizes = k < 3 ? swing_sizes : NULL,
                                                                .sizes_data = &unit[k % 3]});
        const double sigma[3] = {0.0, unit[k % 3], 20.0};
        rdg_mesh mesh = {0};
        double y[2];
        assert_int_equal(rdg_flow_mesh(flow, 0, sigma, &mesh, y), 0);
        steps[k / 3][k % 3] = mesh.steps;
        rdg_mesh_release(&mesh);
    }
    print_message("steps: %d, %d, %d; without sizes %d, %d, %d\n", (int)steps[0][0], (int)steps[0][1],
                  (int)steps[0][2], (int)steps[1][0], (int)steps[1][1], (int)steps[1][2]);
    assert_int_equal(steps[0][0], steps[0][1]);
    assert_int_equal(steps[0][2], steps[0][1]);
    assert_true(steps[1][2] > steps[1][1]);
    assert_null(rdg_flow_create(rdg_hybrid_create(*state, "other", NULL, NULL),
                                &(rdg_flow_options){.sizes = swing_sizes}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "sizes are those of RDG_FLOW_EXPLICIT");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh_context, free_context)
    const struct CMUnitTest tests[] = {
        TEST(steps_have_order_eight),
        TEST(meshes_keep_the_error_that_was_asked_for),
        TEST(van_der_pol_has_its_period_and_amplitude),
        TEST(a_duffing_orbit_closes_with_its_multipliers),
        TEST(a_mesh_leads_along_the_whole_segment_or_is_none),
        TEST(meshes_do_not_depend_on_motions_before),
        TEST(a_lorenz_orbit_at_its_period_doubling_closes),
        TEST(the_least_distance_is_smooth_and_sharp),
        TEST(sizes_are_told),
        TEST(steps_do_not_depend_on_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
