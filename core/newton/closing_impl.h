/* Closing conditions: the one scalar equation that makes the system of a curve square. */
#ifndef RDG_CLOSING_IMPL_H
#define RDG_CLOSING_IMPL_H

#include "system_impl.h"

typedef struct rdg_closing rdg_closing;
struct rdg_closing {
    /* e(u), and de/du into row, shape [n]. Answer as callbacks do. */
    int (*value)(const rdg_closing *closing, rdg_system *s, const double *u, double *e);
    int (*gradient)(const rdg_closing *closing, rdg_system *s, const double *u, double *row);
    const double *row;    /* [n] of a plane; direction of a fold's tangent */
    const double *origin; /* [n] of a plane */
    double offset;        /* of a plane; value of a parameter */
    rdg_index parameter;  /* of a value or fold */
};

/* row . (u - origin) = offset: the arclength condition, row being the metric times the tangent */
rdg_closing rdg_closing_plane(const double *row, const double *origin, double offset);

/* parameter = value */
rdg_closing rdg_closing_value(rdg_index parameter, double value);

/* The parameter is stationary along the curve: grad mu . t = 0 with G_u t = 0, row . t = 1. */
rdg_closing rdg_closing_fold(rdg_index parameter, const double *row);

#endif
