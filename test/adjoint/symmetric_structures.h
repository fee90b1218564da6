/* Random symmetric structures: pairs and rings of equal masses with equal springs to their neighbours and
 * equal elements: cubic springs, sliders, stops, or both sliders and cubic springs. They are driven all
 * alike, in turns, or at one mass. Where the symmetry of the motion breaks, the response has branch points.
 *
 * The referee is Newton's method from random starts at random frequencies of the window. */
#ifndef RDG_TEST_SYMMETRIC_STRUCTURES_H
#define RDG_TEST_SYMMETRIC_STRUCTURES_H

#include "response_scan.h"
#include "support.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/peak_set.h>
#include <ridgewalk/ridges.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SYMMETRIC_MASSES = 6 };

typedef struct symmetric {
    rdg_hbm *hb;
    int masses;
    double low, high;   /* window of frequencies, rad/s */
    double least, most; /* of levels, N */
    const char *kind;   /* of its elements */
} symmetric;

static inline double symmetric_scale(uint64_t *seed, double a, double b)
{
    return a * pow(b / a, 0.5 + 0.5 * random_signed(seed));
}

static inline int symmetric_dice(uint64_t *seed, int n)
{
    const int k = (int)(n * (0.5 + 0.5 * random_signed(seed)));
    return k < n ? k : n - 1;
}

static inline void symmetric_matrices(uint64_t *seed, int n, double *M, double *C, double *K)
{
    const double tie = symmetric_scale(seed, 0.02, 0.3) * (random_signed(seed) > 0.2 ? 1.0 : -1.0);
    const double ground = tie < 0.0 ? 1.0 - 2.0 * tie : 1.0, beta = symmetric_scale(seed, 0.005, 0.04);
    for (int i = 0; i < n; i++) {
        const int j = (i + 1) % n;
        M[i * (n + 1)] = 1.0;
        K[i * (n + 1)] += ground;
        if (n > 2 || i == 0) {
            K[i * (n + 1)] += tie;
            K[j * (n + 1)] += tie;
            K[i + n * j] -= tie;
            K[j + n * i] -= tie;
        }
    }
    for (int i = 0; i < n * n; i++) {
        C[i] = beta * K[i] + 0.002 * M[i];
    }
}

static inline void symmetric_add_elements(uint64_t *seed, rdg_structure *s, int n, const char *kind)
{
    const double k3 = symmetric_scale(seed, 0.01, 0.5), k = symmetric_scale(seed, 0.1, 2.0);
    const double limit = symmetric_scale(seed, 0.2, 2.0), gap = symmetric_scale(seed, 0.2, 2.0);
    for (int i = 0; i < n; i++) {
        char at[16], name[32];
        snprintf(at, sizeof at, "x%d", i);
        snprintf(name, sizeof name, "e%d", i);
        if (strcmp(kind, "stops") == 0) {
            rdg_gap_spring_add(s, &(rdg_gap_spring){.name = name, .at = at, .k = k, .gap = gap});
        }
        if (strcmp(kind, "cubic") == 0 || strcmp(kind, "both") == 0) {
            rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = name, .at = at, .k3 = k3});
        }
        if (strcmp(kind, "sliders") == 0 || strcmp(kind, "both") == 0) {
            snprintf(name, sizeof name, "j%d", i);
            rdg_jenkins_add(s, &(rdg_jenkins){.name = name, .at = at, .kt = k, .limit = limit});
        }
    }
}

