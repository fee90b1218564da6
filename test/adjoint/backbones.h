/* The paper's models with the windows in which their ridges are sought, and reference levels. */
#ifndef RDG_TEST_BACKBONES_H
#define RDG_TEST_BACKBONES_H

#include "scratch.h"

#include "friction-backbone/models.h"

#include <ridgewalk/ridge.h>

enum { MAX_LEVELS = 64 };

typedef struct backbone_case {
    const char *name;
    double beta;      /* s; 0: the beam */
    bool higher;      /* harmonics {1, 3} of the beam, {1, 2, 3} of the blades */
    double start;     /* N */
    double window[2]; /* Hz: forced response at the start */
    double range[2];  /* Hz: all of the ridge */
    double onset;     /* N: the first contact begins to slip */
} backbone_case;

static const backbone_case beam_1 = {"beam, 1 harmonic", 0.0,        false,       0.03,
                                     {300.0, 335.0},     {200, 330}, 0.1583029740};
static const backbone_case beam_3 = {"beam, harmonics 1, 3", 0.0,        true,        0.03,
                                     {300.0, 335.0},         {200, 330}, 0.1583029740};
static const backbone_case blades[] = {
    {"blades, beta 1.5e-5, 1 harmonic", 1.5e-5, false, 0.7, {195, 208}, {195, 208}, 3.991476736},
    {"blades, beta 1.5e-5, harmonics 1 to 3", 1.5e-5, true, 0.7, {195, 208}, {195, 208}, 3.991476736},
    {"blades, beta 8e-6, 1 harmonic", 8e-6, false, 0.4, {195, 208}, {195, 208}, 2.423607356},
    {"blades, beta 8e-6, harmonics 1 to 3", 8e-6, true, 0.4, {195, 208}, {195, 208}, 2.423607356},
    {"blades, beta 3e-6, 1 harmonic", 3e-6, false, 0.15, {195, 208}, {195, 208}, 0.9704411575},
    {"blades, beta 3e-6, harmonics 1 to 3", 3e-6, true, 0.15, {195, 208}, {195, 208}, 0.9704411575}};

static inline rdg_hbm *backbone_model(rdg_context *ctx, const backbone_case *c)
{
    static const int to_three[] = {1, 2, 3}, odd[] = {1, 3};
    if (c->beta > 0.0) {
        return blade_damper_blade(ctx, c->beta, c->higher ? 3 : 1, to_three);
    }
    return friction_beam(ctx, c->higher ? 2 : 1, odd);
}

/* A model with its forced response at the first level, run "frc". */
static inline rdg_hbm *backbone_start(rdg_context *ctx, const backbone_case *c)
{
    rdg_hbm *hb = backbone_model(ctx, c);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(c->window[0])), RDG_AT("alpha", c->start));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"),
                                RDG_WINDOW("omega", RDG_HZ(c->window[0]), RDG_HZ(c->window[1])),
                                RDG_LABEL_EVERY(2)));
    return hb;
}

/* A ridge as it was read back. */
typedef struct backbone {
    rdg_run *run;
    rdg_index rows;
    const double *alpha, *omega, *Am, *corner;
} backbone;

static inline backbone backbone_open(rdg_context *ctx, const char *name)
{
    backbone b = {.run = rdg_run_open(ctx, name)};
    assert_non_null(b.run);
    b.rows = rdg_run_count(b.run);
    b.alpha = rdg_run_column(b.run, "alpha");
    b.omega = rdg_run_column(b.run, "omega");
    b.Am = rdg_run_column(b.run, "Am");
    b.corner = rdg_run_column(b.run, "corner");
    assert_ok(ctx, rdg_error_status(ctx));
    return b;
}

/* The row at a level that was asked for. */
static inline rdg_index backbone_row(const backbone *b, double alpha)
{
    rdg_index best = 0;
    for (rdg_index row = 0; row < b->rows; row++) {
        best = fabs(b->alpha[row] - alpha) < fabs(b->alpha[best] - alpha) ? row : best;
    }
    assert_near(b->alpha[best], alpha, 1e-10, 0.0);
    return best;
}

/* A reference ridge: level, frequency, amplitude, and whether it is a corner. */
typedef struct reference {
    rdg_index n;
    double alpha[MAX_LEVELS], f[MAX_LEVELS], Am[MAX_LEVELS];
    bool corner[MAX_LEVELS];
} reference;

/* columns: alpha first, then f_ridge, Am_ridge, kind from `skip` columns on */
static inline void read_reference(reference *r, const char *path, int skip)
{
    FILE *file = fopen(path, "r");
    char line[512];
    assert_non_null(file);
    r->n = 0;
    while (fgets(line, sizeof line, file)) {
        char kind[16];
        const char *field = line;
        if (line[0] == '#' || line[0] == 'a') {
            continue;
        }
        for (int k = 0; k < skip; k++) {
            field = strchr(field, ',') + 1;
        }
        r->alpha[r->n] = strtod(line, NULL);
        assert_int_equal(sscanf(field, "%lf,%lf,%15s", &r->f[r->n], &r->Am[r->n], kind), 3);
        r->corner[r->n++] = strncmp(kind, "corner", 6) == 0;
    }
    fclose(file);
    assert_true(r->n > 30);
}

static inline void read_beam_reference(reference *r)
{
    read_reference(r, "test/data/beam_backbone_nh1.csv", 4);
}

static inline void read_blade_reference(reference *r)
{
    read_reference(r, "test/data/blade_backbone_nh1.csv", 3);
}

#endif
