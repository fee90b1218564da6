/* Factors of the interior's stiffness by MUMPS, and the static shapes of the boundary. */
#include "reduce_parts.h"

#include <math.h>

/* MUMPS's factors, which belong to the eigenvalue problem */
static PetscErrorCode factors_of(const factored *f, Mat *F)
{
    KSP ksp = NULL;
    PC pc = NULL;
    PetscCall(STGetKSP(f->st, &ksp));
    PetscCall(KSPGetPC(ksp, &pc));
    return PCFactorGetMatrix(pc, F);
}

/* L D L^T with pivots that are counted: of zero ones none, of negative ones none. MUMPS scales the matrix to
 * entries of 1; 1e-14 of that is rounding. Without a parallel root (ICNTL(13)), whose pivots it does not
 * count. A user's options come first. */
static PetscErrorCode set_defaults(void)
{
    static const char *const option[][2] = {
        {"-st_mat_mumps_icntl_13", "1"}, {"-st_mat_mumps_icntl_24", "1"}, {"-st_mat_mumps_cntl_3", "1e-14"}};
    for (int i = 0; i < 3; i++) {
        PetscBool is_set = PETSC_FALSE;
        PetscCall(PetscOptionsHasName(NULL, NULL, option[i][0], &is_set));
        if (!is_set) {
            PetscCall(PetscOptionsSetValue(NULL, option[i][0], option[i][1]));
        }
    }
    return 0;
}

static PetscErrorCode create_problem(const interior *in, factored *f)
{
    KSP ksp = NULL;
    PC pc = NULL;
    PetscCall(EPSCreate(PETSC_COMM_WORLD, &f->eps));
    PetscCall(EPSSetOperators(f->eps, in->K, in->M));
    PetscCall(EPSSetProblemType(f->eps, EPS_GHEP));
    PetscCall(EPSSetType(f->eps, EPSKRYLOVSCHUR));
    PetscCall(EPSSetTarget(f->eps, 0.0));
    PetscCall(EPSSetWhichEigenpairs(f->eps, EPS_TARGET_MAGNITUDE));
    PetscCall(EPSSetTolerances(f->eps, 1e-12, PETSC_DEFAULT));
    PetscCall(EPSGetST(f->eps, &f->st));
    PetscCall(STSetType(f->st, STSINVERT));
    PetscCall(STGetKSP(f->st, &ksp));
    PetscCall(KSPSetType(ksp, KSPPREONLY));
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCSetType(pc, PCCHOLESKY));
    PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
    return EPSSetFromOptions(f->eps);
}

/* Why K is not to be reduced; "" where it is */
static PetscErrorCode judge(const factored *f, bool *good)
{
    Mat F = NULL;
    PetscInt code = 0, more = 0, zero = 0, negative = 0;
    PetscCall(factors_of(f, &F));
    PetscCall(MatMumpsGetInfog(F, 1, &code));
    PetscCall(MatMumpsGetInfog(F, 2, &more));
    PetscCall(MatMumpsGetInfog(F, 28, &zero));
    PetscCall(MatMumpsGetInfog(F, 12, &negative));
    int rank = 0;
    PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
    *good = code >= 0 && zero == 0 && negative == 0;
    if (*good || rank > 0) {
        return 0;
    }
    if (code < 0 && code != -10) {
        refuse("MUMPS cannot factor the interior: INFOG(1) = %d, INFOG(2) = %d%s", (int)code, (int)more,
               code == -9
                   ? "; PETSC_OPTIONS=\"-st_mat_mumps_icntl_14 100\" gives it twice the memory that it "
                     "expects to need"
                   : "");
    } else if (zero > 0 || code == -10) {
        refuse("the interior moves without force though its boundary is held: hold more, or put more on the "
               "boundary");
    } else {
        refuse("the interior has %d negative stiffnesses: rdg_component_fixed() reduces such a structure",
               (int)negative);
    }
    return 0;
}

PetscErrorCode factor_interior(const interior *in, factored *f, bool *good)
{
    *f = (factored){.K = in->K, .M = in->M};
    PetscCall(set_defaults());
    PetscCall(create_problem(in, f));
    PetscCall(EPSSetUp(f->eps));
    return judge(f, good);
}

PetscErrorCode free_factored(factored *f)
{
    return EPSDestroy(&f->eps);
}

PetscErrorCode count_below(factored *f, double lambda, PetscInt *count)
{
    Mat F = NULL;
    PetscInt zero = 0, positive = 0;
    PetscCall(STSetShift(f->st, lambda));
    PetscCall(STSetUp(f->st));
    PetscCall(factors_of(f, &F));
    PetscCall(MatGetInertia(F, count, &zero, &positive));
    PetscCall(STSetShift(f->st, 0.0));
    return 0;
}

/* Columns first .. first + count - 1 of K_ib */
static PetscErrorCode fill_right_sides(const interior *in, PetscInt first, PetscInt count, Mat B)
{
    PetscScalar *b = NULL;
    PetscInt leading = 0;
    PetscCall(MatZeroEntries(B));
    PetscCall(MatDenseGetArray(B, &b));
    PetscCall(MatDenseGetLDA(B, &leading));
    for (PetscInt i = 0; i < in->high - in->low; i++) {
        for (PetscInt e = in->start[i]; e < in->start[i + 1]; e++) {
            const PetscInt a = in->column[e] - first;
            if (a >= 0 && a < count) {
                b[i + (size_t)leading * (size_t)a] = in->value[e];
            }
        }
    }
    return MatDenseRestoreArray(B, &b);
}

PetscErrorCode solve_shapes(const whole *w, const factored *f, const interior *in, double *T)
{
    enum { BLOCK = 64 }; /* right-hand sides at a time: MUMPS collects them on one rank */
    Mat F = NULL;
    const PetscInt rows = in->high - in->low;
    PetscCall(STSetUp(f->st));
    PetscCall(factors_of(f, &F));
    for (PetscInt b = 0; b < in->boundary; b += BLOCK) {
        const PetscInt count = in->boundary - b < BLOCK ? in->boundary - b : BLOCK;
        Mat B = NULL, X = NULL;
        const PetscScalar *x = NULL;
        PetscInt leading = 0;
        PetscCall(MatCreateDense(PETSC_COMM_WORLD, rows, PETSC_DECIDE, in->size, count, NULL, &B));
        PetscCall(MatCreateDense(PETSC_COMM_WORLD, rows, PETSC_DECIDE, in->size, count, NULL, &X));
        PetscCall(fill_right_sides(in, b, count, B));
        PetscCall(MatMatSolve(F, B, X));
        PetscCall(MatDenseGetArrayRead(X, &x));
        PetscCall(MatDenseGetLDA(X, &leading));
        PetscCall(gather_columns(w, in, count, x, leading, -1.0, T + w->n * b));
        PetscCall(MatDenseRestoreArrayRead(X, &x));
        PetscCall(MatDestroy(&B));
        PetscCall(MatDestroy(&X));
    }
    return 0;
}
