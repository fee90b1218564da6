/* Periods of a force law with memory, until its memory repeats. */
#include "memory_march_impl.h"

#include <math.h>
#include <string.h>

/* Relative to the greatest value of the period: memory, and derivatives of the memory. */
static const double memory_repeats = 1e-12, slopes_repeat = 1e-9;

static const double two_pi = 6.283185307179586476925;

/* The memory before any motion, and its derivatives by the static coefficients. */
static void start(rdg_memory_march *m, rdg_stuck_slider sliders)
{
    const rdg_index nc = m->basis.n_coefficients;
    for (rdg_index j = 0; j < m->d; j++) {
        m->mean[j] = m->basis.has_static ? m->z[nc * j] : m->rest ? m->rest[j] : 0.0;
    }
    memset(m->w_x, 0, (size_t)(m->m * m->d) * sizeof *m->w_x);
    memset(m->S, 0, (size_t)(m->m * m->columns) * sizeof *m->S);
    m->law->regimes->start(m->self, m->d, m->rest_of_structure, m->mean, m->w, m->w_x);
    if (m->columns == 0 || !m->basis.has_static || sliders != RDG_STUCK_ON_BRANCH) {
        return;
    }
    for (rdg_index j = 0; j < m->d; j++) {
        memcpy(m->S + m->m * nc * j, m->w_x + m->m * j, (size_t)m->m * sizeof *m->S);
    }
}

/* The memory at tau = 0 agrees with the displacements there: sliders are drawn along. */
static void update(rdg_memory_march *m)
{
    rdg_memory_march_instant *at = &m->stage[0];
    rdg_memory_march_move(m, 0.0, at);
    memcpy(m->w0, m->w, (size_t)m->m * sizeof *m->w);
    memset(m->w_x, 0, (size_t)(m->m * m->d) * sizeof *m->w_x);
    m->law->regimes->update(m->self, m->d, at->x, at->v, m->w, m->status, m->w_x);
    for (rdg_index p = 0; p < m->columns; p++) {
        for (rdg_index k = 0; k < m->m; k++) {
            double sum = 0.0;
            for (rdg_index j = 0; j < m->d; j++) {
                sum += m->w_x[k + m->m * j] * rdg_memory_march_dx(m, at, j, p, 0.0);
            }
            if (m->w[k] != m->w0[k]) {
                m->S[k + m->m * p] = sum;
            }
        }
    }
}

static int march_period(rdg_memory_march *m)
{
    memcpy(m->w0, m->w, (size_t)m->m * sizeof *m->w);
    memcpy(m->S0, m->S, (size_t)(m->m * m->columns) * sizeof *m->S);
    memcpy(m->status0, m->status, (size_t)m->parts * sizeof *m->status);
    memset(m->F, 0, (size_t)m->N * sizeof *m->F);
    memset(m->J, 0, (size_t)(m->N * m->columns) * sizeof *m->J);
    memset(m->C, 0, (size_t)(m->N * m->N) * sizeof *m->C);
    memset(m->T, 0, (size_t)m->columns * sizeof *m->T);
    memset(m->peak, 0, (size_t)m->m * sizeof *m->peak);
    memset(m->steepest, 0, (size_t)m->m * sizeof *m->steepest);
    m->moves = false;
    m->sequence = 0;
    double from = 0.0;
    for (rdg_index s = 1; s <= m->steps; s++) {
        const double to = two_pi * (double)s / (double)m->steps;
        const int answer = rdg_memory_march_step(m, from, to);
        if (answer != 0) {
            return answer;
        }
        from = to;
    }
    return 0;
}

static bool is_remembered(const rdg_memory_march *m, rdg_index part)
{
    const rdg_law_regimes *regimes = m->law->regimes;
    return !regimes->remembers || regimes->remembers(m->self, m->status[part]);
}

/* Whether memory k and its derivatives are at the end of the period what they were at its beginning. */
static bool does_memory_repeat(const rdg_memory_march *m, rdg_index k)
{
    if (fabs(m->w[k] - m->w0[k]) > memory_repeats * m->peak[k]) {
        return false;
    }
    double change = 0.0;
    for (rdg_index p = 0; p < m->columns; p++) {
        change = fmax(change, fabs(m->S[k + m->m * p] - m->S0[k + m->m * p]));
    }
    return change <= slopes_repeat * m->steepest[k];
}

static bool does_repeat(const rdg_memory_march *m)
{
    const rdg_index each = m->law->regimes->memory;
    for (rdg_index part = 0; part < m->parts; part++) {
        if (m->status[part] != m->status0[part]) {
            return false;
        }
        for (rdg_index k = each * part; is_remembered(m, part) && k < each * (part + 1); k++) {
            if (!does_memory_repeat(m, k)) {
                return false;
            }
        }
    }
    return true;
}

int rdg_memory_march_periods(rdg_memory_march *m, const double *z, double omega, bool derivatives,
                             rdg_stuck_slider sliders)
{
    m->z = z;
    m->omega = omega;
    m->columns = derivatives ? m->N + 1 : 0;
    start(m, sliders);
    update(m);
    m->repeats = true;
    for (int k = 0; k < RDG_MEMORY_PERIODS; k++) {
        const int answer = march_period(m);
        if (answer != 0) {
            return answer;
        }
        if (!does_repeat(m)) {
            continue;
        }
        if (sliders == RDG_STUCK_ON_BRANCH || m->moves) {
            return 0;
        }
        /* all stick: constant in small motions */
        memset(m->S, 0, (size_t)(m->m * m->columns) * sizeof *m->S);
        return march_period(m);
    }
    m->repeats = false;
    return 1;
}
