/* Inside of a gap spring: its force, and its answers in time. */
#ifndef RDG_GAP_SPRING_IMPL_H
#define RDG_GAP_SPRING_IMPL_H

#include <ridgewalk/gap_spring.h>
#include <ridgewalk/law_in_time.h>

/* Closed where this is positive, and then the force; N */
static inline double rdg_gap_spring_closed_force(const rdg_gap_spring *law, double x)
{
    return law->preload + law->k * (x - law->gap);
}

/* gap_spring_time.c */
extern const rdg_law_in_time rdg_gap_spring_in_time; /* its numbers are an rdg_gap_spring */

#endif
