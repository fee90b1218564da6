/* A contact with a friction cone: Jacobian and contracted Hessian against differences at random states in
 * every regime.
 *
 * Derivatives jump where the contact touches the cone for the first time, and, by their own error of
 * O(N_s^-2), where an event passes a sample. A difference across such a place has nothing to say. So a state
 * is drawn again if the list of samples and events of its period is another one within FAR steps of the
 * difference to either side, or if a phase of slip is so brief that it has only just begun to exist; these
 * must be few. */
#include "../../toolboxes/friction-cone/cone_impl.h"
#include "../../toolboxes/hbm/balance/hbm_impl.h"
#include "random_cone.h"

#include "hbm/differences.h"

enum { STATES = 1000, FAR = 20, MOST_AGAIN = STATES / 50 };

static const double brief = 1e-4; /* rad, a phase of slip: second derivatives grow as it vanishes */
static const double steps[3] = {2e-6, 1e-7, 1.6e-5};  /* of differences, which err by step and by rounding */
static const double fine = 1e-7, fine_hessian = 2e-6; /* relative to the largest entry + 1 */

/* df/du along a direction by differences of f, or of lambda^T df. */
static void along(const rdg_function *g, const double *u, const double *direction, const double *lambda,
                  double h, double *out)
{
    double v[CONE_MAX_U], y[2][CONE_MAX_U] = {{0}}, J[CONE_MAX_U * CONE_MAX_U];
    const rdg_index rows = lambda ? g->n : g->m;
    for (int side = 0; side < 2; side++) {
        for (rdg_index i = 0; i < g->n; i++) {
            v[i] = u[i] + (side == 0 ? h : -h) * direction[i];
        }
        if (!lambda) {
            assert_int_equal(g->f(g->n, v, g->m, y[side], g->data), 0);
            continue;
        }
        dense_jacobian(g, v, J);
        for (rdg_index i = 0; i < rows; i++) {
            for (rdg_index k = 0; k < g->m; k++) {
                y[side][i] += lambda[k] * J[k + g->m * i];
            }
        }
    }
    for (rdg_index i = 0; i < rows; i++) {
        out[i] = (y[0][i] - y[1][i]) / (2 * h);
    }
}

/* Largest difference of A direction, A of shape [rows, g->n], and differences, relative to the former. */
static double mismatch_at(const rdg_function *g, const double *u, const double *direction,
                          const double *lambda, double step, const double *A)
{
    const rdg_index rows = lambda ? g->n : g->m;
    double expected[CONE_MAX_U], worst = 0, largest = 0;
    along(g, u, direction, lambda, step, expected);
    for (rdg_index i = 0; i < rows; i++) {
        double sum = 0;
        for (rdg_index j = 0; j < g->n; j++) {
            sum += A[i + rows * j] * direction[j];
        }
        worst = fmax(worst, fabs(sum - expected[i]));
        largest = fmax(largest, fabs(sum));
    }
    return worst / (largest + 1);
}

static double mismatch(const rdg_function *g, const double *u, const double *direction, const double *lambda,
                       const double *A)
{
    double least = INFINITY;
    for (int k = 0; k < 3; k++) {
        least = fmin(least, mismatch_at(g, u, direction, lambda, steps[k], A));
    }
    return least;
}

/* A number that tells lists of phases and events apart. */
static uint64_t add_period(const rdg_cone *cone, uint64_t sum)
{
    for (rdg_index i = 0; i < cone->n_nodes; i++) {
        sum = 0x9e3779b97f4a7c15U *
              (sum + 1 + 4 * (uint64_t)cone->node[i].event + (uint64_t)cone->node[i].phase);
    }
    return sum;
}

/* The list of a state; with those of all periods up to it where it remembers its slider's start. */
static uint64_t regime_at(rdg_hbm *hb, const double *u)
{
    double z[CONE_MAX_N], force[CONE_MAX_N], A[4];
    rdg_cone *cone = rdg_hbm_element_at(hb, 0)->self;
    if (rdg_hbm_element_state(hb, 0, u, 1, z, force) != 0) {
        return 0;
    }
    uint64_t sum = add_period(cone, 0);
    rdg_cone_transition(cone, A);
    for (rdg_index part = 0; !rdg_cone_forgets(A) && part < rdg_cone_approach(cone); part++) {
        rdg_cone_approach_part(cone, part);
        sum = add_period(cone, sum);
    }
    cone->has_state = false;
    return sum;
}

/* Or is so close to the limit between slip and stick that its periodic state is not found. */
static bool has_brief_phase(rdg_hbm *hb, const double *u)
{
    double z[CONE_MAX_N], force[CONE_MAX_N];
    const rdg_cone *cone = rdg_hbm_element_at(hb, 0)->self;
    if (rdg_hbm_element_state(hb, 0, u, 1, z, force) != 0) {
        return true;
    }
    for (rdg_index i = 1; i < cone->n_nodes; i++) {
        const cone_node *a = &cone->node[i - 1], *b = &cone->node[i];
        const bool phase = (a->event == CONE_ONSET && b->event == CONE_END) ||
                           (a->event == CONE_END && b->event == CONE_ONSET);
        if (phase && b->tau - a->tau < brief) {
            return true;
        }
    }
    return false;
}

