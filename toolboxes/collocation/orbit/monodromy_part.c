/* A segment of an orbit and the event that ends it, as linear equations of changes. With y the last state
 * and z = (y, p[, phi + omega T]), p held,
 *
 *     (collocation)_x dx + (collocation)_T dT + (collocation)_phi dphi = 0,
 *     h_y dy + h_phi (dphi + omega dT) = 0,   dx+ = R_y dy + R_phi (dphi + omega dT),   dphi+ = dphi + omega
 * dT,
 *
 * which is the saltation matrix, of the discrete motion and with second derivatives that are at hand. */
#include "colloc_monodromy_impl.h"

#include <ridgewalk/saltation.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <cblas.h>
#include <math.h>
#include <string.h>

/* An event at which the motion is so nearly along the surface, of the lengths of both, is a graze. */
static const double graze = 1e-8;

double rdg_colloc_part_frequency(const rdg_colloc_part *part)
{
    const rdg_segment_layout *at = &part->s->at;
    return at->omega >= 0 ? part->at[at->p + at->omega] : 0.0;
}

static bool is_forced(const rdg_colloc_part *part)
{
    return part->s->at.phi >= 0;
}

/* E = [G E + (0, what is the interval's own by T and phi)], by X [n, columns] of an interval. */
static void go_on(rdg_colloc_part *part, rdg_index columns, const double *X, double *work)
{
    const rdg_index n = part->s->at.n;
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)n, (int)columns, (int)n, 1.0, X, (int)n,
                part->E, (int)n, 0.0, work, (int)n);
    rdg_blas_end(0);
    for (rdg_index k = n * n; k < n * columns; k++) {
        work[k] += X[k];
    }
    memcpy(part->E, work, (size_t)(n * columns) * sizeof *part->E);
}

/* Interval i's equations, factored. */
static int take_interval(rdg_colloc_monodromy *m, rdg_colloc_part *part, rdg_index i)
{
    const rdg_index n = part->s->at.n, columns = part->event >= 0 ? n + 2 : n;
    double *X = m->block, *work = X + n * (n + 2);
    const int answer = rdg_colloc_interval_take(part, i, work, X);
    if (answer == 0) {
        go_on(part, columns, X, work);
    }
    return answer;
}

/* Arguments of the part's mode at its end. */
static void end_of(const rdg_colloc_part *part, double *z)
{
    const rdg_segment_layout *at = &part->s->at;
    memcpy(z, part->at + at->m, (size_t)at->n * sizeof *z);
    memcpy(z + at->n, part->at + at->p, (size_t)at->np * sizeof *z);
    if (is_forced(part)) {
        z[at->nz - 1] = part->at[at->phi] + rdg_colloc_part_frequency(part) * part->at[at->T];
    }
}

/* Derivatives of reset and surface; whether the surface is passed. */
static int take_event(rdg_colloc_monodromy *m, rdg_colloc_part *part, const double *after)
{
    const rdg_segment_layout *at = &part->s->at;
    const rdg_hybrid *h = m->c->hybrid;
    const rdg_hybrid_event_surface *e = rdg_hybrid_event_surface_at(h, part->event, NULL, NULL);
    double *z = m->workspace, *work = z + at->nz;
    end_of(part, z);
    memset(part->R, 0, (size_t)(part->next * at->nz) * sizeof *part->R);
    for (rdg_index a = 0; !e->reset.f && a < part->next; a++) {
        part->R[a + part->next * a] = 1.0;
    }
    int answer =
        e->reset.f ? rdg_hybrid_df(&e->reset, at->nz, z, part->s->size, part->next, part->R, work) : 0;
    answer = answer ? answer : rdg_hybrid_df(&e->surface, at->nz, z, part->s->size, 1, part->h, work);
    if (answer != 0) {
        return answer;
    }
    const double *by_T = part->E + at->n * at->n;
    part->rate = rdg_dot(at->n, part->h, by_T);
    part->rate += is_forced(part) ? part->h[at->nz - 1] * rdg_colloc_part_frequency(part) : 0.0;
    const double scale = sqrt(rdg_dot(at->n, part->h, part->h) * rdg_dot(at->n, by_T, by_T));
    part->rate = fabs(part->rate) > graze * scale ? part->rate : 0.0;
    answer = rdg_hybrid_saltation(h, part->event, z, part->s->size, after, part->S, work);
    part->rate = answer > 0 ? 0.0 : part->rate;
    return answer < 0 ? answer : 0;
}

