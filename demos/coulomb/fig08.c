/* Figure 8: half a period of five masses, contact and load at the first (8a), and their phases over the
 * frequency (8b). */
#include "phases.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    draw_phases(ctx, &(history){.name = "fig08b",
                                .title = "Five masses, contact and load at the first, $\\beta$ = 0.4",
                                .n = 5,
                                .second_mass = 1,
                                .second_spring = 1,
                                .system = {.contact = "m1"},
                                .beta = 0.4});
    const int status = rdg_exit(ctx);
    return status +
           draw_histories(
               1, (const history[]){
                      {.name = "fig08a",
                       .title = "Five masses, contact and load at the first, $r_1$ = 1.25, $\\beta$ = 0.4",
                       .n = 5,
                       .second_mass = 1,
                       .second_spring = 1,
                       .system = {.contact = "m1"},
                       .r1 = 1.25,
                       .beta = 0.4}});
}
