/* The step of the search for the least greatest peak, by a primal-dual interior-point method (Nocedal and
 * Wright, Numerical Optimization, section 16.6). Its unknowns are z = (d, t). The dual variables of the peaks
 * are their weights: an active peak has a dual variable greater than its slack. */
#include "least_peak_impl.h"

#include <math.h>
#include <string.h>

enum { M = RDG_LEAST_NUMBERS, Z = M + 1, ROWS = RDG_LEAST_PEAKS + 2 * M, MOST = 80 };

/* C z + s = b, s >= 0: peaks, then lower, then upper ends. */
typedef struct rows {
    rdg_index count;
    double C[ROWS][Z], b[ROWS], s[ROWS], dual[ROWS];
} rows;

static double dot(rdg_index n, const double *a, const double *b)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

static void fill(const rdg_least_model *model, const rdg_least_step *step, rows *r)
{
    const rdg_index m = step->m;
    memset(r, 0, sizeof *r);
    for (rdg_index i = 0; i < model->n; i++) {
        memcpy(r->C[i], model->g[i], (size_t)m * sizeof(double));
        r->C[i][m] = -1.0;
        r->b[i] = -model->a[i];
    }
    for (rdg_index j = 0; j < m; j++) {
        r->C[model->n + j][j] = -1.0;
        r->b[model->n + j] = -step->low[j];
        r->C[model->n + m + j][j] = 1.0;
        r->b[model->n + m + j] = step->high[j];
    }
    r->count = model->n + 2 * m;
}

/* L L^T x = b for the lower triangle of A, [n n] with rows of length Z; false: A is not positive definite. */
static bool solve_symmetric(rdg_index n, double A[Z][Z], double *x)
{
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j <= i; j++) {
            const double left = A[i][j] - dot(j, A[i], A[j]);
            if (j < i) {
                A[i][j] = left / A[j][j];
            } else if (left > 0.0) {
                A[i][i] = sqrt(left);
            } else {
                return false;
            }
        }
        x[i] = (x[i] - dot(i, A[i], x)) / A[i][i];
    }
    for (rdg_index i = n - 1; i >= 0; i--) {
        for (rdg_index k = i + 1; k < n; k++) {
            x[i] -= A[k][i] * x[k];
        }
        x[i] /= A[i][i];
    }
    return true;
}

/* Newton's step dz for complementarity s dual = mu. */
static bool find_direction(const rdg_least_step *step, const rows *r, const double *z, double mu, double *dz)
{
    const rdg_index m = step->m;
    double A[Z][Z] = {{0.0}};
    for (rdg_index j = 0; j < m; j++) {
        memcpy(A[j], step->B + m * j, (size_t)m * sizeof(double));
        dz[j] = -dot(m, step->B + m * j, z);
    }
    dz[m] = -1.0;
    for (rdg_index k = 0; k < r->count; k++) {
        const double *C = r->C[k], ratio = r->dual[k] / r->s[k];
        const double primal = dot(m + 1, C, z) - r->b[k]; /* plus s: of the row */
        const double pull = r->dual[k] + ratio * primal + mu / r->s[k];
        for (rdg_index i = 0; i <= m; i++) {
            dz[i] -= C[i] * pull;
            for (rdg_index j = 0; j <= i; j++) {
                A[i][j] += ratio * C[i] * C[j];
            }
        }
    }
    return solve_symmetric(m + 1, A, dz);
}

/* Steps of slacks and dual variables that belong to dz, and how far they may go. */
static double find_length(const rows *r, const double *z, const double *dz, rdg_index m, double mu,
                          double *ds, double *dl)
{
    double length = 1.0;
    const double short_of = 0.995;
    for (rdg_index k = 0; k < r->count; k++) {
        ds[k] = r->b[k] - dot(m + 1, r->C[k], z) - r->s[k] - dot(m + 1, r->C[k], dz);
        dl[k] = (mu - r->dual[k] * ds[k]) / r->s[k] - r->dual[k];
        length = ds[k] < 0.0 ? fmin(length, -short_of * r->s[k] / ds[k]) : length;
        length = dl[k] < 0.0 ? fmin(length, -short_of * r->dual[k] / dl[k]) : length;
    }
    return length;
}

void rdg_least_solve(const rdg_least_model *model, rdg_least_step *step)
{
    rows r;
    const rdg_index m = step->m;
    double z[Z] = {0.0}, dz[Z], ds[ROWS], dl[ROWS], mu = 1.0;
    const double rounding = 1e-17;
    fill(model, step, &r);
    for (rdg_index k = 0; k < r.count; k++) {
        r.s[k] = fmax(r.b[k], 1e-2);
        r.dual[k] = k < model->n ? 1.0 / (double)model->n : 1e-2;
    }
    for (int k = 0; k < MOST && mu > rounding; k++) {
        mu = 0.1 * dot(r.count, r.s, r.dual) / (double)r.count;
        if (!find_direction(step, &r, z, mu, dz)) {
            break;
        }
        const double length = find_length(&r, z, dz, m, mu, ds, dl);
        for (rdg_index i = 0; i <= m; i++) {
            z[i] += length * dz[i];
        }
        for (rdg_index i = 0; i < r.count; i++) {
            r.s[i] += length * ds[i];
            r.dual[i] += length * dl[i];
        }
    }
    memcpy(step->d, z, (size_t)m * sizeof *z);
    step->t = z[m];
    for (rdg_index k = 0; k < r.count; k++) {
        const bool is_active = r.dual[k] > r.s[k];
        if (k < model->n) {
            step->theta[k] = is_active ? r.dual[k] : 0.0;
        } else {
            step->at_end[k >= model->n + m][(k - model->n) % m] = is_active;
        }
    }
}
