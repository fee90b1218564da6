/* The force of a contact against what is known of it: the closed form for one harmonic, marching in time,
 * symmetries, dissipation, and the jump of the stiffness at the onset of slip. */
#include "random_contact.h"

#define PI 3.14159265358979323846

enum { INSTANTS = 20000 };

static rdg_contact_element *create(rdg_context *ctx, const rdg_contact *law, rdg_index n, const int *harmonic,
                                   bool has_static)
{
    const rdg_basis basis = {.n_harmonics = n,
                             .harmonic = harmonic,
                             .has_static = has_static,
                             .n_coefficients = 2 * n + has_static};
    rdg_contact_element *element = rdg_contact_element_create(ctx, law, &basis);
    assert_ok(ctx, rdg_error_status(ctx));
    return element;
}

static void evaluate(rdg_contact_element *element, const double *z, double *force, double *jacobian)
{
    rdg_element_result result = {.force = force, .jacobian = jacobian};
    assert_int_equal(rdg_contact_evaluate(element, z, &result), 0);
}

static void one_harmonic_and_constant_load_have_the_closed_form(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    const rdg_contact law = {.tangential = "x", .kt = 1.73, .mu = 0.37, .preload = 2.11};
    rdg_contact_element *element = create(ctx, &law, 1, (const int[]){1}, false);
    const double limit = law.mu * law.preload, onset = limit / law.kt;
    for (int i = 0; i < 45; i++) {
        const double A = onset * (1 + 1e-9) * pow(1.37, i), theta = acos(1 - 2 * onset / A), z[2] = {A, 0};
        const double rounding = 2e-15 * law.kt * A; /* of the spring's force, which the slider cuts off */
        double force[2];
        evaluate(element, z, force, NULL);
        assert_near(force[0], law.kt * A / PI * (theta - sin(2 * theta) / 2), 0, rounding);
        assert_near(force[1], -4 * limit / PI * (1 - onset / A), 0, rounding);
    }
    rdg_context_free(ctx);
}

/* Force coefficients from INSTANTS samples of the second of two periods. */
static void march(const random_contact *c, double *force)
{
    const rdg_index n = c->basis.n_coefficients, first = c->basis.has_static;
    double v = 0;
    memset(force, 0, sizeof *force * (size_t)c->N);
    for (int i = 0; i < 2 * INSTANTS; i++) {
        const double tau = 2 * PI * i / INSTANTS;
        double basis[RANDOM_MAX_N] = {1}, x = 0, y = 0;
        for (rdg_index h = 0; h < c->basis.n_harmonics; h++) {
            basis[first + 2 * h] = cos(c->basis.harmonic[h] * tau);
            basis[first + 2 * h + 1] = sin(c->basis.harmonic[h] * tau);
        }
        for (rdg_index j = 0; j < n; j++) {
            x += basis[j] * c->z[j];
            y += c->N > n ? basis[j] * c->z[n + j] : 0;
        }
        const double fy = fmax(0, c->law.preload + c->law.kn * y), p = c->law.kt * x;
        v = fmin(fmax(v, p - c->law.mu * fy), p + c->law.mu * fy);
        for (rdg_index j = 0; i >= INSTANTS && j < n; j++) {
            const double weight = (j < first ? 1.0 : 2.0) / INSTANTS * basis[j];
            force[j] += weight * (p - v);
            if (c->N > n) {
                force[n + j] += weight * fy;
            }
        }
    }
}

static void marching_in_time_gives_the_same_force(void **state)
{
    (void)state;
    uint64_t seed = 4711;
    for (int regime = REGIME_SLIP_CONSTANT_LOAD; regime < REGIMES; regime++) {
        /* sampling misplaces the instant of sticking after separation by a step */
        const double tolerance = regime == REGIME_SEPARATION_THEN_STICK ? 1e-3 : 5e-7;
        double worst = 0;
        for (int i = 0; i < 20; i++) {
            random_contact c;
            double marched[RANDOM_MAX_N], force[RANDOM_MAX_N];
            do {
                draw_contact(&c, &seed, (random_regime)regime);
                if (regime != REGIME_SEPARATION_THEN_STICK && follows(&c, RDG_SEPARATION, false)) {
                    rdg_context_free(c.ctx);
                    c.ctx = NULL;
                }
            } while (!c.ctx);
            march(&c, marched);
            evaluate(c.element, c.z, force, NULL);
            for (rdg_index j = 0; j < c.N; j++) {
                worst = fmax(worst, fabs(force[j] - marched[j]));
                assert_near(force[j], marched[j], 0, tolerance);
            }
            rdg_context_free(c.ctx);
        }
        print_message("%s: largest difference from marching %.1e\n", regime_name[regime], worst);
    }
}

