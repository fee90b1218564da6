/* The atlas of a k-dimensional manifold: Henderson's covering (Int. J. Bifurcation Chaos 12, 451, 2002).
 *
 * Each chart is a ball in its tangent space with a convex cell, at first a cube about the ball. Two charts
 * that overlap cut both cells along the hyperplane through the intersection of their spheres. The part of a
 * chart's sphere that lies inside its cell is not covered; there is one exactly if a vertex of the cell lies
 * outside the ball. The next chart is placed towards such a vertex; when there is none left the manifold is
 * covered. */
#include "atlas_kd_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A cell starts as a cube a little wider than the ball. */
static const double cube_width = 1.05;

static void release_patch(rdg_patch *patch)
{
    rdg_free(patch->u);
    rdg_free(patch->basis);
    rdg_free(patch->mu);
    rdg_polytope_release(&patch->cell);
}

static void release(rdg_covering *c)
{
    for (rdg_index i = 0; i < c->n_patches; i++) {
        release_patch(&c->patch[i]);
    }
    rdg_chart_tree_free(c->tree);
    void *arrays[] = {c->patch,    c->axis,          c->rows,       c->guess, c->mean,
                      c->gradient, c->bent_jacobian, c->difference, c->around};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
}

/* Unit rows in general position: what they cast is nowhere longer than the distance in the metric. With few
 * variables, these themselves. */
static void choose_axes(rdg_covering *c)
{
    const rdg_system *s = c->t->s;
    for (int i = 0; i < c->axes; i++) {
        double *row = c->axis + i * c->n;
        double sum = 0.0;
        for (rdg_index j = 0; j < c->n; j++) {
            const double general = sin(1.3 * (double)((i + 1) * (j + 1)) + 0.7 * i);
            row[j] = c->n <= RDG_TREE_AXES ? (j == i ? 1.0 : 0.0) : general;
            sum += row[j] * row[j];
        }
        for (rdg_index j = 0; j < c->n; j++) {
            row[j] *= sqrt(s->metric[j] / sum);
        }
    }
}

