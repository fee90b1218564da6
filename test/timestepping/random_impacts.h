/* Random mechanisms with impacts, of sizes that differ by many powers of ten, by event-driven motion: no
 * contact is passed through, energy goes nowhere but to reactions, and what is printed does not change the
 * motion. */
#ifndef RDG_TEST_RANDOM_IMPACTS_H
#define RDG_TEST_RANDOM_IMPACTS_H

#include "support.h"

#include <ridgewalk/timestepping.h>

#include <math.h>

typedef enum impact_family {
    FALLING_BALL,  /* over a floor */
    SHAKEN_BALL,   /* over a floor that moves up and down */
    DRIVEN_MASS,   /* on a spring and a damper, under a stop */
    BALL_IN_BOWL,  /* with friction */
    BALL_ON_HILL,  /* thrown at a round hill, with friction */
    ROCKING_BLOCK, /* two corners over a floor, with friction */
    STACKED_BALLS, /* three over a floor */
    HANGING_BALL,  /* on a rod, an ideal constraint, beside a wall, with friction */
    FAMILIES
} impact_family;

/* Lengths in m, times in s, and the units that the mechanism has in their place: of each coordinate, m or
 * rad; of time, s; of masses and of gaps */
typedef struct impact_units {
    double coordinate[3], time, mass, gap;
} impact_units;

static const impact_units si_units = {{1.0, 1.0, 1.0}, 1.0, 1.0, 1.0};

typedef struct impact_problem {
    impact_family family;
    double gravity, restitution, mu; /* m/s^2 */
    double x, y;                     /* where floor, centre of bowl or hill are */
    double length;                   /* height of fall, radius, half width */
    double amplitude, omega;         /* of the floor */
    double h, until;
    double q[3], v[3];
    impact_units unit;
} impact_problem;

static inline rdg_index impact_coordinates(const impact_problem *p)
{
    return p->family <= DRIVEN_MASS ? 1 : p->family <= BALL_ON_HILL || p->family == HANGING_BALL ? 2 : 3;
}

static inline rdg_index impact_contacts(const impact_problem *p)
{
    return p->family == STACKED_BALLS ? 3 : p->family == ROCKING_BLOCK ? 2 : 1;
}

static inline int impact_directions(const impact_problem *p)
{
    return p->family >= BALL_IN_BOWL && p->family != STACKED_BALLS;
}

static inline void fill_terms(const impact_problem *p, double t, rdg_mechanism_terms *to)
{
    const rdg_index n = impact_coordinates(p);
    for (rdg_index i = 0; i < n; i++) {
        to->M[i * n + i] = 1.0;
        to->h[i] = n == 1 || p->family == STACKED_BALLS || i == 1 ? -p->gravity : 0.0;
    }
    if (p->family == DRIVEN_MASS) { /* rests at x with its spring slack */
        to->K[0] = p->gravity / p->length;
        to->C[0] = 0.1 * sqrt(to->K[0]);
        to->h[0] = to->K[0] * (p->x + p->amplitude * cos(p->omega * t));
    }
    if (p->family == ROCKING_BLOCK) {
        to->M[8] = p->length * p->length / 2.0;
        to->h[2] = 0.0;
    }
    if (p->family == STACKED_BALLS) { /* masses 1, 2, 3 */
        for (rdg_index i = 0; i < n; i++) {
            to->M[i * n + i] = (double)(i + 1);
            to->h[i] = -p->gravity * (double)(i + 1);
        }
    }
}

/* M Q'' = h - C Q' - K Q of coordinates Q_i = unit_i q_i, each equation times its unit */
static inline int impact_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to,
                               void *data)
{
    const impact_problem *p = data;
    const double *unit = p->unit.coordinate, time = p->unit.time;
    const rdg_index n = impact_coordinates(p);
    (void)q, (void)v;
    fill_terms(p, t * time, to);
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j < n; j++) {
            const double both = p->unit.mass * unit[i] * unit[j];
            to->M[j * n + i] *= both;
            to->C[j * n + i] *= both * time;
            to->K[j * n + i] *= both * time * time;
        }
        to->h[i] *= p->unit.mass * unit[i] * time * time;
    }
    return 0;
}

