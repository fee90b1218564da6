/* Random ridges, and whether their warnings "has a greater maximum elsewhere" are right: two masses with one
 * contact (harmonics 1, 3, 5), plates with contacts, random chains. The referee is scan_response() over the
 * window in short steps, against points of the ridge that are labelled at these very levels. */
#ifndef RDG_TEST_RIDGE_ALARMS_H
#define RDG_TEST_RIDGE_ALARMS_H

#include "random_response.h"
#include "response_scan.h"

#include <ridgewalk/peak_set.h>
#include <ridgewalk/ridge.h>

#include <stdio.h>
#include <string.h>

enum { ALARM_LABELS = 12, ALARM_TEXT = 1 << 16 };

typedef enum alarm_kind { ALARM_TWO_MASSES, ALARM_PLATES, ALARM_CHAINS } alarm_kind;

typedef struct alarm_case {
    rdg_hbm *hb;
    double low, high, least, most; /* window of frequencies, rad/s; levels, N */
} alarm_case;

static char alarm_heard[ALARM_TEXT]; /* warnings and notes */

static inline void alarm_listen(rdg_channel channel, const char *text, void *data)
{
    (void)data;
    if (channel != RDG_CHANNEL_TABLE && strlen(alarm_heard) + strlen(text) + 2 < sizeof alarm_heard) {
        strcat(strcat(alarm_heard, text), "\n");
    }
}

static inline alarm_case alarm_two_masses(rdg_context *ctx, uint64_t *seed)
{
    const double m1 = random_scale(seed, 0.5, 2.0), m2 = random_scale(seed, 0.1, 2.0);
    const double k1 = random_scale(seed, 0.5, 2.0), k2 = random_scale(seed, 0.1, 2.0);
    const double beta = random_scale(seed, 0.003, 0.05);
    const double M[4] = {m1, 0.0, 0.0, m2}, K[4] = {k1 + k2, -k2, -k2, k2};
    double C[4];
    for (int i = 0; i < 4; i++) {
        C[i] = beta * K[i] + 0.002 * M[i];
    }
    rdg_structure *s = rdg_structure_create(ctx, "two masses", 2, M, C, K);
    rdg_name_dof(s, "x1", 0);
    rdg_name_dof(s, "x2", 1);
    rdg_contact_add(s, &(rdg_contact){.name = "c",
                                      .tangential = random_signed(seed) > 0.0 ? "x1" : "x2",
                                      .kt = random_scale(seed, 0.1, 3.0),
                                      .mu = 0.5,
                                      .preload = random_scale(seed, 0.5, 4.0)});
    rdg_force_add(s, random_signed(seed) > 0.0 ? "x1" : "x2", 1, 1.0);
    rdg_sensor_add(s, "Am", random_signed(seed) > 0.0 ? "x1" : "x2");
    return (alarm_case){.hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5)),
                        .low = 0.2,
                        .high = 3.5,
                        .least = 0.02,
                        .most = 20.0};
}

