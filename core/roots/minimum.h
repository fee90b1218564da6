/** @file minimum.h
 *  @brief The least value of a function between two places, by golden section.
 *
 *      rdg_minimum minimum = rdg_minimum_between(low, high, within);
 *      do {
 *          value = ...;                             the function at minimum.at
 *      } while (rdg_minimum_next(&minimum, value));
 *      ...                                          minimum.at, minimum.value: the least one met
 *
 *  The function falls up to its minimum and rises behind it; of any other one the answer is a local minimum,
 * or an end. Values within rounding of each other have no order: the place of a smooth minimum is known to
 * the square root of the rounding of the function. That is about 1e-8 of the interval, whatever `within` is.
 * The caller evaluates, and may end the search at any time. */
#ifndef RDG_MINIMUM_H
#define RDG_MINIMUM_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The state of a search. */
typedef struct rdg_minimum {
    double at;        /**< where the function is to be evaluated; at the end: where it is least */
    double value;     /**< at the end: the value there; NAN before a value is known */
    double end[2];    /**< for the search alone: the interval that is left */
    double inner[2];  /**< two places in it that divide it by the golden section */
    double inside[2]; /**< values there; NAN: not known yet */
    double within;    /**< width at last */
} rdg_minimum;

/** Begin a search.
 *  @param low, high ends of the interval, low < high
 *  @param within    width of the interval that ends the search, > 0
 *  @return the search, with the first place to evaluate */
rdg_minimum rdg_minimum_between(double low, double high, double within);

/** Go on with a search.
 *  @param minimum the search
 *  @param value   of the function at minimum->at; NAN ends the search
 *  @return true: evaluate at minimum->at; false: minimum->at and minimum->value are the answer; also if
 * minimum is NULL */
bool rdg_minimum_next(rdg_minimum *minimum, double value);

#ifdef __cplusplus
}
#endif
#endif
