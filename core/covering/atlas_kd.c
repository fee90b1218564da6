/* The atlas of a k-dimensional manifold: Henderson's covering (Int. J. Bifurcation Chaos 12, 451, 2002).
 *
 * Each chart is a ball in its tangent space with a convex cell, at first a cube about the ball. Two charts
 * that overlap cut both cells along the hyperplane through the intersection of their spheres. The part of a
 * chart's sphere that lies inside its cell is not covered; there is one exactly if a vertex of the cell lies
 * outside the ball. The next chart is placed towards such a vertex; when there is none left the manifold is
 * covered. */
#include "covering_impl.h"
#include "resume_impl.h"
#include "run_data_impl.h"
#include "sink_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void release_patch(rdg_patch *patch)
{
    rdg_free(patch->u);
    rdg_free(patch->basis);
    rdg_free(patch->second);
    rdg_free(patch->mu);
    rdg_polytope_release(&patch->cell);
}

static void release(rdg_covering *c)
{
    for (rdg_index i = 0; i < c->n_patches; i++) {
        release_patch(&c->patch[i]);
    }
    rdg_chart_tree_free(c->tree);
    void *arrays[] = {c->patch,    c->axis,          c->rows,       c->guess,  c->mean,
                      c->gradient, c->bent_jacobian, c->difference, c->around, c->large};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
}

static rdg_status create(rdg_covering *c, rdg_tracer *t)
{
    *c = (rdg_covering){.t = t, .k = (int)t->s->dimension, .n = t->s->n};
    c->axes = c->n < RDG_TREE_AXES ? (int)c->n : RDG_TREE_AXES;
    const size_t n = (size_t)c->n;
    const size_t k = (size_t)c->k;
    c->tree = rdg_chart_tree_create(t->ctx, c->axes);
    c->axis = rdg_context_calloc(t->ctx, (size_t)c->axes * n, sizeof(double));
    c->rows = rdg_context_calloc(t->ctx, k * n, sizeof(double));
    const rdg_pattern *a = rdg_assembly_jacobian_pattern(t->s->assembly);
    c->bent_jacobian = rdg_context_calloc(t->ctx, (size_t)rdg_pattern_count(a), sizeof(double));
    double **arrays[] = {&c->guess, &c->mean, &c->gradient, &c->difference};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = rdg_context_calloc(t->ctx, n, sizeof(double));
    }
    RDG_TRY(rdg_error_status(t->ctx));
    rdg_covering_choose_axes(c);
    return RDG_OK;
}

static rdg_status create_patch(rdg_covering *c, rdg_patch *patch)
{
    rdg_context *ctx = c->t->ctx;
    *patch = (rdg_patch){.open = true};
    patch->u = rdg_context_calloc(ctx, (size_t)c->n, sizeof(double));
    patch->basis = rdg_context_calloc(ctx, (size_t)(c->k * c->n), sizeof(double));
    patch->second = rdg_context_calloc(ctx, (size_t)(c->k * (c->k + 1) / 2 * c->n), sizeof(double));
    patch->mu = rdg_context_calloc(ctx, (size_t)c->t->p->n_parameters, sizeof(double));
    return rdg_error_status(ctx);
}

/* Hand the last chart to the run. */
static rdg_status emit(rdg_covering *c, const char *type, bool *stop)
{
    rdg_tracer *t = c->t;
    const rdg_patch *patch = &c->patch[c->n_patches - 1];
    rdg_node *node = c->n_patches == 1 ? &t->start : &t->next;
    node->solves = true; /* so it was made */
    memcpy(node->chart.u, patch->u, (size_t)c->n * sizeof(double));
    memcpy(node->chart.tangent, patch->basis, (size_t)c->n * sizeof(double));
    memcpy(node->chart.mu, patch->mu, (size_t)t->p->n_parameters * sizeof(double));
    node->chart.step = patch->radius;
    node->chart.norm = 0.0;
    for (rdg_index j = 0; j < c->n; j++) {
        node->chart.norm += patch->u[j] * patch->u[j];
    }
    node->chart.norm = sqrt(node->chart.norm);
    t->resume.is_replayed = rdg_covering_has_left(c);
    if (t->resume.is_replayed) {
        rdg_resume_take_row(t, rdg_run_row_of_point(t->resume.past, c->n_patches - 1), &node->chart);
    }
    RDG_TRY(rdg_sink_emit(t, node, type, stop));
    c->tries = 0;
    rdg_resume_forget(t);
    return RDG_OK;
}

static rdg_status aborted(const rdg_covering *c)
{
    return rdg_fail(c->t->ctx, RDG_ERR_CALLBACK, "rdg_continue", "run \"%s\", at chart %" PRId64 ": %s",
                    c->t->setup->name, c->n_patches, c->t->p->trouble);
}