/* Clamped at its left edge, 60 degrees of freedom, 2 to 5 contacts along its lower edge. */
static inline alarm_case alarm_plate(rdg_context *ctx, uint64_t *seed)
{
    enum { NX = 10, NY = 2, COLUMN = 2 * (NY + 1) };
    static const rdg_index clamp[COLUMN] = {0, 1, 2, 3, 4, 5};
    double f[2];
    rdg_plane_options o = rdg_plane_options_default();
    o.length = 0.5;
    o.height = 0.12;
    o.thickness = 5e-3;
    o.nx = NX;
    o.ny = NY;
    rdg_structure *s = rdg_structure_hold(rdg_plane_create(ctx, &o), COLUMN, clamp);
    rdg_damping_proportional(s, 0.0, random_scale(seed, 1e-6, 1e-5));
    const int contacts = 2 + (int)(2.0 + 2.0 * random_signed(seed));
    for (int k = 0; k < contacts; k++) {
        char at[16], name[16];
        const int column = 3 + (int)(3.95 + 3.95 * random_signed(seed));
        snprintf(at, sizeof at, "t%d", k);
        snprintf(name, sizeof name, "c%d", k);
        rdg_name_dof(s, at, COLUMN * (column - 1) + 1);
        rdg_contact_add(s, &(rdg_contact){.name = name,
                                          .tangential = at,
                                          .kt = random_scale(seed, 1e6, 3e7),
                                          .mu = 0.3,
                                          .preload = random_scale(seed, 20.0, 400.0)});
    }
    rdg_name_dof(s, "tip", COLUMN * (NX - 1) + 2 * NY + 1);
    rdg_force_add(s, "tip", 1, 1.0);
    rdg_sensor_add(s, "Am", "tip");
    rdg_structure_modes(s, 0, NULL, 2, f, NULL);
    rdg_hbm *hb = random_signed(seed) > 0.0 ? rdg_hbm_create(s, RDG_HARMONICS(1))
                                            : rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    return (alarm_case){.hb = hb, .low = 0.6 * f[0], .high = 1.2 * f[1], .least = 1.0, .most = 2000.0};
}

static inline alarm_case alarm_chain(rdg_context *ctx, uint64_t *seed)
{
    const random_kind kind = (random_kind)(RUBBING + (int)(2.495 + 2.495 * random_signed(seed)));
    const random_response r = random_system(ctx, seed, kind);
    return (alarm_case){.hb = r.hb, .low = r.low, .high = r.high, .least = 0.02, .most = 4.0};
}

static inline alarm_case alarm_structure(rdg_context *ctx, alarm_kind kind, uint64_t name)
{
    uint64_t seed = (name + 1) * 0x9E3779B97F4A7C15u;
    seed ^= seed >> 31;
    random_signed(&seed);
    const alarm_case c = kind == ALARM_TWO_MASSES ? alarm_two_masses(ctx, &seed)
                         : kind == ALARM_PLATES   ? alarm_plate(ctx, &seed)
                                                  : alarm_chain(ctx, &seed);
    assert_ok(ctx, rdg_error_status(ctx));
    return c;
}

/* --- what is reported */

typedef struct alarm_report {
    double level, from; /* of the warning, and from which on it may be so; infinite: there is none */
    double blind[2];    /* between these levels the response was not looked at */
    bool jumps;         /* the ridge vanishes there */
} alarm_report;

static inline const char *alarm_line(const char *words)
{
    const char *at = strstr(alarm_heard, words);
    while (at && at > alarm_heard && at[-1] != '\n') {
        at--;
    }
    return at;
}

static inline double alarm_number(const char *line, const char *words, double otherwise)
{
    const char *at = line ? strstr(line, words) : NULL;
    return at ? strtod(at + strlen(words), NULL) : otherwise;
}

static inline alarm_report alarm_read(void)
{
    const char *warning = alarm_line("has a greater maximum elsewhere");
    const char *note = alarm_line("the whole response was not scanned");
    alarm_report r = {.level = alarm_number(warning, "alpha = ", INFINITY)};
    r.from = alarm_number(warning, "somewhere between ", r.level);
    r.jumps = warning && strstr(warning, "until that vanishes");
    r.blind[0] = alarm_number(note, "between ", 0.0);
    r.blind[1] = alarm_number(note, " and ", 0.0);
    return r;
}

/* --- what is true */

/* The greatest maximum at a level; NAN: the response cannot be followed. */
static inline double alarm_greatest(rdg_context *ctx, const alarm_case *c, double level, double omega)
{
    const rdg_peaks *found =
        scan_response(c->hb, "Am", RDG_HOLD_AT("alpha", level), RDG_STEP(0.02, 1e-6, 0.05),
                      RDG_WINDOW("omega", fmin(c->low, omega / 1.02), fmax(c->high, omega * 1.02)));
    const bool known = found && found->covered;
    const double most = known && found->greatest >= 0 ? found->maximum[found->greatest].amplitude : 0.0;
    rdg_error_clear(ctx);
    scan_free(found);
    return known ? most : NAN;
}

