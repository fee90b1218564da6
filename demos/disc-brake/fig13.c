/* Figure 13: limit cycles over the speed at 35 N, preset LC: the diagram by simulation up and down, and over
 * it the branch on which the pad slips and lifts off, by shooting, to where the relative velocity first
 * vanishes. FULL=1: a finer diagram to 5 rad/s, settled for twice as long, and branches with stick; QUICK=1:
 * a glance. */
#include "diagrams.h"

static const known_cycle upper_known[] = {{5.0, NAN, .2009056, {"", "peak at 5 rad/s, shooting"}},
                                          {2.0, NAN, .15793070, {"", "peak at 2 rad/s, shooting"}},
                                          {1.2, NAN, .14740524, {"", "peak at 1.2 rad/s, shooting"}},
                                          {1.0, NAN, .1447222, {"", "peak at 1 rad/s, shooting"}},
                                          {0.8, NAN, .1349027, {"", "peak at 0.8 rad/s, shooting"}},
                                          {0.6, NAN, .11401595, {"", "peak at 0.6 rad/s, shooting"}}};
static const known_cycle lower_known[] = {
    {0.4, .118772, .0312, {"T at 0.4 rad/s, shooting", "peak at 0.4 rad/s, shooting"}}};
enum { UPPER = sizeof upper_known / sizeof *upper_known, LOWER = sizeof lower_known / sizeof *lower_known };

static brake_sweep sweep_of(bool quick, bool full)
{
    brake_sweep s = {.parameter = "Omega", .from = 0.2, .to = 5.0, .count = 25};
    if (quick) {
        s.from = 1.0, s.to = 1.2, s.count = 2, s.settle = 10.0, s.window = 5.0;
    } else if (!full) {
        s.to = 2.0, s.count = 10, s.settle = 120.0;
    }
    return s;
}

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
    static brake_sweep sweep;
    const bool quick = form_is_quick(), full = form_is_full();
    const branch_range from_2 = {2.0, 40.0, full ? 0.5 : 1.35, full ? 5.0 : 2.1, {"fig13_up", "fig13_down"}};
    const branch_range from_04 = {0.4, 160.0, 0.2, 1.0, {"fig13_stick_up", "fig13_stick_down"}};
    disc_brake b = preset_lc(), c = preset_lc(), d = preset_lc();
    b.value[N0] = c.value[N0] = d.value[N0] = 35.0;
    if (!quick) {
        branch_find(&b, &upper, &from_2, UPPER, upper_known);
    }
    if (full) {
        branch_find(&c, &lower, &from_04, LOWER, lower_known);
    }
    rdg_context *ctx = rdg_context_create();
    const branch *const both[] = {&upper, &lower};
    branch_compare(&known, &upper, UPPER, upper_known);
    branch_compare(&known, &lower, LOWER, lower_known);
    branch_write(ctx, "fig13.csv", both, 2);
    sweep = sweep_of(quick, full);
    brake_sweep_run(ctx, &d, &sweep);
    brake_sweep_write(ctx, "fig13_sweep.csv", &sweep);
    compare_sweep(&known, &sweep);
    write_references(ctx, &known, "fig13_numbers.csv");
    diagram_draw(ctx, "fig13.png", "Limit cycles at 35 N", "speed / (rad/s)", &sweep, 2, both);
    brake_sweep_free(&sweep);
    return rdg_exit(ctx);
}
