/* Runs that are kept in memory. */
#include "memory_run_impl.h"

#include "run_line_impl.h"

#include <string.h>

/* --- what a context keeps */

/* One for each context, which frees it. */
typedef struct memory_runs {
    rdg_memory_run *newest;
} memory_runs;

static void free_run(rdg_memory_run *run)
{
    for (rdg_index i = 0; i < run->n_type_names; i++) {
        rdg_free(run->type_name[i]);
    }
    for (rdg_index i = 0; i < run->n_solutions; i++) {
        rdg_free(run->solution[i].numbers);
        rdg_free(run->solution[i].kept);
    }
    rdg_free(run->type_name);
    rdg_free(run->solution);
    rdg_free(run->numbers);
    rdg_free(run->type);
    rdg_free(run->triangle);
    rdg_free(run->curve);
    rdg_free(run->name);
    rdg_free(run->header);
    rdg_free(run->head);
    rdg_free(run->tail);
    rdg_free(run);
}

void rdg_memory_run_hold(rdg_memory_run *run)
{
    run->holders++;
}

void rdg_memory_run_release(rdg_memory_run *run)
{
    if (run && --run->holders == 0) {
        free_run(run);
    }
}

static void free_runs(void *object)
{
    memory_runs *runs = object;
    while (runs->newest) {
        rdg_memory_run *run = runs->newest;
        runs->newest = run->older;
        rdg_memory_run_release(run);
    }
    rdg_free(runs);
}

static memory_runs *runs_of(const rdg_context *ctx)
{
    return rdg_context_find(ctx, free_runs);
}

rdg_memory_run *rdg_memory_run_find(const rdg_context *ctx, const char *name)
{
    const memory_runs *runs = runs_of(ctx);
    rdg_memory_run *run = runs && name ? runs->newest : NULL;
    while (run && strcmp(run->name, name) != 0) {
        run = run->older;
    }
    return run;
}

bool rdg_memory_run_forget(rdg_context *ctx, const char *name)
{
    memory_runs *runs = runs_of(ctx);
    for (rdg_memory_run **link = runs ? &runs->newest : NULL; link && *link; link = &(*link)->older) {
        rdg_memory_run *run = *link;
        if (strcmp(run->name, name) == 0) {
            *link = run->older;
            rdg_memory_run_release(run);
            return true;
        }
    }
    return false;
}

void rdg_memory_run_list(const rdg_context *ctx, rdg_text *list)
{
    const memory_runs *runs = runs_of(ctx);
    for (const rdg_memory_run *run = runs ? runs->newest : NULL; run; run = run->older) {
        rdg_text_item(list, run->name);
    }
}

rdg_status rdg_memory_run_publish(rdg_context *ctx, rdg_memory_run *run)
{
    memory_runs *runs = runs_of(ctx);
    if (!runs) {
        runs = rdg_context_calloc(ctx, 1, sizeof *runs);
        if (!runs || rdg_context_own(ctx, runs, free_runs) != RDG_OK) {
            return RDG_ERR_NO_MEMORY;
        }
    }
    rdg_memory_run_forget(ctx, run->name);
    rdg_memory_run_hold(run);
    run->older = runs->newest;
    runs->newest = run;
    return RDG_OK;
}

/* --- what a run consists of */

rdg_memory_run *rdg_memory_run_create(rdg_context *ctx, const char *name, const rdg_layout *layout)
{
    rdg_text header = rdg_text_in(NULL, 0);
    rdg_run_header(&header, layout);
    const size_t size = header.length + 1;
    rdg_memory_run *run = rdg_context_calloc(ctx, 1, sizeof *run);
    if (!run) {
        return NULL;
    }
    run->holders = 1;
    run->name = rdg_context_calloc(ctx, strlen(name) + 1, 1);
    run->header = rdg_context_calloc(ctx, size, 1);
    if (!run->name || !run->header) {
        rdg_memory_run_release(run);
        return NULL;
    }
    memcpy(run->name, name, strlen(name) + 1);
    header = rdg_text_in(run->header, size);
    rdg_run_header(&header, layout);
    run->n_fields = rdg_run_field_count(layout);
    run->n_variables = layout->block_start[layout->n_blocks];
    return run;
}

