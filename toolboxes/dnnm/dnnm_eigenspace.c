/* The direction in the eigenspace of a repeated frequency with which a mode begins. */
#include "dnnm_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

static double entry(const rdg_dnnm_model *model, const double *values, rdg_index row, rdg_index col)
{
    const rdg_pattern *pattern = model->forced->df_pattern;
    const rdg_index start = model->jacobian_start[col], end = model->jacobian_start[col + 1];
    if (!pattern) {
        return values[start + row];
    }
    for (rdg_index e = start; e < end; e++) {
        if (pattern->row[e] == row) {
            return values[e];
        }
    }
    return 0.0;
}

/* K - omega^2 M is singular on the eigenspace: M Phi Phi^T M is added, scaled to its size. */
static void add_eigenspace(const rdg_dnnm_model *model, const rdg_dnnm_eigenspace *space,
                           rdg_dnnm_block *block)
{
    const rdg_index n = model->n, size = block->size;
    const double scale = space->omega * space->omega;
    for (rdg_index k = 0; k < space->m; k++) {
        const double *x = space->mass_basis + n * k;
        for (rdg_index j = 0; j < n; j++) {
            for (rdg_index i = 0; i < n; i++) {
                block->factor[i + size * j] += scale * x[i] * x[j];
                block->factor[n + i + size * (n + j)] += scale * x[i] * x[j];
            }
        }
    }
}

/* A block that is singular is left out: a mean that nothing holds, a harmonic in resonance. */
static rdg_status factor_block(const rdg_dnnm_model *model, const double *values, rdg_index first,
                               rdg_index size, rdg_dnnm_eigenspace *space)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    rdg_dnnm_block *block = &space->block[space->n_blocks++];
    *block = (rdg_dnnm_block){.first = first, .size = size};
    block->factor = rdg_context_calloc(ctx, (size_t)(size * size), sizeof *block->factor);
    block->pivot = rdg_context_calloc(ctx, (size_t)size, sizeof *block->pivot);
    RDG_TRY(rdg_error_status(ctx));
    for (rdg_index j = 0; j < size; j++) {
        for (rdg_index i = 0; i < size; i++) {
            block->factor[i + size * j] = entry(model, values, first + i, first + j);
        }
    }
    if (first == model->first) {
        add_eigenspace(model, space, block);
    }
    const lapack_int n = (lapack_int)size;
    if (RDG_BLAS(LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, block->factor, n, block->pivot)) != 0) {
        rdg_free(block->factor);
        rdg_free(block->pivot);
        space->n_blocks--;
    }
    return RDG_OK;
}

static rdg_status factor_blocks(const rdg_dnnm_model *model, const double *values, rdg_dnnm_eigenspace *space)
{
    const rdg_basis *basis = model->basis;
    const rdg_index n = model->n;
    space->n_blocks = 0;
    if (basis->has_static) {
        RDG_TRY(factor_block(model, values, 0, n, space));
    }
    for (rdg_index h = 0; h < basis->n_harmonics; h++) {
        if (basis->harmonic[h] <= 3 && space->omega > 0.0) {
            RDG_TRY(factor_block(model, values, (basis->has_static + 2 * h) * n, 2 * n, space));
        }
    }
    return RDG_OK;
}

static void release_blocks(rdg_dnnm_eigenspace *space)
{
    for (rdg_index k = 0; k < space->n_blocks; k++) {
        rdg_free(space->block[k].factor);
        rdg_free(space->block[k].pivot);
    }
    rdg_free(space->mass_basis);
}

static rdg_status find_all(const rdg_dnnm_model *model, const rdg_mode *mode, rdg_dnnm_eigenspace *space,
                           const double *at_rest, rdg_dnnm_directions *all)
{
    const rdg_index n = model->n;
    space->mass_basis =
        rdg_context_calloc(rdg_hbm_context(model->hb), (size_t)(n * space->m), sizeof *space->mass_basis);
    rdg_status status = space->mass_basis ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (rdg_index k = 0; status == RDG_OK && k < space->m; k++) {
        rdg_dnnm_add_mass(model, space->basis + n * k, space->mass_basis + n * k);
    }
    status = status == RDG_OK ? factor_blocks(model, at_rest, space) : status;
    status = status == RDG_OK ? rdg_dnnm_find_directions(model, space, mode->conservative, all) : status;
    release_blocks(space);
    return status;
}

static rdg_index count_nonlinear(const rdg_dnnm_directions *all)
{
    rdg_index count = 0;
    for (rdg_index k = 0; k < all->count; k++) {
        count += !all->item[k].is_linear;
    }
    return count;
}

