/* Figure 14: limit cycles over the preload at 1 rad/s without radial motion, by simulation up and down: with
 * the preset LC there are two branches and hysteresis, as with radial motion; with CH there is one, of one
 * period, until steady sliding is stable. This takes some 80 s. FULL=1: finer, settled for six times as long;
 * QUICK=1: a glance. */
#include "diagrams.h"

typedef struct known_peak {
    double N0, peak;
    int direction;
    const char *what;
} known_peak;

static const known_peak lc_known[] = {{12.0, .058760167, 1, "LC, peak at 12 N"},
                                      {20.0, .090857529, 1, "LC, peak at 20 N"},
                                      {36.0, .15459462, 1, "LC, peak at 36 N"},
                                      {56.0, .20113626, 1, "LC, peak at 56 N, upwards"},
                                      {80.0, .067702, -1, "LC, peak at 80 N, downwards"}};
static const known_peak ch_known[] = {{30.0, .14671952, 1, "CH, peak at 30 N"},
                                      {60.0, .27073036, 1, "CH, peak at 60 N"}};

static void diagram(rdg_context *ctx, references *known, disc_brake *b, const char *const path[2],
                    const char *title, size_t count, const known_peak *k)
{
    static brake_sweep s;
    const bool quick = form_is_quick(), full = form_is_full();
    s = (brake_sweep){.parameter = "N0", .from = 4.0, .to = 96.0, .count = full ? 47 : 24};
    if (quick) {
        s.from = 20.0, s.to = 30.0, s.count = 2, s.settle = 10.0, s.window = 5.0;
    } else if (!full) {
        s.settle = 40.0, s.window = 9.0;
    }
    b->radial = false;
    b->value[OMEGA] = 1.0;
    brake_sweep_run(ctx, b, &s);
    for (size_t i = 0; i < count; i++) {
        sweep_compare(known, &s, k[i].N0, k[i].direction, k[i].what, k[i].peak);
    }
    brake_sweep_write(ctx, path[0], &s);
    diagram_draw(ctx, path[1], title, "preload / N", &s, 0, NULL);
    brake_sweep_free(&s);
}

int main(void)
{
    static references known;
    disc_brake lc = preset_lc(), ch = preset_ch();
    rdg_context *ctx = rdg_context_create();
    diagram(ctx, &known, &lc, (const char *const[]){"fig14.csv", "fig14a.png"},
            "Without radial motion, preset LC", sizeof lc_known / sizeof *lc_known, lc_known);
    diagram(ctx, &known, &ch, (const char *const[]){"fig14_ch.csv", "fig14b.png"},
            "Without radial motion, preset CH", sizeof ch_known / sizeof *ch_known, ch_known);
    write_references(ctx, &known, "fig14_numbers.csv");
    return rdg_exit(ctx);
}
