/* Figure 10: the orbit to which Newton's method comes with a monodromy matrix by differences of delta = 0.01,
 * the paper's, and the true one, theta' over theta. Case 1: preload 10 N, 1 rad/s, preset LC. */
#include "../shooting/reference.h"
#include "starts.h"

enum { ROWS = 801, DELTAS = 3, ALL = DELTAS * ROWS };

static const double delta_of[DELTAS] = {1e-2, 1e-4, 1e-6};

typedef struct orbits {
    int rows;
    double delta[ALL], p[ALL], t[ALL], theta[ALL], rate[ALL];
    double now, T; /* delta and period of the one that is followed */
} orbits;

static int note(const rdg_hybrid_state *state, void *data)
{
    orbits *o = data;
    const double step = state->t / o->T * (ROWS - 1);
    if (o->rows < ALL && fabs(step - floor(step + 0.5)) < 1e-6) { /* not those behind events */
        const int k = o->rows++;
        o->delta[k] = o->now;
        o->p[k] = 0.8;
        o->t[k] = state->t;
        o->theta[k] = state->x[PAD_THETA];
        o->rate[k] = state->x[DOFS + PAD_THETA];
    }
    return 0;
}

/* What the state that was found does over the period that was found. */
static void follow(const shooter *by, const shot *s, orbits *o)
{
    double x[STATES];
    memcpy(x, s->x, sizeof x);
    rdg_hybrid_state state = {.mode = mode_of(x), .x = x};
    o->now = by->delta;
    o->T = s->T;
    note(&state, o);
    const rdg_flow_observer observer = {.at = note, .every = s->T / (ROWS - 1), .data = o};
    if (rdg_flow_run(by->flow, by->brake->value, &state, s->T * (1.0 + 1e-9), 0, &observer) != 0) {
        printf("%s\n", rdg_flow_reason(by->flow));
    }
}

int main(void)
{
    static orbits o;
    static references known;
    double x[STATES];
    rdg_context *ctx = rdg_context_create();
    disc_brake b = preset_lc();
    b.value[N0] = 10.0;
    b.value[OMEGA] = 1.0;
    shooter by = {.system = brake_system_with_peaks(ctx, &b), .brake = &b, .both = true};
    by.flow = rdg_flow_create(by.system, &(rdg_flow_options){.method = RDG_FLOW_MIXED});
    shot settled;
    int first[DELTAS + 1] = {0};
    if (!start_of_paper(ctx, &b, 0.8, x) || !reach_steady(by.flow, &b, x, 16.0, &settled)) {
        rdg_exit(ctx);
        return 1;
    }
    for (int k = 0; k < DELTAS; k++) {
        shot s = settled;
        by.delta = delta_of[k];
        shot_solve(&by, &s);
        printf("delta = %.0e: %d iterations, residual %.2e, T = %.9f s\n", by.delta, s.iterations, s.residual,
               s.T);
        compare(&known, k == 0 ? "period with delta = 0.01, s" : "period, s",
                k == 0 ? 0.142564576 : 0.143454824, s.T);
        follow(&by, &s, &o);
        first[k + 1] = o.rows;
    }
    write_references(ctx, &known, "fig10_numbers.csv");
    rdg_export(ctx, "fig10.csv", o.rows, RDG_COLUMN_ARRAY("delta", o.delta), RDG_COLUMN_ARRAY("p", o.p),
               RDG_COLUMN_ARRAY("t", o.t), RDG_COLUMN_ARRAY("theta", o.theta),
               RDG_COLUMN_ARRAY("theta'", o.rate));
    rdg_plot(ctx, "fig10.png",
             RDG_POINTS(first[1], o.theta, o.rate, "delta = 0.01, not converged", .style = RDG_LINE,
                        .color = "#c00060", .width = 2),
             RDG_POINTS(first[3] - first[2], o.theta + first[2], o.rate + first[2], "delta = 1e-6",
                        .style = RDG_LINE, .color = "#0050b0", .width = 2),
             RDG_TITLE("Preload 10 N, 1 rad/s"), RDG_XLABEL("theta / rad"), RDG_YLABEL("theta' / (rad/s)"));
    return rdg_exit(ctx);
}