static void friction_never_gives_energy(void **state)
{
    (void)state;
    uint64_t seed = 99;
    for (int i = 0; i < 6000; i++) {
        random_contact c;
        double force[RANDOM_MAX_N], energy = 0;
        draw_contact(&c, &seed, (random_regime)(i % REGIMES));
        evaluate(c.element, c.z, force, NULL);
        for (rdg_index h = 0; h < c.basis.n_harmonics; h++) { /* int fx x' dtau */
            const rdg_index j = c.basis.has_static + 2 * h;
            energy += PI * c.basis.harmonic[h] * (force[j] * c.z[j + 1] - force[j + 1] * c.z[j]);
        }
        if (i % REGIMES == REGIME_STICK || i % REGIMES == REGIME_OPEN) {
            assert_near(energy, 0, 0, 1e-14);
        } else {
            assert_true(energy > -1e-14);
        }
        rdg_context_free(c.ctx);
    }
}

/* The coefficients of a signal shifted by delta: H(tau + delta) . a = H(tau) . shifted */
static void shift(const random_contact *c, double delta, const double *a, double *shifted)
{
    const rdg_index n = c->basis.n_coefficients, first = c->basis.has_static;
    memcpy(shifted, a, sizeof *a * (size_t)c->N);
    for (rdg_index block = 0; block < c->N; block += n) {
        for (rdg_index h = 0; h < c->basis.n_harmonics; h++) {
            const rdg_index j = block + first + 2 * h;
            const double cosine = cos(c->basis.harmonic[h] * delta), sine = sin(c->basis.harmonic[h] * delta);
            shifted[j] = cosine * a[j] + sine * a[j + 1];
            shifted[j + 1] = cosine * a[j + 1] - sine * a[j];
        }
    }
}

static void shifting_the_motion_shifts_the_force(void **state)
{
    (void)state;
    uint64_t seed = 31;
    for (int i = 0; i < 3000; i++) {
        random_contact c;
        double z[RANDOM_MAX_N], force[RANDOM_MAX_N], expected[RANDOM_MAX_N], actual[RANDOM_MAX_N];
        draw_contact(&c, &seed, (random_regime)(i % REGIMES));
        const double delta = 4 * random_signed(&seed);
        evaluate(c.element, c.z, force, NULL);
        shift(&c, delta, force, expected);
        shift(&c, delta, c.z, z);
        evaluate(c.element, z, actual, NULL);
        for (rdg_index j = 0; j < c.N; j++) {
            assert_near(actual[j], expected[j], 0, 1e-12);
        }
        rdg_context_free(c.ctx);
    }
}

/* One harmonic has closed forms for all transition times, several need roots: with the others zero both must
 * tell the same. Likewise a normal load that could vary but does not. */
static void special_cases_agree_with_the_general_one(void **state)
{
    (void)state;
    uint64_t seed = 2718;
    for (int i = 0; i < 500; i++) {
        rdg_context *ctx = rdg_context_create();
        const rdg_contact law = {.tangential = "x",
                                 .normal = "y",
                                 .kt = 1.3,
                                 .kn = 0.9,
                                 .mu = 0.4,
                                 .preload = random_between(&seed, -1, 2)};
        const int k = 1 + i % 3;
        rdg_contact_element *one = create(ctx, &law, 1, (const int[]){k}, false);
        rdg_contact_element *two = create(ctx, &law, 2, (const int[]){k, k + 1}, false);
        double z1[4], z2[8] = {0}, f1[4], f2[8], j1[20], j2[72];
        for (int q = 0; q < 4; q++) {
            z1[q] = z2[q + (q > 1 ? 2 : 0)] = 4 * random_signed(&seed);
        }
        evaluate(one, z1, f1, j1);
        evaluate(two, z2, f2, j2);
        for (int q = 0; q < 4; q++) {
            const int row = q + (q > 1 ? 2 : 0);
            assert_near(f2[row], f1[q], 0, 2e-13);
            for (int r = 0; r < 4; r++) {
                assert_near(j2[row + 8 * (r + (r > 1 ? 2 : 0))], j1[q + 4 * r], 0, 1e-11);
            }
        }
        rdg_context_free(ctx);
    }
}

