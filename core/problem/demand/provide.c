/* Parameters that a problem gets when they are first needed. */
#include "provide.h"
#include "problem_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <string.h>

rdg_status rdg_add_provider(rdg_problem *p, const rdg_provider *provider)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    RDG_NEED(p->ctx, provider, RDG_ERR_ARGUMENT);
    RDG_NEED(p->ctx, provider->add, RDG_ERR_ARGUMENT);
    RDG_NEED(p->ctx, provider->name, RDG_ERR_ARGUMENT);
    return rdg_problem_keep_provider(p, provider, p->prefix);
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
    RDG_TRY(rdg_problem_provide_element(p, name));
    for (rdg_index k = 0; name && k < p->n_providers && rdg_problem_find_parameter(p, name) < 0; k++) {
        const char *own = own_name(&p->provider[k], name);
        const rdg_status status = own ? ask(p, k, own) : RDG_ERR_NAME;
        if (status != RDG_OK && rdg_error_status(p->ctx) != RDG_OK) {
            return status;
        }
    }
    return RDG_OK;
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
