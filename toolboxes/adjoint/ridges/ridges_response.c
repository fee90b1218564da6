/* A response over the window at a level: the one from its lower end, or the one through a point. */
#include "ridges_impl.h"

const rdg_peaks *rdg_ridges_response(rdg_ridges_work *w, double level, const double *through,
                                     rdg_observer observer, void *data)
{
    rdg_option how[3] = {RDG_WINDOW("omega", w->d.edge[0], w->d.edge[1]),
                         through ? RDG_START(through) : RDG_MAX_POINTS(5000), RDG_OBSERVE(observer, data)};
    if (w->ready) {
        rdg_ridge_release_contacts(&w->d);
    }
    return rdg_ridge_peaks(&w->d, level, observer ? 3 : 2, how);
}
