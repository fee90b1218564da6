/* Integrals along an arc whose motion is known without steps: those that are linear in it are as well
 * (closed.c), unless parameters move the mode's matrix; the others by Gauss's and Kronrod's rules, 7 and 15
 * places, over parts of the arc that are fine enough. Their derivatives are those of these sums. */
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

/* A place of the arc. */
typedef struct spot {
    const rdg_orbit_at *a;
    double share, weight; /* of the duration; weight of its value, likewise */
    double phi;
} spot;

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

/* The motion there: all->node.y, and its derivatives. */
static int move(rdg_orbit_sensors *all, spot *s, bool slopes)
{
    const rdg_orbit_at *a = s->a;
    rdg_shooting *of = all->s;
    double *sigma = rdg_narrow_arc(all, a);
    sigma[a->nz] *= s->share;
    s->phi = of->at.forced ? sigma[a->nz - 1] + a->omega * sigma[a->nz] : 0.0;
    return rdg_flow_arc(of->flow, a->arc->mode, &(rdg_mesh){0}, sigma, all->node.y,
                        slopes ? all->node.dy : NULL, NULL);
}

static spot spot_of(const rdg_orbit_at *a, double begin, double width, int k)
{
    const int from_end = k < 8 ? k : PLACES - 1 - k;
    const double at = k < 8 ? -place[from_end] : place[from_end];
    return (spot){
        .a = a, .share = begin + 0.5 * width * (1.0 + at), .weight = 0.5 * width * kronrod[from_end]};
}

/* d of a displacement and of the phase there by component c of sigma. */
static void vary(const rdg_orbit_sensors *all, const spot *s, const rdg_quadrature *q, rdg_index c,
                 double d[2])
{
    const rdg_orbit_at *a = s->a;
    const double by = c == a->nz ? s->share : 1.0;
    d[0] = d[1] = 0.0;
    for (rdg_index t = 0; t < q->n; t++) {
        d[0] += by * q->weight[t] * all->node.dy[q->dof[t] + a->n * c];
    }
    if (all->s->at.forced) {
        d[1] = c == a->nz                     ? by * a->omega
               : c == a->nz - 1               ? 1.0
               : c == a->n + all->s->at.omega ? s->share * all->sigma[a->nz + all->n_integrals]
                                              : 0.0;
    }
}

/* The rules over one part, added to all->y and all->dy; *off: how far they are apart, of all that was added
 * up. */
