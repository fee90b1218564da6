/* Mechanisms: their life, and W against differences of g. */
#include <ridgewalk/mechanism.h>

#include <ridgewalk/finite.h>
#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct rdg_mechanism {
    rdg_context *ctx;
    rdg_mechanism_options about;
    rdg_contact_law *law;
    char *name;
    rdg_index rows;
    rdg_pattern *matrices, *pushes; /* NULL: dense */
};

static void free_mechanism(void *object)
{
    rdg_mechanism *m = object;
    if (m->about.free_data) {
        m->about.free_data(m->about.data);
    }
    rdg_free(m->law);
    rdg_free(m->name);
    rdg_pattern_free(m->matrices);
    rdg_pattern_free(m->pushes);
    rdg_free(m);
}

static rdg_status check_law(rdg_context *ctx, const char *name, rdg_index k, const rdg_contact_law *law)
{
    const char *wrong =
        law->directions < 0 || law->directions > 2              ? "directions must be 0, 1 or 2"
        : !(law->mu >= 0.0) || !isfinite(law->mu)               ? "mu must be >= 0"
        : !(law->restitution >= 0.0 && law->restitution <= 1.0) ? "restitution must lie in [0, 1]"
        : !(fabs(law->restitution_tangential) <= 1.0)           ? "restitution_tangential must lie in [-1, 1]"
        : law->kn != 0.0 || law->kt != 0.0 || law->preload != 0.0
            ? "it is rigid: kn, kt and preload must be 0 (compliant contacts are elements of a structure, "
              "rdg_mechanism_of())"
            : NULL;
    return wrong ? rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_mechanism_create", "\"%s\", contact %" PRId64 ": %s",
                            name, k, wrong)
                 : RDG_OK;
}

static rdg_status check(rdg_context *ctx, const rdg_mechanism_options *o, const char *name)
{
    const bool sparse = o->matrices != NULL;
    const rdg_index most = sparse ? 10000000 : RDG_MECHANISM_MOST, many = sparse ? 10000000 : 1000;
    const char *wrong = o->n < 1 || o->n > most ? "n must lie in [1, 2000]; in [1, 1e7] with `matrices`"
                        : !o->terms             ? "terms is NULL"
                        : o->bilateral < 0 || o->contacts < 0 || o->bilateral > many || o->contacts > many
                            ? "constraints and contacts must lie in [0, 1000]; in [0, 1e7] with `matrices`"
                        : sparse != (o->pushes != NULL) ? "`matrices` and `pushes` belong together"
                        : sparse && o->elements         ? "elements need dense matrices"
                        : o->bilateral + o->contacts > 0 && !o->geometry ? "geometry is NULL"
                        : o->contacts > 0 && !o->law                     ? "force law is NULL"
                        : o->memory < 0 || (o->memory > 0 && !o->elements)
                            ? "memory is that of elements: it must be >= 0, and 0 without them"
                        : !(o->omega >= 0.0) || !isfinite(o->omega)        ? "omega must be >= 0"
                        : o->sensors < 0 || (o->sensors > 0 && !o->sensor) ? "sensor is NULL"
                                                                           : NULL;
    if (wrong) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_mechanism_create", "\"%s\": %s", name, wrong);
    }
    for (rdg_index k = 0; k < o->contacts; k++) {
        RDG_TRY(check_law(ctx, name, k, &o->law[k]));
    }
    return RDG_OK;
}

static bool take_patterns(rdg_mechanism *m, const rdg_mechanism_options *o)
{
    m->matrices = rdg_pattern_copy(m->ctx, o->matrices);
    m->pushes = rdg_pattern_copy(m->ctx, o->pushes);
    if (!m->matrices || !m->pushes) {
        return false;
    }
    m->about.matrices = m->matrices;
    m->about.pushes = m->pushes;
    if (o->matrices->rows != o->n || o->matrices->cols != o->n || o->pushes->rows != o->n ||
        o->pushes->cols != m->rows) {
        rdg_fail(m->ctx, RDG_ERR_SIZE, "rdg_mechanism_create",
                 "\"%s\": matrices must have %" PRId64 " rows and columns, pushes %" PRId64
                 " rows and %" PRId64 " columns, a column for each direction",
                 m->name, o->n, o->n, m->rows);
        return false;
    }
    return true;
}

