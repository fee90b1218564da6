/* Bounds at one forcing amplitude, and over a range of them. */
#include "bounds_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/timing.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stddef.h>
#include <string.h>

const rdg_option_key rdg_bounds_answer = {.name = "RDG_BOUNDS_RESULT", .call = "rdg_bounds"};
const rdg_option_key rdg_bounds_forcing_amplitudes = {.name = "RDG_BOUNDS_LEVELS", .call = "rdg_bounds"};

enum { SEED = 20261129 };

/* Contacts and arrays, to be freed after a failure, too */
static rdg_status bounds_begin(rdg_bounds_search *s)
{
    if (!(isfinite(s->level) && s->level > 0.0)) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, s->where, "forcing amplitude %g: give a positive one",
                        s->level);
    }
    *s->result = (rdg_bounds_result){.level = s->level};
    s->seed = SEED;
    return rdg_bounds_find_contacts(s);
}

rdg_status rdg_bounds_at(rdg_hbm *hb, const char *sensor, double level, double low, double high,
                         rdg_bounds_result *result)
{
    rdg_context *ctx = hb ? rdg_hbm_context(hb) : NULL;
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, sensor, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, result, RDG_ERR_ARGUMENT);
    rdg_bounds_search s = {.ctx = ctx,
                           .hb = hb,
                           .where = __func__,
                           .sensor = sensor,
                           .level = level,
                           .low = low,
                           .high = high,
                           .result = result};
    const double start = rdg_seconds();
    rdg_status status = bounds_begin(&s);
    status = status == RDG_OK ? rdg_bounds_search_all(&s) : status;
    result->seconds = rdg_seconds() - start;
    rdg_bounds_free_contacts(&s);
    return status;
}

/* --- with options */

typedef struct bounds_request {
    double levels[2]; /* NAN: not given */
    rdg_index count;
    bool over;
} bounds_request;

static rdg_status read_options(rdg_bounds_search *s, const char *name, const rdg_option *options,
                               bounds_request *request)
{
    static const rdg_option_key *const own[] = {&rdg_bounds_answer, &rdg_bounds_forcing_amplitudes, NULL};
    RDG_TRY(rdg_option_list_check(s->ctx, s->where, name, options, own));
    const rdg_option *alpha = rdg_option_find(options, RDG_OPTION_HOLD_AT, "alpha");
    const rdg_option *over = rdg_option_find(options, RDG_OPTION_WINDOW, "alpha");
    const rdg_option *omega = rdg_option_find(options, RDG_OPTION_WINDOW, "omega");
    const rdg_option *count = rdg_option_of(options, &rdg_bounds_forcing_amplitudes);
    *request =
        (bounds_request){.count = count ? (rdg_index)count->a : RDG_BOUNDS_LEVELS_DEFAULT, .over = over};
    if (!omega || (alpha != NULL) == (over != NULL)) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, s->where,
            "bounds \"%s\": give RDG_WINDOW(\"omega\", low, high), and one of RDG_HOLD_AT(\"alpha\", value) "
            "and RDG_WINDOW(\"alpha\", low, high)",
            name);
    }
    if (over && (!(over->a > 0.0 && over->a < over->b) || request->count < 2 ||
                 request->count > RDG_BOUNDS_LEVELS_MOST)) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, s->where,
            "bounds \"%s\": %td forcing amplitudes from %g to %g: give two positive ones, the lower one "
            "first, and 2 to %d of them",
            name, (ptrdiff_t)request->count, over->a, over->b, RDG_BOUNDS_LEVELS_MOST);
    }
    request->levels[0] = over ? over->a : alpha->a;
    request->levels[1] = over ? over->b : alpha->a;
    s->level = request->levels[0];
    s->low = omega->a;
    s->high = omega->b;
    return RDG_OK;
}

static rdg_status follow(rdg_bounds_search *s, const char *name, const rdg_option *options,
                         const bounds_request *request)
{
    bounds_track t = {.s = s, .n = request->count};
    t.level = rdg_context_calloc(s->ctx, (size_t)t.n, sizeof *t.level);
    t.reason = rdg_context_calloc(s->ctx, (size_t)t.n, sizeof *t.reason);
    t.end[0] = rdg_context_calloc(s->ctx, (size_t)t.n, sizeof *t.end[0]);
    t.end[1] = rdg_context_calloc(s->ctx, (size_t)t.n, sizeof *t.end[1]);
    rdg_status status = rdg_error_status(s->ctx);
    for (rdg_index k = 0; status == RDG_OK && k < t.n; k++) {
        const double share = (double)k / (double)(t.n - 1);
        t.level[k] = (1.0 - share) * request->levels[0] + share * request->levels[1];
    }
    status = status == RDG_OK ? rdg_bounds_follow(&t) : status;
    status = status == RDG_OK ? rdg_bounds_record(&t, name, options) : status;
    rdg_bounds_track_free(&t);
    return status;
}

rdg_status rdg_bounds_list(rdg_hbm *hb, const char *name, const char *sensor, const rdg_option *options)
{
    rdg_context *ctx = hb ? rdg_hbm_context(hb) : NULL;
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, name, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, sensor, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, options, RDG_ERR_ARGUMENT);
    rdg_bounds_result own = {.level = NAN};
    bounds_request request;
    const rdg_option *answer = rdg_option_of(options, &rdg_bounds_answer);
    rdg_bounds_search s = {.ctx = ctx,
                           .hb = hb,
                           .where = "rdg_bounds",
                           .sensor = sensor,
                           .result = answer && answer->data ? answer->data : &own};
    const double start = rdg_seconds();
    *s.result = (rdg_bounds_result){.level = NAN};
    RDG_TRY(read_options(&s, name, options, &request));
    rdg_status status = bounds_begin(&s);
    if (status == RDG_OK && request.over) {
        status = follow(&s, name, options, &request);
    } else if (status == RDG_OK) {
        status = rdg_bounds_search_all(&s);
    }
    s.result->seconds = rdg_seconds() - start;
    if (status == RDG_OK && !request.over && !rdg_option_find(options, RDG_OPTION_NO_TABLE, NULL)) {
        rdg_bounds_say(&s, name);
    }
    rdg_bounds_free_contacts(&s);
    return status;
}
