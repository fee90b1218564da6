/* Segments: their life, and their variables, equations and parameters in a problem. */
#include "segment_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char where[] = "rdg_segment_add";

enum { NAME_SIZE = 256 };

enum { INTERVALS = 20, DEGREE = 4, ADAPT = 5 };

static rdg_status check_options(rdg_context *ctx, const char *name, const rdg_segment_options *o)
{
    if (o->intervals < 0 || o->degree < 0 || o->degree > RDG_MOST_DEGREE || o->count < 0) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\": %" PRId64 " intervals of degree %" PRId64 ", a predictor of %" PRId64
                        " samples: the degree is to be from 1 to %d, and nothing negative",
                        name, o->intervals, o->degree, o->count, RDG_MOST_DEGREE);
    }
    if (!isfinite(o->duration) || !isfinite(o->phase) || (o->duration == 0.0 && !(o->t && o->count > 1))) {
        return rdg_fail(
            ctx, RDG_ERR_ARGUMENT, where,
            "\"%s\": duration = %g, phase = %g: a segment lasts for some time, which is its duration or "
            "that of at least two samples with their instants",
            name, o->duration, o->phase);
    }
    if (o->count > 0 && !o->x) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "\"%s\": %" PRId64 " samples without states x", name,
                        o->count);
    }
    return RDG_OK;
}

static void lay_out(rdg_segment *s, const rdg_segment_options *o)
{
    const rdg_hybrid_parameters q = rdg_hybrid_parameters_of(s->hybrid);
    rdg_segment_layout *at = &s->at;
    at->n = rdg_hybrid_phase_at(s->hybrid, s->mode)->n;
    at->N = o->intervals > 0 ? o->intervals : INTERVALS;
    at->K = o->degree > 0 ? o->degree : DEGREE;
    at->block = at->n * at->K;
    at->m = at->block * at->N;
    at->nx = at->m + at->n;
    at->np = q.n;
    at->omega = q.omega;
    at->T = at->nx;
    at->phi = q.omega >= 0 ? at->nx + 1 : -1;
    at->p = at->nx + 1 + (q.omega >= 0 ? 1 : 0);
    at->count = at->p + at->np;
    at->nt = at->count - at->nx;
    at->nz = rdg_hybrid_arguments(s->hybrid, s->mode);
}

static rdg_status allocate(rdg_segment *s)
{
    const rdg_segment_layout *at = &s->at;
    const size_t n = (size_t)at->n, nz = (size_t)at->nz, ny = (size_t)(at->n + at->nt);
    const struct {
        double **array;
        size_t size;
    } arrays[] = {{&s->mesh, (size_t)at->N + 1},
                  {&s->target, (size_t)at->N + 1},
                  {&s->start_mesh, (size_t)at->N + 1},
                  {&s->home_mesh, (size_t)at->N + 1},
                  {&s->before, (size_t)at->N + 1},
                  {&s->size, nz},
                  {&s->values.number, (size_t)at->m},
                  {&s->values.at, (size_t)at->count},
                  {&s->slopes.number, (size_t)at->m * nz},
                  {&s->slopes.at, (size_t)at->count},
                  {&s->weight, (size_t)(at->block * (at->K + 1))},
                  {&s->points, (size_t)at->K * nz},
                  {&s->rates, (size_t)at->block},
                  {&s->z, nz},
                  {&s->value, n},
                  {&s->slope, n * nz},
                  {&s->H, nz * nz},
                  {&s->scratch, 2 * (nz + n + n * nz)},
                  {&s->R, ny * ny},
                  {&s->P, ny * ny},
                  {&s->y, ny},
                  {&s->r, ny},
                  {&s->local, (size_t)at->count},
                  {&s->wide, (size_t)at->nx},
                  {&s->density, (size_t)at->N + 1},
                  {&s->work, (size_t)at->N + 1}};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k].array = rdg_context_calloc(s->ctx, arrays[k].size, sizeof(double));
    }
    s->index = rdg_context_calloc(s->ctx, (size_t)at->count, sizeof *s->index);
    s->no_entry_start = rdg_context_calloc(s->ctx, (size_t)at->nx + 1, sizeof *s->no_entry_start);
    s->no_entries = (rdg_pattern){at->nx, at->nx, s->no_entry_start, s->no_entry_start};
    s->column = rdg_context_calloc(s->ctx, n * (size_t)(at->K + 1), sizeof *s->column);
    RDG_TRY(rdg_error_status(s->ctx));
    for (rdg_index e = 0; e < at->block * (at->K + 1); e++) {
        s->weight[e] = s->basis.value[e % at->block / at->n][e / at->block];
    }
    RDG_TRY(rdg_band_make_df(s));
    return rdg_band_make_d2f(s, &s->d2f, false);
}

