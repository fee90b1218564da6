/* Figure 11: responses of two masses, contact at the second, load at the first. */
#include "response_figure.h"

int main(void)
{
    return draw_response_figure(
        &(response_figure){.figure = "fig11",
                           .title = "Two masses, contact at the second, load at the first",
                           .n = 2,
                           .second = 1,
                           .system = {.contact = "m2", .load = "m1"},
                           .beta = {0, 0.2, 0.4, 0.5, 1, 1.5, 2, 5},
                           .betas = 8,
                           .top = 8.0});
}
