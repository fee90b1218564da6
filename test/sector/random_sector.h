/* Random lumped rotors of 3 to 24 sectors in travelling waves: masses on a ring, blades on them, one to three
 * contacts of all types inside the sectors and across. */
#ifndef RDG_TEST_RANDOM_SECTOR_H
#define RDG_TEST_RANDOM_SECTOR_H

#include "fresh_context.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/sector.h>
#include <ridgewalk/wave.h>

enum { MOST_FACE = 2, MOST_OWN = 5, MOST_SECTOR_DOFS = MOST_OWN + MOST_FACE };

typedef struct random_sector {
    rdg_index sectors, order;
    int face, own, contacts; /* degrees of freedom: of a face, and of the wave */
    bool has_static;
    int n_harmonics, harmonic[8]; /* the static one included */
    rdg_structure *wave;
} random_sector;

static inline double sector_scale(uint64_t *seed, double a, double b)
{
    return a * pow(b / a, 0.5 + 0.5 * random_signed(seed));
}

static inline int sector_int(uint64_t *seed, int a, int b)
{
    const int k = a + (int)((0.5 + 0.5 * random_signed(seed)) * (double)(b - a + 1));
    return k > b ? b : k;
}

static inline void sector_tie(double *A, int n, int i, int j, double k)
{
    A[i + n * i] += k;
    A[j + n * j] += k;
    A[i + n * j] -= k;
    A[j + n * i] -= k;
}

/* Own degrees of freedom 0 .. own - 1, the first `face` are the left face; then the right face. */
static inline rdg_structure *sector_structure(rdg_context *ctx, uint64_t *seed, const random_sector *r)
{
    const int n = r->own + r->face;
    double M[MOST_SECTOR_DOFS * MOST_SECTOR_DOFS] = {0}, C[MOST_SECTOR_DOFS * MOST_SECTOR_DOFS] = {0},
                                K[MOST_SECTOR_DOFS * MOST_SECTOR_DOFS] = {0};
    for (int i = 0; i < r->own; i++) {
        M[i + n * i] = sector_scale(seed, 0.5, 2.0);
        K[i + n * i] += sector_scale(seed, 0.5, 2.0);
        for (int j = i + 1; j < r->own; j++) {
            sector_tie(K, n, i, j, random_signed(seed) > 0.0 ? sector_scale(seed, 0.1, 1.5) : 0.0);
        }
    }
    for (int i = 0; i < r->face;
         i++) { /* to the next sector, also from other masses than those of the face */
        sector_tie(K, n, i, r->own + i, sector_scale(seed, 0.1, 1.0));
        sector_tie(K, n, sector_int(seed, 0, r->own - 1), r->own + i, sector_scale(seed, 0.1, 1.0));
        M[r->own + i + n * (r->own + i)] = sector_scale(seed, 0.1, 0.5);
    }
    const double b = sector_scale(seed, 0.01, 0.05), a = random_signed(seed) > 0.0 ? 0.02 : 0.0;
    for (int k = 0; k < n * n; k++) {
        C[k] = a * M[k] + b * K[k];
    }
    if (sector_int(seed, 0, 3) == 0) { /* a dashpot across: damping that is not proportional */
        sector_tie(C, n, sector_int(seed, 0, r->own - 1), r->own, 0.05);
    }
    rdg_structure *s = rdg_structure_create(ctx, "sector", n, M, C, K);
    rdg_index left[MOST_FACE], right[MOST_FACE];
    for (int i = 0; i < r->face; i++) {
        left[i] = i;
        right[i] = r->own + i;
    }
    assert_ok(ctx, rdg_name_set(s, "left", r->face, left));
    assert_ok(ctx, rdg_name_set(s, "right", r->face, right));
    for (int i = 0; i < n; i++) {
        char name[32];
        snprintf(name, sizeof name, "q%d", i);
        assert_ok(ctx, rdg_name_dof(s, name, i));
    }
    return s;
}

/* A displacement: of one mass, of two of this sector, or across. */
static inline void sector_name(uint64_t *seed, const random_sector *r, const char *name)
{
    char one[32], other[32];
    const int i = sector_int(seed, 0, r->own - 1), j = sector_int(seed, 0, r->own + r->face - 1);
    snprintf(one, sizeof one, "q%d", i);
    snprintf(other, sizeof other, "q%d", j);
    if (j == i || j >= r->own || random_signed(seed) > 0.0) {
        snprintf(other, sizeof other, "q%d", j % r->own);
        rdg_name_across(r->wave, name, one, other);
    } else {
        rdg_name_relative(r->wave, name, i, j);
    }
}

