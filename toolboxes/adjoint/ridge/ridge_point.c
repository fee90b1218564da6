/* One point of the ridge at a given level: smooth, or with the margin of a contact given; and attempts at
 * levels behind an event. */
#include "ridge_impl.h"

#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static bool keep_solution(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_ridge_driver *d = data;
    memcpy(d->solution, chart->u, (size_t)rdg_variable_count(p) * sizeof *d->solution);
    return false;
}

void rdg_ridge_forgive(rdg_ridge_driver *d)
{
    rdg_error_forgive(d->ctx);
}

double *rdg_ridge_start_from(rdg_problem *p, rdg_index n, const double *u)
{
    if (rdg_error_status(rdg_problem_context(p)) != RDG_OK) {
        return NULL; /* memory, say, has run out: no variable would be found */
    }
    return memcpy(rdg_start_values(p), u, (size_t)n * sizeof *u);
}

/* Solve with d->option, of which `count` are set. */
static bool solve(rdg_ridge_driver *d, rdg_problem *p, rdg_index count)
{
    d->option[count++] = RDG_NO_FOLDER;
    d->option[count++] = RDG_NO_TABLE;
    d->option[count++] = RDG_QUIET;
    d->option[count++] = RDG_OBSERVE(keep_solution, d);
    d->option[count] = (rdg_option){.kind = RDG_OPTION_END};
    const bool solved = rdg_continue_list(p, "ridge point", d->option) == RDG_OK;
    rdg_ridge_forgive(d);
    return solved;
}

/* What varies on the ridge at a given level; the number of options. */
static rdg_index release_parameters(rdg_ridge_driver *d)
{
    rdg_index count = 0;
    d->option[count++] = RDG_RELEASE("omega");
    return count + rdg_ridge_release_optimal(d, d->option + count);
}

static bool solve_extended(rdg_ridge_driver *d, rdg_index count, double *u)
{
    const bool solved = solve(d, d->extended, count);
    if (solved) {
        memcpy(u, d->solution, (size_t)d->n_extended * sizeof *u);
    }
    return solved;
}

bool rdg_ridge_solve(rdg_ridge_driver *d, double *u)
{
    rdg_ridge_slope_aim(d, u);
    return rdg_ridge_start_from(d->extended, d->n_extended, u) &&
           solve_extended(d, release_parameters(d), u) && rdg_ridge_slope_falls(d, u) != d->minimum;
}

bool rdg_ridge_solve_onset(rdg_ridge_driver *d, const rdg_ridge_watch *w, double *u)
{
    rdg_ridge_slope_aim(d, u);
    rdg_index count = release_parameters(d);
    d->option[count++] = RDG_RELEASE(d->level_name);
    d->option[count++] = RDG_HOLD_AT(w->margin, 0.0);
    return rdg_ridge_start_from(d->extended, d->n_extended, u) && solve_extended(d, count, u);
}

bool rdg_ridge_solve_margin(rdg_ridge_driver *d, const rdg_ridge_watch *w, double margin, double *u)
{
    d->option[0] = RDG_RELEASE("omega");
    d->option[1] = RDG_HOLD_AT(w->margin, margin);
    if (!rdg_ridge_start_from(d->plain, d->n_plain, u) || !solve(d, d->plain, 2)) {
        return false;
    }
    memcpy(u, d->solution, (size_t)d->n_plain * sizeof *u);
    return true;
}

bool rdg_ridge_sides(const rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *u, double *sigma,
                     double *tau)
{
    return rdg_parameter_value(d->extended, w->sigma, u, sigma) == RDG_OK &&
           rdg_parameter_value(d->extended, rdg_ridge_tau, u, tau) == RDG_OK;
}
