/* The density of an Iwan model, and finitely many sliders for it: with t = phi/phi_max and cells from t_a to
 * t_b, a slider has k = Kt/(1 + beta) (t_b^(chi+1) - t_a^(chi+1)), which is int rho over its cell, and
 * k phi = int phi rho. */
#include "iwan_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

rdg_iwan_density rdg_iwan_density_of(const rdg_iwan *joint)
{
    if (!joint) {
        return (rdg_iwan_density){.phi_max = NAN, .R = NAN, .S = NAN};
    }
    const double chi = joint->chi, beta = joint->beta;
    const double phi_max = joint->Fs / joint->Kt * (1.0 + beta) / (beta + (chi + 1.0) / (chi + 2.0));
    return (rdg_iwan_density){.phi_max = phi_max,
                              .R = joint->Kt * (chi + 1.0) / (pow(phi_max, chi + 1.0) * (1.0 + beta)),
                              .S = joint->Kt * beta / (1.0 + beta)};
}

/* Of the density, without the lump's. */
static rdg_index count_cells(const rdg_iwan *joint)
{
    enum { DEFAULT_SLIDERS = 100 };
    return joint->sliders > 0 ? joint->sliders : DEFAULT_SLIDERS;
}

rdg_index rdg_iwan_count_sliders(const rdg_iwan *joint)
{
    return count_cells(joint) + (joint->beta > 0.0);
}

void rdg_iwan_make_sliders(const rdg_iwan *joint, iwan_slider *slider)
{
    const double chi = joint->chi, whole = joint->Kt / (1.0 + joint->beta);
    const rdg_iwan_density density = rdg_iwan_density_of(joint);
    const rdg_index n = count_cells(joint);
    double stiffness = 0.0, force = 0.0; /* of the sliders so far, over `whole` */
    for (rdg_index m = 0; m < n; m++) {
        const double root = (double)(m + 1) / (double)n, t = root * root;
        const double stiffness_to = pow(t, chi + 1.0),
                     force_to = (chi + 1.0) / (chi + 2.0) * t * stiffness_to;
        const double k = stiffness_to - stiffness;
        slider[m] = (iwan_slider){.k = whole * k, .phi = density.phi_max * (force_to - force) / k};
        stiffness = stiffness_to;
        force = force_to;
    }
    if (joint->beta > 0.0) {
        slider[n] = (iwan_slider){.k = density.S, .phi = density.phi_max};
    }
}

rdg_iwan_law *rdg_iwan_law_create(rdg_context *ctx, const rdg_iwan *joint)
{
    rdg_iwan_law *law = rdg_context_calloc(ctx, 1, sizeof *law);
    if (!law) {
        return NULL;
    }
    law->joint = *joint;
    law->joint.name = law->joint.at = NULL;
    law->n_sliders = rdg_iwan_count_sliders(joint);
    law->slider = rdg_context_calloc(ctx, (size_t)law->n_sliders, sizeof *law->slider);
    if (!law->slider) {
        rdg_iwan_law_free(law);
        return NULL;
    }
    rdg_iwan_make_sliders(joint, law->slider);
    return law;
}

void rdg_iwan_law_free(void *law)
{
    if (law) {
        rdg_free(((rdg_iwan_law *)law)->slider);
        rdg_free(law);
    }
}
