/* Lowest modes of large sparse structures: Lanczos's method on (K - shift M)^-1 M by ARPACK, and Sylvester's
 * count of the eigenvalues that there are below those found, since Lanczos's method may miss one of several
 * equal ones.
 */
#define _POSIX_C_SOURCE 200809L

#include "modes_impl.h"
#include "shifted_impl.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <arpack/arpack.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

/* ARPACK keeps what it needs between calls in static memory: one search at a time in the whole program. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

enum { NO_FACTORIZATION = -9999 }; /* of so many vectors: M has fewer */

/* Of ARPACK's iparam; mode 3 is shift and invert. */
enum { EXACT_SHIFTS = 0, MOST_RESTARTS = 2, CONVERGED = 4, MODE = 6, OPTIONS = 11, PLACES = 14 };

/* Relative error of the eigenvectors' residuals, some 50 rounding units. At one unit, ARPACK's own choice,
 * rounding errors of the solutions delay convergence: two to three times as many products, same digits. */
#define TOLERANCE 1e-14

typedef struct search {
    rdg_context *ctx;
    const char *where;
    const rdg_structure *s;
    rdg_shifted *f;
    double shift;
    a_int wanted, basis; /* eigenvalues and Lanczos vectors */
    a_int option[OPTIONS], place[PLACES];
    a_int n_small;
    double *start;   /* [n] residual, from the start vector */
    double *vectors; /* [n * basis] */
    double *work;    /* [3 * n] */
    double *small;   /* [n_small] */
    double *lambda;  /* [wanted] in any order, as `vectors` */
    a_int *rank;     /* [basis] from the lowest up */
    bool exhausted;  /* fewer vectors than wanted are of any mass */
} search;

/* Different for each attempt, the same in each run. */
static void fill_start(search *q, unsigned attempt)
{
    unsigned state = 12345u + attempt;
    for (rdg_index i = 0; i < q->f->n; i++) {
        state = 1664525u * state + 1013904223u;
        q->start[i] = (double)(state >> 8) / 16777216.0 - 0.5;
    }
}

/* y = (K - shift M)^-1 v; v = M x where ARPACK does not report it already */
static rdg_status apply(search *q, a_int task)
{
    const a_int *place = q->place;
    const double *x = q->work + place[0] - 1;
    double *y = q->work + place[1] - 1;
    if (task == 2) {
        rdg_shifted_mass(q->f, x, y);
        return RDG_OK;
    }
    if (task == 1) {
        return rdg_shifted_solve(q->f, q->where, q->work + place[2] - 1, y);
    }
    double *mass = q->f->b->x; /* the right-hand side of the solution may hold M x before */
    rdg_shifted_mass(q->f, x, mass);
    return rdg_shifted_solve(q->f, q->where, mass, y);
}

static rdg_status refuse(const search *q, const char *routine, a_int info)
{
    return rdg_fail(q->ctx, RDG_ERR_LIBRARY, q->where,
                    "ARPACK's %s answers %d for the lowest %d modes of \"%s\" (%d converged): request fewer",
                    routine, (int)info, (int)q->wanted, q->s->name, (int)q->option[CONVERGED]);
}

/* Lanczos's method until the wanted ones have converged */
static rdg_status converge(search *q)
{
    const a_int n = (a_int)q->f->n;
    a_int task = 0, info = 1; /* the start vector is ours */
    while (task != 99) {
        rdg_blas_begin();
        dsaupd_c(&task, "G", n, "LM", q->wanted, TOLERANCE, q->start, q->basis, q->vectors, n, q->option,
                 q->place, q->work, q->small, q->n_small, &info);
        rdg_blas_end(0);
        if (task != 99) {
            RDG_TRY(apply(q, task));
        }
    }
    q->exhausted = info == NO_FACTORIZATION;
    return info == 0 || q->exhausted ? RDG_OK : refuse(q, "dsaupd", info);
}

static rdg_status extract(search *q)
{
    const a_int n = (a_int)q->f->n;
    a_int info = 0;
    rdg_blas_begin();
    dseupd_c(1, "A", q->rank, q->lambda, q->vectors, n, q->shift, "G", n, "LM", q->wanted, TOLERANCE,
             q->start, q->basis, q->vectors, n, q->option, q->place, q->work, q->small, q->n_small, &info);
    rdg_blas_end(0);
    return info == 0 && q->option[CONVERGED] >= q->wanted ? RDG_OK : refuse(q, "dseupd", info);
}

static void order(search *q)
{
    for (a_int a = 0; a < q->wanted; a++) {
        a_int at = a;
        for (; at > 0 && q->lambda[q->rank[at - 1]] > q->lambda[a]; at--) {
            q->rank[at] = q->rank[at - 1];
        }
        q->rank[at] = a;
    }
}

/* The eigenvalues next to the shift, and their vectors. */
static rdg_status iterate(search *q, unsigned number)
{
    fill_start(q, number);
    memset(q->option, 0, sizeof q->option);
    q->option[EXACT_SHIFTS] = 1;
    q->option[MOST_RESTARTS] = 1000;
    q->option[MODE] = 3;
    pthread_mutex_lock(&lock);
    rdg_status status = converge(q);
    if (status == RDG_OK && !q->exhausted) {
        status = extract(q);
        order(q);
    }
    pthread_mutex_unlock(&lock);
    return status;
}