static inline void fill_geometry(const impact_problem *p, double t, const double *q,
                                 rdg_mechanism_geometry *to)
{
    if (p->family <= SHAKEN_BALL) {
        to->g[0] = q[0] - p->y - p->amplitude * sin(p->omega * t);
        to->drift[0] = -p->amplitude * p->omega * cos(p->omega * t);
        to->W[0] = 1.0;
    } else if (p->family == DRIVEN_MASS) {
        to->g[0] = p->x + 0.3 * p->length - q[0];
        to->W[0] = -1.0;
    } else if (p->family == HANGING_BALL) {
        const double x = q[0] - p->x, y = q[1] - p->y, r = hypot(x, y);
        to->g[0] = r - p->length;
        to->W[0] = x / r;
        to->W[1] = y / r;
        to->g[1] = x + p->amplitude;
        to->W[2] = 1.0;
        to->W[5] = 1.0;
    } else if (p->family <= BALL_ON_HILL) {
        const double x = q[0] - p->x, y = q[1] - p->y, r = hypot(x, y),
                     side = p->family == BALL_IN_BOWL ? -1 : 1;
        to->g[0] = side * (r - p->length);
        to->W[0] = side * x / r;
        to->W[1] = side * y / r;
        to->W[2] = -y / r;
        to->W[3] = x / r;
    } else if (p->family == ROCKING_BLOCK) {
        for (int k = 0; k < 2; k++) { /* a square, corners of its lower side */
            const double c = p->length * cos(q[2]), s = p->length * sin(q[2]), side = k ? 1.0 : -1.0;
            to->g[k] = q[1] - p->y + side * s - c;
            to->W[6 * k + 1] = 1.0;
            to->W[6 * k + 2] = side * c + s;
            to->W[6 * k + 3] = 1.0;
            to->W[6 * k + 5] = -side * s + c;
        }
    } else {
        for (int k = 0; k < 3; k++) {
            to->g[k] = q[k] - (k > 0 ? q[k - 1] : p->y);
            to->W[3 * k + k] = 1.0;
            if (k > 0) {
                to->W[3 * k + k - 1] = -1.0;
            }
        }
    }
}

static inline int impact_geometry(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    const impact_problem *p = data;
    const rdg_index n = impact_coordinates(p), bilateral = p->family == HANGING_BALL,
                    rows = bilateral + impact_contacts(p) * (1 + impact_directions(p));
    double at[3];
    for (rdg_index i = 0; i < n; i++) {
        at[i] = q[i] * p->unit.coordinate[i];
    }
    fill_geometry(p, t * p->unit.time, at, to);
    for (rdg_index row = 0; row < rows; row++) {
        to->drift[row] *= p->unit.gap * p->unit.time;
        for (rdg_index i = 0; i < n; i++) {
            to->W[row * n + i] *= p->unit.gap * p->unit.coordinate[i];
        }
    }
    for (rdg_index k = 0; k < bilateral + impact_contacts(p); k++) {
        to->g[k] *= p->unit.gap;
    }
    return 0;
}

static inline double impact_potential(double t, const double *q, void *data)
{
    const impact_problem *p = data;
    const double *unit = p->unit.coordinate, energy = p->unit.mass * p->unit.time * p->unit.time;
    const rdg_index up = impact_coordinates(p) > 1;
    (void)t;
    return energy * p->gravity *
           (p->family == STACKED_BALLS ? q[0] * unit[0] + 2 * q[1] * unit[1] + 3 * q[2] * unit[2] - 6 * p->y
                                       : q[up] * unit[up] - p->y);
}

/* 10^x, x between the two */
static inline double random_power(uint64_t *seed, double low, double high)
{
    return pow(10.0, low + (high - low) * 0.5 * (1.0 + random_signed(seed)));
}

