/* Random structures with contacts, and random slider starts against their bands. */
#ifndef RDG_TEST_BOUNDS_RANDOM_H
#define RDG_TEST_BOUNDS_RANDOM_H

#include "bounds_models.h"

#include <ridgewalk/peak_set.h>

#include <inttypes.h>

typedef struct bounds_score {
    int systems, bands, refused, outside_systems, uncertain, not_reached;
    long starts, outside, responses;
    double worst_outside, worst_reach; /* relative to the amplitude; to the width */
    double worst_end;                  /* of the amplitude with the starts of the result, relative */
} bounds_score;

static inline double drawn_from(uint64_t *seed, double a, double b)
{
    return a + 0.5 * (b - a) * (1.0 + random_signed(seed));
}

static inline void random_vector(uint64_t *seed, int n, double *v)
{
    for (int i = 0; i < n; i++) {
        v[i] = random_signed(seed);
    }
}

/* 2 to 6 degrees of freedom, 1 to 4 contacts with oblique directions, loads of which many open. */
static inline void draw_model(uint64_t *seed, bounds_model *m)
{
    *m = (bounds_model){.n = (int)drawn_from(seed, 2, 6.999), .contacts = (int)drawn_from(seed, 1, 4.999)};
    double V[MODEL_DOF];
    for (int i = 0; i < m->n; i++) {
        m->M[i + m->n * i] = drawn_from(seed, 0.6, 1.8);
    }
    for (int k = 0; k < 2 * m->n; k++) { /* sums of squares: positive definite */
        random_vector(seed, m->n, V);
        for (int i = 0; i < m->n * m->n; i++) {
            m->K[i] += V[i % m->n] * V[i / m->n];
        }
    }
    for (int i = 0; i < m->n; i++) {
        m->K[i + m->n * i] += 1.0;
        for (int j = 0; j < m->n; j++) {
            m->C[i + m->n * j] = 0.04 * m->K[i + m->n * j];
        }
    }
    random_vector(seed, m->n, m->fstat);
    random_vector(seed, m->n, m->fc);
    random_vector(seed, m->n, m->mon);
    for (int k = 0; k < m->contacts; k++) {
        m->kt[k] = drawn_from(seed, 0.5, 2);
        m->kn[k] = drawn_from(seed, 0.5, 2);
        m->mu[k] = drawn_from(seed, 0.3, 0.7);
        m->N0[k] = drawn_from(seed, 0.2, 1);
        random_vector(seed, m->n, m->bx[k]);
        random_vector(seed, m->n, m->by[k]);
        const double size =
            pow(10.0, drawn_from(seed, -1, 0)); /* of its motion: some stick while others slip */
        for (int i = 0; i < m->n; i++) {
            m->bx[k][i] *= size;
        }
    }
}

static inline double peak_with(rdg_hbm *hb, double level, const double domain[2], int n, const double *z)
{
    static const char *const name[MODEL_CONTACTS] = {"c0.start", "c1.start", "c2.start",
                                                     "c3.start", "c4.start", "c5.start"};
    rdg_at at[MODEL_CONTACTS + 1] = {{0, 0.0}};
    for (int k = 0; k < n; k++) {
        at[k] = RDG_AT(name[k], z[k]);
    }
    rdg_peak_response *r = rdg_peak_response_create(hb, "A", domain[0], domain[1], at);
    const rdg_peak_set *set = rdg_peak_set_at(r, level);
    const double amplitude = set && set->greatest >= 0 ? set->peak[set->greatest]->amplitude : NAN;
    rdg_peak_set_free(set);
    rdg_peak_response_free(r);
    rdg_error_clear(rdg_hbm_context(hb));
    return amplitude;
}

/* Random starts in turn over the whole range, and near the lower and the upper end, where it is hardest to
 * stay inside. */
