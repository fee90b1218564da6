/* A bifurcation diagram, on the public interface alone: runs, an observer, branch switching.
 *
 * Two branches cross at a simple branch point. Each run notes the branch points that it passes, with its
 * tangent there; a branch point that was passed along two tangents is done. Where the chart of one that is
 * not simple names points of all curves that leave it, the next run starts at a point that none has passed.
 */
#include "diagram_impl.h"
#include "option_list.h"
#include "scaled_space_impl.h"
#include "toolbox.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 256 };

static void release(rdg_diagram_work *d)
{
    rdg_diagram_forget(d, 0, 0);
    rdg_free(d->crossing);
    rdg_free(d->place);
    rdg_free(d->size);
    rdg_free(d->away);
    rdg_free(d->trail);
    rdg_free(d->options);
}

static double *copy_of(rdg_diagram_work *d, const double *u)
{
    double *copy = rdg_context_calloc(d->ctx, (size_t)d->n, sizeof *copy);
    if (copy) {
        memcpy(copy, u, (size_t)d->n * sizeof *copy);
    }
    return copy;
}

static double distance(const rdg_diagram_work *d, const double *a, const double *b)
{
    return rdg_scaled_distance(d->n, d->size, a, b);
}

/* From another ray. */
static double separation(const rdg_diagram_work *d, const rdg_crossing *c, rdg_index ray)
{
    double least = distance(d, c->u, c->rays + ray * d->n);
    for (rdg_index k = 0; k < c->n_rays; k++) {
        least = k == ray ? least : fmin(least, distance(d, c->rays + k * d->n, c->rays + ray * d->n));
    }
    return least;
}

/* The step from a to b passes those rays that it comes nearer to than to any other one. */
static void pass_rays(rdg_diagram_work *d, rdg_crossing *c, const double *a, const double *b)
{
    const double near = 0.25;
    rdg_typical_sizes(d->p, c->u, d->size);
    const double length = distance(d, a, b);
    for (rdg_index k = 0; k < c->n_rays; k++) {
        const double *ray = c->rays + k * d->n;
        if (!c->passed[k] && length > 0.0 && distance(d, a, ray) < 2.0 * length) {
            c->passed[k] = rdg_distance_from_step(d->n, d->size, a, b, ray) < near * separation(d, c, k);
        }
    }
}

static double *trail_at(const rdg_diagram_work *d, rdg_index i)
{
    return d->trail + (i == 0 ? RDG_TRAIL : i % RDG_TRAIL) * 2 * d->n;
}

/* A chart follows on the last one, or, the first one backwards, on the start. */
static void note_step(rdg_diagram_work *d, const rdg_chart *chart)
{
    const size_t bytes = (size_t)d->n * sizeof(double);
    d->n_trail = chart->point == 0 || d->n_trail == 0 ? 0 : chart->point == -1 ? 1 : d->n_trail;
    double *to = trail_at(d, d->n_trail);
    memcpy(to, chart->u, bytes);
    memcpy(to + d->n, chart->tangent, bytes);
    for (rdg_index k = 0; k < d->n_crossings && d->n_trail > 0; k++) {
        pass_rays(d, &d->crossing[k], trail_at(d, d->n_trail - 1), to);
    }
    d->n_trail++;
}

/* The run has come to a multiple point along the ray that points to its chart before. */
static void pass_way_here(rdg_diagram_work *d, rdg_crossing *c)
{
    rdg_index nearest = -1;
    double most = 0.0;
    for (rdg_index k = 0; k < c->n_rays && c->multiplicity > 1 && d->n_trail > 1; k++) {
        const double *last = trail_at(d, d->n_trail - 2), *ray = c->rays + k * d->n;
        double product = 0.0;
        for (rdg_index j = 0; j < d->n; j++) {
            product += (last[j] - c->u[j]) * (ray[j] - c->u[j]) / (d->size[j] * d->size[j]);
        }
        const double cosine = product / distance(d, c->u, ray); /* times the distance of the chart */
        nearest = cosine > most ? k : nearest;
        most = fmax(most, cosine);
    }
    if (nearest >= 0) {
        c->passed[nearest] = true;
    }
}

