/* Random polynomials whose zeros are known: simple, double and triple ones, at the ends of [0, 1], in
 * clusters, and pairs off the axis. */
#ifndef RDG_TEST_RANDOM_POLYNOMIALS_H
#define RDG_TEST_RANDOM_POLYNOMIALS_H

#include "polynomial_impl.h"
#include "support.h"

typedef struct known_polynomial {
    rdg_polynomial p;
    int count; /* real zeros, each as often as it is multiple */
    double zero[RDG_MOST_DEGREE];
} known_polynomial;

static inline double unit(uint64_t *seed)
{
    return 0.5 * (1 + random_signed(seed));
}

/* p q in the Bernstein basis, q of degree 1 or 2 */
static inline void multiply(rdg_polynomial *p, int degree, const double *q)
{
    const int n = p->degree, m = n + degree;
    double c[RDG_MOST_DEGREE + 1] = {0}, over[RDG_MOST_DEGREE + 1] = {1}, of_p[RDG_MOST_DEGREE + 1] = {1};
    const double of_q[3] = {1, degree, 1};
    for (int i = 1; i <= m; i++) {
        over[i] = over[i - 1] * (m - i + 1) / i;
        of_p[i] = i <= n ? of_p[i - 1] * (n - i + 1) / i : 0;
    }
    for (int i = 0; i <= n; i++) {
        for (int j = 0; j <= degree; j++) {
            c[i + j] += of_p[i] * of_q[j] / over[i + j] * p->c[i] * q[j];
        }
    }
    memcpy(p->c, c, sizeof c);
    p->degree = m;
}

static inline void multiply_zero(known_polynomial *k, double zero)
{
    multiply(&k->p, 1, (double[]){-zero, 1 - zero});
    k->zero[k->count++] = zero;
}

/* Degree 1 to most; real zeros between -.5 and 1.5. */
static inline known_polynomial any_polynomial(uint64_t *seed, int most)
{
    known_polynomial k = {.p = {.degree = 0, .c = {random_signed(seed) < 0 ? -1 : 1}}};
    const int degree = 1 + (int)(unit(seed) * most * 0.9999);
    while (k.p.degree < degree) {
        const int capacity = degree - k.p.degree;
        const double kind = unit(seed), at = -0.5 + 2 * unit(seed);
        if (kind < 0.3 || capacity == 1) {
            multiply_zero(&k, at);
        } else if (kind < 0.4) {
            multiply_zero(&k, unit(seed) < 0.5 ? 0 : 1);
        } else if (kind < 0.6) { /* double, or triple */
            for (int i = 0; i < (kind < 0.5 ? 2 : 3) && k.p.degree < degree; i++) {
                multiply_zero(&k, at);
            }
        } else if (kind < 0.8) {
            const double gap = pow(10, -1 - 5 * unit(seed));
            for (int i = 0; i < 3 && k.p.degree < degree; i++) {
                multiply_zero(&k, at + i * gap);
            }
        } else { /* (x - at)^2 + off^2 */
            const double off = pow(10, -4 * unit(seed)), a = at * at + off * off;
            multiply(&k.p, 2, (double[]){a, a - at, a - 2 * at + 1});
        }
        if (unit(seed) < 0.3) { /* back where it begins: far fewer numbers of one size */
            double size = 0;
            for (int i = 0; i <= k.p.degree; i++) {
                size = fmax(size, fabs(k.p.c[i]));
            }
            for (int i = 0; i <= k.p.degree; i++) {
                k.p.c[i] /= size;
            }
        }
    }
    return k;
}

#endif
