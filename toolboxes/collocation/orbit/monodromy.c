/* The monodromy matrix of an orbit, and how products with it change (stability.c). */
#include "colloc_variation_impl.h"

#include <ridgewalk/frame.h>
#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <math.h>
#include <string.h>

static double dot(rdg_index n, const double *a, const double *b)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* The largest entry of a matrix, in terms of the sizes of states. */
static double size_of(const rdg_colloc_monodromy *m, const double *G)
{
    const rdg_index n = m->s->at.n;
    double largest = 0.0;
    for (rdg_index c = 0; c < n; c++) {
        for (rdg_index r = 0; r < n; r++) {
            largest = fmax(largest, fabs(G[r + n * c]) * m->s->size[c] / fmax(m->s->size[r], 1e-100));
        }
    }
    return largest;
}

/* out [n n] = A B, not in place. */
static void product(rdg_index n, const double *A, const double *B, double *out)
{
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)n, (int)n, (int)n, 1.0, A, (int)n, B, (int)n,
                0.0, out, (int)n);
    rdg_blas_end(0);
}

/* Errors that an interval makes, of the size of the product until there, grow through the intervals behind
 * it. */
static double spread(rdg_colloc_monodromy *m)
{
    const rdg_index n = m->s->at.n, N = m->s->at.N;
    double largest = m->until[N - 1];
    double *behind = m->x, *swap = m->x + n * n; /* the product from interval i on */
    memcpy(behind, m->G + (N - 1) * n * n, (size_t)(n * n) * sizeof *m->x);
    for (rdg_index i = N - 1; i > 0; i--) {
        largest = fmax(largest, m->until[i - 1] * fmax(1.0, size_of(m, behind)));
        product(n, behind, m->G + (i - 1) * n * n, swap);
        double *const other = behind;
        behind = swap;
        swap = other;
    }
    return largest;
}

/* The last n rows of the solutions, in place of those of the right-hand sides x [block, n]: the others are
 * not needed. */
static void last_state(const double *LU, const lapack_int *pivot, lapack_int block, lapack_int n, double *x)
{
    const lapack_int first = block - n;
    rdg_blas_begin();
    LAPACKE_dlaswp_work(LAPACK_COL_MAJOR, n, x, block, 1, block, pivot, 1);
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, block, n, 1.0, LU, block, x,
                block);
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, n, n, 1.0,
                LU + first + (size_t)block * (size_t)first, block, x + first, block);
    rdg_blas_end(0);
}

/* Interval i's equations, factored, and the whole behind it: M = G_i M. */
static int take_interval(rdg_colloc_monodromy *m, const double *u, rdg_index i)
{
    const rdg_segment_layout *at = &m->s->at;
    const lapack_int n = (lapack_int)at->n, block = (lapack_int)at->block;
    double *all = m->gradient + at->count; /* [block, block + n] */
    double *A = m->A + i * at->block * at->n;
    double *LU = m->LU + i * at->block * at->block;
    double size = 0.0;
    const int answer = rdg_segment_block(m->s, u, i, all, &size);
    m->stiffness = fmax(m->stiffness, size);
    if (answer != 0) {
        return answer;
    }
    memcpy(A, all, (size_t)(block * n) * sizeof *A);
    memcpy(LU, all + block * n, (size_t)(block * block) * sizeof *LU);
    lapack_int *pivot = m->pivot + i * at->block;
    if (RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, block, block, LU, block, pivot)) != 0) {
        return 1;
    }
    for (rdg_index k = 0; k < at->block * at->n; k++) {
        m->x[k] = -A[k];
    }
    double *G = m->G + i * at->n * at->n;
    last_state(LU, pivot, block, n, m->x);
    for (rdg_index c = 0; c < at->n; c++) {
        memcpy(G + at->n * c, m->x + at->block * c + at->block - at->n, (size_t)at->n * sizeof *G);
    }
    product(at->n, G, m->M, m->x);
    memcpy(m->M, m->x, (size_t)(n * n) * sizeof *m->M);
    m->until[i] = size_of(m, m->M);
    return 0;
}

