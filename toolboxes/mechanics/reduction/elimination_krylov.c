/* Elimination of a large interior with C = a M + b K by few vectors, which serve all frequencies.
 *
 * With p, m as in elimination_modal.c and theta = m / p, Z_ii = p K (1 - theta S), S = K^-1 M_ii, and the
 * static response split off, Z_bi Z_ii^-1 Z_ib = (m^2 / p) B^T (1 - theta S)^-1 X, X = K^-1 B, B = M_ib. S is
 * symmetric in the product of K. In the Krylov space of S on X (Galerkin) the vectors that make S diagonal
 * take the place of modes; what is left of the equation is
 *
 *     r = theta S x - (its part in the space),    error of B^T x = <r, (1 - theta S)^-1 r>_K:
 *
 * quadratic in r, whose norm is known exactly, since S x leaves the space by the next block only. (1 - theta
 * S)^-1 is bounded by 1 / |sin arg theta|, whatever the modes. A space is taken if r is so small that the
 * error, and that of both derivatives, is less than rounding; the least of a fixed series, so that the
 * answer depends on omega alone. If none is, the factors at this frequency answer, as they do to loads.
 *
 * Block moment matching: P. Feldmann, R. W. Freund, Reduced-order modeling of large linear subcircuits via a
 * block Lanczos algorithm, DAC 1995; the quadratic error: Z. Bai, Appl. Numer. Math. 43 (2002). */
#include "elimination_impl.h"
#include "krylov_basis_impl.h"
#include "modal_sum_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* |r|^2 over the |x|^2 at rest and the bound of the inverse: two derivatives, each some ten times as
 * sensitive, are then exact to rounding, too. */
static const double small_square = 1e-20;

/* Modes are known to rounding of the slowest one's mu. So far above it, by the square of the frequency,
 * others have lost too many digits. */
static const double highest_square = 4e4;

enum { MOST_SPACES = 24 };

/* The space of the first blocks. */
typedef struct space {
    rdg_index blocks, leak; /* leak: vectors of the next block */
    bool made;
    rdg_modal_sum sum;
    double *next;  /* [leak * n] S's part into the next block */
    double *x, *r; /* [n * 2 n_kept], [leak * 2 n_kept]: real parts, then imaginary ones */
    double *rest;  /* [n_kept] |x|^2 at rest */
} space;

typedef struct krylov {
    rdg_elimination exact;
    rdg_krylov_basis basis;
    double a, b;
    space spaces[MOST_SPACES];
} krylov;

static void free_space(space *s)
{
    double *const arrays[] = {s->sum.mu, s->sum.L, s->next, s->x, s->r, s->rest};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(s->sum.factor);
    *s = (space){.blocks = s->blocks};
}

static bool allocate(space *s, rdg_index n, rdg_index leak, rdg_index n_kept)
{
    const size_t size = (size_t)n, kept = (size_t)n_kept;
    s->leak = leak;
    s->sum = (rdg_modal_sum){.n = n, .n_kept = n_kept};
    s->sum.mu = rdg_calloc(size + 1, sizeof *s->sum.mu);
    s->sum.L = rdg_calloc(size * kept + 1, sizeof *s->sum.L);
    s->sum.factor = rdg_calloc(size + 1, sizeof *s->sum.factor);
    s->next = rdg_calloc((size_t)leak * size + 1, sizeof *s->next);
    s->x = rdg_calloc(2 * size * kept + 1, sizeof *s->x);
    s->r = rdg_calloc(2 * (size_t)leak * kept + 1, sizeof *s->r);
    s->rest = rdg_calloc(kept, sizeof *s->rest);
    return s->sum.mu && s->sum.L && s->sum.factor && s->next && s->x && s->r && s->rest;
}

/* T = U diag(mu) U^T: what the vectors V U make of M_ib, and of the next block. U: [n * n], T on entry; work:
 * [34 * n] */
