/* Mehrotra's predictor and corrector for contacts whose slip s is held: with pressures x >= 0 of directions z
 * (of a contact without friction its normal; of a planar one p = mu r_N + r_T and q = mu r_N - r_T, whose
 * directions are the edges of the cone) and w = Z^T v + sigma >= 0, w x = 0. A spatial contact is taken
 * without its friction. Its contact states are then those from which Newton's method goes on. */
#include "contact_large_impl.h"

#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

/* r = T x; w = T^T (xi + (s, 0, 0)) */
static int edges(const rdg_large_contacts *s, rdg_index b, double *T)
{
    const double mu = s->mu[b];
    memset(T, 0, 9 * sizeof *T);
    if (b < s->bilateral || rdg_large_rows(s, b) != 2 || mu == 0.0) {
        T[0] = 1.0;
        return b < s->bilateral ? 0 : 1;
    }
    T[0] = T[1] = 0.5 / mu; /* r_N = (p + q) / (2 mu) */
    T[3] = 0.5;             /* r_T = (p - q) / 2 */
    T[4] = -0.5;
    return 2;
}

/* w - of the present velocities, for the pressures of a block */
static void gaps(const rdg_large_contacts *s, rdg_index b, const double *T, int count, double *w)
{
    for (int i = 0; i < count; i++) {
        w[i] = T[i] * s->slip[b];
        for (int j = 0; j < rdg_large_rows(s, b); j++) {
            w[i] += T[3 * j + i] * s->xi[s->first[b] + j];
        }
    }
}

static void begin(rdg_large_contacts *s)
{
    for (rdg_index b = 0; b < s->blocks; b++) {
        double T[9], w[3] = {0};
        const int count = rdg_large_acts(s, b) ? edges(s, b, T) : 0;
        gaps(s, b, T, count, w);
        for (int i = 0; i < rdg_large_rows(s, b); i++) {
            const rdg_index at = s->first[b] + i;
            s->px[at] = i < count ? s->speed * s->rho[s->first[b]] : 0.0;
            s->pw[at] = i < count ? rdg_larger(fabs(w[i]), s->speed) : 0.0;
        }
    }
}

/* The part of a block in the system for dv, dx; `target`: what x w + ... is to become, for each pressure */
static void place(rdg_large_contacts *s, rdg_index b, const double *target)
{
    double T[9], A[9] = {0}, B[9] = {0}, w[3] = {0};
    const rdg_index at = s->first[b];
    const int count = edges(s, b, T), rows = rdg_large_rows(s, b);
    const bool acts = rdg_large_acts(s, b);
    gaps(s, b, T, count, w);
    for (int i = 0; i < rows; i++) {
        double *e = s->rhs + s->n + at + i;
        *e = 0.0;
        if (b < s->bilateral) {
            A[0] = 1.0;
            *e = -s->xi[at];
        } else if (!acts || i >= count) {
            B[3 * i + i] = 1.0;
        } else {
            for (int j = 0; j < rows; j++) {
                A[3 * i + j] = T[3 * j + i];
            }
            B[3 * i + i] = s->pw[at + i] / s->px[at + i];
            *e = target[i] / s->px[at + i] + s->pw[at + i] - w[i];
        }
    }
    rdg_large_place(s, b, T, A, B);
}

/* dv into s->x, dx and dw; predictor: sigma = 0 and no corrector's products */
static bool direction(rdg_large_contacts *s, double sigma_mu, bool corrects)
{
    rdg_large_begin(s);
    memcpy(s->rhs, s->now->f, (size_t)s->n * sizeof *s->rhs);
    rdg_large_push(s, s->r, s->rhs);
    rdg_large_slow(s, s->v, s->rhs);
    for (rdg_index b = 0; b < s->blocks; b++) {
        double target[3] = {0};
        for (int i = 0; i < rdg_large_rows(s, b); i++) {
            const rdg_index at = s->first[b] + i;
            target[i] = sigma_mu - s->px[at] * s->pw[at] - (corrects ? s->dx[at] * s->dw[at] : 0.0);
        }
        place(s, b, target);
    }
    if (!rdg_large_solve(s)) {
        return false;
    }
    for (rdg_index b = 0; b < s->blocks; b++) {
        double T[9];
        const int count = rdg_large_acts(s, b) ? edges(s, b, T) : 0;
        for (int i = 0; i < rdg_large_rows(s, b); i++) {
            const rdg_index at = s->first[b] + i;
            const double target = sigma_mu - s->px[at] * s->pw[at] - (corrects ? s->dx[at] * s->dw[at] : 0.0);
            s->dx[at] = s->x[s->n + at];
            s->dw[at] = i < count ? (target - s->pw[at] * s->dx[at]) / s->px[at] : 0.0;
        }
    }
    return true;
}

