/* All ridges of a sensor: what is requested, the search, and what is handed over. */
#include "ridges_impl.h"

#include <ridgewalk/context.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char where[] = "rdg_ridges_of";

const rdg_option_key rdg_ridges_samples = {.name = "RDG_RIDGES_SAMPLES", .call = where};
const rdg_option_key rdg_ridges_deflate = {.name = "RDG_RIDGES_DEFLATE", .call = where};
const rdg_option_key rdg_ridges_frequencies = {.name = "RDG_RIDGES_FREQUENCIES", .call = where};

enum { SPREAD = 17, FREQUENCIES = 24, MOST = 200, SAID = 2048 };

static const rdg_option nothing = {.kind = RDG_OPTION_END};

static void free_work(void *object)
{
    rdg_ridges_work *w = object;
    for (rdg_index k = 0; k < w->n_trails; k++) {
        rdg_ridge_trail_free(&w->trail[k]);
    }
    for (rdg_index k = 0; k < w->n_trenches; k++) {
        rdg_ridge_trail_free(&w->trench[k]);
    }
    rdg_peak_response_free(w->peaks);
    rdg_ridge_release(&w->d);
    void *const owned[] = {w->trail,  w->trench, w->look, w->uncertain, w->u,    w->curve,  w->numbers,
                           w->sample, w->range,  w->why,  w->piece,     w->name, w->sensor, w->level_name};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++) {
        rdg_free(owned[k]);
    }
    rdg_free(w);
}

void rdg_ridges_free(const rdg_ridges *all)
{
    if (all) {
        rdg_ridges_work *w = (rdg_ridges_work *)all;
        rdg_context_disown(w->ctx, w);
        free_work(w);
    }
}

/* --- what is requested */

static rdg_status check_window(rdg_ridges_work *w, const char *name, const char *unit, double *low,
                               double *high)
{
    const rdg_option *window = rdg_option_find(w->options, RDG_OPTION_WINDOW, name);
    if (!window || !(window->a > 0.0 && window->a < window->b && isfinite(window->b))) {
        return rdg_fail(w->ctx, RDG_ERR_ARGUMENT, where,
                        "ridges \"%s\" need RDG_WINDOW(\"%s\", low, high), in %s, both positive, the lower "
                        "one first",
                        w->name, name, unit);
    }
    *low = window->a;
    *high = window->b;
    return RDG_OK;
}

static rdg_status check_level_of_excitation(rdg_ridges_work *w)
{
    const rdg_option *held = rdg_option_find(w->options, RDG_OPTION_HOLD_AT, "alpha");
    if (strcmp(w->level_name, "alpha") == 0) {
        return held ? rdg_fail(w->ctx, RDG_ERR_ARGUMENT, where,
                               "ridges \"%s\": \"alpha\" is held, and nothing is released in its place",
                               w->name)
                    : RDG_OK;
    }
    if (!held || !(held->a > 0.0 && isfinite(held->a))) {
        return rdg_fail(
            w->ctx, RDG_ERR_ARGUMENT, where,
            "ridges \"%s\" over \"%s\" need the forcing amplitude, RDG_HOLD_AT(\"alpha\", ...), above 0 N",
            w->name, w->level_name);
    }
    w->d.fixed_alpha = held->a;
    return RDG_OK;
}

/* A number of things, from 1 or 2 to a most. */
static rdg_status read_count(rdg_ridges_work *w, const rdg_option_key *key, rdg_index least,
                             rdg_index standard, rdg_index *count)
{
    const rdg_option *given = rdg_option_of(w->options, key);
    *count = given ? (rdg_index)fmin(fmax(given->a, 0.0), MOST + 1) : standard;
    if (given && (*count < least || *count > MOST)) {
        return rdg_fail(w->ctx, RDG_ERR_ARGUMENT, where, "ridges \"%s\": %s(%g): give %lld to %d", w->name,
                        key->name, given->a, (long long)least, MOST);
    }
    return RDG_OK;
}

