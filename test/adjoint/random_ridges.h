/* Random structures with contacts, and the greatest peak of their responses by brute force: sweeps up and
 * down in frequency by a Newton method of its own, peaks by golden section. Nothing of rdg_frc_peaks() or
 * rdg_ridges_of() is used for it. */
#ifndef RDG_TEST_RANDOM_RIDGES_H
#define RDG_TEST_RANDOM_RIDGES_H

#include "support.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/mechanics.h>

enum { MOST_MASSES = 12, MOST_CONTACTS = 8, MOST_Q = 4 * MOST_MASSES, MOST_PEAKS = 64 };

typedef struct random_ridges {
    rdg_hbm *hb;
    double low, high;     /* window of frequencies, rad/s */
    double least, most;   /* of levels, N */
    int masses, contacts; /* how many */
    const char *sort;     /* what is special about it */
} random_ridges;

/* log-uniform between a and b; one of 0 to n - 1 */
static inline double dice_scale(uint64_t *seed, double a, double b)
{
    return a * pow(b / a, 0.5 + 0.5 * random_signed(seed));
}

static inline int dice_of(uint64_t *seed, int n)
{
    const int k = (int)(n * (0.5 + 0.5 * random_signed(seed)));
    return k < n ? k : n - 1;
}

/* Units of length, time and force in which the numbers below are. */
typedef struct dice_units {
    double length, time, force;
} dice_units;

static inline void fill_chain(uint64_t *seed, int n, bool symmetric, dice_units unit, double *M, double *C,
                              double *K)
{
    const double beta = dice_scale(seed, 0.01, 0.06), stiff = unit.force / unit.length;
    for (int i = 0; i < n; i++) {
        const double mass = dice_scale(seed, 0.7, 1.4), ground = dice_scale(seed, 0.4, 1.5);
        const double tie = dice_scale(seed, 0.1, 1.5);
        M[(n + 1) * i] = symmetric ? 1.0 : mass;
        K[(n + 1) * i] += symmetric ? 1.0 : ground;
        if (i + 1 < n) {
            const double k = symmetric ? 0.4 : tie;
            K[(n + 1) * i] += k;
            K[(n + 1) * (i + 1)] += k;
            K[i + n * (i + 1)] -= k;
            K[i + 1 + n * i] -= k;
        }
    }
    for (int i = 0; i < n * n; i++) {
        C[i] = unit.time * stiff * (beta * K[i] + 0.004 * M[i]);
        K[i] *= stiff;
        M[i] *= stiff * unit.time * unit.time;
    }
}

static inline void add_contact(uint64_t *seed, rdg_structure *s, int n, int number, const char *sort,
                               dice_units unit)
{
    char name[32], at[32], normal[32];
    const int a = strcmp(sort, "in a row") == 0 ? n - 1 : dice_of(seed, n), b = dice_of(seed, n);
    const double kt = unit.force / unit.length * dice_scale(seed, 0.1, 3.0);
    const double limit = unit.force * dice_scale(seed, 0.1, 3.0);
    const bool between = a != b && random_signed(seed) > 0.3;
    snprintf(name, sizeof name, "c%d", number);
    snprintf(at, sizeof at, between ? "t%d" : "x%d", between ? number : a);
    if (between) {
        rdg_name_combination(s, at, 2, (const rdg_index[]){a, b}, (const double[]){1.0, -1.0});
    }
    if (strcmp(sort, "gaps") == 0 && a != b) {
        snprintf(normal, sizeof normal, "x%d", b);
        rdg_contact_add(s, &(rdg_contact){.name = name,
                                          .tangential = at,
                                          .normal = normal,
                                          .kt = kt,
                                          .kn = kt,
                                          .mu = 0.4,
                                          .preload = number % 2 ? 0.0 : limit});
    } else if (strcmp(sort, "equal peaks") == 0) { /* alike at both ends of the chain */
        const int pair = number / 2;
        snprintf(at, sizeof at, "x%d", number % 2 ? 0 : n - 1);
        rdg_jenkins_add(s, &(rdg_jenkins){.name = name,
                                          .at = at,
                                          .kt = unit.force / unit.length * (1.0 + 0.5 * pair),
                                          .limit = unit.force * (1.0 + 0.2 * pair)});
    } else {
        rdg_jenkins_add(s, &(rdg_jenkins){.name = name, .at = at, .kt = kt, .limit = limit});
    }
}

