/* What is stated of a curve in the user's words when it has been walked along. */
#include "text_impl.h"
#include "toolbox.h"
#include "walk_impl.h"

enum { PLACE_SIZE = 128 };

/* "<before>la = 0.5 N", or nothing where no parameter is released. */
static void format_place(const rdg_tracer *t, const char *before, double value, char place[PLACE_SIZE])
{
    const rdg_index first = t->setup->first_active;
    place[0] = '\0';
    if (first >= 0) {
        const rdg_parameter *parameter = &t->p->parameter[first];
        rdg_format(place, PLACE_SIZE, "%s%s = %.10g%s%s", before, parameter->name, value,
                   *parameter->unit ? " " : "", parameter->unit);
    }
}

rdg_status rdg_walk_abort(rdg_tracer *t, const char *why)
{
    rdg_fail(t->ctx, RDG_ERR_CALLBACK, "rdg_continue", "run \"%s\", after point %lld: %s", t->setup->name,
             (long long)t->current.chart.point, why);
    return rdg_error_status(t->ctx);
}

void rdg_walk_say_where_it_stopped(const rdg_tracer *t)
{
    const rdg_index first = t->setup->first_active;
    const rdg_parameter *parameter = first >= 0 ? &t->p->parameter[first] : NULL;
    char place[PLACE_SIZE] = "";
    if (parameter) {
        rdg_format(place, sizeof place, " at %s = %.6g%s%s,", parameter->name, t->special.chart.mu[first],
                   *parameter->unit ? " " : "", parameter->unit);
    }
    if (t->completion.refused) {
        rdg_warn(t->ctx, "points to go on from that are none", "run %s: stopped%s point %lld: %s",
                 t->setup->name, place, (long long)t->special.chart.point, t->p->trouble);
        return;
    }
    rdg_write(
        t->ctx, RDG_CHANNEL_NOTE,
        "note: run %s: stopped%s point %lld: Newton's method did not converge for steps down to %.1e (%s)\n",
        t->setup->name, place, (long long)t->special.chart.point, t->setup->h_min,
        t->p->trouble[0] ? t->p->trouble : "the tangent turns too fast");
}

void rdg_walk_say_no_window(const rdg_tracer *t)
{
    char place[PLACE_SIZE];
    const rdg_index first = t->setup->first_active;
    if (t->setup->points_are_limited || t->setup->may_end_early) {
        return;
    }
    format_place(t, ", at ", first >= 0 ? t->current.chart.mu[first] : 0.0, place);
    rdg_warn(t->ctx, "branches without a domain",
             "run %s: no domain ends the branch: it ends at the default maximum of %ld points%s; give "
             "RDG_WINDOW(\"%s\", low, high), or RDG_MAX_POINTS(n)",
             t->setup->name, t->setup->max_points, place, first >= 0 ? t->p->parameter[first].name : "...");
}

void rdg_walk_say_jumps(const rdg_tracer *t)
{
    char place[PLACE_SIZE];
    char others[64] = "";
    if (t->findings.jumps.count == 0) {
        return;
    }
    format_place(t, " at ", t->findings.jumps.between[0], place);
    if (t->findings.jumps.count > 1) {
        rdg_format(others, sizeof others, " and at %ld more places", t->findings.jumps.count - 1);
    }
    rdg_warn(t->ctx, "changes of the determinant's sign without a branch point",
             "run %s: the determinant changes sign without a branch point%s, behind point %lld%s: a "
             "non-smooth point, or a jump to another branch; shorter steps, RDG_STEP(), distinguish them",
             t->setup->name, place, (long long)t->findings.jumps.point, others);
}