static rdg_status read_options(rdg_ridges_work *w)
{
    static const rdg_option_key *const own[] = {&rdg_ridges_samples,
                                                &rdg_ridges_deflate,
                                                &rdg_ridges_frequencies,
                                                &rdg_ridges_budget,
                                                &rdg_ridges_iterations,
                                                &rdg_ridge_sensitivities,
                                                NULL};
    rdg_ridge_driver *d = &w->d;
    RDG_TRY(rdg_option_list_check(w->ctx, where, w->name, w->options, own));
    RDG_TRY(read_count(w, &rdg_ridges_samples, 2, SPREAD, &w->spread));
    RDG_TRY(read_count(w, &rdg_ridges_deflate, 1, 0, &w->deflated));
    RDG_TRY(read_count(w, &rdg_ridges_frequencies, 1, FREQUENCIES, &(rdg_index){0}));
    RDG_TRY(rdg_ridges_read_budget(w));
    if (w->deflated == 0 && rdg_option_of(w->options, &rdg_ridges_frequencies)) {
        return rdg_fail(w->ctx, RDG_ERR_ARGUMENT, where,
                        "ridges \"%s\": RDG_RIDGES_FREQUENCIES() are those of the search for detached "
                        "responses: give RDG_RIDGES_DEFLATE() too",
                        w->name);
    }
    d->how.certify = RDG_CERTIFY_NOTHING;
    d->how.sensitivities = rdg_option_of(w->options, &rdg_ridge_sensitivities) != NULL;
    d->stays = true;
    RDG_TRY(rdg_ridge_read_numbers(d, w->name, w->options));
    w->level_name = rdg_context_strdup(w->ctx, d->level_name);
    if (!w->level_name) {
        return RDG_ERR_NO_MEMORY;
    }
    d->level_name = w->level_name;
    RDG_TRY(check_level_of_excitation(w));
    RDG_TRY(check_window(w, d->level_name, d->level_unit, &w->low, &w->high));
    return check_window(w, "omega", "rad/s", &d->edge[0], &d->edge[1]);
}

/* Is it one that the search sees to itself? */
static bool is_ours(const rdg_ridges_work *w, const rdg_option *o)
{
    switch (o->kind) {
    case RDG_OPTION_OBSERVER:
    case RDG_OPTION_SUMMARY:
    case RDG_OPTION_NO_TABLE:
    case RDG_OPTION_EXPECT_EARLY_END:
    case RDG_OPTION_DIRECTION:
    case RDG_OPTION_OF_TOOLBOX:
    case RDG_OPTION_HOLD_AT:
        return true;
    case RDG_OPTION_RELEASE:
        return strcmp(o->name, w->level_name) == 0;
    default:
        return false;
    }
}

/* The options of the ridges' runs. */
static rdg_status choose_run(rdg_ridges_work *w)
{
    rdg_option_list_add(w->run, RDG_NO_TABLE);
    rdg_option_list_add(w->run, RDG_EXPECT_EARLY_END);
    if (!rdg_option_find(w->options, RDG_OPTION_MAX_POINTS, NULL)) {
        rdg_option_list_add(w->run, RDG_MAX_POINTS(5000));
    }
    for (const rdg_option *o = w->options; o->kind != RDG_OPTION_END; o++) {
        if (!is_ours(w, o)) {
            rdg_option_list_add(w->run, *o);
        }
    }
    return rdg_error_status(w->ctx);
}

/* --- what is handed over */

