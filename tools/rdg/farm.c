/* rdg farm: many runs of one program, by local processes. */
#include "farm_parts.h"
#include "rdg.h"

#include <ridgewalk/timing.h>

#include <stdio.h>
#include <string.h>

static int compute(farm *f)
{
    dealer d;
    int status = TROUBLE;
    const double begin = rdg_seconds();
    if (!open_farm(f)) {
        return TROUBLE;
    }
    if (fill_dealer(&d, f)) {
        const bool whole = run_pool(f, &d);
        status = print_end(f, &d, whole, begin);
    }
    empty_dealer(&d);
    close_farm(f);
    return status;
}

int run_farm(int n, char **word)
{
    farm f;
    farm_task task;
    if (!read_farm(&f, &task, n, word)) {
        return TROUBLE;
    }
    switch (task) {
    case FARM_SLURM:
        return print_slurm(&f);
    case FARM_STATE:
        return read_farm_size(&f) ? print_state(&f) : TROUBLE;
    case FARM_TABLE:
        return read_farm_size(&f) ? print_cases(&f) : TROUBLE;
    default:
        return compute(&f);
    }
}
