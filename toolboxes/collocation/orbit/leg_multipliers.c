/* Multipliers of orbits of hybrid systems: the product of what each interval of each leg and each crossing do
 * to small changes, the latter by saltation matrices. Of an autonomous system changes along the velocity are
 * left out, from interval to interval: the trivial multiplier is none of them. */
#include "colloc_legs_impl.h"

#include <ridgewalk/factor_chain.h>
#include <ridgewalk/frame.h>
#include <ridgewalk/saltation.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* |z| of an interval, length times size of the field's derivatives, that tells changes by the polynomials. */
static const double resolved = 1.5;

typedef struct walk {
    rdg_collocation *c;
    rdg_chain chain;
    rdg_index most;                  /* states of the largest mode */
    double *A, *G;                   /* an interval's equations; [most most] */
    double *z, *from, *to;           /* arguments; velocities */
    double *unit, *v, *image, *kept; /* [most], [most most] the last */
    double *room;                    /* of saltation */
    lapack_int *pivot;
} walk;

static void release(walk *w)
{
    void *arrays[] = {w->A, w->G, w->z, w->from, w->to, w->unit, w->v, w->image, w->kept, w->room, w->pivot};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        rdg_free(arrays[k]);
    }
    rdg_chain_release(&w->chain);
}

static rdg_status prepare(walk *w)
{
    rdg_context *ctx = w->c->ctx;
    rdg_index block = 0, room = 0, nz = 0;
    for (rdg_index j = 0; j < w->c->legs; j++) {
        const rdg_colloc_leg *leg = &w->c->leg[j];
        const rdg_index salt = rdg_hybrid_saltation_room(w->c->hybrid, leg->crossing);
        w->most = leg->n > w->most ? leg->n : w->most;
        block = leg->segment->at.block > block ? leg->segment->at.block : block;
        nz = leg->segment->at.nz > nz ? leg->segment->at.nz : nz;
        room = salt > room ? salt : room;
    }
    const size_t n = (size_t)w->most;
    const struct {
        double **array;
        size_t size;
    } arrays[] = {{&w->A, (size_t)block * ((size_t)block + n)},
                  {&w->G, n * n},
                  {&w->z, (size_t)nz},
                  {&w->from, n},
                  {&w->to, n},
                  {&w->unit, n},
                  {&w->v, n},
                  {&w->image, n},
                  {&w->kept, n * n},
                  {&w->room, (size_t)room + 1}};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k].array = rdg_context_calloc(ctx, arrays[k].size, sizeof(double));
    }
    w->pivot = rdg_context_calloc(ctx, (size_t)block, sizeof *w->pivot);
    return rdg_error_status(ctx);
}

static double length_of(rdg_index n, const double *v)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum += v[i] * v[i];
    }
    return sqrt(sum);
}

/* w->G [rows, cols] to the chain, from what is at right angles to w->from to what is to w->to. */
static int append(walk *w, rdg_index rows, rdg_index cols)
{
    if (w->c->forced) {
        return rdg_chain_append(&w->chain, rows, cols, w->G) == RDG_OK ? 0 : -1;
    }
    const double speed = length_of(cols, w->from), after = length_of(rows, w->to);
    if (!(speed > 0.0) || !(after > 0.0)) {
        return 1;
    }
    for (rdg_index c = 0; c + 1 < cols; c++) {
        memset(w->unit, 0, (size_t)cols * sizeof *w->unit);
        w->unit[c] = 1.0;
        rdg_frame_extend(cols, w->from, speed, w->unit, w->v);
        for (rdg_index i = 0; i < rows; i++) {
            w->image[i] = 0.0;
            for (rdg_index l = 0; l < cols; l++) {
                w->image[i] += w->G[i + rows * l] * w->v[l];
            }
        }
        rdg_frame_restrict(rows, w->to, after, w->image, w->kept + (rows - 1) * c);
    }
    return rdg_chain_append(&w->chain, rows - 1, cols - 1, w->kept) == RDG_OK ? 0 : -1;
}

/* The field of a leg's mode at arguments z. */
static int velocity(const rdg_colloc_leg *leg, const double *z, double *out)
{
    const rdg_segment *s = leg->segment;
    memset(out, 0, (size_t)s->at.n * sizeof *out);
    return s->field->f(s->at.nz, z, s->at.n, out, s->field->data);
}

