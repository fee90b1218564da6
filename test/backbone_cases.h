/* The paper's models with the windows in which their ridges are sought, and reference levels. */
#ifndef RDG_TEST_BACKBONE_CASES_H
#define RDG_TEST_BACKBONE_CASES_H

#include "friction-backbone/models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* A reference ridge: level, frequency, amplitude, and whether it is a corner. */
typedef struct reference {
    rdg_index n;
    double alpha[MAX_LEVELS], f[MAX_LEVELS], Am[MAX_LEVELS];
    bool corner[MAX_LEVELS];
} reference;

/* A line of a table into entry r->n: alpha first, then f_ridge, Am_ridge, kind from `skip` columns on. */
static inline bool read_reference_line(reference *r, const char *line, int skip)
{
    char kind[16];
    const char *field = line;
    for (int k = 0; k < skip && field; k++) {
        field = strchr(field, ',');
        field = field ? field + 1 : NULL;
    }
    if (!field || r->n >= MAX_LEVELS || sscanf(field, "%lf,%lf,%15s", &r->f[r->n], &r->Am[r->n], kind) != 3) {
        return false;
    }
    r->alpha[r->n] = strtod(line, NULL);
    r->corner[r->n++] = strncmp(kind, "corner", 6) == 0;
    return true;
}

static inline bool read_reference(reference *r, const char *path, int skip)
{
    FILE *file = fopen(path, "r");
    char line[512];
    bool good = file;
    r->n = 0;
    while (good && fgets(line, sizeof line, file)) {
        good = line[0] == '#' || line[0] == 'a' || read_reference_line(r, line, skip);
    }
    if (file) {
        fclose(file);
    }
    return good && r->n > 30;
}

static inline bool read_beam_reference(reference *r)
{
    return read_reference(r, "test/data/beam_backbone_nh1.csv", 4);
}

static inline bool read_blade_reference(reference *r)
{
    return read_reference(r, "test/data/blade_backbone_nh1.csv", 3);
}

/* The levels of the tables; those of the blades in proportion to the level at which the first contact slips.
 */
static inline bool read_levels(reference *r, const backbone_case *c)
{
    if (c->beta == 0.0) {
        return read_beam_reference(r);
    }
    const bool good = read_blade_reference(r);
    for (rdg_index k = 0; k < r->n; k++) {
        r->alpha[k] *= c->onset / blades[0].onset;
    }
    return good;
}

#endif
