/* Vectors in general position, for borders and tests of factorisations: always the same ones, so that runs
 * can be repeated. */
#include "toolbox.h"

#include <math.h>

double rdg_general(rdg_index i)
{
    return 1.0 + 0.5 * sin(2.3 * (double)i + 0.7);
}
