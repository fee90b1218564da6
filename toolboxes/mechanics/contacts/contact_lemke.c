/* Lemke's method for planar contacts: a linear complementarity problem in z = (r_N; l+, l-, s of each contact
 * with friction), r_T = l+ - l-, w_N = b_N + G_N. r,  w_+ = xi_T + s,  w_- = -xi_T + s,  w_s = mu r_N - l+ -
 * l-;   0 <= w perp z >= 0, of which the covering variable z0 makes w + z0 >= 0 at first; each pivot keeps w
 * z = 0. Ideal constraints are eliminated before. Rows of the tableau state basic = right-hand side + sum of
 * (entry * nonbasic). */
#include "contact_solver_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

typedef struct lemke {
    rdg_index m;                 /* variables z; w_i has the number m + i, z0 2 m */
    double *T;                   /* [m * (m + 2)] row by row: m + 1 nonbasic, then the right-hand side */
    rdg_index *basic, *nonbasic; /* [m], [m + 1] */
} lemke;

/* G and b without the ideal constraints, in s->A and s->x; rows that depend on others are left out. */
static void eliminate(rdg_contact_solver *s)
{
    const rdg_contact_scaled *p = &s->p;
    const rdg_index n = p->n;
    memcpy(s->A, p->G, (size_t)(n * n) * sizeof *s->A);
    memcpy(s->x, p->b, (size_t)n * sizeof *s->x);
    for (rdg_index k = 0; k < p->bilateral; k++) {
        const double pivot = s->A[k * n + k];
        if (fabs(pivot) < 1e-12) { /* the scaled diagonal was 1 */
            s->A[k * n + k] = INFINITY;
            continue;
        }
        for (rdg_index i = k + 1; i < n; i++) {
            const double factor = s->A[k * n + i] / pivot;
            for (rdg_index j = k + 1; factor != 0.0 && j < n; j++) {
                s->A[j * n + i] -= factor * s->A[j * n + k];
            }
            s->x[i] -= factor * s->x[k];
        }
    }
}

/* Impulses of the ideal constraints that belong to those of the contacts. */
static void substitute(rdg_contact_solver *s)
{
    const rdg_index n = s->p.n;
    for (rdg_index k = s->p.bilateral - 1; k >= 0; k--) {
        double sum = -s->x[k];
        for (rdg_index j = k + 1; j < n; j++) {
            sum -= s->A[j * n + k] * s->r[j];
        }
        s->r[k] = isinf(s->A[k * n + k]) ? 0.0 : sum / s->A[k * n + k];
    }
}

/* Variable z_i belongs to a row of impulses with a sign; s (the slip) to none. */
static void place_entry(const rdg_contact_solver *s, lemke *l, rdg_index i, double sign, rdg_index row)
{
    const rdg_contact_scaled *p = &s->p;
    double *T = l->T + i * (l->m + 2);
    rdg_index friction = p->contacts;
    for (rdg_index k = 0; k < p->contacts; k++) {
        T[k] = sign * s->A[p->first[k] * p->n + row];
        if (p->directions[k] > 0) {
            const double entry = sign * s->A[(p->first[k] + 1) * p->n + row];
            T[friction] = entry;
            T[friction + 1] = -entry;
            friction += 3;
        }
    }
    T[l->m] = 1.0;
    T[l->m + 1] = sign * s->x[row];
}

static void fill(const rdg_contact_solver *s, lemke *l)
{
    const rdg_contact_scaled *p = &s->p;
    const rdg_index width = l->m + 2;
    rdg_index at = p->contacts;
    memset(l->T, 0, (size_t)(l->m * width) * sizeof *l->T);
    for (rdg_index k = 0; k < p->contacts; k++) {
        place_entry(s, l, k, 1.0, p->first[k]);
        if (p->directions[k] > 0) {
            place_entry(s, l, at, 1.0, p->first[k] + 1);
            place_entry(s, l, at + 1, -1.0, p->first[k] + 1);
            l->T[at * width + at + 2] = 1.0;
            l->T[(at + 1) * width + at + 2] = 1.0;
            double *slip = l->T + (at + 2) * width;
            slip[k] = p->mu[k];
            slip[at] = slip[at + 1] = -1.0;
            slip[l->m] = 1.0;
            at += 3;
        }
    }
    for (rdg_index i = 0; i < l->m; i++) {
        l->basic[i] = l->m + i;
        l->nonbasic[i] = i;
    }
    l->nonbasic[l->m] = 2 * l->m;
}

