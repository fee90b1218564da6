/* Figure 11: limit cycles over the preload at 1 rad/s, preset LC: branches by shooting over the diagram by
 * simulation up and down. Both branches are one curve with four folds, stable to the outer ones: hysteresis.
 * FULL=1 (4 minutes) computes it; by itself the program draws the points in data/ and follows the upper
 * branch from 20 to 22 N. */
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
#define TITLE "Limit cycles at 1 rad/s (dashed: unstable)"
enum { UPPER = sizeof upper_known / sizeof *upper_known, LOWER = sizeof lower_known / sizeof *lower_known };

int main(void)
{
    static branch upper = {.name = "slip and apart", .parameter = N0};
    static branch lower = {.name = "slip and stick", .parameter = N0};
    static references known;
    static brake_sweep sweep = {.parameter = "N0", .from = 2.0, .to = 98.0, .count = 49};
    const bool full = form_is_full();
    const branch_range from_20 = {
        20.0, 30.0, full ? 2.0 : 20.0, full ? 70.0 : 22.0, {"fig11_up", "fig11_down"}};
    const branch_range from_80 = {80.0, 160.0, 61.0, 100.0, {"fig11_stick_up", "fig11_stick_down"}};
    disc_brake b = preset_lc(), c = preset_lc(), d = preset_lc();
    b.value[OMEGA] = c.value[OMEGA] = d.value[OMEGA] = 1.0;
    branch_find(&b, &upper, &from_20, UPPER, upper_known);
    if (full) {
        branch_find(&c, &lower, &from_80, LOWER, lower_known);
    }
    rdg_context *ctx = rdg_context_create();
    const branch *const both[] = {&upper, &lower};
    branch_compare(&known, &upper, UPPER, upper_known);
    branch_compare(&known, &lower, LOWER, lower_known);
    write_references(ctx, &known, "fig11_numbers.csv");
    branch_write(ctx, "fig11.csv", both, 2);
    bool is_drawn = true;
    if (full) {
        brake_sweep_run(ctx, &d, &sweep);
        brake_sweep_write(ctx, "fig11_sweep.csv", &sweep);
        diagram_draw(ctx, "fig11", TITLE, "preload / N", &sweep, 2, both);
        brake_sweep_free(&sweep);
    } else {
        is_drawn = diagram_draw_stored(ctx, "fig11", TITLE, "preload / N",
                                       (const char *const[]){upper.name, lower.name});
    }
    const int status = rdg_exit(ctx);
    return is_drawn ? status : EXIT_FAILURE;
}
