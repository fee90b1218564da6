/* Small changes of an orbit over all its segments: carried by each, and at each event changed by the
 * saltation matrix
 *
 *   S = 1 + (f+ - f-) g^T / (g.f- + g_tau),
 *
 * f the rates on both sides, g the gradient of the condition by the state, g_tau by time. */
#include "segments_impl.h"

#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

struct event {
    double *before, *after, *g; /* [n2] rates, gradient */
    double growth;              /* of the condition along the motion before */
};

static void look_at_event(const rdg_coulomb_orbit *o, const double *u, rdg_index j, struct event *e)
{
    const rdg_coulomb *c = o->c;
    const double *number = rdg_segments_numbers(u);
    const double *state = o->state + o->n2 * j;
    const rdg_contact_regime last = o->now.regime[j > 0 ? j - 1 : o->now.segments - 1];
    rdg_modal_segment segment = rdg_segments_at(o, u, j);
    rdg_modal_segment_rate(c, &segment, u[j], state, e->after);
    segment.regime = j == 0 && !o->now.whole ? (rdg_contact_regime)(-(int)last) : last;
    rdg_modal_segment_rate(c, &segment, u[j], state, e->before);
    memset(e->g, 0, (size_t)o->n2 * sizeof *e->g);
    if (last != RDG_COULOMB_STICK) {
        memcpy(e->g + c->n, c->a, (size_t)c->n * sizeof *e->g);
        e->growth = c->b * cos(u[j]);
    } else {
        rdg_coulomb_force_slope(c, number[0], e->g);
        for (rdg_index k = 0; k < o->n2; k++) {
            e->g[k] /= c->aa;
        }
        e->growth = -(rdg_dot(c->n, c->a, c->p) + c->b * number[0] * number[0]) * sin(u[j]) / c->aa;
    }
    e->growth += rdg_dot(o->n2, e->g, e->before);
}

/* change, behind the event; an event that the motion only touches changes nothing that can be reported */
static void jump(const struct event *e, rdg_index n2, double *change)
{
    const double delay = rdg_dot(n2, e->g, change) / e->growth;
    for (rdg_index i = 0; i < n2; i++) {
        change[i] += (e->after[i] - e->before[i]) * delay;
    }
}

/* matrix: [n2 n2], begins as the identity; work: [4 n2] */
static void carry_all(const rdg_coulomb_orbit *o, const double *u, double *matrix, double *work)
{
    const rdg_index n2 = o->n2;
    for (rdg_index j = 0; j < o->now.segments; j++) {
        const rdg_modal_segment segment = rdg_segments_known(o, u, j);
        struct event e = {work, work + n2, work + 2 * n2, 0.0};
        look_at_event(o, u, j, &e);
        for (rdg_index i = 0; i < n2; i++) {
            double *column = matrix + n2 * i;
            if (e.growth != 0.0) {
                jump(&e, n2, column);
            }
            memcpy(work + 3 * n2, column, (size_t)n2 * sizeof *work);
            rdg_modal_segment_carry(o->c, &segment, work + 3 * n2, column);
        }
    }
}

rdg_status rdg_segments_spectrum(rdg_coulomb_orbit *o, const double *u, double *re, double *im)
{
    const rdg_index n2 = o->n2;
    double *matrix = o->change;
    memset(matrix, 0, (size_t)(n2 * n2) * sizeof *matrix);
    for (rdg_index i = 0; i < n2; i++) {
        matrix[i + n2 * i] = o->now.whole ? 1.0 : -1.0;
    }
    carry_all(o, u, matrix, matrix + n2 * n2);
    const lapack_int n = (lapack_int)n2;
    const long info = RDG_BLAS(LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'N', n, matrix, n, re, im, NULL, 1,
                                                  NULL, 1, matrix + n2 * n2, RDG_SEGMENTS_WORK * n));
    return info == 0 ? RDG_OK
                     : rdg_fail(o->c->ctx, RDG_ERR_LIBRARY, "rdg_coulomb_orbit_multipliers",
                                "LAPACK's dgeev answers %ld", info);
}
