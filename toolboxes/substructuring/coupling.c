/* Primal assembly: common degrees of freedom by union and find, matrices by CHOLMOD's triplets. */
#include "coupling.h"
#include "parts_impl.h"

#include <ridgewalk/structural_damping.h>
#include <ridgewalk/structure_carry.h>
#include <ridgewalk/toolbox.h>

#include <cholmod.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "indices are handed to CHOLMOD uncopied");

struct rdg_coupling {
    rdg_context *ctx;
    rdg_parts parts;
    rdg_index *same;  /* [parts.n] another one that is the same, itself for the first of its kind */
    rdg_index *place; /* [parts.n] in the assembly; while it is made */
    rdg_index redundant;
};

static void destroy(void *object)
{
    rdg_coupling *a = object;
    rdg_parts_free(&a->parts);
    rdg_free(a->same);
    rdg_free(a->place);
    rdg_free(a);
}

rdg_coupling *rdg_coupling_create(rdg_context *ctx)
{
    rdg_coupling *a = rdg_error_status(ctx) == RDG_OK ? rdg_context_calloc(ctx, 1, sizeof *a) : NULL;
    if (a) {
        a->ctx = a->parts.ctx = ctx;
    }
    return a && rdg_context_own(ctx, a, destroy) == RDG_OK ? a : NULL;
}

void rdg_coupling_free(rdg_coupling *a)
{
    if (a) {
        rdg_context_disown(a->ctx, a);
        destroy(a);
    }
}

/* More degrees of freedom, each for itself */
static rdg_status grow(rdg_coupling *a, rdg_index more)
{
    rdg_index *same = rdg_context_calloc(a->ctx, (size_t)(a->parts.n + more), sizeof *same);
    if (!same) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < a->parts.n + more; i++) {
        same[i] = i < a->parts.n ? a->same[i] : i;
    }
    rdg_free(a->same);
    a->same = same;
    return RDG_OK;
}

rdg_status rdg_coupling_add(rdg_coupling *a, const char *name, rdg_structure *s)
{
    RDG_ENTER(a, a->ctx, RDG_ERR_EARLIER);
    RDG_NEED(a->ctx, s, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_same_context(a->ctx, rdg_structure_context(s), __func__, "a coupling and \"%s\"",
                             rdg_structure_name(s)));
    RDG_TRY(rdg_parts_check_name(&a->parts, __func__, name));
    RDG_TRY(grow(a, rdg_structure_size(s)));
    return rdg_parts_add(&a->parts, __func__, name, s, NULL);
}

static rdg_index root(const rdg_coupling *a, rdg_index i)
{
    while (a->same[i] != i) {
        i = a->same[i];
    }
    return i;
}

rdg_status rdg_coupling_tie(rdg_coupling *a, const char *one, const char *other)
{
    RDG_ENTER(a, a->ctx, RDG_ERR_EARLIER);
    rdg_part_set set[2];
    RDG_TRY(rdg_parts_pair(&a->parts, __func__, (const char *const[]){one, other}, set));
    for (rdg_index i = 0; i < set[0].n; i++) {
        const rdg_index p = root(a, set[0].part->first + set[0].dof[i]);
        const rdg_index q = root(a, set[1].part->first + set[1].dof[i]);
        a->redundant += p == q;
        a->same[p > q ? p : q] = p < q ? p : q; /* the first one stands for all */
    }
    return RDG_OK;
}

rdg_index rdg_coupling_redundant(const rdg_coupling *a)
{
    return a ? a->redundant : 0;
}

static rdg_index number_places(rdg_coupling *a)
{
    rdg_index count = 0;
    for (rdg_index i = 0; i < a->parts.n; i++) {
        a->place[i] = a->same[i] == i ? count++ : a->place[root(a, i)];
    }
    return count;
}

/* A part's displacement among the places of the assembly */
static void change(const void *data, rdg_index n, const rdg_index *dof, const double *weight, double *changed)
{
    const rdg_index *place = data;
    for (rdg_index i = 0; i < n; i++) {
        changed[place[dof[i]]] += weight[i];
    }
}

typedef enum coupled_matrix { MASS, DAMPING, STIFFNESS, MATRICES } coupled_matrix;

static rdg_status matrix_of(const rdg_structure *s, coupled_matrix which, rdg_sparse *X)
{
    return rdg_structure_matrices(s, which == MASS ? X : NULL, which == DAMPING ? X : NULL,
                                  which == STIFFNESS ? X : NULL);
}

