/* What ends a mode, and what follows. */
#include "rigid_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static double bound(const rdg_rigid *r, rdg_index k, const double *u)
{
    const double *beta = u + rdg_rigid_beta(r, k);
    return beta[0] * beta[1];
}

int rdg_rigid_margin(const rdg_rigid_mode *to, const bool *rests, const double *u, double *margin)
{
    const rdg_rigid *r = to->of;
    double growth[RDG_RIGID_MOST] = {0.0}, bounds[RDG_RIGID_MOST] = {0.0};
    const int answer = rdg_rigid_evaluate(to, u, 0.0, false);
    for (rdg_index k = 0; answer == 0 && k < r->contacts; k++) {
        growth[k] = rdg_rigid_growth(r, k, u);
        bounds[k] = bound(r, k, u);
    }
    *margin = rdg_rigid_pressed_margin(r->contacts, to->state, rests, growth, r->lam, bounds);
    return answer;
}

/* s z', or the distance from the bound */
static int surface(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_rigid_event *e = data;
    const rdg_rigid *r = e->from->of;
    int answer = 0;
    (void)n, (void)m;
    if (e->sign == 0) {
        y[0] = rdg_rigid_friction_margin(e->from->state[e->contact], rdg_rigid_velocity(r, e->contact, u),
                                         0.0, 0.0);
    } else {
        answer = rdg_rigid_evaluate(e->from, u, 0.0, false);
        y[0] = bound(r, e->contact, u) - (double)e->sign * r->lam[e->contact];
    }
    return answer;
}

/* of z' */
static double velocity_slope(const rdg_rigid *r, rdg_index k, const double *u, rdg_index j)
{
    const double phi = u[r->nu - 1];
    if (j >= r->n && j < r->n2) {
        return r->w[j - r->n + r->n * k];
    }
    return j == r->n2 ? r->b[k] * sin(phi) : (j == r->nu - 1 ? r->b[k] * u[r->n2] * cos(phi) : 0.0);
}

static int surface_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_rigid_event *e = data;
    const rdg_rigid *r = e->from->of;
    const int answer = e->sign == 0 ? 0 : rdg_rigid_evaluate(e->from, u, 0.0, true);
    const rdg_index beta = rdg_rigid_beta(r, e->contact);
    (void)m;
    for (rdg_index j = 0; answer == 0 && j < n; j++) {
        if (e->sign == 0) {
            values[j] = rdg_rigid_direction(e->from->state[e->contact]) * velocity_slope(r, e->contact, u, j);
        } else {
            values[j] = -(double)e->sign * r->slope[e->contact + r->contacts * j];
            values[j] += j == beta ? u[beta + 1] : (j == beta + 1 ? u[beta] : 0.0);
        }
    }
    return answer;
}

static int guard(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_rigid_edge *e = data;
    const rdg_rigid_mode *from = e->event->from;
    bool rests[RDG_RIGID_MOST] = {false};
    (void)n, (void)m;
    for (rdg_index k = 0; k < from->of->contacts; k++) { /* what begins to give way does not accelerate yet */
        rests[k] = (from->state[k] == RDG_RIGID_STICKS) != (k == e->event->contact);
    }
    return rdg_rigid_margin(e->to, rests, u, y);
}

/* Velocities of contacts that stick are 0. */
static int reset(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_rigid_mode *to = ((const rdg_rigid_edge *)data)->to;
    const rdg_rigid *r = to->of;
    double rate[RDG_RIGID_MOST];
    (void)n;
    memcpy(y, u, (size_t)m * sizeof *y);
    for (rdg_index i = 0; i < to->stuck; i++) {
        rate[i] = rdg_rigid_velocity(r, to->which[i], u);
    }
    rdg_rigid_stop(to, rate, NULL, y + r->n);
    return 0;
}

static int reset_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_rigid_mode *to = ((const rdg_rigid_edge *)data)->to;
    const rdg_rigid *r = to->of;
    double rate[RDG_RIGID_MOST];
    for (rdg_index j = 0; j < n; j++) {
        if (j < m) {
            values[j + m * j] = 1.0;
        }
        for (rdg_index i = 0; i < to->stuck; i++) {
            rate[i] = velocity_slope(r, to->which[i], u, j);
        }
        rdg_rigid_stop(to, rate, NULL, values + m * j + r->n);
    }
    return 0;
}

