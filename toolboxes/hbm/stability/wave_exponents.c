/* Hill's matrix of a travelling wave for disturbances that turn by m (wave_exponents.h), in exponentials
 * exp(i h tau), h = -H .. H: the matrices of harmonic h are those of the phase 2 pi (h r - m) / N, and a
 * displacement across sectors is (weight + across exp(-i theta_h)) P_h. */
#include "wave_exponents.h"
#include "clones_impl.h"
#include "hbm_impl.h"
#include "stability_impl.h"

#include <ridgewalk/structural_damping.h>
#include <ridgewalk/wave.h>

#include <complex.h>
#include <inttypes.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

typedef double complex number;

typedef struct disturbance {
    rdg_hbm *hb;
    rdg_hbm_clones clones;
    rdg_index n, top, nc, half; /* degrees of freedom; H; 2 H + 1; n nc */
    rdg_index m;
    double omega;
    double *part, *z, *Fz, *Fv;            /* [6 entries], element: [N], [N * N] both */
    number *turn;                          /* [nc] exp(-i theta_h) */
    number *M, *D0, *D1, *A, *w, *vectors; /* [n * n nc], [half^2] both, [(2 half)^2], [2 half], as A */
    number *E;                             /* [nc * nc] of an element between two of its displacements */
    lapack_int *pivot;                     /* [n] */
    rdg_hill_candidate *candidate;         /* [2 half] */
} disturbance;

static void release(disturbance *d)
{
    rdg_hbm_free_clones(&d->clones);
    void *const arrays[] = {d->part, d->z, d->Fz, d->Fv,      d->turn, d->M,     d->D0,
                            d->D1,   d->A, d->w,  d->vectors, d->E,    d->pivot, d->candidate};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
}

static rdg_status allocate(disturbance *d)
{
    rdg_context *ctx = d->hb->ctx;
    const rdg_basis *kept = &d->hb->basis;
    d->top = kept->harmonic[kept->n_harmonics - 1];
    RDG_TRY(rdg_hbm_make_clones(d->hb, 1, (int)d->top, &d->clones));
    d->nc = 2 * d->top + 1;
    d->half = d->n * d->nc;
    const size_t half = (size_t)d->half, N = (size_t)(d->clones.largest * d->nc), nc = (size_t)d->nc;
    const rdg_pattern pattern = rdg_structure_pattern(d->hb->structure);
    d->part = rdg_context_calloc(ctx, 6 * (size_t)pattern.start[d->n], sizeof *d->part);
    d->z = rdg_context_calloc(ctx, N, sizeof *d->z);
    d->Fz = rdg_context_calloc(ctx, N * (N + 1), sizeof *d->Fz);
    d->Fv = rdg_context_calloc(ctx, N * N, sizeof *d->Fv);
    d->turn = rdg_context_calloc(ctx, nc, sizeof *d->turn);
    d->M = rdg_context_calloc(ctx, (size_t)d->n * half, sizeof *d->M);
    d->D0 = rdg_context_calloc(ctx, half * half, sizeof *d->D0);
    d->D1 = rdg_context_calloc(ctx, half * half, sizeof *d->D1);
    d->A = rdg_context_calloc(ctx, 4 * half * half, sizeof *d->A);
    d->w = rdg_context_calloc(ctx, 2 * half, sizeof *d->w);
    d->vectors = rdg_context_calloc(ctx, 4 * half * half, sizeof *d->vectors);
    d->E = rdg_context_calloc(ctx, nc * nc, sizeof *d->E);
    d->pivot = rdg_context_calloc(ctx, (size_t)d->n, sizeof *d->pivot);
    d->candidate = rdg_context_calloc(ctx, 2 * half, sizeof *d->candidate);
    return rdg_error_status(ctx);
}

/* Block h of the structure, h = a - H. */
static void put_structure(disturbance *d, rdg_index a)
{
    const rdg_structure *s = d->hb->structure;
    const rdg_pattern pattern = rdg_structure_pattern(s);
    const rdg_index entries = pattern.start[d->n];
    const rdg_hbm_stiffness *damped = &d->hb->stiffness;
    double *M = d->part, *C = M + 2 * entries, *K = C + 2 * entries, cosine = 1.0, sine = 0.0;
    const double h = (double)(a - d->top), nu = h * d->omega;
    rdg_structure_disturbed(s, a - d->top, d->m, M, C, K, &cosine, &sine);
    d->turn[a] = cosine - I * sine;
    for (rdg_index j = 0; j < d->n; j++) {
        for (rdg_index e = pattern.start[j]; e < pattern.start[j + 1]; e++) {
            const number mass = M[e] + I * M[entries + e], stiffness = K[e] + I * K[entries + e];
            const number c = damped->damping_varies
                                 ? damped->damping[RDG_HBM_DAMPING_MASS] * mass +
                                       damped->damping[RDG_HBM_DAMPING_STIFFNESS] * stiffness
                                 : C[e] + I * C[entries + e];
            const rdg_index at = a * d->n + pattern.row[e] + d->half * (a * d->n + j);
            d->M[pattern.row[e] + d->n * (j + d->n * a)] = mass;
            d->D0[at] += stiffness - nu * nu * mass + I * nu * c;
            d->D1[at] += c + 2.0 * I * nu * mass;
        }
    }
}

