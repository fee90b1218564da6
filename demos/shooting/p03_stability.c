/* P3 of the vibration problems: two masses, the first one 1 m in front of an elastic stop that is a hundred
 * times stiffer than the springs. One run by shooting passes its folds, period doublings and Neimark-Sacker
 * points, and where the mass grazes the stop it goes on with another sequence of contacts. Beside it Hill's
 * estimates by harmonic balance with 11 and 21 harmonics. */
#include "../vibration/models.h"
#include "reference.h"

#include <ridgewalk/bifurcations.h>
#include <ridgewalk/shooting.h>

#include <string.h>

enum { SAMPLES = 512, POINTS = 3000 };

#define FUNCTION(name) static int name(rdg_index n, const double *u, rdg_index m, double *y, void *data)
#define UNUSED (void)n, (void)m, (void)data

/* u = (x1, x2, v1, v2, omega, phi) */
FUNCTION(apart)
{
    UNUSED;
    y[0] = u[2];
    y[1] = u[3];
    y[2] = -(u[0] - u[1]) - 0.03 * (u[2] - u[3]);
    y[3] = -y[2] - u[1] - 0.03 * u[3] + 0.1 * cos(u[5]);
    return 0;
}

FUNCTION(apart_slope)
{
    UNUSED;
    const double d = 0.03;
    const double by_state[4][4] = {
        {0.0, 0.0, -1.0, 1.0}, {0.0, 0.0, 1.0, -2.0}, {1.0, 0.0, -d, d}, {0.0, 1.0, d, -2.0 * d}};
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 4; i++) {
            y[i + 4 * j] = by_state[j][i];
        }
    }
    y[3 + 4 * 5] = -0.1 * sin(u[5]);
    return 0;
}

FUNCTION(touching)
{
    apart(n, u, m, y, data);
    y[2] -= 100.0 * (u[0] - 1.0);
    return 0;
}

FUNCTION(touching_slope)
{
    apart_slope(n, u, m, y, data);
    y[2] -= 100.0;
    return 0;
}

FUNCTION(gap)
{
    UNUSED;
    y[0] = 1.0 - u[0];
    return 0;
}

static rdg_hybrid *masses_at_stop(rdg_context *ctx)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "two masses", RDG_PARAMETERS("omega"), (double[]){0.8});
    rdg_hybrid_set_unit(h, "omega", "rad/s");
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(
        h, &(rdg_hybrid_phase){.name = "open", .n = 4, .field = {.f = apart, .df = apart_slope}});
    rdg_hybrid_add_phase(
        h, &(rdg_hybrid_phase){.name = "closed", .n = 4, .field = {.f = touching, .df = touching_slope}});
    rdg_hybrid_add_event_surface(
        h,
        &(rdg_hybrid_event_surface){.name = "touch", .from = "open", .to = "closed", .surface = {.f = gap}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "leave", .from = "closed", .to = "open", .direction = 1, .surface = {.f = gap}});
    return h;
}

/* What a run by shooting has shown. */
typedef struct response {
    rdg_shooting *s;
    rdg_index count;
    double omega[POINTS], amplitude[POINTS], unstable[POINTS];
    char type[POINTS][8];
} response;

/* Harmonic 1 of the mass at the stop along each orbit. */
static bool measure(rdg_problem *p, const rdg_chart *chart, void *data)
{
    static double t[SAMPLES], x[4 * SAMPLES];
    response *r = data;
    if (r->count == POINTS || rdg_shooting_motion(r->s, chart->u, SAMPLES, t, NULL, x) != RDG_OK) {
        return false;
    }
    double re = 0.0, im = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        re += x[4 * i] * cos(2.0 * RDG_PI * i / SAMPLES) * 2.0 / SAMPLES;
        im += x[4 * i] * sin(2.0 * RDG_PI * i / SAMPLES) * 2.0 / SAMPLES;
    }
    const rdg_index k = r->count++;
    r->omega[k] = chart->mu[rdg_parameter_index(p, "omega")];
    r->unstable[k] = chart->mu[rdg_parameter_index(p, "unstable")];
    r->amplitude[k] = hypot(re, im);
    snprintf(r->type[k], sizeof r->type[k], "%s", chart->type);
    return false;
}

static void follow_by_shooting(rdg_context *ctx, response *r)
{
    r->s = rdg_shooting_create(masses_at_stop(ctx), &(rdg_shooting_options){.transient = 400.0});
    rdg_continue(rdg_shooting_problem(r->s), "p03_shooting", RDG_RELEASE("omega"),
                 RDG_WINDOW("omega", 0.5, 0.8), RDG_DIRECTION(-1), RDG_MAX_POINTS(POINTS),
                 RDG_OBSERVE(measure, r));
    const char *type[POINTS];
    for (rdg_index k = 0; k < r->count; k++) {
        type[k] = r->type[k];
    }
    rdg_export(ctx, "p03.csv", r->count, RDG_COLUMN_ARRAY("omega_rad_s", r->omega),
               RDG_COLUMN_ARRAY("A1_m", r->amplitude), RDG_COLUMN_ARRAY("unstable", r->unstable),
               RDG_COLUMN_TEXTS("type", type));
}

