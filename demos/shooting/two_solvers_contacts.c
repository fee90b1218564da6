/* One structure with dry contacts, two solvers: a beam of 40 degrees of freedom on a pad that slips and
 * sticks, two blades with a damper between their shrouds that slip and stick, and at a level at which they
 * separate, too. Their responses and ridges by shooting and by harmonic balance. */
#include "../forms.h"
#include "two_solvers_models.h"

#include <stdlib.h>

enum { CASES = IN_CONTACT };

static const problem_case *const cases = of_contacts;

static const char *const color[CASES] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};

#define RESPONSE(k) RDG_POINTS(COMPARED, d[k].H, d[k].response, cases[k].title, .color = color[k])
#define RIDGE(k, title)                                                                                      \
    RDG_POINTS(COMPARED, d[k].H, d[k].amplitude, title, .style = RDG_LINE, .color = color[k])
#define LABELS                                                                                               \
    RDG_LOGX, RDG_LOGY, RDG_XRANGE(0.8, 50.0),                                                               \
        RDG_TITLE("Harmonic balance less shooting: harmonic 1 of the response, and of its peak"),            \
        RDG_XLABEL("highest harmonic"), RDG_YLABEL("greatest difference / m")

/* QUICK=1: the blades at 2 N alone. */
int main(void)
{
    static differences d[CASES];
    double fourth[COMPARED];
    const bool quick = form_is_quick();
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < CASES; k++) {
        if (!quick || k == BLADES) {
            compare_solvers(ctx, &cases[k], &d[k]);
        }
    }
    for (int i = 0; i < COMPARED; i++) {
        fourth[i] = 1e-5 * pow(highest[i], -4.0);
    }
    if (quick) {
        rdg_plot(ctx, "two_solvers_contacts.png", RESPONSE(BLADES), LABELS);
        return rdg_exit(ctx);
    }
    rdg_plot(ctx, "two_solvers_contacts.png", RESPONSE(BEAM), RESPONSE(BLADES), RESPONSE(SLIPPING),
             RESPONSE(SEPARATION), RIDGE(BEAM, "ridge, 0.4 to 0.6 N"), RIDGE(SLIPPING, "ridge, 20 to 21 N"),
             RIDGE(SEPARATION, "ridge, 80 to 90 N"),
             RDG_POINTS(COMPARED, d[BEAM].H, fourth, "fourth power", .style = RDG_LINE, .color = "#999999"),
             LABELS);
    return rdg_exit(ctx);
}
