/* A forced Duffing oscillator, x'' + 0.02 x' + x + 0.1 x^3 = 0.1 cos(omega t): response by shooting and by
 * harmonic balance with harmonics to 1, 3, 7 and 15. Harmonic balance locates each frequency at which
 * shooting has a point: the difference of their amplitudes falls with each harmonic more, down to what
 * computers can tell. */
#include "reference.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/shooting.h>

enum { CASES = 4, SAMPLES = 256, POINTS = 1000, NAME_SIZE = 32 };

static const int highest[CASES] = {1, 3, 7, 15};

static const double upper_fold = 1.40242700462776, lower_fold = 1.08155316512136;

#define FUNCTION(name) static int name(rdg_index n, const double *u, rdg_index m, double *y, void *data)
#define UNUSED (void)n, (void)m, (void)data

/* u = (x, v, omega, phi) */
FUNCTION(motion)
{
    UNUSED;
    y[0] = u[1];
    y[1] = 0.1 * cos(u[3]) - 0.02 * u[1] - u[0] - 0.1 * u[0] * u[0] * u[0];
    return 0;
}

FUNCTION(motion_slope)
{
    UNUSED;
    y[1] = -1.0 - 0.3 * u[0] * u[0];
    y[2] = 1.0;
    y[3] = -0.02;
    y[7] = -0.1 * sin(u[3]);
    return 0;
}

/* Harmonic 1 along the response. */
typedef struct response {
    rdg_shooting *s;
    rdg_index count;
    double omega[POINTS], amplitude[POINTS], unstable[POINTS];
} response;

static double first_harmonic(rdg_shooting *s, const double *u)
{
    static double t[SAMPLES], x[2 * SAMPLES];
    double re = 0.0, im = 0.0;
    if (rdg_shooting_motion(s, u, SAMPLES, t, NULL, x) != RDG_OK) {
        return NAN;
    }
    for (int i = 0; i < SAMPLES; i++) {
        re += x[2 * i] * cos(2.0 * RDG_PI * i / SAMPLES) * 2.0 / SAMPLES;
        im += x[2 * i] * sin(2.0 * RDG_PI * i / SAMPLES) * 2.0 / SAMPLES;
    }
    return hypot(re, im);
}

static bool measure(rdg_problem *p, const rdg_chart *chart, void *data)
{
    response *r = data;
    if (r->count < POINTS) {
        const rdg_index k = r->count++;
        r->omega[k] = chart->mu[rdg_parameter_index(p, "omega")];
        r->unstable[k] = chart->mu[rdg_parameter_index(p, "unstable")];
        r->amplitude[k] = first_harmonic(r->s, chart->u);
    }
    return false;
}

static void follow_by_shooting(rdg_context *ctx, response *r)
{
    const rdg_hybrid_function f = {.f = motion, .df = motion_slope};
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "Duffing", 2, &f, RDG_PARAMETERS("omega"), (double[]){0.5}, "omega");
    rdg_hybrid_set_unit(h, "omega", "rad/s");
    r->s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 1000.0, .order = 1});
    rdg_continue(rdg_shooting_problem(r->s), "duffing_shooting", RDG_RELEASE("omega"),
                 RDG_WINDOW("omega", 0.5, 2.0), RDG_ANGLE(3), RDG_OBSERVE(measure, r));
    rdg_export(ctx, "duffing.csv", r->count, RDG_COLUMN_ARRAY("omega_rad_s", r->omega),
               RDG_COLUMN_ARRAY("A1_m", r->amplitude), RDG_COLUMN_ARRAY("unstable", r->unstable));
}

static void follow_by_balance(rdg_context *ctx, const char *name, int H, const response *r)
{
    int harmonic[16];
    rdg_index count = 0;
    for (int k = 1; k <= H; k += 2) {
        harmonic[count++] = k;
    }
    rdg_structure *mass =
        rdg_structure_create(ctx, "mass", 1, (double[]){1.0}, (double[]){0.02}, (double[]){1.0});
    rdg_name_dof(mass, "x", 0);
    rdg_cubic_spring_add(mass, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_harmonic_add(mass, "A", "x", 1);
    rdg_hbm *hb = rdg_hbm_create(mass, count, harmonic);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", 0.1));
    rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0), RDG_ANGLE(3),
                 RDG_UZ_LIST("omega", r->count, r->omega));
}

