/* What several copies of the ridge share: forcing amplitude and numbers, the height h, gaps h - A_i, weights
 * theta_i with sum 1, and d.p = sum_i theta_i d.peak_i.p. */
#include "equal_peaks_impl.h"

#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/linear.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = RDG_EQUAL_PEAKS_MOST, NAME = RDG_EQUAL_PEAKS_NAME + 8 };

/* --- h - A_i: sees h, then what the sensor sees */

static int gap_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_function *sensor = data;
    const int answer = sensor->f(n - 1, u + 1, m, y, sensor->data);
    y[0] = u[0] - y[0];
    return answer;
}

static int gap_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_function *sensor = data;
    const int answer = sensor->df(n - 1, u + 1, m, values + 1, sensor->data);
    for (rdg_index j = 1; j < n; j++) {
        values[j] = -values[j];
    }
    values[0] = 1.0;
    return answer;
}

/* That of the sensor in all but the first row and column. */
static int gap_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                       void *data)
{
    const rdg_function *sensor = data;
    const double minus = -lambda[0];
    const rdg_index k = n - 1;
    const int answer = sensor->d2f(k, u + 1, m, &minus, values, sensor->data);
    for (rdg_index j = k - 1; j >= 0; j--) {
        memmove(values + 1 + n * (j + 1), values + k * j, (size_t)k * sizeof *values);
    }
    for (rdg_index j = 0; j < n; j++) {
        values[j] = 0.0;
        values[n * j] = 0.0;
    }
    return answer;
}

/* --- sum_i theta_i eta_i: sees all theta, then all eta */

static int mean_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    (void)data;
    y[0] = 0.0;
    for (rdg_index i = 0; i < n / 2; i++) {
        y[0] += u[i] * u[n / 2 + i];
    }
    return 0;
}

static int mean_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    (void)data;
    for (rdg_index i = 0; i < n; i++) {
        values[i] = u[(i + n / 2) % n];
    }
    return 0;
}

static int mean_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                        void *data)
{
    (void)u;
    (void)m;
    (void)data;
    for (rdg_index i = 0; i < n; i++) {
        values[(i + n / 2) % n + n * i] = lambda[0];
    }
    return 0;
}

/* --- putting it together */

static const rdg_function *find_sensor(const rdg_equal_peaks_plan *plan, const rdg_index **place)
{
    for (rdg_index i = 0; i < rdg_hbm_sensor_count(plan->hb); i++) {
        const rdg_function *sensor = rdg_hbm_sensor_function(plan->hb, i, place);
        if (sensor && strcmp(sensor->name, plan->sensor) == 0) {
            return sensor;
        }
    }
    return NULL;
}

/* A number that all copies have becomes one. */
static rdg_status share(rdg_problem *p, const rdg_equal_peaks_plan *plan, const rdg_at *number)
{
    rdg_index first[MOST], second[MOST];
    char name[NAME];
    RDG_TRY(rdg_add_variables(p, number->name, 1, &number->value));
    RDG_TRY(rdg_set_typical(p, number->name, number->value != 0.0 ? 1e-3 * fabs(number->value) : 1.0, true));
    for (rdg_index i = 0; i < plan->n; i++) {
        snprintf(name, sizeof name, "peak%" PRId64 ".%.290s", i + 1, number->name);
        first[i] = rdg_variable_index(p, number->name, NULL);
        second[i] = rdg_variable_index(p, name, NULL);
    }
    const char *unit = rdg_parameter_unit(p, name);
    RDG_TRY(rdg_error_status(plan->ctx));
    snprintf(name, sizeof name, "shared.%.290s", number->name);
    RDG_TRY(rdg_add_glue(p, name, plan->n, first, second));
    RDG_TRY(rdg_add_parameter(p, number->name, number->name, 0));
    return rdg_set_unit(p, number->name, unit);
}

static rdg_status add_height(rdg_problem *p, const rdg_equal_peaks_plan *plan, double height)
{
    RDG_TRY(rdg_add_variables(p, "height", 1, &height));
    RDG_TRY(rdg_set_typical(p, "height", 1e-3 * height, true));
    RDG_TRY(rdg_add_parameter(p, "height", "height", 0));
    RDG_TRY(rdg_let_vary(p, "height"));
    char name[NAME];
    snprintf(name, sizeof name, "peak1.%.290s", plan->sensor);
    const char *unit = rdg_parameter_unit(p, name);
    return unit ? rdg_set_unit(p, "height", unit) : RDG_ERR_NAME;
}