/* Excess of the greatest maximum over the ridge at a level, and the ridge's height; NAN: the ridge has no
 * point there, or the response cannot be followed. */
static inline double alarm_excess(rdg_context *ctx, const alarm_case *c, const char *name, double level,
                                  double *height)
{
    rdg_run *run = rdg_run_open(ctx, name);
    const double *alpha = rdg_run_column(run, "alpha"), *Am = rdg_run_column(run, "Am"),
                 *omega = rdg_run_column(run, "omega");
    double excess = NAN;
    for (rdg_index k = 0; run && k < rdg_run_count(run); k++) {
        if (fabs(alpha[k] / level - 1.0) < 1e-9) {
            *height = Am[k];
            excess = alarm_greatest(ctx, c, alpha[k], omega[k]) / Am[k] - 1.0;
        }
    }
    rdg_run_free(run);
    return excess;
}

/* --- one ridge */

typedef struct alarm_count {
    int ridges, greater; /* with a greater maximum at a label */
    int alarms, falsely;
    int missed, open; /* without a warning in time; of these between levels that a note names */
    int brief; /* likewise, but the greater maximum is gone at the next label: ridge.h excludes those */
} alarm_count;

/* The response at a level by Newton's method, from where the ridge goes on behind the warning's level: its
 * amplitude; 0: there is none. Where two parts of the response meet it need not hang together with the ridge.
 */
static inline double alarm_behind(rdg_context *ctx, const alarm_case *c, double level)
{
    const rdg_index n = rdg_hbm_unknowns(c->hb);
    rdg_run *run = rdg_run_open(ctx, "r");
    const double *alpha = rdg_run_column(run, "alpha"), *omega = rdg_run_column(run, "omega");
    double height = 0.0;
    rdg_index row = 0;
    while (row < rdg_run_count(run) && !(strcmp(rdg_run_type(run, row), "RS") == 0 && alpha[row] > level)) {
        row++;
    }
    if (row < rdg_run_count(run) && rdg_run_label(run, row) > 0) {
        rdg_problem *p = rdg_hbm_problem(c->hb, RDG_AT("omega", omega[row]), RDG_AT("alpha", level));
        rdg_set_load(p, NULL, 0.0, NULL, NULL); /* no solution rather than one by way of lower levels */
        rdg_run_solution(run, rdg_run_label(run, row), "Q", n, rdg_start_values(p), NULL);
        if (rdg_solve(p) == RDG_OK) {
            rdg_parameter_value(p, "Am", rdg_start_values(p), &height);
        }
        rdg_problem_free(p);
    }
    rdg_error_clear(ctx);
    rdg_run_free(run);
    return height;
}

/* The greatest maximum at a level among those that hang together with the response at higher levels: followed
 * down from there, and found again on the response through it. */
static inline double alarm_greatest_detached(rdg_context *ctx, const alarm_case *c, double level)
{
    double most = 0.0;
    rdg_peak_response *r = rdg_peak_response_create(c->hb, "Am", c->low, c->high, NULL);
    for (double from = level; from < 4.1 * level; from *= 1.1) {
        const rdg_peak_set *set = rdg_peak_set_at(r, from);
        for (rdg_index k = 0; set && k < set->count; k++) {
            rdg_peak_point *p = rdg_peak_point_copy(r, set->peak[k]);
            const rdg_peaks *found =
                rdg_peak_follow(r, p, level) == RDG_PEAK_REACHED
                    ? scan_response(c->hb, "Am", RDG_HOLD_AT("alpha", level), RDG_START(p->u),
                                    RDG_WINDOW("omega", c->low, c->high))
                    : NULL;
            for (rdg_index i = 0; found && i < found->count; i++) {
                most = fmax(most, found->maximum[i].amplitude);
            }
            rdg_error_clear(ctx);
            scan_free(found);
            rdg_peak_point_free(p);
        }
        rdg_peak_set_free(set);
    }
    rdg_peak_response_free(r);
    return most;
}

