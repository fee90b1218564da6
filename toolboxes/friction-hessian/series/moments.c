/* Integrals over segments of the period, from the instants at which weights jump. */
#include "moments_impl.h"

#include <string.h>

void rdg_moments_begin(const rdg_series *s, rdg_moments *m, double weight)
{
    const size_t bytes = sizeof(double) * (size_t)(2 * s->top + 1);
    memset(m->c, 0, bytes);
    memset(m->d, 0, bytes);
    m->c[0] = RDG_TURN * weight;
}

void rdg_moments_jump(const rdg_series *s, rdg_moments *m, double tau, double jump)
{
    if (jump == 0.0) {
        return;
    }
    m->c[0] -= jump * tau;
    for (int k = 1; k <= 2 * s->top; k++) {
        const double factor = jump * s->inverse[k];
        m->c[k] -= factor * s->sine[k];
        m->d[k] += factor * s->cosine[k];
    }
}

void rdg_moments_add_vector(const rdg_series *s, const rdg_moments *m, double factor, double *out)
{
    const double f = factor / RDG_PI;
    if (s->has_static) {
        *out++ += 0.5 * f * m->c[0];
    }
    for (rdg_index h = 0; h < s->n_harmonics; h++) {
        out[2 * h] += f * m->c[s->harmonic[h]];
        out[2 * h + 1] += f * m->d[s->harmonic[h]];
    }
}

/* The static row and column: int s H_j, where the row has half the weight. */
static void fill_static(const rdg_series *s, const rdg_moments *m, double *W)
{
    memset(W, 0, sizeof(double) * (size_t)s->n);
    rdg_moments_add_vector(s, m, 1.0, W);
    for (rdg_index j = 1; j < s->n; j++) {
        W[s->n * j] = 0.5 * W[j];
    }
}

void rdg_moments_matrix(const rdg_series *s, const rdg_moments *m, double *W)
{
    const rdg_index n = s->n, first = s->has_static;
    const double f = 0.5 / RDG_PI, *c = m->c, *d = m->d;
    if (s->has_static) {
        fill_static(s, m, W);
    }
    for (rdg_index g = 0; g < s->n_harmonics; g++) {
        const int l = s->harmonic[g];
        double *column = W + n * (first + 2 * g) + first, *next = column + n; /* cos l, sin l */
        for (rdg_index h = g; h < s->n_harmonics; h++) {
            const int sum = s->harmonic[h] + l, difference = s->harmonic[h] - l;
            double *mirror = W + n * (first + 2 * h) + first + 2 * g;
            mirror[0] = column[2 * h] = f * (c[difference] + c[sum]);
            mirror[n] = column[2 * h + 1] = f * (d[sum] + d[difference]);
            mirror[1] = next[2 * h] = f * (d[sum] - d[difference]);
            mirror[n + 1] = next[2 * h + 1] = f * (c[difference] - c[sum]);
        }
    }
}

void rdg_moments_multiply(const rdg_series *s, double factor, const double *W, const double *z, double *out)
{
    for (rdg_index j = 0; j < s->n; j++) {
        const double *column = W + s->n * j, f = factor * z[j];
        for (rdg_index i = 0; i < s->n; i++) {
            out[i] += f * column[i];
        }
    }
}
