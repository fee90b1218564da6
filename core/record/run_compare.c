/* Is a run that was read the one that is to be gone on with? */
#include "run_data_impl.h"

#include "run_folder_impl.h"
#include "text_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Relative, and absolute for numbers that are zero but for rounding. */
static const double same_relative = 1e-9, same_absolute = 1e-12;

static const char advice[] = "give what the run was begun with, or start a run of another name";

/* Tables come with the first point. What cannot be read is reported by who opens it. */
static bool has_tables(const char *path)
{
    int error = 0;
    return rdg_database_is_file(path) ? rdg_database_has_tables(path)
                                      : rdg_database_place(path, &error) != RDG_PLACE_FREE;
}

bool rdg_run_has_begun(rdg_context *ctx, const char *name, bool in_memory)
{
    if (in_memory) {
        return rdg_memory_run_find(ctx, name) != NULL;
    }
    char *path = rdg_run_path(ctx, "rdg_resume", name);
    const bool begun = path && has_tables(path);
    rdg_free(path);
    return begun;
}

rdg_status rdg_run_require_id(rdg_run *run, const char *where, const char *id)
{
    const char *was = rdg_run_find_fact(run, "id");
    return was && id && strcmp(was, id) == 0
               ? RDG_OK
               : rdg_fail(run->ctx, RDG_ERR_NAME, where,
                          "another run has taken the name \"%s\" since this one was read", run->name);
}

static rdg_status other_item(rdg_run *run, const char *what, rdg_index i, const char *was, const char *is)
{
    return rdg_fail(run->ctx, RDG_ERR_ARGUMENT, "rdg_resume",
                    "run \"%s\" was begun with another problem: %s %" PRId64 " was %s and is %s; %s",
                    run->name, what, i, was, is, advice);
}

/* Entry i of a list, as "x" (11); "not there" behind its end. */
typedef void (*describe)(const void *of, rdg_index i, rdg_text *text);

static void describe_block(const void *of, rdg_index i, rdg_text *text)
{
    const rdg_layout *layout = of;
    if (i < layout->n_blocks) {
        rdg_text_addf(text, "\"%s\" (%" PRId64 ")", layout->block[i],
                      layout->block_start[i + 1] - layout->block_start[i]);
    }
}

static void describe_parameter(const void *of, rdg_index i, rdg_text *text)
{
    const rdg_layout *layout = of;
    if (i < layout->n_parameters) {
        rdg_text_addf(text, "\"%s\" (%s)", layout->parameter[i], layout->unit[i]);
    }
}

static void describe_old_block(const void *of, rdg_index i, rdg_text *text)
{
    const rdg_run *run = of;
    if (i < run->n_blocks) {
        rdg_text_addf(text, "\"%s\" (%" PRId64 ")", run->blocks[i].name, run->blocks[i].n);
    }
}

/* Behind the parameters there are the variables of a small problem. */
static void describe_old_parameter(const void *of, rdg_index i, rdg_text *text)
{
    const rdg_run *run = of;
    if (i < run->n_parameters) {
        const rdg_run_field *field = &run->field[run->n_fields - run->n_quantities + i];
        rdg_text_addf(text, "\"%s\" (%s)", field->name, field->unit);
    }
}

static rdg_status require_list(rdg_run *run, const rdg_layout *layout, const char *what, rdg_index count,
                               describe was, describe is)
{
    for (rdg_index i = 0; i < count; i++) {
        char chars[2][200];
        rdg_text was_there = rdg_text_in(chars[0], sizeof chars[0]);
        rdg_text is_there = rdg_text_in(chars[1], sizeof chars[1]);
        was(run, i, &was_there);
        is(layout, i, &is_there);
        if (strcmp(chars[0], chars[1]) != 0) {
            return other_item(run, what, i + 1, *chars[0] ? chars[0] : "not there",
                              *chars[1] ? chars[1] : "not there");
        }
    }
    return RDG_OK;
}

static rdg_status require_fact(rdg_run *run, const rdg_fact *fact)
{
    const char *was = rdg_run_find_fact(run, fact->name);
    double number = 0.0;
    if (!was || (!fact->text && !rdg_number_read(was, &number))) {
        return rdg_fail(run->ctx, RDG_ERR_FORMAT, "rdg_resume",
                        "%s does not contain the %s with which the run was begun: another version of the "
                        "library wrote it, or it is damaged; start a run of another name",
                        run->path, fact->name);
    }
    if (fact->text && strcmp(was, fact->text) != 0 && strcmp(fact->name, "version") != 0) {
        return rdg_fail(run->ctx, RDG_ERR_ARGUMENT, "rdg_resume",
                        "run \"%s\" was begun with %s = \"%s\", not \"%s\": %s", run->name, fact->name, was,
                        fact->text, advice);
    }
    const double largest = fmax(fabs(number), fabs(fact->number));
    if (!fact->text && number != fact->number &&
        !(fabs(number - fact->number) <= same_relative * largest + same_absolute)) {
        return rdg_fail(run->ctx, RDG_ERR_ARGUMENT, "rdg_resume",
                        "run \"%s\" was begun with %s = %.10g, not %.10g: %s", run->name, fact->name, number,
                        fact->number, advice);
    }
    return RDG_OK;
}

rdg_status rdg_run_require(rdg_run *run, const rdg_layout *layout, const rdg_fact *facts, rdg_index n_facts)
{
    const rdg_index blocks = run->n_blocks > layout->n_blocks ? run->n_blocks : layout->n_blocks;
    const rdg_index parameters =
        run->n_parameters > layout->n_parameters ? run->n_parameters : layout->n_parameters;
    RDG_TRY(require_list(run, layout, "block", blocks, describe_old_block, describe_block));
    RDG_TRY(require_list(run, layout, "parameter", parameters, describe_old_parameter, describe_parameter));
    for (rdg_index k = 0; k < n_facts; k++) {
        RDG_TRY(require_fact(run, &facts[k]));
    }
    return RDG_OK;
}
