/* Units of states in which rounding errors of a linear mode are judged.
 *
 * Those that make rows and columns of A alike are of its fastest motion: of a beam with damping that grows
 * with stiffness they make so much of displacements that velocities seem lost. What counts is what states
 * reach as time goes on: the largest of |exp(A t)| over all t, made alike in rows and columns. Where motion
 * comes from amplitudes that all but cancel at all times, no unit hides it. */
#include "linear_impl.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 20, MOST_TIMES = 400 };

/* Times are examined in this ratio, up to where what grows has grown by this exponent. */
static const double ratio = 1.6, most_exponent = 1.0;

/* F = exp(Lambda t) W in pairs */
static void moved(const rdg_linear *l, double t, double *F)
{
    const rdg_index n = l->n;
    for (rdg_index i = 0; i < n; i++) {
        const double size = exp(l->lambda[i].re * t), c = size * cos(l->lambda[i].im * t),
                     s = size * sin(l->lambda[i].im * t);
        const bool pair = l->lambda[i].im > 0.0;
        for (rdg_index j = 0; j < n; j++) {
            const double *row = l->Wr + i + n * j;
            F[i + n * j] = pair ? c * row[0] + s * row[1] : c * row[0];
            if (pair) {
                F[i + 1 + n * j] = c * row[1] - s * row[0];
            }
        }
        i += pair;
    }
}

/* N = max over t of |exp(A t)|; E, F: [n n] to work in */
static void reach(const rdg_linear *l, double *N, double *E, double *F)
{
    const rdg_index n = l->n;
    double fastest = 0.0, slowest = INFINITY, grows = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        const double rate = sqrt(rdg_square(l->lambda[i]));
        fastest = fmax(fastest, rate);
        slowest = rate > 0.0 ? fmin(slowest, rate) : slowest;
        grows = fmax(grows, l->lambda[i].re);
    }
    memset(N, 0, (size_t)(n * n) * sizeof *N);
    for (rdg_index i = 0; i < n; i++) {
        N[i * (n + 1)] = 1.0;
    }
    double t = fastest > 0.0 ? 0.5 / fastest : INFINITY;
    for (int k = 0; k < MOST_TIMES && t * slowest <= 8.0 && t * grows <= most_exponent; k++, t *= ratio) {
        moved(l, t, F);
        rdg_linear_multiply(n, l->Vr, n, F, E);
        for (rdg_index i = 0; i < n * n; i++) {
            N[i] = fmax(N[i], fabs(E[i]));
        }
    }
}

void rdg_linear_units(const rdg_linear *l, rdg_linear_work *w, double *unit)
{
    const rdg_index n = l->n;
    double *N = w->eigen, *E = &w->S[0].re, *F = E + n * n;
    reach(l, N, E, F);
    for (rdg_index i = 0; i < n; i++) {
        unit[i] = 1.0;
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (rdg_index i = 0; i < n; i++) {
            double row = 0.0, column = 0.0;
            for (rdg_index j = 0; j < n; j++) {
                row = fmax(row, N[i + n * j] * unit[j]);
                column = fmax(column, N[j + n * i] / unit[j]);
            }
            unit[i] = sqrt(row / column);
        }
    }
}