static void cast(const rdg_covering *c, const double *u, double *place)
{
    for (int i = 0; i < c->axes; i++) {
        place[i] = 0.0;
        for (rdg_index j = 0; j < c->n; j++) {
            place[i] += c->axis[i * c->n + j] * u[j];
        }
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
    choose_axes(c);
    return RDG_OK;
}

static rdg_status create_patch(rdg_covering *c, rdg_patch *patch)
{
    rdg_context *ctx = c->t->ctx;
    *patch = (rdg_patch){.open = true};
    patch->u = rdg_context_calloc(ctx, (size_t)c->n, sizeof(double));
    patch->basis = rdg_context_calloc(ctx, (size_t)(c->k * c->n), sizeof(double));
    patch->mu = rdg_context_calloc(ctx, (size_t)c->t->p->n_parameters, sizeof(double));
    return rdg_error_status(ctx);
}

/* Does a vertex ask for another chart? It does outside the ball, as it shows that part of the ball's surface
 * lies inside the cell; and on the bound of a window that has no charts of its own there yet. */
static bool is_open(const rdg_patch *patch, const rdg_vertex *vertex)
{
    return !vertex->given_up && (rdg_vertex_norm(&patch->cell, vertex) > patch->radius ||
                                 (vertex->n_faces > 0 && vertex->face[0] <= RDG_FAR_WINDOW));
}

/* The first vertex that is open, or -1. */
static rdg_index open_vertex(const rdg_patch *patch)
{
    for (rdg_index v = 0; v < patch->cell.n_vertices; v++) {
        if (is_open(patch, &patch->cell.vertex[v])) {
            return v;
        }
    }
    return -1;
}

/* Cosine of the largest angle between two tangent spaces, at least. */
static double least_alignment(const rdg_covering *c, const rdg_patch *a, const rdg_patch *b)
{
    double least = 1.0;
    for (int i = 0; i < c->k; i++) {
        double sum = 0.0;
        for (int j = 0; j < c->k; j++) {
            const double cosine = rdg_system_dot(c->t->s, a->basis + j * c->n, b->basis + i * c->n);
            sum += cosine * cosine;
        }
        least = fmin(least, sum);
    }
    return sqrt(least);
}

/* Do two charts overlap on the same sheet? s, r: the other's centre in the coordinates of a, of b. */
static bool overlap(const rdg_covering *c, const rdg_patch *a, const rdg_patch *b, double *s, double *r)
{
    const double least_cosine = 0.6;
    double d2 = 0.0;
    double a2 = 0.0;
    double b2 = 0.0;
    for (rdg_index j = 0; j < c->n; j++) {
        const double x = a->u[j] - b->u[j];
        d2 += c->t->s->metric[j] * x * x;
    }
    const double reach = a->radius + b->radius;
    if (d2 > reach * reach) {
        return false;
    }
    rdg_patch_project(c, a, b->u, s);
    rdg_patch_project(c, b, a->u, r);
    for (int i = 0; i < c->k; i++) {
        a2 += s[i] * s[i];
        b2 += r[i] * r[i];
    }
    /* what lies aside more than ahead is another sheet */
    return a2 > 0.5 * d2 && b2 > 0.5 * d2 && least_alignment(c, a, b) > least_cosine;
}

static double square(double x)
{
    return x * x;
}

/* Cut the cell of patch i along the hyperplane through the intersection of its sphere with that of patch j.
 */
static rdg_status cut_by(rdg_covering *c, rdg_index i, rdg_index j)
{
    rdg_patch *a = &c->patch[i];
    const rdg_patch *b = &c->patch[j];
    double s[RDG_MAX_DIMENSION];
    double r[RDG_MAX_DIMENSION];
    if (i == j || !overlap(c, a, b, s, r)) {
        return RDG_OK;
    }
    double s2 = 0.0;
    for (int q = 0; q < c->k; q++) {
        s2 += s[q] * s[q];
    }
    const double offset = 0.5 * (s2 + square(a->radius) - square(b->radius));
    return rdg_polytope_cut(c->t->ctx, &a->cell, s, offset, j);
}

static void settle(rdg_covering *c, rdg_index i)
{
    c->patch[i].open = open_vertex(&c->patch[i]) >= 0;
    if (i < c->first_open && c->patch[i].open) {
        c->first_open = i;
    }
}

/* The cell of a patch from nothing, cut by all that it overlaps; these are listed. */
static rdg_status build_cell(rdg_covering *c, rdg_index i, const rdg_index **found, rdg_index *n_found)
{
    rdg_patch *patch = &c->patch[i];
    double place[RDG_TREE_AXES];
    RDG_TRY(rdg_polytope_cube(c->t->ctx, &patch->cell, c->k, cube_width * patch->radius));
    RDG_TRY(rdg_patch_cut_windows(c, patch));
    cast(c, patch->u, place);
    RDG_TRY(rdg_chart_tree_find(c->tree, place, patch->radius, found, n_found));
    for (rdg_index f = 0; f < *n_found; f++) {
        RDG_TRY(cut_by(c, i, (*found)[f]));
    }
    settle(c, i);
    return RDG_OK;
}

/* The last patch of the list joins the covering. */
static rdg_status join(rdg_covering *c)
{
    const rdg_index i = c->n_patches - 1;
    const rdg_index *found = NULL;
    rdg_index n_found = 0;
    double place[RDG_TREE_AXES];
    RDG_TRY(build_cell(c, i, &found, &n_found));
    for (rdg_index f = 0; f < n_found; f++) {
        RDG_TRY(cut_by(c, found[f], i));
        settle(c, found[f]);
    }
    cast(c, c->patch[i].u, place);
    return rdg_chart_tree_add(c->tree, i, place, c->patch[i].radius);
}

/* A patch that is too large for what lies around it gets a smaller ball; the cells that it had cut are made
 * anew. */
static rdg_status shrink(rdg_covering *c, rdg_index i)
{
    const rdg_index *found = NULL;
    rdg_index n_found = 0;
    double place[RDG_TREE_AXES];
    cast(c, c->patch[i].u, place);
    RDG_TRY(rdg_chart_tree_find(c->tree, place, c->patch[i].radius, &found, &n_found));
    RDG_TRY(rdg_context_reserve(c->t->ctx, &c->around, &c->room_for_around, n_found, sizeof *c->around));
    memcpy(c->around, found, (size_t)n_found * sizeof *c->around);
    const rdg_index n_around = n_found;
    c->patch[i].radius *= 0.7;
    for (rdg_index f = 0; f < n_around; f++) {
        RDG_TRY(build_cell(c, c->around[f], &found, &n_found));
    }
    return RDG_OK;
}

/* Hand the last patch on as a chart. */
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
    return rdg_sink_emit(t, node, type, stop);
}

static rdg_status aborted(const rdg_covering *c)
{
    return rdg_fail(c->t->ctx, RDG_ERR_CALLBACK, "rdg_continue", "run \"%s\", at chart %" PRId64 ": %s",
                    c->t->setup->name, c->n_patches, c->t->p->trouble);
}

/* The first patch, from the chart that the run starts with. */
static rdg_status begin(rdg_covering *c)
{
    rdg_tracer *t = c->t;
    RDG_TRY(rdg_context_reserve(c->t->ctx, &c->patch, &c->room, c->n_patches + 1, sizeof *c->patch));
    rdg_patch *patch = &c->patch[c->n_patches++];
    RDG_TRY(create_patch(c, patch));
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
    return join(c);
}

/* Would the two patches' cut take a vertex off the cell of the first? */
static bool cuts_off(const rdg_covering *c, const rdg_patch *from, const rdg_patch *patch,
                     const rdg_vertex *vertex)
{
    double s[RDG_MAX_DIMENSION];
    double r[RDG_MAX_DIMENSION];
    double s2 = 0.0;
    double along = 0.0;
    if (!overlap(c, from, patch, s, r)) {
        return false;
    }
    for (int a = 0; a < c->k; a++) {
        s2 += s[a] * s[a];
        along += s[a] * vertex->x[a];
    }
    const double clearly = 1e-3 * square(from->radius);
    return along > 0.5 * (s2 + square(from->radius) - square(patch->radius)) + clearly;
}

