/* The slider-crank with a flexible rod: numbers of an independent implementation, energy, frames. */
#include "fresh_context.h"
#include "timestepping/flexible_crank.h"
#include "timestepping/modal.h"

#include <ridgewalk/circle.h>

static flexible_crank f;

static void geometry_agrees_with_its_differences(void **state)
{
    uint64_t seed = 8;
    double q[FLEX_DOFS + 3], v[FLEX_DOFS + 3];
    flex_fill(&f, 3, 2e11, (crank_numbers){.clearance = 0.001});
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < f.nf + 3; i++) {
            q[i] = 0.3 * random_signed(&seed);
            v[i] = random_signed(&seed);
        }
        assert_ok(*state, rdg_mechanism_check(flexible_in_ideal_guide(*state, &f), 0.0, q, v, 1e-8));
        assert_ok(*state,
                  rdg_mechanism_check(flexible_with_clearance(*state, &f, 0.4, 0.01), 0.0, q, v, 1e-8));
    }
}

/* Without contact and without dissipation of the scheme nothing is lost: the quadratic terms are right. */
static void a_soft_rod_that_touches_nothing_keeps_its_energy(void **state)
{
    double off[2];
    flex_fill(&f, 3, 2e6, (crank_numbers){.clearance = 10.0, .torque = 1.0});
    rdg_mechanism *m = flexible_with_clearance(*state, &f, 0.4, 0.01);
    for (int k = 0; k < 2; k++) {
        const double q[FLEX_DOFS + 3] = {0.1, -0.2}, v[FLEX_DOFS + 3] = {30, -20, 0.1, 0.5};
        rdg_timestepping *ts = rdg_timestepping_create(
            m, &(rdg_timestepping_options){
                   .scheme = RDG_ENERGY_DECAYING, .rho = 0.0, .h = k ? 1e-5 : 2e-5, .tolerance = 1e-13});
        assert_ok(*state, rdg_timestepping_start(ts, 0.0, q, v));
        const rdg_motion *at = rdg_timestepping_motion(ts);
        const double before = at->kinetic + at->potential, size = at->kinetic;
        for (int i = 0; i < (k ? 400 : 200); i++) {
            assert_ok(*state, rdg_timestepping_step(ts));
        }
        at = rdg_timestepping_motion(ts);
        off[k] = fabs(at->kinetic + at->potential - before) / size;
    }
    assert_true(off[0] < 5e-9 &&
                off[1] < 5e-9); /* what the scheme takes from the first swing of the fast modes */
}

static void an_ideal_guide_gives_the_known_angles(void **state)
{
    static const double known[11][2] = {
        {0, 0},
        {0.0742567519, -0.0371015464},
        {0.1458513732, -0.0727252143},
        {0.2130485932, -0.1059077029},
        {0.2753621890, -0.1363642058},
        {0.3330972036, -0.1642380807},
        {0.3870837296, -0.1899135449},
        {0.4383103274, -0.2138040850},
        {0.4862587028, -0.2358104921},
        {0.5313983860, -0.2562148910},
        {0.5756314871, -0.2755877154},
    };
    const double q[FLEX_DOFS + 3] = {0};
    double v[FLEX_DOFS + 3] = {150, -75}, off = 0.0;
    flex_fill(&f, 2, 2e11, (crank_numbers){.clearance = 0.001});
    rdg_timestepping *ts = rdg_timestepping_create(
        flexible_in_ideal_guide(*state, &f),
        &(rdg_timestepping_options){
            .scheme = RDG_ENERGY_DECAYING, .rho = 0.8, .h = 1e-6, .tolerance = 1e-12});
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, q, v));
    for (int k = 1; k <= 10; k++) {
        for (int i = 0; i < 500; i++) {
            assert_ok(*state, rdg_timestepping_step(ts));
        }
        const rdg_motion *at = rdg_timestepping_motion(ts);
        off = fmax(off, fmax(fabs(at->q[0] - known[k][0]), fabs(at->q[1] - known[k][1])));
    }
    assert_true(off < 3e-8);
}

/* Table 2, 4 elements, before the first impact */
static void the_driven_crank_is_known_up_to_its_first_impact(void **state)
{
    static const double known[4][4] = {{0.0007142270, -0.0003859214, 0.45899994466, -8.8853e-06},
                                       {0.0028567643, -0.0015440606, 0.45899903705, -3.5536e-05},
                                       {0.0114242371, -0.0061763431, 0.45898428507, -1.4208e-04},
                                       {0.0349234261, -0.0188765090, 0.45885250855, -4.3374e-04}};
    static const int ms[4] = {1, 2, 4, 7};
    const double zero[FLEX_DOFS + 3] = {0};
    flex_fill(&f, 4, 2e11, (crank_numbers){.clearance = 0.0005, .torque = 1.0});
    rdg_timestepping *ts = rdg_timestepping_create(
        flexible_with_clearance(*state, &f, 0.1, 0.1),
        &(rdg_timestepping_options){
            .scheme = RDG_ENERGY_DECAYING, .rho = 0.8, .h = 4e-6, .tolerance = 1e-12});
    assert_ok(*state, rdg_timestepping_start(ts, 0.0, zero, zero));
    for (int k = 0; k < 4; k++) {
        double place[2], dx[FLEX_DOFS + 3] = {0}, dy[FLEX_DOFS + 3] = {0};
        while (rdg_timestepping_motion(ts)->t < 1e-3 * ms[k] - 1e-9) {
            assert_ok(*state, rdg_timestepping_step(ts));
        }
        const rdg_motion *at = rdg_timestepping_motion(ts);
        flex_slider(&f, at->q, place, dx, dy);
        assert_near(at->q[0], known[k][0], 0.0, 1e-8);
        assert_near(at->q[1], known[k][1], 0.0, 1e-8);
        assert_near(place[0], known[k][2], 0.0, 2e-10);
        assert_near(place[1], known[k][3], 0.0, 1e-8);
    }
}

static void the_rod_has_its_frequencies(void **state)
{
    static flexible_crank modal;
    double omega[20];
    flex_fill(&f, 21, 2e11, (crank_numbers){.clearance = 0.0005, .torque = 1.0});
    assert_ok(*state, modal_reduce(*state, &f, 20, &modal, omega));
    assert_near(omega[0] / (2 * RDG_PI), 876.05, 0.0, 0.005);
    assert_near(omega[1] / (2 * RDG_PI), 1720.53, 0.0, 0.005);
    assert_near(omega[2] / (2 * RDG_PI), 8679.1, 0.0, 0.05);
    for (int i = 0; i < 20; i++) {
        assert_near(modal.Sff[i][i], 1.0, 1e-9, 0.0);
        assert_near(modal.K[i][i], omega[i] * omega[i], 1e-7, 0.0);
    }
    flex_fill_frame(&f, 21, 2e11, (crank_numbers){.clearance = 0.0005, .torque = 1.0}, true);
    assert_ok(*state, modal_reduce(*state, &f, 20, &modal, omega));
    assert_near(omega[0] / (2 * RDG_PI), 1720.53, 0.0, 0.005); /* along the rod, as in the other frame */
    assert_near(omega[1] / (2 * RDG_PI), 7465.29, 0.0, 0.005); /* the pinned rod's first bending */
    assert_near(omega[2] / (2 * RDG_PI), 8679.1, 0.0, 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(geometry_agrees_with_its_differences),
        TEST(a_soft_rod_that_touches_nothing_keeps_its_energy),
        TEST(an_ideal_guide_gives_the_known_angles),
        TEST(the_rod_has_its_frequencies),
        TEST(the_driven_crank_is_known_up_to_its_first_impact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
