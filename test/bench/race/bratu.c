/* The scaling race, Ridgewalk's side: the equations of bratu.f90 from mu = 0 through the fold.
 *
 *   bratu unknowns points
 *
 * Without table and run folder. */
#include "../bratu.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    rdg_context *ctx = rdg_context_create();
    rdg_problem *p = bratu_problem(ctx, argc > 1 ? atoi(argv[1]) : 10);
    rdg_continue(p, "bratu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0, 4), RDG_DIRECTION(1),
                 RDG_MAX_POINTS(argc > 2 ? atoi(argv[2]) : 60), RDG_STEP(0.05, 1e-6, 0.2), RDG_NO_FOLDER,
                 RDG_NO_TABLE);
    return rdg_exit(ctx);
}