static inline symmetric symmetric_structure(rdg_context *ctx, uint64_t name)
{
    static const char *const kinds[] = {"cubic", "sliders", "stops", "both"};
    static const int harmonic[] = {0, 1, 2, 3}, odd[] = {1, 3};
    double M[SYMMETRIC_MASSES * SYMMETRIC_MASSES] = {0.0}, C[SYMMETRIC_MASSES * SYMMETRIC_MASSES] = {0.0},
                                K[SYMMETRIC_MASSES * SYMMETRIC_MASSES] = {0.0};
    uint64_t seed = (name + 1) * 0x9E3779B97F4A7C15u;
    seed ^= seed >> 29;
    const int n = random_signed(&seed) > 0.0 ? 2 : 3 + symmetric_dice(&seed, 4);
    symmetric r = {
        .masses = n, .low = 0.5, .high = 2.6, .least = 0.02, .kind = kinds[symmetric_dice(&seed, 4)]};
    const int drive = symmetric_dice(&seed, 3);
    symmetric_matrices(&seed, n, M, C, K);
    rdg_structure *s = rdg_structure_create(ctx, "ring", n, M, C, K);
    for (int i = 0; i < n; i++) {
        char at[16];
        snprintf(at, sizeof at, "x%d", i);
        rdg_name_dof(s, at, i);
        if (drive == 0 || (drive == 1 && n % 2 == 0) || i == 0) {
            rdg_force_add(s, at, 1, drive == 1 && i % 2 ? -1.0 : 1.0);
        }
    }
    symmetric_add_elements(&seed, s, n, r.kind);
    rdg_sensor_add(s, "Am", random_signed(&seed) > -0.2 ? "x0" : "x1");
    r.most = symmetric_scale(&seed, 0.2, 1.5);
    r.hb = strcmp(r.kind, "stops") == 0 ? rdg_hbm_create(s, 3, harmonic)
           : random_signed(&seed) > 0.0 ? rdg_hbm_create(s, 1, odd)
                                        : rdg_hbm_create(s, 2, odd);
    assert_ok(ctx, rdg_error_status(ctx));
    return r;
}

/* The greatest amplitude that Newton's method finds at a level from random starts. */
static inline double symmetric_referee(rdg_context *ctx, const symmetric *r, double level, double size,
                                       double top_omega, int starts, uint64_t *seed)
{
    rdg_problem *p = rdg_hbm_problem(r->hb, RDG_AT("omega", 1.0), RDG_AT("alpha", level));
    const rdg_index m = rdg_hbm_unknowns(r->hb), omega = rdg_variable_index(p, "omega", NULL),
                    alpha = rdg_variable_index(p, "alpha", NULL);
    const double upper = fmin(r->high, 1.15 * fmax(top_omega, 1.0));
    double greatest = 0.0;
    rdg_set_load(p, NULL, 0.0, NULL, NULL); /* no solution rather than one by way of lower levels */
    for (int k = 0; k < starts; k++) {
        double *u = rdg_start_values(p), value = 0.0;
        const bool first_harmonic = k % 2; /* the large one */
        for (rdg_index i = 0; i < m; i++) {
            const double part = first_harmonic && i >= 2 * r->masses ? 0.02 : 1.0;
            u[i] = 1.5 * size * part * random_signed(seed);
        }
        u[omega] = 0.9 + (upper - 0.9) * (0.5 + 0.5 * random_signed(seed));
        u[alpha] = level;
        if (rdg_solve(p) == RDG_OK && rdg_parameter_value(p, "Am", rdg_start_values(p), &value) == RDG_OK) {
            greatest = fmax(greatest, value);
        }
        rdg_error_clear(ctx);
    }
    rdg_problem_free(p);
    return greatest;
}

/* Sets of maxima that claim to be whole: covered, nothing unresolved, all branch points followed. */
typedef struct symmetric_sets {
    int sets, whole, branched, uncertain;
    int wrong; /* whole, and a solution is higher than all maxima and both ends */
} symmetric_sets;

static inline void symmetric_judge_set(rdg_context *ctx, const symmetric *r, const rdg_peak_set *set,
                                       int starts, uint64_t name, symmetric_sets *sum)
{
    uint64_t seed = name * 77u + 5u;
    const rdg_peak_point *top = set->greatest < 0 ? NULL : set->peak[set->greatest];
    double known = top ? top->amplitude : 0.0;
    for (rdg_index k = 0; k < set->ends; k++) {
        known = fmax(known, set->end[k].amplitude);
    }
    sum->sets++;
    sum->whole += set->whole;
    sum->branched += set->branch_points > 0;
    sum->uncertain += !set->covered || set->unresolved > 0;
    if (set->whole &&
        symmetric_referee(ctx, r, set->level, known, top ? top->omega : 1.0, starts, &seed) > 1.001 * known) {
        sum->wrong++;
        print_message("structure %llu (%s, %d masses), level %.9g: higher than %.6g\n",
                      (unsigned long long)name, r->kind, r->masses, set->level, known);
    }
}

