/* Multipliers of an orbit from steps of the variational equation along its polynomials.
 *
 * Collocation at Gauss points takes exp(z), z = h lambda, for a rational function that is good where |z| is
 * small, of modulus 1 where it is large: a change that dies within a fraction of an interval would seem to
 * stay for ever. An orbit may well be resolved where changes across it are not. So there steps are made as
 * short as these need, or, where all that is fast dies, by collocation at Radau points, which forget it. */
#include "colloc_variation_impl.h"

#include <ridgewalk/frame.h>
#include <ridgewalk/saltation.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

/* |z| over a step that reports exp(z) to 1e-6, and to rounding. */
static const double resolved = RDG_COLLOC_VARIATION_RESOLVED, fine = 0.5;

/* Changes that grow by less over a step may be taken together with what dies. */
static const double hardly = 0.25;

/* Steps of an interval, and factors of a chain, at most. */
enum { DYING = 6, MOST_STEPS = 4096, MOST_FACTORS = 1 << 20 };

rdg_status rdg_colloc_variation_create(rdg_colloc_variation *v, rdg_colloc_monodromy *m)
{
    size_t n = 0, block = 0;
    for (rdg_index k = 0; k < m->parts; k++) {
        const rdg_segment_layout *at = &m->part[k].s->at;
        n = (size_t)at->n > n ? (size_t)at->n : n;
        block = (size_t)at->block > block ? (size_t)at->block : block;
    }
    *v = (rdg_colloc_variation){.m = m, .chain = {.ctx = m->c->ctx}};
    rdg_polynomials_make_radau(m->part[0].s->at.K, &v->radau);
    const struct {
        double **array;
        size_t size;
    } arrays[] = {
        {&v->A, block * block}, {&v->B, block * n}, {&v->G, n * n}, {&v->from, n},         {&v->to, n},
        {&v->first, n},         {&v->re, n},        {&v->im, n},    {&v->work, 8 * n + 16}};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k].array = rdg_context_calloc(m->c->ctx, arrays[k].size, sizeof(double));
    }
    v->pivot = rdg_context_calloc(m->c->ctx, block, sizeof *v->pivot);
    return rdg_error_status(m->c->ctx);
}

void rdg_colloc_variation_release(rdg_colloc_variation *v)
{
    void *arrays[] = {v->A, v->B, v->G, v->from, v->to, v->first, v->re, v->im, v->work, v->pivot};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        rdg_free(arrays[k]);
    }
    rdg_chain_release(&v->chain);
}

/* Arguments of the field at tau, in interval i, into s->z. */
static void place(const rdg_colloc_variation *v, rdg_index i, double tau)
{
    const rdg_segment *s = v->part->s;
    const rdg_segment_layout *at = &s->at;
    const double *u = v->part->at;
    double L[RDG_MOST_DEGREE + 1];
    rdg_polynomials_at(at->K, (tau - s->mesh[i]) / (s->mesh[i + 1] - s->mesh[i]), L);
    memset(s->z, 0, (size_t)at->n * sizeof *s->z);
    for (rdg_index k = 0; k <= at->K; k++) {
        for (rdg_index a = 0; a < at->n; a++) {
            s->z[a] += L[k] * u[i * at->block + k * at->n + a];
        }
    }
    memcpy(s->z + at->n, u + at->p, (size_t)at->np * sizeof *s->z);
    if (at->phi >= 0) {
        s->z[at->nz - 1] = u[at->phi] + u[at->p + at->omega] * u[at->T] * tau;
    }
}

static int slope_at(const rdg_colloc_variation *v, rdg_index i, double tau)
{
    const rdg_segment *s = v->part->s;
    place(v, i, tau);
    return rdg_hybrid_df(s->field, s->at.nz, s->z, s->size, s->at.n, s->slope, s->scratch);
}

static int velocity_at(const rdg_colloc_variation *v, rdg_index i, double tau, double *out)
{
    const rdg_segment *s = v->part->s;
    place(v, i, tau);
    memset(out, 0, (size_t)s->at.n * sizeof *out);
    return s->field->f(s->at.nz, s->z, s->at.n, out, s->field->data);
}

