/* What the field is at the collocation points of a segment, interval by interval, with its derivatives. What
 * was evaluated last is kept: derivatives of the equations need values that the equations had, and
 * multipliers need the derivatives. */
#include "segment_impl.h"

#include <ridgewalk/cloned.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <string.h>

/* Points are taken in these numbers: loops of constant length need no book-keeping of their own. */
enum { FEW = 4, ALL = RDG_MOST_DEGREE + 1 };

/* Values of the polynomials at all points of an interval with the states x, to the points, and slopes, to the
 * rates: `width` points at once. */
static inline __attribute__((always_inline)) void interpolate(const rdg_segment *s, const double *x,
                                                              const int width)
{
    const rdg_segment_layout *at = &s->at;
    const double *value_of = s->basis.value_of[0], *slope_of = s->basis.slope_of[0];
    for (rdg_index a = 0; a < at->n; a++) {
        double value[ALL], slope[ALL];
        for (int g = 0; g < width; g++) {
            value[g] = value_of[g] * x[a];
            slope[g] = slope_of[g] * x[a];
        }
        for (rdg_index k = 1; k <= at->K; k++) {
            const double here = x[k * at->n + a];
            const double *V = value_of + ALL * k, *S = slope_of + ALL * k;
#pragma omp simd
            for (int g = 0; g < width; g++) {
                value[g] += V[g] * here;
                slope[g] += S[g] * here;
            }
        }
        for (rdg_index g = 0; g < at->K; g++) {
            s->points[g * at->nz + a] = value[g];
            s->rates[g * at->n + a] = slope[g];
        }
    }
}

/* With other instructions where the processor has them; the same numbers come out. */
RDG_CLONED static void take_polynomials(const rdg_segment *s, const double *x)
{
    if (s->at.K <= FEW) {
        interpolate(s, x, FEW);
    } else {
        interpolate(s, x, ALL);
    }
}

void rdg_segment_interval(const rdg_segment *s, const double *u, rdg_index i)
{
    const rdg_segment_layout *at = &s->at;
    take_polynomials(s, u + i * at->block);
    const double turn = at->phi >= 0 ? u[at->p + at->omega] * u[at->T] : 0.0;
    for (rdg_index g = 0; g < at->K; g++) {
        double *z = s->points + g * at->nz;
        for (rdg_index q = 0; q < at->np; q++) {
            z[at->n + q] = u[at->p + q];
        }
        if (at->phi >= 0) {
            z[at->nz - 1] = u[at->phi] + turn * rdg_segment_tau(s, i, g);
        }
    }
}

/* Are these those of u on the present mesh? */
static bool is_known(const rdg_segment *s, const rdg_sampled *known, const double *u)
{
    return known->is_there && known->revision == s->revision &&
           memcmp(known->at, u, (size_t)s->at.count * sizeof *u) == 0;
}

static void note(const rdg_segment *s, rdg_sampled *known, const double *u)
{
    memmove(known->at, u, (size_t)s->at.count * sizeof *u);
    known->revision = s->revision;
    known->is_there = true;
}

void rdg_segment_forget(rdg_segment *s)
{
    s->values.is_there = s->slopes.is_there = false;
}

int rdg_segment_take_values(rdg_segment *s, const double *u, double *rates)
{
    const rdg_segment_layout *at = &s->at;
    double *f = s->values.number;
    s->values.is_there = false;
    memset(f, 0, (size_t)at->m * sizeof *f);
    for (rdg_index i = 0; i < at->N; i++) {
        rdg_segment_interval(s, u, i);
        for (rdg_index g = 0; g < at->K; g++, f += at->n) {
            const int answer = s->field->f(at->nz, s->points + g * at->nz, at->n, f, s->field->data);
            if (answer != 0) {
                return answer;
            }
        }
        if (rates) {
            memcpy(rates + i * at->block, s->rates, (size_t)at->block * sizeof *rates);
        }
    }
    note(s, &s->values, u);
    return 0;
}

int rdg_segment_need_values(rdg_segment *s, const double *u)
{
    return is_known(s, &s->values, u) ? 0 : rdg_segment_take_values(s, u, NULL);
}

/* Derivatives at point g, from s->slope to an interval's: columns of all points [K n] follow each other. */
static void put_slopes(const rdg_segment *s, rdg_index g, double *to)
{
    const rdg_segment_layout *at = &s->at;
    const double *from = s->slope;
    to += g * at->n;
    for (rdg_index c = 0; c < at->nz; c++, to += at->block) {
        for (rdg_index a = 0; a < at->n; a++) {
            to[a] = *from++;
        }
    }
}

/* That no derivative at a point, in s->slope, differs from 0 but those that the field's pattern has. */
static int check_slopes(const rdg_segment *s)
{
    const rdg_segment_layout *at = &s->at;
    const rdg_hybrid_phase *phase = rdg_hybrid_phase_at(s->hybrid, s->mode);
    const rdg_pattern *has = phase->field_pattern;
    for (rdg_index c = 0; has && c < at->nz; c++) {
        rdg_index e = has->start[c];
        for (rdg_index a = 0; a < at->n; a++) {
            const bool is_listed = e < has->start[c + 1] && has->row[e] == a;
            e += is_listed;
            if (!is_listed && s->slope[a + at->n * c] != 0.0) {
                rdg_fail(s->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                         "phase \"%s\" of \"%s\": the derivative of value %" PRId64
                         " of the field by argument %" PRId64 " is %g, and is not among the field's pattern",
                         phase->name, rdg_hybrid_name(s->hybrid), a, c, s->slope[a + at->n * c]);
                return -1;
            }
        }
    }
    return 0;
}

int rdg_segment_take_slopes(rdg_segment *s, const double *u)
{
    const rdg_segment_layout *at = &s->at;
    s->slopes.is_there = false;
    for (rdg_index i = 0; i < at->N; i++) {
        rdg_segment_interval(s, u, i);
        for (rdg_index g = 0; g < at->K; g++) {
            const int answer =
                rdg_hybrid_df(s->field, at->nz, s->points + g * at->nz, s->size, at->n, s->slope, s->scratch);
            if (answer != 0 || check_slopes(s) != 0) {
                return answer ? answer : -1;
            }
            put_slopes(s, g, s->slopes.number + i * at->block * at->nz);
        }
    }
    note(s, &s->slopes, u);
    return 0;
}

int rdg_segment_need_slopes(rdg_segment *s, const double *u)
{
    return is_known(s, &s->slopes, u) ? 0 : rdg_segment_take_slopes(s, u);
}
