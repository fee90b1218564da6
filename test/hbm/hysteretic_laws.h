/* Hysteretic laws as users write them: Jenkins, Bouc-Wen, Dahl and LuGre, without units. */
#ifndef RDG_TEST_HYSTERETIC_LAWS_H
#define RDG_TEST_HYSTERETIC_LAWS_H

#include <ridgewalk/memory_element.h>

#include <math.h>

static inline int jenkins_law(const rdg_memory_state *at, rdg_memory_value *value, void *data)
{
    const double k = 0.5;
    (void)data;
    value->f = at->w[0];
    value->rate[0] = k * at->v;
    value->df[2] = 1;
    value->drate[0][1] = k;
    return 0;
}

/* w' = A v - beta |v| |w| w - gamma v w^2, f = k w */
static inline int bouc_wen_law(const rdg_memory_state *at, rdg_memory_value *value, void *data)
{
    const double k = 0.8, A = 1, beta = 0.6, gamma = 0.3, w = at->w[0];
    (void)data;
    value->f = k * w;
    value->rate[0] = A * at->v - beta * (at->v_sign * at->v) * (at->w_sign * w) * w - gamma * at->v * w * w;
    return 0;
}

static inline int dahl_law(const rdg_memory_state *at, rdg_memory_value *value, void *data)
{
    const double sigma = 2, limit = 0.7;
    (void)data;
    value->f = at->w[0];
    value->rate[0] = sigma * (at->v - at->v_sign * at->v * at->w[0] / limit);
    return 0;
}

static inline int lugre_law(const rdg_memory_state *at, rdg_memory_value *value, void *data)
{
    const double s0 = 5, s1 = 0.2, s2 = 0.1, fc = 0.6, fs = 0.9, vs = 0.5;
    const double g = fc + (fs - fc) * exp(-at->v * at->v / (vs * vs));
    (void)data;
    value->rate[0] = at->v - s0 * at->v_sign * at->v * at->w[0] / g;
    value->f = s0 * at->w[0] + s1 * value->rate[0] + s2 * at->v;
    return 0;
}

enum { JENKINS, BOUC_WEN, DAHL, LUGRE, HYSTERETIC_LAWS };

static inline rdg_memory_element hysteretic_element(int which, rdg_index samples)
{
    static const rdg_memory_law law[HYSTERETIC_LAWS] = {jenkins_law, bouc_wen_law, dahl_law, lugre_law};
    return (rdg_memory_element){.at = "x",
                                .law = law[which],
                                .memory = 1,
                                .derivatives = which == JENKINS,
                                .x_size = 1,
                                .v_size = 0.5,
                                .w_size = 0.5,
                                .kink_v = which != JENKINS,
                                .kink_w = which == BOUC_WEN,
                                .bound = which == JENKINS ? 1 : 0,
                                .samples = samples};
}

#endif
