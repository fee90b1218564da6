/* A run in memory as one that was read: its facts, and the numbers of its solutions. */
#include "memory_run_impl.h"
#include "run_data_impl.h"
#include "run_solution_impl.h"
#include "text_impl.h"

#include <inttypes.h>
#include <string.h>

enum { LIST_SIZE = 400 };

rdg_status rdg_memory_run_read_facts(rdg_run *run)
{
    const rdg_memory_run *kept = run->memory;
    const size_t size = strlen(kept->head) + strlen(kept->tail) + 1;
    run->facts = rdg_context_calloc(run->ctx, size, 1);
    if (!run->facts) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_text text = rdg_text_in(run->facts, size);
    rdg_text_add(&text, kept->head);
    rdg_text_add(&text, kept->tail);
    return rdg_json_read(run->facts, &run->json)
               ? RDG_OK
               : rdg_fail(run->ctx, RDG_ERR_NO_MEMORY, "rdg_run_open",
                          "no memory for the facts of run \"%s\"", run->name);
}

/* First variable and size of a block; list: the names of all. false: there is none of this name. */
static bool find_block(const rdg_run *run, const char *block, rdg_index *first, rdg_index *size,
                       rdg_text *list)
{
    const rdg_json *json = &run->json;
    const rdg_index blocks = rdg_json_member(json, 0, "blocks");
    *first = 0;
    for (rdg_index b = rdg_json_next(json, blocks, -1); b >= 0; b = rdg_json_next(json, blocks, b)) {
        const char *name = json->value[rdg_json_member(json, b, "name")].text;
        double number = 0.0;
        rdg_number_read(json->value[rdg_json_member(json, b, "size")].text, &number);
        *size = (rdg_index)number;
        if (strcmp(name, block) == 0) {
            return true;
        }
        *first += *size;
        rdg_text_item(list, name);
    }
    return false;
}

static rdg_status read_state(rdg_run *run, const char *where, const rdg_solution_request *request,
                             const rdg_memory_solution *solution, rdg_index *found)
{
    *found = solution->n_state;
    if (request->n != solution->n_state || solution->n_state == 0) {
        return rdg_fail(run->ctx, RDG_ERR_FORMAT, where,
                        "label %" PRId64
                        " of run \"%s\" does not hold what the run needs to go on from there",
                        request->label, run->name);
    }
    memcpy(request->u, solution->numbers + 2 * run->memory->n_variables,
           (size_t)request->n * sizeof *request->u);
    return RDG_OK;
}

rdg_status rdg_memory_run_read_solution(rdg_run *run, const char *where, const rdg_solution_request *request,
                                        rdg_index *found)
{
    char chars[LIST_SIZE];
    rdg_text list = rdg_text_in(chars, sizeof chars);
    const rdg_memory_solution *solution = rdg_memory_run_solution(run->memory, request->label);
    rdg_index first = 0;
    if (!solution) {
        return rdg_fail(run->ctx, RDG_ERR_FORMAT, where, "run \"%s\" has lost its label %" PRId64, run->name,
                        request->label);
    }
    if (request->kept) {
        *request->kept = solution->kept ? rdg_context_strdup(run->ctx, solution->kept) : NULL;
        return solution->kept && !*request->kept ? RDG_ERR_NO_MEMORY : RDG_OK;
    }
    if (!request->block) {
        return read_state(run, where, request, solution, found);
    }
    if (!find_block(run, request->block, &first, found, &list)) {
        return rdg_fail(run->ctx, RDG_ERR_NAME, where,
                        "\"%s\" is no block of variables in run \"%s\"; it has: %s", request->block,
                        run->name, rdg_text_list(&list));
    }
    if (request->n >= 0 && *found != request->n) {
        return rdg_fail(run->ctx, RDG_ERR_SIZE, where,
                        "block \"%s\" in run \"%s\" has %" PRId64 " variables, asked for were %" PRId64,
                        request->block, run->name, *found, request->n);
    }
    const size_t bytes = request->n > 0 ? (size_t)request->n * sizeof(double) : 0;
    if (request->u && bytes > 0) {
        memcpy(request->u, solution->numbers + first, bytes);
    }
    if (request->tangent && bytes > 0) {
        memcpy(request->tangent, solution->numbers + run->memory->n_variables + first, bytes);
    }
    return RDG_OK;
}
