/* The maxima of a forced response: what is asked for, the response at the lower end, and the list. */
#ifndef SCAN_LIST_H
#define SCAN_LIST_H

#include "curve.h"

static const char scan_where[] = "scan_response";

static const double scan_same = 1e-9; /* two maxima so close that they are one, relatively */

/* What the context owns. */
typedef struct scan_peak_list {
    rdg_peaks peaks; /* comes first */
    rdg_context *ctx;
    rdg_maximum *maximum;
    rdg_branch_point *branch_point;
} scan_peak_list;

static inline void scan_free_list(void *object)
{
    scan_peak_list *list = object;
    for (rdg_index k = 0; k < list->peaks.count; k++) {
        rdg_free((void *)list->maximum[k].u);
    }
    rdg_free(list->maximum);
    rdg_free(list->branch_point);
    rdg_free(list);
}

static inline void scan_free(const rdg_peaks *peaks)
{
    if (peaks) {
        scan_peak_list *list = (scan_peak_list *)peaks;
        rdg_context_disown(list->ctx, list);
        scan_free_list(list);
    }
}

/* --- the problem and its first point */

static rdg_status scan_add_margins(scan_work *s)
{
    s->n_margins = s->above > 0.0 ? 0 : rdg_hbm_margin_count(s->hb);
    s->first_margin = rdg_parameter_count(s->p);
    for (rdg_index k = 0; k < s->n_margins; k++) {
        rdg_index *index = NULL;
        const rdg_function *margin = rdg_hbm_problem_margin(s->hb, s->p, k, &index);
        const rdg_status status =
            margin ? rdg_add_monitor(s->p, margin, index, NULL, RDG_KINKED) : rdg_error_status(s->ctx);
        rdg_free(index);
        RDG_TRY(status);
    }
    return rdg_error_status(s->ctx);
}

/* The amplitude's slope is a monitor that may jump; the contacts' margins have kinks. */
static rdg_status scan_make_problems(scan_work *s)
{
    s->at[0] = RDG_AT("omega", s->low);
    s->at[1] = RDG_AT("alpha", s->alpha);
    s->p = rdg_hbm_problem_at(s->hb, s->at);
    s->aside = rdg_hbm_problem_at(s->hb, s->at);
    if (!s->p || !s->aside) {
        return rdg_error_status(s->ctx);
    }
    RDG_TRY(rdg_set_load(s->aside, NULL, 0.0, NULL, NULL)); /* points near others, or none */
    s->n = rdg_variable_count(s->p);
    s->omega = rdg_variable_index(s->p, "omega", NULL);
    if (s->through) {
        memcpy(rdg_start_values(s->p), s->through, (size_t)s->n * sizeof(double));
        for (rdg_index k = 1; k < s->n_at; k++) {
            rdg_start_values(s->p)[rdg_variable_index(s->p, s->at[k].name, NULL)] = s->at[k].value;
        }
    }
    RDG_TRY(rdg_solve(s->p)); /* where this fails alpha is raised */
    if (!(s->above > 0.0)) {
        RDG_TRY(scan_add_slope(s));
    }
    RDG_TRY(scan_add_margins(s));
    s->amplitude = rdg_parameter_index(s->p, s->sensor);
    double **arrays[] = {&s->gradient, &s->work, &s->side[0], &s->side[1]};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k] = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof(double));
    }
    return rdg_error_status(s->ctx);
}

/* --- options */

/* Is it one of those that are handed on to the run? */
static bool scan_is_for_the_run(rdg_option_kind kind)
{
    static const rdg_option_kind kinds[] = {RDG_OPTION_STEP,          RDG_OPTION_ANGLE,
                                            RDG_OPTION_MAX_POINTS,    RDG_OPTION_TOLERANCE,
                                            RDG_OPTION_LINEAR_SOLVER, RDG_OPTION_STEP_RULE};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (kind == kinds[k]) {
            return true;
        }
    }
    return false;
}

static bool scan_is_named(const rdg_option *o, rdg_option_kind kind, const char *name)
{
    return o->kind == kind && o->name && strcmp(o->name, name) == 0;
}

static bool scan_is_output(rdg_option_kind kind)
{
    return kind == RDG_OPTION_NO_TABLE || kind == RDG_OPTION_NO_FOLDER || kind == RDG_OPTION_IN_MEMORY;
}

