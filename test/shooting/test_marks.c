/* Events that only mark a place, without a reset and back to their own mode: an orbit may pass them the
 * other way, and more often than they are listed. */
#include "orbit_run.h"
#include "smooth_systems.h"

static int velocity(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1];
    return 0;
}

static void an_orbit_begins_where_it_is_marked(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "van der Pol", RDG_PARAMETERS("mu"), (double[]){1.0});
    rdg_hybrid_add_phase(
        h, &(rdg_hybrid_phase){.name = "motion", .n = 2, .field = {.f = van_der_pol, .df = van_der_pol_df}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "maximum", .from = "motion", .to = "motion", .surface = {.f = velocity}});
    rdg_shooting *s = rdg_shooting_create(
        h, &(rdg_shooting_options){.x = (double[]){1.0, 0.0}, .transient = 60.0, .segments = 1});
    solve_orbit(ctx, rdg_shooting_problem(s), "marked");
    assert_near(value_at(ctx, "marked", "EP", 0, "T"), 6.66328685932313019, 1e-10, 0.0);
    assert_near(value_at(ctx, "marked", "EP", 0, "x[0]"), 2.00861986087484, 1e-10, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(an_orbit_begins_where_it_is_marked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
