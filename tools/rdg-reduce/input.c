/* What rdg-reduce reads: a structure and its boundary. */
#include "input.h"

#include "reduce_parts.h"

#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/structure_carry.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rdg_structure *read_market(rdg_context *ctx, const char *name, const char *const *files)
{
    return rdg_structure_read(ctx, name, files[0], files[2], files[1]);
}

static rdg_structure *read_nastran(rdg_context *ctx, const char *name, const char *const *files)
{
    return rdg_structure_read_nastran(ctx, name, files[0]);
}

static rdg_structure *read_op4(rdg_context *ctx, const char *name, const char *const *files)
{
    return rdg_structure_read_op4(ctx, name, files[0], files[1]);
}

static rdg_structure *read_abaqus(rdg_context *ctx, const char *name, const char *const *files)
{
    return rdg_structure_read_abaqus(ctx, name, files[0], files[1]);
}

static rdg_structure *read_calculix(rdg_context *ctx, const char *name, const char *const *files)
{
    return rdg_structure_read_calculix(ctx, name, files[0]);
}

static rdg_structure *read_own(rdg_context *ctx, const char *name, const char *const *files)
{
    (void)name;
    return rdg_structure_open(ctx, files[0]);
}

const format formats[] = {{"--market", 2, 3, read_market},
                          {"--nastran", 1, 1, read_nastran},
                          {"--op4", 1, 2, read_op4},
                          {"--abaqus", 2, 2, read_abaqus},
                          {"--calculix", 1, 1, read_calculix},
                          {"--structure", 1, 1, read_own},
                          {NULL, 0, 0, NULL}};

/* A row, or the name of a degree of freedom; -1: neither */
static rdg_index find_dof(rdg_context *ctx, rdg_structure *s, const char *word)
{
    char *end = NULL;
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    const long long row = strtoll(word, &end, 10);
    if (*end == '\0') {
        return row >= 1 && row <= rdg_structure_size(s) ? row - 1 : -1;
    }
    const bool found = rdg_structure_displacement(s, "rdg-reduce", word, &n, &dof, &weight) == RDG_OK;
    rdg_error_clear(ctx);
    return found && n == 1 && weight[0] == 1.0 ? dof[0] : -1;
}

/* The boundary as it is listed; it has room for each degree of freedom once. *count < 0 after a message */
static void read_list(rdg_context *ctx, rdg_structure *s, const char *path, FILE *file, rdg_index *dof,
                      rdg_index *count)
{
    char word[128];
    while (fscanf(file, "%127s", word) == 1) {
        const rdg_index found = find_dof(ctx, s, word);
        bool twice = false;
        for (rdg_index b = 0; b < *count && !twice; b++) {
            twice = dof[b] == found;
        }
        if (found < 0 || twice) {
            refuse("%s: word %" PRId64 ", \"%s\", is %s", path, *count + 1, word,
                   twice ? "a degree of freedom that is listed already"
                         : "neither a row of the matrices nor the name of a degree of freedom");
            *count = -1;
            return;
        }
        dof[(*count)++] = found;
    }
}

static bool name_boundary(rdg_context *ctx, rdg_structure *s, const char *path)
{
    rdg_index count = 0;
    FILE *file = fopen(path, "r");
    rdg_index *dof = calloc((size_t)rdg_structure_size(s), sizeof *dof);
    if (!file || !dof) {
        refuse("%s: %s", path, strerror(errno));
        count = -1;
    } else {
        read_list(ctx, s, path, file, dof, &count);
    }
    if (count == 0) {
        refuse("%s: no degree of freedom is listed", path);
    }
    if (count > 0) {
        rdg_name_set(s, "boundary", count, dof);
    }
    if (file) {
        fclose(file);
    }
    free(dof);
    return count > 0;
}

const char *reason_of(rdg_context *ctx)
{
    const char *message = rdg_error_message(ctx), *colon = strstr(message, ": ");
    return colon && strncmp(message, "rdg", 3) == 0 ? colon + 2 : message;
}

/* "sector" of "parts/sector.rdc" */
static const char *base_name(const char *path, char *name, size_t size)
{
    const char *last = strrchr(path, '/');
    snprintf(name, size, "%s", last ? last + 1 : path);
    char *dot = strrchr(name, '.');
    if (dot && dot > name) {
        *dot = '\0';
    }
    return name;
}

rdg_structure *read_structure(rdg_context *ctx, const request *q, const char **set)
{
    char name[128];
    rdg_structure *s = formats[q->format].read(ctx, base_name(q->output, name, sizeof name), q->files);
    if (q->nodes) {
        rdg_nodes_read(s, q->nodes);
    }
    if (q->is_damped) {
        rdg_damping_proportional(s, q->damping[0], q->damping[1]);
    }
    rdg_structure_require_symmetry(s, "rdg-reduce", false);
    if (rdg_error_status(ctx) == RDG_OK && q->list && !name_boundary(ctx, s, q->list)) {
        return NULL;
    }
    rdg_index count = 0;
    const rdg_index *dof = NULL;
    *set = q->list ? "boundary" : q->set;
    rdg_structure_set(s, "rdg-reduce", *set, &count, &dof);
    if (rdg_error_status(ctx) != RDG_OK) {
        refuse("%s", reason_of(ctx));
        return NULL;
    }
    return s;
}