static rdg_status scan_check(const scan_work *s)
{
    if (!isfinite(s->alpha)) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, scan_where,
                        "the forcing amplitude is missing: give RDG_HOLD_AT(\"alpha\", ...), finite");
    }
    if (!(s->low > 0.0 && s->low < s->high && isfinite(s->high))) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, scan_where,
                        "the domain of omega is %g to %g rad/s: give two positive ends, the lower one first",
                        s->low, s->high);
    }
    return RDG_OK;
}

/* Ours out of the list, the others on to the run, which takes the first ones unless there are others. */
static rdg_status scan_read_options(scan_work *s, const rdg_option *options, rdg_option_list *list)
{
    const rdg_option standard[] = {RDG_MAX_POINTS(5000), RDG_TOLERANCE(1e-12, 1e-13),
                                   RDG_STEP(0.05, 1e-6, 0.1)};
    s->alpha = s->low = s->high = NAN;
    s->n_at = 2;
    for (size_t k = 0; k < sizeof standard / sizeof *standard; k++) {
        if (!rdg_option_find(options, standard[k].kind, NULL)) {
            RDG_TRY(rdg_option_list_add(list, standard[k]));
        }
    }
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        if (scan_is_named(o, RDG_OPTION_HOLD_AT, "alpha")) {
            s->alpha = o->a;
        } else if (o->kind == RDG_OPTION_HOLD_AT && s->n_at < SCAN_NUMBERS + 2) {
            s->at[s->n_at++] =
                RDG_AT(o->name, o->a); /* a number of the structure, or nothing that there is */
        } else if (scan_is_named(o, RDG_OPTION_WINDOW, "omega")) {
            s->low = o->a;
            s->high = o->b;
        } else if (o->kind == RDG_OPTION_START) {
            s->through = o->values;
        } else if (o->kind == RDG_OPTION_OBSERVER) {
            s->watcher = o;
        } else if (scan_is_for_the_run(o->kind)) {
            RDG_TRY(rdg_option_list_add(list, *o));
        } else if (!scan_is_output(o->kind) && o->kind != RDG_OPTION_OF_TOOLBOX) {
            return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, scan_where,
                            "option %td of the list cannot be met: the forcing amplitude is held, omega has "
                            "the domain, and besides only the start, an observer, the steps, tolerances and "
                            "the linear solver can be chosen",
                            o - options);
        }
    }
    s->option = list->item;
    return scan_check(s);
}

/* --- the list */

static void scan_swap(scan_work *s, rdg_index a, rdg_index b)
{
    const rdg_maximum kept = s->found[a];
    const double at = s->found_at[a];
    s->found[a] = s->found[b];
    s->found_at[a] = s->found_at[b];
    s->found[b] = kept;
    s->found_at[b] = at;
}

/* There are few, and they are all but in order. */
static void scan_sort(scan_work *s)
{
    for (rdg_index k = 1; k < s->n_found; k++) {
        for (rdg_index j = k; j > 0 && s->found_at[j] < s->found_at[j - 1]; j--) {
            scan_swap(s, j, j - 1);
        }
    }
}

static bool scan_are_one(const rdg_maximum *a, const rdg_maximum *b)
{
    return fabs(a->omega - b->omega) <= scan_same * fabs(a->omega) &&
           fabs(a->amplitude - b->amplitude) <= scan_same * fabs(a->amplitude);
}

/* One that was met by two runs, or as a kink and as a zero of the slope. */
static void scan_merge(scan_work *s)
{
    rdg_index kept = 0;
    for (rdg_index k = 0; k < s->n_found; k++) {
        if (kept > 0 && scan_are_one(&s->found[kept - 1], &s->found[k])) {
            rdg_free((void *)s->found[k].u);
        } else {
            s->found_at[kept] = s->found_at[k];
            s->found[kept++] = s->found[k];
        }
    }
    s->n_found = kept;
}

/* The end of the window that is higher than all maxima, those that count for nothing included. */
static rdg_index scan_find_higher_end(const scan_work *s, const rdg_peaks *found)
{
    double greatest = found->greatest >= 0 ? found->maximum[found->greatest].amplitude : s->above;
    rdg_index end = -1;
    for (rdg_index k = 0; s->covered && k < 2; k++) {
        if (found->end[k].falls && found->end[k].amplitude > greatest) {
            greatest = found->end[k].amplitude;
            end = k;
        }
    }
    return end;
}

