/* The covering of a manifold of dimension k by charts: what its parts share. */
#ifndef RDG_COVERING_IMPL_H
#define RDG_COVERING_IMPL_H

#include "chart_tree_impl.h"
#include "polytope_impl.h"
#include "tracer_impl.h"

/* Faces of polytopes: a neighbour's number; -1 to -2k of the cube that a chart starts with; boundary number i
 * of the chart: -100 - i for one that the chart lies on, -200 - i for one that is some way off. */
enum { RDG_ON_RIM = -100, RDG_OFF_RIM = -200, RDG_MAX_RIMS = 8 };

/* A domain's bound as a chart sees it: the manifold ends where normal . x = offset in tangent coordinates. */
typedef struct rdg_rim {
    rdg_index parameter;
    double bound;
    double normal[RDG_MAX_DIMENSION]; /* growth of the parameter, outwards */
    double offset;
    double sign; /* of an upper bound 1, of a lower one -1 */
    bool on;     /* the chart lies on it */
} rdg_rim;

/* A ball of the tangent space that stands for a part of the manifold. */
typedef struct rdg_patch {
    double *u; /* [n] centre */
    /* [k n] tangent vectors, orthonormal in the metric, oriented by the determinant of [G_u; .] */
    double *basis;
    double *second; /* [k (k + 1) / 2, n] second derivatives across the tangent space, see rdg_second() */
    double *mu;     /* [n_parameters] */
    double bent;    /* bound of the curvature: norm of all second derivatives */
    double radius;
    int n_rims;
    rdg_rim rim[RDG_MAX_RIMS];
    rdg_polytope cell; /* in tangent coordinates */
    bool open;         /* a part of its ball's boundary is not covered yet */
    bool on_boundary;  /* of a surface */
    bool doubtful;     /* it takes part in what is not as it should be */
} rdg_patch;

/* What keeps a covering from being the whole. */
typedef struct rdg_doubt {
    rdg_index gaps;  /* directions in which no chart could be made */
    rdg_index loose; /* edges of the boundary that lie on no domain */
    bool unlike;     /* Euler characteristic and curvature contradict each other */
    bool rough;      /* triangles and cells differ in their area, */
    double apart;    /* relative, by this */
    rdg_index at;    /* a chart at the first of these places */
} rdg_doubt;

typedef struct rdg_covering {
    rdg_tracer *t;
    int k;
    rdg_index n, n_patches, capacity;
    rdg_patch *patch;
    rdg_chart_tree *tree;
    double *axis; /* [axes n] the tree's, as rows */
    int axes;
    rdg_index first_open;  /* no chart before it is open */
    rdg_index tries;       /* that led to no chart since the last one was made */
    rdg_index tries_left;  /* of those that led to none before the next chart that is read */
    rdg_index read_for;    /* the chart that this is known for */
    rdg_doubt doubt;       /* what is not as it should be */
    double *rows;          /* [k n] metric times a basis */
    double *guess, *mean;  /* [n] */
    double *gradient;      /* [n] */
    double *difference;    /* [n] */
    double *bent_jacobian; /* values of the derivative of the Jacobian along a tangent vector */
    rdg_index *around, capacity_for_around; /* charts that lose their cells */
    rdg_index *large, capacity_for_large;   /* charts that are to become smaller */
} rdg_covering;

/* --- neighbouring_charts.c */

/* Do two charts overlap on the same layer? s, r: the other's centre in the coordinates of a, of b; *apart:
 * the square of their distance. */
bool rdg_patch_overlap(const rdg_covering *c, const rdg_patch *a, const rdg_patch *b, double *s, double *r,
                       double *apart);

/* Cosine of the largest angle between two tangent spaces, at least; negative where they are oriented
 * differently. */
double rdg_patch_alignment(const rdg_covering *c, const rdg_patch *a, const rdg_patch *b);

/* --- power_cell.c: how charts divide the manifold among themselves */

/* The axes of the tree of charts: unit rows in general position, so that what they cast is nowhere longer
 * than the distance in the metric. With few variables, these themselves. */
void rdg_covering_choose_axes(rdg_covering *c);

/* The charts whose balls may reach that of a chart; the list is good until the next one is requested. */
rdg_status rdg_covering_find_near(const rdg_covering *c, const rdg_patch *patch, const rdg_index **found,
                                  rdg_index *n_found);

/* The cell of chart i from nothing, cut by all that it overlaps; those near it are listed. */
rdg_status rdg_covering_build_cell(rdg_covering *c, rdg_index i, const rdg_index **found, rdg_index *n_found);

/* The last chart of the list joins the covering. */
rdg_status rdg_covering_join(rdg_covering *c);

/* The first vertex of a cell that requests another chart, or -1. */
rdg_index rdg_patch_open_vertex(const rdg_patch *patch);

/* Would the two charts' cut take a vertex off the cell of the first? */
bool rdg_patch_cuts_off(const rdg_covering *c, const rdg_patch *from, const rdg_patch *patch,
                        const rdg_vertex *vertex);

/* --- radius.c: how large the balls may be beside each other */

/* Not yet as small as may be? */
bool rdg_patch_can_shrink(const rdg_covering *c, const rdg_patch *patch);

/* A chart that is too large for what lies around it gets a smaller ball; the cells that it bounds or hides
 * are made anew. */
rdg_status rdg_covering_shrink(rdg_covering *c, rdg_index i);

