/* Orbits from other orbits: by shooting, from labelled solutions of runs, gone through twice; and by shooting
 * from them. */
#include "colloc_segments_impl.h"
#include "stored_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The motion of an orbit by shooting is examined in so many instants for each place of a polynomial. */
enum { SAMPLES_A_PLACE = 3, INTERVALS = 20, DEGREE = 4 };

static rdg_index intervals_of(const rdg_collocation_options *o)
{
    return o->intervals > 0 ? o->intervals : INTERVALS;
}

static rdg_index degree_of(const rdg_collocation_options *o)
{
    return o->degree > 0 ? o->degree : DEGREE;
}

rdg_status rdg_collocation_check_options(rdg_context *ctx, const char *where,
                                         const rdg_collocation_options *o)
{
    const double low = o->error[0], high = o->error[1];
    if (o->intervals < 0 || o->degree < 0 || o->degree > RDG_MOST_DEGREE) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "%" PRId64 " intervals of degree %" PRId64
                        ": the degree is to be from 1 to 7, and nothing negative",
                        o->intervals, o->degree);
    }
    if (!(low >= 0.0) || !isfinite(high) || !(high >= low)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the range of errors, %g to %g, is none: {0, 0}, or low <= high", low, high);
    }
    return RDG_OK;
}

/* --- from shooting */

/* Variables of the shooting's problem at a label, into u; NULL run: its start values. */
static rdg_status read_variables(rdg_problem *p, const char *run, rdg_index label, double *u)
{
    rdg_context *ctx = rdg_problem_context(p);
    memcpy(u, rdg_start_values(p), (size_t)rdg_variable_count(p) * sizeof *u);
    rdg_run *r = run ? rdg_run_open(ctx, run) : NULL;
    static const char *const block[] = {"x", "tau", "phi", "p"};
    for (size_t k = 0; r && k < sizeof block / sizeof *block; k++) {
        rdg_index n = 0;
        if (rdg_has_variables(p, block[k]) && rdg_error_status(ctx) == RDG_OK) {
            const rdg_index first = rdg_variable_index(p, block[k], &n);
            rdg_run_solution(r, label, block[k], n, u + first, NULL);
        }
    }
    rdg_run_free(r);
    return rdg_error_status(ctx);
}

/* A phase of the forcing, where the motion starts. */
static double phase_at(rdg_problem *p, const double *u)
{
    return rdg_has_variables(p, "phi") ? u[rdg_variable_index(p, "phi", NULL)] : 0.0;
}

static rdg_collocation *sampled(rdg_hybrid *h, rdg_shooting *s, rdg_problem *p, const double *u,
                                const rdg_collocation_options *o)
{
    rdg_context *ctx = rdg_problem_context(p);
    const rdg_index count = SAMPLES_A_PLACE * intervals_of(o) * degree_of(o);
    const rdg_index n = rdg_hybrid_phases(h) > 0 ? rdg_hybrid_phase_at(h, 0)->n : 0;
    rdg_collocation *c = NULL;
    double *t = rdg_context_calloc(ctx, (size_t)count, sizeof *t);
    double *x = rdg_context_calloc(ctx, (size_t)(count * n), sizeof *x);
    rdg_collocation_options options = *o;
    options.count = count;
    options.x = x;
    options.t = NULL;
    options.phase = phase_at(p, u);
    options.p = rdg_has_variables(p, "p") ? u + rdg_variable_index(p, "p", NULL) : NULL;
    if (t && x && rdg_parameter_value(p, "T", u, &options.period) == RDG_OK &&
        rdg_shooting_motion(s, u, count, t, NULL, x) == RDG_OK) {
        c = rdg_collocation_create(h, &options);
    }
    rdg_free(t);
    rdg_free(x);
    return c;
}

/* Of a system with events: in the event signature of the label, which may not be the present one. */
static rdg_collocation *hybrid(rdg_shooting *s, rdg_problem *p, const char *run, rdg_index label,
                               const rdg_collocation_options *o)
{
    if (!run) {
        return rdg_colloc_segments_from_shooting(s, p, rdg_start_values(p), o);
    }
    rdg_shooting *there = rdg_shooting_at(s, run, label);
    rdg_problem *of_it = there ? rdg_shooting_problem(there) : NULL;
    rdg_collocation *c =
        of_it ? rdg_colloc_segments_from_shooting(there, of_it, rdg_start_values(of_it), o) : NULL;
    rdg_problem_free(of_it);
    rdg_shooting_free(there);
    return c;
}

