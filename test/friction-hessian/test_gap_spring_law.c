/* Gap spring: the force is that of the law, sampled finely; contacts of however short a duration are found; a
 * contact without friction is the same spring. */
#include "specimen.h"

#include <ridgewalk/contact.h>

static void sample(const specimen *s, const rdg_gap_spring *law, int samples, double *F)
{
    const rdg_index first = s->basis->harmonic[0] == 0;
    memset(F, 0, (size_t)s->m * sizeof *F);
    for (int i = 0; i < samples; i++) {
        const double tau = 2 * RDG_PI * i / samples;
        double x = first ? s->u[0] : 0;
        for (rdg_index h = first; h < s->basis->n; h++) {
            const rdg_index c = 2 * h - first;
            x += s->u[c] * cos(s->basis->harmonic[h] * tau) + s->u[c + 1] * sin(s->basis->harmonic[h] * tau);
        }
        const double f = fmax(0, law->k * (x - law->gap) + law->preload) / samples;
        if (first) {
            F[0] += f;
        }
        for (rdg_index h = first; h < s->basis->n; h++) {
            F[2 * h - first] += 2 * f * cos(s->basis->harmonic[h] * tau);
            F[2 * h - first + 1] += 2 * f * sin(s->basis->harmonic[h] * tau);
        }
    }
}

static void the_force_is_that_of_the_law(void **state)
{
    (void)state;
    uint64_t seed = 41;
    for (int k = 0; k < 200; k++) {
        const rdg_gap_spring law = {.at = "x",
                                    .k = specimen_between(&seed, 0.5, 2),
                                    .gap = 0.5 * random_signed(&seed),
                                    .preload = 0.5 * random_signed(&seed)};
        specimen s = specimen_open(&specimen_bases[k % SPECIMEN_BASES]);
        rdg_gap_spring_add(s.mass, &law);
        specimen_close(&s);
        double force[SPECIMEN_MOST], sampled[SPECIMEN_MOST];
        specimen_move(&s, &seed, 1);
        specimen_force(&s, s.u, force);
        sample(&s, &law, 5000, sampled);
        for (rdg_index i = 0; i < s.m; i++) {
            assert_near(force[i], sampled[i], 0, 3e-6);
        }
        rdg_context_free(s.ctx);
    }
}

/* Value and derivatives of the motion with harmonics 0 .. 5. */
static void jet(const double *u, double tau, double x[3])
{
    x[0] = u[0];
    x[1] = x[2] = 0;
    for (int h = 1; h <= 5; h++) {
        const double c = cos(h * tau), s = sin(h * tau), even = u[2 * h - 1] * c + u[2 * h] * s;
        x[0] += even;
        x[1] += h * (u[2 * h] * c - u[2 * h - 1] * s);
        x[2] -= h * h * even;
    }
}

/* The greatest displacement: the best of many samples, polished. */
static void highest(const double *u, double x[3])
{
    double best = 0, value[3];
    jet(u, 0, x);
    for (int i = 1; i < 2000; i++) {
        const double tau = 2 * RDG_PI * i / 2000;
        jet(u, tau, value);
        if (value[0] > x[0]) {
            best = tau;
            memcpy(x, value, sizeof value);
        }
    }
    for (int i = 0; i < 20; i++) {
        jet(u, best, x);
        best -= x[1] / x[2];
    }
    jet(u, best, x);
}

/* The top of x exceeds the gap by delta only: as a parabola x'' (tau - t)^2 / 2 it presses with the mean
 * force k (2/3) delta 2 sqrt(2 delta/|x''|) / (2 pi). */
static void the_shortest_contact_is_found(void **state)
{
    (void)state;
    const specimen_basis basis = {6, {0, 1, 2, 3, 4, 5}};
    uint64_t seed = 42;
    for (int k = 0; k < 300; k++) {
        for (int exponent = -12; exponent <= -6; exponent++) {
            const double delta = pow(10, exponent);
            specimen s = specimen_open(&basis);
            double x[3], jacobian[SPECIMEN_MOST * (SPECIMEN_MOST + 2)];
            s.m = 11;
            specimen_move(&s, &seed, 1);
            highest(s.u, x);
            rdg_gap_spring_add(s.mass, &(rdg_gap_spring){.at = "x", .k = 3, .gap = x[0] - delta});
            specimen_close(&s);
            specimen_jacobian(&s, s.u, jacobian);
            const double duration = 2 * sqrt(2 * delta / fabs(x[2]));
            assert_near(jacobian[0], 3 * duration / (2 * RDG_PI), 3e-3 + 0.1 * duration, 0);
            rdg_context_free(s.ctx);
        }
    }
}

static void a_contact_without_friction_is_the_same_spring(void **state)
{
    (void)state;
    enum { N = 7 };
    uint64_t seed = 43;
    const specimen_basis basis = {4, {0, 1, 2, 3}};
    const rdg_basis same = {
        .n_harmonics = 3, .harmonic = (const int[]){1, 2, 3}, .has_static = true, .n_coefficients = N};
    for (int k = 0; k < 100; k++) {
        specimen s = specimen_open(&basis);
        rdg_gap_spring_add(s.mass, &(rdg_gap_spring){.at = "x", .k = 1.3, .gap = 0.2, .preload = -0.1});
        specimen_close(&s);
        rdg_contact_element *contact = rdg_contact_element_create(
            s.ctx,
            &(rdg_contact){.tangential = "x", .normal = "y", .kt = 1, .kn = 1.3, .preload = -0.1 - 1.3 * 0.2},
            &same);
        double z[2 * N] = {0}, both[2 * N], J[2 * N * (2 * N + 1)], force[N], jacobian[N * (N + 2)];
        specimen_move(&s, &seed, 1);
        memcpy(z + N, s.u, N * sizeof *z);
        rdg_element_result result = {.force = both, .jacobian = J};
        assert_int_equal(rdg_contact_evaluate(contact, z, &result), 0);
        specimen_force(&s, s.u, force);
        specimen_jacobian(&s, s.u, jacobian);
        for (int i = 0; i < N; i++) {
            assert_near(force[i], both[N + i], 0, 1e-14);
            for (int j = 0; j < N; j++) {
                assert_near(jacobian[i + N * j], J[N + i + 2 * N * (N + j)], 0, 1e-13);
            }
        }
        rdg_context_free(s.ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_force_is_that_of_the_law),
        cmocka_unit_test(the_shortest_contact_is_found),
        cmocka_unit_test(a_contact_without_friction_is_the_same_spring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
