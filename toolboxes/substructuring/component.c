/* Components: what their kinds share. */
#include "component_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/modes.h>
#include <ridgewalk/sparse_solve.h>
#include <ridgewalk/structure_carry.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/wave.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void destroy(void *object)
{
    rdg_component *c = object;
    rdg_free(c->boundary);
    rdg_free(c->T);
    rdg_free(c->omega);
    rdg_free(c);
}

void rdg_component_free(rdg_component *c)
{
    if (c) {
        rdg_context_disown(c->ctx, c);
        destroy(c);
    }
}

static rdg_status check(rdg_component *c, const char *where, const char *boundary, rdg_component_modes modes)
{
    const rdg_index *dof = NULL;
    RDG_TRY(rdg_structure_set(c->whole, where, boundary, &c->n_boundary, &dof));
    if (c->n_boundary >= c->n) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "all %" PRId64
                        " degrees of freedom of \"%s\" are on the boundary \"%s\": nothing is to be "
                        "reduced",
                        c->n, rdg_structure_name(c->whole), boundary);
    }
    if (modes.count < 0 || modes.count > c->n || !(modes.up_to >= 0.0) || !isfinite(modes.up_to) ||
        (modes.count > 0 && modes.up_to > 0.0)) {
        return rdg_fail(
            c->ctx, RDG_ERR_ARGUMENT, where,
            "%" PRId64 " modes up to %g rad/s of \"%s\", which has %" PRId64
            " degrees of freedom: give a number of modes or a frequency (RDG_MODES, RDG_MODES_UP_TO)",
            modes.count, modes.up_to, rdg_structure_name(c->whole), c->n);
    }
    c->boundary = rdg_context_calloc(c->ctx, (size_t)c->n_boundary, sizeof *c->boundary);
    if (!c->boundary) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(c->boundary, dof, (size_t)c->n_boundary * sizeof *dof);
    return RDG_OK;
}

rdg_component *rdg_component_begin(rdg_structure *s, const char *where, const char *boundary,
                                   rdg_component_modes modes)
{
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(s, ctx, NULL);
    if (rdg_structure_refuse_wave(s, where) != RDG_OK) {
        return NULL;
    }
    rdg_component *c = rdg_context_calloc(ctx, 1, sizeof *c);
    if (!c) {
        return NULL;
    }
    *c = (rdg_component){.ctx = ctx, .whole = s, .n = rdg_structure_size(s)};
    if (check(c, where, boundary, modes) != RDG_OK) {
        destroy(c);
        return NULL;
    }
    return c;
}

rdg_status rdg_component_reserve(rdg_component *c, rdg_index n_modes)
{
    c->n_modes = n_modes;
    c->T = rdg_context_calloc(c->ctx, (size_t)(c->n * (c->n_boundary + n_modes)), sizeof *c->T);
    c->omega = rdg_context_calloc(c->ctx, (size_t)n_modes, sizeof *c->omega);
    return c->T && c->omega ? RDG_OK : RDG_ERR_NO_MEMORY;
}

rdg_status rdg_component_solve(rdg_stiffness_factor *f, const char *where, rdg_index rows, rdg_index columns,
                               double *B)
{
    for (rdg_index b = 0; b < columns; b += RDG_COMPONENT_BLOCK) {
        const rdg_index left = columns - b;
        RDG_TRY(rdg_stiffness_factor_solve(f, where, left < RDG_COMPONENT_BLOCK ? left : RDG_COMPONENT_BLOCK,
                                           B + rows * b));
    }
    return RDG_OK;
}

rdg_status rdg_component_solve_indefinite(rdg_structure *s, const char *where, rdg_index columns, double *B,
                                          bool *singular)
{
    rdg_sparse K;
    RDG_TRY(rdg_structure_matrices(s, NULL, NULL, &K));
    rdg_context *ctx = rdg_structure_context(s);
    const size_t count = (size_t)(K.pattern.cols * columns);
    double *X = rdg_context_calloc(ctx, count, sizeof *X);
    if (!X) {
        return RDG_ERR_NO_MEMORY;
    }
    double quality = 0.0;
    const int flag = rdg_sparse_solve_all(&K, columns, B, X, &quality);
    memcpy(B, X, count * sizeof *B);
    rdg_free(X);
    *singular = flag > 0;
    return flag >= 0 ? RDG_OK
                     : rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory to factor the stiffness of \"%s\"",
                                rdg_structure_name(s));
}

static rdg_status modes_of(rdg_structure *s, const char *where, rdg_index count, double **omega,
                           double **shapes)
{
    rdg_context *ctx = rdg_structure_context(s);
    const rdg_index n = rdg_structure_size(s);
    rdg_free(*omega);
    rdg_free(*shapes);
    *omega = *shapes = NULL;
    if (count > n) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "\"%s\" has only %" PRId64 " modes, not %" PRId64,
                        rdg_structure_name(s), n, count);
    }
    *omega = rdg_context_calloc(ctx, (size_t)count, sizeof **omega);
    *shapes = rdg_context_calloc(ctx, (size_t)(n * count), sizeof **shapes);
    if (!*omega || !*shapes) {
        return RDG_ERR_NO_MEMORY;
    }
    return count > 0 ? rdg_structure_modes(s, 0, NULL, count, *omega, *shapes) : RDG_OK;
}

rdg_status rdg_component_find_modes(rdg_structure *s, const char *where, rdg_component_modes wanted,
                                    rdg_index rigid, rdg_index *count, double **omega, double **shapes)
{
    const rdg_index n = rdg_structure_size(s);
    *count = wanted.count + rigid;
    if (wanted.up_to == 0.0) {
        return modes_of(s, where, *count, omega, shapes);
    }
    for (rdg_index tried = 16;; tried *= 2) { /* until the last one lies above */
        tried = tried < n ? tried : n;
        RDG_TRY(modes_of(s, where, tried, omega, shapes));
        if (!*omega) {
            return RDG_ERR_EARLIER;
        }
        if ((*omega)[tried - 1] > wanted.up_to || tried == n) {
            *count = 0;
            while (*count < tried && (*omega)[*count] <= wanted.up_to) {
                ++*count;
            }
            return RDG_OK;
        }
    }
}

rdg_component *rdg_component_own(rdg_component *c)
{
    rdg_structure *reduced = c ? c->reduced : NULL;
    if (c && !reduced) {
        destroy(c);
    } else if (c && rdg_context_own(c->ctx, c, destroy) != RDG_OK) {
        rdg_structure_free(reduced);
        return NULL;
    }
    return reduced ? c : NULL;
}

rdg_structure *rdg_component_whole(const rdg_component *c)
{
    return c ? c->whole : NULL;
}

rdg_structure *rdg_component_structure(const rdg_component *c)
{
    return c ? c->reduced : NULL;
}

rdg_index rdg_component_mode_count(const rdg_component *c)
{
    return c ? c->n_modes : 0;
}

double rdg_component_frequency(const rdg_component *c, rdg_index mode)
{
    return c && mode >= 0 && mode < c->n_modes ? c->omega[mode] : NAN;
}

rdg_status rdg_component_expand(const rdg_component *c, const double *q, double *u)
{
    RDG_ENTER(c, c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(c->ctx, q, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, u, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_require_finite(c->ctx, __func__, "q", c->n_boundary + c->n_modes, q));
    memset(u, 0, (size_t)c->n * sizeof *u);
    for (rdg_index a = 0; a < c->n_boundary + c->n_modes; a++) {
        for (rdg_index i = 0; i < c->n; i++) {
            u[i] += c->T[i + c->n * a] * q[a];
        }
    }
    return RDG_OK;
}
