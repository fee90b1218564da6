/* Directions in the eigenspace of a repeated linear frequency to which nonlinear modes tend at small
 * amplitude.
 *
 * With the M-orthonormal basis Phi, q = a Re(Phi c exp(i omega t)) + w, |c| = 1, the equations of harmonic 1
 * on the eigenspace are (bifurcation equation, Lyapunov-Schmidt)
 *
 *     N(c) = Phi^T R_1(a Phi c + w) / a = lambda c ,
 *
 * where R_1 is the first harmonic of the residual at the linear frequency: what is nonlinear there, and
 * damping. Its part across c has to vanish: F(c) = N - (c^H N) c = 0. All else, w, follows by one step of
 * Newton's method at rest: quadratic terms change N by it as much as cubic ones do, and where cubic terms
 * alone distinguish no direction, as in a ring of three, the next order does. A conservative mode has real c,
 * all moves in phase; with artificial damping c may be complex, as of waves that travel round a ring. */
#include "dnnm_direction_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

void rdg_dnnm_expand_direction(const rdg_dnnm_search *s, const double *c, double *b)
{
    const rdg_index all = s->space->m, m = s->m;
    memset(b, 0, 2 * (size_t)all * sizeof *b);
    for (rdg_index k = 0; k < s->d; k++) {
        for (rdg_index i = 0; i < all; i++) {
            b[i + all * (k / m)] += s->frame[i + all * (k % m)] * c[k];
        }
    }
}

static void dnnm_reduce_direction(const rdg_dnnm_search *s, const double *b, double *c)
{
    const rdg_index all = s->space->m, m = s->m;
    for (rdg_index k = 0; k < s->d; k++) {
        c[k] = rdg_dot(all, s->frame + all * (k % m), b + all * (k / m));
    }
}

/* u: the motion a Phi c about rest, c of the whole eigenspace */
static void fill_motion(const rdg_dnnm_search *s, const double *c)
{
    const rdg_dnnm_model *model = s->model;
    const rdg_index n = model->n, m = s->space->m;
    rdg_hbm_rest_coefficients(model->hb, s->u);
    s->u[model->m] = s->space->omega;
    s->u[model->m + 1] = 0.0;
    for (rdg_index k = 0; k < m; k++) {
        for (rdg_index i = 0; i < n; i++) {
            const double part = s->a * s->space->basis[i + n * k];
            s->u[model->first + i] += part * c[k];
            s->u[model->first + n + i] -= part * c[m + k];
        }
    }
}

static bool evaluate_residual(const rdg_dnnm_search *s)
{
    const rdg_function *f = s->model->forced;
    return f->f(s->model->m + 2, s->u, s->model->m, s->y, f->data) == 0;
}

/* Of harmonic 1 what lies outside of the eigenspace: r -= M Phi (Phi^T r) */
static void project(const rdg_dnnm_search *s, double *r)
{
    const rdg_index n = s->model->n;
    for (rdg_index k = 0; k < s->space->m; k++) {
        const double along = rdg_dot(n, s->space->basis + n * k, r);
        for (rdg_index i = 0; i < n; i++) {
            r[i] -= along * s->space->mass_basis[i + n * k];
        }
    }
}

/* w: one step of Newton's method, harmonic by harmonic. */
static bool follow(const rdg_dnnm_search *s)
{
    const rdg_index n = s->model->n;
    bool done = true;
    for (rdg_index k = 0; done && k < s->space->n_blocks; k++) {
        const rdg_dnnm_block *block = &s->space->block[k];
        const lapack_int size = (lapack_int)block->size;
        double *w = s->y + block->first;
        if (block->first == s->model->first) {
            project(s, w);
            project(s, w + n);
        }
        done = RDG_BLAS(LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', size, 1, block->factor, size, block->pivot, w,
                                       size)) == 0;
        for (rdg_index i = 0; done && i < block->size; i++) {
            s->u[block->first + i] -= w[i];
        }
    }
    return done && (s->space->n_blocks == 0 || evaluate_residual(s));
}

void rdg_dnnm_normalise(rdg_index d, double *c)
{
    const double size = rdg_norm(d, c);
    for (rdg_index k = 0; k < d; k++) {
        c[k] /= size;
    }
}

bool rdg_dnnm_bifurcation(const rdg_dnnm_search *s, const double *any, double *F, double shift[2])
{
    double c[2 * RDG_DNNM_MULTIPLICITY], force[2 * RDG_DNNM_MULTIPLICITY], all[2 * RDG_DNNM_MULTIPLICITY];
    const rdg_dnnm_model *model = s->model;
    const rdg_index n = model->n, m = s->m;
    const bool is_complex = s->d > m;
    memcpy(c, any, (size_t)s->d * sizeof *c);
    rdg_dnnm_normalise(s->d, c);
    rdg_dnnm_expand_direction(s, c, all);
    fill_motion(s, all);
    if (!evaluate_residual(s) || !follow(s)) {
        return false;
    }
    for (rdg_index k = 0; k < s->space->m; k++) {
        const double *phi = s->space->basis + n * k;
        force[k] = rdg_dot(n, phi, s->y + model->first) / s->a;
        force[s->space->m + k] = -rdg_dot(n, phi, s->y + model->first + n) / s->a;
    }
    dnnm_reduce_direction(s, force, F);
    shift[0] = rdg_dot(s->d, c, F);
    shift[1] = is_complex ? rdg_dot(m, c, F + m) - rdg_dot(m, c + m, F) : 0.0;
    for (rdg_index k = 0; k < m; k++) {
        F[k] -= shift[0] * c[k] - (is_complex ? shift[1] * c[m + k] : 0.0);
        if (is_complex) {
            F[m + k] -= shift[0] * c[m + k] + shift[1] * c[k];
        }
    }
    return true;
}
