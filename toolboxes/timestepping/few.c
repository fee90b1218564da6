/* Masses, forces and ideal constraints of few coordinates in one piece, by Cramer's rule and without loops:
 * for small mechanisms all else costs more than the numbers do. */
#include "timestepping_impl.h"

#include <math.h>
#include <string.h>

enum { MOST_ROWS = 2, MOST_N = 3 };

/* A determinant against the product of the diagonal, below which the ways of larger systems are taken */
static const double far_from_dependent = 1e-6;

/* r of one or two constraints; false: they are not satisfied to 1e-12 of max |b|. */
RDG_TS_OWN bool constrain(rdg_index m, const double *G, const double *b, double *r, double *residual)
{
    const bool two = m == 2;
    const double G1 = two ? G[1] : 0.0, G2 = two ? G[2] : 0.0, G3 = two ? G[3] : 1.0, b1 = two ? b[1] : 0.0;
    const double det = G[0] * G3 - G2 * G1;
    if (!(fabs(det) > far_from_dependent * fabs(G[0] * G3))) {
        return false;
    }
    r[0] = two ? (G2 * b1 - G3 * b[0]) / det : -b[0] / det;
    const double other = two ? (G1 * b[0] - G[0] * b1) / det : 0.0;
    const double off = rdg_larger(fabs(b[0] + G[0] * r[0] + G2 * other), fabs(b1 + G1 * r[0] + G3 * other));
    const double size = rdg_larger(fabs(b[0]), fabs(b1));
    r[m - 1] = two ? other : r[0];
    *residual = size > 0.0 ? off / size : 0.0;
    return off <= 1e-12 * size;
}

/* All m constraints in n coordinates, the first rows of all; A: the inverse of the matrix; push += X r */
RDG_TS_OWN bool react(rdg_index n, rdg_index m, rdg_timestepping *ts, const rdg_ts_response *p,
                      const double *A, const double *u, double *push)
{
    double X[MOST_N * MOST_ROWS], G[MOST_ROWS * MOST_ROWS], b[MOST_ROWS], r[MOST_ROWS];
    RDG_TS_UNROLL
    for (rdg_index j = 0; j < m; j++) {
        rdg_ts_multiply(n, A, p->W + j * n, X + j * n);
    }
    rdg_ts_multiply_rows(n, m, p->factor, p->left, X, G);
    RDG_TS_UNROLL
    for (rdg_index i = 0; i < m; i++) {
        b[i] = rdg_ts_dot(n, p->left + i * n, u, p->drift[i]);
    }
    rdg_contact_answer *answer = &ts->motion.answer;
    *answer = (rdg_contact_answer){.method = RDG_CONTACT_CLOSED_FORM, .worst = -1};
    if (!constrain(m, G, b, r, &answer->residual)) {
        return false;
    }
    RDG_TS_UNROLL
    for (rdg_index j = 0; j < m; j++) {
        RDG_TS_UNROLL
        for (rdg_index k = 0; k < n; k++) {
            push[k] += X[j * n + k] * r[j];
        }
        ts->active.r[j] = p->force[j] = r[j];
    }
    for (rdg_index j = m; j < ts->rows; j++) {
        p->force[j] = 0.0;
    }
    return true;
}

RDG_TS_OWN bool respond(rdg_index n, rdg_timestepping *ts, const rdg_ts_response *p)
{
    double f[MOST_N], A[MOST_N * MOST_N], inverse[MOST_N * MOST_N] = {0}, a[MOST_N], u[MOST_N],
                                                           push[MOST_N] = {0};
    const rdg_mechanism_terms *t = &ts->terms;
    const double *matrix = t->M, *force = t->h;
    if (!ts->explicit_forces) {
        RDG_TS_UNROLL
        for (rdg_index i = 0; i < n * n; i++) {
            A[i] = t->M[i] + p->cv * t->C[i] + p->cq * t->K[i];
        }
        rdg_ts_force(ts, p->v, p->q, f);
        matrix = A;
        force = f;
    }
    if (!rdg_ts_invert(n, matrix, inverse)) {
        return false;
    }
    rdg_ts_multiply(n, inverse, force, a);
    RDG_TS_UNROLL
    for (rdg_index k = 0; k < n; k++) {
        u[k] = p->base[k] + p->c * a[k];
    }
    const rdg_index m = ts->active.count;
    if (!(m == 0   ? true
          : m == 1 ? react(n, 1, ts, p, inverse, u, push)
                   : react(n, 2, ts, p, inverse, u, push))) {
        return false;
    }
    RDG_TS_UNROLL
    for (rdg_index k = 0; k < n; k++) {
        if (p->push) {
            p->a[k] = a[k];
            p->push[k] = push[k];
        } else {
            p->u[k] = u[k] + push[k];
        }
    }
    return true;
}

bool rdg_ts_few(rdg_timestepping *ts, const rdg_ts_response *p)
{
    const rdg_ts_rows *s = &ts->active;
    return ts->n <= MOST_N && !ts->about->elements && s->count <= MOST_ROWS && s->contacts == 0 &&
           (ts->n == 3   ? respond(3, ts, p)
            : ts->n == 2 ? respond(2, ts, p)
                         : respond(1, ts, p));
}