rdg_collocation *rdg_collocation_from_shooting(rdg_shooting *s, rdg_problem *p, const char *run,
                                               rdg_index label, const rdg_collocation_options *options)
{
    rdg_context *ctx = rdg_problem_context(p);
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, s, NULL);
    const rdg_collocation_options o = options ? *options : (rdg_collocation_options){.intervals = 0};
    if (rdg_collocation_check_options(ctx, __func__, &o) != RDG_OK) {
        return NULL;
    }
    if (!rdg_has_variables(p, "x") || !rdg_has_variables(p, "tau")) {
        RDG_FAIL(ctx, RDG_ERR_ARGUMENT,
                 "the problem is none of orbits by shooting: it is to be rdg_shooting_problem() of these");
        return NULL;
    }
    if (o.mesh) {
        RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "meshes follow from the orbit by shooting: leave .mesh out");
        return NULL;
    }
    if (rdg_hybrid_event_surfaces(rdg_shooting_system(s)) > 0) {
        return hybrid(s, p, run, label, &o);
    }
    double *u = rdg_context_calloc(ctx, (size_t)rdg_variable_count(p), sizeof *u);
    rdg_collocation *c = NULL;
    if (u && read_variables(p, run, label, u) == RDG_OK) {
        rdg_collocation_options with_order = o;
        with_order.order = o.order > 0 ? o.order : rdg_shooting_order(s);
        c = sampled(rdg_shooting_system(s), s, p, u, &with_order);
    }
    rdg_free(u);
    return c;
}

/* --- from a labelled solution */

static rdg_status read(rdg_hybrid *h, const char *where, const char *run, rdg_index label, rdg_stored *s)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    *s = (rdg_stored){.ctx = ctx};
    RDG_TRY(rdg_stored_read(ctx, where, run, label, NULL, s));
    const rdg_index np = rdg_hybrid_parameters_of(h).n;
    const rdg_hybrid_phase *mode = rdg_hybrid_phase_at(h, 0);
    if (!mode || mode->n != s->n || np != s->np) {
        const rdg_status status =
            rdg_fail(ctx, RDG_ERR_SIZE, where,
                     "label %" PRId64 " of run \"%s\" has %" PRId64 " states and %" PRId64
                     " parameters, the system \"%s\" %" PRId64 " and %" PRId64,
                     label, run, s->n, s->np, rdg_hybrid_name(h), mode ? mode->n : 0, np);
        rdg_stored_release(s);
        return status;
    }
    char *line = rdg_segment_whose(ctx, "", s->n, h);
    const rdg_status status =
        line ? rdg_segment_check_whose(ctx, where, s->kept, "", line) : RDG_ERR_NO_MEMORY;
    rdg_free(line);
    if (status != RDG_OK) {
        rdg_stored_release(s);
    }
    return status;
}

static rdg_collocation *make(rdg_hybrid *h, const rdg_stored *s, rdg_index N, rdg_index K, int adapt,
                             double *mesh, const double *x, rdg_index turns)
{
    const rdg_hybrid_parameters q = rdg_hybrid_parameters_of(h);
    const double forcing = q.omega >= 0 ? RDG_HZ(1.0) / s->p[q.omega] : 0.0;
    rdg_collocation *c = rdg_collocation_create(
        h, &(rdg_collocation_options){
               .intervals = N,
               .degree = K,
               .adapt = adapt,
               .order = forcing > 0.0 ? (rdg_index)lround((double)turns * s->T / forcing) : 0,
               .period = (double)turns * s->T,
               .phase = s->phi,
               .count = N * K + 1,
               .x = x,
               .mesh = mesh,
               .p = s->p});
    return c;
}

rdg_collocation *rdg_collocation_from_run(rdg_hybrid *h, const char *run, rdg_index label,
                                          const rdg_collocation_options *options)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, run, NULL);
    const rdg_collocation_options o = options ? *options : (rdg_collocation_options){.intervals = 0};
    if (rdg_collocation_check_options(ctx, __func__, &o) != RDG_OK) {
        return NULL;
    }
    if (rdg_hybrid_event_surfaces(h) > 0) {
        return rdg_colloc_segments_from_run(h, __func__, run, label, &o, 1);
    }
    rdg_stored s;
    if (read(h, __func__, run, label, &s) != RDG_OK) {
        return NULL;
    }
    rdg_collocation *c = NULL;
    double *density = rdg_context_calloc(ctx, (size_t)s.N + 1, sizeof *density);
    const rdg_index K = o.degree > 0 ? o.degree : s.K;
    const rdg_index N = !density          ? 0
                        : o.intervals > 0 ? o.intervals
                                          : rdg_stored_intervals_for(&s, K, o.error[0], o.error[1], density);
    double *mesh = rdg_context_calloc(ctx, (size_t)N + 1, sizeof *mesh);
    double *x = rdg_context_calloc(ctx, (size_t)(s.n * (N * K + 1)), sizeof *x);
    if (density && mesh && x && rdg_stored_remesh(&s, N, K, mesh, x) == RDG_OK) {
        c = make(h, &s, N, K, o.adapt, mesh, x, 1);
    }
    rdg_free(density);
    rdg_free(mesh);
    rdg_free(x);
    rdg_stored_release(&s);
    return c;
}

/* --- twice */

/* The tangent of the branch that is gone through twice, in the order of the doubled orbit's variables. */
static rdg_status double_tangent(rdg_collocation *c, const rdg_stored *s)
{
    const bool forced = rdg_hybrid_parameters_of(c->hybrid).omega >= 0;
    const rdg_index half = s->nx - s->n;
    c->tangent = rdg_context_calloc(c->ctx, (size_t)(s->nx + half + 2 + s->np), sizeof *c->tangent);
    if (!c->tangent) {
        return RDG_ERR_NO_MEMORY;
    }
    double *to = c->tangent;
    memcpy(to, s->dx, (size_t)half * sizeof *to);
    memcpy(to + half, s->dx, (size_t)s->nx * sizeof *to);
    to += half + s->nx;
    *to++ = 2.0 * s->dT;
    if (forced) {
        *to++ = s->dphi;
    }
    memcpy(to, s->dp, (size_t)s->np * sizeof *to);
    return RDG_OK;
}

