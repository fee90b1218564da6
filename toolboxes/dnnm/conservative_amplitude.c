/* Measures phi(s) of the amplitude of a conservative mode, s = sum_k Q_k^T W_k Q_k, with W_k the mass of the
 * whole structure in the motion of the kept degrees of freedom. Where the interior follows by x = X q,
 * D = X^T (K - (k omega)^2 M) X is stationary in X, hence
 *
 *     W_k = X^T M X = -D_k' / (2 k^2 omega),   W_k' = -D_k'' / (2 k^2 omega) - W_k / omega,
 *
 * exactly, and X need not be known. Only the static part has to be expanded: W_0 is constant. The second
 * derivative needs D''' and is left to differences. */
#include "conservative_impl.h"

#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

#include <string.h>

/* y += A x */
static void multiply(const rdg_sparse *A, const double *x, double *y)
{
    for (rdg_index j = 0; j < A->pattern.cols; j++) {
        for (rdg_index e = A->pattern.start[j]; e < A->pattern.start[j + 1]; e++) {
            y[A->pattern.row[e]] += A->values[e] * x[j];
        }
    }
}

/* Static shapes of the whole structure, [size * n]: unit displacements of the kept degrees of freedom. */
static rdg_status find_shapes(const rdg_conservative *model, rdg_index size, double *shapes)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    double *full = rdg_context_calloc(ctx, 2 * (size_t)size, sizeof *full);
    double *loaded = rdg_context_calloc(ctx, 2 * (size_t)size, sizeof *full); /* by constant forces alone */
    rdg_status status = full && loaded ? RDG_OK : RDG_ERR_NO_MEMORY;
    memset(model->u, 0, (size_t)model->m * sizeof *model->u);
    status = status == RDG_OK ? rdg_hbm_expand(model->hb, 0, 0.0, 0.0, model->u, loaded) : status;
    for (rdg_index j = 0; status == RDG_OK && j < model->n; j++) {
        memset(model->u, 0, (size_t)model->m * sizeof *model->u);
        model->u[j] = 1.0;
        status = rdg_hbm_expand(model->hb, 0, 0.0, 0.0, model->u, full);
        for (rdg_index i = 0; i < size; i++) {
            shapes[size * j + i] = full[i] - loaded[i];
        }
    }
    rdg_free(full);
    rdg_free(loaded);
    return status;
}

/* shapes^T M shapes */
static void project(const rdg_conservative *model, const rdg_sparse *M, const double *shapes, double *product)
{
    const rdg_index size = M->pattern.cols, n = model->n;
    for (rdg_index j = 0; j < n; j++) {
        memset(product, 0, (size_t)size * sizeof *product);
        multiply(M, shapes + size * j, product);
        for (rdg_index i = 0; i < n; i++) {
            model->dense_values[i + n * j] = rdg_dot(size, shapes + size * i, product);
        }
    }
}

rdg_status rdg_conservative_make_static_mass(rdg_conservative *model)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const rdg_index size = rdg_structure_size(rdg_hbm_structure(model->hb)), n = model->n;
    rdg_sparse M;
    RDG_TRY(rdg_structure_matrices(rdg_hbm_structure(model->hb), &M, NULL, NULL));
    if (n == size) {
        model->static_mass = M;
        return RDG_OK;
    }
    double *shapes = rdg_context_calloc(ctx, (size_t)(size * n), sizeof *shapes);
    double *product = rdg_context_calloc(ctx, (size_t)size, sizeof *product);
    model->dense = rdg_pattern_dense(ctx, n, n);
    model->dense_values = rdg_context_calloc(ctx, (size_t)(n * n), sizeof *model->dense_values);
    rdg_status status = rdg_error_status(ctx);
    if (status == RDG_OK) {
        status = find_shapes(model, size, shapes);
    }
    if (status == RDG_OK) {
        project(model, &M, shapes, product);
        model->static_mass = (rdg_sparse){*model->dense, model->dense_values};
    }
    rdg_free(shapes);
    rdg_free(product);
    return status;
}

/* s at u = (Q, omega); its gradient [m + 1] if requested */
static int squared(const rdg_conservative *model, const double *u, double *s, double *gradient)
{
    const rdg_index n = model->n, m = model->m;
    const double omega = u[m];
    double *D1 = model->product[0], *D2 = model->product[1];
    *s = 0.0;
    int status = rdg_hbm_stiffness_product(model->hb, 1, omega, u, D1);
    if (status == 0 && gradient) {
        memset(gradient, 0, (size_t)(m + 1) * sizeof *gradient);
        status = rdg_hbm_stiffness_product(model->hb, 2, omega, u, D2);
    }
    for (rdg_index c = model->norm_first; c < model->norm_end; c++) {
        const double *Q = u + c * n;
        double *mass = D1 + c * n; /* W Q */
        if (c < model->basis->has_static) {
            memset(mass, 0, (size_t)n * sizeof *mass);
            multiply(&model->static_mass, Q, mass);
        } else {
            const rdg_index h = (c - model->basis->has_static) / 2;
            const double k = model->basis->harmonic[h];
            const double factor = -0.5 / (k * k * omega);
            for (rdg_index i = 0; i < n; i++) {
                mass[i] *= factor;
            }
            if (gradient) {
                gradient[m] += factor * rdg_dot(n, Q, D2 + c * n) - rdg_dot(n, Q, mass) / omega;
            }
        }
        *s += rdg_dot(n, Q, mass);
        for (rdg_index i = 0; gradient && i < n; i++) {
            gradient[c * n + i] = 2.0 * mass[i];
        }
    }
    return status != 0 ? status : !(*s > 0.0);
}

static int amplitude_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const rdg_conservative_measure *measure = data;
    double s = 0.0;
    const int status = squared(measure->model, u, &s, NULL);
    y[0] = measure->phi(s, 0);
    return status;
}

static int amplitude_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    const rdg_conservative_measure *measure = data;
    double s = 0.0;
    const int status = squared(measure->model, u, &s, values);
    const double slope = measure->phi(s, 1);
    for (rdg_index i = 0; i < n; i++) {
        values[i] *= slope;
    }
    return status;
}

void rdg_conservative_make_measures(rdg_conservative *model)
{
    model->linear = (rdg_conservative_measure){.model = model, .name = "a", .phi = rdg_dnnm_root};
    model->logarithm =
        (rdg_conservative_measure){.model = model, .name = "log10a", .phi = rdg_dnnm_decimal_logarithm};
}

rdg_function rdg_conservative_amplitude(rdg_conservative_measure *measure)
{
    return (rdg_function){.name = measure->name,
                          .n = measure->model->m + 1,
                          .m = 1,
                          .f = amplitude_value,
                          .df = amplitude_gradient,
                          .by_differences = true,
                          .data = measure};
}
