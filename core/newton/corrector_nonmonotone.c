/* Line search that lets the residual grow for a while, where full steps of Newton's method are blocked.
 *
 * Where all contacts of a surface begin to slip together, the residual has a valley whose walls are the
 * contacts' changes of state. A search that wants less residual with each step stays in it. Newton's steps
 * lead out if the residual may be as large as one of the last few times (L. Grippo, F. Lampariello, S.
 * Lucidi, SIAM J. Numer. Anal. 23 (1986) 707), and somewhat larger (D.-H. Li, M. Fukushima, Optim. Methods
 * Softw. 13 (2000) 181). Such a search may end at another solution, or nowhere. */
#include "corrector_parts_impl.h"
#include "toolbox.h"

#include <string.h>

/* Measured on an elastic block with 25 and 81 contact nodes, from 30 N, where all stick, to seven forces from
 * 33 to 45 N, where all slip: all of the 14 solutions are found, most in 10 steps. With one residual, no
 * growth, or three halvings, some are not found in 30 steps. */
enum { REMEMBERED = 3 };
/* Steps, of those that a search for less and less residual may take. */
enum { MOST_FACTOR = 2 };
static const double growth = 2.0;
enum { HALVINGS = 4 };

/* Into c->trial, of length `length`. False: outside the domain. */
static bool try_step(rdg_corrector *c, const double *u, double length, double *square)
{
    for (rdg_index j = 0; j < c->s->n; j++) {
        c->trial[j] = u[j] - length * c->step[j];
    }
    c->trial_answer = rdg_corrector_try(c, c->trial, c->trial_residual);
    *square = c->trial_answer == 0 ? rdg_corrector_square(c, c->trial_residual) : INFINITY;
    return c->trial_answer == 0;
}

/* The longest step whose residual is small enough, or the best one. False: none is within the domain. */
static bool choose_step(rdg_corrector *c, const double *u, double limit)
{
    double best = INFINITY, best_length = 0.0, square = 0.0;
    for (int k = 0; k <= HALVINGS; k++) {
        const double length = ldexp(1.0, -k);
        if (try_step(c, u, length, &square) && square <= limit) {
            return true;
        }
        if (square < best) {
            best = square;
            best_length = length;
        }
    }
    return isfinite(best) && try_step(c, u, best_length, &square);
}

static double largest_of(const double *square)
{
    double largest = 0.0;
    for (int k = 0; k < REMEMBERED; k++) {
        largest = rdg_larger(largest, square[k]);
    }
    return largest;
}

bool rdg_corrector_go_nonmonotone(rdg_corrector *c, double residual_tol, double *u, int most, int *iterations)
{
    rdg_system *s = c->s;
    const size_t bytes = (size_t)s->n * sizeof *u;
    double square[REMEMBERED] = {rdg_corrector_square(c, c->residual)};
    for (*iterations = 0; *iterations < MOST_FACTOR * most;) {
        if (rdg_corrector_factor_at(c, u) != 0) {
            return false;
        }
        rdg_system_solve_step(s, s->matrix, c->residual, c->step);
        if (!choose_step(c, u, growth * growth * largest_of(square))) {
            return false;
        }
        memcpy(u, c->trial, bytes);
        memcpy(c->evaluated_at, u, bytes);
        memcpy(c->residual, c->trial_residual, bytes);
        c->evaluated = true;
        square[++*iterations % REMEMBERED] = rdg_corrector_square(c, c->residual);
        if (rdg_corrector_largest(c, c->residual) <= residual_tol) {
            return true;
        }
    }
    return false;
}
