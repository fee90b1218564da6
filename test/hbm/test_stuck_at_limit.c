/* Contacts that just reach their limits: whether they stick; random structures of them, stability against the
 * eigenvalues of springs and the motion in time. STUCK_LIMIT_STATES: how many of each kind; STUCK_SEED:
 * another seed, some of which take 100 times as long: solutions beyond the limit of a cone do not converge,
 * and the search for a wrong derivative follows it through many periods. */
#define _XOPEN_SOURCE 700

#include "../../toolboxes/hbm/balance/hbm_impl.h"
#include "stuck_campaign.h"

enum { JENKINS, VARYING_LOAD, IWAN, CONE, LAWS };

/* Whether a contact slips at x = (1 + excess) D cos tau, D = mu N0 / kt. */
static bool slips_at(int law, double excess)
{
    const double zero[9] = {0}, M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, kt = 1.7, mu = 0.4, preload = 0.9;
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s = rdg_structure_create(ctx, "block", 3, M, zero, zero);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "t", 1);
    rdg_name_dof(s, "y", 2);
    if (law == IWAN) {
        rdg_iwan_add(s, &(rdg_iwan){.at = "x", .Kt = kt, .Fs = mu * preload, .chi = -0.3, .sliders = 1});
    } else if (law == CONE) {
        rdg_cone_contact_add(
            s, &(rdg_cone_contact){.tangential = {"x", "t"}, .kt = kt, .mu = mu, .preload = preload});
    } else {
        rdg_contact_add(s, &(rdg_contact){.tangential = "x",
                                          .normal = law == VARYING_LOAD ? "y" : NULL,
                                          .kt = kt,
                                          .kn = 1.1,
                                          .mu = mu,
                                          .preload = preload});
    }
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1));
    assert_ok(ctx, rdg_error_status(ctx));
    const rdg_hbm_element *e = rdg_hbm_element_at(hb, 0);
    const double z[9] = {0, mu * preload / kt * (1.0 + excess)};
    const bool slips = e->law->remembers(e->self, rdg_hbm_basis(hb), z);
    if (e->law->regime) {
        assert_int_equal(e->law->regime(e->self, rdg_hbm_basis(hb), z),
                         slips ? RDG_ELEMENT_SLIPS : RDG_ELEMENT_STICKS);
    }
    rdg_context_free(ctx);
    return slips;
}

/* The slider moves by 2 excess of the vibration. */
static void a_slider_moves_beyond_the_accuracy_of_solutions(void **state)
{
    (void)state;
    for (int law = 0; law < LAWS; law++) {
        for (int digits = 6; digits <= 14; digits++) {
            assert_false(slips_at(law, -pow(10, -digits)));
            assert_int_equal(slips_at(law, pow(10, -digits)), digits <= 8);
        }
        assert_false(slips_at(law, 4e-9));
        assert_true(slips_at(law, 6e-9));
    }
}

/* The stuck solution at a forcing amplitude. */
static bool sticks_at(rdg_context *ctx, random_stuck *r, double alpha, double *largest, bool *wedges)
{
    r->alpha = alpha;
    return stuck_solve(ctx, r, largest, wedges);
}

/* The greatest forcing amplitude at which all contacts stick; 0: none is found below 1e3 */
static double limit_of(rdg_context *ctx, random_stuck *r)
{
    double low = r->alpha, high = low, largest;
    bool wedges;
    if (!sticks_at(ctx, r, low, &largest, &wedges) || fabs(largest) < 3e-3) {
        return 0.0;
    }
    while (high < 1e3 && sticks_at(ctx, r, high, &largest, &wedges)) {
        low = high;
        high *= 2.0;
    }
    while (high < 1e3 && high - low > 1e-11 * high) {
        const double middle = 0.5 * (low + high);
        *(sticks_at(ctx, r, middle, &largest, &wedges) ? &low : &high) = middle;
    }
    return high < 1e3 ? low : 0.0;
}

/* How often a state that is as good as stuck was stable by exponents and not in time. */
static int check_limit(rdg_context *ctx, random_stuck *r, double limit, uint64_t *seed)
{
    int wrong = 0;
    for (int digits = 6; digits <= 10; digits += 2) {
        double largest = NAN;
        bool wedges = false;
        assert_true(sticks_at(ctx, r, limit * (1.0 - pow(10, -digits)), &largest, &wedges));
        stuck_check_exponents(r);
        if (digits == 10 && largest < -3e-3 && !wedges) {
            const stuck_fate fate = stuck_decide(r, seed, STUCK_PERIODS);
            wrong += fate == STUCK_GROWS;
        }
        if (digits == 6) {
            assert_false(sticks_at(ctx, r, limit * (1.0 + pow(10, -digits)), &largest, &wedges));
        }
    }
    return wrong;
}

static void contacts_at_their_limits_stick(void **state)
{
    (void)state;
    const char *many = getenv("STUCK_LIMIT_STATES"), *other = getenv("STUCK_SEED");
    for (int kind = 0; kind < STUCK_NEAR_WEDGING; kind++) {
        uint64_t seed = other ? strtoull(other, NULL, 10) : 1;
        int wrong = 0;
        for (int states = 0; states < (many ? atoi(many) : 1);) {
            rdg_context *ctx = rdg_context_create();
            rdg_set_writer(ctx, NULL, NULL);
            random_stuck r = stuck_draw(ctx, &seed, (stuck_kind)kind);
            const double limit = limit_of(ctx, &r);
            if (limit > 0.0) {
                wrong += check_limit(ctx, &r, limit, &seed);
                states++;
            }
            rdg_context_free(ctx);
        }
        print_message("kind %d: %d wrong\n", kind, wrong);
        assert_int_equal(wrong, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_slider_moves_beyond_the_accuracy_of_solutions),
                                       cmocka_unit_test(contacts_at_their_limits_stick)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
