/* Figure 14: limit cycles over the preload at 1 rad/s without radial motion, by simulation up and down: with
 * the preset LC there are two branches and hysteresis, as with radial motion; with CH there is one, of one
 * period, until steady sliding is stable. FULL=1 (6 minutes) computes it; by itself the program draws the
 * points in data/ and lets motions become steady at two preloads. */
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

/* false: the points are not there. */
static bool diagram(rdg_context *ctx, references *known, disc_brake *b, const char *name, const char *title,
                    size_t count, const known_peak *k)
{
    static brake_sweep s;
    const bool full = form_is_full();
    bool is_drawn = true;
    s = full ? (brake_sweep){.parameter = "N0", .from = 4.0, .to = 96.0, .count = 47}
             : (brake_sweep){
                   .parameter = "N0", .from = 20.0, .to = 30.0, .count = 2, .transient = 10.0, .window = 5.0};
    b->radial = false;
    b->value[OMEGA] = 1.0;
    brake_sweep_run(ctx, b, &s);
    for (size_t i = 0; i < count; i++) {
        sweep_compare(known, &s, k[i].N0, k[i].direction, k[i].what, k[i].peak);
    }
    if (full) {
        char path[64];
        snprintf(path, sizeof path, "%s.csv", name);
        brake_sweep_write(ctx, path, &s);
        diagram_draw(ctx, name, title, "preload / N", &s, 0, NULL);
    } else {
        is_drawn = diagram_draw_stored(ctx, name, title, "preload / N", NULL);
    }
    brake_sweep_free(&s);
    return is_drawn;
}

int main(void)
{
    static references known;
    disc_brake lc = preset_lc(), ch = preset_ch();
    rdg_context *ctx = rdg_context_create();
    const bool a = diagram(ctx, &known, &lc, "fig14a", "Without radial motion, preset LC",
                           sizeof lc_known / sizeof *lc_known, lc_known);
    const bool b = diagram(ctx, &known, &ch, "fig14b", "Without radial motion, preset CH",
                           sizeof ch_known / sizeof *ch_known, ch_known);
    write_references(ctx, &known, "fig14_numbers.csv");
    const int status = rdg_exit(ctx);
    return a && b ? status : EXIT_FAILURE;
}
