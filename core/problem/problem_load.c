/* The parameter that loads a problem, and where it is easily solved. */
#include "problem.h"
#include "problem_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

void rdg_problem_release_load(rdg_problem *p)
{
    rdg_free(p->load.start);
    p->load = (rdg_load){.declared = false};
}

/* Copy the block's start values at the easy value of the parameter. */
static rdg_status keep_start(rdg_problem *p, rdg_load *load, const char *block, const double *start)
{
    const rdg_index b = rdg_problem_require_block(p, "rdg_set_load", block);
    if (b < 0) {
        return RDG_ERR_NAME;
    }
    load->first = p->block[b].start;
    load->n = p->block[b].n;
    for (rdg_index i = 0; i < load->n; i++) {
        if (!isfinite(start[i])) {
            return rdg_fail(p->ctx, RDG_ERR_NOT_FINITE, "rdg_set_load", "a start value of \"%s\" is %g",
                            block, start[i]);
        }
    }
    load->start = rdg_context_calloc(p->ctx, (size_t)load->n, sizeof *start);
    if (!load->start) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(load->start, start, (size_t)load->n * sizeof *start);
    return RDG_OK;
}

rdg_status rdg_set_load(rdg_problem *p, const char *parameter, double easy, const char *block,
                        const double *start)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    if (!parameter) {
        rdg_problem_release_load(p);
        return RDG_OK;
    }
    rdg_load load = {.declared = true, .easy = easy, .far = -1};
    load.parameter = rdg_problem_require_parameter(p, __func__, parameter);
    if (load.parameter < 0) {
        return RDG_ERR_NAME;
    }
    if (rdg_problem_variable_of(p, load.parameter) < 0) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT,
                        "\"%s\" is a function of variables: a load is a variable, added by "
                        "rdg_add_parameter()",
                        parameter);
    }
    if (!isfinite(easy)) {
        return RDG_FAIL(p->ctx, RDG_ERR_NOT_FINITE, "the easy value of \"%s\" is %g", parameter, easy);
    }
    if (block && start) {
        RDG_TRY(keep_start(p, &load, block, start));
    }
    rdg_problem_release_load(p);
    p->load = load;
    return RDG_OK;
}

rdg_status rdg_set_load_beyond(rdg_problem *p, const char *parameter)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    const rdg_index k = rdg_problem_require_parameter(p, __func__, parameter);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    if (!p->load.declared || rdg_problem_variable_of(p, k) < 0) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT, "\"%s\" %s", parameter,
                        p->load.declared ? "is a function of variables, not one of them"
                                         : "needs a load besides: call rdg_set_load() first");
    }
    p->load.far = k;
    return RDG_OK;
}
