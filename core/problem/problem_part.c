/* Parts of a problem, whose names have a prefix. */
#include "problem.h"
#include "problem_impl.h"
#include "toolbox.h"

#include <stdio.h>
#include <string.h>

rdg_status rdg_problem_enter(rdg_problem *p, const char *prefix)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    if (!prefix || !*prefix || strchr(prefix, '.') || strchr(prefix, '/')) {
        return RDG_FAIL(p->ctx, RDG_ERR_NAME,
                        "\"%s\" is no name for a part: it must not be empty or hold \".\" or "
                        "\"/\"",
                        prefix ? prefix : "(null)");
    }
    char *name = rdg_problem_own_name(p, prefix);
    const size_t length = name ? strlen(name) : 0;
    char *longer = rdg_calloc(length + 2, 1);
    if (!name || !longer) {
        rdg_free(name);
        rdg_free(longer);
        return RDG_FAIL(p->ctx, RDG_ERR_NO_MEMORY, "no memory for the prefix \"%s\"", prefix);
    }
    snprintf(longer, length + 2, "%s.", name);
    rdg_free(name);
    rdg_free(p->prefix);
    p->prefix = longer;
    return RDG_OK;
}

/* Also after a failure: what follows when it is cleared does not belong to the part. */
rdg_status rdg_problem_leave(rdg_problem *p)
{
    if (!p) {
        return RDG_ERR_EARLIER;
    }
    if (!p->prefix) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT, "no part of the problem was begun");
    }
    p->prefix[strlen(p->prefix) - 1] = '\0';
    char *dot = strrchr(p->prefix, '.');
    if (dot) {
        dot[1] = '\0';
    } else {
        rdg_free(p->prefix);
        p->prefix = NULL;
    }
    return rdg_problem_works(p) ? RDG_OK : RDG_ERR_EARLIER;
}
