/* Figure 4: half a period of two masses, contact and load at the first, for two sets of numbers (ours). */
#include "histories.h"

int main(void)
{
    return draw_histories(
        2, (const history[]){{.name = "fig04b",
                              .title = "$r_1$ = 1.3, $\\beta$ = 0.4, equal masses and springs",
                              .n = 2,
                              .second_mass = 1,
                              .second_spring = 1,
                              .system = {.contact = "m1"},
                              .r1 = 1.3,
                              .beta = 0.4},
                             {.name = "fig04c",
                              .title = "$r_1$ = 0.7, $\\beta$ = 0.3, spring 2 twice, mass 2 half the first",
                              .n = 2,
                              .second_mass = 0.5,
                              .second_spring = 2,
                              .system = {.contact = "m1"},
                              .r1 = 0.7,
                              .beta = 0.3}});
}
