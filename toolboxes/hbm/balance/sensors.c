/* Sensors: s(Q) = sqrt(z^T W z) of the coefficients z of one displacement, W diagonal.
 *
 *     ds/dz = W z / s,    d2s/dz2 = (W - (ds/dz)(ds/dz)^T) / s.
 *
 * At rest s has no derivative; zero lies in its subdifferential and is given. So it is where nothing but
 * rounding is left of what the sensor sees, as of a harmonic that is not excited while all contacts stick. */
#include "hbm_impl.h"

#include <ridgewalk/sensors.h>

#include <math.h>
#include <stdio.h>

static const double rounding = 1e-14; /* relative to the whole displacement */

static void gather(const rdg_hbm_sensor_data *sensor, const double *u)
{
    const rdg_hbm_terms *terms = &sensor->terms;
    for (rdg_index c = 0; c < sensor->n_coefficients; c++) {
        double sum = 0.0;
        for (rdg_index t = 0; t < terms->n; t++) {
            sum += terms->term[t].weight * u[c * terms->n + t];
        }
        sensor->z[c] = sum;
    }
}

static double amplitude(const rdg_hbm_sensor_data *sensor)
{
    double sum = 0.0;
    double whole = 0.0;
    for (rdg_index c = 0; c < sensor->n_coefficients; c++) {
        sum += sensor->weight[c] * sensor->z[c] * sensor->z[c];
        whole += sensor->z[c] * sensor->z[c];
    }
    const double s = sqrt(sum);
    return s > rounding * sqrt(whole) ? s : 0.0;
}

static int sensor_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    gather(data, u);
    y[0] = amplitude(data);
    return 0;
}

static int sensor_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_hbm_sensor_data *sensor = data;
    const rdg_index T = sensor->terms.n;
    (void)m;
    gather(sensor, u);
    const double s = amplitude(sensor);
    for (rdg_index l = 0; l < n; l++) {
        const rdg_index c = l / T;
        values[l] = s > 0.0 ? sensor->terms.term[l % T].weight * sensor->weight[c] * sensor->z[c] / s : 0.0;
    }
    return 0;
}

static int sensor_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                          void *data)
{
    const rdg_hbm_sensor_data *sensor = data;
    const rdg_index T = sensor->terms.n;
    (void)m;
    gather(sensor, u);
    const double s = amplitude(sensor);
    for (rdg_index k = 0; s > 0.0 && k < n * n; k++) {
        const rdg_index i = k % n, j = k / n, ci = i / T, cj = j / T;
        const double diagonal = ci == cj ? sensor->weight[ci] : 0.0;
        const double gi = sensor->weight[ci] * sensor->z[ci] / s, gj = sensor->weight[cj] * sensor->z[cj] / s;
        values[k] = lambda[0] * sensor->terms.term[i % T].weight * sensor->terms.term[j % T].weight *
                    (diagonal - gi * gj) / s;
    }
    return 0;
}

/* Weights of the squares in a sensor; only_harmonic 0: every harmonic. */
typedef struct weighting {
    double constant, dynamic;
    int only_harmonic;
} weighting;

static void set_weights(const rdg_basis *basis, const weighting *w, double *weight)
{
    if (basis->has_static) {
        weight[0] = w->constant;
    }
    for (rdg_index i = 0; i < basis->n_harmonics; i++) {
        const bool seen = w->only_harmonic == 0 || basis->harmonic[i] == w->only_harmonic;
        weight[basis->has_static + 2 * i] = seen ? w->dynamic : 0.0;
        weight[basis->has_static + 2 * i + 1] = seen ? w->dynamic : 0.0;
    }
}

static rdg_status take(rdg_hbm *hb, const rdg_sensor *from, rdg_hbm_sensor_data *sensor)
{
    static const weighting weightings[] = {[RDG_SENSOR_DYNAMIC] = {.constant = 0.0, .dynamic = 0.5},
                                           [RDG_SENSOR_RMS] = {.constant = 1.0, .dynamic = 0.5},
                                           [RDG_SENSOR_HARMONIC] = {.constant = 0.0, .dynamic = 1.0}};
    weighting w = weightings[from->kind];
    w.only_harmonic = from->harmonic;
    if (from->kind == RDG_SENSOR_HARMONIC) {
        char what[300];
        snprintf(what, sizeof what, ", which sensor \"%.250s\" measures,", from->name);
        RDG_TRY(rdg_hbm_check_harmonic(hb, "rdg_hbm_create", from->harmonic, what));
    }
    sensor->name = from->name;
    sensor->n_coefficients = hb->basis.n_coefficients;
    RDG_TRY(rdg_hbm_resolve(hb, 1, &from->at, &sensor->terms));
    sensor->weight = rdg_context_calloc(hb->ctx, (size_t)sensor->n_coefficients, sizeof(double));
    sensor->z = rdg_context_calloc(hb->ctx, (size_t)sensor->n_coefficients, sizeof(double));
    RDG_TRY(rdg_error_status(hb->ctx));
    set_weights(&hb->basis, &w, sensor->weight);
    return RDG_OK;
}

rdg_status rdg_hbm_take_sensors(rdg_hbm *hb)
{
    const rdg_index n = rdg_sensor_count(hb->structure);
    hb->sensor = rdg_context_calloc(hb->ctx, (size_t)n, sizeof *hb->sensor);
    hb->n_sensors = hb->sensor ? n : 0;
    for (rdg_index i = 0; i < hb->n_sensors; i++) {
        RDG_TRY(take(hb, rdg_sensor_at(hb->structure, i), &hb->sensor[i]));
    }
    return rdg_error_status(hb->ctx);
}

void rdg_hbm_free_sensors(rdg_hbm *hb)
{
    for (rdg_index i = 0; i < hb->n_sensors; i++) {
        rdg_free(hb->sensor[i].terms.term);
        rdg_free(hb->sensor[i].weight);
        rdg_free(hb->sensor[i].z);
    }
    rdg_free(hb->sensor);
}

rdg_status rdg_hbm_close_sensor(rdg_hbm *hb, rdg_hbm_sensor_data *sensor)
{
    const rdg_hbm_terms *terms = &sensor->terms;
    const rdg_index n = terms->n * sensor->n_coefficients;
    sensor->index = rdg_context_calloc(hb->ctx, (size_t)n, sizeof *sensor->index);
    if (!sensor->index) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index l = 0; l < n; l++) {
        sensor->index[l] = (l / terms->n) * hb->n_kept + terms->term[l % terms->n].place;
    }
    sensor->function = (rdg_function){.name = sensor->name,
                                      .n = n,
                                      .m = 1,
                                      .f = sensor_value,
                                      .df = sensor_gradient,
                                      .d2f = sensor_hessian,
                                      .data = sensor};
    return RDG_OK;
}