rdg_mechanism *rdg_mechanism_create(rdg_context *ctx, const rdg_mechanism_options *options)
{
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, options, NULL);
    const char *name = options->name ? options->name : "mechanism";
    rdg_mechanism *m = check(ctx, options, name) == RDG_OK && rdg_blas_provide(ctx, __func__) == RDG_OK
                           ? rdg_context_calloc(ctx, 1, sizeof *m)
                           : NULL;
    if (!m) {
        if (options->free_data) {
            options->free_data(options->data);
        }
        return NULL;
    }
    *m = (rdg_mechanism){.ctx = ctx, .about = *options, .rows = options->bilateral};
    m->law = rdg_context_calloc(ctx, (size_t)options->contacts, sizeof *m->law);
    m->name = rdg_context_strdup(ctx, name);
    if (!m->law || !m->name) {
        free_mechanism(m);
        return NULL;
    }
    for (rdg_index k = 0; k < options->contacts; k++) {
        m->law[k] = options->law[k];
        m->rows += 1 + m->law[k].directions;
    }
    m->about.law = m->law;
    m->about.name = m->name;
    if (options->matrices && !take_patterns(m, options)) {
        free_mechanism(m);
        return NULL;
    }
    return rdg_context_own(ctx, m, free_mechanism) == RDG_OK ? m : NULL;
}

void rdg_mechanism_free(rdg_mechanism *mechanism)
{
    if (mechanism) {
        rdg_context_disown(mechanism->ctx, mechanism);
        free_mechanism(mechanism);
    }
}

const rdg_mechanism_options *rdg_mechanism_about(const rdg_mechanism *mechanism)
{
    return mechanism ? &mechanism->about : NULL;
}

rdg_context *rdg_mechanism_context(const rdg_mechanism *mechanism)
{
    return mechanism ? mechanism->ctx : NULL;
}

/* size: of the terms that are added; NULL: not required */
static inline double velocity_of(const rdg_mechanism *m, const rdg_mechanism_geometry *at, rdg_index row,
                                 const double *v, double *size)
{
    const rdg_pattern *p = m->pushes;
    const rdg_index n = m->about.n, first = p ? p->start[row] : row * n,
                    last = p ? p->start[row + 1] : first + n;
    double sum = at->drift[row];
    double terms = fabs(sum);
    for (rdg_index e = first; e < last; e++) {
        const double part = at->W[e] * v[p ? p->row[e] : e - first];
        sum += part;
        terms += fabs(part);
    }
    if (size) {
        *size = terms;
    }
    return sum;
}

double rdg_mechanism_velocity(const rdg_mechanism *mechanism, const rdg_mechanism_geometry *at, rdg_index row,
                              const double *v)
{
    const bool good = mechanism && at && at->W && at->drift && v && row >= 0 && row < mechanism->rows;
    return good ? velocity_of(mechanism, at, row, v, NULL) : 0.0;
}

rdg_index rdg_mechanism_entries(const rdg_mechanism *mechanism, bool pushes)
{
    const rdg_index n = mechanism ? mechanism->about.n : 0;
    return !mechanism            ? 0
           : mechanism->matrices ? rdg_pattern_count(pushes ? mechanism->pushes : mechanism->matrices)
           : pushes              ? n * mechanism->rows
                                 : n * n;
}

rdg_index rdg_mechanism_rows(const rdg_mechanism *mechanism)
{
    return mechanism ? mechanism->rows : 0;
}

