/* Sensors of the coefficients z of one displacement, by what they measure:
 *
 *     amplitudes  s = sqrt(z^T W z), W diagonal:  ds/dz = W z / s,  d2s/dz2 = (W - (ds/dz)(ds/dz)^T) / s
 *     mean        s = z_0
 *     peak        s = |q(t*)|, q = h(t)^T z:      ds/dz = sign h,   d2s/dz2 = -sign h' h'^T / q''
 *
 * At rest an amplitude has no derivative; zero lies in its subdifferential and is given. So it is where
 * nothing but rounding is left of what the sensor sees, as of a harmonic that is not excited while all
 * contacts stick.
 */
#include "hbm_impl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double rounding = 1e-14; /* relative to the whole displacement */

static void gather(const rdg_hbm_sensor_data *sensor, const double *u)
{
    const rdg_hbm_terms *terms = &sensor->terms;
    memset(sensor->z, 0, (size_t)sensor->n_coefficients * sizeof *sensor->z);
    for (rdg_index c = 0; c < sensor->n_coefficients; c++) {
        for (rdg_index t = 0; t < terms->n; t++) {
            const rdg_hbm_entry entry = rdg_hbm_entry_of(&terms->term[t], sensor->shift, c);
            sensor->z[c] += entry.own * u[c * terms->n + t];
            sensor->z[entry.partner] += entry.other * u[c * terms->n + t];
        }
    }
}

/* A Hessian in z: diagonal * weight on the diagonal, and rank_one * direction direction^T. */
typedef struct bend {
    double diagonal, rank_one;
} bend;

static double measure_amplitude(const rdg_hbm_sensor_data *sensor, bend *second)
{
    double sum = 0.0;
    double whole = 0.0;
    for (rdg_index c = 0; c < sensor->n_coefficients; c++) {
        sum += sensor->weight[c] * sensor->z[c] * sensor->z[c];
        whole += sensor->z[c] * sensor->z[c];
    }
    const double root = sqrt(sum), s = root > rounding * sqrt(whole) ? root : 0.0;
    for (rdg_index c = 0; c < sensor->n_coefficients; c++) {
        sensor->slope[c] = s > 0.0 ? sensor->weight[c] * sensor->z[c] / s : 0.0;
        sensor->direction[c] = sensor->slope[c];
    }
    *second = s > 0.0 ? (bend){.diagonal = 1.0 / s, .rank_one = -1.0 / s} : (bend){0.0, 0.0};
    return s;
}

static double measure_mean(const rdg_hbm_sensor_data *sensor, bend *second)
{
    for (rdg_index c = 0; c < sensor->n_coefficients; c++) {
        sensor->slope[c] = c == 0 ? 1.0 : 0.0;
        sensor->direction[c] = 0.0;
    }
    *second = (bend){0.0, 0.0};
    return sensor->z[0];
}

static double measure_peak(const rdg_hbm_sensor_data *sensor, bend *second)
{
    rdg_turning top;
    const double s = rdg_peak_in_time(sensor->basis, sensor->z, sensor->slope, sensor->turn, &top);
    const double sign = top.q < 0.0 ? -1.0 : 1.0;
    rdg_peak_directions(sensor->basis, &top, sensor->slope, sensor->direction);
    for (rdg_index c = 0; c < sensor->n_coefficients; c++) {
        sensor->slope[c] *= sign;
    }
    *second = (bend){.rank_one = top.acceleration != 0.0 ? -sign / top.acceleration : 0.0};
    return s;
}

/* The value; the derivatives in z are left in the sensor, and in `second`. */
static double measure(const rdg_hbm_sensor_data *sensor, const double *u, bend *second)
{
    gather(sensor, u);
    return sensor->kind == RDG_SENSOR_PEAK   ? measure_peak(sensor, second)
           : sensor->kind == RDG_SENSOR_MEAN ? measure_mean(sensor, second)
                                             : measure_amplitude(sensor, second);
}

static int sensor_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    bend second;
    (void)n;
    (void)m;
    y[0] = measure(data, u, &second);
    return 0;
}

