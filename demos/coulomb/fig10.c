/* Figure 10: half a period of two masses, contact at the second, load at the first (numbers: ours). */
#include "histories.h"

int main(void)
{
    return draw_histories(
        2, (const history[]){{.name = "fig10b",
                              .title = "$r_1$ = 1, $\\beta$ = 0.5, equal masses and springs",
                              .n = 2,
                              .second_mass = 1,
                              .second_spring = 1,
                              .system = {.contact = "m2", .load = "m1"},
                              .r1 = 1.0,
                              .beta = 0.5},
                             {.name = "fig10c",
                              .title = "$r_1$ = 0.9, $\\beta$ = 0.3, spring 2 twice, mass 2 half the first",
                              .n = 2,
                              .second_mass = 0.5,
                              .second_spring = 2,
                              .system = {.contact = "m2", .load = "m1"},
                              .r1 = 0.9,
                              .beta = 0.3}});
}
