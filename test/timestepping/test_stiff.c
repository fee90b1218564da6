/* Elements of any stiffness: each step has an answer, and it is the one that trying all regimes finds. */
#include "mechanisms.h"
#include "shooting/structures.h"

#include <ridgewalk/mechanism_of.h>
#include <ridgewalk/ridgewalk.h>

#include <string.h>

enum { SLIDERS = 4, CASES = 100, STEPS = 40 };

static const char *const place[] = {"x1", "x2", "y", "slide", "press"};
static const double row[][DOFS] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, -1, 0}, {0, 0.5, -0.8}};

/* Of one to a million millions */
static double any_stiffness(uint64_t *seed)
{
    return pow(10.0, between(seed, 0.0, 12.0));
}

static void add_any(rdg_structure *s, uint64_t *seed, int kind, int i)
{
    const char *at = place[(int)between(seed, 0.0, 4.999)];
    const double k = any_stiffness(seed), limit = between(seed, 0.01, 1.0);
    char name[16];
    snprintf(name, sizeof name, "e%d", i);
    if (kind == 0) {
        rdg_jenkins_add(s, &(rdg_jenkins){.name = name, .at = at, .kt = k, .limit = limit});
    } else if (kind == 1) {
        rdg_iwan_add(s, &(rdg_iwan){.name = name, .at = at, .Kt = k, .Fs = limit, .chi = -0.5, .beta = 0.5});
    } else if (kind == 2) {
        rdg_tanh_friction_add(s,
                              &(rdg_tanh_friction){.name = name, .at = at, .force = limit, .epsilon = 1 / k});
    } else {
        rdg_gap_spring_add(s,
                           &(rdg_gap_spring){.name = name, .at = at, .k = k, .gap = between(seed, 0, 0.1)});
    }
}

/* Steps that were refused; iterations: the most that one took */
static int refused(rdg_context *ctx, uint64_t seed, int kind, rdg_scheme scheme, int *iterations)
{
    const double q[DOFS] = {0.0}, h = pow(10.0, between(&seed, -3.0, -1.0));
    double v[DOFS];
    rdg_structure *s = random_structure(ctx, &seed, NULL);
    add_loads(s);
    const int count = 1 + (int)between(&seed, 0.0, 3.999);
    for (int i = 0; i < count; i++) {
        add_any(s, &seed, kind < 4 ? kind : (int)between(&seed, 0.0, 3.999), i);
    }
    for (int i = 0; i < DOFS; i++) {
        v[i] = random_signed(&seed);
    }
    rdg_mechanism *m = rdg_mechanism_of(s, RDG_AT("omega", 1.3), RDG_AT("alpha", 0.8));
    rdg_timestepping *ts =
        rdg_timestepping_create(m, &(rdg_timestepping_options){.scheme = scheme, .h = h, .rho = 0.8});
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, q, v));
    int failed = 0;
    for (int k = 0; k < STEPS && !failed; k++) {
        failed = rdg_timestepping_step(ts) != RDG_OK;
        const int made = rdg_timestepping_motion(ts)->iterations;
        *iterations = made > *iterations ? made : *iterations;
    }
    rdg_error_clear(ctx);
    rdg_timestepping_free(ts);
    rdg_mechanism_free(m);
    return failed;
}

/* Schemes whose stages are one problem of a convex potential. The energy-decaying one has none: its matrix of
 * stages, squared, has a negative entry on its diagonal, -1/18 for rho = 0, so that springs and sliders with
 * k h^2 > 18 m may leave its two stages without an answer; regularised friction does not. */
static void each_step_has_an_answer_at_any_stiffness(void **state)
{
    static const char *const kind[] = {"Jenkins", "Iwan", "tanh", "gap", "all of them"};
    static const rdg_scheme scheme[] = {RDG_MOREAU, RDG_GENERALISED_ALPHA, RDG_NEWMARK, RDG_BATHE,
                                        RDG_ENERGY_DECAYING};
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i < 5; i++) {
            int failed = 0, most = 0;
            for (int c = 0; c < CASES; c++) {
                failed += refused(*state, 1000 * (uint64_t)k + (uint64_t)c + 1, k, scheme[i], &most);
            }
            printf("%s, %s: %d of %d refused, at most %d iterations\n", kind[k], rdg_scheme_name(scheme[i]),
                   failed, CASES, most);
            if (k == 2 || scheme[i] != RDG_ENERGY_DECAYING) {
                assert_int_equal(failed, 0);
                assert_true(most < 60);
            }
        }
    }
}

typedef struct sliding {
    system_matrices own;
    int count, at[SLIDERS];
    double kt[SLIDERS], limit[SLIDERS], f[SLIDERS], h;
} sliding;

/* A x = x in place, with exchanges */
static void eliminate(double A[DOFS][DOFS], double *x)
{
    for (int k = 0; k < DOFS; k++) {
        int best = k;
        for (int i = k + 1; i < DOFS; i++) {
            best = fabs(A[i][k]) > fabs(A[best][k]) ? i : best;
        }
        for (int j = 0; j < DOFS; j++) {
            const double kept = A[k][j];
            A[k][j] = A[best][j];
            A[best][j] = kept;
        }
        const double kept = x[k];
        x[k] = x[best];
        x[best] = kept;
        for (int i = k + 1; i < DOFS; i++) {
            const double factor = A[i][k] / A[k][k];
            for (int j = k; j < DOFS; j++) {
                A[i][j] -= factor * A[k][j];
            }
            x[i] -= factor * x[k];
        }
    }
    for (int k = DOFS - 1; k >= 0; k--) {
        for (int j = k + 1; j < DOFS; j++) {
            x[k] -= A[k][j] * x[j];
        }
        x[k] /= A[k][k];
    }
}

