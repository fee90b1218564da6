/* Parts of the step under way, each with its curve segment.
 *
 * The segment of the whole step is made once and kept. A part that is divided gets a corrected point at the
 * place of the division; the parts on both sides then have segments of their own. */
#include "event_impl.h"
#include "step_matrix_impl.h"
#include "step_parts_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

rdg_status rdg_step_parts_create(rdg_step_parts *parts, rdg_tracer *t)
{
    parts->tangent = rdg_context_calloc(t->ctx, 2 * (size_t)t->p->n, sizeof(double));
    RDG_TRY(rdg_curve_segment_create(&parts->whole, t));
    return rdg_curve_segment_create(&parts->part, t);
}

void rdg_step_parts_release(rdg_step_parts *parts)
{
    rdg_free(parts->tangent);
    rdg_curve_segment_release(&parts->whole);
    rdg_curve_segment_release(&parts->part);
    for (int i = 0; i < RDG_MOST_STEP_POINTS; i++) {
        rdg_free(parts->point[i].u);
    }
}

void rdg_step_parts_clear(rdg_step_parts *parts)
{
    parts->count = 0;
    parts->part_low = parts->part_high = 0.0;
}

void rdg_step_parts_forget(rdg_step_parts *parts)
{
    parts->length = 0.0;
    parts->has_matrix = false;
    parts->outcome = RDG_FAILED;
    rdg_step_parts_clear(parts);
}

/* The chart's tangent comes from factors nearby; next to a singular point it differs from the one there by
 * more than the curve may. On the point itself it is one of several. */
static void refine_tangent(rdg_tracer *t, const rdg_node *node, const double *jacobian, int end)
{
    double *tangent = t->parts.tangent + end * t->s->n, *residual = t->ahead, *change = t->ahead + t->s->n;
    const rdg_near_nodes ends = {.count = 2, .node = {0, 1}};
    memcpy(tangent, node->chart.tangent, (size_t)t->s->n * sizeof *tangent);
    if (node->determinant.sign == 0.0) {
        return;
    }
    rdg_system_times(t->s, jacobian, tangent, residual);
    memset(residual + t->s->m, 0, (size_t)(t->s->n - t->s->m) * sizeof *residual);
    rdg_step_matrix_solve(t, &ends, end, residual, change);
    for (rdg_index j = 0; j < t->s->n; j++) {
        tangent[j] -= change[j];
    }
}

void rdg_step_parts_use_matrix(rdg_tracer *t)
{
    rdg_step_parts_forget(&t->parts);
    t->parts.has_matrix = true;
    refine_tangent(t, &t->current, t->step_matrix->start.value, 0);
    refine_tangent(t, &t->next, t->step_matrix->end.value, 1);
}

static const double *tangent_at_end(const rdg_tracer *t, int end)
{
    return t->parts.has_matrix ? t->parts.tangent + end * t->s->n
           : end == 0          ? t->current.chart.tangent
                               : t->next.chart.tangent;
}

static rdg_segment_end end_of(const rdg_tracer *t, const rdg_step_point *point)
{
    return (rdg_segment_end){.u = point->u, .tangent = point->u + t->s->n, .at = point->at};
}

static void solve_by_matrix(rdg_tracer *t, double y, const double *residual, double *delta, void *data)
{
    const double *ends = data, low = ends[0], high = ends[1];
    const int node[] = {rdg_step_matrix_find(t->step_matrix, low),
                        rdg_step_matrix_find(t->step_matrix, high)};
    const rdg_near_nodes near = rdg_step_matrix_near(t->step_matrix, low, high, 2, node);
    rdg_step_matrix_solve(t, &near, low + y * (high - low), residual, delta);
}

/* Corrections longer than the part are none: next to a singular point, by factors from there. */
static rdg_outcome make_segment(rdg_tracer *t, rdg_segment_end a, rdg_segment_end b,
                                rdg_curve_segment *segment)
{
    double ends[] = {a.at / t->parts.length, b.at / t->parts.length};
    const bool has_nodes = t->parts.has_matrix && rdg_step_matrix_find(t->step_matrix, ends[0]) >= 0 &&
                           rdg_step_matrix_find(t->step_matrix, ends[1]) >= 0;
    const rdg_outcome outcome =
        rdg_curve_segment_make(t, a, b, has_nodes ? solve_by_matrix : rdg_segment_solve_by_factors,
                               has_nodes ? (void *)ends : t->s->matrix, segment);
    return outcome == RDG_CONVERGED && segment->deviation > segment->length ? RDG_FAILED : outcome;
}

rdg_outcome rdg_step_segment(rdg_tracer *t, double h)
{
    rdg_step_parts *p = &t->parts;
    if (p->length == h) {
        return p->outcome;
    }
    rdg_step_parts_clear(p);
    p->length = h;
    p->outcome = make_segment(t, (rdg_segment_end){t->current.chart.u, tangent_at_end(t, 0), 0.0},
                              (rdg_segment_end){t->next.chart.u, tangent_at_end(t, 1), h}, &p->whole);
    return p->outcome;
}