/* The rays of a point that is met for the first time, and what has been passed of them on the way. */
static void note_rays(rdg_diagram_work *d, rdg_crossing *c, const rdg_chart *chart)
{
    const size_t count = (size_t)chart->n_rays;
    if (count <= 4 && c->multiplicity < 2) { /* two curves: the other one is left for across */
        return;
    }
    c->rays = rdg_context_calloc(d->ctx, count * (size_t)d->n, sizeof *c->rays);
    c->passed = rdg_context_calloc(d->ctx, count, sizeof *c->passed);
    if (!c->rays || !c->passed) {
        return;
    }
    c->n_rays = chart->n_rays;
    memcpy(c->rays, chart->rays, count * (size_t)d->n * sizeof *c->rays);
    pass_way_here(d, c);
    const rdg_index oldest = d->n_trail > RDG_TRAIL - 1 ? d->n_trail - RDG_TRAIL + 1 : 1;
    for (rdg_index i = oldest; i < d->n_trail; i++) {
        pass_rays(d, c, trail_at(d, i - 1), trail_at(d, i));
    }
}

static void note_crossing(rdg_diagram_work *d, const rdg_chart *chart)
{
    const double known = 1e-6, within_rays = 0.3; /* a degenerate one is not known as well */
    const double same_direction = 1.0 - 1e-7;     /* the tangents at a branch point are exact */
    rdg_typical_sizes(d->p, chart->u, d->size);
    for (rdg_index k = 0; k < d->n_crossings; k++) {
        rdg_crossing *c = &d->crossing[k];
        const bool same = c->n_rays > 0 && c->n_rays == chart->n_rays;
        const double near = same ? within_rays * distance(d, c->u, c->rays) : known;
        if (distance(d, c->u, chart->u) < near) {
            d->n_passed += k == d->origin && chart->point != 0;
            c->directions += c->directions == 1 &&
                             rdg_scaled_alignment(d->n, d->size, c->tangent, chart->tangent) < same_direction;
            return;
        }
    }
    if (rdg_context_reserve(d->ctx, &d->crossing, &d->capacity_for_crossings, d->n_crossings + 1,
                            sizeof *d->crossing) == RDG_OK) {
        rdg_crossing *c = &d->crossing[d->n_crossings++];
        *c = (rdg_crossing){.u = copy_of(d, chart->u),
                            .tangent = copy_of(d, chart->tangent),
                            .directions = 1,
                            .multiplicity = chart->multiplicity,
                            .found = d->n_runs};
        note_rays(d, c, chart);
    }
}

static void note_place(rdg_diagram_work *d, const rdg_chart *chart)
{
    if (rdg_context_reserve(d->ctx, &d->place, &d->capacity_for_places, d->n_places + 1, sizeof *d->place) ==
        RDG_OK) {
        d->place[d->n_places++] = (rdg_place){.u = copy_of(d, chart->u), .step = chart->step};
    }
}

static bool observe(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_diagram_work *d = data;
    note_step(d, chart);
    if (strcmp(chart->type, "BP") == 0) {
        note_crossing(d, chart);
    }
    if (d->keeps_places) {
        note_place(d, chart);
    }
    return (d->watcher.observer && d->watcher.observer(p, chart, d->watcher.data)) ||
           rdg_error_status(d->ctx) != RDG_OK;
}

/* Is the start nearer to a chart of a run than the charts are to each other? Then its curve was followed. */
static bool was_passed(rdg_diagram_work *d, const double *u)
{
    rdg_typical_sizes(d->p, u, d->size);
    for (rdg_index k = 0; k < d->n_places; k++) {
        if (distance(d, d->place[k].u, u) < 0.02 * d->place[k].step) {
            return true;
        }
        const bool between = k > 0 && d->place[k].step > 0.0 &&
                             distance(d, d->place[k].u, u) + distance(d, d->place[k - 1].u, u) <
                                 1.01 * distance(d, d->place[k].u, d->place[k - 1].u);
        if (between) {
            return true;
        }
    }
    return false;
}