/* Force of a slider behind the step, as if it stuck */
static double stuck(const sliding *p, int i, const double *v0, const double *v1)
{
    double moved = 0.0;
    for (int k = 0; k < DOFS; k++) {
        moved += 0.5 * p->h * row[p->at[i]][k] * (v0[k] + v1[k]);
    }
    return p->f[i] + p->kt[i] * moved;
}

/* v1 with sliders in given regimes: 0 sticks, 1 and 2 slip forwards and backwards; by how much of its limit a
 * slider is not in its regime */
static double in_regimes(const sliding *p, const int *regime, const double *q, const double *v, double *v1)
{
    double A[DOFS][DOFS];
    const double h = p->h;
    for (int i = 0; i < DOFS; i++) {
        v1[i] = 0.0;
        for (int j = 0; j < DOFS; j++) {
            const int at = i + DOFS * j;
            A[i][j] = p->own.M[at] + 0.5 * h * p->own.C[at] + 0.25 * h * h * p->own.K[at];
            v1[i] += (p->own.M[at] - 0.5 * h * p->own.C[at] - 0.25 * h * h * p->own.K[at]) * v[j] -
                     h * p->own.K[at] * q[j];
        }
    }
    for (int s = 0; s < p->count; s++) {
        const double *W = row[p->at[s]], slips = regime[s] == 1 ? p->limit[s] : -p->limit[s];
        for (int i = 0; i < DOFS; i++) {
            v1[i] -= 0.5 * h * W[i] * (p->f[s] + (regime[s] > 0 ? slips : p->f[s]));
            for (int j = 0; j < DOFS && regime[s] == 0; j++) {
                A[i][j] += 0.25 * h * h * p->kt[s] * W[i] * W[j];
                v1[i] -= 0.25 * h * h * p->kt[s] * W[i] * W[j] * v[j];
            }
        }
    }
    eliminate(A, v1);
    double most = 0.0;
    for (int s = 0; s < p->count; s++) {
        const double f = stuck(p, s, v, v1) / p->limit[s];
        most = fmax(most, regime[s] == 0 ? fabs(f) - 1.0 : regime[s] == 1 ? 1.0 - f : 1.0 + f);
    }
    return most;
}

/* The answer that is best of all 3^count */
static double by_trying(const sliding *p, const double *q, const double *v, double *best)
{
    double least = INFINITY;
    int all = 1;
    for (int s = 0; s < p->count; s++) {
        all *= 3;
    }
    for (int k = 0; k < all; k++) {
        int regime[SLIDERS];
        for (int s = 0, left = k; s < p->count; s++, left /= 3) {
            regime[s] = left % 3;
        }
        double v1[DOFS];
        const double off = in_regimes(p, regime, q, v, v1);
        if (off < least) {
            least = off;
            memcpy(best, v1, sizeof v1);
        }
    }
    return least;
}

static rdg_timestepping *sliding_mass(rdg_context *ctx, uint64_t *seed, sliding *p, rdg_mechanism **m)
{
    rdg_structure *s = random_structure(ctx, seed, &p->own);
    p->h = pow(10.0, between(seed, -2.5, -1.0));
    p->count = 1 + (int)between(seed, 0.0, SLIDERS - 0.001);
    for (int i = 0; i < p->count; i++) {
        char name[16];
        snprintf(name, sizeof name, "e%d", i);
        p->at[i] = (int)between(seed, 0.0, 4.999);
        p->kt[i] = pow(10.0, between(seed, 0.0, 8.0));
        p->limit[i] = between(seed, 0.05, 3.0);
        rdg_jenkins_add(
            s, &(rdg_jenkins){.name = name, .at = place[p->at[i]], .kt = p->kt[i], .limit = p->limit[i]});
    }
    *m = rdg_mechanism_of(s, RDG_AT("omega", 1.3));
    return rdg_timestepping_create(*m, &(rdg_timestepping_options){.h = p->h, .tolerance = 1e-13});
}

static void sliders_are_in_the_regimes_that_trying_all_finds(void **state)
{
    double worst = 0.0;
    int slipped = 0, stuck_ones = 0;
    for (uint64_t c = 1; c <= CASES; c++) {
        uint64_t seed = c;
        sliding p = {.count = 0};
        rdg_mechanism *m;
        rdg_timestepping *ts = sliding_mass(*state, &seed, &p, &m);
        const double rest[DOFS] = {0.0}, kick[DOFS] = {random_signed(&seed), random_signed(&seed), 1.0};
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, rest, kick));
        for (int k = 0; k < STEPS; k++) {
            double q[DOFS], v[DOFS], v1[DOFS];
            memcpy(q, rdg_timestepping_motion(ts)->q, sizeof q);
            memcpy(v, rdg_timestepping_motion(ts)->v, sizeof v);
            assert_true(by_trying(&p, q, v, v1) < 1e-6);
            assert_ok(*state, rdg_timestepping_step(ts));
            const double *made = rdg_timestepping_motion(ts)->v;
            for (int i = 0; i < DOFS; i++) {
                worst = fmax(worst, fabs(made[i] - v1[i]));
            }
            for (int i = 0; i < p.count; i++) {
                const double f = stuck(&p, i, v, made);
                *(fabs(f) > p.limit[i] ? &slipped : &stuck_ones) += 1;
                p.f[i] = fmax(-p.limit[i], fmin(p.limit[i], f));
            }
        }
        rdg_timestepping_free(ts);
        rdg_mechanism_free(m);
    }
    printf("%d slipped, %d stuck; velocities differ by %.1e\n", slipped, stuck_ones, worst);
    assert_true(slipped > 1000 && stuck_ones > 1000);
    assert_true(worst < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_step_has_an_answer_at_any_stiffness),
        TEST(sliders_are_in_the_regimes_that_trying_all_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