static inline symmetric_sets symmetric_set_campaign(uint64_t first, int count, int levels, int starts)
{
    symmetric_sets sum = {0};
    for (int k = 0; k < count; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const symmetric r = symmetric_structure(ctx, first + (uint64_t)k);
        rdg_peak_response *q = rdg_peak_response_create(r.hb, "Am", r.low, r.high, NULL);
        for (int i = 0; i < levels; i++) {
            const rdg_peak_set *set = rdg_peak_set_at(q, r.least * pow(r.most / r.least, (i + 0.9) / levels));
            assert_non_null(set);
            symmetric_judge_set(ctx, &r, set, starts, first + (uint64_t)k, &sum);
        }
        rdg_context_free(ctx);
    }
    print_message(
        "%d sets of %d symmetric structures: %d whole, %d of these wrong; %d with branch points, %d "
        "uncertain\n",
        sum.sets, count, sum.whole, sum.wrong, sum.branched, sum.uncertain);
    return sum;
}

typedef struct symmetric_count {
    int structures, certified; /* of these, at all levels */
    int branched;              /* with branch points */
    int levels, higher_found;  /* compared; with a higher solution than all maxima and the window's ends */
    int wrong;                 /* of these, certified */
    double worst;              /* height of such a solution, relative */
} symmetric_count;

static inline void symmetric_compare(rdg_context *ctx, const symmetric *r, const rdg_ridges *all,
                                     double level, int starts, uint64_t name, symmetric_count *sum)
{
    uint64_t seed = name * 77u + 5u;
    rdg_ridges_point top = {.amplitude = 0.0};
    assert_ok(ctx, rdg_ridges_greatest(all, level, &top));
    const rdg_peaks *found =
        scan_response(r->hb, "Am", RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", r->low, r->high));
    rdg_error_clear(ctx);
    double known = top.amplitude;
    for (int k = 0; found && k < 2; k++) {
        known = fmax(known, found->end[k].amplitude);
    }
    const double most = symmetric_referee(ctx, r, level, known, top.omega, starts, &seed);
    const bool higher = most > 1.001 * known;
    sum->levels++;
    sum->higher_found += higher;
    if (higher && rdg_ridges_certified(all, level)) {
        sum->wrong++;
        print_message("structure %llu (%s, %d masses), level %.9g: a solution of %.6g, known %.6g\n",
                      (unsigned long long)name, r->kind, r->masses, level, most, known);
    }
    sum->worst = higher ? fmax(sum->worst, most / known) : sum->worst;
}

/* `count` structures from a first one on: is a level certified at which another solution is higher? */
static inline symmetric_count symmetric_campaign(uint64_t first, int count, int samples, int levels,
                                                 int starts)
{
    symmetric_count sum = {.structures = count};
    for (int k = 0; k < count; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const symmetric r = symmetric_structure(ctx, first + (uint64_t)k);
        const rdg_ridges *all =
            rdg_ridges_of(r.hb, "all", "Am", RDG_WINDOW("alpha", r.least, r.most),
                          RDG_WINDOW("omega", r.low, r.high), RDG_RIDGES_SAMPLES(samples),
                          RDG_RIDGES_BUDGET(60.0), RDG_IN_MEMORY, RDG_NO_TABLE, RDG_EXPECT_EARLY_END);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_non_null(all);
        assert_true(all->branch_points == 0 || !all->certified);
        for (rdg_index i = 0; i < all->branch_points; i++) {
            assert_false(rdg_ridges_certified(all, all->branch_point[i].level));
        }
        sum.certified += all->certified;
        sum.branched += all->branch_points > 0;
        for (int i = 0; i < levels; i++) {
            const double level = r.least * pow(r.most / r.least, (i + 0.9) / levels);
            symmetric_compare(ctx, &r, all, level, starts, first + (uint64_t)k, &sum);
        }
        rdg_context_free(ctx);
    }
    print_message("%d structures: %d certified at all levels, %d with branch points; %d levels, at %d of "
                  "them a higher solution (up to %.3f times), %d of these certified\n",
                  sum.structures, sum.certified, sum.branched, sum.levels, sum.higher_found, sum.worst,
                  sum.wrong);
    return sum;
}

#endif
