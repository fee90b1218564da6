/* Figure 13: limit cycles over the speed at 35 N, preset LC: branches by shooting over the diagram by
 * simulation up and down. FULL=1 (2.5 minutes) computes it; by itself the program draws the points in data/
 * and follows the branch on which the pad slips and lifts off from 2 to 2.1 rad/s. */
#include "diagrams.h"

static const known_cycle upper_known[] = {{5.0, NAN, .2009056, {"", "peak at 5 rad/s, shooting"}},
                                          {2.0, NAN, .15793070, {"", "peak at 2 rad/s, shooting"}},
                                          {1.2, NAN, .14740524, {"", "peak at 1.2 rad/s, shooting"}},
                                          {1.0, NAN, .1447222, {"", "peak at 1 rad/s, shooting"}},
                                          {0.8, NAN, .1349027, {"", "peak at 0.8 rad/s, shooting"}},
                                          {0.6, NAN, .11401595, {"", "peak at 0.6 rad/s, shooting"}}};
static const known_cycle lower_known[] = {
    {0.4, .118772, .0312, {"T at 0.4 rad/s, shooting", "peak at 0.4 rad/s, shooting"}}};
#define TITLE "Limit cycles at 35 N (dashed: unstable)"
enum { UPPER = sizeof upper_known / sizeof *upper_known, LOWER = sizeof lower_known / sizeof *lower_known };

static void compare_sweep(references *known, const brake_sweep *s)
{
    sweep_compare(known, s, 2.0, -1, "peak at 2 rad/s, simulation", .15793070);
    sweep_compare(known, s, 1.2, -1, "peak at 1.2 rad/s, simulation", .14740524);
    sweep_compare(known, s, 1.0, -1, "peak at 1 rad/s, simulation", .1447222);
    sweep_compare(known, s, 0.8, -1, "peak at 0.8 rad/s, simulation", .1349027);
    sweep_compare(known, s, 0.6, -1, "peak at 0.6 rad/s, downwards", .11401595);
    sweep_compare(known, s, 0.4, 1, "peak at 0.4 rad/s, upwards", .0312);
}

int main(void)
{
    static branch upper = {.name = "shooting", .parameter = OMEGA};
    static branch lower = {.name = "shooting, slip and stick", .parameter = OMEGA};
    static references known;
    static brake_sweep sweep = {.parameter = "Omega", .from = 0.2, .to = 5.0, .count = 25};
    const bool full = form_is_full();
    const branch_range from_2 = {2.0, 40.0, full ? 0.5 : 2.0, full ? 5.0 : 2.1, {"fig13_up", "fig13_down"}};
    const branch_range from_04 = {0.4, 160.0, 0.2, 1.0, {"fig13_stick_up", "fig13_stick_down"}};
    disc_brake b = preset_lc(), c = preset_lc(), d = preset_lc();
    b.value[N0] = c.value[N0] = d.value[N0] = 35.0;
    branch_find(&b, &upper, &from_2, UPPER, upper_known);
    if (full) {
        branch_find(&c, &lower, &from_04, LOWER, lower_known);
    }
    rdg_context *ctx = rdg_context_create();
    const branch *const both[] = {&upper, &lower};
    branch_compare(&known, &upper, UPPER, upper_known);
    branch_compare(&known, &lower, LOWER, lower_known);
    branch_write(ctx, "fig13.csv", both, 2);
    bool is_drawn = true;
    if (full) {
        brake_sweep_run(ctx, &d, &sweep);
        brake_sweep_write(ctx, "fig13_sweep.csv", &sweep);
        compare_sweep(&known, &sweep);
        diagram_draw(ctx, "fig13", TITLE, "speed / (rad/s)", &sweep, 2, both);
        brake_sweep_free(&sweep);
    } else {
        is_drawn = diagram_draw_stored(ctx, "fig13", TITLE, "speed / (rad/s)",
                                       (const char *const[]){upper.name, lower.name});
    }
    write_references(ctx, &known, "fig13_numbers.csv");
    const int status = rdg_exit(ctx);
    return is_drawn ? status : EXIT_FAILURE;
}
