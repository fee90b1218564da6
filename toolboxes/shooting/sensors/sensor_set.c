/* Sensors of orbits: their life, and the system with integrals. */
#include "shooting_sensors_impl.h"

#include <string.h>

static void destroy(void *object)
{
    rdg_orbit_sensors *all = object;
    for (rdg_index j = 0; all->mesh && j < all->slots; j++) {
        rdg_mesh_release(&all->mesh[j]);
    }
    rdg_mesh_release(&all->part);
    for (rdg_index i = 0; i < all->n_wide; i++) {
        rdg_free(all->mode[i]);
    }
    for (rdg_index i = 0; i < all->n_sensors; i++) {
        rdg_measured_release(&all->sensor[i].measured);
        rdg_free(all->sensor[i].top.at);
        rdg_free(all->sensor[i].name);
    }
    void *const arrays[] = {all->mode,  all->integral, all->sensor, all->at,         all->value,
                            all->sigma, all->u,        all->mesh,   all->node.sigma, all->joint.nu};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(all);
}

rdg_orbit_sensors *rdg_sensors_begin(rdg_shooting *s, rdg_index count)
{
    rdg_context *ctx = s->ctx;
    rdg_orbit_sensors *all = rdg_context_calloc(ctx, 1, sizeof *all);
    if (!all || rdg_context_own(ctx, all, destroy) != RDG_OK) {
        return NULL;
    }
    all->s = s;
    all->slots = s->at.slots;
    all->turns = s->at.forced;
    all->integral = rdg_context_calloc(ctx, 2 * (size_t)count, sizeof *all->integral);
    all->sensor = rdg_context_calloc(ctx, (size_t)count, sizeof *all->sensor);
    return rdg_error_status(ctx) == RDG_OK ? all : NULL;
}

static void add_integral(rdg_orbit_sensor *sensor, int k, rdg_integrand of, int harmonic)
{
    rdg_orbit_sensors *all = sensor->all;
    all->integral[all->n_integrals] =
        (rdg_quadrature){.of = of, .harmonic = harmonic, .measured = &sensor->measured};
    sensor->integral[k] = all->n_integrals++;
}

static void add_integrals(rdg_orbit_sensor *sensor, int harmonic)
{
    rdg_orbit_sensors *all = sensor->all;
    if (sensor->kind == RDG_SENSOR_PEAK) {
        return; /* it has none */
    }
    if (sensor->kind == RDG_SENSOR_HARMONIC) {
        all->by_own = !all->s->at.forced;
        all->turns = true;
        add_integral(sensor, 0, RDG_OF_COSINE, harmonic);
        add_integral(sensor, 1, RDG_OF_SINE, harmonic);
        return;
    }
    add_integral(sensor, 0, sensor->kind == RDG_SENSOR_MEAN ? RDG_OF_X : RDG_OF_SQUARE, 0);
    sensor->integral[1] = sensor->integral[0];
    if (sensor->kind == RDG_SENSOR_DYNAMIC) {
        add_integral(sensor, 1, RDG_OF_X, 0);
    }
}

rdg_status rdg_sensors_take(rdg_orbit_sensors *all, const char *where, const char *name, rdg_sensor_kind kind,
                            int harmonic, const rdg_measured *of)
{
    rdg_context *ctx = all->s->ctx;
    rdg_orbit_sensor *sensor = &all->sensor[all->n_sensors++];
    *sensor = (rdg_orbit_sensor){.all = all, .kind = kind, .measured = *of};
    sensor->name = rdg_context_strdup(ctx, name);
    sensor->top.at = rdg_context_calloc(ctx, (size_t)all->s->at.n, sizeof(double));
    RDG_TRY(rdg_error_status(ctx));
    sensor->measured.all = all;
    sensor->measured.name = sensor->name;
    RDG_TRY(rdg_measured_begin(&sensor->measured));
    for (rdg_index j = 0; j < all->s->segments; j++) {
        RDG_TRY(rdg_measured_fits(&sensor->measured, where, all->s->segment[j].mode));
    }
    add_integrals(sensor, harmonic);
    return kind == RDG_SENSOR_PEAK && !all->joint.nu ? rdg_joint_begin(all) : RDG_OK;
}

