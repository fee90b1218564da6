/* Orbits at a Hopf point of equilibria (ep.h): small ones around it, of a given size along its critical
 * eigenvectors. */
#include "collocated_orbit_impl.h"

#include <ridgewalk/linear.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const char where[] = "rdg_collocation_from_hopf";

enum { SAMPLES = 64 };

/* A Hopf point. */
typedef struct hopf {
    rdg_hybrid *h;
    rdg_context *ctx;
    rdg_index n, np;
    double *u;       /* [n + np] states, parameters */
    double *re, *im; /* [n] of the eigenvector */
    double omega;
    double *memory;
} hopf;

static rdg_status read(hopf *p, const char *run, rdg_index label)
{
    const rdg_hybrid_phase *mode = rdg_hybrid_phase_at(p->h, 0);
    const rdg_hybrid_parameters q = rdg_hybrid_parameters_of(p->h);
    if (!mode || rdg_hybrid_phases(p->h) != 1 || q.omega >= 0) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where, "\"%s\" is no autonomous system of one phase",
                        rdg_hybrid_name(p->h));
    }
    p->n = mode->n;
    p->np = q.n;
    p->memory = rdg_context_calloc(p->ctx, (size_t)(4 * p->n + p->np), sizeof *p->memory);
    if (!p->memory) {
        return RDG_ERR_NO_MEMORY;
    }
    p->u = p->memory;
    p->re = p->u + p->n + p->np;
    p->im = p->re + p->n;
    rdg_run *r = rdg_run_open(p->ctx, run);
    if (!r) {
        return rdg_error_status(p->ctx);
    }
    rdg_status status = rdg_run_solution(r, label, "x", p->n, p->u, NULL);
    if (status == RDG_OK && p->np > 0) {
        status = rdg_run_solution(r, label, "p", p->np, p->u + p->n, NULL);
    }
    rdg_run_free(r);
    return status;
}

/* The pair of eigenvalues nearest to the imaginary axis, of the size of its frequency, and its eigenvector.
 */
static rdg_status choose_pair(hopf *p, rdg_index label, const double *re, const double *im, const double *V)
{
    const double near = 1e-4;
    rdg_index best = -1;
    for (rdg_index i = 0; i + 1 < p->n; i++) {
        if (im[i] > 0.0 && (best < 0 || fabs(re[i]) < fabs(re[best]))) {
            best = i;
        }
    }
    if (best < 0 || fabs(re[best]) > near * im[best]) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                        "label %" PRId64
                        " is no Hopf point of \"%s\": no pair of eigenvalues is on the imaginary axis",
                        label, rdg_hybrid_name(p->h));
    }
    p->omega = im[best];
    double length = 0.0;
    for (rdg_index i = 0; i < p->n; i++) {
        p->re[i] = V[i + p->n * best];
        p->im[i] = V[i + p->n * (best + 1)];
        length += 0.5 * (p->re[i] * p->re[i] + p->im[i] * p->im[i]);
    }
    for (rdg_index i = 0; i < p->n; i++) {
        p->re[i] /= sqrt(length);
        p->im[i] /= sqrt(length);
    }
    return RDG_OK;
}

static rdg_status decompose(hopf *p, rdg_index label)
{
    const rdg_index n = p->n, nz = n + p->np;
    double *work = rdg_context_calloc(p->ctx, (size_t)(n * nz + n * n + 10 * n + nz + 16), sizeof *work);
    if (!work) {
        return RDG_ERR_NO_MEMORY;
    }
    double *J = work, *V = J + n * nz, *re = V + n * n, *im = re + n, *rest = im + n;
    rdg_status status = RDG_OK;
    if (rdg_hybrid_df(&rdg_hybrid_phase_at(p->h, 0)->field, nz, p->u, NULL, n, J, rest) != 0 ||
        RDG_BLAS(LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'V', (lapack_int)n, J, (lapack_int)n, re, im, NULL,
                                    1, V, (lapack_int)n, rest, (lapack_int)(8 * n + 16))) != 0) {
        status = rdg_fail(p->ctx, RDG_ERR_NOT_FINITE, where, "\"%s\" has no derivatives at label %" PRId64,
                          rdg_hybrid_name(p->h), label);
    }
    status = status == RDG_OK ? choose_pair(p, label, re, im, V) : status;
    rdg_free(work);
    return status;
}

