/* The response at a forcing amplitude, followed by arclength over the domain. */
#include "peak_set_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Steps turn the tangent by about half of rdg_peak_far, are about as long at most, and change omega by this
 * share at most. */
static const double omega_share = 0.01;

enum { RESTORE = 6 };

/* Does a contact begin or cease to slip between two points? */
static bool passes_onset(rdg_peak_trace *t, const double *a, const double *b)
{
    rdg_peak_margins(t->r, a, t->margin[0]);
    rdg_peak_margins(t->r, b, t->margin[1]);
    for (rdg_index k = 0; k < t->r->n_margins; k++) {
        if (t->margin[0][k] * t->margin[1][k] < 0.0) {
            return true;
        }
    }
    return false;
}

/* How the unit tangent changes from AT to NEXT. */
static void note_bend(rdg_peak_trace *t, double length)
{
    const double a = rdg_peak_size(t->r, t->v[TRACE_AT], t->v[TRACE_TANGENT]);
    const double b = rdg_peak_size(t->r, t->v[TRACE_NEXT], t->v[TRACE_NEW_TANGENT]);
    for (rdg_index i = 0; i < t->r->n; i++) {
        t->v[TRACE_BEND][i] = (t->v[TRACE_NEW_TANGENT][i] / b - t->v[TRACE_TANGENT][i] / a) / length;
    }
}

/* The next point: a step along the tangent and its bend, and back onto the response. */
static bool predict_and_correct(rdg_peak_trace *t)
{
    rdg_peak_response *r = t->r;
    const double *u = t->v[TRACE_AT], *tangent = t->v[TRACE_TANGENT];
    double *predicted = t->v[TRACE_PREDICTED], *y = t->v[TRACE_NEXT], *row = t->v[TRACE_ROW];
    rdg_peak_border_along(r, u, tangent, row);
    double length = t->step / rdg_peak_size(r, u, tangent);
    const double omega = fabs(tangent[r->omega]) / u[r->omega];
    length = length * omega > omega_share ? omega_share / omega : length;
    const double way = length * rdg_peak_size(r, u, tangent);
    for (rdg_index i = 0; i < r->n; i++) {
        predicted[i] = u[i] + length * tangent[i] + 0.5 * way * way * t->v[TRACE_BEND][i];
    }
    predicted[r->level] = u[r->level];
    memcpy(y, predicted, (size_t)r->n * sizeof *y);
    return rdg_peak_restore(r, y, row, RESTORE) == RDG_PEAK_FOUND && y[r->omega] > 0.0;
}

/* The point where the response leaves the domain, in place of the next one. */
static bool cut_at(rdg_peak_trace *t, double omega)
{
    rdg_peak_response *r = t->r;
    const double *u = t->v[TRACE_AT];
    double *y = t->v[TRACE_NEXT], *row = t->v[TRACE_ROW];
    const double share = (omega - u[r->omega]) / (y[r->omega] - u[r->omega]);
    rdg_peak_between(r->n, u, y, share, y);
    y[r->omega] = omega;
    rdg_peak_border_omega(r, y, row);
    return rdg_peak_restore(r, y, row, 2 * RESTORE) == RDG_PEAK_FOUND;
}

/* The contact that begins or ceases to slip first on the way to a point; -1: none. *share of the way. */
static rdg_index find_onset(const rdg_peak_trace *t, double *share)
{
    rdg_index first = -1;
    for (rdg_index k = 0; k < t->r->n_margins; k++) {
        const double a = t->margin[0][k], b = t->margin[1][k];
        if (a * b < 0.0 && (first < 0 || a / (a - b) < *share)) {
            *share = a / (a - b);
            first = k;
        }
    }
    return first;
}

/* Does a step turn too far for its ends to show all that is between them? */
static bool is_rough(rdg_peak_trace *t)
{
    return rdg_peak_angle(t->r, t->v[TRACE_AT], t->v[TRACE_TANGENT], t->v[TRACE_NEW_TANGENT]) > rdg_peak_far;
}

