/* Columns of a run by name; variables of a large problem from its solutions. */
#include "run_data_impl.h"

#include "text_impl.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_SIZE = 600 };

static rdg_status no_such_column(rdg_run *run, const char *where, const char *name)
{
    char chars[LIST_SIZE];
    rdg_text list = rdg_text_in(chars, sizeof chars);
    for (rdg_index i = 0; i < run->n_fields; i++) {
        if (run->field[i].values) {
            rdg_text_item(&list, run->field[i].name);
        }
    }
    for (rdg_index b = 0; b < run->n_blocks; b++) {
        rdg_text_item(&list, run->blocks[b].name);
        rdg_text_add(&list, "[i]");
    }
    return rdg_fail(run->ctx, RDG_ERR_NAME, where, "run \"%s\" has no column \"%s\"; it has: %s", run->name,
                    name, rdg_text_list(&list));
}

/* Split "block[3]" and see whether the run has such a variable. */
static const rdg_run_block *find_variable(const rdg_run *run, const char *name, rdg_index *element)
{
    const char *bracket = strrchr(name, '[');
    if (!bracket || bracket[1] < '0' || bracket[1] > '9') {
        return NULL;
    }
    char *end = NULL;
    *element = strtoll(bracket + 1, &end, 10);
    for (rdg_index b = 0; strcmp(end, "]") == 0 && b < run->n_blocks; b++) {
        const rdg_run_block *block = &run->blocks[b];
        const size_t length = strlen(block->name);
        if (length == (size_t)(bracket - name) && strncmp(block->name, name, length) == 0) {
            return *element < block->n ? block : NULL;
        }
    }
    return NULL;
}

static rdg_status read_variable(rdg_run *run, const char *where, const rdg_run_block *block,
                                rdg_index element, double *values)
{
    double *u = rdg_context_calloc(run->ctx, (size_t)block->n, sizeof *u);
    rdg_status status = u ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (rdg_index i = 0; i < run->n_rows && status == RDG_OK; i++) {
        values[i] = NAN;
        const rdg_index label = rdg_run_label(run, i);
        if (label > 0) {
            rdg_index found = -1;
            const rdg_solution_request request = {
                .label = label, .block = block->name, .n = block->n, .u = u};
            status = rdg_run_read_solution(run, where, &request, &found);
            values[i] = u[element];
        }
    }
    rdg_free(u);
    return status;
}

static const double *variable_column(rdg_run *run, const char *where, const char *name,
                                     const rdg_run_block *block, rdg_index element)
{
    for (const rdg_run_variable *v = run->variables; v; v = v->next) {
        if (strcmp(v->name, name) == 0) {
            return v->values;
        }
    }
    rdg_run_variable *made = rdg_context_calloc(run->ctx, 1, sizeof *made);
    char *copy = rdg_context_calloc(run->ctx, strlen(name) + 1, 1);
    double *values = rdg_context_calloc(run->ctx, (size_t)run->n_rows, sizeof *values);
    if (!made || !copy || !values || read_variable(run, where, block, element, values) != RDG_OK) {
        rdg_free(made);
        rdg_free(copy);
        rdg_free(values);
        return NULL;
    }
    memcpy(copy, name, strlen(name) + 1);
    *made = (rdg_run_variable){.name = copy, .values = values, .next = run->variables};
    run->variables = made;
    return values;
}

static const rdg_run_field *find_field(const rdg_run *run, const char *name)
{
    for (rdg_index i = 0; i < run->n_fields; i++) {
        const rdg_run_field *field = run->field + i;
        if (field->values && (strcmp(field->name, name) == 0 || strcmp(field->header, name) == 0)) {
            return field;
        }
    }
    return NULL;
}

const double *rdg_run_lookup(rdg_run *run, const char *where, const char *name, const char **unit)
{
    if (!run || rdg_error_status(run->ctx) != RDG_OK) {
        return NULL;
    }
    rdg_index element = 0;
    const rdg_run_field *field = name ? find_field(run, name) : NULL;
    if (unit) {
        *unit = field ? field->unit : "";
    }
    if (field) {
        return field->values;
    }
    const rdg_run_block *block = name ? find_variable(run, name, &element) : NULL;
    if (block) {
        return variable_column(run, where, name, block, element);
    }
    no_such_column(run, where, name ? name : "");
    return NULL;
}

const double *rdg_run_column(rdg_run *run, const char *name)
{
    return rdg_run_lookup(run, "rdg_run_column", name, NULL);
}

#undef rdg_run_range /* the macro, with which an argument may be left out */

rdg_status rdg_run_range(rdg_run *run, const char *name, double *low, double *high)
{
    const double *values = rdg_run_lookup(run, __func__, name, NULL);
    if (!values) {
        return run ? rdg_error_status(run->ctx) : RDG_ERR_EARLIER;
    }
    double least = INFINITY;
    double most = -INFINITY;
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        if (isfinite(values[row])) {
            least = fmin(least, values[row]);
            most = fmax(most, values[row]);
        }
    }
    if (low) {
        *low = least;
    }
    if (high) {
        *high = most;
    }
    return RDG_OK;
}

const char *rdg_run_unit(rdg_run *run, const char *name)
{
    const char *unit = NULL;
    return rdg_run_lookup(run, "rdg_run_unit", name, &unit) ? unit : NULL;
}

bool rdg_run_has_block(const rdg_run *run, const char *block)
{
    return run && rdg_run_find_block(run, block);
}

const char *rdg_run_column_name(const rdg_run *run, rdg_index index)
{
    for (rdg_index i = 0; run && i < run->n_fields; i++) {
        if (run->field[i].values && index-- == 0) {
            return run->field[i].name;
        }
    }
    return NULL;
}
