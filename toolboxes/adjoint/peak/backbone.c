/* The backbones of a response: its damped nonlinear modes, followed by arclength from a small amplitude on.
 */
#include "backbone_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/rest.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/wave.h>

#include <math.h>
#include <string.h>

/* A backbone begins at this share of the forcing amplitude, and ends at this multiple of it, or of the motion
 * at which it begins. */
static const double begins = 0.1, ends = 1e2, grows = 1e6;

/* Steps: the longest, relative to the motion; they turn the tangent, rad, and change alpha_b otherwise than
 * predicted, relatively, by this at most. One that is `short_step` is taken all the same: a contact begins
 * to slip there. One that is `shortest` ends the backbone. */
static const double longest = 1.0, short_step = 0.02, shortest = 1e-3;

/* Motions are starts: the last step of Newton's method is this share of that along the backbone at most. */
static const double exact = 1e-2;

enum { TANGENT = 0, ROW = 1, NEXT = 2, RESPONSE = 3, LINEAR = 4, RESTORE = 8, MOST_POINTS = 1000 };

/* Nothing is condensed: with 560 unknowns three backbones take 80 ms, as long as eight sets of the condensed
 * response. */
enum { MOST_UNKNOWNS = 2000 };

static bool add_point(rdg_backbone *b, const double *u, double level)
{
    rdg_context *ctx = b->r->ctx;
    double *copy = rdg_context_calloc(ctx, (size_t)b->mode->n, sizeof *copy);
    if (!copy || rdg_context_reserve(ctx, &b->point, &b->room, b->n + 1, sizeof *b->point) != RDG_OK) {
        rdg_free(copy);
        return false;
    }
    memcpy(copy, u, (size_t)b->mode->n * sizeof *copy);
    b->point[b->n++] = (rdg_backbone_point){.level = level, .u = copy};
    return true;
}

/* Do all contacts that stick at rest stick with half of their margin left? */
static bool is_stuck(rdg_peak_response *m, const double *u, double *rest)
{
    memset(rest, 0, (size_t)m->n * sizeof *rest);
    rdg_hbm_rest_coefficients(m->hb, rest);
    for (rdg_index k = 0; k < rdg_hbm_margin_count(m->hb); k++) {
        double at_rest = 0.0, margin = 0.0;
        rdg_hbm_margin(m->hb, k, rest, &at_rest, NULL);
        rdg_hbm_margin(m->hb, k, u + m->Q, &margin, NULL);
        if (at_rest > 0.0 && margin < 0.5 * at_rest) {
            return false;
        }
    }
    return true;
}

static double size_of(const rdg_peak_response *m, const double *u)
{
    return sqrt(rdg_peak_dot(m->n_Q, u + m->Q, u + m->Q));
}

/* Is a motion near the linear mode from which Newton's method began? */
static bool is_near(const rdg_backbone *b, const double *u, const double *linear)
{
    double *d = b->v[RESPONSE];
    rdg_peak_add(b->mode->n, u, -1.0, linear, d);
    return rdg_peak_size(b->mode, linear, d) < rdg_peak_far;
}

/* The linear mode, which has the amplitude 1, at a share of its resonance, or of its displacement by a static
 * force. */
static bool begin(rdg_backbone *b, double level)
{
    enum { MOST_TENTHS = 20 };
    rdg_peak_response *m = b->mode;
    double *u = b->v[NEXT], *unit = b->v[TANGENT], *linear = b->v[LINEAR];
    const rdg_index fixed = rdg_hbm_basis(m->hb)->has_static ? rdg_structure_size(b->structure) : 0;
    memcpy(u, rdg_start_values(m->p), (size_t)m->n * sizeof *u);
    memcpy(unit, u, (size_t)m->n * sizeof *u);
    const double at_one = rdg_backbone_level(b, u, b->v[RESPONSE]);
    const double by_force = rdg_backbone_work(b, u) / (u[m->omega] * u[m->omega]);
    double a = begins * level * (at_one > 0.0 ? fmax(1.0 / at_one, by_force) : by_force);
    b->step = longest;
    unit[m->omega] = 0.0;
    for (int k = 0; k < MOST_TENTHS && a > 0.0; k++, a *= 0.1) {
        memcpy(linear, rdg_start_values(m->p), (size_t)m->n * sizeof *u);
        for (rdg_index i = fixed; i < m->n_Q; i++) {
            linear[m->Q + i] = a * unit[m->Q + i];
        }
        memcpy(u, linear, (size_t)m->n * sizeof *u);
        b->most = grows * size_of(m, u);
        rdg_peak_border_along(m, u, unit, b->v[ROW]);
        if (is_stuck(m, u, b->v[RESPONSE]) &&
            rdg_peak_restore_within(m, u, b->v[ROW], RESTORE, exact * b->step) == RDG_PEAK_FOUND &&
            is_near(b, u, linear)) {
            return true;
        }
    }
    return false;
}

