/* The contact whose onset of slip the ridge follows. */
#include "ridge_impl.h"

rdg_ridge_watch *rdg_ridge_corner(const rdg_ridge_driver *d)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        if (d->watch[k].regime == RDG_RIDGE_CORNER) {
            return &d->watch[k];
        }
    }
    return NULL;
}
