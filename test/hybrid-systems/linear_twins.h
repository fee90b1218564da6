/* A linear mode twice: in closed form, and in steps. */
#ifndef RDG_TEST_LINEAR_TWINS_H
#define RDG_TEST_LINEAR_TWINS_H

#include "fresh_context.h"
#include "linear_field.h"

#include <ridgewalk/flow.h>

enum { MOST = LINEAR_STATES + LINEAR_NUMBERS + 2 };

/* The same field twice: in closed form, and in steps. */
typedef struct twins {
    rdg_context *ctx;
    rdg_hybrid *h[2];
    rdg_flow *flow[2];
    linear_field field;
    rdg_index n, ns, omega; /* omega: its place in sigma; -1 */
    double sigma[MOST], lambda[LINEAR_STATES];
} twins;

static inline void join(twins *t, int omega)
{
    const linear_field *f = &t->field;
    static const char *const names[] = {"p1", "p2", "p3", NULL};
    const char *parameters[4] = {NULL};
    memcpy(parameters, names, (size_t)f->np * sizeof *parameters);
    t->ctx = rdg_context_create();
    for (int i = 0; i < 2; i++) {
        t->h[i] = rdg_hybrid_create(t->ctx, "random", parameters, (double[]){1, 1, 1});
        if (f->forced) {
            rdg_hybrid_forcing(t->h[i], names[omega]);
        }
        rdg_hybrid_add_phase(t->h[i],
                             &(rdg_hybrid_phase){.name = "linear",
                                                 .n = f->n,
                                                 .field = {linear_f, linear_df, linear_d2f, &t->field},
                                                 .linear = i == 0,
                                                 .harmonics = i == 0 ? f->harmonics : 0});
        t->flow[i] = rdg_flow_create(t->h[i], &(rdg_flow_options){.relative = 1e-13, .absolute = 1e-15});
    }
    t->n = f->n;
    t->ns = rdg_flow_arguments(t->flow[0], 0);
    t->omega = f->forced ? f->n + omega : -1;
}

static inline void draw_place(twins *t, uint64_t *seed)
{
    for (rdg_index j = 0; j < t->ns; j++) {
        t->sigma[j] = 0.7 * random_signed(seed);
    }
    for (rdg_index i = 0; i < t->n; i++) {
        t->lambda[i] = random_signed(seed);
    }
    t->sigma[t->ns - 1] *= 4.0;
}

static inline double distance(const double *a, const double *b, rdg_index count)
{
    double worst = 0.0, largest = 1.0;
    for (rdg_index i = 0; i < count; i++) {
        worst = fmax(worst, fabs(a[i] - b[i]));
        largest = fmax(largest, fabs(b[i]));
    }
    return worst / largest;
}

#endif
