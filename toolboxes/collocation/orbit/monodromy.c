/* The monodromy matrix of an orbit, and how products with it change (stability.c). */
#include "colloc_monodromy_impl.h"

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

/* Interval i's equations, factored, and the whole behind it: M = G_i M. */
static int take_interval(rdg_colloc_monodromy *m, const double *u, rdg_index i)
{
    const rdg_segment_layout *at = &m->s->at;
    const lapack_int n = (lapack_int)at->n, block = (lapack_int)at->block;
    double *all = m->gradient + at->count; /* [block, block + n] */
    double *A = m->A + i * at->block * at->n;
    double *LU = m->LU + i * at->block * at->block;
    const int answer = rdg_segment_block(m->s, u, i, all);
    if (answer != 0) {
        return answer;
    }
    memcpy(A, all, (size_t)(block * n) * sizeof *A);
    memcpy(LU, all + block * n, (size_t)(block * block) * sizeof *LU);
    lapack_int *pivot = m->pivot + i * at->block;
    if (RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, block, block, LU, block, pivot)) != 0) {
        return 1;
    }
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, block, n, n, -1.0, A, block, m->M, n, 0.0, m->x,
                block);
    const lapack_int info =
        LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', block, n, LU, block, pivot, m->x, block);
    rdg_blas_end(0);
    for (rdg_index c = 0; c < at->n; c++) {
        memcpy(m->M + at->n * c, m->x + at->block * c + at->block - at->n, (size_t)at->n * sizeof *m->M);
    }
    return info != 0;
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
