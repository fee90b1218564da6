/* The two ways to Lyapunov exponents. */
#ifndef RDG_LYAPUNOV_IMPL_H
#define RDG_LYAPUNOV_IMPL_H

#include "simulation_impl.h"

#include <ridgewalk/lyapunov.h>

/* The largest one alone, options with their defaults; *to is not initialised but zero. */
rdg_status rdg_lyapunov_of_twins(rdg_hybrid *h, const rdg_lyapunov_options *options, const char *where,
                                 rdg_lyapunov_spectrum *to);

#endif