/* By the cubic through the points that are known on both sides; the charts of the step are known as well. */
static void interpolate_points(const rdg_tracer *t, double h, double at, double *u)
{
    const rdg_step_parts *p = &t->parts;
    rdg_node low = t->current, high = t->next;
    double low_at = 0.0, high_at = h;
    for (int i = 0; i < p->count; i++) {
        const rdg_step_point *point = &p->point[i];
        rdg_node *end = point->at <= at ? &low : &high;
        if (point->at > low_at && point->at < high_at) {
            *(point->at <= at ? &low_at : &high_at) = point->at;
            end->chart.u = point->u;
            end->chart.tangent = point->u + t->s->n;
        }
    }
    rdg_point_between(t, &low, low_at, &high, high_at, at, u);
}

void rdg_step_point_at(const rdg_tracer *t, double h, double at, double *u)
{
    const rdg_step_parts *p = &t->parts;
    const bool is_divided = p->count > 2;
    if (p->part_low < p->part_high && at >= p->part_low && at <= p->part_high) {
        rdg_curve_segment_at(&p->part, t->s->n, (at - p->part_low) / (p->part_high - p->part_low), u);
    } else if (is_divided || p->outcome != RDG_CONVERGED) {
        interpolate_points(t, h, at, u);
    } else {
        rdg_curve_segment_at(&p->whole, t->s->n, at / h, u);
    }
}

rdg_outcome rdg_step_look(rdg_tracer *t, double h, double at)
{
    rdg_system *s = t->s;
    rdg_step_parts *p = &t->parts;
    double *residual = t->ahead + s->n;
    rdg_step_point_at(t, h, at, t->ahead);
    if (rdg_system_residual(s, t->ahead, residual) != 0) {
        return rdg_failure_of(t->p);
    }
    memset(residual + s->m, 0, (size_t)(s->n - s->m) * sizeof *residual);
    rdg_system_solve_step(s, s->matrix, residual, t->work);
    for (rdg_index j = 0; j < s->n; j++) {
        t->ahead[j] -= t->work[j];
        p->whole.error[j] = fmax(p->whole.error[j], fabs(t->work[j]));
    }
    return isfinite(rdg_system_dot(s, t->work, t->work)) ? RDG_CONVERGED : RDG_FAILED;
}

/* Space for a point at arclength `at`, in order; NULL: there is none. */
static rdg_step_point *insert(rdg_tracer *t, double at)
{
    rdg_step_parts *p = &t->parts;
    if (p->count == RDG_MOST_STEP_POINTS) {
        return NULL;
    }
    int i = p->count++;
    rdg_step_point point = p->point[i];
    for (; i > 0 && p->point[i - 1].at > at; i--) {
        p->point[i] = p->point[i - 1];
    }
    point.u = point.u ? point.u : rdg_context_calloc(t->ctx, 2 * (size_t)t->p->n, sizeof(double));
    point.at = at;
    p->point[i] = point;
    return point.u ? &p->point[i] : NULL;
}

static rdg_step_point *find(rdg_step_parts *p, double at)
{
    for (int i = 0; i < p->count; i++) {
        if (p->point[i].at == at) {
            return &p->point[i];
        }
    }
    return NULL;
}

static void copy_chart(const rdg_tracer *t, const rdg_chart *chart, rdg_step_point *point)
{
    const size_t bytes = (size_t)t->s->n * sizeof(double);
    memcpy(point->u, chart->u, bytes);
    if (chart == &t->special.chart) {
        memcpy(point->u + t->s->n, chart->tangent, bytes);
        point->history = t->parts.under_way;
    } else {
        memcpy(point->u + t->s->n, tangent_at_end(t, chart == &t->next.chart), bytes);
        point->history = (rdg_part_history){.width = 0.0};
    }
}

/* A chart of the step, a point that is known, or a new one. */
rdg_outcome rdg_step_provide_point(rdg_tracer *t, double h, double at, rdg_step_correction *correct)
{
    const rdg_chart *chart = at == 0.0 ? &t->current.chart : at == h ? &t->next.chart : &t->special.chart;
    if (find(&t->parts, at)) {
        return RDG_CONVERGED;
    }
    if (chart == &t->special.chart) {
        rdg_step_point_at(t, h, at, t->special.chart.u);
        const rdg_outcome outcome = correct(t, at);
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
        if (t->parts.has_matrix && rdg_step_matrix_find(t->step_matrix, at / h) < 0) {
            rdg_step_matrix_add(t, at / h);
        }
    }
    rdg_step_point *point = insert(t, at);
    if (!point) {
        return rdg_error_status(t->ctx) == RDG_OK ? RDG_FAILED : RDG_ABORTED;
    }
    copy_chart(t, chart, point);
    return RDG_CONVERGED;
}

rdg_outcome rdg_step_describe_part(rdg_tracer *t, double h, double low, double high, rdg_step_part *part)
{
    rdg_step_parts *p = &t->parts;
    rdg_outcome outcome = rdg_step_provide_point(t, h, low, rdg_event_sound_on_branch);
    outcome =
        outcome == RDG_CONVERGED ? rdg_step_provide_point(t, h, high, rdg_event_sound_on_branch) : outcome;
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    *part = (rdg_step_part){.segment = &p->whole, .low = find(p, low), .high = find(p, high)};
    if (low == 0.0 && high == h) {
        return rdg_step_segment(t, h);
    }
    part->segment = &p->part;
    p->part_low = p->part_high = 0.0;
    outcome = make_segment(t, end_of(t, part->low), end_of(t, part->high), &p->part);
    if (outcome == RDG_CONVERGED) {
        p->part_low = low;
        p->part_high = high;
    }
    return outcome;
}
