/* Figure 6: two masses, contact and load at the first: where continuous slip and where stick end. */
#include "map.h"

int main(void)
{
    return draw_map(&(regime_map){.figure = "fig06",
                                  .title = "Two masses, contact and load at the first",
                                  .n = 2,
                                  .second = 1,
                                  .system = {.contact = "m1"},
                                  .ratios = 1,
                                  .ratio = {1},
                                  .top = 1.4});
}
