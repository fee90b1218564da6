/* What the brake's events do to small changes of a motion, by saltation matrices, against motions that
 * begin a little beside each other. */
#define _XOPEN_SOURCE 700

#include "disc-brake/cycles.h"
#include "scratch.h"

#include <ridgewalk/saltation.h>

enum { EVENTS = 5, KEPT = 4096 };

/* Motion that is watched: where it was, and each event as it was last met. */
typedef struct watch {
    long steps;
    double t[KEPT], x[KEPT][STATES];
    rdg_index mode[KEPT];
    bool met[EVENTS];
    double t_start[EVENTS], start[EVENTS][STATES], at[EVENTS], before[EVENTS][STATES];
    double after[EVENTS][STATES];
} watch;

static const double lead = 1e-3, behind = 1e-3; /* s, before and behind an event */

static int note_step(const rdg_hybrid_state *s, void *data)
{
    watch *w = data;
    const long k = w->steps % KEPT;
    w->t[k] = s->t;
    w->mode[k] = s->mode;
    memcpy(w->x[k], s->x, sizeof w->x[k]);
    w->steps++;
    return 0;
}

/* Keep it if the motion has been in its mode for long enough before. */
static int note_event(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after,
                      void *data)
{
    watch *w = data;
    for (long i = w->steps - 1; i >= 0 && i > w->steps - KEPT; i--) {
        const long k = i % KEPT;
        if (w->mode[k] != before->mode || before->t - w->t[k] > 4.0 * lead) {
            break;
        }
        if (before->t - w->t[k] >= lead) {
            w->met[event] = true;
            w->t_start[event] = w->t[k];
            w->at[event] = before->t;
            memcpy(w->start[event], w->x[k], sizeof w->x[k]);
            memcpy(w->before[event], before->x, sizeof w->x[k]);
            memcpy(w->after[event], after->x, sizeof w->x[k]);
            break;
        }
    }
    return 0;
}

/* Derivatives of an arc by its start, [i + STATES j]. */
static void slope_of_arc(rdg_flow *flow, rdg_index mode, const double *x, const double *p, double tau,
                         double *out)
{
    double sigma[STATES + BRAKE_PARAMETERS + 1], y[STATES], *dy;
    rdg_mesh mesh = {0};
    const rdg_index n = rdg_flow_arguments(flow, mode);
    memcpy(sigma, x, STATES * sizeof *x);
    memcpy(sigma + STATES, p, BRAKE_PARAMETERS * sizeof *p);
    sigma[STATES + BRAKE_PARAMETERS] = tau;
    assert_non_null(dy = calloc((size_t)(n * STATES), sizeof *dy));
    assert_int_equal(rdg_flow_mesh(flow, mode, sigma, &mesh, NULL), 0);
    assert_int_equal(rdg_flow_segment(flow, mode, &mesh, sigma, y, dy, NULL), 0);
    memcpy(out, dy, STATES * STATES * sizeof *dy);
    rdg_mesh_release(&mesh);
    free(dy);
}

static void apply(const double *M, const double *v, double *out)
{
    for (int i = 0; i < STATES; i++) {
        out[i] = 0.0;
        for (int j = 0; j < STATES; j++) {
            out[i] += M[i + STATES * j] * v[j];
        }
    }
}

/* (motion from start + h d) - (motion from start - h d) over 2 h */
static void difference_beside(rdg_flow *flow, const watch *w, rdg_index c, rdg_index mode, const double *p,
                              const double *d, double h, double *out)
{
    double x[2][STATES];
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < STATES; i++) {
            x[side][i] = w->start[c][i] + (side ? h : -h) * d[i];
        }
        rdg_hybrid_state s = {.t = w->t_start[c], .mode = mode, .x = x[side]};
        assert_int_equal(rdg_flow_run(flow, p, &s, w->at[c] + behind, 0, NULL), 0);
    }
    for (int i = 0; i < STATES; i++) {
        out[i] = (x[1][i] - x[0][i]) / (2.0 * h);
    }
}

