/* Iwan model: its density, first loading and dissipation in closed form, and the sum of Jenkins elements that
 * it is. */
#include "specimen.h"

static const rdg_iwan joint = {.at = "x", .Kt = 1.7e3, .Fs = 3.1, .chi = -0.4, .beta = 0.3};

static void the_density_has_the_stiffness_and_the_slip_force(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (int k = 0; k < 100; k++) {
        const rdg_iwan any = {.Kt = specimen_between(&seed, 1, 1e6),
                              .Fs = specimen_between(&seed, 0.1, 1e3),
                              .chi = specimen_between(&seed, -0.95, 0.5),
                              .beta = specimen_between(&seed, 0, 3)};
        const rdg_iwan_density d = rdg_iwan_density_of(&any);
        const double stiffness = d.R * pow(d.phi_max, any.chi + 1) / (any.chi + 1);
        const double force = d.R * pow(d.phi_max, any.chi + 2) / (any.chi + 2);
        assert_near(stiffness + d.S, any.Kt, 1e-13, 0);
        assert_near(force + d.S * d.phi_max, any.Fs, 1e-13, 0);
        assert_near(d.S, any.beta * stiffness, 1e-12, 0);
    }
}

/* f at x after first loading from 0, in closed form; Masing: a branch of a cycle of amplitude a, from -a on,
 * has the force -f(a) + 2 f((x + a)/2) */
static double first_loading(const rdg_iwan *j, double x)
{
    const rdg_iwan_density d = rdg_iwan_density_of(j);
    if (x >= d.phi_max) {
        return j->Fs;
    }
    return j->Kt * x - d.R * pow(x, j->chi + 2) / ((j->chi + 1) * (j->chi + 2));
}

static double masing(const rdg_iwan *j, double a, double tau)
{
    const double x = a * cos(tau), sign = sin(tau) < 0 ? 1 : -1; /* of the velocity */
    return sign * (2 * first_loading(j, 0.5 * (a + sign * x)) - first_loading(j, a));
}

static specimen specimen_of(const rdg_iwan *j, const specimen_basis *basis)
{
    specimen s = specimen_open(basis);
    rdg_iwan_add(s.mass, j);
    specimen_close(&s);
    return s;
}

/* In one harmonic, x = a cos tau, the force's coefficients are those of the Masing cycle; the error falls as
 * the square of the number of sliders, in microslip and in macroslip. */
static void a_cycle_is_that_of_masing(void **state)
{
    (void)state;
    enum { SAMPLES = 20000, LEVELS = 3 };
    const specimen_basis basis = {1, {1}};
    const double part[] = {0.02, 0.1, 0.5, 0.9, 1.5, 6}; /* of phi_max */
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        const double a = part[k] * rdg_iwan_density_of(&joint).phi_max;
        double exact[2] = {0}, error[LEVELS];
        for (int i = 0; i < SAMPLES; i++) {
            const double tau = 2 * RDG_PI * (i + 0.5) / SAMPLES, f = masing(&joint, a, tau);
            exact[0] += 2 * f * cos(tau) / SAMPLES;
            exact[1] += 2 * f * sin(tau) / SAMPLES;
        }
        for (int l = 0; l < LEVELS; l++) {
            rdg_iwan j = joint;
            j.sliders = 100 << l;
            specimen s = specimen_of(&j, &basis);
            const double u[4] = {a, 0, 0, 0};
            double force[2];
            specimen_force(&s, u, force);
            error[l] = hypot(force[0] - exact[0], force[1] - exact[1]) / fabs(exact[1]);
            rdg_context_free(s.ctx);
        }
        print_message("amplitude %.2f phi_max: error %.1e, %.1e, %.1e of the loss\n", part[k], error[0],
                      error[1], error[2]);
        assert_true(error[2] < 3.0 / (400.0 * 400.0 * fmin(part[k], 1)));
        assert_true(error[2] < 0.5 * error[0]);
    }
}

/* The work of a cycle is pi a F_s against -sin tau. */
static double dissipated(const rdg_iwan *j, double a)
{
    const specimen_basis basis = {1, {1}};
    specimen s = specimen_of(j, &basis);
    const double u[4] = {a, 0, 0, 0};
    double force[2];
    specimen_force(&s, u, force);
    rdg_context_free(s.ctx);
    return -RDG_PI * a * force[1];
}

