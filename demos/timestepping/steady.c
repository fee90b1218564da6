/* One law, three solvers: the periodic motion of four structures with dry contacts by harmonic balance
 * (harmonics up to 63), by shooting with all events located, and by time steps, which are followed until the
 * motion repeats. The amplitudes of harmonics 1 and 3, and how those of time steps fall upon the others with
 * the step. QUICK=1: the first two structures, harmonics up to 31, 1000 steps a period at most. */
#include "../forms.h"
#include "../shooting/two_solvers_models.h"

#include <ridgewalk/mechanism_of.h>
#include <ridgewalk/timestepping.h>

#include <stdlib.h>
#include <string.h>

enum { MODELS = 4, REFINEMENTS = 5 };

static const int steps_a_period[REFINEMENTS] = {100, 316, 1000, 3162, 10000};

/* The third harmonic where the first one is measured */
static rdg_structure *with_third(rdg_structure *s)
{
    for (rdg_index k = 0; k < rdg_sensor_count(s); k++) {
        const rdg_sensor *sensor = rdg_sensor_at(s, k);
        if (strcmp(sensor->name, "A1") == 0) {
            rdg_sensor_harmonic_add(s, "A3", sensor->at, 3);
            break;
        }
    }
    return s;
}

static rdg_structure *slider_3(rdg_context *ctx)
{
    return with_third(slider(ctx));
}

static rdg_structure *stop_3(rdg_context *ctx)
{
    return with_third(p03_structure(ctx));
}

static rdg_structure *beam_3(rdg_context *ctx)
{
    return with_third(beam(ctx));
}

static rdg_structure *blades_3(rdg_context *ctx)
{
    return with_third(blades(ctx));
}

/* A structure, at one of the frequencies of its case; periods until a motion repeats */
typedef struct model {
    const problem_case *of;
    rdg_structure *(*make)(rdg_context *ctx);
    const char *title;
    int at, periods;
} model;

static const model models[MODELS] = {
    {&of_two_solvers[SLIDER], slider_3, "slider (P10), 1.15 rad/s", 1, 120},
    {&of_two_solvers[STOP], stop_3, "two masses and a stop (P3), 0.7 rad/s", 2, 120},
    {&of_contacts[BEAM], beam_3, "beam on a pad, 320 Hz", 2, 80},
    {&of_contacts[SEPARATION], blades_3, "blades that separate, 196.5 Hz", 2, 150},
};

typedef struct amplitudes {
    double A1, A3;
} amplitudes;

static problem_case case_of(const model *m)
{
    problem_case c = *m->of;
    c.make = m->make;
    c.ridge = false;
    c.hill = 1; /* no multipliers */
    return c;
}

static amplitudes picked(rdg_context *ctx, const model *m)
{
    amplitudes a;
    pick(ctx, "response", "omega", 1, &m->of->response[m->at], "A1", &a.A1);
    pick(ctx, "response", "omega", 1, &m->of->response[m->at], "A3", &a.A3);
    return a;
}

/* Time steps, from one step to the next shorter one */
static void by_steps(rdg_context *ctx, const model *m, int refinements, amplitudes *a)
{
    const double omega = m->of->response[m->at], period = RDG_HZ(1.0) / omega;
    rdg_structure *s = m->make(ctx);
    rdg_mechanism *mechanism = rdg_mechanism_of(s, RDG_AT("omega", omega), RDG_AT("alpha", m->of->level));
    const rdg_mechanism_options *about = rdg_mechanism_about(mechanism);
    const double q[STATES] = {0.0}, v[STATES] = {m->of->kick, m->of->kick};
    rdg_timestepping *before = NULL;
    for (int i = 0; i < refinements; i++) {
        const int n = steps_a_period[i];
        const rdg_timestepping_options o = {.h = period / n, .tolerance = 1e-12};
        rdg_timestepping *ts = rdg_timestepping_create(mechanism, &o);
        if (before) {
            rdg_timestepping_start_at(ts, before);
        } else {
            rdg_timestepping_start(ts, 0.0, q, v);
        }
        const int periods = before ? m->periods : 4 * m->periods;
        for (int k = 0; k < periods * n && rdg_timestepping_step(ts) == RDG_OK; k++) {
        }
        const double *measured = rdg_timestepping_motion(ts)->sensor;
        for (rdg_index k = 0; k < about->sensors; k++) {
            const char *name = about->sensor[k].name;
            if (strcmp(name, "A1") == 0 || strcmp(name, "A3") == 0) {
                *(name[1] == '1' ? &a[i].A1 : &a[i].A3) = measured[k];
            }
        }
        rdg_timestepping_free(before);
        before = ts;
    }
    rdg_timestepping_free(before);
}

