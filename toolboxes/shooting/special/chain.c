/* Multipliers of a product of matrices by orthonormal vectors that are carried through it turn by turn.
 *
 * After some turns Q spans subspaces that the product keeps, those of the largest multipliers first. A turn
 * gives M Q = Q1 R with R = R_K ... R_1 upper triangular, so that Q^T M Q = (Q^T Q1) R is block triangular: a
 * block for multipliers of about one modulus. Only within a block are numbers multiplied, each block with a
 * logarithm of its size of its own, so that neither overflow nor the range of all multipliers matters. */
#include <ridgewalk/factor_chain.h>

#include "tangent_impl.h"

#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { MOST_TURNS = 40 };
/* Subspaces are found when what leaves them is no more than this. */
static const double apart = 1e-11;
/* Moduli whose logarithms differ by less stay in one block: their subspaces come slowly. */
static const double alike = 1.0;
/* Eigenvalues of a block that keep fewer digits are reported as unknown. */
static const double most_lost = 1e-5;

rdg_status rdg_chain_append(rdg_chain *chain, rdg_index m, rdg_index n, const double *B)
{
    if (!chain || !B) {
        return RDG_FAIL(chain ? chain->ctx : NULL, RDG_ERR_ARGUMENT, "%s is NULL", chain ? "B" : "chain");
    }
    RDG_TRY(rdg_context_reserve(chain->ctx, (void *)&chain->factor, &chain->capacity, chain->count + 1,
                                sizeof *chain->factor));
    RDG_TRY(rdg_context_reserve(chain->ctx, (void *)&chain->number, &chain->numbers, chain->used + m * n + 1,
                                sizeof *chain->number));
    chain->factor[chain->count++] = (rdg_factor){.m = m, .n = n, .first = chain->used};
    if (m * n > 0) {
        memcpy(chain->number + chain->used, B, (size_t)(m * n) * sizeof *B);
    }
    chain->used += m * n;
    return RDG_OK;
}

void rdg_chain_release(rdg_chain *chain)
{
    if (!chain) {
        return;
    }
    rdg_free(chain->factor);
    rdg_free(chain->number);
    *chain = (rdg_chain){.ctx = chain->ctx};
}

/* What turns work in; vectors of up to `size` components, n of them at the start. */
typedef struct turns {
    const rdg_chain *chain;
    rdg_index size, k;      /* vectors that are left */
    double *start;          /* [size^2] Q at the beginning of the turn */
    double *Q, *A, *R;      /* [size^2] */
    double *H;              /* [size^2] Q^T Q1 */
    double *C, *D;          /* [size^2] products of blocks */
    double *sum;            /* [size^2] the same of absolute values, what rounding errors are relative to */
    double *left, *growth;  /* [size] */
    double *scale;          /* [size] logarithm of the size of the block that begins there */
    rdg_index *block;       /* [size] where the block of a vector begins */
    double *re, *im, *work; /* [size], [size], [8 size + 16] */
    double *memory;
} turns;

static bool provide(turns *t, const rdg_chain *chain, rdg_index n)
{
    *t = (turns){.chain = chain, .size = n > 1 ? n : 1, .k = n};
    for (rdg_index i = 0; i < chain->count; i++) {
        t->size = chain->factor[i].m > t->size ? chain->factor[i].m : t->size;
    }
    const rdg_index size = t->size, square = size * size;
    double **part[] = {&t->start, &t->Q, &t->A, &t->R, &t->H, &t->C, &t->D, &t->sum};
    double **vector[] = {&t->left, &t->growth, &t->scale, &t->re, &t->im};
    const rdg_index squares = sizeof part / sizeof *part, vectors = sizeof vector / sizeof *vector;
    t->memory = rdg_context_calloc(chain->ctx, (size_t)(squares * square + (vectors + 8) * size + 16),
                                   sizeof(double));
    t->block = rdg_context_calloc(chain->ctx, (size_t)size, sizeof *t->block);
    if (!t->memory || !t->block) {
        return false;
    }
    double *at = t->memory;
    for (rdg_index i = 0; i < squares; i++, at += square) {
        *part[i] = at;
    }
    for (rdg_index i = 0; i < vectors; i++, at += size) {
        *vector[i] = at;
    }
    t->work = at;
    return true;
}

