/* Mistuned wheels in all tuned modes, and the full wheel with the same blades. */
#ifndef RDG_TEST_FULL_WHEEL_H
#define RDG_TEST_FULL_WHEEL_H

#include "mistuned_wheel.h"
#include "random_sector.h"

#include <ridgewalk/frc_peak.h>

enum { MOST_WHEEL = 9 * 4 };

static const double mass_damping = 0.01, stiffness_damping = 0.02;

/* A blade of two springs, one of them to the right face. Dense, [n * n]. */
static inline void blade_stiffness(uint64_t *seed, const random_sector *r, double *B)
{
    const int n = r->own + r->face;
    memset(B, 0, (size_t)(n * n) * sizeof *B);
    sector_tie(B, n, r->own - 2, r->own - 1, sector_scale(seed, 0.3, 1.0));
    sector_tie(B, n, r->own - 1, r->own, sector_scale(seed, 0.1, 0.3));
}

/* The stiffness B of a blade, and by how much each blade of the wheel deviates from it. */
static inline rdg_sparse random_blades(uint64_t *seed, const random_sector *r, double spread, double *B,
                                       rdg_index *start, rdg_index *row, double *deviation)
{
    blade_stiffness(seed, r, B);
    for (rdg_index j = 0; j < r->sectors; j++) {
        deviation[j] = spread * random_signed(seed);
    }
    return sparse_of(r->own + r->face, B, start, row);
}

/* The full wheel: the tuned one, and the blades' deviations where they belong. */
static inline rdg_structure *full_wheel(const rdg_sector *sector, const random_sector *r, const double *B,
                                        const double *deviation)
{
    const rdg_index n = r->own + r->face, N = r->own * r->sectors;
    rdg_structure *tuned = rdg_sector_wheel(rdg_sector_wave(sector, 1));
    rdg_sparse M, K;
    assert_int_equal(rdg_structure_matrices(tuned, &M, NULL, &K), RDG_OK);
    static double m[MOST_WHEEL * MOST_WHEEL], k[MOST_WHEEL * MOST_WHEEL];
    memset(m, 0, sizeof m);
    memset(k, 0, sizeof k);
    for (rdg_index c = 0; c < N; c++) {
        for (rdg_index e = K.pattern.start[c]; e < K.pattern.start[c + 1]; e++) {
            m[K.pattern.row[e] + N * c] = M.values[e];
            k[K.pattern.row[e] + N * c] = K.values[e];
        }
    }
    for (rdg_index j = 0; j < r->sectors; j++) {
        for (rdg_index e = 0; e < n * n; e++) {
            rdg_index at[2] = {e % n, e / n};
            for (int i = 0; i < 2; i++) { /* the right face is the left one of the next sector */
                at[i] = at[i] < r->own ? j * r->own + at[i] : (j + 1) % r->sectors * r->own + at[i] - r->own;
            }
            k[at[0] + N * at[1]] += deviation[j] * B[e];
        }
    }
    return rdg_structure_create(rdg_structure_context(tuned), "full", N, m, RDG_UNDAMPED, k);
}

static inline rdg_structure *damped_sector(rdg_context *ctx, uint64_t *seed, const random_sector *r)
{
    rdg_structure *s = sector_structure(ctx, seed, r);
    assert_ok(ctx, rdg_damping_proportional(s, mass_damping, stiffness_damping));
    return s;
}

static inline rdg_sector *rotor_of(rdg_structure *s, const random_sector *r)
{
    return rdg_sector_create(s,
                             &(rdg_sector_options){.sectors = r->sectors, .left = "left", .right = "right"});
}

typedef enum contact_kind { JENKINS, VARYING_LOAD, GAP, CONTACT_KINDS } contact_kind;

/* A contact at one blade, another between two, and forces on two sectors. */
static inline rdg_hbm *loaded(rdg_structure *s, const char *const name[3], contact_kind kind)
{
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "stop", .at = name[0], .k = 0.1, .k3 = 0.2});
    if (kind == JENKINS) {
        rdg_jenkins_add(s, &(rdg_jenkins){.name = "pad", .at = name[1], .kt = 0.3, .limit = 0.1});
    } else if (kind == VARYING_LOAD) {
        rdg_contact_add(s, &(rdg_contact){.name = "pad",
                                          .tangential = name[1],
                                          .normal = name[2],
                                          .kt = 0.3,
                                          .kn = 0.4,
                                          .mu = 0.5,
                                          .preload = 0.2});
    } else {
        rdg_gap_spring_add(s, &(rdg_gap_spring){.name = "pad", .at = name[1], .k = 0.3, .gap = 0.1});
    }
    rdg_force_add(s, name[0], 1, 1.0);
    rdg_force_add(s, name[2], 1, -0.4);
    rdg_sensor_add(s, "A", name[1]);
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3));
}

static inline rdg_peak greatest(rdg_context *ctx, rdg_hbm *hb, double alpha)
{
    rdg_peak peak;
    assert_ok(ctx, rdg_frc_peak(hb, "A", alpha, 0.5, 3.0, &peak));
    return peak;
}

static inline rdg_hbm *full(rdg_sector *sector, const random_sector *r, const double *B,
                            const double *deviation, contact_kind kind)
{
    rdg_structure *s = full_wheel(sector, r, B, deviation);
    rdg_damping_proportional(s, mass_damping, stiffness_damping);
    rdg_name_dof(s, "a", 3);
    rdg_name_dof(s, "b", r->own + 3);
    rdg_name_dof(s, "c", 2 * r->own + 2);
    return loaded(s, (const char *[]){"a", "b", "c"}, kind);
}

/* The greatest maximum of both forms of the wheel against that of the full one. The form with parameters. */
static inline rdg_hbm *compare_greatest(rdg_context *ctx, rdg_sector *sector, const random_sector *r,
                                        const rdg_sparse *blade, const double *B, const double *deviation,
                                        contact_kind kind)
{
    const char *const names[3] = {"q3", "sector1.q3", "sector2.q2"};
    rdg_hbm *hb = loaded(rdg_sector_mistuned_parameters(sector, r->own, blade, deviation), names, kind),
            *fixed = loaded(rdg_sector_mistuned(sector, r->own, blade, deviation), names, kind);
    assert_ok(ctx, rdg_error_status(ctx));
    const rdg_peak one = greatest(ctx, hb, 0.2), same = greatest(ctx, fixed, 0.2),
                   other = greatest(ctx, full(sector, r, B, deviation, kind), 0.2);
    assert_near(one.amplitude, other.amplitude, 1e-10, 0.0);
    assert_near(same.amplitude, other.amplitude, 1e-10, 0.0);
    assert_near(one.omega, other.omega, 1e-10, 0.0);
    assert_near(same.omega, other.omega, 1e-10, 0.0);
    return hb;
}

#endif
