/* The equations of a damped nonlinear mode of a response, and the forcing amplitude that sustains it.
 *
 * Extended periodic motion concept, M q'' + (C - xi M) q' + K q + f = 0 (dnnm.h). At phase resonance the
 * excitation feeds in pi alpha |F_ex^H Q_1| a period, the artificial damping pi omega xi sum k^2 Q_k^H M Q_k:
 *
 *     alpha_b = omega xi sum_k k^2 Q_k^H M Q_k / |F_ex^H Q_1|. */
#include "backbone_impl.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/dnnm.h>
#include <ridgewalk/provide.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static const char displacement[] = "excitation of the backbone";

void rdg_backbone_release(rdg_backbone *b)
{
    rdg_peak_response *m = b->mode;
    if (m) {
        rdg_bordered_scalar_free(m->scalar);
        rdg_problem_free(m->p);
        rdg_hbm_free(m->hb);
        rdg_free(m->border);
        rdg_free(m);
    }
    rdg_structure_free(b->structure);
    for (rdg_index k = 0; k < b->n; k++) {
        rdg_free(b->point[k].u);
    }
    rdg_free(b->point);
    rdg_free(b->force);
    rdg_free(b->weight);
    for (int k = 0; k < RDG_BACKBONE_VECTORS; k++) {
        rdg_free(b->v[k]);
    }
}

/* The coefficient of harmonic 1 with which its cosine parts begin. */
static rdg_index first_harmonic(rdg_hbm *hb)
{
    const rdg_basis *basis = rdg_hbm_basis(hb);
    rdg_index h = 0;
    while (h < basis->n_harmonics && basis->harmonic[h] != 1) {
        h++;
    }
    return h < basis->n_harmonics ? basis->has_static + 2 * h : -1;
}

/* F_ex of harmonic 1 on all degrees of freedom: the change of the residual with alpha. */
static bool find_force(rdg_backbone *b, rdg_hbm *full)
{
    const rdg_function *R = rdg_hbm_function(full);
    const rdg_index m = rdg_hbm_unknowns(full), N = rdg_structure_size(rdg_hbm_structure(full));
    rdg_context *ctx = b->r->ctx;
    double *u = rdg_context_calloc(ctx, (size_t)m + 2, sizeof *u);
    double *y = rdg_context_calloc(ctx, 2 * (size_t)m, sizeof *y), square[2] = {0.0, 0.0};
    b->force = rdg_context_calloc(ctx, 2 * (size_t)N, sizeof *b->force);
    b->weight = rdg_context_calloc(ctx, (size_t)N, sizeof *b->weight);
    bool known = R && u && y && b->force && b->weight && (b->first = first_harmonic(full)) >= 0;
    if (known) {
        rdg_hbm_rest_coefficients(full, u);
        u[m] = sqrt(b->r->low * b->r->high);
        known = R->f(m + 2, u, m, y, R->data) == 0;
        u[m + 1] = 1.0;
        known = known && R->f(m + 2, u, m, y + m, R->data) == 0;
        for (rdg_index i = 0; known && i < 2 * N; i++) {
            b->force[i] = y[b->first * N + i] - y[m + b->first * N + i];
            square[i / N] += b->force[i] * b->force[i];
        }
        memcpy(b->weight, b->force + (square[1] > square[0] ? N : 0), (size_t)N * sizeof *b->weight);
    }
    rdg_free(u);
    rdg_free(y);
    return known && square[0] + square[1] > 0.0;
}

/* A copy of the structure that has a displacement with the weights of the force. */
static rdg_structure *name_displacement(const rdg_backbone *b)
{
    rdg_structure *s = rdg_structure_copy(rdg_hbm_structure(b->r->hb));
    const rdg_index N = rdg_structure_size(s);
    rdg_index *dof = rdg_context_calloc(b->r->ctx, (size_t)N, sizeof *dof), n = 0;
    double *weight = rdg_context_calloc(b->r->ctx, (size_t)N, sizeof *weight);
    for (rdg_index i = 0; dof && weight && i < N; i++) {
        if (b->weight[i] != 0.0) {
            weight[n] = b->weight[i];
            dof[n++] = i;
        }
    }
    const bool named = dof && weight && rdg_name_combination(s, displacement, n, dof, weight) == RDG_OK;
    rdg_free(dof);
    rdg_free(weight);
    if (!named) {
        rdg_structure_free(s);
    }
    return named ? s : NULL;
}

/* A harmonic balance of it with the same harmonics and all degrees of freedom. */
static rdg_hbm *balance(rdg_hbm *like, rdg_structure *s)
{
    const rdg_basis *basis = rdg_hbm_basis(like);
    const rdg_index n = basis->n_harmonics + basis->has_static;
    int *harmonic = rdg_context_calloc(rdg_hbm_context(like), (size_t)n, sizeof *harmonic);
    for (rdg_index h = 0; harmonic && h < basis->n_harmonics; h++) {
        harmonic[basis->has_static + h] = basis->harmonic[h];
    }
    rdg_hbm *hb = harmonic ? rdg_hbm_create(s, n, harmonic) : NULL;
    rdg_free(harmonic);
    if (hb) {
        rdg_hbm_keep_all(hb);
    }
    return hb;
}

