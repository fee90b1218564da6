/* Non-smooth peaks of a polyline of straight segments: a run ends at the node and goes on, on the next
 * segment, from the nearest point there. */
#include "flutter_impl.h"

#include <ridgewalk/event.h>
#include <ridgewalk/frozen.h>
#include <ridgewalk/moving.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <limits.h>
#include <math.h>
#include <string.h>

static rdg_status freeze_segment(rdg_problem *p, const double *u)
{
    return rdg_eliminate(
        p, &(rdg_eliminated){.block = "segment", .n = 1, .zero = "segment", .at = u + RDG_FLUTTER_SEGMENT});
}

/* Distances from both ends of the segment, in lengths of it */
static int ends(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_place place;
    (void)n, (void)m;
    if (!rdg_flutter_place(data, u, &place)) {
        return 1;
    }
    y[0] = place.alpha;
    y[1] = 1.0 - place.alpha;
    return 0;
}

static int ends_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    static const int variable[RDG_PLACE_NUMBERS] = {RDG_FLUTTER_S, RDG_FLUTTER_MU, RDG_FLUTTER_LOAD};
    rdg_place place;
    (void)n;
    if (!rdg_flutter_place(data, u, &place)) {
        return 1;
    }
    for (int k = 0; k < RDG_PLACE_NUMBERS; k++) {
        values[m * variable[k]] = place.alpha_by[k];
        values[1 + m * variable[k]] = -place.alpha_by[k];
    }
    return 0;
}

static double determinant(double A[3][3])
{
    return A[0][0] * (A[1][1] * A[2][2] - A[1][2] * A[2][1]) -
           A[0][1] * (A[1][0] * A[2][2] - A[1][2] * A[2][0]) +
           A[0][2] * (A[1][0] * A[2][1] - A[1][1] * A[2][0]);
}

/* One step of Newton's method for g = 0 with the place at alpha, in three variables; the largest change
 * relative to sizes, or NaN */
static double improve(rdg_flutter *o, double alpha, const int variable[3], const double *size, double *u)
{
    enum { N = RDG_FLUTTER_VARIABLES };
    double y[3] = {0.0}, distance[2] = {0.0}, df[2 * N] = {0.0}, by[2 * N] = {0.0}, A[3][3], change[3],
           most = 0.0;
    if (rdg_flutter_f(N, u, 2, y, o) != 0 || rdg_flutter_df(N, u, 2, df, o) != 0 ||
        ends(N, u, 2, distance, o) != 0 || ends_df(N, u, 2, by, o) != 0) {
        return NAN;
    }
    y[2] = distance[0] - alpha;
    for (int j = 0; j < 3; j++) { /* in units of the sizes */
        A[0][j] = df[2 * variable[j]] * size[variable[j]];
        A[1][j] = df[1 + 2 * variable[j]] * size[variable[j]];
        A[2][j] = by[2 * variable[j]] * size[variable[j]];
    }
    const double whole = determinant(A);
    if (!(fabs(whole) > 0.0)) {
        return NAN;
    }
    for (int j = 0; j < 3; j++) {
        double B[3][3];
        memcpy(B, A, sizeof B);
        for (int i = 0; i < 3; i++) {
            B[i][j] = y[i];
        }
        change[j] = determinant(B) / whole;
        most = fmax(most, fabs(change[j]));
    }
    for (int j = 0; j < 3; j++) {
        u[variable[j]] -= change[j] * size[variable[j]];
    }
    return most;
}

/* The solution at alpha of the segment, in the three numbers that vary along the curve; false: it is not
 * near. */
static bool move_to(rdg_flutter *o, rdg_problem *p, const double *tangent, double alpha, double *u)
{
    enum { STEPS = 20 };
    int variable[3], count = 0;
    double size[RDG_FLUTTER_VARIABLES], change = INFINITY;
    rdg_typical_sizes(p, u, size);
    for (int k = 0; k < RDG_FLUTTER_NUMBERS; k++) {
        const bool varies = fabs(tangent[k]) > 1e-12 * size[k]; /* what is held does by rounding */
        if (varies && count < 3) {
            variable[count] = k;
        }
        count += varies;
    }
    for (int step = 0; count == 3 && step < STEPS && change > 1e-12; step++) {
        change = improve(o, alpha, variable, size, u);
        if (!isless(change, 1.0)) {
            return false;
        }
    }
    return change < 1e-9;
}

