/* Periodic orbits by shooting: the branch of the forced Duffing oscillator with its folds, one Newton
 * iteration of it, variations and second derivatives beside plain integration, and chains of such
 * oscillators. */
#include "bench.h"

#include <ridgewalk/shooting.h>

#include <math.h>
#include <string.h>

enum { MOST_MASSES = 16, REPETITIONS = 15 };

typedef struct chain {
    rdg_index masses;
} chain;

/* x'' + 0.02 x' + x + 0.1 x^3 + (coupling 0.5 to the neighbours) = 0.1 cos phi at the first mass;
 * u = (x, v, omega, phi) */
static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_index k = ((const chain *)data)->masses;
    (void)m;
    for (rdg_index i = 0; i < k; i++) {
        const double left = i > 0 ? u[i] - u[i - 1] : 0.0;
        const double right = i + 1 < k ? u[i] - u[i + 1] : 0.0;
        y[i] = u[k + i];
        y[k + i] = -0.02 * u[k + i] - u[i] - 0.1 * u[i] * u[i] * u[i] - 0.5 * (left + right);
    }
    y[k] += 0.1 * cos(u[n - 1]);
    return 0;
}

static int slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const rdg_index k = ((const chain *)data)->masses;
    for (rdg_index i = 0; i < k; i++) {
        J[i + m * (k + i)] = 1.0;
        J[k + i + m * (k + i)] = -0.02;
        J[k + i + m * i] = -1.0 - 0.3 * u[i] * u[i];
        if (i > 0) {
            J[k + i + m * i] -= 0.5;
            J[k + i + m * (i - 1)] = 0.5;
        }
        if (i + 1 < k) {
            J[k + i + m * i] -= 0.5;
            J[k + i + m * (i + 1)] = 0.5;
        }
    }
    J[k + m * (n - 1)] = -0.1 * sin(u[n - 1]);
    return 0;
}

static int curvature(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H, void *data)
{
    const rdg_index k = ((const chain *)data)->masses;
    (void)m;
    for (rdg_index i = 0; i < k; i++) {
        H[i + n * i] = -0.6 * lambda[k + i] * u[i];
    }
    H[n - 1 + n * (n - 1)] = -0.1 * lambda[k] * cos(u[n - 1]);
    return 0;
}

static rdg_hybrid *make(rdg_context *ctx, chain *c)
{
    const rdg_hybrid_function f = {.f = field, .df = slope, .d2f = curvature, .data = c};
    return rdg_hybrid_smooth(ctx, "chain", 2 * c->masses, &f, RDG_PARAMETERS("omega"), (double[]){0.5},
                             "omega");
}

static void branch(rdg_index masses, double to)
{
    rdg_context *ctx = bench_context();
    chain c = {masses};
    rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(make(ctx, &c), NULL));
    rdg_run_summary summary = {.points = 0};
    double least = INFINITY;
    for (int k = 0; k < REPETITIONS; k++) {
        rdg_continue(p, "branch", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, to), RDG_NO_FOLDER,
                     RDG_NO_TABLE, RDG_MAX_POINTS(2000), RDG_SUMMARY(&summary));
        least = fmin(least, summary.timing.total_s);
    }
    bench_require(rdg_error_status(ctx) == RDG_OK, rdg_error_message(ctx));
    printf("duffing_%d ms=%.2f points=%ld ms_a_point=%.3f iterations=%ld\n", (int)masses, 1e3 * least,
           (long)summary.points, 1e3 * least / (double)summary.points, summary.iterations);
    rdg_context_free(ctx);
}

typedef struct timed {
    rdg_flow *flow;
    rdg_mesh mesh;
    double sigma[8], y[2], dy[16], d2y[64];
} timed;

static int plain(void *data)
{
    timed *t = data;
    return rdg_flow_arc(t->flow, 0, &t->mesh, t->sigma, t->y, NULL, NULL);
}

static int variations(void *data)
{
    timed *t = data;
    return rdg_flow_arc(t->flow, 0, &t->mesh, t->sigma, t->y, t->dy, NULL);
}

static int second(void *data)
{
    timed *t = data;
    return rdg_flow_second(t->flow, 0, &t->mesh, t->sigma, (double[]){1.0, 0.3}, t->d2y);
}

/* One period at omega = 1.2, in as many steps. */
static void arc(int steps)
{
    rdg_context *ctx = bench_context();
    chain c = {1};
    double share[64];
    timed t = {.flow = rdg_flow_create(make(ctx, &c), NULL), .mesh = {steps, steps, share}};
    const double start[] = {1.98238714067042, 1.90873524944281, 1.2, 0.0, 5.2359877559829887};
    memcpy(t.sigma, start, sizeof start);
    for (int k = 0; k < steps; k++) {
        share[k] = 1.0 / steps;
    }
    bench_require(rdg_error_status(ctx) == RDG_OK, rdg_error_message(ctx));
    const double us[3] = {bench_call_us(plain, &t), bench_call_us(variations, &t), bench_call_us(second, &t)};
    printf("steps_%d plain_us=%.2f variations_us=%.2f second_us=%.2f variations_by_plain=%.2f "
           "second_by_first=%.2f\n",
           steps, us[0], us[1], us[2], us[1] / us[0], us[2] / us[1]);
    rdg_context_free(ctx);
}

