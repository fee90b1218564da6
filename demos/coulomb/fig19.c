/* Figure 19: responses of two masses, contact of the first with the moving base. */
#include "response_figure.h"

int main(void)
{
    return draw_response_figure(
        &(response_figure){.figure = "fig19",
                           .title = "Two masses, contact of the first with the moving base",
                           .n = 2,
                           .second = 1,
                           .system = {.contact = "m1", .base = true},
                           .beta = {0, 0.2, 0.4, 0.6, 0.8, 1, 2},
                           .betas = 7,
                           .top = 8.0});
}
