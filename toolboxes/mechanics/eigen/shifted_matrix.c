/* Upper triangles of K, M and K - shift M for CHOLMOD. */
#include "shifted_impl.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

rdg_status rdg_shifted_check(const rdg_shifted *f, const char *where)
{
    switch (f->common.status) {
    case CHOLMOD_OK:
    case CHOLMOD_NOT_POSDEF:
    case CHOLMOD_DSMALL:
        return RDG_OK;
    case CHOLMOD_OUT_OF_MEMORY:
        return rdg_fail(f->ctx, RDG_ERR_NO_MEMORY, where, "no memory for the factors of %lld unknowns",
                        (long long)f->n);
    default:
        return rdg_fail(f->ctx, RDG_ERR_LIBRARY, where, "CHOLMOD answers %d", f->common.status);
    }
}

/* Entries of the upper triangle of k K + m M in column j, into row and value unless these are NULL. Those of
 * K's pattern count whatever k is, unless it is zero: factors of each shift have one pattern. */
static rdg_index upper_column(const rdg_modes_problem *p, double k, double m, rdg_index j,
                              SuiteSparse_long *row, double *value)
{
    const rdg_structure *s = p->s;
    rdg_index count = 0;
    for (rdg_index e = s->start[j]; e < s->start[j + 1]; e++) {
        const bool is_upper = s->row[e] <= j && rdg_modes_place(p, s->row[e]) >= 0;
        if (is_upper && ((k != 0.0 && s->K[e] != 0.0) || s->M[e] != 0.0)) {
            if (row) {
                row[count] = rdg_modes_place(p, s->row[e]);
                value[count] = k * s->K[e] + m * s->M[e];
            }
            count++;
        }
    }
    return count;
}

cholmod_sparse *rdg_shifted_upper(rdg_shifted *f, double k, double m)
{
    const rdg_modes_problem *p = &f->problem;
    rdg_index entries = 0;
    for (rdg_index j = 0; j < p->s->n; j++) {
        entries += rdg_modes_place(p, j) >= 0 ? upper_column(p, k, m, j, NULL, NULL) : 0;
    }
    const size_t n = (size_t)f->n;
    cholmod_sparse *A = cholmod_l_allocate_sparse(n, n, (size_t)entries, 1, 1, 1, CHOLMOD_REAL, &f->common);
    SuiteSparse_long *start = A ? A->p : NULL;
    for (rdg_index j = 0; A && j < p->s->n; j++) {
        const rdg_index to = rdg_modes_place(p, j);
        if (to >= 0) {
            start[to + 1] = start[to] + upper_column(p, k, m, j, (SuiteSparse_long *)A->i + start[to],
                                                     (double *)A->x + start[to]);
        }
    }
    return A;
}

static void put(cholmod_triplet *t, rdg_index row, rdg_index col, double value)
{
    if (row <= col && value != 0.0) {
        ((SuiteSparse_long *)t->i)[t->nnz] = row;
        ((SuiteSparse_long *)t->j)[t->nnz] = col;
        ((double *)t->x)[t->nnz++] = value;
    }
}

/* Space for the springs' entries */
static rdg_status make_triplet(rdg_shifted *f, cholmod_triplet **t)
{
    const rdg_modes_problem *p = &f->problem;
    size_t most = 0;
    for (rdg_index a = 0; a < p->n_springs; a++) {
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        RDG_TRY(rdg_ground_spring_terms(p->s, p->where, &p->springs[a], &n, &dof, &weight));
        most += (size_t)(n * n);
    }
    *t = cholmod_l_allocate_triplet((size_t)f->n, (size_t)f->n, most, 1, CHOLMOD_REAL, &f->common);
    return rdg_shifted_check(f, p->where);
}

/* The upper triangle of the springs' stiffness */
static rdg_status spring_stiffness(rdg_shifted *f, cholmod_sparse **sparse)
{
    const rdg_modes_problem *p = &f->problem;
    cholmod_triplet *t = NULL;
    RDG_TRY(make_triplet(f, &t));
    for (rdg_index a = 0; a < p->n_springs; a++) {
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        (void)rdg_ground_spring_terms(p->s, p->where, &p->springs[a], &n, &dof, &weight); /* as before */
        for (rdg_index e = 0; e < n * n; e++) {
            put(t, dof[e % n], dof[e / n], p->springs[a].stiffness * weight[e % n] * weight[e / n]);
        }
    }
    *sparse = cholmod_l_triplet_to_sparse(t, 0, &f->common);
    cholmod_l_free_triplet(&t, &f->common);
    return rdg_shifted_check(f, p->where);
}

rdg_status rdg_shifted_matrix(rdg_shifted *f, double shift, cholmod_sparse **A)
{
    *A = rdg_shifted_upper(f, 1.0, -shift);
    if (!*A || f->problem.n_springs == 0) {
        return rdg_shifted_check(f, f->problem.where);
    }
    double one[2] = {1.0, 0.0};
    cholmod_sparse *springs = NULL, *bare = *A;
    rdg_status status = spring_stiffness(f, &springs);
    *A = status == RDG_OK ? cholmod_l_add(bare, springs, one, one, 1, 1, &f->common) : NULL;
    cholmod_l_free_sparse(&springs, &f->common);
    cholmod_l_free_sparse(&bare, &f->common);
    return status == RDG_OK ? rdg_shifted_check(f, f->problem.where) : status;
}
