/* A run as it is written. Its folder is written so that a process killed at any moment loses at most the line
 * in hand: bd.csv only grows, by one write(2) a line; the other files are written aside and renamed. */
#define _POSIX_C_SOURCE 200809L

#include "run_store_impl.h"

#include "file_impl.h"
#include "memory_run_impl.h"
#include "run_folder_impl.h"
#include "run_json_impl.h"
#include "run_line_impl.h"
#include "run_solution_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct rdg_run_store {
    rdg_context *ctx;
    const rdg_layout *layout;
    rdg_memory_run *memory; /* NULL: into a folder */
    char *title;            /* "run <name>", for messages */
    char *path;             /* of the folder, for messages: files are reached through `folder` */
    int folder;             /* stays right when the program changes its directory */
    int table;              /* bd.csv */
    char *line;             /* [line_size] */
    size_t line_size;
    char *head;      /* first part of run.json */
    rdg_image image; /* bytes of a solution file */
    rdg_solution_more more;
};

rdg_status rdg_run_store_failure(const rdg_run_store *store, const char *file, int error)
{
    return rdg_fail(store->ctx, rdg_file_status(error), store->title, "%s/%s: %s", store->path, file,
                    strerror(error));
}

rdg_context *rdg_run_store_context(const rdg_run_store *store)
{
    return store->ctx;
}

rdg_memory_run *rdg_run_store_memory(const rdg_run_store *store)
{
    return store->memory;
}

int rdg_run_store_folder(const rdg_run_store *store)
{
    return store->folder;
}

const rdg_layout *rdg_run_store_layout(const rdg_run_store *store)
{
    return store->layout;
}

const char *rdg_run_store_title(const rdg_run_store *store)
{
    return store->title;
}

static rdg_status no_memory(const rdg_run_store *store)
{
    return rdg_fail(store->ctx, RDG_ERR_NO_MEMORY, store->title, "no memory for its buffers");
}

/* What a line or a path cannot hold is refused before anything is written. */
static rdg_status check_layout(const rdg_run_store *store)
{
    const rdg_layout *layout = store->layout;
    for (rdg_index i = 0; i < layout->n_blocks; i++) {
        const char *name = layout->block[i];
        if (rdg_name_is_unfit(name) || strchr(name, '/') || strcmp(name, ".") == 0) {
            return rdg_fail(
                store->ctx, RDG_ERR_NAME, store->title,
                "the block of variables \"%s\" cannot be stored: its name must not be empty, \".\", "
                "or have \"/\" or control characters in it",
                name ? name : "");
        }
    }
    for (rdg_index i = 0; i < layout->n_parameters; i++) {
        if (rdg_name_is_unfit(layout->parameter[i])) {
            return rdg_fail(store->ctx, RDG_ERR_NAME, store->title,
                            "parameter %" PRId64 " cannot be stored: its name is empty or has control "
                            "characters in it",
                            i);
        }
    }
    return RDG_OK;
}

/* One write(2), so that a kill leaves the line or nothing of it; what a full disk took of it is taken back.
 */
static int write_line(int table, const char *line, size_t length)
{
    struct stat about;
    if (fstat(table, &about) != 0) {
        return errno;
    }
    if (about.st_nlink == 0) {
        return ENOENT; /* removed under our feet: the line would go nowhere */
    }
    size_t done = 0;
    while (done < length) {
        const ssize_t n = write(table, line + done, length - done);
        if (n < 0 && errno != EINTR) {
            const int error = errno;
            return ftruncate(table, about.st_size) == 0 ? error : errno;
        }
        done += n > 0 ? (size_t)n : 0;
    }
    return 0;
}

static int write_json(const rdg_run_store *store, bool finished, const rdg_fact *facts, rdg_index n_facts)
{
    char *tail = rdg_run_json_tail(finished, facts, n_facts);
    rdg_aside aside;
    int error = tail ? rdg_aside_open(&aside, store->folder, "run.json") : ENOMEM;
    if (!error) {
        rdg_aside_write(&aside, store->head, strlen(store->head));
        rdg_aside_write(&aside, tail, strlen(tail));
        error = rdg_aside_commit(&aside);
    }
    rdg_free(tail);
    return error;
}

static size_t write_header(rdg_run_store *store)
{
    rdg_text text = rdg_text_in(store->line, store->line_size);
    rdg_run_header(&text, store->layout);
    return text.length;
}