static double lambda(const search *q, a_int rank)
{
    return q->lambda[q->rank[rank]];
}

/* How many of the found ones lie below the widest gap behind the first `count`, and the middle of that gap;
 * 0: they are all equal there. */
static a_int below_gap(const search *q, a_int count, double *middle)
{
    a_int best = 0;
    double widest = 1e-9 * fabs(lambda(q, q->wanted - 1) - q->shift);
    for (a_int a = count; a < q->wanted; a++) {
        const double gap = lambda(q, a) - lambda(q, a - 1);
        if (gap > widest) {
            widest = gap;
            best = a;
            *middle = lambda(q, a - 1) + 0.5 * gap;
        }
    }
    return best;
}

static rdg_status reserve(search *q)
{
    const size_t n = (size_t)q->s->n, basis = (size_t)q->basis;
    q->start = rdg_context_calloc(q->ctx, n, sizeof *q->start);
    q->vectors = rdg_context_calloc(q->ctx, n * basis, sizeof *q->vectors);
    q->work = rdg_context_calloc(q->ctx, 3 * n, sizeof *q->work);
    q->n_small = q->basis * (q->basis + 8);
    q->small = rdg_context_calloc(q->ctx, (size_t)q->n_small, sizeof *q->small);
    q->lambda = rdg_context_calloc(q->ctx, basis, sizeof *q->lambda);
    q->rank = rdg_context_calloc(q->ctx, basis, sizeof *q->rank);
    return rdg_error_status(q->ctx);
}

static void free_capacity(search *q)
{
    rdg_free(q->start);
    rdg_free(q->vectors);
    rdg_free(q->work);
    rdg_free(q->small);
    rdg_free(q->lambda);
    rdg_free(q->rank);
}

static void hand_over(const search *q, rdg_index count, rdg_modes_rung *r)
{
    const size_t n = (size_t)q->f->n;
    r->lowest = lambda(q, 0);
    for (rdg_index a = 0; a < count; a++) {
        const double here = lambda(q, (a_int)a);
        const bool is_told = here + r->shift < (r->lowest + r->shift) * RDG_MODES_REACH;
        r->lambda[a] = is_told ? here : INFINITY;
        if (r->shapes) {
            memcpy(r->shapes + n * (size_t)a, q->vectors + n * (size_t)q->rank[a], n * sizeof *r->shapes);
        }
    }
}

/* One search, and the count, which needs the memory of the vectors. *missed: eigenvalues below those found
 * that are not among them; -1: the count cannot report. */
static rdg_status attempt(search *q, rdg_index count, unsigned number, rdg_index *missed, rdg_modes_rung *r)
{
    *missed = -1;
    RDG_TRY(rdg_shifted_factor(q->f, q->where, -r->shift, &r->definite));
    if (!r->definite) {
        return RDG_OK;
    }
    RDG_TRY(iterate(q, number));
    if (q->exhausted) {
        return RDG_OK;
    }
    hand_over(q, count, r);
    rdg_free(q->vectors);
    q->vectors = NULL;
    double middle = 0.0;
    rdg_index there = -1;
    const a_int below = below_gap(q, (a_int)count, &middle);
    if (below > 0) {
        RDG_TRY(rdg_shifted_count(q->f, q->where, middle, &there));
        *missed = there >= below ? there - below : -1;
    }
    return RDG_OK;
}

rdg_status rdg_modes_sparse(const rdg_modes_problem *p, rdg_index count, rdg_modes_rung *r)
{
    enum { BEHIND = 3, ATTEMPTS = 4, LEAST_BASIS = 20 };
    const rdg_structure *s = p->s;
    rdg_shifted own = {0}, *f = p->shared ? p->shared : &own;
    rdg_index missed = -1, wanted = count + BEHIND;
    search q = {.ctx = s->ctx, .where = p->where, .s = s, .f = f, .shift = -r->shift};
    rdg_status status = p->shared ? RDG_OK : rdg_shifted_open(f, p);
    r->definite = true;
    for (unsigned number = 0;
         status == RDG_OK && missed != 0 && r->definite && !q.exhausted && number < ATTEMPTS; number++) {
        wanted = wanted < p->n / 2 ? wanted : p->n / 2;
        q.wanted = (a_int)wanted;
        q.basis = 2 * q.wanted + 1 > LEAST_BASIS ? 2 * q.wanted + 1 : LEAST_BASIS;
        status = reserve(&q);
        if (status == RDG_OK) {
            status = attempt(&q, count, number, &missed, r);
        }
        free_capacity(&q);
        wanted += BEHIND + (missed > 0 ? missed : wanted / 2);
    }
    if (!p->shared) {
        rdg_shifted_close(f);
    }
    r->exhausted = q.exhausted;
    return status != RDG_OK || missed == 0 || q.exhausted || !r->definite
               ? status
               : rdg_fail(s->ctx, RDG_ERR_LIBRARY, p->where,
                          "the lowest %" PRId64 " modes of \"%s\" are not certain: %" PRId64
                          " frequencies below them were not found",
                          count, s->name, missed);
}
