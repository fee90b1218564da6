/** @file law_terms.h
 *  @brief Force laws that are sums of terms c p1^a1 p2^a2 ... s(y) of their numbers p, differentiated by
 * these. */
#ifndef RDG_LAW_TERMS_H
#define RDG_LAW_TERMS_H

#include <ridgewalk/law_in_time.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A term has at most so many numbers. */
enum { RDG_LAW_TERM_PARAMETERS = 4 };

/** The numbers, and what is requested. */
typedef struct rdg_law_terms {
    double number[RDG_LAW_TERM_PARAMETERS]; /**< in the order of the element's */
    int which;                              /**< by which one */
    rdg_index n;                            /**< length of y */
    const rdg_law_slopes *answer;           /**< where it is added */
} rdg_law_terms;

/** A term. */
typedef struct rdg_law_term {
    rdg_index value;                    /**< place of the function that it is part of */
    double factor;                      /**< c */
    int power[RDG_LAW_TERM_PARAMETERS]; /**< a; those of numbers that can be 0 are >= 0 */
    double s;                           /**< s(y) */
    const double *slope;                /**< [n] its derivatives; NULL: it is the variable y[at] */
    rdg_index at;                       /**< that; -1: s is constant */
} rdg_law_term;

/** Add the derivatives of a term.
 *  @param terms numbers, and what is requested
 *  @param term  the term */
void rdg_law_add_term(const rdg_law_terms *terms, const rdg_law_term *term);

#ifdef __cplusplus
}
#endif
#endif
