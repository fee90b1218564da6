/** @file diagram.h
 *  @brief A bifurcation diagram: every branch that can be reached through branch points, each curve once. */
#ifndef RDG_DIAGRAM_H
#define RDG_DIAGRAM_H

#include "run.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Follow the branch through the start, then every branch that leaves at a branch point, and so on.
 *
 *  The branches are runs of their own: "<name>/1", "<name>/2", ... in the order of computation. A branch is
 *  left out when another one has already passed its branch point in both directions, or when its start lies
 * on one that was followed.
 *
 *  With RDG_RESUME a diagram that was cut off continues; announce an observer of your own
 * RDG_CHECKPOINT().
 *  @param problem     problem, whose manifold is a curve with these options
 *  @param name        of the diagram
 *  @param max_runs    branches at most, >= 1
 *  @param options     of every run, as for rdg_continue_list(). RDG_START() may be given more than once:
 *                     several places to begin. RDG_SUMMARY() sums up all runs; its stops are those of the
 * last
 *  @param[out] n_runs number of branches followed; may be NULL
 *  @return as rdg_continue_list() of the first start. A branch that cannot be followed is left out with a
 *          warning */
rdg_status rdg_diagram_list(rdg_problem *problem, const char *name, rdg_index max_runs,
                            const rdg_option *options, rdg_index *n_runs);

/** rdg_diagram_list() with its options spelled as arguments: rdg_diagram(p, "all", 20, &n, RDG_RELEASE("y"),
 *  ...). */
#define rdg_diagram(problem, name, max_runs, ...)                                                            \
    rdg_diagram_list((problem), (name), (max_runs), RDG_OPTIONS_BEHIND(__VA_ARGS__), RDG_FIRST(__VA_ARGS__))

#ifdef __cplusplus
}
#endif
#endif
