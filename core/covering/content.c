/* Content of a covered manifold. The cells tile tangent spaces; what they stand for tiles the manifold if
 * each boundary between two charts is where the powers |u - u_i|^2 - R_i^2 are equal. To second order above a
 * cell:
 *
 *     integral of sqrt(det g) = 1 + 1/2 sum_c |II(x, e_c)|^2 over the cell,
 *     plus, along its faces, how far the true boundary lies beyond the flat one.
 *
 * So the error is of fourth order in the radii. Both integrands are polynomials of degree two, and the rule
 * on simplices (vertices, and the centroid with the rest of the weight) is exact for them. */
#include "covering_impl.h"
#include "vectors.h"

#include <math.h>

typedef double square_matrix[RDG_MAX_DIMENSION][RDG_MAX_DIMENSION];

typedef struct walk {
    rdg_covering *c;
    const rdg_patch *patch;
    square_matrix stretch; /* sum_c II_ac . II_bc */
    rdg_index face;        /* that the rest is of */
    square_matrix rise;    /* II_ab . (u_j - u) towards the neighbour */
    double length;         /* of that chord in the tangent space */
    double sum;
} walk;

static double form(int k, square_matrix m, const double *x)
{
    double sum = 0.0;
    for (int a = 0; a < k; a++) {
        for (int b = 0; b < k; b++) {
            sum += x[a] * m[a][b] * x[b];
        }
    }
    return sum;
}

static void face_neighbour(walk *w, rdg_index face)
{
    const rdg_covering *c = w->c;
    const rdg_patch *b = &c->patch[face];
    double length = 0.0;
    double s[RDG_MAX_DIMENSION];
    w->face = face;
    rdg_patch_project(c, w->patch, b->u, s);
    for (int i = 0; i < c->k; i++) {
        length += s[i] * s[i];
        for (int j = 0; j <= i; j++) {
            const double *second = rdg_second(c, w->patch, i, j);
            double sum = 0.0;
            for (rdg_index q = 0; q < c->n; q++) {
                sum += c->t->s->metric[q] * second[q] * (b->u[q] - w->patch->u[q]);
            }
            w->rise[i][j] = w->rise[j][i] = sum;
        }
    }
    w->length = sqrt(length);
}

/* How far the manifold goes on beyond the face at x. */
static double beyond(walk *w, const double *x)
{
    rdg_covering *c = w->c;
    if (w->face >= 0) {
        return -0.5 * form(c->k, w->rise, x) / w->length;
    }
    const int i = (int)(w->face <= RDG_OFF_RIM ? RDG_OFF_RIM - w->face : RDG_ON_RIM - w->face);
    if (i < 0) { /* of the cube */
        return 0.0;
    }
    const rdg_rim *rim = &w->patch->rim[i];
    double value = 0.0;
    const double steep = rdg_dot(c->k, rim->normal, rim->normal);
    rdg_patch_lift(c, w->patch, x, c->difference);
    if (rdg_problem_parameter(c->t->p, rim->parameter, c->difference, &value, NULL) != 0 ||
        !isfinite(value)) {
        return 0.0;
    }
    return rim->sign * (rim->bound - value) / sqrt(steep);
}

static void add_part(const rdg_simplex *s, void *data)
{
    walk *w = data;
    const int k = s->k;
    double middle[RDG_MAX_DIMENSION] = {0.0}; /* of the base, then of the whole */
    double inside = form(k, w->stretch, s->apex);
    double on_face = 0.0;
    if (s->face >= 0 && s->face != w->face) {
        face_neighbour(w, s->face);
    }
    w->face = s->face;
    for (int i = 0; i < k; i++) {
        inside += form(k, w->stretch, s->corner[i]);
        on_face += beyond(w, s->corner[i]);
        for (int a = 0; a < k; a++) {
            middle[a] += s->corner[i][a] / k;
        }
    }
    on_face += k * k * beyond(w, middle);
    for (int a = 0; a < k; a++) {
        middle[a] += (s->apex[a] - middle[a]) / (k + 1);
    }
    inside += (k + 1) * (k + 1) * form(k, w->stretch, middle);
    w->sum += s->volume * (1.0 + 0.5 * inside / ((k + 1) * (k + 2))) + s->base * on_face / (k * (k + 1));
}

double rdg_patch_content(rdg_covering *c, const rdg_patch *patch)
{
    walk w = {.c = c, .patch = patch, .face = -1};
    for (int a = 0; a < c->k; a++) {
        for (int b = 0; b < c->k; b++) {
            for (int i = 0; i < c->k; i++) {
                w.stretch[a][b] +=
                    rdg_system_dot(c->t->s, rdg_second(c, patch, a, i), rdg_second(c, patch, b, i));
            }
        }
    }
    rdg_polytope_visit(&patch->cell, add_part, &w);
    return w.sum;
}
