/* The lowest modes of the interior by Krylov-Schur's method, and a count by inertia: of equal frequencies a
 * Krylov space may hold one mode only. What is missing is searched for in the complement of what was found.
 */
#include "reduce_parts.h"

#include <math.h>

/* Modes found so far, in no order */
typedef struct found {
    PetscInt count, room;
    double *lambda;
    Vec *shape;
} found;

static PetscErrorCode keep(found *all, double lambda, Vec shape)
{
    if (all->count == all->room) {
        const PetscInt room = 2 * all->room + 16;
        double *lambdas = NULL;
        Vec *shapes = NULL;
        PetscCall(PetscMalloc1(room, &lambdas));
        PetscCall(PetscMalloc1(room, &shapes));
        PetscCall(PetscArraycpy(lambdas, all->lambda, all->count));
        PetscCall(PetscArraycpy(shapes, all->shape, all->count));
        PetscCall(PetscFree(all->lambda));
        PetscCall(PetscFree(all->shape));
        all->lambda = lambdas;
        all->shape = shapes;
        all->room = room;
    }
    all->lambda[all->count] = lambda;
    all->shape[all->count++] = shape;
    return 0;
}

/* One search, beside what was found; *more: how many it has found */
static PetscErrorCode search(factored *f, PetscInt wanted, found *all, PetscInt *more)
{
    Vec shape = NULL;
    PetscScalar lambda = 0.0;
    PetscCall(EPSSetDimensions(f->eps, wanted, PETSC_DEFAULT, PETSC_DEFAULT));
    PetscCall(EPSSetDeflationSpace(f->eps, all->count, all->shape));
    PetscCall(EPSSolve(f->eps));
    PetscCall(EPSGetConverged(f->eps, more));
    for (PetscInt k = 0; k < *more; k++) {
        PetscCall(MatCreateVecs(f->K, &shape, NULL));
        PetscCall(EPSGetEigenpair(f->eps, k, &lambda, NULL, shape, NULL));
        PetscCall(keep(all, PetscRealPart(lambda), shape));
    }
    return 0;
}

static PetscErrorCode sort(found *all)
{
    for (PetscInt k = 1; k < all->count; k++) {
        const double lambda = all->lambda[k];
        Vec shape = all->shape[k];
        PetscInt j = k;
        for (; j > 0 && all->lambda[j - 1] > lambda; j--) {
            all->lambda[j] = all->lambda[j - 1];
            all->shape[j] = all->shape[j - 1];
        }
        all->lambda[j] = lambda;
        all->shape[j] = shape;
    }
    return 0;
}

static PetscInt number_below(const found *all, double lambda)
{
    PetscInt count = 0;
    while (count < all->count && all->lambda[count] < lambda) {
        count++;
    }
    return count;
}

/* Between the last mode that is kept and the next one; clear of both, since rounding may count a mode on the
 * wrong side */
static double bound_above(const found *all, PetscInt count)
{
    PetscInt k = count;
    while (k < all->count && all->lambda[k] < all->lambda[k - 1] * (1.0 + 1e-6)) {
        k++;
    }
    return k < all->count ? (all->lambda[k - 1] + all->lambda[k]) / 2.0 : all->lambda[all->count - 1] * 1.001;
}

/* Below `bound` there are `expected` modes: search until as many are found. */
static PetscErrorCode complete(factored *f, PetscInt expected, double bound, found *all, bool *good)
{
    PetscInt have = number_below(all, bound);
    *good = true;
    while (have < expected && *good) {
        PetscInt more = 0;
        PetscCall(search(f, expected - have, all, &more));
        PetscCall(sort(all));
        const PetscInt now = number_below(all, bound);
        *good = now > have;
        have = now;
    }
    return 0;
}

static PetscErrorCode take(found *all, PetscInt count, modes *m)
{
    for (PetscInt k = count; k < all->count; k++) {
        PetscCall(VecDestroy(&all->shape[k]));
    }
    *m =
        (modes){.count = all->count < count ? all->count : count, .lambda = all->lambda, .shape = all->shape};
    return 0;
}

PetscErrorCode find_modes(factored *f, const interior *in, PetscInt count, double up_to, modes *m, bool *good)
{
    found all = {0};
    int rank = 0;
    PetscInt more = 0, expected = count;
    *m = (modes){0};
    *good = true;
    if (count == 0) {
        return 0;
    }
    PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
    PetscCall(search(f, count < in->size ? count + 1 : count, &all, &more));
    PetscCall(sort(&all));
    if (all.count > 0 && all.count < in->size) {
        const PetscInt last = all.count < count ? all.count : count;
        const double bound = up_to > 0.0 ? up_to : bound_above(&all, last);
        if (up_to == 0.0) {
            PetscCall(count_below(f, bound, &expected));
        }
        PetscCall(complete(f, expected, bound, &all, good));
    }
    PetscCall(take(&all, count, m));
    *good = *good && m->count == count;
    if (!*good && rank == 0) {
        refuse(
            "SLEPc finds %d of the %d lowest modes; PETSC_OPTIONS=\"-eps_max_it 1000\" lets it search longer",
            (int)m->count, (int)count);
    }
    return 0;
}

PetscErrorCode free_modes(modes *m)
{
    for (PetscInt k = 0; k < m->count; k++) {
        PetscCall(VecDestroy(&m->shape[k]));
    }
    PetscCall(PetscFree(m->lambda));
    return PetscFree(m->shape);
}
