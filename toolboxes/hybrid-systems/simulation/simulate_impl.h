/* A motion that was followed, and its files. */
#ifndef RDG_SIMULATE_IMPL_H
#define RDG_SIMULATE_IMPL_H

#include "simulation_impl.h"

#include <ridgewalk/simulate.h>

/* Write the files that are requested. */
rdg_status rdg_trajectory_write(rdg_hybrid *h, const rdg_trajectory *trajectory,
                                const rdg_simulate_options *options);

#endif
