/* Parameters of a structure from measured points: options, models. */
#include "fit_impl.h"

#include <ridgewalk/numbers.h>
#include <ridgewalk/option_list.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stddef.h>

static const char where[] = "rdg_fit";

const rdg_option_key rdg_fit_parameters = {.name = "RDG_FIT", .call = where};
const rdg_option_key rdg_fit_modes = {.name = "RDG_FIT_MODE", .call = where};
const rdg_option_key rdg_fit_responses = {.name = "RDG_FIT_RESPONSE", .call = where};
const rdg_option_key rdg_fit_ridges = {.name = "RDG_FIT_RIDGE", .call = where};
const rdg_option_key rdg_fit_intervals_ = {.name = "RDG_FIT_PROFILES", .call = where};
const rdg_option_key rdg_fit_more = {.name = "RDG_FIT_STARTS", .call = where};
const rdg_option_key rdg_fit_answer = {.name = "RDG_FIT_RESULT", .call = where};

static const rdg_option_key *const own[] = {
    &rdg_fit_parameters, &rdg_fit_modes, &rdg_fit_responses, &rdg_fit_ridges,
    &rdg_fit_intervals_, &rdg_fit_more,  &rdg_fit_answer,    NULL};

static rdg_status take_parameter(fit_model *m, const rdg_option *o)
{
    rdg_structure_parameter found;
    RDG_TRY(rdg_structure_parameter_find(rdg_hbm_structure(m->hb), where, o->name, &found));
    if (m->fit.n == RDG_FIT_MOST) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, where, "fit \"%s\": more than %d parameters", m->name,
                        RDG_FIT_MOST);
    }
    if (o->a < found.least) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, where,
                        "fit \"%s\": the range of \"%s\" begins at %g %s: the structure can have %g or more",
                        m->name, o->name, o->a, found.unit, found.least);
    }
    m->fit.parameter[m->fit.n++] =
        (rdg_fit_parameter){.name = o->name, .low = o->a, .high = o->b, .start = found.value};
    return RDG_OK;
}

/* A measured quantity that a model needs as it is. */
static rdg_status need(const fit_model *m, rdg_measured_quantity quantity, const char *name)
{
    return m->measured->value[quantity] ? RDG_OK
                                        : rdg_fail(m->ctx, RDG_ERR_ARGUMENT, where,
                                                   "fit \"%s\": the points have no %s", m->name, name);
}

/* A measured quantity that is fitted, if it is there. */
static rdg_status take_output(fit_model *m, rdg_measured_quantity quantity, const char *name,
                              const char *parameter, double unit)
{
    if (!m->measured->value[quantity]) {
        return RDG_OK;
    }
    if (!m->measured->error[quantity]) {
        return rdg_fail(
            m->ctx, RDG_ERR_ARGUMENT, where,
            "fit \"%s\": the measured %s has no standard deviation: name its column, or leave the %s out",
            m->name, name, name);
    }
    fit_output *o = &m->output[m->n_outputs];
    *o = (fit_output){.parameter = parameter,
                      .name = name,
                      .unit = unit,
                      .value = m->measured->value[quantity],
                      .error = m->measured->error[quantity]};
    m->fitted[m->n_outputs++] = rdg_context_calloc(m->ctx, (size_t)m->measured->n, sizeof(double));
    return rdg_error_status(m->ctx);
}

static rdg_status take_points(fit_model *m, const rdg_option *o)
{
    const rdg_fit_points *points = o->data;
    const double turn = 2.0 * RDG_PI;
    if (!points || !points->measured || (!points->mode && !points->sensor)) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, where,
                        "fit \"%s\": measured points, or what they are of, is NULL", m->name);
    }
    if (m->measured) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, where, "fit \"%s\": measured points are given twice",
                        m->name);
    }
    m->measured = points->measured;
    m->mode = points->mode;
    m->sensor = points->sensor;
    if (m->mode) {
        m->fit.function = rdg_fit_curve_residuals;
        RDG_TRY(need(m, RDG_MEASURED_AMPLITUDE, "amplitude"));
        RDG_TRY(take_output(m, RDG_MEASURED_FREQUENCY, "frequency", "omega", turn));
        return take_output(m, RDG_MEASURED_DAMPING, "damping", "zeta", 1.0);
    }
    RDG_TRY(need(m, RDG_MEASURED_LEVEL, "level"));
    RDG_TRY(need(m, RDG_MEASURED_FREQUENCY, "frequency"));
    RDG_TRY(take_output(m, RDG_MEASURED_AMPLITUDE, "amplitude", m->sensor, 1.0));
    if (o->key == &rdg_fit_responses) {
        m->fit.function = rdg_fit_curve_residuals;
        return RDG_OK;
    }
    m->fit.function = rdg_fit_peak_residuals;
    return m->measured->error[RDG_MEASURED_FREQUENCY]
               ? take_output(m, RDG_MEASURED_FREQUENCY, "frequency", "omega", turn)
               : RDG_OK;
}

