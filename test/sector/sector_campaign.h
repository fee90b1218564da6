/* Peaks and ridges of random sectors against those of their rings: by runs of both where the ring is small,
 * and at each of the sector's points by the equations of the ring where it is large. */
#ifndef RDG_TEST_SECTOR_CAMPAIGN_H
#define RDG_TEST_SECTOR_CAMPAIGN_H

#include "random_sector.h"

#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/rest.h>
#include <ridgewalk/ridge.h>
#include <ridgewalk/run.h>

enum { MOST_SPECIAL = 60, SMALL_RING = 200 /* unknowns: runs of it take seconds */ };

typedef struct campaign {
    int responses, peaks, large; /* of sectors whose ring is large */
    int ridges, special;
    int no_wave; /* rings whose solution is none, or whose curve branches */
    int lost; /* rings whose ridge leaves the wave where all contacts slip at once; their responses do not */
    int blurred;  /* non-smooth maxima of the wave that are smooth ones to the ring, of a curvature of some
                     1e8:  contacts of all its sectors begin to slip at once */
    double worst; /* relative difference */
} campaign;

/* Both, with the sensor "A" and a domain about the first mode with all contacts stuck. */
typedef struct pair {
    random_sector r;
    rdg_hbm *wave, *ring;
    double alpha, low, high;
} pair;

