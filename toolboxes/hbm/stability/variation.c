/* Small motions about a solution: instances of the elements for them, and the matrices. */
#include "variation_impl.h"

#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/structural_damping.h>
#include <ridgewalk/wave.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void rdg_variation_release(rdg_variation *v)
{
    rdg_hbm_free_clones(&v->clones);
    double *const arrays[] = {v->M,    v->C,     v->K,  v->z,  v->lambda, v->direction,
                              v->rate, v->slope, v->Fz, v->Fv, v->H};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(v->place);
    *v = (rdg_variation){0};
}

static rdg_status make_clones(rdg_variation *v, rdg_variation_kind kind)
{
    const rdg_basis *kept = &v->hb->basis;
    const int highest = kept->harmonic[kept->n_harmonics - 1];
    const bool is_double = kind == RDG_DOUBLE_PERIOD;
    return rdg_hbm_make_clones(v->hb, is_double ? 2 : 1, is_double ? 2 * highest + 1 : highest, &v->clones);
}

static rdg_status choose_coefficients(rdg_variation *v, rdg_variation_kind kind)
{
    const rdg_index nc = v->clones.basis.n_coefficients;
    v->place = rdg_context_calloc(v->hb->ctx, (size_t)nc, sizeof *v->place);
    for (rdg_index c = 0; v->place && c < nc; c++) {
        const bool taken = kind == RDG_SAME_PERIOD || (c + 1) / 2 % 2 == 1;
        v->place[c] = taken ? v->count++ : -1;
    }
    v->size = v->n * v->count;
    return rdg_error_status(v->hb->ctx);
}

static rdg_status make_workspace(rdg_variation *v)
{
    rdg_context *ctx = v->hb->ctx;
    const size_t N = (size_t)(v->clones.largest * v->clones.basis.n_coefficients);
    double **const vectors[] = {&v->z, &v->lambda, &v->direction, &v->rate, &v->slope};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = rdg_context_calloc(ctx, N + 1, sizeof(double));
    }
    v->Fz = rdg_context_calloc(ctx, N * (N + 1), sizeof(double));
    v->Fv = rdg_context_calloc(ctx, N * N, sizeof(double));
    v->H = rdg_context_calloc(ctx, (N + 1) * (N + 1), sizeof(double));
    return rdg_error_status(ctx);
}

static void copy_dense(const rdg_sparse *from, double *to)
{
    const rdg_pattern *pattern = &from->pattern;
    for (rdg_index j = 0; j < pattern->cols; j++) {
        for (rdg_index k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
            to[pattern->row[k] + pattern->rows * j] = from->values[k];
        }
    }
}

static rdg_status make_structure(rdg_variation *v)
{
    rdg_context *ctx = v->hb->ctx;
    rdg_sparse M, C, K;
    RDG_TRY(rdg_structure_matrices(v->hb->structure, &M, &C, &K));
    const size_t n = (size_t)v->n;
    v->M = rdg_context_calloc(ctx, n * n, sizeof(double));
    v->C = rdg_context_calloc(ctx, n * n, sizeof(double));
    v->K = rdg_context_calloc(ctx, n * n, sizeof(double));
    RDG_TRY(rdg_error_status(ctx));
    copy_dense(&M, v->M);
    copy_dense(&C, v->C);
    copy_dense(&K, v->K);
    return RDG_OK;
}

rdg_status rdg_variation_init(rdg_variation *v, rdg_hbm *hb, rdg_variation_kind kind)
{
    *v = (rdg_variation){.hb = hb, .damping = {NAN, NAN}, .n = rdg_structure_size(hb->structure)};
    rdg_status status = rdg_structure_refuse_wave(hb->structure, "rdg_hbm_exponents");
    status = status == RDG_OK ? rdg_structure_refuse_loss(hb->structure, "rdg_hbm_exponents") : status;
    status = status == RDG_OK ? rdg_structure_refuse_gyroscopic(hb->structure, "rdg_hbm_exponents") : status;
    status = status == RDG_OK ? make_clones(v, kind) : status;
    status = status == RDG_OK ? choose_coefficients(v, kind) : status;
    status = status == RDG_OK ? make_workspace(v) : status;
    status = status == RDG_OK ? make_structure(v) : status;
    if (status != RDG_OK) {
        rdg_variation_release(v);
    }
    return status;
}

double *rdg_variation_scale(const rdg_variation *v, const char *where)
{
    rdg_context *ctx = v->hb->ctx;
    double *scale = rdg_context_calloc(ctx, (size_t)v->size, sizeof *scale);
    for (rdg_index i = 0; scale && i < v->size; i++) {
        const double mass = v->M[i % v->n * (v->n + 1)];
        if (!(mass > 0.0)) {
            rdg_fail(ctx, RDG_ERR_SINGULAR, where,
                     "degree of freedom %" PRId64 " of \"%s\" has the mass %g: without mass there are no "
                     "exponents",
                     i % v->n, rdg_structure_name(v->hb->structure), mass);
            rdg_free(scale);
            return NULL;
        }
        scale[i] = 1.0 / sqrt(mass);
    }
    return scale;
}