static cholmod_sparse *sum_matrices(const rdg_coupling *a, coupled_matrix which, rdg_index count,
                                    cholmod_common *common)
{
    rdg_index entries = 0;
    rdg_sparse X;
    for (const rdg_part *part = a->parts.first; part; part = part->next) {
        if (matrix_of(part->s, which, &X) != RDG_OK) {
            return NULL;
        }
        entries += X.pattern.start[X.pattern.cols];
    }
    cholmod_triplet *t =
        cholmod_l_allocate_triplet((size_t)count, (size_t)count, (size_t)entries, 0, CHOLMOD_REAL, common);
    if (!t) {
        return NULL;
    }
    SuiteSparse_long *row = t->i, *col = t->j;
    double *value = t->x;
    for (const rdg_part *part = a->parts.first; part; part = part->next) {
        (void)matrix_of(part->s, which, &X);
        for (rdg_index j = 0; j < X.pattern.cols; j++) {
            for (rdg_index e = X.pattern.start[j]; e < X.pattern.start[j + 1]; e++) {
                row[t->nnz] = a->place[part->first + X.pattern.row[e]];
                col[t->nnz] = a->place[part->first + j];
                value[t->nnz++] = X.values[e];
            }
        }
    }
    cholmod_sparse *sum = cholmod_l_triplet_to_sparse(t, 0, common);
    cholmod_l_free_triplet(&t, common);
    if (sum) {
        cholmod_l_sort(sum, common);
    }
    return sum;
}

static rdg_sparse borrow(const cholmod_sparse *X)
{
    return (rdg_sparse){{.rows = (rdg_index)X->nrow, .cols = (rdg_index)X->ncol, .start = X->p, .row = X->i},
                        X->x};
}

static rdg_structure *assemble(rdg_coupling *a, const char *where, const char *name, rdg_index count)
{
    cholmod_common common;
    cholmod_sparse *X[MATRICES] = {NULL};
    rdg_structure *s = NULL;
    cholmod_l_start(&common);
    common.print = 0;
    for (int which = 0; which < MATRICES; which++) {
        X[which] = sum_matrices(a, (coupled_matrix)which, count, &common);
    }
    if (X[MASS] && X[DAMPING] && X[STIFFNESS]) {
        const rdg_sparse M = borrow(X[MASS]), C = borrow(X[DAMPING]), K = borrow(X[STIFFNESS]);
        s = rdg_structure_create_sparse(a->ctx, name, &M, &C, &K);
    } else {
        rdg_fail(a->ctx, RDG_ERR_NO_MEMORY, where, "no memory to assemble \"%s\"", name ? name : "");
    }
    for (int which = 0; which < MATRICES; which++) {
        cholmod_l_free_sparse(&X[which], &common);
    }
    cholmod_l_finish(&common);
    return s;
}

/* One loss factor is that of the whole stiffness. */
static rdg_status take_loss(const rdg_coupling *a, const char *where, rdg_structure *s)
{
    const rdg_part *first = a->parts.first;
    const double loss = rdg_structure_loss_factor(first->s);
    for (const rdg_part *part = first->next; part; part = part->next) {
        const double other = rdg_structure_loss_factor(part->s);
        if (other != loss) {
            return rdg_fail(a->ctx, RDG_ERR_ARGUMENT, where,
                            "\"%s\" has the loss factor %g and \"%s\" %g: an assembly has one for all of its "
                            "stiffness. rdg_coupled_frf_add() takes parts that differ",
                            first->name, loss, part->name, other);
        }
    }
    return rdg_damping_structural(s, loss);
}

rdg_structure *rdg_coupling_primal(rdg_coupling *a, const char *name)
{
    RDG_ENTER(a, a->ctx, NULL);
    if (!a->parts.first) {
        RDG_FAIL(a->ctx, RDG_ERR_ARGUMENT, "\"%s\" has no parts: add some with rdg_coupling_add()",
                 name ? name : "");
        return NULL;
    }
    rdg_free(a->place);
    a->place = rdg_context_calloc(a->ctx, (size_t)a->parts.n, sizeof *a->place);
    rdg_structure *s = a->place ? assemble(a, __func__, name, number_places(a)) : NULL;
    rdg_status status = s ? take_loss(a, __func__, s) : rdg_error_status(a->ctx);
    for (const rdg_part *part = a->parts.first; status == RDG_OK && part; part = part->next) {
        status = rdg_structure_carry(s, part->s, part->name, change, a->place + part->first, __func__);
    }
    if (status != RDG_OK) {
        rdg_structure_free(s);
        return NULL;
    }
    return s;
}