/* Types are few: each is kept once. */
static const char *keep_type(rdg_context *ctx, rdg_memory_run *run, const char *type)
{
    if (!*type) {
        return "";
    }
    for (rdg_index i = 0; i < run->n_type_names; i++) {
        if (strcmp(run->type_name[i], type) == 0) {
            return run->type_name[i];
        }
    }
    char *name = rdg_context_calloc(ctx, strlen(type) + 1, 1);
    if (!name || rdg_context_reserve(ctx, &run->type_name, &run->type_name_room, run->n_type_names + 1,
                                     sizeof *run->type_name) != RDG_OK) {
        rdg_free(name);
        return NULL;
    }
    run->type_name[run->n_type_names++] = memcpy(name, type, strlen(type) + 1);
    return name;
}

static rdg_status keep_solution(rdg_context *ctx, rdg_memory_run *run, const rdg_chart *chart,
                                const rdg_solution_more *more)
{
    const size_t n = (size_t)run->n_variables;
    const rdg_index n_state = more->n_state;
    RDG_TRY(rdg_context_reserve(ctx, &run->solution, &run->solution_room, run->n_solutions + 1,
                                sizeof *run->solution));
    double *numbers = rdg_context_calloc(ctx, 2 * n + (size_t)n_state, sizeof *numbers);
    char *kept = more->kept ? rdg_context_strdup(ctx, more->kept) : NULL;
    if (!numbers || (more->kept && !kept)) {
        rdg_free(numbers);
        rdg_free(kept);
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(numbers, chart->u, n * sizeof *numbers);
    memcpy(numbers + n, chart->tangent, n * sizeof *numbers);
    if (n_state > 0) {
        memcpy(numbers + 2 * n, more->state, (size_t)n_state * sizeof *numbers);
    }
    run->solution[run->n_solutions++] =
        (rdg_memory_solution){.label = chart->label, .n_state = n_state, .numbers = numbers, .kept = kept};
    return RDG_OK;
}

rdg_status rdg_memory_run_append(rdg_context *ctx, rdg_memory_run *run, const rdg_layout *layout,
                                 const rdg_solution_more *more, const rdg_chart *chart)
{
    const rdg_index used = run->n_rows * run->n_fields;
    const char *type = keep_type(ctx, run, chart->type);
    if (!type) {
        return RDG_ERR_NO_MEMORY;
    }
    RDG_TRY(rdg_context_reserve(ctx, &run->numbers, &run->numbers_room, used + run->n_fields,
                                sizeof *run->numbers));
    RDG_TRY(rdg_context_reserve(ctx, &run->type, &run->type_room, run->n_rows + 1, sizeof *run->type));
    if (chart->label > 0) {
        RDG_TRY(keep_solution(ctx, run, chart, more));
    }
    rdg_run_numbers(run->numbers + used, layout, chart);
    run->type[run->n_rows++] = type;
    return RDG_OK;
}

static rdg_index *copy_whole_numbers(rdg_context *ctx, const rdg_index *from, rdg_index n)
{
    rdg_index *copy = rdg_context_calloc(ctx, (size_t)n, sizeof *copy);
    if (copy && n > 0) {
        memcpy(copy, from, (size_t)n * sizeof *copy);
    }
    return copy;
}

rdg_status rdg_memory_run_mesh(rdg_context *ctx, rdg_memory_run *run, const rdg_mesh *mesh)
{
    run->triangle = copy_whole_numbers(ctx, mesh->triangle, 3 * mesh->n_triangles);
    run->curve = copy_whole_numbers(ctx, mesh->curve, 2 * mesh->n_curve_points);
    if (!run->triangle || !run->curve) {
        return RDG_ERR_NO_MEMORY;
    }
    run->n_triangles = mesh->n_triangles;
    run->n_curve_points = mesh->n_curve_points;
    run->has_mesh = true;
    return RDG_OK;
}

const rdg_memory_solution *rdg_memory_run_solution(const rdg_memory_run *run, rdg_index label)
{
    rdg_index low = 0; /* labels grow */
    rdg_index high = run->n_solutions;
    while (low < high) {
        const rdg_index middle = low + (high - low) / 2;
        if (run->solution[middle].label < label) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < run->n_solutions && run->solution[low].label == label ? run->solution + low : NULL;
}
