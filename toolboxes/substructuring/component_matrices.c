/* Reduced matrices T^T X T of a component. */
#include "component_impl.h"

#include <ridgewalk/structural_damping.h>
#include <ridgewalk/structure_carry.h>
#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <math.h>
#include <string.h>

/* T^T w, w being the weights of a displacement of the whole structure */
static void change(const void *data, rdg_index n, const rdg_index *dof, const double *weight, double *changed)
{
    const rdg_component *c = data;
    for (rdg_index a = 0; a < c->n_boundary + c->n_modes; a++) {
        for (rdg_index i = 0; i < n; i++) {
            changed[a] += weight[i] * c->T[dof[i] + c->n * a];
        }
    }
}

/* Y = X T for `count` columns of T from `first` on. Several columns share one passage through X, with their
 * numbers side by side: side [2 * n * ABREAST]. */
enum { ABREAST = 8, WIDE = 32 };

static void multiply(const rdg_component *c, const rdg_sparse *X, rdg_index first, rdg_index count,
                     double *side, double *Y)
{
    const rdg_index n = c->n;
    double *t = side, *y = side + n * ABREAST;
    memset(side, 0, (size_t)(2 * n * ABREAST) * sizeof *side);
    for (rdg_index a = 0; a < count; a++) {
        for (rdg_index i = 0; i < n; i++) {
            t[i * ABREAST + a] = c->T[i + n * (first + a)];
        }
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = X->pattern.start[j]; e < X->pattern.start[j + 1]; e++) {
            const double value = X->values[e];
            double *to = y + X->pattern.row[e] * ABREAST;
            if (value != 0.0) { /* a mass matrix holds zeros on the stiffness matrix's pattern */
                for (int a = 0; a < ABREAST; a++) {
                    to[a] += value * t[j * ABREAST + a];
                }
            }
        }
    }
    for (rdg_index a = 0; a < count; a++) {
        for (rdg_index i = 0; i < n; i++) {
            Y[i + n * a] = y[i * ABREAST + a];
        }
    }
}

/* The first rows and columns of T^T X T, so many of each, symmetric to the last bit. Where there are more
 * columns, their transpose makes rows. Both triangles of the square are formed, since their mean has less of
 * the rounding errors that a stiffness matrix magnifies. WIDE columns share one passage through T;
 * product: [n * (WIDE + 2 * ABREAST)] */
static void reduce(const rdg_component *c, const rdg_sparse *X, rdg_index rows, rdg_index columns,
                   double *product, double *reduced)
{
    const rdg_index n = c->n, m = c->n_boundary + c->n_modes;
    double *side = product + n * WIDE;
    for (rdg_index a = 0; a < columns; a += WIDE) {
        const rdg_index count = columns - a < WIDE ? columns - a : WIDE;
        for (rdg_index b = 0; b < count; b += ABREAST) {
            const rdg_index left = count - b;
            multiply(c, X, a + b, left < ABREAST ? left : ABREAST, side, product + n * b);
        }
        rdg_blas_begin();
        cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, (int)rows, (int)count, (int)n, 1.0, c->T, (int)n,
                    product, (int)n, 0.0, reduced + m * a, (int)m);
        rdg_blas_end(0);
    }
    for (rdg_index j = 0; j < columns; j++) {
        for (rdg_index i = 0; i < j && i < rows; i++) {
            double *above = &reduced[i + m * j], *below = &reduced[j + m * i];
            *above = *below = j < rows ? (*above + *below) / 2 : *above;
        }
    }
}

/* What is known of the modes' rows and columns better than products report it */
static void write_known(const rdg_component *c, rdg_reduction how, double *M, double *K)
{
    const rdg_index m = c->n_boundary + c->n_modes;
    for (rdg_index j = 0; how != RDG_REDUCTION_RUBIN && j < m; j++) {
        for (rdg_index i = 0; i < m; i++) {
            const bool modes = i >= c->n_boundary && j >= c->n_boundary;
            const bool mixed = !modes && (i >= c->n_boundary || j >= c->n_boundary);
            if (how == RDG_REDUCTION_MASSLESS) {
                M[i + m * j] = modes && i == j ? 1.0 : 0.0;
            } else if (modes) {
                const double w = c->omega[i - c->n_boundary];
                M[i + m * j] = i == j ? 1.0 : 0.0;
                K[i + m * j] = i == j ? w * fabs(w) : 0.0;
            } else if (mixed) {
                K[i + m * j] = 0.0;
            }
        }
    }
}

/* work: [3 * m * m + n * (WIDE + 2 * ABREAST)]. Products that write_known() replaces are not formed. */
static rdg_status make_structure(rdg_component *c, const char *where, rdg_reduction how, double *work)
{
    const rdg_index m = c->n_boundary + c->n_modes;
    double *M = work, *C = M + m * m, *K = C + m * m, *product = K + m * m;
    rdg_sparse mass, damping, stiffness;
    double mass_factor = 0.0, stiffness_factor = 0.0;
    const bool proportional = rdg_structure_proportional(c->whole, &mass_factor, &stiffness_factor);
    RDG_TRY(rdg_structure_matrices(c->whole, &mass, &damping, &stiffness));
    const rdg_index boundary = c->n_boundary;
    const bool fixed = how == RDG_REDUCTION_FIXED;
    reduce(c, &mass, fixed ? boundary : m, how == RDG_REDUCTION_MASSLESS ? 0 : m, product, M);
    reduce(c, &stiffness, fixed ? boundary : m, fixed ? boundary : m, product, K);
    if (!proportional) {
        reduce(c, &damping, m, m, product, C);
    }
    write_known(c, how, M, K);
    c->reduced = rdg_structure_create(c->ctx, rdg_structure_name(c->whole), m, M, proportional ? NULL : C, K);
    RDG_TRY(rdg_error_status(c->ctx));
    if (proportional) {
        RDG_TRY(rdg_damping_proportional(c->reduced, mass_factor, stiffness_factor));
    }
    RDG_TRY(rdg_damping_structural(c->reduced, rdg_structure_loss_factor(c->whole)));
    return rdg_structure_carry(c->reduced, c->whole, NULL, change, c, where);
}

rdg_component *rdg_component_finish(rdg_component *c, const char *where, rdg_reduction how)
{
    const rdg_index m = c->n_boundary + c->n_modes;
    double *work =
        rdg_context_calloc(c->ctx, (size_t)(3 * m * m + c->n * (WIDE + 2 * ABREAST)), sizeof *work);
    const rdg_status status = work ? make_structure(c, where, how, work) : RDG_ERR_NO_MEMORY;
    rdg_free(work);
    if (status != RDG_OK) {
        rdg_structure_free(c->reduced);
        c->reduced = NULL;
    }
    return rdg_component_own(c);
}