static void add_up(rdg_run_summary *total, const rdg_run_summary *one)
{
    total->forwards = one->forwards;
    total->backwards = one->backwards;
    total->points += one->points;
    total->folds += one->folds;
    total->kink_folds += one->kink_folds;
    total->branch_points += one->branch_points;
    total->sign_change = total->sign_changes > 0 ? total->sign_change : one->sign_change;
    total->sign_changes += one->sign_changes;
    total->iterations += one->iterations;
    total->corrections += one->corrections;
    total->rejected += one->rejected;
    total->warnings += one->warnings;
    total->covered = total->covered && one->covered;
    total->timing.total_s += one->timing.total_s;
}

static rdg_status follow(rdg_diagram_work *d, rdg_option start)
{
    char name[NAME_SIZE];
    rdg_run_summary one = {0};
    snprintf(name, sizeof name, "%s/%lld", d->name, (long long)++d->n_runs);
    d->n_passed = 0;
    rdg_option *end = d->options + d->n_options;
    *end++ = RDG_OBSERVE(observe, d);
    *end++ = RDG_SUMMARY(&one);
    if (start.kind != RDG_OPTION_END) {
        *end++ = start;
    }
    *end = (rdg_option){.kind = RDG_OPTION_END};
    const rdg_status status = rdg_continue_list(d->p, name, d->options);
    one.branch_points -= d->n_passed;
    add_up(&d->total, &one);
    return status;
}

static void report_not_left(const rdg_diagram_work *d, rdg_index found, const char *why)
{
    rdg_warn(d->ctx, "branch points that are not left",
             "diagram %s: a branch point of run %s/%lld is not left: %s", d->name, d->name, (long long)found,
             why);
}

/* A branch that cannot be followed is no reason to give up the others. */
static rdg_status follow_unless_lost(rdg_diagram_work *d, const rdg_crossing *c, rdg_option start)
{
    const rdg_index found = c->found; /* more events may move them */
    const rdg_status status = follow(d, start);
    if (rdg_is_no_solution(status)) {
        report_not_left(d, found, rdg_error_message(d->ctx));
        rdg_error_clear(d->ctx);
        d->n_runs--;
        return RDG_OK;
    }
    return status;
}

/* From a multiple point a run follows each ray away from it. Runs through other singular points go both ways,
 * as curves that touch there are passed from end to end. */
static rdg_status follow_ray(rdg_diagram_work *d, rdg_index index, rdg_index k)
{
    const rdg_crossing c = d->crossing[index];
    const double *ray = c.rays + k * d->n;
    d->origin = index;
    if (c.multiplicity < 2) {
        return follow_unless_lost(d, &c, RDG_START(ray));
    }
    for (rdg_index j = 0; j < d->n; j++) {
        d->away[j] = ray[j] - c.u[j];
    }
    return follow_unless_lost(d, &c, RDG_SWITCH_ALONG(ray, d->away));
}

/* A ray that its own run does not pass is none that could be followed. */
static rdg_status follow_rays(rdg_diagram_work *d, rdg_index index)
{
    for (rdg_index k = 0; k < d->crossing[index].n_rays && d->n_runs < d->max_runs; k++) {
        if (!d->crossing[index].passed[k]) {
            RDG_TRY(follow_ray(d, index, k));
            d->crossing[index].passed[k] = true;
        }
    }
    return RDG_OK;
}

/* Branch points are served in the order in which they were found; new ones join at the end. */
static rdg_status follow_crossings(rdg_diagram_work *d, rdg_index *served)
{
    for (; *served < d->n_crossings && d->n_runs < d->max_runs; ++*served) {
        rdg_crossing c = d->crossing[*served];
        if (c.n_rays > 0) {
            RDG_TRY(follow_rays(d, *served));
            d->origin = -1;
        } else if (c.multiplicity > 1) {
            report_not_left(d, c.found, "the directions of the branches are not known");
        } else if (c.directions == 1) {
            RDG_TRY(follow_unless_lost(d, &c, RDG_SWITCH_AT(c.u, c.tangent)));
            d->crossing[*served].directions = 2;
        }
    }
    return RDG_OK;
}