/* (c cos + s sin)' = k s cos - k c sin */
rdg_index rdg_variation_partner(rdg_index c, double *factor)
{
    const rdg_index k = (c + 1) / 2;
    const bool is_cosine = c % 2 == 1;
    *factor = (double)(is_cosine ? -k : k);
    return is_cosine ? c + 1 : c > 0 ? c - 1 : 0;
}

/* factor * from, [n * n], into the block at two coefficients' places */
static void add_block(const rdg_variation *v, rdg_index row, rdg_index column, double factor,
                      const double *from, double *to)
{
    const rdg_index n = v->n;
    to += n * row + v->size * n * column;
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            to[i + v->size * j] += factor * from[i + n * j];
        }
    }
}

/* The damping is that of the harmonic balance, if it varies. */
static void keep_damping_up(rdg_variation *v)
{
    const rdg_hbm_stiffness *s = &v->hb->stiffness;
    if (!s->damping_varies || (v->damping[0] == s->damping[0] && v->damping[1] == s->damping[1])) {
        return;
    }
    v->damping[0] = s->damping[RDG_HBM_DAMPING_MASS];
    v->damping[1] = s->damping[RDG_HBM_DAMPING_STIFFNESS];
    for (rdg_index i = 0; i < v->n * v->n; i++) {
        v->C[i] = v->damping[0] * v->M[i] + v->damping[1] * v->K[i];
    }
}

static void add_structure(const rdg_variation *v, double nu, double *Delta0, double *Delta1)
{
    for (rdg_index c = 0; c < v->clones.basis.n_coefficients; c++) {
        double k = 0.0;
        const rdg_index here = v->place[c], there = v->place[rdg_variation_partner(c, &k)];
        if (here < 0) {
            continue;
        }
        add_block(v, here, here, 1.0, v->K, Delta0);
        add_block(v, here, here, -k * k * nu * nu, v->M, Delta0);
        add_block(v, there, here, k * nu, v->C, Delta0);
        if (Delta1) {
            add_block(v, here, here, 1.0, v->C, Delta1);
            add_block(v, there, here, 2.0 * k * nu, v->M, Delta1);
        }
    }
}

/* B^T F B, F with N = d * n_coefficients rows */
static void add_element(const rdg_variation *v, const rdg_hbm_element *e, const double *F, double *to)
{
    const rdg_index nc = v->clones.basis.n_coefficients, N = e->d * nc;
    for (rdg_index tj = 0; tj < e->terms.n; tj++) {
        for (rdg_index ti = 0; ti < e->terms.n; ti++) {
            const rdg_hbm_term *left = &e->terms.term[ti], *right = &e->terms.term[tj];
            const double weight = left->weight * right->weight;
            for (rdg_index k = 0; k < nc * nc; k++) {
                const rdg_index ci = k % nc, cj = k / nc, row = v->place[ci], column = v->place[cj];
                if (row >= 0 && column >= 0) {
                    to[row * v->n + left->dof + v->size * (column * v->n + right->dof)] +=
                        weight * F[left->slot * nc + ci + N * (right->slot * nc + cj)];
                }
            }
        }
    }
}

int rdg_variation_matrices(rdg_variation *v, const double *Q, double omega, double *Delta0, double *Delta1)
{
    const double nu = omega / v->clones.periods;
    keep_damping_up(v);
    memset(Delta0, 0, (size_t)(v->size * v->size) * sizeof *Delta0);
    if (Delta1) {
        memset(Delta1, 0, (size_t)(v->size * v->size) * sizeof *Delta1);
    }
    add_structure(v, nu, Delta0, Delta1);
    for (rdg_index i = 0; i < v->clones.count; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(v->hb, i);
        const rdg_index N = e->d * v->clones.basis.n_coefficients;
        rdg_element_result result = {
            .jacobian = v->Fz, .damping = Delta1 ? v->Fv : NULL, .sliders = RDG_STUCK_CONSTANT};
        rdg_hbm_gather_all(&v->clones, i, Q, v->z);
        memset(v->Fv, 0, (size_t)(N * N) * sizeof *v->Fv);
        const int answer = e->law->evaluate(v->clones.self[i], &v->clones.basis, v->z, nu, &result);
        if (answer != 0) {
            return answer;
        }
        add_element(v, e, v->Fz, Delta0);
        if (Delta1) {
            add_element(v, e, v->Fv, Delta1);
        }
    }
    return 0;
}

/* By its own word, or by its margin. */
static bool remembers(const rdg_hbm_clones *clones, const rdg_hbm_element *e, const double *Q)
{
    const rdg_law_in_frequency *law = e->law;
    const rdg_basis *basis = &clones->hb->basis;
    double *z = clones->kept;
    rdg_hbm_gather(clones->hb, basis, &e->terms, e->d, Q, z);
    if (law->remembers) {
        return law->remembers(e->self, basis, z);
    }
    rdg_element_margin margin = {.value = 0.0};
    return law->margin && law->margin(e->self, basis, z, &margin) == 0 && margin.value < 0.0;
}

const rdg_hbm_element *rdg_hbm_estimate(const rdg_hbm_clones *clones, const double *Q)
{
    for (rdg_index i = 0; i < clones->count; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(clones->hb, i);
        if (remembers(clones, e, Q)) {
            return e;
        }
    }
    return NULL;
}
