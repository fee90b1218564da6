/* Windows of instability and bursts side by side, unstable rough case: a window that the contact crosses in
 * the time T lets a motion grow by exp(integral of Re p over T). Beside that exponent stands the logarithm of
 * the acceleration over that of the stable rough case, which has the same random force. Takes 10 s. */
#include "transients.h"
#include "windows.h"

enum { MOST_PARTS = 400 };

#define PART 0.01 /* s */

/* Root mean square of the acceleration, part by part */
typedef struct levels {
    rdg_index n;
    double t[MOST_PARTS], rms[MOST_PARTS];
} levels;

static void measure_levels(rdg_context *ctx, const transient_case *what, levels *l)
{
    transient m;
    if (transient_make(ctx, what, 100, &m) != RDG_OK) {
        return;
    }
    for (double t = transient_from(); t + PART < transient_until() && l->n < MOST_PARTS; t += PART) {
        rdg_index count = 0;
        const rdg_index first = transient_between(&m, t, t + PART, &count);
        l->t[l->n] = t + 0.5 * PART;
        l->rms[l->n++] = deviation(count, m.acc + first);
    }
}

/* The greatest of the parts from t on, for three of them */
static double greatest_behind(const levels *l, const double *x, double t)
{
    double most = 0.0;
    for (rdg_index i = 0; i < l->n; i++) {
        if (l->t[i] > t - PART && l->t[i] < t + 3.0 * PART) {
            most = fmax(most, x[i]);
        }
    }
    return most;
}

static double time_at(double s)
{
    return (s - BEAM_START) / BEAM_SPEED;
}

int main(void)
{
    static levels stable, unstable;
    static unstable_window w[MOST_WINDOWS];
    double excess[MOST_PARTS], on[MOST_WINDOWS], off[MOST_WINDOWS], f[MOST_WINDOWS], growth[MOST_WINDOWS],
        burst[MOST_WINDOWS];
    rdg_context *ctx = rdg_context_create();
    measure_levels(ctx, &beam_case[1], &stable);
    measure_levels(ctx, &beam_case[3], &unstable);
    for (rdg_index i = 0; i < unstable.n; i++) {
        excess[i] = log(unstable.rms[i] / stable.rms[i]);
    }
    rdg_sliding *c = sliding_beams(ctx, beam_case[3].mu);
    const double from = BEAM_START + BEAM_SPEED * transient_from();
    const double to = fmin(BEAM_LAST, BEAM_START + BEAM_SPEED * transient_until());
    const int n = look_for_windows(c, RDG_DEFORMED, from, to, 1e-4, w);
    printf("%8s %8s %9s %8s %8s\n", "on s", "off s", "Hz", "growth", "burst");
    for (int k = 0; k < n; k++) {
        rdg_problem_free(continue_window(c, RDG_DEFORMED, "locus", &w[k]));
        on[k] = time_at(w[k].on), off[k] = time_at(w[k].off), f[k] = w[k].f, growth[k] = w[k].growth;
        burst[k] = greatest_behind(&unstable, excess, off[k]);
        printf("%8.5f %8.5f %9.3f %8.4f %8.4f\n", on[k], off[k], f[k], growth[k], burst[k]);
    }
    rdg_export(ctx, "bursts.csv", n, RDG_COLUMN_ARRAY("t_on_s", on), RDG_COLUMN_ARRAY("t_off_s", off),
               RDG_COLUMN_ARRAY("f_Hz", f), RDG_COLUMN_ARRAY("growth", growth),
               RDG_COLUMN_ARRAY("log_acc_ratio", burst));
    rdg_export(ctx, "bursts_levels.csv", unstable.n, RDG_COLUMN_ARRAY("t_s", unstable.t),
               RDG_COLUMN_ARRAY("rms_case_2_m_s2", stable.rms),
               RDG_COLUMN_ARRAY("rms_case_4_m_s2", unstable.rms));
    rdg_plot(ctx, "bursts.png",
             RDG_POINTS(unstable.n, unstable.t, excess, "ln(acceleration with mu = 0.3 / with mu = 0.1)",
                        .style = RDG_LINE),
             RDG_POINTS(n, off, growth, "growth in an interval of instability, at its end", .style = RDG_DOTS,
                        .color = "#d55e00"),
             RDG_XLABEL("time / s"), RDG_YLABEL("exponent"), RDG_SIZE(1200, 600));
    return rdg_exit(ctx);
}
