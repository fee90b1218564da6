/* Structures written into files of our own. */
#include "structure_file_impl.h"

#include "structure_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/wave.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static rdg_status check(const rdg_structure *s, const char *where)
{
    RDG_TRY(rdg_structure_refuse_wave(s, where));
    const rdg_index elements = s->elements.count + s->gyroscopic.count;
    if (elements + s->loads.count + s->sensors.count > 0 || s->rest) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" has %" PRId64 " elements and gyroscopic forces, %" PRId64
                        " forces and %" PRId64
                        " sensors, which a file does not hold: write it before, and add them to what is read",
                        s->name, elements, s->loads.count, s->sensors.count);
    }
    return RDG_OK;
}

static rdg_status put_matrices(const rdg_structure *s, rdg_archive *a)
{
    const rdg_index entries = s->start[s->n];
    RDG_TRY(rdg_archive_put(a, "start", RDG_ARCHIVE_INDICES, s->n + 1, s->start));
    RDG_TRY(rdg_archive_put(a, "row", RDG_ARCHIVE_INDICES, entries, s->row));
    RDG_TRY(rdg_archive_put(a, "M", RDG_ARCHIVE_NUMBERS, entries, s->M));
    RDG_TRY(rdg_archive_put(a, "C", RDG_ARCHIVE_NUMBERS, entries, s->C));
    return rdg_archive_put(a, "K", RDG_ARCHIVE_NUMBERS, entries, s->K);
}

void rdg_file_free_lists(rdg_file_lists *l)
{
    rdg_free(l->names);
    rdg_free(l->start);
    rdg_free(l->dof);
    rdg_free(l->weight);
}

/* Memory for so many; false after a failure, recorded */
static bool make_lists(rdg_context *ctx, rdg_file_lists *l, bool weighted)
{
    l->names = rdg_context_calloc(ctx, (size_t)l->chars, 1);
    l->start = rdg_context_calloc(ctx, (size_t)l->count + 1, sizeof *l->start);
    l->dof = rdg_context_calloc(ctx, (size_t)l->terms, sizeof *l->dof);
    l->weight = weighted ? rdg_context_calloc(ctx, (size_t)l->terms, sizeof *l->weight) : NULL;
    l->count = l->terms = l->chars = 0;
    return rdg_error_status(ctx) == RDG_OK;
}

/* Space for one more, as a first passage counts it; the second one fills it. */
static void add_list(rdg_file_lists *l, const char *name, rdg_index n, const rdg_index *dof,
                     const double *weight)
{
    const size_t length = strlen(name) + 1;
    if (l->names) {
        memcpy(l->names + l->chars, name, length);
        memcpy(l->dof + l->terms, dof, (size_t)n * sizeof *dof);
        if (l->weight) {
            memcpy(l->weight + l->terms, weight, (size_t)n * sizeof *weight);
        }
        l->start[l->count + 1] = l->terms + n;
    }
    l->chars += (rdg_index)length;
    l->terms += n;
    l->count++;
}

static void collect(const rdg_structure *s, bool sets, rdg_file_lists *l)
{
    const rdg_named_set *set = s->sets.items;
    for (rdg_index k = 0; sets && k < s->sets.count; k++) {
        add_list(l, set[k].name, set[k].n, set[k].dof, NULL);
    }
    for (const rdg_named_displacement *named = sets ? NULL : s->first; named; named = named->next) {
        add_list(l, named->name, named->n, named->dof, named->weight);
    }
}

const char *rdg_file_item(const rdg_file_lists *lists, const char *part, char name[32])
{
    snprintf(name, 32, "%s.%s", lists->of, part);
    return name;
}

