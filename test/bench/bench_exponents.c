/* How the time of a point grows: exponents p of t ~ x^p, fitted to processor times, where x is the number of
 * degrees of freedom (condensed to ten contacts, or all kept), of contacts, of harmonics, and of points that
 * a run has already; and of harmonics in its stability. Least squares of logarithms; off: the greatest factor
 * by which a time misses the fit. */
#include "bench.h"
#include "rod.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/stability.h>

enum { MOST = 5, MOST_HARMONICS = 63, REPETITIONS = 3 };

/* Milliseconds a point of the response of something of size x. */
typedef double (*timed)(rdg_context *ctx, int x);

static double least_time(rdg_problem *p, double low, double high, int points, double step)
{
    double best = HUGE_VAL;
    for (int k = 0; k < REPETITIONS; k++) {
        rdg_run_summary s = {0};
        const clock_t begin = clock();
        rdg_continue(p, "r", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high), RDG_DIRECTION(1),
                     RDG_MAX_POINTS(points), RDG_STEP(step / 10, 1e-9, step), RDG_NO_FOLDER, RDG_NO_TABLE,
                     RDG_SUMMARY(&s));
        bench_require(s.points > 1, "a response cannot be followed");
        best = fmin(best, bench_cpu_ms(begin) / (double)s.points);
    }
    return best;
}

static double rod_time(rdg_context *ctx, int n, bool keep_all)
{
    rdg_structure *rod = rod_create(ctx, n);
    rdg_hbm *hb = rod_hbm(rod, keep_all);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 140.0), RDG_AT("alpha", 0.01));
    const double ms = least_time(p, 140.0, 180.0, 60, 0.5);
    rdg_problem_free(p);
    rdg_hbm_free(hb);
    rdg_structure_free(rod);
    return ms;
}

static double condensed(rdg_context *ctx, int n)
{
    return rod_time(ctx, n, false);
}

static double whole(rdg_context *ctx, int n)
{
    return rod_time(ctx, n, true);
}

/* Masses in a row on springs, with so many contacts or cubic springs; harmonics 0 or 1, step, ... highest. */
static rdg_hbm *row(rdg_context *ctx, int n, int contacts, bool friction, int highest, int step)
{
    double *mass = malloc((size_t)n * sizeof *mass), *stiffness = malloc((size_t)n * sizeof *stiffness);
    int harmonic[MOST_HARMONICS], count = 0;
    bench_require(mass && stiffness, "no memory");
    for (int i = 0; i < n; i++) {
        mass[i] = 1.0;
        stiffness[i] = 1.0 + 0.001 * (double)(i % 7);
    }
    rdg_structure *s = rdg_chain_create(ctx, n, mass, stiffness);
    free(mass);
    free(stiffness);
    rdg_damping_proportional(s, 0.02, 0.01);
    for (int i = 0; i < contacts; i++) {
        char at[16];
        snprintf(at, sizeof at, "x%d", i);
        rdg_name_dof(s, at, i);
        if (friction) {
            rdg_contact_add(s, &(rdg_contact){.tangential = at, .kt = 0.4, .mu = 0.3, .preload = 0.5});
        } else {
            rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = at, .k3 = 0.1});
        }
    }
    rdg_force_add(s, "x0", 1, 1.0);
    for (int k = step == 1 ? 0 : 1; k <= highest; k += step) {
        harmonic[count++] = k;
    }
    return rdg_hbm_create(s, count, harmonic);
}

static double row_time(rdg_context *ctx, rdg_hbm *hb, int points, double step, bool stability)
{
    rdg_structure *s = rdg_hbm_structure(hb);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.3), RDG_AT("alpha", 0.6));
    if (stability) {
        rdg_hbm_add_stability(hb, p, "stability");
    }
    bench_require(rdg_error_status(ctx) == RDG_OK, rdg_error_message(ctx));
    const double ms = least_time(p, 0.3, 2.0, points, step);
    rdg_problem_free(p);
    rdg_hbm_free(hb);
    rdg_structure_free(s);
    return ms;
}

static double contacts(rdg_context *ctx, int x)
{
    rdg_hbm *hb = row(ctx, x, x, true, 3, 2);
    rdg_hbm_keep_all(hb);
    return row_time(ctx, hb, 20, 0.2, false);
}

static double harmonics(rdg_context *ctx, int x)
{
    return row_time(ctx, row(ctx, 20, 3, true, 2 * x - 1, 2), 40, 0.2, false);
}

static double points(rdg_context *ctx, int x)
{
    return row_time(ctx, row(ctx, 2, 1, false, 3, 2), x, 0.3 / (double)x, false);
}

static double stability(rdg_context *ctx, int x)
{
    rdg_hbm *hb = row(ctx, 3, 2, false, x, 1);
    rdg_hbm_keep_all(hb);
    return row_time(ctx, hb, 10, 0.2, true);
}

static void fit(const char *name, rdg_context *ctx, timed time, const int x[MOST])
{
    double t[MOST], sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0, off = 0.0;
    for (int i = 0; i < MOST; i++) {
        t[i] = log(time(ctx, x[i]));
        const double l = log((double)x[i]);
        sx += l;
        sy += t[i];
        sxx += l * l;
        sxy += l * t[i];
    }
    const double p = (MOST * sxy - sx * sy) / (MOST * sxx - sx * sx), c = (sy - p * sx) / MOST;
    for (int i = 0; i < MOST; i++) {
        off = fmax(off, fabs(t[i] - c - p * log((double)x[i])));
    }
    printf("%s p=%.2f off=%.2f from=%d ms_from=%.3f to=%d ms_to=%.3f\n", name, p, exp(off), x[0], exp(t[0]),
           x[MOST - 1], exp(t[MOST - 1]));
}

int main(void)
{
    rdg_context *ctx = bench_context();
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("== How the time of a point grows, t ~ x^p: milliseconds of the processor\n");
    fit("condensed", ctx, condensed, (const int[]){300, 700, 1500, 4000, 10000});
    fit("whole", ctx, whole, (const int[]){100, 200, 400, 800, 1600});
    fit("contacts", ctx, contacts, (const int[]){10, 20, 40, 80, 160});
    fit("harmonics", ctx, harmonics, (const int[]){2, 4, 8, 16, 24});
    fit("points", ctx, points, (const int[]){250, 500, 1000, 2000, 4000});
    fit("stability", ctx, stability, (const int[]){3, 5, 8, 13, 21});
    return bench_exit(ctx);
}
