/* A contact that slips all the time turns its force by a map of the circle that is known without a march: the
 * flow over a step acts on (cos theta/2, sin theta/2) by the matrix exp(E/2), E = [W1, W2 - rho; W2 + rho,
 * -W1] (cone_step.c), so that a period has the product of these matrices, of determinant 1. Where its trace
 * exceeds 2 there is one start that repeats and attracts, its eigenvector with the greater eigenvalue. That
 * holds however slowly periods come nearer to it, as they do just beyond the onset of slip of a load that
 * rotates. */
#include "cone_impl.h"

#include <math.h>
#include <string.h>

/* P = exp(E/2) P, column-major */
static void multiply(const double W[2], double rho, double P[4])
{
    const double y = 0.25 * (W[0] * W[0] + W[1] * W[1] - rho * rho), r = sqrt(fabs(y));
    const double cosine = y > 0 ? cosh(r) : cos(r);
    const double sine = r < 1e-4 ? 1 + y / 6 : y > 0 ? sinh(r) / r : sin(r) / r;
    const double m[4] = {cosine + 0.5 * sine * W[0], 0.5 * sine * (W[1] + rho), 0.5 * sine * (W[1] - rho),
                         cosine - 0.5 * sine * W[0]};
    const double Q[4] = {m[0] * P[0] + m[2] * P[1], m[1] * P[0] + m[3] * P[1], m[0] * P[2] + m[2] * P[3],
                         m[1] * P[2] + m[3] * P[3]};
    const double size = fmax(fmax(fabs(Q[0]), fabs(Q[1])), fmax(fabs(Q[2]), fabs(Q[3])));
    for (int i = 0; i < 4; i++) {
        P[i] = Q[i] / size;
    }
}

/* The eigenvector of the greater eigenvalue in modulus; false: it is not real, or not the only one */
static bool leading_eigenvector(const double P[4], double v[2])
{
    const double half = 0.5 * (P[0] - P[3]), square = half * half + P[1] * P[2];
    if (!(square > 0)) {
        return false;
    }
    const double root = P[0] + P[3] < 0 ? -sqrt(square) : sqrt(square);
    /* (P - lambda) v = 0 with lambda = mean + root; of both rows the one that does not cancel */
    if ((half > 0) == (root > 0)) {
        v[0] = half + root;
        v[1] = P[1];
    } else {
        v[0] = P[2];
        v[1] = root - half;
    }
    return hypot(v[0], v[1]) > 0;
}

bool rdg_cone_turning_start(rdg_cone *cone, double t[2])
{
    double P[4] = {1, 0, 0, 1}, v[2];
    cone_node a, b;
    rdg_cone_sample(cone, 0, &a);
    a.phase = CONE_SLIP;
    const double limit = cone->mu * a.q[2][0];
    for (rdg_index i = 1; i <= cone->samples; i++) {
        rdg_cone_sample(cone, i, &b);
        b.phase = CONE_SLIP;
        if (!(a.q[2][0] > 0 && b.q[2][0] > 0)) {
            return false;
        }
        double W[2], rho;
        rdg_cone_exponent(cone, &a, &b, W, &rho);
        multiply(W, rho, P);
        a = b;
    }
    if (!(cone->mu > 0) || !leading_eigenvector(P, v)) {
        return false;
    }
    const double square = v[0] * v[0] + v[1] * v[1];
    t[0] = limit * (v[0] * v[0] - v[1] * v[1]) / square;
    t[1] = limit * 2 * v[0] * v[1] / square;
    return true;
}
