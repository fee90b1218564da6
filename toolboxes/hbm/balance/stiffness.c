/* Dynamic stiffness of all harmonics at one omega, kept until another omega is requested.
 *
 * A harmonic's complex matrix Re + i Im acts on (Qc, Qs) as [[Re, Im], [-Im, Re]]; the static part is Re
 * alone. Where degrees of freedom are condensed the matrices are dense; where all are kept they are
 * K - w^2 M + i (w (C + omega G) + g K), w = k omega, G gyroscopic, g the loss factor, on the pattern of the
 * structure. */
#include "hbm_impl.h"
#include "spectral_impl.h"

#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/numbers.h>
#include <ridgewalk/sparse.h>
#include <ridgewalk/structural_damping.h>
#include <ridgewalk/wave.h>

#include <math.h>
#include <string.h>

/* One harmonic. */
typedef struct block {
    const double *re, *im; /* [entries] */
    rdg_index first;       /* its first unknown */
    bool constant;         /* the static part */
} block;

static rdg_index block_count(const rdg_hbm *hb)
{
    return hb->basis.n_harmonics + hb->basis.has_static;
}

/* Those of the harmonics that elements see; the others are at rest, and eliminated. */
static rdg_index active_blocks(const rdg_hbm *hb)
{
    return hb->active.n_harmonics + hb->active.has_static;
}

static int harmonic_at(const rdg_hbm *hb, rdg_index i)
{
    const rdg_index harmonic = i - hb->basis.has_static;
    return harmonic < 0 ? 0 : hb->basis.harmonic[harmonic];
}

static block block_at(const rdg_hbm *hb, int order, rdg_index i)
{
    const rdg_index entries = hb->stiffness.entries;
    const double *D = hb->stiffness.D[order] + 2 * entries * i;
    const bool constant = hb->basis.has_static && i == 0;
    const rdg_index c = constant ? 0 : 2 * i - hb->basis.has_static;
    return (block){.re = D, .im = D + entries, .first = c * hb->n_kept, .constant = constant};
}

/* How many M there are. */
static rdg_index matrix_count(const rdg_hbm *hb)
{
    return hb->stiffness.is_wave ? block_count(hb) : 1;
}

/* The structure's matrices; those of each harmonic where they differ. */
static rdg_status take_matrices(rdg_hbm *hb)
{
    rdg_hbm_stiffness *s = &hb->stiffness;
    const rdg_index matrices = matrix_count(hb);
    double **const values[3] = {&s->M, &s->C, &s->K};
    for (int which = 0; which < 3; which++) {
        *values[which] = rdg_context_calloc(hb->ctx, (size_t)(2 * s->entries * matrices), sizeof(double));
    }
    if (rdg_gyroscopic_count(hb->structure) > 0) {
        s->G = rdg_context_calloc(hb->ctx, (size_t)s->entries, sizeof *s->G);
    }
    RDG_TRY(rdg_error_status(hb->ctx));
    rdg_gyroscopic_matrix(hb->structure, s->G);
    for (rdg_index i = 0; i < matrices; i++) {
        const rdg_index first = 2 * s->entries * i;
        rdg_structure_matrices_of(hb->structure, harmonic_at(hb, i), s->M + first, s->C + first,
                                  s->K + first);
    }
    return RDG_OK;
}

rdg_status rdg_hbm_make_stiffness(rdg_hbm *hb)
{
    rdg_hbm_stiffness *s = &hb->stiffness;
    s->order = -1;
    s->wanted = 1;
    s->is_wave = rdg_structure_is_wave(hb->structure);
    s->damping[RDG_HBM_DAMPING_LOSS] = rdg_structure_loss_factor(hb->structure);
    s->is_real = !s->is_wave && s->damping[RDG_HBM_DAMPING_LOSS] == 0.0 &&
                 rdg_gyroscopic_count(hb->structure) == 0 && !rdg_structure_is_damped(hb->structure);
    if (hb->chosen == RDG_SPECTRAL) {
        return rdg_hbm_make_spectral(hb);
    }
    if (hb->n_kept == rdg_structure_size(hb->structure)) {
        s->block = rdg_structure_pattern(hb->structure);
        s->entries = s->block.start[hb->n_kept];
        RDG_TRY(take_matrices(hb));
    } else {
        s->dense = rdg_pattern_dense(hb->ctx, hb->n_kept, hb->n_kept);
        s->condensation = s->dense ? rdg_condensation_create(hb->structure, hb->n_kept, hb->kept) : NULL;
        if (!s->condensation) {
            return rdg_error_status(hb->ctx);
        }
        s->block = *s->dense;
        s->entries = s->block.start[hb->n_kept];
    }
    s->number = rdg_context_calloc(hb->ctx, (size_t)block_count(hb), sizeof *s->number);
    for (int order = 0; order < 3; order++) {
        s->D[order] = rdg_context_calloc(hb->ctx, (size_t)(2 * block_count(hb) * s->entries), sizeof(double));
    }
    return rdg_error_status(hb->ctx);
}

