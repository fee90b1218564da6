/* Sensors of a structure on its orbits: functions of integrals and of the period.
 *
 *     mean Q/T,   rms sqrt(S/T),   dynamic sqrt(S/T - (Q/T)^2),   harmonic 2 sqrt(C^2 + S^2)/T . */
#include "shooting_sensors.h"
#include "motion_impl.h"
#include "shooting_sensors_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const where = "rdg_shooting_add_sensors";

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
    double T = 0.0;
    for (rdg_index j = 0; j < all->s->arcs; j++) {
        T += u[all->s->at.tau + j];
    }
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

static int f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
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
    d[2] = j >= at->tau && j < at->tau + all->s->arcs ? 1.0 : 0.0;
}

static int df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
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

static int d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    const rdg_orbit_sensor *sensor = data;
    rdg_orbit_sensors *all = sensor->all;
    (void)m;
    int answer = rdg_orbit_integrals(all, u, true);
    if (answer != 0) {
        return answer;
    }
    const measure v = measured(sensor, u);
    double *weight = all->lambda + all->s->at.states + all->n_integrals;
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

static void destroy(void *object)
{
    rdg_orbit_sensors *all = object;
    for (rdg_index j = 0; all->mesh && j < all->slots; j++) {
        rdg_mesh_release(&all->mesh[j]);
    }
    for (rdg_index i = 0; i < all->n_wide; i++) {
        rdg_free(all->mode[i]);
    }
    void *const arrays[] = {all->mode,  all->integral, all->sensor, all->at,        all->value,
                            all->sigma, all->u,        all->mesh,   all->node.sigma};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(all);
}

static rdg_status add_integral(rdg_orbit_sensors *all, rdg_structure *structure, const char *at,
                               rdg_integrand of, int harmonic, rdg_index *place)
{
    rdg_quadrature *q = &all->integral[all->n_integrals];
    *q = (rdg_quadrature){.of = of, .harmonic = harmonic};
    *place = all->n_integrals++;
    return rdg_structure_displacement(structure, where, at, &q->n, &q->dof, &q->weight);
}

static rdg_status take(rdg_orbit_sensors *all, rdg_structure *structure, const rdg_sensor *of)
{
    rdg_orbit_sensor *sensor = &all->sensor[all->n_sensors++];
    *sensor = (rdg_orbit_sensor){.all = all, .kind = of->kind};
    if (of->kind == RDG_SENSOR_PEAK || (of->kind == RDG_SENSOR_HARMONIC && !all->s->at.forced)) {
        return rdg_fail(all->s->ctx, RDG_ERR_ARGUMENT, where,
                        "sensor \"%s\" of \"%s\" cannot be followed on %s", of->name,
                        rdg_structure_name(structure),
                        of->kind == RDG_SENSOR_PEAK ? "orbits by shooting: it measures a peak"
                                                    : "free orbits: it measures a harmonic of a forcing");
    }
    if (of->kind == RDG_SENSOR_HARMONIC) {
        RDG_TRY(add_integral(all, structure, of->at, RDG_OF_COSINE, of->harmonic, &sensor->integral[0]));
        return add_integral(all, structure, of->at, RDG_OF_SINE, of->harmonic, &sensor->integral[1]);
    }
    const rdg_integrand first = of->kind == RDG_SENSOR_MEAN ? RDG_OF_X : RDG_OF_SQUARE;
    RDG_TRY(add_integral(all, structure, of->at, first, 0, &sensor->integral[0]));
    sensor->integral[1] = sensor->integral[0];
    return of->kind == RDG_SENSOR_DYNAMIC
               ? add_integral(all, structure, of->at, RDG_OF_X, 0, &sensor->integral[1])
               : RDG_OK;
}