static rdg_status follow_all(rdg_diagram_work *d, const rdg_option *options)
{
    rdg_index served = 0;
    rdg_index starts = 0;
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        if (o->kind == RDG_OPTION_START && d->n_runs < d->max_runs &&
            !(starts > 0 && was_passed(d, o->values))) {
            RDG_TRY(follow(d, *o));
            RDG_TRY(follow_crossings(d, &served));
        }
        starts += o->kind == RDG_OPTION_START;
    }
    if (starts == 0) {
        RDG_TRY(follow(d, (rdg_option){.kind = RDG_OPTION_END}));
        RDG_TRY(follow_crossings(d, &served));
    }
    return RDG_OK;
}

/* The user's observer is called by ours: is it stated what that stores? */
static bool is_remembered(const rdg_diagram_work *d, const rdg_option *options)
{
    bool remembers = !d->watcher.observer;
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        remembers = remembers || (o->kind == RDG_OPTION_CHECKPOINT && o->data == d->watcher.data);
    }
    return remembers;
}

/* The options of every run: those given, but for starts, observer and summary, which the diagram has to
 * itself. */
static rdg_status take_options(rdg_diagram_work *d, const rdg_option *options)
{
    rdg_index count = 0;
    rdg_index starts = 0;
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        count++;
        starts += o->kind == RDG_OPTION_START;
    }
    d->keeps_places = starts > 1;
    d->options = rdg_context_calloc(d->ctx, (size_t)count + 5, sizeof *d->options);
    d->size = rdg_context_calloc(d->ctx, (size_t)d->n, sizeof *d->size);
    d->away = rdg_context_calloc(d->ctx, (size_t)d->n, sizeof *d->away);
    d->trail = rdg_context_calloc(d->ctx, (RDG_TRAIL + 1) * 2 * (size_t)d->n, sizeof *d->trail);
    RDG_TRY(rdg_error_status(d->ctx));
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        if (o->kind == RDG_OPTION_OBSERVER) {
            d->watcher = *o;
        } else if (o->kind == RDG_OPTION_SUMMARY) {
            d->summary = o->summary;
        } else if (o->kind != RDG_OPTION_START) {
            d->options[d->n_options++] = *o;
        }
    }
    if (is_remembered(d, options)) {
        d->options[d->n_options++] = RDG_CHECKPOINT("diagram", rdg_diagram_exchange, d);
    }
    return RDG_OK;
}

rdg_status rdg_diagram_list(rdg_problem *p, const char *name, rdg_index max_runs, const rdg_option *options,
                            rdg_index *n_runs)
{
    rdg_context *ctx = rdg_problem_context(p);
    rdg_option_list_clear_summary(options);
    if (!ctx || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!name || !*name || !options || strlen(name) > NAME_SIZE - 32 || max_runs < 1) {
        return rdg_fail(
            ctx, RDG_ERR_ARGUMENT, "rdg_diagram",
            "a diagram needs a name of 1 to %d characters, a list of options and at least one run",
            NAME_SIZE - 32);
    }
    RDG_TRY(rdg_option_list_check(ctx, "rdg_diagram", name, options, NULL));
    rdg_diagram_work d = {
        .p = p, .ctx = ctx, .name = name, .n = rdg_variable_count(p), .max_runs = max_runs, .origin = -1};
    d.total.covered = true;
    rdg_status status = take_options(&d, options);
    if (status == RDG_OK) {
        status = follow_all(&d, options);
    }
    if (n_runs) {
        *n_runs = d.n_runs;
    }
    if (d.summary) {
        d.total.covered = d.total.covered && status == RDG_OK && rdg_error_status(ctx) == RDG_OK;
        *d.summary = d.total;
    }
    release(&d);
    return status == RDG_OK ? rdg_error_status(ctx) : status;
}
