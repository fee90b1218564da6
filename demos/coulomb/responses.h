/* Responses over the frequency: where the contact slips all the time by the closed form, where it sticks all
 * the time by the stuck structure, in between by orbits that are followed from an orbit to which rest leads,
 * over all sequences of stops, until they meet the others. All begin at r1 = 0.2: towards 0 stops become
 * many. */
#ifndef COULOMB_RESPONSES_H
#define COULOMB_RESPONSES_H

#include "systems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESPONSE_MASSES = 5,
    RESPONSE_GRID = 231,
    RESPONSE_ROWS = 16000,
    RESPONSE_BETAS = 8,
    RESPONSE_REGIMES = 4
};

typedef enum response_regime { LINEAR, CONTINUOUS, STICK_SLIP, STUCK } response_regime;

static const char *const response_names[RESPONSE_REGIMES] = {"linear", "continuous", "stick-slip", "stuck"};

typedef struct response_row {
    double r1, beta, stops, share, X[RESPONSE_MASSES], Z, phase[RESPONSE_MASSES], phase_z;
    double limit, stuck, rho;
    response_regime regime;
} response_row;

typedef struct responses {
    rdg_context *ctx;
    rdg_coulomb *c;
    rdg_index n;
    rdg_index rows;
    bool slipping_only; /* nothing in between */
    long missed;        /* frequencies with stick-slip to which no motion from rest came */
    response_row *row;
} responses;

static inline double response_r1(int k)
{
    return (20 + k) / 100.0;
}

/* In (-180, 180]; what is -180 but for rounding is 180. NaN stays. */
static inline double to_degrees(double angle)
{
    const double degrees = angle * 57.29577951308232;
    return isless(degrees, -179.9999999) ? degrees + 360.0 : degrees;
}

static inline void add_row(responses *r, const response_row *row)
{
    if (r->rows < RESPONSE_ROWS) {
        r->row[r->rows++] = *row;
    }
}

static inline response_row empty_row(double r1, double beta, const rdg_coulomb_limits *l)
{
    response_row row = {
        .r1 = r1, .beta = beta, .limit = l->continuous, .stuck = l->stuck, .phase_z = NAN, .rho = NAN};
    for (int i = 0; i < RESPONSE_MASSES; i++) {
        row.phase[i] = NAN;
    }
    return row;
}

/* The greatest modulus over half a period. */
static inline double slipping_multiplier(responses *r, const rdg_coulomb_response *at)
{
    double re[2 * RESPONSE_MASSES];
    double im[2 * RESPONSE_MASSES];
    double most = 0.0;
    const rdg_coulomb_start start = {.segments = 1,
                                     .regimes = (const rdg_contact_regime[]){RDG_COULOMB_BACK},
                                     .times = (const double[]){at->phase}};
    rdg_problem *p = rdg_orbit_problem_at(
        r->c, &start, (const rdg_at[]){RDG_AT("r1", at->r1), RDG_AT("beta", at->beta), {0, 0.0}});
    if (rdg_coulomb_orbit_multipliers(p, rdg_start_values(p), re, im) == RDG_OK) {
        for (rdg_index i = 0; i < 2 * r->n; i++) {
            most = fmax(most, hypot(re[i], im[i]));
        }
    }
    rdg_problem_free(p);
    return most;
}

static inline void add_slipping(responses *r, double r1, double beta, const rdg_coulomb_limits *l)
{
    response_row row = empty_row(r1, beta, l);
    rdg_coulomb_response at;
    if (rdg_coulomb_closed(r->c, r1, beta, &at, row.X, row.phase) != RDG_OK) {
        return;
    }
    for (rdg_index i = 0; i < r->n; i++) {
        row.phase[i] = to_degrees(row.phase[i]); /* NaN where there is no motion */
    }
    row.regime = beta > 0.0 ? CONTINUOUS : LINEAR;
    row.Z = at.Z;
    row.phase_z = to_degrees(at.phase);
    row.rho = beta > 0.0 ? slipping_multiplier(r, &at) : 1.0;
    add_row(r, &row);
}

static inline void add_stuck(responses *r, double r1, double beta, const rdg_coulomb_limits *l)
{
    response_row row = empty_row(r1, beta, l);
    row.regime = STUCK;
    row.share = 1.0;
    if (rdg_coulomb_stuck(r->c, r1, row.X) == RDG_OK) {
        for (rdg_index i = 0; i < r->n; i++) {
            row.phase[i] = row.X[i] < 0.0 ? 180.0 : 0.0;
            row.X[i] = fabs(row.X[i]);
        }
        add_row(r, &row);
    }
}

static inline double number_of(rdg_problem *p, const rdg_chart *chart, const char *name)
{
    return chart->mu[rdg_parameter_index(p, name)];
}