static int add_part(rdg_orbit_sensors *all, const rdg_orbit_at *a, double begin, double width, bool slopes,
                    double *off)
{
    const rdg_index nq = all->n_integrals, rows = a->n + nq;
    const double tau = all->sigma[a->nz + nq];
    double *apart = all->node.apart, *sum = apart + nq;
    memset(apart, 0, (size_t)nq * sizeof *apart);
    for (int k = 0; k < PLACES; k++) {
        spot s = spot_of(a, begin, width, k);
        const double rough = 0.5 * width * gauss[k < 8 ? k : PLACES - 1 - k];
        const int answer = move(all, &s, slopes);
        if (answer != 0) {
            return answer;
        }
        for (rdg_index i = 0; i < nq; i++) {
            const rdg_quadrature *q = &all->integral[i];
            if (!is_at_places(all, i)) {
                continue;
            }
            const rdg_integrand_value v = rdg_integrand_at(q, rdg_quadrature_of(q, all->node.y), s.phi);
            all->y[a->n + i] += s.weight * tau * v.f;
            sum[i] += s.weight * fabs(v.f);
            apart[i] += (s.weight - rough) * v.f;
            for (rdg_index c = 0; slopes && c < a->ns; c++) {
                double d[2];
                vary(all, &s, q, c, d);
                all->dy[a->n + i + rows * rdg_widened(all, a, c)] +=
                    s.weight * (tau * (v.g[0] * d[0] + v.g[1] * d[1]) + (c == a->nz ? v.f : 0.0));
            }
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
        memset(all->dy, 0, (size_t)(rows * (a->ns + nq)) * sizeof(double));
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
    RDG_TRY(rdg_context_reserve(all->s->ctx, (void *)&mesh->share, &mesh->room, parts, sizeof *mesh->share));
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
    return rdg_hybrid_mode_at(all->s->hybrid, a->arc->mode)->linear &&
           rdg_flow_arc_begin(flow, a->arc->mode, rdg_narrow_arc(all, a), false) == 0 && flow->closed;
}

/* Second derivatives at one place, of all integrals with the weights `by`, added to all->H. */
static int add_curves(rdg_orbit_sensors *all, spot *s, const double *by)
{
    const rdg_orbit_at *a = s->a;
    const rdg_index nq = all->n_integrals, wide = a->ns + nq, end = rdg_widened(all, a, a->nz);
    const double tau = all->sigma[a->nz + nq];
    double *lambda = all->node.lambda, *one = all->node.one, bent = 0.0;
    int answer = move(all, s, true);
    memset(lambda, 0, (size_t)a->n * sizeof *lambda);
    for (rdg_index i = 0; answer == 0 && i < nq; i++) {
        const rdg_quadrature *q = &all->integral[i];
        if (!is_at_places(all, i)) {
            continue;
        }
        const rdg_integrand_value v = rdg_integrand_at(q, rdg_quadrature_of(q, all->node.y), s->phi);
        const double w = s->weight * by[i];
        for (rdg_index t = 0; t < q->n; t++) {
            lambda[q->dof[t]] += w * tau * v.g[0] * q->weight[t];
        }
        bent += w * tau * v.g[1];
        for (rdg_index c = 0; c < a->ns; c++) {
            vary(all, s, q, c, one + 2 * c);
        }
        for (rdg_index c = 0; w != 0.0 && c < a->ns; c++) {
            const double *d = one + 2 * c, x = v.h[0] * d[0] + v.h[1] * d[1],
                         phi = v.h[1] * d[0] + v.h[2] * d[1];
            double *column = all->H + wide * rdg_widened(all, a, c);
            for (rdg_index b = 0; b < a->ns; b++) {
                column[rdg_widened(all, a, b)] += w * tau * (x * one[2 * b] + phi * one[2 * b + 1]);
            }
            const double slope = w * (v.g[0] * d[0] + v.g[1] * d[1]);
            column[end] += slope;
            all->H[rdg_widened(all, a, c) + wide * end] += slope;
        }
    }
    if (answer == 0 && all->s->at.forced) { /* the phase is phi + omega share tau */
        const rdg_index omega = rdg_widened(all, a, a->n + all->s->at.omega);
        all->H[omega + wide * end] += bent * s->share;
        all->H[end + wide * omega] += bent * s->share;
    }
    answer = answer ? answer
                    : rdg_flow_second(all->s->flow, a->arc->mode, &(rdg_mesh){0}, all->node.sigma, lambda,
                                      all->node.H);
    for (rdg_index k = 0; answer == 0 && k < a->ns * a->ns; k++) {
        const rdg_index b = k % a->ns, c = k / a->ns;
        const double factor = (b == a->nz ? s->share : 1.0) * (c == a->nz ? s->share : 1.0);
        all->H[rdg_widened(all, a, b) + wide * rdg_widened(all, a, c)] += factor * all->node.H[k];
    }
    return answer;
}

int rdg_known_curves(rdg_orbit_sensors *all, const rdg_orbit_at *a, const rdg_mesh *mesh, const double *by)
{
    const rdg_index wide = a->ns + all->n_integrals;
    const bool any = any_is_at_places(all);
    double begin = 0.0;
    memset(all->H, 0, (size_t)(wide * wide) * sizeof(double));
    for (rdg_index i = 0; i < mesh->steps && any; i++) {
        for (int k = 0; k < PLACES; k++) {
            spot s = spot_of(a, begin, mesh->share[i], k);
            const int answer = add_curves(all, &s, by);
            if (answer != 0) {
                return answer;
            }
        }
        begin += mesh->share[i];
    }
    return all->node.closed ? rdg_closed_curves(all, a, by) : 0;
}
