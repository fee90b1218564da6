/* The peak between two points of the response at which the slope has different signs.
 *
 * A contact whose margin changes its sign between them has its onset there, where the slope may jump. The
 * onset is the peak, or takes the place of one of both points: the slope is continuous on the side that is
 * left. Between two points the search is that of core/roots. */
#include "peak_climb_impl.h"

#include <ridgewalk/root.h>

#include <math.h>
#include <string.h>

static double coordinate(const rdg_peak_way *w, const double *u)
{
    return rdg_peak_dot(w->r->n, w->row, u) - w->origin;
}

double rdg_peak_note_side(rdg_peak_way *w, double slope)
{
    rdg_peak_side *s = slope > 0.0 ? &w->left : &w->right;
    s->known = true;
    s->at = coordinate(w, w->u);
    s->slope = slope;
    memcpy(s->u, w->u, (size_t)w->r->n * sizeof *w->u);
    rdg_peak_margins(w->r, w->u, s->margin);
    return s->at;
}

/* From w->u to the response at the same coordinate, and the slope there. */
static bool look(rdg_peak_way *w, double *slope)
{
    enum { MOST = 8 };
    rdg_peak_response *r = w->r;
    for (int k = 0; k < MOST && w->factorisations-- > 0; k++) {
        if (rdg_peak_factor(r, w->u, w->row, false) != 0) {
            return false;
        }
        const double size = rdg_peak_size(r, w->u, r->at->correction);
        const bool is_there = size <= rdg_peak_last_step;
        if (!(size < 1.0) || (is_there && rdg_bordered_scalar_differentiate(r->scalar) != 0)) {
            return false;
        }
        *slope = is_there ? rdg_peak_corrected_slope(r) : NAN;
        rdg_peak_add(r->n, w->u, 1.0, r->at->correction, w->u);
        if (is_there) {
            return isfinite(*slope);
        }
    }
    return false;
}

/* A side on the response, if its slope has the same sign there. */
static bool restore_side(rdg_peak_way *w, const rdg_peak_side *s)
{
    double slope = NAN;
    memcpy(w->u, s->u, (size_t)w->r->n * sizeof *w->u);
    if (!look(w, &slope) || (slope > 0.0) != (s == &w->left)) {
        return false;
    }
    rdg_peak_note_side(w, slope);
    return true;
}

/* The onset in w->out becomes a side: the slopes on both sides of it have the same sign, or it is a dip. */
static void take_onset(rdg_peak_way *w, rdg_index contact)
{
    const rdg_peak_point *onset = w->out;
    rdg_peak_side *left = &w->left, *right = &w->right;
    const double growth = (right->margin[contact] - left->margin[contact]) / (right->at - left->at);
    const double stuck = -growth * onset->stuck_slope, slip = -growth * onset->slip_slope;
    const double before = growth > 0.0 ? slip : stuck, behind = growth > 0.0 ? stuck : slip;
    rdg_peak_side *s = before <= 0.0 ? right : left;
    s->at = coordinate(w, onset->u);
    s->slope = s == right ? before : behind;
    memcpy(s->u, onset->u, (size_t)w->r->n * sizeof *s->u);
    rdg_peak_margins(w->r, onset->u, s->margin);
    s->margin[contact] = 0.0;
}

/* Onsets between both sides. True: one of them is the peak. */
static bool is_at_onset(rdg_peak_way *w, int *onsets)
{
    enum { MOST = 6, STEPS = 10 };
    rdg_peak_response *r = w->r;
    for (rdg_index k = 0; k < r->n_margins && *onsets < MOST; k++) {
        const double a = w->left.margin[k], b = w->right.margin[k];
        if (!(a * b < 0.0)) {
            continue;
        }
        ++*onsets;
        rdg_peak_between(r->n, w->left.u, w->right.u, a / (a - b), w->work);
        if (rdg_peak_corner(r, k, w->work, STEPS, w->out) != RDG_PEAK_FOUND) {
            continue;
        }
        const double at = coordinate(w, w->out->u);
        if (rdg_peak_corner_is_peak(w->out)) {
            return true;
        }
        if (at > w->left.at && at < w->right.at) {
            take_onset(w, k);
        }
    }
    return false;
}

static double width_of(rdg_peak_way *w)
{
    rdg_peak_add(w->r->n, w->right.u, -1.0, w->left.u, w->work);
    return rdg_peak_size(w->r, w->left.u, w->work);
}

/* The slope is zero at the last point, or jumps at it. */
static rdg_peak_next end(rdg_peak_way *w)
{
    memcpy(w->u, w->left.u, (size_t)w->r->n * sizeof *w->u);
    return width_of(w) < 2.0 * rdg_peak_point_like && rdg_peak_finish_kink(w->r, w->out) ? RDG_PEAK_DONE
                                                                                         : RDG_PEAK_GIVE_UP;
}

rdg_peak_next rdg_peak_find_between(rdg_peak_way *w)
{
    rdg_peak_response *r = w->r;
    if (!restore_side(w, &w->left) || !restore_side(w, &w->right)) {
        w->left.known = w->right.known = false;
        return RDG_PEAK_GO_ON;
    }
    int onsets = 0, known = -1; /* onsets that the search knows of; -1: it has not begun */
    double slope, last = INFINITY;
    rdg_root root;
    do {
        if (is_at_onset(w, &onsets)) {
            return RDG_PEAK_DONE;
        }
        if (known != onsets) {
            known = onsets;
            root = rdg_root_between(w->left.at, w->left.slope, w->right.at, w->right.slope,
                                    rdg_peak_point_like / width_of(w) * (w->right.at - w->left.at));
        }
        const double share = (root.at - w->left.at) / (w->right.at - w->left.at);
        rdg_peak_between(r->n, w->left.u, w->right.u, share, w->u);
        if (!look(w, &slope)) {
            return RDG_PEAK_GIVE_UP;
        }
        const double along = rdg_peak_step(r, slope);
        const double size = fabs(along) * rdg_peak_size(r, w->u, r->at->tangent);
        rdg_peak_note_side(w, slope);
        if (size < rdg_peak_last_step && size < 0.1 * last) {
            rdg_peak_add(r->n, w->u, along, r->at->tangent, w->u);
            return rdg_peak_finish(r, w->out) ? RDG_PEAK_DONE : RDG_PEAK_GIVE_UP;
        }
        last = size;
    } while (rdg_root_next(&root, slope, r->at->second));
    return end(w);
}
