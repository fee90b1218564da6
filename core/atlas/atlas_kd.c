/* The atlas of a k-dimensional manifold: Henderson's covering (Int. J. Bifurcation Chaos 12, 451, 2002).
 *
 * Each chart is a ball in its tangent space with a convex cell, at first a cube about the ball. Two charts
 * that overlap cut both cells along the hyperplane through the intersection of their spheres. The part of a
 * chart's sphere that lies inside its cell is not covered; there is one exactly if a vertex of the cell lies
 * outside the ball. The next chart is placed towards such a vertex; when there is none left the manifold is
 * covered. */
#include "atlas_kd_impl.h"
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
    void *arrays[] = {c->patch, c->axis,     c->rows,      c->guess,
                      c->mean,  c->gradient, c->curvature, c->difference};
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
    c->curvature = rdg_context_calloc(t->ctx, k * n, sizeof(double));
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

/* Is some part of the ball's surface inside the cell? */
static bool has_open_vertex(const rdg_patch *patch)
{
    for (rdg_index v = 0; v < patch->cell.n_vertices; v++) {
        const rdg_vertex *vertex = &patch->cell.vertex[v];
        if (!vertex->given_up && rdg_vertex_norm(&patch->cell, vertex) > patch->radius) {
            return true;
        }
    }
    return false;
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

/* Do two charts overlap on the same sheet? offsets: where each is cut, along s and t in its coordinates. */
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

static rdg_status cut_both(rdg_covering *c, rdg_index i, rdg_index j)
{
    rdg_patch *a = &c->patch[i];
    rdg_patch *b = &c->patch[j];
    double s[RDG_MAX_DIMENSION];
    double r[RDG_MAX_DIMENSION];
    if (!overlap(c, a, b, s, r)) {
        return RDG_OK;
    }
    double s2 = 0.0;
    double r2 = 0.0;
    for (int q = 0; q < c->k; q++) {
        s2 += s[q] * s[q];
        r2 += r[q] * r[q];
    }
    const double difference = square(a->radius) - square(b->radius);
    RDG_TRY(rdg_polytope_cut(c->t->ctx, &a->cell, s, 0.5 * (s2 + difference), j));
    RDG_TRY(rdg_polytope_cut(c->t->ctx, &b->cell, r, 0.5 * (r2 - difference), i));
    b->open = b->open && has_open_vertex(b);
    return RDG_OK;
}

/* The last patch of the list joins the covering. */
static rdg_status join(rdg_covering *c)
{
    const rdg_index i = c->n_patches - 1;
    rdg_patch *patch = &c->patch[i];
    const rdg_index *found = NULL;
    rdg_index n_found = 0;
    double place[RDG_TREE_AXES];
    RDG_TRY(rdg_polytope_cube(c->t->ctx, &patch->cell, c->k, cube_width * patch->radius));
    RDG_TRY(rdg_patch_cut_windows(c, patch));
    cast(c, patch->u, place);
    RDG_TRY(rdg_chart_tree_find(c->tree, place, patch->radius, &found, &n_found));
    for (rdg_index f = 0; f < n_found; f++) {
        RDG_TRY(cut_both(c, i, found[f]));
    }
    patch->open = has_open_vertex(patch);
    return rdg_chart_tree_add(c->tree, i, place, patch->radius);
}

/* Hand the last patch on as a chart. */
static rdg_status emit(rdg_covering *c, const char *type, bool *stop)
{
    rdg_tracer *t = c->t;
    const rdg_patch *patch = &c->patch[c->n_patches - 1];
    rdg_node *node = c->n_patches == 1 ? &t->start : &t->next;
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

static rdg_status make_room(rdg_covering *c)
{
    if (c->n_patches < c->room) {
        return RDG_OK;
    }
    const rdg_index room = c->room > 0 ? 2 * c->room : 64;
    rdg_patch *wider = rdg_context_calloc(c->t->ctx, (size_t)room, sizeof *wider);
    if (!wider) {
        return RDG_ERR_NO_MEMORY;
    }
    if (c->n_patches > 0) {
        memcpy(wider, c->patch, (size_t)c->n_patches * sizeof *wider);
    }
    rdg_free(c->patch);
    c->patch = wider;
    c->room = room;
    return RDG_OK;
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
    RDG_TRY(make_room(c));
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
        for (rdg_index j = 0; j < c->k * c->n; j++) {
            c->rows[j] = t->s->metric[j % c->n] * patch->basis[j];
        }
    }
    return join(c);
}

/* Try a patch at a part of the way from the centre of `from` to its vertex. */
static rdg_outcome try_patch(rdg_covering *c, const rdg_patch *from, const double *direction, double distance,
                             rdg_patch *patch)
{
    for (rdg_index j = 0; j < c->n; j++) {
        c->guess[j] = from->u[j];
        for (int a = 0; a < c->k; a++) {
            c->guess[j] += distance * direction[a] * from->basis[a * c->n + j];
        }
    }
    rdg_outcome outcome = rdg_patch_correct(c, from, patch);
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    for (int a = 0; a < c->k; a++) {
        for (rdg_index j = 0; j < c->n; j++) {
            c->rows[a * c->n + j] = c->t->s->metric[j] * from->basis[a * c->n + j];
        }
    }
    outcome = rdg_patch_complete(c, patch);
    const double least_cosine = cos(fmin(3.0 * c->t->setup->angle, 1.0));
    return outcome == RDG_CONVERGED && least_alignment(c, from, patch) < least_cosine ? RDG_FAILED : outcome;
}

/* A vertex of the first open patch outside its ball; false: the manifold is covered. */
static bool find_open_vertex(rdg_covering *c, rdg_index *patch, rdg_index *vertex)
{
    for (; c->first_open < c->n_patches; c->first_open++) {
        const rdg_patch *p = &c->patch[c->first_open];
        for (rdg_index v = 0; p->open && v < p->cell.n_vertices; v++) {
            if (!p->cell.vertex[v].given_up && rdg_vertex_norm(&p->cell, &p->cell.vertex[v]) > p->radius) {
                *patch = c->first_open;
                *vertex = v;
                return true;
            }
        }
    }
    return false;
}

/* A new patch towards an open vertex, nearer if need be; where none can be made the vertex is given up. */
static rdg_status expand(rdg_covering *c, rdg_index number, rdg_index vertex)
{
    RDG_TRY(make_room(c));
    rdg_patch *from = &c->patch[number];
    rdg_vertex *towards = &from->cell.vertex[vertex];
    const double norm = rdg_vertex_norm(&from->cell, towards);
    double direction[RDG_MAX_DIMENSION];
    for (int a = 0; a < c->k; a++) {
        direction[a] = towards->x[a] / norm;
    }
    rdg_patch *patch = &c->patch[c->n_patches];
    RDG_TRY(create_patch(c, patch));
    c->n_patches++; /* what it owns is freed with the others */
    for (double distance = from->radius; distance >= 0.2 * from->radius || distance >= c->t->setup->h_min;
         distance *= 0.7) {
        const rdg_outcome outcome = try_patch(c, from, direction, distance, patch);
        if (outcome == RDG_ABORTED) {
            return aborted(c);
        }
        if (outcome == RDG_CONVERGED) {
            return join(c);
        }
        c->t->summary.rejected++;
    }
    release_patch(patch);
    c->n_patches--;
    towards->given_up = true;
    c->gaps++;
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
    if (c->gaps > 0) {
        rdg_write(
            t->ctx, RDG_CHANNEL_WARNING,
            "warning: run %s: the surface has gaps: in %" PRId64 " directions no chart could be made (%s)\n",
            t->setup->name, c->gaps, t->p->trouble[0] ? t->p->trouble : "the tangent space turns too fast");
    }
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