static rdg_status hand_over(rdg_ridges_work *w)
{
    rdg_index n = 0;
    for (rdg_index k = 0; k < w->n_trails; k++) {
        n += w->trail[k].n;
    }
    w->curve = rdg_context_calloc(w->ctx, (size_t)w->n_trails, sizeof *w->curve);
    w->numbers = rdg_context_calloc(w->ctx, 3 * (size_t)n, sizeof *w->numbers);
    if (!w->curve || !w->numbers) {
        return RDG_ERR_NO_MEMORY;
    }
    double *next = w->numbers;
    for (rdg_index k = 0; k < w->n_trails; k++) {
        const rdg_ridge_trail *t = &w->trail[k];
        double *level = next, *omega = level + t->n, *amplitude = omega + t->n;
        for (rdg_index i = 0; i < t->n; i++) {
            level[i] = t->at[i].level;
            omega[i] = t->at[i].omega;
            amplitude[i] = t->at[i].amplitude;
        }
        next = amplitude + t->n;
        w->curve[k] = (rdg_ridge_curve){.run = t->run,
                                        .low = t->low,
                                        .high = t->high,
                                        .found = t->found,
                                        .detached = t->detached,
                                        .n = t->n,
                                        .level = level,
                                        .omega = omega,
                                        .amplitude = amplitude};
    }
    w->all.ridge = w->curve;
    w->all.count = w->n_trails;
    w->all.branch_points = w->d.n_branch_points;
    w->all.branch_point = w->d.branch_point;
    w->all.low = w->low;
    w->all.high = w->high;
    return RDG_OK;
}

static const char *words_of(rdg_ridge_end_kind kind)
{
    static const char *const words[] = {[RDG_RIDGE_AT_LEVEL] = "the domain ends",
                                        [RDG_RIDGE_AT_FOLD] = "it meets a minimum",
                                        [RDG_RIDGE_AT_KINK] = "it vanishes at a non-smooth point",
                                        [RDG_RIDGE_AT_MERGE] = "parts of the response meet",
                                        [RDG_RIDGE_AT_EDGE] = "it leaves the domain of frequencies",
                                        [RDG_RIDGE_LOST] = "it is lost"};
    return words[kind];
}

/* A line for each ridge, and the verdict. */
static void say(const rdg_ridges_work *w)
{
    char verdict[SAID];
    const char *unit = w->d.level_unit;
    for (rdg_index k = 0; k < w->n_trails; k++) {
        const rdg_ridge_trail *t = &w->trail[k];
        rdg_write(w->ctx, RDG_CHANNEL_TABLE, "ridge %-12s %12.6g (%s, %s) to %12.6g %s (%s, %s)%s\n", t->run,
                  t->low.level, words_of(t->low.kind), t->low.type, t->high.level, unit,
                  words_of(t->high.kind), t->high.type, t->detached ? ", partly detached" : "");
    }
    rdg_ridges_verdict(w, verdict, sizeof verdict);
    rdg_write(w->ctx, RDG_CHANNEL_TABLE, "ridges %s: %s\n", w->name, verdict);
}

static void say_shortfall(const rdg_ridges_work *w)
{
    char verdict[SAID];
    if (w->all.certified) {
        return;
    }
    rdg_ridges_verdict(w, verdict, sizeof verdict);
    if (rdg_option_find(w->options, RDG_OPTION_EXPECT_EARLY_END, NULL)) {
        rdg_write(w->ctx, RDG_CHANNEL_NOTE, "note: ridges %s: %s\n", w->name, verdict);
    } else {
        rdg_fall_short(w->ctx, w->name, "%s", verdict);
    }
}

/* --- the search */

static rdg_status search(rdg_ridges_work *w)
{
    char who[256];
    RDG_TRY(read_options(w));
    RDG_TRY(choose_run(w));
    RDG_TRY(rdg_ridges_look_at_all(w));
    RDG_TRY(rdg_ridges_judge(w));
    RDG_TRY(rdg_ridges_find_envelope(w));
    RDG_TRY(hand_over(w));
    if (!rdg_option_find(w->options, RDG_OPTION_NO_TABLE, NULL)) {
        say(w);
    }
    RDG_TRY(rdg_ridges_record(w));
    say_shortfall(w);
    snprintf(who, sizeof who, "ridges %.200s", w->name);
    rdg_ridge_say_higher_ends(&w->d, who);
    return RDG_OK;
}

