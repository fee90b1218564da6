/* Figure 10: steady responses of case 2 (30 N, 2 rad/s) by the paper's shooting, for several delta (a) and p
 * (b). Then, of case 1 (10 N, 1 rad/s), the orbit to which Newton's method comes with the paper's delta of
 * 0.01 beside the true one, theta' over theta. Preset LC. QUICK=1: the latter alone. */
#include "../forms.h"
#include "../shooting/reference.h"
#include "responses.h"

enum { DELTAS = 3, ALL_ROWS = DELTAS * RESPONSE_ROWS };

static void write_orbits(rdg_context *ctx, const response *r)
{
    static double delta[ALL_ROWS], p[ALL_ROWS], t[ALL_ROWS], theta[ALL_ROWS], rate[ALL_ROWS];
    rdg_index n = 0;
    for (int k = 0; k < DELTAS; k++) {
        for (int i = 0; i < r[k].rows; i++, n++) {
            delta[n] = r[k].delta, p[n] = r[k].p, t[n] = r[k].t[i];
            theta[n] = r[k].theta[i], rate[n] = r[k].rate[i];
        }
    }
    rdg_export(ctx, "fig10.csv", n, RDG_COLUMN_ARRAY("delta", delta), RDG_COLUMN_ARRAY("p", p),
               RDG_COLUMN_ARRAY("t", t), RDG_COLUMN_ARRAY("theta", theta), RDG_COLUMN_ARRAY("theta'", rate));
}

int main(void)
{
    static response r[DELTAS] = {
        {.delta = 1e-2, .p = 0.8}, {.delta = 1e-4, .p = 0.8}, {.delta = 1e-6, .p = 0.8}};
    static references known;
    rdg_context *ctx = rdg_context_create();
    disc_brake case1 = preset_lc(), case2 = preset_lc();
    case1.value[N0] = 10.0, case1.value[OMEGA] = 1.0;
    case2.value[N0] = 30.0, case2.value[OMEGA] = 2.0;
    bool are_found = true;
    for (int k = 0; k < DELTAS; k++) {
        response_find(ctx, &case1, 16.0, &r[k]);
        are_found = are_found && r[k].is_found;
        compare(&known, k == 0 ? "period with delta = 0.01, s" : "period, s",
                k == 0 ? 0.142564576 : 0.143454824, r[k].T);
    }
    write_references(ctx, &known, "fig10_numbers.csv");
    write_orbits(ctx, r);
    rdg_plot(ctx, "fig10.png",
             RDG_POINTS(r[0].rows, r[0].theta, r[0].rate, "$\\delta$ = 0.01, not converged",
                        .style = RDG_LINE, .color = "#c00060", .width = 2),
             RDG_POINTS(r[2].rows, r[2].theta, r[2].rate, "$\\delta$ = 1e-6", .style = RDG_LINE,
                        .color = "#0050b0", .width = 2),
             RDG_TITLE("Preload 10 N, 1 rad/s"), RDG_XLABEL("$\\theta$ / rad"),
             RDG_YLABEL("$\\theta$' / (rad/s)"));
    if (!form_is_quick()) {
        responses_show(ctx, "fig10", &case2, 30.0);
    }
    return rdg_exit(ctx) != 0 || !are_found;
}