/* |z| of an interval, the largest at its collocation points. */
static int stiffness_of(const rdg_colloc_variation *v, rdg_index i, double *z)
{
    const rdg_segment *s = v->part->s;
    const double hT = (s->mesh[i + 1] - s->mesh[i]) * fabs(v->part->at[s->at.T]);
    *z = 0.0;
    for (rdg_index g = 0; g < s->at.K; g++) {
        const int answer = slope_at(v, i, rdg_segment_tau(s, i, g));
        if (answer != 0) {
            return answer;
        }
        *z = fmax(*z, hT * rdg_segment_slope_size(s, s->slope, s->at.n));
    }
    return isfinite(*z) ? 0 : 1;
}

/* Does anything grow in the interval that is fast? By the eigenvalues at its collocation points. */
static int grows(rdg_colloc_variation *v, rdg_index i, bool *does)
{
    const rdg_segment *s = v->part->s;
    const lapack_int n = (lapack_int)s->at.n;
    const double hT = (s->mesh[i + 1] - s->mesh[i]) * fabs(v->part->at[s->at.T]);
    *does = false;
    for (rdg_index g = 0; g < s->at.K && !*does; g++) {
        const int answer = slope_at(v, i, rdg_segment_tau(s, i, g));
        if (answer != 0) {
            return answer;
        }
        if (RDG_BLAS(LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'N', n, s->slope, n, v->re, v->im, NULL, n,
                                        NULL, n, v->work, (lapack_int)(8 * n + 16))) != 0) {
            return 1;
        }
        for (rdg_index a = 0; a < s->at.n; a++) {
            *does = *does || hT * v->re[a] > hardly || hT * fabs(v->im[a]) > resolved;
        }
    }
    return 0;
}

/* G of the step from a to b within interval i. */
static int step(rdg_colloc_variation *v, rdg_index i, double a, double b, const rdg_polynomials *points)
{
    const rdg_segment *s = v->part->s;
    const rdg_index n = s->at.n, block = s->at.block, K = s->at.K;
    const double hT = (b - a) * v->part->at[s->at.T];
    for (rdg_index g = 0; g < K; g++) {
        const int answer = slope_at(v, i, fmin(a + (b - a) * points->node[g], s->mesh[i + 1]));
        if (answer != 0) {
            return answer;
        }
        for (rdg_index k = 0; k <= K; k++) {
            double *to = k == 0 ? v->B : v->A + (k - 1) * n * block;
            const double sign = k == 0 ? -1.0 : 1.0;
            for (rdg_index c = 0; c < n; c++) {
                for (rdg_index r = 0; r < n; r++) {
                    to[g * n + r + block * c] = sign * ((r == c ? points->slope[g][k] : 0.0) -
                                                        hT * points->value[g][k] * s->slope[r + n * c]);
                }
            }
        }
    }
    if (RDG_BLAS(LAPACKE_dgesv_work(LAPACK_COL_MAJOR, (lapack_int)block, (lapack_int)n, v->A,
                                    (lapack_int)block, v->pivot, v->B, (lapack_int)block)) != 0) {
        return 1;
    }
    for (rdg_index c = 0; c < n; c++) {
        memcpy(v->G + n * c, v->B + block * c + block - n, (size_t)n * sizeof *v->G);
    }
    return 0;
}

static double length_of(rdg_index n, const double *v)
{
    const double sum = rdg_dot(n, v, v);
    return sqrt(sum);
}

/* v->G [rows cols] to the chain, between what is at right angles to the velocities v->from and v->to. */
static int append(rdg_colloc_variation *v, rdg_index rows, rdg_index cols)
{
    const rdg_colloc_monodromy *m = v->m;
    if (v->chain.count >= MOST_FACTORS) {
        return 1;
    }
    if (m->c->forced) {
        return rdg_chain_append(&v->chain, rows, cols, v->G) == RDG_OK ? 0 : -1;
    }
    const double speed = length_of(cols, v->from), after = length_of(rows, v->to);
    if (!(speed > 0.0) || !(after > 0.0)) {
        return 1;
    }
    for (rdg_index c = 0; c + 1 < cols; c++) {
        memset(m->unit, 0, (size_t)cols * sizeof *m->unit);
        m->unit[c] = 1.0;
        rdg_frame_extend(cols, v->from, speed, m->unit, m->v);
        for (rdg_index i = 0; i < rows; i++) {
            m->w[i] = 0.0;
            for (rdg_index l = 0; l < cols; l++) {
                m->w[i] += v->G[i + rows * l] * m->v[l];
            }
        }
        rdg_frame_restrict(rows, v->to, after, m->w, v->B + (rows - 1) * c);
    }
    return rdg_chain_append(&v->chain, rows - 1, cols - 1, v->B) == RDG_OK ? 0 : -1;
}