int rdg_colloc_part_take(rdg_colloc_monodromy *m, rdg_colloc_part *part, const double *u)
{
    rdg_segment *s = part->s;
    const rdg_segment_layout *at = &s->at;
    memcpy(part->at, rdg_segment_local(s, u), (size_t)at->count * sizeof *u);
    part->stiffness = 0.0;
    memset(part->E, 0, (size_t)(at->n * (at->n + 2)) * sizeof *part->E);
    for (rdg_index a = 0; a < at->n; a++) {
        part->E[a + at->n * a] = 1.0;
    }
    int answer = rdg_segment_need_slopes(s, part->at);
    for (rdg_index i = 0; answer == 0 && i < at->N; i++) {
        answer = take_interval(m, part, i);
    }
    if (answer == 0 && part->event >= 0) {
        const rdg_colloc_part *behind = part + 1 < m->part + m->parts ? part + 1 : m->part;
        for (rdg_index a = 0; a < part->next; a++) {
            m->x[a] = u[behind->s->index[a]];
        }
        answer = take_event(m, part, m->x);
    }
    part->revision = s->revision;
    return answer;
}

void rdg_colloc_part_pass(rdg_colloc_part *part, const double *x, double *y, double *out)
{
    const rdg_segment_layout *at = &part->s->at;
    const rdg_index n = at->n;
    for (rdg_index a = 0; a < n; a++) {
        y[a] = part->event >= 0 ? part->E[a + n * (n + 1)] * part->dphi : 0.0;
        for (rdg_index c = 0; c < n; c++) {
            y[a] += part->E[a + n * c] * x[c];
        }
    }
    part->dT = 0.0;
    if (part->event < 0) {
        memcpy(out, y, (size_t)n * sizeof *out);
        return;
    }
    const double omega = rdg_colloc_part_frequency(part);
    double by_phase = part->dphi;
    if (part->rate != 0.0) {
        const double surface =
            rdg_dot(n, part->h, y) + (is_forced(part) ? part->h[at->nz - 1] * part->dphi : 0.0);
        part->dT = -surface / part->rate;
        by_phase += omega * part->dT;
        for (rdg_index a = 0; a < n; a++) {
            y[a] += part->E[a + n * n] * part->dT;
        }
    }
    for (rdg_index a = 0; a < part->next; a++) {
        out[a] = is_forced(part) ? part->R[a + part->next * (at->nz - 1)] * by_phase : 0.0;
        for (rdg_index c = 0; c < n; c++) {
            out[a] += part->R[a + part->next * c] * y[c];
        }
    }
}

void rdg_colloc_part_follow(rdg_colloc_part *part, const double *x, double *work)
{
    const rdg_segment_layout *at = &part->s->at;
    memcpy(part->states, x, (size_t)at->n * sizeof *x);
    work[at->n] = part->dT;
    work[at->n + 1] = part->dphi;
    for (rdg_index i = 0; i < at->N; i++) {
        double *from = part->states + i * at->block;
        memcpy(work, from, (size_t)at->n * sizeof *work);
        rdg_colloc_interval_forward(part, i, work, from + at->n);
    }
}

/* a [n] of the last state: multipliers of the equations, and in its place that of the first one. */
static void return_along(rdg_colloc_part *part, double *a)
{
    const rdg_segment_layout *at = &part->s->at;
    for (rdg_index i = at->N - 1; i >= 0; i--) {
        rdg_colloc_interval_backward(part, i, a, part->lambda + i * at->block);
    }
}

