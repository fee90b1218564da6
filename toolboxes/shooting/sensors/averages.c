/* Averages over an orbit: functions of integrals and of the period.
 *
 *     mean Q/T,   rms sqrt(S/T),   dynamic sqrt(S/T - (Q/T)^2),   harmonic 2 sqrt(C^2 + S^2)/T . */
#include "shooting_sensors_impl.h"

#include <math.h>
#include <string.h>

/* A function of two integrals and T. */
typedef struct measure {
    double v, g[3], h[3][3];
} measure;

/* sqrt(e); at rest its derivatives are given as zero */
static measure root(const measure *e)
{
    measure m = {.v = sqrt(fmax(e->v, 0.0))};
    for (int i = 0; m.v > 0.0 && i < 3; i++) {
        m.g[i] = e->g[i] / (2.0 * m.v);
    }
    for (int i = 0; m.v > 0.0 && i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            m.h[i][j] = e->h[i][j] / (2.0 * m.v) - m.g[i] * m.g[j] / m.v;
        }
    }
    return m;
}

/* c (a/T) */
static void add_share(measure *m, double c, int k, double a, double T)
{
    m->v += c * a / T;
    m->g[k] += c / T;
    m->g[2] -= c * a / (T * T);
    m->h[k][2] -= c / (T * T);
    m->h[2][k] -= c / (T * T);
    m->h[2][2] += 2.0 * c * a / (T * T * T);
}

/* c (a/T)^2 */
static void add_square(measure *m, double c, int k, double a, double T)
{
    const double s = a / T;
    m->v += c * s * s;
    m->g[k] += 2.0 * c * s / T;
    m->g[2] -= 2.0 * c * s * s / T;
    m->h[k][k] += 2.0 * c / (T * T);
    m->h[k][2] -= 4.0 * c * s / (T * T);
    m->h[2][k] -= 4.0 * c * s / (T * T);
    m->h[2][2] += 6.0 * c * s * s / (T * T);
}

static measure measured(const rdg_orbit_sensor *sensor, const double *u)
{
    const rdg_orbit_sensors *all = sensor->all;
    const double T = rdg_orbit_period(all->s, u);
    const double a = all->value[sensor->integral[0]], b = all->value[sensor->integral[1]];
    measure m = {.v = 0.0};
    if (sensor->kind == RDG_SENSOR_HARMONIC) {
        add_square(&m, 4.0, 0, a, T);
        add_square(&m, 4.0, 1, b, T);
        return root(&m);
    }
    add_share(&m, 1.0, 0, a, T);
    if (sensor->kind == RDG_SENSOR_DYNAMIC) {
        add_square(&m, -1.0, 1, b, T);
    }
    return sensor->kind == RDG_SENSOR_MEAN ? m : root(&m);
}

int rdg_average_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_orbit_sensor *sensor = data;
    (void)n, (void)m;
    const int answer = rdg_orbit_integrals(sensor->all, u, false);
    y[0] = answer == 0 ? measured(sensor, u).v : 0.0;
    return answer;
}

/* d of the two integrals and T by a variable. */
static void slopes(const rdg_orbit_sensor *sensor, rdg_index j, double d[3])
{
    const rdg_orbit_sensors *all = sensor->all;
    const rdg_orbit_layout *at = &all->s->at;
    for (int i = 0; i < 2; i++) {
        d[i] = all->slope[sensor->integral[i] + all->n_integrals * j];
    }
    d[2] = j >= at->tau && j < at->tau + all->s->segments ? (all->s->symmetry ? 2.0 : 1.0) : 0.0;
}

int rdg_average_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_orbit_sensor *sensor = data;
    (void)m;
    const int answer = rdg_orbit_integrals(sensor->all, u, true);
    if (answer != 0) {
        return answer;
    }
    const measure v = measured(sensor, u);
    for (rdg_index j = 0; j < n; j++) {
        double d[3];
        slopes(sensor, j, d);
        values[j] = v.g[0] * d[0] + v.g[1] * d[1] + v.g[2] * d[2];
    }
    return 0;
}

int rdg_average_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                    void *data)
{
    const rdg_orbit_sensor *sensor = data;
    rdg_orbit_sensors *all = sensor->all;
    (void)m;
    int answer = rdg_orbit_integrals(all, u, true);
    if (answer != 0) {
        return answer;
    }
    const measure v = measured(sensor, u);
    double *weight = all->weight;
    memset(weight, 0, (size_t)all->n_integrals * sizeof *weight);
    for (int i = 0; i < 2; i++) {
        weight[sensor->integral[i]] += lambda[0] * v.g[i];
    }
    answer = rdg_orbit_integral_curves(all, u, weight, values);
    for (rdg_index k = 0; answer == 0 && k < n; k++) {
        double a[3], b[3], bent[3] = {0.0};
        slopes(sensor, k, b);
        for (int i = 0; i < 9; i++) {
            bent[i / 3] += lambda[0] * v.h[i / 3][i % 3] * b[i % 3];
        }
        for (rdg_index j = 0; j < n && (bent[0] != 0.0 || bent[1] != 0.0 || bent[2] != 0.0); j++) {
            slopes(sensor, j, a);
            values[j + n * k] += a[0] * bent[0] + a[1] * bent[1] + a[2] * bent[2];
        }
    }
    return answer;
}
