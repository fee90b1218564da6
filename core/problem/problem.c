/* A problem and its variables. */
#include "problem.h"
#include "problem_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void destroy(void *object)
{
    rdg_problem *p = object;
    for (rdg_index k = 0; k < p->n_entries; k++) {
        rdg_entry_release(&p->entry[k]);
    }
    for (rdg_index k = 0; k < p->n_blocks; k++) {
        rdg_free(p->block[k].name);
    }
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        rdg_free(p->parameter[k].name);
        rdg_free(p->parameter[k].unit);
    }
    rdg_problem_release_events(p);
    rdg_problem_release_load(p);
    rdg_frozen_release(&p->frozen);
    rdg_free(p->mover);
    rdg_free(p->memory);
    rdg_free(p->transport);
    rdg_free(p->account);
    rdg_free(p->entry);
    rdg_free(p->block);
    rdg_free(p->parameter);
    rdg_problem_release_providers(p);
    rdg_problem_release_columns(p);
    rdg_problem_release_descriptions(p);
    rdg_free(p->u0);
    rdg_free(p->prefix);
    rdg_free(p);
}

rdg_problem *rdg_problem_create(rdg_context *ctx)
{
    rdg_problem *p = rdg_blas_provide(ctx, __func__) == RDG_OK ? rdg_context_calloc(ctx, 1, sizeof *p) : NULL;
    if (!p) {
        return NULL;
    }
    p->ctx = ctx;
    return rdg_context_own(ctx, p, destroy) == RDG_OK ? p : NULL;
}

void rdg_problem_free(rdg_problem *p)
{
    if (p && p->runs > 0) {
        rdg_fail(p->ctx, RDG_ERR_ARGUMENT, __func__,
                 "a run of this problem is under way: it cannot be freed before the run ends");
    } else if (p) {
        rdg_context_disown(p->ctx, p);
        destroy(p);
    }
}

rdg_context *rdg_problem_context(const rdg_problem *p)
{
    return p ? p->ctx : NULL;
}

const rdg_block *rdg_problem_block_of(const rdg_problem *p, rdg_index variable)
{
    rdg_index b = 0;
    while (b + 1 < p->n_blocks && variable >= p->block[b + 1].start) {
        b++;
    }
    return &p->block[b];
}

rdg_status rdg_problem_require_finite(rdg_problem *p, const char *where, const char *what, const double *u)
{
    for (rdg_index j = 0; j < p->n; j++) {
        if (!isfinite(u[j])) {
            const rdg_block *block = rdg_problem_block_of(p, j);
            return rdg_fail(p->ctx, RDG_ERR_NOT_FINITE, where, "%s %s[%" PRId64 "] is %g", what, block->name,
                            j - block->start, u[j]);
        }
    }
    return RDG_OK;
}

static rdg_status check_variables(rdg_problem *p, const char *where, const char *name, rdg_index n,
                                  const double *u)
{
    if (!name || !*name) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where, "a block of variables needs a name");
    }
    if (n < 1) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                        "block \"%s\" has %" PRId64 " variables; it needs at least 1", name, n);
    }
    if (rdg_problem_find_block(p, true, name) >= 0) {
        return rdg_fail(p->ctx, RDG_ERR_NAME, where, "there is already a block of variables \"%s\"", name);
    }
    for (rdg_index i = 0; u && i < n; i++) {
        if (!isfinite(u[i])) {
            return rdg_fail(p->ctx, RDG_ERR_NOT_FINITE, where, "start value %s[%" PRId64 "] is %g", name, i,
                            u[i]);
        }
    }
    return RDG_OK;
}

rdg_status rdg_add_variables(rdg_problem *p, const char *name, rdg_index n, const double *u)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    RDG_TRY(check_variables(p, __func__, name, n, u));
    RDG_TRY(rdg_context_grow(p->ctx, &p->u0, p->n, n, sizeof *p->u0));
    RDG_TRY(rdg_context_grow(p->ctx, &p->block, p->n_blocks, 1, sizeof *p->block));
    char *copy = rdg_problem_own_name(p, name);
    if (!copy) {
        return RDG_FAIL(p->ctx, RDG_ERR_NO_MEMORY, "no memory for the name \"%s\"", name);
    }
    p->block[p->n_blocks++] = (rdg_block){.name = copy, .start = p->n, .n = n, .typical = 1.0, .n_part = n};
    if (u) {
        memcpy(p->u0 + p->n, u, (size_t)n * sizeof *u);
    }
    p->n += n;
    return RDG_OK;
}