/* NEXT joins the backbone. */
static bool take(rdg_backbone *b, double level)
{
    const rdg_peak_response *m = b->mode;
    memcpy(b->v[TANGENT], m->at->tangent, (size_t)m->n * sizeof(double));
    b->slope = m->at->slope * (m->at->value != 0.0 ? level / m->at->value : 1.0);
    b->ended = !(b->v[NEXT][m->omega] >= b->low && b->v[NEXT][m->omega] <= b->high &&
                 size_of(m, b->v[NEXT]) < b->most);
    return add_point(b, b->v[NEXT], level);
}

/* A step along the backbone; false: no memory. */
static bool advance(rdg_backbone *b)
{
    rdg_peak_response *m = b->mode;
    const rdg_backbone_point *last = &b->point[b->n - 1];
    double *u = b->v[NEXT];
    rdg_peak_border_along(m, last->u, b->v[TANGENT], b->v[ROW]);
    rdg_peak_add(m->n, last->u, b->step, b->v[TANGENT], u);
    const bool found = rdg_peak_restore_within(m, u, b->v[ROW], RESTORE, exact * b->step) == RDG_PEAK_FOUND &&
                       u[m->omega] > 0.0;
    const double level = found ? rdg_backbone_level(b, u, b->v[RESPONSE]) : NAN;
    const double off = fabs(level - last->level - b->step * b->slope);
    const bool smooth =
        isfinite(level) && off < rdg_peak_far * fmax(fabs(level), fabs(last->level)) &&
        rdg_peak_angle(b->mode, b->v[NEXT], b->v[TANGENT], b->mode->at->tangent) < rdg_peak_far;
    if (isfinite(level) && (smooth || b->step < short_step)) {
        b->step = smooth ? fmin(longest, 2.0 * b->step) : b->step;
        return take(b, level);
    }
    b->step *= 0.5;
    b->ended = b->step < shortest;
    return true;
}

/* Up to a forcing amplitude far above one. */
static bool extend(rdg_backbone *b, double level)
{
    bool works = true;
    for (int k = 0; k < MOST_POINTS && works && !b->ended && fabs(b->point[b->n - 1].level) < ends * level;
         k++) {
        works = advance(b);
    }
    return works;
}

/* What failed is a mode that there is not, unless memory did. */
static bool has_memory(const rdg_peak_response *r)
{
    if (rdg_error_status(r->ctx) == RDG_ERR_NO_MEMORY) {
        return false;
    }
    rdg_error_clear(r->ctx);
    return true;
}

/* Of a mode of the response at rest. One that the force does not excite has none. */
static bool add(struct rdg_backbones *all, rdg_peak_response *r, rdg_index number, double omega, double level)
{
    rdg_backbone *b = &all->of[all->n];
    *b = (rdg_backbone){.low = fmin(r->low, omega), .high = fmax(r->high, omega)};
    if (rdg_backbone_create(b, r, number) && begin(b, level)) {
        all->n++;
        return take(b, rdg_backbone_level(b, b->v[NEXT], b->v[RESPONSE]));
    }
    rdg_backbone_release(b);
    return has_memory(r);
}

/* Frequencies at rest up to the first one above the domain; 0: they could not be found. */
static rdg_index find_frequencies(rdg_peak_response *r, double *omega)
{
    rdg_structure *s = rdg_hbm_structure(r->hb);
    const rdg_index n = rdg_structure_size(s);
    rdg_index count = n < 4 ? n : 4;
    while (rdg_structure_rest_frequencies(s, count, omega) == RDG_OK) {
        if (omega[count - 1] > r->high || count == n) {
            return count;
        }
        count = 2 * count < n ? 2 * count : n;
    }
    has_memory(r);
    return 0;
}

