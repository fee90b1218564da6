/* A structure as a hybrid system: what is given, what is refused, and the first mode. */
#include "hybrid_of.h"
#include "motion_impl.h"

#include <ridgewalk/given_values.h>
#include <ridgewalk/rest.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const where = RDG_MOTION_WHERE;

static void destroy(void *data)
{
    rdg_motion *m = data;
    for (rdg_index i = 0; i < m->n_modes; i++) {
        rdg_free(m->mode[i]->status);
        rdg_free(m->mode[i]->kept);
        rdg_free(m->mode[i]);
    }
    for (rdg_index i = 0; i < m->n_edges; i++) {
        rdg_free(m->edge[i]);
    }
    rdg_free(m->mode);
    rdg_free(m->edge);
    rdg_motion_free_workspaces(m);
    rdg_motion_free_loads(m);
    rdg_motion_free_elements(m);
    rdg_columns_release(&m->K);
    rdg_columns_release(&m->C);
    rdg_free(m->least);
    rdg_free(m);
}

static rdg_status release(rdg_motion *m, const char *name, double value, rdg_index parameter)
{
    rdg_structure_parameter number;
    RDG_TRY(rdg_structure_parameter_find(m->structure, where, name, &number));
    if (!(value >= number.least)) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, where, "\"%s\" is %g: it must be %g %s or more", name,
                        value, number.least, number.unit);
    }
    m->least[parameter] = number.least;
    RDG_TRY(rdg_hybrid_set_unit(m->hybrid, name, number.unit));
    if (number.kind == RDG_PARAMETER_AMPLITUDE || number.kind == RDG_PARAMETER_PHASE) {
        rdg_motion_load *load = &m->load[number.item];
        *(number.kind == RDG_PARAMETER_AMPLITUDE ? &load->amplitude_at : &load->phase_at) = parameter;
        return RDG_OK;
    }
    return rdg_motion_release(m, &number, name, parameter);
}

static rdg_status release_all(rdg_motion *m, const rdg_given_values *g)
{
    m->least = rdg_context_calloc(m->ctx, (size_t)m->np, sizeof *m->least);
    RDG_TRY(rdg_error_status(m->ctx));
    for (rdg_index k = 0; k < m->np; k++) {
        m->least[k] = -INFINITY;
    }
    if (m->forced) {
        m->least[0] = 0.0;
        RDG_TRY(rdg_hybrid_set_unit(m->hybrid, "omega", "rad/s"));
    }
    RDG_TRY(rdg_hybrid_set_unit(m->hybrid, "alpha", rdg_forcing_amplitude_unit(m->structure)));
    for (rdg_index k = m->alpha + 1; k < m->np; k++) {
        RDG_TRY(release(m, g->name[k], g->value[k], k));
    }
    return rdg_motion_set_numbers(m, g->value);
}

/* The mode in which the most is stored is there from the beginning, so that arrays have space for it. */
static rdg_status add_largest(rdg_motion *m)
{
    int *status = rdg_context_calloc(m->ctx, (size_t)m->parts, sizeof *status);
    if (!status) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < m->n_elements; i++) {
        const rdg_motion_element *e = &m->element[i];
        for (rdg_index part = 0; part < e->parts; part++) {
            int regime = 0;
            while (e->regimes->remembers && regime < e->regimes->count - 1 &&
                   !e->regimes->remembers(e->self, regime)) {
                regime++;
            }
            status[e->first_part + part] = regime;
        }
    }
    const rdg_motion_mode *mode = rdg_motion_mode_of(m, status);
    rdg_free(status);
    return mode ? RDG_OK : rdg_error_status(m->ctx);
}

static rdg_status begin_at_rest(rdg_motion *m)
{
    const rdg_index states = 2 * m->n + m->memory;
    double *x = rdg_context_calloc(m->ctx, (size_t)(states + m->n), sizeof *x);
    if (!x) {
        return RDG_ERR_NO_MEMORY;
    }
    const double *rest = rdg_structure_rest(m->structure), *zero = x + states;
    const rdg_motion_path at_rest = {1, rest ? rest : zero, zero};
    const rdg_motion_mode *mode = rdg_motion_begin(m, &at_rest, 0.0, x);
    rdg_free(x);
    return mode ? add_largest(m) : rdg_error_status(m->ctx);
}

static rdg_status fill(rdg_motion *m, const rdg_given_values *g)
{
    m->n = rdg_structure_size(m->structure);
    m->np = g->n;
    m->forced = g->forced;
    m->alpha = g->forced;
    RDG_TRY(rdg_motion_take_elements(m));
    RDG_TRY(rdg_motion_divide(m));
    RDG_TRY(rdg_motion_take_loads(m));
    if (m->forced) {
        RDG_TRY(rdg_hybrid_forcing(m->hybrid, "omega"));
    }
    RDG_TRY(release_all(m, g));
    RDG_TRY(rdg_motion_make_workspaces(m));
    return begin_at_rest(m);
}