static void go_on(rdg_colloc_variation *v)
{
    double *const swap = v->from;
    v->from = v->to;
    v->to = swap;
}

/* Which steps an interval needs. */
static int choose_steps(rdg_colloc_variation *v, rdg_colloc_variation_kind kind, rdg_index i,
                        rdg_index *steps, bool *by_radau)
{
    double z = 0.0;
    bool does = false;
    int answer = stiffness_of(v, i, &z);
    *by_radau = false;
    const double wanted = ceil(z / (kind == RDG_COLLOC_VARIATION_EXACT ? fine : resolved));
    if (answer == 0 && kind == RDG_COLLOC_VARIATION_TOLD && wanted > (double)DYING) {
        answer = grows(v, i, &does);
        if (answer == 0 && !does) {
            *by_radau = true;
            *steps = DYING;
            return 0;
        }
    }
    const double most = kind == RDG_COLLOC_VARIATION_EXACT ? (double)MOST_FACTORS : (double)MOST_STEPS;
    *steps = wanted > 1.0 ? (rdg_index)fmin(wanted, most) : 1;
    return answer ? answer : wanted > most;
}

static int along_interval(rdg_colloc_variation *v, rdg_colloc_variation_kind kind, rdg_index i)
{
    const rdg_segment *s = v->part->s;
    const double from = s->mesh[i], h = s->mesh[i + 1] - from;
    rdg_index steps = 1;
    bool by_radau = false;
    int answer = choose_steps(v, kind, i, &steps, &by_radau);
    const rdg_polynomials *points = by_radau ? &v->radau : &s->basis;
    for (rdg_index k = 0; answer == 0 && k < steps; k++) {
        const double a = from + h * (double)k / (double)steps;
        const double b = k + 1 < steps ? from + h * (double)(k + 1) / (double)steps : s->mesh[i + 1];
        answer = step(v, i, a, b, points);
        const bool closes = v->part->event < 0 && i + 1 == s->at.N && k + 1 == steps;
        if (answer == 0 && !v->m->c->forced && closes) {
            memcpy(v->to, v->first, (size_t)s->at.n * sizeof *v->to);
        } else if (answer == 0 && !v->m->c->forced) {
            answer = velocity_at(v, i, b, v->to);
        }
        answer = answer ? answer : append(v, s->at.n, s->at.n);
        go_on(v);
    }
    return answer;
}

/* By the saltation matrix of the part's event, to the next part. */
static int across(rdg_colloc_variation *v)
{
    const rdg_colloc_monodromy *m = v->m;
    const rdg_colloc_part *part = v->part;
    int answer = 0;
    memcpy(v->G, part->S, (size_t)(part->next * part->s->at.n) * sizeof *v->G);
    v->part = part + 1 < m->part + m->parts ? part + 1 : m->part;
    answer = m->c->forced ? 0 : velocity_at(v, 0, 0.0, v->to);
    answer = answer ? answer : append(v, part->next, part->s->at.n);
    go_on(v);
    return answer;
}

int rdg_colloc_variation_multipliers(rdg_colloc_variation *v, rdg_colloc_variation_kind kind, double *log,
                                     double *angle)
{
    const rdg_colloc_monodromy *m = v->m;
    v->part = m->part;
    int answer = m->c->forced ? 0 : velocity_at(v, 0, 0.0, v->first);
    v->chain.count = v->chain.used = 0;
    memcpy(v->from, v->first, (size_t)m->states * sizeof *v->from);
    for (rdg_index k = 0; answer == 0 && k < m->parts; k++) {
        v->part = &m->part[k];
        for (rdg_index i = 0; answer == 0 && i < v->part->s->at.N; i++) {
            answer = along_interval(v, kind, i);
        }
        answer = answer == 0 && v->part->event >= 0 ? across(v) : answer;
    }
    return answer ? answer : rdg_chain_multipliers(&v->chain, m->n, log, angle);
}
