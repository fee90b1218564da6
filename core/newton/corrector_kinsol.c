/* KINSOL, where full steps do not lead on: Newton's method with line search.
 *
 * What KINSOL has to be kept from (6.4): it takes NaN for success, so the residual is checked by the
 * corrector; its default tolerances, step limit and modified Newton are replaced; its positive flags are
 * judged by the residual and by further Newton steps (corrector_polish.c). What the full steps before have
 * found is not computed again. All KINSOL calls of the library are in this file. */
#include "corrector_parts_impl.h"
#include "kinsol_shell_impl.h"
#include "toolbox.h"

#include <kinsol/kinsol.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sundials/sundials_context.h>

_Static_assert(sizeof(sunindextype) == sizeof(rdg_index), "SUNDIALS is built with 64-bit indices");

struct rdg_kinsol {
    SUNContext context;
    void *memory;
    N_Vector u, u_scale, f_scale;
    SUNMatrix shell; /* KINSOL wants a matrix; ours lies in the system */
    SUNLinearSolver solver;
};

/* A bracket of line search that has shrunk to one point is requested that again and again. */
static int again(rdg_corrector *c, int answer)
{
    enum { MOST = 8 };
    return ++c->repeated > MOST ? 1 : answer;
}

/* KINSOL's last residual is that of its result, as a rule: it is kept. */
static int residual(N_Vector u, N_Vector F, void *data)
{
    rdg_corrector *c = data;
    const size_t bytes = (size_t)c->s->n * sizeof(double);
    const double *at = N_VGetArrayPointer(u);
    if (c->evaluated && memcmp(c->evaluated_at, at, bytes) == 0) {
        memcpy(N_VGetArrayPointer(F), c->residual, bytes);
        return again(c, 0);
    }
    if (c->tried && memcmp(c->trial, at, bytes) == 0) {
        memcpy(N_VGetArrayPointer(F), c->trial_residual, bytes);
        return again(c, c->trial_answer);
    }
    const int answer = rdg_corrector_try(c, at, c->residual);
    memcpy(N_VGetArrayPointer(F), c->residual, bytes);
    memcpy(c->evaluated_at, at, bytes);
    c->evaluated = answer == 0;
    return answer;
}

/* KINSOL requests the Jacobian, then for its factors: both are made here, where u is known. */
static int jacobian(N_Vector u, N_Vector F, SUNMatrix J, void *data, N_Vector work1, N_Vector work2)
{
    (void)F;
    (void)J;
    (void)work1;
    (void)work2;
    return rdg_corrector_is_stuck(data) ? 1 : rdg_corrector_factor_at(data, N_VGetArrayPointer(u));
}

static int solver_setup(SUNLinearSolver solver, SUNMatrix J)
{
    (void)J;
    const rdg_corrector *c = solver->content;
    return c->factored ? 0 : 1;
}

static int solver_solve(SUNLinearSolver solver, SUNMatrix J, N_Vector x, N_Vector b, realtype tolerance)
{
    (void)J;
    (void)tolerance;
    const rdg_corrector *c = solver->content;
    rdg_system_solve(c->s, c->s->matrix, N_VGetArrayPointer(b), N_VGetArrayPointer(x));
    return 0;
}

void rdg_kinsol_free(rdg_kinsol *k)
{
    if (!k) {
        return;
    }
    if (k->memory) {
        KINFree(&k->memory);
    }
    if (k->solver) {
        SUNLinSolFreeEmpty(k->solver);
    }
    if (k->shell) {
        SUNMatFreeEmpty(k->shell);
    }
    N_Vector vectors[] = {k->u, k->u_scale, k->f_scale};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        if (vectors[i]) {
            N_VDestroy(vectors[i]);
        }
    }
    if (k->context) {
        SUNContext_Free(&k->context);
    }
    rdg_free(k);
}

static bool allocate(rdg_kinsol *k, rdg_corrector *c)
{
    const rdg_index n = c->s->n;
    if (!rdg_context_has_memory(c->s->ctx, 0) || SUNContext_Create(NULL, &k->context) != 0) {
        return false;
    }
    k->u = N_VNew_Serial(n, k->context);
    k->u_scale = N_VNew_Serial(n, k->context);
    k->f_scale = N_VNew_Serial(n, k->context);
    k->shell = rdg_kinsol_matrix(k->context);
    k->solver = rdg_kinsol_solver(k->context, c, solver_setup, solver_solve);
    k->memory = KINCreate(k->context);
    return k->u && k->u_scale && k->f_scale && k->shell && k->solver && k->memory;
}

static bool connect(rdg_kinsol *k, rdg_corrector *c)
{
    return KINSetErrHandlerFn(k->memory, rdg_kinsol_ignore, NULL) == KIN_SUCCESS &&
           KINInit(k->memory, residual, k->u) == KIN_SUCCESS && KINSetUserData(k->memory, c) == KIN_SUCCESS &&
           KINSetLinearSolver(k->memory, k->solver, k->shell) == KIN_SUCCESS &&
           KINSetJacFn(k->memory, jacobian) == KIN_SUCCESS &&
           KINSetMaxSetupCalls(k->memory, 1) == KIN_SUCCESS && /* exact Newton */
           KINSetMaxNewtonStep(k->memory, 1e20) == KIN_SUCCESS &&
           KINSetScaledStepTol(k->memory, 1e-14) == KIN_SUCCESS;
}

/* Most runs need none. */
static rdg_kinsol *create(rdg_corrector *c)
{
    rdg_kinsol *k = rdg_context_calloc(c->s->ctx, 1, sizeof *k);
    if (k && (!allocate(k, c) || !connect(k, c))) {
        rdg_fail(c->s->ctx, RDG_ERR_LIBRARY, "rdg_continue", "KINSOL could not be set up for %lld unknowns",
                 (long long)c->s->n);
        rdg_kinsol_free(k);
        return NULL;
    }
    return k;
}

bool rdg_kinsol_go(rdg_corrector *c, double residual_tol, double *u, int most, int *iterations)
{
    rdg_kinsol *k = c->kinsol ? c->kinsol : create(c);
    *iterations = 0;
    c->kinsol = k;
    if (!k) {
        return false;
    }
    const size_t bytes = (size_t)c->s->n * sizeof *u;
    double *u_scale = N_VGetArrayPointer(k->u_scale);
    for (rdg_index j = 0; j < c->s->n; j++) {
        u_scale[j] = 1.0 / c->s->size[j];
    }
    memcpy(N_VGetArrayPointer(k->f_scale), c->by_row, bytes);
    memcpy(N_VGetArrayPointer(k->u), u, bytes);
    KINSetNumMaxIters(k->memory, most);
    KINSetFuncNormTol(k->memory, residual_tol);
    const int flag = KINSol(k->memory, k->u, KIN_LINESEARCH, k->u_scale, k->f_scale);
    long taken = 0;
    KINGetNumNonlinSolvIters(k->memory, &taken);
    *iterations = (int)taken;
    memcpy(u, N_VGetArrayPointer(k->u), bytes);
    return flag >= 0;
}