static inline random_ridges random_structure(rdg_context *ctx, uint64_t *seed)
{
    static const char *const sorts[] = {"plain", "in a row",  "equal peaks",
                                        "gaps",  "hardening", "badly scaled"};
    static const int odd[] = {1, 3};
    double M[MOST_MASSES * MOST_MASSES] = {0.0}, C[MOST_MASSES * MOST_MASSES] = {0.0},
                           K[MOST_MASSES * MOST_MASSES] = {0.0};
    random_ridges r = {.masses = 3 + dice_of(seed, 10), .contacts = 1 + dice_of(seed, 8)};
    r.sort = sorts[dice_of(seed, 6)];
    const bool bad = strcmp(r.sort, "badly scaled") == 0;
    const dice_units unit = {bad ? 1e-7 : 1.0, bad ? 3e-4 : 1.0, bad ? 40.0 : 1.0};
    fill_chain(seed, r.masses, strcmp(r.sort, "equal peaks") == 0, unit, M, C, K);
    rdg_structure *s = rdg_structure_create(ctx, "chain", r.masses, M, C, K);
    for (int i = 0; i < r.masses; i++) {
        char name[32];
        snprintf(name, sizeof name, "x%d", i);
        rdg_name_dof(s, name, i);
    }
    for (int i = 0; i < r.contacts; i++) {
        add_contact(seed, s, r.masses, i, r.sort, unit);
    }
    if (strcmp(r.sort, "hardening") == 0) {
        rdg_cubic_spring_add(
            s, &(rdg_cubic_spring){.name = "cubic", .at = "x0", .k3 = dice_scale(seed, 0.003, 0.1)});
    }
    rdg_force_add(s, "x0", 1, 1.0);
    rdg_sensor_add(s, "Am", random_signed(seed) > 0.0 ? "x0" : "x1");
    r.hb = random_signed(seed) > 0.4 ? rdg_hbm_create(s, 2, odd) : rdg_hbm_create(s, 1, odd);
    r.low = 0.5 / unit.time;
    r.high = 2.2 / unit.time;
    r.least = 0.02 * unit.force;
    r.most = (strcmp(r.sort, "hardening") == 0 ? 1.0 : 4.0) * unit.force;
    return r;
}

/* --- responses by Newton's method */

typedef struct brute {
    rdg_hbm *hb;
    const rdg_function *R;
    rdg_index m;
    double level, low, high; /* N; the window, rad/s */
    double *J;               /* values of the Jacobian */
    rdg_problem *p;          /* for the sensor's value */
} brute;

static inline bool eliminate(rdg_index n, double (*A)[MOST_Q + 1])
{
    for (rdg_index k = 0; k < n; k++) {
        rdg_index best = k;
        for (rdg_index i = k + 1; i < n; i++) {
            best = fabs(A[i][k]) > fabs(A[best][k]) ? i : best;
        }
        if (!(fabs(A[best][k]) > 0.0)) {
            return false;
        }
        for (rdg_index j = k; j <= n; j++) {
            const double kept = A[k][j];
            A[k][j] = A[best][j];
            A[best][j] = kept;
        }
        for (rdg_index i = 0; i < n; i++) {
            const double factor = i == k ? 0.0 : A[i][k] / A[k][k];
            for (rdg_index j = k; factor != 0.0 && j <= n; j++) {
                A[i][j] -= factor * A[k][j];
            }
        }
    }
    for (rdg_index k = 0; k < n; k++) {
        A[k][n] /= A[k][k];
    }
    return true;
}

static inline double norm_of(rdg_index n, const double *x)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum += x[i] * x[i];
    }
    return sqrt(sum);
}

/* From Q at a frequency: the response there; false: none was found. */
static inline bool respond_at(brute *b, double omega, double *Q)
{
    static double A[MOST_Q][MOST_Q + 1];
    double u[MOST_Q + 2], y[MOST_Q];
    const rdg_index m = b->m;
    memcpy(u, Q, (size_t)m * sizeof *u);
    u[m] = omega;
    u[m + 1] = b->level;
    for (int it = 0; it < 25; it++) {
        memset(b->J, 0, (size_t)(m * (m + 2)) * sizeof *b->J); /* df adds up */
        if (b->R->f(m + 2, u, m, y, b->R->data) != 0 || b->R->df(m + 2, u, m, b->J, b->R->data) != 0) {
            return false;
        }
        memset(A, 0, sizeof A);
        const rdg_pattern *p = b->R->df_pattern;
        for (rdg_index j = 0; j < m; j++) {
            for (rdg_index e = p ? p->start[j] : j * m; e < (p ? p->start[j + 1] : (j + 1) * m); e++) {
                A[p ? p->row[e] : e - j * m][j] = b->J[e];
            }
            A[j][m] = y[j];
        }
        if (!eliminate(m, A)) {
            return false;
        }
        double step = 0.0;
        for (rdg_index j = 0; j < m; j++) {
            u[j] -= A[j][m];
            step = fmax(step, fabs(A[j][m]));
        }
        if (step <= 1e-12 * norm_of(m, u)) {
            memcpy(Q, u, (size_t)m * sizeof *Q);
            return true;
        }
    }
    return false;
}

static inline double amplitude_of(brute *b, double omega, const double *Q)
{
    double *u = rdg_start_values(b->p), value = 0.0;
    memcpy(u, Q, (size_t)b->m * sizeof *u);
    u[b->m] = omega;
    u[b->m + 1] = b->level;
    return rdg_parameter_value(b->p, "Am", u, &value) == RDG_OK ? value : NAN;
}

/* --- peaks of a sweep */

typedef struct brute_peaks {
    int n;
    double omega[MOST_PEAKS], amplitude[MOST_PEAKS];
} brute_peaks;

typedef struct sweep_point {
    double omega, amplitude, Q[MOST_Q];
} sweep_point;

