/* Figure 14: half a period of five masses, contact at the third, load at the first (14a); their phases are
 * figure 13's. */
#include "histories.h"

int main(void)
{
    return draw_histories(
        1, (const history[]){
               {.name = "fig14a",
                .title = "Five masses, contact at the third, load at the first, r1 = 1.2, beta = 0.4",
                .n = 5,
                .second_mass = 1,
                .second_spring = 1,
                .system = {.contact = "m3", .load = "m1"},
                .r1 = 1.2,
                .beta = 0.4}});
}
