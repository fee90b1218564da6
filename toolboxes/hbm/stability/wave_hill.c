/* Exponents of a travelling wave: eigenvalues of its Hill's matrices (wave_matrices.c) for each m. */
#include "variation_impl.h"
#include "wave_hill_impl.h"

#include <ridgewalk/structural_damping.h>
#include <ridgewalk/wave.h>

#include <math.h>
#include <string.h>

typedef rdg_wave_number number;

static void free_hill(void *object)
{
    rdg_wave_hill *d = object;
    if (!d) {
        return;
    }
    rdg_hbm_free_clones(&d->clones);
    rdg_hill_parts_release(&d->parts);
    void *const arrays[] = {d->mass, d->factors, d->pivot, d->part,      d->z,     d->Fz,       d->Fv,
                            d->turn, d->D0,      d->D1,    d->A,         d->w,     d->E,        d->vectors,
                            d->work, d->size0,   d->size1, d->real_work, d->taken, d->candidate};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(d);
}

static rdg_status allocate(rdg_wave_hill *d)
{
    rdg_context *ctx = d->hb->ctx;
    const rdg_basis *kept = &d->hb->basis;
    d->top = kept->harmonic[kept->n_harmonics - 1];
    RDG_TRY(rdg_hbm_make_clones(d->hb, 1, (int)d->top, &d->clones));
    d->nc = 2 * d->top + 1;
    d->half = d->n * d->nc;
    RDG_TRY(rdg_hill_parts_init(ctx, &d->parts, d->half));
    const size_t half = (size_t)d->half, N = (size_t)(d->clones.largest * d->nc), nc = (size_t)d->nc,
                 n = (size_t)d->n, sectors = (size_t)d->sectors;
    const rdg_pattern pattern = rdg_structure_pattern(d->hb->structure);
    d->mass = rdg_context_calloc(ctx, n, sizeof *d->mass);
    d->factors = rdg_context_calloc(ctx, n * n * sectors, sizeof *d->factors);
    d->pivot = rdg_context_calloc(ctx, n * sectors, sizeof *d->pivot);
    d->part = rdg_context_calloc(ctx, 6 * (size_t)pattern.start[d->n], sizeof *d->part);
    d->z = rdg_context_calloc(ctx, N, sizeof *d->z);
    d->Fz = rdg_context_calloc(ctx, N * (N + 1), sizeof *d->Fz);
    d->Fv = rdg_context_calloc(ctx, N * N, sizeof *d->Fv);
    d->turn = rdg_context_calloc(ctx, nc, sizeof *d->turn);
    d->D0 = rdg_context_calloc(ctx, half * half, sizeof *d->D0);
    d->D1 = rdg_context_calloc(ctx, half * half, sizeof *d->D1);
    d->size0 = rdg_context_calloc(ctx, half * half, sizeof *d->size0);
    d->size1 = rdg_context_calloc(ctx, half * half, sizeof *d->size1);
    d->A = rdg_context_calloc(ctx, 4 * half * half, sizeof *d->A);
    d->w = rdg_context_calloc(ctx, 2 * half, sizeof *d->w);
    d->vectors = rdg_context_calloc(ctx, 4 * half * half, sizeof *d->vectors);
    d->E = rdg_context_calloc(ctx, nc * nc, sizeof *d->E);
    d->real_work = rdg_context_calloc(ctx, 4 * half, sizeof *d->real_work);
    d->taken = rdg_context_calloc(ctx, sectors, sizeof *d->taken);
    d->candidate = rdg_context_calloc(ctx, 2 * half * sectors, sizeof *d->candidate);
    return rdg_error_status(ctx);
}

static rdg_status prepare_eigenvalues(rdg_wave_hill *d)
{
    const lapack_int size = (lapack_int)(2 * d->half);
    number wanted = 0.0;
    RDG_BLAS(LAPACKE_zgeev_work(LAPACK_COL_MAJOR, 'N', 'V', size, d->A, size, d->w, NULL, 1, d->vectors, size,
                                &wanted, -1, d->real_work));
    d->n_work = (lapack_int)creal(wanted);
    d->work = rdg_context_calloc(d->hb->ctx, (size_t)d->n_work, sizeof *d->work);
    return d->work ? RDG_OK : RDG_ERR_NO_MEMORY;
}

