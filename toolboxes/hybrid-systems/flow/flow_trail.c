/* Stages of segments: of those that were computed last they may be kept, so that derivatives at the same
 * place do not compute the motion once more. */
#include "radau_impl.h"

#include <math.h>
#include <string.h>

/* Stages that take more space than this are not kept: to fetch them would take as long as to compute them. */
static const rdg_index most_numbers = 1 << 17;

void rdg_trail_free(rdg_flow *flow)
{
    for (rdg_index i = 0; i < flow->trails; i++) {
        rdg_free(flow->trail[i].key);
        rdg_free(flow->trail[i].stage);
    }
    rdg_free(flow->trail);
    flow->trail = NULL;
    flow->trails = 0;
}

void rdg_flow_keep_stages(rdg_flow *flow, rdg_index segments)
{
    if (flow) {
        rdg_trail_free(flow);
        flow->kept = segments > 0 ? segments : 0;
    }
}

static rdg_trail *no_memory(rdg_flow *flow, rdg_index steps)
{
    rdg_flow_because(flow, -1, "there is no memory for the stages of %ld steps", (long)steps);
    return NULL;
}

static bool provide(rdg_flow *flow)
{
    if (flow->trails == 0) {
        const rdg_index count = flow->kept > 0 ? flow->kept : 1;
        flow->trail = rdg_context_calloc(flow->ctx, (size_t)count, sizeof *flow->trail);
        flow->trails = flow->trail ? count : 0;
    }
    return flow->trails > 0;
}

static bool is_of(const rdg_flow *flow, const rdg_trail *t, const double *sigma, rdg_index steps,
                  const double *share)
{
    const rdg_index ns = flow->rk.nu + 1;
    return t->known && t->mode == flow->place && t->steps == steps &&
           memcmp(t->key, sigma, (size_t)ns * sizeof *sigma) == 0 &&
           memcmp(t->key + ns, share, (size_t)steps * sizeof *share) == 0;
}

/* What there is of this segment, or else what was not used for longest. */
static rdg_trail *choose(const rdg_flow *flow, const double *sigma, rdg_index steps, const double *share)
{
    rdg_trail *oldest = flow->trail;
    for (rdg_index i = 0; i < flow->trails; i++) {
        rdg_trail *t = &flow->trail[i];
        if (is_of(flow, t, sigma, steps, share)) {
            return t;
        }
        oldest = t->used < oldest->used ? t : oldest;
    }
    oldest->known = false;
    return oldest;
}

/* Numbers behind sigma and the shares: the end, and the extent. */
static double *end_of(const rdg_flow *flow, const rdg_trail *t)
{
    return t->key + flow->rk.nu + 1 + t->steps;
}

static bool lay_out(rdg_flow *flow, rdg_trail *t, const double *sigma, rdg_index steps, const double *share,
                    bool whole)
{
    rdg_rk *k = &flow->rk;
    const rdg_index ns = k->nu + 1, plain = RDG_RK_STAGES * (k->nu + k->n),
                    sloped = plain + RDG_RK_STAGES * rdg_rk_entries(k);
    const rdg_index most = flow->kept > 0 ? most_numbers / steps : 0;
    t->known = t->sloped = false;
    t->mode = flow->place;
    t->steps = steps;
    t->has_slopes = whole || sloped <= most;
    t->is_whole = whole || plain <= most;
    t->stride = t->has_slopes ? sloped : plain;
    t->revision = k->pattern.revision;
    if (rdg_context_reserve(flow->ctx, (void *)&t->key, &t->key_capacity, ns + steps + 2 * k->n,
                            sizeof *t->key) != RDG_OK ||
        rdg_context_reserve(flow->ctx, (void *)&t->stage, &t->capacity, t->stride * (t->is_whole ? steps : 1),
                            sizeof *t->stage) != RDG_OK) {
        return false;
    }
    memcpy(t->key, sigma, (size_t)ns * sizeof *sigma);
    memcpy(t->key + ns, share, (size_t)steps * sizeof *share);
    return true;
}

