/* A sector in a travelling wave: u = T v, v without the right face, which is the left face of the next sector
 * turned, T = T_0 + T_1 exp(-i theta). So
 *
 *     T^H K T = (T_0' K T_0 + T_1' K T_1) + B exp(-i theta) + B' exp(i theta),   B = T_0' K T_1,
 *
 * that is S = B + B' and G = B' - B (wave.h). */
#include "sector_impl.h"

#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <string.h>

/* A row of T. */
typedef struct terms {
    int n;
    rdg_index dof[3];
    double weight[3];
    int shift; /* 1: of the next sector */
} terms;

static terms row_of(const rdg_sector *sector, rdg_index dof)
{
    const rdg_index place = sector->place[dof];
    if (place >= 0) {
        return (terms){.n = 1, .dof = {place}, .weight = {1.0}};
    }
    const rdg_face_dof *right = &sector->right[-1 - place];
    terms row = {.n = right->n, .shift = 1};
    for (int i = 0; i < right->n; i++) {
        row.dof[i] = sector->place[right->dof[i]];
        row.weight[i] = right->weight[i];
    }
    return row;
}

/* What an entry of the sector's matrices becomes. */
typedef struct contribution {
    rdg_index row, col;
    double weight;
    int shift; /* of the column less that of the row */
} contribution;

typedef void (*visit)(void *data, rdg_index entry, const contribution *c);

static void visit_all(const rdg_sector *sector, visit fn, void *data)
{
    const rdg_structure *s = sector->s;
    for (rdg_index j = 0; j < s->n; j++) {
        const terms col = row_of(sector, j);
        for (rdg_index e = s->start[j]; e < s->start[j + 1]; e++) {
            const terms row = row_of(sector, s->row[e]);
            for (int k = 0; k < row.n * col.n; k++) {
                const int a = k % row.n, b = k / row.n;
                fn(data, e,
                   &(contribution){row.dof[a], col.dof[b], row.weight[a] * col.weight[b],
                                   col.shift - row.shift});
            }
        }
    }
}

typedef struct list {
    rdg_index count;
    rdg_index *row, *col; /* NULL: only counted */
} list;

static void add_place(void *data, rdg_index entry, const contribution *c)
{
    list *l = data;
    (void)entry;
    if (l->row) {
        l->row[l->count] = c->row;
        l->col[l->count] = c->col;
    }
    l->count++;
}

typedef struct sum {
    const rdg_structure *from;
    rdg_structure *to;
    const rdg_index *place;
    rdg_index count;
} sum;

static void add_value(void *data, rdg_index entry, const contribution *c)
{
    sum *s = data;
    const rdg_index at = s->place[s->count++];
    const double value[3] = {s->from->M[entry], s->from->C[entry], s->from->K[entry]};
    double *const to[3] = {s->to->M, s->to->C, s->to->K};
    for (int which = 0; which < 3; which++) {
        const double part = c->weight * value[which];
        to[which][at] += part;
        if (c->shift != 0) {
            s->to->wave->S[which][at] += part;
            s->to->wave->G[which][at] += c->shift > 0 ? -part : part;
        }
    }
}

rdg_structure *rdg_sector_fold(const rdg_sector *sector, rdg_index order)
{
    rdg_context *ctx = sector->ctx;
    list l = {0};
    visit_all(sector, add_place, &l);
    const size_t count = (size_t)l.count;
    l.count = 0;
    l.row = rdg_context_calloc(ctx, count, sizeof *l.row);
    l.col = rdg_context_calloc(ctx, count, sizeof *l.col);
    rdg_index *place = rdg_context_calloc(ctx, count, sizeof *place);
    rdg_pattern *pattern = NULL;
    rdg_structure *t = NULL;
    if (l.row && l.col && place) {
        visit_all(sector, add_place, &l);
        pattern = rdg_pattern_create(ctx, sector->n, sector->n, l.count, l.row, l.col, place);
        t = pattern ? rdg_wave_bare(sector->s, "rdg_sector_wave", pattern, sector->sectors, order) : NULL;
    }
    if (t) {
        t->wave->has_axis = sector->has_axis;
        memcpy(t->wave->R, sector->R, sizeof t->wave->R);
        visit_all(sector, add_value, &(sum){.from = sector->s, .to = t, .place = place});
    }
    rdg_pattern_free(pattern);
    rdg_free(l.row);
    rdg_free(l.col);
    rdg_free(place);
    return t;
}

