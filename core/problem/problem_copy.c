/* Copies of a problem, and functions in the place of others. */
#include "problem.h"
#include "problem_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <string.h>

/* Let several problems use the data of an entry; the last one frees it. */
static rdg_status share(rdg_context *ctx, rdg_entry *e)
{
    if (e->shared || !e->function.free_data) {
        return RDG_OK;
    }
    e->shared = rdg_context_calloc(ctx, 1, sizeof *e->shared);
    if (!e->shared) {
        return RDG_ERR_NO_MEMORY;
    }
    *e->shared = (rdg_shared){.users = 1, .data = e->function.data, .free_data = e->function.free_data};
    return RDG_OK;
}

static rdg_status copy_entry(rdg_problem *to, rdg_problem *from, rdg_entry *e)
{
    RDG_TRY(share(from->ctx, e));
    RDG_TRY(rdg_context_grow(to->ctx, &to->entry, to->n_entries, 1, sizeof *to->entry));
    rdg_entry *copy = &to->entry[to->n_entries];
    RDG_TRY(rdg_entry_create(to, copy, &e->function, e->index, e->function.name));
    copy->shared = e->shared;
    copy->is_monitor = e->is_monitor;
    copy->first_parameter = e->first_parameter;
    copy->warned = e->warned;
    if (copy->shared) {
        copy->shared->users++;
    }
    to->n_entries++;
    return RDG_OK;
}

static rdg_status copy_blocks(rdg_problem *to, const rdg_problem *from)
{
    for (rdg_index b = 0; b < from->n_blocks; b++) {
        const rdg_block *block = &from->block[b];
        RDG_TRY(rdg_add_variables(to, block->name, block->n, from->u0 + block->start));
        RDG_TRY(rdg_set_typical(to, block->name, block->typical, block->follows));
        RDG_TRY(rdg_set_typical_part(to, block->name, block->part, block->n_part));
    }
    return RDG_OK;
}

static rdg_status copy_parameters(rdg_problem *to, const rdg_problem *from)
{
    for (rdg_index k = 0; k < from->n_parameters; k++) {
        const rdg_parameter *parameter = &from->parameter[k];
        RDG_TRY(rdg_context_grow(to->ctx, &to->parameter, to->n_parameters, 1, sizeof *to->parameter));
        rdg_parameter *copy = &to->parameter[to->n_parameters++];
        *copy = *parameter;
        copy->name = rdg_strdup(parameter->name);
        copy->unit = rdg_strdup(parameter->unit);
        if (!copy->name || !copy->unit) {
            return rdg_fail(to->ctx, RDG_ERR_NO_MEMORY, "rdg_problem_copy",
                            "no memory for the parameter \"%s\"", parameter->name);
        }
    }
    RDG_TRY(rdg_problem_copy_events(to, from));
    RDG_TRY(rdg_problem_copy_movers(to, from));
    RDG_TRY(rdg_problem_copy_transports(to, from));
    RDG_TRY(rdg_problem_copy_accounts(to, from));
    RDG_TRY(rdg_problem_copy_columns(to, from));
    RDG_TRY(rdg_problem_copy_descriptions(to, from));
    return rdg_frozen_copy_to_problem(to, from);
}

rdg_problem *rdg_problem_copy(rdg_problem *p)
{
    rdg_problem *copy = rdg_problem_works(p) ? rdg_problem_create(p->ctx) : NULL;
    if (!copy) {
        return NULL;
    }
    rdg_status status = copy_blocks(copy, p);
    for (rdg_index k = 0; status == RDG_OK && k < p->n_entries; k++) {
        status = copy_entry(copy, p, &p->entry[k]);
    }
    if (status == RDG_OK) {
        status = copy_parameters(copy, p);
    }
    if (status == RDG_OK) {
        status = rdg_problem_copy_providers(copy, p);
    }
    if (status != RDG_OK) {
        rdg_problem_free(copy);
        return NULL;
    }
    copy->adjoint = p->adjoint;
    copy->stands_on = p->stands_on;
    return copy;
}

rdg_status rdg_replace_function(rdg_problem *p, const char *name, const rdg_function *function)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    const rdg_function *old = rdg_find_function(p, name);
    if (!old || !function) {
        return RDG_FAIL(p->ctx, RDG_ERR_NAME,
                        "the problem has no function \"%s\", or there is none to replace it",
                        name ? name : "(null)");
    }
    if (function->n != old->n || function->m != old->m || !function->f) {
        return RDG_FAIL(p->ctx, RDG_ERR_SIZE,
                        "\"%s\" has n = %" PRId64 ", m = %" PRId64 "; a function with n = %" PRId64
                        ", m = %" PRId64 "%s cannot take its place",
                        name, old->n, old->m, function->n, function->m, function->f ? "" : " and no f");
    }
    rdg_entry *e = p->entry;
    while (&e->function != old) {
        e++;
    }
    return rdg_entry_replace(p, e, function, e->index);
}
