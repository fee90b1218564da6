/* The Karush-Kuhn-Tucker conditions, computed from the functions anew: whatever the way that led here. */
#include "optimality_impl.h"

#include <ridgewalk/frozen.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

/* Of the largest term of a sum, or of a typical size. */
static const double tolerance = 1e-7;

static rdg_status fail(const rdg_adjoint *a, const char *name, const char *what, const char *of,
                       double excess)
{
    return rdg_fail(rdg_problem_context(a->problem), RDG_ERR_NO_CONVERGENCE, "rdg_optimise",
                    "\"%s\" ended at no optimum: %s%s%s%s by %.2g", name, what, *of ? " \"" : "", of,
                    *of ? "\"" : "", excess);
}

/* Largest defect of the zero functions, relative to their typical change. */
static rdg_status check_equations(rdg_adjoint *a, const char *name, const double *u, double *work)
{
    if (rdg_assembly_values(a->assembly, u, work) != 0) {
        return fail(a, name, "the functions have no values there", "", NAN);
    }
    for (rdg_index i = 0; i < a->zero_rows; i++) {
        const double defect = fabs(work[i]) / (a->scale[i] > 0.0 ? a->scale[i] : 1.0);
        if (!(defect <= tolerance)) {
            return fail(a, name, "an equation is violated", "", defect);
        }
    }
    return RDG_OK;
}

/* How much the gradient changes where a variable changes by its typical size, at most. */
static double change_of_gradient(const rdg_adjoint *a, const double *size)
{
    double largest = 0.0;
    for (rdg_index j = 0; j < a->n; j++) {
        for (rdg_index e = a->hessian->start[j]; e < a->hessian->start[j + 1]; e++) {
            largest = fmax(largest, fabs(a->hessian_values[e]) * size[j] * size[a->hessian->row[e]]);
        }
    }
    return largest;
}

/* Defect of the stationarity by each variable, relative to the largest term of the sums, and to how much they
 * change nearby: without a constraint all terms vanish at the optimum. */
static rdg_status compare_gradients(rdg_adjoint *a, const char *name, const double *u, const double *size)
{
    double worst = 0.0, largest = a->scale[a->objective];
    if (rdg_assembly_jacobian(a->assembly, u, a->jacobian_values) != 0 ||
        rdg_assembly_hessian(a->assembly, u, u + a->n, a->hessian_values) != 0) {
        return fail(a, name, "the derivatives have no values there", "", NAN);
    }
    for (rdg_index j = 0; j < a->n; j++) {
        double sum = 0.0;
        for (rdg_index k = a->jacobian->start[j]; k < a->jacobian->start[j + 1]; k++) {
            const double term = a->jacobian_values[k] * u[a->n + a->jacobian->row[k]] * size[j];
            sum += term;
            largest = fmax(largest, fabs(term));
        }
        worst = rdg_is_eliminated(a->problem, j) ? worst : fmax(worst, fabs(sum));
    }
    largest = fmax(largest, change_of_gradient(a, size));
    return worst <= tolerance * largest
               ? RDG_OK
               : fail(a, name, "the objective is not stationary", "", worst / largest);
}

static rdg_status check_stationarity(rdg_adjoint *a, const char *name, const double *u)
{
    const size_t n = (size_t)rdg_variable_count(a->problem);
    double *size = rdg_context_calloc(rdg_problem_context(a->problem), n, sizeof *size);
    if (!size) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_typical_sizes(a->problem, u, size);
    const rdg_status status = compare_gradients(a, name, u, size);
    rdg_free(size);
    return status;
}

static rdg_status check_quantity(const rdg_adjoint *a, const char *name, const rdg_active_set *set,
                                 const rdg_ranged *q)
{
    const double excess = rdg_range_excess(set, q), pull = rdg_range_pull(set, q);
    if (!(fabs(excess) <= tolerance * q->size)) {
        return fail(a, name, "outside of its range is", q->name, excess);
    }
    const bool presses = (q->place == RDG_RANGE_HIGH && pull >= -tolerance) ||
                         (q->place == RDG_RANGE_LOW && pull <= tolerance) || fabs(pull) <= tolerance;
    return presses ? RDG_OK : fail(a, name, "of wrong sign is the multiplier of", q->name, pull);
}

rdg_status rdg_optimality_check(rdg_adjoint *a, const char *name, const rdg_active_set *set)
{
    rdg_context *ctx = rdg_problem_context(a->problem);
    const double *u = rdg_start_values(a->problem);
    double *work = rdg_context_calloc(ctx, (size_t)a->m, sizeof *work);
    rdg_status status = work ? check_equations(a, name, u, work) : RDG_ERR_NO_MEMORY;
    rdg_free(work);
    RDG_TRY(status);
    RDG_TRY(check_stationarity(a, name, u));
    for (rdg_index k = 0; k < set->n; k++) {
        RDG_TRY(check_quantity(a, name, set, &set->item[k]));
    }
    return rdg_error_status(ctx);
}
