/* Many contacts: a beam on a row of dry contacts, one harmonic, nothing condensed. The beam is the same for
 * any number of contacts: what a point costs more is theirs. */
#include "beam_on_contacts.h"
#include "bench.h"

#include <ridgewalk/hbm_equations.h>

enum { POINTS = 25, REPETITIONS = 3 };

static rdg_run_summary response(rdg_hbm *hb, int threads)
{
    rdg_run_summary best = {0};
    rdg_hbm_threads(hb, threads);
    for (int k = 0; k < REPETITIONS; k++) {
        rdg_run_summary s = {0};
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(40)), RDG_AT("alpha", 5.0));
        rdg_continue(p, "contacts", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(40), RDG_HZ(90)),
                     RDG_DIRECTION(1), RDG_MAX_POINTS(POINTS), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&s));
        best = k == 0 || s.timing.total_s < best.timing.total_s ? s : best;
        rdg_problem_free(p);
    }
    return best;
}

/* Residual and Jacobian at states in which all contacts slip. */
typedef struct evaluation {
    const rdg_function *function;
    double *u, *y, *values;
} evaluation;

static int evaluate(void *data)
{
    const evaluation *e = data;
    const rdg_function *f = e->function;
    for (rdg_index i = 0; i < f->m; i++) {
        e->u[i] *= 1.0 + 1e-12; /* what an element remembers of the last state must not be timed */
    }
    const int answer = f->f(f->n, e->u, f->m, e->y, f->data);
    return answer == 0 ? f->df(f->n, e->u, f->m, e->values, f->data) : answer;
}

/* Microseconds of an evaluation with one thread and with two, side by side. */
static void evaluation_us(rdg_hbm *hb, double us[2])
{
    const rdg_function *f = rdg_hbm_function(hb);
    const size_t n = f ? (size_t)f->n : 0, entries = f ? (size_t)f->df_pattern->start[n] : 0;
    evaluation e = {.function = f,
                    .u = calloc(n + 1, sizeof(double)),
                    .y = calloc(n + 1, sizeof(double)),
                    .values = calloc(entries + 1, sizeof(double))};
    if (f && e.u && e.y && e.values && rdg_hbm_linear_response(hb, RDG_HZ(62), 5.0, e.u) == RDG_OK) {
        e.u[f->m] = RDG_HZ(62);
        e.u[f->m + 1] = 5.0;
        for (int k = 0; k < 2 * REPETITIONS; k++) {
            rdg_hbm_threads(hb, 1 + k % 2);
            const double now = bench_call_us(evaluate, &e);
            us[k % 2] = k < 2 || now < us[k % 2] ? now : us[k % 2];
        }
    }
    free(e.u);
    free(e.y);
    free(e.values);
}

static void measure(rdg_context *ctx, rdg_index contacts)
{
    static double first; /* a point with one contact */
    rdg_hbm *hb = beam_on_contacts(ctx, contacts);
    double us[2] = {0.0, 0.0};
    evaluation_us(hb, us);
    const rdg_run_summary one = response(hb, 1), two = response(hb, 2);
    const double points = (double)one.points, point = 1e6 * one.timing.total_s / points;
    first = contacts == 1 ? point : first;
    printf("m=%d points=%ld iterations=%ld us_per_point=%.0f function_us=%.0f factor_us=%.0f solve_us=%.0f",
           (int)contacts, one.points, one.iterations, point, 1e6 * one.timing.function_s / points,
           1e6 * one.timing.factor_s / points, 1e6 * one.timing.solve_s / points);
    printf(" rejected=%ld residuals=%.1f jacobians=%.1f factorisations=%.1f solves=%.1f", one.rejected,
           (double)one.timing.residuals / points, (double)one.timing.jacobians / points,
           (double)one.timing.factorisations / points, (double)one.timing.solves / points);
    if (contacts >= 100) { /* fewer cost less than the beam's own time varies */
        printf(" us_per_contact=%.2f", (point - first) / (double)(contacts - 1));
    }
    printf(" two_threads=%.2f evaluation_us=%.1f evaluation_two=%.2f\n",
           two.timing.total_s / one.timing.total_s, us[0], us[1] / us[0]);
    rdg_hbm_free(hb);
}

int main(void)
{
    static const rdg_index contacts[] = {1, 10, 100, 300, 1000};
    rdg_context *ctx = bench_context();
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf(
        "== A beam of %d elements on m contacts, one harmonic: microseconds a point; time of two threads by "
        "time of one\n",
        BEAM_ELEMENTS);
    for (size_t k = 0; k < sizeof contacts / sizeof *contacts && rdg_error_status(ctx) == RDG_OK; k++) {
        measure(ctx, contacts[k]);
    }
    return bench_exit(ctx);
}