/* A point beside a non-smooth peak, with the tangent there in the direction of the way. */
static bool restore_beside(rdg_peak_trace *t, double side, double *u, double sense, double *slope)
{
    const bool found = rdg_peak_restore_beside(t, t->corner, side * rdg_peak_same, u);
    t->probe_next = t->probe_beyond;
    t->probe_beyond = rdg_peak_probe(t, u);
    *slope = sense * t->r->at->slope;
    for (rdg_index i = 0; i < t->r->n; i++) {
        t->v[TRACE_NEW_TANGENT][i] = sense * t->r->at->tangent[i];
    }
    return found;
}

/* Contacts that reach the onset of slip together with the first one, as in symmetric motion: held in stick,
 * or released. Is there one? */
static bool hold_others(rdg_peak_trace *t, rdg_index first, double share, bool stuck)
{
    const double together = 1e-3;
    bool any = false;
    for (rdg_index k = 0; k < t->r->n_margins; k++) {
        const double a = t->margin[0][k], b = t->margin[1][k];
        if (k != first && a * b < 0.0 && a / (a - b) < share + together) {
            rdg_hbm_hold_stuck(t->r->hb, k, stuck);
            any = true;
        }
    }
    return any;
}

/* Over the onset of slip between AT and NEXT, where the response may turn sharply or back: its margin is the
 * coordinate there. The non-smooth peak comes into t->corner, points before and beyond it into NEXT and
 * BEYOND. */
static bool cross_onset(rdg_peak_trace *t)
{
    rdg_peak_response *r = t->r;
    double share = 0.0, *next = t->v[TRACE_NEXT], *d = t->v[TRACE_PREDICTED], *beyond = t->v[TRACE_BEYOND],
           *row = t->v[TRACE_MARGIN];
    const rdg_index k = find_onset(t, &share);
    for (rdg_index i = 0; k >= 0 && i < r->n; i++) {
        d[i] = t->v[TRACE_AT][i] + share * (d[i] - t->v[TRACE_AT][i]);
    }
    if (k < 0) {
        return false;
    }
    t->is_shared = hold_others(t, k, share, true);
    const rdg_peak_answer answer = rdg_peak_corner(r, k, d, 2 * RESTORE, t->corner);
    hold_others(t, k, share, false);
    if (answer != RDG_PEAK_FOUND) {
        return false;
    }
    rdg_peak_add(r->n, t->corner->u, -1.0, t->v[TRACE_AT], d);
    if (rdg_peak_size(r, t->v[TRACE_AT], d) > 2.0 * t->step ||
        rdg_peak_product(r, t->v[TRACE_AT], d, t->v[TRACE_TANGENT]) < 0.0) {
        return false; /* another one, or the one just crossed */
    }
    const double sense = t->margin[1][k] > t->margin[0][k] ? 1.0 : -1.0;
    memcpy(row, r->border, (size_t)r->n * sizeof *row);
    for (rdg_index i = 0; i < r->n; i++) {
        t->corner->tangent[i] = sense * r->at->tangent[i];
    }
    double slope[2] = {0.0, 0.0};
    if (!restore_beside(t, -1.0, next, sense, &slope[0]) || is_rough(t)) {
        return false;
    }
    const int sign_before = (int)sense * r->at->sign;
    if (!restore_beside(t, 1.0, beyond, sense, &slope[1])) {
        return false;
    }
    t->sign_beyond = (int)sense * r->at->sign;
    t->branches = t->is_shared && t->sign_beyond * sign_before < 0;
    t->has_peak = rdg_peak_find_at_onset(t, sense, t->is_shared, (const double *const[]){next, beyond}, slope,
                                         t->corner);
    return true;
}

typedef enum outcome { GOES_ON, SHORTER, ENDS } outcome;