/* States that are as small or as large count as of their own size, others as of size 1. */
static double size_of_states(const rdg_segment *s, const double *x)
{
    const double small = 1e-2, nothing = 1e-10, large = 1e3;
    const double largest = rdg_largest(s->at.nx, x);
    return largest > large || (largest < small && largest > nothing) ? largest : 1.0;
}

static void note_sizes(rdg_segment *s, const double *x)
{
    for (rdg_index j = 0; j < s->at.nx; j++) {
        s->size[j % s->at.n] = fmax(s->size[j % s->at.n], fabs(x[j]));
    }
    if (s->at.phi >= 0) {
        s->size[s->at.nz - 1] = RDG_EXACTLY(1.0);
    }
}

static rdg_status add_variables(rdg_segment *s, const rdg_segment_options *o, rdg_index shared,
                                const double *x)
{
    const rdg_segment_layout *at = &s->at;
    rdg_problem *p = s->problem;
    const double T = o->duration != 0.0 ? o->duration : o->t[o->count - 1] - o->t[0];
    const rdg_index first = rdg_variable_count(p);
    RDG_TRY(rdg_add_variables(p, "x", at->nx, x));
    const double size = size_of_states(s, x);
    RDG_TRY(rdg_set_typical(p, "x", size, size < 1.0)); /* small orbits grow, out of Hopf points */
    RDG_TRY(rdg_add_variables(p, "T", 1, &T));
    RDG_TRY(rdg_set_typical(p, "T", fabs(T), false));
    if (at->phi >= 0) {
        RDG_TRY(rdg_add_variables(p, "phi", 1, &o->phase));
    }
    if (at->np > 0 && shared < 0) {
        RDG_TRY(rdg_add_variables(p, "p", at->np, o->p ? o->p : rdg_hybrid_parameters_of(s->hybrid).value));
    }
    for (rdg_index j = 0; j < at->count; j++) {
        s->index[j] = shared >= 0 && j >= at->p ? shared + j - at->p : first + j;
    }
    return RDG_OK;
}

static rdg_status add_parameters(rdg_segment *s, bool shared)
{
    const rdg_hybrid_parameters q = rdg_hybrid_parameters_of(s->hybrid);
    RDG_TRY(rdg_add_parameter(s->problem, "T", "T", 0));
    if (s->at.phi >= 0) {
        RDG_TRY(rdg_add_parameter(s->problem, "phi", "phi", 0));
        RDG_TRY(rdg_set_unit(s->problem, "phi", "rad"));
    }
    for (rdg_index k = 0; k < q.n && !shared; k++) {
        RDG_TRY(rdg_add_parameter(s->problem, q.name[k], "p", k));
        RDG_TRY(rdg_set_unit(s->problem, q.name[k], q.unit[k]));
    }
    return RDG_OK;
}

static rdg_status add_equations(rdg_segment *s)
{
    const rdg_function zero = {.name = "collocation",
                               .n = s->at.count,
                               .m = s->at.m,
                               .f = rdg_segment_f,
                               .df = rdg_segment_df,
                               .d2f = rdg_segment_d2f,
                               .df_pattern = &s->df.pattern,
                               .d2f_pattern = &s->d2f.pattern,
                               .by_differences = true,
                               .data = s,
                               .free_data = rdg_segment_leave};
    s->users++;
    const rdg_status status = rdg_add_zero(s->problem, &zero, s->index);
    rdg_band_drop_rows(&s->df);
    rdg_band_drop_rows(&s->d2f);
    s->users -= status != RDG_OK;
    return status;
}

static rdg_status fill_with(rdg_segment *s, const rdg_segment_options *o, rdg_index shared, double *x)
{
    RDG_TRY(rdg_segment_guess(s, o, x));
    note_sizes(s, x);
    RDG_TRY(add_variables(s, o, shared, x));
    RDG_TRY(add_equations(s));
    RDG_TRY(add_parameters(s, shared >= 0));
    RDG_TRY(rdg_segment_add_error(s));
    RDG_TRY(rdg_segment_let_mesh_move(s));
    return rdg_segment_let_starts_fit(s);
}

static rdg_status fill(rdg_segment *s, const rdg_segment_options *o, rdg_index shared)
{
    double *x = rdg_context_calloc(s->ctx, (size_t)s->at.nx, sizeof *x);
    const rdg_status status = x ? fill_with(s, o, shared, x) : RDG_ERR_NO_MEMORY;
    rdg_free(x);
    return status;
}

