/* The determinant along a curve, as known at a few of its points. */
#ifndef RDG_SOUNDINGS_IMPL_H
#define RDG_SOUNDINGS_IMPL_H

#include <stdbool.h>

/* At one point: sign (0: it vanishes there) and logarithm of the magnitude. */
typedef struct rdg_sounding {
    double at; /* arclength from the current chart */
    double sign, log;
} rdg_sounding;

enum { RDG_MOST_SOUNDINGS = 80, RDG_OLD_SOUNDINGS = 6 };

/* In the order of arclength. */
typedef struct rdg_soundings {
    rdg_sounding point[RDG_MOST_SOUNDINGS];
    int n;
} rdg_soundings;

/* Put one in its place; at a point that is known already, or where there is no more room, it is dropped. */
void rdg_soundings_add(rdg_soundings *all, rdg_sounding one);

/* The point at arclength h is where arclengths count from now: keep the last ones up to there. */
void rdg_soundings_move(rdg_soundings *all, double h);

#endif
