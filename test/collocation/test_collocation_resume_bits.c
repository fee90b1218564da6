/* link: -Wl,--wrap=rdg_run_store_append */
/* Orbits by collocation on moving meshes that are cut off behind any of their charts, once or twice, and
 * taken up again are the undisturbed runs, bit for bit. */
#define _GNU_SOURCE

#include "../cut_run.h"

#include <ridgewalk/collocated_orbit.h>

enum { STRIDE = 4 }; /* charts between those behind which it is cut */

/* van der Pol in Lienard's plane: x' = mu (y + x - x^3/3), y' = -x/mu */
static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[2] * (u[1] + u[0] - u[0] * u[0] * u[0] / 3.0);
    y[1] = -u[0] / u[2];
    return 0;
}

static int meshes_move_after;

static rdg_status go(rdg_context *ctx, const char *name, bool resumes)
{
    const double mu = 1.0;
    const rdg_hybrid_function f = {.f = field};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "van der Pol", 2, &f, RDG_PARAMETERS("mu"), &mu, RDG_AUTONOMOUS);
    rdg_shooting *s =
        rdg_shooting_create(h, &(rdg_shooting_options){.x = (double[]){1.0, 0.0}, .transient = 50.0});
    rdg_collocation *c = rdg_collocation_from_shooting(
        s, rdg_shooting_problem(s), NULL, 0,
        &(rdg_collocation_options){.intervals = 80, .adapt = meshes_move_after});
    rdg_problem *p = rdg_collocation_problem(c);
    return resumes ? rdg_resume(p, name, RDG_RELEASE("mu"), RDG_WINDOW("mu", 1.0, 20.0),
                                RDG_STEP(0.05, 1e-6, 2.0))
                   : rdg_continue(p, name, RDG_RELEASE("mu"), RDG_WINDOW("mu", 1.0, 20.0),
                                  RDG_STEP(0.05, 1e-6, 2.0));
}

static void orbits_on_moving_meshes_cut_anywhere_are_the_same(void **state)
{
    (void)state;
    for (meshes_move_after = 1; meshes_move_after <= 3; meshes_move_after += 2) {
        assert_int_equal(cut_everywhere(&(cut_case){.name = "orbits", .go = go}, 1, STRIDE), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(orbits_on_moving_meshes_cut_anywhere_are_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
