/* Figure 9: five masses, contact and load at the first: where continuous slip and where stick end. */
#include "map.h"

int main(void)
{
    return draw_map(&(regime_map){.figure = "fig09",
                                  .title = "Five masses, contact and load at the first",
                                  .n = 5,
                                  .second = 1,
                                  .system = {.contact = "m1"},
                                  .ratios = 1,
                                  .ratio = {1},
                                  .top = 1.2});
}
