/* The period cut at the zeros of L', U' and fy: between two of them L and U are monotone and the contact is
 * closed or open throughout. The extrema of L and U, and with them the distance to slip S = min U - max L,
 * come with it.
 *
 * Whether L rises or U falls in a piece is known from the slope at its middle. Comparing the values at its
 * ends would fail between two extrema 1e-8 apart, whose values agree to rounding. */
#include "contact_impl.h"

#include <math.h>

static void collect_points(rdg_contact_element *e)
{
    rdg_series *s = &e->series;
    rdg_index n = rdg_series_zeros(s, &e->signal[CONTACT_LOWER], 1, e->point);
    if (!e->steady) {
        n += rdg_series_zeros(s, &e->signal[CONTACT_UPPER], 1, e->point + n);
        n += rdg_series_zeros(s, &e->signal[CONTACT_NORMAL], 0, e->point + n);
    }
    if (n == 0) {
        e->point[n++] = 0;
    }
    rdg_sort_instants(n, e->point);
    e->n_points = 1;
    for (rdg_index i = 1; i < n; i++) {
        if (e->point[i] > e->point[e->n_points - 1]) {
            e->point[e->n_points++] = e->point[i];
        }
    }
}

void rdg_contact_partition(rdg_contact_element *e)
{
    double highest = -INFINITY, lowest = INFINITY;
    if (e->progress >= CONTACT_PARTITIONED) {
        return;
    }
    collect_points(e);
    for (rdg_index i = 0; i < e->n_points; i++) {
        contact_piece *piece = &e->piece[i];
        double p[RDG_JET], y[RDG_JET];
        piece->start = e->point[i];
        rdg_series_turn(&e->series, piece->start, e->series.top);
        rdg_contact_jets(e, p, y);
        piece->tangential = p[0];
        piece->lower = rdg_contact_lower(e->mu, p[0], y[0]);
        piece->upper = rdg_contact_upper(e->mu, p[0], y[0]);
        if (piece->lower > highest) {
            highest = piece->lower;
            e->argmax_lower = piece->start;
        }
        if (piece->upper < lowest) {
            lowest = piece->upper;
            e->argmin_upper = piece->start;
        }
    }
    e->margin = lowest - highest;
    e->progress = CONTACT_PARTITIONED;
}

void rdg_contact_pieces(rdg_contact_element *e)
{
    for (rdg_index i = 0; i < e->n_points; i++) {
        contact_piece *piece = &e->piece[i];
        const double end = i + 1 < e->n_points ? e->point[i + 1] : e->point[0] + RDG_TURN;
        double p[RDG_JET], y[RDG_JET];
        rdg_series_turn(&e->series, 0.5 * (piece->start + end), e->series.top);
        rdg_contact_jets(e, p, y);
        piece->lower_rises = rdg_contact_lower(e->mu, p[1], y[1]) > 0;
        piece->upper_falls = rdg_contact_upper(e->mu, p[1], y[1]) < 0;
        piece->open = y[0] < 0;
    }
}
