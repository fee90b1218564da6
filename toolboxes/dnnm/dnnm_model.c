/* The model behind the functions: places in derivatives, found once. */
#include "dnnm_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <string.h>

static const char *const where = "rdg_dnnm";

void rdg_dnnm_model_free(void *object)
{
    rdg_dnnm_model *model = object;
    if (!model) {
        return;
    }
    rdg_free(model->place);
    rdg_free(model->weight);
    rdg_free(model->jacobian_start);
    rdg_free(model->mass_place);
    rdg_free(model->hessian_start);
    rdg_free(model->hessian_row);
    rdg_free(model->forced_start);
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

/* What is taken over of a column of the Hessian of `forced`: all but the row and the column of alpha, which
 * are the last ones, and there only where the excitation depends on omega. */
rdg_index rdg_dnnm_forced_length(const rdg_dnnm_model *model, rdg_index column)
{
    const rdg_pattern *forced = model->forced->d2f_pattern;
    const rdg_index last = model->forced_start[column + 1] - 1;
    const rdg_index length = last + 1 - model->forced_start[column];
    if (column == model->m + 1) {
        return 0;
    }
    return length > 0 && (!forced || forced->row[last] == model->m + 1) ? length - 1 : length;
}

/* The pattern of `forced` with a row and a column for xi; the row of omega is the last one there. */
static rdg_status make_hessian_pattern(rdg_dnnm_model *model, const rdg_pattern *forced)
{
    const rdg_index n = model->m + 2;
    for (rdg_index j = 0; j < n - 1; j++) {
        model->hessian_start[j + 1] = model->hessian_start[j] + rdg_dnnm_forced_length(model, j) + 1;
    }
    model->hessian_start[n] = model->hessian_start[n - 1] + n - 1;
    model->hessian_row = rdg_context_calloc(rdg_hbm_context(model->hb), (size_t)model->hessian_start[n],
                                            sizeof *model->hessian_row);
    if (!model->hessian_row) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index j = 0; j < n - 1; j++) {
        const rdg_index length = rdg_dnnm_forced_length(model, j);
        rdg_index *row = model->hessian_row + model->hessian_start[j];
        memcpy(row, forced->row + forced->start[j], (size_t)length * sizeof *row);
        row[length] = n - 1;
    }
    for (rdg_index i = 0; i < n - 1; i++) {
        model->hessian_row[model->hessian_start[n - 1] + i] = i;
    }
    model->hessian_pattern =
        (rdg_pattern){.rows = n, .cols = n, .start = model->hessian_start, .row = model->hessian_row};
    return RDG_OK;
}

static rdg_status make_places(rdg_dnnm_model *model)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const rdg_index n = model->m + 2;
    model->jacobian_start = copy_starts(ctx, model->forced->df_pattern, model->m, n);
    model->forced_start = copy_starts(ctx, model->forced->d2f_pattern, n, n);
    model->hessian_start = copy_starts(ctx, NULL, n, n);
    const rdg_index entries = model->M.pattern.start[model->n] * model->basis->n_coefficients;
    model->mass_place = rdg_context_calloc(ctx, (size_t)entries, sizeof *model->mass_place);
    model->u = rdg_context_calloc(ctx, (size_t)n, sizeof *model->u);
    model->product = rdg_context_calloc(ctx, (size_t)model->m, sizeof *model->product);
    RDG_TRY(rdg_error_status(ctx));
    model->forced_hessian =
        rdg_context_calloc(ctx, (size_t)model->forced_start[n], sizeof *model->forced_hessian);
    RDG_TRY(rdg_error_status(ctx));
    find_mass(model);
    return model->forced->d2f_pattern ? make_hessian_pattern(model, model->forced->d2f_pattern) : RDG_OK;
}

static rdg_status fill(rdg_dnnm_model *model, const rdg_mode *mode)
{
    RDG_TRY(check_harmonic_balance(model->hb));
    model->basis = rdg_hbm_basis(model->hb);
    model->forced = rdg_hbm_function(model->hb);
    model->n = rdg_structure_size(rdg_hbm_structure(model->hb));
    model->m = rdg_hbm_unknowns(model->hb);
    RDG_TRY(rdg_structure_matrices(rdg_hbm_structure(model->hb), &model->M, NULL, NULL));
    RDG_TRY(find_displacement(model, mode->at));
    RDG_TRY(choose_norm(model, mode));
    return make_places(model);
}

rdg_dnnm_model *rdg_dnnm_model_create(rdg_hbm *hb, const rdg_mode *mode)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    if (!ctx || rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    rdg_dnnm_model *model = rdg_context_calloc(ctx, 1, sizeof *model);
    if (model) {
        model->hb = hb;
        if (fill(model, mode) != RDG_OK) {
            rdg_dnnm_model_free(model);
            return NULL;
        }
    }
    return model;
}
