/* Figures 9 and 10: the steady response that the paper's shooting finds with differences of several sizes
 * delta (a) and starts with several shares p of the growing mode (b), over one period. */
#ifndef DISC_BRAKE_RESPONSES_H
#define DISC_BRAKE_RESPONSES_H

#include "starts.h"

enum { RESPONSE_ROWS = 401, RESPONSES = 3 };

typedef struct response {
    double delta, p, T, residual;
    bool is_found, is_converged;
    int rows;
    double t[RESPONSE_ROWS], theta[RESPONSE_ROWS], rate[RESPONSE_ROWS];
} response;

static inline int response_note(const rdg_hybrid_state *state, void *data)
{
    response *r = data;
    const double step = state->t / r->T * (RESPONSE_ROWS - 1);
    if (r->rows < RESPONSE_ROWS && fabs(step - floor(step + 0.5)) < 1e-6) { /* not those behind events */
        const int k = r->rows++;
        r->t[k] = state->t;
        r->theta[k] = state->x[PAD_THETA];
        r->rate[k] = state->x[DOFS + PAD_THETA];
    }
    return 0;
}

/* What the state that was found does over the period that was found. */
static inline void response_follow(const shooter *by, const shot *s, response *r)
{
    double x[STATES];
    memcpy(x, s->x, sizeof x);
    rdg_hybrid_state state = {.mode = mode_of(x), .x = x};
    r->T = s->T;
    r->residual = s->residual;
    response_note(&state, r);
    const rdg_flow_observer observer = {.at = response_note, .every = s->T / (RESPONSE_ROWS - 1), .data = r};
    if (rdg_flow_run(by->flow, by->brake->value, &state, s->T * (1.0 + 1e-9), 0, &observer) != 0) {
        printf("%s\n", rdg_flow_reason(by->flow));
    }
}

/* Newton's method with r->delta from a motion that begins with r->p and lasts for `transient` s. */
static inline void response_find(rdg_context *ctx, const disc_brake *brake, double transient, response *r)
{
    disc_brake b = *brake;
    double x[STATES];
    rdg_context *own = rdg_context_create();
    shooter by = {.system = brake_system_with_peaks(own, &b), .brake = &b, .delta = r->delta, .both = true};
    by.flow = rdg_flow_create(by.system, &(rdg_flow_options){.method = RDG_FLOW_MIXED});
    shot s;
    r->rows = 0;
    r->is_found = start_of_paper(ctx, &b, r->p, x) && reach_steady(by.flow, &b, x, transient, &s);
    if (r->is_found) {
        shot_solve(&by, &s);
        printf("N0 = %g N, delta = %.0e, p = %.1f: %d iterations, residual %.2e, T = %.9f s\n", b.value[N0],
               r->delta, r->p, s.iterations, s.residual, s.T);
        r->is_converged = s.converged;
        if (s.iterations > 0) { /* with delta = 0.1 a motion beside the first one has no field to follow */
            response_follow(&by, &s, r);
        }
    }
    rdg_context_free(own);
}

static inline void response_draw(rdg_context *ctx, const char *path, const char *title, response *r,
                                 const char *const *name)
{
    static const char *const color[RESPONSES + 1] = {"#c00060", "#e08000", "#0050b0", "#000000"};
    static char legend[RESPONSES + 1][64];
    picture p = {.n = 0};
    for (int k = 0; k <= RESPONSES; k++) {
        snprintf(legend[k], sizeof legend[k], "%s%s", name[k], r[k].is_converged ? "" : ", not converged");
        if (r[k].rows > 0) {
            picture_add(&p, RDG_POINTS(r[k].rows, r[k].t, r[k].theta, legend[k],
                                       .style = k < RESPONSES ? RDG_LINE : RDG_DASHED, .color = color[k],
                                       .width = 2));
        }
    }
    picture_add(&p, RDG_TITLE(title));
    picture_add(&p, RDG_XLABEL("time / s"));
    picture_add(&p, RDG_YLABEL("$\\theta$ / rad"));
    rdg_plot_items(ctx, path, p.item);
}

/* <figure>a.png, <figure>b.png and <figure>_responses.csv. */
static inline void responses_show(rdg_context *ctx, const char *figure, const disc_brake *b, double transient)
{
    enum { ALL = 2 * (RESPONSES + 1) };
    static response r[ALL];
    static double delta[ALL * RESPONSE_ROWS], p[ALL * RESPONSE_ROWS], t[ALL * RESPONSE_ROWS],
        theta[ALL * RESPONSE_ROWS];
    const double of[ALL][2] = {{1e-1, 0.8}, {1e-2, 0.8}, {1e-3, 0.8}, {1e-6, 0.8},
                               {1e-2, 0.5}, {1e-2, 0.8}, {1e-2, 1.0}, {1e-6, 0.8}};
    char path[64], title[96];
    rdg_index n = 0;
    for (int k = 0; k < ALL; k++) {
        r[k].delta = of[k][0], r[k].p = of[k][1];
        response_find(ctx, b, transient, &r[k]);
        for (int i = 0; i < r[k].rows; i++, n++) {
            delta[n] = r[k].delta, p[n] = r[k].p, t[n] = r[k].t[i], theta[n] = r[k].theta[i];
        }
    }
    snprintf(path, sizeof path, "%s_responses.csv", figure);
    rdg_export(ctx, path, n, RDG_COLUMN_ARRAY("delta", delta), RDG_COLUMN_ARRAY("p", p),
               RDG_COLUMN_ARRAY("t", t), RDG_COLUMN_ARRAY("theta", theta));
    snprintf(title, sizeof title, "%g N, %g rad/s, p = 0.8", b->value[N0], b->value[OMEGA]);
    snprintf(path, sizeof path, "%sa.png", figure);
    response_draw(ctx, path, title, r,
                  (const char *const[]){"$\\delta$ = 0.1", "$\\delta$ = 0.01", "$\\delta$ = 0.001",
                                        "$\\delta$ = 1e-6, the limit cycle"});
    snprintf(title, sizeof title, "%g N, %g rad/s, $\\delta$ = 0.01", b->value[N0], b->value[OMEGA]);
    snprintf(path, sizeof path, "%sb.png", figure);
    response_draw(ctx, path, title, r + RESPONSES + 1,
                  (const char *const[]){"p = 0.5", "p = 0.8", "p = 1", "the limit cycle"});
}

#endif
