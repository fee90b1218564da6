/* Variables by name, "Q[3]": what runs domain and meet events on, and sums of variables. */
#include "at.h"
#include "linear.h"
#include "problem_impl.h"
#include "toolbox.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 300 };

/* Split "Q[3]", or "omega" of a block of one. The block; -1: it is no such name. */
static rdg_index split(const rdg_problem *p, const char *name, rdg_index *element)
{
    char block[BLOCK_SIZE];
    const char *bracket = strrchr(name, '[');
    const size_t n = bracket ? (size_t)(bracket - name) : strlen(name);
    const bool is_number = bracket && bracket[1] >= '0' && bracket[1] <= '9';
    const bool has_two_names = is_number && bracket[1] == '0' && bracket[2] != ']'; /* "u[01]" */
    if (n == 0 || n >= sizeof block || (bracket && !is_number) || has_two_names) {
        return -1;
    }
    memcpy(block, name, n);
    block[n] = '\0';
    char *end = NULL;
    *element = bracket ? strtoll(bracket + 1, &end, 10) : 0;
    if (bracket && strcmp(end, "]") != 0) {
        return -1;
    }
    rdg_index k = rdg_problem_find_block(p, true, block);
    k = k < 0 ? rdg_problem_find_block(p, false, block) : k;
    return k >= 0 && (bracket || p->block[k].n == 1) ? k : -1;
}

/* The name has the prefix of the variable's block, not that of the part under way: the variable of a part is
 * not taken for that of another one, or for one outside. */
rdg_status rdg_problem_provide_element(rdg_problem *p, const char *name)
{
    rdg_index element = 0;
    const rdg_index k = name && strchr(name, '[') ? split(p, name, &element) : -1;
    if (k < 0) {
        return RDG_OK;
    }
    const char *block = p->block[k].name;
    const size_t size = strlen(block) + strlen(strrchr(name, '[')) + 1;
    char *whole = rdg_context_calloc(p->ctx, size, 1);
    if (!whole) {
        return RDG_ERR_NO_MEMORY;
    }
    snprintf(whole, size, "%s%s", block, strrchr(name, '['));
    char *under_way = p->prefix;
    p->prefix = NULL;
    const rdg_status status =
        rdg_problem_find_parameter(p, whole) < 0
            ? rdg_problem_add_variable(p, "rdg_continue", whole, block, element, RDG_ACTIVE)
            : RDG_OK;
    p->prefix = under_way;
    rdg_free(whole);
    return status;
}

static rdg_status find_term(rdg_problem *p, const char *sum, const rdg_at *term, rdg_index *variable)
{
    rdg_index element = 0;
    const rdg_index k = split(p, term->name, &element);
    if (k < 0) {
        return rdg_fail(p->ctx, RDG_ERR_NAME, "rdg_add_sum",
                        "\"%s\": \"%s\" is no variable: name it by its block and its place, as in \"Q[3]\"",
                        sum, term->name);
    }
    if (element >= p->block[k].n) {
        return rdg_fail(p->ctx, RDG_ERR_NAME, "rdg_add_sum",
                        "\"%s\": \"%s\" is beyond its block, whose places are 0 to %lld", sum, term->name,
                        (long long)p->block[k].n - 1);
    }
    if (!isfinite(term->value)) {
        return rdg_fail(p->ctx, RDG_ERR_NOT_FINITE, "rdg_add_sum", "\"%s\": the factor of \"%s\" is %g", sum,
                        term->name, term->value);
    }
    *variable = p->block[k].start + element;
    return RDG_OK;
}

rdg_status rdg_add_sum_of(rdg_problem *p, const char *name, const rdg_at *terms)
{
    RDG_TRY(rdg_problem_require_open(p, "rdg_add_sum"));
    rdg_index n = 0;
    while (terms && terms[n].name) {
        n++;
    }
    if (!name || !*name || n == 0) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_add_sum",
                        "a sum needs a name, and variables with their factors: RDG_AT(\"u[0]\", 1.0)");
    }
    rdg_index *index = rdg_context_calloc(p->ctx, (size_t)n, sizeof *index);
    double *factor = rdg_context_calloc(p->ctx, (size_t)n, sizeof *factor);
    rdg_status status = rdg_error_status(p->ctx);
    for (rdg_index i = 0; i < n && status == RDG_OK; i++) {
        status = find_term(p, name, &terms[i], &index[i]);
        factor[i] = terms[i].value;
    }
    status = status == RDG_OK ? rdg_add_linear_monitor(p, name, 1, n, index, factor, NULL, &name, RDG_ACTIVE)
                              : status;
    rdg_free(index);
    rdg_free(factor);
    return status;
}
