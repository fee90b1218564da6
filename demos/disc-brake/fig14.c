/* Figure 14: limit cycles over the preload at 1 rad/s (a, c) and over the speed at 35 N (b, d) without radial
 * motion, by simulation up and down: with the preset LC (a, b) there are two branches and hysteresis, as with
 * radial motion; with CH (c, d) there is one, of one period, until steady sliding is stable. FULL=1
 * (11 minutes) computes it; by itself the program draws the points in data/ and lets motions become steady at
 * two values. */
#include "diagrams.h"

typedef struct known_peak {
    double at, peak;
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

typedef struct panel {
    const char *name, *title;
    bool is_over_speed;
    size_t count;
    const known_peak *known;
} panel;

static const panel lc_panel[] = {{"fig14a", "Without radial motion, preset LC, 1 rad/s", false,
                                  sizeof lc_known / sizeof *lc_known, lc_known},
                                 {"fig14b", "Without radial motion, preset LC, 35 N", true, 0, NULL}};
static const panel ch_panel[] = {{"fig14c", "Without radial motion, preset CH, 1 rad/s", false,
                                  sizeof ch_known / sizeof *ch_known, ch_known},
                                 {"fig14d", "Without radial motion, preset CH, 35 N", true, 0, NULL}};

static brake_sweep sweep_of(const panel *of, bool full)
{
    brake_sweep s = of->is_over_speed
                        ? (brake_sweep){.parameter = "Omega", .from = 0.2, .to = 5.0, .count = 25}
                        : (brake_sweep){.parameter = "N0", .from = 4.0, .to = 96.0, .count = 47};
    if (!full) {
        s.from = of->is_over_speed ? 1.0 : 20.0;
        s.to = of->is_over_speed ? 1.2 : 30.0;
        s.count = 2, s.transient = 10.0, s.window = 5.0;
    }
    return s;
}

/* false: the points are not there. */
static bool diagram(rdg_context *ctx, references *known, disc_brake *b, const panel *of)
{
    const char *const x = of->is_over_speed ? "speed / (rad/s)" : "preload / N";
    const bool full = form_is_full();
    static brake_sweep s;
    bool is_drawn = true;
    s = sweep_of(of, full);
    b->radial = false;
    b->value[OMEGA] = 1.0;
    b->value[N0] = of->is_over_speed ? 35.0 : b->value[N0];
    if (full || of->count > 0) {
        brake_sweep_run(ctx, b, &s);
    }
    for (size_t i = 0; i < of->count; i++) {
        const known_peak *k = &of->known[i];
        sweep_compare(known, &s, k->at, k->direction, k->what, k->peak);
    }
    if (full) {
        char path[64];
        snprintf(path, sizeof path, "%s.csv", of->name);
        brake_sweep_write(ctx, path, &s);
        diagram_draw(ctx, of->name, of->title, x, &s, 0, NULL);
    } else {
        is_drawn = diagram_draw_stored(ctx, of->name, of->title, x, NULL);
    }
    brake_sweep_free(&s);
    return is_drawn;
}

int main(void)
{
    static references known;
    static disc_brake brake[4];
    rdg_context *ctx = rdg_context_create();
    bool are_drawn = true;
    for (int k = 0; k < 4; k++) {
        brake[k] = k < 2 ? preset_lc() : preset_ch();
        are_drawn = diagram(ctx, &known, &brake[k], k < 2 ? &lc_panel[k] : &ch_panel[k - 2]) && are_drawn;
    }
    write_references(ctx, &known, "fig14_numbers.csv");
    const int status = rdg_exit(ctx);
    return are_drawn ? status : EXIT_FAILURE;
}