/* Vectors that lie along no subspace but by accident. */
static void scatter(turns *t, rdg_index n)
{
    unsigned seed = 12345u;
    for (rdg_index j = 0; j < n; j++) {
        double *v = t->Q + n * j;
        for (rdg_index i = 0; i < n; i++) {
            seed = seed * 1664525u + 1013904223u;
            v[i] = (double)(seed >> 8) / 16777216.0 - 0.5 + (i == j ? 2.0 : 0.0);
        }
        const double length = rdg_orthogonal(n, j, t->Q, v, NULL);
        for (rdg_index i = 0; i < n; i++) {
            v[i] /= length;
        }
    }
}

/* Entries of `block` on the diagonal of R times those of C, to C; or of their absolute values. */
static void multiply_block(turns *t, rdg_index b, rdg_index end, bool absolute, double *C)
{
    const rdg_index k = t->k;
    for (rdg_index j = b; j < end; j++) {
        for (rdg_index i = b; i <= j; i++) { /* what is above i is no longer needed in column j */
            double sum = 0.0;
            for (rdg_index l = i; l <= j; l++) {
                const double r = t->R[i + k * l];
                sum += (absolute ? fabs(r) : r) * C[l + k * j];
            }
            C[i + k * j] = sum;
        }
    }
}

static void multiply_blocks(turns *t)
{
    const rdg_index k = t->k;
    for (rdg_index b = 0, end = 0; b < k; b = end) {
        double size = 0.0;
        for (end = b; end < k && t->block[end] == b; end++) {
        }
        multiply_block(t, b, end, false, t->C);
        multiply_block(t, b, end, true, t->sum);
        for (rdg_index j = b; j < end; j++) {
            for (rdg_index i = b; i <= j; i++) {
                size = fmax(size, fabs(t->C[i + k * j]));
            }
        }
        for (rdg_index j = b; j < end && size > 0.0; j++) {
            for (rdg_index i = b; i <= j; i++) {
                t->C[i + k * j] /= size;
                t->sum[i + k * j] = fmin(t->sum[i + k * j] / size, 1e200);
            }
        }
        t->scale[b] += size > 0.0 ? log(size) : 0.0;
    }
}

/* Vectors once through all factors; fewer may come out. */
static void turn(turns *t, bool multiply)
{
    const rdg_chain *c = t->chain;
    for (rdg_index j = 0; j < t->k; j++) {
        t->growth[j] = 0.0;
    }
    for (rdg_index f = 0; f < c->count; f++) {
        const rdg_factor *factor = &c->factor[f];
        const rdg_index k = t->k;
        memset(t->R, 0, (size_t)(k * k) * sizeof *t->R);
        t->k = rdg_orthonormal(factor->m, factor->n, k, c->number + factor->first, t->Q, t->A, t->R, t->left);
        rdg_index kept = 0;
        for (rdg_index j = 0; j < k; j++) {
            if (t->left[j] > 0.0) {
                t->growth[kept++] = t->growth[j] + log(t->left[j]);
            }
        }
        double *swap = t->Q;
        t->Q = t->A;
        t->A = swap;
        if (multiply && kept == k) {
            multiply_blocks(t);
        }
    }
}

/* H = start^T Q of vectors of n components. */
static void project(turns *t, rdg_index n)
{
    const rdg_index k = t->k;
    for (rdg_index j = 0; j < k; j++) {
        for (rdg_index i = 0; i < k; i++) {
            t->H[i + k * j] = 0.0;
            for (rdg_index l = 0; l < n; l++) {
                t->H[i + k * j] += t->start[l + n * i] * t->Q[l + n * j];
            }
        }
    }
}

/* Where subspaces end; whether more turns would report no more. */
static bool divide(turns *t)
{
    const rdg_index k = t->k;
    bool done = true;
    for (rdg_index s = 0; s < k; s++) {
        double leaves = 0.0;
        for (rdg_index j = 0; j < s; j++) {
            for (rdg_index i = s; i < k; i++) {
                leaves = fmax(leaves, fabs(t->H[i + k * j]));
            }
        }
        const bool begins = leaves <= apart;
        t->block[s] = begins || s == 0 ? s : t->block[s - 1];
        done = done && (begins || fabs(t->growth[s - 1] - t->growth[s]) < alike);
    }
    return done;
}