/* Further into the next segment each time, if Newton's method goes back from there. */
static bool way_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    enum { TRIES = 6 };
    rdg_flutter *o = data;
    rdg_place place;
    (void)direction;
    if (!event->type || strcmp(event->type, "CO") != 0 || !rdg_flutter_place(o, event->u, &place)) {
        return false;
    }
    if (event->point != o->asked_at) {
        o->asked_at = event->point;
        o->asked = 0;
    }
    o->way = place.alpha > 0.5 ? 1 : -1;
    const rdg_index next = place.segment + o->way;
    if (next < 0 || next > o->c->nodes - 2 || o->asked >= TRIES) {
        return false;
    }
    const double share = RDG_FLUTTER_APART * pow(4.0, o->asked++);
    u[RDG_FLUTTER_SEGMENT] = (double)next;
    if (!move_to(o, p, event->tangent, o->way > 0 ? share : 1.0 - share, u)) {
        rdg_leave_out(
            p, "what lies behind the vertex at s = %g m: it turns so far that no eigenvalue there is near",
            event->u[RDG_FLUTTER_S]);
        return false;
    }
    return freeze_segment(p, u) == RDG_OK;
}

/* Away from the non-smooth peak */
static int heading(rdg_problem *p, const rdg_chart *at, void *data)
{
    const rdg_flutter *o = data;
    rdg_place place;
    (void)p;
    if (!rdg_flutter_place(o, at->u, &place) || !(o->way > 0 ? place.alpha > 0.0 : place.alpha < 1.0)) {
        return RDG_NO_WAY_ON;
    }
    const double growth = place.alpha_by[RDG_PLACE_S] * at->tangent[RDG_FLUTTER_S] +
                          place.alpha_by[RDG_PLACE_MU] * at->tangent[RDG_FLUTTER_MU] +
                          place.alpha_by[RDG_PLACE_LOAD] * at->tangent[RDG_FLUTTER_LOAD];
    return growth * o->way > 0.0 ? 1 : -1;
}

static rdg_status look_at_start(rdg_problem *p, const rdg_start_solution *at, void *data)
{
    rdg_flutter *o = data;
    o->asked_at = INT_MIN;
    return freeze_segment(p, at->u);
}

/* No curve leaves its segment but at a non-smooth peak. */
static int stay_inside(rdg_problem *p, const rdg_chart *at, void *data)
{
    rdg_place place;
    if (rdg_flutter_place(data, at->u, &place) && place.alpha > -RDG_FLUTTER_APART &&
        place.alpha < 1.0 + RDG_FLUTTER_APART) {
        return 0;
    }
    rdg_fail(rdg_problem_context(p), RDG_ERR_ARGUMENT, "rdg_continue",
             "s = %g m is not on the segment of the problem, from node %ld on: a start there, or on one of "
             "its ends, "
             "needs a problem of its own",
             at->u[RDG_FLUTTER_S], lround(at->u[RDG_FLUTTER_SEGMENT]));
    return -1;
}

/* The segment is what it is eliminated at. */
static int stays(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)u, (void)m, (void)data;
    y[0] = 0.0;
    return 0;
}

rdg_status rdg_flutter_watch_corners(rdg_flutter *o, rdg_problem *p, const double *u)
{
    static const char *const end[] = {"behind", "ahead"};
    RDG_TRY(rdg_add_zero(
        p, &(rdg_function){.name = "segment", .n = 1, .m = 1, .f = stays, .by_differences = true},
        (rdg_index[]){RDG_FLUTTER_SEGMENT}));
    RDG_TRY(freeze_segment(p, u));
    RDG_TRY(rdg_add_monitor(p,
                            &(rdg_function){.name = "ends",
                                            .n = RDG_FLUTTER_VARIABLES,
                                            .m = 2,
                                            .f = ends,
                                            .df = ends_df,
                                            .by_differences = true,
                                            .data = o},
                            RDG_ALL, end, RDG_ACTIVE));
    for (int k = 0; k < 2; k++) {
        RDG_TRY(rdg_hide_parameter(p, end[k]));
        RDG_TRY(
            rdg_add_event(p, &(rdg_event_definition){.type = "CO", .parameter = end[k], .terminal = true}));
    }
    RDG_TRY(rdg_look_at_starts(p, look_at_start, o));
    RDG_TRY(rdg_move_along(p, stay_inside, o));
    return rdg_set_way_on(p, way_on, heading, o);
}
