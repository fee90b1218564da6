/* What is refused before a fit: values that are none, and units that contradict each other or the structure.
 */
#include "fit_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stddef.h>

static const char where[] = "rdg_fit";
static const char *const quantity[RDG_MEASURED_QUANTITIES] = {"forcing amplitude", "amplitude", "frequency",
                                                              "damping"};

/* All but damping ratios are positive. */
static rdg_status check_values(const fit_model *m, int q)
{
    const double *value = m->measured->value[q];
    for (rdg_index i = 0; value && i < m->measured->n; i++) {
        const bool is_right = isfinite(value[i]) && (q == RDG_MEASURED_DAMPING || value[i] > 0.0);
        if (!is_right) {
            return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, where,
                            "fit \"%s\": the %s of point %td is %g: give a %s one", m->name, quantity[q],
                            (ptrdiff_t)i + 1, value[i], isfinite(value[i]) ? "positive" : "finite");
        }
        if (q == RDG_MEASURED_DAMPING && fabs(value[i]) >= 1.0) {
            return rdg_fail(
                m->ctx, RDG_ERR_ARGUMENT, where,
                "fit \"%s\": the damping ratio of point %td is %g, that of a mode is below 1: give a "
                "ratio, not percent",
                m->name, (ptrdiff_t)i + 1, value[i]);
        }
    }
    return RDG_OK;
}

/* Standard deviations that all exceed the values: another unit, as percent of a ratio. */
static rdg_status check_deviations(const fit_model *m, const fit_output *o)
{
    rdg_index above = 0;
    for (rdg_index i = 0; i < m->measured->n; i++) {
        if (!(isfinite(o->error[i]) && o->error[i] > 0.0)) {
            return rdg_fail(
                m->ctx, RDG_ERR_ARGUMENT, where,
                "fit \"%s\": the standard deviation of the %s of point %td is %g: give a positive one",
                m->name, o->name, (ptrdiff_t)i + 1, o->error[i]);
        }
        above += o->error[i] > fabs(o->value[i]);
    }
    return above < m->measured->n
               ? RDG_OK
               : rdg_fail(
                     m->ctx, RDG_ERR_ARGUMENT, where,
                     "fit \"%s\": all standard deviations of the %s are greater than the values, %g of %g at "
                     "point 1: give both in the same unit",
                     m->name, o->name, o->error[0], o->value[0]);
}

rdg_status rdg_fit_check(const fit_model *m)
{
    for (int q = 0; q < RDG_MEASURED_QUANTITIES; q++) {
        RDG_TRY(check_values(m, q));
    }
    for (rdg_index k = 0; k < m->n_outputs; k++) {
        RDG_TRY(check_deviations(m, &m->output[k]));
    }
    return RDG_OK;
}

/* A mode's frequencies that are 2 pi times those of the structure, all of them. */
rdg_status rdg_fit_check_unit(const fit_model *m)
{
    static const double turn = 2.0 * RDG_PI;
    static const double near = 0.2;
    rdg_index k = 0;
    while (k < m->n_outputs && m->output[k].unit == 1.0) {
        k++;
    }
    bool all = m->mode && k < m->n_outputs;
    for (rdg_index i = 0; all && i < m->measured->n; i++) {
        const double ratio = m->output[k].value[i] / m->fitted[k][i];
        all = fabs(ratio / turn - 1.0) < near;
    }
    return all ? rdg_fail(m->ctx, RDG_ERR_ARGUMENT, where,
                          "fit \"%s\": all measured frequencies are about 2 pi times those of the mode, %g "
                          "of %g Hz "
                          "at point 1: give them in Hz, not in rad/s, or another mode",
                          m->name, m->output[k].value[0], m->fitted[k][0])
               : RDG_OK;
}

/* After a fit that had no answer: the point. */
rdg_status rdg_fit_say_missed(const fit_model *m, rdg_status status)
{
    if (status != RDG_ERR_NO_CONVERGENCE || m->missed < 0) {
        return status;
    }
    rdg_error_clear(m->ctx);
    return rdg_fail(
        m->ctx, status, where,
        "fit \"%s\": no start converged; the structure has no answer at point %td (%s = %g): leave "
        "it out, narrow the ranges, or give starts nearer to the data",
        m->name, (ptrdiff_t)m->missed + 1, m->mode ? "u" : "alpha", rdg_fit_abscissa(m)[m->missed]);
}
