/* The disc brake as systems that the toolboxes take: steady sliding as an equilibrium (ep), motion with slip,
 * stick and separation as a hybrid system (shooting). */
#ifndef DISC_BRAKE_MODELS_H
#define DISC_BRAKE_MODELS_H

#define ORDER 0
#include "motion.h"
#undef ORDER
#define ORDER 1
#include "motion.h"
#undef ORDER
#define ORDER 2
#include "motion.h"
#undef ORDER

#include <ridgewalk/ep.h>
#include <ridgewalk/hybrid.h>

static const char *const brake_parameter[BRAKE_PARAMETERS + 1] = {"N0", "Omega", "mu", "kir", "kpr", NULL};

enum { STATES = 2 * DOFS };

/* Outside of the domain: the pad at the centre of the disc. */
static inline bool brake_is_outside(const disc_brake *b, const double *u)
{
    return b->radial && b->r0 + u[PAD_R] <= 0.0;
}

static inline void brake_gradients(rdg_index n, rdg_index m, const number1 *y, double *values)
{
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < m; i++) {
            values[i + m * j] = y[i].g[j];
        }
    }
}

static inline void brake_hessian(rdg_index n, rdg_index m, const number2 *y, const double *lambda,
                                 double *values)
{
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j <= i; j++) {
            double sum = 0.0;
            for (rdg_index k = 0; k < m; k++) {
                sum += lambda[k] * y[k].h[i * (i + 1) / 2 + j];
            }
            values[i + n * j] = values[j + n * i] = sum;
        }
    }
}

/* The three callbacks of a function of motion.h that answers whether it has values; data: disc_brake. */
#define BRAKE_FUNCTION(name)                                                                                 \
    static inline int name##_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)             \
    {                                                                                                        \
        (void)n, (void)m;                                                                                    \
        return brake_is_outside(data, u) || !name##0(data, u, y);                                            \
    }                                                                                                        \
    static inline int name##_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)       \
    {                                                                                                        \
        number1 y[STATES];                                                                                   \
        if (brake_is_outside(data, u) || !name##1(data, u, y)) {                                             \
            return 1;                                                                                        \
        }                                                                                                    \
        brake_gradients(n, m, y, values);                                                                    \
        return 0;                                                                                            \
    }                                                                                                        \
    static inline int name##_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda,            \
                                 double *values, void *data)                                                 \
    {                                                                                                        \
        number2 y[STATES];                                                                                   \
        if (brake_is_outside(data, u) || !name##2(data, u, y)) {                                             \
            return 1;                                                                                        \
        }                                                                                                    \
        brake_hessian(n, m, y, lambda, values);                                                              \
        return 0;                                                                                            \
    }

BRAKE_FUNCTION(slip)
BRAKE_FUNCTION(stick)
BRAKE_FUNCTION(apart)
BRAKE_FUNCTION(lift)
BRAKE_FUNCTION(slowness)
BRAKE_FUNCTION(hold)
BRAKE_FUNCTION(holds)
BRAKE_FUNCTION(stop)
BRAKE_FUNCTION(start)
BRAKE_FUNCTION(release)

#include "hand_slopes.h"

#define BRAKE_CALLBACKS(name, b)                                                                             \
    {                                                                                                        \
        .f = name##_f, .df = name##_df, .d2f = name##_d2f, .data = (b)                                       \
    }

/* --- steady sliding */

/* Without friction, about: the pad pressed against its springs. */
static inline void brake_rest(const disc_brake *b, double *x)
{
    for (int i = 0; i < 2 * brake_dofs(b); i++) {
        x[i] = 0.0;
    }
    x[brake_dofs(b) - 1] = -b->value[N0] / b->kz;
}

/* Steady sliding as an equilibrium, from a small preload or friction on; `b` outlives it. */
static inline rdg_problem *brake_sliding(rdg_context *ctx, disc_brake *b)
{
    double x[STATES];
    brake_rest(b, x);
    return rdg_ep_problem(ctx, &(rdg_ep){.n = 2 * brake_dofs(b),
                                         .n_parameters = BRAKE_PARAMETERS,
                                         .parameters = brake_parameter,
                                         .x = x,
                                         .p = b->value,
                                         .f = slip_f,
                                         .df = slip_slope,
                                         .d2f = slip_d2f,
                                         .data = b});
}

/* --- motion */

/* Slip, stick and separation. Where the velocity all but vanishes the pad is held if friction suffices, else
 * it slips on in the other direction. What sticks does not lift off: friction, which falls with the normal
 * force, gives way before. `b` outlives the system. */
static inline rdg_hybrid *brake_system(rdg_context *ctx, disc_brake *b)
{
    const rdg_index n = 2 * brake_dofs(b);
    const rdg_hybrid_function slowness = {
        .f = slowness_f, .df = slowness_slope, .d2f = slowness_d2f, .data = b};
    const rdg_hybrid_function slip = {.f = slip_f, .df = slip_slope, .d2f = slip_d2f, .data = b};
    const rdg_hybrid_function apart = {.f = apart_f, .df = apart_slope, .d2f = apart_d2f, .data = b};
    rdg_hybrid *h = rdg_hybrid_create(ctx, "disc brake", brake_parameter, b->value);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "slip", .n = n, .field = slip});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "apart", .n = n, .field = apart});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "stick", .n = n, .field = BRAKE_CALLBACKS(stick, b)});
    const rdg_hybrid_event_surface event[] = {
        {.name = "lift", .from = "slip", .to = "apart", .direction = 1, .surface = BRAKE_CALLBACKS(lift, b)},
        {.name = "land", .from = "apart", .to = "slip", .surface = BRAKE_CALLBACKS(lift, b)},
        {.name = "catch",
         .from = "slip",
         .to = "stick",
         .surface = slowness,
         .reset = BRAKE_CALLBACKS(stop, b),
         .guard = BRAKE_CALLBACKS(holds, b),
         .reached = true,
         .projects = true},
        {.name = "turn",
         .from = "slip",
         .to = "slip",
         .surface = slowness,
         .reset = BRAKE_CALLBACKS(start, b),
         .reached = true,
         .projects = true},
        {.name = "break",
         .from = "stick",
         .to = "slip",
         .surface = BRAKE_CALLBACKS(hold, b),
         .reset = BRAKE_CALLBACKS(release, b),
         .projects = true},
    };
    for (size_t k = 0; k < sizeof event / sizeof *event; k++) {
        rdg_hybrid_add_event_surface(h, &event[k]);
    }
    rdg_hybrid_set_unit(h, "N0", "N");
    rdg_hybrid_set_unit(h, "Omega", "rad/s");
    return h;
}

#endif