static rdg_collocation *doubled(rdg_hybrid *h, const rdg_stored *s, int adapt)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    const rdg_index half = s->nx - s->n;
    rdg_collocation *c = NULL;
    double *mesh = rdg_context_calloc(ctx, 2 * (size_t)s->N + 1, sizeof *mesh);
    double *x = rdg_context_calloc(ctx, (size_t)(half + s->nx), sizeof *x);
    if (mesh && x) {
        for (rdg_index i = 0; i <= s->N; i++) {
            mesh[i] = 0.5 * s->mesh[i];
            mesh[s->N + i] = 0.5 + 0.5 * s->mesh[i];
        }
        memcpy(x, s->x, (size_t)half * sizeof *x);
        memcpy(x + half, s->x, (size_t)s->nx * sizeof *x);
        c = make(h, s, 2 * s->N, s->K, adapt, mesh, x, 2);
    }
    if (c && double_tangent(c, s) != RDG_OK) {
        c = NULL; /* the context has it */
    }
    rdg_free(mesh);
    rdg_free(x);
    return c;
}

static rdg_collocation *double_any(rdg_hybrid *h, const char *run, rdg_index label, int adapt)
{
    static const char where[] = "rdg_collocation_double";
    if (rdg_hybrid_event_surfaces(h) > 0) {
        return rdg_colloc_segments_from_run(h, where, run, label, &(rdg_collocation_options){.adapt = adapt},
                                            2);
    }
    rdg_stored s;
    if (read(h, where, run, label, &s) != RDG_OK) {
        return NULL;
    }
    rdg_collocation *c = doubled(h, &s, adapt);
    rdg_stored_release(&s);
    return c;
}

/* A branch of doubled orbits is left to where there is one. */
static rdg_status check_doubling(rdg_hybrid *h, const char *run, rdg_index label)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    const rdg_collocation_options as_it_is = {.adapt = -1};
    rdg_collocation *once = rdg_collocation_from_run(h, run, label, &as_it_is);
    rdg_problem *p = once ? rdg_collocation_problem(once) : NULL;
    double nearest[2] = {0.0, 0.0};
    if (p && !rdg_collocation_is_doubling(once, rdg_start_values(p), nearest)) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_collocation_double",
                 "label %" PRId64
                 " of run \"%s\" is no period doubling (PD): its multiplier that is nearest to -1 "
                 "is %.3g%+.3gi",
                 label, run, nearest[0], nearest[1]);
    }
    rdg_problem_free(p);
    rdg_collocation_free(once);
    return rdg_error_status(ctx);
}

rdg_collocation *rdg_collocation_double(rdg_hybrid *h, const char *run, rdg_index label, int adapt)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, run, NULL);
    rdg_collocation *c = double_any(h, run, label, adapt);
    return c && check_doubling(h, run, label) == RDG_OK ? c : NULL; /* the context has it */
}

rdg_option rdg_collocation_flip(const rdg_collocation *c)
{
    const bool ready = c && c->tangent && c->segment;
    return ready ? RDG_SWITCH_AT(rdg_start_values(c->segment->problem), c->tangent)
                 : RDG_SWITCH_AT(NULL, NULL);
}

/* --- to shooting */

rdg_shooting *rdg_collocation_to_shooting(rdg_hybrid *h, const char *run, rdg_index label,
                                          const rdg_shooting_options *options)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, run, NULL);
    rdg_stored s;
    rdg_shooting_options o = options ? *options : (rdg_shooting_options){.transient = 0.0};
    if (rdg_hybrid_event_surfaces(h) > 0) {
        return rdg_colloc_segments_to_shooting(h, __func__, run, label, &o);
    }
    if (read(h, __func__, run, label, &s) != RDG_OK) {
        return NULL;
    }
    const rdg_hybrid_parameters q = rdg_hybrid_parameters_of(h);
    double *x = rdg_context_calloc(ctx, (size_t)s.n, sizeof *x);
    rdg_shooting *made = NULL;
    if (x) {
        double tau = 0.0; /* shooting starts at phase 0 */
        if (q.omega >= 0) {
            const double turns = s.p[q.omega] * s.T / RDG_HZ(1.0);
            tau = (ceil(s.phi / RDG_HZ(1.0)) - s.phi / RDG_HZ(1.0)) / turns;
            o.order = (rdg_index)lround(turns);
        }
        rdg_stored_state(&s, tau, x);
        o.x = x;
        o.p = s.p;
        o.transient = 0.0;
        o.period = q.omega >= 0 ? 0.0 : s.T;
        made = rdg_shooting_create(h, &o);
    }
    rdg_free(x);
    rdg_stored_release(&s);
    return made;
}
