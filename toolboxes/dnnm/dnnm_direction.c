/* All directions in an eigenspace to which nonlinear modes tend, by Newton's method from many starts. */
#include "dnnm_direction_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { STARTS_EACH = 24, MAX_ROUNDS = 12, ITERATIONS = 60, OFTEN = 4 };

/* --- Newton's method on the sphere */

static bool differentiate(rdg_dnnm_search *s, const double *c)
{
    const double h = 1e-4;
    double at[2 * RDG_DNNM_MULTIPLICITY], shift[2];
    for (rdg_index j = 0; j < s->d; j++) {
        for (int side = 0; side < 2; side++) {
            memcpy(at, c, (size_t)s->d * sizeof *at);
            at[j] += side ? h : -h;
            if (!rdg_dnnm_bifurcation(s, at, s->shifted[side], shift)) {
                return false;
            }
        }
        for (rdg_index i = 0; i < s->d; i++) {
            s->J[i + s->d * j] = (s->shifted[1][i] - s->shifted[0][i]) / (2.0 * h);
        }
    }
    return true;
}

/* c becomes a solution, if the method gets there; s->rank: of the derivative there. */
static bool solve(rdg_dnnm_search *s, double *c)
{
    const double near = 1e-8, longest = 0.3, nothing = 1e-6;
    double shift[2];
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        if (!rdg_dnnm_bifurcation(s, c, s->F, shift) || !differentiate(s, c)) {
            return false;
        }
        const bool is_met = rdg_norm(s->d, s->F) <= near * s->scale;
        const lapack_int d = (lapack_int)s->d;
        if (RDG_BLAS(LAPACKE_dgelss(LAPACK_COL_MAJOR, d, d, 1, s->J, d, s->F, d, s->singular, nothing,
                                    &s->rank)) != 0) {
            return false;
        }
        if (is_met) {
            s->rank = 0;
            for (rdg_index k = 0; k < s->d; k++) {
                s->rank += s->singular[k] > nothing * s->scale;
            }
            return true;
        }
        const double length = rdg_norm(s->d, s->F);
        for (rdg_index k = 0; k < s->d; k++) {
            c[k] -= s->F[k] * fmin(1.0, longest / length);
        }
        rdg_dnnm_normalise(s->d, c);
    }
    return false;
}

/* --- all of them */

/* |b^H c|: 1 where both are the same direction, up to a sign or a phase */
static double overlap(rdg_index m, rdg_index d, const double *b, const double *c)
{
    double re = rdg_dot(d, b, c), im = 0.0;
    for (rdg_index k = 0; d > m && k < m; k++) {
        im += b[k] * c[m + k] - b[m + k] * c[k];
    }
    return hypot(re, im);
}

/* |c^T c|: 1 for motions in phase, 0 for waves that travel */
static double in_phase(rdg_index m, rdg_index d, const double *c)
{
    double re = 0.0, im = 0.0;
    for (rdg_index k = 0; k < m; k++) {
        const double x = c[k], y = d > m ? c[m + k] : 0.0;
        re += x * x - y * y;
        im += 2.0 * x * y;
    }
    return hypot(re, im);
}

static void keep(const rdg_dnnm_search *s, const double *c, rdg_dnnm_directions *out)
{
    const double same = 1e-4;
    const rdg_index all = s->space->m;
    double shift[2] = {0.0, 0.0}, whole[2 * RDG_DNNM_MULTIPLICITY];
    rdg_dnnm_expand_direction(s, c, whole);
    for (rdg_index k = 0; k < out->count; k++) {
        if (overlap(all, 2 * all, out->item[k].c, whole) > 1.0 - same) {
            out->item[k].met++;
            return;
        }
    }
    if (out->count < RDG_DNNM_DIRECTIONS && rdg_dnnm_bifurcation(s, c, s->F, shift)) {
        rdg_dnnm_direction *found = &out->item[out->count++];
        *found =
            (rdg_dnnm_direction){.shift = shift[0], .met = 1, .in_phase = in_phase(s->m, s->d, c) > 0.999};
        memcpy(found->c, whole, 2 * (size_t)all * sizeof *c);
    }
}

