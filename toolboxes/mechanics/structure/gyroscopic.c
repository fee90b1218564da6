/* Gyroscopic pairs of a structure, and their matrix. */
#include "gyroscopic.h"
#include "structure_impl.h"
#include "wave.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static rdg_gyroscopic *pair_at(const rdg_structure *s, rdg_index i)
{
    return (rdg_gyroscopic *)s->gyroscopic.items + i;
}

void rdg_structure_free_gyroscopic(rdg_structure *s)
{
    for (rdg_index i = 0; i < s->gyroscopic.count; i++) {
        rdg_free((char *)pair_at(s, i)->first);
        rdg_free((char *)pair_at(s, i)->second);
    }
    rdg_free(s->gyroscopic.items);
}

/* The pattern gets the entries of the pair on both sides of the diagonal. */
static rdg_status reserve(rdg_structure *s, const rdg_gyroscopic *pair)
{
    const rdg_named_displacement *a = rdg_structure_find(s, pair->first),
                                 *b = rdg_structure_find(s, pair->second);
    for (rdg_index i = 0; i < a->n; i++) {
        for (rdg_index j = 0; j < b->n; j++) {
            RDG_TRY(rdg_structure_add_entry(s, a->dof[i], b->dof[j]));
            RDG_TRY(rdg_structure_add_entry(s, b->dof[j], a->dof[i]));
        }
    }
    return RDG_OK;
}

/* Takes over the texts, also when it fails. */
static rdg_status append(rdg_structure *s, rdg_gyroscopic pair)
{
    rdg_gyroscopic *added = NULL;
    if (pair.first && pair.second && reserve(s, &pair) == RDG_OK) {
        added = rdg_list_add(s->ctx, &s->gyroscopic, sizeof *added);
    }
    if (!added) {
        rdg_free((char *)pair.first);
        rdg_free((char *)pair.second);
        return rdg_error_status(s->ctx);
    }
    *added = pair;
    return RDG_OK;
}

static rdg_status check(rdg_structure *s, const char *where, const rdg_gyroscopic *given)
{
    RDG_TRY(rdg_structure_still_open(s, where, "a gyroscopic force"));
    RDG_TRY(rdg_structure_refuse_wave(s, where));
    if (!given) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "the gyroscopic pair of \"%s\" is NULL", s->name);
    }
    if (!rdg_structure_named(s, where, given->first) || !rdg_structure_named(s, where, given->second)) {
        return rdg_error_status(s->ctx);
    }
    if (!isfinite(given->inertia) || !isfinite(given->ratio)) {
        return rdg_fail(s->ctx, RDG_ERR_NOT_FINITE, where,
                        "the gyroscopic pair \"%s\", \"%s\" has inertia = %g kg m^2 and ratio = %g",
                        given->first, given->second, given->inertia, given->ratio);
    }
    if (given->inertia == 0.0) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, where,
            "the gyroscopic pair \"%s\", \"%s\" has no inertia: give the polar moment of inertia, kg "
            "m^2",
            given->first, given->second);
    }
    if (strcmp(given->first, given->second) == 0) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "a gyroscopic pair has \"%s\" twice: it couples two rotations", given->first);
    }
    return RDG_OK;
}

rdg_status rdg_gyroscopic_add(rdg_structure *s, const rdg_gyroscopic *given)
{
    RDG_TRY(check(s, __func__, given));
    return append(s, (rdg_gyroscopic){.first = rdg_context_strdup(s->ctx, given->first),
                                      .second = rdg_context_strdup(s->ctx, given->second),
                                      .inertia = given->inertia,
                                      .ratio = given->ratio == 0.0 ? 1.0 : given->ratio});
}

/* A displacement that does not move in s has no name there: it takes no part. */
rdg_status rdg_structure_copy_gyroscopic(rdg_structure *s, const rdg_structure *from, const char *prefix)
{
    for (rdg_index i = 0; i < from->gyroscopic.count; i++) {
        rdg_gyroscopic pair = *pair_at(from, i);
        pair.first = rdg_structure_prefixed(s->ctx, prefix, pair.first);
        pair.second = rdg_structure_prefixed(s->ctx, prefix, pair.second);
        if (pair.first && pair.second && rdg_structure_find(s, pair.first) &&
            rdg_structure_find(s, pair.second)) {
            RDG_TRY(append(s, pair));
        } else {
            rdg_free((char *)pair.first);
            rdg_free((char *)pair.second);
        }
    }
    return rdg_error_status(s->ctx);
}

rdg_index rdg_gyroscopic_count(const rdg_structure *s)
{
    return s ? s->gyroscopic.count : 0;
}

const rdg_gyroscopic *rdg_gyroscopic_at(const rdg_structure *s, rdg_index pair)
{
    return pair >= 0 && pair < rdg_gyroscopic_count(s) ? pair_at(s, pair) : NULL;
}

void rdg_gyroscopic_matrix(const rdg_structure *s, double *G)
{
    if (!s || !G) {
        return;
    }
    memset(G, 0, (size_t)s->start[s->n] * sizeof *G);
    for (rdg_index p = 0; p < s->gyroscopic.count; p++) {
        const rdg_gyroscopic *pair = pair_at(s, p);
        const rdg_named_displacement *a = rdg_structure_find(s, pair->first),
                                     *b = rdg_structure_find(s, pair->second);
        for (rdg_index i = 0; i < a->n; i++) {
            for (rdg_index j = 0; j < b->n; j++) {
                const double g = pair->inertia * pair->ratio * a->weight[i] * b->weight[j];
                G[rdg_structure_entry(s, a->dof[i], b->dof[j])] += g;
                G[rdg_structure_entry(s, b->dof[j], a->dof[i])] -= g;
            }
        }
    }
}

rdg_status rdg_structure_refuse_gyroscopic(const rdg_structure *s, const char *where)
{
    return rdg_gyroscopic_count(s) > 0
               ? rdg_fail(
                     s->ctx, RDG_ERR_ARGUMENT, where,
                     "\"%s\" has gyroscopic forces (\"%s\", \"%s\"), which %s() cannot take: they grow with "
                     "omega. Use harmonic balance; at one speed they may be part of the damping matrix",
                     s->name, pair_at(s, 0)->first, pair_at(s, 0)->second, where ? where : "the call")
               : RDG_OK;
}
