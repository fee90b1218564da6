/* What a call requires of a problem before it does anything: that it works and can be changed now, and that
 * the names it is given mean something. */
#include "problem_impl.h"
#include "text_impl.h"
#include "toolbox.h"

enum { LIST_SIZE = 512 };

bool rdg_problem_works(const rdg_problem *p)
{
    return p && rdg_error_status(p->ctx) == RDG_OK;
}

rdg_status rdg_problem_require_open(rdg_problem *p, const char *where)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    if (p->runs > 0) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                        "a run of this problem is under way: nothing can be added to it before the run ends");
    }
    return RDG_OK;
}

rdg_index rdg_problem_require_block(rdg_problem *p, const char *where, const char *name)
{
    rdg_index k = rdg_problem_find_block(p, true, name);
    if (k < 0) {
        k = rdg_problem_find_block(p, false, name);
    }
    if (k < 0) {
        char chars[LIST_SIZE];
        rdg_text list = rdg_text_in(chars, sizeof chars);
        for (rdg_index b = 0; b < p->n_blocks; b++) {
            rdg_text_item(&list, p->block[b].name);
        }
        rdg_fail(p->ctx, RDG_ERR_NAME, where, "\"%s\" is no block of variables; there are: %s",
                 name ? name : "(null)", rdg_text_list(&list));
    }
    return k;
}

rdg_index rdg_problem_require_parameter(rdg_problem *p, const char *where, const char *name)
{
    const rdg_index k = rdg_problem_find_parameter(p, name);
    if (k < 0) {
        char chars[LIST_SIZE];
        rdg_text list = rdg_text_in(chars, sizeof chars);
        for (rdg_index j = 0; j < p->n_parameters; j++) {
            rdg_text_item(&list, p->parameter[j].name);
        }
        char more[LIST_SIZE];
        rdg_text provided = rdg_text_in(more, sizeof more);
        rdg_problem_list_provided(p, &provided);
        rdg_fail(p->ctx, RDG_ERR_NAME, where,
                 "parameter \"%s\" does not exist in the problem; it has: %s%s%s", name ? name : "(null)",
                 rdg_text_list(&list), more[0] ? "; runs can release as well: " : "",
                 more[0] ? rdg_text_list(&provided) : "");
    }
    return k;
}
