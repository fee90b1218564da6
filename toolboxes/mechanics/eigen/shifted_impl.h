/* Factors of A = K - shift M of large sparse structures, by CHOLMOD, with the diagonal scaled to one. */
#ifndef RDG_SHIFTED_IMPL_H
#define RDG_SHIFTED_IMPL_H

#include "modes_impl.h"

#include <cholmod.h>
#include <stdbool.h>

typedef struct rdg_shifted {
    rdg_context *ctx;
    rdg_modes_problem problem;
    rdg_index n;
    cholmod_common common;
    cholmod_sparse *M; /* upper triangle, on its own pattern */
    cholmod_factor *L; /* of the last shift; NULL: none yet */
    double *scale;     /* [n] 1 / sqrt|A_ii| */
    double bytes;      /* that the factors take */
    double beside;     /* bytes that the caller needs beside the factors */
    double shift;      /* of Cholesky's factors in L, 1/s^2, where is_factored */
    bool is_factored, is_definite;
    cholmod_dense *b, *x, *y, *e;
} rdg_shifted;

/* Upper triangle of k K + m M without springs; NULL without memory. CHOLMOD permutes an upper triangle with
 * one copy, a lower one with two. */
cholmod_sparse *rdg_shifted_upper(rdg_shifted *f, double k, double m);

/* *A: upper triangle of K - shift M, springs included; to be freed. */
rdg_status rdg_shifted_matrix(rdg_shifted *f, double shift, cholmod_sparse **A);

/* CHOLMOD's last answer as ours. */
rdg_status rdg_shifted_check(const rdg_shifted *f, const char *where);

/* To be closed whatever the answer; what the problem points to must live as long. */
rdg_status rdg_shifted_open(rdg_shifted *f, const rdg_modes_problem *p);

void rdg_shifted_close(rdg_shifted *f);

/* Cholesky factors of K - shift M, unless they are there already. *definite: whether it is clearly positive
 * definite. */
rdg_status rdg_shifted_factor(rdg_shifted *f, const char *where, double shift, bool *definite);

/* RDG_ERR_NO_MEMORY if the factors that have been analysed and what stands beside them need too much. */
rdg_status rdg_shifted_require_memory(const rdg_shifted *f, const char *where);

/* x = (K - shift M)^-1 b with the factors that are there. */
rdg_status rdg_shifted_solve(rdg_shifted *f, const char *where, const double *b, double *x);

/* The same for `count` columns, [n * count], in place. */
rdg_status rdg_shifted_solve_all(rdg_shifted *f, const char *where, rdg_index count, double *X);

/* y = M x */
void rdg_shifted_mass(const rdg_shifted *f, const double *x, double *y);

/* How many eigenvalues of K x = lambda M x lie below `shift`: the negative pivots of K - shift M (Sylvester).
 * *count = -1: a pivot vanished, try another shift. The factors are lost. */
rdg_status rdg_shifted_count(rdg_shifted *f, const char *where, double shift, rdg_index *count);

#endif
