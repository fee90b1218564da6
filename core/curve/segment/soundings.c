/* The determinant at points of the curve around the current one. */
#include "soundings_impl.h"

#include <math.h>
#include <string.h>

void rdg_soundings_add(rdg_soundings *all, rdg_sounding one)
{
    int i = all->n;
    while (i > 0 && all->point[i - 1].at > one.at) {
        i--;
    }
    const bool known =
        (i > 0 && one.at == all->point[i - 1].at) || (i < all->n && all->point[i].at == one.at);
    if (known || all->n == RDG_MOST_SOUNDINGS || !isfinite(one.at)) {
        return;
    }
    memmove(&all->point[i + 1], &all->point[i], (size_t)(all->n - i) * sizeof *all->point);
    all->point[i] = one;
    all->n++;
}

void rdg_soundings_move(rdg_soundings *all, double h)
{
    int n = 0;
    while (all->n > 0 && all->point[all->n - 1].at > h) {
        all->n--;
    }
    for (int i = all->n > RDG_OLD_SOUNDINGS ? all->n - RDG_OLD_SOUNDINGS : 0; i < all->n; i++) {
        all->point[n] = all->point[i];
        all->point[n++].at -= h;
    }
    all->n = n;
}
