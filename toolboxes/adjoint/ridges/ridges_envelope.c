/* The envelope: the greatest of all ridges at each forcing amplitude, and where another one becomes the
 * greatest.
 *
 * Between two forcing amplitudes that follow each other among all points of all ridges, each ridge is one
 * cubic, so that the difference of two has no more than two turning points, which are known. Where two ridges
 * change places the forcing amplitude is then solved for with points of both by Newton's method. */
#include "ridges_impl.h"

#include <ridgewalk/root.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdlib.h>

enum { MOST_DEPTH = 20 };

static const double rounding = 4e-16;

typedef struct grid {
    double *level;
    rdg_index n;
} grid;

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* All forcing amplitudes at which anything is known. */
static rdg_status make_grid(const rdg_ridges_work *w, grid *g)
{
    rdg_index n = 2;
    for (rdg_index k = 0; k < w->n_trails; k++) {
        n += w->trail[k].n;
    }
    g->level = rdg_context_calloc(w->ctx, (size_t)n, sizeof *g->level);
    if (!g->level) {
        return RDG_ERR_NO_MEMORY;
    }
    g->level[0] = w->low;
    g->level[1] = w->high;
    n = 2;
    for (rdg_index k = 0; k < w->n_trails; k++) {
        for (rdg_index i = 0; i < w->trail[k].n; i++) {
            g->level[n++] = fmin(fmax(w->trail[k].at[i].level, w->low), w->high);
        }
    }
    qsort(g->level, (size_t)n, sizeof *g->level, by_value);
    for (rdg_index k = 0; k < n; k++) {
        if (g->n == 0 || g->level[k] > g->level[g->n - 1] * (1.0 + rounding)) {
            g->level[g->n++] = g->level[k];
        }
    }
    return RDG_OK;
}

static bool spans(const rdg_ridge_trail *t, double low, double high)
{
    return rdg_ridge_trail_reaches(t, low) && rdg_ridge_trail_reaches(t, high);
}

/* The greatest at a forcing amplitude of those that are there from low to high; -1: none is. */
static rdg_index greatest(const rdg_ridges_work *w, double low, double high, double level)
{
    rdg_index best = -1;
    double most = 0.0;
    for (rdg_index k = 0; k < w->n_trails; k++) {
        const double own =
            spans(&w->trail[k], low, high) ? rdg_ridge_trail_guess(&w->trail[k], level).amplitude : -1.0;
        if (own > most) {
            most = own;
            best = k;
        }
    }
    return best;
}

/* ln of the amplitudes' ratio, by Newton's method, or by the cubics where that is not to be had. */
static double advantage(rdg_ridges_work *w, rdg_index i, rdg_index j, double level, rdg_ridges_point at[2])
{
    at[0] = rdg_ridge_trail_guess(&w->trail[i], level);
    at[1] = rdg_ridge_trail_guess(&w->trail[j], level);
    if (!rdg_ridge_trail_solve(w, &w->trail[i], level, &at[0]) ||
        !rdg_ridge_trail_solve(w, &w->trail[j], level, &at[1])) {
        rdg_error_forgive(w->d.ctx);
    }
    at[0].ridge = i;
    at[1].ridge = j;
    return log(at[0].amplitude / at[1].amplitude);
}

/* Where j becomes greater than i. */
static double cross(rdg_ridges_work *w, rdg_index i, rdg_index j, double low, double high,
                    rdg_ridges_point at[2])
{
    const double f_low = advantage(w, i, j, low, at);
    if (f_low <= 0.0) { /* the cubics have it otherwise, by rounding */
        return low;
    }
    const double f_high = advantage(w, i, j, high, at);
    if (f_high >= 0.0) {
        return high;
    }
    rdg_root meet = rdg_root_between(low, f_low, high, f_high, 2.0 * rounding * high);
    meet.rounding = rounding;
    while (rdg_root_next(&meet, advantage(w, i, j, meet.at, at), NAN)) {
    }
    if (at[0].level != meet.at) {
        advantage(w, i, j, meet.at, at);
    }
    return meet.at;
}

/* A piece is lengthened, or a new one begins at `from`. */
static rdg_status lengthen(rdg_ridges_work *w, rdg_index ridge, double low, double high)
{
    rdg_ridges_piece *last = w->n_pieces > 0 ? &w->piece[w->n_pieces - 1] : NULL;
    if (last && last->ridge == ridge && !last->crosses) {
        last->high.level = high;
        return RDG_OK;
    }
    RDG_TRY(rdg_context_reserve(w->ctx, &w->piece, &w->piece_capacity, w->n_pieces + 1, sizeof *w->piece));
    w->piece[w->n_pieces++] = (rdg_ridges_piece){
        .ridge = ridge, .low = {.level = low, .ridge = ridge}, .high = {.level = high, .ridge = ridge}};
    return RDG_OK;
}