/* The found maxima become the list's. */
static void scan_hand_over(scan_work *s, scan_peak_list *list)
{
    rdg_peaks *found = &list->peaks;
    scan_sort(s);
    scan_merge(s);
    list->maximum = s->found;
    s->found = NULL;
    list->branch_point = s->branch_point;
    s->branch_point = NULL;
    *found = (rdg_peaks){.count = s->n_found,
                         .maximum = list->maximum,
                         .greatest = -1,
                         .higher_end = -1,
                         .n = s->n,
                         .end = {s->end[0], s->end[1]},
                         .branch_points = s->n_branch_points,
                         .branch_point = list->branch_point,
                         .stop = s->stop,
                         .points = s->points};
    s->n_found = 0;
    for (rdg_index k = 0; k < found->count; k++) {
        const double greatest = found->greatest < 0 ? -1.0 : found->maximum[found->greatest].amplitude;
        found->greatest = found->maximum[k].amplitude > greatest ? k : found->greatest;
    }
    found->covered = s->covered && !s->unsure;
    found->higher_end = scan_find_higher_end(s, found);
}

static rdg_status scan_say_not_covered(const scan_work *s, const rdg_peaks *found)
{
    if (found->covered) {
        return RDG_OK;
    }
    return rdg_fail(
        s->ctx, RDG_ERR_NO_CONVERGENCE, scan_where,
        "the response of \"%s\" at alpha = %g N cannot be followed from %g to %g rad/s: the curve goes "
        "from %.10g to %.10g rad/s (%s)%s",
        s->sensor, s->alpha, s->low, s->high, found->end[0].omega, found->end[1].omega,
        rdg_stop_text(found->stop), s->unsure ? ", and parts of it could not be refined" : "");
}

static rdg_status scan_find(scan_work *s, const rdg_option *options, scan_peak_list *list)
{
    rdg_option_list run_options = {.ctx = s->ctx};
    rdg_status status = scan_read_options(s, options, &run_options);
    status = status == RDG_OK ? scan_make_problems(s) : status;
    status = status == RDG_OK ? scan_all(s) : status;
    if (status == RDG_OK) {
        scan_hand_over(s, list);
    }
    rdg_option_list_release(&run_options);
    return status;
}

static void scan_release(scan_work *s)
{
    for (rdg_index k = 0; k < s->n_found; k++) {
        rdg_free((void *)s->found[k].u);
    }
    rdg_free(s->found);
    rdg_free(s->found_at);
    rdg_free(s->branch_point);
    double *arrays[] = {s->gradient, s->work, s->side[0], s->side[1]};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        rdg_free(arrays[k]);
    }
    rdg_problem_free(s->p);
    rdg_problem_free(s->aside);
}

static inline const rdg_peaks *scan_response_list(rdg_hbm *hb, const char *sensor, const rdg_option *options)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, NULL);
    if (!sensor || !options) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, scan_where, "the maxima of a response need a sensor and options");
        return NULL;
    }
    static const rdg_option_key *const own[] = {&rdg_peaks_above, &rdg_peaks_quick, NULL};
    if (rdg_sensor_require_amplitude(rdg_hbm_structure(hb), scan_where, sensor) != RDG_OK ||
        rdg_option_list_check(ctx, scan_where, "response", options, own) != RDG_OK) {
        return NULL;
    }
    const double scan_begin = rdg_seconds();
    const long before = rdg_newton_iterations(ctx);
    scan_work s = {.ctx = ctx, .hb = hb, .sensor = sensor};
    const rdg_option *above = rdg_option_of(options, &rdg_peaks_above);
    s.above = above ? above->a : 0.0;
    s.quick = rdg_option_of(options, &rdg_peaks_quick);
    scan_peak_list *list = rdg_context_calloc(ctx, 1, sizeof *list);
    const rdg_status status = list ? scan_find(&s, options, list) : RDG_ERR_NO_MEMORY;
    if (status != RDG_OK) {
        scan_release(&s);
        rdg_free(list);
        return NULL;
    }
    list->ctx = ctx;
    list->peaks.iterations = rdg_newton_iterations(ctx) - before;
    list->peaks.seconds = rdg_seconds() - scan_begin;
    const bool owned = rdg_context_own(ctx, list, scan_free_list) == RDG_OK;
    if (owned) {
        scan_say_not_covered(&s, &list->peaks);
    }
    scan_release(&s);
    return owned ? &list->peaks : NULL;
}

#endif
