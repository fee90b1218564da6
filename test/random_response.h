/* Random chains of masses with springs, contacts, gaps and cubic springs, and the maxima of their responses
 * by brute force: small steps along the whole curve. */
#ifndef RDG_TEST_RANDOM_RESPONSE_H
#define RDG_TEST_RANDOM_RESPONSE_H

#include "support.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/mechanics.h>

enum { RANDOM_MASSES = 6 };

typedef enum random_kind {
    LINEAR,
    RUBBING,
    SLIDING,
    STOPPED,
    HARDENING,
    ALL_SORTS,
    RANDOM_KINDS
} random_kind;

typedef struct random_response {
    rdg_hbm *hb;
    random_kind kind;
    int masses;
    double alpha, low, high;
    double M[RANDOM_MASSES * RANDOM_MASSES], C[RANDOM_MASSES * RANDOM_MASSES],
        K[RANDOM_MASSES * RANDOM_MASSES];
} random_response;

/* log-uniform between a and b */
static inline double random_scale(uint64_t *seed, double a, double b)
{
    return a * pow(b / a, 0.5 + 0.5 * random_signed(seed));
}

static inline void random_matrices(uint64_t *seed, random_response *r)
{
    const int n = r->masses;
    const double beta = random_scale(seed, 0.003, 0.06);
    memset(r->M, 0, sizeof r->M);
    memset(r->K, 0, sizeof r->K);
    for (int i = 0; i < n; i++) {
        const double k = random_scale(seed, 0.1, 1.5); /* weak coupling brings resonances together */
        const double ground = random_scale(seed, 0.5, 2.0);
        r->M[i + n * i] = random_scale(seed, 0.7, 1.4);
        r->K[i + n * i] += ground;
        if (i + 1 < n) {
            r->K[i + n * i] += k;
            r->K[i + 1 + n * (i + 1)] += k;
            r->K[i + n * (i + 1)] -= k;
            r->K[i + 1 + n * i] -= k;
        }
    }
    for (int i = 0; i < n * n; i++) {
        r->C[i] = beta * r->K[i] + 0.002 * r->M[i];
    }
}

static inline void random_element(uint64_t *seed, rdg_structure *s, random_kind kind, const char *name,
                                  const char *at)
{
    const double k = random_scale(seed, 0.2, 3.0);
    switch (kind) {
    case RUBBING:
        rdg_contact_add(
            s,
            &(rdg_contact){
                .name = name, .tangential = at, .kt = k, .mu = 0.5, .preload = random_scale(seed, 0.5, 4.0)});
        break;
    case SLIDING:
        rdg_jenkins_add(
            s, &(rdg_jenkins){.name = name, .at = at, .kt = k, .limit = random_scale(seed, 0.3, 3.0)});
        break;
    case STOPPED:
        rdg_gap_spring_add(
            s, &(rdg_gap_spring){.name = name, .at = at, .k = k, .gap = random_scale(seed, 0.1, 3.0)});
        break;
    case HARDENING:
        rdg_cubic_spring_add(
            s, &(rdg_cubic_spring){.name = name, .at = at, .k3 = random_scale(seed, 0.01, 0.3)});
        break;
    default:
        break;
    }
}

static inline random_response random_system(rdg_context *ctx, uint64_t *seed, random_kind kind)
{
    static const char *const place[] = {"x0", "x1", "x2", "x3", "x4", "x5"};
    static const char *const element[] = {"e0", "e1", "e2", "e3"};
    static const int harmonic[] = {0, 1, 2, 3};
    random_response r = {
        .kind = kind, .masses = 2 + (int)(2.499 + 2.499 * random_signed(seed)), .low = 0.4, .high = 2.6};
    const int elements = kind == LINEAR ? 0 : 1 + (int)(1.499 + 1.499 * random_signed(seed));
    const bool rich = random_signed(seed) > 0.0;
    random_matrices(seed, &r);
    rdg_structure *s = rdg_structure_create(ctx, "chain", r.masses, r.M, r.C, r.K);
    for (int i = 0; i < r.masses; i++) {
        rdg_name_dof(s, place[i], i);
    }
    const bool stops = kind == STOPPED || kind == ALL_SORTS;
    for (int i = 0; i < elements; i++) {
        const int at = (int)((r.masses - 0.01) * (0.5 + 0.5 * random_signed(seed)));
        const random_kind what =
            kind == ALL_SORTS ? (random_kind)(RUBBING + (int)(3.99 * (0.5 + 0.5 * random_signed(seed))))
                              : kind;
        random_element(seed, s, what, element[i], place[at]);
    }
    rdg_force_add(s, place[0], 1, 1.0);
    rdg_sensor_add(s, "Am", place[random_signed(seed) > 0.0 ? 0 : r.masses - 1]);
    r.hb = kind == LINEAR || !(rich || stops) ? rdg_hbm_create(s, 1, &harmonic[1])
           : stops                            ? rdg_hbm_create(s, rich ? 4 : 2, harmonic)
                                              : rdg_hbm_create(s, 3, harmonic + 1);
    r.alpha = random_scale(seed, 0.05, 1.0);
    return r;
}

/* --- brute force */

enum { BRUTE_POINTS = 60000, BRUTE_PEAKS = 64 };

typedef struct brute_force {
    long n;
    double omega[BRUTE_POINTS], amplitude[BRUTE_POINTS];
    long peak[BRUTE_PEAKS]; /* at which the amplitude is greater than at both neighbours */
    int peaks;
    rdg_index omega_at, amplitude_at;
} brute_force;

static inline bool brute_see(rdg_problem *p, const rdg_chart *chart, void *data)
{
    brute_force *b = data;
    (void)p;
    if (b->n < BRUTE_POINTS) {
        b->omega[b->n] = chart->mu[b->omega_at];
        b->amplitude[b->n++] = chart->mu[b->amplitude_at];
    }
    return b->n >= BRUTE_POINTS;
}

/* Follow the curve from the window's lower end in steps of h at most. */
static inline bool brute_follow(rdg_context *ctx, const random_response *r, double h, brute_force *b)
{
    rdg_run_summary summary;
    b->n = b->peaks = 0;
    rdg_problem *p = rdg_hbm_problem(r->hb, RDG_AT("omega", r->low), RDG_AT("alpha", r->alpha));
    b->omega_at = rdg_parameter_index(p, "omega");
    b->amplitude_at = rdg_parameter_index(p, "Am");
    rdg_continue(p, "brute", RDG_RELEASE("omega"), RDG_WINDOW("omega", r->low, r->high), RDG_DIRECTION(1),
                 RDG_STEP(0.1 * h, 1e-4 * h, h), RDG_MAX_POINTS(BRUTE_POINTS), RDG_OBSERVE(brute_see, b),
                 RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS, RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&summary));
    rdg_problem_free(p);
    for (long i = 1; i + 1 < b->n && b->peaks < BRUTE_PEAKS; i++) {
        if (b->amplitude[i] > b->amplitude[i - 1] && b->amplitude[i] >= b->amplitude[i + 1]) {
            b->peak[b->peaks++] = i;
        }
    }
    return rdg_error_status(ctx) == RDG_OK && summary.forwards == RDG_STOP_BOUNDARY &&
           fabs(b->omega[b->n - 1] - r->high) < 1e-9;
}

#endif
