/* Beyond the paper: where cycles of slip and stick lose their stability in the plane of speed and preload,
 * preset CH: curves of Neimark-Sacker points and of folds through those of the branch at 1 rad/s
 * (families.c). No multiplier comes near -1 on the branch or on these curves, so that no curve of flips
 * begins there. FULL=1 (two minutes) computes them. By itself the program draws the points in data/ and
 * follows the branch to its Neimark-Sacker point. It starts at 50 N, as motions at 58 N come to another
 * cycle. */
#include "diagrams.h"

#include <ridgewalk/singular.h>

enum { LOCI = 2 };

typedef struct locus {
    const char *legend, *run, *type, *held;
} locus;

static const locus loci[LOCI] = {{"Neimark-Sacker points: periodic below", "map_torus", "NS", "ns"},
                                 {"folds of the branch", "map_folds", "FP", "fold"}};

/* The branch over the preload: to its Neimark-Sacker point, or through that and its fold. */
static void follow_branch(rdg_problem *p, bool whole)
{
    const rdg_option end = whole ? RDG_MAX_POINTS(30) : RDG_TERMINAL("END", "ns", 0.0);
    rdg_continue(p, "map_branch", RDG_RELEASE("N0"), RDG_WINDOW("N0", 40.0, 66.0), RDG_DIRECTION(1),
                 RDG_STEP(0.3, 1e-5, 4.0), end);
}

/* The curve through a special point of the branch, in the form of diagrams. */
static void follow_locus(rdg_context *ctx, rdg_problem *p, int k, drawn *d)
{
    const locus *of = &loci[k];
    rdg_continue(p, of->run, RDG_FROM_POINT("map_branch", of->type, 0), RDG_HOLD_AT(of->held, 0),
                 RDG_RELEASE("Omega"), RDG_RELEASE("N0"), RDG_WINDOW("Omega", 0.4, 5.0),
                 RDG_WINDOW("N0", 20.0, 95.0), RDG_STEP(0.1, 1e-5, 1.0), RDG_MAX_POINTS(60));
    rdg_run *run = rdg_run_open(ctx, of->run);
    const double *speed = rdg_run_column(run, "Omega"), *load = rdg_run_column(run, "N0");
    for (rdg_index row = 0; speed && load && row < rdg_run_count(run); row++) {
        drawn_add(d, 2 + k, 0.0, 0.0, speed[row], load[row]);
    }
    rdg_run_free(run);
}

int main(void)
{
    static cycle c;
    static drawn d = {.parameter = "Omega"};
    rdg_context *ctx = rdg_context_create();
    disc_brake b = preset_ch();
    const char *const legend[LOCI] = {loci[0].legend, loci[1].legend};
    bool is_there = true;
    b.value[OMEGA] = 1.0;
    b.value[N0] = 50.0;
    rdg_problem *p = rdg_shooting_problem(cycle_find(ctx, &b, 40.0, &c));
    if (form_is_full()) {
        rdg_add_fold(p, "fold", "N0");
    }
    follow_branch(p, form_is_full());
    if (form_is_full()) {
        for (int k = 0; k < LOCI; k++) {
            follow_locus(ctx, p, k, &d);
        }
        drawn_write(ctx, "map_drawn.csv", &d);
    } else {
        is_there = drawn_read(&d, "map_drawn.csv");
    }
    if (is_there) {
        drawn_picture_of(ctx, "map.png", "Cycles of slip and stick, preset CH", "speed / (rad/s)",
                         "preload / N", &d, legend);
    }
    return rdg_exit(ctx) != 0 || !is_there;
}
