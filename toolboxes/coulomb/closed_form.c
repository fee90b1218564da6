/* The response that slips all the time, as in closed_form.h. In modal coordinates, v = wn / r1:
 *
 *   V = p / (wn^2 - r1^2),   U = a u / wn^2,   u = v tan(pi v / 2),
 *   eta = V cos(tau + phase) + beta (a / wn^2) (1 - cos(v tau) - tan(pi v / 2) sin(v tau)),   0 <= tau <= pi.
 */
#include "closed_form.h"
#include "limit_impl.h"
#include "modal_flow_impl.h"

#include <ridgewalk/root.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>

/* What is smaller than this share of the terms of a sum is nothing but rounding. */
static const double rounding = 1e-13;

/* Is r1 the resonance k of the structure with its contact held, as far as the eigenvalues are known? They are
 * relative to the largest. */
static bool is_held_resonance(const rdg_coulomb *c, rdg_index k, double r1)
{
    const double resolved = 1e-14;
    const double largest = fmax(r1, c->held_wn[c->n - 2]);
    return fabs((c->held_wn[k] - r1) * (c->held_wn[k] + r1)) <= resolved * largest * largest;
}

static double stuck_limit(const rdg_coulomb *c, double r1)
{
    rdg_jet force;
    rdg_jet Q;
    for (rdg_index k = 0; k < c->n - 1; k++) {
        if (is_held_resonance(c, k, r1) && c->held_p[k] != 0.0 && c->held_z[k] != 0.0) {
            return INFINITY;
        }
    }
    rdg_limit_stuck(c, r1, &force, &Q);
    return fabs(Q.f) > 0.0 ? fabs(force.f / Q.f) / c->ratio : INFINITY;
}

static double limit_of(const rdg_limit *l, const rdg_lobe *lobe)
{
    return fabs(l->CV.f) / hypot(l->CU.f, lobe->value * l->ratio.f);
}

static void limits_of(const rdg_coulomb *c, const rdg_limit *l, rdg_coulomb_limits *limits)
{
    const rdg_lobe lobe = rdg_limit_greatest(l, c->ratio, -1.0);
    const double slowest = fabs(l->P.f) > 0.0 ? lobe.value / fabs(l->P.f) : INFINITY;
    *limits = (rdg_coulomb_limits){
        .continuous = limit_of(l, &lobe),
        .first = fabs(l->CV.f) / hypot(l->CU.f, c->ratio * l->W0.f * l->C.f),
        .stuck = stuck_limit(c, l->r1),
        .slowest = lobe.tau > 0.0 ? slowest : l->W0.f,
        .tau = lobe.tau,
    };
    limits->z = limits->continuous > 0.0 ? limits->continuous * slowest : 0.0;
}

rdg_status rdg_coulomb_limits_at(const rdg_coulomb *c, double r1, rdg_coulomb_limits *limits)
{
    RDG_TRY(rdg_coulomb_check_undamped(c, __func__, r1, 0.0));
    RDG_NEED(c->ctx, limits, RDG_ERR_ARGUMENT);
    rdg_limit l;
    RDG_TRY(rdg_limit_workspace(c, &l));
    rdg_limit_at(c, r1, &l);
    limits_of(c, &l, limits);
    rdg_limit_release(&l);
    return RDG_OK;
}

/* displacement i of modal coordinates */
static double displacement(const rdg_coulomb *c, rdg_index i, const double *eta)
{
    double sum = 0.0;
    for (rdg_index k = 0; k < c->n; k++) {
        sum += c->phi[i + c->n * k] * eta[k];
    }
    return sum;
}

/* 1/R, tan(pi/(2R)), and the coordinates V and U of mode k */
struct mode {
    double v, tangent, V, U;
};

/* tan(pi wn / (2 r1)), to all digits also next to its poles, where wn is an odd multiple of r1 */
static double tangent_of(double wn, double r1)
{
    const double odd = 2.0 * floor(0.5 * wn / r1) + 1.0;
    const double beside = fma(-odd, r1, wn) / r1;
    return beside != 0.0 ? -1.0 / tan(0.5 * RDG_PI * beside) : tan(0.5 * RDG_PI * wn / r1);
}

