/* The active set of an optimisation: quantities with ranges, and which of them are held at a bound.
 *
 * A quantity is a parameter with its range or an inequality G with the range G <= 0. Its multiplier
 * "d.<name>" is the adjoint's: the best objective f(q) over what is free has the slope -d.q. One of the two
 * is determined by the place of the quantity, so that any choice of places makes a square system:
 *
 *     free: d.q = 0          at a bound: q = bound          held: q = its present value
 *
 * The Karush-Kuhn-Tucker conditions hold where nothing is held, free quantities are within their ranges, and
 * multipliers at bounds have the sign that presses against these. */
#ifndef RDG_ACTIVE_SET_IMPL_H
#define RDG_ACTIVE_SET_IMPL_H

#include "adjoint_impl.h"

#include <ridgewalk/option_list.h>

typedef enum rdg_range_place {
    RDG_RANGE_HELD, /* at a value that is no bound, its multiplier is not zero */
    RDG_RANGE_FREE, /* its multiplier is zero */
    RDG_RANGE_LOW,  /* at its lower bound */
    RDG_RANGE_HIGH  /* at its upper bound */
} rdg_range_place;

enum { RDG_RANGE_TYPE = 24 };

/* What can end a run. */
typedef enum rdg_range_event { RDG_RANGE_LOWER, RDG_RANGE_UPPER, RDG_RANGE_MULTIPLIER } rdg_range_event;

typedef struct rdg_ranged {
    const char *name;
    char multiplier[RDG_ADJOINT_NAME + 2];
    rdg_index row;                /* of the adjoint's assembly */
    rdg_index mu, multiplier_mu;  /* places in a chart */
    double low, high;             /* the range; infinite: none */
    double size, multiplier_size; /* typical */
    rdg_range_place place;
    double limit[2]; /* bounds of the present run: further out where the range is left at its start */
    char type[3][RDG_RANGE_TYPE]; /* of the events */
    rdg_index n_runs;             /* in which it was the one that moves */
    bool is_idle;                 /* held, and the objective does not depend on it */
} rdg_ranged;

/* Why a run ended. */
typedef enum rdg_range_end {
    RDG_RANGE_LOST,      /* no event */
    RDG_RANGE_AT_BOUND,  /* a quantity has met a bound */
    RDG_RANGE_NO_FORCE,  /* a multiplier has become zero */
    RDG_RANGE_UNWATCHED, /* a bound or a zero that was no event, as it was met at the start already */
    RDG_RANGE_TURNED     /* the quantity that moves has turned round: a fold */
} rdg_range_end;

typedef struct rdg_active_set {
    rdg_problem *p;
    double sense; /* 1: the objective is to be least; -1: greatest */
    rdg_index n;
    rdg_ranged *item;
    /* the run under way, or the last one */
    rdg_index moving; /* quantity that is neither held nor free */
    double direction; /* in which it moves: 1 or -1 */
    bool to_range;    /* from outside of its range */
    bool is_trial;    /* from where its multiplier is zero: a minimum, or not? */
    double heading;   /* of the run: 1 or -1, along the tangents of its charts or against them */
    bool is_first;    /* the run follows no exchange: its direction is that of the quantity that moves */
    bool is_fixed;    /* that cannot move as active constraints determine it; the way round was wrong */
    bool stopped;
    rdg_range_end end;
    rdg_index which;   /* quantity of the event */
    bool is_upper;     /* of its bounds */
    double *u;         /* [variables] the last valid point */
    double *gradient;  /* [variables] workspace */
    double *last;      /* [n] values of the quantities there */
    double *last_pull; /* [n] rdg_range_pull() there */
    double *rate;      /* [n] how much they changed in the last step, relative to their sizes */
} rdg_active_set;

/* --- active_set.c */

/* Release, hold and watch quantities in a run. */
void rdg_active_set_add(rdg_active_set *set, rdg_option_list *list);

/* Observer of a run, data: rdg_active_set. */
bool rdg_active_set_observe(rdg_problem *p, const rdg_chart *chart, void *data);

/* Exchange what the end of the run states; the parameter that determines the direction of the next run and
 * its sign. Returns false when the quantity that moves has got its place, or when there is no exchange. */
bool rdg_active_set_exchange(rdg_active_set *set, const char **first, double *direction);

/* Change of the objective that the multiplier promises: > 0, upwards; relative to its typical size. */
double rdg_range_pull(const rdg_active_set *set, const rdg_ranged *q);

/* How far a quantity lies outside of its range, with sign; 0 inside, and within rounding. */
double rdg_range_excess(const rdg_active_set *set, const rdg_ranged *q);

double rdg_range_value(const rdg_active_set *set, const char *parameter);

#endif
