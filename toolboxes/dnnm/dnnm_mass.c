/* Products of coefficient vectors with the mass matrix. */
#include "dnnm_impl.h"

#include <string.h>

int rdg_dnnm_harmonic(const rdg_dnnm_model *model, rdg_index coefficient)
{
    const rdg_index place = (coefficient - model->basis->has_static) / 2;
    return model->basis->harmonic[place];
}

/* y += factor M x, or with the transpose of M */
static void add_mass(const rdg_sparse *M, bool transposed, double factor, const double *x, double *y)
{
    for (rdg_index j = 0; j < M->pattern.cols; j++) {
        for (rdg_index k = M->pattern.start[j]; k < M->pattern.start[j + 1]; k++) {
            const rdg_index i = M->pattern.row[k];
            if (transposed) {
                y[j] += factor * M->values[k] * x[i];
            } else {
                y[i] += factor * M->values[k] * x[j];
            }
        }
    }
}

/* G^T is -G with the transpose of M, of the same block structure. */
static void multiply_damping(const rdg_dnnm_model *model, bool transposed, const double *x, double *out)
{
    const rdg_index n = model->n;
    memset(out, 0, (size_t)model->m * sizeof *out);
    for (rdg_index h = 0; h < model->basis->n_harmonics; h++) {
        const double k = transposed ? -model->basis->harmonic[h] : model->basis->harmonic[h];
        const rdg_index cosine = (model->basis->has_static + 2 * h) * n;
        const rdg_index sine = cosine + n;
        add_mass(&model->M, transposed, k, x + sine, out + cosine);
        add_mass(&model->M, transposed, -k, x + cosine, out + sine);
    }
}

void rdg_dnnm_multiply_damping(const rdg_dnnm_model *model, const double *x, double *out)
{
    multiply_damping(model, false, x, out);
}

void rdg_dnnm_multiply_damping_transposed(const rdg_dnnm_model *model, const double *x, double *out)
{
    multiply_damping(model, true, x, out);
}

void rdg_dnnm_multiply_energy(const rdg_dnnm_model *model, const double *x, double *out)
{
    memset(out, 0, (size_t)model->m * sizeof *out);
    for (rdg_index c = model->basis->has_static; c < model->basis->n_coefficients; c++) {
        const double k = rdg_dnnm_harmonic(model, c);
        add_mass(&model->M, false, k * k, x + c * model->n, out + c * model->n);
    }
}

void rdg_dnnm_add_mass(const rdg_dnnm_model *model, const double *x, double *out)
{
    add_mass(&model->M, false, 1.0, x, out);
}
