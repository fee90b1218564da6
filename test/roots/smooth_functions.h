/* Random smooth functions with known zeros, and what rdg_isolate() tells of them from values alone. */
#ifndef RDG_TEST_SMOOTH_FUNCTIONS_H
#define RDG_TEST_SMOOTH_FUNCTIONS_H

#include "isolate_impl.h"
#include "sampled_impl.h"
#include "support.h"

enum { SMOOTH_KINDS = 4, SMOOTH_MOST = 40 };

/* On [-1, 1]: kind 0 a pair of zeros and a third one in a wave, 1 a wave less a level, 2 a pair beside a
 * pole, 3 a pair in an exponential. */
typedef struct smooth_function {
    int kind;
    double at, gap, third, speed, phase, pole, off;
    int count; /* zeros */
    double zero[SMOOTH_MOST];
    long calls;
} smooth_function;

static inline int smooth_value(double s, double *value, void *data)
{
    smooth_function *f = data;
    const double pair = (s - f->at) * (s - f->at) - f->gap, beside = s - f->pole;
    f->calls++;
    switch (f->kind) {
    case 0:
        *value = pair * (1 + 0.3 * sin(f->speed * s + f->phase)) * (s - f->third);
        break;
    case 1:
        *value = sin(f->speed * s + f->phase) - f->gap;
        break;
    case 2:
        *value = pair / (beside * beside + f->off * f->off);
        break;
    default:
        *value = pair * exp(f->speed * s);
    }
    return 0;
}

static inline void add_known_zero(smooth_function *f, double zero)
{
    if (fabs(zero) <= 1) {
        f->zero[f->count++] = zero;
    }
}

static inline smooth_function any_smooth_function(uint64_t *seed)
{
    const double d = pow(10, -3.5 + 2.5 * random_signed(seed)), sign = random_signed(seed);
    smooth_function f = {.kind = (int)(SMOOTH_KINDS * 0.5 * (1 + random_signed(seed)) * 0.999),
                         .at = 0.8 * random_signed(seed),
                         .third = 1.5 * random_signed(seed),
                         .speed = 8 * random_signed(seed),
                         .phase = 3 * random_signed(seed),
                         .pole = 1.5 * random_signed(seed),
                         .off = pow(10, -0.5 + 0.5 * random_signed(seed))};
    if (f.kind == 1) {
        f.gap = sign > 0 ? 1 - d * d : sign;
        f.speed *= 2;
        const double angle = asin(f.gap), pi = 3.14159265358979323846;
        for (int i = -10; i <= 10 && f.speed != 0; i++) {
            add_known_zero(&f, (angle + 2 * pi * i - f.phase) / f.speed);
            add_known_zero(&f, (pi - angle + 2 * pi * i - f.phase) / f.speed);
        }
        return f;
    }
    f.gap = sign > 0.4 ? 0 : copysign(d * d, sign + 0.3);
    if (f.kind == 0) {
        add_known_zero(&f, f.third);
    }
    if (f.gap > 0) {
        add_known_zero(&f, f.at - d);
        add_known_zero(&f, f.at + d);
    } else if (f.gap == 0) {
        add_known_zero(&f, f.at);
    }
    return f;
}

typedef struct smooth_tally {
    long silent, unresolved, zeros, calls; /* functions with a zero lost or invented; roots; zeros; values */
} smooth_tally;

/* A root that is an end is a value of rounding: the zero is beside it. */
static inline bool has_zero(const rdg_enclosed_root *root, double zero)
{
    const double beside = root->low == root->high ? 1e-7 : 1e-12;
    return zero >= root->low - beside && zero <= root->high + beside;
}

static inline void count_smooth_by(smooth_function *f, rdg_enclose enclose, smooth_tally *t)
{
    rdg_enclosed_root roots[SMOOTH_MOST];
    rdg_sampled sampled = {.value = smooth_value, .data = f, .rounding = 1e-14};
    rdg_root_search search = {
        .enclose = enclose, .data = &sampled, .least = 1e-7, .most = SMOOTH_MOST, .roots = roots};
    assert_int_equal(rdg_isolate(&search, -1, 1), 0);
    bool right = true;
    for (int i = 0; i < f->count; i++) {
        bool found = false;
        for (int j = 0; j < search.count; j++) {
            found = found || has_zero(&roots[j], f->zero[i]);
        }
        right = right && found;
    }
    for (int j = 0; j < search.count; j++) {
        int inside = 0;
        for (int i = 0; i < f->count; i++) {
            inside += has_zero(&roots[j], f->zero[i]);
        }
        right = right && (!roots[j].is_resolved || inside == 1);
        t->unresolved += !roots[j].is_resolved;
    }
    t->silent += !right;
    t->zeros += f->count;
    t->calls += f->calls;
}

static inline void count_smooth(smooth_function *f, smooth_tally *t)
{
    count_smooth_by(f, rdg_enclose_sampled, t);
}

#endif
