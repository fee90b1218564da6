/* The maxima of a forced response by itself: options, and a set of peaks as the list that users read. */
#include "frc_peaks.h"
#include "peak_set_impl.h"

#include <ridgewalk/curve_sides.h>
#include <ridgewalk/option_list.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static const char where[] = "rdg_frc_peaks";

const rdg_option_key rdg_peaks_above = {.name = "RDG_PEAKS_ABOVE", .call = where};
const rdg_option_key rdg_peaks_quick = {.name = "RDG_PEAKS_QUICK", .call = where};

/* What is requested. */
typedef struct request {
    rdg_context *ctx;
    const char *sensor;
    double above; /* RDG_PEAKS_ABOVE; 0: all */
    bool quick;
    double alpha, low, high;
    rdg_at *number;            /* of the structure that are held, ended */
    rdg_index most;            /* points */
    const double *through;     /* a response that the curve is to pass through; NULL: none */
    const rdg_option *watcher; /* the user's function that sees the charts; NULL: none */
} request;

/* What the context owns: the peaks of `of` have the responses. */
typedef struct maxima {
    rdg_peaks peaks; /* comes first */
    rdg_context *ctx;
    rdg_peak_response *r;
    rdg_peak_list *of;
    rdg_maximum *maximum;
    rdg_branch_point *branch_point;
    const rdg_option *watcher;
    double *mu; /* [parameters] */
} maxima;

static void free_maxima(void *object)
{
    maxima *m = object;
    if (m->of) {
        rdg_peak_list_free(m->of);
    }
    rdg_free(m->maximum);
    rdg_free(m->branch_point);
    rdg_free(m->mu);
    rdg_free(m);
}

void rdg_peaks_free(const rdg_peaks *peaks)
{
    if (peaks) {
        maxima *m = (maxima *)peaks;
        rdg_context_disown(m->ctx, m);
        free_maxima(m);
    }
}

/* --- options */

static bool is_named(const rdg_option *o, rdg_option_kind kind, const char *name)
{
    return o->kind == kind && o->name && strcmp(o->name, name) == 0;
}

/* Those that have no effect: output, steps of a run. */
static bool is_idle(rdg_option_kind kind)
{
    static const rdg_option_kind kinds[] = {
        RDG_OPTION_NO_TABLE,      RDG_OPTION_NO_FOLDER, RDG_OPTION_IN_MEMORY,
        RDG_OPTION_STEP,          RDG_OPTION_ANGLE,     RDG_OPTION_TOLERANCE,
        RDG_OPTION_LINEAR_SOLVER, RDG_OPTION_STEP_RULE, RDG_OPTION_OF_TOOLBOX};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (kind == kinds[k]) {
            return true;
        }
    }
    return false;
}

static rdg_status check(const request *q)
{
    if (!(q->alpha > 0.0 && isfinite(q->alpha))) {
        return rdg_fail(
            q->ctx, RDG_ERR_ARGUMENT, where,
            "the forcing amplitude is missing: give RDG_HOLD_AT(\"alpha\", ...), above 0 and finite");
    }
    if (!(q->low > 0.0 && q->low < q->high && isfinite(q->high))) {
        return rdg_fail(q->ctx, RDG_ERR_ARGUMENT, where,
                        "the domain of omega is %g to %g rad/s: give two positive ends, the lower one first",
                        q->low, q->high);
    }
    return RDG_OK;
}

static rdg_status read_option(request *q, const rdg_option *o, rdg_index number, rdg_index *numbers)
{
    if (is_named(o, RDG_OPTION_HOLD_AT, "alpha")) {
        q->alpha = o->a;
    } else if (o->kind == RDG_OPTION_HOLD_AT) {
        q->number[(*numbers)++] = RDG_AT(o->name, o->a);
    } else if (is_named(o, RDG_OPTION_WINDOW, "omega")) {
        q->low = o->a;
        q->high = o->b;
    } else if (o->kind == RDG_OPTION_START) {
        q->through = o->values;
    } else if (o->kind == RDG_OPTION_OBSERVER) {
        q->watcher = o;
    } else if (o->kind == RDG_OPTION_MAX_POINTS) {
        q->most = o->count;
    } else if (!is_idle(o->kind)) {
        return rdg_fail(q->ctx, RDG_ERR_ARGUMENT, where,
                        "option %td of the list cannot be met: the forcing amplitude is held, omega has "
                        "the domain, and besides only the start, an observer and the number of points can "
                        "be chosen",
                        number);
    }
    return RDG_OK;
}

static rdg_status read_options(request *q, const rdg_option *options)
{
    const rdg_option *above = rdg_option_of(options, &rdg_peaks_above);
    rdg_index count = 0, numbers = 0;
    while (options[count].kind != RDG_OPTION_END) {
        count++;
    }
    q->number = rdg_context_calloc(q->ctx, (size_t)count + 1, sizeof *q->number);
    if (!q->number) {
        return RDG_ERR_NO_MEMORY;
    }
    q->alpha = q->low = q->high = NAN;
    q->most = RDG_TRACE_POINTS;
    q->above = above ? above->a : 0.0;
    q->quick = rdg_option_of(options, &rdg_peaks_quick);
    for (rdg_index k = 0; k < count; k++) {
        RDG_TRY(read_option(q, &options[k], k, &numbers));
    }
    return check(q);
}