static rdg_status make_workspaces(rdg_orbit_sensors *all)
{
    const rdg_orbit_layout *at = &all->s->at;
    rdg_context *ctx = all->s->ctx;
    const rdg_index nq = all->n_integrals, n = at->states + nq, nu = n + at->np + 2, ns = nu + 1;
    const rdg_index narrow = 2 * nu + 2 * n + 2 * n * nu;
    all->at = rdg_context_calloc(ctx, (size_t)at->n, sizeof(double));
    all->value = rdg_context_calloc(ctx, (size_t)(nq + nq * at->n + 1), sizeof(double));
    all->sigma = rdg_context_calloc(ctx, (size_t)(ns + n + n * ns + n + nq + ns * ns), sizeof(double));
    all->mesh = rdg_context_calloc(ctx, (size_t)at->slots, sizeof *all->mesh);
    all->node.sigma =
        rdg_context_calloc(ctx, (size_t)(4 * ns + 2 * n + n * ns + 2 * ns * ns + 2 * nq), sizeof(double));
    all->u = rdg_context_calloc(ctx, (size_t)(2 * nu + narrow + n * nu + 2 * nu * nu), sizeof(double));
    RDG_TRY(rdg_error_status(ctx));
    all->node.y = all->node.sigma + ns;
    all->node.dy = all->node.y + n;
    all->node.H = all->node.dy + n * ns;
    all->node.Z = all->node.H + ns * ns;
    all->node.z = all->node.Z + ns * ns;
    all->node.lambda = all->node.z + ns;
    all->node.one = all->node.lambda + n;
    all->node.apart = all->node.one + 2 * ns;
    all->slope = all->value + nq;
    all->y = all->sigma + ns;
    all->dy = all->y + n;
    all->lambda = all->dy + n * ns;
    all->weight = all->lambda + n;
    all->H = all->weight + nq;
    all->gradient = all->u + nu;
    all->narrow = all->gradient + nu;
    all->first = all->narrow + narrow;
    all->second = all->first + n * nu;
    all->curve = all->second + nu * nu;
    return RDG_OK;
}

/* The same parameters and forcing, and modes with integrals. An own phase is that of a forcing, with its rate
 * as a parameter. */
static rdg_status make_wide(rdg_orbit_sensors *all)
{
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(all->s->hybrid);
    rdg_context *ctx = all->s->ctx;
    const char **name = rdg_context_calloc(ctx, (size_t)p.n + 2, sizeof *name);
    double *value = rdg_context_calloc(ctx, (size_t)p.n + 1, sizeof *value);
    static const char *const rate = "2 pi/T";
    if (name && value) {
        memcpy(name, p.name, (size_t)p.n * sizeof *name);
        memcpy(value, p.value, (size_t)p.n * sizeof *value);
        name[p.n] = all->by_own ? rate : NULL;
        value[p.n] = 1.0;
        all->wide = rdg_hybrid_create(ctx, rdg_hybrid_name(all->s->hybrid), name, value);
        if (all->wide && all->turns) {
            rdg_hybrid_forcing(all->wide, all->by_own ? rate : p.name[p.omega]);
        }
    }
    rdg_free(name);
    rdg_free(value);
    RDG_TRY(rdg_error_status(ctx));
    all->flow = rdg_flow_create(all->wide, &all->s->flow_options);
    return rdg_error_status(ctx);
}

rdg_status rdg_sensors_complete(rdg_orbit_sensors *all)
{
    RDG_TRY(make_workspaces(all));
    if (all->n_integrals == 0) {
        return RDG_OK;
    }
    RDG_TRY(make_wide(all));
    return rdg_wide_reach(all, 0);
}

rdg_status rdg_sensor_monitor(rdg_problem *p, rdg_orbit_sensor *sensor, const char *unit)
{
    rdg_context *ctx = sensor->all->s->ctx;
    const rdg_index n = sensor->all->s->at.n;
    const bool top = sensor->kind == RDG_SENSOR_PEAK;
    rdg_index *index = rdg_context_calloc(ctx, (size_t)n, sizeof *index);
    if (!index) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < n; i++) {
        index[i] = i; /* the orbit's variables are the first ones of its problem */
    }
    const rdg_function function = {.name = sensor->name,
                                   .n = n,
                                   .m = 1,
                                   .f = top ? rdg_top_f : rdg_average_f,
                                   .df = top ? rdg_top_df : rdg_average_df,
                                   .d2f = top ? rdg_top_d2f : rdg_average_d2f,
                                   .data = sensor};
    const rdg_status status = rdg_add_monitor(p, &function, index, NULL, RDG_ACTIVE);
    rdg_free(index);
    return status == RDG_OK && unit ? rdg_set_unit(p, sensor->name, unit) : status;
}
