/* Branches of limit cycles over a parameter, by continuation: their periods, greatest angles and modes. The
 * sequence of modes changes by itself along a branch. What figures 11, 13 and 14 draw over the diagram by
 * brute force (sweeps.h). */
#ifndef DISC_BRAKE_BRANCHES_H
#define DISC_BRAKE_BRANCHES_H

#include "cycles.h"

#include <stdlib.h>

enum { BRANCH_ROWS = 1000, BRANCH_VALUES = 16, MODES_TEXT = 128 };

typedef struct branch {
    const char *name; /* for the table */
    disc_brake *brake;
    rdg_shooting *orbits;
    int parameter;
    rdg_index rows, turned; /* rows of the run to the one side */
    double value[BRANCH_ROWS], T[BRANCH_ROWS], peak[BRANCH_ROWS];
    double stick[BRANCH_ROWS], apart[BRANCH_ROWS], unstable[BRANCH_ROWS];
    char type[BRANCH_ROWS][8], modes[BRANCH_ROWS][MODES_TEXT];
} branch;

/* Each point of a run. */
static inline bool branch_take(rdg_problem *p, const rdg_chart *chart, void *data)
{
    static cycle c;
    branch *b = data;
    const rdg_index k = b->rows, unstable = rdg_parameter_index(p, "unstable");
    if (k == BRANCH_ROWS || !cycle_take(b->orbits, chart->u, b->brake, &c)) {
        return k == BRANCH_ROWS;
    }
    b->value[k] = chart->u[rdg_variable_index(p, "p") + b->parameter];
    b->T[k] = c.T;
    b->peak[k] = c.peak;
    b->stick[k] = c.share[STICK_MODE];
    b->apart[k] = c.share[APART_MODE];
    b->unstable[k] = chart->mu[unstable];
    snprintf(b->type[k], sizeof b->type[k], "%s", chart->type ? chart->type : "");
    snprintf(b->modes[k], sizeof b->modes[k], "%s", rdg_shooting_sequence(b->orbits));
    b->rows++;
    return false;
}

/* The branch from the cycle that has been found to one side; value: points that are met exactly, where they
 * lie on that side. */
static inline void branch_follow(rdg_problem *p, branch *b, const char *run, int direction, double least,
                                 double greatest, int values, const double *value)
{
    const char *name = brake_parameter[b->parameter];
    double met[BRANCH_VALUES];
    int count = 0;
    for (int i = 0; i < values && count < BRANCH_VALUES; i++) {
        if (value[i] >= least && value[i] <= greatest) {
            met[count++] = value[i];
        }
    }
    rdg_continue(p, run, RDG_RELEASE(name), RDG_WINDOW(name, least, greatest), RDG_DIRECTION(direction),
                 RDG_UZ_LIST(name, count, met), RDG_STEP(0.3, 1e-5, 4.0), RDG_OBSERVE(branch_take, b));
}

static inline void branch_write(rdg_context *ctx, const char *path, const branch *const *b, int count)
{
    static branch all;
    static const char *name[BRANCH_ROWS], *type[BRANCH_ROWS], *modes[BRANCH_ROWS];
    rdg_index k = 0;
    for (int i = 0; i < count; i++) {
        for (rdg_index row = 0; row < b[i]->rows && k < BRANCH_ROWS; row++, k++) {
            all.value[k] = b[i]->value[row];
            all.T[k] = b[i]->T[row];
            all.peak[k] = b[i]->peak[row];
            all.stick[k] = b[i]->stick[row];
            all.apart[k] = b[i]->apart[row];
            all.unstable[k] = b[i]->unstable[row];
            name[k] = b[i]->name;
            type[k] = b[i]->type[row];
            modes[k] = b[i]->modes[row];
        }
    }
    rdg_export(ctx, path, k, RDG_COLUMN_TEXTS("branch", name),
               RDG_COLUMN_ARRAY(brake_parameter[b[0]->parameter], all.value), RDG_COLUMN_ARRAY("T_s", all.T),
               RDG_COLUMN_ARRAY("theta_peak", all.peak), RDG_COLUMN_ARRAY("stick_share", all.stick),
               RDG_COLUMN_ARRAY("apart_share", all.apart), RDG_COLUMN_ARRAY("unstable", all.unstable),
               RDG_COLUMN_TEXTS("type", type), RDG_COLUMN_TEXTS("phases", modes));
}

/* Row of a point that was asked for; -1: the branch does not come there. */
static inline rdg_index branch_row(const branch *b, double value)
{
    for (rdg_index k = 0; k < b->rows; k++) {
        if (fabs(b->value[k] - value) < 1e-9 * fabs(value)) {
            return k;
        }
    }
    return -1;
}

#endif
