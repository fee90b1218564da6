/** @file transport.h
 *  @brief Variables whose meaning changes along a run: values on a mesh that moves.
 *
 *  A toolbox that discretises something may choose another discretisation of as many variables between two
 * points of a curve. What the run stores, points and changes of variables, is carried over by the toolbox.
 * The point that the run is at is corrected once more, its tangent and all that stands on it computed anew.
 * The second direction from the start begins with the discretisation that the start had. */
#ifndef RDG_TRANSPORT_H
#define RDG_TRANSPORT_H

#include "chart.h"
#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Changes what variables mean. All functions may be NULL but one. */
typedef struct rdg_transport {
    /** Called at each point of a curve before the step that leaves it, but at special points: is another
     *  discretisation better?
     *  @return 0: no; 1: it is chosen, and in force, from now on; < 0 ends the run */
    int (*choose)(rdg_problem *problem, const rdg_chart *chart, void *data);
    /** After that: variables, or a change of them, by what they meant before; overwritten. Linear in them. */
    void (*carry)(rdg_problem *problem, double *u, void *data);
    /** The point has no solution nearby with the new one: the one before is in force again. */
    void (*undo)(rdg_problem *problem, void *data);
    /** The discretisation that the run's start had is in force again. */
    void (*restore)(rdg_problem *problem, const rdg_chart *start, void *data);
    /** The discretisation in force is that of the run's start, which was
     * requested (a few times, at point 0) before. Start NULL: that of the problem's start values, which have
     * become the start. */
    void (*finish)(rdg_problem *problem, const rdg_chart *start, void *data);
    void *data; /**< handed to them; borrowed */
} rdg_transport;

/** Let a toolbox change what variables mean along the runs of a problem, along curves (not on surfaces). A
 * copy of the problem has it, too. Problems with adjoint equations (rdg_declare_adjoint()) keep their
 * variables: their multipliers stand on them.
 *  @param problem   problem
 *  @param transport copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT (NULL), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_add_transport(rdg_problem *problem, const rdg_transport *transport);

#ifdef __cplusplus
}
#endif
#endif