/* Of a run: each point with stops is a row. */
static inline bool add_orbit(rdg_problem *p, const rdg_chart *chart, void *data)
{
    responses *r = data;
    rdg_coulomb_limits l;
    const double r1 = number_of(p, chart, "r1");
    if (number_of(p, chart, "stops") < 0.5 || rdg_coulomb_limits_at(r->c, r1, &l) != RDG_OK) {
        return false;
    }
    response_row row = empty_row(r1, number_of(p, chart, "beta"), &l);
    row.regime = STICK_SLIP;
    row.stops = number_of(p, chart, "stops");
    row.share = number_of(p, chart, "stick");
    row.Z = number_of(p, chart, "Z");
    row.rho = sqrt(number_of(p, chart, "multiplier"));
    if (rdg_coulomb_orbit_amplitudes(p, chart->u, row.X) == RDG_OK) {
        add_row(r, &row);
    }
    return false;
}

static inline bool has_row_at(const responses *r, rdg_index first, double r1)
{
    for (rdg_index i = first; i < r->rows; i++) {
        if (fabs(r->row[i].r1 - r1) < 1e-9) {
            return true;
        }
    }
    return false;
}

/* Follow the orbit that rest leads to at grid point k both ways, within low .. high. */
static inline void follow_orbit(responses *r, double beta, int k, double low, double high, rdg_index n,
                                const double *at)
{
    const rdg_coulomb_start start = {.periods = 3000};
    rdg_problem *p = rdg_orbit_problem_at(
        r->c, &start, (const rdg_at[]){RDG_AT("r1", response_r1(k)), RDG_AT("beta", beta), {0, 0.0}});
    if (!p) { /* without an orbit near rest the frequency is left out, and counted */
        rdg_error_clear(r->ctx);
        return;
    }
    rdg_continue(p, "orbits", RDG_RELEASE("r1"), RDG_WINDOW("r1", low, high), RDG_UZ_LIST("r1", n, at),
                 RDG_STEP(0.05, 1e-6, 0.1), RDG_MAX_POINTS(2000), RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS,
                 RDG_NO_FOLDER, RDG_NO_TABLE, RDG_EXPECT_EARLY_END, RDG_OBSERVE(add_orbit, r));
    rdg_problem_free(p);
}

/* Stick-slip between grid points first and last: `at` are those of every fifth of them, where rows have to
 * be. */
static inline void add_orbits(responses *r, double beta, int first, int last)
{
    const rdg_index rows = r->rows;
    const double low = fmax(response_r1(first) - 0.01, 0.2);
    const double high = fmin(response_r1(last) + 0.01, 2.5);
    double at[RESPONSE_GRID];
    rdg_index n = 0;
    for (int k = first; k <= last; k++) {
        if (k % 5 == 0 && response_r1(k) > low && response_r1(k) < high) {
            at[n++] = response_r1(k);
        }
    }
    follow_orbit(r, beta, (first + last) / 2, low, high, n, at);
    for (int k = first; k <= last; k++) {
        if (k % 5 == 0 && !has_row_at(r, rows, response_r1(k))) {
            follow_orbit(r, beta, k, low, high, n, at);
            r->missed += !has_row_at(r, rows, response_r1(k));
        }
    }
}

/* A resonance without bound is narrower than the grid: more points on both sides of it. */
static inline void add_poles(responses *r, double beta)
{
    for (rdg_index k = 0; k < r->n; k++) {
        double pole = 0.0;
        double least = 0.0;
        if (rdg_coulomb_resonance(r->c, k, &pole, &least) != RDG_OK || beta >= least) {
            continue;
        }
        for (int j = 0; j < 14; j++) {
            rdg_coulomb_limits l = {.continuous = 0.0};
            const double r1 = pole + (j % 2 ? 1.0 : -1.0) * 0.008 * ldexp(1.0, -(j / 2));
            if (r1 > 0.2 && r1 < 2.5 && rdg_coulomb_limits_at(r->c, r1, &l) == RDG_OK &&
                beta <= l.continuous) {
                add_slipping(r, r1, beta, &l);
            }
        }
    }
}

/* Amplitudes in continuous slip, the contact's last; false: there is none. */
static inline bool slipping_amplitudes(responses *r, double r1, double beta, double *X)
{
    double phase[RESPONSE_MASSES];
    rdg_coulomb_response at;
    if (rdg_coulomb_closed(r->c, r1, beta, &at, X, phase) != RDG_OK) {
        rdg_error_clear(r->ctx);
        return false;
    }
    X[r->n] = at.Z;
    return true;
}

/* Change of an amplitude with the frequency, by a central difference; NaN: not known. */
static inline double slope_of(responses *r, double r1, double beta, rdg_index coordinate)
{
    const double by = 1e-6;
    double before[RESPONSE_MASSES + 1], behind[RESPONSE_MASSES + 1];
    return slipping_amplitudes(r, r1 - by, beta, before) && slipping_amplitudes(r, r1 + by, beta, behind)
               ? (behind[coordinate] - before[coordinate]) / (2.0 * by)
               : NAN;
}

