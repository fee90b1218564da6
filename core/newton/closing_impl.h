/* Closing conditions: the equations that make the system of a manifold square, one for each of its
 * dimensions. */
#ifndef RDG_CLOSING_IMPL_H
#define RDG_CLOSING_IMPL_H

#include "system_impl.h"

typedef struct rdg_closing rdg_closing;
struct rdg_closing {
    /* The first condition e(u), and de/du into row, shape [n]; NULL: there are planes only. Answer as
     * callbacks do. */
    int (*value)(const rdg_closing *closing, rdg_system *s, const double *u, double *e);
    int (*gradient)(const rdg_closing *closing, rdg_system *s, const double *u, double *row);
    rdg_index parameter; /* of a value or fold */
    double target;       /* value of the parameter */
    const double *along; /* [n] direction of a fold's tangent, as a row */

    /* Then planes row_i . (u - origin) = offset_i */
    rdg_index n_planes;
    const double *row;    /* [n_planes * n], one after the other */
    const double *origin; /* [n] */
    double offset;        /* of the first plane; the others pass through the origin */
};

/* row . (u - origin) = offset: the arclength condition of a curve, row being the metric times the tangent */
rdg_closing rdg_closing_plane(const double *row, const double *origin, double offset);

/* parameter = value */
rdg_closing rdg_closing_value(rdg_index parameter, double value);

/* The same conditions and planes through the origin: what a manifold of higher dimension needs. */
rdg_closing rdg_closing_with_planes(rdg_closing closing, rdg_index n_planes, const double *row,
                                    const double *origin);

/* All conditions at u, and their gradients one after the other. */
int rdg_closing_values(const rdg_closing *closing, rdg_system *s, const double *u, double *e);
int rdg_closing_gradients(const rdg_closing *closing, rdg_system *s, const double *u, double *rows);

/* The parameter is stationary along the curve: grad mu . t = 0 with G_u t = 0, along . t = 1. */
rdg_closing rdg_closing_fold(rdg_index parameter, const double *along);

#endif