static rdg_status add_gap(rdg_problem *p, const rdg_equal_peaks_plan *plan, rdg_index i, bool is_active)
{
    const rdg_index *place = NULL;
    const rdg_function *sensor = find_sensor(plan, &place);
    char name[NAME];
    snprintf(name, sizeof name, "peak%" PRId64 ".Q", i + 1);
    const rdg_index Q = rdg_variable_index(p, name, NULL);
    rdg_index *sees = sensor ? rdg_context_calloc(plan->ctx, (size_t)sensor->n + 1, sizeof *sees) : NULL;
    if (!sees || Q < 0) {
        rdg_free(sees);
        return RDG_ERR_NAME;
    }
    sees[0] = rdg_variable_index(p, "height", NULL);
    for (rdg_index l = 0; l < sensor->n; l++) {
        sees[1 + l] = Q + place[l];
    }
    snprintf(name, sizeof name, "gap%" PRId64, i + 1);
    const rdg_function gap = {.name = name,
                              .n = sensor->n + 1,
                              .m = 1,
                              .f = gap_value,
                              .df = gap_gradient,
                              .d2f = gap_hessian,
                              .data = (void *)sensor};
    const rdg_status status = rdg_add_monitor(p, &gap, sees, NULL, is_active ? RDG_INACTIVE : RDG_ACTIVE);
    rdg_free(sees);
    return status;
}

static rdg_status add_weights(rdg_problem *p, const rdg_equal_peaks_plan *plan, rdg_index greatest)
{
    double theta[MOST] = {0}, ones[MOST];
    rdg_index index[MOST];
    char name[NAME];
    theta[greatest] = 1.0;
    RDG_TRY(rdg_add_variables(p, "theta", plan->n, theta));
    for (rdg_index i = 0; i < plan->n; i++) {
        index[i] = rdg_variable_index(p, "theta", NULL) + i;
        ones[i] = 1.0;
        snprintf(name, sizeof name, "theta%" PRId64, i + 1);
        RDG_TRY(rdg_add_parameter(p, name, "theta", i));
        RDG_TRY(i == greatest ? rdg_let_vary(p, name) : RDG_OK);
    }
    const double one = 1.0;
    return rdg_add_linear(p, "weights", 1, plan->n, index, ones, &one);
}

static rdg_status add_sensitivity(rdg_problem *p, const rdg_equal_peaks_plan *plan, const char *number)
{
    rdg_index sees[2 * MOST];
    char name[NAME];
    for (rdg_index i = 0; i < plan->n; i++) {
        snprintf(name, sizeof name, "d.peak%" PRId64 ".%.290s", i + 1, number);
        sees[i] = rdg_variable_index(p, "theta", NULL) + i;
        sees[plan->n + i] = rdg_variable_index(p, name, NULL);
    }
    const char *unit = rdg_parameter_unit(p, name);
    RDG_TRY(rdg_error_status(plan->ctx));
    snprintf(name, sizeof name, "d.%.290s", number);
    const rdg_function mean = {
        .name = name, .n = 2 * plan->n, .m = 1, .f = mean_value, .df = mean_gradient, .d2f = mean_hessian};
    RDG_TRY(rdg_add_monitor(p, &mean, sees, NULL, RDG_ACTIVE));
    return rdg_set_unit(p, name, unit);
}

rdg_status rdg_equal_peaks_glue(rdg_problem *p, const rdg_equal_peaks_plan *plan)
{
    rdg_index greatest = 0;
    for (rdg_index i = 1; i < plan->n; i++) {
        greatest = plan->peak[i]->amplitude > plan->peak[greatest]->amplitude ? i : greatest;
    }
    for (rdg_index k = 0; k < plan->n_shared; k++) {
        RDG_TRY(share(p, plan, &plan->shared[k]));
    }
    RDG_TRY(add_height(p, plan, plan->peak[greatest]->amplitude));
    RDG_TRY(add_weights(p, plan, greatest));
    for (rdg_index i = 0; i < plan->n; i++) {
        RDG_TRY(add_gap(p, plan, i, i == greatest));
    }
    for (rdg_index k = 0; k < plan->n_shared; k++) {
        RDG_TRY(add_sensitivity(p, plan, plan->shared[k].name));
    }
    return RDG_OK;
}
