/* Figure 7: responses of five masses, contact and load at the first. */
#include "response_figure.h"

int main(void)
{
    return draw_response_figure(&(response_figure){.figure = "fig07",
                                                   .title = "Five masses, contact and load at the first",
                                                   .n = 5,
                                                   .second = 1,
                                                   .system = {.contact = "m1"},
                                                   .beta = {0, 0.2, 0.4, 0.6, 0.8},
                                                   .betas = 5,
                                                   .top = 8.0});
}