rdg_trail *rdg_trail_of(rdg_flow *flow, const double *sigma, rdg_index steps, const double *share, bool whole)
{
    if (!provide(flow)) {
        return no_memory(flow, steps);
    }
    rdg_trail *t = choose(flow, sigma, steps, share);
    t->used = ++flow->trailed;
    t->sloped = t->sloped && flow->field.df; /* steps of differences may be others by now */
    if (t->known && (!whole || t->is_whole)) {
        return t;
    }
    return lay_out(flow, t, sigma, steps, share, whole) ? t : no_memory(flow, steps);
}

rdg_rk_stages rdg_trail_at(const rdg_flow *flow, const rdg_trail *t, rdg_index step)
{
    const rdg_rk *k = &flow->rk;
    double *u = t->stage + (t->is_whole ? step * t->stride : 0), *f = u + RDG_RK_STAGES * k->nu;
    const bool is_implicit = t->key[k->nu + 1 + step] < 0.0; /* its share */
    return (rdg_rk_stages){.u = u,
                           .f = f,
                           .value = t->has_slopes ? f + RDG_RK_STAGES * k->n : NULL,
                           .revision = t->revision,
                           .sloped = t->sloped,
                           .count = is_implicit ? RDG_RADAU_STAGES : RDG_RK_STAGES};
}

int rdg_trail_step(rdg_flow *flow, const rdg_rk_stages *stages, double pos, double share, bool known,
                   double *tape)
{
    rdg_rk *k = &flow->rk;
    int answer = 0;
    if (share < 0.0) {
        answer = rdg_radau_provide(flow);
        answer = answer || known ? answer : rdg_radau_trace(flow, pos, -share, stages);
        answer = answer == 0 && k->ns > 0 ? rdg_radau_vary(flow, pos, -share, stages, tape) : answer;
    } else {
        answer = known ? 0 : rdg_rk_trace(k, pos, share, stages);
        answer = answer == 0 && k->ns > 0 ? rdg_rk_vary(k, pos, share, stages, tape) : answer;
    }
    if (answer != 0) {
        return rdg_flow_refused(flow, answer, pos);
    }
    return known ? 0 : rdg_flow_not_a_state(flow, pos + fabs(share));
}

/* The end and the extent go to the trail, or come from there. */
static void meet(rdg_flow *flow, rdg_trail *t)
{
    const size_t bytes = (size_t)flow->rk.n * sizeof(double);
    double *end = end_of(flow, t), *extent = end + flow->rk.n;
    const bool known = t->known;
    memcpy(known ? flow->rk.z : end, known ? end : flow->rk.z, bytes);
    memcpy(known ? flow->extent : extent, known ? extent : flow->extent, bytes);
}

/* Of the step that was made last. An implicit one's is seen through derivatives at its stages, which are at
 * hand only if it was made just now. */
static double error_of(rdg_flow *flow, bool is_implicit)
{
    return is_implicit ? rdg_radau_error(flow) : rdg_control_error(flow);
}

int rdg_trail_follow(rdg_flow *flow, const double *sigma, rdg_index steps, const double *share, bool whole,
                     double *tape, rdg_trail **trail)
{
    rdg_rk *k = &flow->rk;
    rdg_trail *t = *trail = rdg_trail_of(flow, sigma, steps, share, whole);
    if (!t) {
        return -1;
    }
    const bool known = t->known, varied = k->ns > 0;
    const rdg_index each = rdg_rk_blocks(k) * RDG_RK_STAGES * k->n * RDG_RK_WIDE;
    double pos = 0.0, worst = 0.0;
    memset(flow->extent, 0, (size_t)k->n * sizeof *flow->extent);
    for (rdg_index i = 0; i < steps && (varied || !known); i++) {
        const rdg_rk_stages stages = rdg_trail_at(flow, t, i);
        const int answer = rdg_trail_step(flow, &stages, pos, share[i], known, tape ? tape + i * each : NULL);
        if (answer != 0) {
            return answer;
        }
        if (!known && flow->judges) {
            worst = fmax(worst, error_of(flow, share[i] < 0.0));
        }
        pos += fabs(share[i]);
        rdg_rk_advance(k);
        if (!known) {
            rdg_flow_reach(flow);
        }
    }
    t->error = known ? t->error : worst;
    meet(flow, t);
    t->known = known || (flow->kept > 0 && t->is_whole);
    t->sloped = t->sloped || (varied && t->has_slopes && t->is_whole);
    return 0;
}
