/* CVODES as the integrator of a mode. All its calls are in this file. */
#include "stiff_impl.h"

#include <cvodes/cvodes.h>
#include <inttypes.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

_Static_assert(sizeof(sunindextype) == sizeof(rdg_index), "SUNDIALS is built with 64-bit indices");

/* Errors of steps, of what is asked for, of motions and of the arcs of orbits, from which Newton's method is
 * to converge; no smaller than rounding lets them be. */
static const double share_of_error = 0.1, share_of_arcs = 0.001, least_relative = 1e-14;

/* Those of variations, which rounding errors of stiff rates do not let be as small. */
static const double share_of_variations = 1.0;

struct rdg_stiff {
    rdg_stiff *next; /* of modes with other numbers of states */
    rdg_flow *flow;
    rdg_index n, columns;
    SUNContext context;
    void *cvode;
    N_Vector y, *s;
    SUNMatrix A;
    SUNLinearSolver solver;
    bool sensitive; /* sensitivities have been set up */
    double origin;  /* share at which its time is 0 */
    double until;   /* share to stop at */
    double at;      /* share at which it is */
    int answer;     /* of the callback that was not 0 last */
};

static double *data_of(N_Vector v)
{
    return N_VGetArrayPointer(v);
}

static void ignore(int code, const char *module, const char *function, char *text, void *data)
{
    (void)code, (void)module, (void)function, (void)text, (void)data;
}

/* Arguments of the field at CVODES's time t, which counts in the arc's own. */
static void place(rdg_stiff *w, double t, const double *y)
{
    rdg_rk *k = &w->flow->rk;
    memcpy(k->u, y, (size_t)w->n * sizeof *y);
    if (k->forced) {
        k->u[k->nu - 1] = k->phi0 + k->omega * (k->tau * w->origin + t);
    }
}

static int rate(double t, N_Vector y, N_Vector ydot, void *data)
{
    rdg_stiff *w = data;
    rdg_rk *k = &w->flow->rk;
    place(w, t, data_of(y));
    int answer = rdg_rk_rate(k, 1.0, data_of(ydot));
    if (answer == 0 && isnan(k->spoilt)) {
        answer = 1;
    }
    k->spoilt = 0.0;
    w->answer = answer != 0 ? answer : w->answer;
    return answer;
}

static int slopes(rdg_stiff *w, double t, const double *y)
{
    place(w, t, y);
    const int answer = rdg_rk_slopes(&w->flow->rk);
    w->answer = answer != 0 ? answer : w->answer;
    return answer;
}

static int matrix(double t, N_Vector y, N_Vector f, SUNMatrix J, void *data, N_Vector a, N_Vector b,
                  N_Vector c)
{
    (void)f, (void)a, (void)b, (void)c;
    rdg_stiff *w = data;
    const int answer = slopes(w, t, data_of(y));
    if (answer == 0) {
        memcpy(SUNDenseMatrix_Data(J), w->flow->rk.A, (size_t)(w->n * w->n) * sizeof(double));
    }
    return answer;
}

/* s' = f_x s + f_p e, of columns of (x, p, phi) */
static int rates(int count, double t, N_Vector y, N_Vector ydot, N_Vector *s, N_Vector *sdot, void *data,
                 N_Vector a, N_Vector b)
{
    (void)ydot, (void)a, (void)b;
    rdg_stiff *w = data;
    const rdg_rk *k = &w->flow->rk;
    const rdg_index n = w->n;
    const int answer = slopes(w, t, data_of(y));
    for (int c = 0; answer == 0 && c < count; c++) {
        const double *from = data_of(s[c]);
        double *to = data_of(sdot[c]);
        for (rdg_index i = 0; i < n; i++) {
            double sum = c >= n ? k->A[i + n * c] : 0.0;
            for (rdg_index l = 0; l < n; l++) {
                sum += k->A[i + n * l] * from[l];
            }
            if (k->forced && c == k->omega_at) {
                sum += k->A[i + n * (k->nu - 1)] * (k->tau * w->origin + t);
            }
            to[i] = sum;
        }
    }
    return answer;
}

static void destroy(rdg_stiff *w)
{
    CVodeFree(&w->cvode);
    if (w->solver) {
        SUNLinSolFree(w->solver);
    }
    if (w->A) {
        SUNMatDestroy(w->A);
    }
    if (w->s) {
        N_VDestroyVectorArray(w->s, (int)w->columns);
    }
    if (w->y) {
        N_VDestroy(w->y);
    }
    if (w->context) {
        SUNContext_Free(&w->context);
    }
    rdg_free(w);
}

