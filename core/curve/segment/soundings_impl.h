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

/* Put one in its place; at a point that is known already, or where there is no more room, it is dropped.
 * Returns its index, or -1. */
int rdg_soundings_add(rdg_soundings *all, rdg_sounding one, double resolution);

/* Take out what lies between these two, ends excluded: all of it, or only the zeros. */
void rdg_soundings_clear_between(rdg_soundings *all, double low, double high, bool zeros_only);

/* The point at arclength h is where arclengths count from now: keep the last ones up to there. */
void rdg_soundings_move(rdg_soundings *all, double h);

/* What is known of the determinant between point i and the next one. */
typedef struct rdg_strait {
    bool is_clear; /* it has this sign all the way */
    bool dips;     /* the interpolant itself says that it has not, and not only its error */
    double sign;   /* of the ends; 0: not known */
    double lowest; /* arclength at which to look next */
} rdg_strait;

rdg_strait rdg_soundings_between(const rdg_soundings *all, int i);

#endif