/* The basic variable of a row and the nonbasic one of a column change places. */
static void exchange(lemke *l, rdg_index row, rdg_index column)
{
    const rdg_index width = l->m + 2;
    double *own = l->T + row * width;
    const double pivot = own[column];
    for (rdg_index j = 0; j < width; j++) {
        own[j] = j == column ? 1.0 / pivot : -own[j] / pivot;
    }
    for (rdg_index i = 0; i < l->m; i++) {
        double *other = l->T + i * width;
        const double factor = other[column];
        if (i != row && factor != 0.0) {
            other[column] = 0.0;
            for (rdg_index j = 0; j < width; j++) {
                other[j] += factor * own[j];
            }
        }
    }
    const rdg_index kept = l->basic[row];
    l->basic[row] = l->nonbasic[column];
    l->nonbasic[column] = kept;
}

/* The row whose variable is the first to vanish when that of the column grows; -1: none, a ray. */
static rdg_index leaving(const lemke *l, rdg_index column)
{
    const rdg_index width = l->m + 2;
    rdg_index row = -1;
    double least = INFINITY;
    for (rdg_index i = 0; i < l->m; i++) {
        const double entry = l->T[i * width + column];
        if (entry < -1e-11) {
            const double ratio = rdg_larger(0.0, l->T[i * width + l->m + 1]) / -entry;
            const double margin = row < 0 ? 0.0 : 1e-13 * (1.0 + least);
            if (ratio < least - margin || (ratio <= least + margin && l->basic[i] == 2 * l->m)) {
                least = fmin(least, ratio);
                row = i;
            }
        }
    }
    return row;
}

static rdg_index column_of(const lemke *l, rdg_index variable)
{
    rdg_index j = 0;
    while (j < l->m && l->nonbasic[j] != variable) {
        j++;
    }
    return j;
}

/* true: z0 has left the basis. */
static bool pivot(lemke *l, int *iterations)
{
    const rdg_index width = l->m + 2;
    rdg_index row = 0;
    if (l->m == 0) { /* ideal constraints alone */
        return true;
    }
    for (rdg_index i = 1; i < l->m; i++) {
        row = l->T[i * width + l->m + 1] < l->T[row * width + l->m + 1] ? i : row;
    }
    if (l->T[row * width + l->m + 1] >= 0.0) {
        return true;
    }
    rdg_index column = l->m;
    for (int k = 0; k < 20 * (int)l->m + 50; k++, ++*iterations) {
        const rdg_index left = l->basic[row];
        exchange(l, row, column);
        if (left == 2 * l->m) {
            return true;
        }
        column = column_of(l, left >= l->m ? left - l->m : left + l->m);
        row = leaving(l, column);
        if (row < 0) {
            return false;
        }
    }
    return false;
}

static void read_impulses(rdg_contact_solver *s, const lemke *l)
{
    const rdg_contact_scaled *p = &s->p;
    memset(s->r, 0, (size_t)p->n * sizeof *s->r);
    for (rdg_index i = 0; i < l->m; i++) {
        const double value = l->T[i * (l->m + 2) + l->m + 1];
        rdg_index friction = p->contacts;
        for (rdg_index k = 0; k < p->contacts && l->basic[i] < l->m; k++) {
            if (l->basic[i] == k) {
                s->r[p->first[k]] = value;
            } else if (p->directions[k] > 0 && l->basic[i] >= friction && l->basic[i] < friction + 2) {
                s->r[p->first[k] + 1] += l->basic[i] == friction ? value : -value;
            }
            friction += p->directions[k] > 0 ? 3 : 0;
        }
    }
}

static bool attempt(rdg_contact_solver *s, lemke *l, double lift, int *iterations)
{
    eliminate(s);
    fill(s, l);
    for (rdg_index i = 0; i < l->m; i++) {
        l->T[i * (l->m + 2) + l->m + 1] += lift * rdg_general(i);
    }
    if (!pivot(l, iterations)) {
        return false;
    }
    int steps = 0;
    read_impulses(s, l);
    substitute(s);
    return rdg_contact_accept(s, s->r) || rdg_contact_by_newton(s, 8, false, &steps);
}

bool rdg_contact_by_lemke(rdg_contact_solver *s, int *iterations)
{
    const rdg_contact_scaled *p = &s->p;
    lemke l = {.m = p->contacts, .T = s->tableau, .basic = s->basis};
    double size = 0.0;
    for (rdg_index k = 0; k < p->contacts; k++) {
        l.m += p->directions[k] > 0 ? 3 : 0;
        if (p->directions[k] > 1) {
            return false;
        }
    }
    if (p->contacts > RDG_CONTACT_LEMKE_MOST) {
        return false;
    }
    for (rdg_index i = 0; i < p->n; i++) {
        size = rdg_larger(size, fabs(p->b[i]));
    }
    l.nonbasic = s->basis + l.m;
    /* Redundant contacts make the tableau degenerate: pivots may go round in a circle. Velocities that are
     * lifted a little, each by a part of its own, do not; Newton's method then finishes with the true ones.
     */
    return attempt(s, &l, 0.0, iterations) || attempt(s, &l, 1e-9 * size, iterations) ||
           attempt(s, &l, 1e-6 * size, iterations);
}