/* Start number k: in phase for the first half, a wave for the second. */
static void choose_start(const rdg_dnnm_search *s, rdg_index k, uint64_t *seed, double *c)
{
    const rdg_index m = s->m, starts = STARTS_EACH * m;
    memset(c, 0, (size_t)s->d * sizeof *c);
    for (rdg_index i = 0; i < (k < starts ? m : s->d); i++) {
        c[i] = rdg_dnnm_sample(seed);
    }
    if (m == 2 && k < starts) { /* all round the half circle */
        const double angle = acos(-1.0) * ((double)k + rdg_dnnm_sample(seed)) / (double)starts;
        c[0] = cos(angle);
        c[1] = sin(angle);
    }
    rdg_dnnm_normalise(s->d, c);
}

/* The least amplitude at which F reports directions apart, up to where the nonlinearity is strong; false:
 * none. Linear damping may do so at any amplitude; else the frequency of each sample has to change, as that
 * of a contact that sticks does not. A frequency of 0 grows with the amplitude, whose size does not matter
 * then.
 */
static bool choose_amplitude(rdg_dnnm_search *s)
{
    enum { SAMPLES = 8 };
    const double least = 1e-15, most = 1e6, step = 2.0;
    const double square = s->space->omega * s->space->omega;
    double c[2 * RDG_DNNM_MULTIPLICITY], shift[2], linear = NAN;
    for (s->a = least; s->a < most; s->a *= step) {
        uint64_t seed = 3;
        double change = 0.0, least_change = INFINITY;
        s->scale = 0.0;
        for (int i = 0; i < SAMPLES; i++) {
            for (rdg_index k = 0; k < s->d; k++) {
                c[k] = rdg_dnnm_sample(&seed);
            }
            if (!rdg_dnnm_bifurcation(s, c, s->F, shift)) {
                return false;
            }
            s->scale = fmax(s->scale, rdg_norm(s->d, s->F));
            linear = isnan(linear) ? shift[0] : linear;
            change = fmax(change, fabs(shift[0] - linear));
            least_change = fmin(least_change, fabs(shift[0] - linear));
        }
        const bool is_linear = s->a == least && change <= rdg_dnnm_distinct * square;
        if (s->scale > rdg_dnnm_distinct * square &&
            (is_linear || least_change > 1e-2 * rdg_dnnm_distinct * square)) {
            return true;
        }
        if (change > rdg_dnnm_strong * square) {
            return false;
        }
    }
    return false;
}

/* The motion of degree of freedom i in a direction, with the phase of its first one that moves. */
static void motion_of(const rdg_dnnm_search *s, const double *c, rdg_index i, double z[2])
{
    const rdg_index n = s->model->n, m = s->space->m;
    z[0] = z[1] = 0.0;
    for (rdg_index k = 0; k < m; k++) {
        z[0] += s->space->basis[i + n * k] * c[k];
        z[1] += s->space->basis[i + n * k] * c[m + k];
    }
}

/* Is a to be listed before b? By frequency, else by what moves more among the first degrees of freedom: that
 * does not depend on the basis. */
static bool comes_first(const rdg_dnnm_search *s, const rdg_dnnm_direction *a, const rdg_dnnm_direction *b)
{
    const double equal = 1e-4;
    double first[2][2] = {{0.0, 0.0}, {0.0, 0.0}};
    if (a->in_phase != b->in_phase) {
        return a->in_phase;
    }
    if (fabs(a->shift - b->shift) > equal * fmax(fabs(a->shift), fabs(b->shift))) {
        return a->shift < b->shift;
    }
    for (rdg_index i = 0; i < s->model->n; i++) {
        double z[2][2], key[2];
        for (int side = 0; side < 2; side++) {
            motion_of(s, side ? b->c : a->c, i, z[side]);
            double *start = first[side];
            const double size = hypot(z[side][0], z[side][1]), unit = hypot(start[0], start[1]);
            if (unit == 0.0 && size > equal) {
                memcpy(start, z[side], sizeof first[side]);
            }
            key[side] = unit == 0.0 ? size : (start[0] * z[side][0] + start[1] * z[side][1]) / unit;
            const double ahead = unit == 0.0 ? 0.0 : (start[0] * z[side][1] - start[1] * z[side][0]) / unit;
            key[side] += equal * ahead; /* waves one way round before those the other way */
        }
        if (fabs(key[0] - key[1]) > 1e-2 * equal) {
            return key[0] > key[1];
        }
    }
    return false;
}

