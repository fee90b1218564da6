/* Segments behind events that project.
 *
 * A reset may request what Newton's method, which moves the states behind it as unknowns of their own, keeps
 * to first order only, while the motion does not bear as little as that: slip that begins next to a velocity
 * of zero turns at once into another direction. With R(R(x)) = R(x) the segment starts at x_0 = R(x): where
 * the equations hold that is x, and everywhere the reset's conditions hold exactly. */
#include "equations_impl.h"

#include <string.h>

void rdg_orbit_start(rdg_shooting *s, rdg_orbit_at *a)
{
    const rdg_orbit_work *w = s->work;
    const rdg_index before = s->segment[(a->j + s->segments - 1) % s->segments].event;
    const rdg_hybrid_event_surface *c =
        before < 0 ? NULL : rdg_hybrid_event_surface_at(s->hybrid, before, NULL, NULL);
    memcpy(w->given, w->sigma, (size_t)a->ns * sizeof(double));
    if (c && c->projects) {
        a->start = &c->reset;
        memset(w->sigma, 0, (size_t)a->n * sizeof(double));
        a->answer = c->reset.f(a->nz, w->given, a->n, w->sigma, c->reset.data);
    }
}

int rdg_orbit_start_slope(rdg_shooting *s, const rdg_orbit_at *a)
{
    const rdg_orbit_work *w = s->work;
    return rdg_hybrid_df(a->start, a->nz, w->given, rdg_orbit_sizes(s, a), a->n, s->segment[a->j].dstart,
                         w->scratch);
}

/* out [m nz] = in [m, n + (nz - n)] times the derivatives of (x_0, p, phi) by (x, p, phi). */
static void chain(const rdg_orbit_at *a, rdg_index m, const double *in, double *out)
{
    memset(out, 0, (size_t)(m * a->n) * sizeof *out);
    memcpy(out + m * a->n, in + m * a->n, (size_t)(m * (a->nz - a->n)) * sizeof *out);
    for (rdg_index c = 0; c < a->nz; c++) {
        for (rdg_index k = 0; k < a->n; k++) {
            const double by = a->segment->dstart[k + a->n * c];
            for (rdg_index i = 0; i < m && by != 0.0; i++) {
                out[i + m * c] += in[i + m * k] * by;
            }
        }
    }
}

void rdg_orbit_from_start(rdg_shooting *s, const rdg_orbit_at *a, double *dy)
{
    double *workspace = s->work->D;
    chain(a, a->n, dy, workspace);
    memcpy(dy, workspace, (size_t)(a->n * a->nz) * sizeof *dy);
}

/* R'' contracted with the gradient by x_0, [nz nz], in w->slope. */
static int curve(rdg_shooting *s, const rdg_orbit_at *a)
{
    const rdg_orbit_work *w = s->work;
    double *lambda = w->value;
    for (rdg_index k = 0; k < a->n; k++) {
        lambda[k] = 0.0;
        for (rdg_index i = 0; i < a->n; i++) {
            lambda[k] += w->gradient[i] * a->segment->dflow[i + a->n * k];
        }
    }
    return rdg_hybrid_d2f(a->start, a->nz, w->given, rdg_orbit_sizes(s, a), a->n, lambda, w->slope,
                          w->scratch);
}

static void transpose(rdg_index n, double *H)
{
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < j; i++) {
            const double aside = H[i + n * j];
            H[i + n * j] = H[j + n * i];
            H[j + n * i] = aside;
        }
    }
}

int rdg_orbit_start_bend(rdg_shooting *s, const rdg_orbit_at *a)
{
    const rdg_orbit_work *w = s->work;
    const rdg_index n = a->ns;
    for (int side = 0; side < 2; side++) {
        chain(a, n, w->H, w->bent);
        memcpy(w->H, w->bent, (size_t)(n * a->nz) * sizeof(double));
        transpose(n, w->H);
    }
    const int answer = curve(s, a);
    for (rdg_index c = 0; answer == 0 && c < a->nz; c++) {
        for (rdg_index b = 0; b < a->nz; b++) {
            w->H[b + n * c] += w->slope[b + a->nz * c];
        }
    }
    return answer;
}
