/* Functions that get more variables. */
#include "problem.h"
#include "problem_impl.h"
#include "provide.h"
#include "toolbox.h"

#include <inttypes.h>
#include <string.h>

const rdg_function *rdg_function_at(const rdg_problem *p, rdg_index index)
{
    return p && index >= 0 && index < p->n_entries ? &p->entry[index].function : NULL;
}

static rdg_status check(rdg_problem *p, const char *where, const char *name, const rdg_function *old,
                        const rdg_function *function, const rdg_index *more)
{
    if (!old || !function || !p->entry) {
        return rdg_fail(p->ctx, RDG_ERR_NAME, where,
                        "the problem has no function \"%s\", or there is none to replace it",
                        name ? name : "(null)");
    }
    if (p->stands_on || p->adjoint.n > 0) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" cannot get more variables: %s of the problem know only those there were. "
                        "Name the parameters that are needed before they are added: rdg_need_parameter()",
                        old->name, p->stands_on ? p->stands_on : "the adjoint equations");
    }
    if (function->n < old->n || function->m != old->m || !function->f || (function->n > old->n && !more)) {
        return rdg_fail(p->ctx, RDG_ERR_SIZE, where,
                        "\"%s\" has n = %" PRId64 ", m = %" PRId64 "; a function with n = %" PRId64
                        ", m = %" PRId64 "%s cannot take its place",
                        name, old->n, old->m, function->n, function->m, function->f ? "" : " and no f");
    }
    for (rdg_index i = 0; i < function->n - old->n; i++) {
        if (more[i] < 0 || more[i] >= p->n) {
            return rdg_fail(p->ctx, RDG_ERR_SIZE, where,
                            "function \"%s\": more[%" PRId64 "] = %" PRId64 " is not in [0, %" PRId64 ")",
                            name, i, more[i], p->n);
        }
    }
    return RDG_OK;
}

rdg_status rdg_widen_function(rdg_problem *p, const char *name, const rdg_function *function,
                              const rdg_index *more)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    const rdg_function *old = rdg_find_function(p, name);
    RDG_TRY(check(p, __func__, name, old, function, more));
    rdg_entry *e = NULL;
    for (rdg_index k = 0; k < p->n_entries; k++) {
        e = &p->entry[k].function == old ? &p->entry[k] : e;
    }
    rdg_index *index = rdg_context_calloc(p->ctx, (size_t)function->n, sizeof *index);
    if (!index || !e) {
        rdg_free(index);
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(index, e->index, (size_t)old->n * sizeof *index);
    for (rdg_index i = old->n; i < function->n; i++) {
        index[i] = more[i - old->n];
    }
    const rdg_status status = rdg_entry_replace(p, e, function, index);
    rdg_free(index);
    return status;
}