static struct mode mode_at(const rdg_coulomb *c, double r1, double beta, rdg_index k)
{
    const double w2 = c->wn[k] * c->wn[k];
    const double v = c->wn[k] / r1;
    /* without friction it does not matter, and may be infinite */
    const double tangent = beta > 0.0 && c->a[k] != 0.0 ? tangent_of(c->wn[k], r1) : 0.0;
    const double V = c->p[k] != 0.0 ? c->p[k] / ((c->wn[k] - r1) * (c->wn[k] + r1)) : 0.0;
    return (struct mode){v, tangent, V, c->a[k] * v * tangent / w2};
}

static rdg_status refuse(const rdg_coulomb *c, const char *where, double r1, double beta, double limit)
{
    for (rdg_index k = 0; k < c->n; k++) {
        if (fabs(c->wn[k] - r1) <= 1e-14 * r1 && c->a[k] == 0.0 && c->p[k] != 0.0) {
            return rdg_fail(c->ctx, RDG_ERR_SINGULAR, where,
                            "\"%s\" at r1 = %.15g is at its resonance %" PRId64
                            ", of which the contact knows nothing: the response has no bound",
                            c->name, r1, k + 1);
        }
    }
    for (rdg_index k = 0; k < c->n; k++) {
        if (fabs(c->wn[k] - r1) <= 1e-14 * r1 && c->p[k] != 0.0 && beta < limit) {
            return rdg_fail(
                c->ctx, RDG_ERR_SINGULAR, where,
                "\"%s\" at r1 = %.15g is at its resonance %" PRId64
                ", where friction below beta = %.9g leaves the response without bound; beta is %g",
                c->name, r1, k + 1, limit, beta);
        }
    }
    return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                    "\"%s\" at r1 = %.15g slips all the time for beta up to %.12g only; beta is %.12g",
                    c->name, r1, limit, beta);
}

static rdg_status find_response(const rdg_coulomb *c, const char *where, double r1, double beta,
                                rdg_coulomb_response *response)
{
    rdg_limit l;
    RDG_TRY(rdg_limit_workspace(c, &l));
    rdg_limit_at(c, r1, &l);
    const rdg_lobe lobe = rdg_limit_greatest(&l, c->ratio, -1.0);
    const double limit = limit_of(&l, &lobe);
    rdg_limit_release(&l);
    *response = (rdg_coulomb_response){.r1 = r1, .beta = beta, .V = -c->b, .limit = limit};
    bool is_bounded = beta <= limit;
    for (rdg_index k = 0; k < c->n; k++) {
        const struct mode m = mode_at(c, r1, beta, k);
        is_bounded = is_bounded && (fabs(c->wn[k] - r1) > 1e-14 * r1 || c->p[k] == 0.0);
        response->V += c->a[k] * m.V;
        response->U += c->a[k] * m.U;
    }
    if (!is_bounded) {
        return refuse(c, where, r1, beta, limit);
    }
    /* beta U / V, from sums without poles: next to resonances both are large, and Z is a small difference */
    const double share = beta > 0.0 ? beta * l.CU.f / l.CV.f : 0.0;
    const double rest = sqrt(fmax((1.0 - share) * (1.0 + share), 0.0));
    response->Z = fabs(response->V) * rest;
    response->phase = response->V != 0.0 ? atan2(-share, copysign(rest, response->V)) : 0.0;
    return RDG_OK;
}

/* The response along half a period, and space to examine it: modes, modal coordinates with two derivatives,
 * displacements and their rates. */
struct path {
    const rdg_coulomb *c;
    const rdg_coulomb_response *r;
    struct mode *mode;                 /* [n]; memory of its own */
    double *eta, *x, *before, *memory; /* [3 n], [2 n], [2 n] */
};

static void free_path(struct path *p)
{
    rdg_free(p->mode);
    rdg_free(p->memory);
}