static rdg_status read_options(fit_model *m, const rdg_option *options)
{
    RDG_TRY(rdg_option_list_check(m->ctx, where, m->name, options, own));
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        if (o->kind != RDG_OPTION_OF_TOOLBOX) {
            continue;
        }
        if (o->key == &rdg_fit_parameters) {
            RDG_TRY(take_parameter(m, o));
        } else if (o->key == &rdg_fit_modes || o->key == &rdg_fit_responses || o->key == &rdg_fit_ridges) {
            RDG_TRY(take_points(m, o));
        }
    }
    if (!m->measured || m->fit.n == 0 || m->n_outputs == 0) {
        return rdg_fail(
            m->ctx, RDG_ERR_ARGUMENT, where,
            "fit \"%s\": give RDG_FIT(\"joint.kt\", low, high), and points of a mode, of a response or of "
            "peaks with what is to be fitted",
            m->name);
    }
    const rdg_option *starts = rdg_option_of(options, &rdg_fit_more);
    m->fit.m = m->n_outputs * m->measured->n;
    m->fit.starts = starts ? (rdg_index)starts->a : 0;
    m->fit.profiles = rdg_option_of(options, &rdg_fit_intervals_) != NULL;
    m->fit.data = m;
    return RDG_OK;
}

/* The fitted curve is that of the optimum, not of the last try; its derivatives. */
static rdg_status evaluate_optimum(fit_model *m, const rdg_fit_result *result)
{
    double p[RDG_FIT_MOST];
    double *residual = rdg_context_calloc(m->ctx, (size_t)m->fit.m, sizeof *residual);
    if (!m->jacobian) {
        m->jacobian = rdg_context_calloc(m->ctx, (size_t)(m->fit.m * m->fit.n), sizeof *m->jacobian);
    }
    for (rdg_index j = 0; j < m->fit.n; j++) {
        p[j] = result->parameter[j].value;
    }
    if (residual && m->jacobian) {
        m->fit.function(p, residual, m->jacobian, m);
    }
    rdg_free(residual);
    return rdg_error_status(m->ctx);
}

/* The points at the parameters that the structure has, if the model has an answer there. */
static rdg_status check_start(fit_model *m)
{
    double p[RDG_FIT_MOST];
    m->jacobian = rdg_context_calloc(m->ctx, (size_t)(m->fit.m * m->fit.n), sizeof *m->jacobian);
    double *residual = rdg_context_calloc(m->ctx, (size_t)m->fit.m, sizeof *residual);
    for (rdg_index j = 0; j < m->fit.n; j++) {
        p[j] = m->fit.parameter[j].start;
    }
    const bool known =
        residual && m->jacobian && m->mode && m->fit.function(p, residual, m->jacobian, m) == 0;
    rdg_free(residual);
    RDG_TRY(rdg_error_status(m->ctx));
    m->missed = -1;
    return known ? rdg_fit_check_unit(m) : RDG_OK;
}

rdg_status rdg_fit_list(rdg_hbm *hb, const char *name, const rdg_option *options)
{
    rdg_context *ctx = hb ? rdg_hbm_context(hb) : NULL;
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, name, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, options, RDG_ERR_ARGUMENT);
    rdg_fit_result mine = {.chi2 = NAN};
    const rdg_option *answer = rdg_option_of(options, &rdg_fit_answer);
    rdg_fit_result *result = answer && answer->data ? answer->data : &mine;
    fit_model m = {.ctx = ctx, .hb = hb, .name = name, .missed = -1};
    *result = (rdg_fit_result){.chi2 = NAN};
    rdg_status status = read_options(&m, options);
    status = status == RDG_OK ? rdg_fit_check(&m) : status;
    if (status == RDG_OK && m.mode) {
        m.hb = rdg_hbm_full(hb);
        status = rdg_error_status(ctx);
    }
    if (status == RDG_OK && m.fit.function == rdg_fit_curve_residuals) {
        status = rdg_fit_curve_begin(&m);
    }
    status = status == RDG_OK ? check_start(&m) : status;
    status = status == RDG_OK ? rdg_fit_say_missed(&m, rdg_least_squares(ctx, &m.fit, result)) : status;
    status = status == RDG_OK ? evaluate_optimum(&m, result) : status;
    if (status == RDG_OK) {
        rdg_fit_find_microslip(&m, result);
    }
    if (status == RDG_OK && !rdg_option_find(options, RDG_OPTION_NO_TABLE, NULL)) {
        rdg_fit_say(&m, result);
    }
    status = status == RDG_OK ? rdg_fit_record(&m, result, options) : status;
    rdg_fit_model_free(&m);
    return status;
}
