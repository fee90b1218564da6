/* Structures read from files of our own. */
#include "structure_file_impl.h"

#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

/* A text with its zero byte as last character */
static char *take_text(rdg_archive *a, const char *name, rdg_index *n)
{
    rdg_index chars = 0;
    char *text = rdg_archive_take(a, name, RDG_ARCHIVE_TEXT, -1, &chars);
    if (text && chars > 0) {
        text[chars - 1] = '\0';
    }
    if (n) {
        *n = text ? chars : 0;
    }
    return text;
}

static rdg_status not_consistent(rdg_context *ctx, const char *where, const char *what)
{
    return rdg_fail(ctx, RDG_ERR_FORMAT, where, "the file contradicts itself: %s. Write it anew", what);
}

static rdg_structure *take_matrices(rdg_context *ctx, const char *where, rdg_archive *a, const char *name,
                                    rdg_index n)
{
    rdg_structure *s = NULL;
    rdg_index *start =
        n > 0 && n < INT32_MAX ? rdg_archive_take(a, "start", RDG_ARCHIVE_INDICES, n + 1, NULL) : NULL;
    rdg_index entries = 0;
    rdg_index *row = rdg_archive_take(a, "row", RDG_ARCHIVE_INDICES, -1, &entries);
    double *M = rdg_archive_take(a, "M", RDG_ARCHIVE_NUMBERS, entries, NULL);
    double *C = rdg_archive_take(a, "C", RDG_ARCHIVE_NUMBERS, entries, NULL);
    double *K = rdg_archive_take(a, "K", RDG_ARCHIVE_NUMBERS, entries, NULL);
    if (start && row && M && C && K) {
        const rdg_pattern pattern = {.rows = n, .cols = n, .start = start, .row = row};
        if (start[n] != entries) {
            not_consistent(ctx, where, "the matrices do not fill their pattern");
        } else {
            s = rdg_structure_assemble(ctx, where, name, &(rdg_sparse){pattern, M}, &(rdg_sparse){pattern, C},
                                       &(rdg_sparse){pattern, K});
        }
    } else if (rdg_error_status(ctx) == RDG_OK) {
        not_consistent(ctx, where, "it has no degrees of freedom");
    }
    rdg_free(start);
    rdg_free(row);
    rdg_free(M);
    rdg_free(C);
    rdg_free(K);
    return s;
}

/* Are the lists within each other and within what was read? */
static bool fit(const rdg_file_lists *l)
{
    bool good = l->count >= 0 && l->start[0] == 0 && l->start[l->count] == l->terms;
    for (rdg_index k = 0; good && k < l->count; k++) {
        good = l->start[k] < l->start[k + 1];
    }
    rdg_index texts = 0;
    for (rdg_index c = 0; c < l->chars; c++) {
        texts += l->names[c] == '\0';
    }
    return good && texts == l->count;
}

static rdg_status give_names(rdg_structure *s, const char *where, const rdg_file_lists *l)
{
    const char *name = l->names;
    for (rdg_index k = 0; k < l->count; k++) {
        const rdg_index first = l->start[k], n = l->start[k + 1] - first;
        RDG_TRY(l->weight ? rdg_structure_add_name(s, where, name, n, l->dof + first, l->weight + first, NULL)
                          : rdg_name_set(s, name, n, l->dof + first));
        name += strlen(name) + 1;
    }
    return RDG_OK;
}

static rdg_status take_lists(rdg_structure *s, const char *where, bool sets, rdg_archive *a)
{
    char name[32];
    rdg_file_lists l = {.of = sets ? "set" : "displacement"};
    l.names = take_text(a, rdg_file_item(&l, "names", name), &l.chars);
    l.start = rdg_archive_take(a, rdg_file_item(&l, "start", name), RDG_ARCHIVE_INDICES, -1, &l.count);
    l.count--;
    l.dof = rdg_archive_take(a, rdg_file_item(&l, "dof", name), RDG_ARCHIVE_INDICES, -1, &l.terms);
    l.weight =
        sets ? NULL
             : rdg_archive_take(a, rdg_file_item(&l, "weight", name), RDG_ARCHIVE_NUMBERS, l.terms, NULL);
    if (rdg_error_status(s->ctx) == RDG_OK) {
        if (fit(&l)) {
            give_names(s, where, &l);
        } else {
            not_consistent(s->ctx, where, "names and their degrees of freedom");
        }
    }
    rdg_file_free_lists(&l);
    return rdg_error_status(s->ctx);
}