static void dissipation_in_microslip_is_a_power_law(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++) {
        const double chi = -0.8 + 0.2 * k;
        rdg_iwan j = joint;
        j.chi = chi;
        j.sliders = 400;
        const double bound = 1.2 * (chi + 3) * (3 * chi + 8) / (6 * 400.0 * 400.0);
        const rdg_iwan_density d = rdg_iwan_density_of(&j);
        const double small = 0.05 * d.phi_max, large = 0.8 * d.phi_max;
        const double low = dissipated(&j, small), high = dissipated(&j, large);
        const double power = 3 + chi, formula = 4 * d.R / ((chi + 2) * (chi + 3));
        assert_near(low, formula * pow(small, power), bound / 0.05, 0);
        assert_near(high, formula * pow(large, power), bound / 0.8, 0);
        assert_near(log(high / low) / log(large / small), power, 1e-3, 0);
    }
}

static void the_tangent_stiffness_and_the_slip_force_are_exact_for_any_number_of_sliders(void **state)
{
    (void)state;
    const specimen_basis basis = {1, {1}};
    const double far = 1e4 * rdg_iwan_density_of(&joint).phi_max;
    for (rdg_index n = 1; n < 200; n = 3 * n + 1) {
        rdg_iwan j = joint;
        j.sliders = n;
        specimen s = specimen_of(&j, &basis);
        double J[2 * 4], force[2];
        specimen_jacobian(&s, (const double[4]){0, 0, 0, 0}, J);
        assert_near(J[0], joint.Kt, 1e-13, 0);
        specimen_force(&s, (const double[4]){far, 0, 0, 0}, force);
        assert_near(hypot(force[0], force[1]), 4 / RDG_PI * joint.Fs, 1e-3, 0);
        rdg_context_free(s.ctx);
    }
}

/* Two sliders and the lump, as Jenkins elements. */
static void the_model_is_a_sum_of_jenkins_elements(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int start = RDG_SLIDER_ZERO; start <= RDG_SLIDER_MEAN; start++) {
        for (int b = 0; b < SPECIMEN_BASES; b++) {
            rdg_iwan j = joint;
            j.sliders = 2;
            j.start = (rdg_slider_start)start;
            const rdg_iwan_density d = rdg_iwan_density_of(&j);
            specimen one = specimen_of(&j, &specimen_bases[b]), sum = specimen_open(&specimen_bases[b]);
            const double p = j.chi + 1, q = j.chi + 2, t = 0.25, whole = j.Kt / (1 + j.beta);
            const double k[3] = {whole * pow(t, p), whole * (1 - pow(t, p)), d.S};
            const double F[3] = {whole * d.phi_max * p / q * pow(t, q),
                                 whole * d.phi_max * p / q * (1 - pow(t, q)), d.S * d.phi_max};
            for (int i = 0; i < 3; i++) {
                rdg_jenkins_add(sum.mass,
                                &(rdg_jenkins){.at = "x", .kt = k[i], .limit = F[i], .start = j.start});
            }
            specimen_close(&sum);
            for (int n = 0; n < 200; n++) {
                double f[2][SPECIMEN_MOST], J[2][SPECIMEN_MOST * (SPECIMEN_MOST + 2)];
                double H[2][(SPECIMEN_MOST + 2) * (SPECIMEN_MOST + 2)];
                double lambda[SPECIMEN_MOST], largest = 0;
                specimen_move(&one, &seed, d.phi_max * pow(10, 1.2 * random_signed(&seed)));
                for (rdg_index i = 0; i < one.m; i++) {
                    lambda[i] = random_signed(&seed);
                }
                specimen *const both[2] = {&one, &sum};
                for (int w = 0; w < 2; w++) {
                    specimen_force(both[w], one.u, f[w]);
                    specimen_jacobian(both[w], one.u, J[w]);
                    specimen_hessian(both[w], one.u, lambda, H[w]);
                }
                for (rdg_index i = 0; i < (one.m + 2) * (one.m + 2); i++) {
                    largest = fmax(largest, fabs(H[1][i]));
                }
                for (rdg_index i = 0; i < one.m; i++) {
                    assert_near(f[0][i], f[1][i], 0, 1e-12 * joint.Fs);
                }
                for (rdg_index i = 0; i < one.m * one.m; i++) {
                    assert_near(J[0][i], J[1][i], 0, 1e-11 * joint.Kt);
                }
                for (rdg_index i = 0; i < (one.m + 2) * (one.m + 2); i++) {
                    assert_near(H[0][i], H[1][i], 0, 1e-7 * largest); /* near the onset of slip */
                }
            }
            rdg_context_free(one.ctx);
            rdg_context_free(sum.ctx);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_density_has_the_stiffness_and_the_slip_force),
        cmocka_unit_test(a_cycle_is_that_of_masing),
        cmocka_unit_test(dissipation_in_microslip_is_a_power_law),
        cmocka_unit_test(the_tangent_stiffness_and_the_slip_force_are_exact_for_any_number_of_sliders),
        cmocka_unit_test(the_model_is_a_sum_of_jenkins_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