/* The numbers of the response become variables that are held. */
static bool add_numbers(rdg_peak_response *m, const rdg_peak_response *r)
{
    for (rdg_index k = 0; k < r->n_numbers; k++) {
        if (rdg_need_parameter(m->p, r->number[k]) != RDG_OK) {
            return false;
        }
        rdg_start_values(m->p)[rdg_variable_index(m->p, r->number[k])] =
            rdg_start_values(r->p)[r->alpha + 1 + k];
    }
    return true;
}

/* The equations as a response, the amplitude of which is the forcing amplitude: Newton's method and border
 * rows serve. */
static bool make_mode(rdg_backbone *b, rdg_structure *s, rdg_index number)
{
    rdg_peak_response *m = b->mode, *r = b->r;
    m->ctx = r->ctx;
    m->hb = balance(r->hb, s);
    m->p = m->hb ? rdg_dnnm_problem(m->hb, number, displacement, 1.0) : NULL;
    if (!m->p || !add_numbers(m, r)) {
        return false;
    }
    m->scalar = rdg_bordered_scalar_create(m->p, "alpha", r->n_numbers, (const char *const *)r->number);
    if (!m->scalar) {
        return false;
    }
    m->at = rdg_bordered_scalar_values(m->scalar);
    m->n = m->at->n;
    m->Q = rdg_variable_index(m->p, "Q", &m->n_Q);
    m->omega = rdg_variable_index(m->p, "omega");
    m->border = rdg_context_calloc(r->ctx, (size_t)m->n, sizeof *m->border);
    for (int k = 0; k < RDG_BACKBONE_VECTORS; k++) {
        const rdg_index n = m->n > r->n ? m->n : r->n;
        b->v[k] = rdg_context_calloc(r->ctx, (size_t)n, sizeof(double));
    }
    return rdg_error_status(r->ctx) == RDG_OK;
}

/* F_ex^H Q_1 */
static void excite(const rdg_backbone *b, const double *u, double *re, double *im)
{
    const rdg_index N = rdg_structure_size(b->structure);
    const double *F = b->force, *c = u + b->first * N, *s = c + N;
    *re = rdg_peak_dot(N, F, c) + rdg_peak_dot(N, F + N, s);
    *im = rdg_peak_dot(N, F + N, c) - rdg_peak_dot(N, F, s);
}

double rdg_backbone_work(const rdg_backbone *b, const double *u)
{
    double re, im;
    excite(b, u, &re, &im);
    return hypot(re, im);
}

double rdg_backbone_level(const rdg_backbone *b, const double *u, double *motion)
{
    const rdg_peak_response *m = b->mode, *r = b->r;
    const rdg_basis *basis = rdg_hbm_basis(m->hb);
    const rdg_index N = rdg_structure_size(b->structure);
    const double *c = u + b->first * N, *s = c + N;
    const double x = hypot(rdg_peak_dot(N, b->weight, c), rdg_peak_dot(N, b->weight, s));
    double re, im;
    excite(b, u, &re, &im);
    const double turn = -0.5 * RDG_PI - atan2(im, re);
    const rdg_index *dof = NULL;
    const rdg_index kept = rdg_hbm_kept(r->hb, &dof);
    memcpy(motion, rdg_start_values(r->p), (size_t)r->n * sizeof *motion);
    for (rdg_index i = 0; i < kept; i++) {
        if (basis->has_static) {
            motion[r->Q + i] = u[dof[i]];
        }
        for (rdg_index h = 0; h < basis->n_harmonics; h++) {
            const rdg_index at = basis->has_static + 2 * h;
            const double cosine = u[at * N + dof[i]], sine = u[(at + 1) * N + dof[i]];
            const double angle = basis->harmonic[h] * turn;
            motion[r->Q + at * kept + i] = cosine * cos(angle) + sine * sin(angle);
            motion[r->Q + (at + 1) * kept + i] = sine * cos(angle) - cosine * sin(angle);
        }
    }
    motion[r->omega] = u[m->omega];
    double level = NAN;
    rdg_parameter_value(m->p, "alpha", u, &level);
    return motion[r->alpha] = level * x / hypot(re, im);
}

bool rdg_backbone_create(rdg_backbone *b, rdg_peak_response *r, rdg_index number)
{
    b->r = r;
    b->mode = rdg_context_calloc(r->ctx, 1, sizeof *b->mode);
    rdg_hbm *full = b->mode ? rdg_hbm_full(r->hb) : NULL;
    bool made = full && find_force(b, full);
    rdg_hbm_free(full);
    b->structure = made ? name_displacement(b) : NULL;
    return b->structure && make_mode(b, b->structure, number);
}