/* The first chart, from the point that the run starts with. */
static rdg_status begin(rdg_covering *c)
{
    rdg_tracer *t = c->t;
    RDG_TRY(rdg_context_reserve(c->t->ctx, &c->patch, &c->capacity, c->n_patches + 1, sizeof *c->patch));
    rdg_patch *patch = &c->patch[c->n_patches++];
    RDG_TRY(create_patch(c, patch));
    if (rdg_covering_has_left(c)) {
        RDG_TRY(rdg_covering_replay(c) == RDG_ABORTED ? rdg_error_status(t->ctx) : RDG_OK);
        return rdg_covering_join(c);
    }
    memcpy(patch->u, t->start.chart.u, (size_t)c->n * sizeof(double));
    for (int a = 0; a < c->k; a++) { /* rows in general position: the tangent space is not known yet */
        for (rdg_index j = 0; j < c->n; j++) {
            c->rows[a * c->n + j] = cos(2.1 * (double)((a + 1) * (j + 1)) + a) / t->s->size[j];
        }
    }
    for (int pass = 0; pass < 2; pass++) {
        const rdg_outcome outcome = rdg_patch_complete(c, patch);
        if (outcome != RDG_CONVERGED) {
            return outcome == RDG_ABORTED
                       ? aborted(c)
                       : rdg_fail(t->ctx, RDG_ERR_SINGULAR, "rdg_continue",
                                  "run \"%s\": no tangent space at the start: %s", t->setup->name,
                                  t->p->trouble[0] ? t->p->trouble : "the Jacobian is singular");
        }
        rdg_patch_take_rows(c, patch);
    }
    return rdg_covering_join(c);
}

/* Correct c->guess and complete the chart. A chart that is so near to a boundary, as `from` or it itself sees
 * it, that it should lie on it is put there. */
static rdg_outcome make_patch(rdg_covering *c, const rdg_patch *from, double near, rdg_patch *patch)
{
    enum { TRIES = 3 };
    const rdg_patch *seen_by = from;
    for (int tries = 0; tries < TRIES; tries++) {
        rdg_outcome outcome = rdg_patch_correct(c, from, seen_by, near * seen_by->radius, patch);
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
        rdg_patch_take_rows(c, from); /* the correction may have taken others */
        outcome = rdg_patch_complete(c, patch);
        if (outcome != RDG_CONVERGED || !rdg_patch_is_beside_rim(patch, near)) {
            return outcome;
        }
        seen_by = patch;
        memcpy(c->guess, patch->u, (size_t)c->n * sizeof(double));
    }
    return RDG_CONVERGED;
}

/* Try a chart at a distance from the centre of `from` towards its vertex; on a domain's bound if it is as
 * near, relative to the radius. */
static rdg_outcome try_patch(rdg_covering *c, const rdg_patch *from, const rdg_vertex *towards, double near,
                             rdg_patch *patch)
{
    const double norm = rdg_vertex_norm(&from->cell, towards);
    double x[RDG_MAX_DIMENSION];
    for (int a = 0; a < c->k; a++) {
        x[a] = towards->x[a] * fmin(from->radius / norm, 1.0);
    }
    rdg_patch_lift(c, from, x, c->guess);
    const rdg_outcome outcome = make_patch(c, from, near, patch);
    const double least_cosine = cos(fmin(3.0 * c->t->setup->angle, 1.0));
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    if (rdg_covering_grade(c, patch) != RDG_OK) {
        return RDG_ABORTED;
    }
    const rdg_chart chart = {.u = patch->u, .mu = patch->mu};
    if (rdg_gate_window_left(c->t, &chart) >= 0) {
        return RDG_FAILED;
    }
    return rdg_patch_alignment(c, from, patch) >= least_cosine && rdg_patch_cuts_off(c, from, patch, towards)
               ? RDG_CONVERGED
               : RDG_FAILED;
}

/* A vertex of the first open chart outside its ball; false: the manifold is covered. */
static bool find_open_vertex(rdg_covering *c, rdg_index *patch, rdg_index *vertex)
{
    for (; c->first_open < c->n_patches; c->first_open++) {
        const rdg_patch *p = &c->patch[c->first_open];
        *patch = c->first_open;
        *vertex = p->open ? rdg_patch_open_vertex(p) : -1;
        if (*vertex >= 0) {
            return true;
        }
    }
    return false;
}

