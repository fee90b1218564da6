/* One step: without the contact's force, where C is over the target, the force that closes the gap, and what
 * it adds. */
#include "sliding_march_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

/* A place on the target, and what a force there does. */
typedef struct meeting {
    rdg_march_point t; /* along the segment, of unit length; the normal is (-t.y, t.x) */
    double alpha, gap; /* gap > 0: C is below the target */
    double nn, nt, tt; /* displacement of C over the target by a unit force: normal, tangent */
    double slip;       /* of C over the target's material without a force, m */
    double lambda, tau, slipped;
    rdg_rigid_state contact;
} meeting;

static rdg_march_point node_displacement(const rdg_marching *m, rdg_index node, const double *amplitudes)
{
    return m->kernel->displacement(m->m.target, m->m.rows + 2 * m->m.target * node, amplitudes + m->m.slider);
}

/* Rows of a place, two of n modes, times a force on it, to z and d of these modes */
static void push(const rdg_marching *m, rdg_index first, rdg_index n, const double *row, rdg_march_point f)
{
    for (rdg_index i = 0; i < n; i++) {
        const double change = m->m.give[first + i] * (row[i] * f.x + row[n + i] * f.y);
        m->m.z[first + i] += change;
        m->m.d[first + i] += change;
    }
}

void rdg_march_settle(rdg_marching *m)
{
    const rdg_index n = m->m.slider, n_target = m->m.target;
    const double *row = m->m.rows + 2 * n_target * m->now.at.segment;
    const rdg_march_point F = m->force;
    const double here = m->now.at.alpha - 1.0, next = -m->now.at.alpha;
    push(m, 0, n, m->m.row_c, F);
    push(m, n, n_target, row, (rdg_march_point){here * F.x, here * F.y});
    push(m, n, n_target, row + 2 * n_target, (rdg_march_point){next * F.x, next * F.y});
    m->force = (rdg_march_point){0.0, 0.0};
}

void rdg_march_locate(rdg_marching *m)
{
    const rdg_index k = m->now.at.segment;
    m->u_c = m->kernel->displacement(m->m.slider, m->m.row_c, m->m.z);
    m->u[0] = node_displacement(m, k, m->m.z);
    m->u[1] = node_displacement(m, k + 1, m->m.z);
}

/* Where C is over a segment; 0: it is over it, -1, 1: to its left or right */
static int place_over(const rdg_marching *m, double s, const rdg_march_point u[3], meeting *p)
{
    const rdg_sliding *c = m->c;
    const rdg_index k = m->now.at.segment;
    const rdg_march_point d = {c->node_x[k + 1] - c->node_x[k] + (u[2].x - u[1].x),
                               c->node_y[k + 1] - c->node_y[k] + (u[2].y - u[1].y)};
    const rdg_march_point C = {s - c->node_x[k] + (u[0].x - u[1].x),
                               c->height - c->node_y[k] + (u[0].y - u[1].y)};
    const double square = d.x * d.x + d.y * d.y, length = sqrt(square);
    p->alpha = (C.x * d.x + C.y * d.y) / square;
    p->t = (rdg_march_point){d.x / length, d.y / length};
    p->gap = p->t.y * C.x - p->t.x * C.y;
    return p->alpha < 0.0 ? -1 : p->alpha >= 1.0 ? 1 : 0;
}

/* On to the next segment, with the displacements of its nodes */
static void move(rdg_marching *m, int side, rdg_march_point u[3])
{
    const rdg_index k = m->now.at.segment += side;
    u[side > 0 ? 1 : 2] = u[side > 0 ? 2 : 1];
    u[side > 0 ? 2 : 1] = node_displacement(m, side > 0 ? k + 1 : k, m->m.z);
}

/* The segment below C, from the last one on. Over a non-smooth point C is beside both: it stays with the
 * first. u: displacements of C and of the segment's nodes. False: C is beside the polyline, or too far. */
static bool search(rdg_marching *m, double s, rdg_march_point u[3], meeting *p)
{
    enum { MOST = 6 };
    int last = 0;
    for (int moves = 0; moves <= MOST; moves++) {
        const int side = place_over(m, s, u, p);
        const rdg_index next = m->now.at.segment + side;
        if (side == 0) {
            return true;
        }
        if (next < 0 || next > m->c->nodes - 2) {
            return p->alpha == 1.0;
        }
        move(m, side, u);
        if (side == -last) {
            place_over(m, s, u, p);
            return true;
        }
        last = side;
    }
    return false;
}

