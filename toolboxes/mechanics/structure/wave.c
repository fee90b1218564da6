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
    if (!cosine || !sine) {
        return;
    }
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
                                   s->name, where ? where : "the call")
                        : RDG_OK;
}

rdg_pattern rdg_structure_pattern(const rdg_structure *s)
{
    rdg_pattern pattern = {0};
    if (s) {
        pattern = (rdg_pattern){.rows = s->n, .cols = s->n, .start = s->start, .row = s->row};
    }
    return pattern;
}

void rdg_wave_combine(const rdg_structure *s, int which, rdg_index diameter, double *to)
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
    double *const to[3] = {M, C, K};
    const rdg_index diameter = s && s->wave ? rdg_wave_diameter(s->wave, harmonic) : 0;
    for (int which = 0; s && which < 3; which++) {
        if (to[which]) {
            rdg_wave_combine(s, which, diameter, to[which]);
        }
    }
}

rdg_index rdg_structure_sectors(const rdg_structure *s)
{
    return s && s->wave ? s->wave->sectors : 0;
}

rdg_index rdg_structure_engine_order(const rdg_structure *s)
{
    return s && s->wave ? s->wave->order : 0;
}

void rdg_structure_disturbed(const rdg_structure *s, rdg_index harmonic, rdg_index m, double *M, double *C,
                             double *K, double *cosine, double *sine)
{
    if (!s || !s->wave || !M || !C || !K || !cosine || !sine) {
        return;
    }
    const rdg_index N = s->wave->sectors, diameter = (harmonic * s->wave->order - m) % N;
    double *const to[3] = {M, C, K};
    turn(s->wave, diameter < 0 ? diameter + N : diameter, cosine, sine);
    for (int which = 0; which < 3; which++) {
        rdg_wave_combine(s, which, diameter < 0 ? diameter + N : diameter, to[which]);
    }
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