/* A chart from a chart towards one of its vertices, which is not too small beside it. */
static rdg_outcome make_towards(rdg_covering *c, const rdg_patch *from, const rdg_vertex *towards,
                                rdg_patch *patch)
{
    const double most_unequal = 0.4;
    rdg_outcome outcome = try_patch(c, from, towards, rdg_near_window, patch);
    if (outcome == RDG_FAILED) {
        outcome = try_patch(c, from, towards, 0.0, patch);
    }
    const bool unequal = outcome == RDG_CONVERGED && patch->radius < most_unequal * from->radius;
    return unequal && rdg_patch_can_shrink(c, from) ? RDG_FAILED : outcome;
}

/* A new chart towards an open vertex. Where none can be made, or only a much smaller one, the chart itself is
 * too large; when it is as small as may be the vertex is given up. */
static rdg_status expand(rdg_covering *c, rdg_index number, rdg_index vertex)
{
    RDG_TRY(rdg_context_reserve(c->t->ctx, &c->patch, &c->capacity, c->n_patches + 1, sizeof *c->patch));
    rdg_patch *from = &c->patch[number];
    rdg_vertex *towards = &from->cell.vertex[vertex];
    rdg_patch *patch = &c->patch[c->n_patches];
    RDG_TRY(create_patch(c, patch));
    c->n_patches++; /* what it owns is freed with the others */
    const rdg_outcome outcome =
        rdg_covering_has_left(c) ? rdg_covering_replay(c) : make_towards(c, from, towards, patch);
    if (outcome == RDG_ABORTED) {
        return rdg_error_status(c->t->ctx) != RDG_OK ? rdg_error_status(c->t->ctx) : aborted(c);
    }
    if (outcome == RDG_CONVERGED) {
        RDG_TRY(rdg_covering_join(c));
        return rdg_covering_grade_others(c);
    }
    c->t->summary.rejected++;
    c->tries++;
    release_patch(patch);
    c->n_patches--;
    if (rdg_patch_can_shrink(c, from)) {
        return rdg_covering_shrink(c, number);
    }
    towards->given_up = true;
    return RDG_OK;
}

/* Place charts until none is open. */
static rdg_status cover_open(rdg_covering *c, bool *stop)
{
    rdg_tracer *t = c->t;
    rdg_index patch = 0;
    rdg_index vertex = 0;
    while (!*stop && find_open_vertex(c, &patch, &vertex)) {
        const rdg_index before = c->n_patches;
        if (before >= t->setup->max_points) {
            t->summary.forwards = RDG_STOP_MAX_POINTS;
            *stop = true;
            return RDG_OK;
        }
        RDG_TRY(expand(c, patch, vertex));
        if (c->n_patches > before) {
            RDG_TRY(emit(c, NULL, stop));
            t->summary.forwards = *stop ? RDG_STOP_OBSERVER : RDG_STOP_COVERED;
        }
    }
    return RDG_OK;
}

static rdg_status cover_all(rdg_covering *c)
{
    enum { ROUNDS = 4 };
    rdg_tracer *t = c->t;
    bool stop = false;
    bool refined = true;
    t->summary.forwards = RDG_STOP_COVERED;
    RDG_TRY(rdg_sink_begin(t));
    RDG_TRY(begin(c));
    RDG_TRY(emit(c, "EP", &stop));
    for (int round = 0; !stop && refined && round < ROUNDS; round++) {
        RDG_TRY(cover_open(c, &stop));
        RDG_TRY(rdg_covering_look(c));
        refined = false;
        if (!stop && round + 1 < ROUNDS) {
            RDG_TRY(rdg_covering_refine(c, &refined));
        }
    }
    RDG_TRY(rdg_covering_finish(c));
    if (t->summary.forwards != RDG_STOP_COVERED) { /* of course its boundary is open */
        t->summary.gaps = (long)c->doubt.gaps;
    }
    char doubt[RDG_DOUBT_SIZE];
    const bool doubtful = t->summary.forwards == RDG_STOP_COVERED && rdg_covering_is_doubtful(c);
    if (doubtful) {
        t->summary.forwards = RDG_STOP_GAPS;
        rdg_covering_describe_doubt(c, doubt, sizeof doubt);
    }
    rdg_verdict_on_covering(t, t->summary.forwards, doubtful ? doubt : NULL);
    return RDG_OK;
}

static rdg_status cover(rdg_tracer *t)
{
    rdg_covering c;
    t->resume.exchange_atlas = rdg_covering_exchange;
    t->resume.atlas = &c; /* cppcheck-suppress autoVariables ; until the covering ends */
    rdg_system_fix_metric(t->s, t->start.chart.u);
    rdg_status status = create(&c, t);
    if (status == RDG_OK) {
        status = cover_all(&c);
    }
    release(&c);
    t->resume.exchange_atlas = NULL;
    t->resume.atlas = NULL;
    return status;
}

const rdg_atlas_ops rdg_atlas_kd = {.name = "kd", .cover = cover};