/* All memory but that of the solutions. */
static rdg_status allocate(rdg_run_store *store, const char *name, const rdg_fact *facts, rdg_index n_facts)
{
    rdg_text header = rdg_text_in(NULL, 0);
    rdg_run_header(&header, store->layout);
    const size_t line = rdg_run_line_size(store->layout);
    store->line_size = header.length + 1 > line ? header.length + 1 : line;
    store->line = rdg_calloc(store->line_size, 1);
    store->head = rdg_run_json_head(name, store->layout, facts, n_facts);
    const size_t title_size = strlen(name) + sizeof "run ";
    store->title = rdg_calloc(title_size, 1);
    if (!store->line || !store->head || !store->title) {
        return no_memory(store);
    }
    rdg_text title = rdg_text_in(store->title, title_size);
    rdg_text_addf(&title, "run %s", name);
    return RDG_OK;
}

/* Everything that comes before the question where the run is kept, and whether it is a new one. */
static rdg_status prepare(rdg_run_store *store, const char *name, const rdg_fact *facts, rdg_index n_facts)
{
    store->path = rdg_run_path(store->ctx, "run", name);
    if (!store->path) {
        return rdg_error_status(store->ctx);
    }
    RDG_TRY(allocate(store, name, facts, n_facts));
    return check_layout(store);
}