/* What forces on C and, opposite, at alpha of the segment do to C over the target */
static void find_flexibility(const rdg_marching *m, meeting *p)
{
    const rdg_march_flexibility C = m->at_c, e = m->at_node[m->now.at.segment];
    const rdg_march_flexibility f = m->at_node[m->now.at.segment + 1], ef = m->at_next[m->now.at.segment];
    const double a = p->alpha, b = 1.0 - a;
    const double xx = C.xx + b * b * e.xx + 2.0 * a * b * ef.xx + a * a * f.xx;
    const double xy = C.xy + b * b * e.xy + a * b * (ef.xy + ef.yx) + a * a * f.xy;
    const double yy = C.yy + b * b * e.yy + 2.0 * a * b * ef.yy + a * a * f.yy;
    const double x = p->t.x, y = p->t.y;
    p->nn = y * y * xx - 2.0 * x * y * xy + x * x * yy;
    p->tt = x * x * xx + 2.0 * x * y * xy + y * y * yy;
    p->nt = x * y * (yy - xx) + (x * x - y * y) * xy;
}

/* The contact's force as that of a planar contact: its gap is -p->gap, its slip that of C over the target. A
 * contact that can do all: RDG_MARCH_DONE where there is exactly one force. A sliding one slides to +x. */
static rdg_march_stop close_contact(meeting *p, double mu, bool unilateral)
{
    const double G[4] = {p->nn, p->nt, p->nt, p->tt}, b[2] = {-p->gap, p->slip};
    double r[2];
    p->contact = RDG_RIGID_SLIPS_FORWARD;
    if (unilateral && p->gap > 0.0 && !rdg_rigid_is_determined(mu, G)) {
        return RDG_MARCH_PAINLEVE;
    }
    if (!(unilateral ? rdg_rigid_close(mu, G, b, r, &p->contact)
                     : rdg_rigid_force(p->contact, mu, G, b, r))) {
        return RDG_MARCH_PAINLEVE;
    }
    p->lambda = r[0];
    p->tau = r[1];
    p->slipped = p->contact == RDG_RIGID_STICKS ? 0.0 : p->slip + p->nt * r[0] + p->tt * r[1];
    return rdg_rigid_normal_margin(p->contact, -p->gap, 0.0, p->lambda) < 0.0 ? RDG_MARCH_LOSS
                                                                              : RDG_MARCH_DONE;
}

/* Displacement by a force on C; E: by those of one place at the same or another */
static rdg_march_point respond(const rdg_march_flexibility *E, bool transposed, rdg_march_point force)
{
    return (rdg_march_point){E->xx * force.x + (transposed ? E->yx : E->xy) * force.y,
                             (transposed ? E->xy : E->yx) * force.x + E->yy * force.y};
}

static rdg_march_point add(rdg_march_point a, double factor, rdg_march_point b)
{
    return (rdg_march_point){a.x + factor * b.x, a.y + factor * b.y};
}

/* The force to what is known of displacements; to all amplitudes it comes with the next step. */
static void apply(rdg_marching *m, const meeting *p, rdg_march_point u[3])
{
    const rdg_march_point F = {-p->t.y * p->lambda + p->t.x * p->tau, p->t.x * p->lambda + p->t.y * p->tau};
    const rdg_index k = m->now.at.segment;
    const double a = p->alpha;
    m->force = F;
    u[0] = add(u[0], 1.0, respond(&m->at_c, false, F));
    u[1] = add(u[1], a - 1.0, respond(&m->at_node[k], false, F));
    u[1] = add(u[1], -a, respond(&m->at_next[k], false, F));
    u[2] = add(u[2], a - 1.0, respond(&m->at_next[k], true, F));
    u[2] = add(u[2], -a, respond(&m->at_node[k + 1], false, F));
}

