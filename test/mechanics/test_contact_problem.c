/* Contacts at an instant: the law itself, checked apart from the solver's own functions, and what follows
 * from it for the energy. */
#include "contact_cases.h"
#include "fresh_context.h"

#include <ridgewalk/contact_problem.h>

static contact_case c;

/* v+ = v + M^-1 W r */
static void velocity_after(const contact_case *w, double *v)
{
    for (rdg_index k = 0; k < w->n; k++) {
        v[k] = w->v[k];
        for (rdg_index i = 0; i < w->rows; i++) {
            v[k] += w->W[i * w->n + k] * w->r[i] / w->mass[k];
        }
    }
}

static double kinetic(const contact_case *w, const double *v)
{
    double sum = 0;
    for (rdg_index k = 0; k < w->n; k++) {
        sum += 0.5 * w->mass[k] * v[k] * v[k];
    }
    return sum;
}

static void random_problems_satisfy_the_law(void **state)
{
    const contact_survey found = survey(*state, 600, 2385);
    assert_int_equal(found.soft, 0);
    assert_in_range(found.count[RDG_CONTACT_UNANSWERED], 0, 1);
    assert_in_range(found.count[RDG_CONTACT_LEMKE], 2, 100);
    assert_in_range(found.count[RDG_CONTACT_CLOSED_FORM], 50, 300);
}

static void energy_is_lost_by_a_formula_when_all_coefficients_are_equal(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 0, CASE_CONTACTS);
    uint64_t seed = 1501;
    double xi[CASE_ROWS], v[CASE_DOFS];
    for (int k = 0; k < 150; k++) {
        const double e = case_uniform(&seed);
        case_draw(&c, 1 + k % 12, 1 + k % 2, 0, k % 3 == 0, 0.3, 1.0, e, &seed);
        assert_ok(*state, rdg_contact_solve(s, &c.problem, c.r, NULL));
        row_velocities(&c, xi);
        velocity_after(&c, v);
        const double before = kinetic(&c, c.v), change = kinetic(&c, v) - before;
        double rxi = 0, rGr = 0;
        for (rdg_index i = 0; i < c.rows; i++) {
            rxi += c.r[i] * xi[i];
            rGr += c.r[i] * (xi[i] - c.b[i]);
        }
        assert_near(change, rxi / (1 + e) - (1 - e) / (2 * (1 + e)) * rGr, 0.0, 4e-12 * before);
        assert_true(change <= 4e-12 * before);
    }
}

static void energy_can_grow_where_friction_has_another_coefficient(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 0, 1);
    uint64_t seed = 593;
    double v[CASE_DOFS];
    int grown = 0;
    for (int k = 0; k < 1000; k++) {
        const double e = case_uniform(&seed);
        case_draw(&c, 1, 1, 0, false, 0.3, 2.0, 0.0, &seed);
        c.b[0] *= 1 + e; /* Newton's law for the normal direction alone */
        assert_ok(*state, rdg_contact_solve(s, &c.problem, c.r, NULL));
        velocity_after(&c, v);
        grown += kinetic(&c, v) > kinetic(&c, c.v) * (1 + 1e-12);
    }
    assert_in_range(grown, 10, 200);
}

/* Balls in a row that touch, the first at 1 m/s. */
static void three_balls_part_by_newtons_simultaneous_law(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 0, 2);
    const double W[6] = {-1, 1, 0, 0, -1, 1}, after[3][3] = {{-1, 2, 2}, {0, 1.5, 1.5}, {1, 1, 1}};
    double v[3];
    for (int k = 0; k < 3; k++) {
        c = (contact_case){.n = 3, .rows = 2, .problem.contacts = 2, .mass = {1, 1, 1}, .v = {1, 0, 0}};
        memcpy(c.W, W, sizeof W);
        case_assemble(&c, 1.0 - 0.5 * k);
        assert_ok(*state, rdg_contact_solve(s, &c.problem, c.r, NULL));
        velocity_after(&c, v);
        for (int i = 0; i < 3; i++) {
            assert_near(v[i], after[k][i] / 3, 0.0, 4e-16);
        }
    }
}

/* Painleve's rod, its tip on the floor: q = (x, y, phi) of the centre. */
static rdg_contact_answer rod(rdg_context *ctx, double phi, double mu, double v0)
{
    rdg_contact_solver *s = rdg_contact_solver_create(ctx, 0, 1);
    const double l = 0.5, co = cos(phi), si = sin(phi);
    const double W[6] = {0, 1, -l * co, 1, 0, l * si};
    rdg_contact_answer a;
    c = (contact_case){.n = 3,
                       .rows = 2,
                       .problem.contacts = 1,
                       .directions = {1},
                       .mu = {mu},
                       .mass = {1, 1, l * l / 3},
                       .v = {v0, 0, 0}};
    memcpy(c.W, W, sizeof W);
    case_assemble(&c, 0);
    /* v_x = v0 with the tip at rest normally and gravity as good as none: a breath of it towards the floor */
    c.b[0] = -1e-9;
    assert_ok(ctx, rdg_contact_solve(s, &c.problem, c.r, &a));
    rdg_contact_solver_free(s);
    return a;
}