/* A chain of masses on springs with dampers, driven at the first one: its motion as in a linear mode;
 * u = (x, v, omega, k, phi), k the stiffness of the spring at the first mass. */
static int linear_field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_index k = ((const chain *)data)->masses;
    for (rdg_index i = 0; i < k; i++) {
        const double left = i > 0 ? u[i] - u[i - 1] : 0.0;
        const double right = i + 1 < k ? u[i] - u[i + 1] : 0.0;
        y[i] = u[k + i];
        y[k + i] = -0.02 * u[k + i] - u[i] - 5.0 * (left + right);
    }
    y[k] += 0.1 * cos(u[n - 1]) - u[m + 1] * u[0];
    return 0;
}

static int linear_slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const rdg_index k = ((const chain *)data)->masses;
    for (rdg_index i = 0; i < k; i++) {
        J[i + m * (k + i)] = 1.0;
        J[k + i + m * (k + i)] = -0.02;
        J[k + i + m * i] = -1.0 - (i > 0 ? 5.0 : 0.0) - (i + 1 < k ? 5.0 : 0.0);
        if (i > 0) {
            J[k + i + m * (i - 1)] = 5.0;
        }
        if (i + 1 < k) {
            J[k + i + m * (i + 1)] = 5.0;
        }
    }
    J[k] -= u[m + 1];
    J[k + m * (m + 1)] = -u[0];
    J[k + m * (n - 1)] = -0.1 * sin(u[n - 1]);
    return 0;
}

static int linear_curvature(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H,
                            void *data)
{
    const rdg_index k = ((const chain *)data)->masses;
    H[n * (m + 1)] = H[m + 1] = -lambda[k];
    H[n - 1 + n * (n - 1)] = -0.1 * lambda[k] * cos(u[n - 1]);
    return 0;
}

enum { LINEAR_STATES = 80, LINEAR_ARGUMENTS = LINEAR_STATES + 4 };

typedef struct timed_linear {
    rdg_flow *flow;
    rdg_mesh mesh;
    double sigma[LINEAR_ARGUMENTS], y[LINEAR_STATES], lambda[LINEAR_STATES];
    double dy[LINEAR_STATES * LINEAR_ARGUMENTS], d2y[LINEAR_ARGUMENTS * LINEAR_ARGUMENTS];
} timed_linear;

static int linear_plain(void *data)
{
    timed_linear *t = data;
    return rdg_flow_arc(t->flow, 0, &t->mesh, t->sigma, t->y, NULL, NULL);
}

static int linear_variations(void *data)
{
    timed_linear *t = data;
    return rdg_flow_arc(t->flow, 0, &t->mesh, t->sigma, t->y, t->dy, NULL);
}

static int linear_second(void *data)
{
    timed_linear *t = data;
    return rdg_flow_second(t->flow, 0, &t->mesh, t->sigma, t->lambda, t->d2y);
}

/* A frequency, as along a curve: what is known of A stays. */
static int linear_other(void *data)
{
    timed_linear *t = data;
    t->sigma[rdg_flow_arguments(t->flow, 0) - 4] *= 1.0 + 1e-9;
    return linear_variations(data);
}

/* A segment of a linear mode: in closed form or in steps. */
static void segment(rdg_index masses, bool closed)
{
    static timed_linear t;
    rdg_context *ctx = bench_context();
    chain c = {masses};
    rdg_hybrid *h = rdg_hybrid_create(ctx, "chain", RDG_PARAMETERS("omega", "k"), (double[]){1.2, 0.5});
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_mode(h, &(rdg_hybrid_mode){.name = "linear",
                                              .n = 2 * masses,
                                              .field = {linear_field, linear_slope, linear_curvature, &c},
                                              .linear = closed,
                                              .harmonics = closed});
    t = (timed_linear){.flow = rdg_flow_create(h, NULL)};
    const rdg_index n = 2 * masses;
    for (rdg_index i = 0; i < n; i++) {
        t.sigma[i] = t.lambda[i] = 1.0 / (double)(i + 1);
    }
    t.sigma[n] = 1.2;
    t.sigma[n + 1] = 0.5;
    t.sigma[n + 3] = 2.0;
    bench_require(rdg_flow_mesh(t.flow, 0, t.sigma, &t.mesh, NULL) == 0, rdg_flow_reason(t.flow));
    printf("linear_%d_%s steps=%d plain_us=%.2f variations_us=%.2f other_omega_us=%.2f second_us=%.2f\n",
           (int)masses, closed ? "closed" : "steps", (int)t.mesh.steps, bench_call_us(linear_plain, &t),
           bench_call_us(linear_variations, &t), bench_call_us(linear_other, &t),
           bench_call_us(linear_second, &t));
    rdg_mesh_release(&t.mesh);
    rdg_context_free(ctx);
}

int main(void)
{
    printf("== orbits by shooting: the branch of forced Duffing oscillators\n");
    branch(1, 2.0);
    branch(8, 1.0);
    branch(16, 1.0);
    printf("== one period of the Duffing oscillator, omega = 1.2; variations by state, omega, phase and "
           "duration\n");
    arc(16);
    arc(32);
    arc(64);
    printf("== segments of linear chains; variations by state, omega, a stiffness, phase and duration\n");
    for (rdg_index masses = 2; masses <= 40; masses = masses == 2 ? 6 : masses == 6 ? 40 : 41) {
        segment(masses, true);
        segment(masses, false);
    }
    return 0;
}