/* False: the step leads over to another curve. */
static bool note_branch_point(rdg_peak_trace *t)
{
    double *u = t->v[TRACE_START];
    memcpy(u, t->v[TRACE_NEXT], (size_t)t->r->n * sizeof *u);
    const rdg_peak_crossing what = rdg_peak_find_crossing(t, u);
    if (what != RDG_PEAK_NO_CROSSING && what != RDG_PEAK_CROSSING_GAP) {
        rdg_peak_list_add_branch(t->list, u, t->v[TRACE_TANGENT], t->part, what);
    }
    return what != RDG_PEAK_CROSSING_GAP;
}

/* The stretch up to NEXT joins the set, and the response goes on from `from`. */
static outcome take(rdg_peak_trace *t, const double *from, int sign, double probe_from)
{
    const double omega = t->v[TRACE_NEXT][t->r->omega];
    const bool leaves = omega >= t->r->high || omega < t->r->low;
    if (leaves && !cut_at(t, omega >= t->r->high ? t->r->high : t->r->low)) {
        return ENDS;
    }
    if ((t->sign * sign < 0 || t->probe * t->probe_next < 0.0) && !note_branch_point(t)) {
        return SHORTER;
    }
    t->closed = rdg_peak_closes(t);
    t->sign = sign;
    t->probe = probe_from;
    t->list->set.points++;
    rdg_peak_look_between(t, t->v[TRACE_AT], t->v[TRACE_NEXT]);
    t->left = leaves;
    t->stopped = t->list->see && t->list->see(t->list, t->v[TRACE_NEXT], t->v[TRACE_NEW_TANGENT]);
    memcpy(t->v[TRACE_AT], from, (size_t)t->r->n * sizeof(double));
    memcpy(t->v[TRACE_TANGENT], t->v[TRACE_NEW_TANGENT], (size_t)t->r->n * sizeof(double));
    return leaves || t->closed ? ENDS : GOES_ON;
}

/* The response up to a non-smooth peak, the non-smooth peak, and on from beyond it. */
static outcome take_corner(rdg_peak_trace *t)
{
    const outcome what = take(t, t->v[TRACE_BEYOND], t->sign_beyond, t->probe_beyond);
    if (what == GOES_ON && t->branches) {
        rdg_peak_list_add_branch(t->list, t->corner->u, t->corner->tangent, t->part,
                                 RDG_PEAK_CROSSING_AT_KINK);
    }
    if (what == GOES_ON && t->has_peak) {
        t->corner->part = t->part;
        rdg_peak_list_add(t->list, t->corner);
    }
    return what;
}

/* One step. */
static outcome step(rdg_peak_trace *t)
{
    rdg_peak_response *r = t->r;
    bool converges = predict_and_correct(t);
    const int sign = r->at->sign;
    memcpy(t->v[TRACE_NEW_TANGENT], r->at->tangent, (size_t)r->n * sizeof(double));
    t->probe_next = converges ? rdg_peak_probe(t, t->v[TRACE_NEXT]) : NAN;
    const double by = converges
                          ? rdg_peak_angle(r, t->v[TRACE_AT], t->v[TRACE_TANGENT], t->v[TRACE_NEW_TANGENT])
                          : INFINITY;
    const bool onset = passes_onset(t, t->v[TRACE_AT], converges ? t->v[TRACE_NEXT] : t->v[TRACE_PREDICTED]);
    if (onset && by > rdg_peak_far && cross_onset(t)) {
        const outcome what = take_corner(t);
        memset(t->v[TRACE_BEND], 0, (size_t)r->n * sizeof(double));
        if (what != SHORTER) {
            return what;
        }
        converges = false; /* on another curve */
    }
    const double length = converges ? rdg_peak_distance(r, t->v[TRACE_AT], t->v[TRACE_NEXT]) : 0.0;
    const bool far = length > rdg_peak_far;
    const bool rough = by > rdg_peak_far || (!onset && far);
    if (!converges || (rough && t->step > 1e2 * rdg_peak_last_step)) {
        t->step *= 0.5;
        return t->step < rdg_peak_last_step ? ENDS : SHORTER;
    }
    const double angle = 0.5 * rdg_peak_far;
    const double longer = fmin(angle, t->step * fmin(2.0, fmax(0.5, angle / (by + 1e-9))));
    note_bend(t, length);
    const outcome what = take(t, t->v[TRACE_NEXT], sign, t->probe_next);
    t->step = what == SHORTER ? 0.5 * t->step : longer;
    return what == SHORTER && t->step < rdg_peak_last_step ? ENDS : what;
}

