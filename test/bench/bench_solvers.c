/* The solvers of a harmonic balance side by side: what a point costs by each of them and by the one that is
 * chosen, how that grows with contacts and harmonics, and what a second thread gains. Times are the
 * processor's but for threads. */
#include "bench.h"
#include "elastic_block.h"
#include "solver_cases.h"

#include <ridgewalk/hbm_solver.h>

enum { MOST = 4, REPETITIONS = 2 };

static const char *const names[] = {"auto", "dense", "whole", "spectral"};

/* A response: the first frequency and the last one, rad/s, and the amplitude of the force. */
typedef struct response {
    double first, last, alpha;
    int points;
} response;

/* Milliseconds a point, the least of some runs; *s: of the last one */
static double a_point(rdg_hbm *hb, const response *r, rdg_run_summary *s)
{
    double best = HUGE_VAL;
    for (int k = 0; k < REPETITIONS; k++) {
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", r->first), RDG_AT("alpha", r->alpha));
        const clock_t begin = clock();
        rdg_continue(p, "frc", RDG_RELEASE("omega"),
                     RDG_WINDOW("omega", fmin(r->first, r->last), fmax(r->first, r->last)),
                     RDG_MAX_POINTS(r->points), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(s));
        bench_require(s->points > 1, "a response cannot be followed");
        best = fmin(best, bench_cpu_ms(begin) / (double)s->points);
        rdg_problem_free(p);
    }
    return best;
}

static rdg_hbm *balance(rdg_structure *s, int highest, int step, rdg_hbm_solver_kind kind)
{
    int harmonic[16], count = 0;
    for (int k = step == 1 ? 0 : 1; k <= highest; k += step) {
        harmonic[count++] = k;
    }
    rdg_hbm *hb = rdg_hbm_create(s, count, harmonic);
    rdg_hbm_solver(hb, kind);
    return hb;
}

static double time_of(rdg_structure *s, int highest, int step, rdg_hbm_solver_kind kind, const response *r,
                      const char *label)
{
    rdg_run_summary summary = {0};
    rdg_hbm *hb = balance(s, highest, step, kind);
    const double ms = a_point(hb, r, &summary);
    if (label) {
        printf("%s_%s solver=%s ms_per_point=%.2f points=%ld unknowns=%lld", label, names[kind],
               names[rdg_hbm_solver_in_use(hb)], ms, summary.points, (long long)rdg_hbm_unknowns(hb));
        printf(" jacobians=%ld factor_ms=%.2f solve_ms=%.2f covered=%d\n", summary.timing.jacobians,
               1e3 * summary.timing.factor_s / (double)summary.points,
               1e3 * summary.timing.solve_s / (double)summary.points, summary.covered);
    }
    rdg_hbm_free(hb);
    return ms;
}

static response about_first_mode(rdg_structure *s, double alpha, int points)
{
    double omega = 0.0;
    rdg_structure_frequencies(s, 0, NULL, 1, &omega);
    return (response){.first = 0.9 * omega, .last = 2.0 * omega, .alpha = alpha, .points = points};
}

/* 600 degrees of freedom, one harmonic */
static void strips(rdg_context *ctx)
{
    static const int contacts[] = {30, 100, 300};
    printf("== A plate of 600 degrees of freedom on contacts, one harmonic\n");
    for (size_t k = 0; k < sizeof contacts / sizeof *contacts; k++) {
        char label[24];
        rdg_structure *s = strip_create(ctx, 60, contacts[k]);
        const response r = about_first_mode(s, 100.0, 20);
        snprintf(label, sizeof label, "plate_%d", contacts[k]);
        for (rdg_hbm_solver_kind kind = RDG_AUTO; kind <= RDG_SPECTRAL; kind++) {
            time_of(s, 1, 2, kind, &r, label);
        }
        rdg_structure_free(s);
    }
}

/* Its response turns back at a fold, and leaves the domain where it came in. */
static void flanges(rdg_context *ctx)
{
    const response r = {.first = 1341.64, .last = 2459.67, .alpha = 70.0, .points = 1000};
    printf("== A flange of 100 bolts with gaps, harmonics 0 to 3\n");
    rdg_structure *s = flange_create(ctx, 100);
    for (rdg_hbm_solver_kind kind = RDG_AUTO; kind <= RDG_SPECTRAL; kind++) {
        time_of(s, 3, 1, kind, &r, "flange_100");
    }
    rdg_structure_free(s);
}

/* Reduced blocks, with full matrices */
static void blocks(rdg_context *ctx)
{
    printf("== Reduced blocks on contacts, harmonics 0 to 3: 5 points of a response\n");
    for (int m = 2; m <= 6; m += 2) {
        char label[24];
        rdg_structure *s = block_create(ctx, m, 3e5);
        const double stuck = block_stuck_frequency(m);
        const response r = {.first = 0.9 * stuck, .last = stuck, .alpha = 20.0, .points = 5};
        snprintf(label, sizeof label, "block_%d", (m + 1) * (m + 1));
        time_of(s, 3, 1, RDG_AUTO, &r, label);
        time_of(s, 3, 1, RDG_WHOLE, &r, label);
        rdg_structure_free(s);
    }
}