/* F between two displacements, [nc * nc] with leading dimension N, of cosines and sines, in exponentials:
 * force h > 0 is (cosine - i sine) / 2 of it, and exp(i k tau) is a cosine and i times a sine. */
static void to_exponentials(disturbance *d, const double *F, rdg_index N)
{
    for (rdg_index b = 0; b < d->nc; b++) {
        const rdg_index k = b > d->top ? b - d->top : d->top - b;
        const number i_k = b > d->top ? I : -I;
        for (rdg_index a = 0; a < d->nc; a++) {
            const rdg_index h = a > d->top ? a - d->top : d->top - a;
            const number i_h = a > d->top ? -I : I;
            const double *cosine = F + (k == 0 ? 0 : N * (2 * k - 1)), *sine = F + N * 2 * k;
            number answer[2]; /* of the coefficients of h to exp(i k tau) */
            for (int part = 0; part < 2; part++) {
                const rdg_index row = h == 0 ? 0 : 2 * h - 1 + part;
                answer[part] = k == 0 ? cosine[row] : cosine[row] + i_k * sine[row];
            }
            d->E[a + d->nc * b] = h == 0 ? answer[0] : 0.5 * (answer[0] + i_h * answer[1]);
        }
    }
}

static number weight_of(const disturbance *d, const rdg_hbm_term *term, rdg_index a)
{
    return term->weight + term->across * d->turn[a];
}

static void add_element(disturbance *d, const rdg_hbm_element *e, const double *F, number *to)
{
    const rdg_index nc = d->nc, N = e->d * nc;
    for (rdg_index t = 0; t < e->terms.n * e->terms.n; t++) {
        const rdg_hbm_term *left = &e->terms.term[t % e->terms.n], *right = &e->terms.term[t / e->terms.n];
        to_exponentials(d, F + left->slot * nc + N * right->slot * nc, N);
        for (rdg_index k = 0; k < nc * nc; k++) {
            const rdg_index a = k % nc, b = k / nc;
            to[a * d->n + left->dof + d->half * (b * d->n + right->dof)] +=
                conj(weight_of(d, left, a)) * d->E[k] * weight_of(d, right, b);
        }
    }
}

static rdg_status put_elements(disturbance *d, const double *Q)
{
    for (rdg_index i = 0; i < d->clones.count; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(d->hb, i);
        const rdg_index N = e->d * d->nc;
        rdg_element_result result = {.jacobian = d->Fz, .damping = d->Fv, .sliders = RDG_STUCK_CONSTANT};
        rdg_hbm_gather_all(&d->clones, i, Q, d->z);
        memset(d->Fv, 0, (size_t)(N * N) * sizeof *d->Fv);
        if (e->law->evaluate(d->clones.self[i], &d->clones.basis, d->z, d->omega, &result) != 0) {
            return rdg_fail(d->hb->ctx, RDG_ERR_CALLBACK, "rdg_hbm_wave_exponents",
                            "an element of \"%s\" has no answer at this solution",
                            rdg_structure_name(d->hb->structure));
        }
        add_element(d, e, d->Fz, d->D0);
        add_element(d, e, d->Fv, d->D1);
    }
    return RDG_OK;
}

/* Rows of harmonic a of -M^-1 D0 / omega^2 and -M^-1 D1 / omega, below [0, 1]. */
static rdg_status divide_by_mass(disturbance *d, rdg_index a)
{
    const lapack_int n = (lapack_int)d->n, half = (lapack_int)d->half;
    number *M = d->M + d->n * d->n * a;
    if (RDG_BLAS(LAPACKE_zgetrf(LAPACK_COL_MAJOR, n, n, M, n, d->pivot)) != 0) {
        return rdg_fail(d->hb->ctx, RDG_ERR_SINGULAR, "rdg_hbm_wave_exponents",
                        "the mass matrix of \"%s\" is singular: without mass there are no exponents",
                        rdg_structure_name(d->hb->structure));
    }
    RDG_BLAS(LAPACKE_zgetrs(LAPACK_COL_MAJOR, 'N', n, half, M, n, d->pivot, d->D0 + d->n * a, half));
    RDG_BLAS(LAPACKE_zgetrs(LAPACK_COL_MAJOR, 'N', n, half, M, n, d->pivot, d->D1 + d->n * a, half));
    return RDG_OK;
}