rdg_status rdg_peak_trace_allocate(rdg_peak_trace *t)
{
    rdg_context *ctx = t->r->ctx;
    t->found = rdg_peak_point_create(t->r);
    t->corner = rdg_peak_point_create(t->r);
    for (int k = 0; k < RDG_TRACE_VECTORS; k++) {
        t->v[k] = rdg_context_calloc(ctx, (size_t)t->r->n, sizeof(double));
    }
    t->start_direction = t->v[TRACE_DIRECTION];
    for (int k = 0; k < 2; k++) {
        t->margin[k] = rdg_context_calloc(ctx, (size_t)t->r->n_margins, sizeof(double));
    }
    return rdg_error_status(ctx);
}

void rdg_peak_trace_release(rdg_peak_trace *t)
{
    for (rdg_index k = 0; k < t->queued; k++) {
        rdg_free(t->queue[k].a);
    }
    for (int k = 0; k < RDG_TRACE_VECTORS; k++) {
        rdg_free(t->v[k]);
    }
    rdg_free(t->margin[0]);
    rdg_free(t->margin[1]);
    rdg_free(t->queue);
    rdg_peak_point_free(t->found);
    rdg_peak_point_free(t->corner);
}

bool rdg_peak_has_budget(const rdg_peak_trace *t)
{
    return t->budget == 0 || rdg_peak_response_counts(t->r).factorisations < t->budget;
}

void rdg_peak_trace_from(rdg_peak_trace *t, const double *u, const double *row)
{
    rdg_peak_response *r = t->r;
    t->closed = t->left = t->begun = false;
    memcpy(t->v[TRACE_AT], u, (size_t)r->n * sizeof *u);
    memcpy(t->v[TRACE_ROW], row, (size_t)r->n * sizeof *u);
    if (rdg_peak_restore(r, t->v[TRACE_AT], t->v[TRACE_ROW], 2 * RESTORE) != RDG_PEAK_FOUND) {
        return;
    }
    memcpy(t->v[TRACE_TANGENT], r->at->tangent, (size_t)r->n * sizeof(double));
    t->sign = r->at->sign;
    t->probe = rdg_peak_probe(t, t->v[TRACE_AT]);
    t->step = 0.05 * rdg_peak_far;
    memset(t->v[TRACE_BEND], 0, (size_t)r->n * sizeof(double));
    t->end[0] = t->end[1] = (rdg_peak_end){.omega = t->v[TRACE_AT][r->omega], .amplitude = r->at->value};
    const long most = t->list->set.points + t->list->most;
    while (t->list->set.points < most && rdg_peak_has_budget(t) && !t->list->ended && !t->stopped) {
        if (step(t) == ENDS) {
            return;
        }
    }
}

rdg_index rdg_peak_count_between(rdg_peak_response *r, const double *a, const double *b)
{
    rdg_peak_list *list = rdg_context_calloc(r->ctx, 1, sizeof *list);
    if (!list) {
        return -1;
    }
    list->r = r;
    list->ctx = r->ctx;
    rdg_peak_trace t = {.r = r, .list = list};
    if (rdg_peak_trace_allocate(&t) == RDG_OK) {
        rdg_peak_look_between(&t, a, b);
    }
    const rdg_index count = list->set.unresolved > 0 || list->ended ? -1 : list->set.count;
    rdg_peak_trace_release(&t);
    rdg_peak_list_free(list);
    return count;
}