static rdg_hybrid *make(rdg_structure *s, const rdg_given_values *g)
{
    rdg_context *ctx = rdg_structure_context(s);
    rdg_hybrid *h = rdg_hybrid_create(ctx, rdg_structure_name(s), g->name, g->value);
    rdg_motion *m = h ? rdg_context_calloc(ctx, 1, sizeof *m) : NULL;
    if (!m) {
        return NULL;
    }
    m->ctx = ctx;
    m->structure = s;
    m->hybrid = h;
    if (rdg_hybrid_on_entry(h, rdg_motion_open, m, destroy) != RDG_OK || fill(m, g) != RDG_OK) {
        return NULL; /* the context frees it */
    }
    rdg_structure_take(s, where);
    return h;
}

rdg_hybrid *rdg_hybrid_of_at(rdg_structure *s, const rdg_at *at)
{
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(ctx, ctx, NULL);
    rdg_given_values g = {0};
    rdg_hybrid *h = rdg_given_values_read(s, where, at, &g) == RDG_OK ? make(s, &g) : NULL;
    rdg_given_values_free(&g);
    return h;
}

rdg_index rdg_hybrid_most_states(const rdg_hybrid *h)
{
    rdg_index most = 0;
    for (rdg_index i = 0; i < rdg_hybrid_phases(h); i++) {
        const rdg_index n = rdg_hybrid_phase_at(h, i)->n;
        most = n > most ? n : most;
    }
    return most;
}

static rdg_status check_start(const rdg_motion *m, const char *what, rdg_index count, const double *values)
{
    for (rdg_index i = 0; values && i < count; i++) {
        if (!isfinite(values[i])) {
            return rdg_fail(m->ctx, RDG_ERR_NOT_FINITE, "rdg_hybrid_start",
                            "%s %" PRId64 " of \"%s\" is %g at the start", what, i,
                            rdg_structure_name(m->structure), values[i]);
        }
    }
    return RDG_OK;
}

static rdg_status start(rdg_motion *m, rdg_motion_path path, double phi, const char **mode, double *x)
{
    double *zero = rdg_context_calloc(m->ctx, (size_t)(path.count * m->n), sizeof *zero);
    if (!zero) {
        return RDG_ERR_NO_MEMORY;
    }
    const double *rest = rdg_structure_rest(m->structure);
    path.q = path.q ? path.q : rest ? rest : zero;
    path.v = path.v ? path.v : zero;
    const rdg_motion_mode *begun = rdg_motion_begin(m, &path, phi, x);
    rdg_free(zero);
    if (!begun) {
        return rdg_error_status(m->ctx);
    }
    *mode = rdg_hybrid_phase_at(m->hybrid, begun->place)->name;
    return RDG_OK;
}

rdg_motion *rdg_motion_of(rdg_hybrid *h, const char *where)
{
    if (h->entry != rdg_motion_open) {
        rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where,
                 "\"%s\" was not made from a structure: its states are the user's own", h->name);
        return NULL;
    }
    return h->entry_data;
}

rdg_status rdg_hybrid_start(rdg_hybrid *h, const double *q, const double *v, double phi, const char **mode,
                            double *x)
{
    return rdg_hybrid_start_along(h, 1, q, v, phi, mode, x);
}

rdg_status rdg_hybrid_start_along(rdg_hybrid *h, rdg_index count, const double *q, const double *v,
                                  double phi, const char **mode, double *x)
{
    RDG_ENTER(h, h->ctx, RDG_ERR_EARLIER);
    RDG_NEED(h->ctx, mode, RDG_ERR_ARGUMENT);
    RDG_NEED(h->ctx, x, RDG_ERR_ARGUMENT);
    rdg_motion *m = rdg_motion_of(h, "rdg_hybrid_start");
    if (!m) {
        return rdg_error_status(h->ctx);
    }
    if (count < 1 || (count > 1 && (!q || !v))) {
        return RDG_FAIL(h->ctx, RDG_ERR_ARGUMENT,
                        "\"%s\": a path needs displacements and velocities at one instant at least (count = "
                        "%" PRId64 ")",
                        h->name, count);
    }
    RDG_TRY(check_start(m, "displacement", count * m->n, q));
    RDG_TRY(check_start(m, "velocity", count * m->n, v));
    if (!isfinite(phi)) {
        return RDG_FAIL(h->ctx, RDG_ERR_NOT_FINITE, "phi of \"%s\" is %g", h->name, phi);
    }
    return start(m, (rdg_motion_path){count, q, v}, phi, mode, x);
}