static bool fill_labels(rdg_structure *s, const rdg_index *label)
{
    for (rdg_index l = 0; l < s->n_labels; l++) {
        s->labels[l] = (rdg_node_label){.node = label[RDG_FILE_LABEL * l],
                                        .direction = (char)label[RDG_FILE_LABEL * l + 1],
                                        .dof = label[RDG_FILE_LABEL * l + 2]};
        if (s->labels[l].dof < 0 || s->labels[l].dof >= s->n ||
            (l > 0 && rdg_node_label_order(&s->labels[l - 1], &s->labels[l]) >= 0)) {
            return false;
        }
    }
    return true;
}

static bool fill_places(rdg_structure *s, const rdg_index *node, const double *position)
{
    for (rdg_index k = 0; k < s->n_places; k++) {
        s->places[k].node = node[k];
        memcpy(s->places[k].position, position + 3 * k, sizeof s->places[k].position);
        if (k > 0 && node[k - 1] >= node[k]) {
            return false;
        }
    }
    return true;
}

static rdg_status take_nodes(rdg_structure *s, const char *where, rdg_archive *a)
{
    rdg_index numbers = 0;
    rdg_index *label = rdg_archive_take(a, "labels", RDG_ARCHIVE_INDICES, -1, &numbers);
    rdg_index *node = rdg_archive_take(a, "nodes", RDG_ARCHIVE_INDICES, -1, &s->n_places);
    double *position = rdg_archive_take(a, "positions", RDG_ARCHIVE_NUMBERS, 3 * s->n_places, NULL);
    if (label && node && position) {
        s->n_labels = numbers / RDG_FILE_LABEL;
        s->labels = s->n_labels ? rdg_context_calloc(s->ctx, (size_t)s->n_labels, sizeof *s->labels) : NULL;
        s->places = s->n_places ? rdg_context_calloc(s->ctx, (size_t)s->n_places, sizeof *s->places) : NULL;
        if (rdg_error_status(s->ctx) == RDG_OK &&
            (numbers % RDG_FILE_LABEL != 0 || !fill_labels(s, label) || !fill_places(s, node, position))) {
            not_consistent(s->ctx, where, "nodes");
        }
    }
    rdg_free(label);
    rdg_free(node);
    rdg_free(position);
    return rdg_error_status(s->ctx);
}

static rdg_status take_rest(rdg_structure *s, const char *where, const rdg_index *header,
                            const double *factors, rdg_archive *a)
{
    s->proportional = header[RDG_FILE_PROPORTIONAL] != 0;
    s->mass_factor = factors[0];
    s->stiffness_factor = factors[1];
    s->loss_factor = factors[2];
    s->file_length = factors[3];
    s->beam_elements = header[RDG_FILE_BEAM_ELEMENTS];
    s->plane_nx = header[RDG_FILE_PLANE_NX];
    s->plane_ny = header[RDG_FILE_PLANE_NY];
    s->mixed = header[RDG_FILE_MIXED] != 0;
    RDG_TRY(take_lists(s, where, false, a));
    RDG_TRY(take_lists(s, where, true, a));
    return take_nodes(s, where, a);
}

rdg_structure *rdg_structure_take_from(rdg_context *ctx, const char *where, rdg_archive *a)
{
    if (!a) {
        return NULL;
    }
    char *name = take_text(a, "structure", NULL);
    rdg_index *header = rdg_archive_take(a, "header", RDG_ARCHIVE_INDICES, RDG_FILE_HEADER, NULL);
    double *factors = rdg_archive_take(a, "factors", RDG_ARCHIVE_NUMBERS, RDG_FILE_FACTORS, NULL);
    rdg_structure *s =
        name && header && factors ? take_matrices(ctx, where, a, name, header[RDG_FILE_SIZE]) : NULL;
    if (s && take_rest(s, where, header, factors, a) != RDG_OK) {
        rdg_structure_free(s);
        s = NULL;
    }
    rdg_free(name);
    rdg_free(header);
    rdg_free(factors);
    return s;
}

rdg_structure *rdg_structure_open(rdg_context *ctx, const char *path)
{
    rdg_archive *a = rdg_archive_open(ctx, __func__, path);
    rdg_structure *s = rdg_structure_take_from(ctx, __func__, a);
    rdg_archive_close(a, RDG_OK);
    return s;
}
