/* Figure 11: limit cycles over the preload at 1 rad/s, preset LC: branches by shooting over the diagram by
 * simulation up and down. FULL=1 (7 minutes): both branches are one curve with four folds, stable to the
 * outer ones: hysteresis; and a finer diagram. By itself: what is stable, to 40 N and down to 71 N. QUICK=1:
 * a glance. */
#include "../forms.h"
#include "branches.h"
#include "sweeps.h"

/* What an independent program found, see doc/disc-brake.md. */
typedef struct known_cycle {
    double N0, T, peak;
    const char *what[2];
} known_cycle;

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

static void branch_compare(references *known, const branch *b, int count, const known_cycle *k)
{
    for (int i = 0; i < count; i++) {
        const rdg_index row = branch_row(b, k[i].N0);
        if (row >= 0) {
            compare(known, k[i].what[0], k[i].T, b->T[row]);
            compare(known, k[i].what[1], k[i].peak, b->peak[row]);
        }
    }
}

/* Both ways from the cycle that a motion settles to. */
static void find(disc_brake *brake, double N0_, double settle, branch *b, const char *const run[2],
                 double least, double greatest, int count, const known_cycle *k)
{
    static cycle c;
    double value[UPPER];
    rdg_context *ctx = rdg_context_create();
    brake->value[N0] = N0_;
    b->brake = brake;
    b->orbits = cycle_find(ctx, brake, settle, &c);
    for (int i = 0; i < count; i++) {
        value[i] = k[i].N0;
    }
    rdg_problem *p = rdg_shooting_problem(b->orbits);
    branch_follow(p, b, run[0], 1, N0_, greatest, count, value);
    b->turned = b->rows;
    if (least < N0_) {
        branch_follow(p, b, run[1], -1, least, N0_, count, value);
    }
    rdg_context_free(ctx);
}

int main(void)
{
    static branch upper = {.name = "slip and apart"}, lower = {.name = "slip and stick"};
    static references known;
    static brake_sweep sweep = {.parameter = "N0", .from = 2.0, .to = 98.0, .count = 9};
    static picture picture;
    const bool quick = form_is_quick(), full = form_is_full();
    const double up_to = full ? 70.0 : 40.0, down_to = full ? 61.0 : 71.0;
    sweep.count = full ? 49 : sweep.count;
    disc_brake b = preset_lc(), c = preset_lc(), d = preset_lc();
    b.value[OMEGA] = c.value[OMEGA] = d.value[OMEGA] = 1.0;
    find(&b, 20.0, 30.0, &upper, (const char *const[]){"fig11_up", "fig11_down"}, quick ? 20.0 : 2.0,
         quick ? 22.0 : up_to, UPPER, upper_known);
    if (!quick) {
        find(&c, 80.0, 160.0, &lower, (const char *const[]){"fig11_stick_up", "fig11_stick_down"}, down_to,
             100.0, LOWER, lower_known);
    }
    rdg_context *ctx = rdg_context_create();
    branch_compare(&known, &upper, UPPER, upper_known);
    branch_compare(&known, &lower, LOWER, lower_known);
    write_references(ctx, &known, "fig11_numbers.csv");
    branch_write(ctx, "fig11.csv", (const branch *const[]){&upper, &lower}, 2);
    if (quick) {
        sweep.from = 18.0, sweep.to = 22.0, sweep.count = 2, sweep.settle = 10.0, sweep.window = 5.0;
    }
    brake_sweep_run(ctx, &d, &sweep);
    brake_sweep_write(ctx, "fig11_sweep.csv", &sweep);
    brake_sweep_draw(&picture, &sweep);
    branch_draw(&picture, &upper, "#0050b0");
    branch_draw(&picture, &lower, "#b02020");
    PICTURE_ADD(&picture, RDG_TITLE("Limit cycles at 1 rad/s"));
    PICTURE_ADD(&picture, RDG_XLABEL("preload / N"));
    PICTURE_ADD(&picture, RDG_YLABEL("greatest theta / rad"));
    rdg_plot_items(ctx, "fig11.png", picture.item);
    brake_sweep_free(&sweep);
    return rdg_exit(ctx);
}
