/* Along a response curve: the run over the window, and those over stretches that may hide maxima.
 *
 * Where the slope changes its sign within a step the run locates a maximum or a minimum (PEAK, DIP) by
 * bracketing alone, kinks included; in between the ends of all pieces are compared (frc_peaks_stretch.c).
 * Stretches that cannot be told from one with a hidden pair wait until the run has ended and are then gone
 * over with shorter steps by runs of their own, which locate the onsets of slip as well (KINK). */
#ifndef SCAN_CURVE_H
#define SCAN_CURVE_H

#include "found.h"
#include "points.h"
#include "stretch.h"

enum { SCAN_MAX_DEPTH = 6, SCAN_FINER = 8, SCAN_MAX_STRETCHES = 5000, SCAN_MAX_POINTS = 400 };

/* On a stretch so short, in units of the typical sizes, its end is not met again for certain. */
static const double scan_too_short = 1e-7;

static const double scan_longest = 40.0;     /* way over a stretch, in lengths of it */
static const double scan_onset_noise = 1e-8; /* of a margin, relative to its change over a stretch */

static rdg_status scan_enqueue(scan_work *s, const scan_point *from, const scan_point *to, bool kinks)
{
    const int depth = s->stretch ? s->stretch->depth + 1 : 1;
    if (depth > SCAN_MAX_DEPTH || to->way - from->way < scan_too_short || s->queued >= SCAN_MAX_STRETCHES) {
        s->unsure = s->unsure || from->sign[1] * to->sign[0] < 0 || s->queued >= SCAN_MAX_STRETCHES;
        return RDG_OK;
    }
    RDG_TRY(rdg_context_reserve(s->ctx, &s->queue, &s->queue_capacity, s->queued + 1, sizeof *s->queue));
    scan_stretch *stretch = &s->queue[s->queued];
    *stretch = (scan_stretch){.length = to->way - from->way, .depth = depth, .kinks = kinks};
    RDG_TRY(scan_point_make(s, &stretch->from));
    const rdg_status status = scan_point_make(s, &stretch->to);
    s->queued++;
    RDG_TRY(status);
    scan_point_copy(s, &stretch->from, from);
    scan_point_copy(s, &stretch->to, to);
    if (s->direction < 0) { /* stretches are gone over with growing arclength */
        scan_points_swap(&stretch->from, &stretch->to);
        scan_point_mirror(s, &stretch->from);
        scan_point_mirror(s, &stretch->to);
        stretch->from.at = -to->at;
        stretch->to.at = -from->at;
    }
    return RDG_OK;
}

/* --- the observer */

static rdg_status scan_pass(scan_work *s, const scan_point *to)
{
    const scan_verdict verdict = scan_judge_stretch(s, &s->last, to);
    return verdict == SCAN_STRETCH_CLEAR ? RDG_OK
                                         : scan_enqueue(s, &s->last, to, verdict == SCAN_STRETCH_KINK);
}

/* The slopes at a point where they may jump. */
static void scan_take_sides(const scan_work *s, const rdg_curve_sides *sides, scan_point *point)
{
    for (int k = 0; sides->known && k < 2; k++) {
        point->sign[k] = sides->near[k] > 0.0 ? 1 : -1;
        point->slope[k] = sides->near[k];
        memcpy(point->tangent[k], sides->tangent[k], (size_t)s->n * sizeof(double));
    }
}

