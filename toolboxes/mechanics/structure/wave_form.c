/* Structures with the matrices of a travelling wave: bare, and of one nodal diameter in real form. */
#include "wave_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

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
    rdg_structure_copy_damping(t, like);
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
        rdg_wave_combine(s, which, diameter, values + 2 * entries * (size_t)which);
    }
    const rdg_pattern pattern = rdg_structure_pattern(s);
    rdg_structure *made =
        rdg_wave_is_real(s->wave, diameter)
            ? rdg_structure_assemble(s->ctx, where, s->name, &(rdg_sparse){pattern, from[0]},
                                     &(rdg_sparse){pattern, from[1]}, &(rdg_sparse){pattern, from[2]})
            : assemble_double(s, from, where);
    if (made) {
        rdg_structure_copy_damping(made, s);
    }
    rdg_free(values);
    return made;
}