static rdg_status put_lists(const rdg_structure *s, bool sets, rdg_archive *a)
{
    char name[32];
    rdg_file_lists l = {.of = sets ? "set" : "displacement"};
    collect(s, sets, &l);
    if (make_lists(s->ctx, &l, !sets)) {
        collect(s, sets, &l);
        rdg_archive_put(a, rdg_file_item(&l, "names", name), RDG_ARCHIVE_TEXT, l.chars, l.names);
        rdg_archive_put(a, rdg_file_item(&l, "start", name), RDG_ARCHIVE_INDICES, l.count + 1, l.start);
        rdg_archive_put(a, rdg_file_item(&l, "dof", name), RDG_ARCHIVE_INDICES, l.terms, l.dof);
        if (!sets) {
            rdg_archive_put(a, rdg_file_item(&l, "weight", name), RDG_ARCHIVE_NUMBERS, l.terms, l.weight);
        }
    }
    rdg_file_free_lists(&l);
    return rdg_error_status(s->ctx);
}

/* Nodes: for each degree of freedom that has one node, direction, itself; for each node with a position its
 * number. */
static rdg_status put_nodes(const rdg_structure *s, rdg_archive *a)
{
    rdg_index *label = rdg_context_calloc(s->ctx, (size_t)(RDG_FILE_LABEL * s->n_labels), sizeof *label);
    rdg_index *node = rdg_context_calloc(s->ctx, (size_t)s->n_places, sizeof *node);
    double *position = rdg_context_calloc(s->ctx, (size_t)(3 * s->n_places), sizeof *position);
    if (label && node && position) {
        for (rdg_index l = 0; l < s->n_labels; l++) {
            label[RDG_FILE_LABEL * l] = s->labels[l].node;
            label[RDG_FILE_LABEL * l + 1] = (unsigned char)s->labels[l].direction;
            label[RDG_FILE_LABEL * l + 2] = s->labels[l].dof;
        }
        for (rdg_index k = 0; k < s->n_places; k++) {
            node[k] = s->places[k].node;
            memcpy(position + 3 * k, s->places[k].position, 3 * sizeof *position);
        }
        rdg_archive_put(a, "labels", RDG_ARCHIVE_INDICES, RDG_FILE_LABEL * s->n_labels, label);
        rdg_archive_put(a, "nodes", RDG_ARCHIVE_INDICES, s->n_places, node);
        rdg_archive_put(a, "positions", RDG_ARCHIVE_NUMBERS, 3 * s->n_places, position);
    }
    rdg_free(label);
    rdg_free(node);
    rdg_free(position);
    return rdg_error_status(s->ctx);
}

rdg_status rdg_structure_put(const rdg_structure *s, const char *where, rdg_archive *a)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, a, RDG_ERR_ARGUMENT);
    RDG_TRY(check(s, where));
    const rdg_index header[RDG_FILE_HEADER] = {s->n,        s->proportional, s->beam_elements,
                                               s->plane_nx, s->plane_ny,     s->mixed};
    const double factors[RDG_FILE_FACTORS] = {s->mass_factor, s->stiffness_factor, s->loss_factor,
                                              s->file_length};
    RDG_TRY(rdg_archive_put(a, "structure", RDG_ARCHIVE_TEXT, (rdg_index)strlen(s->name) + 1, s->name));
    RDG_TRY(rdg_archive_put(a, "header", RDG_ARCHIVE_INDICES, RDG_FILE_HEADER, header));
    RDG_TRY(rdg_archive_put(a, "factors", RDG_ARCHIVE_NUMBERS, RDG_FILE_FACTORS, factors));
    RDG_TRY(put_matrices(s, a));
    RDG_TRY(put_lists(s, false, a));
    RDG_TRY(put_lists(s, true, a));
    return put_nodes(s, a);
}

rdg_status rdg_structure_write(const rdg_structure *s, const char *path)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_TRY(check(s, __func__));
    rdg_archive *a = rdg_archive_create(s->ctx, __func__, path);
    return rdg_archive_close(a, a ? rdg_structure_put(s, __func__, a) : rdg_error_status(s->ctx));
}
