/* Figure 21: two masses, contact and load at the first: where continuous slip and where stick end. */
#include "map.h"

int main(void)
{
    return draw_map(&(regime_map){.figure = "fig21",
                                  .title = "Two masses, contact and load at the first",
                                  .n = 2,
                                  .second = 1,
                                  .system = {.contact = "m1"},
                                  .ratios = 4,
                                  .ratio = {1, 1.25, 1.5, 2},
                                  .top = 1.4});
}