static void a_normal_load_that_hardly_varies_changes_the_stiffness_hardly(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_contact law = {.tangential = "x", .kt = 1.3, .kn = 0.9, .mu = 0.4, .preload = 1};
    const double x[6] = {1.2, 0.7, 0.1, -0.2, 0.2, -0.3}, y[6] = {0.3, -0.5, 0.2, 0.1, -0.4, 0.3};
    rdg_contact_element *constant = create(ctx, &law, 3, (const int[]){1, 2, 3}, false);
    law.normal = "y";
    rdg_contact_element *variable = create(ctx, &law, 3, (const int[]){1, 2, 3}, false);
    double force[6], jacobian[42], f[12], j[156], z[12];
    evaluate(constant, x, force, jacobian);
    /* the zeros of L' and U' come in pairs this far apart, down to rounding */
    for (int i = 0; i < 32; i++) {
        const double ripple = 1e-3 * pow(3, -i);
        for (int q = 0; q < 6; q++) {
            z[q] = x[q];
            z[6 + q] = ripple * y[q];
        }
        evaluate(variable, z, f, j);
        for (int row = 0; row < 6; row++) {
            assert_near(f[row], force[row], 0, 2 * ripple + 1e-14);
            for (int column = 0; column < 6; column++) {
                assert_near(j[row + 12 * column], jacobian[row + 6 * column], 0, 10 * ripple + 1e-13);
            }
        }
    }
    rdg_context_free(ctx);
}

static double margin_on_ray(const random_contact *c, double factor, double *z, double *gradient)
{
    rdg_element_margin margin = {.gradient = gradient};
    for (rdg_index j = 0; j < c->N; j++) {
        z[j] = factor * c->z[j];
    }
    assert_int_equal(rdg_contact_margin(c->element, z, &margin), 0);
    return margin.value;
}

/* From a stuck state, the motion enlarged to a little beyond the onset of slip; grad S there. */
static void go_beyond_onset(const random_contact *c, double beyond, double *z, double *gradient)
{
    double inside = 1, outside = 2;
    while (margin_on_ray(c, outside, z, gradient) > 0) {
        outside *= 2;
    }
    while (outside - inside > 1e-15 * outside) {
        const double middle = 0.5 * (inside + outside);
        *(margin_on_ray(c, middle, z, gradient) > 0 ? &inside : &outside) = middle;
    }
    margin_on_ray(c, outside * (1 + beyond), z, gradient);
}

/* K_slip = K_stuck + (1/pi) int_{t1}^{t2} H dtau (x) grad S, up to the square root of the distance. */
static void the_stiffness_jumps_at_the_onset_of_slip_as_it_should(void **state)
{
    (void)state;
    uint64_t seed = 555;
    for (int i = 0; i < 200; i++) {
        random_contact c = {.ctx = NULL};
        double z[RANDOM_MAX_N], gradient[RANDOM_MAX_N], before[RANDOM_MAX_N], after[RANDOM_MAX_N];
        double held[RANDOM_MAX_N * (RANDOM_MAX_N + 1)], slipping[RANDOM_MAX_N * (RANDOM_MAX_N + 1)];
        do { /* a single harmonic k > 1 begins to slip k times a period at once: k such jumps */
            rdg_context_free(c.ctx);
            draw_contact(&c, &seed, REGIME_STICK);
        } while (c.basis.n_harmonics == 1 && c.basis.harmonic[0] > 1);
        go_beyond_onset(&c, 1e-11, z, gradient);
        evaluate(c.element, z, after, slipping);
        rdg_contact_hold_stuck(c.element, true);
        evaluate(c.element, z, before, held);
        for (rdg_index h = 0; h < c.basis.n_harmonics; h++) {
            /* grad S = [kt (H(t2) - H(t1)); ...] gives the integrals of cos k, sin/k, and of sin k, -cos/k */
            const rdg_index row = c.basis.has_static + 2 * h;
            const double factor = 1 / (PI * c.basis.harmonic[h] * c.law.kt);
            for (rdg_index j = 0; j < c.N; j++) {
                const double jump_cos = slipping[row + c.N * j] - held[row + c.N * j];
                const double jump_sin = slipping[row + 1 + c.N * j] - held[row + 1 + c.N * j];
                assert_near(jump_cos, factor * gradient[row + 1] * gradient[j], 0, 1e-4);
                assert_near(jump_sin, -factor * gradient[row] * gradient[j], 0, 1e-4);
            }
        }
        for (rdg_index j = 0; j < c.N; j++) { /* the force does not jump, nor does a virgin's static one */
            assert_near(after[j], before[j], 0, 1e-9);
        }
        rdg_context_free(c.ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_harmonic_and_constant_load_have_the_closed_form),
        cmocka_unit_test(marching_in_time_gives_the_same_force),
        cmocka_unit_test(friction_never_gives_energy),
        cmocka_unit_test(shifting_the_motion_shifts_the_force),
        cmocka_unit_test(special_cases_agree_with_the_general_one),
        cmocka_unit_test(a_normal_load_that_hardly_varies_changes_the_stiffness_hardly),
        cmocka_unit_test(the_stiffness_jumps_at_the_onset_of_slip_as_it_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
