/* A step of the integration of a memory, divided where contact states end. */
#include "memory_march_impl.h"

#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

enum { MOST_EVENTS = 1000, LAST = RDG_MEMORY_STAGES - 1 };

/* The end of a contact state that a piece has passed. */
typedef struct event {
    rdg_index part; /* -1: none */
    int event;
} event;

static rdg_law_state end_state(const rdg_memory_march *m)
{
    return (rdg_law_state){
        .x = m->stage[LAST].x, .v = m->stage[LAST].v, .w = m->W + m->m * LAST, .status = m->status};
}

/* The first function of an end of contact state that is negative at the end of the piece. */
static event find_event(rdg_memory_march *m)
{
    const rdg_law_state at = end_state(m);
    for (rdg_index part = 0; part < m->parts; part++) {
        rdg_law_event_surface surface[RDG_LAW_EVENTS] = {{.h = 0.0}};
        const int count = m->law->regimes->event_surfaces(m->self, m->d, part, &at, surface);
        for (int k = 0; k < count; k++) {
            if (surface[k].h < 0.0) {
                return (event){.part = part, .event = k};
            }
        }
    }
    return (event){.part = -1};
}

/* Bisection to rounding: the piece from `from` ends behind the first end of a contact state, at *to. */
static int locate(rdg_memory_march *m, double from, double *to, event *found)
{
    double before = from;
    for (;;) {
        const double middle = 0.5 * (before + *to);
        if (!(middle > before && middle < *to)) {
            break;
        }
        const int answer = rdg_memory_march_solve(m, from, middle);
        if (answer != 0) {
            return answer;
        }
        const event there = find_event(m);
        if (there.part >= 0) {
            *to = middle;
            *found = there;
        } else {
            before = middle;
        }
    }
    return rdg_memory_march_solve(m, from, *to);
}

/* Derivatives of y = (x, v, w) at the end of the piece, by parameter p or (p = columns) by the end. */
static void state_slope(const rdg_memory_march *m, rdg_index p, double *y)
{
    const rdg_index n = RDG_MEMORY_STAGES * m->m;
    const double dtau = p == m->columns ? 1.0 : m->end[p];
    for (rdg_index j = 0; j < m->d; j++) {
        y[j] = rdg_memory_march_dx(m, &m->stage[LAST], j, p, dtau);
        y[m->d + j] = rdg_memory_march_dv(m, &m->stage[LAST], j, p, dtau);
    }
    for (rdg_index k = 0; k < m->m; k++) {
        y[2 * m->d + k] = m->rhs[m->m * LAST + k + n * p];
    }
}

/* How the instant of an event changes: dh/dp + dh/dtau dtau/dp = 0. The stages of the piece follow. */
static void differentiate_event(rdg_memory_march *m, event at)
{
    const rdg_index n = RDG_MEMORY_STAGES * m->m;
    rdg_law_event_surface surface[RDG_LAW_EVENTS] = {{.h = 0.0}};
    memset(m->dh, 0, (size_t)(RDG_LAW_EVENTS * m->n) * sizeof *m->dh);
    for (int k = 0; k < RDG_LAW_EVENTS; k++) {
        surface[k].dh = m->dh + m->n * k;
    }
    const rdg_law_state state = end_state(m);
    m->law->regimes->event_surfaces(m->self, m->d, at.part, &state, surface);
    const double *dh = surface[at.event].dh;
    state_slope(m, m->columns, m->y);
    const double rate = rdg_dot(m->n, dh, m->y);
    for (rdg_index p = 0; p < m->columns; p++) {
        state_slope(m, p, m->y);
        m->end[p] = rate != 0.0 ? -rdg_dot(m->n, dh, m->y) / rate : 0.0;
        for (rdg_index r = 0; r < n; r++) {
            m->rhs[r + n * p] += m->rhs[r + n * m->columns] * m->end[p];
        }
    }
}

static void note_movement(rdg_memory_march *m)
{
    const rdg_law_regimes *regimes = m->law->regimes;
    const rdg_index each = regimes->memory;
    for (rdg_index k = 0; k < m->m; k++) {
        m->peak[k] = fmax(m->peak[k], fabs(m->W[m->m * LAST + k]));
        m->moves = m->moves || (each > 0 && m->W[m->m * LAST + k] != m->w[k]);
    }
}

/* The state at the end of the piece is that where the next one begins. */
static void accept(rdg_memory_march *m)
{
    const rdg_index n = RDG_MEMORY_STAGES * m->m;
    note_movement(m);
    memcpy(m->w, m->W + m->m * LAST, (size_t)m->m * sizeof *m->w);
    for (rdg_index p = 0; p < m->columns; p++) {
        m->T[p] = m->end[p];
        for (rdg_index k = 0; k < m->m; k++) {
            m->steepest[k] = fmax(m->steepest[k], fabs(m->rhs[m->m * LAST + k + n * p]));
        }
        if (m->m > 0) {
            memcpy(m->S + m->m * p, m->rhs + m->m * LAST + n * p, (size_t)m->m * sizeof *m->S);
        }
    }
}

/* Memory and contact state of the part behind its event. The derivatives of the end state are those of the
 * piece. */
static void pass(rdg_memory_march *m, event at)
{
    const rdg_index each = m->law->regimes->memory, first = each * at.part;
    const rdg_law_state state = end_state(m);
    memset(m->pdw, 0, (size_t)(each * m->n) * sizeof *m->pdw);
    const int next = m->law->regimes->pass(m->self, m->d, at.part, at.event, &state, m->pw,
                                           m->columns > 0 ? m->pdw : NULL);
    for (rdg_index p = 0; p < m->columns; p++) {
        state_slope(m, p, m->y);
        for (rdg_index k = 0; k < each; k++) {
            double sum = 0.0;
            for (rdg_index i = 0; i < m->n; i++) {
                sum += m->pdw[k + each * i] * m->y[i];
            }
            m->S[first + k + m->m * p] = sum;
        }
    }
    if (each > 0) {
        memcpy(m->w + first, m->pw, (size_t)each * sizeof *m->w);
    }
    m->status[at.part] = next;
    const uint64_t multiplier = 6364136223846793005u; /* Knuth's, of a linear congruential generator */
    m->sequence = multiplier * (m->sequence + (uint64_t)(RDG_LAW_EVENTS * at.part + at.event) + 1u);
}

int rdg_memory_march_step(rdg_memory_march *m, double from, double to)
{
    for (int k = 0; k < MOST_EVENTS; k++) {
        double end = to;
        int answer = rdg_memory_march_solve(m, from, end);
        if (answer != 0) {
            return answer;
        }
        event next = find_event(m);
        if (next.part >= 0) {
            answer = locate(m, from, &end, &next);
        }
        memset(m->end, 0, (size_t)(m->columns + 1) * sizeof *m->end);
        answer = answer == 0 ? rdg_memory_march_differentiate(m, from, end) : answer;
        if (answer != 0) {
            return answer;
        }
        if (next.part >= 0 && m->columns > 0) {
            differentiate_event(m, next);
        }
        answer = rdg_memory_march_add_force(m, from, end);
        if (answer != 0) {
            return answer;
        }
        accept(m);
        if (next.part < 0) {
            return 0;
        }
        pass(m, next);
        from = end;
    }
    return 1;
}
