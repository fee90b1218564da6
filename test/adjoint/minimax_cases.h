/* What tests of the least greatest peak share: an absorber's numbers, within wide ranges. */
#ifndef MINIMAX_CASES_H
#define MINIMAX_CASES_H

#include "design/absorber.h"
#include "scratch.h"

#include <ridgewalk/minimax.h>

static const rdg_option silent[] = {
    {.kind = RDG_OPTION_NO_TABLE}, {.kind = RDG_OPTION_IN_MEMORY}, {.kind = RDG_OPTION_END}};

static const char *const both[] = {"spring.k", "damper.c"};

static inline rdg_minimax_options wide(const char *const *parameters)
{
    static const double low[] = {0.002, 0.002}, high[] = {0.2, 0.2};
    return (rdg_minimax_options){.n = 2,
                                 .parameters = parameters,
                                 .low = low,
                                 .high = high,
                                 .alpha = 1.0,
                                 .from = 0.5,
                                 .to = 1.6,
                                 .options = silent};
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)

#endif