/* The size of the terms of displacement i, which may cancel. */
static double size_of_terms(const struct path *p, rdg_index i)
{
    const rdg_coulomb *c = p->c;
    double size = 0.0;
    for (rdg_index k = 0; k < c->n; k++) {
        const struct mode m = p->mode[k];
        const double part = p->r->beta * c->a[k] / (c->wn[k] * c->wn[k]);
        size += fabs(c->phi[i + c->n * k]) * (fabs(m.V) + fabs(part) * (2.0 + fabs(m.tangent)));
    }
    return size;
}

static rdg_status create_path(const rdg_coulomb *c, const rdg_coulomb_response *r, struct path *p)
{
    const size_t n = (size_t)c->n;
    *p = (struct path){.c = c, .r = r};
    p->mode = rdg_context_calloc(c->ctx, n, sizeof *p->mode);
    p->memory = p->eta = rdg_context_calloc(c->ctx, 7 * n, sizeof *p->eta);
    if (!p->mode || !p->memory) {
        free_path(p);
        return RDG_ERR_NO_MEMORY;
    }
    p->x = p->eta + 3 * n;
    p->before = p->eta + 5 * n;
    for (rdg_index k = 0; k < c->n; k++) {
        p->mode[k] = mode_at(c, r->r1, r->beta, k);
    }
    return RDG_OK;
}

/* eta = V cos(tau + phase) + part (1 - cos(v tau) - tan(pi v / 2) sin(v tau)), of each mode */
static void look_at(struct path *p, double tau)
{
    const rdg_index n = p->c->n;
    const double load = cos(tau + p->r->phase);
    const double load_sine = sin(tau + p->r->phase);
    for (rdg_index k = 0; k < n; k++) {
        const struct mode m = p->mode[k];
        const double part = p->r->beta * p->c->a[k] / (p->c->wn[k] * p->c->wn[k]);
        const double C = cos(m.v * tau);
        const double S = sin(m.v * tau);
        p->eta[k] = m.V * load + part * (1.0 - C - m.tangent * S);
        p->eta[n + k] = -m.V * load_sine + part * m.v * (S - m.tangent * C);
        p->eta[2 * n + k] = -m.V * load + part * m.v * m.v * (C + m.tangent * S);
    }
}

/* The greatest |x| of each coordinate, and the phase of the load where x is greatest. */
static void find_greatest(struct path *p, double *amplitude, double *phase)
{
    const rdg_index n = p->c->n;
    double fastest = 1.0;
    for (rdg_index k = 0; k < n; k++) {
        fastest = fmax(fastest, p->mode[k].v);
        amplitude[k] = phase[k] = 0.0;
    }
    const long looks = 8 + (long)ceil(8.0 * fastest);
    const double step = RDG_PI / (double)looks;
    for (long k = 0; k <= looks; k++) {
        look_at(p, step * (double)k);
        rdg_modal_to_x(p->c, p->eta, p->x);
        for (rdg_index i = 0; i < n; i++) {
            double at = step * (double)k;
            double x = p->x[i];
            const double rate = p->x[n + i];
            if (k > 0 && rate * p->before[i] < 0.0) {
                rdg_root turn = rdg_root_between(at - step, p->before[i], at, rate, 1e-15);
                do {
                    look_at(p, turn.at);
                } while (rdg_root_next(&turn, displacement(p->c, i, p->eta + n),
                                       displacement(p->c, i, p->eta + 2 * n)));
                at = turn.at;
                look_at(p, at);
                x = displacement(p->c, i, p->eta);
            }
            p->before[i] = rate;
            if (fabs(x) > amplitude[i]) {
                amplitude[i] = fabs(x);
                phase[i] = remainder(p->r->phase + at + (x < 0.0 ? RDG_PI : 0.0), 2.0 * RDG_PI);
            }
        }
    }
    for (rdg_index i = 0; i < n; i++) {
        if (amplitude[i] <= rounding * size_of_terms(p, i)) { /* it rests */
            phase[i] = NAN;
        }
    }
}