/* --- the curve */

/* A point of it as a chart. */
static bool show(rdg_peak_list *list, const double *u, const double *tangent)
{
    maxima *m = list->watcher;
    rdg_problem *p = list->r->p;
    for (rdg_index k = 0; k < rdg_parameter_count(p); k++) {
        rdg_parameter_value(p, rdg_parameter_name(p, k, NULL), u, &m->mu[k]);
    }
    const rdg_chart chart = {.u = (double *)u,
                             .tangent = (double *)tangent,
                             .mu = m->mu,
                             .point = (rdg_index)list->set.points,
                             .type = ""};
    return m->watcher->observer(p, &chart, m->watcher->data);
}

static rdg_status follow(maxima *m, const request *q)
{
    rdg_peak_response *r = m->r;
    rdg_peak_list *list = rdg_context_calloc(q->ctx, 1, sizeof *list);
    m->of = list;
    m->watcher = q->watcher;
    m->mu = rdg_context_calloc(q->ctx, (size_t)rdg_parameter_count(r->p), sizeof *m->mu);
    if (!list || !m->mu) {
        return RDG_ERR_NO_MEMORY;
    }
    *list = (rdg_peak_list){.r = r,
                            .ctx = q->ctx,
                            .set.level = q->alpha,
                            .most = q->most,
                            .above = q->above,
                            .see = q->watcher ? show : NULL,
                            .watcher = m};
    RDG_TRY(rdg_peak_begin(r, q->alpha, q->through));
    return rdg_peak_trace_alone(list, rdg_start_values(r->p), q->through != NULL);
}

/* --- the list */

/* Growth of the amplitude for each rad/s along a side. */
static double per_way(const rdg_curve_sides *sides, int side, rdg_index omega)
{
    return sides->near[side] / fmax(fabs(sides->tangent[side][omega]), 1e-300);
}

/* How it samples from both sides into a non-smooth peak. */
static rdg_status describe(rdg_problem *aside, const rdg_peak_response *r, const rdg_peak_point *peak,
                           rdg_maximum *m)
{
    double *tangent = rdg_context_calloc(r->ctx, 2 * (size_t)r->n, sizeof *tangent);
    if (!tangent) {
        return RDG_ERR_NO_MEMORY;
    }
    const int heading = peak->tangent[r->omega] < 0.0 ? -1 : 1;
    rdg_curve_sides sides = {.tangent = {tangent, tangent + r->n}};
    const rdg_status status = rdg_curve_look_beside(aside, r->sensor, "omega", peak->u, heading, &sides);
    if (status == RDG_OK && rdg_curve_is_top(&sides)) {
        const bool jumps = sides.near[0] - sides.near[1] > 0.7 * (sides.far[0] - sides.far[1]);
        m->kind = jumps ? RDG_MAXIMUM_KINK : RDG_MAXIMUM_SMOOTH;
        m->slope_before = jumps ? fabs(per_way(&sides, 0, r->omega)) : 0.0;
        m->slope_after = jumps ? -fabs(per_way(&sides, 1, r->omega)) : 0.0;
        m->low = sides.beside[0];
        m->high = sides.beside[1];
    }
    rdg_free(tangent);
    return status;
}

/* The problem at the forcing amplitude and the numbers that are held. */
static rdg_problem *make_aside(const rdg_peak_response *r, const request *q)
{
    rdg_at *at = rdg_context_calloc(q->ctx, (size_t)r->n_numbers + 3, sizeof *at);
    if (!at) {
        return NULL;
    }
    at[0] = RDG_AT("omega", q->low);
    at[1] = RDG_AT("alpha", q->alpha);
    memcpy(at + 2, q->number, (size_t)r->n_numbers * sizeof *at);
    rdg_problem *aside = rdg_hbm_problem_at(r->hb, at);
    rdg_free(at);
    if (aside) {
        rdg_set_load(aside, NULL, 0.0, NULL, NULL); /* points near others, or none */
    }
    return aside;
}

static rdg_status take_maxima(maxima *m, const request *q)
{
    const rdg_peak_set *set = &m->of->set;
    rdg_peaks *found = &m->peaks;
    rdg_problem *aside = NULL;
    rdg_status status = RDG_OK;
    for (rdg_index k = 0; k < set->count && status == RDG_OK; k++) {
        const rdg_peak_point *p = set->peak[k];
        if (!(p->amplitude > q->above)) {
            continue;
        }
        rdg_maximum *at = &m->maximum[found->count++];
        *at = (rdg_maximum){
            .omega = p->omega, .amplitude = p->amplitude, .low = p->omega, .high = p->omega, .u = p->u};
        if (p->kind != RDG_PEAK_SMOOTH && !q->quick) {
            aside = aside ? aside : make_aside(m->r, q);
            status = aside ? describe(aside, m->r, p, at) : rdg_error_status(q->ctx);
        }
        const bool is_greatest = found->greatest < 0 || p->amplitude > m->maximum[found->greatest].amplitude;
        found->greatest = is_greatest ? found->count - 1 : found->greatest;
    }
    rdg_problem_free(aside);
    return status;
}