/* At mesh point i; local: the segment's own variables. */
static int velocity_at(walk *w, const rdg_colloc_leg *leg, const double *local, rdg_index i, double *out)
{
    const rdg_segment *s = leg->segment;
    const rdg_segment_layout *at = &s->at;
    memcpy(w->z, local + i * at->block, (size_t)at->n * sizeof *w->z);
    memcpy(w->z + at->n, local + at->p, (size_t)at->np * sizeof *w->z);
    if (at->phi >= 0) {
        w->z[at->nz - 1] = local[at->phi] + local[at->p + at->omega] * local[at->T] * s->mesh[i];
    }
    return velocity(leg, w->z, out);
}

static int along_interval(walk *w, const rdg_colloc_leg *leg, const double *local, rdg_index i)
{
    rdg_segment *s = leg->segment;
    const lapack_int n = (lapack_int)s->at.n, block = (lapack_int)s->at.block;
    double size = 0.0;
    int answer = rdg_segment_block(s, local, i, w->A, &size);
    if (answer != 0 || size > resolved) {
        return answer ? answer : 1;
    }
    if (RDG_BLAS(LAPACKE_dgesv_work(LAPACK_COL_MAJOR, block, n, w->A + (size_t)block * (size_t)n, block,
                                    w->pivot, w->A, block)) != 0) {
        return 1;
    }
    for (rdg_index c = 0; c < n; c++) {
        for (rdg_index r = 0; r < n; r++) {
            w->G[r + n * c] = -w->A[block - n + r + block * c];
        }
    }
    answer = velocity_at(w, leg, local, i, w->from);
    answer = answer ? answer : velocity_at(w, leg, local, i + 1, w->to);
    return answer ? answer : append(w, n, n);
}

static int across(walk *w, const rdg_colloc_leg *leg, const double *u)
{
    const rdg_colloc_leg *next = rdg_colloc_leg_next(leg);
    rdg_colloc_leg_end(next, u, 0, w->z);
    int answer = velocity(next, w->z, w->to);
    memcpy(w->v, w->z, (size_t)next->n * sizeof *w->v);
    rdg_colloc_leg_end(leg, u, 1, w->z);
    answer = answer ? answer : velocity(leg, w->z, w->from);
    answer = answer ? answer
                    : rdg_hybrid_saltation(w->c->hybrid, leg->crossing, w->z, leg->segment->size, w->v, w->G,
                                           w->room);
    return answer ? answer : append(w, next->n, leg->n);
}

static int go_round(walk *w, const double *u)
{
    int answer = 0;
    for (rdg_index j = 0; answer == 0 && j < w->c->legs; j++) {
        const rdg_colloc_leg *leg = &w->c->leg[j];
        const double *local = rdg_segment_local(leg->segment, u);
        for (rdg_index i = 0; answer == 0 && i < leg->segment->at.N; i++) {
            answer = along_interval(w, leg, local, i);
        }
        answer = answer ? answer : across(w, leg, u);
    }
    return answer;
}

rdg_status rdg_colloc_legs_multipliers(rdg_collocation *c, const double *u, rdg_index n, double *log,
                                       double *angle)
{
    static const char where[] = "rdg_collocation_multipliers";
    const rdg_index has = c->leg[0].n - (c->forced ? 0 : 1);
    if (n != has) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "there is room for %" PRId64 " multipliers, and the orbits of \"%s\" start in a mode "
                        "with %" PRId64,
                        n, rdg_hybrid_name(c->hybrid), has);
    }
    if (n == 0) {
        return RDG_OK;
    }
    walk w = {.c = c, .chain = {.ctx = c->ctx}};
    int answer = prepare(&w) == RDG_OK ? go_round(&w, u) : -1;
    answer = answer ? answer : rdg_chain_multipliers(&w.chain, n, log, angle);
    release(&w);
    RDG_TRY(rdg_error_status(c->ctx));
    return answer == 0
               ? RDG_OK
               : rdg_fail(c->ctx, RDG_ERR_NO_CONVERGENCE, where,
                          "the multipliers of the orbit of \"%s\" are not known: intervals are long for "
                          "changes across it (take more), or it only touches a surface",
                          rdg_hybrid_name(c->hybrid));
}