static void sample(const hopf *p, double amplitude, double *x)
{
    for (rdg_index k = 0; k < SAMPLES; k++) {
        const double phase = RDG_HZ(1.0) * (double)k / (double)SAMPLES;
        for (rdg_index i = 0; i < p->n; i++) {
            x[k * p->n + i] = p->u[i] + amplitude * (p->re[i] * cos(phase) - p->im[i] * sin(phase));
        }
    }
}

/* The part of an orbit along the critical motion keeps its value at the start, while the parameter is free.
 */
static rdg_status hold_amplitude(const hopf *p, rdg_collocation *c, rdg_problem *problem, double amplitude)
{
    const rdg_segment *s = c->segment;
    const rdg_index nx = s->at.nx;
    const double *guess = rdg_start_values(problem) + s->index[0];
    const char *name = "hopf amplitude";
    double *row = rdg_context_calloc(p->ctx, 2 * (size_t)nx, sizeof *row);
    if (!row) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index j = 0; j < nx; j++) {
        row[nx + j] = (guess[j] - p->u[j % p->n]) / amplitude;
    }
    rdg_collocation_mean_row(s, row + nx, row);
    const rdg_status status =
        rdg_add_linear_monitor(problem, name, 1, nx, s->index, row, NULL, &name, RDG_INACTIVE);
    rdg_free(row);
    return status;
}

static bool take(rdg_problem *problem, const rdg_chart *chart, void *data)
{
    memcpy(data, chart->u, (size_t)rdg_variable_count(problem) * sizeof(double));
    return false;
}

/* An orbit of this amplitude, as orbits to be followed. */
static rdg_collocation *correct(const hopf *p, rdg_collocation *c, const char *released, double amplitude,
                                int adapt)
{
    rdg_problem *problem = rdg_collocation_problem(c);
    rdg_collocation *made = NULL;
    double *u = problem ? rdg_context_calloc(p->ctx, (size_t)rdg_variable_count(problem), sizeof *u) : NULL;
    if (u && hold_amplitude(p, c, problem, amplitude) == RDG_OK &&
        rdg_continue(problem, "hopf", RDG_RELEASE(released), RDG_OBSERVE(take, u), RDG_NO_FOLDER,
                     RDG_NO_TABLE, RDG_QUIET) == RDG_OK) {
        const rdg_segment *s = c->segment;
        made = rdg_collocation_create(
            p->h, &(rdg_collocation_options){.intervals = s->at.N,
                                             .degree = s->at.K,
                                             .adapt = adapt,
                                             .period = u[s->index[s->at.T]],
                                             .count = s->at.N * s->at.K + 1,
                                             .x = u + s->index[0],
                                             .mesh = s->mesh,
                                             .p = p->np > 0 ? u + s->index[s->at.p] : NULL});
    }
    rdg_free(u);
    rdg_problem_free(problem);
    return made;
}

static rdg_collocation *make(hopf *p, const char *released, double amplitude,
                             const rdg_collocation_options *o)
{
    double *x = rdg_context_calloc(p->ctx, (size_t)(SAMPLES * p->n), sizeof *x);
    if (!x) {
        return NULL;
    }
    sample(p, amplitude, x);
    rdg_collocation_options guess = *o;
    guess.adapt = -1; /* the predictor is even */
    guess.period = RDG_HZ(1.0) / p->omega;
    guess.count = SAMPLES;
    guess.x = x;
    guess.p = p->u + p->n;
    guess.t = guess.mesh = NULL;
    rdg_collocation *c = rdg_collocation_create(p->h, &guess);
    rdg_collocation *made = c ? correct(p, c, released, amplitude, o->adapt) : NULL;
    rdg_collocation_free(c);
    rdg_free(x);
    return made;
}

rdg_collocation *rdg_collocation_from_hopf(rdg_hybrid *h, const char *run, rdg_index label,
                                           const char *released, double amplitude,
                                           const rdg_collocation_options *options)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, run, NULL);
    RDG_NEED(ctx, released, NULL);
    if (!(amplitude > 0.0) || isinf(amplitude)) {
        RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "amplitude = %g: it must be > 0", amplitude);
        return NULL;
    }
    const rdg_collocation_options o = options ? *options : (rdg_collocation_options){.intervals = 0};
    hopf p = {.h = h, .ctx = ctx};
    rdg_collocation *c = NULL;
    if (read(&p, run, label) == RDG_OK && decompose(&p, label) == RDG_OK) {
        c = make(&p, released, amplitude, &o);
    }
    rdg_free(p.memory);
    return c;
}
