/* Layers: do two charts lie on the same part of a manifold, or on parts that pass near each other?
 *
 * On one layer the tangent spaces are oriented alike, as the determinant of [G_u; .] changes nowhere on it,
 * and turn little over a chart; between neighbouring layers the determinant changes its sign, as a rule.
 * Where it does not, the offset shows it: to second order the chord d between two points of a manifold leaves
 * both tangent spaces by opposite amounts, w_a = d - P_a d = 1/2 II(d, d) = -w_b, whereas another layer at a
 * distance shows the same offset twice. To third order, as behind an inflection, the sum reports by how much
 * the second derivative changes: w_a + w_b = 1/6 (II_a - II_b)(d, d). */
#include "covering_impl.h"

#include <math.h>

/* Cosine of the angle by which a tangent space may turn between two charts. */
static const double least_cosine = 0.6;
/* The offset from a tangent space that curvature explains, in units of curvature times distance squared: one
 * half of it where it is constant. */
static const double most_offset = 1.0;
/* What the two offsets may leave in their sum: of their sum of lengths, and of curvature times distance
 * squared. Terms of third order and above are no more as long as the curvature at either end shows them. */
static const double most_unlike = 0.25;
static const double most_change = 0.1;
/* Offsets below this, relative to the distance, are rounding. */
static const double rounding = 1e-6;

typedef double square_matrix[RDG_MAX_DIMENSION][RDG_MAX_DIMENSION];

/* cosine[i][j] = a_i . b_j */
static void take_cosines(const rdg_covering *c, const rdg_patch *a, const rdg_patch *b, square_matrix cosine)
{
    for (int i = 0; i < c->k; i++) {
        for (int j = 0; j < c->k; j++) {
            cosine[i][j] = rdg_system_dot(c->t->s, a->basis + i * c->n, b->basis + j * c->n);
        }
    }
}

static double determinant(int k, square_matrix m)
{
    if (k == 1) {
        return m[0][0];
    }
    if (k == 2) {
        return m[0][0] * m[1][1] - m[0][1] * m[1][0];
    }
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

static double alignment(int k, square_matrix cosine)
{
    double least = 1.0;
    for (int j = 0; j < k; j++) {
        double sum = 0.0;
        for (int i = 0; i < k; i++) {
            sum += cosine[i][j] * cosine[i][j];
        }
        least = fmin(least, sum);
    }
    return determinant(k, cosine) > 0.0 ? sqrt(least) : -sqrt(least);
}

double rdg_patch_alignment(const rdg_covering *c, const rdg_patch *a, const rdg_patch *b)
{
    square_matrix cosine = {{0.0}};
    take_cosines(c, a, b, cosine);
    return alignment(c->k, cosine);
}

static double square(double x)
{
    return x * x;
}

/* Variable j of a chart's second derivative along x. */
static double second_along(const rdg_covering *c, const rdg_patch *patch, const double *x, rdg_index j)
{
    double sum = 0.0;
    for (int i = 0; i < c->k; i++) {
        sum += x[i] * x[i] * rdg_second(c, patch, i, i)[j];
        for (int l = 0; l < i; l++) {
            sum += 2.0 * x[i] * x[l] * rdg_second(c, patch, i, l)[j];
        }
    }
    return sum;
}

/* What the change of the second derivative leaves of the sum of both offsets. */
static double third_order_rest(const rdg_covering *c, const rdg_patch *a, const rdg_patch *b, const double *s,
                               const double *r)
{
    const double *metric = c->t->s->metric;
    double sum = 0.0;
    for (rdg_index j = 0; j < c->n; j++) {
        double rest = 2.0 * (b->u[j] - a->u[j]) + (second_along(c, b, r, j) - second_along(c, a, s, j)) / 6.0;
        for (int i = 0; i < c->k; i++) {
            rest += r[i] * b->basis[i * c->n + j] - s[i] * a->basis[i * c->n + j];
        }
        sum += metric[j] * rest * rest;
    }
    return sqrt(sum);
}

/* Does curvature explain the offsets from both tangent spaces? From the distance d2 = |d|^2, the chord's
 * coordinates s and -r in both and the cosines between them. */
static bool is_explained(const rdg_covering *c, const rdg_patch *at_a, const rdg_patch *at_b, double d2,
                         const double *s, const double *r, square_matrix cosine)
{
    const double bent = fmax(at_a->bent, at_b->bent);
    double s2 = 0.0;
    double r2 = 0.0;
    double mixed = 0.0; /* P_a d . P_b d */
    double ahead = 0.0; /* of P_a (w_a + w_b), squared */
    for (int i = 0; i < c->k; i++) {
        double turned = 0.0;
        for (int j = 0; j < c->k; j++) {
            turned -= cosine[i][j] * r[j];
        }
        s2 += s[i] * s[i];
        r2 += r[i] * r[i];
        mixed += s[i] * turned;
        ahead += square(s[i] - turned);
    }
    const double a = sqrt(fmax(d2 - s2, 0.0));
    const double b = sqrt(fmax(d2 - r2, 0.0));
    const double sum = sqrt(fmax(a * a + b * b + 2.0 * (d2 - s2 - r2 + mixed) - ahead, 0.0));
    const double noise = rounding * sqrt(d2) + c->t->setup->newton.residual_tol;
    const double most = most_unlike * (a + b) + most_change * bent * d2 + noise;
    return fmax(a, b) <= most_offset * bent * d2 + noise &&
           (sum <= most || third_order_rest(c, at_a, at_b, s, r) <= most);
}

bool rdg_patch_overlap(const rdg_covering *c, const rdg_patch *a, const rdg_patch *b, double *s, double *r,
                       double *apart)
{
    double d2 = 0.0;
    for (rdg_index j = 0; j < c->n; j++) {
        d2 += c->t->s->metric[j] * square(a->u[j] - b->u[j]);
    }
    *apart = d2;
    if (d2 > square(a->radius + b->radius)) {
        return false;
    }
    square_matrix cosine = {{0.0}};
    take_cosines(c, a, b, cosine);
    if (alignment(c->k, cosine) <= least_cosine) {
        return false;
    }
    rdg_patch_project(c, a, b->u, s);
    rdg_patch_project(c, b, a->u, r);
    return is_explained(c, a, b, d2, s, r, cosine);
}
