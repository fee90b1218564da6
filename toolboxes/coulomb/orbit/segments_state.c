/* An orbit's states, given the times of its events: each segment is an affine map, and so is all of them,
 *
 *   y -> A y + f;   (1 + A) y = -f for half a period that repeats with the other sign, (1 - A) y = f for a
 * whole one. */
#include "segments_impl.h"

#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

rdg_modal_segment rdg_segments_at(const rdg_coulomb_orbit *o, const double *u, rdg_index j)
{
    const double *number = rdg_segments_numbers(u);
    const double next = j + 1 < o->now.segments ? u[j + 1] : u[0] + rdg_segments_lasts(o);
    return (rdg_modal_segment){o->now.regime[j], number[0], number[1], u[j], next - u[j], NULL};
}

rdg_modal_segment rdg_segments_known(const rdg_coulomb_orbit *o, const double *u, rdg_index j)
{
    rdg_modal_segment segment = rdg_segments_at(o, u, j);
    segment.answers = o->answers + o->c->n * j;
    return segment;
}

static void carry_maps(const rdg_coulomb_orbit *o, const double *u)
{
    const rdg_index n2 = o->n2;
    memset(o->map, 0, (size_t)(n2 * n2) * sizeof *o->map);
    for (rdg_index i = 0; i < n2; i++) {
        o->map[i + n2 * i] = 1.0;
    }
    memset(o->state, 0, (size_t)n2 * sizeof *o->state);
    for (rdg_index j = 0; j < o->now.segments; j++) {
        const rdg_modal_segment own = rdg_segments_at(o, u, j);
        rdg_modal_segment_answers(o->c, &own, o->answers + o->c->n * j);
        const rdg_modal_segment segment = rdg_segments_known(o, u, j);
        const double *from = o->map + n2 * n2 * j;
        for (rdg_index i = 0; i < n2; i++) {
            rdg_modal_segment_carry(o->c, &segment, from + n2 * i, o->map + n2 * n2 * (j + 1) + n2 * i);
        }
        rdg_modal_segment_end(o->c, &segment, o->state + n2 * j, o->state + n2 * (j + 1));
    }
}

static bool factor(rdg_coulomb_orbit *o)
{
    const rdg_index n2 = o->n2;
    const double sign = o->now.whole ? -1.0 : 1.0;
    for (rdg_index i = 0; i < n2 * n2; i++) {
        o->factors[i] = sign * o->map[n2 * n2 * o->now.segments + i];
    }
    for (rdg_index i = 0; i < n2; i++) {
        o->factors[i + n2 * i] += 1.0;
    }
    return RDG_BLAS(LAPACKE_dgetrf(LAPACK_COL_MAJOR, (lapack_int)n2, (lapack_int)n2, o->factors,
                                   (lapack_int)n2, o->pivot)) == 0;
}

void rdg_segments_solve(const rdg_coulomb_orbit *o, double *b)
{
    (void)RDG_BLAS(LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', (lapack_int)o->n2, 1, o->factors, (lapack_int)o->n2,
                                  o->pivot, b, (lapack_int)o->n2));
    if (!o->now.whole) {
        for (rdg_index i = 0; i < o->n2; i++) {
            b[i] = -b[i];
        }
    }
}

static bool are_equal(const double *a, const double *b, rdg_index n)
{
    rdg_index i = 0;
    while (i < n && a[i] == b[i]) { /* NaN is no number's equal */
        i++;
    }
    return i == n;
}

/* The times and numbers that count. */
static bool is_known(const rdg_coulomb_orbit *o, const double *u)
{
    return are_equal(rdg_segments_numbers(o->at), rdg_segments_numbers(u), RDG_ORBIT_NUMBERS) &&
           are_equal(o->at, u, o->now.segments);
}

static bool is_domain(const rdg_coulomb_orbit *o, const double *u)
{
    const double *number = rdg_segments_numbers(u);
    for (rdg_index j = 0; j < o->now.segments; j++) {
        const double lasts = rdg_segments_at(o, u, j).t;
        /* slip behind stick has another branch of times, of no motion, where it ends before it begins */
        if (!(fabs(lasts) < 10.0) || (rdg_segments_gave_way(o, j) && !(lasts > 0.0))) {
            return false;
        }
    }
    return number[0] > 0.0 && isfinite(number[1]);
}

int rdg_segments_evaluate(rdg_coulomb_orbit *o, const double *u)
{
    if (is_known(o, u)) {
        return 0;
    }
    o->at[RDG_ORBIT_SEGMENTS] = NAN;
    if (!is_domain(o, u)) {
        return 1;
    }
    carry_maps(o, u);
    if (!factor(o)) {
        return 1;
    }
    /* from rest the end is f; with the start of the orbit the segments follow once more */
    memcpy(o->state, o->state + o->n2 * o->now.segments, (size_t)o->n2 * sizeof *o->state);
    rdg_segments_solve(o, o->state);
    for (rdg_index j = 0; j < o->now.segments; j++) {
        const rdg_modal_segment segment = rdg_segments_known(o, u, j);
        rdg_modal_segment_end(o->c, &segment, o->state + o->n2 * j, o->state + o->n2 * (j + 1));
    }
    memcpy(o->at, u, sizeof o->at);
    return 0;
}
