/* Segments with implicit steps: their order, stiff fields beside explicit steps, derivatives beside
 * differences of the same discrete motion, orbits with multipliers that are known. */
#include "polynomial_field.h"
#include "shooting/orbit_run.h"
#include "shooting/smooth_systems.h"

#include <ridgewalk/ep.h>

enum { MOST = 12 };

static const rdg_flow_options mixed = {.method = RDG_FLOW_MIXED};
static const rdg_flow_options explicitly = {.method = RDG_FLOW_EXPLICIT};

static rdg_index implicit_steps(const rdg_mesh *mesh)
{
    rdg_index count = 0;
    for (rdg_index i = 0; i < mesh->steps; i++) {
        count += mesh->share[i] < 0.0;
    }
    return count;
}

static int falls(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = -u[0] * u[0];
    return 0;
}

/* x = 1 / (1 + t): half the step, 2^-9 of the error. */
static void steps_are_of_order_9(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "falls", 1, &(rdg_hybrid_function){.f = falls}, NULL, NULL, NULL);
    rdg_flow *flow = rdg_flow_create(h, &mixed);
    double error[3] = {0.0}, share[8];
    for (int k = 0; k < 3; k++) {
        const int steps = 1 << (k + 1);
        for (int i = 0; i < steps; i++) {
            share[i] = -1.0 / steps;
        }
        const rdg_mesh mesh = {.steps = steps, .share = share};
        const double sigma[2] = {1.0, 3.0};
        double y = 0.0;
        assert_int_equal(rdg_flow_segment(flow, 0, &mesh, sigma, &y, NULL, NULL), 0);
        error[k] = fabs(y - 0.25);
    }
    assert_true(error[0] < 1e-5 && error[0] > 300.0 * error[1] && error[0] < 1000.0 * error[1]);
    assert_true(error[1] > 300.0 * error[2]);
}

/* A random field whose last state is drawn at a rate of some K to what the others say. */
typedef struct stiff_field {
    polynomial_field base;
    double K;
} stiff_field;

static int stiff_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    stiff_field *f = data;
    polynomial_f(n, u, m, y, &f->base);
    y[m - 1] = f->K * (0.2 * y[m - 1] - u[m - 1]);
    return 0;
}

static int stiff_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    stiff_field *f = data;
    polynomial_df(n, u, m, values, &f->base);
    for (rdg_index j = 0; j < n; j++) {
        values[m - 1 + m * j] = f->K * (0.2 * values[m - 1 + m * j] - (j == m - 1));
    }
    return 0;
}

static int stiff_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data)
{
    stiff_field *f = data;
    double by[MOST];
    memcpy(by, lambda, (size_t)m * sizeof *by);
    by[m - 1] *= 0.2 * f->K;
    return polynomial_d2f(n, u, m, by, values, &f->base);
}

typedef struct stiff_case {
    rdg_context *ctx;
    stiff_field field;
    rdg_flow *flow, *other; /* mixed, explicit */
    rdg_index n, ns;
    rdg_mesh mesh;
    double sigma[MOST], lambda[MOST];
} stiff_case;

static void draw(stiff_case *c, int k, double K, uint64_t *seed)
{
    const rdg_index n = 2 + k % 3;
    const bool forced = k % 2 == 0;
    random_field(&c->field.base, n, 2, forced, seed);
    c->field.K = K;
    c->ctx = rdg_context_create();
    rdg_hybrid *h = rdg_hybrid_smooth(
        c->ctx, "stiff", n,
        &(rdg_hybrid_function){.f = stiff_f, .df = stiff_df, .d2f = stiff_d2f, .data = &c->field},
        RDG_PARAMETERS("p", "q"), ((const double[]){0.5, 1.5}), forced ? "q" : NULL);
    c->flow = rdg_flow_create(h, &mixed);
    c->other = rdg_flow_create(h, &explicitly);
    c->n = n;
    c->ns = rdg_flow_arguments(c->flow, 0);
    for (rdg_index j = 0; j < c->ns; j++) {
        c->sigma[j] = 0.5 * random_signed(seed);
        c->lambda[j] = random_signed(seed);
    }
    c->sigma[c->ns - 1] = 0.5;
    c->mesh = (rdg_mesh){0};
    assert_int_equal(rdg_flow_mesh(c->flow, 0, c->sigma, &c->mesh, NULL), 0);
    assert_int_equal(rdg_flow_refine(c->flow, 0, c->sigma, &c->mesh), 0);
}

static void end(stiff_case *c)
{
    rdg_mesh_release(&c->mesh);
    rdg_context_free(c->ctx);
}

