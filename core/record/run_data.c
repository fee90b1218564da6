/* A run read back: open, free, rows, facts. */
#include "run_data_impl.h"

#include "run_folder_impl.h"
#include "text_impl.h"

#include <inttypes.h>
#include <string.h>

enum { PATH_SIZE = 1024, LIST_SIZE = 400 };

static void free_run(void *object)
{
    rdg_run *run = object;
    while (run->variables) {
        rdg_run_variable *variable = run->variables;
        run->variables = variable->next;
        rdg_free(variable->name);
        rdg_free(variable->values);
        rdg_free(variable);
    }
    for (rdg_index i = 0; i < run->n_texts; i++) {
        rdg_free(run->texts[i]);
    }
    rdg_free(run->texts);
    rdg_free(run->facts);
    rdg_free(run->blocks);
    rdg_free(run->type);
    rdg_free(run->values);
    rdg_free(run->field);
    rdg_run_free_dense(run);
    rdg_free(run->triangles.values);
    rdg_free(run->curves.values);
    rdg_memory_run_release(run->memory);
    rdg_free(run->name);
    rdg_free(run->path);
    rdg_free(run);
}

void rdg_run_free(rdg_run *run)
{
    if (run) {
        rdg_context_disown(run->ctx, run);
        free_run(run);
    }
}

/* Names of the runs beside the one that is missing. */
static rdg_status no_such_run(rdg_run *run)
{
    char list[LIST_SIZE], in_memory[LIST_SIZE], folder[PATH_SIZE];
    rdg_text text = rdg_text_in(folder, sizeof folder);
    rdg_text_add(&text, run->path);
    char *last = strrchr(folder, '/');
    if (last) {
        *last = '\0';
    }
    rdg_text runs = rdg_text_in(list, sizeof list);
    rdg_run_folder_list(folder, &runs);
    rdg_text kept = rdg_text_in(in_memory, sizeof in_memory);
    rdg_memory_run_list(run->ctx, &kept);
    return rdg_fail(run->ctx, RDG_ERR_NAME, "rdg_run_open", "there is no run \"%s\"; runs in %s: %s%s%s",
                    run->name, folder, rdg_text_list(&runs), kept.length > 0 ? "; in memory: " : "",
                    kept.length > 0 ? rdg_text_list(&kept) : "");
}

static rdg_status read_run(rdg_run *run, const char *name)
{
    run->path = rdg_run_path(run->ctx, "rdg_run_open", name);
    if (!run->path) {
        return rdg_error_status(run->ctx);
    }
    run->name = rdg_strdup(name);
    if (!run->name) {
        return rdg_fail(run->ctx, RDG_ERR_NO_MEMORY, "rdg_run_open", "no memory for run \"%s\"", name);
    }
    int error = 0;
    rdg_shelf_commit(run->ctx, run->path); /* what is written under that name may have no file yet */
    if (!run->memory && rdg_database_place(run->path, &error) == RDG_PLACE_FREE) {
        return no_such_run(run);
    }
    return rdg_run_read(run);
}

static rdg_run *open_run(rdg_context *ctx, const char *name, rdg_memory_run *memory)
{
    rdg_run *run = rdg_context_calloc(ctx, 1, sizeof *run);
    if (!run) {
        return NULL;
    }
    run->ctx = ctx;
    if (memory) {
        rdg_memory_run_hold(memory);
        run->memory = memory;
    }
    if (read_run(run, name) != RDG_OK) {
        free_run(run);
        return NULL;
    }
    return rdg_context_own(ctx, run, free_run) == RDG_OK ? run : NULL;
}

rdg_run *rdg_run_open_in(rdg_context *ctx, const char *name, bool in_memory)
{
    return open_run(ctx, name, in_memory ? rdg_memory_run_find(ctx, name) : NULL);
}

rdg_run *rdg_run_open(rdg_context *ctx, const char *name)
{
    return rdg_run_open_in(ctx, name, true);
}

