/* What the runs of a problem state of the model that it is of. */
#include "description.h"

#include "problem_impl.h"

#include <string.h>

static rdg_status add(rdg_problem *p, char *block, rdg_describe function, void *data)
{
    const rdg_status status =
        rdg_context_grow(p->ctx, &p->description, p->n_descriptions, 1, sizeof *p->description);
    if (status != RDG_OK) {
        rdg_free(block);
        return status;
    }
    p->description[p->n_descriptions++] =
        (rdg_problem_description){.block = block, .function = function, .data = data};
    return RDG_OK;
}

rdg_status rdg_describe_problem(rdg_problem *p, const char *block, rdg_describe function, void *data)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    RDG_NEED(p->ctx, function, RDG_ERR_ARGUMENT);
    if (!block) {
        return add(p, NULL, function, data);
    }
    if (rdg_problem_find_block(p, true, block) < 0) {
        return RDG_FAIL(p->ctx, RDG_ERR_NAME, "the problem has no block of variables \"%s\"", block);
    }
    char *own = rdg_problem_own_name(p, block);
    return own ? add(p, own, function, data)
               : RDG_FAIL(p->ctx, RDG_ERR_NO_MEMORY, "no memory for the name \"%s\"", block);
}

rdg_status rdg_problem_copy_descriptions(rdg_problem *to, const rdg_problem *from)
{
    for (rdg_index i = 0; i < from->n_descriptions; i++) {
        const rdg_problem_description *d = &from->description[i];
        char *block = d->block ? rdg_strdup(d->block) : NULL;
        if (d->block && !block) {
            return rdg_fail(to->ctx, RDG_ERR_NO_MEMORY, "rdg_problem_copy", "no memory for the name \"%s\"",
                            d->block);
        }
        RDG_TRY(add(to, block, d->function, d->data));
    }
    return RDG_OK;
}

void rdg_problem_release_descriptions(rdg_problem *p)
{
    for (rdg_index i = 0; i < p->n_descriptions; i++) {
        rdg_free(p->description[i].block);
    }
    rdg_free(p->description);
}

void rdg_problem_describe(const rdg_contents *out, const rdg_problem *p)
{
    for (rdg_index i = 0; i < p->n_descriptions; i++) {
        p->description[i].function(out, p->description[i].block, p->description[i].data);
    }
}

rdg_status rdg_account_for(rdg_problem *p, rdg_account function, void *data)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    RDG_NEED(p->ctx, function, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_context_grow(p->ctx, &p->account, p->n_accounts, 1, sizeof *p->account));
    p->account[p->n_accounts++] = (rdg_problem_account){function, data};
    return RDG_OK;
}

rdg_status rdg_problem_copy_accounts(rdg_problem *to, const rdg_problem *from)
{
    for (rdg_index i = 0; i < from->n_accounts; i++) {
        RDG_TRY(rdg_account_for(to, from->account[i].function, from->account[i].data));
    }
    return RDG_OK;
}

void rdg_problem_tell_accounts(rdg_problem *p, char *text, size_t size)
{
    size_t used = 0;
    *text = '\0';
    for (rdg_index i = 0; i < p->n_accounts && used + 4 < size; i++) {
        memcpy(text + used, "; ", 3);
        p->account[i].function(p, text + used + 2, size - used - 2, p->account[i].data);
        used += text[used + 2] ? strlen(text + used) : 0;
        text[used] = '\0';
    }
}
