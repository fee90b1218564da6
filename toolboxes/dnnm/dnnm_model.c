/* The model behind the functions: places in derivatives, found once. */
#include "dnnm_impl.h"

#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/wave.h>

#include <inttypes.h>
#include <string.h>

static const char *const where = "rdg_dnnm";

void rdg_dnnm_model_free(void *object)
{
    rdg_dnnm_model *model = object;
    if (!model || --model->users > 0) {
        return;
    }
    rdg_dnnm_model_free(model->before);
    rdg_hbm_parameters_free(model->numbers);
    rdg_free(model->place);
    rdg_free(model->weight);
    rdg_free(model->jacobian_start);
    rdg_free(model->mass_place);
    rdg_free(model->hessian_start);
    rdg_free(model->hessian_row);
    rdg_free(model->hessian_source);
    rdg_free(model->xi_place);
    rdg_free(model->omega_place);
    rdg_free(model->u);
    rdg_free(model->forced_hessian);
    rdg_free(model->product);
    rdg_free(model);
}

static rdg_status check_harmonic_balance(rdg_hbm *hb)
{
    const char *name = rdg_structure_name(rdg_hbm_structure(hb));
    const rdg_index size = rdg_structure_size(rdg_hbm_structure(hb)), kept = rdg_hbm_kept(hb, NULL);
    RDG_TRY(rdg_error_status(rdg_hbm_context(hb)));
    RDG_TRY(rdg_structure_refuse_wave(rdg_hbm_structure(hb), "rdg_nonlinear_mode"));
    RDG_TRY(rdg_structure_refuse_gyroscopic(rdg_hbm_structure(hb), "rdg_nonlinear_mode"));
    if (kept < size) {
        return rdg_fail(rdg_hbm_context(hb), RDG_ERR_ARGUMENT, where,
                        "the harmonic balance of \"%s\" keeps %" PRId64 " of %" PRId64
                        " degrees of freedom, but the artificial damping acts on all: give rdg_hbm_full()",
                        name, kept, size);
    }
    return RDG_OK;
}

static rdg_status choose_norm(rdg_dnnm_model *model, const rdg_mode *mode)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    if (mode->norm != RDG_NORM_FIRST_HARMONIC && mode->norm != RDG_NORM_ALL_HARMONICS) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the norm %d is none: give RDG_NORM_FIRST_HARMONIC or RDG_NORM_ALL_HARMONICS",
                        (int)mode->norm);
    }
    if (mode->phase != RDG_PHASE_QUADRATURE && mode->phase != RDG_PHASE_VELOCITY) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the phase condition %d is none: give RDG_PHASE_QUADRATURE or RDG_PHASE_VELOCITY",
                        (int)mode->phase);
    }
    const bool all = mode->norm == RDG_NORM_ALL_HARMONICS;
    model->phase = mode->phase;
    model->energy = mode->energy;
    model->norm_first = all ? 0 : model->first;
    model->norm_count = all ? model->m : 2 * model->n;
    rdg_dnnm_make_measures(model);
    return RDG_OK;
}

static rdg_status find_displacement(rdg_dnnm_model *model, const char *at)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    if (!at) {
        return rdg_fail(ctx, RDG_ERR_NAME, where, "the name of the excited displacement is missing");
    }
    RDG_TRY(
        rdg_structure_displacement(rdg_hbm_structure(model->hb), where, at, &model->n_terms, &dof, &weight));
    const size_t count = (size_t)model->n_terms;
    model->place = rdg_context_calloc(ctx, count, sizeof *model->place);
    model->weight = rdg_context_calloc(ctx, count, sizeof *model->weight);
    RDG_TRY(rdg_error_status(ctx));
    memcpy(model->weight, weight, count * sizeof *weight);
    RDG_TRY(rdg_hbm_places(model->hb, where, at, 1, model->n_terms, model->place));
    model->first = model->place[0] - dof[0];
    return RDG_OK;
}