/* The terms of the sector's named displacements: those on the right face are across. */
static rdg_status carry_names(const rdg_sector *sector, rdg_structure *t)
{
    rdg_context *ctx = sector->ctx;
    const size_t n = (size_t)t->n;
    double *weight = rdg_context_calloc(ctx, 2 * n, sizeof *weight);
    double *packed = rdg_context_calloc(ctx, 2 * n, sizeof *packed);
    rdg_index *dof = rdg_context_calloc(ctx, n, sizeof *dof);
    rdg_status status = weight && packed && dof ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (const rdg_named_displacement *named = sector->s->first; named && status == RDG_OK;
         named = named->next) {
        memset(weight, 0, 2 * n * sizeof *weight);
        bool is_across = false;
        for (rdg_index i = 0; i < named->n; i++) {
            const terms row = row_of(sector, named->dof[i]);
            is_across = is_across || row.shift == 1;
            for (int k = 0; k < row.n; k++) {
                weight[2 * row.dof[k] + row.shift] += named->weight[i] * row.weight[k];
            }
        }
        rdg_index count = 0;
        for (rdg_index i = 0; i < t->n; i++) {
            if (weight[2 * i] != 0.0 || weight[2 * i + 1] != 0.0) {
                packed[count] = weight[2 * i];
                packed[t->n + count] = weight[2 * i + 1];
                dof[count++] = i;
            }
        }
        status = rdg_structure_add_name(t, "rdg_sector_wave", named->name, count, dof, packed,
                                        is_across ? packed + t->n : NULL);
    }
    rdg_free(weight);
    rdg_free(packed);
    rdg_free(dof);
    return status;
}

/* Sets and nodes without what is on the right face. */
static rdg_status carry_sets(const rdg_sector *sector, rdg_structure *t)
{
    const rdg_structure *s = sector->s;
    rdg_index *dof = rdg_context_calloc(t->ctx, (size_t)s->n, sizeof *dof);
    rdg_status status = dof ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (rdg_index i = 0; i < s->sets.count && status == RDG_OK; i++) {
        const rdg_named_set *set = (const rdg_named_set *)s->sets.items + i;
        rdg_index count = 0;
        for (rdg_index k = 0; k < set->n; k++) {
            if (sector->place[set->dof[k]] >= 0) {
                dof[count++] = sector->place[set->dof[k]];
            }
        }
        status = count > 0 ? rdg_name_set(t, set->name, count, dof) : RDG_OK;
    }
    rdg_free(dof);
    return status;
}

static rdg_status carry_nodes(const rdg_sector *sector, rdg_structure *t)
{
    RDG_TRY(rdg_structure_copy_labels(t, sector->s));
    rdg_index count = 0;
    for (rdg_index l = 0; l < t->n_labels; l++) {
        const rdg_index place = sector->place[t->labels[l].dof];
        if (place >= 0) {
            t->labels[count] = t->labels[l];
            t->labels[count++].dof = place;
        }
    }
    t->n_labels = count;
    return RDG_OK;
}

static rdg_status carry_parts(const rdg_sector *sector, rdg_structure *t)
{
    RDG_TRY(carry_nodes(sector, t));
    RDG_TRY(carry_names(sector, t));
    RDG_TRY(carry_sets(sector, t));
    RDG_TRY(rdg_structure_copy_elements(t, sector->s, NULL));
    RDG_TRY(rdg_structure_copy_loads(t, sector->s, NULL));
    return rdg_structure_copy_sensors(t, sector->s, NULL);
}

static rdg_status check(const rdg_sector *sector, rdg_index order)
{
    const char *where = "rdg_sector_wave";
    const rdg_structure *s = sector->s;
    if (order < 1 || order > sector->sectors) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "engine order %" PRId64 " of \"%s\": %" PRId64
                        " sectors have the engine orders 1 .. %" PRId64
                        " (the last one: all sectors move alike)",
                        order, s->name, sector->sectors, sector->sectors);
    }
    if (s->rest) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" rests already: make the wave first, then call rdg_prestress() for it",
                        s->name);
    }
    for (rdg_index i = 0; i < rdg_load_count(s); i++) {
        if (rdg_load_at(s, i)->influence) {
            return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                            "load \"%s\" of \"%s\" moves the base, which is no wave of one engine order",
                            rdg_load_at(s, i)->name, s->name);
        }
    }
    return RDG_OK;
}

rdg_structure *rdg_sector_wave(const rdg_sector *sector, rdg_index engine_order)
{
    RDG_ENTER(sector, sector->ctx, NULL);
    if (check(sector, engine_order) != RDG_OK) {
        return NULL;
    }
    rdg_structure *t = rdg_sector_fold(sector, engine_order);
    if (t && carry_parts(sector, t) != RDG_OK) {
        rdg_structure_free(t);
        return NULL;
    }
    return t;
}
