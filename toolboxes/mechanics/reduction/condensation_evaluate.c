/* The condensed dynamic stiffness of one harmonic, and of several in several threads. */
#include "condensation_impl.h"

#include <ridgewalk/toolbox.h>

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>

/* to = kappa K + m M + i (c C + loss K), real part then imaginary part */
static void combine(const rdg_condensation *c, double kappa, double loss, double m, double damping,
                    double *to)
{
    const rdg_index block = c->n_kept * c->n_kept;
    for (rdg_index i = 0; to && i < block; i++) {
        to[i] = kappa * c->K[i] + m * c->M[i];
        to[block + i] = damping * c->C[i] + loss * c->K[i];
    }
}

/* i factor G, G of what is kept alone */
static void add_gyroscopic(const rdg_condensation *c, double factor, double *to)
{
    const rdg_index block = c->n_kept * c->n_kept;
    for (rdg_index i = 0; c->G && to && i < block; i++) {
        to[block + i] += factor * c->G[i];
    }
}

static int evaluate(const rdg_condensation *c, const rdg_elimination *e, rdg_index k, double omega, double *D,
                    double *D1, double *D2)
{
    if (k < 0) {
        return -1;
    }
    const double h = (double)k;
    const double w = h * omega;
    if (!isfinite(w * w)) {
        return 1;
    }
    combine(c, 1, rdg_interior_loss(&c->interior, w), -w * w, w, D);
    combine(c, 0, 0, -2 * h * w, h, D1);
    combine(c, 0, 0, -2 * h * h, 0, D2);
    const int flag = rdg_interior_moves(c, k) ? e->ops->reduce(e->self, h, omega, D, D1, D2) : 0;
    /* i w omega G, w = h omega, behind the interior, which answers with symmetric matrices */
    add_gyroscopic(c, w * omega, D);
    add_gyroscopic(c, 2 * w, D1);
    add_gyroscopic(c, 2 * h, D2);
    return flag;
}

/* The interior's answer is taken off what the kept degrees of freedom have with its static response. Where
 * the interior is far heavier than they are both are large and nearly equal, and their rounding is left in
 * the difference: relative to it, about DBL_EPSILON times this ratio. */
static double cancellation(const rdg_condensation *c, rdg_index k, double omega, const double *D)
{
    const double w = (double)k * omega;
    double before = 0, after = 0;
    for (rdg_index i = 0; i < c->n_kept * c->n_kept; i++) {
        before = fmax(before, fabs(c->K[i] - w * w * c->M[i]));
        after = fmax(after, hypot(D[i], D[i + c->n_kept * c->n_kept]));
    }
    return before / after;
}

/* Once for a condensation. */
static void report_loss(rdg_condensation *c, rdg_index k, double omega, const double *D)
{
    const double most = 1e-9; /* relative error of D that peaks and folds of a response do not notice */
    if (c->loss_reported || !D || !rdg_interior_moves(c, k)) {
        return;
    }
    const double error = DBL_EPSILON * cancellation(c, k, omega, D);
    if (error > most) {
        c->loss_reported = true;
        rdg_write(
            c->ctx, RDG_CHANNEL_WARNING,
            "warning: condensation to %" PRId64 " degrees of freedom: at %.6g rad/s the dynamic "
            "stiffness has a relative error of about %.0e by rounding: the interior is far heavier than "
            "what is kept. Keep its heavy degrees of freedom too\n",
            c->n_kept, (double)k * omega, error);
    }
}

int rdg_condensation_evaluate(rdg_condensation *c, rdg_index k, double omega, double *D, double *D1,
                              double *D2)
{
    if (c && c->wave) {
        return k < 0 ? -1 : c->wave->evaluate(c, k, omega, (double *const[]){D, D1, D2});
    }
    const int answer = c ? evaluate(c, &c->elimination, k, omega, D, D1, D2) : -1;
    if (answer == 0) {
        report_loss(c, k, omega, D);
    }
    return answer;
}

/* Harmonic i of several. */
static int evaluate_one(const rdg_condensation *c, const rdg_elimination *e, rdg_index i, const rdg_index *k,
                        double omega, double *const to[3])
{
    const rdg_index first = 2 * c->n_kept * c->n_kept * i;
    return evaluate(c, e, k[i], omega, to[0] ? to[0] + first : NULL, to[1] ? to[1] + first : NULL,
                    to[2] ? to[2] + first : NULL);
}

/* Each thread has an elimination of its own; which one takes a harmonic does not matter to the last bit. The
 * failure of the first harmonic that fails is answered. */
typedef struct harmonics {
    const rdg_condensation *c;
    const rdg_index *k;
    double omega;
    double *const *to;
    rdg_index failed; /* the first one that did */
    int answer;
    pthread_mutex_t mutex; /* of these two */
} harmonics;

static void evaluate_harmonic(rdg_index i, int worker, void *data)
{
    harmonics *h = data;
    const rdg_condensation *c = h->c;
    const rdg_elimination *e = worker == 0 ? &c->elimination : &c->helper[worker - 1];
    const int flag = evaluate_one(c, e, i, h->k, h->omega, h->to);
    pthread_mutex_lock(&h->mutex);
    if (flag != 0 && i < h->failed) {
        h->failed = i;
        h->answer = flag;
    }
    pthread_mutex_unlock(&h->mutex);
}

static int evaluate_in_threads(const rdg_condensation *c, rdg_index count, const rdg_index *k, double omega,
                               double *const to[3])
{
    harmonics h = {c, k, omega, to, count, 0, PTHREAD_MUTEX_INITIALIZER};
    rdg_parallel_for(c->ctx, (int)c->n_helpers + 1, 0, count, 1, evaluate_harmonic, &h);
    return h.answer;
}

int rdg_condensation_evaluate_all(rdg_condensation *c, rdg_index count, const rdg_index *k, double omega,
                                  double *D, double *D1, double *D2)
{
    if (!c || count < 0 || (count > 0 && !k)) {
        return -1;
    }
    double *const to[3] = {D, D1, D2};
    int answer = 0;
    if (c->wave) {
        for (rdg_index i = 0; answer == 0 && i < count; i++) {
            const rdg_index first = 2 * c->n_kept * c->n_kept * i;
            answer = rdg_condensation_evaluate(c, k[i], omega, D ? D + first : NULL, D1 ? D1 + first : NULL,
                                               D2 ? D2 + first : NULL);
        }
        return answer;
    }
    if (c->n_helpers > 0 && count > 1) {
        answer = evaluate_in_threads(c, count, k, omega, to);
    } else {
        for (rdg_index i = 0; answer == 0 && i < count; i++) {
            answer = evaluate_one(c, &c->elimination, i, k, omega, to);
        }
    }
    for (rdg_index i = 0; answer == 0 && D && i < count; i++) {
        report_loss(c, k[i], omega, D + 2 * c->n_kept * c->n_kept * i);
    }
    return answer;
}
