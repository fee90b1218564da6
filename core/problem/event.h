/** @file event.h
 *  @brief Special points that belong to a problem: located in every run of it.
 *
 *  A toolbox adds a monitor function that vanishes at its special points and registers the event here. Runs
 *  then locate, finish by Newton's method and label them as they do the user's own events (RDG_EVENT()). */
#ifndef RDG_EVENT_H
#define RDG_EVENT_H

#include "chart.h"
#include "objects.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Decides whether a located zero is a special point, and of which type.
 *  @param problem the problem
 *  @param before  chart at the beginning of the step; on a surface, the point itself
 *  @param at      the located point
 *  @param after   chart at the end of the step; on a surface, the point itself
 *  @param data    pointer given with the event
 *  @return the type, a string that outlives the run. NULL: no event, and no message */
typedef const char *(*rdg_event_check)(rdg_problem *problem, const rdg_chart *before, const rdg_chart *at,
                                       const rdg_chart *after, void *data);

/** Whether an event can happen around a chart.
 *  @param problem the problem
 *  @param at      a chart: its u and mu. The rest may be missing
 *  @param data    pointer given with the event
 *  @return false: no change of sign between this chart and its neighbours counts */
typedef bool (*rdg_event_where)(rdg_problem *problem, const rdg_chart *at, void *data);

/** Moves a special point that ends a branch to the limit of the branch, where the equations are singular and
 *  Newton's method does not go: of orbits that shrink to an equilibrium, to that.
 *  @param problem the problem
 *  @param at      the located point, before it is stored; its u and mu are to be written
 *  @param data    pointer given with the event */
typedef void (*rdg_event_limit)(rdg_problem *problem, rdg_chart *at, void *data);

/** Whether a change of sign between two neighbouring charts can be a special point: what excludes it costs
 * less than to locate the zero.
 *  @param problem the problem
 *  @param before  chart at the beginning of the step
 *  @param after   chart at the end of the step
 *  @param data    pointer given with the event
 *  @return false: the change of sign is ignored */
typedef bool (*rdg_event_between)(rdg_problem *problem, const rdg_chart *before, const rdg_chart *after,
                                  void *data);

enum {
    RDG_MOST_FACTORS = 32 /**< of an event that are handed out */
};

/** Values of an event's factors at one place: those nearest to zero, half of them on either side. */
typedef struct rdg_factors {
    int count;                      /**< of the values here */
    long first;                     /**< how many values of the event are less than value[0] */
    long total;                     /**< number of values of the event, those not handed out included */
    double value[RDG_MOST_FACTORS]; /**< in ascending order */
} rdg_factors;

/** Functions of which one vanishes wherever the event's monitor does, smooth also where several do so close
 *  together: the monitor is the one nearest to zero, times the signs of all others.
 *  @param problem the problem
 *  @param u       point, the problem's variables
 *  @param[out] factors their values
 *  @param data    pointer given with the event
 *  @return false: they have no values here */
typedef bool (*rdg_event_factors)(rdg_problem *problem, const double *u, rdg_factors *factors, void *data);

/** A special point: parameter = value. */
typedef struct rdg_event_definition {
    const char *type;      /**< "HB", ...; copied */
    const char *parameter; /**< monitor; copied */
    double value;          /**< value of the monitor at the point */
    bool terminal;         /**< the branch ends there */
    bool turns_with_curve; /**< on the far side of a branch point of the run, where its determinant changes
                                sign, the monitor's sign counts the other way round */
    rdg_event_where where; /**< located only between charts where this holds; NULL: everywhere */
    rdg_event_between between; /**< NULL: every change of sign counts */
    rdg_event_check check;     /**< NULL: every zero of the monitor is an event */
    rdg_event_factors factors; /**< NULL: the monitor is smooth itself; else the value is 0 */
    rdg_event_limit limit;     /**< NULL: the branch ends at the located point */
    void *data;                /**< handed to where, between, check, factors and limit; borrowed */
} rdg_event_definition;

/** Register a special point, to be located in every run in which its parameter is not held.
 *  @param problem problem
 *  @param event   copied
 *  @return RDG_OK, RDG_ERR_NAME (no such parameter, or no type), RDG_ERR_NOT_FINITE or RDG_ERR_NO_MEMORY */
rdg_status rdg_add_event(rdg_problem *problem, const rdg_event_definition *event);

/** Does the run under way hold a parameter? For `where` and `check`: a special point of a curve along which
 *  something is held.
 *  @param problem   NULL is allowed
 *  @param parameter place of the parameter (rdg_parameter_index())
 *  @return false also where no run is under way */
bool rdg_run_holds(const rdg_problem *problem, rdg_index parameter);

/** Does the run under way locate neutral saddles (RDG_NEUTRAL_SADDLES)? For `between` and `check`.
 *  @param problem NULL is allowed
 *  @return false also where no run is under way */
bool rdg_run_locates_neutral_saddles(const rdg_problem *problem);

/** Which of a problem's runs is under way? For functions that store something along one (moving.h).
 *  @param problem NULL is allowed
 *  @return its number, counted from 1; 0: none is under way */
long rdg_run_under_way(const rdg_problem *problem);

/** A number that nothing but special points changes along a curve, as that of unstable eigenvalues. Every run
 *  along a curve holds it against the special points that it reports: a change that these do not explain is
 *  enclosed, and becomes a special point of its own, or is reported.
 *
 *  Where the number is not known, within rounding or along a curve of bifurcations, it has a least and
 * a greatest value. */
typedef struct rdg_count_definition {
    const char *name; /**< of the monitor or the part that it belongs to, for messages; copied */
    const char *what; /**< "number of unstable eigenvalues"; outlives the problem */
    /** Least and greatest value at a chart: what lies nearer to the boundary than this share of typical sizes
     * is not known. Returns as callbacks do. */
    int (*range)(rdg_problem *problem, const rdg_chart *at, double share, rdg_index *least,
                 rdg_index *greatest, void *data);
    /** By how much a special point of this type may change it at most; of types of others, 0. */
    rdg_index (*change)(rdg_problem *problem, const char *type, const rdg_chart *at, void *data);
    /** Type of the special point that explains a change which was enclosed, a string that outlives the run.
     * It is not called where the number jumps. */
    rdg_event_check type;
    void *data; /**< handed to these; borrowed */
} rdg_count_definition;

/** Hold a number against the special points that are reported, in every run along a curve.
 *  @param problem problem
 *  @param count   copied; all fields but data are needed
 *  @return RDG_OK, RDG_ERR_ARGUMENT (a field is NULL) or RDG_ERR_NO_MEMORY */
rdg_status rdg_add_count(rdg_problem *problem, const rdg_count_definition *count);

#ifdef __cplusplus
}
#endif
#endif
