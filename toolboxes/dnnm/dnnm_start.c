/* The motion with which a branch begins: a linear mode at an amplitude. */
#include "dnnm_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>

/* shape^T R_1 / a: the change of omega^2 with the amplitude, R at found->omega; NaN: no value. */
static rdg_status find_change(rdg_dnnm_model *model, const rdg_dnnm_mode *found, double a, double *change)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    double *u = rdg_context_calloc(ctx, (size_t)model->m + 2, sizeof *u);
    double *y = rdg_context_calloc(ctx, (size_t)model->m, sizeof *y);
    *change = NAN;
    if (u && y) {
        const rdg_index n = model->n;
        const bool is_cosine = model->phase == RDG_PHASE_VELOCITY;
        const double *in_phase = y + model->first + (is_cosine ? 0 : n);
        const double *ahead = y + model->first + (is_cosine ? n : 0);
        rdg_dnnm_fill(model, found, a, u);
        u[model->m] = found->omega;
        if (model->forced->f(model->m + 2, u, model->m, y, model->forced->data) == 0) {
            *change = (rdg_dot(n, found->shape, in_phase) +
                       (is_cosine ? -1.0 : 1.0) * rdg_dot(n, found->shape + n, ahead)) /
                      a;
        }
    }
    rdg_free(u);
    rdg_free(y);
    return rdg_error_status(ctx);
}

rdg_status rdg_dnnm_begin_at(rdg_dnnm_model *model, const char *where, const rdg_mode *mode, double a,
                             rdg_dnnm_mode *found)
{
    double change = 0.0;
    if (found->multiplicity == 1 && found->omega > 0.0) {
        return RDG_OK;
    }
    RDG_TRY(find_change(model, found, a, &change));
    const double resolved = 1e-12; /* change of omega^2, relative to it: four digits above rounding */
    if (mode->conservative && found->omega > 0.0 && fabs(change) < resolved * found->omega * found->omega) {
        return rdg_fail(
            rdg_hbm_context(model->hb), RDG_ERR_ARGUMENT, where,
            "mode %" PRId64 " of \"%s\": at a = %g sqrt(kg) m omega^2 changes by %.1e of itself, so "
            "that rounding hides which of the motions of the repeated frequency it is: begin at a "
            "larger amplitude",
            mode->number, rdg_structure_name(rdg_hbm_structure(model->hb)), a,
            fabs(change) / (found->omega * found->omega));
    }
    const double square = found->omega * found->omega + change;
    if (square > 0.0) {
        found->omega = sqrt(square);
    } else if (found->omega == 0.0) {
        return rdg_fail(rdg_hbm_context(model->hb), RDG_ERR_ARGUMENT, where,
                        "mode %" PRId64
                        " of \"%s\" has no linear frequency, nor a restoring force at the amplitude "
                        "a = %g sqrt(kg) m: it does not vibrate",
                        mode->number, rdg_structure_name(rdg_hbm_structure(model->hb)), a);
    }
    return RDG_OK;
}

/* A wave: in phase sin(omega t) and cos(omega t), or cos(omega t) and -sin(omega t) */
void rdg_dnnm_fill(const rdg_dnnm_model *model, const rdg_dnnm_mode *mode, double a, double *Q)
{
    const rdg_index n = model->n;
    const bool is_cosine = model->phase == RDG_PHASE_VELOCITY;
    double *in_phase = Q + model->first + (is_cosine ? 0 : n),
           *ahead = Q + model->first + (is_cosine ? n : 0);
    rdg_hbm_rest_coefficients(model->hb, Q);
    for (rdg_index i = 0; i < n; i++) {
        in_phase[i] = a * mode->shape[i];
        ahead[i] = a * (is_cosine ? -mode->shape[n + i] : mode->shape[n + i]);
    }
}
