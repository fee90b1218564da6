/* Assembly of a choice of rows: all zero functions and some of the parameters. */
#ifndef RDG_ASSEMBLY_IMPL_H
#define RDG_ASSEMBLY_IMPL_H

#include "assembly.h"

/* As rdg_assembly_create(), with the rows of those parameters only for which take[parameter] holds. Where a
 * monitor with several values is taken in part, the Jacobian's pattern has one row more, which gathers the
 * rest of its derivatives. */
rdg_assembly *rdg_assembly_create_from(rdg_problem *problem, const bool *take);

#endif
