/* A chain of masses: a tridiagonal structure. */
#include "chain.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>

static rdg_status check(rdg_context *ctx, const char *where, rdg_index n, const double *mass,
                        const double *stiffness)
{
    if (n < 1 || n > INT32_MAX || !mass || !stiffness) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "a chain needs 1 or more masses and as many springs, not %" PRId64 "%s", n,
                        mass && stiffness ? "" : "; masses or springs are NULL");
    }
    for (rdg_index i = 0; i < n; i++) {
        if (!(mass[i] > 0) || !isfinite(mass[i])) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "mass %" PRId64 " is %g kg, it must be positive",
                            i + 1, mass[i]);
        }
        if (!isfinite(stiffness[i]) || stiffness[i] < 0 || (i == 0 && stiffness[0] == 0)) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "spring %" PRId64 " is %g N/m, it must be %s",
                            i + 1, stiffness[i], i == 0 ? "positive" : "0 or more");
        }
    }
    return RDG_OK;
}

/* Column j holds its upper neighbour, itself and its lower neighbour. */
static void assemble(rdg_index n, const double *mass, const double *stiffness, rdg_index *start,
                     rdg_index *row, double *M, double *K)
{
    rdg_index at = 0;
    for (rdg_index j = 0; j < n; j++) {
        const double below = j + 1 < n ? stiffness[j + 1] : 0.0;
        start[j] = at;
        if (j > 0) {
            row[at] = j - 1;
            K[at++] = -stiffness[j];
        }
        row[at] = j;
        M[at] = mass[j];
        K[at++] = stiffness[j] + below;
        if (j + 1 < n) {
            row[at] = j + 1;
            K[at++] = -below;
        }
    }
    start[n] = at;
}

rdg_structure *rdg_chain_create(rdg_context *ctx, rdg_index n, const double *mass, const double *stiffness)
{
    if (rdg_error_status(ctx) != RDG_OK || check(ctx, __func__, n, mass, stiffness) != RDG_OK) {
        return NULL;
    }
    const size_t most = 3 * (size_t)n;
    rdg_structure *s = NULL;
    rdg_index *start = rdg_context_calloc(ctx, (size_t)n + 1, sizeof *start);
    rdg_index *row = rdg_context_calloc(ctx, most, sizeof *row);
    double *M = rdg_context_calloc(ctx, most, sizeof *M);
    double *K = rdg_context_calloc(ctx, most, sizeof *K);
    if (start && row && M && K) {
        assemble(n, mass, stiffness, start, row, M, K);
        const rdg_pattern pattern = {.rows = n, .cols = n, .start = start, .row = row};
        s = rdg_structure_assemble(ctx, __func__, "chain", &(rdg_sparse){pattern, M}, NULL,
                                   &(rdg_sparse){pattern, K});
    }
    rdg_free(start);
    rdg_free(row);
    rdg_free(M);
    rdg_free(K);
    return s;
}