static int diagonalize(space *s, const rdg_krylov_basis *b, double *U, double *work)
{
    const int n = (int)s->sum.n, most = (int)b->most, nk = (int)s->sum.n_kept, leak = (int)s->leak;
    for (rdg_index j = 0; j < n; j++) {
        memcpy(U + n * j, b->T + most * j, (size_t)n * sizeof *U);
    }
    if (RDG_BLAS(LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'V', 'U', n, U, n, s->sum.mu, work, 34 * n)) != 0) {
        return 1;
    }
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, n, nk, n, 1.0, U, n, b->G, most, 0.0, s->sum.L, n);
    if (leak > 0) {
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, leak, n, n, 1.0, b->T + n, most, U, n, 0.0,
                    s->next, leak);
    }
    rdg_blas_end(0);
    for (rdg_index c = 0; c < nk; c++) {
        for (rdg_index j = 0; j < n; j++) {
            s->rest[c] += s->sum.L[j + n * c] * s->sum.L[j + n * c];
        }
    }
    return 0;
}

/* The space of so many blocks, if the basis has them and the next. > 0: it has not. */
static int make_space(krylov *self, space *s)
{
    if (s->made) {
        return 0;
    }
    rdg_krylov_basis *b = &self->basis;
    const int answer = rdg_krylov_grow(b, s->blocks + 1);
    if (answer != 0) {
        return answer;
    }
    const rdg_index has = s->blocks < b->n_blocks ? s->blocks : b->n_blocks;
    const rdg_index n = b->end[has - 1], leak = (has < b->n_blocks ? b->end[has] : n) - n;
    double *U = rdg_calloc((size_t)(n * n + 1), sizeof *U);
    double *work = rdg_calloc((size_t)(34 * n + 1), sizeof *work);
    int flag = allocate(s, n, leak, b->in->n_kept) && U && work ? 0 : -1;
    if (flag == 0 && n > 0) {
        flag = diagonalize(s, b, U, work);
    }
    rdg_free(U);
    rdg_free(work);
    s->made = flag == 0;
    if (!s->made) {
        free_space(s);
    }
    return flag;
}

/* x_j = L_j / (1 - theta mu_j); false near a resonance without damping. *least: of |1 - theta mu_j| */
static bool find_motion(space *s, double complex theta, double *least)
{
    const rdg_index n = s->sum.n, kept = s->sum.n_kept;
    *least = HUGE_VAL;
    for (rdg_index j = 0; j < n; j++) {
        const double complex d = 1.0 - theta * s->sum.mu[j];
        const double size = cabs(d);
        if (!(size > RDG_SINGULAR)) {
            return false;
        }
        *least = fmin(*least, size);
        const double complex inverse = rdg_reciprocal(d);
        for (rdg_index c = 0; c < kept; c++) {
            s->x[j + n * c] = creal(inverse) * s->sum.L[j + n * c];
            s->x[j + n * (kept + c)] = cimag(inverse) * s->sum.L[j + n * c];
        }
    }
    return true;
}

/* Whether the space answers at theta to rounding. Without damping the distance of the nearest mode is known
 * from the space alone. */
static bool suffices(space *s, double complex theta)
{
    const rdg_index kept = s->sum.n_kept;
    const int n = (int)s->sum.n, leak = (int)s->leak, columns = (int)(2 * kept);
    const double size = cabs(theta);
    double least = HUGE_VAL;
    if (!(size < HUGE_VAL) || !find_motion(s, theta, &least)) {
        return false;
    }
    if (n == 0 || size == 0.0) {
        return true;
    }
    if (size * s->sum.mu[n - 1] > highest_square) {
        return false;
    }
    if (leak == 0) {
        return true;
    }
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, leak, columns, n, 1.0, s->next, leak, s->x, n, 0.0,
                s->r, leak);
    rdg_blas_end(0);
    const double gap = fmin(1.0, fmax(fabs(cimag(theta)) / size, least / 2));
    for (rdg_index c = 0; c < kept; c++) {
        double square = 0.0;
        for (rdg_index i = 0; i < leak; i++) {
            const double re = s->r[i + leak * c], im = s->r[i + leak * (kept + c)];
            square += re * re + im * im;
        }
        if (!(size * size * square <= small_square * gap * s->rest[c])) {
            return false;
        }
    }
    return true;
}