static inline void draw_starts(const bounds_model *m, const rdg_bounds_result *b, int i, uint64_t *seed,
                               double *z)
{
    const double near = pow(10.0, drawn_from(seed, -7, -1));
    for (int k = 0; k < m->contacts; k++) {
        const double v = fmin(fmax(fabs(b->low.start[k]), fabs(b->high.start[k])), 20.0);
        const double start = i % 3 == 1 ? b->low.start[k] : b->high.start[k];
        z[k] = i % 3 == 0 ? v * 1.5 * random_signed(seed) : start + near * v * random_signed(seed);
    }
}

static inline void try_starts(rdg_hbm *hb, const bounds_model *m, const rdg_bounds_result *b, double level,
                              const double domain[2], int starts, uint64_t *seed, bounds_score *score)
{
    double least = INFINITY, greatest = 0.0, z[MODEL_CONTACTS];
    bool outside = false;
    for (int i = 0; i < starts; i++) {
        draw_starts(m, b, i, seed, z);
        const double A = peak_with(hb, level, domain, m->contacts, z);
        if (isnan(A)) {
            continue;
        }
        score->starts++;
        least = fmin(least, A);
        greatest = fmax(greatest, A);
        const double beyond = fmax(A - b->high.amplitude, b->low.amplitude - A) / A;
        outside = outside || beyond > 1e-9;
        score->outside += beyond > 1e-9;
        score->worst_outside = fmax(score->worst_outside, beyond);
    }
    score->outside_systems += outside;
    const double width = b->high.amplitude - b->low.amplitude;
    if (b->reason != RDG_BOUNDS_BAND) {
        return;
    }
    const double reach = fmax(least - b->low.amplitude, b->high.amplitude - greatest);
    score->not_reached += reach > 1e-6 * b->high.amplitude;
    score->worst_reach = fmax(score->worst_reach, reach / width);
    /* the starts of the result make its ends */
    const double ends[2] = {peak_with(hb, level, domain, m->contacts, b->low.start),
                            peak_with(hb, level, domain, m->contacts, b->high.start)};
    score->worst_end = fmax(score->worst_end, fmax(fabs(ends[0] / b->low.amplitude - 1.0),
                                                   fabs(ends[1] / b->high.amplitude - 1.0)));
}

static inline void score_bounds(uint64_t seed, int starts, bounds_score *score)
{
    bounds_model m;
    rdg_bounds_result b;
    rdg_context *ctx = rdg_context_create();
    const bounds_score before = *score;
    const uint64_t system = seed;
    rdg_set_writer(ctx, NULL, NULL);
    draw_model(&seed, &m);
    rdg_hbm *hb = rdg_hbm_create(build_model(ctx, &m), RDG_HARMONICS(0, 1, 2, 3));
    const double level = drawn_from(&seed, 0.3, 1.5), domain[2] = {0.7, 2.5};
    const rdg_status status = rdg_bounds_at(hb, "A", level, domain[0], domain[1], &b);
    score->systems++;
    score->refused += status != RDG_OK;
    if (status == RDG_OK) {
        score->bands += b.reason == RDG_BOUNDS_BAND;
        score->responses += b.responses;
        score->uncertain += b.uncertain > 0;
        try_starts(hb, &m, &b, level, domain, starts, &seed, score);
    } else {
        rdg_error_clear(ctx);
    }
    if (score->outside > before.outside || score->not_reached > before.not_reached) {
        print_message("BOUNDS_SEED=%" PRIu64 ": %ld starts outside, %d ends missed\n", system,
                      score->outside - before.outside, score->not_reached - before.not_reached);
    }
    rdg_context_free(ctx);
}

static inline void print_score(const bounds_score *s)
{
    print_message(
        "%d structures, %d with a band, %d without a peak, %d with uncertain responses; %ld starts: %ld "
        "outside "
        "in %d structures, worst %.1e; ends missed by starts in %d, worst %.1e of the width; with the starts "
        "of "
        "the result %.1e off; %ld responses\n",
        s->systems, s->bands, s->refused, s->uncertain, s->starts, s->outside, s->outside_systems,
        s->worst_outside, s->not_reached, s->worst_reach, s->worst_end, s->responses);
}

#endif
