/* Who adds parameters to a problem: the list. */
#include "problem_impl.h"

#include <string.h>

void rdg_problem_release_providers(rdg_problem *p)
{
    for (rdg_index k = 0; k < p->n_providers; k++) {
        rdg_free(p->provider[k].prefix);
    }
    rdg_free(p->provider);
}

rdg_status rdg_problem_keep_provider(rdg_problem *p, const rdg_provider *provider, const char *prefix)
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
        RDG_TRY(rdg_problem_keep_provider(to, &from->provider[k].provider, from->provider[k].prefix));
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