/* From i, the greatest at low, to j, the greatest at high. */
static rdg_status go_from_to(rdg_ridges_work *w, rdg_index i, double low, rdg_index j, double high, int depth)
{
    rdg_ridges_point at[2];
    if (i == j) {
        return lengthen(w, i, low, high);
    }
    const double level = cross(w, i, j, low, high, at);
    const rdg_index third = greatest(w, low, high, level);
    if (third >= 0 && third != i && third != j && depth < MOST_DEPTH) {
        RDG_TRY(go_from_to(w, i, low, third, level, depth + 1));
        return go_from_to(w, third, level, j, high, depth + 1);
    }
    RDG_TRY(lengthen(w, i, low, level));
    rdg_ridges_piece *piece = &w->piece[w->n_pieces - 1];
    piece->high = at[0];
    piece->crosses = true;
    RDG_TRY(lengthen(w, j, level, high));
    w->piece[w->n_pieces - 1].low = at[1];
    return rdg_error_status(w->ctx);
}

/* A forcing amplitude within, at which another ridge peeks out; 0: there is none. */
static double peek(const rdg_ridges_work *w, rdg_index i, double low, double high)
{
    const rdg_ridge_trail *t = &w->trail[i];
    for (rdg_index k = 0; k < w->n_trails; k++) {
        const rdg_ridge_trail *other = &w->trail[k];
        if (k == i || !spans(other, low, high)) {
            continue;
        }
        /* the difference is c0 + c1 x + c2 x^2 + c3 x^3, known at four places */
        double f[4];
        for (int q = 0; q < 4; q++) {
            const double level = low + (high - low) * q / 3.0;
            f[q] = rdg_ridge_trail_guess(t, level).amplitude - rdg_ridge_trail_guess(other, level).amplitude;
        }
        const double c1 = -5.5 * f[0] + 9.0 * f[1] - 4.5 * f[2] + f[3];
        const double c2 = 9.0 * f[0] - 22.5 * f[1] + 18.0 * f[2] - 4.5 * f[3];
        const double c3 = -4.5 * f[0] + 13.5 * f[1] - 13.5 * f[2] + 4.5 * f[3];
        const double root = c2 * c2 - 3.0 * c1 * c3;
        for (int sign = -1; root > 0.0 && sign <= 1; sign += 2) {
            const double top = -c2 + sign * sqrt(root);
            const double x = fabs(c3) > 0.0 ? top / (3.0 * c3) : 0.0;
            if (x > 0.0 && x < 1.0 && f[0] + x * (c1 + x * (c2 + x * c3)) < 0.0) {
                return low + x * (high - low);
            }
        }
    }
    return 0.0;
}

static rdg_status find_pieces(rdg_ridges_work *w, const grid *g)
{
    for (rdg_index k = 0; k + 1 < g->n; k++) {
        const double low = g->level[k], high = g->level[k + 1];
        const rdg_index i = greatest(w, low, high, low), j = greatest(w, low, high, high);
        if (i < 0) {
            RDG_TRY(lengthen(w, -1, low, high));
            continue;
        }
        const double within = i == j ? peek(w, i, low, high) : 0.0;
        if (within > 0.0) {
            const rdg_index third = greatest(w, low, high, within);
            RDG_TRY(go_from_to(w, i, low, third, within, 0));
            RDG_TRY(go_from_to(w, third, within, j, high, 0));
        } else {
            RDG_TRY(go_from_to(w, i, low, j, high, 0));
        }
    }
    return RDG_OK;
}

/* The ends that are no events. */
static void complete(rdg_ridges_work *w)
{
    for (rdg_index k = 0; k < w->n_pieces; k++) {
        rdg_ridges_point *end[] = {&w->piece[k].low, &w->piece[k].high};
        for (int i = 0; i < 2 && w->piece[k].ridge >= 0; i++) {
            const double level = end[i]->level;
            if (!(end[i]->amplitude > 0.0) &&
                !rdg_ridge_trail_solve(w, &w->trail[w->piece[k].ridge], level, end[i])) {
                *end[i] = rdg_ridge_trail_guess(&w->trail[w->piece[k].ridge], level);
                end[i]->ridge = w->piece[k].ridge;
                rdg_error_forgive(w->d.ctx);
            }
        }
    }
}

rdg_status rdg_ridges_find_envelope(rdg_ridges_work *w)
{
    grid g = {.n = 0};
    rdg_status status = make_grid(w, &g);
    status = status == RDG_OK ? find_pieces(w, &g) : status;
    rdg_free(g.level);
    RDG_TRY(status);
    complete(w);
    w->all.piece = w->piece;
    w->all.pieces = w->n_pieces;
    return rdg_error_status(w->ctx);
}
