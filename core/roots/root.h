/** @file root.h
 *  @brief A root of a function between two places where its signs differ.
 *
 *      rdg_root root = rdg_root_between(low, f_low, high, f_high, within);
 *      do {
 *          f = ...;                                 the function, and its slope, at root.at
 *          root.rounding = ...;                     of f, where it is known
 *      } while (rdg_root_next(&root, f, slope));
 *      ...                                          root.at is the root
 *
 *  Newton's method where a slope is known and each step is at most half of the one before; else interpolation
 *  and halving (bracket_impl.h). The caller evaluates, and may end the search at any time.
 *
 *  A value f + e with |e| <= rounding has no certain sign where |f + e| <= rounding, and no place is a better
 *  root than this one: the search ends. The place is then off by 2 rounding/|slope| at most, which may be
 * more or less than `within`. Where no rounding is given a function whose values next to the root are off by
 * more than slope*within costs about ten evaluations more, as Newton's steps shrink no longer. */
#ifndef RDG_ROOT_H
#define RDG_ROOT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A bracket, for the search alone: its low and high end, where signs differ. */
typedef struct rdg_bracket {
    double at[2];         /**< ends */
    double value[2];      /**< values there */
    double last_at[2];    /**< the ends that these replaced; NAN: there was none */
    double last_value[2]; /**< values there */
    double whole;         /**< width at first */
    double tolerance;     /**< width at last */
    double goal;          /**< width at the end of this round */
    int trials;           /**< that the round still may take */
    int free_trials;      /**< at places where interpolation has the zero; 0: no more */
    int moved; /**< end that moved last; -1: none yet. last_at and last_value are what it replaced */
    int slow;  /**< so many trials in a row have not halved the bracket */
} rdg_bracket;

/** The state of a search. */
typedef struct rdg_root {
    double at;           /**< where the function is to be evaluated; at the end: the root */
    double moved;        /**< length of the last step */
    double rounding;     /**< a value that is no larger has no certain sign: set by the caller; 0 at first */
    rdg_bracket bracket; /**< the root lies in it */
} rdg_root;

/** Begin a search.
 *  @param low, high     ends of the bracket, low < high
 *  @param f_low, f_high values there, of different signs. One that is 0 or NAN counts as minus the other: a
 *                       zero at that end is not the one that is sought. If both are, low counts as positive
 *  @param within        a bracket, or a step of Newton's method, of this length ends the search, > 0
 *  @return the search, with the first place to evaluate */
rdg_root rdg_root_between(double low, double f_low, double high, double f_high, double within);

/** Go on with a search.
 *  @param root  the search
 *  @param value of the function at root->at; NAN, or one that is no larger than root->rounding, ends the
 * search there
 *  @param slope there; NAN, or infinite: not known
 *  @return true: evaluate at root->at; false: root->at is the root; also if root is NULL */
bool rdg_root_next(rdg_root *root, double value, double slope);

#ifdef __cplusplus
}
#endif
#endif
