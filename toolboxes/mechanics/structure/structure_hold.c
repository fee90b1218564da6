/* Structures with some degrees of freedom held. */
#include "structure_carry.h"
#include "structure_impl.h"
#include "wave.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <string.h>

static void drop(const void *data, rdg_index n, const rdg_index *dof, const double *weight, double *changed)
{
    const rdg_index *place = data;
    for (rdg_index i = 0; i < n; i++) {
        if (place[dof[i]] >= 0) {
            changed[place[dof[i]]] += weight[i];
        }
    }
}

rdg_index *rdg_structure_renumber(const rdg_structure *s, rdg_index n, const rdg_index *dof,
                                  const char *where)
{
    if (n < 1 || n >= s->n || !dof) {
        rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                 "1 .. %" PRId64 " of the %" PRId64 " degrees of freedom of \"%s\" can be held, not %" PRId64,
                 s->n - 1, s->n, s->name, n);
        return NULL;
    }
    rdg_index *place = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *place);
    for (rdg_index i = 0; place && i < n; i++) {
        if (dof[i] < 0 || dof[i] >= s->n || place[dof[i]] < 0) {
            rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                     "degree of freedom %" PRId64 " of \"%s\" is given twice or is not one of 0 .. %" PRId64,
                     dof[i], s->name, s->n - 1);
            rdg_free(place);
            return NULL;
        }
        place[dof[i]] = -1;
    }
    for (rdg_index i = 0, left = 0; place && i < s->n; i++) {
        place[i] = place[i] < 0 ? -1 : left++;
    }
    return place;
}

typedef struct columns {
    rdg_index *start, *row;
    double *M, *C, *K;
} columns;

static void take_columns(const rdg_structure *s, const rdg_index *place, const columns *to)
{
    rdg_index entry = 0;
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = s->start[j]; place[j] >= 0 && e < s->start[j + 1]; e++) {
            if (place[s->row[e]] >= 0) {
                to->row[entry] = place[s->row[e]];
                to->M[entry] = s->M[e];
                to->C[entry] = s->C[e];
                to->K[entry++] = s->K[e];
            }
        }
        if (place[j] >= 0) {
            to->start[place[j] + 1] = entry;
        }
    }
}

static rdg_structure *bare(const rdg_structure *s, const rdg_index *place, rdg_index left, const char *where)
{
    const size_t entries = (size_t)s->start[s->n];
    const columns to = {.start = rdg_context_calloc(s->ctx, (size_t)left + 1, sizeof *to.start),
                        .row = rdg_context_calloc(s->ctx, entries, sizeof *to.row),
                        .M = rdg_context_calloc(s->ctx, entries, sizeof *to.M),
                        .C = rdg_context_calloc(s->ctx, entries, sizeof *to.C),
                        .K = rdg_context_calloc(s->ctx, entries, sizeof *to.K)};
    rdg_structure *held = NULL;
    if (to.start && to.row && to.M && to.C && to.K) {
        take_columns(s, place, &to);
        const rdg_pattern pattern = {.rows = left, .cols = left, .start = to.start, .row = to.row};
        held = rdg_structure_assemble(s->ctx, where, s->name, &(rdg_sparse){pattern, to.M},
                                      &(rdg_sparse){pattern, to.C}, &(rdg_sparse){pattern, to.K});
    }
    rdg_free(to.start);
    rdg_free(to.row);
    rdg_free(to.M);
    rdg_free(to.C);
    rdg_free(to.K);
    return held;
}

rdg_structure *rdg_structure_without(const rdg_structure *s, rdg_index n, const rdg_index *dof,
                                     const char *where)
{
    RDG_ENTER(s, s->ctx, NULL);
    if (rdg_structure_refuse_wave(s, where) != RDG_OK) {
        return NULL;
    }
    rdg_index *place = rdg_structure_renumber(s, n, dof, where);
    rdg_structure *left = place ? bare(s, place, s->n - n, where) : NULL;
    if (left) {
        left->mixed = s->mixed || s->beam_elements > 0;
        rdg_structure_copy_damping(left, s);
    }
    rdg_free(place);
    return left;
}

rdg_structure *rdg_structure_hold(const rdg_structure *s, rdg_index n, const rdg_index *dof)
{
    rdg_structure *held = rdg_structure_without(s, n, dof, __func__);
    rdg_index *place = held ? rdg_structure_renumber(s, n, dof, __func__) : NULL;
    if (!place) {
        rdg_structure_free(held);
        return NULL;
    }
    const bool mixed = held->mixed;
    const rdg_status status = rdg_structure_carry(held, s, NULL, drop, place, __func__);
    held->mixed = mixed; /* which degrees of freedom are translations is still known */
    rdg_free(place);
    if (status != RDG_OK) {
        rdg_structure_free(held);
        return NULL;
    }
    return held;
}