static rdg_wave_hill *create(rdg_hbm *hb, const char *where)
{
    rdg_wave_hill *d = rdg_context_calloc(hb->ctx, 1, sizeof *d);
    if (!d) {
        return NULL;
    }
    d->hb = hb;
    d->n = rdg_structure_size(hb->structure);
    d->sectors = rdg_structure_sectors(hb->structure);
    d->order = rdg_structure_engine_order(hb->structure);
    rdg_status status = rdg_structure_refuse_loss(hb->structure, where);
    status = status == RDG_OK ? allocate(d) : status;
    status = status == RDG_OK ? rdg_wave_factor_mass(d, where) : status;
    status = status == RDG_OK ? prepare_eigenvalues(d) : status;
    if (status != RDG_OK) {
        free_hill(d);
        return NULL;
    }
    return d;
}

rdg_wave_hill *rdg_wave_hill_of(rdg_hbm *hb, const char *where)
{
    static const rdg_hbm_attachment_kind kind = {.free = free_hill};
    if (rdg_hbm_close(hb) != RDG_OK || rdg_error_status(hb->ctx) != RDG_OK) {
        return NULL;
    }
    rdg_wave_hill *d = rdg_hbm_attached(hb, &kind);
    if (!d) {
        d = create(hb, where);
        if (d && rdg_hbm_attach(hb, &kind, d) != RDG_OK) {
            return NULL;
        }
    }
    return d;
}

/* What is kept of eigenvector j of a part; with the diagonal of M as weights. */
static rdg_hill_candidate measure(const rdg_wave_hill *d, rdg_index members, const rdg_index *member,
                                  rdg_index j)
{
    double sum = 0.0, total = 0.0, tail = 0.0, outside = 0.0;
    for (rdg_index i = 0; i < members; i++) {
        const number p = d->vectors[i + 2 * members * j];
        const double square = d->mass[member[i] % d->n] * creal(p * conj(p));
        const rdg_index h = member[i] / d->n - d->top, k = h < 0 ? -h : h;
        sum += square * (double)h;
        total += square;
        tail += k == d->top ? square : 0.0;
        outside += rdg_hbm_coefficient(&d->hb->basis, (int)k) < 0 ? square : 0.0;
    }
    const double divisor = total > 0.0 ? total : 1.0;
    return (rdg_hill_candidate){.re = creal(d->w[j]),
                                .im = cimag(d->w[j]),
                                .mean = sum / divisor,
                                .tail = tail / divisor,
                                .outside = outside / divisor};
}

/* All eigenvalues of a part, [0, 1; D0, D1] of its members. */
static bool solve_part(rdg_wave_hill *d, rdg_index members, const rdg_index *member, rdg_hill_candidate *to)
{
    const rdg_index size = 2 * members;
    memset(d->A, 0, (size_t)(size * size) * sizeof *d->A);
    for (rdg_index j = 0; j < members; j++) {
        d->A[j + size * (members + j)] = 1.0;
        for (rdg_index i = 0; i < members; i++) {
            d->A[members + i + size * j] = d->D0[member[i] + d->half * member[j]];
            d->A[members + i + size * (members + j)] = d->D1[member[i] + d->half * member[j]];
        }
    }
    if (RDG_BLAS(LAPACKE_zgeev_work(LAPACK_COL_MAJOR, 'N', 'V', (lapack_int)size, d->A, (lapack_int)size,
                                    d->w, NULL, 1, d->vectors, (lapack_int)size, d->work, d->n_work,
                                    d->real_work)) != 0) {
        return false;
    }
    for (rdg_index j = 0; j < size; j++) {
        to[j] = measure(d, members, member, j);
    }
    return true;
}

/* All candidates of one m, [2 half], in units of omega. */
static int find_candidates(rdg_wave_hill *d, const double *Q, double omega, rdg_index m,
                           rdg_hill_candidate *to)
{
    const int answer = rdg_wave_put_matrices(d, Q, omega, m);
    if (answer != 0) {
        return answer;
    }
    rdg_hill_find_parts(&d->parts, d->size0, d->size1);
    for (rdg_index k = 0; k < d->parts.count; k++) {
        const rdg_index first = d->parts.start[k];
        if (!solve_part(d, d->parts.start[k + 1] - first, d->parts.member + first, to + 2 * first)) {
            return 1;
        }
    }
    for (rdg_index j = 0; j < 2 * d->half; j++) {
        to[j].turn = m;
    }
    return 0;
}

