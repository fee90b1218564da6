/* Figure 17: responses of two masses with a contact between them, load at the first. */
#include "response_figure.h"

int main(void)
{
    return draw_response_figure(
        &(response_figure){.figure = "fig17",
                           .title = "Two masses, contact between them, load at the first",
                           .n = 2,
                           .second = 0.5,
                           .system = {.contact = "between", .load = "m1"},
                           .beta = {0, 0.1, 0.2, 0.3, 0.5, 0.8, 1.5},
                           .betas = 7,
                           .top = 10.0});
}