/* An event: what is known of the slopes there. */
static rdg_status scan_read_event(scan_work *s, const char *type, scan_point *point)
{
    const int top = strcmp(type, "PEAK") == 0 ? 1 : (strcmp(type, "DIP") == 0 ? -1 : 0);
    rdg_curve_sides sides = {.known = false};
    if (top != 0) {
        point->sign[0] = top;
        point->sign[1] = -top;
        point->slope[0] = 0.0;
        point->slope[1] = top > 0 ? fmin(point->slope[1], 0.0) : fmax(point->slope[1], 0.0);
        return top > 0 ? scan_add_maximum(s, point, NULL) : RDG_OK;
    }
    for (rdg_index k = 0; k < s->n_margins; k++) { /* those of contacts that are alike vanish together */
        const double change = fabs(s->stretch->to.margin[k] - s->stretch->from.margin[k]);
        point->margin[k] = fabs(point->margin[k]) <= scan_onset_noise * change ? 0.0 : point->margin[k];
    }
    RDG_TRY(scan_look_beside(s, point, &sides));
    scan_take_sides(s, &sides, point);
    return rdg_curve_is_top(&sides) ? scan_add_maximum(s, point, &sides) : RDG_OK;
}

static bool scan_is_event(const rdg_chart *chart)
{
    return *chart->type && strcmp(chart->type, "EP") != 0 && strcmp(chart->type, "MX") != 0;
}

static void scan_note_end(scan_work *s, const scan_point *point, bool upper, bool falls)
{
    s->end[upper] = (rdg_window_end){.omega = point->omega, .amplitude = point->amplitude, .falls = falls};
}

/* The first point; one that is given may be a maximum itself. If that counts for nothing it is not looked
 * beside: at a kink the tangent of the other side makes the curve seem to rise, and the stretch is gone over.
 */
static rdg_status scan_begin(scan_work *s)
{
    rdg_curve_sides sides = {.known = false};
    s->base = s->now.at = s->now.way = 0.0;
    s->direction = 1;
    if (s->through && !(s->now.amplitude <= s->above)) {
        RDG_TRY(scan_look_beside(s, &s->now, &sides));
        scan_take_sides(s, &sides, &s->now);
        RDG_TRY(rdg_curve_is_top(&sides) ? scan_add_maximum(s, &s->now, &sides) : RDG_OK);
    }
    scan_note_end(s, &s->now, false, s->now.sign[1] < 0); /* it may lie on either end of the window */
    scan_note_end(s, &s->now, true, s->now.sign[0] > 0);
    scan_point_copy(s, &s->start, &s->now);
    scan_point_copy(s, &s->last, &s->now);
    return RDG_OK;
}

static rdg_status scan_see(scan_work *s, const rdg_chart *chart)
{
    scan_point_read(s, chart, &s->now);
    if (chart->point == 0) {
        return scan_begin(s);
    }
    if (chart->point < 0 && s->direction > 0) {
        s->direction = -1;
        s->base = 0.0;
        scan_point_copy(s, &s->last, &s->start);
        scan_point_mirror(s, &s->last);
    }
    s->now.at = s->now.way = s->base + chart->step;
    if (strcmp(chart->type, "BP") == 0) {
        return scan_add_branch_point(s, s->now.omega, s->now.amplitude);
    }
    if (scan_is_event(chart)) {
        RDG_TRY(scan_read_event(s, chart->type, &s->now));
    } else {
        s->base = s->now.at;
    }
    RDG_TRY(scan_pass(s, &s->now));
    scan_note_end(s, &s->now, s->direction > 0, s->now.sign[0] > 0); /* the last one stays */
    scan_points_swap(&s->last, &s->now);
    return RDG_OK;
}

static bool scan_look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    const rdg_option *watcher = ((const scan_work *)data)->watcher;
    return scan_see(data, chart) != RDG_OK || (watcher && watcher->observer(p, chart, watcher->data));
}

/* Arclength on a stretch, as a place between those of its ends. */
static double scan_place(const scan_stretch *stretch, double way)
{
    return stretch->from.at + (stretch->to.at - stretch->from.at) * way / (way + stretch->length);
}

static rdg_status scan_pass_end(scan_work *s, double along)
{
    s->lost = false;
    scan_point_copy(s, &s->now, &s->stretch->to);
    s->now.way = s->last.way + along;
    return scan_pass(s, &s->now);
}

