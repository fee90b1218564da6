/* The model behind the functions of a conservative mode: which entries of the harmonic balance's derivatives
 * belong to cosines, found once. */
#include "conservative_impl.h"

#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/sparse.h>
#include <ridgewalk/structural_damping.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/wave.h>

#include <string.h>

static const char *const where = "rdg_nonlinear_mode";

static void clear_part(rdg_conservative_part *part)
{
    rdg_free(part->start);
    rdg_free(part->row);
    rdg_free(part->source);
    rdg_free(part->values);
}

void rdg_conservative_free(void *object)
{
    rdg_conservative *model = object;
    if (!model || --model->users > 0) {
        return;
    }
    rdg_conservative_free(model->before);
    rdg_hbm_parameters_free(model->numbers);
    clear_part(&model->jacobian);
    clear_part(&model->hessian);
    double *const arrays[] = {model->u,          model->lambda,     model->dense_values,
                              model->product[0], model->product[1], model->gradient};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(model->sine);
    rdg_pattern_free(model->dense);
    rdg_free(model);
}

/* Place of a variable of `forced` among ours; -1: alpha */
static rdg_index own_place(const rdg_conservative *model, rdg_index i)
{
    return i <= model->m ? i : i == model->m + 1 ? -1 : i - 1;
}

/* Go through the columns of a matrix with `rows` rows and a column for each unknown, omega, alpha and number;
 * out NULL: only count. An own entry is added for each sine's equation if there is one (`ones`). */
static rdg_index enumerate(const rdg_conservative *model, const rdg_pattern *from, rdg_index rows, bool ones,
                           rdg_conservative_part *out)
{
    rdg_index count = 0;
    for (rdg_index j = 0; j <= model->size; j++) {
        const bool sine = model->sine[j];
        if (own_place(model, j) < 0) {
            continue;
        }
        const rdg_index first = from ? from->start[j] : rows * j;
        const rdg_index end = from ? from->start[j + 1] : rows * (j + 1);
        if (out) {
            out->start[own_place(model, j)] = count;
        }
        for (rdg_index e = first; e < end; e++) {
            const rdg_index i = from ? from->row[e] : e - first;
            const bool one = ones && sine && i == j;
            if (!one && (sine || model->sine[i] || own_place(model, i) < 0)) {
                continue;
            }
            if (out) {
                out->row[count] = own_place(model, i);
                out->source[count] = one ? -1 : e;
            }
            count++;
        }
    }
    return count;
}

static rdg_status make_part(const rdg_conservative *model, const rdg_pattern *from, rdg_index rows, bool ones,
                            rdg_conservative_part *part)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const rdg_index whole = from ? from->start[model->size + 1] : rows * (model->size + 1);
    part->count = enumerate(model, from, rows, ones, NULL);
    part->start = rdg_context_calloc(ctx, (size_t)model->size + 1, sizeof *part->start);
    part->row = rdg_context_calloc(ctx, (size_t)part->count, sizeof *part->row);
    part->source = rdg_context_calloc(ctx, (size_t)part->count, sizeof *part->source);
    part->values = rdg_context_calloc(ctx, (size_t)whole, sizeof *part->values);
    RDG_TRY(rdg_error_status(ctx));
    part->start[model->size] = enumerate(model, from, rows, ones, part);
    part->pattern = (rdg_pattern){
        .rows = ones ? model->m : model->size, .cols = model->size, .start = part->start, .row = part->row};
    return RDG_OK;
}

static rdg_status choose_norm(rdg_conservative *model, const rdg_mode *mode)
{
    const bool all = mode->norm == RDG_NORM_ALL_HARMONICS;
    if (model->basis->harmonic[0] != 1) {
        return rdg_fail(rdg_hbm_context(model->hb), RDG_ERR_ARGUMENT, where,
                        "the harmonic balance of \"%s\" does not keep harmonic 1, in which a mode begins",
                        rdg_structure_name(rdg_hbm_structure(model->hb)));
    }
    model->energy = mode->energy;
    model->norm_first = all ? 0 : model->basis->has_static;
    model->norm_end = all ? model->basis->n_coefficients : model->basis->has_static + 2;
    return all && model->basis->has_static ? rdg_conservative_make_static_mass(model) : RDG_OK;
}

