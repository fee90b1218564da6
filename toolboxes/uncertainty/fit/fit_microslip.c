/* Iwan joints all of whose points lie in microslip. Up to an amplitude phi_max of the joint its force depends
 * on Kt, chi and R alone (iwan.h), so that Fs and beta count through R only. A joint cut into sliders seems
 * to determine them all the same: the sliders lie at fixed shares of phi_max, so that a change of phi_max
 * moves them against the amplitudes of the points, and the small error of the cut moves along. Fs and
 * beta of such a fit have that error. */
#include "fit_impl.h"

#include <ridgewalk/element_kind.h>
#include <ridgewalk/iwan.h>
#include <ridgewalk/numbers.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KT, FS, CHI, BETA, NUMBERS };

/* The place of a parameter of an element among those that are fitted; -1: it is not. */
static rdg_index place_of(const fit_model *m, const rdg_element *e, const char *number)
{
    char name[2 * RDG_PARAMETER_NAME];
    snprintf(name, sizeof name, "%s.%s", e->parameters ? e->parameters : e->name, number);
    for (rdg_index j = 0; j < m->fit.n; j++) {
        if (strcmp(m->fit.parameter[j].name, name) == 0) {
            return j;
        }
    }
    return -1;
}

/* A bound of the greatest amplitude of the joint, m; NAN: not known */
static double greatest_amplitude(const fit_model *m, rdg_index element)
{
    const rdg_basis *basis = rdg_hbm_basis(m->hb);
    const rdg_index n = basis->n_coefficients;
    double *z = rdg_calloc(2 * (size_t)n, sizeof *z);
    double greatest = z ? 0.0 : NAN;
    for (rdg_index i = 0; z && i < m->measured->n; i++) {
        const double *u = m->points + m->n_u * i;
        const double omega = u[rdg_variable_index(m->problem, "omega")];
        double sum = 0.0;
        if (rdg_hbm_element_state(m->hb, element, u + rdg_variable_index(m->problem, "Q"), omega, z, z + n) !=
            0) {
            greatest = NAN;
            break;
        }
        for (rdg_index c = basis->has_static; c < n; c += 2) {
            sum += hypot(z[c], z[c + 1]);
        }
        greatest = fmax(greatest, sum);
    }
    rdg_free(z);
    return greatest;
}

static void judge(const fit_model *m, rdg_index element, const rdg_element *e, rdg_fit_result *r,
                  fit_microslip *found)
{
    static const char *const number[NUMBERS] = {"Kt", "Fs", "chi", "beta"};
    rdg_iwan joint = *(const rdg_iwan *)e->self; /* its force law begins with its numbers */
    double *const value[NUMBERS] = {&joint.Kt, &joint.Fs, &joint.chi, &joint.beta};
    rdg_index place[NUMBERS];
    for (int k = 0; k < NUMBERS; k++) {
        place[k] = place_of(m, e, number[k]);
        *value[k] = place[k] >= 0 ? r->parameter[place[k]].value : *value[k];
    }
    const double amplitude = greatest_amplitude(m, element);
    const rdg_iwan_density density = rdg_iwan_density_of(&joint);
    if (place[FS] < 0 || place[BETA] < 0 || !isless(amplitude, density.phi_max)) {
        return;
    }
    *found =
        (fit_microslip){.joint = e->name, .amplitude = amplitude, .phi_max = density.phi_max, .R = density.R};
    for (int k = FS; k <= BETA; k += BETA - FS) {
        r->parameter[place[k]].determined = false;
        r->parameter[place[k]].error = INFINITY;
    }
}

void rdg_fit_find_microslip(fit_model *m, rdg_fit_result *r)
{
    const rdg_structure *structure = rdg_hbm_structure(m->hb);
    for (rdg_index k = 0; m->problem && k < rdg_element_count(structure); k++) {
        const rdg_element *e = rdg_element_at(structure, k);
        if (strcmp(e->kind.type, "Iwan model") == 0) {
            judge(m, k, e, r, &m->microslip);
        }
    }
}
