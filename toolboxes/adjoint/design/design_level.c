/* The optimum over the level, looked at: nothing may be higher than its peak.
 *
 * At the ends of the run, and at levels spread in between, the whole response is followed with the numbers
 * that are the best ones there. */
#include "design_impl.h"

#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { LEVELS = 9 };

static rdg_status compare_at(rdg_design_driver *d, rdg_run *run, rdg_index row, bool *greatest)
{
    double value[RDG_DESIGN_MOST];
    rdg_design_look look;
    for (rdg_index k = 0; k < d->result->n; k++) {
        const double *column = rdg_run_column(run, d->result->number[k].name);
        RDG_TRY(rdg_error_status(d->ctx));
        value[k] = column[row];
    }
    const double *alpha = rdg_run_column(run, "alpha"), *omega = rdg_run_column(run, "omega"),
                 *amplitude = rdg_run_column(run, d->sensor);
    RDG_TRY(rdg_error_status(d->ctx));
    const rdg_design_expected at = {alpha[row], omega[row], amplitude[row]};
    RDG_TRY(rdg_design_look_at(d, value, &at, &look));
    rdg_free(look.u);
    *greatest = rdg_design_is_greatest(&look, at.amplitude);
    const int up = alpha[row] > d->result->alpha;
    const bool nearer = d->wrong[up] == 0.0 || (up ? alpha[row] < d->wrong[up] : alpha[row] > d->wrong[up]);
    if (!*greatest && nearer) {
        d->wrong[up] = alpha[row];
        memcpy(d->wrong_doubt[up], look.doubt, sizeof look.doubt);
    }
    return RDG_OK;
}

rdg_status rdg_design_compare_levels(rdg_design_driver *d)
{
    rdg_run *run = rdg_run_open(d->ctx, d->name);
    const rdg_index count = run ? rdg_run_count(run) : 0;
    rdg_status status = rdg_error_status(d->ctx);
    rdg_index before = -1;
    for (int k = 0; k < LEVELS && status == RDG_OK; k++) {
        const rdg_index row = (count - 1) * k / (LEVELS - 1);
        bool greatest = true;
        if (row != before) {
            status = compare_at(d, run, row, &greatest);
            d->result->certified = d->result->certified && greatest;
        }
        before = row;
    }
    rdg_run_free(run);
    return status;
}