static rdg_status put_matrix(disturbance *d)
{
    const rdg_index half = d->half, size = 2 * half;
    for (rdg_index a = 0; a < d->nc; a++) {
        RDG_TRY(divide_by_mass(d, a));
    }
    for (rdg_index j = 0; j < half; j++) {
        d->A[j + size * (half + j)] = 1.0;
        for (rdg_index i = 0; i < half; i++) {
            d->A[half + i + size * j] = -d->D0[i + half * j] / (d->omega * d->omega);
            d->A[half + i + size * (half + j)] = -d->D1[i + half * j] / d->omega;
        }
    }
    return RDG_OK;
}

/* With the diagonal of M as weights. */
static void measure(const disturbance *d, const double *mass, rdg_hill_candidate *to)
{
    for (rdg_index j = 0; j < 2 * d->half; j++) {
        double sum = 0.0, total = 0.0;
        for (rdg_index i = 0; i < d->half; i++) {
            const number p = d->vectors[i + 2 * d->half * j];
            const double square = mass[i % d->n] * creal(p * conj(p));
            const rdg_index harmonic = i / d->n - d->top;
            sum += square * (double)harmonic;
            total += square;
        }
        to[j] = (rdg_hill_candidate){
            .re = creal(d->w[j]), .im = cimag(d->w[j]), .mean = total > 0.0 ? sum / total : 0.0, .vector = j};
    }
}

static rdg_status solve(disturbance *d, const double *Q)
{
    for (rdg_index a = 0; a < d->nc; a++) {
        put_structure(d, a);
    }
    double *mass = rdg_context_calloc(d->hb->ctx, (size_t)d->n, sizeof *mass);
    if (!mass) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < d->n; i++) {
        mass[i] = fabs(creal(d->M[i * (d->n + 1)]));
    }
    rdg_status status = put_elements(d, Q);
    status = status == RDG_OK ? put_matrix(d) : status;
    const lapack_int size = (lapack_int)(2 * d->half);
    if (status == RDG_OK && RDG_BLAS(LAPACKE_zgeev(LAPACK_COL_MAJOR, 'N', 'V', size, d->A, size, d->w, NULL,
                                                   1, d->vectors, size)) != 0) {
        status = rdg_fail(d->hb->ctx, RDG_ERR_LIBRARY, "rdg_hbm_wave_exponents",
                          "LAPACK finds no exponents of \"%s\"", rdg_structure_name(d->hb->structure));
    }
    if (status == RDG_OK) {
        measure(d, mass, d->candidate);
        rdg_hill_sort(2 * d->half, d->candidate, 2 * d->n);
    }
    rdg_free(mass);
    return status;
}

static rdg_status check(rdg_hbm *hb, const double *Q, double omega, rdg_index m, rdg_index count)
{
    const char *where = "rdg_hbm_wave_exponents", *name = rdg_structure_name(hb->structure);
    const rdg_index sectors = rdg_structure_sectors(hb->structure),
                    most = 2 * rdg_structure_size(hb->structure);
    if (sectors == 0) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" is no travelling wave: rdg_hbm_exponents() takes it", name);
    }
    RDG_TRY(rdg_structure_refuse_loss(hb->structure, where));
    if (!isfinite(omega) || !(omega > 0.0)) {
        return rdg_fail(hb->ctx, isfinite(omega) ? RDG_ERR_ARGUMENT : RDG_ERR_NOT_FINITE, where,
                        "omega = %g of \"%s\" is not positive", omega, name);
    }
    if (m < 0 || m >= sectors || count < 1 || count > most) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "%" PRId64 " exponents of m = %" PRId64 ": \"%s\" has 1 .. %" PRId64
                        " of each m = 0 .. %" PRId64,
                        count, m, name, most, sectors - 1);
    }
    for (rdg_index i = 0; i < rdg_hbm_unknowns(hb); i++) {
        if (!isfinite(Q[i])) {
            return rdg_fail(hb->ctx, RDG_ERR_NOT_FINITE, where, "Q[%" PRId64 "] of \"%s\" is %g", i, name,
                            Q[i]);
        }
    }
    return RDG_OK;
}

rdg_status rdg_hbm_wave_exponents(rdg_hbm *hb, const double *Q, double omega, rdg_index m, rdg_index count,
                                  double *re, double *im)
{
    RDG_ENTER(hb, hb->ctx, RDG_ERR_EARLIER);
    RDG_NEED(hb->ctx, Q, RDG_ERR_ARGUMENT);
    RDG_NEED(hb->ctx, re, RDG_ERR_ARGUMENT);
    RDG_NEED(hb->ctx, im, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_hbm_close(hb));
    RDG_TRY(check(hb, Q, omega, m, count));
    disturbance d = {.hb = hb, .n = rdg_structure_size(hb->structure), .m = m, .omega = omega};
    rdg_status status = allocate(&d);
    status = status == RDG_OK ? solve(&d, Q) : status;
    for (rdg_index k = 0; status == RDG_OK && k < count; k++) {
        re[k] = omega * d.candidate[k].re;
        im[k] = omega * d.candidate[k].im;
    }
    release(&d);
    return status;
}