/* Starts of the columns of a pattern; NULL: dense. */
static rdg_index *copy_starts(rdg_context *ctx, const rdg_pattern *pattern, rdg_index rows, rdg_index cols)
{
    rdg_index *start = rdg_context_calloc(ctx, (size_t)cols + 1, sizeof *start);
    for (rdg_index j = 0; start && j <= cols; j++) {
        start[j] = pattern ? pattern->start[j] : rows * j;
    }
    return start;
}

/* Place of an entry in the Jacobian's values; it is known to be there. */
static rdg_index place_of(const rdg_dnnm_model *model, rdg_index row, rdg_index col)
{
    const rdg_pattern *pattern = model->forced->df_pattern;
    rdg_index place = model->jacobian_start[col];
    if (!pattern) {
        return place + row;
    }
    while (pattern->row[place] < row) {
        place++;
    }
    return place;
}

/* The artificial damping couples the cosine and the sine part of a harmonic where the mass has an entry; the
 * stiffness, and with it the Jacobian, has an entry there, too. */
static void find_mass(rdg_dnnm_model *model)
{
    const rdg_pattern *mass = &model->M.pattern;
    const rdg_index constant = model->basis->has_static, n = model->n;
    rdg_index *place = model->mass_place;
    for (rdg_index j = constant * n; j < model->m; j++) {
        const rdg_index c = j / n, dof = j % n;
        const rdg_index partner = (c - constant) % 2 == 1 ? c - 1 : c + 1;
        for (rdg_index e = mass->start[dof]; e < mass->start[dof + 1]; e++) {
            *place++ = place_of(model, partner * n + mass->row[e], j);
        }
    }
}

/* Go through our Hessian: that of `forced` but for the row and the column of alpha, where xi has its own,
 * whole for Q and omega. Returns the number of entries; they are written once there is space. */
static rdg_index enumerate_hessian(const rdg_dnnm_model *model)
{
    const rdg_pattern *forced = model->forced->d2f_pattern;
    const rdg_index size = model->size, xi = model->m + 1;
    rdg_index count = 0;
    for (rdg_index j = 0; j < size; j++) {
        model->hessian_start[j] = count;
        const rdg_index first = forced ? forced->start[j] : size * j;
        const rdg_index end = forced ? forced->start[j + 1] : size * (j + 1);
        rdg_index e = first;
        for (rdg_index i = 0; i < size; i++) {
            while (e < end && (forced ? forced->row[e] : e - first) < i) {
                e++;
            }
            const bool is_there = e < end && (forced ? forced->row[e] : e - first) == i;
            const bool own = (i == xi && j < xi) || (j == xi && i < xi);
            if (!own && (!is_there || i == xi || j == xi) && forced) {
                continue;
            }
            if (model->hessian_row) {
                model->hessian_row[count] = i;
                model->hessian_source[count] = i == xi || j == xi || !is_there ? -1 : e;
                if (i == xi && j < xi) {
                    model->xi_place[j] = count;
                }
                if (i == model->m && j < model->m) {
                    model->omega_place[j] = count;
                }
            }
            count++;
        }
    }
    model->hessian_start[size] = count;
    return count;
}

static rdg_status make_hessian(rdg_dnnm_model *model)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const rdg_index size = model->size;
    const size_t m = (size_t)model->m, count = (size_t)enumerate_hessian(model);
    model->hessian_row = rdg_context_calloc(ctx, count, sizeof *model->hessian_row);
    model->hessian_source = rdg_context_calloc(ctx, count, sizeof *model->hessian_source);
    model->xi_place = rdg_context_calloc(ctx, m + 1, sizeof *model->xi_place);
    model->omega_place = rdg_context_calloc(ctx, m, sizeof *model->omega_place);
    RDG_TRY(rdg_error_status(ctx));
    enumerate_hessian(model);
    model->hessian_pattern =
        (rdg_pattern){.rows = size, .cols = size, .start = model->hessian_start, .row = model->hessian_row};
    return RDG_OK;
}

