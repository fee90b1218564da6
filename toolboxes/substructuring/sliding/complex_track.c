/* Eigenvalues that are followed along the way of the contact: predicted from the last two places, corrected
 * all at once. */
#include "complex_modes_impl.h"

#include <ridgewalk/toolbox.h>

#include <complex.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

struct rdg_complex_modes {
    rdg_sliding *c;
    rdg_index wanted, count; /* with some more above, which those requested are not to be confused with */
    rdg_sliding_shape shape;
    rdg_coupled modes;
    double *memory;
    double s[2];                           /* the last two places */
    int known;                             /* how many of these there are */
    double complex *at[2], *trial, *guess; /* [count] eigenvalues there, and those that are tried */
};

enum { GUARDS = 4 };

static void destroy(void *object)
{
    rdg_complex_modes *m = object;
    rdg_free(m->memory);
    rdg_free(m->at[0]);
    rdg_free(m->at[1]);
    rdg_free(m->trial);
    rdg_free(m->guess);
    rdg_free(m);
}

void rdg_complex_modes_free(rdg_complex_modes *m)
{
    if (m) {
        rdg_context_disown(m->c->ctx, m);
        destroy(m);
    }
}

rdg_complex_modes *rdg_complex_modes_create(rdg_sliding *c, rdg_index wanted, rdg_sliding_shape shape)
{
    RDG_ENTER(c, c->ctx, NULL);
    const rdg_index n = rdg_sliding_modes(c), most = 2 * n / 3;
    if (wanted < 1 || wanted > most || (shape != RDG_UNDEFORMED && shape != RDG_DEFORMED)) {
        RDG_FAIL(c->ctx, RDG_ERR_ARGUMENT,
                 "1 .. %" PRId64 " eigenvalues can be followed, not %" PRId64 "; shape %d", most, wanted,
                 (int)shape);
        return NULL;
    }
    const rdg_index count = wanted + GUARDS < most ? wanted + GUARDS : most;
    rdg_complex_modes *m = rdg_context_calloc(c->ctx, 1, sizeof *m);
    if (!m) {
        return NULL;
    }
    *m = (rdg_complex_modes){.c = c, .wanted = wanted, .count = count, .shape = shape};
    m->memory = rdg_coupled_create(c, "rdg_complex_modes_at", 0, &m->modes);
    m->at[0] = rdg_context_calloc(c->ctx, (size_t)count, sizeof *m->trial);
    m->at[1] = rdg_context_calloc(c->ctx, (size_t)count, sizeof *m->trial);
    m->trial = rdg_context_calloc(c->ctx, (size_t)count, sizeof *m->trial);
    m->guess = rdg_context_calloc(c->ctx, (size_t)count, sizeof *m->guess);
    if (rdg_error_status(c->ctx) != RDG_OK) {
        destroy(m);
        return NULL;
    }
    return rdg_context_own(c->ctx, m, destroy) == RDG_OK ? m : NULL;
}

static rdg_status place(rdg_complex_modes *m, double s, rdg_sliding_state *at)
{
    return m->shape == RDG_DEFORMED ? rdg_sliding_equilibrium(m->c, s, at, NULL)
                                    : rdg_sliding_undeformed(m->c, s, at);
}

static void keep(rdg_complex_modes *m, double s, const double complex *p)
{
    double complex *before = m->at[1];
    m->at[1] = m->at[0];
    m->s[1] = m->s[0];
    m->at[0] = before;
    m->s[0] = s;
    memcpy(m->at[0], p, (size_t)m->count * sizeof *p);
    m->known = m->known < 2 ? m->known + 1 : 2;
}

/* Corrects the predictors in m->trial. Sent far away, one may have left its eigenvalue to nobody. */
static bool correct(rdg_complex_modes *m, const rdg_sliding_state *at)
{
    const double most = 0.01;
    double complex *guess = m->guess;
    memcpy(guess, m->trial, (size_t)m->count * sizeof *guess);
    rdg_sliding_rows(m->c, at, m->c->mu, m->modes.a, m->modes.b);
    rdg_coupled_multiply(&m->modes);
    if (!rdg_coupled_polish(&m->modes, m->count, m->trial)) {
        return false;
    }
    for (rdg_index k = 0; k < m->count; k++) {
        if (!(cimag(m->trial[k]) > 0.0) || !(cabs(m->trial[k] - guess[k]) < most * cabs(guess[k]))) {
            return false;
        }
    }
    return true;
}

/* On the line through the last two places, if these are not too near */
static void predict(rdg_complex_modes *m, double s)
{
    const double ratio = m->known < 2 ? 0.0 : (s - m->s[0]) / (m->s[0] - m->s[1]);
    const double ahead = fabs(ratio) <= 4.0 ? ratio : 0.0;
    for (rdg_index k = 0; k < m->count; k++) {
        m->trial[k] = m->at[0][k] + ahead * (m->at[0][k] - m->at[1][k]);
    }
}

static rdg_status follow(rdg_complex_modes *m, double s)
{
    enum { HALVINGS = 12 };
    const double way = s - m->s[0];
    double part = 1.0;
    for (int failed = 0; m->s[0] != s;) {
        const double next = fabs(part * way) < fabs(s - m->s[0]) ? m->s[0] + part * way : s;
        rdg_sliding_state at;
        RDG_TRY(place(m, next, &at));
        predict(m, next);
        if (correct(m, &at)) {
            keep(m, next, m->trial);
        } else if (++failed > HALVINGS) {
            m->known = 0;
            return rdg_fail(m->c->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_complex_modes_at",
                            "the %" PRId64 " eigenvalues are lost between s = %g and %g m", m->count, m->s[0],
                            next);
        } else {
            part *= 0.5;
        }
    }
    return RDG_OK;
}

rdg_status rdg_complex_modes_at(rdg_complex_modes *m, double s, double _Complex *p)
{
    RDG_ENTER(m, m->c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(m->c->ctx, p, RDG_ERR_ARGUMENT);
    if (m->known == 0) {
        rdg_sliding_state at;
        RDG_TRY(place(m, s, &at));
        RDG_TRY(rdg_sliding_eigenvalues(m->c, &at, m->count, m->trial));
        keep(m, s, m->trial);
    } else {
        rdg_sliding_state at; /* refused before the way there is gone */
        RDG_TRY(place(m, s, &at));
        RDG_TRY(follow(m, s));
    }
    memcpy(p, m->at[0], (size_t)m->wanted * sizeof *p);
    return RDG_OK;
}
