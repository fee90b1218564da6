/* Does a curve that is followed lead through a known point? */
#include "peak_set_impl.h"

#include <string.h>

enum { RESTORE = 12 };

/* A curve that turns by 0.3 rad between two points is this near to their chord, in lengths of it. */
static const double chord_like = 0.05;

/* Does the curve lead through a point between two of its points, in the same sense? */
static bool passes(rdg_peak_trace *t, const double *from, const double *to, const double *point,
                   const double *direction, bool same_sense)
{
    rdg_peak_response *r = t->r;
    double *d = t->v[TRACE_OTHER], *u = t->v[TRACE_POINT], *chord = t->v[TRACE_CHORD],
           *row = t->v[TRACE_CHORD_ROW];
    rdg_peak_add(r->n, to, -1.0, from, chord);
    rdg_peak_add(r->n, point, -1.0, from, d);
    const double square = rdg_peak_product(r, from, chord, chord);
    if (square == 0.0) {
        return false;
    }
    const double share = rdg_peak_product(r, from, d, chord) / square;
    const double beside = rdg_peak_product(r, from, d, d) - share * share * square;
    if (!(share > 0.0 && share <= 1.0) ||
        (same_sense && !(rdg_peak_product(r, from, direction, chord) > 0.0)) || beside > square) {
        return false;
    }
    rdg_peak_add(r->n, from, share, chord, u);
    rdg_peak_border_along(r, from, chord, row);
    if (rdg_peak_restore(r, u, row, RESTORE) != RDG_PEAK_FOUND) {
        return beside < chord_like * chord_like * square;
    }
    return rdg_peak_distance(r, u, point) < rdg_peak_same;
}

void rdg_peak_pass_rays(rdg_peak_trace *t, const double *from, const double *to)
{
    rdg_peak_list *list = t->list;
    for (rdg_index k = 0; k < list->rays; k++) {
        rdg_peak_ray *ray = &list->ray[k];
        if (k != t->from && !ray->known) {
            ray->known = passes(t, from, to, ray->u, ray->direction, false);
        }
    }
}

bool rdg_peak_closes(rdg_peak_trace *t)
{
    if (t->from < 0 || !t->begun ||
        !passes(t, t->v[TRACE_AT], t->v[TRACE_NEXT], t->list->ray[t->from].u, t->start_direction, true)) {
        return false;
    }
    memcpy(t->v[TRACE_NEXT], t->list->ray[t->from].u, (size_t)t->r->n * sizeof(double));
    return true;
}
