/* Figure 5: responses of two masses, contact and load at the first. */
#include "response_figure.h"

int main(void)
{
    return draw_response_figure(&(response_figure){.figure = "fig05",
                                                   .title = "Two masses, contact and load at the first",
                                                   .n = 2,
                                                   .second = 1,
                                                   .system = {.contact = "m1"},
                                                   .beta = {0, 0.2, 0.4, 0.6, 0.8},
                                                   .betas = 5,
                                                   .top = 8.0});
}
