/* GMRES: Arnoldi's method, and least squares by rotations. */
#include "gmres.h"

#include "toolbox.h"
#include "vectors.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

struct rdg_gmres {
    rdg_index n;
    int most;
    double *V;              /* [n (most + 1)] orthonormal */
    double *H;              /* [(most + 1) most] upper triangular after the rotations */
    double *cosine, *sine;  /* [most] of the rotations */
    double *right, *weight; /* [most + 1] of the least squares; what a second orthogonalisation adds */
};

rdg_gmres *rdg_gmres_create(rdg_context *ctx, rdg_index n, int most)
{
    rdg_gmres *g = rdg_context_calloc(ctx, 1, sizeof *g);
    if (!g) {
        return NULL;
    }
    const size_t k = (size_t)most;
    g->n = n;
    g->most = most;
    g->V = rdg_context_calloc(ctx, (size_t)n * (k + 1), sizeof(double));
    g->H = rdg_context_calloc(ctx, (k + 1) * k, sizeof(double));
    g->cosine = rdg_context_calloc(ctx, k, sizeof(double));
    g->sine = rdg_context_calloc(ctx, k, sizeof(double));
    g->right = rdg_context_calloc(ctx, k + 1, sizeof(double));
    g->weight = rdg_context_calloc(ctx, k + 1, sizeof(double));
    if (rdg_error_status(ctx) != RDG_OK) {
        rdg_gmres_free(g);
        return NULL;
    }
    return g;
}

void rdg_gmres_free(rdg_gmres *g)
{
    if (g) {
        void *const arrays[] = {g->V, g->H, g->cosine, g->sine, g->right, g->weight};
        for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
            rdg_free(arrays[k]);
        }
        rdg_free(g);
    }
}

/* w without its part along the first `count` vectors; the coefficients are added to h. */
static void project_out(const rdg_gmres *g, int count, double *w, double *h)
{
    const int n = (int)g->n;
    rdg_blas_begin();
    for (int pass = 0; pass < 2; pass++) {
        cblas_dgemv(CblasColMajor, CblasTrans, n, count, 1.0, g->V, n, w, 1, 0.0, g->weight, 1);
        cblas_dgemv(CblasColMajor, CblasNoTrans, n, count, -1.0, g->V, n, g->weight, 1, 1.0, w, 1);
        for (int i = 0; i < count; i++) {
            h[i] += g->weight[i];
        }
    }
    rdg_blas_end(0);
}

/* Column j of H through the rotations, and a new one that ends it in column j of the triangle. Returns what
 * is left of the residual. */
static double rotate(rdg_gmres *g, int j, double *h)
{
    for (int i = 0; i < j; i++) {
        const double upper = h[i];
        h[i] = g->cosine[i] * upper + g->sine[i] * h[i + 1];
        h[i + 1] = g->cosine[i] * h[i + 1] - g->sine[i] * upper;
    }
    const double length = hypot(h[j], h[j + 1]);
    g->cosine[j] = length > 0.0 ? h[j] / length : 1.0;
    g->sine[j] = length > 0.0 ? h[j + 1] / length : 0.0;
    h[j] = length;
    g->right[j + 1] = -g->sine[j] * g->right[j];
    g->right[j] *= g->cosine[j];
    return fabs(g->right[j + 1]);
}

/* The combination of `count` vectors that leaves the least residual. */
static void combine(rdg_gmres *g, int count, double *x)
{
    for (int i = count - 1; i >= 0; i--) {
        double sum = g->right[i];
        for (int k = i + 1; k < count; k++) {
            sum -= g->H[i + (g->most + 1) * k] * g->right[k];
        }
        const double pivot = g->H[i + (g->most + 1) * i];
        g->right[i] = pivot > 0.0 ? sum / pivot : 0.0; /* 0: the vector does not count */
    }
    rdg_blas_begin();
    cblas_dgemv(CblasColMajor, CblasNoTrans, (int)g->n, count, 1.0, g->V, (int)g->n, g->right, 1, 0.0, x, 1);
    rdg_blas_end(0);
}

int rdg_gmres_solve(rdg_gmres *g, rdg_gmres_product product, void *data, double tolerance, const double *b,
                    double *x)
{
    if (!g || !product || !b || !x) {
        return 0;
    }
    const rdg_index n = g->n;
    const double size = rdg_norm(n, b);
    memset(x, 0, (size_t)n * sizeof *x);
    if (!(size > 0.0) || !isfinite(size)) {
        return 0;
    }
    for (rdg_index i = 0; i < n; i++) {
        g->V[i] = b[i] / size;
    }
    memset(g->right, 0, (size_t)(g->most + 1) * sizeof *g->right);
    g->right[0] = size;
    int count = 0;
    double left = size, next = size;
    while (count < g->most && left > tolerance * size && next > 0.0) {
        double *h = g->H + (rdg_index)(g->most + 1) * count, *w = g->V + n * (count + 1);
        product(g->V + n * count, w, data);
        memset(h, 0, (size_t)(g->most + 1) * sizeof *h);
        project_out(g, count + 1, w, h);
        next = rdg_norm(n, w);
        if (!isfinite(next)) {
            break;
        }
        h[count + 1] = next;
        for (rdg_index i = 0; next > 0.0 && i < n; i++) {
            w[i] /= next;
        }
        left = rotate(g, count, h);
        count++;
    }
    if (count > 0) {
        combine(g, count, x);
    }
    return count;
}