/* g at t + s along q + s v, and its geometry */
static int look(const rdg_mechanism *m, double t, const double *q, const double *v, double s, double *moved,
                rdg_mechanism_geometry *to)
{
    const rdg_mechanism_options *o = &m->about;
    for (rdg_index i = 0; i < o->n; i++) {
        moved[i] = q[i] + s * v[i];
    }
    memset(to->g, 0, (size_t)(o->bilateral + o->contacts) * sizeof *to->g);
    memset(to->W, 0, (size_t)rdg_mechanism_entries(m, true) * sizeof *to->W);
    memset(to->drift, 0, (size_t)m->rows * sizeof *to->drift);
    return o->geometry(t + s, moved, to, o->data);
}

/* space: g three times, W, drift, moved coordinates */
static rdg_status compare(rdg_mechanism *m, double t, const double *q, const double *v, double tolerance,
                          double *workspace)
{
    const rdg_mechanism_options *o = &m->about;
    const rdg_index many = o->bilateral + o->contacts;
    double *W = workspace + 3 * many, *drift = W + rdg_mechanism_entries(m, true), *moved = drift + m->rows;
    const double step = 1e-5;
    rdg_mechanism_geometry at = {.W = W, .drift = drift};
    int answer = 0;
    for (int k = 0; k < 3 && answer == 0; k++) {
        at.g = workspace + k * many;
        answer = look(m, t, q, v, k == 2 ? 0.0 : (2 * k - 1) * step, moved, &at);
    }
    if (answer != 0) {
        return rdg_fail(m->ctx, RDG_ERR_CALLBACK, "rdg_mechanism_check", "\"%s\": geometry answered %d",
                        m->name, answer);
    }
    rdg_index row = 0;
    for (rdg_index k = 0; k < many; k++) {
        double size;
        const double u = velocity_of(m, &at, row, v, &size);
        const double slope = (workspace[many + k] - workspace[k]) / (2.0 * step);
        if (!(fabs(slope - u) <= tolerance * (size + fabs(slope)) + 1e-300)) {
            return rdg_fail(m->ctx, RDG_ERR_DERIVATIVE, "rdg_mechanism_check",
                            "\"%s\", %s %" PRId64 ": the velocity is %.9g by W, %.9g by differences of g",
                            m->name, k < o->bilateral ? "ideal constraint" : "contact",
                            k < o->bilateral ? k : k - o->bilateral, u, slope);
        }
        row += k < o->bilateral ? 1 : 1 + o->law[k - o->bilateral].directions;
    }
    return RDG_OK;
}

rdg_status rdg_mechanism_check(rdg_mechanism *mechanism, double t, const double *q, const double *v,
                               double tolerance)
{
    RDG_ENTER(mechanism, mechanism->ctx, RDG_ERR_EARLIER);
    RDG_NEED(mechanism->ctx, q, RDG_ERR_ARGUMENT);
    RDG_NEED(mechanism->ctx, v, RDG_ERR_ARGUMENT);
    if (!isfinite(t) || !(tolerance >= 0.0 && isfinite(tolerance))) {
        return RDG_FAIL(mechanism->ctx, RDG_ERR_ARGUMENT,
                        "t = %g, tolerance = %g: both must be finite, tolerance >= 0", t, tolerance);
    }
    const rdg_mechanism_options *o = &mechanism->about;
    RDG_TRY(rdg_require_finite(mechanism->ctx, __func__, "q", o->n, q));
    RDG_TRY(rdg_require_finite(mechanism->ctx, __func__, "v", o->n, v));
    if (!o->geometry) {
        return RDG_OK;
    }
    const size_t many = (size_t)(o->bilateral + o->contacts), rows = (size_t)mechanism->rows,
                 n = (size_t)o->n, entries = (size_t)rdg_mechanism_entries(mechanism, true);
    double *workspace = rdg_context_calloc(mechanism->ctx, 3 * many + entries + rows + n, sizeof *workspace);
    if (!workspace) {
        return RDG_ERR_NO_MEMORY;
    }
    const rdg_status status = compare(mechanism, t, q, v, tolerance > 0.0 ? tolerance : 1e-6, workspace);
    rdg_free(workspace);
    return status;
}
