/* Figure 11: limit cycles over the preload at 1 rad/s, preset LC: branches by shooting over the diagram by
 * simulation up and down. FULL=1 (7 minutes): both branches are one curve with four folds, stable to the
 * outer ones: hysteresis; and a finer diagram. By itself: what is stable, to 40 N and down to 71 N. QUICK=1:
 * a glance. */
#include "diagrams.h"

static const known_cycle upper_known[] = {{2.0, .12386591, .022900499, {"T at 2 N", "peak at 2 N"}},
                                          {20.0, .147633943, .089357012, {"T at 20 N", "peak at 20 N"}},
                                          {34.0, .149336925, .141269354, {"T at 34 N", "peak at 34 N"}},
                                          {36.0, .149380405, .147839374, {"T at 36 N", "peak at 36 N"}},
                                          {50.0, .150192158, .177513936, {"T at 50 N", "peak at 50 N"}},
                                          {56.0, .150679683, .182898416, {"T at 56 N", "peak at 56 N"}},
                                          {62.0, .15117787, .17712487, {"T at 62 N", "peak at 62 N"}}};
static const known_cycle lower_known[] = {
    {62.0, .121230153, .0485773499, {"T at 62 N, slip and stick", "peak at 62 N, slip and stick"}},
    {70.0, .118798202, .0581296795, {"T at 70 N, slip and stick", "peak at 70 N, slip and stick"}},
    {80.0, .11877179, .0717234729, {"T at 80 N, slip and stick", "peak at 80 N, slip and stick"}}};
enum { UPPER = sizeof upper_known / sizeof *upper_known, LOWER = sizeof lower_known / sizeof *lower_known };

int main(void)
{
    static branch upper = {.name = "slip and apart", .parameter = N0};
    static branch lower = {.name = "slip and stick", .parameter = N0};
    static references known;
    static brake_sweep sweep = {.parameter = "N0", .from = 2.0, .to = 98.0, .count = 9};
    const bool quick = form_is_quick(), full = form_is_full();
    const double up_to = full ? 70.0 : 40.0, down_to = full ? 61.0 : 71.0;
    const branch_range from_20 = {
        20.0, 30.0, quick ? 20.0 : 2.0, quick ? 22.0 : up_to, {"fig11_up", "fig11_down"}};
    const branch_range from_80 = {80.0, 160.0, down_to, 100.0, {"fig11_stick_up", "fig11_stick_down"}};
    disc_brake b = preset_lc(), c = preset_lc(), d = preset_lc();
    b.value[OMEGA] = c.value[OMEGA] = d.value[OMEGA] = 1.0;
    branch_find(&b, &upper, &from_20, UPPER, upper_known);
    if (!quick) {
        branch_find(&c, &lower, &from_80, LOWER, lower_known);
    }
    rdg_context *ctx = rdg_context_create();
    const branch *const both[] = {&upper, &lower};
    branch_compare(&known, &upper, UPPER, upper_known);
    branch_compare(&known, &lower, LOWER, lower_known);
    write_references(ctx, &known, "fig11_numbers.csv");
    branch_write(ctx, "fig11.csv", both, 2);
    sweep.count = full ? 49 : sweep.count;
    if (quick) {
        sweep.from = 18.0, sweep.to = 22.0, sweep.count = 2, sweep.settle = 10.0, sweep.window = 5.0;
    }
    brake_sweep_run(ctx, &d, &sweep);
    brake_sweep_write(ctx, "fig11_sweep.csv", &sweep);
    diagram_draw(ctx, "fig11.png", "Limit cycles at 1 rad/s", "preload / N", &sweep, 2, both);
    brake_sweep_free(&sweep);
    return rdg_exit(ctx);
}