/* Velocity at the start, and its derivatives. */
static int take_velocity(rdg_colloc_monodromy *m, const double *u)
{
    rdg_segment *s = m->s;
    const rdg_segment_layout *at = &s->at;
    if (m->c->forced) {
        return 0;
    }
    memcpy(s->z, u, (size_t)at->n * sizeof *u);
    memcpy(s->z + at->n, u + at->p, (size_t)at->np * sizeof *u);
    memset(m->velocity, 0, (size_t)at->n * sizeof *u);
    const int answer = s->field->f(at->nz, s->z, at->n, m->velocity, s->field->data);
    m->speed = sqrt(dot(at->n, m->velocity, m->velocity));
    return answer ? answer : rdg_hybrid_df(s->field, at->nz, s->z, s->size, at->n, m->slope, s->scratch);
}

static int prepare(rdg_colloc_monodromy *m, const double *all)
{
    rdg_segment *s = m->s;
    const rdg_segment_layout *at = &s->at;
    const double *u = rdg_segment_local(s, all);
    const size_t bytes = (size_t)at->count * sizeof *u;
    if (m->known && m->revision == s->revision && memcmp(m->at, u, bytes) == 0) {
        return 0;
    }
    m->known = false;
    m->stiffness = 0.0;
    memcpy(m->at, u, bytes);
    memset(m->M, 0, (size_t)(at->n * at->n) * sizeof *m->M);
    for (rdg_index a = 0; a < at->n; a++) {
        m->M[a + at->n * a] = 1.0;
    }
    int answer = take_velocity(m, m->at);
    for (rdg_index i = 0; answer == 0 && i < at->N; i++) {
        answer = take_interval(m, m->at, i);
    }
    m->revision = s->revision;
    m->known = answer == 0;
    return answer;
}

/* out [n] = Q v of an autonomous system, else v; and back. */
static void extend(const rdg_colloc_monodromy *m, const double *v, double *out)
{
    if (m->c->forced) {
        memcpy(out, v, (size_t)m->c->n * sizeof *out);
    } else {
        rdg_frame_extend(m->c->n, m->velocity, m->speed, v, out);
    }
}

static void restrict_to(const rdg_colloc_monodromy *m, const double *v, double *out)
{
    if (m->c->forced) {
        memcpy(out, v, (size_t)m->c->n * sizeof *out);
    } else {
        rdg_frame_restrict(m->c->n, m->velocity, m->speed, v, out);
    }
}

static void multiply(rdg_index n, const double *M, const double *v, double *out)
{
    for (rdg_index i = 0; i < n; i++) {
        out[i] = 0.0;
        for (rdg_index j = 0; j < n; j++) {
            out[i] += M[i + n * j] * v[j];
        }
    }
}

int rdg_colloc_monodromy_matrix(const double *u, double *J, void *data)
{
    rdg_colloc_monodromy *m = data;
    const int answer = prepare(m, u);
    for (rdg_index c = 0; answer == 0 && c < m->n; c++) {
        memset(m->unit, 0, (size_t)m->c->n * sizeof *m->unit);
        m->unit[c] = 1.0;
        extend(m, m->unit, m->v);
        multiply(m->c->n, m->M, m->v, m->out);
        restrict_to(m, m->out, J + m->n * c);
    }
    return answer;
}

/* Changes of all states that follow a change v of the first one. */
static void forward(rdg_colloc_monodromy *m, const double *v)
{
    const rdg_segment_layout *at = &m->s->at;
    const rdg_index n = at->n, block = at->block;
    memcpy(m->states, v, (size_t)n * sizeof *v);
    rdg_blas_begin();
    for (rdg_index i = 0; i < at->N; i++) {
        double *from = m->states + i * block, *to = from + n;
        cblas_dgemv(CblasColMajor, CblasNoTrans, (int)block, (int)n, -1.0, m->A + i * block * n, (int)block,
                    from, 1, 0.0, to, 1);
        LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', (lapack_int)block, 1, m->LU + i * block * block,
                            (lapack_int)block, m->pivot + i * block, to, (lapack_int)block);
    }
    rdg_blas_end(0);
}

/* Multipliers of the equations that belong to w . (the last state). */
static void backward(rdg_colloc_monodromy *m, const double *w)
{
    const rdg_segment_layout *at = &m->s->at;
    const rdg_index n = at->n, block = at->block;
    memcpy(m->out, w, (size_t)n * sizeof *w);
    rdg_blas_begin();
    for (rdg_index i = at->N - 1; i >= 0; i--) {
        double *lambda = m->lambda + i * block;
        memset(lambda, 0, (size_t)block * sizeof *lambda);
        memcpy(lambda + block - n, m->out, (size_t)n * sizeof *lambda);
        LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'T', (lapack_int)block, 1, m->LU + i * block * block,
                            (lapack_int)block, m->pivot + i * block, lambda, (lapack_int)block);
        cblas_dgemv(CblasColMajor, CblasTrans, (int)block, (int)n, -1.0, m->A + i * block * n, (int)block,
                    lambda, 1, 0.0, m->out, 1);
    }
    rdg_blas_end(0);
}

