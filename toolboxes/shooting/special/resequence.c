/* Where a sequence of crossings ends (GR, DU, TO) the motion a little farther on shows the next one: if it
 * repeats, and Newton's method meets an orbit of it, the branch goes on there. */
#include "special_impl.h"

#include <ridgewalk/frozen.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* So far beyond the point, of the size of its parameters, the motion is looked at: one after the other. */
static const double beyond[] = {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 3e-4, 1e-3};

/* A parameter near zero is as large as this. */
static const double least_size = 1e-2;

enum { LOOKS = sizeof beyond / sizeof *beyond };

/* State in the middle of the longest arc: nothing happens there. */
static int in_the_middle(rdg_shooting *s, const double *u, rdg_index *mode, double *x, double *phi)
{
    rdg_index longest = 0;
    for (rdg_index j = 1; j < s->arcs; j++) {
        longest = u[s->at.tau + j] > u[s->at.tau + longest] ? j : longest;
    }
    const rdg_orbit_at a = rdg_orbit_arc_at(s, u, longest);
    s->work->sigma[a.nz] *= 0.5;
    const int answer = rdg_flow_mesh(s->flow, a.arc->mode, s->work->sigma, &s->work->mesh, x);
    *mode = a.arc->mode;
    *phi = s->at.forced ? s->work->sigma[a.nz - 1] + a.omega * s->work->sigma[a.nz] : 0.0;
    return answer;
}

/* Are these the arcs that there are, from any of them on? */
static bool is_old_sequence(const rdg_shooting *s, const rdg_draft *draft)
{
    if (draft->count != s->arcs) {
        return false;
    }
    for (rdg_index shift = 0; shift < s->arcs; shift++) {
        rdg_index same = 0;
        while (same < s->arcs && draft->arc[same].crossing == s->arc[(same + shift) % s->arcs].crossing &&
               draft->arc[same].mode == s->arc[(same + shift) % s->arcs].mode) {
            same++;
        }
        if (same == s->arcs) {
            return true;
        }
    }
    return false;
}

static bool is_new_sequence(const rdg_shooting *s, const rdg_draft *draft)
{
    return draft->count <= s->at.slots && !is_old_sequence(s, draft);
}

/* Free all slots, take the arcs, and leave out what they do not use. */
static rdg_status change(rdg_shooting *s, rdg_problem *p, const rdg_draft *draft, double *u)
{
    rdg_orbit_leave_home(s);
    RDG_TRY(rdg_orbit_remember(s));
    s->arcs_before = s->arcs;
    s->changing = true;
    rdg_status status = rdg_thaw(p, "x", 0, s->at.tau);
    status = status == RDG_OK ? rdg_thaw(p, "tau", 0, s->at.slots) : status;
    status = status == RDG_OK ? rdg_orbit_take(s, draft, u) : status;
    if (status == RDG_OK) {
        rdg_orbit_note_sizes(s, u);
        status = rdg_orbit_freeze(s, p, u);
    }
    s->changing = false;
    s->revision++;
    return status == RDG_OK ? rdg_orbit_remember(s) : status;
}

/* By a share of their sizes, as the branch goes: it may have come to the point upright. */
static void move_parameters(const rdg_shooting *s, const rdg_chart *event, double step, double *p)
{
    const double *along = event->tangent + s->at.p;
    double largest = 0.0;
    for (rdg_index k = 0; k < s->at.np; k++) {
        largest = fmax(largest, fabs(along[k]) / fmax(fabs(p[k]), least_size));
    }
    for (rdg_index k = 0; largest > 0.0 && k < s->at.np; k++) {
        p[k] += step * along[k] / largest;
    }
}

/* Another sequence a step beyond the event, into draft. *found false: there is none. */
static rdg_status look_beyond(rdg_shooting *s, const rdg_chart *event, double step, double *u,
                              rdg_draft *draft, bool *found)
{
    double phi = 0.0;
    rdg_index mode = 0;
    double *x = s->work->gradient;
    *found = false;
    const double period = rdg_orbit_period(s, u);
    if (in_the_middle(s, u, &mode, x, &phi) != 0) {
        return RDG_OK;
    }
    move_parameters(s, event, step, u + s->at.p);
    memcpy(s->p, u + s->at.p, (size_t)s->at.np * sizeof *u);
    const double T = s->at.forced ? RDG_HZ((double)s->order) / s->p[s->at.omega] : period;
    const rdg_orbit_instant from = {mode, x, phi};
    const rdg_status status = rdg_orbit_follow(s, &from, T, draft, is_new_sequence, found);
    if (status == RDG_ERR_NO_CONVERGENCE) { /* the motion cannot be followed, or does not return */
        rdg_error_clear(s->ctx);
        return RDG_OK;
    }
    return status;
}

