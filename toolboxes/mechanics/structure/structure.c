/* Structures: creation from dense and sparse matrices, what they are made of. */
#include "structure_impl.h"
#include "wave_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <string.h>

static void destroy(void *object)
{
    rdg_structure *s = object;
    rdg_structure_free_names(s);
    rdg_structure_free_elements(s);
    rdg_structure_free_loads(s);
    rdg_structure_free_sensors(s);
    rdg_structure_free_gyroscopic(s);
    rdg_structure_free_sets(s);
    rdg_free(s->labels);
    rdg_free(s->places);
    rdg_free(s->rest);
    rdg_free(s->name);
    rdg_free(s->start);
    rdg_free(s->row);
    rdg_free(s->M);
    rdg_free(s->C);
    rdg_free(s->K);
    rdg_wave_free(s->wave);
    rdg_free(s);
}

void rdg_structure_free(rdg_structure *s)
{
    if (s) {
        rdg_context_disown(s->ctx, s);
        destroy(s);
    }
}

rdg_structure *rdg_structure_assemble(rdg_context *ctx, const char *where, const char *name,
                                      const rdg_sparse *M, const rdg_sparse *C, const rdg_sparse *K)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    if (!name || !*name) {
        rdg_fail(ctx, RDG_ERR_NAME, where, "a structure needs a name");
        return NULL;
    }
    if (!M || !K) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "\"%s\" needs both a mass matrix M and a stiffness matrix K",
                 name);
        return NULL;
    }
    rdg_structure *s = rdg_blas_provide(ctx, where) == RDG_OK ? rdg_context_calloc(ctx, 1, sizeof *s) : NULL;
    if (!s) {
        return NULL;
    }
    s->ctx = ctx;
    s->n = K->pattern.cols;
    s->name = rdg_strdup(name);
    if (!s->name) {
        rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "the name \"%s\" cannot be stored", name);
        destroy(s);
        return NULL;
    }
    if (rdg_structure_merge(s, where, M, C, K) != RDG_OK) {
        destroy(s);
        return NULL;
    }
    rdg_structure_judge_damping(s);
    return rdg_context_own(ctx, s, destroy) == RDG_OK ? s : NULL;
}

rdg_structure *rdg_structure_create_sparse(rdg_context *ctx, const char *name, const rdg_sparse *M,
                                           const rdg_sparse *C, const rdg_sparse *K)
{
    return rdg_structure_assemble(ctx, __func__, name, M, C, K);
}

rdg_structure *rdg_structure_create(rdg_context *ctx, const char *name, rdg_index n, const double *M,
                                    const double *C, const double *K)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    if (n < 1 || n > INT32_MAX) {
        RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "\"%s\" cannot have %" PRId64 " degrees of freedom", name ? name : "",
                 n);
        return NULL;
    }
    /* the full pattern, shared by the three; merging drops the zeros */
    rdg_structure *s = NULL;
    rdg_index *start = rdg_context_calloc(ctx, (size_t)n + 1, sizeof *start);
    rdg_index *row = rdg_context_calloc(ctx, (size_t)(n * n), sizeof *row);
    if (start && row) {
        for (rdg_index j = 0; j < n; j++) {
            start[j + 1] = n * (j + 1);
            for (rdg_index i = 0; i < n; i++) {
                row[i + n * j] = i;
            }
        }
        const rdg_pattern full = {.rows = n, .cols = n, .start = start, .row = row};
        s = rdg_structure_assemble(ctx, __func__, name, M ? &(rdg_sparse){full, M} : NULL,
                                   C ? &(rdg_sparse){full, C} : NULL, K ? &(rdg_sparse){full, K} : NULL);
    }
    rdg_free(start);
    rdg_free(row);
    return s;
}

static rdg_status copy_matrices(rdg_structure *s, const rdg_structure *from)
{
    const rdg_index entries = from->start[from->n];
    s->start = rdg_structure_duplicate(s->ctx, s->n + 1, sizeof *s->start, from->start);
    s->row = rdg_structure_duplicate(s->ctx, entries, sizeof *s->row, from->row);
    s->M = rdg_structure_duplicate(s->ctx, entries, sizeof *s->M, from->M);
    s->C = rdg_structure_duplicate(s->ctx, entries, sizeof *s->C, from->C);
    s->K = rdg_structure_duplicate(s->ctx, entries, sizeof *s->K, from->K);
    s->rest = from->rest ? rdg_structure_duplicate(s->ctx, s->n, sizeof *s->rest, from->rest) : NULL;
    s->wave = from->wave ? rdg_wave_copy(from) : NULL;
    return rdg_error_status(s->ctx);
}

rdg_structure *rdg_structure_copy(const rdg_structure *from)
{
    rdg_context *ctx = rdg_structure_context(from);
    RDG_ENTER(from, ctx, NULL);
    rdg_structure *s = rdg_context_calloc(ctx, 1, sizeof *s);
    if (!s) {
        return NULL;
    }
    *s = (rdg_structure){.ctx = ctx,
                         .name = rdg_context_strdup(ctx, from->name),
                         .n = from->n,
                         .beam_elements = from->beam_elements,
                         .plane_nx = from->plane_nx,
                         .plane_ny = from->plane_ny,
                         .mixed = from->mixed,
                         .file_length = from->file_length};
    rdg_structure_copy_damping(s, from);
    if (copy_matrices(s, from) != RDG_OK || rdg_structure_copy_names(s, from) != RDG_OK ||
        rdg_structure_copy_labels(s, from) != RDG_OK || rdg_structure_copy_sets(s, from) != RDG_OK ||
        rdg_structure_copy_elements(s, from, NULL) != RDG_OK ||
        rdg_structure_copy_loads(s, from, NULL) != RDG_OK ||
        rdg_structure_copy_sensors(s, from, NULL) != RDG_OK ||
        rdg_structure_copy_gyroscopic(s, from, NULL) != RDG_OK) {
        destroy(s);
        return NULL;
    }
    return rdg_context_own(ctx, s, destroy) == RDG_OK ? s : NULL;
}

rdg_context *rdg_structure_context(const rdg_structure *s)
{
    return s ? s->ctx : NULL;
}

const char *rdg_structure_name(const rdg_structure *s)
{
    return s ? s->name : "";
}

rdg_index rdg_structure_size(const rdg_structure *s)
{
    return s ? s->n : 0;
}

rdg_status rdg_structure_matrices(const rdg_structure *s, rdg_sparse *M, rdg_sparse *C, rdg_sparse *K)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_TRY(rdg_structure_refuse_wave(s, __func__));
    const rdg_pattern pattern = {.rows = s->n, .cols = s->n, .start = s->start, .row = s->row};
    if (M) {
        *M = (rdg_sparse){pattern, s->M};
    }
    if (C) {
        *C = (rdg_sparse){pattern, s->C};
    }
    if (K) {
        *K = (rdg_sparse){pattern, s->K};
    }
    return RDG_OK;
}
