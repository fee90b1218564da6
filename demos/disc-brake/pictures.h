/* Pictures of as many curves as there are. */
#ifndef DISC_BRAKE_PICTURES_H
#define DISC_BRAKE_PICTURES_H

#include <ridgewalk/ridgewalk.h>

enum { MOST_ITEMS = 48 };

typedef struct picture {
    int n;
    rdg_plot_item item[MOST_ITEMS + 1];
} picture;

static inline void picture_add(picture *p, rdg_plot_item item)
{
    if (p->n < MOST_ITEMS) {
        p->item[p->n] = item;
        p->n++;
        p->item[p->n] = (rdg_plot_item){.kind = RDG_PLOT_END};
    }
}

#endif
