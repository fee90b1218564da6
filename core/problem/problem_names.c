/* Names in a problem: how the part under way changes them, and what they mean. */
#include "problem.h"
#include "problem_impl.h"
#include "toolbox.h"

#include <stdio.h>
#include <string.h>

char *rdg_problem_own_name(const rdg_problem *p, const char *name)
{
    const char *prefix = p->prefix ? p->prefix : "";
    const size_t size = strlen(prefix) + strlen(name) + 1;
    char *own = rdg_calloc(size, 1);
    if (own) {
        snprintf(own, size, "%s%s", prefix, name);
    }
    return own;
}

bool rdg_problem_names(const rdg_problem *p, bool qualified, const char *name, const char *item)
{
    const char *prefix = qualified && p->prefix ? p->prefix : "";
    const size_t length = strlen(prefix);
    return strncmp(item, prefix, length) == 0 && strcmp(item + length, name) == 0;
}

rdg_index rdg_problem_find_block(const rdg_problem *p, bool qualified, const char *name)
{
    for (rdg_index k = 0; name && k < p->n_blocks; k++) {
        if (rdg_problem_names(p, qualified, name, p->block[k].name)) {
            return k;
        }
    }
    return -1;
}

rdg_index rdg_problem_find_parameter(const rdg_problem *p, const char *name)
{
    for (int qualified = 1; name && qualified >= 0; qualified--) {
        for (rdg_index k = 0; k < p->n_parameters; k++) {
            if (rdg_problem_names(p, qualified, name, p->parameter[k].name)) {
                return k;
            }
        }
    }
    return -1;
}

const rdg_function *rdg_find_function(const rdg_problem *p, const char *name)
{
    for (int qualified = 1; p && name && qualified >= 0; qualified--) {
        for (rdg_index k = 0; k < p->n_entries; k++) {
            if (rdg_problem_names(p, qualified, name, p->entry[k].function.name)) {
                return &p->entry[k].function;
            }
        }
    }
    return NULL;
}