typedef double (*timed)(rdg_context *ctx, int x);

static double strip_contacts(rdg_context *ctx, int x, rdg_hbm_solver_kind kind)
{
    rdg_structure *s = strip_create(ctx, 80, x);
    const response r = about_first_mode(s, 100.0, 20);
    const double ms = time_of(s, 1, 2, kind, &r, NULL);
    rdg_structure_free(s);
    return ms;
}

static double contacts_chosen(rdg_context *ctx, int x)
{
    return strip_contacts(ctx, x, RDG_AUTO);
}

static double contacts_dense(rdg_context *ctx, int x)
{
    return strip_contacts(ctx, x, RDG_DENSE);
}

static double block_time(rdg_context *ctx, int m, int highest, rdg_hbm_solver_kind kind)
{
    rdg_structure *s = block_create(ctx, m, 3e5);
    const double stuck = block_stuck_frequency(m);
    const response r = {.first = 0.9 * stuck, .last = stuck, .alpha = 20.0, .points = 5};
    const double ms = time_of(s, highest, 1, kind, &r, NULL);
    rdg_structure_free(s);
    return ms;
}

/* x: nodes, a square */
static int cells(int x)
{
    return (int)lround(sqrt(x)) - 1;
}

static double nodes_spectral(rdg_context *ctx, int x)
{
    return block_time(ctx, cells(x), 3, RDG_SPECTRAL);
}

static double nodes_whole(rdg_context *ctx, int x)
{
    return block_time(ctx, cells(x), 3, RDG_WHOLE);
}

static double harmonics_spectral(rdg_context *ctx, int x)
{
    return block_time(ctx, 6, x, RDG_SPECTRAL);
}

static double harmonics_whole(rdg_context *ctx, int x)
{
    return block_time(ctx, 3, x, RDG_WHOLE);
}

/* t ~ x^p by least squares of logarithms */
static void fit(const char *name, rdg_context *ctx, timed time, const int x[MOST])
{
    double t[MOST], sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (int i = 0; i < MOST; i++) {
        const double l = log((double)x[i]);
        t[i] = log(time(ctx, x[i]));
        sx += l;
        sy += t[i];
        sxx += l * l;
        sxy += l * t[i];
    }
    printf("%s p=%.2f from=%d ms_from=%.2f to=%d ms_to=%.2f\n", name,
           (MOST * sxy - sx * sy) / (MOST * sxx - sx * sx), x[0], exp(t[0]), x[MOST - 1], exp(t[MOST - 1]));
}

/* Seconds of the clock: two threads evaluate contacts, and work on a plate of many of them. */
static void threads(void)
{
    double s[2];
    printf("== A flange of 400 bolts, harmonics 0 to 3: seconds of the clock in one and two threads\n");
    for (int n = 1; n <= 2; n++) {
        rdg_context *ctx = bench_context();
        rdg_threads(ctx, n);
        rdg_structure *flange = flange_create(ctx, 400);
        const response r = {.first = 1341.64, .last = 2459.67, .alpha = 70.0, .points = 8};
        rdg_run_summary summary = {0};
        rdg_hbm *hb = balance(flange, 3, 1, RDG_AUTO);
        const double begin = rdg_seconds();
        a_point(hb, &r, &summary);
        s[n - 1] = rdg_seconds() - begin;
        rdg_context_free(ctx);
    }
    printf("flange_threads one_s=%.3f two_s=%.3f ratio=%.2f\n", s[0], s[1], s[1] / s[0]);
}

int main(void)
{
    rdg_context *ctx = bench_context();
    setvbuf(stdout, NULL, _IOLBF, 0);
    strips(ctx);
    flanges(ctx);
    blocks(ctx);
    printf("== How a point grows, t ~ x^p: chosen or spectral, and beside it factors of all\n");
    fit("contacts", ctx, contacts_chosen, (const int[]){20, 50, 120, 400});
    fit("contacts_dense", ctx, contacts_dense, (const int[]){20, 40, 80, 160});
    fit("nodes_spectral", ctx, nodes_spectral, (const int[]){25, 49, 81, 169});
    fit("nodes_whole", ctx, nodes_whole, (const int[]){9, 16, 25, 49});
    fit("harmonics_spectral", ctx, harmonics_spectral, (const int[]){1, 3, 5, 9});
    fit("harmonics_whole", ctx, harmonics_whole, (const int[]){1, 3, 5, 9});
    const int status = bench_exit(ctx);
    threads();
    return status;
}
