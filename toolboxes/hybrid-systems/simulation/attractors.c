/* Which attractor is it?
 *
 * Periodic ones are distinguished by where they return; what two of them are off is allowed for. Of others
 * there is a cloud of returns: two clouds are of one attractor where the points of one lie among those of the
 * other, as near as these lie to each other. */
#include "basins_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the distance of a cloud's points from each other, what another cloud of the same attractor is off. */
static const double among = 3.0;
/* Of their extent, what such clouds may be off: one may have lingered at an unstable orbit. */
static const double together = 0.02;

static double distance(const rdg_basining *b, const rdg_attractor *a, rdg_index i, const rdg_attractor *c,
                       rdg_index j)
{
    if (a->mode[i] != c->mode[j]) {
        return INFINITY;
    }
    const rdg_index states = b->section.states, n = rdg_hybrid_phase_at(b->h, a->mode[i])->n;
    double largest = 0.0;
    for (rdg_index k = 0; k < n; k++) {
        const double x = a->x[i * states + k], y = c->x[j * states + k];
        const double extent = fmax(fmax(a->extent[k], c->extent[k]), 1e-3 * b->span[k]);
        const double scale = fmax(extent, 1e-6 * fmax(fabs(x), fabs(y)) + 1e3 * b->section.absolute);
        largest = fmax(largest, fabs(x - y) / scale);
    }
    return largest;
}

static double nearest(const rdg_basining *b, const rdg_attractor *a, rdg_index i, const rdg_attractor *c)
{
    double least = INFINITY;
    for (rdg_index j = 0; j < c->points; j++) {
        least = a == c && i == j ? least : fmin(least, distance(b, a, i, c, j));
    }
    return least;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median of the distances of a's points from c. */
static double typical(const rdg_basining *b, const rdg_attractor *a, const rdg_attractor *c)
{
    double d[RDG_KEPT] = {0};
    const rdg_index count = a->points < RDG_KEPT ? a->points : RDG_KEPT;
    for (rdg_index i = 0; i < count; i++) {
        d[i] = nearest(b, a, i, c);
    }
    qsort(d, (size_t)count, sizeof *d, compare);
    return d[count / 2];
}

static bool same(const rdg_basining *b, const rdg_attractor *known, const rdg_attractor *found)
{
    if (known->fate != found->fate || known->period != found->period) {
        return false;
    }
    const double off = fmin(4.0 * (known->error + found->error), 0.05);
    const double radius = fmax(b->o.same, off);
    if (found->fate != RDG_SWEEP_NONE) {
        return nearest(b, found, 0, known) <= radius;
    }
    const double apart = fmax(typical(b, known, known), typical(b, found, found));
    return typical(b, found, known) <= fmax(fmax(radius, together), among * apart);
}

static rdg_status add(rdg_basining *b, const rdg_attractor *found)
{
    rdg_basins_map *map = b->map;
    const size_t states = (size_t)b->section.states, points = (size_t)found->points;
    RDG_TRY(rdg_context_reserve(b->ctx, (void *)&map->attractor, &map->attractor_capacity,
                                map->attractors + 1, sizeof *map->attractor));
    rdg_attractor *a = &map->attractor[map->attractors++];
    *a = *found;
    a->starts = 0;
    a->x = rdg_context_calloc(b->ctx, points * states, sizeof *a->x);
    a->mode = rdg_context_calloc(b->ctx, points, sizeof *a->mode);
    a->extent = rdg_context_calloc(b->ctx, states, sizeof *a->extent);
    RDG_TRY(rdg_error_status(b->ctx));
    memcpy(a->x, found->x, points * states * sizeof *a->x);
    memcpy(a->mode, found->mode, points * sizeof *a->mode);
    memcpy(a->extent, found->extent, states * sizeof *a->extent);
    return RDG_OK;
}

rdg_index rdg_attractor_number(rdg_basining *b, const rdg_attractor *found)
{
    for (rdg_index k = 0; k < b->map->attractors; k++) {
        if (same(b, &b->map->attractor[k], found)) {
            b->map->attractor[k].starts++;
            return k + 1;
        }
    }
    if (add(b, found) != RDG_OK) {
        return -1;
    }
    b->map->attractor[b->map->attractors - 1].starts = 1;
    return b->map->attractors;
}