static rdg_ridges_work *make(rdg_hbm *hb, const char *name, const char *sensor)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    rdg_ridges_work *w = rdg_context_calloc(ctx, 1, sizeof *w);
    if (w) {
        w->ctx = ctx;
        w->name = rdg_context_strdup(ctx, name);
        w->sensor = rdg_context_strdup(ctx, sensor);
        w->d = (rdg_ridge_driver){.ctx = ctx, .hb = hb, .sensor = w->sensor};
    }
    if (w && (!w->name || !w->sensor)) {
        free_work(w);
        return NULL;
    }
    return w;
}

const rdg_ridges *rdg_ridges_of_list(rdg_hbm *hb, const char *name, const char *sensor,
                                     const rdg_option *options)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, NULL);
    if (!name || !*name || !sensor || !options) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "ridges need a name, a sensor and options");
        return NULL;
    }
    if (rdg_sensor_require_amplitude(rdg_hbm_structure(hb), where, sensor) != RDG_OK) {
        return NULL;
    }
    const double begin = rdg_seconds();
    const long before = rdg_newton_iterations(ctx);
    rdg_ridges_work *w = make(hb, name, sensor);
    if (!w) {
        return NULL;
    }
    rdg_option_list run = {.ctx = ctx};
    w->options = w->d.wishes = options;
    w->run = &run;
    w->begin = begin;
    w->iterations_before = before;
    const rdg_status status = search(w);
    rdg_option_list_release(&run);
    w->options = w->d.wishes = &nothing;
    w->run = NULL;
    if (status != RDG_OK) {
        free_work(w);
        return NULL;
    }
    w->all.iterations = rdg_newton_iterations(ctx) - before;
    w->all.seconds = rdg_seconds() - begin;
    return rdg_context_own(ctx, w, free_work) == RDG_OK ? &w->all : NULL;
}

/* --- points */

rdg_status rdg_ridges_at(const rdg_ridges *all, rdg_index ridge, double level, rdg_ridges_point *at)
{
    if (!all) {
        return RDG_ERR_EARLIER;
    }
    rdg_ridges_work *w = (rdg_ridges_work *)all;
    rdg_ridges_point found;
    if (rdg_error_status(w->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!at || ridge < 0 || ridge >= w->n_trails || !isfinite(level) ||
        !rdg_ridge_trail_reaches(&w->trail[ridge], level)) {
        return rdg_fail(w->ctx, RDG_ERR_ARGUMENT, "rdg_ridges_at",
                        "ridges \"%s\": there are %lld, and number %lld is not there at %g %s", w->name,
                        (long long)w->n_trails, (long long)ridge + 1, level, w->d.level_unit);
    }
    if (!rdg_ridge_trail_solve(w, &w->trail[ridge], level, &found)) {
        RDG_TRY(rdg_error_status(w->ctx));
        return rdg_fail(w->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_ridges_at",
                        "ridge %lld of \"%s\" could not be solved for at %.9g %s", (long long)ridge + 1,
                        w->name, level, w->d.level_unit);
    }
    *at = found;
    return RDG_OK;
}

rdg_status rdg_ridges_greatest(const rdg_ridges *all, double level, rdg_ridges_point *at)
{
    if (!all) {
        return RDG_ERR_EARLIER;
    }
    rdg_ridges_work *w = (rdg_ridges_work *)all;
    rdg_ridges_point found;
    if (rdg_error_status(w->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!at || !(level >= w->low && level <= w->high)) {
        return rdg_fail(w->ctx, RDG_ERR_ARGUMENT, "rdg_ridges_greatest",
                        "ridges \"%s\" go from %g to %g %s, and the forcing amplitude is %g", w->name, w->low,
                        w->high, w->d.level_unit, level);
    }
    if (!rdg_ridge_trails_greatest(w, level, &found)) {
        RDG_TRY(rdg_error_status(w->ctx));
        return rdg_fail(w->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_ridges_greatest",
                        "a ridge of \"%s\" could not be solved for at %.9g %s", w->name, level,
                        w->d.level_unit);
    }
    *at = found;
    return RDG_OK;
}
