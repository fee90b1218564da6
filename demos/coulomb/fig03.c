/* Figure 3: three masses, contact at the second, load at the first: continuous slip and stick. */
#include "response_figure.h"

int main(void)
{
    return draw_response_figure(
        &(response_figure){.figure = "fig03",
                           .title = "Three masses, contact at the second, load at the first",
                           .n = 3,
                           .second = 1,
                           .system = {.contact = "m2", .load = "m1"},
                           .beta = {0, 0.2, 0.4, 0.6, 1, 2},
                           .betas = 6,
                           .top = 6.0,
                           .slipping_only = true});
}