/* Is there a resonance without bound between two frequencies? */
static inline bool has_pole_between(const responses *r, double low, double high, double beta)
{
    double pole = 0.0, least = 0.0;
    for (rdg_index k = 0; k < r->n; k++) {
        if (rdg_coulomb_resonance(r->c, k, &pole, &least) == RDG_OK && low < pole && pole <= high &&
            beta < least) {
            return true;
        }
    }
    return false;
}

/* A maximum between grid points that slip: where an amplitude's slope changes from above to below zero. */
static inline void add_maxima(responses *r, double low, double high, double beta)
{
    for (rdg_index i = 0; i <= r->n && !has_pole_between(r, low, high, beta); i++) {
        const double before = slope_of(r, low, beta, i), behind = slope_of(r, high, beta, i);
        rdg_coulomb_limits l = {.continuous = 0.0};
        if (isgreater(before, 0.0) && isless(behind, 0.0)) {
            rdg_root root = rdg_root_between(low, before, high, behind, 1e-8);
            while (rdg_root_next(&root, slope_of(r, root.at, beta, i), NAN)) {
            }
            if (rdg_coulomb_limits_at(r->c, root.at, &l) == RDG_OK && beta <= l.continuous) {
                add_slipping(r, root.at, beta, &l);
            }
        }
    }
}

static inline double margin_of_slip(responses *r, double r1, double beta, rdg_coulomb_limits *l)
{
    return rdg_coulomb_limits_at(r->c, r1, l) == RDG_OK ? l->continuous - beta : NAN;
}

/* Continuous slip ends between two grid points: a row at its end. */
static inline void add_end_of_slip(responses *r, double low, double high, double beta)
{
    rdg_coulomb_limits l = {.continuous = 0.0};
    const double at_low = margin_of_slip(r, low, beta, &l), at_high = margin_of_slip(r, high, beta, &l);
    if (isless(at_low * at_high, 0.0)) {
        rdg_root root = rdg_root_between(low, at_low, high, at_high, 1e-10);
        while (rdg_root_next(&root, margin_of_slip(r, root.at, beta, &l), NAN)) {
        }
        const double end = root.bracket.at[at_low > 0.0 ? 0 : 1];
        if (isgreaterequal(margin_of_slip(r, end, beta, &l), 0.0)) {
            const double slips = at_low > 0.0 ? low : high, inside = end + 1e-3 * (slips - end);
            add_slipping(r, end, beta, &l);
            add_maxima(r, fmin(inside, slips), fmax(inside, slips), beta);
        }
    }
}

/* What the grid does not show: maxima, and ends of continuous slip. */
static inline void add_between(responses *r, double beta)
{
    for (int k = 0; k + 1 < RESPONSE_GRID && beta > 0.0; k++) {
        const double low = response_r1(k), high = response_r1(k + 1);
        rdg_coulomb_limits l = {.continuous = 0.0};
        if (isgreaterequal(margin_of_slip(r, low, beta, &l), 0.0) &&
            isgreaterequal(margin_of_slip(r, high, beta, &l), 0.0)) {
            add_maxima(r, low, high, beta);
        } else {
            add_end_of_slip(r, low, high, beta);
        }
    }
}

static inline int by_frequency(const void *a, const void *b)
{
    const double x = ((const response_row *)a)->r1;
    const double y = ((const response_row *)b)->r1;
    return (x > y) - (x < y);
}

/* The response for one beta: rows by ascending r1. */
static inline void add_response(responses *r, double beta)
{
    const rdg_index begin = r->rows;
    int first = -1;
    for (int k = 0; k <= RESPONSE_GRID; k++) {
        rdg_coulomb_limits l = {.continuous = INFINITY};
        bool has_both = false;
        if (k < RESPONSE_GRID && rdg_coulomb_limits_at(r->c, response_r1(k), &l) != RDG_OK) {
            return;
        }
        if (k < RESPONSE_GRID && beta <= l.continuous) {
            add_slipping(r, response_r1(k), beta, &l);
        } else if (k < RESPONSE_GRID && beta >= l.stuck) {
            add_stuck(r, response_r1(k), beta, &l);
        } else {
            has_both = k < RESPONSE_GRID && !r->slipping_only;
        }
        if (has_both && first < 0) {
            first = k;
        } else if (!has_both && first >= 0) {
            add_orbits(r, beta, first, k - 1);
            first = -1;
        }
    }
    add_poles(r, beta);
    add_between(r, beta);
    qsort(r->row + begin, (size_t)(r->rows - begin), sizeof *r->row, by_frequency);
}

static inline bool begin_responses(responses *r, rdg_context *ctx, rdg_coulomb *c)
{
    *r = (responses){.ctx = ctx, .c = c, .n = rdg_coulomb_size(c)};
    r->row = calloc(RESPONSE_ROWS, sizeof *r->row);
    return r->row && r->n > 0;
}

#endif
