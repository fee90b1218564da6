/* A bifurcation diagram, on the public interface alone: runs, an observer, branch switching.
 *
 * Two branches cross at a simple branch point. Each run notes the branch points that it passes, with its
 * tangent there; a branch point that was passed along two tangents is done. */
#include "diagram.h"
#include "toolbox.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 256 };

/* A branch point and the tangents along which it was passed, each of shape [n]. */
typedef struct crossing {
    double *u, *tangent;
    int directions;  /* 1, or 2: both branches are known */
    rdg_index found; /* by this run */
} crossing;

/* A chart that was passed, so that a start on a known curve is recognised. */
typedef struct place {
    double *u;
    double step;
} place;

typedef struct diagram {
    rdg_problem *p;
    rdg_context *ctx;
    const char *name;
    rdg_index n, n_runs, max_runs;
    crossing *crossing;
    rdg_index n_crossings, room_for_crossings;
    place *place;
    rdg_index n_places, room_for_places;
    bool keeps_places; /* there are several starts */
    double *size;      /* [n] */
    rdg_option *options;
    rdg_index n_options; /* of the user; the place of the start and the end follow */
    rdg_option watcher;  /* the user's observer */
    rdg_run_summary total, *summary;
} diagram;

static void release(diagram *d)
{
    for (rdg_index k = 0; k < d->n_crossings; k++) {
        rdg_free(d->crossing[k].u);
        rdg_free(d->crossing[k].tangent);
    }
    for (rdg_index k = 0; k < d->n_places; k++) {
        rdg_free(d->place[k].u);
    }
    rdg_free(d->crossing);
    rdg_free(d->place);
    rdg_free(d->size);
    rdg_free(d->options);
}

/* Root mean square of a - b relative to the typical sizes. */
static double distance(const diagram *d, const double *a, const double *b)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < d->n; j++) {
        const double x = (a[j] - b[j]) / d->size[j];
        sum += x * x;
    }
    return sqrt(sum / (double)d->n);
}

/* Cosine of the angle between two directions, whatever their sense. */
static double alignment(const diagram *d, const double *a, const double *b)
{
    double ab = 0.0;
    double aa = 0.0;
    double bb = 0.0;
    for (rdg_index j = 0; j < d->n; j++) {
        const double weight = 1.0 / (d->size[j] * d->size[j]);
        ab += weight * a[j] * b[j];
        aa += weight * a[j] * a[j];
        bb += weight * b[j] * b[j];
    }
    return fabs(ab) / sqrt(aa * bb);
}

static double *copy_of(diagram *d, const double *u)
{
    double *copy = rdg_context_calloc(d->ctx, (size_t)d->n, sizeof *copy);
    if (copy) {
        memcpy(copy, u, (size_t)d->n * sizeof *copy);
    }
    return copy;
}

static void note_crossing(diagram *d, const rdg_chart *chart)
{
    const double near = 1e-6;
    const double same_direction = 1.0 - 1e-7; /* the tangents at a branch point are exact */
    rdg_typical_sizes(d->p, chart->u, d->size);
    for (rdg_index k = 0; k < d->n_crossings; k++) {
        crossing *c = &d->crossing[k];
        if (distance(d, c->u, chart->u) < near) {
            c->directions += c->directions == 1 && alignment(d, c->tangent, chart->tangent) < same_direction;
            return;
        }
    }
    if (rdg_context_reserve(d->ctx, &d->crossing, &d->room_for_crossings, d->n_crossings + 1,
                            sizeof *d->crossing) == RDG_OK) {
        crossing *c = &d->crossing[d->n_crossings++];
        *c = (crossing){.u = copy_of(d, chart->u),
                        .tangent = copy_of(d, chart->tangent),
                        .directions = 1,
                        .found = d->n_runs};
    }
}

static void note_place(diagram *d, const rdg_chart *chart)
{
    if (rdg_context_reserve(d->ctx, &d->place, &d->room_for_places, d->n_places + 1, sizeof *d->place) ==
        RDG_OK) {
        d->place[d->n_places++] = (place){.u = copy_of(d, chart->u), .step = chart->step};
    }
}