/* Conjugates of the candidates of N - m. */
static void conjugate(const rdg_wave_hill *d, const rdg_hill_candidate *from, rdg_index m,
                      rdg_hill_candidate *to)
{
    for (rdg_index j = 0; j < 2 * d->half; j++) {
        to[j] = from[j];
        to[j].im = -from[j].im;
        to[j].mean = -from[j].mean;
        to[j].turn = m;
    }
}

/* An exponent has its images in other m (wave_exponents.h). So candidates of m = first, first + step, ... are
 * sorted as one, and the first 2 n of each are the rotor's. Their count, or -1; by falling real part, in 1/s.
 */
static rdg_index find_all(rdg_wave_hill *d, const double *Q, double omega, rdg_index first, rdg_index step,
                          int *answer)
{
    const rdg_index each = 2 * d->half, N = d->sectors;
    rdg_hill_candidate *to = d->candidate;
    for (rdg_index m = first; m < N; m += step, to += each) {
        const rdg_index behind = 2 * m - N; /* how far N - m is */
        if (behind > 0 && behind % step == 0) {
            conjugate(d, to - each * (behind / step), m, to);
        } else if ((*answer = find_candidates(d, Q, omega, m, to)) != 0) {
            return -1;
        }
    }
    const rdg_index count = 2 * d->n * ((to - d->candidate) / each);
    rdg_hill_sort(to - d->candidate, d->candidate, count);
    for (rdg_index j = 0; j < count; j++) {
        d->candidate[j].re *= omega;
        d->candidate[j].im *= omega;
    }
    return count;
}

/* Each m is to have 2 n. An exponent whose m is full counts as its most symmetric image that has a place:
 * s + i k omega of m - k r, whose mean harmonic is less by k. The most symmetric ones choose first. */
static void share_out(rdg_wave_hill *d, double omega, rdg_index count)
{
    rdg_hill_sort_by_mean(count, d->candidate);
    memset(d->taken, 0, (size_t)d->sectors * sizeof *d->taken);
    for (rdg_index j = 0; j < count; j++) {
        rdg_hill_candidate *c = &d->candidate[j];
        const rdg_index sign = c->mean > 0.0 ? 1 : -1;
        for (rdg_index i = 0; i <= 4 * d->sectors; i++) {
            const rdg_index k = i % 2 == 1 ? (i + 1) / 2 : -i / 2; /* 0, 1, -1, 2, ... */
            const rdg_index m = rdg_wave_phase(d, -sign * k, -c->turn);
            if (d->taken[m] < 2 * d->n) {
                d->taken[m]++;
                c->turn = m;
                c->im += (double)(sign * k) * omega;
                break;
            }
        }
    }
}

int rdg_wave_hill_exponents(rdg_wave_hill *d, const double *Q, double omega, rdg_index m,
                            const rdg_hill_candidate **exponents)
{
    rdg_index step = d->order, rest = d->sectors; /* to their greatest common divisor */
    while (rest != 0) {
        const rdg_index next = step % rest;
        step = rest;
        rest = next;
    }
    int answer = 0;
    const rdg_index count = find_all(d, Q, omega, m % step, step, &answer);
    if (count < 0) {
        return answer;
    }
    share_out(d, omega, count);
    rdg_index own = 0;
    for (rdg_index j = 0; j < count; j++) {
        if (d->candidate[j].turn == m) {
            d->candidate[own++] = d->candidate[j];
        }
    }
    rdg_hill_sort(own, d->candidate, own);
    *exponents = d->candidate;
    return 0;
}

int rdg_wave_hill_greatest(rdg_wave_hill *d, const double *Q, double omega, rdg_hill_candidate *greatest)
{
    int answer = 0;
    const rdg_index count = find_all(d, Q, omega, 0, 1, &answer);
    if (count < 0) {
        return answer;
    }
    share_out(d, omega, count);
    rdg_hill_sort(count, d->candidate, count);
    *greatest = d->candidate[0];
    if (greatest->im < 0.0) {
        greatest->im = -greatest->im;
        greatest->turn = (d->sectors - greatest->turn) % d->sectors;
    }
    return 0;
}

const rdg_hbm_element *rdg_wave_hill_estimate(rdg_wave_hill *d, const double *Q)
{
    return rdg_hbm_estimate(&d->clones, Q);
}
