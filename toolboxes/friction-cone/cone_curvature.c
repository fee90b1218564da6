/* Second derivatives of a contact with a cone in time, and what follows where it closes. With r = x - w, e =
 * r/|r|, c = mu/kt:
 *
 *     E = de/dr = (1 - e e^T) / |r|,     d2e_i/dr_j dr_k = -(E_ij e_k + E_jk e_i + E_ki e_j) / |r| ,
 *
 *     rate  s e, s = e.v - c N',     onset  mu N - kt |r|,     end  s,     memory after it  x - c N e ,
 *     choice  kt |v| - mu N' . */
#include "cone_impl.h"

#include <math.h>
#include <string.h>

void rdg_cone_choice(const void *self, rdg_index d, rdg_index part, int surface, const rdg_law_state *at,
                     int which, rdg_law_event_surface *c)
{
    const rdg_contact_law law = rdg_cone_law_of(self);
    const double speed = hypot(at->v[0], at->v[1]);
    (void)part;
    (void)surface;
    (void)which;
    c->h = law.kt * speed - (d == 3 ? law.mu * law.kn * at->v[2] : 0);
    for (int j = 0; c->dh && speed > 0 && j < 2; j++) {
        c->dh[d + j] = law.kt * at->v[j] / speed;
    }
    if (c->dh && d == 3) {
        c->dh[d + 2] = -law.mu * law.kn;
    }
}

enum { R1, R2, V1, V2, Y, Y_RATE, ARGUMENTS };

/* A function of r, v, y, y' with two derivatives. */
typedef struct curve {
    double value, g[ARGUMENTS], h[ARGUMENTS][ARGUMENTS];
} curve;

/* lambda . e */
static curve direction(const double r[2], const double *lambda)
{
    const double size = hypot(r[0], r[1]), inverse = size > 0 ? 1 / size : 0;
    const double e[2] = {r[0] * inverse, r[1] * inverse};
    curve f = {.value = lambda[0] * e[0] + lambda[1] * e[1]};
    for (int j = 0; j < 2; j++) {
        f.g[j] = inverse * (lambda[j] - f.value * e[j]);
    }
    for (int j = 0; j < 2; j++) {
        for (int k = 0; k < 2; k++) {
            const double E = inverse * ((j == k) - e[j] * e[k]);
            f.h[j][k] = -inverse * (f.g[j] * e[k] + E * f.value + f.g[k] * e[j]);
        }
    }
    return f;
}

/* s; without a direction of r it is that of v */
static curve slip(const rdg_contact_law *law, const double r[2], const double *v, double y_rate)
{
    curve s = direction(r, v);
    for (int i = 0; i < 2; i++) {
        const curve e = direction(r, (double[]){i == 0, i == 1});
        s.g[V1 + i] = e.value;
        for (int j = 0; j < 2; j++) {
            s.h[V1 + i][j] = s.h[j][V1 + i] = e.g[j];
        }
    }
    const double c = law->mu / law->kt * law->kn;
    s.value -= c * y_rate;
    s.g[Y_RATE] = -c;
    return s;
}

static curve product(const curve *a, const curve *b)
{
    curve f = {.value = a->value * b->value};
    for (int i = 0; i < ARGUMENTS; i++) {
        f.g[i] = a->g[i] * b->value + a->value * b->g[i];
        for (int j = 0; j < ARGUMENTS; j++) {
            f.h[i][j] = a->h[i][j] * b->value + a->g[i] * b->g[j] + a->g[j] * b->g[i] + a->value * b->h[i][j];
        }
    }
    return f;
}

/* factor |z|, of arguments from `first` on */
static curve length(const double z[2], int first, double factor)
{
    curve f = {.value = 0};
    const double size = hypot(z[0], z[1]);
    for (int i = 0; size > 0 && i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            f.h[first + i][first + j] = factor * ((i == j) - z[i] / size * z[j] / size) / size;
        }
    }
    return f;
}

static curve ask(const rdg_contact_law *law, rdg_index d, const rdg_law_question *question,
                 const rdg_law_state *at, const double *mu)
{
    const double r[2] = {at->x[0] - at->w[0], at->x[1] - at->w[1]};
    const double y = d == 3 ? at->x[2] : 0, y_rate = d == 3 ? at->v[2] : 0;
    if (question->what == RDG_LAW_CHOICE) {
        return length(at->v, V1, mu[0] * law->kt);
    }
    curve f = {.value = 0};
    if (question->what == RDG_LAW_RATE) {
        if (at->status[0] == CONE_SLIP && law->mu > 0) {
            const curve s = slip(law, r, at->v, y_rate), e = direction(r, mu);
            f = product(&s, &e);
        }
        return f;
    }
    const enum cone_event event = rdg_cone_event_of(law, d, at->status[0], question->event);
    if (question->what == RDG_LAW_EVENT && event == CONE_ONSET) {
        return length(r, R1, -mu[0] * law->kt);
    }
    if (question->what == RDG_LAW_EVENT && event == CONE_END) {
        const curve s = slip(law, r, at->v, y_rate), one = {.value = mu[0]};
        return product(&s, &one);
    }
    if (question->what == RDG_LAW_PASS && event == CONE_END) {
        const double c = -law->mu / law->kt;
        curve load = {.value = c * (law->preload + law->kn * y)};
        load.g[Y] = c * law->kn;
        const curve e = direction(r, mu);
        f = product(&load, &e);
    }
    return f;
}

void rdg_cone_second(const void *self, rdg_index d, const rdg_law_question *question, const rdg_law_state *at,
                     const double *mu, double *d2)
{
    const rdg_contact_law law = rdg_cone_law_of(self);
    const curve f = ask(&law, d, question, at, mu);
    const rdg_index n = 2 * d + 2;
    /* places of x, v, w in the arguments, and their signs */
    int place[8], sign[8];
    for (int j = 0; j < 2; j++) {
        place[j] = place[2 * d + j] = R1 + j;
        sign[j] = 1;
        sign[2 * d + j] = -1;
        place[d + j] = V1 + j;
        sign[d + j] = 1;
    }
    if (d == 3) {
        place[2] = Y;
        place[5] = Y_RATE;
        sign[2] = sign[5] = 1;
    }
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j < n; j++) {
            d2[i + n * j] = sign[i] * sign[j] * f.h[place[i]][place[j]];
        }
    }
}
