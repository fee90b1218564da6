/* What a linear mode's field is in the coordinates of its eigenvectors. */
#include "linear_impl.h"

#include <math.h>
#include <string.h>

void rdg_linear_waves(const rdg_linear *l, rdg_linear_work *w, const double *g, rdg_structure_parameter *G)
{
    const rdg_index n = l->n, waves = l->waves, H = waves / 2;
    const double step = 6.283185307179586476925286766559 / (double)waves;
    for (rdg_index m = -H; m <= H; m++) {
        memset(w->a, 0, (size_t)n * sizeof *w->a);
        for (rdg_index k = 0; k < waves; k++) {
            const double angle = step * (double)((m + waves) * k % waves);
            const double c = cos(angle) / (double)waves, s = -sin(angle) / (double)waves;
            for (rdg_index i = 0; i < n; i++) {
                w->a[i].re += c * g[i + n * k];
                w->a[i].im += s * g[i + n * k];
            }
        }
        rdg_structure_parameter *to = G + n * (m + H);
        memset(to, 0, (size_t)n * sizeof *to);
        for (rdg_index j = 0; j < n; j++) {
            for (rdg_index i = 0; i < n; i++) {
                to[i] = rdg_plus(to[i], rdg_times(l->W[i + n * j], w->a[j]));
            }
        }
    }
}

/* B += W_row x, of columns that are not zero. */
static void turn(const rdg_linear *l, rdg_linear_work *w, const double *Ap, rdg_structure_parameter *B)
{
    const rdg_index n = l->n;
    memset(B, 0, (size_t)(n * n) * sizeof *B);
    for (rdg_index c = 0; c < n; c++) {
        bool any = false;
        memset(w->a, 0, (size_t)n * sizeof *w->a);
        for (rdg_index r = 0; r < n; r++) {
            const double a = Ap[r + n * c];
            any = any || a != 0.0;
            for (rdg_index i = 0; i < n && a != 0.0; i++) {
                w->a[i] = rdg_plus(w->a[i], rdg_scaled(a, l->W[i + n * r]));
            }
        }
        for (rdg_index k = 0; k < n && any; k++) {
            for (rdg_index i = 0; i < n; i++) {
                B[i + n * k] = rdg_plus(B[i + n * k], rdg_times(w->a[i], l->V[c + n * k]));
            }
        }
    }
}

void rdg_linear_turn(rdg_linear *l, rdg_linear_work *w)
{
    for (rdg_index p = 0; p < l->np; p++) {
        if (l->moves[p]) {
            turn(l, w, l->Ap + l->n * l->n * p, l->B + l->n * l->n * p);
        }
    }
}