rdg_status rdg_run_forget(rdg_context *ctx, const char *name)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (name && rdg_memory_run_forget(ctx, name)) {
        return RDG_OK;
    }
    char chars[LIST_SIZE];
    rdg_text list = rdg_text_in(chars, sizeof chars);
    rdg_memory_run_list(ctx, &list);
    return RDG_FAIL(ctx, RDG_ERR_NAME, "there is no run \"%s\" in memory; there are: %s", name ? name : "",
                    rdg_text_list(&list));
}

static rdg_status no_such_label(rdg_run *run, const char *where, rdg_index label)
{
    char list[LIST_SIZE];
    rdg_text labels = rdg_text_in(list, sizeof list);
    for (rdg_index i = 0; i < run->n_rows; i++) {
        if (run->field[1].values[i] > 0) {
            rdg_text_addf(&labels, "%s%.0f", labels.length > 0 ? ", " : "", run->field[1].values[i]);
        }
    }
    return rdg_fail(run->ctx, RDG_ERR_NAME, where, "run \"%s\" has no label %" PRId64 "; it has: %s",
                    run->name, label, rdg_text_list(&labels));
}

static rdg_status read_solution(rdg_run *run, const char *where, const rdg_solution_request *request,
                                rdg_index *size)
{
    if (!run || rdg_error_status(run->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!request->point && rdg_run_row_of_label(run, request->label) < 0) {
        return no_such_label(run, where, request->label);
    }
    return rdg_run_read_solution(run, where, request, size);
}

rdg_index rdg_run_block_size(rdg_run *run, rdg_index label, const char *block)
{
    rdg_index size = -1;
    if (run) {
        RDG_NEED(run->ctx, block, -1);
    }
    const rdg_solution_request request = {.label = label, .block = block, .n = -1};
    return read_solution(run, "rdg_run_block_size", &request, &size) == RDG_OK ? size : -1;
}

#undef rdg_run_solution /* the macro, with which an argument may be left out */

rdg_status rdg_run_solution(rdg_run *run, rdg_index label, const char *block, rdg_index n, double *u,
                            double *tangent)
{
    rdg_index size = -1;
    if (run) {
        RDG_NEED(run->ctx, block, RDG_ERR_ARGUMENT);
    }
    if (run && n < 0) {
        return RDG_FAIL(run->ctx, RDG_ERR_SIZE, "a block of %" PRId64 " variables cannot be", n);
    }
    const rdg_solution_request request = {.label = label, .block = block, .n = n, .u = u, .tangent = tangent};
    return read_solution(run, "rdg_run_solution", &request, &size);
}

rdg_status rdg_run_kept(rdg_run *run, rdg_index label, char **text)
{
    rdg_index size = -1;
    if (run && !text) {
        return RDG_FAIL(run->ctx, RDG_ERR_ARGUMENT, "text is NULL: run \"%s\"", run->name);
    }
    return read_solution(run, "rdg_run_kept", &(rdg_solution_request){.label = label, .kept = text}, &size);
}

static rdg_status read_state(rdg_run *run, rdg_solution_request request, rdg_checkpoint *memo)
{
    rdg_index size = 0;
    request.n = -1;
    RDG_TRY(read_solution(run, "rdg_resume", &request, &size));
    request.n = size;
    request.u = rdg_checkpoint_space(memo, request.n);
    RDG_TRY(rdg_error_status(run->ctx));
    rdg_memo_begin(memo, true);
    return read_solution(run, "rdg_resume", &request, &size);
}

rdg_status rdg_run_state(rdg_run *run, rdg_index label, rdg_checkpoint *memo)
{
    return read_state(run, (rdg_solution_request){.label = label}, memo);
}

rdg_status rdg_run_state_at(rdg_run *run, rdg_index point, rdg_checkpoint *memo)
{
    return read_state(run, (rdg_solution_request){.point = &point}, memo);
}