void rdg_colloc_part_return(rdg_colloc_part *part, double sigma, double *mu, double *rho)
{
    const rdg_segment_layout *at = &part->s->at;
    const rdg_index n = at->n;
    if (part->event < 0) {
        return_along(part, mu);
        return;
    }
    const double omega = rdg_colloc_part_frequency(part);
    const double *by_T = part->E + n * n, *by_phi = by_T + n;
    double phase = is_forced(part) ? rdg_dot(part->next, part->R + part->next * (at->nz - 1), mu) : 0.0;
    memcpy(part->mu, mu, (size_t)part->next * sizeof *mu);
    part->rho = *rho;
    for (rdg_index a = 0; a < n; a++) {
        mu[a] = rdg_dot(part->next, part->R + part->next * a, part->mu);
    }
    part->nu =
        part->rate != 0.0 ? -(rdg_dot(n, by_T, mu) + omega * (phase + *rho) + sigma) / part->rate : 0.0;
    for (rdg_index a = 0; a < n; a++) {
        mu[a] += part->h[a] * part->nu;
    }
    phase += is_forced(part) ? part->h[at->nz - 1] * part->nu : 0.0;
    *rho += rdg_dot(n, by_phi, mu) + phase;
    return_along(part, mu);
}

/* Of mu . R + nu h along the change of their arguments, which the end and its phase are. */
static int bend_event(rdg_colloc_monodromy *m, rdg_colloc_part *part, double factor)
{
    const rdg_segment_layout *at = &part->s->at;
    const rdg_hybrid_event_surface *e = rdg_hybrid_event_surface_at(m->c->hybrid, part->event, NULL, NULL);
    const rdg_index nz = at->nz;
    const double omega = rdg_colloc_part_frequency(part);
    double *z = m->workspace, *dz = z + nz, *H = dz + nz, *sum = H + nz * nz, *work = sum + nz;
    end_of(part, z);
    memset(dz, 0, (size_t)nz * sizeof *dz);
    memset(sum, 0, (size_t)nz * sizeof *sum);
    memcpy(dz, part->states + at->m, (size_t)at->n * sizeof *dz);
    if (is_forced(part)) {
        dz[nz - 1] = part->dphi + omega * part->dT;
    }
    for (int of_surface = 0; of_surface < 2; of_surface++) {
        const rdg_hybrid_function *f = of_surface ? &e->surface : &e->reset;
        const int answer = f->f ? rdg_hybrid_d2f(f, nz, z, part->s->size, of_surface ? 1 : part->next,
                                                 of_surface ? &part->nu : part->mu, H, work)
                                : 0;
        if (answer != 0) {
            return answer;
        }
        for (rdg_index c = 0; f->f && c < nz; c++) {
            sum[c] += rdg_dot(nz, H + nz * c, dz);
        }
    }
    for (rdg_index c = 0; c < at->n + at->np; c++) {
        m->gradient[c < at->n ? at->m + c : at->p + c - at->n] += factor * sum[c];
    }
    if (is_forced(part)) {
        const double by_phase =
            rdg_dot(part->next, part->R + part->next * (nz - 1), part->mu) + part->h[nz - 1] * part->nu;
        m->gradient[at->phi] += factor * sum[nz - 1];
        m->gradient[at->T] += factor * omega * sum[nz - 1];
        m->gradient[at->p + at->omega] +=
            factor * (part->at[at->T] * sum[nz - 1] + (by_phase + part->rho) * part->dT);
    }
    return 0;
}

int rdg_colloc_part_bend(rdg_colloc_monodromy *m, rdg_colloc_part *part, double factor, double *gradient)
{
    rdg_segment *s = part->s;
    const rdg_segment_layout *at = &s->at;
    int answer = rdg_segment_need_slopes(s, part->at);
    memset(m->gradient, 0, (size_t)at->count * sizeof *m->gradient);
    const rdg_segment_change tail = {.duration = part->dT, .phase = part->dphi};
    for (rdg_index i = 0; answer == 0 && i < at->N; i++) {
        answer =
            rdg_segment_bend_along(s, part->at, i, part->lambda + i * at->block, part->states + i * at->block,
                                   part->event >= 0 ? &tail : NULL, -factor, m->gradient);
    }
    if (answer == 0 && part->event >= 0) {
        answer = bend_event(m, part, factor);
    }
    for (rdg_index j = 0; answer == 0 && j < at->count; j++) {
        gradient[s->index[j]] += m->gradient[j];
    }
    return answer;
}
