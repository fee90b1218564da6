/* The ring of the sectors of a wave. Sector j has the block A on the diagonal, B to sector j + 1 and B' to
 * sector j - 1, B = (S - G) / 2 (wave.h). */
#include "sector_impl.h"

#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static rdg_index common_divisor(rdg_index a, rdg_index b)
{
    while (b != 0) {
        const rdg_index rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

typedef struct ring {
    const rdg_structure *wave;
    rdg_index sectors, order;
    rdg_structure *made;
    double *values[3]; /* of M, C, K, entry by entry */
    rdg_index *row, *col;
} ring;

/* Entries of sector j in the order: diagonal, next, back. */
static void list_sector(const ring *r, rdg_index j)
{
    const rdg_structure *s = r->wave;
    const rdg_index n = s->n, entries = s->start[n], next = (j + 1) % r->sectors;
    const double *const whole[3] = {s->M, s->C, s->K};
    for (rdg_index col = 0; col < n; col++) {
        for (rdg_index e = s->start[col]; e < s->start[col + 1]; e++) {
            const rdg_index at = 3 * (entries * j + e);
            r->row[at] = j * n + s->row[e];
            r->col[at] = j * n + col;
            r->row[at + 1] = j * n + s->row[e];
            r->col[at + 1] = next * n + col;
            r->row[at + 2] = next * n + s->row[e];
            r->col[at + 2] = j * n + col;
            for (int which = 0; which < 3; which++) {
                const double S = s->wave->S[which][e], G = s->wave->G[which][e];
                r->values[which][at] = whole[which][e] - S;
                r->values[which][at + 1] = 0.5 * (S - G);
                r->values[which][at + 2] = 0.5 * (S + G);
            }
        }
    }
}

static void assemble(ring *r, const rdg_pattern *pattern, const rdg_index *place, rdg_index count)
{
    const rdg_index entries = pattern->start[pattern->cols];
    double *sum = rdg_context_calloc(r->wave->ctx, 3 * (size_t)entries, sizeof *sum);
    for (rdg_index k = 0; sum && k < count; k++) {
        for (int which = 0; which < 3; which++) {
            sum[which * entries + place[k]] += r->values[which][k];
        }
    }
    if (sum) {
        r->made = rdg_structure_assemble(r->wave->ctx, "rdg_sector_ring", r->wave->name,
                                         &(rdg_sparse){*pattern, sum}, &(rdg_sparse){*pattern, sum + entries},
                                         &(rdg_sparse){*pattern, sum + 2 * entries});
    }
    rdg_free(sum);
}

static rdg_status make_matrices(ring *r)
{
    const rdg_structure *s = r->wave;
    const rdg_index count = 3 * s->start[s->n] * r->sectors, n = s->n * r->sectors;
    r->row = rdg_context_calloc(s->ctx, (size_t)count, sizeof *r->row);
    r->col = rdg_context_calloc(s->ctx, (size_t)count, sizeof *r->col);
    rdg_index *place = rdg_context_calloc(s->ctx, (size_t)count, sizeof *place);
    double *values = rdg_context_calloc(s->ctx, 3 * (size_t)count, sizeof *values);
    if (r->row && r->col && place && values) {
        for (int which = 0; which < 3; which++) {
            r->values[which] = values + which * count;
        }
        for (rdg_index j = 0; j < r->sectors; j++) {
            list_sector(r, j);
        }
        rdg_pattern *pattern = rdg_pattern_create(s->ctx, n, n, count, r->row, r->col, place);
        if (pattern) {
            assemble(r, pattern, place, count);
        }
        rdg_pattern_free(pattern);
    }
    rdg_free(r->row);
    rdg_free(r->col);
    rdg_free(place);
    rdg_free(values);
    return rdg_error_status(s->ctx);
}

/* NULL for sector 0, which keeps its names */
static const char *prefix_of(rdg_index j, char *chars, size_t size)
{
    snprintf(chars, size, "sector%lld", (long long)j);
    return j == 0 ? NULL : chars;
}

/* A displacement of sector j, with terms of the next one. */
static rdg_status carry_name(const ring *r, const rdg_named_displacement *named, rdg_index j,
                             const char *prefix)
{
    rdg_context *ctx = r->wave->ctx;
    const rdg_index n = r->wave->n, next = (j + 1) % r->sectors;
    char *name = rdg_structure_prefixed(ctx, prefix, named->name);
    rdg_index *dof = rdg_context_calloc(ctx, 2 * (size_t)named->n, sizeof *dof);
    double *weight = rdg_context_calloc(ctx, 2 * (size_t)named->n, sizeof *weight);
    rdg_status status = name && dof && weight ? RDG_OK : RDG_ERR_NO_MEMORY;
    rdg_index count = 0;
    for (rdg_index i = 0; status == RDG_OK && i < named->n; i++) {
        const double across = named->across ? named->across[i] : 0.0;
        const double own = named->weight[i] + (next == j ? across : 0.0);
        if (own != 0.0 || across == 0.0 || next == j) { /* at least one term stays */
            dof[count] = j * n + named->dof[i];
            weight[count++] = own;
        }
        if (across != 0.0 && next != j) {
            dof[count] = next * n + named->dof[i];
            weight[count++] = across;
        }
    }
    status = status == RDG_OK
                 ? rdg_structure_add_name(r->made, "rdg_sector_ring", name, count, dof, weight, NULL)
                 : status;
    rdg_free(name);
    rdg_free(dof);
    rdg_free(weight);
    return status;
}

/* Forces of sector j come later by j phi of their harmonic. */
static rdg_status carry_loads(const ring *r, rdg_index j, const char *prefix)
{
    const rdg_index first = rdg_load_count(r->made);
    RDG_TRY(rdg_structure_copy_loads(r->made, r->wave, prefix));
    for (rdg_index i = first; i < rdg_load_count(r->made); i++) {
        rdg_load *load = (rdg_load *)r->made->loads.items + i;
        const rdg_index diameter = load->harmonic * r->order % r->sectors * j % r->sectors;
        load->phase -= 2.0 * acos(-1.0) * (double)diameter / (double)r->sectors;
    }
    return RDG_OK;
}

static rdg_status carry_sector(const ring *r, rdg_index j)
{
    char chars[32];
    const char *prefix = prefix_of(j, chars, sizeof chars);
    for (const rdg_named_displacement *named = r->wave->first; named; named = named->next) {
        RDG_TRY(carry_name(r, named, j, prefix));
    }
    RDG_TRY(rdg_structure_copy_elements(r->made, r->wave, prefix));
    return carry_loads(r, j, prefix);
}

static rdg_status carry_rest(const ring *r)
{
    const rdg_index n = r->wave->n;
    if (!r->wave->rest) {
        return RDG_OK;
    }
    r->made->rest = rdg_context_calloc(r->wave->ctx, (size_t)(n * r->sectors), sizeof(double));
    for (rdg_index i = 0; r->made->rest && i < n * r->sectors; i++) {
        r->made->rest[i] = r->wave->rest[i % n];
    }
    return rdg_error_status(r->wave->ctx);
}

static rdg_status carry_all(const ring *r)
{
    r->made->mixed = true;
    rdg_structure_copy_damping(r->made, r->wave);
    RDG_TRY(rdg_structure_copy_labels(r->made, r->wave)); /* of sector 0 */
    RDG_TRY(rdg_structure_copy_sets(r->made, r->wave));
    for (rdg_index j = 0; j < r->sectors; j++) {
        RDG_TRY(carry_sector(r, j));
    }
    RDG_TRY(rdg_structure_copy_sensors(r->made, r->wave, NULL));
    return carry_rest(r);
}

/* sectors: a multiple of the smallest ring */
static rdg_structure *make(const rdg_structure *wave, rdg_index sectors, rdg_index order)
{
    ring r = {.wave = wave, .sectors = sectors, .order = order};
    if (make_matrices(&r) != RDG_OK || !r.made || carry_all(&r) != RDG_OK) {
        rdg_structure_free(r.made);
        return NULL;
    }
    return r.made;
}

static rdg_status require_wave(const rdg_structure *s, const char *where)
{
    return s->wave ? RDG_OK
                   : rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                              "\"%s\" is no sector of a wave: it is not from rdg_sector_wave()", s->name);
}

rdg_structure *rdg_sector_ring(const rdg_structure *wave)
{
    RDG_ENTER(wave, wave->ctx, NULL);
    if (require_wave(wave, __func__) != RDG_OK) {
        return NULL;
    }
    const rdg_index divisor = common_divisor(wave->wave->sectors, wave->wave->order);
    return make(wave, wave->wave->sectors / divisor, wave->wave->order / divisor);
}

rdg_structure *rdg_sector_wheel(const rdg_structure *wave)
{
    RDG_ENTER(wave, wave->ctx, NULL);
    return require_wave(wave, __func__) == RDG_OK ? make(wave, wave->wave->sectors, wave->wave->order) : NULL;
}