void rdg_stiff_free(rdg_flow *flow)
{
    for (rdg_stiff *w = flow->stiffs; w;) {
        rdg_stiff *next = w->next;
        destroy(w);
        w = next;
    }
    flow->stiffs = flow->stiff = NULL;
}

static bool set_up(rdg_stiff *w)
{
    const rdg_flow_options *o = &w->flow->options;
    if (!rdg_context_has_room(w->flow->ctx, 0) || SUNContext_Create(NULL, &w->context) != 0) {
        return false;
    }
    w->y = N_VNew_Serial(w->n, w->context);
    w->cvode = CVodeCreate(CV_BDF, w->context);
    w->A = w->y ? SUNDenseMatrix(w->n, w->n, w->context) : NULL;
    w->solver = w->A ? SUNLinSol_Dense(w->y, w->A, w->context) : NULL;
    w->s = w->y ? N_VCloneVectorArray((int)w->columns, w->y) : NULL;
    return w->cvode && w->solver && w->s && CVodeInit(w->cvode, rate, 0.0, w->y) == CV_SUCCESS &&
           CVodeSStolerances(w->cvode, fmax(share_of_error * o->relative, least_relative),
                             share_of_error * o->absolute) == CV_SUCCESS &&
           CVodeSetLinearSolver(w->cvode, w->solver, w->A) == CV_SUCCESS &&
           CVodeSetJacFn(w->cvode, matrix) == CV_SUCCESS && CVodeSetUserData(w->cvode, w) == CV_SUCCESS &&
           CVodeSetErrHandlerFn(w->cvode, ignore, NULL) == CV_SUCCESS &&
           CVodeSetMaxHnilWarns(w->cvode, -1) == CV_SUCCESS;
}

/* Relaxations multiply changes by thousands where they jump: variations keep the error that is asked for,
 * too, and so do not disturb small multipliers. */
static bool set_up_sensitivities(rdg_stiff *w)
{
    const rdg_flow_options *o = &w->flow->options;
    double absolute = share_of_variations * o->relative; /* they are about 1 at the beginning */
    double *all = rdg_context_calloc(w->flow->ctx, (size_t)w->columns, sizeof *all);
    for (rdg_index c = 0; all && c < w->columns; c++) {
        all[c] = absolute;
    }
    w->sensitive = all && CVodeSensInit(w->cvode, (int)w->columns, CV_STAGGERED, rates, w->s) == CV_SUCCESS &&
                   CVodeSensSStolerances(w->cvode, share_of_variations * o->relative, all) == CV_SUCCESS &&
                   CVodeSetSensErrCon(w->cvode, SUNTRUE) == CV_SUCCESS;
    rdg_free(all);
    return w->sensitive;
}

static int no_memory(rdg_flow *flow)
{
    rdg_fail(flow->ctx, RDG_ERR_NO_MEMORY, "rdg_flow",
             "there is no memory for the stiff mode \"%s\" of \"%s\"", flow->mode, rdg_hybrid_name(flow->h));
    return rdg_flow_because(flow, -1, "there is no memory for the stiff mode \"%s\" of \"%s\"", flow->mode,
                            rdg_hybrid_name(flow->h));
}

int rdg_stiff_enter(rdg_flow *flow)
{
    const rdg_rk *k = &flow->rk;
    flow->stiff = flow->stiffs;
    while (flow->stiff && (flow->stiff->n != k->n || flow->stiff->columns != k->nu)) {
        flow->stiff = flow->stiff->next;
    }
    if (flow->stiff) {
        return 0;
    }
    rdg_stiff *w = rdg_context_calloc(flow->ctx, 1, sizeof *w);
    if (!w) {
        return no_memory(flow);
    }
    w->next = flow->stiffs;
    w->flow = flow;
    w->n = k->n;
    w->columns = k->nu;
    if (!set_up(w)) {
        destroy(w);
        return no_memory(flow);
    }
    flow->stiffs = flow->stiff = w;
    return 0;
}