/* A new chart may be larger than those that are there by so much only; one that grows back where another had
 * to be made smaller would have to be made smaller, too, and the next one in its place. */
rdg_status rdg_covering_grade(rdg_covering *c, rdg_patch *patch);

/* Charts beside the last one that are too large for it become smaller. */
rdg_status rdg_covering_grade_others(rdg_covering *c);

/* Smaller balls where the covering contradicts itself; *refined false: there is nothing to be made smaller.
 */
rdg_status rdg_covering_refine(rdg_covering *c, bool *refined);

/* --- bending.c: the second derivatives of a chart */

/* The second derivative for directions a and b, shape [n]. */
static inline double *rdg_second(const rdg_covering *c, const rdg_patch *patch, int a, int b)
{
    const int high = a > b ? a : b;
    const int low = a > b ? b : a;
    return patch->second + (high * (high + 1) / 2 + low) * c->n;
}

/* Second derivatives and curvature of a chart by the factors of [G_u; c->rows] at its centre. RDG_FAILED:
 * outside the domain. */
rdg_outcome rdg_patch_bend(rdg_covering *c, rdg_patch *patch);

/* The point of the manifold at tangent coordinates x, to second order. */
void rdg_patch_lift(const rdg_covering *c, const rdg_patch *patch, const double *x, double *u);

/* --- trust_radius.c */

/* A ball above which the manifold is not what the second derivatives at its centre state becomes smaller. By
 * the factors of [G_u; c->rows] at the centre. */
rdg_outcome rdg_patch_trust(rdg_covering *c, rdg_patch *patch);

/* --- domain_boundary.c: the domains that a chart reaches */

/* The parameter's slope within a tangent space, shape [k]; its norm, 0 where it has no value. */
double rdg_patch_slope(rdg_covering *c, const rdg_patch *patch, rdg_index parameter, const double *u,
                       double *slope);

/* List the boundaries of a chart; its ball becomes smaller until each is as good as straight. */
rdg_outcome rdg_patch_find_rims(rdg_covering *c, rdg_patch *patch);

/* Does the chart reach that bound? */
bool rdg_patch_has_rim(const rdg_patch *patch, rdg_index parameter, double bound);

/* Is a boundary nearer to the centre than this part of the radius, which the chart does not lie on? */
bool rdg_patch_is_beside_rim(const rdg_patch *patch, double near);

/* Cut the cell along its boundaries. */
rdg_status rdg_patch_cut_rims(rdg_covering *c, rdg_patch *patch);

/* --- content.c */

/* Length, area or volume of the part of the manifold that lies above a chart's cell. */
double rdg_patch_content(rdg_covering *c, const rdg_patch *patch);

/* --- chart_solve.c: one chart of the covering */

/* The metric times a chart's basis, as closing rows, into c->rows. */
void rdg_patch_take_rows(rdg_covering *c, const rdg_patch *patch);

/* Tangent space, parameters and radius of a chart whose centre is converged, by c->rows, which cut across it.
 */
rdg_outcome rdg_patch_complete(rdg_covering *c, rdg_patch *patch);

/* Correct c->guess in the planes across a chart's tangent space into patch->u, on a domain's bound if it lies
 * beyond it, or nearer than `near` to a boundary that `seen_by` sees. */
rdg_outcome rdg_patch_correct(rdg_covering *c, const rdg_patch *from, const rdg_patch *seen_by, double near,
                              rdg_patch *patch);

/* Correct c->guess to parameter = value, in planes that hold all directions of a chart's tangent
 * space but `across`. */
rdg_outcome rdg_patch_correct_value(rdg_covering *c, const rdg_patch *from, const double *across,
                                    rdg_index parameter, double value, double *u);

/* The same in the planes c->rows through c->guess. */
rdg_outcome rdg_patch_correct_here(rdg_covering *c, rdg_index parameter, double value, double *u);

/* How near to a domain's bound, relative to its radius, a chart is put on it. */
extern const double rdg_near_window;

/* Tangent coordinates of u - patch->u, shape [k]. */
void rdg_patch_project(const rdg_covering *c, const rdg_patch *patch, const double *u, double *s);

/* --- covering_replay.c: a run that was cut off has left its charts, and how many tries led to none before
 * each
 */

/* What goes with the last chart: an rdg_atlas_memory. */
void rdg_covering_exchange(rdg_tracer *t, rdg_checkpoint *memo);

/* Has it left the last chart, which is empty as yet, or tries before it? */
bool rdg_covering_has_left(const rdg_covering *c);

/* The last chart as it was then; or RDG_FAILED, a try that led to none. RDG_ABORTED: a failure that was
 * recorded. */
rdg_outcome rdg_covering_replay(rdg_covering *c);

/* --- surface.c: what the cells report of the whole */

/* How charts hang together: content, triangles, boundaries, Euler characteristic into the summary; what of
 * it cannot be into c->doubt, and the charts that take part in it are marked. */
rdg_status rdg_covering_look(rdg_covering *c);

/* The same, and write it, with the curves along which events vanish. */
rdg_status rdg_covering_finish(rdg_covering *c);

/* --- unverified_regions.c */

/* Directions in which no chart could be made into c->doubt. */
void rdg_covering_count_gaps(rdg_covering *c);

bool rdg_covering_is_doubtful(const rdg_covering *c);

enum { RDG_DOUBT_SIZE = 400 };

/* What keeps the covering from being the whole, where, and what to do. */
void rdg_covering_describe_doubt(const rdg_covering *c, char *chars, size_t size);

#endif