/* The matrices get the numbers of the damping. */
static void put_damping(rdg_hbm *hb)
{
    rdg_hbm_stiffness *s = &hb->stiffness;
    const double a = s->damping[RDG_HBM_DAMPING_MASS], b = s->damping[RDG_HBM_DAMPING_STIFFNESS];
    for (rdg_index e = 0; s->C && e < 2 * s->entries * matrix_count(hb); e++) {
        s->C[e] = a * s->M[e] + b * s->K[e];
    }
    rdg_condensation_set_damping(s->condensation, a, b);
    rdg_condensation_set_loss(s->condensation, s->damping[RDG_HBM_DAMPING_LOSS]);
    s->order = -1;
    hb->excitation.known = false;
    hb->version++;
}

rdg_status rdg_hbm_vary_damping(rdg_hbm *hb)
{
    rdg_hbm_stiffness *s = &hb->stiffness;
    rdg_structure_parameter number[2];
    if (s->damping_varies) {
        return RDG_OK;
    }
    if (s->spectral) {
        return rdg_fail(
            hb->ctx, RDG_ERR_ARGUMENT, "rdg_hbm",
            "the damping of \"%s\" cannot be released: the spectral solver works in modes that are made "
            "for it once; choose RDG_FACTORS by rdg_hbm_solver()",
            rdg_structure_name(hb->structure));
    }
    if (rdg_gyroscopic_count(hb->structure) > 0) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, "rdg_hbm",
                        "the damping of \"%s\" cannot be released: its gyroscopic forces are no multiple of "
                        "mass and stiffness",
                        rdg_structure_name(hb->structure));
    }
    RDG_TRY(rdg_structure_parameter_find(hb->structure, "rdg_hbm", "damping.mass", &number[0]));
    RDG_TRY(rdg_structure_parameter_find(hb->structure, "rdg_hbm", "damping.stiffness", &number[1]));
    RDG_TRY(rdg_hbm_keep_rates(hb));
    s->damping_varies = true;
    s->is_real = false;
    s->nominal_damping[RDG_HBM_DAMPING_MASS] = number[0].value;
    s->nominal_damping[RDG_HBM_DAMPING_STIFFNESS] = number[1].value;
    s->nominal_damping[RDG_HBM_DAMPING_LOSS] = s->damping[RDG_HBM_DAMPING_LOSS];
    memcpy(s->damping, s->nominal_damping, sizeof s->damping);
    put_damping(hb);
    return RDG_OK;
}

void rdg_hbm_set_damping(rdg_hbm *hb, int which, double value)
{
    rdg_hbm_stiffness *s = &hb->stiffness;
    if (value != s->damping[which]) {
        s->damping[which] = value;
        put_damping(hb);
    }
}

/* D = K - w^2 M + i (w C + g K) and its derivatives in omega where nothing is condensed, of block i. */
static void evaluate_directly(rdg_hbm_stiffness *s, double k, double omega, rdg_index i)
{
    const rdg_index entries = s->entries, first = 2 * entries * i;
    const double *M = s->M, *C = s->C, *K = s->K;
    const double loss = k > 0.0 ? s->damping[RDG_HBM_DAMPING_LOSS] : 0.0;
    if (s->is_wave) {
        M += first;
        C += first;
        K += first;
    }
    for (rdg_index e = 0; e < entries; e++) {
        double *D[3];
        for (int order = 0; order < 3; order++) {
            D[order] = s->D[order] + first + e;
        }
        *D[0] = K[e] - (k * omega) * (k * omega) * M[e];
        *D[1] = -2.0 * k * k * omega * M[e];
        *D[2] = -2.0 * k * k * M[e];
        D[0][entries] = k * omega * C[e] + loss * K[e];
        D[1][entries] = k * C[e];
        if (s->G) {
            D[0][entries] += k * omega * omega * s->G[e];
            D[1][entries] += 2.0 * k * omega * s->G[e];
            D[2][entries] = 2.0 * k * s->G[e];
        }
        if (s->is_wave) { /* Hermitian: also imaginary parts */
            const double Mi = M[entries + e], Ci = C[entries + e];
            *D[0] -= k * omega * Ci + loss * K[entries + e];
            *D[1] -= k * Ci;
            D[0][entries] += K[entries + e] - (k * omega) * (k * omega) * Mi;
            D[1][entries] -= 2.0 * k * k * omega * Mi;
            D[2][entries] = -2.0 * k * k * Mi;
        }
    }
}

