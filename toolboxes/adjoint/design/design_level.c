/* The optimum over the forcing amplitude, examined: nothing may be higher than its peak.
 *
 * At the ends of the run, and at forcing amplitudes spread in between, the whole response is followed with
 * the numbers that are the best ones there. */
#include "design_impl.h"
#include "ridge_impl.h"

#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { LEVELS = 9 };

bool rdg_design_is_greatest(const rdg_peak_set *set, double amplitude, char doubt[RDG_DESIGN_NAME])
{
    doubt[0] = '\0';
    return set && !rdg_peak_set_doubt(set, "N", doubt, RDG_DESIGN_NAME) && set->whole && set->greatest >= 0 &&
           fabs(set->peak[set->greatest]->amplitude - amplitude) <= rdg_least_same * amplitude;
}

static rdg_status compare_at(rdg_design_driver *d, rdg_run *run, rdg_index row, bool *greatest)
{
    rdg_least_search s = d->search;
    char doubt[RDG_DESIGN_NAME];
    for (rdg_index k = 0; k < s.m; k++) {
        const double *column = rdg_run_column(run, s.name[k]);
        RDG_TRY(rdg_error_status(d->ctx));
        s.value[k] = column[row];
    }
    const double *alpha = rdg_run_column(run, "alpha"), *amplitude = rdg_run_column(run, d->sensor);
    RDG_TRY(rdg_error_status(d->ctx));
    memset(&s.at, 0, sizeof s.at);
    s.alpha = alpha[row];
    s.points = 0;
    RDG_TRY(rdg_least_look(&s, s.value, &s.at));
    d->result->points += s.points;
    *greatest = rdg_design_is_greatest(s.at.set, amplitude[row], doubt);
    rdg_least_forget(&s.at);
    const int up = alpha[row] > d->result->alpha;
    const bool nearer = d->wrong[up] == 0.0 || (up ? alpha[row] < d->wrong[up] : alpha[row] > d->wrong[up]);
    if (!*greatest && nearer) {
        d->wrong[up] = alpha[row];
        memcpy(d->wrong_doubt[up], doubt, sizeof doubt);
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