static void compare_event(rdg_hybrid *h, rdg_flow *flow, const watch *w, rdg_index c, const double *p,
                          uint64_t *seed)
{
    static double S[STATES * STATES], before[STATES * STATES], after[STATES * STATES], work[20000];
    double u[STATES + BRAKE_PARAMETERS];
    rdg_index from = 0, to = 0;
    assert_non_null(rdg_hybrid_event_surface_at(h, c, &from, &to));
    memcpy(u, w->before[c], STATES * sizeof *u);
    memcpy(u + STATES, p, BRAKE_PARAMETERS * sizeof *u);
    assert_true(rdg_hybrid_saltation_workspace(h, c) <= (rdg_index)(sizeof work / sizeof *work));
    assert_int_equal(rdg_hybrid_saltation(h, c, u, NULL, w->after[c], S, work), 0);
    slope_of_arc(flow, from, w->start[c], p, w->at[c] - w->t_start[c], before);
    slope_of_arc(flow, to, w->after[c], p, behind, after);
    for (int trial = 0; trial < 4; trial++) {
        double d[STATES], a[STATES], b[STATES], found[STATES], scale = 0.0, off = 0.0;
        for (int i = 0; i < STATES; i++) {
            d[i] = (i < DOFS ? 0.02 : 1.0) * random_signed(seed);
        }
        if (from == STICK_MODE) { /* no relative velocity beside it, either */
            double still[STATES], moved[STATES + BRAKE_PARAMETERS];
            for (int i = 0; i < STATES; i++) {
                moved[i] = w->start[c][i] + 1e-5 * d[i];
            }
            memcpy(moved + STATES, p, BRAKE_PARAMETERS * sizeof *p);
            disc_brake lc = preset_lc();
            assert_int_equal(stop_f(STATES + BRAKE_PARAMETERS, moved, STATES, still, &lc), 0);
            for (int i = 0; i < STATES; i++) {
                d[i] = (still[i] - w->start[c][i]) / 1e-5;
            }
        }
        difference_beside(flow, w, c, from, p, d, 1e-6, found);
        apply(before, d, a);
        apply(S, a, b);
        apply(after, b, a);
        for (int i = 0; i < STATES; i++) {
            scale = fmax(scale, fabs(a[i]));
            off = fmax(off, fabs(a[i] - found[i]));
        }
        if (off > 1e-4 * scale) {
            print_error("%s: %.3g of %.3g\n", rdg_hybrid_event_surface_at(h, c, NULL, NULL)->name, off,
                        scale);
            fail();
        }
    }
}

/* The events of the motion after a push; how many there are. */
static int compare_motion(rdg_context *ctx, double load, uint64_t *seed)
{
    static watch w;
    double x[STATES];
    disc_brake b = preset_lc();
    b.value[N0] = load;
    b.value[OMEGA] = 1.0;
    brake_push(ctx, &b, x);
    rdg_hybrid *h = brake_system(ctx, &b);
    rdg_flow *flow = rdg_flow_create(h, &(rdg_flow_options){.method = RDG_FLOW_EXPLICIT});
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_hybrid_state s = {.mode = SLIP_MODE, .x = x};
    w = (watch){.steps = 0};
    const rdg_flow_observer observer = {.at = note_step, .every = 2e-4, .crossed = note_event, .data = &w};
    assert_int_equal(rdg_flow_run(flow, b.value, &s, 3.0, 0, &observer), 0);
    int met = 0;
    for (rdg_index c = 0; c < EVENTS; c++) {
        met += w.met[c];
        if (w.met[c]) {
            compare_event(h, flow, &w, c, b.value, seed);
        }
    }
    return met;
}

static void changes_pass_events_as_saltation_says(void **state)
{
    uint64_t seed = 1;
    assert_int_equal(compare_motion(*state, 10.0, &seed), 2); /* lift, land */
    assert_int_equal(compare_motion(*state, 50.0, &seed), 2); /* catch, break */
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(changes_pass_events_as_saltation_says)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
