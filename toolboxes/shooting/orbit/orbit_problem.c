/* The problem of periodic orbits: variables, equations, parameters, slots that are not in use. */
#include "orbit_contents_impl.h"
#include "orbit_impl.h"

#include <ridgewalk/description.h>
#include <ridgewalk/frozen.h>
#include <ridgewalk/linear.h>
#include <ridgewalk/toolbox.h>

#include <float.h>
#include <math.h>

/* Periods that are as short, of that of the first orbit, are those of no orbit. */
static const double no_time = 1e-9;

/* States that are as small or as large count as of their own size, others as of size 1. */
static const double small = 1e-2, nothing = 1e-10, large = 1e3;

/* Extremes of the states of one mode. */
typedef struct extremes {
    rdg_index n;
    double *low, *high;
} extremes;

static int add_state(const rdg_hybrid_state *state, void *data)
{
    const extremes *of = data;
    for (rdg_index i = 0; i < of->n; i++) {
        of->low[i] = fmin(of->low[i], state->x[i]);
        of->high[i] = fmax(of->high[i], state->x[i]);
    }
    return 0;
}

/* The states of a segment that is followed from its start. */
static void add_segment(rdg_shooting *s, rdg_index j, const extremes *of)
{
    static const double share[] = {0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0};
    const rdg_orbit_at a = rdg_orbit_segment_at(s, s->first, j);
    const rdg_flow_instants at = {
        .share = share, .count = sizeof share / sizeof *share, .at = add_state, .data = (void *)of};
    if (rdg_orbit_end(s, &a, false) == 0) {
        (void)rdg_flow_trace_at(s->flow, a.segment->mode, &a.segment->mesh, s->work->sigma, &at);
    }
}

/* Half the distance between the extremes of the state that moves most; at least so large that rounding of the
 * largest state, eps^(2/3) of it, stays below the tolerance of Newton's method. */
static double amplitude_of(rdg_shooting *s)
{
    const double rounded = cbrt(DBL_EPSILON);
    double most = 0.0;
    extremes of = {.low = s->work->lambda, .high = s->work->gradient};
    for (rdg_index mode = 0; mode < rdg_hybrid_phases(s->hybrid); mode++) {
        const rdg_index n = rdg_hybrid_phase_at(s->hybrid, mode)->n;
        of.n = n <= s->at.states ? n : 0; /* no segment is in a mode with more states */
        for (rdg_index i = 0; i < of.n; i++) {
            of.low[i] = INFINITY, of.high[i] = -INFINITY;
        }
        for (rdg_index j = 0; j < s->segments; j++) {
            if (s->segment[j].mode == mode) {
                add_segment(s, j, &of);
            }
        }
        for (rdg_index i = 0; i < of.n; i++) {
            most = fmax(most, 0.5 * (of.high[i] - of.low[i]));
            most = fmax(most, rounded * fmax(of.high[i], -of.low[i]));
        }
    }
    return most;
}

/* What residuals and steps of the states are relative to: the motion, wherever its origin is. */
static double size_of_states(rdg_shooting *s)
{
    const double largest = amplitude_of(s);
    return largest > large || (largest < small && largest > nothing) ? largest : 1.0;
}

static rdg_status add_variables(rdg_shooting *s, rdg_problem *p)
{
    const rdg_orbit_layout *at = &s->at;
    double size = 0.0;
    for (rdg_index j = 0; j < s->segments; j++) {
        size += s->first[at->tau + j] / (double)s->segments;
    }
    RDG_TRY(rdg_add_variables(p, "x", at->tau, s->first));
    RDG_TRY(rdg_add_variables(p, "tau", at->slots, s->first + at->tau));
    if (at->forced) {
        RDG_TRY(rdg_add_variables(p, "phi", 1, s->first + at->phi));
    }
    if (at->np > 0) {
        RDG_TRY(rdg_add_variables(p, "p", at->np, s->first + at->p));
    }
    RDG_TRY(rdg_set_typical(p, "x", size_of_states(s), false));
    RDG_TRY(rdg_set_typical_part(p, "x", 0, s->segments * at->states));
    return rdg_set_typical(p, "tau", size, false);
}

static rdg_status add_equations(rdg_shooting *s, rdg_problem *p)
{
    const rdg_function zero = {.name = "shooting",
                               .n = s->at.n,
                               .m = s->at.m,
                               .f = rdg_orbit_f,
                               .df = rdg_orbit_df,
                               .d2f = rdg_orbit_d2f,
                               .df_pattern = &s->df.pattern,
                               .d2f_pattern = &s->d2f.pattern,
                               .data = s,
                               .free_data = rdg_orbit_leave};
    s->users++;
    const rdg_status status = rdg_add_zero(p, &zero, RDG_ALL);
    if (status != RDG_OK) {
        s->users--;
    }
    return status;
}

static rdg_status add_parameters(rdg_shooting *s, rdg_problem *p)
{
    const rdg_hybrid_parameters q = rdg_hybrid_parameters_of(s->hybrid);
    for (rdg_index k = 0; k < q.n; k++) {
        RDG_TRY(rdg_add_parameter(p, q.name[k], "p", k));
        RDG_TRY(rdg_set_unit(p, q.name[k], q.unit[k]));
    }
    return s->at.forced ? rdg_set_domain(p, q.name[q.omega], 0.0, INFINITY) : RDG_OK;
}

/* T, the sum of all durations. */
static rdg_status add_period(rdg_shooting *s, rdg_problem *p)
{
    const rdg_index n = s->at.slots;
    const char *name = "T";
    rdg_index *index = rdg_context_calloc(s->ctx, (size_t)n, sizeof *index);
    double *factor = rdg_context_calloc(s->ctx, (size_t)n, sizeof *factor);
    rdg_status status = rdg_error_status(s->ctx);
    for (rdg_index j = 0; status == RDG_OK && j < n; j++) {
        index[j] = s->at.tau + j;
        factor[j] = s->symmetry ? 2.0 : 1.0;
    }
    if (status == RDG_OK) {
        status = rdg_add_linear_monitor(p, "T", 1, n, index, factor, NULL, &name, RDG_ACTIVE);
    }
    rdg_free(index);
    rdg_free(factor);
    /* any state is where it was no time later: that is no orbit */
    return status == RDG_OK ? rdg_set_domain(p, name, no_time * rdg_orbit_period(s, s->first), INFINITY)
                            : status;
}

static rdg_status fill(rdg_shooting *s, rdg_problem *p)
{
    RDG_TRY(add_variables(s, p));
    RDG_TRY(add_equations(s, p));
    RDG_TRY(rdg_orbit_check_projections(s, s->first));
    RDG_TRY(add_parameters(s, p));
    RDG_TRY(add_period(s, p));
    RDG_TRY(rdg_orbit_add_watch(s, p));
    RDG_TRY(rdg_orbit_add_rest(s, p));
    RDG_TRY(rdg_orbit_add_multipliers(s, p));
    RDG_TRY(rdg_move_along(p, rdg_orbit_move, s));
    RDG_TRY(rdg_orbit_freeze(s, p, s->first));
    RDG_TRY(rdg_orbit_know_starts(s, p));
    RDG_TRY(rdg_describe_problem(p, NULL, rdg_orbit_describe, s->hybrid));
    return rdg_orbit_let_sequence_change(s, p);
}

rdg_problem *rdg_shooting_problem(rdg_shooting *s)
{
    RDG_ENTER(s, s->ctx, NULL);
    rdg_problem *p = rdg_problem_create(s->ctx);
    if (!p || fill(s, p) != RDG_OK) {
        rdg_problem_free(p);
        return NULL;
    }
    return p;
}