rdg_status rdg_set_typical(rdg_problem *p, const char *name, double size, bool follows)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    const rdg_index k = rdg_problem_require_block(p, __func__, name);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    if (!(size > 0) || !isfinite(size)) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT, "typical size of \"%s\" is %g; it must be positive", name,
                        size);
    }
    p->block[k].typical = size;
    p->block[k].follows = follows;
    return RDG_OK;
}

rdg_status rdg_set_typical_part(rdg_problem *p, const char *name, rdg_index first, rdg_index n)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    const rdg_index k = rdg_problem_require_block(p, __func__, name);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    if (first < 0 || n < 1 || first > p->block[k].n - n) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT,
                        "\"%s\" has %" PRId64 " variables, not %" PRId64 " from %" PRId64 " on", name,
                        p->block[k].n, n, first);
    }
    p->block[k].part = first;
    p->block[k].n_part = n;
    return RDG_OK;
}

rdg_index rdg_variable_count(const rdg_problem *p)
{
    return p ? p->n : 0;
}

bool rdg_has_variables(const rdg_problem *p, const char *block)
{
    return p && (rdg_problem_find_block(p, true, block) >= 0 || rdg_problem_find_block(p, false, block) >= 0);
}

#undef rdg_variable_index /* the macro, with which an argument may be left out */

rdg_index rdg_variable_index(rdg_problem *p, const char *block, rdg_index *n)
{
    if (!rdg_problem_works(p)) {
        return -1;
    }
    const rdg_index k = rdg_problem_require_block(p, __func__, block);
    if (k >= 0 && n) {
        *n = p->block[k].n;
    }
    return k < 0 ? -1 : p->block[k].start;
}

double *rdg_start_values(rdg_problem *p)
{
    return p ? p->u0 : NULL;
}

rdg_status rdg_set_start_values(rdg_problem *p, const char *block, rdg_index first, rdg_index n,
                                const double *values)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    const rdg_index k = rdg_problem_require_block(p, __func__, block);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    if (first < 0 || n < 0 || first > p->block[k].n - n) {
        return RDG_FAIL(p->ctx, RDG_ERR_SIZE,
                        "\"%s\" has %" PRId64 " variables: %" PRId64 " values from %" PRId64
                        " on do not lie among them",
                        block, p->block[k].n, n, first);
    }
    RDG_NEED(p->ctx, values, RDG_ERR_ARGUMENT);
    for (rdg_index i = 0; i < n; i++) {
        if (!isfinite(values[i])) {
            return RDG_FAIL(p->ctx, RDG_ERR_NOT_FINITE, "start value %s[%" PRId64 "] is %g", block, first + i,
                            values[i]);
        }
    }
    memcpy(p->u0 + p->block[k].start + first, values, (size_t)n * sizeof *values);
    return RDG_OK;
}

/* Of the part that the typical size follows; what is eliminated takes no part. */
static double root_mean_square(const rdg_problem *p, const rdg_block *block, const double *u)
{
    double sum = 0.0;
    rdg_index count = 0;
    const rdg_index first = block->start + block->part;
    for (rdg_index j = first; j < first + block->n_part; j++) {
        if (!rdg_frozen_has(&p->frozen, j)) {
            sum += u[j] * u[j];
            count++;
        }
    }
    return count > 0 ? sqrt(sum / (double)count) : 0.0;
}

void rdg_typical_sizes(const rdg_problem *p, const double *u, double *size)
{
    for (rdg_index b = 0; p && size && b < p->n_blocks; b++) {
        const rdg_block *block = &p->block[b];
        double typical = block->typical;
        if (block->follows && u) {
            typical = fmax(typical, root_mean_square(p, block, u));
        }
        for (rdg_index i = 0; i < block->n; i++) {
            size[block->start + i] = typical;
        }
    }
}