/* The greatest distance, relative to the largest entry of each column. */
static double apart(rdg_index rows, rdg_index cols, const double *a, const double *b)
{
    double worst = 0.0;
    for (rdg_index j = 0; j < cols; j++) {
        double off = 0.0, size = 1e-3;
        for (rdg_index i = 0; i < rows; i++) {
            off = fmax(off, fabs(a[i + rows * j] - b[i + rows * j]));
            size = fmax(size, fabs(b[i + rows * j]));
        }
        worst = fmax(worst, off / size);
    }
    return worst;
}

static void stiff_segments_are_those_of_many_explicit_steps(void **state)
{
    (void)state;
    static stiff_case c;
    uint64_t seed = 77;
    rdg_index steps = 0, explicit_steps = 0;
    for (int k = 0; k < 12; k++) {
        const bool is_stiffer = k % 4 == 0;
        double y[2][MOST], dy[2][MOST * MOST];
        draw(&c, k, is_stiffer ? 1e4 : 1e3, &seed);
        rdg_mesh fine = {0};
        assert_int_equal(rdg_flow_mesh(c.other, 0, c.sigma, &fine, NULL), 0);
        assert_int_equal(implicit_steps(&fine), 0);
        assert_true(!is_stiffer || (implicit_steps(&c.mesh) > 0 && fine.steps > 8 * c.mesh.steps));
        assert_int_equal(rdg_flow_segment(c.flow, 0, &c.mesh, c.sigma, y[0], dy[0], NULL), 0);
        assert_int_equal(rdg_flow_segment(c.other, 0, &fine, c.sigma, y[1], dy[1], NULL), 0);
        assert_near(apart(c.n, 1, y[0], y[1]), 0.0, 0.0, 1e-12);
        assert_near(apart(c.n, c.ns, dy[0], dy[1]), 0.0, 0.0, 3e-11);
        steps += c.mesh.steps;
        explicit_steps += fine.steps;
        rdg_mesh_release(&fine);
        end(&c);
    }
    assert_true(explicit_steps > 5 * steps);
}

/* y, or lambda . dy, with one of the arguments changed, and differences of these. */
static void value_of(stiff_case *c, rdg_index j, double by, bool slope, double *out)
{
    double sigma[MOST], dy[MOST * MOST], y[MOST];
    memcpy(sigma, c->sigma, sizeof sigma);
    sigma[j] += by;
    assert_int_equal(rdg_flow_segment(c->flow, 0, &c->mesh, sigma, slope ? y : out, slope ? dy : NULL, NULL),
                     0);
    for (rdg_index d = 0; slope && d < c->ns; d++) {
        out[d] = 0.0;
        for (rdg_index i = 0; i < c->n; i++) {
            out[d] += c->lambda[i] * dy[i + c->n * d];
        }
    }
}

static void differences(stiff_case *c, bool slope, double *out)
{
    static const double weight[] = {45.0 / 60, -9.0 / 60, 1.0 / 60};
    const double h = 1e-3;
    const rdg_index rows = slope ? c->ns : c->n;
    memset(out, 0, (size_t)(rows * c->ns) * sizeof *out);
    for (rdg_index j = 0; j < c->ns; j++) {
        for (int k = 1; k <= 3; k++) {
            double a[MOST], b[MOST];
            value_of(c, j, k * h, slope, a);
            value_of(c, j, -k * h, slope, b);
            for (rdg_index i = 0; i < rows; i++) {
                out[i + rows * j] += weight[k - 1] * (a[i] - b[i]) / h;
            }
        }
    }
}

static void derivatives_of_stiff_segments_are_those_of_the_discrete_motion(void **state)
{
    (void)state;
    static stiff_case c;
    uint64_t seed = 12;
    for (int k = 0; k < 12; k++) {
        static const double rate[] = {1e3, 1e5, 1e8};
        double y[MOST], dy[MOST * MOST], d2y[MOST * MOST], by[MOST * MOST];
        draw(&c, k, rate[k % 3], &seed);
        assert_true(implicit_steps(&c.mesh) > 0 && c.mesh.steps < 1000);
        assert_int_equal(rdg_flow_segment(c.flow, 0, &c.mesh, c.sigma, y, dy, NULL), 0);
        assert_int_equal(rdg_flow_second(c.flow, 0, &c.mesh, c.sigma, c.lambda, d2y), 0);
        differences(&c, false, by);
        assert_near(apart(c.n, c.ns, dy, by), 0.0, 0.0, 4e-9);
        differences(&c, true, by);
        assert_near(apart(c.ns, c.ns, d2y, by), 0.0, 0.0, 4e-8);
        end(&c);
    }
}