int rdg_stiff_begin(rdg_flow *flow, double pos, double until, bool is_arc)
{
    rdg_stiff *w = flow->stiff;
    const rdg_rk *k = &flow->rk;
    const rdg_index n = w->n;
    w->origin = w->at = pos;
    w->until = until;
    w->answer = 0;
    memcpy(data_of(w->y), k->z, (size_t)n * sizeof(double));
    bool good = CVodeReInit(w->cvode, 0.0, w->y) == CV_SUCCESS &&
                CVodeSetInitStep(w->cvode, 0.0) == CV_SUCCESS &&
                CVodeSetStopTime(w->cvode, (until - pos) * k->tau) == CV_SUCCESS;
    for (rdg_index c = 0; k->ns > 0 && c < w->columns; c++) {
        for (rdg_index i = 0; i < n; i++) {
            data_of(w->s[c])[i] = k->v[rdg_rk_place(k, i, c)];
        }
    }
    const rdg_flow_options *o = &flow->options;
    const double share = is_arc ? share_of_arcs : share_of_error;
    good = good && CVodeSStolerances(w->cvode, fmax(share * o->relative, least_relative),
                                     share_of_error * o->absolute) == CV_SUCCESS;
    if (k->ns > 0) {
        good = good && (w->sensitive ? CVodeSensReInit(w->cvode, CV_STAGGERED, w->s) == CV_SUCCESS
                                     : set_up_sensitivities(w));
    } else if (w->sensitive) {
        good = good && CVodeSensToggleOff(w->cvode) == CV_SUCCESS;
    }
    return good ? 0 : no_memory(flow);
}

static int fails(rdg_flow *flow, int flag)
{
    const rdg_stiff *w = flow->stiff;
    if (w->answer != 0) {
        return rdg_flow_refused(flow, w->answer, w->at);
    }
    return rdg_flow_because(
        flow, 1,
        "the steps in the stiff mode \"%s\" of \"%s\" become too small at t = %.10g (CVODES: %s): the motion "
        "escapes, the field jumps or is not finite there, or more accuracy is requested than there is",
        flow->mode, rdg_hybrid_name(flow->h), flow->started + flow->rk.tau * w->at,
        flag == CV_TOO_MUCH_ACC   ? "too much accuracy"
        : flag == CV_CONV_FAILURE ? "no convergence"
                                  : "error test");
}

int rdg_stiff_step(rdg_flow *flow, double *share)
{
    rdg_stiff *w = flow->stiff;
    rdg_rk *k = &flow->rk;
    double t = 0.0;
    const double stop = (w->until - w->origin) * k->tau;
    const int flag = CVode(w->cvode, stop, w->y, &t, CV_ONE_STEP);
    if (flag < 0) {
        return fails(flow, flag);
    }
    const double at = flag == CV_TSTOP_RETURN || t == stop ? w->until : w->origin + t / k->tau;
    *share = at - w->at;
    k->pos = w->at;
    k->share = *share;
    w->at = at;
    w->answer = 0;
    memcpy(k->z1, data_of(w->y), (size_t)k->n * sizeof(double));
    return rdg_flow_not_a_state(flow, at);
}

void rdg_stiff_within(rdg_flow *flow, double at, double *x)
{
    rdg_stiff *w = flow->stiff;
    const double t = (fmin(at, w->at) - w->origin) * flow->rk.tau;
    if (CVodeGetDky(w->cvode, t, 0, w->y) != CV_SUCCESS) {
        for (rdg_index i = 0; i < w->n; i++) {
            x[i] = NAN;
        }
        return;
    }
    memcpy(x, data_of(w->y), (size_t)w->n * sizeof *x);
}

int rdg_stiff_variations(rdg_flow *flow)
{
    rdg_stiff *w = flow->stiff;
    const rdg_rk *k = &flow->rk;
    double t = 0.0;
    if (CVodeGetSens(w->cvode, &t, w->s) != CV_SUCCESS) {
        return rdg_flow_because(flow, 1, "CVODES has no derivatives of the motion in mode \"%s\"",
                                flow->mode);
    }
    for (rdg_index c = 0; c < w->columns; c++) {
        for (rdg_index i = 0; i < w->n; i++) {
            k->v[rdg_rk_place(k, i, c)] = data_of(w->s[c])[i];
        }
    }
    return 0;
}

double rdg_stiff_next(const rdg_flow *flow)
{
    double h = 0.0;
    (void)CVodeGetCurrentStep(flow->stiff->cvode, &h);
    return h / flow->rk.tau;
}