static rdg_status make_places(rdg_dnnm_model *model)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const rdg_pattern *hessian = model->forced->d2f_pattern;
    const rdg_index n = model->size;
    model->jacobian_start = copy_starts(ctx, model->forced->df_pattern, model->m, n);
    model->hessian_start = rdg_context_calloc(ctx, (size_t)n + 1, sizeof *model->hessian_start);
    const rdg_index entries = model->M.pattern.start[model->n] * model->basis->n_coefficients;
    model->mass_place = rdg_context_calloc(ctx, (size_t)entries, sizeof *model->mass_place);
    model->u = rdg_context_calloc(ctx, (size_t)n, sizeof *model->u);
    model->product = rdg_context_calloc(ctx, (size_t)model->m, sizeof *model->product);
    model->forced_entries = (size_t)(hessian ? hessian->start[n] : n * n);
    model->forced_hessian = rdg_context_calloc(ctx, model->forced_entries, sizeof *model->forced_hessian);
    RDG_TRY(rdg_error_status(ctx));
    find_mass(model);
    return make_hessian(model);
}

static rdg_status fill(rdg_dnnm_model *model, const rdg_mode *mode)
{
    RDG_TRY(check_harmonic_balance(model->hb));
    model->basis = rdg_hbm_basis(model->hb);
    model->forced = rdg_hbm_function(model->hb);
    if (model->forced && model->forced->linear) {
        return rdg_fail(
            rdg_hbm_context(model->hb), RDG_ERR_ARGUMENT, where,
            "nonlinear modes need the entries of the Jacobian, which the spectral solver does not have: "
            "choose RDG_FACTORS by rdg_hbm_solver()");
    }
    model->n = rdg_structure_size(rdg_hbm_structure(model->hb));
    model->m = rdg_hbm_unknowns(model->hb);
    RDG_TRY(rdg_structure_matrices(rdg_hbm_structure(model->hb), &model->M, NULL, NULL));
    model->size = model->m + 2;
    RDG_TRY(find_displacement(model, mode->at));
    RDG_TRY(choose_norm(model, mode));
    return make_places(model);
}

rdg_dnnm_model *rdg_dnnm_model_create(rdg_hbm *hb, const rdg_mode *mode)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, NULL);
    rdg_dnnm_model *model = rdg_context_calloc(ctx, 1, sizeof *model);
    if (model) {
        model->hb = hb;
        model->users = 1;
        if (fill(model, mode) != RDG_OK) {
            rdg_dnnm_model_free(model);
            return NULL;
        }
    }
    return model;
}

/* What it has of the old one is borrowed: that stays as long as this. */
static rdg_status fill_wider(rdg_dnnm_model *model, const rdg_dnnm_model *before, const char *name)
{
    rdg_context *ctx = rdg_hbm_context(before->hb);
    model->hb = before->hb;
    model->basis = before->basis;
    model->n = before->n;
    model->m = before->m;
    model->M = before->M;
    model->numbers = rdg_hbm_parameters_create(before->hb, where, before->numbers, name);
    if (!model->numbers) {
        return rdg_error_status(ctx);
    }
    model->forced = rdg_hbm_parameters_function(model->numbers);
    model->size = model->forced->n;
    return make_places(model);
}

rdg_dnnm_model *rdg_dnnm_model_widen(rdg_dnnm_model *before, const char *name)
{
    rdg_dnnm_model *model = rdg_context_calloc(rdg_hbm_context(before->hb), 1, sizeof *model);
    if (!model) {
        return NULL;
    }
    model->users = 1;
    if (fill_wider(model, before, name) != RDG_OK) {
        rdg_dnnm_model_free(model);
        return NULL;
    }
    before->users++;
    model->before = before;
    return model;
}