static void follow_by_balance(rdg_context *ctx, const char *name, int H)
{
    rdg_hbm *hb = p03(ctx, H);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.1));
    rdg_hbm_add_bifurcations(hb, p, "stability");
    rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 0.8), RDG_DIRECTION(-1),
                 RDG_ANGLE(3), RDG_MAX_POINTS(2000));
}

/* The exact points, and beside them the estimates. */
static void tell(rdg_context *ctx)
{
    static const struct {
        const char *what, *type;
        double omega;
        bool estimated; /* by harmonic balance, too */
    } known[] = {
        {"fold, omega / (rad/s)", "FP", 0.7556273526, true}, {"period doubling", "PD", 0.7555861594, true},
        {"period doubling", "PD", 0.7387830254, true},       {"Neimark-Sacker", "NS", 0.6186068743, true},
        {"Neimark-Sacker", "NS", 0.5819006504, true},        {"stop grazed", "GR", 0.6534401404163, false}};
    references exact = {.count = 0}, more = {.count = 0}, few = {.count = 0};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const double omega = known[k].omega;
        compare(&exact, known[k].what, omega, nearest(ctx, "p03_shooting", known[k].type, "omega", omega));
        if (known[k].estimated) {
            compare(&more, "  by 21 harmonics", omega,
                    nearest(ctx, "p03_balance_21", known[k].type, "omega", omega));
            compare(&few, "  by 11 harmonics", omega,
                    nearest(ctx, "p03_balance_11", known[k].type, "omega", omega));
        }
    }
    write_references(ctx, &exact, "p03_numbers.csv");
    write_references(ctx, &few, "p03_numbers_H11.csv");
    write_references(ctx, &more, "p03_numbers_H21.csv");
}

/* Points of a type. */
static rdg_index pick(const response *r, const char *type, double *omega, double *amplitude)
{
    rdg_index count = 0;
    for (rdg_index k = 0; k < r->count; k++) {
        if (strcmp(r->type[k], type) == 0) {
            omega[count] = r->omega[k];
            amplitude[count++] = r->amplitude[k];
        }
    }
    return count;
}

static void draw(rdg_context *ctx, const response *r)
{
    enum { TYPES = 4 };
    static const char *const type[TYPES] = {"FP", "PD", "NS", "GR"};
    static double omega[TYPES][POINTS], amplitude[TYPES][POINTS];
    rdg_index n[TYPES];
    for (int k = 0; k < TYPES; k++) {
        n[k] = pick(r, type[k], omega[k], amplitude[k]);
    }
#define BALANCE                                                                                              \
    RDG_CURVE("p03_balance_21", "omega", "A1", .color = "#cccccc", .width = 4,                               \
              .legend = "harmonic balance, to 21")
#define SHOOTING                                                                                             \
    RDG_POINTS(r->count, r->omega, r->amplitude, "shooting", .style = RDG_LINE, .color = "#0072b2")
#define TYPE(k, text) RDG_POINTS(n[k], omega[k], amplitude[k], text)
    rdg_plot(ctx, "p03.png", BALANCE, SHOOTING, TYPE(0, "folds"), TYPE(1, "period doublings"),
             TYPE(2, "Neimark-Sacker"), TYPE(3, "grazes"), RDG_XRANGE(0.5, 0.8),
             RDG_TITLE("Two masses and a stop"), RDG_XLABEL("omega / (rad/s)"),
             RDG_YLABEL("harmonic 1 of the mass at the stop / m"));
    rdg_plot(ctx, "p03_fold.png", BALANCE, SHOOTING, TYPE(0, "fold"), TYPE(1, "period doublings"),
             RDG_XRANGE(0.735, 0.757), RDG_YRANGE(1.13, 1.35), RDG_TITLE("Two masses and a stop: the fold"),
             RDG_XLABEL("omega / (rad/s)"), RDG_YLABEL("harmonic 1 of the mass at the stop / m"));
}

int main(void)
{
    static response r;
    rdg_context *ctx = rdg_context_create();
    follow_by_shooting(ctx, &r);
    follow_by_balance(ctx, "p03_balance_11", 11);
    follow_by_balance(ctx, "p03_balance_21", 21);
    tell(ctx);
    draw(ctx, &r);
    return rdg_exit(ctx);
}