/* Has the response jumped to another branch between two points close together? */
static inline bool jumps(const brute *b, const double *from, const double *to)
{
    double far = 0.0;
    for (rdg_index i = 0; i < b->m; i++) {
        far = fmax(far, fabs(to[i] - from[i]));
    }
    return far > 0.3 * norm_of(b->m, from);
}

/* Golden section between points on either side of the one in the middle. */
static inline void refine(brute *b, const sweep_point *left, const sweep_point *middle,
                          const sweep_point *right, brute_peaks *found)
{
    const double golden = 0.6180339887498949;
    double low = left->omega, high = right->omega;
    sweep_point best = *middle;
    double Q[MOST_Q];
    for (int i = 0; i < 40; i++) {
        double value[2], at[2] = {high - golden * (high - low), low + golden * (high - low)};
        for (int k = 0; k < 2; k++) {
            memcpy(Q, best.Q, sizeof Q);
            if (!respond_at(b, at[k], Q) || jumps(b, best.Q, Q)) {
                return;
            }
            value[k] = amplitude_of(b, at[k], Q);
            if (value[k] > best.amplitude) {
                best = (sweep_point){.omega = at[k], .amplitude = value[k]};
                memcpy(best.Q, Q, sizeof Q);
            }
        }
        *(value[0] > value[1] ? &high : &low) = value[0] > value[1] ? at[1] : at[0];
    }
    for (int side = -1; side <= 1; side += 2) { /* the three points need not have been of one branch */
        const double beside = best.omega * (1.0 + 1e-6 * side);
        memcpy(Q, best.Q, sizeof Q);
        if (respond_at(b, beside, Q) && amplitude_of(b, beside, Q) > best.amplitude * (1.0 + 1e-8)) {
            return;
        }
    }
    for (int k = 0; k < found->n; k++) {
        if (fabs(found->omega[k] / best.omega - 1.0) < 1e-5 &&
            fabs(found->amplitude[k] / best.amplitude - 1.0) < 1e-6) {
            return;
        }
    }
    if (found->n < MOST_PEAKS && best.omega > b->low && best.omega < b->high) { /* sweeps go beyond the end */
        found->omega[found->n] = best.omega;
        found->amplitude[found->n++] = best.amplitude;
    }
}

/* The next point, in shorter steps where the response jumps; false: there is none near by. */
static inline bool go_to(brute *b, const sweep_point *from, double step, sweep_point *to)
{
    for (int k = 0; k < 8; k++, step *= 0.5) {
        *to = *from;
        to->omega += step;
        if (respond_at(b, to->omega, to->Q) && !jumps(b, from->Q, to->Q)) {
            to->amplitude = amplitude_of(b, to->omega, to->Q);
            return true;
        }
    }
    return false;
}

static inline bool begin_at(brute *b, double omega, sweep_point *at)
{
    at->omega = omega;
    if (rdg_hbm_linear_response(b->hb, omega, b->level, at->Q) != RDG_OK || !respond_at(b, omega, at->Q)) {
        return false;
    }
    at->amplitude = amplitude_of(b, omega, at->Q);
    return true;
}

/* From one end of the window to the other one; behind a jump from what Newton's method finds there. */
static inline void sweep(brute *b, double from, double to, int points, brute_peaks *found)
{
    static sweep_point last[3]; /* the newest one first */
    const double step = (to - from) / points;
    int known = 0;
    double at = from;
    for (long k = 0; k < 20L * points && (to - at) * step > 0.0; k++) {
        sweep_point next = {.omega = at};
        if (known > 0 && go_to(b, &last[0], step, &next)) {
            known = known < 2 ? known + 1 : 3;
        } else {
            next = last[0]; /* over a fold, or at the start */
            next.omega = at + 0.3 * step;
            known = (k > 0 && respond_at(b, next.omega, next.Q)) || begin_at(b, next.omega, &next);
            next.amplitude = known ? amplitude_of(b, next.omega, next.Q) : 0.0;
        }
        at = next.omega;
        last[2] = last[1];
        last[1] = last[0];
        last[0] = next;
        if (known == 3 && last[1].amplitude > last[0].amplitude && last[1].amplitude >= last[2].amplitude) {
            refine(b, &last[2], &last[1], &last[0], found);
        }
    }
}

/* All peaks that sweeps up and down show at a level. */
static inline void find_by_brute_force(const random_ridges *r, double level, int points, brute_peaks *found)
{
    brute b = {.hb = r->hb,
               .R = rdg_hbm_function(r->hb),
               .m = rdg_hbm_unknowns(r->hb),
               .level = level,
               .low = r->low,
               .high = r->high};
    found->n = 0;
    assert_true(b.m <= MOST_Q);
    b.p = rdg_hbm_problem(r->hb, RDG_AT("omega", r->low), RDG_AT("alpha", level));
    b.J = calloc((size_t)(b.m * (b.m + 2)), sizeof *b.J);
    assert_non_null(b.p);
    assert_non_null(b.J);
    sweep(&b, r->low, r->high, points, found);
    sweep(&b, r->high, r->low, points, found);
    rdg_problem_free(b.p);
    free(b.J);
}

#endif
