/* A labelled solution, with all that is uncertain about it. */
#include "run_data_impl.h"

#include "checksum_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <string.h>

enum { LIST_SIZE = 400 };

enum { U, TANGENT, STATE, KEPT, CHECKSUM, ID };

static const char statement[] =
    "select u, tangent, state, kept, checksum, (select value from run where key = 'id') "
    "from (select 1) left join solution on point = ?"; /* one row, also where there is no solution */

const rdg_run_block *rdg_run_find_block(const rdg_run *run, const char *name)
{
    for (rdg_index b = 0; name && b < run->n_blocks; b++) {
        if (strcmp(run->blocks[b].name, name) == 0) {
            return &run->blocks[b];
        }
    }
    return NULL;
}

const char *rdg_run_block_name(const rdg_run *run, rdg_index index)
{
    return run && index >= 0 && index < run->n_blocks ? run->blocks[index].name : NULL;
}

static rdg_status no_such_block(rdg_run *run, const char *where, const char *block)
{
    char chars[LIST_SIZE];
    rdg_text list = rdg_text_in(chars, sizeof chars);
    for (rdg_index b = 0; b < run->n_blocks; b++) {
        rdg_text_item(&list, run->blocks[b].name);
    }
    return rdg_fail(run->ctx, RDG_ERR_NAME, where,
                    "\"%s\" is no block of variables in run \"%s\"; it has: %s", block, run->name,
                    rdg_text_list(&list));
}

static size_t bytes_of(sqlite3_stmt *s, int column)
{
    return (size_t)sqlite3_column_bytes(s, column);
}

static uint32_t add_to_checksum(sqlite3_stmt *s, int column, uint32_t before)
{
    const void *bytes = sqlite3_column_blob(s, column);
    return bytes ? rdg_checksum(before, bytes, bytes_of(s, column)) : before;
}

static bool is_whole(const rdg_run *run, sqlite3_stmt *s)
{
    const rdg_run_block *last = run->n_blocks > 0 ? &run->blocks[run->n_blocks - 1] : NULL;
    const size_t size = last ? (size_t)(last->first + last->n) * sizeof(double) : 0;
    uint32_t checksum = 0;
    for (int column = U; column <= KEPT; column++) {
        checksum = add_to_checksum(s, column, checksum);
    }
    return bytes_of(s, U) == size && bytes_of(s, TANGENT) == size &&
           bytes_of(s, STATE) % sizeof(double) == 0 &&
           sqlite3_column_int64(s, CHECKSUM) == (sqlite3_int64)checksum;
}

static rdg_status take_state(rdg_run *run, const char *where, const rdg_solution_request *request,
                             sqlite3_stmt *s, rdg_index *found)
{
    *found = (rdg_index)(bytes_of(s, STATE) / sizeof(double));
    if (request->n < 0 && *found > 0) {
        return RDG_OK;
    }
    if (request->n != *found || *found == 0) {
        return rdg_fail(run->ctx, RDG_ERR_FORMAT, where,
                        "label %" PRId64
                        " of run \"%s\" does not hold what the run needs to go on from there",
                        request->label, run->name);
    }
    memcpy(request->u, sqlite3_column_blob(s, STATE), bytes_of(s, STATE));
    return RDG_OK;
}

static rdg_status take_kept(rdg_run *run, const rdg_solution_request *request, sqlite3_stmt *s)
{
    const char *text = (const char *)sqlite3_column_text(s, KEPT);
    *request->kept = text ? rdg_context_strdup(run->ctx, text) : NULL;
    return text && !*request->kept ? RDG_ERR_NO_MEMORY : RDG_OK;
}

static void take_numbers(sqlite3_stmt *s, int column, const rdg_run_block *block, double *numbers)
{
    const size_t size = (size_t)block->n * sizeof *numbers;
    if (numbers && size > 0) {
        memcpy(numbers, (const char *)sqlite3_column_blob(s, column) + (size_t)block->first * sizeof *numbers,
               size);
    }
}

static rdg_status take_block(rdg_run *run, const char *where, const rdg_solution_request *request,
                             sqlite3_stmt *s, rdg_index *found)
{
    const rdg_run_block *block = rdg_run_find_block(run, request->block);
    if (!block) {
        return no_such_block(run, where, request->block);
    }
    *found = block->n;
    if (request->n >= 0 && *found != request->n) {
        return rdg_fail(run->ctx, RDG_ERR_SIZE, where,
                        "block \"%s\" in run \"%s\" has %" PRId64 " variables, requested were %" PRId64,
                        request->block, run->name, *found, request->n);
    }
    if (request->n >= 0) {
        take_numbers(s, U, block, request->u);
        take_numbers(s, TANGENT, block, request->tangent);
    }
    return RDG_OK;
}

static rdg_status take(rdg_run *run, const char *where, const rdg_solution_request *request, sqlite3_stmt *s,
                       rdg_index *found)
{
    RDG_TRY(rdg_run_require_id(run, where, (const char *)sqlite3_column_text(s, ID)));
    if (sqlite3_column_type(s, CHECKSUM) == SQLITE_NULL) {
        return rdg_fail(run->ctx, RDG_ERR_FORMAT, where, "run \"%s\" has lost its label %" PRId64, run->name,
                        request->label);
    }
    if (!is_whole(run, s)) {
        return rdg_fail(run->ctx, RDG_ERR_FORMAT, where,
                        "%s is damaged: the solution of label %" PRId64 " is not what was written",
                        run->memory ? run->name : run->path, request->label);
    }
    if (request->kept) {
        return take_kept(run, request, s);
    }
    return request->block ? take_block(run, where, request, s, found)
                          : take_state(run, where, request, s, found);
}

rdg_status rdg_run_read_solution(rdg_run *run, const char *where, const rdg_solution_request *request,
                                 rdg_index *found)
{
    sqlite3 *database = rdg_run_database(run, where);
    if (!database) {
        return rdg_error_status(run->ctx);
    }
    int code = SQLITE_OK;
    sqlite3_stmt *s = rdg_database_prepare(database, statement, &code);
    if (!s) {
        return rdg_run_damaged(run, where, database, code);
    }
    const rdg_index point =
        request->point ? *request->point : rdg_run_point(run, rdg_run_row_of_label(run, request->label));
    sqlite3_bind_int64(s, 1, point);
    code = sqlite3_step(s);
    const rdg_status status = code == SQLITE_ROW ? take(run, where, request, s, found)
                                                 : rdg_run_damaged(run, where, database, code);
    sqlite3_finalize(s);
    return status;
}