/* Contacts that stick may have to give way at once when another one does or turns round; where no states go
 * together, the motion ends there. */
static int no_way_on(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)u, (void)m, (void)y, (void)data;
    return 1;
}

static int always(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)u, (void)m, (void)data;
    y[0] = 1.0;
    return 0;
}

static rdg_status add(rdg_rigid_mode *from, rdg_rigid_event *event, const rdg_rigid_state *state,
                      bool is_last)
{
    rdg_rigid *r = from->of;
    rdg_rigid_mode *to = rdg_rigid_mode_of(r, state);
    rdg_rigid_edge *edge =
        to && rdg_rigid_place(to) == RDG_OK ? rdg_context_calloc(r->ctx, 1, sizeof *edge) : NULL;
    if (!edge) {
        return rdg_error_status(r->ctx) == RDG_OK ? RDG_ERR_NO_MEMORY : RDG_ERR_EARLIER;
    }
    *edge = (rdg_rigid_edge){from->edge, event, to};
    from->edge = edge;
    char name[2 * RDG_RIGID_NAME + 32];
    char which[16] = "";
    if (r->contacts > 1) {
        static const char *const ways[3] = {"-", "", "+"};
        (void)snprintf(which, sizeof which, " (%d%s)", (int)event->contact + 1, ways[event->sign + 1]);
    }
    (void)snprintf(name, sizeof name, "%s%s -> %s", from->name, which, is_last ? "nowhere" : to->name);
    rdg_hybrid_event_surface added = {.name = name,
                                      .from = from->name,
                                      .to = to->name,
                                      .direction = -1,
                                      .surface = {.f = surface, .df = surface_df, .data = event},
                                      .linear = !r->force.f};
    if (is_last) {
        added.reset = (rdg_hybrid_function){.f = no_way_on, .data = edge};
    } else if (to->stuck > 0) {
        added.reset = (rdg_hybrid_function){.f = reset, .df = reset_df, .data = edge};
    }
    /* also where nothing else may follow: slip begins on its surface, on either side by rounding */
    if (is_last) {
        added.guard = (rdg_hybrid_function){.f = always, .data = edge};
    } else if (to->stuck > 0 || event->sign == 0 || r->contacts > 1) {
        added.guard = (rdg_hybrid_function){.f = guard, .data = edge};
    }
    return rdg_hybrid_add_event_surface(r->hybrid, &added);
}

/* An event of a contact: it does next what `next` states, the others that rest stick or give way. */
static rdg_status add_all(rdg_rigid_mode *from, rdg_rigid_event *event, rdg_rigid_state next)
{
    const rdg_rigid *r = from->of;
    bool rests[RDG_RIGID_MOST] = {false};
    rdg_rigid_state state[RDG_RIGID_MOST];
    for (rdg_index k = 0; k < r->contacts; k++) {
        state[k] = k == event->contact ? next : from->state[k];
        rests[k] = from->state[k] == RDG_RIGID_STICKS && k != event->contact;
    }
    do {
        RDG_TRY(add(from, event, state, false));
    } while (rdg_rigid_next_states(r->contacts, rests, state));
    return RDG_OK;
}

rdg_status rdg_rigid_enter(rdg_hybrid *h, rdg_index place, void *data)
{
    rdg_rigid *r = data;
    rdg_rigid_mode *mode = r->mode;
    (void)h;
    while (mode && mode->place != place) {
        mode = mode->next;
    }
    for (rdg_index k = 0; mode && k < r->contacts; k++) {
        const int s = rdg_rigid_direction(mode->state[k]);
        rdg_rigid_state ways[2];
        rdg_rigid_successors(mode->state[k], ways);
        for (int i = 0; i < 2; i++) {
            rdg_rigid_event *event = &mode->event[2 * k + (s == 0 ? i : 0)];
            *event = (rdg_rigid_event){mode, k, s == 0 ? rdg_rigid_direction(ways[i]) : 0};
            RDG_TRY(add_all(mode, event, ways[i]));
            if (r->contacts > 1 && (s == 0 || i == 1)) {
                rdg_rigid_state state[RDG_RIGID_MOST];
                memcpy(state, mode->state, sizeof state);
                state[k] = ways[i];
                RDG_TRY(add(mode, event, state, true));
            }
        }
    }
    return RDG_OK;
}