static int sensor_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_hbm_sensor_data *sensor = data;
    const rdg_index T = sensor->terms.n;
    bend second;
    (void)m;
    measure(sensor, u, &second);
    for (rdg_index l = 0; l < n; l++) {
        const rdg_hbm_entry entry = rdg_hbm_entry_of(&sensor->terms.term[l % T], sensor->shift, l / T);
        values[l] = entry.own * sensor->slope[l / T] + entry.other * sensor->slope[entry.partner];
    }
    return 0;
}

/* d2s/dz2 at two coefficients */
static double bent(const rdg_hbm_sensor_data *sensor, const bend *second, rdg_index ci, rdg_index cj)
{
    const double diagonal = ci == cj ? second->diagonal * sensor->weight[ci] : 0.0;
    return diagonal + second->rank_one * sensor->direction[cj] * sensor->direction[ci];
}

/* B^T (d2s/dz2) B */
static int sensor_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                          void *data)
{
    const rdg_hbm_sensor_data *sensor = data;
    const rdg_hbm_term *term = sensor->terms.term;
    const rdg_index T = sensor->terms.n;
    bend second;
    (void)m;
    measure(sensor, u, &second);
    for (rdg_index k = 0; k < n * n; k++) {
        const rdg_index i = k % n, j = k / n;
        const rdg_hbm_entry left = rdg_hbm_entry_of(&term[i % T], sensor->shift, i / T);
        const rdg_hbm_entry right = rdg_hbm_entry_of(&term[j % T], sensor->shift, j / T);
        double sum = left.own * right.own * bent(sensor, &second, i / T, j / T);
        if (left.other != 0.0 || right.other != 0.0) {
            sum += left.own * right.other * bent(sensor, &second, i / T, right.partner) +
                   left.other * right.own * bent(sensor, &second, left.partner, j / T) +
                   left.other * right.other * bent(sensor, &second, left.partner, right.partner);
        }
        values[k] = lambda[0] * sum;
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
    static const weighting weightings[] = {
        [RDG_SENSOR_DYNAMIC] = {.constant = 0.0, .dynamic = 0.5},
        [RDG_SENSOR_RMS] = {.constant = 1.0, .dynamic = 0.5},
        [RDG_SENSOR_HARMONIC] = {.constant = 0.0, .dynamic = 1.0},
        [RDG_SENSOR_MEAN] = {.constant = 0.0, .dynamic = 0.0}, /* no squares */
        [RDG_SENSOR_PEAK] = {.constant = 0.0, .dynamic = 0.0},
    };
    weighting w = weightings[from->kind];
    w.only_harmonic = from->harmonic;
    if (from->kind == RDG_SENSOR_HARMONIC || from->kind == RDG_SENSOR_MEAN) {
        char what[300];
        snprintf(what, sizeof what, ", which sensor \"%.250s\" measures,", from->name);
        RDG_TRY(rdg_hbm_check_harmonic(hb, "rdg_hbm_create", from->harmonic, what));
    }
    const size_t n = (size_t)hb->basis.n_coefficients;
    sensor->name = from->name;
    sensor->kind = from->kind;
    sensor->basis = &hb->basis;
    sensor->shift = hb->shift;
    sensor->n_coefficients = hb->basis.n_coefficients;
    RDG_TRY(rdg_hbm_resolve(hb, 1, &from->at, &sensor->terms));
    sensor->weight = rdg_context_calloc(hb->ctx, n, sizeof(double));
    sensor->z = rdg_context_calloc(hb->ctx, n, sizeof(double));
    sensor->slope = rdg_context_calloc(hb->ctx, n, sizeof(double));
    sensor->direction = rdg_context_calloc(hb->ctx, n, sizeof(double));
    if (from->kind == RDG_SENSOR_PEAK) {
        sensor->turn =
            rdg_context_calloc(hb->ctx, (size_t)rdg_turning_workspace(&hb->basis), sizeof *sensor->turn);
    }
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
        rdg_free(hb->sensor[i].slope);
        rdg_free(hb->sensor[i].direction);
        rdg_free(hb->sensor[i].turn);
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