static bool changes_nearby(rdg_hbm *hb, const double *u, const double *direction)
{
    if (has_brief_phase(hb, u)) {
        return true;
    }
    const uint64_t here = regime_at(hb, u);
    const rdg_index N = rdg_hbm_unknowns(hb);
    double v[CONE_MAX_U] = {0};
    const int places[4] = {-FAR, -1, 1, FAR};
    for (int k = 0; k < 4; k++) {
        for (rdg_index i = 0; i < N; i++) {
            v[i] = u[i] + places[k] * steps[0] * direction[i];
        }
        if (regime_at(hb, v) != here) {
            return true;
        }
    }
    return false;
}

static void check_symmetry(rdg_index n, const double *H)
{
    double largest = 1;
    for (rdg_index i = 0; i < n * n; i++) {
        largest = fmax(largest, fabs(H[i]));
    }
    for (rdg_index i = 0; i < n * n; i++) {
        assert_near(H[i], H[i / n + n * (i % n)], 0, 1e-8 * largest);
    }
}

/* A state and a direction; how many had to be drawn again. */
static int draw_away_from_changes(random_cone *c, uint64_t *seed, cone_regime regime, bool variable_load,
                                  double *u, double *direction)
{
    for (int again = 0;; again++) {
        draw_cone_under(c, seed, regime, variable_load);
        memset(direction, 0, CONE_MAX_U * sizeof *direction);
        for (rdg_index i = 0; i < c->N; i++) {
            direction[i] = random_signed(seed);
        }
        cone_unknowns(c->hb, c->z, u);
        u[c->N] = 1;
        u[c->N + 1] = 0;
        if (!changes_nearby(c->hb, u, direction)) {
            return again;
        }
        rdg_context_free(c->ctx);
    }
}

static void check_regime(cone_regime regime, bool variable_load)
{
    uint64_t seed = 41 + (uint64_t)regime;
    int again = 0;
    for (int k = 0; k < STATES; k++) {
        random_cone c;
        double u[CONE_MAX_U] = {0}, direction[CONE_MAX_U] = {0}, lambda[CONE_MAX_U];
        double J[CONE_MAX_U * CONE_MAX_U], H[CONE_MAX_U * CONE_MAX_U];
        again += draw_away_from_changes(&c, &seed, regime, variable_load, u, direction);
        const rdg_function *g = rdg_hbm_function(c.hb);
        for (rdg_index i = 0; i < c.N; i++) {
            lambda[i] = random_signed(&seed);
        }
        dense_jacobian(g, u, J);
        dense_hessian(g, u, lambda, H);
        const double miss = mismatch(g, u, direction, NULL, J);
        const double miss_hessian = mismatch(g, u, direction, lambda, H);
        if (!(miss < fine && miss_hessian < fine_hessian)) {
            fail_msg("%s, %s load, state %d: Jacobian %g, Hessian %g", cone_regime_name[regime],
                     variable_load ? "variable" : "constant", k, miss, miss_hessian);
        }
        check_symmetry(g->n, H);
        rdg_context_free(c.ctx);
    }
    assert_in_range(again, 0, MOST_AGAIN);
}

static void under_constant_load(void **state)
{
    (void)state;
    for (int regime = 0; regime < CONE_LIFT_OFF; regime++) {
        check_regime((cone_regime)regime, false);
    }
}

static void under_variable_load(void **state)
{
    (void)state;
    for (int regime = 0; regime < CONE_REGIMES; regime++) {
        check_regime((cone_regime)regime, true);
    }
}

/* The static force of a contact that never slips follows from its slider's start, over periods in which it
 * did. */
static void static_force_of_a_stuck_contact_has_exact_derivatives(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int slipped = 0;
    for (int k = 0; k < 400; k++) {
        rdg_context *ctx = rdg_context_create();
        const enum rdg_slider_start start = k % 2 ? RDG_SLIDER_MEAN : RDG_SLIDER_ZERO;
        const rdg_cone_contact law = {.tangential = {"x1", "x2"},
                                      .normal = "y",
                                      .kt = 1.3,
                                      .kn = 0.7,
                                      .mu = 0.6,
                                      .preload = 1.1,
                                      .start = start,
                                      .samples = 64};
        rdg_hbm *hb = cone_balance(ctx, &law, RDG_HARMONICS(0, 1, 2));
        double z[15], u[17] = {0}, force[15], direction[17] = {0}, lambda[15], J[17 * 17], H[17 * 17];
        for (int i = 0; i < 15; i++) {
            const double size = i == 0 || i == 5 ? 0.8 : i < 10 ? 0.12 : 0.1;
            z[i] = size * random_signed(&seed);
            direction[i] = random_signed(&seed);
            lambda[i] = random_signed(&seed);
        }
        const rdg_function *g = rdg_hbm_function(hb);
        cone_unknowns(hb, z, u);
        u[15] = 1;
        assert_int_equal(cone_force(hb, z, force), 0);
        const cone_history h = cone_radial_return(&law, rdg_hbm_basis(hb), z, 500, 3, NULL);
        const double held = law.kt * z[0];
        slipped += h.stuck > 0.9999 && start == RDG_SLIDER_ZERO && fabs(force[0] - held) > 1e-3;
        dense_jacobian(g, u, J);
        dense_hessian(g, u, lambda, H);
        assert_near(mismatch(g, u, direction, NULL, J), 0, 0, fine);
        assert_near(mismatch(g, u, direction, lambda, H), 0, 0, fine_hessian);
        rdg_context_free(ctx);
    }
    assert_true(slipped > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(under_constant_load), cmocka_unit_test(under_variable_load),
        cmocka_unit_test(static_force_of_a_stuck_contact_has_exact_derivatives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