static inline impact_problem random_impact(uint64_t *seed)
{
    impact_problem p = {.family = (impact_family)(int)(FAMILIES * 0.49999 * (1.0 + random_signed(seed))),
                        .unit = si_units};
    p.gravity = random_power(seed, -3, 5);
    p.restitution = 0.495 * (1.0 + random_signed(seed));
    p.restitution = random_signed(seed) > 0.8 ? 0.0 : random_signed(seed) > 0.8 ? 0.99 : p.restitution;
    p.mu = 0.4 * (1.0 + random_signed(seed));
    p.y = random_signed(seed) > 0.6 ? 0.0 : random_signed(seed) * random_power(seed, -2, 4);
    p.x = random_signed(seed) > 0.6 ? 0.0 : random_signed(seed) * random_power(seed, -2, 4);
    p.length = random_power(seed, -2, 1);
    const double fall = sqrt(2.0 * p.length / p.gravity), fast = p.length / fall;
    p.until = fall * (2.0 + 2.0 * (1.0 + random_signed(seed)));
    p.h = p.until / floor(random_power(seed, 0.1, 3));
    p.q[0] = p.y + p.length * (1.0 + 0.5 * random_signed(seed));
    if (p.family == SHAKEN_BALL) {
        p.amplitude = 0.1 * p.length * (1.0 + random_signed(seed));
        p.omega = 3.0 / fall * (1.0 + random_signed(seed));
        p.q[0] = p.y + p.length * (1.5 + 0.5 * random_signed(seed));
    } else if (p.family == DRIVEN_MASS) {
        p.amplitude = 0.5 * p.length * (1.0 + random_signed(seed));
        p.omega = 1.5 / fall * (1.0 + random_signed(seed));
        p.q[0] = p.x;
        p.until *= 5.0;
    } else if (p.family == HANGING_BALL) {
        const double angle = 0.8 + 0.5 * random_signed(seed);
        p.amplitude = 0.25 * p.length * (1.0 + random_signed(seed));
        p.q[0] = p.x + p.length * sin(angle);
        p.q[1] = p.y - p.length * cos(angle);
        p.until *= 5.0;
    } else if (p.family == BALL_IN_BOWL || p.family == BALL_ON_HILL) {
        const double angle = 1.2 * random_signed(seed);
        const double r = p.length * (p.family == BALL_IN_BOWL ? 0.6 * random_signed(seed) : 1.5);
        p.q[0] = p.x + r * sin(angle);
        p.q[1] = p.y + r * cos(angle);
        p.v[0] = fast * random_signed(seed);
        p.v[1] = 0.5 * fast * random_signed(seed);
    } else if (p.family == ROCKING_BLOCK) {
        p.q[0] = p.x;
        p.q[1] = p.y + 2.0 * p.length;
        p.q[2] = 0.3 * random_signed(seed);
        p.v[0] = fast * random_signed(seed);
        p.v[2] = random_signed(seed) / fall;
    } else if (p.family == STACKED_BALLS) {
        p.q[1] = p.q[0] + 0.5 * p.length * (1.0 + random_signed(seed));
        p.q[2] = p.q[1] + 0.5 * p.length * (1.0 + random_signed(seed));
    }
    return p;
}

/* 1e-6 to 1e6; exact: 4^-10 to 4^10, so that all rounding errors and square roots are the same */
static inline double random_unit(uint64_t *seed, bool exact)
{
    return exact ? ldexp(1.0, 2 * (int)floor(10.5 * random_signed(seed) + 0.5)) : random_power(seed, -6, 6);
}

static inline impact_units random_units(uint64_t *seed, bool exact)
{
    impact_units unit;
    for (int i = 0; i < 3; i++) {
        unit.coordinate[i] = random_unit(seed, exact);
    }
    unit.time = random_unit(seed, exact);
    unit.mass = random_unit(seed, exact);
    unit.gap = random_unit(seed, exact);
    return unit;
}

static inline rdg_mechanism *make_impact_mechanism(rdg_context *ctx, impact_problem *p)
{
    const int directions = impact_directions(p);
    const rdg_contact_law law = {.mu = p->mu,
                                 .directions = directions,
                                 .restitution = p->restitution,
                                 .restitution_tangential = directions ? p->restitution : 0.0};
    return rdg_mechanism_create(ctx, &(rdg_mechanism_options){.n = impact_coordinates(p),
                                                              .terms = impact_terms,
                                                              .bilateral = p->family == HANGING_BALL,
                                                              .contacts = impact_contacts(p),
                                                              .law = (rdg_contact_law[]){law, law, law},
                                                              .geometry = impact_geometry,
                                                              .potential = impact_potential,
                                                              .data = p});
}

/* Height over the floor of a ball that falls from rest */
static inline double bounced_height(const impact_problem *p, double t)
{
    const double g = p->gravity;
    double y = p->q[0] - p->y, v = 0.0;
    for (int k = 0; k < 20000 && v * v + 2.0 * g * y > 0.0; k++) {
        const double hit = (v + sqrt(v * v + 2.0 * g * y)) / g;
        if (t <= hit) {
            return y + v * t - 0.5 * g * t * t;
        }
        t -= hit;
        v = p->restitution * (g * hit - v);
        y = 0.0;
    }
    return 0.0;
}