static rdg_status begin(rdg_segment *s, const char *name, const rdg_segment_options *o, rdg_index shared)
{
    s->mode = o->mode ? rdg_hybrid_phase_index(s->hybrid, o->mode) : 0;
    if (s->mode < 0) {
        return rdg_error_status(s->ctx);
    }
    if (!rdg_hybrid_phase_at(s->hybrid, s->mode)) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" has no phases: add them first, rdg_hybrid_add_phase()",
                        rdg_hybrid_name(s->hybrid));
    }
    s->field = &rdg_hybrid_phase_at(s->hybrid, s->mode)->field;
    lay_out(s, o);
    s->system = rdg_segment_whose(s->ctx, s->name, s->at.n, s->hybrid);
    rdg_polynomials_make(s->at.K, &s->basis);
    s->adapt = o->adapt == 0 ? ADAPT : o->adapt;
    RDG_TRY(allocate(s));
    if (!name) {
        return fill(s, o, shared);
    }
    RDG_TRY(rdg_problem_enter(s->problem, name));
    const rdg_status status = fill(s, o, shared);
    rdg_problem_leave(s->problem);
    return status;
}

rdg_segment *rdg_segment_create(rdg_problem *p, const char *name, rdg_hybrid *h, const rdg_segment_options *o,
                                rdg_index shared)
{
    rdg_context *ctx = rdg_problem_context(p);
    if (check_options(ctx, name ? name : rdg_hybrid_name(h), o) != RDG_OK) {
        return NULL;
    }
    rdg_segment *s = rdg_context_calloc(ctx, 1, sizeof *s);
    if (!s) {
        return NULL;
    }
    *s = (rdg_segment){.ctx = ctx, .hybrid = h, .problem = p, .users = 1};
    s->name = rdg_context_strdup(ctx, name);
    const rdg_status status = s->name ? begin(s, name, o, shared) : RDG_ERR_NO_MEMORY;
    const bool lives = s->users > 1;
    rdg_segment_leave(s); /* the functions have it now */
    return status == RDG_OK && lives ? s : NULL;
}

rdg_segment *rdg_segment_add(rdg_problem *p, const char *name, rdg_hybrid *h, const rdg_segment_options *o)
{
    rdg_context *ctx = rdg_problem_context(p);
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, h, NULL);
    RDG_NEED(ctx, o, NULL);
    if (rdg_same_context(ctx, rdg_hybrid_context(h), where, "a problem and a system") != RDG_OK) {
        return NULL;
    }
    const rdg_segment *partner = o->partner;
    if (partner && (partner->problem != p || partner->hybrid != h)) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                 "\"%s\": the partner, \"%s\", belongs to another problem or is of another system",
                 name ? name : "", partner->name);
        return NULL;
    }
    char block[NAME_SIZE];
    (void)snprintf(block, sizeof block, "%.200s%sx", name ? name : "", name && *name ? "." : "");
    if (rdg_has_variables(p, block)) {
        rdg_fail(
            ctx, RDG_ERR_NAME, where,
            "there is a segment \"%s\" (variables \"%s\") already: each of a problem needs a name of its "
            "own",
            name ? name : "", block);
        return NULL;
    }
    rdg_segment *s =
        rdg_segment_create(p, name, h, o, partner && partner->at.np > 0 ? partner->index[partner->at.p] : -1);
    return s && rdg_segment_account(s) == RDG_OK ? s : NULL;
}

rdg_segment_places rdg_segment_places_of(const rdg_segment *s)
{
    if (!s) {
        return (rdg_segment_places){.n = 0};
    }
    const rdg_segment_layout *at = &s->at;
    return (rdg_segment_places){.n = at->n,
                                .x = s->index[0],
                                .end = s->index[at->m],
                                .duration = s->index[at->T],
                                .phase = at->phi >= 0 ? s->index[at->phi] : -1,
                                .p = at->np > 0 ? s->index[at->p] : -1,
                                .parameters = at->np,
                                .intervals = at->N,
                                .degree = at->K};
}

const double *rdg_segment_mesh(const rdg_segment *s)
{
    return s ? s->mesh : NULL;
}

rdg_status rdg_segment_motion(const rdg_segment *s, const double *u, rdg_index count, const double *tau,
                              double *x)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, u, RDG_ERR_ARGUMENT);
    RDG_NEED(s->ctx, tau, RDG_ERR_ARGUMENT);
    RDG_NEED(s->ctx, x, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_require_finite(s->ctx, __func__, "u", rdg_variable_count(s->problem), u));
    for (rdg_index i = 0; i < count; i++) {
        if (!(tau[i] >= 0.0 && tau[i] <= 1.0)) {
            return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT, "tau[%" PRId64 "] = %g is not between 0 and 1", i,
                            tau[i]);
        }
        rdg_segment_state(s, s->mesh, u + s->index[0], tau[i], x + i * s->at.n);
    }
    return RDG_OK;
}