/* Try a patch at a distance from the centre of `from` towards its vertex; on a window's bound if it is as
 * near. */
static rdg_outcome try_patch(rdg_covering *c, const rdg_patch *from, const rdg_vertex *towards,
                             double distance, double near, rdg_patch *patch)
{
    const double norm = rdg_vertex_norm(&from->cell, towards);
    for (rdg_index j = 0; j < c->n; j++) {
        c->guess[j] = from->u[j];
        for (int a = 0; a < c->k; a++) {
            c->guess[j] += distance * towards->x[a] / norm * from->basis[a * c->n + j];
        }
    }
    rdg_outcome outcome = rdg_patch_correct(c, from, near, patch);
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    rdg_patch_take_rows(c, from); /* the correction may have taken others */
    outcome = rdg_patch_complete(c, patch);
    const double least_cosine = cos(fmin(3.0 * c->t->setup->angle, 1.0));
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    return least_alignment(c, from, patch) >= least_cosine && cuts_off(c, from, patch, towards)
               ? RDG_CONVERGED
               : RDG_FAILED;
}

/* A vertex of the first open patch outside its ball; false: the manifold is covered. */
static bool find_open_vertex(rdg_covering *c, rdg_index *patch, rdg_index *vertex)
{
    for (; c->first_open < c->n_patches; c->first_open++) {
        const rdg_patch *p = &c->patch[c->first_open];
        *patch = c->first_open;
        *vertex = p->open ? open_vertex(p) : -1;
        if (*vertex >= 0) {
            return true;
        }
    }
    return false;
}

/* A new patch towards an open vertex. Where none can be made, or only a much smaller one, the patch itself is
 * too large; when it is as small as may be the vertex is given up. */
static rdg_status expand(rdg_covering *c, rdg_index number, rdg_index vertex)
{
    const double most_unequal = 0.4;
    RDG_TRY(rdg_context_reserve(c->t->ctx, &c->patch, &c->room, c->n_patches + 1, sizeof *c->patch));
    rdg_patch *from = &c->patch[number];
    rdg_vertex *towards = &from->cell.vertex[vertex];
    rdg_patch *patch = &c->patch[c->n_patches];
    RDG_TRY(create_patch(c, patch));
    c->n_patches++; /* what it owns is freed with the others */
    const double norm = rdg_vertex_norm(&from->cell, towards);
    const double distance = fmin(from->radius, norm);
    rdg_outcome outcome = try_patch(c, from, towards, distance, rdg_near_window * from->radius, patch);
    if (outcome == RDG_FAILED) {
        outcome = try_patch(c, from, towards, distance, 0.0, patch);
    }
    if (outcome == RDG_ABORTED) {
        return aborted(c);
    }
    const bool can_shrink = from->radius > 2.0 * c->t->setup->h_min;
    const bool unequal = outcome == RDG_CONVERGED && patch->radius < most_unequal * from->radius;
    if (outcome == RDG_CONVERGED && !(unequal && can_shrink)) {
        return join(c);
    }
    c->t->summary.rejected++;
    release_patch(patch);
    c->n_patches--;
    if (can_shrink) {
        return shrink(c, number);
    }
    towards->given_up = true;
    c->gaps += norm > from->radius;
    return RDG_OK;
}

static rdg_status cover_all(rdg_covering *c)
{
    rdg_tracer *t = c->t;
    bool stop = false;
    rdg_index patch = 0;
    rdg_index vertex = 0;
    t->summary.forwards = RDG_STOP_COVERED;
    RDG_TRY(rdg_sink_begin(t));
    RDG_TRY(begin(c));
    RDG_TRY(emit(c, "EP", &stop));
    while (!stop && find_open_vertex(c, &patch, &vertex)) {
        const rdg_index before = c->n_patches;
        if (before >= t->setup->max_points) {
            t->summary.forwards = RDG_STOP_MAX_POINTS;
            break;
        }
        RDG_TRY(expand(c, patch, vertex));
        if (c->n_patches > before) {
            RDG_TRY(emit(c, NULL, &stop));
        }
    }
    if (stop) {
        t->summary.forwards = RDG_STOP_OBSERVER;
    }
    rdg_verdict_on_covering(t, t->summary.forwards, c->gaps);
    return rdg_covering_finish(c);
}

static rdg_status cover(rdg_tracer *t)
{
    rdg_covering c;
    rdg_system_fix_metric(t->s, t->start.chart.u);
    rdg_status status = create(&c, t);
    if (status == RDG_OK) {
        status = cover_all(&c);
    }
    release(&c);
    return status;
}

const rdg_atlas_ops rdg_atlas_kd = {.name = "kd", .cover = cover};
