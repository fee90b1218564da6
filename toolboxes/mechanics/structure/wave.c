/* Matrices of a travelling wave: parts, nodal diameters, real form. */
#include "wave.h"
#include "wave_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

rdg_wave *rdg_wave_create(const rdg_structure *s, rdg_index sectors, rdg_index order)
{
    rdg_wave *wave = rdg_context_calloc(s->ctx, 1, sizeof *wave);
    if (!wave) {
        return NULL;
    }
    wave->sectors = sectors;
    wave->order = order;
    for (int which = 0; which < 3; which++) {
        wave->S[which] = rdg_context_calloc(s->ctx, (size_t)s->start[s->n], sizeof(double));
        wave->G[which] = rdg_context_calloc(s->ctx, (size_t)s->start[s->n], sizeof(double));
    }
    if (rdg_error_status(s->ctx) != RDG_OK) {
        rdg_wave_free(wave);
        return NULL;
    }
    return wave;
}

rdg_structure *rdg_wave_bare(const rdg_structure *like, const char *where, const rdg_pattern *pattern,
                             rdg_index sectors, rdg_index order)
{
    const rdg_index entries = pattern->start[pattern->cols];
    double *one = rdg_context_calloc(like->ctx, (size_t)entries, sizeof *one);
    for (rdg_index e = 0; one && e < entries; e++) {
        one[e] = 1.0; /* what is zero would be left out of the pattern */
    }
    const rdg_sparse ones = {*pattern, one};
    rdg_structure *t = one ? rdg_structure_assemble(like->ctx, where, like->name, &ones, NULL, &ones) : NULL;
    rdg_free(one);
    if (!t) {
        return NULL;
    }
    t->mixed = true; /* how a moving base acts in turned frames is not known */
    t->proportional = like->proportional;
    t->mass_factor = like->mass_factor;
    t->stiffness_factor = like->stiffness_factor;
    t->file_length = like->file_length;
    memset(t->M, 0, (size_t)entries * sizeof *t->M);
    memset(t->C, 0, (size_t)entries * sizeof *t->C);
    memset(t->K, 0, (size_t)entries * sizeof *t->K);
    t->wave = rdg_wave_create(t, sectors, order);
    if (!t->wave) {
        rdg_structure_free(t);
        return NULL;
    }
    return t;
}

rdg_wave *rdg_wave_copy(const rdg_structure *from)
{
    rdg_wave *wave = rdg_wave_create(from, from->wave->sectors, from->wave->order);
    const size_t size = (size_t)from->start[from->n] * sizeof(double);
    if (wave) {
        wave->has_axis = from->wave->has_axis;
        memcpy(wave->R, from->wave->R, sizeof wave->R);
    }
    for (int which = 0; wave && which < 3; which++) {
        memcpy(wave->S[which], from->wave->S[which], size);
        memcpy(wave->G[which], from->wave->G[which], size);
    }
    return wave;
}

void rdg_wave_free(rdg_wave *wave)
{
    for (int which = 0; wave && which < 3; which++) {
        rdg_free(wave->S[which]);
        rdg_free(wave->G[which]);
    }
    rdg_free(wave);
}

void rdg_wave_set_damping(rdg_structure *s, double mass_factor, double stiffness_factor)
{
    const rdg_wave *w = s->wave;
    for (rdg_index e = 0; w && e < s->start[s->n]; e++) {
        w->S[1][e] = mass_factor * w->S[0][e] + stiffness_factor * w->S[2][e];
        w->G[1][e] = mass_factor * w->G[0][e] + stiffness_factor * w->G[2][e];
    }
}

rdg_index rdg_wave_diameter(const rdg_wave *wave, rdg_index harmonic)
{
    return (harmonic % wave->sectors) * (wave->order % wave->sectors) % wave->sectors;
}

bool rdg_wave_is_real(const rdg_wave *wave, rdg_index diameter)
{
    return diameter == 0 || 2 * diameter == wave->sectors;
}

/* Multiples of a quarter of a turn are exact. */
static void turn(const rdg_wave *wave, rdg_index diameter, double *cosine, double *sine)
{
    static const double quarter[4][2] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    if (4 * diameter % wave->sectors == 0) {
        *cosine = quarter[4 * diameter / wave->sectors][0];
        *sine = quarter[4 * diameter / wave->sectors][1];
        return;
    }
    const double theta = 2.0 * acos(-1.0) * (double)diameter / (double)wave->sectors;
    *cosine = cos(theta);
    *sine = sin(theta);
}

void rdg_structure_turn(const rdg_structure *s, rdg_index harmonic, double *cosine, double *sine)
{
    *cosine = 1.0;
    *sine = 0.0;
    if (s && s->wave) {
        turn(s->wave, rdg_wave_diameter(s->wave, harmonic), cosine, sine);
    }
}

bool rdg_structure_is_wave(const rdg_structure *s)
{
    return s && s->wave;
}

bool rdg_structure_is_damped(const rdg_structure *s)
{
    for (rdg_index e = 0; s && e < s->start[s->n]; e++) {
        if (s->C[e] != 0.0) {
            return true;
        }
    }
    return false;
}