static void painleves_rod_wedges_above_the_critical_friction(void **state)
{
    const double phi = atan(2.0), co = cos(phi), si = sin(phi), critical = (1 + 3 * co * co) / (3 * si * co);
    double v[3];
    assert_near(critical, 4.0 / 3.0, 1e-15, 0.0);
    rod(*state, phi, 1.3, -1.0);
    assert_true(c.r[0] < 1e-6); /* slides on */
    rod(*state, phi, 2.0, -1.0);
    velocity_after(&c, v);
    assert_near(fabs(c.r[1]) / c.r[0], critical, 1e-7, 0.0);
    assert_near(fabs(v[2]), 3 * si / (4 * 0.5), 1e-7, 0.0);
    assert_near(fabs(v[0]), 0.75 * si * si, 1e-7, 0.0);
    assert_near(v[1], 0.75 * si * co, 1e-7, 0.0);
}

static void slip_has_the_direction_of_friction_in_closed_form(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 0, 1);
    uint64_t seed = 360;
    int slides = 0;
    for (int k = 0; k < 2000; k++) {
        rdg_contact_answer a;
        double xi[CASE_ROWS];
        case_draw(&c, 1, 2, 0, false, 0.0, 0.6, 0.3, &seed);
        assert_ok(*state, rdg_contact_solve(s, &c.problem, c.r, &a));
        row_velocities(&c, xi);
        if (a.method == RDG_CONTACT_CLOSED_FORM && hypot(xi[1], xi[2]) > 1e-6) {
            const double slip = hypot(xi[1], xi[2]), limit = c.mu[0] * c.r[0];
            assert_near(c.r[1], -limit * xi[1] / slip, 0.0, 1e-10);
            assert_near(c.r[2], -limit * xi[2] / slip, 0.0, 1e-10);
            slides++;
        }
    }
    assert_in_range(slides, 500, 1500);
}

static void redundant_contacts_share_alike(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 0, 4);
    c = (contact_case){
        .n = 1, .rows = 4, .problem.contacts = 4, .mass = {2.385}, .v = {-1}, .W = {1, 1, 1, 1}};
    case_assemble(&c, 0.4);
    assert_ok(*state, rdg_contact_solve(s, &c.problem, c.r, NULL));
    for (int i = 0; i < 4; i++) {
        assert_near(c.r[i], 1.4 * 2.385 / 4, 1e-14, 0.0);
    }
}

static void other_units_give_the_same_answer(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 0, CASE_CONTACTS);
    uint64_t seed = 77;
    double r[CASE_ROWS];
    for (int k = 0; k < 40; k++) {
        case_draw(&c, 1 + k % 6, 1 + k % 2, 0, false, 0.5, 1.0, 0, &seed);
        assert_ok(*state, rdg_contact_solve(s, &c.problem, c.r, NULL));
        memcpy(r, c.r, sizeof r);
        for (rdg_index i = 0; i < c.rows * c.rows; i++) {
            c.G[i] *= 1e9;
        }
        for (rdg_index i = 0; i < c.rows; i++) {
            c.b[i] *= 1e-6;
            c.r[i] = 0;
        }
        assert_ok(*state, rdg_contact_solve(s, &c.problem, c.r, NULL));
        for (rdg_index i = 0; i < c.rows; i++) {
            assert_near(1e15 * c.r[i], r[i], 1e-10, 1e-10);
        }
    }
}

static void what_has_no_answer_is_refused_in_words(void **state)
{
    rdg_contact_solver *s = rdg_contact_solver_create(*state, 2, 1);
    const double G[4] = {1, 1, 1, 1}, b[2] = {1, 2}, nan_b[2] = {1, NAN};
    double r[2] = {0, 0};
    rdg_contact_answer a;
    assert_int_equal(rdg_contact_try(s, &(rdg_contact_problem){.bilateral = 2, .G = G, .b = b}, r, &a), 1);
    assert_int_equal(a.method, RDG_CONTACT_UNANSWERED);
    rdg_contact_solve(s, &(rdg_contact_problem){.bilateral = 2, .G = G, .b = b}, r, &a);
    assert_failed(*state, RDG_ERR_NO_CONVERGENCE, "contradict each other");
    rdg_error_clear(*state);
    rdg_contact_solve(s, &(rdg_contact_problem){.bilateral = 2, .G = G, .b = nan_b}, r, &a);
    assert_failed(*state, RDG_ERR_NOT_FINITE, "not finite");
    rdg_error_clear(*state);
    rdg_contact_solve(s, &(rdg_contact_problem){.bilateral = 3, .G = G, .b = b}, r, &a);
    assert_failed(*state, RDG_ERR_SIZE, "too many");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(random_problems_satisfy_the_law),
        TEST(energy_is_lost_by_a_formula_when_all_coefficients_are_equal),
        TEST(energy_can_grow_where_friction_has_another_coefficient),
        TEST(three_balls_part_by_newtons_simultaneous_law),
        TEST(painleves_rod_wedges_above_the_critical_friction),
        TEST(slip_has_the_direction_of_friction_in_closed_form),
        TEST(redundant_contacts_share_alike),
        TEST(other_units_give_the_same_answer),
        TEST(what_has_no_answer_is_refused_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