/* The frame turns with the velocity: M v has a part along it that leaves the rest. */
static void turn_frame(const rdg_colloc_monodromy *m, double factor, double *gradient)
{
    const rdg_segment_layout *at = &m->s->at;
    const double along = dot(at->n, m->velocity, m->states + at->nx - at->n) / (m->speed * m->speed);
    for (rdg_index c = 0; c < at->nz; c++) {
        const rdg_index to = c < at->n ? c : at->p + c - at->n;
        gradient[to] -= factor * along * dot(at->n, m->slope + at->n * c, m->w);
    }
}

int rdg_colloc_monodromy_slope(const double *u, const double *w, const double *v, double factor,
                               double *gradient, void *data)
{
    rdg_colloc_monodromy *m = data;
    rdg_segment *s = m->s;
    const rdg_segment_layout *at = &s->at;
    int answer = prepare(m, u);
    if (answer != 0) {
        return answer;
    }
    extend(m, v, m->v);
    extend(m, w, m->w);
    forward(m, m->v);
    backward(m, m->w);
    memset(m->gradient, 0, (size_t)at->count * sizeof *m->gradient);
    for (rdg_index i = 0; answer == 0 && i < at->N; i++) {
        answer = rdg_segment_bend_along(s, m->at, i, m->lambda + i * at->block, m->states + i * at->block,
                                        -factor, m->gradient);
    }
    if (!m->c->forced) {
        turn_frame(m, factor, m->gradient);
    }
    for (rdg_index j = 0; j < at->count; j++) {
        gradient[s->index[j]] += m->gradient[j];
    }
    return answer;
}

/* --- where that is too little */

/* Rounding errors of the product are as many times those of numbers of size 1, at most. */
static const double most_growth = 1e5;

/* Logarithms of moduli beyond this are drawn together, in their order: products of all of them are to be
 * numbers. */
static const double far = 200.0;

static double drawn_together(double log)
{
    const double l = fabs(log);
    return l <= far ? log : copysign(1.5 * far - 0.5 * far * far / l, log);
}

static rdg_colloc_variation *walk_of(rdg_colloc_monodromy *m)
{
    if (!m->walk) {
        m->walk = rdg_context_calloc(m->c->ctx, 1, sizeof *m->walk);
        if (m->walk && rdg_colloc_variation_create(m->walk, m) != RDG_OK) {
            rdg_colloc_variation_release(m->walk);
            rdg_free(m->walk);
            m->walk = NULL;
        }
    }
    return m->walk;
}

int rdg_colloc_monodromy_logarithms(rdg_colloc_monodromy *m, const double *u)
{
    rdg_colloc_variation *v = walk_of(m);
    const int answer = v ? prepare(m, u) : -1;
    return answer ? answer
                  : rdg_colloc_variation_multipliers(v, RDG_COLLOC_VARIATION_EXACT, m->log, m->angle);
}

int rdg_colloc_monodromy_eigenvalues(const double *u, double *re, double *im, rdg_spectrum_known *known,
                                     void *data)
{
    rdg_colloc_monodromy *m = data;
    rdg_colloc_variation *v = walk_of(m);
    *known = RDG_SPECTRUM_BY_MATRIX;
    int answer = v ? prepare(m, u) : -1;
    if (answer != 0 || (m->stiffness <= RDG_COLLOC_VARIATION_RESOLVED && spread(m) <= most_growth)) {
        return answer;
    }
    answer = rdg_colloc_variation_multipliers(v, RDG_COLLOC_VARIATION_TOLD, m->log, m->angle);
    for (rdg_index i = 0; answer == 0 && i < m->n; i++) {
        const double modulus = isinf(m->log[i]) ? 0.0 : exp(drawn_together(m->log[i]));
        const bool real = fabs(sin(m->angle[i])) < 1e-15;
        re[i] = modulus * cos(m->angle[i]);
        im[i] = real ? 0.0 : modulus * sin(m->angle[i]);
    }
    *known = answer == 0 ? RDG_SPECTRUM_TOLD : RDG_SPECTRUM_UNKNOWN;
    return answer < 0 ? answer : 0;
}