/* All harmonics of what is condensed, in several threads. */
static int condense_all(rdg_hbm *hb, double omega)
{
    rdg_hbm_stiffness *s = &hb->stiffness;
    const rdg_index count = active_blocks(hb);
    for (rdg_index i = 0; i < count; i++) {
        s->number[i] = harmonic_at(hb, i);
    }
    return rdg_condensation_evaluate_all(s->condensation, count, s->number, omega, s->D[0], s->D[1],
                                         s->wanted == 2 ? s->D[2] : NULL);
}

int rdg_hbm_stiffness_update(rdg_hbm *hb, double omega, int order)
{
    rdg_hbm_stiffness *s = &hb->stiffness;
    if (s->order >= order && s->omega == omega) {
        return 0;
    }
    s->wanted = order > s->wanted ? order : s->wanted;
    s->order = -1;
    const bool at_once = rdg_condensation_threads(s->condensation) > 1;
    int status = at_once ? condense_all(hb, omega) : 0;
    for (rdg_index i = 0; status == 0 && i < active_blocks(hb); i++) {
        const rdg_index first = 2 * s->entries * i;
        const int k = harmonic_at(hb, i);
        if (s->condensation && !at_once) {
            status = rdg_condensation_evaluate(s->condensation, k, omega, s->D[0] + first, s->D[1] + first,
                                               s->wanted == 2 ? s->D[2] + first : NULL);
        } else if (!s->condensation && !s->spectral) {
            evaluate_directly(s, k, omega, i);
        }
        if (status == 0) { /* the factors of this harmonic serve its loads, too */
            status = rdg_hbm_excitation_update(hb, k, omega);
        }
    }
    if (status != 0) {
        return status;
    }
    s->omega = omega;
    s->order = s->wanted;
    hb->excitation.known = true;
    return 0;
}

/* y += factor A x, or y += factor A^T x */
static void add_product(const rdg_pattern *pattern, const double *A, bool transposed, double factor,
                        const double *x, double *y)
{
    const rdg_index *row = pattern->row;
    for (rdg_index j = 0; j < pattern->cols; j++) {
        const rdg_index end = pattern->start[j + 1];
        if (transposed) {
            double sum = 0.0;
            for (rdg_index e = pattern->start[j]; e < end; e++) {
                sum += A[e] * x[row[e]];
            }
            y[j] += factor * sum;
        } else {
            const double xj = factor * x[j];
            for (rdg_index e = pattern->start[j]; e < end; e++) {
                y[row[e]] += A[e] * xj;
            }
        }
    }
}

static void multiply(const rdg_hbm *hb, int order, bool transposed, const double *x, double *y)
{
    const rdg_pattern *pattern = &hb->stiffness.block;
    const rdg_index nk = hb->n_kept;
    for (rdg_index i = 0; i < active_blocks(hb); i++) {
        const block b = block_at(hb, order, i);
        const double *xc = x + b.first, *xs = xc + nk;
        double *yc = y + b.first, *ys = yc + nk;
        add_product(pattern, b.re, transposed, 1.0, xc, yc);
        if (b.constant) {
            continue;
        }
        add_product(pattern, b.re, transposed, 1.0, xs, ys);
        if (hb->stiffness.is_real) {
            continue;
        }
        add_product(pattern, b.im, transposed, transposed ? -1.0 : 1.0, xs, yc);
        add_product(pattern, b.im, transposed, transposed ? 1.0 : -1.0, xc, ys);
    }
}

void rdg_hbm_stiffness_multiply(const rdg_hbm *hb, int order, const double *x, double *y)
{
    const rdg_hbm_stiffness *s = &hb->stiffness;
    if (s->spectral) {
        rdg_spectral_times(s->spectral, &hb->active, order, s->omega, false, x, y);
        return;
    }
    multiply(hb, order, false, x, y);
}

void rdg_hbm_stiffness_multiply_transposed(const rdg_hbm *hb, int order, const double *x, double *y)
{
    const rdg_hbm_stiffness *s = &hb->stiffness;
    if (s->spectral) {
        rdg_spectral_times(s->spectral, &hb->active, order, s->omega, true, x, y);
        return;
    }
    multiply(hb, order, true, x, y);
}

void rdg_hbm_stiffness_scatter(const rdg_hbm *hb, double *values)
{
    const rdg_index *place = hb->stiffness.place;
    if (hb->stiffness.spectral) { /* it is not in the Jacobian */
        return;
    }
    for (rdg_index i = 0; i < active_blocks(hb); i++) {
        const block b = block_at(hb, 0, i);
        for (rdg_index e = 0; e < hb->stiffness.entries; e++) {
            if (b.constant) {
                values[*place++] += b.re[e];
                continue;
            }
            values[place[0]] += b.re[e];
            values[place[1]] -= b.im[e];
            values[place[2]] += b.im[e];
            values[place[3]] += b.re[e];
            place += 4;
        }
    }
}
