/* Contacts that stick because others keep them at rest, as both of a point in a corner: more rows are at rest
 * than there are coordinates, and accelerations do not determine all forces. The solver of contact problems
 * finds some that satisfy all laws; dependent friction keeps its share of the normal force, none if the
 * others can do without it. */
#include "events_impl.h"

#include <math.h>
#include <string.h>

/* Of the mobility of a row: less is left of one that depends on others */
static const double dependent = 1e-11;

bool rdg_ts_regimes_hold(const rdg_timestepping *ts)
{
    bool holds = false;
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        holds = holds || ts->events->state[k] == RDG_RIGID_HELD;
    }
    return holds;
}

/* Rows of a Cholesky factor of G; e->S: the factor, [count] a row; basis: its rows among the active ones */
typedef struct row_basis {
    int *row;
    rdg_index count;
} row_basis;

/* Whether an active row depends on those of the basis; else it is the next one, if it is to be kept. */
static bool depends(rdg_timestepping *ts, row_basis *basis, rdg_index i, bool keep)
{
    const rdg_ts_rows *s = &ts->active;
    const rdg_index m = s->count;
    double *L = ts->events->S, *next = ts->events->b, left = s->G[i * m + i];
    for (rdg_index a = 0; a < basis->count; a++) {
        next[a] = (s->G[i * m + basis->row[a]] - rdg_ts_dot(a, L + a * m, next, 0.0)) / L[a * m + a];
        left -= next[a] * next[a];
    }
    if (!(left > dependent * s->G[i * m + i])) {
        return true;
    }
    if (keep) {
        memcpy(L + basis->count * m, next, (size_t)basis->count * sizeof *L);
        L[basis->count * (m + 1)] = sqrt(left);
        basis->row[basis->count++] = (int)i;
    }
    return false;
}

/* Of the accelerations that reactions make: the solver of contact problems answers to 1e-12 */
static const double none = 1e-9;

/* Whether a row stays at rest. One that depends on others at an instant only, as of directions that turn,
 * does not. */
static bool stays(const rdg_timestepping *ts, rdg_index i)
{
    const rdg_ts_rows *s = &ts->active;
    double sum = s->b[i], size = 0.0;
    for (rdg_index j = 0; j < s->count; j++) {
        sum += s->G[i * s->count + j] * s->r[j];
        size += sqrt(s->G[j * (s->count + 1)]) * fabs(s->r[j]);
    }
    return fabs(sum) <= none * size * sqrt(s->G[i * (s->count + 1)]);
}

/* Of contacts that stick within their limit, or at rest are at their limit, those that others hold */
static void find_held(rdg_timestepping *ts, row_basis *basis, const double *v, bool at_limit)
{
    const rdg_ts_rows *s = &ts->active;
    rdg_ts_events *e = ts->events;
    rdg_index i = s->bilateral;
    for (rdg_index k = 0; k < s->contacts; k++) {
        rdg_rigid_state *state = &e->state[s->contact[k]];
        const bool asked = at_limit ? rdg_rigid_direction(*state) != 0 : *state == RDG_RIGID_STICKS;
        if (asked && rdg_ts_rubs(ts, s->contact[k]) &&
            fabs(rdg_ts_row_velocity(ts, i + 1, v)) <= e->slow[s->row[i + 1]] &&
            depends(ts, basis, i + 1, !at_limit) && stays(ts, i + 1)) {
            *state = RDG_RIGID_HELD;
            e->share[s->contact[k]] = fmax(-s->mu[k], fmin(s->mu[k], s->r[i + 1] / s->r[i]));
        }
        i += 1 + s->directions[k];
    }
}

void rdg_ts_regimes_find_held(rdg_timestepping *ts, const double *v)
{
    const rdg_ts_rows *s = &ts->active;
    row_basis basis = {.row = ts->events->pivot};
    rdg_index i = 0;
    for (; i < s->bilateral; i++) {
        (void)depends(ts, &basis, i, true);
    }
    for (rdg_index k = 0; k < s->contacts; k++) {
        if (rdg_rigid_is_closed(ts->events->state[s->contact[k]])) {
            (void)depends(ts, &basis, i, true);
        }
        i += 1 + s->directions[k];
    }
    find_held(ts, &basis, v, false);
    find_held(ts, &basis, v, true);
}
