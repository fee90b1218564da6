/* Orbits that shrink to an equilibrium: the branch ends at the Hopf point, whatever the coordinates, and not
 * where orbits are only slow. */
#include "orbit_run.h"
#include "smooth_systems.h"

static const double pi = 3.14159265358979323846;

/* How many points of a type a run has. */
static int count_of(rdg_context *ctx, const char *name, const char *type)
{
    rdg_run *run = rdg_run_open(ctx, name);
    int count = 0;
    while (rdg_run_find(run, type, count) >= 0) {
        count++;
    }
    rdg_run_free(run);
    return count;
}

/* r' = s r (mu - mu0 - r^2), theta' = w + c r^2, z' = -d z + e r^2, in the coordinates x = B (X, Y, z) + at.
 */
typedef struct hopf {
    double s, mu0, w, c, d, e;
    double B[9], inverse[9], at[3]; /* columns */
} hopf;

static int hopf_field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const hopf *q = data;
    double z[3] = {0, 0, 0}, rate[3];
    (void)n, (void)m;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            z[i] += q->inverse[i + 3 * k] * (u[k] - q->at[k]);
        }
    }
    const double r2 = z[0] * z[0] + z[1] * z[1], g = q->s * (u[3] - q->mu0 - r2), w = q->w + q->c * r2;
    rate[0] = g * z[0] - w * z[1];
    rate[1] = w * z[0] + g * z[1];
    rate[2] = -q->d * z[2] + q->e * r2;
    for (int i = 0; i < 3; i++) {
        y[i] = 0.0;
        for (int k = 0; k < 3; k++) {
            y[i] += q->B[i + 3 * k] * rate[k];
        }
    }
    return 0;
}

/* Columns from the identity and random numbers, and the inverse by Cramer's rule. */
static void mix(hopf *q, uint64_t *seed)
{
    double *B = q->B;
    for (int i = 0; i < 9; i++) {
        B[i] = (i % 4 == 0) + 0.4 * random_signed(seed);
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const int a = (i + 1) % 3, b = (i + 2) % 3, c = (k + 1) % 3, d = (k + 2) % 3;
            q->inverse[k + 3 * i] = B[a + 3 * c] * B[b + 3 * d] - B[a + 3 * d] * B[b + 3 * c];
        }
    }
    const double det = B[0] * q->inverse[0] + B[3] * q->inverse[1] + B[6] * q->inverse[2];
    for (int i = 0; i < 9; i++) {
        q->inverse[i] /= det;
    }
}

static hopf any_hopf(uint64_t *seed)
{
    hopf q = {.s = 0.3 + fabs(random_signed(seed)),
              .mu0 = random_signed(seed),
              .w = 1.0 + 2.0 * fabs(random_signed(seed)),
              .c = 0.5 * random_signed(seed),
              .d = 0.5 + fabs(random_signed(seed)),
              .e = random_signed(seed)};
    for (int i = 0; i < 3; i++) {
        q.at[i] = 3.0 * random_signed(seed);
    }
    mix(&q, seed);
    return q;
}

static void a_branch_ends_at_its_hopf_point(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 77;
    for (int k = 0; k < 5; k++) {
        hopf q = any_hopf(&seed);
        const double start = q.mu0 + 0.3 + 0.7 * fabs(random_signed(&seed)), high = start + 0.4;
        double x[3];
        for (int i = 0; i < 3; i++) {
            x[i] = q.at[i] + q.B[i] * 0.7;
        }
        rdg_hybrid *h = rdg_hybrid_smooth(ctx, "Hopf", 3, &(rdg_hybrid_function){.f = hopf_field, .data = &q},
                                          RDG_PARAMETERS("mu"), &start, NULL);
        rdg_problem *p =
            rdg_shooting_problem(rdg_shooting_create(h, &(rdg_shooting_options){.x = x, .transient = 80.0}));
        assert_ok(ctx, rdg_continue(p, "orbits", RDG_RELEASE("mu"), RDG_WINDOW("mu", q.mu0 - 1.0, high),
                                    RDG_IN_MEMORY));
        assert_int_equal(rdg_shortfalls(ctx), 0);
        assert_int_equal(count_of(ctx, "orbits", "HB"), 1);
        assert_int_equal(count_of(ctx, "orbits", "FP") + count_of(ctx, "orbits", "BP"), 0);
        assert_near(value_at(ctx, "orbits", "HB", 0, "mu"), q.mu0, 0.0, 1e-11);
        assert_near(value_at(ctx, "orbits", "HB", 0, "T"), 2.0 * pi / q.w, 1e-8, 0.0);
        rdg_run *run = rdg_run_open(ctx, "orbits");
        const double *mu = rdg_run_column(run, "mu"), *T = rdg_run_column(run, "T");
        assert_true(rdg_run_count(run) < 200);
        for (rdg_index row = 0; row < rdg_run_count(run); row++) {
            assert_true(mu[row] > q.mu0 || strcmp(rdg_run_type(run, row), "HB") == 0);
            assert_near(T[row], 2.0 * pi / (q.w + q.c * (mu[row] - q.mu0)), 1e-8, 0.0);
        }
        rdg_run_free(run);
    }
}

/* From the stable orbit of two over the fold to the unstable one, which shrinks from the other side. */
static void an_unstable_orbit_shrinks_as_well(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = two_circles_system(ctx, -0.1);
    const rdg_shooting_options o = {.x = (double[]){0.9, 0.0}, .transient = 50.0};
    rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(h, &o));
    assert_ok(ctx, rdg_continue(p, "p1", RDG_RELEASE("p1"), RDG_WINDOW("p1", -1, 0.5), RDG_IN_MEMORY));
    assert_int_equal(count_of(ctx, "p1", "FP"), 1);
    assert_near(value_at(ctx, "p1", "FP", 0, "p1"), -0.25, 0.0, 1e-9);
    assert_near(value_at(ctx, "p1", "HB", 0, "p1"), 0.0, 0.0, 1e-11);
    assert_near(value_at(ctx, "p1", "HB", 0, "unstable"), 1.0, 0.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_branch_ends_at_its_hopf_point),
                                       TEST(an_unstable_orbit_shrinks_as_well)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
