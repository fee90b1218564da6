/* Where a run passes a level that was asked for. */
#ifndef RDG_TEST_LEVELS_H
#define RDG_TEST_LEVELS_H

#include "support.h"

#include <ridgewalk/core.h>

static inline rdg_index row_at_level(rdg_run *run, double alpha)
{
    const double *levels = rdg_run_column(run, "alpha");
    rdg_index best = 0;
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        best = fabs(levels[row] - alpha) < fabs(levels[best] - alpha) ? row : best;
    }
    assert_near(levels[best], alpha, 1e-10, 0.0);
    return best;
}

#endif