/* What a structure's motion was said to be */
typedef struct table {
    double steps[REFINEMENTS], A1[REFINEMENTS], A3[REFINEMENTS], error1[REFINEMENTS], error3[REFINEMENTS];
    double balance[REFINEMENTS], shooting[REFINEMENTS];
} table;

static void compare_three(rdg_context *ctx, int k, int H, int refinements, table *t)
{
    const model *m = &models[k];
    const problem_case c = case_of(m);
    answer ignored;
    amplitudes step[REFINEMENTS] = {{0.0, 0.0}};
    by_shooting(ctx, &c, &ignored);
    const amplitudes exact = picked(ctx, m);
    by_balance(ctx, &c, H, &ignored);
    const amplitudes balance = picked(ctx, m);
    by_steps(ctx, m, refinements, step);
    printf("%s\n  A1: shooting %.9g m, harmonic balance %.9g m; A3: %.9g m, %.9g m\n", m->title, exact.A1,
           balance.A1, exact.A3, balance.A3);
    for (int i = 0; i < refinements; i++) {
        t->steps[i] = steps_a_period[i];
        t->A1[i] = step[i].A1;
        t->A3[i] = step[i].A3;
        t->balance[i] = balance.A1;
        t->shooting[i] = exact.A1;
        t->error1[i] = fabs(step[i].A1 - exact.A1) / exact.A1;
        t->error3[i] = fabs(step[i].A3 - exact.A3) / exact.A1;
        printf("  %5d steps a period: A1 %.9g m, off by %.1e; A3 %.9g m, off by %.1e of A1\n",
               steps_a_period[i], step[i].A1, t->error1[i], step[i].A3, t->error3[i]);
    }
    static const char *const file[MODELS] = {"steady_slider.csv", "steady_stop.csv", "steady_beam.csv",
                                             "steady_blades.csv"};
    rdg_export(ctx, file[k], refinements, RDG_COLUMN_ARRAY("steps_a_period", t->steps),
               RDG_COLUMN_ARRAY("A1_m", t->A1), RDG_COLUMN_ARRAY("A3_m", t->A3),
               RDG_COLUMN_ARRAY("A1_shooting_m", t->shooting), RDG_COLUMN_ARRAY("A1_balance_m", t->balance),
               RDG_COLUMN_ARRAY("A1_error", t->error1), RDG_COLUMN_ARRAY("A3_error_of_A1", t->error3));
}

int main(void)
{
    static table t[MODELS];
    double second[REFINEMENTS];
    rdg_context *ctx = rdg_context_create();
    const bool quick = form_is_quick();
    const int refinements = quick ? 3 : REFINEMENTS;
    for (int k = 0; k < (quick ? 2 : MODELS); k++) {
        compare_three(ctx, k, quick ? 31 : 63, refinements, &t[k]);
    }
    for (int i = 0; i < refinements; i++) {
        second[i] = 10.0 / ((double)steps_a_period[i] * steps_a_period[i]);
    }
#define CURVE(k) RDG_POINTS(refinements, t[k].steps, t[k].error1, models[k].title, .style = RDG_LINE_DOTS)
#define LABELS                                                                                               \
    RDG_POINTS(refinements, t[0].steps, second, "second order", .style = RDG_LINE, .color = "#999999"),      \
        RDG_LOGLOG, RDG_XLABEL("time steps a period"), RDG_YLABEL("relative error of harmonic 1"),           \
        RDG_TITLE("Periodic motions by time steps, against shooting")
    if (quick) {
        rdg_plot(ctx, "steady.png", CURVE(0), CURVE(1), LABELS);
        return rdg_exit(ctx);
    }
    rdg_plot(ctx, "steady.png", CURVE(0), CURVE(1), CURVE(2), CURVE(3), LABELS);
    return rdg_exit(ctx);
}
