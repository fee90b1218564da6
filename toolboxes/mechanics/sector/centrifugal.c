/* A structure at a speed, from two exports. */
#include "centrifugal.h"
#include "structure_impl.h"

#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/wave.h>

#include <inttypes.h>
#include <math.h>

static const double same_mass = 1e-9; /* of the largest entry: what printed digits leave */

static rdg_status check_speeds(const rdg_structure *s, const double speed[3])
{
    const char *where = "rdg_structure_at_speed";
    for (int i = 0; i < 3; i++) {
        if (!isfinite(speed[i])) {
            return rdg_fail(s->ctx, RDG_ERR_NOT_FINITE, where, "a speed of \"%s\" is %g rad/s", s->name,
                            speed[i]);
        }
        if (speed[i] < 0.0) {
            return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "a speed of \"%s\" is %g rad/s, < 0", s->name,
                            speed[i]);
        }
    }
    return speed[0] != speed[1]
               ? RDG_OK
               : rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                          "both exports of \"%s\" are of the speed %g rad/s: stiffening needs two", s->name,
                          speed[0]);
}

static double entry_of(const rdg_structure *s, const double *values, rdg_index row, rdg_index col)
{
    const rdg_index e = rdg_structure_entry(s, row, col);
    return e < 0 ? 0.0 : values[e];
}

/* Entries of one that other has with another value, or not at all. */
static double mass_difference(const rdg_structure *one, const rdg_structure *other, double *size)
{
    double worst = 0.0;
    for (rdg_index j = 0; j < one->n; j++) {
        for (rdg_index e = one->start[j]; e < one->start[j + 1]; e++) {
            *size = fmax(*size, fabs(one->M[e]));
            worst = fmax(worst, fabs(one->M[e] - entry_of(other, other->M, one->row[e], j)));
        }
    }
    return worst;
}

static rdg_status check_pair(const rdg_structure *one, const rdg_structure *other)
{
    const char *where = "rdg_structure_at_speed";
    RDG_TRY(rdg_same_context(one->ctx, other->ctx, where, "the exports \"%s\" and \"%s\"", one->name,
                             other->name));
    RDG_TRY(rdg_structure_refuse_wave(one, where));
    RDG_TRY(rdg_structure_refuse_wave(other, where));
    RDG_TRY(rdg_structure_refuse_gyroscopic(one, where));
    if (one->n != other->n) {
        return rdg_fail(one->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" has %" PRId64 " degrees of freedom, \"%s\" has %" PRId64
                        ": they are no exports of one model",
                        one->name, one->n, other->name, other->n);
    }
    if (one->rest) {
        return rdg_fail(one->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" rests already: rdg_prestress() is for the result", one->name);
    }
    double size = 0.0;
    const double difference = fmax(mass_difference(one, other, &size), mass_difference(other, one, &size));
    return difference <= same_mass * size
               ? RDG_OK
               : rdg_fail(
                     one->ctx, RDG_ERR_ARGUMENT, where,
                     "the masses of \"%s\" and \"%s\" differ by %.2g of their largest entry: they are no "
                     "exports of one model",
                     one->name, other->name, difference / size);
}

/* Where both have entries, and K there. */
typedef struct mixture {
    rdg_index *row, *col, *place; /* [entries of both] */
    rdg_pattern *pattern;
    double *K; /* [entries of the pattern] */
} mixture;

static void release(mixture *m)
{
    rdg_pattern_free(m->pattern);
    rdg_free(m->row);
    rdg_free(m->col);
    rdg_free(m->place);
    rdg_free(m->K);
}

static void list_entries(const rdg_structure *s, rdg_index *row, rdg_index *col)
{
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = s->start[j]; e < s->start[j + 1]; e++) {
            row[e] = s->row[e];
            col[e] = j;
        }
    }
}

/* (1 - part) K_1 + part K_2 */
static rdg_status mix(const rdg_structure *one, const rdg_structure *other, double part, mixture *m)
{
    rdg_context *ctx = one->ctx;
    const rdg_index first = one->start[one->n], count = first + other->start[other->n];
    m->row = rdg_context_calloc(ctx, (size_t)count, sizeof *m->row);
    m->col = rdg_context_calloc(ctx, (size_t)count, sizeof *m->col);
    m->place = rdg_context_calloc(ctx, (size_t)count, sizeof *m->place);
    RDG_TRY(rdg_error_status(ctx));
    list_entries(one, m->row, m->col);
    list_entries(other, m->row + first, m->col + first);
    m->pattern = rdg_pattern_create(ctx, one->n, one->n, count, m->row, m->col, m->place);
    m->K = m->pattern ? rdg_context_calloc(ctx, (size_t)m->pattern->start[one->n], sizeof *m->K) : NULL;
    for (rdg_index e = 0; m->K && e < count; e++) {
        m->K[m->place[e]] += e < first ? (1.0 - part) * one->K[e] : part * other->K[e - first];
    }
    return rdg_error_status(ctx);
}

/* The matrices of s, a copy of the first export, with the mixture in place of its stiffness. */
static rdg_status put_stiffness(rdg_structure *s, const mixture *m)
{
    const rdg_pattern old = {.rows = s->n, .cols = s->n, .start = s->start, .row = s->row};
    double *const kept[3] = {s->M, s->C, s->K};
    s->start = s->row = NULL;
    s->M = s->C = s->K = NULL;
    const rdg_status status =
        rdg_structure_merge(s, "rdg_structure_at_speed", &(rdg_sparse){old, kept[0]},
                            &(rdg_sparse){old, kept[1]}, &(rdg_sparse){*m->pattern, m->K});
    rdg_free((void *)old.start);
    rdg_free((void *)old.row);
    for (int a = 0; a < 3; a++) {
        rdg_free(kept[a]);
    }
    return status;
}

static rdg_status stiffen(rdg_structure *s, const rdg_structure *one, const rdg_structure *other, double part)
{
    mixture m = {.row = NULL};
    rdg_status status = mix(one, other, part, &m);
    status = status == RDG_OK ? put_stiffness(s, &m) : status;
    release(&m);
    double a = 0.0, b = 0.0;
    return status == RDG_OK && rdg_structure_proportional(one, &a, &b) ? rdg_damping_proportional(s, a, b)
                                                                       : status;
}

rdg_structure *rdg_structure_at_speed(const rdg_structure *one, double one_speed, const rdg_structure *other,
                                      double other_speed, double speed)
{
    RDG_ENTER(one, one->ctx, NULL);
    RDG_NEED(one->ctx, other, NULL);
    if (check_speeds(one, (double[]){one_speed, other_speed, speed}) != RDG_OK ||
        check_pair(one, other) != RDG_OK) {
        return NULL;
    }
    rdg_structure *s = rdg_structure_copy(one);
    const double part =
        (speed - one_speed) * (speed + one_speed) / ((other_speed - one_speed) * (other_speed + one_speed));
    if (!s || stiffen(s, one, other, part) != RDG_OK) {
        rdg_structure_free(s);
        return NULL;
    }
    return s;
}