rdg_status rdg_structure_refuse_wave(const rdg_structure *s, const char *where)
{
    return s && s->wave ? rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                                   "\"%s\" is one sector of a travelling wave, which %s() cannot take: the "
                                   "other sectors move later. Give it the ring, rdg_sector_ring()",
                                   s->name, where)
                        : RDG_OK;
}

rdg_pattern rdg_structure_pattern(const rdg_structure *s)
{
    return (rdg_pattern){.rows = s->n, .cols = s->n, .start = s->start, .row = s->row};
}

static void combine(const rdg_structure *s, int which, rdg_index diameter, double *to)
{
    const double *const own[3] = {s->M, s->C, s->K};
    const rdg_index entries = s->start[s->n];
    double cosine = 1.0, sine = 0.0;
    if (s->wave) {
        turn(s->wave, diameter, &cosine, &sine);
    }
    for (rdg_index e = 0; e < entries; e++) {
        to[e] = own[which][e] - (s->wave ? (1.0 - cosine) * s->wave->S[which][e] : 0.0);
        to[entries + e] = s->wave ? sine * s->wave->G[which][e] : 0.0;
    }
}

void rdg_structure_matrices_of(const rdg_structure *s, rdg_index harmonic, double *M, double *C, double *K)
{
    const rdg_index diameter = s->wave ? rdg_wave_diameter(s->wave, harmonic) : 0;
    combine(s, 0, diameter, M);
    combine(s, 1, diameter, C);
    combine(s, 2, diameter, K);
}

rdg_status rdg_structure_displacement_across(rdg_structure *s, const char *where, const char *name,
                                             rdg_index *n, const rdg_index **dof, const double **weight,
                                             const double **across)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    const rdg_named_displacement *named = rdg_structure_named(s, where, name);
    if (!named) {
        return rdg_error_status(s->ctx);
    }
    if (!n || !dof || !weight || !across) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "a place for the terms of \"%s\" is NULL", name);
    }
    *n = named->n;
    *dof = named->dof;
    *weight = named->weight;
    *across = named->across;
    return RDG_OK;
}

/* The real form column by column: [Re; Im], then [-Im; Re]. */
static void double_columns(const rdg_structure *s, const double *const from[3], rdg_index *start,
                           rdg_index *row, double *const to[3])
{
    const rdg_index n = s->n, entries = s->start[n];
    rdg_index count = 0;
    for (rdg_index j = 0; j < 2 * n; j++) {
        const rdg_index col = j % n;
        for (rdg_index half = 0; half < 2; half++) {
            const bool is_real = half == j / n;
            const double sign = is_real || half == 1 ? 1.0 : -1.0;
            for (rdg_index e = s->start[col]; e < s->start[col + 1]; e++) {
                row[count] = half * n + s->row[e];
                for (int which = 0; which < 3; which++) {
                    to[which][count] = sign * from[which][is_real ? e : entries + e];
                }
                count++;
            }
        }
        start[j + 1] = count;
    }
}

static rdg_structure *assemble_double(const rdg_structure *s, const double *const from[3], const char *where)
{
    const size_t entries = 4 * (size_t)s->start[s->n];
    rdg_index *start = rdg_context_calloc(s->ctx, 2 * (size_t)s->n + 1, sizeof *start);
    rdg_index *row = rdg_context_calloc(s->ctx, entries, sizeof *row);
    double *values = rdg_context_calloc(s->ctx, 3 * entries, sizeof *values);
    rdg_structure *made = NULL;
    if (start && row && values) {
        double *const to[3] = {values, values + entries, values + 2 * entries};
        double_columns(s, from, start, row, to);
        const rdg_pattern pattern = {.rows = 2 * s->n, .cols = 2 * s->n, .start = start, .row = row};
        made = rdg_structure_assemble(s->ctx, where, s->name, &(rdg_sparse){pattern, to[0]},
                                      &(rdg_sparse){pattern, to[1]}, &(rdg_sparse){pattern, to[2]});
    }
    rdg_free(start);
    rdg_free(row);
    rdg_free(values);
    return made;
}

rdg_structure *rdg_wave_real_form(const rdg_structure *s, rdg_index diameter, const char *where)
{
    const size_t entries = (size_t)s->start[s->n];
    double *values = rdg_context_calloc(s->ctx, 6 * entries, sizeof *values);
    if (!values) {
        return NULL;
    }
    const double *const from[3] = {values, values + 2 * entries, values + 4 * entries};
    for (int which = 0; which < 3; which++) {
        combine(s, which, diameter, values + 2 * entries * (size_t)which);
    }
    const rdg_pattern pattern = rdg_structure_pattern(s);
    rdg_structure *made =
        rdg_wave_is_real(s->wave, diameter)
            ? rdg_structure_assemble(s->ctx, where, s->name, &(rdg_sparse){pattern, from[0]},
                                     &(rdg_sparse){pattern, from[1]}, &(rdg_sparse){pattern, from[2]})
            : assemble_double(s, from, where);
    if (made) {
        made->proportional = s->proportional;
        made->mass_factor = s->mass_factor;
        made->stiffness_factor = s->stiffness_factor;
    }
    rdg_free(values);
    return made;
}