static rdg_status scan_see_stretch(scan_work *s, const rdg_chart *chart, bool *done)
{
    const scan_stretch *stretch = s->stretch;
    double along = 0.0;
    if (chart->point == 0) {
        scan_point_copy(s, &s->last, &stretch->from);
        s->base = s->last.way = 0.0;
        return RDG_OK;
    }
    scan_point_read(s, chart, &s->now);
    s->now.way = s->base + chart->step;
    *done = strcmp(chart->type, "MX") == 0 || s->now.way > scan_longest * stretch->length;
    if (*done) {
        return RDG_OK;
    }
    *done = scan_stretch_meets_end(s, &along);
    if (*done) {
        return scan_pass_end(s, along);
    }
    s->now.at = scan_place(stretch, s->now.way);
    if (scan_is_event(chart)) {
        RDG_TRY(scan_read_event(s, chart->type, &s->now));
    } else {
        s->base = s->now.way;
    }
    RDG_TRY(scan_pass(s, &s->now));
    scan_points_swap(&s->last, &s->now);
    return RDG_OK;
}

static bool scan_look_at_stretch(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    bool done = false;
    return scan_see_stretch(data, chart, &done) != RDG_OK || done;
}

/* --- the runs */

/* What a zero of the slope in between two points is. At a branch point the monitor changes its sign, too. */
static const char *scan_peak_or_dip(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                    const rdg_chart *after, void *data)
{
    (void)p;
    (void)at;
    scan_work *s = data;
    double size[2];
    const double slope[2] = {scan_slope(s, before->u, before->tangent, &size[0]),
                             scan_slope(s, after->u, after->tangent, &size[1])};
    if (scan_slope_sign(slope[0], size[0]) * scan_slope_sign(slope[1], size[1]) > 0) {
        return NULL;
    }
    return slope[0] > slope[1] ? "PEAK" : "DIP";
}

static rdg_status scan_add_slope(scan_work *s)
{
    s->has_slope = true;
    return rdg_add_slope(s->p, "slope", s->sensor, "omega", RDG_JUMPING);
}

/* Those of all runs; `last` is the first free place. */
static rdg_status scan_add_options(scan_work *s, rdg_option_list *list, bool locates)
{
    const rdg_option all[] = {RDG_RELEASE("omega"), RDG_NO_FOLDS, RDG_NO_FOLDER, RDG_NO_TABLE};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        RDG_TRY(rdg_option_list_add(list, all[k]));
    }
    return locates ? rdg_option_list_add(list, RDG_EVENT_CHECKED("PEAK", "slope", 0.0, scan_peak_or_dip, s))
                   : RDG_OK;
}

/* A curve that is closed, or ends at a natural boundary or on the bound of another window, is whole, but the
 * window of the frequency is covered only if both of its bounds are reached, relative to its width. */
static bool scan_reaches_both_bounds(const scan_work *s, const rdg_run_summary *summary)
{
    const double slack = 1e-6 * (s->high - s->low);
    return islessequal(summary->reached[0], s->low + slack) &&
           isgreaterequal(summary->reached[1], s->high - slack);
}

static rdg_status scan_follow(scan_work *s)
{
    char name[300];
    rdg_run_summary summary = {.points = 0};
    rdg_option_list list = {.ctx = s->ctx};
    rdg_status status = scan_add_options(s, &list, !(s->above > 0.0));
    const rdg_option own[] = {RDG_WINDOW("omega", s->low, s->high), RDG_OBSERVE(scan_look, s),
                              RDG_SUMMARY(&summary), RDG_DIRECTION(s->through ? 0 : 1), RDG_EXPECT_EARLY_END};
    for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
        rdg_option_list_add(&list, own[k]);
    }
    for (const rdg_option *o = s->option; o->kind != RDG_OPTION_END; o++) {
        rdg_option_list_add(&list, *o);
    }
    snprintf(name, sizeof name, "of the response of \"%.200s\" at %.6g N", s->sensor, s->alpha);
    if (status == RDG_OK && rdg_error_status(s->ctx) == RDG_OK) {
        status = rdg_continue_list(s->p, name, list.item);
    }
    rdg_option_list_release(&list);
    if (status == RDG_OK && summary.sign_changes > 0) {
        status = scan_add_branch_point(s, summary.sign_change, NAN);
    }
    s->points = summary.points;
    s->stop = summary.forwards;
    s->covered = summary.covered && scan_reaches_both_bounds(s, &summary);
    return status;
}

