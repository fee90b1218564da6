/** @file straight_work.h
 *  @brief The work of moving along a straight way, which is the potential of every force that has one. */
#ifndef RDG_STRAIGHT_WORK_H
#define RDG_STRAIGHT_WORK_H

#ifdef __cplusplus
extern "C" {
#endif

/** Force times path, s = 0 .. 1: f(s x) . x.
 *  @param data       whatever it needs
 *  @param s          share of the way
 *  @param[out] power in J
 *  @return 0, or why there is none */
typedef int (*rdg_straight_power)(void *data, double s, double *power);

/** Work int_0^1 f(s x) . x ds to a relative accuracy of 1e-12, also where the force has non-smooth points:
 * Lobatto's rule on intervals that are halved until two halves agree with the whole.
 *  @param power     force times way
 *  @param data      handed to it
 *  @param[out] work in J
 *  @return 0, or what power() answered */
int rdg_straight_work(rdg_straight_power power, void *data, double *work);

#ifdef __cplusplus
}
#endif
#endif
