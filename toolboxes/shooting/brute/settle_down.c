/* Follow a motion until it recurs. */
#include "returns_impl.h"

#include <math.h>

enum { PIECE = 64 };

/* Distances that are no longer falling: the motion is no periodic one. */
static const double far = 1e-3;

int rdg_returns_settle(rdg_returns *r, rdg_index least, rdg_index most, double tolerance,
                       rdg_recurrence *found)
{
    double before = INFINITY, earlier = INFINITY;
    int answer = rdg_returns_follow(r, least);
    *found = (rdg_recurrence){.distance = INFINITY, .error = INFINITY};
    rdg_returns_forget_size(r);
    answer = answer ? answer : rdg_returns_follow(r, RDG_KEPT);
    while (answer == 0) {
        *found = rdg_returns_recur(r, tolerance);
        const bool falls = found->settles || found->distance < 0.5 * earlier || found->distance <= far;
        if (found->period > 0 || !falls || r->count >= most) {
            break;
        }
        earlier = before;
        before = found->distance;
        rdg_returns_forget_size(r);
        answer = rdg_returns_follow(r, PIECE);
    }
    return answer;
}
