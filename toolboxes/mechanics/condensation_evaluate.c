/* The condensed dynamic stiffness of one harmonic, and of several in several threads. */
#include "condensation_impl.h"

#include <math.h>
#ifdef _OPENMP
#include <omp.h>
#endif

/* to = kappa K + m M + i c C, real part then imaginary part */
static void combine(const rdg_condensation *c, double kappa, double m, double damping, double *to)
{
    const rdg_index block = c->n_kept * c->n_kept;
    for (rdg_index i = 0; to && i < block; i++) {
        to[i] = kappa * c->K[i] + m * c->M[i];
        to[block + i] = damping * c->C[i];
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
    combine(c, 1, -w * w, w, D);
    combine(c, 0, -2 * h * w, h, D1);
    combine(c, 0, -2 * h * h, 0, D2);
    return rdg_interior_moves(c, k) ? e->ops->reduce(e->self, h, omega, D, D1, D2) : 0;
}

int rdg_condensation_evaluate(rdg_condensation *c, rdg_index k, double omega, double *D, double *D1,
                              double *D2)
{
    return c ? evaluate(c, &c->elimination, k, omega, D, D1, D2) : -1;
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
static int evaluate_in_threads(const rdg_condensation *c, rdg_index count, const rdg_index *k, double omega,
                               double *const to[3])
{
    rdg_index failed = count;
    int answer = 0;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)c->n_helpers + 1)
#endif
    for (rdg_index i = 0; i < count; i++) {
#ifdef _OPENMP
        const int thread = omp_get_thread_num();
#else
        const int thread = 0;
#endif
        const int flag =
            evaluate_one(c, thread == 0 ? &c->elimination : &c->helper[thread - 1], i, k, omega, to);
#ifdef _OPENMP
#pragma omp critical(rdg_condensation_failure)
#endif
        if (flag != 0 && i < failed) {
            failed = i;
            answer = flag;
        }
    }
    return answer;
}

int rdg_condensation_evaluate_all(rdg_condensation *c, rdg_index count, const rdg_index *k, double omega,
                                  double *D, double *D1, double *D2)
{
    if (!c || count < 0 || (count > 0 && !k)) {
        return -1;
    }
    double *const to[3] = {D, D1, D2};
    if (c->n_helpers > 0 && count > 1) {
        return evaluate_in_threads(c, count, k, omega, to);
    }
    int answer = 0;
    for (rdg_index i = 0; answer == 0 && i < count; i++) {
        answer = evaluate_one(c, &c->elimination, i, k, omega, to);
    }
    return answer;
}
