/* Is a run that was read the one that is to be gone on with? */
#define _POSIX_C_SOURCE 200809L

#include "run_data_impl.h"

#include "run_folder_impl.h"
#include "text_impl.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* Relative, and absolute for numbers that are zero but for rounding. */
static const double same_relative = 1e-9, same_absolute = 1e-12;

static const char advice[] = "give what the run was begun with, or start a run of another name";

bool rdg_run_has_begun(rdg_context *ctx, const char *name, bool in_memory)
{
    if (in_memory) {
        return rdg_memory_run_find(ctx, name) != NULL;
    }
    char *path = rdg_run_path(ctx, "rdg_resume", name);
    const int folder = path ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    const bool begun = folder >= 0 && faccessat(folder, "run.json", F_OK, 0) == 0;
    if (folder >= 0) {
        close(folder);
    }
    rdg_free(path);
    return begun;
}

static rdg_status other_item(rdg_run *run, const char *what, rdg_index i, const char *was, const char *is)
{
    return rdg_fail(run->ctx, RDG_ERR_ARGUMENT, "rdg_resume",
                    "run \"%s\" was begun with another problem: %s %" PRId64 " was %s and is %s; %s",
                    run->name, what, i, was, is, advice);
}

/* Entry i of a list of run.json: "x" (11), without the number where `member` is no number. */
static void describe_entry(const rdg_run *run, rdg_index entry, const char *member, rdg_text *text)
{
    const rdg_json *json = &run->json;
    const rdg_index name = rdg_json_member(json, entry, "name");
    const rdg_index number = rdg_json_member(json, entry, member);
    if (name < 0 || number < 0) {
        rdg_text_add(text, "not there");
    } else {
        rdg_text_addf(text, "\"%s\" (%s)", json->value[name].text, json->value[number].text);
    }
}

typedef void (*describe)(const rdg_layout *layout, rdg_index i, rdg_text *text);

static void describe_block(const rdg_layout *layout, rdg_index i, rdg_text *text)
{
    rdg_text_addf(text, "\"%s\" (%" PRId64 ")", layout->block[i],
                  layout->block_start[i + 1] - layout->block_start[i]);
}

static void describe_parameter(const rdg_layout *layout, rdg_index i, rdg_text *text)
{
    rdg_text_addf(text, "\"%s\" (%s)", layout->parameter[i], layout->unit[i]);
}

/* The names and sizes, or units, of a list in run.json are those of the layout. */
static rdg_status require_list(rdg_run *run, const rdg_layout *layout, const char *list, const char *member,
                               const char *what, rdg_index count, describe is)
{
    const rdg_index at = rdg_json_member(&run->json, 0, list);
    rdg_index entry = rdg_json_next(&run->json, at, -1);
    for (rdg_index i = 0; i < count || entry >= 0; i++) {
        char chars[2][200];
        rdg_text was_there = rdg_text_in(chars[0], sizeof chars[0]);
        rdg_text is_there = rdg_text_in(chars[1], sizeof chars[1]);
        describe_entry(run, entry, member, &was_there);
        if (i < count) {
            is(layout, i, &is_there);
        } else {
            rdg_text_add(&is_there, "not there");
        }
        if (strcmp(chars[0], chars[1]) != 0) {
            return other_item(run, what, i + 1, chars[0], chars[1]);
        }
        entry = entry < 0 ? -1 : rdg_json_next(&run->json, at, entry);
    }
    return RDG_OK;
}

static rdg_status require_fact(rdg_run *run, const rdg_fact *fact)
{
    const char *was = rdg_run_find_fact(run, fact->name);
    double number = 0.0;
    if (!was || (!fact->text && !rdg_number_read(was, &number))) {
        return rdg_fail(run->ctx, RDG_ERR_FORMAT, "rdg_resume",
                        "%s/run.json does not say with which %s the run was begun: another version of the "
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
    RDG_TRY(require_list(run, layout, "blocks", "size", "block", layout->n_blocks, describe_block));
    RDG_TRY(require_list(run, layout, "parameters", "unit", "parameter", layout->n_parameters,
                         describe_parameter));
    for (rdg_index k = 0; k < n_facts; k++) {
        RDG_TRY(require_fact(run, &facts[k]));
    }
    return RDG_OK;
}
