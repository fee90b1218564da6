/* The fronts of symmetric factors: their tree, and space for them. */
#include "interior_fronts_impl.h"

#include <ridgewalk/toolbox.h>

/* The front of which row r is a column. */
static rdg_index front_with(const rdg_interior_fronts *f, rdg_index r)
{
    rdg_index low = 0, high = (rdg_index)f->pattern->nsuper - 1;
    while (low < high) {
        const rdg_index middle = (low + high + 1) / 2;
        if (rdg_front_begin(f, middle) <= r) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* Zeros are not stored, and rounding may leave them on one side of the diagonal alone: an entry for each that
 * is stored on either side. */
static cholmod_sparse *symmetric_pattern(const rdg_interior *in, cholmod_common *common)
{
    cholmod_sparse A = {.nrow = (size_t)in->n,
                        .ncol = (size_t)in->n,
                        .nzmax = (size_t)in->start[in->n],
                        .p = in->start,
                        .i = in->row,
                        .itype = CHOLMOD_LONG,
                        .xtype = CHOLMOD_PATTERN,
                        .packed = 1};
    double one[2] = {1.0, 0.0};
    cholmod_sparse *transposed = cholmod_l_transpose(&A, 0, common);
    cholmod_sparse *sum = transposed ? cholmod_l_add(&A, transposed, one, one, 0, 0, common) : NULL;
    cholmod_l_free_sparse(&transposed, common);
    if (sum) {
        sum->stype = -1; /* the lower triangle; the upper one is not read */
    }
    return sum;
}

static rdg_status analyse(rdg_context *ctx, const char *where, rdg_interior_fronts *f)
{
    f->common.supernodal = CHOLMOD_SUPERNODAL;
    cholmod_sparse *A = symmetric_pattern(f->in, &f->common);
    f->pattern = A ? cholmod_l_analyze(A, &f->common) : NULL;
    cholmod_l_free_sparse(&A, &f->common);
    if (!f->pattern || f->common.status < CHOLMOD_OK) {
        return rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory to analyse the interior's pattern");
    }
    return RDG_OK;
}

/* The fronts in order, each taking those that wait for it off the stack. */
static void plan(rdg_interior_fronts *f, rdg_index *update, rdg_index *stack)
{
    rdg_index height = 0, count = 0;
    *update = *stack = 1;
    for (rdg_index k = 0; k < (rdg_index)f->pattern->nsuper; k++) {
        const rdg_index columns = rdg_front_columns(f, k), rest = rdg_front_rows(f, k) - columns;
        f->first[k + 1] = f->first[k] + columns * rdg_front_rows(f, k);
        f->parent[k] = rest > 0 ? front_with(f, rdg_front_list(f, k)[columns]) : -1;
        while (count > 0 && f->parent[f->waiting[count - 1]] == k) {
            count--;
            height -= rdg_front_update(f, f->waiting[count]);
        }
        if (rest > 0) {
            f->waiting[count++] = k;
            height += rdg_front_update(f, k);
        }
        *update = rdg_front_update(f, k) > *update ? rdg_front_update(f, k) : *update;
        *stack = height > *stack ? height : *stack;
    }
}

static rdg_status allocate(rdg_context *ctx, rdg_interior_fronts *f)
{
    const size_t n = (size_t)f->in->n, fronts = f->pattern->nsuper;
    f->inverse = rdg_context_calloc(ctx, n, sizeof *f->inverse);
    f->place = rdg_context_calloc(ctx, n, sizeof *f->place);
    f->parent = rdg_context_calloc(ctx, fronts, sizeof *f->parent);
    f->first = rdg_context_calloc(ctx, fronts + 1, sizeof *f->first);
    f->waiting = rdg_context_calloc(ctx, fronts, sizeof *f->waiting);
    f->square = rdg_context_calloc(ctx, n, sizeof *f->square);
    f->block = rdg_context_calloc(ctx, n * RDG_FRONTS_WIDTH, sizeof *f->block);
    f->rows = rdg_context_calloc(ctx, n * RDG_FRONTS_WIDTH, sizeof *f->rows);
    RDG_TRY(rdg_error_status(ctx));
    const SuiteSparse_long *perm = f->pattern->Perm;
    for (rdg_index i = 0; i < f->in->n; i++) {
        f->inverse[perm[i]] = i;
    }
    rdg_index update = 0, stack = 0;
    plan(f, &update, &stack);
    f->L = rdg_context_calloc(ctx, (size_t)f->first[fronts], sizeof *f->L);
    f->update = rdg_context_calloc(ctx, (size_t)update, sizeof *f->update);
    f->stack = rdg_context_calloc(ctx, (size_t)stack, sizeof *f->stack);
    return rdg_error_status(ctx);
}

rdg_status rdg_interior_fronts_init(rdg_context *ctx, const char *where, const rdg_interior *in,
                                    rdg_interior_fronts *f)
{
    *f = (rdg_interior_fronts){.in = in};
    cholmod_l_start(&f->common);
    f->common.print = 0;
    RDG_TRY(analyse(ctx, where, f));
    return allocate(ctx, f);
}

void rdg_interior_fronts_release(rdg_interior_fronts *f)
{
    if (f->in) {
        cholmod_l_free_factor(&f->pattern, &f->common);
        cholmod_l_finish(&f->common);
    }
    void *const arrays[] = {f->inverse, f->place, f->parent, f->first, f->waiting, f->L,
                            f->update,  f->stack, f->square, f->block, f->rows};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
}