/* Is there no greater response at the level of the warning, which has six digits? */
static inline bool alarm_is_false(rdg_context *ctx, const alarm_case *c, const alarm_report *r)
{
    const double level = r->level * (r->jumps ? 1.0 - 2e-6 : 1.0 + 2e-6);
    double height = 0.0;
    rdg_ridge(c->hb, "again", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", c->least, 1.1 * level),
              RDG_UZ("alpha", level), RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING), RDG_NO_TABLE, RDG_IN_MEMORY,
              RDG_EXPECT_EARLY_END);
    rdg_error_clear(ctx);
    const double excess = alarm_excess(ctx, c, "again", level, &height);
    return excess < 1e-7 && !(r->jumps && alarm_behind(ctx, c, level) > 1.001 * height) &&
           !(alarm_greatest_detached(ctx, c, level) > height * (1.0 + 1e-7));
}

static inline void alarm_check(alarm_kind kind, uint64_t name, alarm_count *sum)
{
    double level[ALARM_LABELS], height = 0.0, first_greater = INFINITY;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, alarm_listen, NULL);
    const alarm_case c = alarm_structure(ctx, kind, name);
    for (int k = 0; k < ALARM_LABELS; k++) {
        level[k] = c.least * pow(c.most / c.least, (k + 0.5) / ALARM_LABELS);
    }
    rdg_problem *p = rdg_hbm_problem(c.hb, RDG_AT("omega", c.low), RDG_AT("alpha", c.least));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", c.low, c.high),
                                RDG_LABEL_EVERY(1), RDG_NO_TABLE, RDG_IN_MEMORY));
    alarm_heard[0] = '\0';
    assert_ok(ctx, rdg_ridge(c.hb, "r", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", c.least, c.most),
                             RDG_UZ_LIST("alpha", ALARM_LABELS, level), RDG_NO_TABLE, RDG_IN_MEMORY,
                             RDG_EXPECT_EARLY_END));
    const alarm_report r = alarm_read();
    bool lasts = false;
    for (int k = 0; k < ALARM_LABELS && first_greater == INFINITY; k++) {
        first_greater = alarm_excess(ctx, &c, "r", level[k], &height) > 1e-6 ? level[k] : INFINITY;
        lasts = first_greater < INFINITY &&
                (k + 1 == ALARM_LABELS || !(alarm_excess(ctx, &c, "r", level[k + 1], &height) <= 1e-6));
    }
    const bool falsely = r.level < INFINITY && alarm_is_false(ctx, &c, &r);
    const bool silent = first_greater < INFINITY && !(r.from <= 1.02 * first_greater);
    const bool open = silent && r.blind[0] <= first_greater && first_greater <= r.blind[1];
    sum->ridges++;
    sum->greater += first_greater < INFINITY;
    sum->alarms += r.level < INFINITY;
    sum->falsely += falsely;
    sum->open += open;
    sum->brief += silent && !open && !lasts;
    sum->missed += silent && !open && lasts;
    if (falsely || (silent && !open && lasts)) {
        print_message("kind %d, structure %llu: warning at %.9g N, greater from %.9g N on: %s\n", (int)kind,
                      (unsigned long long)name, r.level, first_greater, falsely ? "false" : "missed");
    }
    rdg_context_free(ctx);
}

static inline alarm_count alarm_campaign(alarm_kind kind, uint64_t first, int count)
{
    alarm_count sum = {.ridges = 0};
    for (int k = 0; k < count; k++) {
        alarm_check(kind, first + (uint64_t)k, &sum);
    }
    print_message(
        "kind %d: %d ridges, %d with a greater maximum at a label; %d warnings, %d false; %d missed, "
        "%d left open, %d that come and go between labels\n",
        (int)kind, sum.ridges, sum.greater, sum.alarms, sum.falsely, sum.missed, sum.open, sum.brief);
    return sum;
}

#endif