static bool create(struct rdg_backbones *all, rdg_peak_response *r, double level)
{
    const size_t n = (size_t)rdg_structure_size(rdg_hbm_structure(r->hb));
    if ((rdg_index)n * rdg_hbm_basis(r->hb)->n_coefficients > MOST_UNKNOWNS ||
        rdg_structure_is_wave(
            rdg_hbm_structure(r->hb))) { /* damped nonlinear modes of a wave are not known */
        return true;
    }
    double *omega = rdg_context_calloc(r->ctx, n, sizeof *omega);
    const rdg_index count = omega ? find_frequencies(r, omega) : 0;
    all->of = rdg_context_calloc(r->ctx, n, sizeof *all->of);
    all->is_known = count > 0;
    bool works = omega && all->of && rdg_error_status(r->ctx) == RDG_OK;
    for (rdg_index k = 0; works && k < count; k++) {
        const bool below = omega[k] < r->low && k + 1 < count && omega[k + 1] < r->low;
        const bool above = omega[k] > r->high && k > 0 && omega[k - 1] > r->high;
        if (omega[k] > 0.0 && !below && !above) {
            works = add(all, r, k + 1, omega[k], level);
        }
    }
    rdg_free(omega);
    return works;
}

/* The context frees it before the parts, which are older. */
static void release(void *object)
{
    struct rdg_backbones *all = object;
    for (rdg_index k = 0; k < all->n; k++) {
        rdg_backbone_release(&all->of[k]);
    }
    all->r->backbones = NULL;
    rdg_free(all->number);
    rdg_free(all->of);
    rdg_free(all);
}

/* With the response, before the context is freed. */
static void free_early(struct rdg_backbones *all)
{
    rdg_context_disown(all->r->ctx, all);
    release(all);
}

/* The parameters that a response holds now. */
static const double *numbers_of(const rdg_peak_response *r)
{
    return rdg_start_values(r->p) + r->alpha + 1;
}

static struct rdg_backbones *make(rdg_peak_response *r, double level)
{
    struct rdg_backbones *all = rdg_context_calloc(r->ctx, 1, sizeof *all);
    if (!all) {
        return NULL;
    }
    all->r = r;
    r->free_backbones = free_early;
    all->number = rdg_context_calloc(r->ctx, (size_t)r->n_numbers + 1, sizeof *all->number);
    if (all->number) {
        memcpy(all->number, numbers_of(r), (size_t)r->n_numbers * sizeof *all->number);
    }
    if (!all->number || !create(all, r, level)) {
        release(all);
        return NULL;
    }
    return rdg_context_own(r->ctx, all, release) == RDG_OK ? all : NULL;
}

const struct rdg_backbones *rdg_backbones_of(rdg_peak_response *r, double alpha)
{
    rdg_quiet_begin(r->ctx);
    if (r->n_numbers > 0) {
        rdg_hbm_use_parameters(r->hb, r->p, rdg_start_values(r->p));
    }
    if (r->backbones &&
        memcmp(r->backbones->number, numbers_of(r), (size_t)r->n_numbers * sizeof(double)) != 0) {
        free_early(r->backbones);
    }
    r->backbones = r->backbones ? r->backbones : make(r, alpha);
    bool works = r->backbones;
    for (rdg_index k = 0; works && k < r->backbones->n; k++) {
        works = extend(&r->backbones->of[k], alpha);
    }
    rdg_quiet_end(r->ctx);
    return works ? r->backbones : NULL;
}

rdg_index rdg_backbones_find_births(rdg_peak_response *r, double low, double high, rdg_index most,
                                    double *level)
{
    const struct rdg_backbones *all = rdg_backbones_of(r, high);
    rdg_index n = 0;
    for (rdg_index i = 0; all && i < all->n; i++) {
        const rdg_backbone_point *at = all->of[i].point;
        for (rdg_index k = 1; k + 1 < all->of[i].n && n < most; k++) {
            if (at[k].level <= at[k - 1].level && at[k].level < at[k + 1].level && at[k].level > low &&
                at[k].level < high) {
                level[n++] = at[k].level;
            }
        }
    }
    return n;
}
