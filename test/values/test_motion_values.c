/* What motions and the Hopf points of their families are, against closed forms. */
#include "fresh_context.h"
#include "support.h"

#include <ridgewalk/flow.h>
#include <ridgewalk/frame.h>
#include <ridgewalk/hopf_point.h>
#include <ridgewalk/hybrid.h>
#include <ridgewalk/shooting.h>

/* x' = g (x - c) - w y - r^2 (x - c), y' = w (x - c) + g y - r^2 y about (c, 0): circles of radius sqrt(g),
 * frequency w */
enum { X, Y, G, W, N_P = 2 };
static const double centre = 0.75;

static int circles(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    const double x = u[X] - centre, square = x * x + u[Y] * u[Y];
    y[0] = (u[G] - square) * x - u[W] * u[Y];
    y[1] = u[W] * x + (u[G] - square) * u[Y];
    return 0;
}

/* x itself */
static int position(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[X];
    return 0;
}

static rdg_hybrid *system_of_circles(rdg_context *ctx)
{
    const rdg_hybrid_function field = {.f = circles};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "circles", 2, &field, (const char *const[]){"g", "w", NULL},
                                      (const double[]){0.25, 3.0}, NULL);
    assert_ok(ctx, rdg_error_status(ctx));
    return h;
}

/* On the circle of radius 1/2 from the angle 0: x = c + cos(w t) / 2, y = sin(w t) / 2 */
static const double once[5] = {1.25, 0.0, 0.25, 3.0, 2.5};

typedef struct trail {
    double last;
    int count, ends_at;
} trail;

static int on_the_circle(const rdg_hybrid_state *state, void *data)
{
    trail *seen = data;
    assert_true(state->t > seen->last);
    seen->last = state->t;
    assert_near(state->x[0], centre + 0.5 * cos(3.0 * state->t), 0.0, 1e-10);
    assert_near(state->x[1], 0.5 * sin(3.0 * state->t), 0.0, 1e-10);
    return ++seen->count == seen->ends_at ? 7 : 0;
}

static void a_segment_is_traced_step_by_step(void **state)
{
    rdg_flow *flow = rdg_flow_create(system_of_circles(*state), NULL);
    rdg_mesh mesh = {0};
    double y[2], dy[10];
    assert_int_equal(rdg_flow_mesh(flow, 0, once, &mesh, y), 0);
    trail all = {0}, part = {.ends_at = 3};
    assert_int_equal(rdg_flow_trace(flow, 0, &mesh, once, on_the_circle, &all), 0);
    assert_int_equal(all.count, mesh.steps);
    assert_near(all.last, 2.5, 1e-15, 0.0);
    assert_int_equal(rdg_flow_trace(flow, 0, &mesh, once, on_the_circle, &part), 7);
    assert_int_equal(part.count, 3);
    rdg_flow_weigh_slopes(flow, true);
    assert_int_equal(rdg_flow_refine(flow, 0, once, &mesh), 0);
    assert_int_equal(rdg_flow_segment(flow, 0, &mesh, once, y, dy, NULL), 0);
    const double error = rdg_flow_slope_error(flow);
    assert_true(error > 0.0 && error <= 1.0 + 1e-6);
    rdg_flow_weigh_slopes(flow, true);
    assert_int_equal(rdg_flow_segment(flow, 0,
                                      &(rdg_mesh){.steps = 4, .share = (double[]){0.25, 0.25, 0.25, 0.25}},
                                      once, y, dy, NULL),
                     0);
    assert_true(rdg_flow_slope_error(flow) > 1.0); /* four steps do not do */
    rdg_flow_limit(flow, 2);
    assert_true(rdg_flow_mesh(flow, 0, once, &mesh, NULL) > 0);
    assert_non_null(strstr(rdg_flow_reason(flow), "steps"));
    rdg_mesh_release(&mesh);
}

/* w tau = 7.5 passes the angles pi, 2 pi: x is least, c - 1/2, at the first, greatest at the second. */
static const double pi = 3.14159265358979323846;

static double at_an_angle(double value, double share, void *data)
{
    double *seen = data;
    seen[0] = value;
    seen[1] = share;
    seen[2] += 1.0;
    return INFINITY;
}

static void minima_of_a_function_are_found(void **state)
{
    rdg_flow *flow = rdg_flow_create(system_of_circles(*state), NULL);
    rdg_mesh mesh = {0};
    assert_int_equal(rdg_flow_mesh(flow, 0, once, &mesh, NULL), 0);
    for (int sign = -1; sign <= 1; sign += 2) {
        const rdg_hybrid_function x = {.f = position};
        const rdg_flow_measured of = {.name = "x", .function = &x, .sign = sign};
        double seen[3] = {NAN, NAN, 0.0};
        assert_int_equal(rdg_flow_minima(flow, 0, &mesh, once, &of, INFINITY, at_an_angle, seen), 0);
        assert_near(seen[2], 1.0, 0.0, 0.0);
        assert_near(seen[0], sign > 0 ? centre - 0.5 : -centre - 0.5, 1e-10, 0.0);
        assert_near(seen[1], (sign > 0 ? pi : 2 * pi) / 7.5, 1e-6, 0.0);
        seen[2] = 0.0;
        assert_int_equal(rdg_flow_minima(flow, 0, &mesh, once, &of, seen[0] - 1e-3, at_an_angle, seen), 0);
        assert_near(seen[2], 0.0, 0.0, 0.0);
    }
    rdg_mesh_release(&mesh);
}