static void take_branch_points(maxima *m)
{
    const rdg_peak_list *list = m->of;
    for (rdg_index k = 0; k < list->set.branch_points; k++) {
        const bool located = !list->star[k].is_kink && !list->star[k].searched;
        m->branch_point[k] = (rdg_branch_point){.level = list->set.level,
                                                .omega = list->branch[k].omega,
                                                .amplitude = located ? list->branch[k].amplitude : NAN};
    }
}

/* The end of the domain that is higher than all maxima, those that count for nothing included. */
static rdg_index find_higher_end(const rdg_peaks *found, double above)
{
    double greatest = found->greatest >= 0 ? found->maximum[found->greatest].amplitude : above;
    rdg_index end = -1;
    for (rdg_index k = 0; found->covered && k < 2; k++) {
        if (found->end[k].falls && found->end[k].amplitude > greatest) {
            greatest = found->end[k].amplitude;
            end = k;
        }
    }
    return end;
}

static rdg_status hand_over(maxima *m, const request *q)
{
    const rdg_peak_set *set = &m->of->set;
    rdg_peaks *found = &m->peaks;
    m->maximum = rdg_context_calloc(q->ctx, (size_t)set->count + 1, sizeof *m->maximum);
    m->branch_point = rdg_context_calloc(q->ctx, (size_t)set->branch_points + 1, sizeof *m->branch_point);
    if (!m->maximum || !m->branch_point) {
        return RDG_ERR_NO_MEMORY;
    }
    *found = (rdg_peaks){.maximum = m->maximum,
                         .greatest = -1,
                         .n = m->r->n,
                         .branch_points = set->branch_points,
                         .branch_point = m->branch_point,
                         .covered = set->covered && set->unresolved == 0,
                         .stop = m->of->stop,
                         .points = set->points};
    for (int k = 0; k < 2; k++) {
        const rdg_peak_end *end = &set->end[k];
        found->end[k] = (rdg_window_end){end->omega, end->amplitude, end->falls};
    }
    take_branch_points(m);
    RDG_TRY(take_maxima(m, q));
    found->higher_end = find_higher_end(found, q->above);
    return RDG_OK;
}

static rdg_status say_not_covered(const request *q, const rdg_peaks *found, bool resolved)
{
    return found->covered
               ? RDG_OK
               : rdg_fail(q->ctx, RDG_ERR_NO_CONVERGENCE, where,
                          "the response of \"%s\" at alpha = %g N cannot be followed from %g to %g rad/s: "
                          "the curve goes from %.10g to %.10g rad/s (%s)%s",
                          q->sensor, q->alpha, q->low, q->high, found->end[0].omega, found->end[1].omega,
                          rdg_stop_text(found->stop),
                          resolved ? "" : ", and parts of it could not be refined");
}

static rdg_status find(maxima *m, const request *q, rdg_hbm *hb)
{
    const double begin = rdg_seconds();
    const long before = rdg_newton_iterations(q->ctx);
    m->r = rdg_peak_response_create(hb, q->sensor, q->low, q->high, q->number);
    if (!m->r) {
        return RDG_ERR_ARGUMENT;
    }
    rdg_status status = follow(m, q);
    status = status == RDG_OK ? hand_over(m, q) : status;
    m->peaks.iterations =
        rdg_newton_iterations(q->ctx) - before + rdg_peak_response_counts(m->r).factorisations;
    rdg_peak_response_free(m->r);
    m->peaks.seconds = rdg_seconds() - begin;
    return status;
}

const rdg_peaks *rdg_frc_peaks_list(rdg_hbm *hb, const char *sensor, const rdg_option *options)
{
    static const rdg_option_key *const own[] = {&rdg_peaks_above, &rdg_peaks_quick, NULL};
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, NULL);
    if (!sensor || !options) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the maxima of a response need a sensor and options");
        return NULL;
    }
    if (rdg_sensor_require_amplitude(rdg_hbm_structure(hb), where, sensor) != RDG_OK ||
        rdg_option_list_check(ctx, where, "response", options, own) != RDG_OK) {
        return NULL;
    }
    request q = {.ctx = ctx, .sensor = sensor};
    maxima *m = rdg_context_calloc(ctx, 1, sizeof *m);
    rdg_status status = m ? read_options(&q, options) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        m->ctx = ctx;
        status = find(m, &q, hb);
    }
    rdg_free(q.number);
    if (status != RDG_OK) {
        if (m) {
            free_maxima(m);
        }
        return NULL;
    }
    if (rdg_context_own(ctx, m, free_maxima) != RDG_OK) {
        return NULL;
    }
    say_not_covered(&q, &m->peaks, m->of->set.unresolved == 0);
    return &m->peaks;
}