/* What an impact problem got wrong; NULL: nothing. *off: by how much, relative; evaluations of its terms */
static inline const char *follow_impacts(impact_problem *p, double *off, long *evaluations, char *message,
                                         size_t capacity)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    const impact_units *unit = &p->unit;
    rdg_timestepping *ts = rdg_timestepping_create(
        make_impact_mechanism(ctx, p),
        &(rdg_timestepping_options){.scheme = RDG_EVENT_DRIVEN, .h = p->h / unit->time});
    const char *wrong = NULL;
    const double position = fabs(p->x) + fabs(p->y) + p->length, energy = p->gravity * p->length,
                 joule = unit->mass * unit->time * unit->time;
    double q[3], v[3];
    for (int i = 0; i < 3; i++) {
        q[i] = p->q[i] / unit->coordinate[i];
        v[i] = p->v[i] * unit->time / unit->coordinate[i];
    }
    *off = 0.0;
    message[0] = '\0';
    if (rdg_timestepping_start(ts, 0.0, q, v) != RDG_OK) {
        wrong = "does not start";
    }
    const rdg_motion *at = rdg_timestepping_motion(ts);
    const double begin = wrong ? 0.0 : at->kinetic + at->potential;
    while (!wrong && at->t * unit->time < p->until - 0.5 * p->h) {
        if (rdg_timestepping_step(ts) != RDG_OK) {
            wrong = "ends with a failure";
            break;
        }
        for (rdg_index k = 0; k < impact_contacts(p); k++) {
            *off = fmax(*off, -at->gap[k + (p->family == HANGING_BALL)] / unit->gap / position);
        }
        wrong = *off > 1e-8 ? "passes through a contact" : NULL;
        const double left =
            (at->kinetic + at->potential - begin - at->normal_work - at->friction_work) / joule;
        if (!wrong && p->family != SHAKEN_BALL && p->family != DRIVEN_MASS &&
            fabs(left) > 1e-8 * energy * (1.0 + position / p->length)) {
            wrong = "has an energy that does not come out even";
            *off = left / energy;
        }
        const double height = at->q[0] * unit->coordinate[0] - p->y;
        if (!wrong && p->family == FALLING_BALL &&
            fabs(height - bounced_height(p, at->t * unit->time)) > 1e-8 * p->length + 1e-9 * position) {
            wrong = "is not where it is exactly";
            *off = (height - bounced_height(p, at->t * unit->time)) / p->length;
        }
    }
    *evaluations = at->evaluations;
    snprintf(message, capacity, "%s", rdg_error_message(ctx) ? rdg_error_message(ctx) : "");
    rdg_context_free(ctx);
    return wrong;
}

/* Problems that end wrong, those that end with a message, and those that cost more in other units; the
 * greatest ratio of costs */
typedef struct impact_counts {
    int wrong, refused, costly;
    double ratio;
} impact_counts;

/* The problem as it is; *evaluations: of its terms */
static inline void count_impact(impact_problem *p, int place, const char *units, impact_counts *counts,
                                long *evaluations)
{
    double off;
    char message[400];
    const char *wrong = follow_impacts(p, &off, evaluations, message, sizeof message);
    if (wrong) {
        const bool is_refused = message[0] != '\0';
        print_message("problem %d%s, family %d, gravity %.3g m/s^2, e %.3g, mu %.3g, at %.6g, %.6g m, length "
                      "%.3g m, h %.3g s, until %.3g s: %s (%.2g) %s\n",
                      place, units, (int)p->family, p->gravity, p->restitution, p->mu, p->x, p->y, p->length,
                      p->h, p->until, wrong, off, message);
        counts->wrong += !is_refused;
        counts->refused += is_refused;
    }
}

/* Each problem in SI units, and in others: in every other one of these it costs the same. */
static inline impact_counts count_impacts(uint64_t seed, int problems)
{
    impact_counts counts = {0, 0, 0, 1.0};
    uint64_t units_seed = seed + 1000003;
    for (int k = 0; k < problems; k++) {
        impact_problem p = random_impact(&seed);
        long evaluations[2];
        count_impact(&p, k, "", &counts, &evaluations[0]);
        const bool exact = k % 2 == 0;
        p.unit = random_units(&units_seed, exact);
        count_impact(&p, k, " in other units", &counts, &evaluations[1]);
        const double ratio = exact ? (double)evaluations[1] / (double)evaluations[0] : 1.0;
        counts.ratio = fmax(counts.ratio, ratio);
        if (ratio > 1.05) {
            print_message("problem %d, family %d: %ld evaluations, in other units %ld\n", k, (int)p.family,
                          evaluations[0], evaluations[1]);
            counts.costly++;
        }
    }
    return counts;
}

#endif
