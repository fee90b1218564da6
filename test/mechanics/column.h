/* A column of bodies, one above the other on a floor: gaps of the velocities of neighbours. */
#ifndef RDG_TEST_COLUMN_H
#define RDG_TEST_COLUMN_H

#include "support.h"

#include <ridgewalk/contact_large.h>

#include <stdlib.h>

typedef struct column {
    rdg_index n;
    rdg_index *M_start, *W_start, *M_row, *W_row;
    rdg_pattern M_pattern, W_pattern;
    double *M, *W, *f, *c, *v, *r, *mu;
    int *directions;
    rdg_large_contacts *solver;
} column;

/* Unit masses; contact k lies under body k. */
static inline column column_create(rdg_context *ctx, rdg_index n)
{
    column o = {.n = n};
    const size_t many = (size_t)n;
    o.M_start = calloc(4 * many + 2 + 2 * many, sizeof *o.M_start);
    o.M = calloc(7 * many, sizeof *o.M);
    o.directions = calloc(many, sizeof *o.directions);
    assert_true(o.M_start && o.M && o.directions);
    o.W_start = o.M_start + n + 1;
    o.M_row = o.W_start + n + 1;
    o.W_row = o.M_row + n;
    o.W = o.M + n;
    o.f = o.W + 2 * n;
    o.c = o.f + n;
    o.v = o.c + n;
    o.r = o.v + n;
    o.mu = calloc(many, sizeof *o.mu);
    for (rdg_index k = 0; k < n; k++) {
        o.M_start[k + 1] = k + 1;
        o.M_row[k] = k;
        o.M[k] = 1.0;
        rdg_index at = o.W_start[k];
        if (k > 0) {
            o.W_row[at] = k - 1;
            o.W[at++] = -1.0;
        }
        o.W_row[at] = k;
        o.W[at++] = 1.0;
        o.W_start[k + 1] = at;
    }
    o.M_pattern = (rdg_pattern){n, n, o.M_start, o.M_row};
    o.W_pattern = (rdg_pattern){n, n, o.W_start, o.W_row};
    o.solver = rdg_large_contacts_create(
        ctx,
        &(rdg_large_contacts_options){
            .M = &o.M_pattern, .W = &o.W_pattern, .contacts = n, .directions = o.directions, .mu = o.mu});
    assert_non_null(o.solver);
    return o;
}

static inline void column_free(column *o)
{
    rdg_large_contacts_free(o->solver);
    free(o->M_start);
    free(o->M);
    free(o->directions);
    free(o->mu);
}

static inline int column_solve(column *o, rdg_contact_answer *answer)
{
    return rdg_large_contacts_try(o->solver,
                                  &(rdg_large_contacts_numbers){.M = o->M, .W = o->W, .f = o->f, .c = o->c},
                                  o->v, o->r, answer);
}

#endif