/* Whether so many modes lie below theta (no fewer than the space has: interlacing) that no space will
 * suffice: a step of Newton's method that went astray, for which nothing need be made. Measured: 9 to 14
 * vectors for each of them. */
static bool is_in_vain(const krylov *self, const space *s, double complex theta)
{
    rdg_index below = 0;
    for (rdg_index j = 0; j < s->sum.n; j++) {
        below += !(cabs(theta) * s->sum.mu[j] < 1.0);
    }
    return 10 * below > self->basis.most;
}

static int reduce(void *object, double k, double omega, double *D, double *D1, double *D2)
{
    krylov *self = object;
    for (int i = 0; i < MOST_SPACES; i++) {
        space *s = &self->spaces[i];
        const int answer = make_space(self, s);
        if (answer != 0) {
            if (answer < 0) {
                return answer;
            }
            break;
        }
        s->sum.a = self->a;
        s->sum.b = self->b;
        s->sum.loss = self->basis.in->loss;
        const rdg_modal_coefficients z = rdg_modal_coefficients_at(&s->sum, k, omega);
        const double complex theta = rdg_times(z.m, rdg_reciprocal(z.p));
        if (suffices(s, theta)) {
            return rdg_modal_reduce(&s->sum, k, omega, D, D1, D2);
        }
        if (s->leak == 0 || is_in_vain(self, s, theta)) {
            break; /* there is no more, or it would be in vain */
        }
    }
    return self->exact.ops->reduce(self->exact.self, k, omega, D, D1, D2);
}

static int respond(void *object, double k, double omega, const double complex *kept, double complex *x)
{
    const krylov *self = object;
    return self->exact.ops->respond(self->exact.self, k, omega, kept, x);
}

static int reduce_load(void *object, double k, double omega, const double complex *load,
                       double complex *const f[3])
{
    const krylov *self = object;
    return self->exact.ops->reduce_load(self->exact.self, k, omega, load, f);
}

static void set_damping(void *object, double a, double b)
{
    krylov *self = object;
    self->a = a;
    self->b = b;
    self->exact.ops->set_damping(self->exact.self, a, b);
}

/* The spaces read it from the interior. */
static void set_loss(void *object, double loss)
{
    krylov *self = object;
    self->exact.ops->set_loss(self->exact.self, loss);
}

static void free_krylov(void *object)
{
    krylov *self = object;
    for (int i = 0; i < MOST_SPACES; i++) {
        free_space(&self->spaces[i]);
    }
    rdg_krylov_release(&self->basis);
    if (self->exact.ops) {
        self->exact.ops->free_self(self->exact.self);
    }
    rdg_free(self);
}

static const char *name_of(const void *object)
{
    (void)object;
    return "krylov";
}

static const rdg_elimination_ops krylov_ops = {.name = name_of,
                                               .reduce = reduce,
                                               .respond = respond,
                                               .reduce_load = reduce_load,
                                               .set_damping = set_damping,
                                               .set_loss = set_loss,
                                               .free_self = free_krylov};

rdg_status rdg_elimination_krylov(rdg_context *ctx, const char *where, const rdg_interior *in,
                                  double mass_factor, double stiffness_factor, rdg_elimination *elimination)
{
    krylov *self = rdg_context_calloc(ctx, 1, sizeof *self);
    if (!self) {
        return RDG_ERR_NO_MEMORY;
    }
    self->a = mass_factor;
    self->b = stiffness_factor;
    rdg_index blocks = 2;
    for (int i = 0; i < MOST_SPACES; i++) {
        self->spaces[i].blocks = blocks;
        blocks += (blocks + 2) / 3; /* 2, 4, 6, 8, 11, 15, ... */
    }
    bool definite = false;
    const rdg_status status = rdg_krylov_init(ctx, where, in, &self->basis, &definite);
    if (status != RDG_OK || !definite) {
        free_krylov(self);
        return status;
    }
    self->exact = *elimination;
    *elimination = (rdg_elimination){&krylov_ops, self};
    return RDG_OK;
}
