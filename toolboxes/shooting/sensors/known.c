/* Integrals along a segment whose motion is known without steps: those that are linear in it are as well
 * (closed.c), unless parameters move the mode's matrix; the others by Gauss's and Kronrod's rules, 7 and 15
 * places, over parts of the segment that are fine enough. Their derivatives are those of these sums. */
#include "flow_impl.h"
#include "shooting_sensors_impl.h"

#include <math.h>
#include <string.h>

enum { PLACES = 15, MOST_PARTS = 4096 };

/* Places on [-1, 1] from the end to the middle, and their weights by either rule. */
static const double place[] = {0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
                               0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
                               0.586087235467691130294144691693283, 0.405845151377397166906606412076961,
                               0.207784955007898467600689403773245, 0.0};
static const double kronrod[] = {0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
                                 0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
                                 0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
                                 0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
static const double gauss[] = {
    0.0, 0.129484966168869693270611432679082, 0.0, 0.279705391489276667901467771423780,
    0.0, 0.381830050505118944950369775488975, 0.0, 0.417959183673469387755102040816327};

/* By what both rules may differ, of the integral: the better one's error is then below 1e-13 of it. */
static const double close_enough = 1e-11;
/* Parts are made anew from so many times that on. */
static const double coarse = 30.0;

static bool is_at_places(const rdg_orbit_sensors *all, rdg_index i)
{
    return !all->node.closed || all->integral[i].of == RDG_OF_SQUARE;
}

static bool any_is_at_places(const rdg_orbit_sensors *all)
{
    bool any = false;
    for (rdg_index i = 0; i < all->n_integrals; i++) {
        any = any || is_at_places(all, i);
    }
    return any;
}

static rdg_known_place place_of(const rdg_orbit_at *a, double begin, double width, int k)
{
    const int from_end = k < 8 ? k : PLACES - 1 - k;
    const double at = k < 8 ? -place[from_end] : place[from_end];
    return (rdg_known_place){
        .a = a, .share = begin + 0.5 * width * (1.0 + at), .weight = 0.5 * width * kronrod[from_end]};
}

/* What is measured there, all->gradient, and the integrand of a side. */
static int look(rdg_orbit_sensors *all, const rdg_known_place *s, const rdg_quadrature *q, int side,
                bool slopes, rdg_integrand_value *v)
{
    double g = 0.0;
    const int answer = rdg_measured_at(q->measured, side, s->a->segment->mode, s->a->nz, all->node.z, &g,
                                       slopes ? all->gradient : NULL);
    *v = rdg_integrand_at(q, g, s->phase + (side == 1 ? rdg_half_turn(all) : 0.0));
    return answer;
}

/* Integrand i there, all its sides. rough: weight by the other rule. */
static int add_place(rdg_orbit_sensors *all, const rdg_known_place *s, rdg_index i, double rough, bool slopes)
{
    const rdg_orbit_at *a = s->a;
    const rdg_index nq = all->n_integrals, rows = a->n + nq, count = rdg_components(all, a);
    const rdg_quadrature *q = &all->integral[i];
    double *apart = all->node.apart, *sum = apart + nq;
    for (int side = 0; side < q->measured->sides; side++) {
        rdg_integrand_value v;
        const int answer = look(all, s, q, side, slopes, &v);
        if (answer != 0) {
            return answer;
        }
        all->y[a->n + i] += s->weight * s->tau * v.f;
        sum[i] += s->weight * fabs(v.f);
        apart[i] += (s->weight - rough) * v.f;
        for (rdg_index c = 0; slopes && c < count; c++) {
            double d[2];
            rdg_known_vary(all, s, c, d);
            all->dy[a->n + i + rows * rdg_widened(all, a->n, c)] +=
                s->weight * (s->tau * (v.g[0] * d[0] + v.g[1] * d[1]) + (c == count - 1 ? v.f : 0.0));
        }
    }
    return 0;
}

/* The rules over one part, added to all->y and all->dy; *off: how far they are apart, of all that was added
 * up. */
static int add_part(rdg_orbit_sensors *all, const rdg_orbit_at *a, double begin, double width, bool slopes,
                    double *off)
{
    const rdg_index nq = all->n_integrals;
    const double *apart = all->node.apart, *sum = apart + nq;
    memset(all->node.apart, 0, (size_t)nq * sizeof *apart);
    for (int k = 0; k < PLACES; k++) {
        rdg_known_place s = place_of(a, begin, width, k);
        const double rough = 0.5 * width * gauss[k < 8 ? k : PLACES - 1 - k];
        int answer = rdg_known_move(all, &s, slopes);
        for (rdg_index i = 0; answer == 0 && i < nq; i++) {
            answer = is_at_places(all, i) ? add_place(all, &s, i, rough, slopes) : 0;
        }
        if (answer != 0) {
            return answer;
        }
    }
    for (rdg_index i = 0; i < nq; i++) {
        *off = fmax(*off, fabs(apart[i]) / fmax(sum[i] * close_enough, 1e-300));
    }
    return 0;
}

static void clear(rdg_orbit_sensors *all, const rdg_orbit_at *a, bool slopes)
{
    const rdg_index nq = all->n_integrals, rows = a->n + nq;
    memset(all->y, 0, (size_t)rows * sizeof(double));
    memset(all->node.apart, 0, 2 * (size_t)nq * sizeof(double));
    if (slopes) {
        memset(all->dy, 0, (size_t)(rows * (rdg_components(all, a) + nq)) * sizeof(double));
    }
}

/* All parts. sums: [n_integrals] sizes so far, of which parts are judged in the end. */
static int add_parts(rdg_orbit_sensors *all, const rdg_orbit_at *a, const rdg_mesh *mesh, bool slopes,
                     double *off)
{
    int answer = 0;
    double begin = 0.0;
    *off = 0.0;
    clear(all, a, slopes);
    for (rdg_index i = 0; answer == 0 && i < mesh->steps; i++) {
        answer = add_part(all, a, begin, mesh->share[i], slopes, off);
        begin += mesh->share[i];
    }
    return answer;
}

static rdg_status divide(rdg_orbit_sensors *all, rdg_mesh *mesh, rdg_index parts)
{
    RDG_TRY(
        rdg_context_reserve(all->s->ctx, (void *)&mesh->share, &mesh->capacity, parts, sizeof *mesh->share));
    mesh->steps = parts;
    for (rdg_index i = 0; i < parts; i++) {
        mesh->share[i] = 1.0 / (double)parts;
    }
    return RDG_OK;
}

/* Those at places. */
static int add_up(rdg_orbit_sensors *all, const rdg_orbit_at *a, bool slopes, rdg_mesh *mesh)
{
    double off = INFINITY;
    int answer = mesh->steps > 0 ? add_parts(all, a, mesh, slopes, &off) : 0;
    for (rdg_index parts = 1; answer == 0 && !(off <= coarse) && parts <= MOST_PARTS; parts *= 2) {
        double fine = 0.0;
        answer = divide(all, mesh, parts) == RDG_OK ? add_parts(all, a, mesh, slopes, &fine) : -1;
        off = fine <= 1.0 || 2 * parts > MOST_PARTS ? 0.0 : INFINITY;
    }
    return answer;
}

int rdg_known_integrals(rdg_orbit_sensors *all, const rdg_orbit_at *a, bool slopes, rdg_mesh *mesh)
{
    int answer = rdg_closed_is_there(all, a, &all->node.closed);
    clear(all, a, slopes);
    if (answer == 0 && any_is_at_places(all)) {
        answer = add_up(all, a, slopes, mesh);
    }
    return answer == 0 && all->node.closed ? rdg_closed_integrals(all, a, slopes) : answer;
}

bool rdg_motion_is_known(rdg_orbit_sensors *all, const rdg_orbit_at *a)
{
    rdg_flow *flow = all->s->flow;
    return rdg_hybrid_phase_at(all->s->hybrid, a->segment->mode)->linear &&
           rdg_flow_segment_begin(flow, a->segment->mode, rdg_narrow_segment(all, a), false) == 0 &&
           flow->closed;
}

/* Second derivatives of by . integrand i at one place but those of the motion, whose weights are added to
 * node.lambda; *bent: the weight of those of the phase. */
static int add_integrand(rdg_orbit_sensors *all, const rdg_known_place *s, rdg_index i, double by,
                         double *bent)
{
    const rdg_orbit_at *a = s->a;
    const rdg_quadrature *q = &all->integral[i];
    const rdg_index count = rdg_components(all, a), wide = count + all->n_integrals;
    const rdg_index end = rdg_widened(all, a->n, count - 1);
    const double w = s->weight * by;
    double *one = all->node.one;
    int answer = 0;
    for (int side = 0; side < q->measured->sides && answer == 0; side++) {
        rdg_integrand_value v;
        answer = look(all, s, q, side, true, &v);
        for (rdg_index k = 0; k < a->n; k++) {
            all->node.lambda[k] += w * s->tau * v.g[0] * all->gradient[k];
        }
        *bent += w * s->tau * (v.g[1] + (all->s->at.forced ? v.g[0] * all->gradient[a->nz - 1] : 0.0));
        for (rdg_index c = 0; c < count; c++) {
            rdg_known_vary(all, s, c, one + 2 * c);
        }
        for (rdg_index c = 0; c < count; c++) {
            const double *d = one + 2 * c, g = v.h[0] * d[0] + v.h[1] * d[1],
                         phase = v.h[1] * d[0] + v.h[2] * d[1];
            double *column = all->H + wide * rdg_widened(all, a->n, c);
            for (rdg_index b = 0; b < count; b++) {
                column[rdg_widened(all, a->n, b)] += w * s->tau * (g * one[2 * b] + phase * one[2 * b + 1]);
            }
            const double slope = w * (v.g[0] * d[0] + v.g[1] * d[1]);
            column[end] += slope;
            all->H[rdg_widened(all, a->n, c) + wide * end] += slope;
        }
        if (answer == 0 && !rdg_measured_is_flat(q->measured)) {
            answer = rdg_measured_bend(q->measured, side, a->segment->mode, a->nz, all->node.z,
                                       w * s->tau * v.g[0], all->curve);
            rdg_known_bend(all, s);
        }
    }
    return answer;
}

/* Second derivatives at one place, of all integrals with the weights `by`, added to all->H. */
static int add_curves(rdg_orbit_sensors *all, rdg_known_place *s, const double *by)
{
    const rdg_orbit_at *a = s->a;
    const rdg_index nq = all->n_integrals, count = rdg_components(all, a), wide = count + nq;
    const rdg_index end = rdg_widened(all, a->n, count - 1);
    double bent = 0.0;
    int answer = rdg_known_move(all, s, true);
    memset(all->node.lambda, 0, (size_t)a->n * sizeof(double));
    for (rdg_index i = 0; answer == 0 && i < nq; i++) {
        answer = by[i] != 0.0 && is_at_places(all, i) ? add_integrand(all, s, i, by[i], &bent) : 0;
    }
    if (answer == 0 && all->turns) { /* the phase is phi + rate share tau */
        const rdg_index rate = rdg_widened(all, a->n, rdg_rate_component(all, a));
        all->H[rate + wide * end] += bent * s->share;
        all->H[end + wide * rate] += bent * s->share;
    }
    answer = answer ? answer
                    : rdg_flow_second(all->s->flow, a->segment->mode, &(rdg_mesh){0}, all->node.sigma,
                                      all->node.lambda, all->node.H);
    for (rdg_index k = 0; answer == 0 && k < a->ns * a->ns; k++) {
        const rdg_index b = k % a->ns, c = k / a->ns;
        const double factor = (b == a->nz ? s->share : 1.0) * (c == a->nz ? s->share : 1.0);
        const rdg_index at_b = b == a->nz ? count - 1 : b, at_c = c == a->nz ? count - 1 : c;
        all->H[rdg_widened(all, a->n, at_b) + wide * rdg_widened(all, a->n, at_c)] += factor * all->node.H[k];
    }
    return answer;
}

int rdg_known_curves(rdg_orbit_sensors *all, const rdg_orbit_at *a, const rdg_mesh *mesh, const double *by)
{
    const rdg_index wide = rdg_components(all, a) + all->n_integrals;
    const bool any = any_is_at_places(all);
    double begin = 0.0;
    memset(all->H, 0, (size_t)(wide * wide) * sizeof(double));
    for (rdg_index i = 0; i < mesh->steps && any; i++) {
        for (int k = 0; k < PLACES; k++) {
            rdg_known_place s = place_of(a, begin, mesh->share[i], k);
            const int answer = add_curves(all, &s, by);
            if (answer != 0) {
                return answer;
            }
        }
        begin += mesh->share[i];
    }
    return all->node.closed ? rdg_closed_curves(all, a, by) : 0;
}
