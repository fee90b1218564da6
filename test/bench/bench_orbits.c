/* Periodic orbits by shooting: the branch of the forced Duffing oscillator with its folds, one Newton
 * iteration of it, variations and second derivatives beside plain integration, and chains of such
 * oscillators. */
#include "bench.h"

#include <ridgewalk/shooting.h>

#include <math.h>
#include <string.h>

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

/* Of the folds found, the greatest distance from those of a Taylor series in quadruple precision. */
static bool measure_fold(rdg_problem *p, const rdg_chart *chart, void *data)
{
    double *off = data;
    const double omega = chart->mu[rdg_parameter_index(p, "omega")];
    if (strcmp(chart->type, "FP") == 0) {
        *off = fmax(*off, fmin(fabs(omega - 1.40242700462776), fabs(omega - 1.08155316512136)));
    }
    return false;
}

static void branch(const char *name, rdg_index masses, double to, double relative, int repetitions)
{
    rdg_context *ctx = bench_context();
    chain c = {masses};
    const rdg_shooting_options options = {.flow = {.relative = relative}};
    rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(make(ctx, &c), &options));
    rdg_run_summary summary = {.points = 0};
    double least = INFINITY, cpu_ms = INFINITY, off = 0.0;
    for (int k = 0; k < repetitions; k++) {
        const clock_t begin = clock();
        rdg_continue(p, "branch", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, to), RDG_NO_FOLDER,
                     RDG_NO_TABLE, RDG_MAX_POINTS(2000), RDG_OBSERVE(measure_fold, &off),
                     RDG_SUMMARY(&summary));
        least = fmin(least, summary.timing.total_s);
        cpu_ms = fmin(cpu_ms, bench_cpu_ms(begin));
    }
    bench_require(rdg_error_status(ctx) == RDG_OK, rdg_error_message(ctx));
    printf("%s ms=%.2f cpu_ms=%.2f points=%ld ms_a_point=%.3f iterations=%ld us_an_iteration=%.1f "
           "residuals=%ld jacobians=%ld",
           name, 1e3 * least, cpu_ms, (long)summary.points, 1e3 * least / (double)summary.points,
           summary.iterations, 1e6 * least / (double)summary.iterations, summary.timing.residuals,
           summary.timing.jacobians);
    if (masses == 1) {
        printf(" folds_off=%.1e", off);
    }
    printf("\n");
    fflush(stdout);
    rdg_context_free(ctx);
}

enum { MOST_MASSES = 6, STATES = 2 * MOST_MASSES, ARGUMENTS = STATES + 3 };

typedef struct timed {
    rdg_flow *flow;
    rdg_mesh mesh;
    double sigma[ARGUMENTS], lambda[STATES], y[STATES], dy[STATES * ARGUMENTS], d2y[ARGUMENTS * ARGUMENTS];
} timed;

static int plain(void *data)
{
    timed *t = data;
    return rdg_flow_segment(t->flow, 0, &t->mesh, t->sigma, t->y, NULL, NULL);
}

static int variations(void *data)
{
    timed *t = data;
    return rdg_flow_segment(t->flow, 0, &t->mesh, t->sigma, t->y, t->dy, NULL);
}

/* As Newton's method asks: the end at a new place, then its derivatives there. */
static int both(void *data)
{
    timed *t = data;
    t->sigma[0] *= 1.0 + 1e-15;
    const int answer = plain(data);
    return answer == 0 ? variations(data) : answer;
}

static int second(void *data)
{
    timed *t = data;
    return rdg_flow_second(t->flow, 0, &t->mesh, t->sigma, t->lambda, t->d2y);
}

/* One period at omega = 1.2, in as many steps. */
static void segment_cost(const char *name, rdg_index masses, int steps)
{
    static timed t;
    rdg_context *ctx = bench_context();
    chain c = {masses};
    double share[64];
    const rdg_index n = 2 * masses;
    t = (timed){.flow = rdg_flow_create(make(ctx, &c), NULL), .mesh = {steps, steps, share}};
    t.sigma[0] = 1.98238714067042;
    t.sigma[masses] = 1.90873524944281;
    t.sigma[n] = 1.2;
    t.sigma[n + 2] = 5.2359877559829887;
    for (rdg_index i = 0; i < n; i++) {
        t.lambda[i] = 1.0 / (double)(i + 1);
    }
    for (int k = 0; k < steps; k++) {
        share[k] = 1.0 / steps;
    }
    bench_require(rdg_error_status(ctx) == RDG_OK, rdg_error_message(ctx));
    const double us[3] = {bench_call_us(plain, &t), bench_call_us(variations, &t), bench_call_us(second, &t)};
    rdg_flow_keep_stages(t.flow, 1);
    const double both_us = bench_call_us(both, &t);
    printf("%s plain_us=%.2f variations_us=%.2f both_us=%.2f second_us=%.2f variations_by_plain=%.2f "
           "second_by_first=%.2f\n",
           name, us[0], us[1], both_us, us[2], us[1] / us[0], us[2] / us[1]);
    fflush(stdout);
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
    return rdg_flow_segment(t->flow, 0, &t->mesh, t->sigma, t->y, NULL, NULL);
}

static int linear_variations(void *data)
{
    timed_linear *t = data;
    return rdg_flow_segment(t->flow, 0, &t->mesh, t->sigma, t->y, t->dy, NULL);
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
static void linear_segment(rdg_index masses, bool closed)
{
    static timed_linear t;
    rdg_context *ctx = bench_context();
    chain c = {masses};
    rdg_hybrid *h = rdg_hybrid_create(ctx, "chain", RDG_PARAMETERS("omega", "k"), (double[]){1.2, 0.5});
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "linear",
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
    branch("duffing", 1, 2.0, 0.0, 15);
    branch("duffing_1e-10", 1, 2.0, 1e-10, 15);
    branch("duffing_8", 8, 1.0, 0.0, 3);
    branch("duffing_16", 16, 1.0, 0.0, 2);
    printf(
        "== one period of such an oscillator, or chain, omega = 1.2; variations by state, omega, phase and "
        "duration; both: end and variations at one place, one after the other\n");
    segment_cost("steps_16", 1, 16);
    segment_cost("steps_32", 1, 32);
    segment_cost("steps_64", 1, 64);
    segment_cost("n_4", 2, 32);
    segment_cost("n_6", 3, 32);
    segment_cost("n_12", 6, 32);
    printf("== segments of linear chains; variations by state, omega, a stiffness, phase and duration\n");
    for (rdg_index masses = 2; masses <= 40; masses = masses == 2 ? 6 : masses == 6 ? 40 : 41) {
        linear_segment(masses, true);
        linear_segment(masses, false);
    }
    return 0;
}
