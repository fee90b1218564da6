/* Beyond the paper: where cycles of slip and stick lose their stability in the plane of speed and preload:
 * the curve of Neimark-Sacker points through that of the branch at 1 rad/s (families.c), preset CH. FULL=1 (a
 * minute) computes it; by itself the program draws the points in data/ and follows the branch to its
 * Neimark-Sacker point; QUICK=1: from nearer by. */
#include "diagrams.h"

static const char *const legend = "Neimark-Sacker points: periodic below";

/* The branch over the preload, to where a pair of multipliers is on the unit circle. */
static void follow_branch(rdg_problem *p)
{
    rdg_continue(p, "map_branch", RDG_RELEASE("N0"), RDG_WINDOW("N0", 40.0, 66.0), RDG_DIRECTION(1),
                 RDG_TERMINAL("END", "ns", 0.0), RDG_STEP(0.3, 1e-5, 4.0));
}

/* The curve through that point, in the form of diagrams. */
static void follow_locus(rdg_context *ctx, rdg_problem *p, drawn *d)
{
    rdg_continue(p, "map_locus", RDG_FROM_POINT("map_branch", "END", 0), RDG_HOLD_AT("ns", 0),
                 RDG_RELEASE("Omega"), RDG_RELEASE("N0"), RDG_WINDOW("Omega", 0.4, 5.0),
                 RDG_WINDOW("N0", 20.0, 95.0), RDG_STEP(0.1, 1e-5, 1.0), RDG_MAX_POINTS(60));
    rdg_run *run = rdg_run_open(ctx, "map_locus");
    const double *speed = rdg_run_column(run, "Omega"), *load = rdg_run_column(run, "N0");
    for (rdg_index row = 0; speed && load && row < rdg_run_count(run); row++) {
        drawn_add(d, 2, 0.0, 0.0, speed[row], load[row]);
    }
    rdg_run_free(run);
}

int main(void)
{
    static cycle c;
    static drawn d = {.parameter = "Omega"};
    rdg_context *ctx = rdg_context_create();
    disc_brake b = preset_ch();
    bool is_there = true;
    b.value[OMEGA] = 1.0;
    b.value[N0] = form_is_quick() ? 58.5 : 50.0;
    rdg_problem *p = rdg_shooting_problem(cycle_find(ctx, &b, 40.0, &c));
    follow_branch(p);
    if (form_is_full()) {
        follow_locus(ctx, p, &d);
        drawn_write(ctx, "map_drawn.csv", &d);
    } else {
        is_there = drawn_read(&d, "map_drawn.csv");
    }
    if (is_there) {
        drawn_picture_of(ctx, "map.png", "Cycles of slip and stick, preset CH", "speed / (rad/s)",
                         "preload / N", &d, &legend);
    }
    return rdg_exit(ctx) != 0 || !is_there;
}
