/* Parameters that a problem gets when they are first needed. */
#include "provide.h"
#include "problem_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <string.h>

void rdg_problem_release_providers(rdg_problem *p)
{
    for (rdg_index k = 0; k < p->n_providers; k++) {
        rdg_free(p->provider[k].prefix);
    }
    rdg_free(p->provider);
}

static rdg_status add(rdg_problem *p, const rdg_provider *provider, const char *prefix)
{
    char *copy = prefix ? rdg_context_strdup(p->ctx, prefix) : NULL;
    RDG_TRY(rdg_error_status(p->ctx));
    if (rdg_context_grow(p->ctx, &p->provider, p->n_providers, 1, sizeof *p->provider) != RDG_OK) {
        rdg_free(copy);
        return RDG_ERR_NO_MEMORY;
    }
    p->provider[p->n_providers++] = (rdg_provider_entry){.provider = *provider, .prefix = copy};
    return RDG_OK;
}

rdg_status rdg_problem_copy_providers(rdg_problem *to, const rdg_problem *from)
{
    for (rdg_index k = 0; k < from->n_providers; k++) {
        RDG_TRY(add(to, &from->provider[k].provider, from->provider[k].prefix));
    }
    return RDG_OK;
}

rdg_status rdg_add_provider(rdg_problem *p, const rdg_provider *provider)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    RDG_NEED(p->ctx, provider, RDG_ERR_ARGUMENT);
    RDG_NEED(p->ctx, provider->add, RDG_ERR_ARGUMENT);
    RDG_NEED(p->ctx, provider->name, RDG_ERR_ARGUMENT);
    return add(p, provider, p->prefix);
}

/* A name as the provider knows it; NULL: it is that of another part. */
static const char *own_name(const rdg_provider_entry *e, const char *name)
{
    const size_t n = e->prefix ? strlen(e->prefix) : 0;
    return strncmp(name, e->prefix ? e->prefix : "", n) == 0 ? name + n : NULL;
}

/* The name of the part under way is another one meanwhile. */
static rdg_status ask(rdg_problem *p, rdg_index k, const char *name)
{
    char *under_way = p->prefix;
    p->prefix = p->provider[k].prefix;
    const rdg_provider provider = p->provider[k].provider;
    const rdg_status status = provider.add(p, name, provider.data);
    p->prefix = under_way;
    return status;
}

rdg_status rdg_problem_provide(rdg_problem *p, const char *name)
{
    for (rdg_index k = 0; name && k < p->n_providers && rdg_problem_find_parameter(p, name) < 0; k++) {
        const char *own = own_name(&p->provider[k], name);
        const rdg_status status = own ? ask(p, k, own) : RDG_ERR_NAME;
        if (status != RDG_OK && rdg_error_status(p->ctx) != RDG_OK) {
            return status;
        }
    }
    return RDG_OK;
}

void rdg_problem_list_provided(const rdg_problem *p, rdg_text *list)
{
    char name[RDG_PROVIDED_NAME], full[2 * RDG_PROVIDED_NAME];
    for (rdg_index k = 0; k < p->n_providers; k++) {
        const rdg_provider_entry *e = &p->provider[k];
        for (rdg_index i = 0; e->provider.name(i, name, e->provider.data); i++) {
            rdg_format(full, sizeof full, "%s%s", e->prefix ? e->prefix : "", name);
            if (rdg_problem_find_parameter(p, full) < 0) {
                rdg_text_item(list, full);
            }
        }
    }
}

rdg_status rdg_problem_provide_blocks(rdg_problem *p, bool (*has)(const void *run, const char *block),
                                      const void *run)
{
    char name[RDG_PROVIDED_NAME], full[2 * RDG_PROVIDED_NAME];
    for (rdg_index k = 0; k < p->n_providers; k++) {
        const rdg_provider_entry e = p->provider[k];
        for (rdg_index i = 0; e.provider.name(i, name, e.provider.data); i++) {
            rdg_format(full, sizeof full, "%s%s", e.prefix ? e.prefix : "", name);
            RDG_TRY(has(run, full) ? rdg_problem_provide(p, full) : RDG_OK);
        }
    }
    return RDG_OK;
}

rdg_status rdg_need_parameter(rdg_problem *p, const char *name)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    RDG_NEED(p->ctx, name, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_problem_provide(p, name));
    return rdg_problem_require_parameter(p, __func__, name) < 0 ? RDG_ERR_NAME : RDG_OK;
}

const rdg_function *rdg_function_at(const rdg_problem *p, rdg_index index)
{
    return p && index >= 0 && index < p->n_entries ? &p->entry[index].function : NULL;
}

static rdg_status check(rdg_problem *p, const char *where, const char *name, const rdg_function *old,
                        const rdg_function *function, const rdg_index *more)
{
    if (!old || !function) {
        return rdg_fail(p->ctx, RDG_ERR_NAME, where,
                        "the problem has no function \"%s\", or there is none to replace it",
                        name ? name : "(null)");
    }
    if (p->stands_on || p->adjoint.n > 0) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" cannot get more variables: %s of the problem know only those there were. Say "
                        "which parameters are needed before they are added: rdg_need_parameter()",
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
                            "function \"%s\": more[%" PRId64 "] = %" PRId64 " is not in [0, %" PRId64 ")", name,
                            i, more[i], p->n);
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
    rdg_entry *e = p->entry;
    while (&e->function != old) {
        e++;
    }
    rdg_index *index = rdg_context_calloc(p->ctx, (size_t)function->n, sizeof *index);
    if (!index) {
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