static rdg_status make_rooms(rdg_orbit_sensors *all)
{
    const rdg_orbit_layout *at = &all->s->at;
    rdg_context *ctx = all->s->ctx;
    const rdg_index nq = all->n_integrals, n = at->states + nq, nu = n + at->np + 1, ns = nu + 1;
    const rdg_index narrow = 2 * nu + 2 * n + 2 * n * nu;
    all->at = rdg_context_calloc(ctx, (size_t)at->n, sizeof(double));
    all->value = rdg_context_calloc(ctx, (size_t)(nq + nq * at->n), sizeof(double));
    all->sigma = rdg_context_calloc(ctx, (size_t)(ns + n + n * ns + n + nq + ns * ns), sizeof(double));
    all->mesh = rdg_context_calloc(ctx, (size_t)at->slots, sizeof *all->mesh);
    all->node.sigma =
        rdg_context_calloc(ctx, (size_t)(3 * ns + 2 * n + n * ns + ns * ns + 2 * nq), sizeof(double));
    all->u = rdg_context_calloc(ctx, (size_t)(nu + narrow + n * nu + nu * nu), sizeof(double));
    RDG_TRY(rdg_error_status(ctx));
    all->node.y = all->node.sigma + ns;
    all->node.dy = all->node.y + n;
    all->node.H = all->node.dy + n * ns;
    all->node.lambda = all->node.H + ns * ns;
    all->node.one = all->node.lambda + n;
    all->node.apart = all->node.one + 2 * ns;
    all->slope = all->value + nq;
    all->y = all->sigma + ns;
    all->dy = all->y + n;
    all->lambda = all->dy + n * ns;
    all->H = all->lambda + n + nq;
    all->narrow = all->u + nu;
    all->first = all->narrow + narrow;
    all->second = all->first + n * nu;
    return RDG_OK;
}

/* The same parameters and forcing, and modes with integrals. */
static rdg_status make_wide(rdg_orbit_sensors *all)
{
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(all->s->hybrid);
    rdg_context *ctx = all->s->ctx;
    all->wide = rdg_hybrid_create(ctx, rdg_hybrid_name(all->s->hybrid), p.name, p.value);
    if (all->wide && p.omega >= 0) {
        RDG_TRY(rdg_hybrid_forcing(all->wide, p.name[p.omega]));
    }
    RDG_TRY(rdg_error_status(ctx));
    RDG_TRY(rdg_wide_reach(all, 0));
    all->flow = rdg_flow_create(all->wide, &all->s->flow_options);
    return rdg_error_status(ctx);
}

static rdg_status fill(rdg_orbit_sensors *all, rdg_structure *structure, rdg_problem *p)
{
    const rdg_index count = rdg_sensor_count(structure), n = all->s->at.n;
    rdg_context *ctx = all->s->ctx;
    all->integral = rdg_context_calloc(ctx, 2 * (size_t)count, sizeof *all->integral);
    all->sensor = rdg_context_calloc(ctx, (size_t)count, sizeof *all->sensor);
    RDG_TRY(rdg_error_status(ctx));
    for (rdg_index i = 0; i < count; i++) {
        RDG_TRY(take(all, structure, rdg_sensor_at(structure, i)));
    }
    RDG_TRY(make_rooms(all));
    RDG_TRY(make_wide(all));
    rdg_index *index = rdg_context_calloc(ctx, (size_t)n, sizeof *index);
    rdg_status status = index ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (rdg_index i = 0; index && i < n; i++) {
        index[i] = i; /* the orbit's variables are the first ones of its problem */
    }
    for (rdg_index i = 0; i < count && status == RDG_OK; i++) {
        const char *name = rdg_sensor_at(structure, i)->name;
        status = rdg_add_monitor(
            p,
            &(rdg_function){
                .name = name, .n = n, .m = 1, .f = f, .df = df, .d2f = d2f, .data = &all->sensor[i]},
            index, NULL, RDG_ACTIVE);
        status = status == RDG_OK ? rdg_set_unit(p, name, "m") : status;
    }
    rdg_free(index);
    return status;
}

rdg_status rdg_shooting_add_sensors(rdg_shooting *s, rdg_problem *p)
{
    if (!s || rdg_error_status(s->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_NEED(s->ctx, p, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_same_context(s->ctx, rdg_problem_context(p), where, "the orbits and the problem"));
    const rdg_hybrid *h = s->hybrid;
    if (h->entry != rdg_motion_open) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT, "\"%s\" was not made from a structure, and has no sensors",
                        rdg_hybrid_name(h));
    }
    if (s->symmetry) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                        "of the orbits of \"%s\" half is computed: sensors need the whole",
                        rdg_hybrid_name(h));
    }
    rdg_orbit_sensors *all = rdg_context_calloc(s->ctx, 1, sizeof *all);
    if (!all || rdg_context_own(s->ctx, all, destroy) != RDG_OK) {
        return RDG_ERR_NO_MEMORY;
    }
    all->s = s;
    all->slots = s->at.slots;
    return fill(all, ((const rdg_motion *)h->entry_data)->structure, p);
}