static void say_directions(const rdg_dnnm_model *model, const rdg_mode *mode,
                           const rdg_dnnm_eigenspace *space, const rdg_dnnm_directions *all, rdg_index chosen)
{
    const char *name = rdg_structure_name(rdg_hbm_structure(model->hb));
    rdg_index waves = 0;
    for (rdg_index k = 0; k < all->count; k++) {
        waves += !all->item[k].in_phase;
    }
    const rdg_index nonlinear = count_nonlinear(all);
    if (all->count > 0) {
        rdg_write(
            rdg_hbm_context(model->hb), RDG_CHANNEL_NOTE,
            "note: mode %" PRId64 " of \"%s\": the linear frequency %.6g rad/s has multiplicity %" PRId64
            " (modes %" PRId64 " to %" PRId64 "); nonlinear modes tend to %s%" PRId64
            " directions there, %" PRId64 " of them waves that travel, and %" PRId64
            " motions of a basis are linear; this is direction %" PRId64
            ", choose others by RDG_MODE(.direction = 1 to %" PRId64 ")\n",
            mode->number, name, space->omega, space->m, space->first, space->first + space->m - 1,
            space->m > 2 ? "at least " : "", nonlinear, waves, all->count - nonlinear, chosen + 1, nonlinear);
    } else {
        rdg_write(rdg_hbm_context(model->hb), RDG_CHANNEL_NOTE,
                  "note: mode %" PRId64
                  " of \"%s\": the linear frequency %.6g rad/s has multiplicity %" PRId64 " (modes %" PRId64
                  " to %" PRId64
                  "), %s: the mode begins with an arbitrary direction; begin at a larger amplitude\n",
                  mode->number, name, space->omega, space->m, space->first, space->first + space->m - 1,
                  space->m > RDG_DNNM_MULTIPLICITY ? "too high to search directions"
                                                   : "and no direction is distinguished at small amplitude");
    }
}

/* Directions 1 to m belong to the numbers of the modes, unless one is requested. */
static rdg_status pick(const rdg_dnnm_model *model, const char *where, const rdg_mode *mode,
                       const rdg_dnnm_eigenspace *space, const rdg_dnnm_directions *all, double *c)
{
    const rdg_index count = all->count > 0 ? all->count : space->m;
    const rdg_index chosen = mode->direction > 0 ? mode->direction - 1 : mode->number - space->first;
    if (chosen >= count) {
        return rdg_fail(rdg_hbm_context(model->hb), RDG_ERR_ARGUMENT, where,
                        "mode %" PRId64 " of \"%s\", linear frequency %.6g rad/s of multiplicity %" PRId64
                        ": there are the directions 1 to %" PRId64 ", not %" PRId64,
                        mode->number, rdg_structure_name(rdg_hbm_structure(model->hb)), space->omega,
                        space->m, count, chosen + 1);
    }
    memset(c, 0, 2 * (size_t)space->m * sizeof *c);
    if (all->count > 0 && all->item[chosen].is_linear) {
        return rdg_fail(
            rdg_hbm_context(model->hb), RDG_ERR_ARGUMENT, where,
            "mode %" PRId64 " of \"%s\": direction %" PRId64
            " is a linear mode: no nonlinear element acts on it, and its frequency is %.6g rad/s at "
            "every amplitude; the nonlinear ones are the directions 1 to %" PRId64,
            mode->number, rdg_structure_name(rdg_hbm_structure(model->hb)), chosen + 1, space->omega,
            count_nonlinear(all));
    }
    if (all->count > 0) {
        memcpy(c, all->item[chosen].c, 2 * (size_t)space->m * sizeof *c);
    } else {
        c[chosen] = 1.0;
    }
    say_directions(model, mode, space, all, chosen);
    return RDG_OK;
}

rdg_status rdg_dnnm_choose_direction(rdg_dnnm_model *model, const char *where, const rdg_mode *mode,
                                     rdg_dnnm_eigenspace *space, const double *at_rest, double *c)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    rdg_dnnm_directions *all = rdg_context_calloc(ctx, 1, sizeof *all);
    rdg_status status = all ? RDG_OK : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK && space->m > 1 && space->m <= RDG_DNNM_MULTIPLICITY) {
        status = find_all(model, mode, space, at_rest, all);
    }
    if (status == RDG_OK && space->m > 1) {
        status = pick(model, where, mode, space, all, c);
    } else if (status == RDG_OK) {
        c[0] = 1.0;
        c[1] = 0.0;
    }
    rdg_free(all);
    return status;
}
