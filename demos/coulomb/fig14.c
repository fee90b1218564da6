/* Figure 14: half a period of five masses, contact at the third, load at the first (14a), and their phases
 * over the frequency (14b). */
#include "phases.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    draw_phases(ctx,
                &(history){.name = "fig14b",
                           .title = "Five masses, contact at the third, load at the first, $\\beta$ = 0.4",
                           .n = 5,
                           .second_mass = 1,
                           .second_spring = 1,
                           .system = {.contact = "m3", .load = "m1"},
                           .beta = 0.4});
    const int status = rdg_exit(ctx);
    return status +
           draw_histories(
               1,
               (const history[]){
                   {.name = "fig14a",
                    .title =
                        "Five masses, contact at the third, load at the first, $r_1$ = 1.2, $\\beta$ = 0.4",
                    .n = 5,
                    .second_mass = 1,
                    .second_spring = 1,
                    .system = {.contact = "m3", .load = "m1"},
                    .r1 = 1.2,
                    .beta = 0.4}});
}