static rdg_status open_folder(rdg_run_store *store)
{
    const int error = rdg_run_folder_make(store->path);
    if (error) {
        return rdg_fail(store->ctx, rdg_file_status(error), store->title, "the folder %s cannot be made: %s",
                        store->path, strerror(error));
    }
    store->folder = open(store->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return store->folder < 0 ? rdg_run_store_failure(store, ".", errno) : RDG_OK;
}

/* run.json goes first and comes last: a folder without it is no run. */
static rdg_status begin_table(rdg_run_store *store)
{
    RDG_TRY(open_folder(store));
    const int left = rdg_run_folder_empty(store->folder);
    if (left) {
        return rdg_fail(store->ctx, RDG_ERR_IO, store->title, "the older run in %s cannot be removed: %s",
                        store->path, strerror(left));
    }
    store->table = openat(store->folder, "bd.csv", O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    int error = store->table < 0 ? errno : 0;
    if (!error) {
        const size_t length = write_header(store);
        error = write_line(store->table, store->line, length);
    }
    if (error) {
        return rdg_run_store_failure(store, "bd.csv", error);
    }
    error = write_json(store, false, NULL, 0);
    return error ? rdg_run_store_failure(store, "run.json", error) : RDG_OK;
}

/* Compare the header, cut off an incomplete last line. */
static rdg_status continue_table(rdg_run_store *store)
{
    RDG_TRY(open_folder(store));
    char *text = NULL;
    size_t size = 0;
    int error = rdg_file_read(store->folder, "bd.csv", &text, &size);
    if (error) {
        return rdg_run_store_failure(store, "bd.csv", error);
    }
    const size_t length = write_header(store);
    const bool same = size >= length && memcmp(text, store->line, length) == 0;
    while (size > 0 && text[size - 1] != '\n') {
        size--;
    }
    rdg_free(text);
    if (!same) {
        return rdg_fail(store->ctx, RDG_ERR_FORMAT, store->title,
                        "%s/bd.csv has other columns than this problem: start a run of another name",
                        store->path);
    }
    store->table = openat(store->folder, "bd.csv", O_RDWR | O_APPEND | O_CLOEXEC);
    error = store->table < 0 || ftruncate(store->table, (off_t)size) != 0 ? errno : 0;
    if (error) {
        return rdg_run_store_failure(store, "bd.csv", error);
    }
    error = write_json(store, false, NULL, 0);
    return error ? rdg_run_store_failure(store, "run.json", error) : RDG_OK;
}

/* run.json of a run in memory: its first part is handed over. */
static rdg_status say_in_memory(rdg_run_store *store, bool finished, const rdg_fact *facts, rdg_index n_facts)
{
    char *tail = rdg_run_json_tail(finished, facts, n_facts);
    if (!tail) {
        return no_memory(store);
    }
    rdg_free(store->memory->tail);
    store->memory->tail = tail;
    if (store->head) {
        rdg_free(store->memory->head);
        store->memory->head = store->head;
        store->head = NULL;
    }
    return RDG_OK;
}

static rdg_status begin_in_memory(rdg_run_store *store)
{
    store->memory = rdg_memory_run_create(store->ctx, store->title + strlen("run "), store->layout);
    if (!store->memory) {
        return rdg_error_status(store->ctx);
    }
    RDG_TRY(say_in_memory(store, false, NULL, 0));
    return rdg_memory_run_publish(store->ctx, store->memory);
}

static rdg_status continue_in_memory(rdg_run_store *store)
{
    store->memory = rdg_memory_run_find(store->ctx, store->title + strlen("run "));
    rdg_memory_run_hold(store->memory);
    return say_in_memory(store, false, NULL, 0);
}

static rdg_status start(rdg_context *ctx, const char *name, const rdg_layout *layout, const rdg_fact *facts,
                        rdg_index n_facts, rdg_status (*begin)(rdg_run_store *), rdg_run_store **store)
{
    *store = NULL;
    rdg_run_store *made = rdg_context_calloc(ctx, 1, sizeof *made);
    if (!made) {
        return rdg_error_status(ctx) == RDG_ERR_NO_MEMORY ? RDG_ERR_NO_MEMORY : RDG_ERR_EARLIER;
    }
    made->ctx = ctx;
    made->layout = layout;
    made->folder = made->table = -1;
    rdg_status status = prepare(made, name, facts, n_facts);
    if (status == RDG_OK) {
        status = begin(made);
    }
    if (status != RDG_OK) {
        rdg_run_store_free(made);
        return status;
    }
    if (!made->memory) {
        rdg_memory_run_forget(ctx, name); /* what is written last is what is found under the name */
    }
    *store = made;
    return RDG_OK;
}

rdg_status rdg_run_store_create(rdg_context *ctx, const char *name, const rdg_layout *layout,
                                const rdg_fact *facts, rdg_index n_facts, rdg_run_store **store)
{
    return start(ctx, name, layout, facts, n_facts, begin_table, store);
}

rdg_status rdg_run_store_open_append(rdg_context *ctx, const char *name, const rdg_layout *layout,
                                     const rdg_fact *facts, rdg_index n_facts, rdg_run_store **store)
{
    return start(ctx, name, layout, facts, n_facts, continue_table, store);
}

rdg_status rdg_run_store_create_in_memory(rdg_context *ctx, const char *name, const rdg_layout *layout,
                                          const rdg_fact *facts, rdg_index n_facts, rdg_run_store **store)
{
    return start(ctx, name, layout, facts, n_facts, begin_in_memory, store);
}

rdg_status rdg_run_store_append_in_memory(rdg_context *ctx, const char *name, const rdg_layout *layout,
                                          const rdg_fact *facts, rdg_index n_facts, rdg_run_store **store)
{
    return start(ctx, name, layout, facts, n_facts, continue_in_memory, store);
}

void rdg_run_store_keep(rdg_run_store *store, const rdg_solution_more *more)
{
    store->more = *more;
}

/* Neither this nor rdg_run_store_finish() asks whether the context is in failure: what was computed before
 * the failure is to be kept. */
rdg_status rdg_run_store_append(rdg_run_store *store, const rdg_chart *chart)
{
    if (!store) {
        return RDG_ERR_EARLIER;
    }
    if (strlen(chart->type) > RDG_TYPE_LENGTH || (*chart->type && rdg_name_is_unfit(chart->type))) {
        return rdg_fail(store->ctx, RDG_ERR_NAME, store->title,
                        "the event \"%.80s\" cannot be stored: at most %d characters, no control characters",
                        chart->type, RDG_TYPE_LENGTH);
    }
    if (store->memory) {
        return rdg_memory_run_append(store->ctx, store->memory, store->layout, &store->more, chart);
    }
    if (chart->label > 0) {
        const rdg_solution solution = {.layout = store->layout,
                                       .chart = chart,
                                       .state = store->more.state,
                                       .n_state = store->more.n_state,
                                       .kept = store->more.kept};
        RDG_TRY(rdg_solution_write(store->ctx, store->title, store->folder, store->path, &solution,
                                   &store->image));
    }
    rdg_text text = rdg_text_in(store->line, store->line_size);
    rdg_run_line(&text, store->layout, chart);
    const int error = write_line(store->table, store->line, text.length);
    return error ? rdg_run_store_failure(store, "bd.csv", error) : RDG_OK;
}

rdg_status rdg_run_store_finish(rdg_run_store *store, const rdg_fact *facts, rdg_index n_facts)
{
    if (!store) {
        return RDG_ERR_EARLIER;
    }
    if (store->memory) {
        return say_in_memory(store, true, facts, n_facts);
    }
    const int error = write_json(store, true, facts, n_facts);
    return error ? rdg_run_store_failure(store, "run.json", error) : RDG_OK;
}

void rdg_run_store_free(rdg_run_store *store)
{
    if (!store) {
        return;
    }
    if (store->table >= 0) {
        close(store->table);
    }
    if (store->folder >= 0) {
        close(store->folder);
    }
    rdg_memory_run_release(store->memory);
    rdg_free(store->image.bytes);
    rdg_free(store->line);
    rdg_free(store->head);
    rdg_free(store->title);
    rdg_free(store->path);
    rdg_free(store);
}