/* The segment that ends at a share of another one is the other one's motion until there. */
static int differs(const rdg_hybrid_state *at, void *data)
{
    stiff_case *c = data;
    double sigma[MOST], y[MOST];
    rdg_mesh mesh = {0};
    memcpy(sigma, c->sigma, sizeof sigma);
    sigma[c->ns - 1] = at->t;
    assert_int_equal(rdg_flow_mesh(c->other, 0, sigma, &mesh, y), 0);
    assert_near(apart(c->n, 1, at->x, y), 0.0, 0.0, 1e-9);
    rdg_mesh_release(&mesh);
    c->lambda[0] += 1.0;
    return 0;
}

static void states_at_instants_are_those_of_shorter_segments(void **state)
{
    (void)state;
    static stiff_case c;
    static const double share[] = {0.0, 0.0, 1e-4, 0.1, 0.37, 0.371, 0.8, 1.0};
    uint64_t seed = 5;
    for (int k = 0; k < 4; k++) {
        draw(&c, k, k % 2 == 0 ? 300.0 : 1e4, &seed);
        c.lambda[0] = 0.0; /* counts them */
        const rdg_flow_instants at = {.count = 8, .share = share, .at = differs, .data = &c};
        assert_int_equal(rdg_flow_trace_at(c.flow, 0, &c.mesh, c.sigma, &at), 0);
        assert_near(c.lambda[0], 8.0, 0.0, 0.0);
        end(&c);
    }
}

/* A Duffing oscillator with a force that follows its velocity, at the rate K. u = (x, v, z, K, A, omega, phi)
 */
static int followed(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = u[4] * cos(u[6]) - u[0] - u[0] * u[0] * u[0] - u[2];
    y[2] = u[3] * (0.1 * u[1] - u[2]);
    return 0;
}

static int followed_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)m, (void)data;
    J[1] = -1.0 - 3.0 * u[0] * u[0];
    J[3] = 1.0, J[5] = 0.1 * u[3];
    J[7] = -1.0, J[8] = -u[3];
    J[11] = 0.1 * u[1] - u[2];
    J[13] = cos(u[6]);
    J[19] = -u[4] * sin(u[6]);
    return 0;
}

/* By either kind of steps: the same multipliers. */
static void multipliers_of_stiff_orbits_are_exact(void **state)
{
    rdg_context *ctx = *state;
    static const rdg_flow_method method[2] = {RDG_FLOW_MIXED, RDG_FLOW_EXPLICIT};
    double re[2][3], im[2][3], x[2] = {0.0};
    for (int k = 0; k < 2; k++) {
        rdg_hybrid *h =
            rdg_hybrid_smooth(ctx, "followed", 3, &(rdg_hybrid_function){.f = followed, .df = followed_df},
                              RDG_PARAMETERS("K", "A", "omega"), ((const double[]){5e3, 0.3, 1.2}), "omega");
        rdg_shooting *s =
            rdg_shooting_create(h, &(rdg_shooting_options){.x = (const double[]){0.5, 0.0, 0.0},
                                                           .transient = 60.0,
                                                           .flow = {.method = method[k], .slopes = 1e-9}});
        rdg_problem *p = rdg_shooting_problem(s);
        assert_ok(ctx, rdg_solve(p));
        const double *u = rdg_start_values(p);
        x[k] = u[rdg_variable_index(p, "x", NULL)];
        assert_ok(ctx, rdg_ep_eigenvalues(p, u, re[k], im[k]));
        rdg_problem_free(p);
        rdg_shooting_free(s);
    }
    assert_near(x[0], x[1], 1e-10, 0.0);
    assert_near(hypot(re[0][0], im[0][0]), hypot(re[1][0], im[1][0]), 1e-9, 0.0);
    assert_near(fabs(re[0][0]), fabs(re[1][0]), 0.0, 1e-9);
    assert_true(hypot(re[0][0], im[0][0]) > 0.5);
}

/* Van der Pol, mu = 100. */
static void relaxation_oscillations_have_their_period(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s = rdg_shooting_create(
        van_der_pol_system(ctx, 100.0),
        &(rdg_shooting_options){
            .x = (const double[]){2.0, 0.0}, .transient = 200.0, .period = 162.8, .flow = mixed});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_solve(p));
    assert_near(rdg_start_values(p)[rdg_variable_index(p, "tau", NULL)], 162.837071092370, 1e-11, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(steps_are_of_order_9),
        cmocka_unit_test(stiff_segments_are_those_of_many_explicit_steps),
        cmocka_unit_test(derivatives_of_stiff_segments_are_those_of_the_discrete_motion),
        cmocka_unit_test(states_at_instants_are_those_of_shorter_segments),
        TEST(multipliers_of_stiff_orbits_are_exact),
        TEST(relaxation_oscillations_have_their_period),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
