/* Rigid dry friction: what a point costs of the closed form, of stick-slip orbits, of a motion from event to
 * event; boundaries of continuous slip as curves, and as scans of the same resolution. Long ones by the
 * processor's time. */
#include "bench.h"
#include "coulomb/systems.h"

#include <ridgewalk/coulomb_march.h>

#include <math.h>

enum { MASSES = 5 };

typedef struct system_at {
    rdg_coulomb *c;
    double r1, beta;
    rdg_coulomb_limits limits;
    rdg_coulomb_response response;
    double amplitude[MASSES], phase[MASSES];
} system_at;

static int ask_limits(void *data)
{
    system_at *s = data;
    return (int)rdg_coulomb_limits_at(s->c, s->r1, &s->limits);
}

static int ask_closed(void *data)
{
    system_at *s = data;
    return (int)rdg_coulomb_closed(s->c, s->r1, s->beta, &s->response, NULL, NULL);
}

static int ask_amplitudes(void *data)
{
    system_at *s = data;
    return (int)rdg_coulomb_closed(s->c, s->r1, s->beta, &s->response, s->amplitude, s->phase);
}

static bool count_segment(const rdg_coulomb *c, const rdg_coulomb_segment *segment, void *data)
{
    (void)c, (void)segment;
    ++*(long *)data;
    return false;
}

/* Events a second of a motion from rest. */
static double events_a_second(rdg_coulomb *c, double r1, double beta)
{
    double best = 0.0;
    for (int batch = 0; batch < 5; batch++) {
        double x[2 * MASSES] = {0.0};
        double tau = 0.0;
        long events = 0;
        const rdg_coulomb_march_options o = {
            .r1 = r1, .beta = beta, .until = RDG_HZ(2000.0), .watch = count_segment, .data = &events};
        const clock_t begin = clock();
        bench_require(rdg_coulomb_march(c, &o, &tau, x, NULL) == RDG_OK, "a motion cannot be followed");
        best = fmax(best, 1e3 * (double)events / bench_cpu_ms(begin));
    }
    return best;
}

static void closed_forms(rdg_context *ctx)
{
    static const rdg_index masses[] = {2, 5};
    printf(
        "== rigid friction: contact and load at the first mass of a chain, r1 = 1.3, beta = 0.4; motion from "
        "rest at r1 = 0.9\n");
    for (int k = 0; k < 2; k++) {
        system_at s = {.c = chain_with_contact(ctx, masses[k], 1.0, (rdg_coulomb_options){.contact = "m1"}),
                       .r1 = 1.3,
                       .beta = 0.4};
        const double limits = bench_call_us(ask_limits, &s);
        const double closed = bench_call_us(ask_closed, &s);
        const double amplitudes = bench_call_us(ask_amplitudes, &s);
        printf("masses_%d limits_us=%.2f closed_us=%.2f with_amplitudes_us=%.2f events_a_second=%.0f\n",
               (int)masses[k], limits, closed, amplitudes, events_a_second(s.c, 0.9, 0.4));
    }
}

/* A branch of stick-slip orbits. */
static void orbits(rdg_context *ctx)
{
    static const rdg_index masses[] = {2, 5};
    printf("== rigid friction: branches of stick-slip orbits by the times of their events, beta = 0.4\n");
    for (int k = 0; k < 2; k++) {
        rdg_coulomb *c = chain_with_contact(ctx, masses[k], 1.0, (rdg_coulomb_options){.contact = "m1"});
        rdg_problem *p = rdg_orbit_problem(c, RDG_AT("r1", 0.9), RDG_AT("beta", 0.4));
        double least = INFINITY;
        rdg_run_summary summary = {.points = 0};
        for (int batch = 0; batch < 5; batch++) {
            const clock_t begin = clock();
            rdg_continue(p, "branch", RDG_RELEASE("beta"), RDG_WINDOW("beta", 0.3, 0.5), RDG_NO_FOLDER,
                         RDG_NO_TABLE, RDG_STEP(0.005, 1e-6, 0.005), RDG_SUMMARY(&summary));
            least = fmin(least, bench_cpu_ms(begin));
        }
        printf("masses_%d points=%d us_a_point=%.1f\n", (int)masses[k], (int)summary.points,
               1e3 * least / (double)summary.points);
        rdg_problem_free(p);
    }
}

/* beta_lim over r1, five masses: a curve, and limits at as many frequencies as the curve has points. */
static void maps(rdg_context *ctx)
{
    static const double ratio[] = {1.0, 1.5};
    printf("== rigid friction: beta_lim of five masses, r1 from 0.3 to 3, as a curve and as a scan\n");
    for (int k = 0; k < 2; k++) {
        rdg_coulomb *c =
            chain_with_contact(ctx, 5, 1.0, (rdg_coulomb_options){.contact = "m1", .ratio = ratio[k]});
        rdg_run_summary summary = {.points = 0};
        double curve = INFINITY;
        double scan = INFINITY;
        double sum = 0.0;
        for (int batch = 0; batch < 3; batch++) {
            rdg_problem *p = rdg_regime_problem(c, RDG_CONTINUOUS, RDG_AT("r1", 1.3));
            clock_t begin = clock();
            rdg_continue(p, "limit", RDG_RELEASE("r1"), RDG_RELEASE("beta"), RDG_WINDOW("r1", 0.3, 3.0),
                         RDG_NO_FOLDER, RDG_NO_TABLE, RDG_MAX_POINTS(5000), RDG_SUMMARY(&summary));
            curve = fmin(curve, bench_cpu_ms(begin));
            rdg_problem_free(p);
            begin = clock();
            for (int i = 0; i < (int)summary.points; i++) {
                rdg_coulomb_limits l;
                const double r1 = 0.3 + 2.7 * i / (double)summary.points;
                bench_require(rdg_coulomb_limits_at(c, r1, &l) == RDG_OK, "a limit cannot be told");
                sum += l.continuous;
            }
            scan = fmin(scan, bench_cpu_ms(begin));
        }
        bench_require(sum > 0.0 && summary.covered, "the map has not been covered");
        printf("mu_%g points=%d curve_ms=%.1f scan_ms=%.2f curve_us_a_point=%.1f scan_us_a_point=%.1f "
               "curve_by_scan=%.1f\n",
               ratio[k], (int)summary.points, curve, scan, 1e3 * curve / (double)summary.points,
               1e3 * scan / (double)summary.points, curve / scan);
    }
}

int main(void)
{
    rdg_context *ctx = bench_context();
    closed_forms(ctx);
    orbits(ctx);
    maps(ctx);
    return bench_exit(ctx);
}