static void sum_up(rdg_marching *m, const meeting *p, double t)
{
    rdg_march_result *r = &m->sum;
    const rdg_march_state *now = &m->now;
    m->lambda_sum += p->lambda;
    if (p->lambda < r->lambda_min) {
        r->lambda_min = p->lambda;
        r->lambda_min_t = t;
    }
    r->lambda_max = fmax(r->lambda_max, p->lambda);
    if (now->v < r->v_min) {
        r->v_min = now->v;
        r->v_min_t = t;
    }
    if (now->v_relative < r->v_relative_min) {
        r->v_relative_min = now->v_relative;
        r->v_relative_min_t = t;
    }
    r->steps_open += p->contact == RDG_RIGID_OPEN;
    r->steps_stuck += p->contact == RDG_RIGID_STICKS;
    const bool back =
        p->contact == RDG_RIGID_SLIPS_BACK || (p->contact == RDG_RIGID_SLIPS_FORWARD && p->slipped < 0.0);
    r->steps_back += back;
    if (isnan(r->first_reversal) && (back || p->contact == RDG_RIGID_STICKS)) {
        r->first_reversal = t;
    }
}

/* How a sliding contact ends that is not allowed to reverse */
static rdg_march_stop reversal(const rdg_marching *m)
{
    const double v = m->o.past_reversal ? m->now.v : m->now.v_relative;
    return m->o.unilateral || v >= 0.0 ? RDG_MARCH_DONE : RDG_MARCH_REVERSAL;
}

/* Where the segment's nodes were before, when the segment is another */
static void nodes_before(const rdg_marching *m, rdg_index segment, const rdg_march_point u[3],
                         rdg_march_point before[2])
{
    for (int k = 0; k < 2; k++) {
        before[k] = m->u[k];
        if (m->now.at.segment != segment) {
            before[k] = add(u[k + 1], -1.0, node_displacement(m, m->now.at.segment + k, m->m.d));
        }
    }
}

static rdg_march_stop make_step(rdg_marching *m, double t)
{
    const double h = m->o.h;
    const rdg_index segment = m->now.at.segment;
    const double f = m->noise.sigma > 0.0 ? rdg_march_noise_at(&m->noise, t - m->t0) : 0.0;
    rdg_march_point u[3], before[2];
    meeting p;
    m->kernel->advance(&m->m, segment, m->now.at.alpha, m->force, f, u);
    m->force = (rdg_march_point){0.0, 0.0};
    if (!isfinite(u[0].x) || !isfinite(u[0].y) || !isfinite(u[1].y) || !isfinite(u[2].y)) {
        return RDG_MARCH_DIVERGED;
    }
    if (!search(m, m->o.start + m->o.speed * (t + h), u, &p)) {
        return RDG_MARCH_LEFT;
    }
    nodes_before(m, segment, u, before);
    find_flexibility(m, &p);
    const double b = 1.0 - p.alpha;
    p.slip = p.t.x * (m->o.speed * h + (u[0].x - m->u_c.x) - b * (u[1].x - before[0].x) -
                      p.alpha * (u[2].x - before[1].x)) +
             p.t.y * ((u[0].y - m->u_c.y) - b * (u[1].y - before[0].y) - p.alpha * (u[2].y - before[1].y));
    const rdg_march_stop stop = close_contact(&p, m->c->mu, m->o.unilateral);
    m->now.at.alpha = p.alpha;
    m->sine = p.t.y;
    if (stop != RDG_MARCH_DONE) {
        return stop;
    }
    if (p.lambda > 0.0) {
        apply(m, &p, u);
    }
    m->now.at.lambda = p.lambda;
    m->now.tau = p.tau;
    m->now.contact = p.contact;
    m->now.v = m->o.speed + (u[0].x - m->u_c.x) / h;
    m->now.v_relative = p.slipped / h;
    m->u_c = u[0];
    m->u[0] = u[1];
    m->u[1] = u[2];
    sum_up(m, &p, t);
    return reversal(m);
}

rdg_status rdg_marching_step(rdg_marching *m)
{
    RDG_ENTER(m, m->c->ctx, RDG_ERR_EARLIER);
    if (m->now.stop == RDG_MARCH_DONE) {
        const rdg_rigid_state contact = m->now.contact;
        const double t = m->t0 + (double)m->now.steps * m->o.h;
        m->now.stop = make_step(m, t);
        m->now.t = t;
        m->now.steps++;
        m->sum.changes += m->now.contact != contact && m->now.steps > 1;
    }
    return RDG_OK;
}
