/* Segments of labelled solutions, read back with their meshes. */
#include "stored_impl.h"

#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void rdg_stored_release(rdg_stored *s)
{
    rdg_free(s->mesh);
    rdg_free(s->x);
    rdg_free(s->p);
    rdg_free(s->kept);
    *s = (rdg_stored){.ctx = s->ctx};
}

enum { NAME_SIZE = 256 };

static const char *full_name(const char *name, const char *block, char *to)
{
    const bool has_part = name && *name;
    (void)snprintf(to, NAME_SIZE, "%s%s%s", has_part ? name : "", has_part ? "." : "", block);
    return to;
}

static rdg_status read_mesh(rdg_stored *s, const char *where, rdg_run *run, const char *run_name,
                            rdg_index label, const char *name)
{
    RDG_TRY(rdg_run_kept(run, label, &s->kept));
    const char *numbers = s->kept ? rdg_segment_find_kept(s->kept, name ? name : "", &s->N, &s->K) : NULL;
    rdg_status status = RDG_OK;
    if (numbers && s->N >= 1 && s->K >= 1 && s->K <= RDG_MOST_DEGREE && s->N <= s->nx) {
        s->mesh = rdg_context_calloc(s->ctx, (size_t)s->N + 1, sizeof *s->mesh);
        status = s->mesh ? RDG_OK : RDG_ERR_NO_MEMORY;
        s->n = s->nx / (s->N * s->K + 1);
    }
    if (status == RDG_OK &&
        (!s->mesh || s->n * (s->N * s->K + 1) != s->nx || !rdg_segment_read_mesh(numbers, s->N, s->mesh))) {
        status = rdg_fail(s->ctx, RDG_ERR_FORMAT, where,
                          "label %" PRId64
                          " of run \"%s\" is no solution by collocation: there is no mesh with it",
                          label, run_name);
    }
    return status;
}

/* A block and its tangent; a parameter block may be one of all segments together. */
static rdg_status read_block(rdg_stored *s, rdg_run *run, rdg_index label, const char *name,
                             const char *block, rdg_index *n, double **values)
{
    char full[NAME_SIZE];
    const char *found = full_name(name, block, full);
    if (strcmp(block, "p") == 0 && !rdg_run_has_block(run, found)) {
        found = block;
    }
    *n = rdg_run_block_size(run, label, found);
    if (*n < 0) {
        return rdg_error_status(s->ctx);
    }
    *values = rdg_context_calloc(s->ctx, 2 * (size_t)*n, sizeof **values);
    return *values ? rdg_run_solution(run, label, found, *n, *values, *values + *n) : RDG_ERR_NO_MEMORY;
}

static rdg_status read_number(rdg_run *run, rdg_index label, const char *name, const char *block,
                              double *value, double *tangent)
{
    char full[NAME_SIZE];
    if (!rdg_run_has_block(run, full_name(name, block, full))) {
        return RDG_OK;
    }
    return rdg_run_solution(run, label, full, 1, value, tangent);
}

static rdg_status read_all(rdg_stored *s, const char *where, rdg_run *run, const char *run_name,
                           rdg_index label, const char *name)
{
    char full[NAME_SIZE];
    RDG_TRY(read_block(s, run, label, name, "x", &s->nx, &s->x));
    s->dx = s->x + s->nx;
    RDG_TRY(read_mesh(s, where, run, run_name, label, name));
    RDG_TRY(read_number(run, label, name, "T", &s->T, &s->dT));
    RDG_TRY(read_number(run, label, name, "phi", &s->phi, &s->dphi));
    if (rdg_run_has_block(run, full_name(name, "p", full)) || rdg_run_has_block(run, "p")) {
        RDG_TRY(read_block(s, run, label, name, "p", &s->np, &s->p));
        s->dp = s->p + s->np;
    }
    return RDG_OK;
}

rdg_status rdg_stored_read(rdg_context *ctx, const char *where, const char *run, rdg_index label,
                           const char *name, rdg_stored *to)
{
    *to = (rdg_stored){.ctx = ctx};
    rdg_run *r = rdg_run_open(ctx, run);
    const rdg_status status = r ? read_all(to, where, r, run, label, name) : rdg_error_status(ctx);
    rdg_run_free(r);
    if (status != RDG_OK) {
        rdg_stored_release(to);
    }
    return status;
}

/* What functions of a segment need to evaluate it. */
static rdg_segment as_segment(const rdg_stored *s, double *density)
{
    rdg_segment like = {.mesh = s->mesh, .density = density};
    like.at = (rdg_segment_layout){.n = s->n, .N = s->N, .K = s->K, .nx = s->nx, .block = s->n * s->K};
    rdg_polynomials_make(s->K, &like.basis);
    return like;
}

void rdg_stored_state(const rdg_stored *s, double tau, double *out)
{
    const rdg_segment like = as_segment(s, NULL);
    rdg_segment_state(&like, s->mesh, s->x, tau, out);
}

/* The largest estimated error. */
static double stored_error(const rdg_stored *s, double *density)
{
    rdg_segment like = as_segment(s, density);
    return rdg_segment_errors(&like, s->x);
}

/* The error falls with the number of intervals to the power K + 1. */
rdg_index rdg_stored_intervals_for(const rdg_stored *s, rdg_index K, double low, double high, double *density)
{
    const double error = stored_error(s, density);
    if (!(high > 0.0) || (error <= high && error >= low)) {
        return s->N;
    }
    const double wanted = low > 0.0 ? sqrt(low * high) : 0.1 * high;
    const double times = pow(error / wanted, 1.0 / (double)(K + 1));
    const double N = ceil((double)s->N * fmin(fmax(times, 0.25), 8.0));
    return N < 4.0 ? 4 : (rdg_index)N;
}

rdg_status rdg_stored_remesh(const rdg_stored *s, rdg_index N, rdg_index K, double *mesh, double *x)
{
    double *density = rdg_context_calloc(s->ctx, 2 * (size_t)s->N + 2, sizeof *density);
    if (!density) {
        return RDG_ERR_NO_MEMORY;
    }
    double *work = density + s->N + 1;
    rdg_segment like = as_segment(s, density);
    rdg_segment_weigh(&like, s->x);
    rdg_mesh_share_out(s->N, s->mesh, density, N, work, mesh);
    for (rdg_index j = 0; j <= N * K; j++) {
        const rdg_index i = j < N * K ? j / K : N - 1;
        const double part = (double)(j - i * K) / (double)K;
        rdg_segment_state(&like, s->mesh, s->x, mesh[i] + part * (mesh[i + 1] - mesh[i]), x + j * s->n);
    }
    rdg_free(density);
    return RDG_OK;
}

rdg_status rdg_segment_motion_of(rdg_context *ctx, const char *run, rdg_index label, const char *name,
                                 rdg_index count, const double *tau, double *x, double *T)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, run, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, tau, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, x, RDG_ERR_ARGUMENT);
    rdg_stored s;
    RDG_TRY(rdg_stored_read(ctx, __func__, run, label, name, &s));
    for (rdg_index i = 0; i < count; i++) {
        if (!(tau[i] >= 0.0 && tau[i] <= 1.0)) {
            rdg_stored_release(&s);
            return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "tau[%" PRId64 "] = %g is not between 0 and 1", i, tau[i]);
        }
        rdg_stored_state(&s, tau[i], x + i * s.n);
    }
    if (T) {
        *T = s.T;
    }
    rdg_stored_release(&s);
    return RDG_OK;
}