/* Next to a fold amplitudes say little: a small change of frequency is a large one there. */
static bool is_away_from_folds(double omega)
{
    return fabs(omega - upper_fold) > 0.01 && fabs(omega - lower_fold) > 0.01;
}

/* How far harmonic 1 is from that by shooting at the same frequencies, on the same part of the response. */
static void differ(rdg_context *ctx, const char *run, const response *r, double *difference, double *worst)
{
    rdg_run *balance = rdg_run_open(ctx, run);
    const double *omega = rdg_run_column(balance, "omega"), *A = rdg_run_column(balance, "A");
    *worst = 0.0;
    for (rdg_index k = 0; omega && A && k < r->count; k++) {
        difference[k] = NAN;
        for (rdg_index row = 0; row < rdg_run_count(balance); row++) {
            const bool there = fabs(omega[row] - r->omega[k]) < 1e-12 * r->omega[k];
            const double d = fabs(A[row] - r->amplitude[k]);
            difference[k] = there && (isnan(difference[k]) || d < difference[k]) ? d : difference[k];
        }
        *worst = is_away_from_folds(r->omega[k]) ? fmax(*worst, difference[k]) : *worst;
    }
    rdg_run_free(balance);
}

int main(void)
{
    static response r;
    references table = {.count = 0};
    static double difference[CASES][POINTS];
    double worst[CASES], H[CASES];
    char name[CASES][NAME_SIZE];
    rdg_context *ctx = rdg_context_create();
    follow_by_shooting(ctx, &r);
    compare(&table, "upper fold by shooting, omega / (rad/s)", upper_fold,
            nearest(ctx, "duffing_shooting", "FP", "omega", upper_fold));
    compare(&table, "lower fold by shooting, omega / (rad/s)", lower_fold,
            nearest(ctx, "duffing_shooting", "FP", "omega", lower_fold));
    for (int k = 0; k < CASES; k++) {
        H[k] = highest[k];
        snprintf(name[k], NAME_SIZE, "duffing_H%d", highest[k]);
        follow_by_balance(ctx, name[k], highest[k], &r);
        compare(&table, name[k], upper_fold, nearest(ctx, name[k], "FP", "omega", upper_fold));
        differ(ctx, name[k], &r, difference[k], &worst[k]);
        printf("harmonics to %2d: harmonic 1 differs by %.1e m at most, away from folds\n", highest[k],
               worst[k]);
    }
    write_references(ctx, &table, "duffing_numbers.csv");
    rdg_export(ctx, "duffing_differences.csv", CASES, RDG_COLUMN_ARRAY("highest_harmonic", H),
               RDG_COLUMN_ARRAY("greatest_difference_away_from_folds_m", worst));
    rdg_plot(ctx, "duffing.png",
             RDG_CURVE(name[0], "omega", "A", .color = "#d55e00", .legend = "harmonic balance, harmonic 1"),
             RDG_CURVE(name[1], "omega", "A", .color = "#009e73", .legend = "to 3"),
             RDG_POINTS(r.count, r.omega, r.amplitude, "shooting", .color = "black"), RDG_XRANGE(0.8, 1.6),
             RDG_TITLE("A forced Duffing oscillator"), RDG_XLABEL("omega / (rad/s)"),
             RDG_YLABEL("amplitude of harmonic 1 / m"));
    rdg_plot(ctx, "duffing_differences.png", RDG_POINTS(r.count, r.omega, difference[0], "harmonic 1"),
             RDG_POINTS(r.count, r.omega, difference[1], "to 3"),
             RDG_POINTS(r.count, r.omega, difference[2], "to 7"),
             RDG_POINTS(r.count, r.omega, difference[3], "to 15"), RDG_LOGY, RDG_YRANGE(1e-15, 1.0),
             RDG_TITLE("Harmonic balance less shooting"), RDG_XLABEL("omega / (rad/s)"),
             RDG_YLABEL("difference of harmonic 1 / m"));
    return rdg_exit(ctx);
}