static inline pair campaign_pair(rdg_context *ctx, uint64_t *seed, int highest)
{
    pair p = {.r = random_sector_make(ctx, seed, highest)};
    double omega[MOST_OWN];
    rdg_sensor_add(p.r.wave, "A", "q1");
    assert_ok(ctx, rdg_structure_rest_frequencies(p.r.wave, p.r.own, omega));
    p.alpha = sector_scale(seed, 0.02, 0.5);
    p.low = 0.8 * omega[0];
    p.high = 1.25 * omega[0];
    p.wave = rdg_hbm_create(p.r.wave, p.r.n_harmonics, p.r.harmonic);
    rdg_hbm_solver(p.wave, RDG_DENSE);
    rdg_index order = 0;
    rdg_structure *ring = rdg_sector_ring(p.r.wave);
    rdg_sensor_add(ring, "B",
                   ring_sectors(&p.r, &order) > 1 ? "sector1.q1" : "q1"); /* in a wave equal to A */
    p.ring = rdg_hbm_create(ring, p.r.n_harmonics, p.r.harmonic);
    rdg_hbm_solver(p.ring, RDG_DENSE); /* compared unknown by unknown */
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

static inline double relative(double actual, double expected)
{
    return fabs(actual - expected) / fmax(fabs(expected), 1e-300);
}

static inline void note_worst(campaign *c, double error, const char *what, const pair *p)
{
    c->worst = fmax(c->worst, error);
    if (!(error <= 1e-10)) {
        print_error("%s: N = %d, r = %d, H = %d, alpha = %g: relative difference %g\n", what,
                    (int)p->r.sectors, (int)p->r.order, p->r.harmonic[p->r.n_harmonics - 1], p->alpha, error);
    }
}

/* The ring's residual at a solution of the sector, relative to the largest force in it. */
static inline double residual_on_ring(const pair *p, const double *u)
{
    const rdg_function *f = rdg_hbm_function(p->wave), *g = rdg_hbm_function(p->ring);
    double *U = calloc((size_t)g->n, sizeof *U), *y = calloc((size_t)g->m, sizeof *y);
    sector_expand(p->wave, p->ring, &p->r, u, U);
    U[g->m] = u[f->m];
    U[g->m + 1] = u[f->m + 1];
    assert_int_equal(g->f(g->n, U, g->m, y, g->data), 0);
    double worst = 0.0;
    for (rdg_index i = 0; i < g->m; i++) {
        worst = fmax(worst, fabs(y[i]));
    }
    free(U);
    free(y);
    return worst / u[f->m + 1]; /* the forces are alpha times about 1 */
}

/* NULL where the curve does not lead through the domain. */
static inline const rdg_peaks *peaks_of(rdg_context *ctx, rdg_hbm *hb, const pair *p)
{
    const rdg_peaks *found =
        rdg_frc_peaks(hb, "A", RDG_HOLD_AT("alpha", p->alpha), RDG_WINDOW("omega", p->low, p->high));
    const bool is_whole = rdg_error_status(ctx) == RDG_OK;
    rdg_error_clear(ctx);
    return is_whole ? found : NULL;
}

static inline void compare_peaks(rdg_context *ctx, const pair *p, campaign *c)
{
    const rdg_peaks *one = peaks_of(ctx, p->wave, p);
    if (!one) {
        return;
    }
    c->responses++;
    c->peaks += (int)one->count;
    for (rdg_index k = 0; k < one->count; k++) {
        note_worst(c, residual_on_ring(p, one->maximum[k].u), "residual of the ring", p);
    }
    if (rdg_hbm_unknowns(p->ring) > SMALL_RING) {
        c->large++;
        return;
    }
    const rdg_peaks *all = peaks_of(ctx, p->ring, p);
    if (!all || all->count != one->count) {
        c->no_wave++;
        return;
    }
    for (rdg_index k = 0; k < one->count; k++) {
        const double far = fmax(relative(one->maximum[k].omega, all->maximum[k].omega),
                                relative(one->maximum[k].amplitude, all->maximum[k].amplitude));
        if (far > 1e-10 && all->branch_points > one->branch_points) {
            c->no_wave++; /* the ring's curve goes over to another response */
            return;
        }
        note_worst(c, far, "maximum", p);
        c->blurred += one->maximum[k].kind == RDG_MAXIMUM_KINK && all->maximum[k].kind == RDG_MAXIMUM_SMOOTH;
        assert_true(one->maximum[k].kind == RDG_MAXIMUM_KINK || all->maximum[k].kind == RDG_MAXIMUM_SMOOTH);
    }
}

/* A special point of a ridge. */
typedef struct special {
    char type[8];
    double alpha, omega, A;
    bool is_wave; /* of the ring: the next sector moves as much */
} special;

/* Ends and events in their order, but for branch points; -1: there is no run. */
static inline int read_special(rdg_context *ctx, const char *name, const char *other, special *found)
{
    rdg_run *run = rdg_run_open(ctx, name);
    int n = 0;
    if (!run) {
        rdg_error_clear(ctx);
        return -1;
    }
    const double *alpha = rdg_run_column(run, "alpha"), *omega = rdg_run_column(run, "omega"),
                 *A = rdg_run_column(run, "A"), *B = rdg_run_column(run, other);
    for (rdg_index k = 0; k < rdg_run_count(run) && n < MOST_SPECIAL; k++) {
        const char *type = rdg_run_type(run, k);
        if (strcmp(type, "FP") == 0 || strcmp(type, "SLIP") == 0 || strcmp(type, "CE") == 0 ||
            strcmp(type, "EP") == 0) {
            snprintf(found[n].type, sizeof found[n].type, "%s", type);
            found[n].alpha = alpha[k];
            found[n].omega = omega[k];
            found[n].is_wave = relative(B[k], A[k]) < 1e-8;
            found[n++].A = A[k];
        }
    }
    rdg_run_free(run);
    return n;
}

/* Whether the ring's response at this forcing amplitude has a maximum there. */
static inline bool is_maximum_of_ring(rdg_context *ctx, const pair *p, const special *at)
{
    pair here = *p;
    here.alpha = at->alpha;
    const rdg_peaks *all = peaks_of(ctx, p->ring, &here);
    for (rdg_index k = 0; all && k < all->count; k++) {
        if (relative(at->omega, all->maximum[k].omega) < 1e-10 &&
            relative(at->A, all->maximum[k].amplitude) < 1e-10) {
            return true;
        }
    }
    return false;
}

static inline void compare_ridges(rdg_context *ctx, const pair *p, campaign *c)
{
    special one[MOST_SPECIAL], all[MOST_SPECIAL];
    rdg_hbm *hb[2] = {p->wave, p->ring};
    const char *const name[2] = {"sector", "ring"};
    if (rdg_hbm_unknowns(p->ring) > SMALL_RING) {
        return;
    }
    for (int k = 0; k < 2; k++) {
        rdg_ridge(hb[k], name[k], "A", RDG_FROM_MODE(1), RDG_WINDOW("alpha", 0.2 * p->alpha, p->alpha),
                  RDG_WINDOW("omega", p->low, p->high), RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING), RDG_NO_TABLE,
                  RDG_IN_MEMORY);
        rdg_error_clear(ctx);
    }
    const int n = read_special(ctx, "sector", "A", one), m = read_special(ctx, "ring", "B", all);
    if (n <= 0 || m <= 0) {
        return;
    }
    c->ridges++;
    for (int k = 0; k < n; k++) {
        if (k >= m || !all[k].is_wave || strcmp(one[k].type, all[k].type) != 0) {
            c->no_wave++; /* the symmetry is broken from here on */
            return;
        }
        c->special++;
        if (relative(one[k].omega, all[k].omega) > 1e-10 && is_maximum_of_ring(ctx, p, &one[k])) {
            c->lost++;
            return;
        }
        note_worst(c, relative(one[k].alpha, all[k].alpha), one[k].type, p);
        note_worst(c, relative(one[k].omega, all[k].omega), one[k].type, p);
        note_worst(c, relative(one[k].A, all[k].A), one[k].type, p);
    }
}

static inline campaign sector_campaign(void **state, uint64_t seed, int cases, bool ridges)
{
    campaign c = {0};
    for (int trial = 0; trial < cases; trial++) {
        const pair p = campaign_pair(*state, &seed, 7);
        (ridges ? compare_ridges : compare_peaks)(*state, &p, &c);
        free_context(state);
        fresh_context(state);
    }
    return c;
}

#endif
