/* What exact second derivatives are worth: ridges with the contacts' Hessian and with differences of their
 * Jacobian in its place, the least of some repetitions; over levels at which all slips smoothly, and over all
 * levels with their corners, close to which the Hessian is unbounded. A ridge that gets lost there ends at
 * the maximum of points at the latest. */
#include "bench.h"
#include "ridge_cost.h"

enum { REPETITIONS = 2 };

/* A ridge, and levels between which its contacts slip without a corner, N. */
typedef struct ridge_case {
    const char *name;
    const backbone_case *model;
    double low, high;
} ridge_case;

static const ridge_case cases[] = {
    {"beam_h1", &beam_1, 0.3, 1000.0},     {"beam_h13", &beam_3, 0.3, 2.5},
    {"b1.5e-5_h1", &blades[0], 4.5, 47.0}, {"b1.5e-5_h123", &blades[1], 4.5, 30.0},
    {"b8e-6_h1", &blades[2], 2.7, 33.0},   {"b3e-6_h1", &blades[4], 3.6, 20.0}};

enum { N_CASES = sizeof cases / sizeof *cases };

/* Those levels that lie between two. */
static reference levels_between(const reference *all, double low, double high)
{
    reference some = {.n = 0};
    for (rdg_index k = 0; k < all->n; k++) {
        if (all->alpha[k] > low && all->alpha[k] < high) {
            some.alpha[some.n++] = all->alpha[k];
        }
    }
    return some;
}

static void print_cost(const char *name, const ridge_cost *cost)
{
    const double last = cost->levels->alpha[cost->levels->n - 1];
    printf(" %s_points=%ld %s_iterations=%ld %s_rejected=%ld %s_ms=%.1f %s_end=%s", name,
           cost->summary.points, name, cost->iterations, name, cost->summary.rejected, name, cost->ms, name,
           cost->highest >= last ? "reached" : "lost");
    if (cost->highest < last) {
        printf(" %s_lost_at=%.8g", name, cost->highest);
    }
}

/* Largest relative deviations at the levels that both have met. */
static void print_deviations(const ridge_cost *exact, const ridge_cost *differences)
{
    int common = 0;
    double f = 0.0;
    double Am = 0.0;
    for (rdg_index k = 0; k < exact->levels->n; k++) {
        if (!isnan(exact->Am[k]) && !isnan(differences->Am[k])) {
            common++;
            f = fmax(f, fabs(differences->omega[k] / exact->omega[k] - 1.0));
            Am = fmax(Am, fabs(differences->Am[k] / exact->Am[k] - 1.0));
        }
    }
    printf(" levels=%lld common_levels=%d f_off=%.0e Am_off=%.0e\n", (long long)exact->levels->n, common, f,
           Am);
}

static void compare(rdg_context *ctx, const char *name, const backbone_case *c, const reference *levels)
{
    rdg_hbm *hb = backbone_model(ctx, c);
    const ridge_cost exact = ridge_cost_least(hb, c, levels, false, REPETITIONS);
    const ridge_cost differences = ridge_cost_least(hb, c, levels, true, REPETITIONS);
    printf("%s", name);
    print_cost("exact", &exact);
    print_cost("diff", &differences);
    printf(" times_ms=%.1f", differences.ms / exact.ms);
    print_deviations(&exact, &differences);
}

static void compare_case(rdg_context *ctx, const ridge_case *r, bool whole)
{
    reference all;
    backbone_case c = *r->model;
    bench_require(read_levels(&all, &c), "the reference levels cannot be read");
    if (whole) {
        compare(ctx, r->name, &c, &all);
    } else {
        const reference some = levels_between(&all, r->low, r->high);
        c.start = r->low;
        compare(ctx, r->name, &c, &some);
    }
}

int main(void)
{
    rdg_context *ctx = bench_context();
    printf("== Exact Hessian and differences of the Jacobian: the ridge where all slips smoothly\n");
    for (int k = 0; k < N_CASES; k++) {
        compare_case(ctx, &cases[k], false);
    }
    printf("== Exact Hessian and differences of the Jacobian: the whole ridge with its corners\n");
    for (int k = 0; k < N_CASES; k++) {
        compare_case(ctx, &cases[k], true);
    }
    return bench_exit(ctx);
}