static inline void sector_contact(uint64_t *seed, const random_sector *r, int number)
{
    char x[32], y[32];
    snprintf(x, sizeof x, "x%d", number);
    snprintf(y, sizeof y, "y%d", number);
    sector_name(seed, r, x);
    sector_name(seed, r, y);
    const double kt = sector_scale(seed, 0.2, 1.0), limit = sector_scale(seed, 0.05, 0.3);
    switch (sector_int(seed, 0, 4)) {
    case 0:
        rdg_jenkins_add(r->wave, &(rdg_jenkins){.at = x, .kt = kt, .limit = limit});
        break;
    case 1:
        rdg_contact_add(r->wave,
                        &(rdg_contact){.tangential = x, .kt = kt, .mu = 0.4, .preload = 2.0 * limit});
        break;
    case 2:
        rdg_contact_add(
            r->wave,
            &(rdg_contact){
                .tangential = x, .normal = y, .kt = kt, .kn = 1.2 * kt, .mu = 0.4, .preload = 2.0 * limit});
        break;
    case 3:
        rdg_gap_spring_add(r->wave, &(rdg_gap_spring){.at = x, .k = kt, .gap = limit});
        break;
    default:
        rdg_cubic_spring_add(r->wave, &(rdg_cubic_spring){.at = x, .k = 0.1 * kt, .k3 = kt});
        break;
    }
}

/* highest: of the harmonics, 1 .. 7 */
static inline random_sector random_sector_make(rdg_context *ctx, uint64_t *seed, int highest)
{
    random_sector r = {.sectors = sector_int(seed, 3, 24),
                       .face = sector_int(seed, 1, MOST_FACE),
                       .contacts = sector_int(seed, 1, 3)};
    r.order = sector_int(seed, 1, (int)r.sectors);
    r.own = sector_int(seed, r.face + 1, MOST_OWN);
    rdg_sector *sector =
        rdg_sector_create(sector_structure(ctx, seed, &r),
                          &(rdg_sector_options){.sectors = r.sectors, .left = "left", .right = "right"});
    r.wave = rdg_sector_wave(sector, r.order);
    for (int k = 0; k < r.contacts; k++) {
        sector_contact(seed, &r, k);
    }
    rdg_name_across(r.wave, "force across", "q0", "q1");
    rdg_force_phase_add(r.wave, "q1", 1, 1.0, random_signed(seed));
    rdg_force_add(r.wave, "force across", 1, 0.3);
    const int top = sector_int(seed, 1, highest);
    r.has_static = sector_int(seed, 0, 2) > 0;
    if (r.has_static) {
        r.harmonic[r.n_harmonics++] = 0;
    }
    for (int h = 1; h <= top; h++) {
        if (h == 1 || sector_int(seed, 0, 3) > 0) {
            r.harmonic[r.n_harmonics++] = h;
        }
    }
    assert_ok(ctx, rdg_error_status(ctx));
    return r;
}

/* On this sector and across. */
static inline void random_sector_sensors(const random_sector *r)
{
    rdg_sensor_add(r->wave, "A", "q1");
    rdg_sensor_add(r->wave, "across", "force across");
    rdg_sensor_peak_add(r->wave, "peak", "force across");
}

/* How many sectors the ring has, and their engine order. */
static inline rdg_index ring_sectors(const random_sector *r, rdg_index *order)
{
    rdg_index a = r->sectors, b = r->order;
    while (b != 0) {
        const rdg_index rest = a % b;
        a = b;
        b = rest;
    }
    *order = r->order / a;
    return r->sectors / a;
}

/* Coefficients of all sectors from those of one: [n_kept * n_coefficients] of `wave` to `ring`. Both keep the
 * same degrees of freedom of each sector. */
static inline void sector_expand(rdg_hbm *wave, rdg_hbm *ring, const random_sector *r, const double *Q,
                                 double *all)
{
    rdg_index order = 0;
    const rdg_index P = ring_sectors(r, &order), nk = rdg_hbm_kept(wave, NULL), n = rdg_hbm_kept(ring, NULL);
    const rdg_basis *basis = rdg_hbm_basis(wave);
    assert_int_equal(n, P * nk);
    for (rdg_index j = 0; j < P; j++) {
        for (rdg_index i = 0; i < nk; i++) {
            if (basis->has_static) {
                all[j * nk + i] = Q[i];
            }
            for (rdg_index k = 0; k < basis->n_harmonics; k++) {
                const rdg_index c = basis->has_static + 2 * k;
                const double theta =
                    2.0 * acos(-1.0) * (double)(basis->harmonic[k] * order * j % P) / (double)P;
                const double a = Q[c * nk + i], b = Q[(c + 1) * nk + i];
                all[c * n + j * nk + i] = cos(theta) * a - sin(theta) * b;
                all[(c + 1) * n + j * nk + i] = sin(theta) * a + cos(theta) * b;
            }
        }
    }
}

#endif
