/* Polynomials on one interval, [0, 1]: values at equal distances, collocation at Gauss points. */
#ifndef RDG_POLYNOMIALS_IMPL_H
#define RDG_POLYNOMIALS_IMPL_H

#include <ridgewalk/status.h>

enum { RDG_MOST_DEGREE = 7 };

typedef struct rdg_polynomials {
    rdg_index degree;                                   /* K */
    double node[RDG_MOST_DEGREE];                       /* [K] Gauss points */
    double weight[RDG_MOST_DEGREE];                     /* [K] of the quadrature there, of sum 1 */
    double value[RDG_MOST_DEGREE][RDG_MOST_DEGREE + 1]; /* [K][K + 1] of each basis polynomial there */
    double slope[RDG_MOST_DEGREE][RDG_MOST_DEGREE + 1]; /* their derivatives */
    double value_of[RDG_MOST_DEGREE + 1]
                   [RDG_MOST_DEGREE + 1]; /* [K + 1][K] the same, a row each polynomial; */
    double slope_of[RDG_MOST_DEGREE + 1][RDG_MOST_DEGREE + 1]; /* zeros behind */
    double leading[RDG_MOST_DEGREE + 1];                       /* [K + 1] their K-th derivatives, constants */
    double end_slope[RDG_MOST_DEGREE + 1];                     /* [K + 1] derivatives of the basis at 1 */
    double by_defect; /* the error between mesh points by what x' is off there, at Gauss points only */
    double
        constant; /* the error between mesh points is this times h^(K + 1) times the (K + 1)-th derivative */
} rdg_polynomials;

void rdg_polynomials_make(rdg_index degree, rdg_polynomials *basis);

/* The same with Radau points, the last one at 1: for linear equations with changes that die fast, which Gauss
 * points keep. Without weights. */
void rdg_polynomials_make_radau(rdg_index degree, rdg_polynomials *basis);

/* Values of the K + 1 basis polynomials at s. */
void rdg_polynomials_at(rdg_index degree, double s, double *value);

#endif
