/* The mass of the rod below the platform: the load of the centrifugal force on it at which the peak of the
 * blade is least. Compared with responses at loads beside it. By itself 30 contacts in the root; FULL=1: 110,
 * some minutes; QUICK=1: 30, in a narrow window. */
#include "model.h"

#include <ridgewalk/design.h>

static const double alpha = 0.5; /* N */

static double peak_at(rdg_hbm *hb, const char *run, double load, const double window[2])
{
    double peak = NAN;
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", window[0]), RDG_AT("alpha", alpha), RDG_AT("rod.preload", load));
    rdg_continue(p, run, RDG_RELEASE("omega"), RDG_WINDOW("omega", window[0], window[1]), RDG_MAXIMA("Am"),
                 RDG_NO_BRANCH_POINTS, RDG_NO_TABLE);
    rdg_run *read = rdg_run_open(rdg_hbm_context(hb), run);
    rdg_run_value(read, "PM", 0, "Am", &peak);
    rdg_run_free(read);
    rdg_problem_free(p);
    return peak;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    root_model r = root_read(ctx, form_is_full() ? root_usual : root_quick);
    rdg_component *c = root_reduce(&r);
    double *pressure = root_pressures(&r), first = NAN;
    rdg_structure *pressed = root_press(&r, rdg_structure_copy(rdg_component_structure(c)), pressure);
    rdg_structure_rest_frequencies(pressed, 1, &first);
    const double window[2] = {(form_is_quick() ? 0.999 : 0.98) * first,
                              (form_is_quick() ? 1.003 : 1.01) * first};
    rdg_hbm *hb = rdg_hbm_create(root_vibrate(&r, rdg_component_structure(c), pressure), RDG_HARMONICS(0, 1));

    rdg_design_result best = {0};
    rdg_design(hb, "best", "Am", RDG_HOLD_AT("alpha", alpha), RDG_WINDOW("omega", window[0], window[1]),
               RDG_DESIGN("rod.preload", damper_load(form_is_quick() ? 5e-4 : 1e-5), damper_load(0.002)),
               RDG_DESIGN_RESULT(&best), RDG_NO_TABLE);
    const double load = best.number[0].value;
    printf("best load %.6g N, a rod of %.4g g: peak %.9g m at %.6g Hz\n", load,
           2.0 * load / damper_load(0.002), best.amplitude, best.omega / RDG_HZ(1.0));
    if (best.kind != RDG_DESIGN_NONE) {
        static const char *const beside[2] = {"below", "above"};
        for (int k = 0; k < 2; k++) {
            const double other = load * (0.9 + 0.2 * k);
            printf("check: peak of the response at %.5g N: %.9g m\n", other,
                   peak_at(hb, beside[k], other, window));
        }
    }
    rdg_run_export(rdg_run_open(ctx, "best/1-rod.preload"), "damper.csv",
                   RDG_COLUMN("rod.preload", "load_N", 1.0), RDG_COLUMN("omega", "f_Hz", 1.0 / RDG_HZ(1.0)),
                   RDG_COLUMN("Am", "Am_m", 1.0));
    rdg_plot(ctx, "damper.png",
             RDG_CURVE("best/1-rod.preload", "rod.preload", "Am", .y_factor = 1e3, .style = RDG_LINE_DOTS),
             RDG_TITLE("Peak of the blade at 0.5 N over the load on the rod"),
             RDG_XLABEL("load on each face of the rod / N"),
             RDG_YLABEL("amplitude of the tip (root mean square) / mm"), RDG_LOGX);
    free(pressure);
    root_free_mesh(&r.made);
    return rdg_exit(ctx);
}