static rdg_status scan_go_over(scan_work *s, const scan_stretch *stretch, int direction)
{
    const double h = stretch->length / (stretch->kinks ? 2 : SCAN_FINER);
    rdg_option_list list = {.ctx = s->ctx};
    rdg_status status = s->has_slope ? RDG_OK : scan_add_slope(s);
    status = status == RDG_OK ? scan_add_options(s, &list, true) : status;
    const rdg_option own[] = {RDG_START(stretch->from.u),  RDG_OBSERVE(scan_look_at_stretch, s),
                              RDG_STEP(h, 1e-3 * h, h),    RDG_DIRECTION(direction),
                              RDG_TOLERANCE(1e-12, 1e-13), RDG_MAX_POINTS(SCAN_MAX_POINTS),
                              RDG_NO_BRANCH_POINTS};
    for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
        rdg_option_list_add(&list, own[k]);
    }
    for (rdg_index k = 0; stretch->kinks && k < s->n_margins; k++) {
        const char *name = rdg_parameter_name(s->p, s->first_margin + k, NULL);
        rdg_option_list_add(&list, RDG_EVENT("KINK", name, 0.0));
    }
    s->stretch = stretch;
    s->direction = 1;
    s->lost = true;
    if (status == RDG_OK && rdg_error_status(s->ctx) == RDG_OK) {
        status = rdg_continue_list(s->p, "scan_response", list.item);
    }
    rdg_option_list_release(&list);
    s->stretch = NULL;
    return status;
}

/* What was met on a way that has led elsewhere. */
static void scan_forget(scan_work *s, rdg_index n_found, rdg_index queued)
{
    while (s->n_found > n_found) {
        rdg_free((void *)s->found[--s->n_found].u);
    }
    while (s->queued > queued) {
        s->queued--;
        scan_point_free(&s->queue[s->queued].from);
        scan_point_free(&s->queue[s->queued].to);
    }
}

/* First in the direction in which omega grows or falls at its beginning; right at a fold that may be wrong.
 */
static rdg_status scan_go_over_either_way(scan_work *s, rdg_index number)
{
    const scan_stretch stretch = s->queue[number]; /* the queue may move */
    const rdg_index n_found = s->n_found;
    const rdg_index queued = s->queued;
    const int direction = scan_point_heading(s, &stretch.from);
    RDG_TRY(scan_go_over(s, &stretch, direction));
    if (s->lost) {
        scan_forget(s, n_found, queued);
        RDG_TRY(scan_go_over(s, &stretch, -direction));
    }
    if (s->lost) {
        scan_forget(s, n_found, queued);
        s->unsure = true;
    }
    return RDG_OK;
}

static rdg_status scan_make(scan_work *s)
{
    RDG_TRY(scan_point_make(s, &s->start));
    RDG_TRY(scan_point_make(s, &s->last));
    return scan_point_make(s, &s->now);
}

static rdg_status scan_all(scan_work *s)
{
    rdg_status status = scan_make(s);
    status = status == RDG_OK ? scan_follow(s) : status;
    status = status == RDG_OK ? rdg_error_status(s->ctx) : status;
    for (rdg_index k = 0; status == RDG_OK && k < s->queued; k++) {
        status = scan_go_over_either_way(s, k);
        status = status == RDG_OK ? rdg_error_status(s->ctx) : status;
    }
    for (rdg_index k = 0; k < s->queued; k++) {
        scan_point_free(&s->queue[k].from);
        scan_point_free(&s->queue[k].to);
    }
    scan_point_free(&s->start);
    scan_point_free(&s->last);
    scan_point_free(&s->now);
    rdg_free(s->queue);
    return status;
}

#endif
