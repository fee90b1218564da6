/* Many contacts: a beam on a row of dry contacts, one harmonic, nothing condensed. The beam is the same for
 * any number of contacts: what a point costs more is theirs. */
#include "bench.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/mechanics.h>

enum { ELEMENTS = 1000, POINTS = 25, REPETITIONS = 3 };

/* A long beam on springs, which keep the stiffness matrix well conditioned with so many elements. */
static rdg_structure *beam_on_springs(rdg_context *ctx)
{
    static double spring[2 * ELEMENTS];
    static rdg_index dof[2 * ELEMENTS];
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 0.1 * ELEMENTS; /* m */
    b.elements = ELEMENTS;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    rdg_sparse M, K;
    if (!beam || rdg_structure_matrices(beam, &M, NULL, &K) != RDG_OK) {
        return NULL;
    }
    double *stiffness = calloc((size_t)K.pattern.start[K.pattern.cols], sizeof *stiffness);
    for (rdg_index node = 1; node <= ELEMENTS; node++) {
        spring[rdg_beam_deflection(beam, node)] = 1e4; /* N/m */
    }
    for (rdg_index j = 0; stiffness && j < K.pattern.cols; j++) {
        dof[j] = j;
        for (rdg_index e = K.pattern.start[j]; e < K.pattern.start[j + 1]; e++) {
            stiffness[e] = K.values[e] + (K.pattern.row[e] == j ? spring[j] : 0.0);
        }
    }
    rdg_structure *s =
        stiffness ? rdg_structure_create_sparse(ctx, "beam on springs", &M, NULL,
                                                &(rdg_sparse){.pattern = K.pattern, .values = stiffness})
                  : NULL;
    free(stiffness);
    rdg_damping_proportional(s, 20.0, 0.0);
    rdg_name_combination(s, "all", 2 * ELEMENTS, dof, spring);
    return s;
}

static rdg_hbm *beam_on_contacts(rdg_context *ctx, rdg_index contacts)
{
    rdg_structure *beam = beam_on_springs(ctx);
    for (rdg_index i = 0; i < contacts; i++) {
        char name[16];
        snprintf(name, sizeof name, "pad%d", (int)i);
        rdg_name_dof(beam, name, 2 * (ELEMENTS - 1 - i * (ELEMENTS / contacts)));
        rdg_contact_add(beam, &(rdg_contact){.tangential = name, .kt = 2e3, .mu = 0.3, .preload = 10.0});
    }
    rdg_force_add(beam, "all", 1, 1e-4); /* the same at each node, 1 N for alpha = 1 */
    rdg_name_dof(beam, "end", 2 * (ELEMENTS - 1));
    rdg_sensor_add(beam, "Am", "end");
    rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(1));
    rdg_hbm_keep_all(hb);
    return hb;
}

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
        ELEMENTS);
    for (size_t k = 0; k < sizeof contacts / sizeof *contacts && rdg_error_status(ctx) == RDG_OK; k++) {
        measure(ctx, contacts[k]);
    }
    return bench_exit(ctx);
}