static void sort(const rdg_dnnm_search *s, rdg_dnnm_directions *out)
{
    for (rdg_index k = 1; k < out->count; k++) {
        for (rdg_index j = k; j > 0 && comes_first(s, &out->item[j], &out->item[j - 1]); j--) {
            const rdg_dnnm_direction swapped = out->item[j];
            out->item[j] = out->item[j - 1];
            out->item[j - 1] = swapped;
        }
    }
}

static void add_linear_motions(const rdg_dnnm_search *s, rdg_dnnm_directions *out)
{
    const rdg_index all = s->space->m;
    for (rdg_index k = s->m; k < all && out->count < RDG_DNNM_DIRECTIONS; k++) {
        rdg_dnnm_direction *linear = &out->item[out->count++];
        *linear = (rdg_dnnm_direction){.in_phase = true, .is_linear = true};
        memcpy(linear->c, s->frame + all * k, (size_t)all * sizeof *linear->c);
    }
}

static void search_all(rdg_dnnm_search *s, rdg_dnnm_directions *out)
{
    double c[2 * RDG_DNNM_MULTIPLICITY];
    uint64_t seed = 7;
    const lapack_int isolated = (lapack_int)(s->d - (s->d > s->m ? 2 : 1));
    const rdg_index starts = STARTS_EACH * s->d;
    if (s->m == 1) {
        c[0] = 1.0;
        c[1] = 0.0;
        rdg_dnnm_expand_direction(s, c, out->item[0].c);
        out->item[0].in_phase = true;
        out->count = 1;
        return;
    }
    if (s->m == 0 || !choose_amplitude(s)) {
        return;
    }
    bool may_miss = true;
    for (int round = 0; round < MAX_ROUNDS && may_miss; round++) {
        for (rdg_index k = 0; k < starts; k++) {
            choose_start(s, k, &seed, c);
            if (solve(s, c) && s->rank >= isolated) {
                keep(s, c, out);
            }
        }
        may_miss = false; /* where one was hardly met there may be others that were not */
        for (rdg_index k = 0; k < out->count; k++) {
            may_miss = may_miss || out->item[k].met < OFTEN;
        }
    }
    sort(s, out);
}

rdg_status rdg_dnnm_find_directions(const rdg_dnnm_model *model, const rdg_dnnm_eigenspace *space,
                                    bool in_phase_only, rdg_dnnm_directions *out)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    rdg_dnnm_search s = {
        .model = model, .space = space, .m = space->m, .d = in_phase_only ? space->m : 2 * space->m};
    const size_t d = (size_t)s.d;
    s.u = rdg_context_calloc(ctx, (size_t)model->m + 2, sizeof *s.u);
    s.y = rdg_context_calloc(ctx, (size_t)model->m, sizeof *s.y);
    s.J = rdg_context_calloc(ctx, d * d, sizeof *s.J);
    s.F = rdg_context_calloc(ctx, d, sizeof *s.F);
    s.shifted[0] = rdg_context_calloc(ctx, d, sizeof *s.F);
    s.shifted[1] = rdg_context_calloc(ctx, d, sizeof *s.F);
    s.singular = rdg_context_calloc(ctx, d, sizeof *s.F);
    s.frame = rdg_context_calloc(ctx, (size_t)(space->m * space->m), sizeof *s.frame);
    rdg_status status = rdg_error_status(ctx);
    out->count = 0;
    status = status == RDG_OK ? rdg_dnnm_find_linear_motions(&s) : status;
    if (status == RDG_OK) {
        search_all(&s, out);
        add_linear_motions(&s, out);
    }
    rdg_free(s.u);
    rdg_free(s.y);
    rdg_free(s.J);
    rdg_free(s.F);
    rdg_free(s.shifted[0]);
    rdg_free(s.shifted[1]);
    rdg_free(s.singular);
    rdg_free(s.frame);
    return status;
}
