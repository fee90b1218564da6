/* Newton's method on Alart and Curnier's functions of many contacts. These are homogeneous, F = A xi + B r,
 * so that a step solves A xi + B r = 0 with the A and B of the present contact states. */
#include "contact_large_impl.h"

#include <math.h>
#include <string.h>

/* A and B of a slipping direction j: with y and z of the normal and tangential parts, n = z/|z| and
 * D = (mu y/|z|) (1 - n n^T), the row is r_T - D z - mu n y. */
static void slip_row(const rdg_large_contacts *s, rdg_index b, int j, double limit, const double *z, double y,
                     double *A, double *B)
{
    const int rows = rdg_large_rows(s, b);
    const double *rho = s->rho + s->first[b], length = hypot(z[0], z[1]);
    const double n[2] = {length > 0.0 ? z[0] / length : 0.0, length > 0.0 ? z[1] / length : 0.0};
    const double share = length > 0.0 ? limit / length : 0.0, pull = y > 0.0 ? s->mu[b] * n[j] : 0.0;
    for (int i = 0; i < rows - 1; i++) {
        const double D = rows == 3 ? share * ((i == j) - n[j] * n[i]) : 0.0;
        A[3 * (j + 1) + i + 1] = D * rho[i + 1] / rho[j + 1];
        B[3 * (j + 1) + i + 1] = ((i == j) - D) / rho[j + 1];
    }
    A[3 * (j + 1)] = pull * rho[0] / rho[j + 1];
    B[3 * (j + 1)] = -pull / rho[j + 1];
}

static void regimes(const rdg_large_contacts *s, rdg_index b, double *A, double *B)
{
    const rdg_index at = s->first[b];
    const int rows = rdg_large_rows(s, b);
    if (b < s->bilateral) {
        A[0] = 1.0;
        return;
    }
    const double y = s->r[at] - s->rho[at] * s->xi[at];
    if (!rdg_large_acts(s, b) || !(y > 0.0)) {
        for (int j = 0; j < rows; j++) {
            B[3 * j + j] = 1.0 / s->rho[at + j];
        }
        return;
    }
    A[0] = 1.0;
    double z[2] = {0.0, 0.0};
    for (int j = 0; j < rows - 1; j++) {
        z[j] = s->r[at + 1 + j] - s->rho[at + 1 + j] * s->xi[at + 1 + j];
    }
    const double limit = s->mu[b] * y;
    const bool sticks = limit > 0.0 && hypot(z[0], z[1]) <= limit;
    for (int j = 0; j < rows - 1; j++) {
        if (sticks) {
            A[3 * (j + 1) + j + 1] = 1.0;
        } else {
            slip_row(s, b, j, limit, z, y, A, B);
        }
    }
}

/* slack: a multiple of what a contact gives way by itself, held at the impulses of the step before: for
 * contacts that carry more than they can distinguish. */
static bool step(rdg_large_contacts *s, double slack)
{
    rdg_large_begin(s);
    memcpy(s->rhs, s->now->f, (size_t)s->n * sizeof *s->rhs);
    for (rdg_index b = 0; b < s->blocks; b++) {
        double A[9] = {0.0}, B[9] = {0.0};
        const rdg_index at = s->first[b];
        const int rows = rdg_large_rows(s, b);
        regimes(s, b, A, B);
        for (int i = 0; i < rows; i++) {
            double *e = s->rhs + s->n + at + i;
            *e = 0.0;
            for (int j = 0; j < rows; j++) {
                *e -= A[3 * i + j] * s->now->c[at + j];
            }
            if (slack > 0.0 && A[3 * i + i] != 0.0) {
                B[3 * i + i] += slack / s->rho[at + i];
                *e += slack / s->rho[at + i] * s->r[at + i];
            }
        }
        rdg_large_place(s, b, NULL, A, B);
    }
    if (!rdg_large_solve(s)) {
        return false;
    }
    memcpy(s->v, s->x, (size_t)s->n * sizeof *s->v);
    memcpy(s->r, s->x + s->n, (size_t)s->rows * sizeof *s->r);
    return true;
}

static bool iterate(rdg_large_contacts *s, int most, double slack, rdg_contact_answer *answer)
{
    for (int k = 0; k < most; k++) {
        rdg_large_velocities(s, s->v, s->xi);
        if (!step(s, slack)) {
            if (slack > 0.0) {
                return false;
            }
            slack = 1e-9;
            continue;
        }
        answer->iterations++;
        if (rdg_large_accept(s, s->v, s->r, answer)) {
            return true;
        }
    }
    return false;
}

bool rdg_large_newton(rdg_large_contacts *s, int most, rdg_contact_answer *answer)
{
    return iterate(s, most, 0.0, answer);
}

bool rdg_large_hold(rdg_large_contacts *s, rdg_contact_answer *answer)
{
    static const double slack[] = {1e-9, 1e-6, 1e-4, 1e-2, 0.1};
    enum { MOST = 80 };
    for (size_t k = 0; k < sizeof slack / sizeof *slack; k++) {
        for (int press = 0; press < 2; press++) {
            memset(s->r, 0, (size_t)s->rows * sizeof *s->r);
            for (rdg_index b = s->bilateral; press && b < s->blocks; b++) {
                s->r[s->first[b]] = s->speed * s->rho[s->first[b]];
            }
            for (rdg_index i = 0; i < s->n; i++) {
                s->v[i] = s->now->f[i] / s->now->M[s->diagonal[i]];
            }
            answer->iterations = 0;
            if (iterate(s, MOST, slack[k], answer)) {
                return true;
            }
        }
    }
    return false;
}
