/* Figure 9: steady responses of case 1 (10 N) by the paper's shooting, for several delta (a) and p (b). Then
 * a monodromy matrix by differences of motions that begin delta beside each other, against the one by
 * variations, over delta; and what Newton's method makes of it. Preset LC, 1 rad/s. QUICK=1: without 44 N,
 * where the cycle sticks and motions take 240 s to become steady, and Newton's method from one start only. */
#include "../forms.h"
#include "../shooting/reference.h"
#include "responses.h"

#include <stdlib.h>

enum { STEPS = 25, LOADS = 2, DELTAS = 4, SHARES = 3, TRIALS = DELTAS * SHARES };

static const double delta_of_paper[DELTAS] = {1e-2, 1e-3, 1e-4, 1e-6};

/* Errors at one preload. */
typedef struct errors {
    double N0, transient; /* N, s */
    double known[DELTAS];
    double delta[STEPS], both[STEPS], one[STEPS];
} errors;

static errors load[LOADS] = {{.N0 = 16.0, .transient = 30.0, .known = {1.44, 0.053, 2.4e-4, 1.4e-6}},
                             {.N0 = 44.0, .transient = 240.0, .known = {0.44, 0.064, 2.4e-4, 4.7e-7}}};

static const rdg_flow_options how = {.method = RDG_FLOW_MIXED, .slopes = 1e-6};

static shooter prepare(rdg_context *ctx, disc_brake *b, double N0_)
{
    *b = preset_lc();
    b->value[N0] = N0_;
    b->value[OMEGA] = 1.0;
    shooter by = {.system = brake_system_with_peaks(ctx, b), .brake = b, .delta = 1e-6, .both = true};
    by.flow = rdg_flow_create(by.system, &how);
    return by;
}

static void measure(rdg_context *ctx, disc_brake *b, errors *e)
{
    double x[STATES], M[MATRIX], D[MATRIX];
    const shooter by = prepare(ctx, b, e->N0);
    shot s;
    brake_push(ctx, b, x);
    if (!reach_steady(by.flow, b, x, e->transient, &s)) {
        return;
    }
    shot_solve(&by, &s);
    printf("N0 = %g N: T = %.9f s, residual %.1e, peak %.9f rad\n", e->N0, s.T, s.residual, s.x[PAD_THETA]);
    const bool known = variational_monodromy(by.system, by.flow, b->value, s.x, s.T, M);
    for (int k = 0; known && k < STEPS; k++) {
        e->delta[k] = pow(10.0, -2.0 - 0.25 * k);
        e->both[k] = difference_monodromy(by.flow, b->value, s.x, s.T, e->delta[k], true, D)
                         ? matrix_error(D, M)
                         : NAN;
        e->one[k] = difference_monodromy(by.flow, b->value, s.x, s.T, e->delta[k], false, D)
                        ? matrix_error(D, M)
                        : NAN;
    }
}

/* Newton's method in case 1, N0 = 10 N. */
static void try_all(rdg_context *ctx, disc_brake *b, int shares)
{
    static const double share[SHARES] = {0.5, 0.8, 1.0};
    static double d[TRIALS], p[TRIALS], T[TRIALS], peak[TRIALS], left[TRIALS], turns[TRIALS], done[TRIALS];
    shooter by = prepare(ctx, b, 10.0);
    rdg_index n = 0;
    for (int k = 0; k < shares; k++) {
        double x[STATES];
        shot settled;
        if (!start_of_paper(ctx, b, share[k], x) || !reach_steady(by.flow, b, x, 16.0, &settled)) {
            continue;
        }
        for (int j = 0; j < DELTAS; j++, n++) {
            shot s = settled;
            by.delta = delta_of_paper[j];
            shot_solve(&by, &s);
            d[n] = by.delta, p[n] = share[k], T[n] = s.T, peak[n] = s.x[PAD_THETA];
            left[n] = s.residual, turns[n] = s.iterations, done[n] = s.converged;
            printf("p = %.1f, delta = %.0e: %2d iterations, residual %.1e, T = %.9f s%s\n", p[n], d[n],
                   s.iterations, s.residual, s.T, s.converged ? "" : ", not converged");
        }
    }
    rdg_export(ctx, "fig09.csv", n, RDG_COLUMN_ARRAY("delta", d), RDG_COLUMN_ARRAY("p", p),
               RDG_COLUMN_ARRAY("T", T), RDG_COLUMN_ARRAY("peak", peak), RDG_COLUMN_ARRAY("residual", left),
               RDG_COLUMN_ARRAY("iterations", turns), RDG_COLUMN_ARRAY("converged", done));
}

static void write_errors(rdg_context *ctx, int loads)
{
    static const char *const color[LOADS] = {"#0050b0", "#c00060"};
    static const char *const name[LOADS][2] = {{"16 N", "16 N, to one side"},
                                               {"44 N, with stick", "44 N, to one side"}};
    static double N[LOADS * STEPS], d[LOADS * STEPS], both[LOADS * STEPS], one[LOADS * STEPS];
    picture p = {.n = 0};
    rdg_index n = 0;
    for (int k = 0; k < loads; k++) {
        const errors *e = &load[k];
        for (int i = 0; i < STEPS; i++, n++) {
            N[n] = e->N0, d[n] = e->delta[i], both[n] = e->both[i], one[n] = e->one[i];
        }
        picture_add(&p, RDG_POINTS(STEPS, e->delta, e->both, name[k][0], .style = RDG_LINE, .color = color[k],
                                   .width = 2));
        picture_add(&p, RDG_POINTS(STEPS, e->delta, e->one, name[k][1], .color = color[k]));
    }
    rdg_export(ctx, "fig09_errors.csv", n, RDG_COLUMN_ARRAY("N0", N), RDG_COLUMN_ARRAY("delta", d),
               RDG_COLUMN_ARRAY("error", both), RDG_COLUMN_ARRAY("error_one_sided", one));
    picture_add(&p, RDG_TITLE("Monodromy matrix by differences"));
    picture_add(&p, RDG_XLABEL("delta / (m, rad, m/s, rad/s)"));
    picture_add(&p, RDG_YLABEL("relative error"));
    picture_add(&p, RDG_LOGX);
    picture_add(&p, RDG_LOGY);
    rdg_plot_items(ctx, "fig09.png", p.item);
}

int main(void)
{
    static disc_brake b[LOADS + 1];
    static references known;
    rdg_context *ctx = rdg_context_create();
    const int loads = form_is_quick() ? 1 : LOADS;
    for (int k = 0; k < loads; k++) {
        measure(ctx, &b[k], &load[k]);
        const int at[DELTAS] = {0, 4, 8, 16};
        for (int j = 0; j < DELTAS; j++) {
            compare(&known, k == 0 ? "error at 16 N" : "error at 44 N", load[k].known[j],
                    load[k].both[at[j]]);
        }
    }
    try_all(ctx, &b[LOADS], form_is_quick() ? 1 : SHARES);
    if (!form_is_quick()) {
        disc_brake case1 = preset_lc();
        case1.value[N0] = 10.0;
        case1.value[OMEGA] = 1.0;
        responses_show(ctx, "fig09", &case1, 16.0);
    }
    write_references(ctx, &known, "fig09_numbers.csv");
    write_errors(ctx, loads);
    return rdg_exit(ctx);
}