/* One look after the other, each farther, then to the other side: where the branch comes upright its tangent
 * does not tell which one is beyond. */
static double next_look(rdg_shooting *s, int looks)
{
    const int look = s->asked++;
    return look < looks / 2 ? beyond[look] : -beyond[look - looks / 2];
}

/* How often the motion is looked at. Where several arcs vanish at once Newton's method fails in front of it,
 * and there is no convergence (MX): then farther. */
static int looks_at(const char *type)
{
    const bool is_end = strcmp(type, "GR") == 0 || strcmp(type, "DU") == 0 || strcmp(type, "TO") == 0;
    return 2 * (is_end ? LOOKS - 2 : strcmp(type, "MX") == 0 ? LOOKS : 0);
}

/* Orbits end at an impact that they graze: in front of it the rate at which a map of them changes has no
 * bound, and beyond there may be none. Any other end leaves something out. */
static void tell_end(rdg_shooting *s, rdg_problem *p, const rdg_chart *event)
{
    const char *end = strcmp(event->type, "GR") == 0 ? rdg_orbit_grazed_impact(s, event->u) : NULL;
    if (end) {
        rdg_write(s->ctx, RDG_CHANNEL_NOTE,
                  "note: \"%s\": orbits of the sequence %s end where they graze the impact \"%s\"\n",
                  rdg_hybrid_name(s->hybrid), rdg_shooting_sequence(s), end);
        return;
    }
    rdg_leave_out(p,
                  "the sequence %s ends (%s, point %" PRId64
                  "), and the motion beyond shows no other one that "
                  "repeats and has at most %" PRId64 " arcs (rdg_shooting_options.arcs)",
                  rdg_shooting_sequence(s), event->type, event->point, s->at.slots);
}

static bool way_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    rdg_shooting *s = data;
    (void)direction;
    const int looks = looks_at(event->type ? event->type : "");
    s->asked = event->point == s->asked_at ? s->asked : 0;
    s->asked_at = event->point;
    while (s->asked < looks) {
        rdg_draft draft = {.count = 0};
        bool found = false;
        memcpy(u, event->u, (size_t)rdg_variable_count(p) * sizeof *u);
        rdg_status status = look_beyond(s, event, next_look(s, looks), u, &draft, &found);
        if (status == RDG_OK && found) {
            status = change(s, p, &draft, u);
        }
        rdg_draft_release(&draft);
        if (status != RDG_OK || found) {
            return status == RDG_OK;
        }
    }
    if (looks > 0 && strcmp(event->type, "MX") != 0) {
        tell_end(s, p, event);
    }
    return false;
}

/* Away from where the sequence began: an arc that is new lasts longer, a surface that is no longer crossed is
 * farther away. */
static int heading(rdg_problem *p, const rdg_chart *at, void *data)
{
    rdg_shooting *s = data;
    const rdg_index n = rdg_variable_count(p);
    const rdg_index k = rdg_parameter_index(p, s->arcs > s->arcs_before ? "duration" : "graze");
    double value = 0.0;
    double slope = 0.0;
    if (s->arcs == s->arcs_before || k < 0 ||
        rdg_context_reserve(s->ctx, &s->slope, &s->slope_room, n, sizeof *s->slope) != RDG_OK) {
        return 0;
    }
    memset(s->slope, 0, (size_t)n * sizeof *s->slope);
    if (rdg_parameter_gradient(p, k, n, at->u, &value, s->slope) != 0) {
        return 0;
    }
    for (rdg_index i = 0; i < n; i++) {
        slope += s->slope[i] * at->tangent[i];
    }
    return slope > 0.0 ? 1 : slope < 0.0 ? -1 : 0;
}

rdg_status rdg_orbit_let_sequence_change(rdg_shooting *s, rdg_problem *p)
{
    if (rdg_hybrid_crossings(s->hybrid) == 0) {
        return RDG_OK;
    }
    s->asked_at = -1;
    return rdg_set_way_on(p, way_on, heading, s);
}