/* The longest step in [0, 1] that keeps all positive, and the mean product behind `share` of it */
static double reach(const rdg_large_contacts *s, double share, double *mean)
{
    double t = 1.0 / share, sum = 0.0;
    rdg_index count = 0;
    for (rdg_index i = 0; i < s->rows; i++) {
        if (s->pw[i] > 0.0) {
            t = s->dx[i] < 0.0 ? fmin(t, -s->px[i] / s->dx[i]) : t;
            t = s->dw[i] < 0.0 ? fmin(t, -s->pw[i] / s->dw[i]) : t;
            count++;
        }
    }
    t = fmin(1.0, share * t);
    for (rdg_index i = 0; i < s->rows; i++) {
        sum += s->pw[i] > 0.0 ? (s->px[i] + t * s->dx[i]) * (s->pw[i] + t * s->dw[i]) : 0.0;
    }
    *mean = count > 0 ? sum / (double)count : 0.0;
    return t;
}

static void go(rdg_large_contacts *s, double t)
{
    for (rdg_index i = 0; i < s->n; i++) {
        s->v[i] += t * s->x[i];
    }
    for (rdg_index b = 0; b < s->blocks; b++) {
        double T[9];
        const int rows = rdg_large_rows(s, b);
        edges(s, b, T);
        for (int i = 0; i < rows; i++) {
            const rdg_index at = s->first[b] + i;
            s->px[at] += t * s->dx[at];
            s->pw[at] += t * s->dw[at];
        }
        for (int i = 0; i < rows; i++) {
            s->r[s->first[b] + i] = 0.0;
            for (int j = 0; j < rows; j++) {
                s->r[s->first[b] + i] += T[3 * i + j] * s->px[s->first[b] + j];
            }
        }
    }
}

/* The problem with the slip held, to small products. false: a system was not solved. */
static bool centre(rdg_large_contacts *s, int *iterations)
{
    enum { MOST = 120 };
    const double share = 0.99;
    double unit = 0.0, mean, ahead;
    begin(s);
    memset(s->dx, 0, (size_t)s->rows * sizeof *s->dx);
    memset(s->dw, 0, (size_t)s->rows * sizeof *s->dw);
    rdg_large_velocities(s, s->v, s->xi);
    go(s, 0.0); /* r of the pressures */
    reach(s, 1.0, &unit);
    for (int k = 0; k < MOST; k++) {
        rdg_large_velocities(s, s->v, s->xi);
        if (!direction(s, 0.0, false)) {
            return false;
        }
        const double full = reach(s, 1.0, &ahead), kept = full;
        const double none = rdg_dot(s->rows, s->px, s->pw);
        rdg_index count = 0;
        for (rdg_index i = 0; i < s->rows; i++) {
            count += s->pw[i] > 0.0;
        }
        mean = count > 0 ? none / (double)count : 0.0;
        const double ratio = mean > 0.0 ? ahead / mean : 0.0, sigma = ratio * ratio * ratio;
        if (!direction(s, sigma * mean, kept > 0.0)) {
            return false;
        }
        const double t = reach(s, share, &ahead);
        go(s, t);
        ++*iterations;
        if (ahead <= 1e-13 * unit && t > 0.5) {
            return true;
        }
        if (!isfinite(ahead)) {
            return false;
        }
    }
    return true;
}

/* s = mu |xi_T|; how much it has changed */
static double take_slip(rdg_large_contacts *s)
{
    double change = 0.0;
    rdg_large_velocities(s, s->v, s->xi);
    for (rdg_index b = s->bilateral; b < s->blocks; b++) {
        const rdg_index at = s->first[b];
        const double slip = rdg_large_rows(s, b) == 2 ? s->mu[b] * fabs(s->xi[at + 1]) : 0.0;
        change = rdg_larger(change, fabs(slip - s->slip[b]));
        s->slip[b] = slip;
    }
    return change;
}

bool rdg_large_interior(rdg_large_contacts *s, rdg_contact_answer *answer)
{
    enum { ROUNDS = 40, STEPS = 8 };
    memset(s->slip, 0, (size_t)s->blocks * sizeof *s->slip);
    for (int round = 0; round < ROUNDS; round++) {
        int own = 0;
        rdg_contact_answer finish = {.iterations = 0};
        if (!centre(s, &own)) {
            return false;
        }
        answer->iterations += own;
        const double change = take_slip(s);
        const bool good = rdg_large_newton(s, STEPS, &finish);
        answer->residual = finish.residual;
        answer->worst = finish.worst;
        if (good) {
            return true;
        }
        if (change <= 1e-14 * s->speed) {
            return false;
        }
    }
    return false;
}
