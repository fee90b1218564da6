/* Figure 8: half a period of five masses, contact and load at the first (8a); their phases are figure 7's. */
#include "histories.h"

int main(void)
{
    return draw_histories(
        1, (const history[]){{.name = "fig08a",
                              .title = "Five masses, contact and load at the first, r1 = 1.25, beta = 0.4",
                              .n = 5,
                              .second_mass = 1,
                              .second_spring = 1,
                              .system = {.contact = "m1"},
                              .r1 = 1.25,
                              .beta = 0.4}});
}
