/* One structure, two solvers: responses, peaks and ridges by shooting and by harmonic balance, which share
 * nothing but the elements' laws. A smooth oscillator, one with a slider (P10), two masses and a stop (P3).
 * What harmonic balance differs by falls with the number of harmonics as the smoothness of the motion lets
 * it. */
#include "two_solvers_models.h"

enum { CASES = SMOOTHLY };

static const problem_case *const cases = of_two_solvers;

int main(void)
{
    static differences d[CASES];
    double fourth[ORDERS];
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < CASES; k++) {
        compare_solvers(ctx, &cases[k], &d[k]);
    }
    for (int i = 0; i < ORDERS; i++) {
        fourth[i] = 10.0 * pow(highest[i], -4.0);
    }
    rdg_plot(ctx, "two_solvers.png", RDG_POINTS(ORDERS, d[CUBIC].H, d[CUBIC].response, cases[CUBIC].title),
             RDG_POINTS(ORDERS, d[SLIDER].H, d[SLIDER].response, cases[SLIDER].title),
             RDG_POINTS(ORDERS, d[STOP].H, d[STOP].response, cases[STOP].title),
             RDG_POINTS(ORDERS, d[CUBIC].H, fourth, "fourth power", .style = RDG_LINE, .color = "#999999"),
             RDG_LOGX, RDG_LOGY, RDG_XRANGE(0.8, 80.0), RDG_YRANGE(1e-13, 10.0),
             RDG_TITLE("Harmonic balance less shooting: harmonic 1 of the response"),
             RDG_XLABEL("highest harmonic"), RDG_YLABEL("greatest difference / m"));
    return rdg_exit(ctx);
}
