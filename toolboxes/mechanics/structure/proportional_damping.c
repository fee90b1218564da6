/* Proportional damping, C = a M + b K: given as such, or found in a matrix. Interior modes then decouple, so
 * that condensation costs little (elimination_modal.c). */
#include "structure_impl.h"
#include "wave_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <float.h>
#include <math.h>

rdg_status rdg_damping_proportional(rdg_structure *s, double mass_factor, double stiffness_factor)
{
    RDG_TRY(rdg_structure_still_open(s, __func__, "its damping"));
    if (!isfinite(mass_factor) || !isfinite(stiffness_factor)) {
        return RDG_FAIL(s->ctx, RDG_ERR_NOT_FINITE,
                        "damping factors of \"%s\" are %g (mass) and %g (stiffness)", s->name, mass_factor,
                        stiffness_factor);
    }
    for (rdg_index e = 0; e < s->start[s->n]; e++) {
        s->C[e] = mass_factor * s->M[e] + stiffness_factor * s->K[e];
    }
    rdg_wave_set_damping(s, mass_factor, stiffness_factor);
    s->proportional = true;
    s->mass_factor = mass_factor;
    s->stiffness_factor = stiffness_factor;
    return RDG_OK;
}

/* Least squares for a and b; where M and K are multiples of each other, or one of them is zero, by one. */
static void fit(const rdg_structure *s, double *a, double *b)
{
    const rdg_index count = s->start[s->n];
    const double mm = rdg_dot(count, s->M, s->M), mk = rdg_dot(count, s->M, s->K),
                 kk = rdg_dot(count, s->K, s->K);
    const double cm = rdg_dot(count, s->C, s->M), ck = rdg_dot(count, s->C, s->K);
    const double determinant = mm * kk - mk * mk;
    if (determinant > sqrt(DBL_EPSILON) * mm * kk) {
        *a = (cm * kk - ck * mk) / determinant;
        *b = (ck * mm - cm * mk) / determinant;
    } else {
        *a = kk > 0.0 || mm == 0.0 ? 0.0 : cm / mm;
        *b = kk > 0.0 ? ck / kk : 0.0;
    }
}

void rdg_structure_judge_damping(rdg_structure *s)
{
    const double rounding = 64.0 * DBL_EPSILON;
    double a, b;
    fit(s, &a, &b);
    s->proportional = isfinite(a) && isfinite(b);
    for (rdg_index e = 0; s->proportional && e < s->start[s->n]; e++) {
        const double m = a * s->M[e], k = b * s->K[e];
        s->proportional = fabs(s->C[e] - m - k) <= rounding * (fabs(s->C[e]) + fabs(m) + fabs(k));
    }
    s->mass_factor = s->proportional ? a : 0.0;
    s->stiffness_factor = s->proportional ? b : 0.0;
}

void rdg_structure_copy_damping(rdg_structure *s, const rdg_structure *from)
{
    s->proportional = from->proportional;
    s->mass_factor = from->mass_factor;
    s->stiffness_factor = from->stiffness_factor;
    s->loss_factor = from->loss_factor;
}

bool rdg_structure_proportional(const rdg_structure *s, double *mass_factor, double *stiffness_factor)
{
    if (!s || !s->proportional || !mass_factor || !stiffness_factor) {
        return false;
    }
    *mass_factor = s->mass_factor;
    *stiffness_factor = s->stiffness_factor;
    return true;
}