/* Eigenvalues of the block [b, end). 0; 1: rounding errors determine some. */
static int eigenvalues(turns *t, rdg_index b, rdg_index end, double *log_of, double *angle)
{
    const rdg_index k = t->k, size = end - b;
    double size_of_terms = 0.0, least = INFINITY;
    for (rdg_index j = 0; j < size; j++) {
        for (rdg_index i = 0; i < size; i++) {
            double sum = 0.0;
            for (rdg_index l = 0; l <= j; l++) {
                sum += t->H[b + i + k * (b + l)] * t->C[b + l + k * (b + j)];
            }
            t->D[i + size * j] = sum;
            size_of_terms = fmax(size_of_terms, t->sum[b + i + k * (b + j)]);
        }
    }
    const lapack_int n = (lapack_int)size;
    if (RDG_BLAS(LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'N', n, t->D, n, t->re, t->im, NULL, n, NULL, n,
                                    t->work, (lapack_int)(8 * t->size + 16))) != 0) {
        return 1;
    }
    for (rdg_index i = 0; i < size; i++) {
        const double modulus = hypot(t->re[i], t->im[i]);
        least = fmin(least, modulus);
        log_of[b + i] = modulus > 0.0 ? log(modulus) + t->scale[b] : -INFINITY;
        angle[b + i] = atan2(t->im[i], t->re[i]);
    }
    return !(2.2e-16 * size_of_terms <= most_lost * least);
}

static void sort(rdg_index n, double *log_of, double *angle)
{
    for (rdg_index i = 1; i < n; i++) {
        const double l = log_of[i], a = angle[i];
        rdg_index j = i;
        for (; j > 0 && log_of[j - 1] < l; j--) {
            log_of[j] = log_of[j - 1];
            angle[j] = angle[j - 1];
        }
        log_of[j] = l;
        angle[j] = a;
    }
}

static void keep_start(turns *t, rdg_index n)
{
    memcpy(t->start, t->Q, (size_t)(n * t->k) * sizeof *t->Q);
}

static int solve(turns *t, rdg_index n, double *log_of, double *angle)
{
    scatter(t, n);
    for (rdg_index before = -1; before != t->k;) { /* until nothing is forgotten any more */
        before = t->k;
        turn(t, false);
    }
    for (int i = 0, done = 0; i < MOST_TURNS && !done; i++) {
        keep_start(t, n);
        turn(t, false);
        project(t, n);
        done = divide(t);
    }
    const rdg_index k = t->k;
    keep_start(t, n);
    memset(t->C, 0, (size_t)(k * k) * sizeof *t->C);
    memset(t->sum, 0, (size_t)(k * k) * sizeof *t->sum);
    for (rdg_index j = 0; j < k; j++) {
        t->C[j + k * j] = t->sum[j + k * j] = 1.0;
        t->scale[j] = 0.0;
    }
    turn(t, true);
    if (t->k != k) {
        return 1;
    }
    project(t, n);
    int answer = 0;
    for (rdg_index b = 0, end = 0; b < k && answer == 0; b = end) {
        for (end = b; end < k && t->block[end] == b; end++) {
        }
        answer = eigenvalues(t, b, end, log_of, angle);
    }
    return answer;
}

int rdg_chain_multipliers(const rdg_chain *chain, rdg_index n, double *log_of, double *angle)
{
    turns t;
    if (!chain || !log_of || !angle) {
        return -1;
    }
    for (rdg_index i = 0; i < n; i++) {
        log_of[i] = -INFINITY;
        angle[i] = 0.0;
    }
    const bool there = provide(&t, chain, n);
    const int answer = there ? solve(&t, n, log_of, angle) : -1;
    rdg_free(t.memory);
    rdg_free(t.block);
    if (answer == 0) {
        sort(n, log_of, angle);
    }
    return answer;
}