rdg_status rdg_coulomb_closed(const rdg_coulomb *c, double r1, double beta, rdg_coulomb_response *response,
                              double *amplitude, double *phase)
{
    struct path p;
    RDG_TRY(rdg_coulomb_check_undamped(c, __func__, r1, beta));
    RDG_NEED(c->ctx, response, RDG_ERR_ARGUMENT);
    RDG_TRY(find_response(c, __func__, r1, beta, response));
    if (!amplitude && !phase) {
        return RDG_OK;
    }
    RDG_TRY(create_path(c, response, &p));
    double *own = rdg_context_calloc(c->ctx, 2 * (size_t)c->n, sizeof *own);
    if (own) {
        find_greatest(&p, amplitude ? amplitude : own, phase ? phase : own + c->n);
    }
    free_path(&p);
    rdg_free(own);
    return own ? RDG_OK : RDG_ERR_NO_MEMORY;
}

rdg_status rdg_coulomb_closed_motion(const rdg_coulomb *c, const rdg_coulomb_response *response, double tau,
                                     double *x)
{
    struct path p;
    RDG_TRY(rdg_coulomb_check_undamped(c, __func__, response ? response->r1 : 0.0,
                                       response ? response->beta : 0.0));
    RDG_NEED(c->ctx, response, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, x, RDG_ERR_ARGUMENT);
    if (!isfinite(tau)) {
        return RDG_FAIL(c->ctx, RDG_ERR_ARGUMENT, "tau is %g", tau);
    }
    const double halves = floor(tau / RDG_PI); /* each half period repeats with the other sign */
    const double sign = fmod(fabs(halves), 2.0) > 0.5 ? -1.0 : 1.0;
    RDG_TRY(create_path(c, response, &p));
    look_at(&p, tau - halves * RDG_PI);
    rdg_modal_to_x(c, p.eta, x);
    for (rdg_index i = 0; i < 2 * c->n; i++) {
        x[i] *= sign;
    }
    free_path(&p);
    return RDG_OK;
}

rdg_status rdg_coulomb_single_harmonic(const rdg_coulomb *c, const rdg_coulomb_response *response,
                                       double *amplitude)
{
    RDG_TRY(rdg_coulomb_check_undamped(c, __func__, response ? response->r1 : 0.0,
                                       response ? response->beta : 0.0));
    RDG_NEED(c->ctx, amplitude, RDG_ERR_ARGUMENT);
    const double beta = response->beta;
    for (rdg_index i = 0; i < c->n; i++) {
        double V = 0.0;
        double U = 0.0;
        for (rdg_index k = 0; k < c->n; k++) {
            const struct mode m = mode_at(c, response->r1, beta, k);
            V += c->phi[i + c->n * k] * m.V;
            U += c->phi[i + c->n * k] * m.U;
        }
        const double square =
            V * V + (response->V != 0.0 ? beta * beta * U * (U - 2.0 * V * response->U / response->V) : 0.0);
        amplitude[i] = square < 0.0 ? NAN : sqrt(square);
    }
    return RDG_OK;
}

rdg_status rdg_coulomb_stuck(const rdg_coulomb *c, double r1, double *X)
{
    RDG_TRY(rdg_coulomb_check_undamped(c, __func__, r1, 0.0));
    RDG_NEED(c->ctx, X, RDG_ERR_ARGUMENT);
    for (rdg_index i = 0; i < c->n; i++) {
        X[i] = c->b * displacement(c, i, c->along);
    }
    for (rdg_index k = 0; k < c->n - 1; k++) {
        const double distance = (c->held_wn[k] - r1) * (c->held_wn[k] + r1);
        if (c->held_p[k] == 0.0) {
            continue; /* it rests */
        }
        if (is_held_resonance(c, k, r1)) {
            return RDG_FAIL(
                c->ctx, RDG_ERR_SINGULAR,
                "\"%s\" with its contact held has a resonance at r1 = %.15g: its response has no bound",
                c->name, r1);
        }
        for (rdg_index i = 0; i < c->n; i++) {
            X[i] += c->held_p[k] / distance * displacement(c, i, c->held + c->n * k);
        }
    }
    return RDG_OK;
}
