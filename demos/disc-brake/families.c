/* Preset CH at 1 rad/s: the cycle of one period from 50 N upwards loses its stability at a Neimark-Sacker
 * point, turns at a fold and comes back as a second family. By itself to 60 N; FULL=1 (a minute): all of it;
 * QUICK=1: a glance. */
#include "diagrams.h"

static const known_cycle known_ns = {58.881, .14065074, .275647, {"T at NS", "peak at NS"}};

int main(void)
{
    static branch b = {.name = "shooting", .parameter = N0};
    static references known;
    static brake_sweep sweep = {.parameter = "N0", .from = 50.0, .to = 65.0, .count = 4};
    const bool quick = form_is_quick(), full = form_is_full();
    const double stable_to = quick ? 50.5 : 60.0;
    const branch_range from_50 = {
        50.0, 60.0, 50.0, full ? 66.0 : stable_to, {"families_up", "families_down"}};
    const branch *const all[] = {&b};
    static disc_brake brake;
    disc_brake other = preset_ch();
    brake = preset_ch();
    brake.value[OMEGA] = other.value[OMEGA] = 1.0;
    branch_find(&brake, &b, &from_50, 0, NULL);
    rdg_context *ctx = rdg_context_create();
    for (rdg_index k = 0; k < b.rows; k++) {
        if (strcmp(b.type[k], "NS") == 0 && b.value[k] < 60.0) {
            compare(&known, "N0 at NS", known_ns.at, b.value[k]);
            compare(&known, known_ns.what[0], known_ns.T, b.T[k]);
            compare(&known, known_ns.what[1], known_ns.peak, b.peak[k]);
        }
    }
    write_references(ctx, &known, "families_numbers.csv");
    branch_write(ctx, "families.csv", all, 1);
    sweep.count = full ? 16 : sweep.count;
    if (!quick) {
        brake_sweep_run(ctx, &other, &sweep);
        brake_sweep_write(ctx, "families_sweep.csv", &sweep);
    }
    diagram_draw(ctx, "families", "Cycles of preset CH at 1 rad/s", "preload / N", &sweep, 1, all);
    brake_sweep_free(&sweep);
    return rdg_exit(ctx);
}
