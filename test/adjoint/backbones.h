/* What the tests of ridges share: a ridge's start, and a ridge as it was read back. */
#ifndef RDG_TEST_BACKBONES_H
#define RDG_TEST_BACKBONES_H

#include "backbone_cases.h"
#include "levels.h"
#include "scratch.h"

#include <ridgewalk/ridge.h>

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
    b.corner = rdg_run_column(b.run, "nonsmooth");
    assert_ok(ctx, rdg_error_status(ctx));
    return b;
}

/* The row at a level that was asked for. */
static inline rdg_index backbone_row(const backbone *b, double alpha)
{
    return row_at_level(b->run, alpha);
}

#endif
