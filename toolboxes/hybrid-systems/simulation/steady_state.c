/* Follow a motion until it recurs. */
#include "returns_impl.h"

#include <math.h>

enum { PIECE = 16, LOOK = 64 };

/* Distances that are no longer falling: the motion is no periodic one. */
static const double far = 1e-3;

/* Whether the motion since rdg_returns_forget_size() is none, beside what it was: [states]. */
static bool is_still(const rdg_returns *r, const double *extent)
{
    const rdg_index n = rdg_hybrid_phase_at(r->section->h, r->state.mode)->n;
    for (rdg_index i = 0; i < n; i++) {
        const double size = fmax(fabs(r->low[i]), fabs(r->high[i])), now = r->high[i] - r->low[i];
        if (now > 1e-6 * fmax(extent[i], size) + 1e3 * r->section->absolute) {
            return false;
        }
    }
    return true;
}

/* So many returns, of which the sizes of the last `look` are kept; one that spirals into a place of rest
 * returns for ever, less and less. */
static int follow(rdg_returns *r, rdg_index count, rdg_index look)
{
    for (rdg_index done = 0; done < count; done += PIECE) {
        const rdg_index piece = count - done < PIECE ? count - done : PIECE;
        if (count - done > look - PIECE) {
            rdg_returns_forget_size(r);
        }
        const double begin = r->state.t;
        const int answer = rdg_returns_follow(r, piece);
        const double time = r->state.t - begin;
        if (answer != 0) {
            return answer;
        }
        if (r->count <= PIECE) {
            r->lasted = time;
            for (rdg_index i = 0; i < r->section->states; i++) {
                r->extent[i] = r->high[i] - r->low[i];
            }
        } else if (time > 0.01 * r->lasted && is_still(r, r->extent)) {
            r->still = r->late = true;
            return 1;
        }
    }
    return 0;
}

int rdg_returns_settle(rdg_returns *r, rdg_index least, rdg_index most, double tolerance,
                       rdg_recurrence *found)
{
    double before = INFINITY, earlier = INFINITY;
    int answer = follow(r, least, PIECE);
    *found = (rdg_recurrence){.distance = INFINITY, .error = INFINITY};
    answer = answer ? answer : follow(r, RDG_KEPT, LOOK);
    while (answer == 0) {
        *found = rdg_returns_recur(r, tolerance);
        const bool falls = found->settles || found->distance < 0.5 * earlier || found->distance <= far;
        if (found->period > 0 || !falls || r->count >= most) {
            break;
        }
        earlier = before;
        before = found->distance;
        answer = follow(r, LOOK, LOOK);
    }
    return answer;
}

bool rdg_returns_rest(rdg_returns *r)
{
    const rdg_section *s = r->section;
    for (rdg_index i = 0; i < s->states && !r->still; i++) {
        r->extent[i] = r->high[i] - r->low[i];
    }
    if (!r->still) {
        rdg_returns_forget_size(r);
    }
    return r->still || (rdg_returns_wait(r, s->longest) == 0 && is_still(r, r->extent));
}