static void sizes_are_the_largest_that_were_noted(void **state)
{
    rdg_flow *flow = rdg_flow_create(system_of_circles(*state), NULL);
    assert_null(rdg_flow_sizes(flow, 0));
    rdg_flow_note(flow, 0, (const double[]){-2.0, 0.5});
    rdg_flow_note(flow, 0, (const double[]){1.0, -0.75});
    const double *size = rdg_flow_sizes(flow, 0);
    assert_true(size && size[X] == 2.0 && size[Y] == 0.75 && size[G] == 0.25 && size[W] == 3.0);
    rdg_flow_forget(flow);
    rdg_flow_note(flow, 0, (const double[]){1.0, -0.5});
    size = rdg_flow_sizes(flow, 0);
    assert_true(size && size[X] == 1.0 && size[Y] == 0.5);
}

/* The equilibrium (c, 0) has the eigenvalues g +- i w; the growth over the frequency is g / w. */
static void the_pair_of_an_equilibrium_and_its_hopf_point_are_found(void **state)
{
    rdg_hybrid *h = system_of_circles(*state);
    double x[2] = {centre + 0.01, -0.02}, p[2] = {0.03, 3.0};
    rdg_hopf_point point = {.x = x, .p = p, .omega = 3.1};
    assert_true(rdg_hopf_pair(h, 0, &point));
    assert_near(x[0], centre, 1e-12, 0.0);
    assert_near(x[1], 0.0, 0.0, 1e-12);
    assert_near(point.omega, 3.0, 1e-8, 0.0);
    assert_near(point.growth, 0.03, 1e-6, 0.0);
    point.omega = 3.1;
    assert_near(rdg_hopf_last_amplitude(h, 0, &point), sqrt(1e-6 / (0.03 / 3.0)), 1e-4, 0.0);
    p[0] = 0.02; /* along (1, 2) the real part vanishes at g = 0, w = 3 - 0.04 */
    point.omega = 3.0;
    assert_true(rdg_hopf_locate(h, 0, (const double[]){1.0, 2.0}, &point));
    assert_near(p[0], 0.0, 0.0, 1e-9);
    assert_near(p[1], 2.96, 1e-9, 0.0);
    assert_near(point.omega, 2.96, 1e-8, 0.0);
    p[0] = 0.5; /* far from it */
    point.omega = 3.0;
    assert_false(rdg_hopf_locate(h, 0, (const double[]){1.0, 0.0}, &point));
    point.omega = 4.0;
    assert_false(rdg_hopf_pair(h, 0, &point));
}

/* Q has orthonormal columns across the velocity: Q^T Q = 1, Q^T f = 0, and Q Q^T is the projection 1 - f f^T
 * / |f|^2. */
static void frames_are_orthonormal_across_the_velocity(void **state)
{
    (void)state;
    enum { N = 5 };
    uint64_t seed = 3;
    for (int trial = 0; trial < 20; trial++) {
        double f[N], speed = 0, Q[N - 1][N], back[N - 1];
        for (int i = 0; i < N; i++) {
            f[i] = trial == 0 ? (i == 0) : trial == 1 ? -(i == N - 1) : random_signed(&seed);
            speed += f[i] * f[i];
        }
        speed = sqrt(speed);
        for (int k = 0; k < N - 1; k++) {
            double unit[N - 1] = {0};
            unit[k] = 1.0;
            rdg_frame_extend(N, f, speed, unit, Q[k]);
            rdg_frame_restrict(N, f, speed, Q[k], back);
            double along = 0.0;
            for (int i = 0; i < N; i++) {
                along += Q[k][i] * f[i];
            }
            assert_near(along, 0.0, 0.0, 4e-15 * speed);
            for (int l = 0; l < N - 1; l++) {
                assert_near(back[l], k == l, 0.0, 4e-15);
            }
        }
        rdg_frame_restrict(N, f, speed, f, back);
        for (int l = 0; l < N - 1; l++) {
            assert_near(back[l], 0.0, 0.0, 4e-15 * speed);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_segment_is_traced_step_by_step),
        TEST(minima_of_a_function_are_found),
        TEST(sizes_are_the_largest_that_were_noted),
        TEST(the_pair_of_an_equilibrium_and_its_hopf_point_are_found),
        TEST(frames_are_orthonormal_across_the_velocity),
    };
    return cmocka_run_group_tests_name("values of motions", tests, NULL, NULL);
}
