/* The Campbell diagram of a bladed disk with shrouds (shrouds.h): frequencies of the wave of each engine
 * order over the speed, with stuck shrouds, and the peaks where engine orders meet them. Centrifugal forces
 * stiffen the blades and press the shrouds together. The larger the force, the more the shrouds slip: peaks
 * move down along their engine order, to lower speeds. */
#include "shrouds.h"

#include "../forms.h"

#include <stdio.h>

/* 60 N at 200 rad/s, from the twist of the blades. */
static rdg_hbm *load(rdg_structure *wave, rdg_index engine_order, double speed, void *data)
{
    (void)engine_order;
    (void)data;
    load_wave(wave, 60.0 * (speed / 200.0) * (speed / 200.0));
    return rdg_hbm_create(wave, RDG_HARMONICS(0, 1, 2, 3));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_campbell(
        make_blade(ctx, 0.0), "campbell",
        &(rdg_campbell_options){.rotor = rotor,
                                .turning = make_blade(ctx, 400.0), /* the other export, at 400 rad/s */
                                .turning_speed = 400.0,
                                .modes = 1,
                                .n_orders = form_is_quick() ? 2 : 5,
                                .orders = (rdg_index[]){3, 4, 6, 9, 12},
                                .low = 60.0,
                                .high = 600.0,
                                .balance = load,
                                .sensor = "Am",
                                .n_amplitudes = 7,
                                .amplitudes = (double[]){1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0},
                                .picture = "campbell.png",
                                .ridges = "campbell_ridges.png",
                                .table = "campbell.csv"});
    return rdg_exit(ctx);
}
