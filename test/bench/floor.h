/* The least that a point of a curve can cost: the user's functions once, one factorisation of the bordered
 * matrix by the library that is fastest for it, two solves. A bare loop, without a library around it. */
#ifndef RDG_BENCH_FLOOR_H
#define RDG_BENCH_FLOOR_H

#include "bench.h"

#include <klu.h>
#include <lapacke.h>
#include <ridgewalk/sparse.h>
#include <string.h>
#include <umfpack.h>

/* [df, without columns from `size` on; a dense row] in compressed columns, and what solves it */
typedef struct floor_loop {
    const rdg_function *f;
    SuiteSparse_long size, *start, *row;
    double *u, *y, *df, *values, *b, *x;
    klu_l_common common;
    klu_l_symbolic *analysis;
    klu_l_numeric *factors;
    void *umf_analysis, *umf_factors;
    double control[UMFPACK_CONTROL];
    double *dense;
    int *pivot;
} floor_loop;

static inline void floor_evaluate(floor_loop *l)
{
    const rdg_function *f = l->f;
    const rdg_pattern *p = f->df_pattern;
    f->f(f->n, l->u, f->m, l->y, f->data);
    memset(l->df, 0, (size_t)p->start[p->cols] * sizeof *l->df);
    f->df(f->n, l->u, f->m, l->df, f->data);
    for (SuiteSparse_long j = 0; j < l->size; j++) {
        const size_t count = (size_t)(p->start[j + 1] - p->start[j]);
        memcpy(l->values + l->start[j], l->df + p->start[j], count * sizeof *l->df);
    }
}

static inline floor_loop floor_create(const rdg_function *f, const double *u)
{
    const rdg_pattern *p = f->df_pattern;
    const SuiteSparse_long n = f->m + 1;
    const size_t count = (size_t)(p->start[n] + n);
    floor_loop l = {.f = f, .size = n};
    l.start = calloc((size_t)n + 1, sizeof *l.start);
    l.row = calloc(count, sizeof *l.row);
    l.values = calloc(count, sizeof *l.values);
    l.df = calloc((size_t)p->start[p->cols] + 1, sizeof *l.df);
    l.u = calloc((size_t)f->n, sizeof *l.u);
    l.y = calloc((size_t)n, sizeof *l.y);
    l.b = calloc((size_t)n, sizeof *l.b);
    l.x = calloc((size_t)n, sizeof *l.x);
    memcpy(l.u, u, (size_t)f->n * sizeof *u);
    SuiteSparse_long used = 0;
    for (SuiteSparse_long j = 0; j < n; j++) {
        for (rdg_index k = p->start[j]; k < p->start[j + 1]; k++) {
            l.row[used++] = p->row[k];
        }
        l.values[used] = 1.0 / (double)(j + 1);
        l.row[used++] = n - 1;
        l.start[j + 1] = used;
        l.b[j] = 1.0;
    }
    floor_evaluate(&l);
    return l;
}

/* --- one round of each library; 0: it worked */

static inline int floor_by_klu(void *data)
{
    floor_loop *l = data;
    floor_evaluate(l);
    if (!klu_l_refactor(l->start, l->row, l->values, l->analysis, l->factors, &l->common)) {
        return 1;
    }
    for (int k = 0; k < 2; k++) {
        memcpy(l->x, l->b, (size_t)l->size * sizeof *l->x);
        klu_l_solve(l->analysis, l->factors, l->size, 1, l->x, &l->common);
    }
    return 0;
}

static inline int floor_by_umfpack(void *data)
{
    floor_loop *l = data;
    floor_evaluate(l);
    umfpack_dl_free_numeric(&l->umf_factors);
    int answer = (int)umfpack_dl_numeric(l->start, l->row, l->values, l->umf_analysis, &l->umf_factors,
                                         l->control, NULL);
    for (int k = 0; k < 2 && answer == 0; k++) {
        answer = (int)umfpack_dl_solve(UMFPACK_A, l->start, l->row, l->values, l->x, l->b, l->umf_factors,
                                       l->control, NULL);
    }
    return answer;
}

static inline int floor_by_lapack(void *data)
{
    floor_loop *l = data;
    const int n = (int)l->size;
    floor_evaluate(l);
    memset(l->dense, 0, (size_t)n * (size_t)n * sizeof *l->dense);
    for (SuiteSparse_long j = 0; j < n; j++) {
        for (SuiteSparse_long k = l->start[j]; k < l->start[j + 1]; k++) {
            l->dense[l->row[k] + n * j] = l->values[k];
        }
    }
    const int answer = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, l->dense, n, l->pivot);
    for (int k = 0; k < 2; k++) {
        memcpy(l->x, l->b, (size_t)n * sizeof *l->x);
        LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', n, 1, l->dense, n, l->pivot, l->x, n);
    }
    return answer;
}

/* Microseconds of the processor, the least of some batches that take 2 ms at least. */
static inline double floor_time(int (*round)(void *data), floor_loop *l)
{
    double least = 1e300;
    for (int batch = 0; batch < 7; batch++) {
        const clock_t begin = clock();
        long calls = 0;
        do {
            bench_require(round(l) == 0, "a factorisation of the floor has failed");
            calls++;
        } while (bench_cpu_ms(begin) < 2.0);
        const double us = 1e3 * bench_cpu_ms(begin) / (double)calls;
        least = us < least ? us : least;
    }
    return least;
}

/* The fastest of the three, and its name. The function's variables are m + 1, or more that do not move. */
static inline double floor_us(const rdg_function *f, const double *u, const char **best)
{
    floor_loop l = floor_create(f, u);
    const size_t n = (size_t)l.size;
    klu_l_defaults(&l.common);
    l.common.btf = 0;
    l.common.tol = 1e-6;
    l.analysis = klu_l_analyze(l.size, l.start, l.row, &l.common);
    l.factors = klu_l_factor(l.start, l.row, l.values, l.analysis, &l.common);
    double us = floor_time(floor_by_klu, &l);
    *best = "klu";
    if (n > 500) {
        umfpack_dl_defaults(l.control);
        l.control[UMFPACK_IRSTEP] = 0.0;
        umfpack_dl_symbolic(l.size, l.size, l.start, l.row, l.values, &l.umf_analysis, l.control, NULL);
        const double other = floor_time(floor_by_umfpack, &l);
        *best = other < us ? "umfpack" : *best;
        us = other < us ? other : us;
    } else {
        l.dense = calloc(n * n, sizeof *l.dense);
        l.pivot = calloc(n, sizeof *l.pivot);
        const double other = floor_time(floor_by_lapack, &l);
        *best = other < us ? "lapack" : *best;
        us = other < us ? other : us;
    }
    klu_l_free_numeric(&l.factors, &l.common);
    klu_l_free_symbolic(&l.analysis, &l.common);
    umfpack_dl_free_numeric(&l.umf_factors);
    umfpack_dl_free_symbolic(&l.umf_analysis);
    void *work[] = {l.start, l.row, l.values, l.df, l.u, l.y, l.b, l.x, l.dense, l.pivot};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        free(work[k]);
    }
    return us;
}

#endif
