/* Random contact problems: bodies M, velocities v, directions W; G = W^T M^-1 W, b = W^T v. */
#ifndef RDG_TEST_CONTACT_CASES_H
#define RDG_TEST_CONTACT_CASES_H

#include "support.h"

#include <ridgewalk/contact_problem.h>

#include <math.h>
#include <string.h>

enum { CASE_CONTACTS = 50, CASE_ROWS = 160, CASE_DOFS = 160 };

typedef struct contact_case {
    rdg_contact_problem problem;
    rdg_index n, rows; /* degrees of freedom, rows */
    int directions[CASE_CONTACTS];
    double mu[CASE_CONTACTS];
    double mass[CASE_DOFS], v[CASE_DOFS], W[CASE_ROWS * CASE_DOFS];
    double G[CASE_ROWS * CASE_ROWS], b[CASE_ROWS], r[CASE_ROWS];
} contact_case;

static inline double case_uniform(uint64_t *seed)
{
    return 0.5 * (1.0 + random_signed(seed));
}

/* G and b of W, mass and v; e: b = (1 + e) W^T v */
static inline void case_assemble(contact_case *c, double e)
{
    for (rdg_index i = 0; i < c->rows; i++) {
        c->b[i] = 0;
        for (rdg_index k = 0; k < c->n; k++) {
            c->b[i] += (1 + e) * c->W[i * c->n + k] * c->v[k];
        }
        for (rdg_index j = 0; j <= i; j++) {
            double sum = 0;
            for (rdg_index k = 0; k < c->n; k++) {
                sum += c->W[i * c->n + k] * c->W[j * c->n + k] / c->mass[k];
            }
            c->G[i * c->rows + j] = c->G[j * c->rows + i] = sum;
        }
    }
    c->problem.directions = c->directions;
    c->problem.mu = c->mu;
    c->problem.G = c->G;
    c->problem.b = c->b;
    memset(c->r, 0, sizeof c->r);
}

/* spread: masses from 10^-spread to 10^spread; redundant: fewer degrees of freedom than rows */
static inline void case_draw(contact_case *c, rdg_index contacts, int directions, rdg_index bilateral,
                             bool redundant, double spread, double most_mu, double e, uint64_t *seed)
{
    c->problem.contacts = contacts;
    c->problem.bilateral = bilateral;
    c->rows = bilateral;
    for (rdg_index k = 0; k < contacts; k++) {
        c->directions[k] = directions;
        c->mu[k] = most_mu * case_uniform(seed);
        c->rows += 1 + c->directions[k];
    }
    const rdg_index own = redundant ? c->rows / 2 : c->rows + 2;
    c->n = own > bilateral + 1 ? own : bilateral + 1;
    for (rdg_index k = 0; k < c->n; k++) {
        c->mass[k] = pow(10.0, spread * random_signed(seed));
        c->v[k] = random_signed(seed);
    }
    for (rdg_index k = 0; k < c->n * c->rows; k++) {
        c->W[k] = random_signed(seed);
    }
    case_assemble(c, e);
}

static inline void row_velocities(const contact_case *w, double *xi)
{
    for (rdg_index i = 0; i < w->rows; i++) {
        xi[i] = w->b[i];
        for (rdg_index j = 0; j < w->rows; j++) {
            xi[i] += w->G[j * w->rows + i] * w->r[j];
        }
    }
}

/* Complementarity, cone and greatest dissipation, each by itself; tol in units of max |b|. */
static inline void law_holds(const contact_case *w, double tol)
{
    double xi[CASE_ROWS], size = 0;
    row_velocities(w, xi);
    for (rdg_index i = 0; i < w->rows; i++) {
        size = fmax(size, fabs(w->b[i]));
    }
    for (rdg_index i = 0; i < w->problem.bilateral; i++) {
        assert_near(xi[i], 0.0, 0.0, tol * size);
    }
    rdg_index row = w->problem.bilateral;
    for (rdg_index k = 0; k < w->problem.contacts; k++) {
        const double rN = w->r[row], own = w->G[row * w->rows + row], limit = w->mu[k] * rN;
        double rT = 0, xT = 0, product = 0;
        assert_true(rN >= 0.0);
        assert_near(fmin(xi[row], own * rN), 0.0, 0.0, tol * size);
        for (int j = 1; j <= w->directions[k]; j++) {
            rT = hypot(rT, w->r[row + j]);
            xT = hypot(xT, xi[row + j]);
            product += w->r[row + j] * xi[row + j];
        }
        assert_true(w->directions[k] == 0 || rT <= limit * (1 + 1e-14));
        if (w->directions[k] > 0) {
            assert_near(limit * xT + product, 0.0, 0.0, 100 * tol * size * (limit + size / own));
        }
        row += 1 + w->directions[k];
    }
}

typedef struct contact_survey {
    int count[9]; /* by method */
    int soft;     /* unanswered, though neither redundant nor of masses that differ by more than 10 */
} contact_survey;

/* 1 to 50 contacts, planar and spatial, with and without ideal constraints, redundant and not, of masses that
 * differ by up to 1000 times, with mu up to 1.5. */
static inline contact_survey survey(rdg_context *ctx, int problems, uint64_t seed)
{
    static contact_case c;
    rdg_contact_solver *s = rdg_contact_solver_create(ctx, 2, CASE_CONTACTS);
    contact_survey found = {.soft = 0};
    assert_non_null(s);
    for (int k = 0; k < problems; k++) {
        const double u = case_uniform(&seed), spread = 0.5 * (k % 4), mu = 0.5 * (1 + k % 3);
        const rdg_index contacts = k == 0 ? 50 : 1 + (rdg_index)(49.999 * u * u * u * u);
        const bool redundant = k % 5 < 2;
        rdg_contact_answer a;
        case_draw(&c, contacts, k % 2 ? 1 : 2, k % 7 ? 0 : 2, redundant, spread, mu, 0, &seed);
        const rdg_status status = rdg_contact_solve(s, &c.problem, c.r, &a);
        found.count[a.method]++;
        if (status == RDG_OK) {
            law_holds(&c, redundant ? 1e-10 : 2e-12);
            assert_true(a.residual <= 1e-12 || redundant);
        } else {
            assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "of the largest velocity");
            rdg_error_clear(ctx);
            found.soft += !redundant && spread < 1.0;
        }
    }
    return found;
}

#endif