static rdg_status require_no_damping(const rdg_conservative *model)
{
    rdg_structure *structure = rdg_hbm_structure(model->hb);
    rdg_sparse C;
    RDG_TRY(rdg_structure_refuse_wave(structure, "rdg_nonlinear_mode"));
    RDG_TRY(rdg_structure_refuse_gyroscopic(structure, "rdg_nonlinear_mode"));
    RDG_TRY(rdg_structure_matrices(structure, NULL, &C, NULL));
    bool damped = rdg_structure_loss_factor(structure) > 0.0;
    for (rdg_index e = 0; e < C.pattern.start[C.pattern.cols]; e++) {
        damped = damped || C.values[e] != 0.0;
    }
    return damped ? rdg_fail(rdg_hbm_context(model->hb), RDG_ERR_ARGUMENT, where,
                             "\"%s\" is damped: its modes are not conservative; leave .conservative out",
                             rdg_structure_name(structure))
                  : RDG_OK;
}

/* What depends on how many variables there are. */
static rdg_status make_parts(rdg_conservative *model)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const size_t size = (size_t)model->size + 1;
    double **const arrays[] = {&model->u, &model->lambda, &model->product[0], &model->product[1],
                               &model->gradient};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = rdg_context_calloc(ctx, size, sizeof(double));
    }
    model->sine = rdg_context_calloc(ctx, size, sizeof *model->sine);
    RDG_TRY(rdg_error_status(ctx));
    for (rdg_index i = model->basis->has_static * model->n; i < model->m; i++) {
        model->sine[i] = (i / model->n - model->basis->has_static) % 2 == 1;
    }
    RDG_TRY(make_part(model, model->forced->df_pattern, model->m, true, &model->jacobian));
    return make_part(model, model->forced->d2f_pattern, model->size + 1, false, &model->hessian);
}

static rdg_status fill(rdg_conservative *model, const rdg_mode *mode)
{
    RDG_TRY(require_no_damping(model));
    model->basis = rdg_hbm_basis(model->hb);
    model->forced = rdg_hbm_function(model->hb);
    model->n = rdg_hbm_kept(model->hb, NULL);
    model->m = rdg_hbm_unknowns(model->hb);
    model->size = model->m + 1;
    RDG_TRY(rdg_error_status(rdg_hbm_context(model->hb)));
    RDG_TRY(make_parts(model));
    rdg_conservative_make_measures(model);
    return choose_norm(model, mode);
}

static rdg_status fill_wider(rdg_conservative *model, const rdg_conservative *before, const char *name)
{
    model->hb = before->hb;
    model->basis = before->basis;
    model->n = before->n;
    model->m = before->m;
    model->numbers = rdg_hbm_parameters_create(before->hb, where, before->numbers, name);
    if (!model->numbers) {
        return rdg_error_status(rdg_hbm_context(before->hb));
    }
    model->forced = rdg_hbm_parameters_function(model->numbers);
    model->size = model->forced->n - 1;
    return make_parts(model);
}

rdg_conservative *rdg_conservative_widen(rdg_conservative *before, const char *name)
{
    rdg_conservative *model = rdg_context_calloc(rdg_hbm_context(before->hb), 1, sizeof *model);
    if (!model) {
        return NULL;
    }
    model->users = 1;
    if (fill_wider(model, before, name) != RDG_OK) {
        rdg_conservative_free(model);
        return NULL;
    }
    before->users++;
    model->before = before;
    return model;
}

rdg_conservative *rdg_conservative_create(rdg_hbm *hb, const rdg_mode *mode)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, NULL);
    rdg_conservative *model = rdg_context_calloc(ctx, 1, sizeof *model);
    if (model) {
        model->hb = hb;
        model->users = 1;
        if (fill(model, mode) != RDG_OK) {
            rdg_conservative_free(model);
            return NULL;
        }
    }
    return model;
}