static bool observe(rdg_problem *p, const rdg_chart *chart, void *data)
{
    diagram *d = data;
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
static bool was_passed(diagram *d, const double *u)
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
    total->branch_points += one->branch_points;
    total->iterations += one->iterations;
    total->corrections += one->corrections;
    total->rejected += one->rejected;
    total->warnings += one->warnings;
    total->covered = total->covered && one->covered;
    total->timing.total_s += one->timing.total_s;
}

static rdg_status follow(diagram *d, rdg_option start)
{
    char name[NAME_SIZE];
    rdg_run_summary one = {0};
    snprintf(name, sizeof name, "%s/%lld", d->name, (long long)++d->n_runs);
    rdg_option *end = d->options + d->n_options;
    *end++ = RDG_OBSERVE(observe, d);
    *end++ = RDG_SUMMARY(&one);
    if (start.kind != RDG_OPTION_END) {
        *end++ = start;
    }
    *end = (rdg_option){.kind = RDG_OPTION_END};
    const rdg_status status = rdg_continue_list(d->p, name, d->options);
    add_up(&d->total, &one);
    return status;
}

/* A branch that cannot be followed is no reason to give up the others. */
static rdg_status follow_other(diagram *d, const crossing *c)
{
    const rdg_status status = follow(d, RDG_SWITCH_AT(c->u, c->tangent));
    if (status == RDG_ERR_SINGULAR || status == RDG_ERR_NO_CONVERGENCE || status == RDG_ERR_NOT_FINITE) {
        rdg_warn(d->ctx, "branch points that are not left",
                 "diagram %s: a branch point of run %s/%lld is not left: %s", d->name, d->name,
                 (long long)c->found, rdg_error_message(d->ctx));
        rdg_error_clear(d->ctx);
        d->n_runs--;
        return RDG_OK;
    }
    return status;
}

/* Branch points are served in the order in which they were found; new ones join at the end. */
static rdg_status follow_crossings(diagram *d, rdg_index *served)
{
    for (; *served < d->n_crossings && d->n_runs < d->max_runs; ++*served) {
        crossing c = d->crossing[*served];
        if (c.directions == 1) {
            RDG_TRY(follow_other(d, &c));
            d->crossing[*served].directions = 2;
        }
    }
    return RDG_OK;
}

static rdg_status follow_all(diagram *d, const rdg_option *options)
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

/* The options of every run: those given, but for starts, observer and summary, which the diagram has to
 * itself. */
static rdg_status take_options(diagram *d, const rdg_option *options)
{
    rdg_index count = 0;
    rdg_index starts = 0;
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        count++;
        starts += o->kind == RDG_OPTION_START;
    }
    d->keeps_places = starts > 1;
    d->options = rdg_context_calloc(d->ctx, (size_t)count + 4, sizeof *d->options);
    d->size = rdg_context_calloc(d->ctx, (size_t)d->n, sizeof *d->size);
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
    return RDG_OK;
}

rdg_status rdg_diagram_list(rdg_problem *p, const char *name, rdg_index max_runs, const rdg_option *options,
                            rdg_index *n_runs)
{
    rdg_context *ctx = rdg_problem_context(p);
    if (!ctx || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!name || !*name || !options || strlen(name) > NAME_SIZE - 32 || max_runs < 1) {
        return rdg_fail(
            ctx, RDG_ERR_ARGUMENT, "rdg_diagram",
            "a diagram needs a name of 1 to %d characters, a list of options and at least one run",
            NAME_SIZE - 32);
    }
    diagram d = {.p = p, .ctx = ctx, .name = name, .n = rdg_variable_count(p), .max_runs = max_runs};
    d.total.covered = true;
    rdg_status status = take_options(&d, options);
    if (status == RDG_OK) {
        status = follow_all(&d, options);
    }
    if (n_runs) {
        *n_runs = d.n_runs;
    }
    if (d.summary) {
        *d.summary = d.total;
    }
    release(&d);
    return status == RDG_OK ? rdg_error_status(ctx) : status;
}
