/* The referee of the law of rigid contacts: an independent spelling of it. It tries all states of all
 * contacts and solves for their forces by elimination of its own; it shares nothing with the library. Keep it
 * so: time stepping, coulomb and sliding in time all have their states and forces from one law. */
#ifndef RDG_TEST_RIGID_REFEREE_H
#define RDG_TEST_RIGID_REFEREE_H

#include "contact_cases.h"

#include <ridgewalk/rigid_contact.h>

enum { REFEREE_CONTACTS = 4, REFEREE_ROWS = 2 * REFEREE_CONTACTS + 2 };

/* Solve the equations of the referee: row i times the forces = right[i]; false: they are singular. */
static inline bool referee_solves(int n, double A[REFEREE_ROWS][REFEREE_ROWS], double *right)
{
    for (int k = 0; k < n; k++) {
        int at = k;
        for (int i = k; i < n; i++) {
            at = fabs(A[i][k]) > fabs(A[at][k]) ? i : at;
        }
        if (fabs(A[at][k]) < 1e-9) {
            return false;
        }
        for (int j = 0; j < n; j++) {
            const double kept = A[k][j];
            A[k][j] = A[at][j];
            A[at][j] = kept;
        }
        const double kept = right[k];
        right[k] = right[at];
        right[at] = kept;
        for (int i = 0; i < n; i++) {
            const double factor = i == k ? 0.0 : A[i][k] / A[k][k];
            for (int j = k; j < n; j++) {
                A[i][j] -= factor * A[k][j];
            }
            right[i] -= factor * right[k];
        }
    }
    for (int k = 0; k < n; k++) {
        right[k] /= A[k][k];
    }
    return true;
}

/* One equation for each force, as the table of states has them: o open, s sticks, + and - slips. */
static inline bool referee_forces(const contact_case *w, const char *states, double *r)
{
    double A[REFEREE_ROWS][REFEREE_ROWS] = {{0.0}};
    const int n = (int)w->rows, first = (int)w->problem.bilateral;
    for (int i = 0; i < n; i++) {
        const char state = i < first ? 's' : states[(i - first) / 2];
        const bool tangential = i >= first && (i - first) % 2 == 1;
        const double mu = i < first ? 0.0 : w->mu[(i - first) / 2];
        r[i] = 0.0;
        if (state == 'o') {
            A[i][i] = 1.0;
        } else if (tangential && state != 's') {
            A[i][i] = 1.0;
            A[i][i - 1] = state == '+' ? mu : -mu;
        } else {
            for (int j = 0; j < n; j++) {
                A[i][j] = w->G[j * n + i];
            }
            r[i] = -w->b[i];
        }
    }
    return referee_solves(n, A, r);
}

/* How surely the forces of states satisfy all inequalities; < 0: they do not. slip: [contacts] of
 * accelerations, the velocities at the instant: contacts that slip keep their direction, whatever the
 * acceleration. NULL: the problem is one of velocities. */
static inline double referee_judges(const contact_case *w, const char *states, const double *slip,
                                    const double *r)
{
    double least = INFINITY;
    const int n = (int)w->rows, first = (int)w->problem.bilateral;
    for (rdg_index k = 0; k < w->problem.contacts; k++) {
        const int row = first + 2 * (int)k;
        double gap = w->b[row], along = w->b[row + 1];
        for (int j = 0; j < n; j++) {
            gap += w->G[j * n + row] * r[j];
            along += w->G[j * n + row + 1] * r[j];
        }
        const char state = states[k];
        least = fmin(least, state == 'o' ? gap : r[row]);
        if (slip && slip[k] != 0.0) {
            least = fmin(least, state == 'o' || state == (slip[k] > 0.0 ? '+' : '-') ? INFINITY : -1.0);
        } else {
            least = fmin(least, state == 's'   ? w->mu[k] * r[row] - fabs(r[row + 1])
                                : state == '+' ? along
                                : state == '-' ? -along
                                               : INFINITY);
        }
    }
    return least;
}

static inline rdg_rigid_state named(char state)
{
    return state == 'o'   ? RDG_RIGID_OPEN
           : state == 's' ? RDG_RIGID_STICKS
           : state == '+' ? RDG_RIGID_SLIPS_FORWARD
                          : RDG_RIGID_SLIPS_BACK;
}

static inline double farthest(rdg_index n, const double *x, const double *y)
{
    double most = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i] - y[i]));
    }
    return most;
}

static inline double largest(rdg_index n, const double *x)
{
    double most = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i]));
    }
    return most;
}

/* The combination of a number, of contacts that may be open, stick and slip */
static inline void referee_states(rdg_index contacts, int which, char *states)
{
    for (rdg_index k = 0; k < contacts; k++, which /= 4) {
        states[k] = "os+-"[which % 4];
    }
}

#endif
