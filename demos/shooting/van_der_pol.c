/* Van der Pol's oscillator, x'' - mu (1 - x^2) x' + x = 0: period, greatest displacement and multiplier of
 * its limit cycle from a nearly linear oscillator to relaxations with two jumps. The orbit begins at its
 * maximum: an event that only marks where the velocity vanishes. QUICK=1: to mu = 10. */
#include "../forms.h"
#include "reference.h"

#include <ridgewalk/shooting.h>

/* u = (x, v, mu) */
static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1];
    y[1] = u[2] * (1.0 - u[0] * u[0]) * u[1] - u[0];
    return 0;
}

static int field_slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    J[1] = -2.0 * u[2] * u[0] * u[1] - 1.0;
    J[2] = 1.0;
    J[3] = u[2] * (1.0 - u[0] * u[0]);
    J[5] = (1.0 - u[0] * u[0]) * u[1];
    return 0;
}

static int velocity(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1];
    return 0;
}

int main(void)
{
    const double last = form_is_quick() ? 10.0 : 100.0;
    rdg_context *ctx = rdg_context_create();
    rdg_hybrid *h = rdg_hybrid_create(ctx, "van der Pol", RDG_PARAMETERS("mu"), (double[]){0.1});
    rdg_hybrid_add_phase(
        h, &(rdg_hybrid_phase){.name = "motion", .n = 2, .field = {.f = field, .df = field_slope}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "maximum", .from = "motion", .to = "motion", .surface = {.f = velocity}});
    rdg_shooting *s = rdg_shooting_create(
        h, &(rdg_shooting_options){.x = (double[]){1.0, 0.0}, .transient = 200.0, .segments = 1});
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_shooting_add_logarithm(s, p);

    /* more of them than the table asks for: the pictures bend there */
    static const double mu[] = {0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6,
                                1.8, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0, 10.0};
    rdg_continue(p, "van_der_pol", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0.1, last), RDG_UZ_LIST("mu", 20, mu),
                 RDG_STEP(0.05, 1e-6, 1.0));

    references table = {.count = 0};
#define AT(type, mu, column) beside(ctx, "van_der_pol", type, "mu", mu, column)
    compare(&table, "period at mu = 1", 6.66328685932313, AT("UZ", 1.0, "T"));
    compare(&table, "greatest displacement at mu = 1", 2.00861986087484, AT("UZ", 1.0, "x[0]"));
    compare(&table, "logarithm of the multiplier at mu = 1", -7.05893280879896,
            AT("UZ", 1.0, "multiplier.log"));
    compare(&table, "period at mu = 10", 19.0783695669390, AT("UZ", 10.0, "T"));
    compare(&table, "greatest displacement at mu = 10", 2.01428536092641, AT("UZ", 10.0, "x[0]"));
    compare(&table, "logarithm of the multiplier at mu = 10", -311.844219286228,
            AT("UZ", 10.0, "multiplier.log"));
    if (!form_is_quick()) {
        compare(&table, "period at mu = 100", 162.837071092370, AT("EP", 100.0, "T"));
        compare(&table, "greatest displacement at mu = 100", 2.00131868117722, AT("EP", 100.0, "x[0]"));
        compare(&table, "logarithm of the multiplier at mu = 100", -28997.9884572870,
                AT("EP", 100.0, "multiplier.log"));
    }
    write_references(ctx, &table, "van_der_pol_numbers.csv");

    rdg_run_export(rdg_run_open(ctx, "van_der_pol"), "van_der_pol.csv", RDG_COLUMN("mu", "mu", 1),
                   RDG_COLUMN("T", "T", 1), RDG_COLUMN("x[0]", "max_x", 1),
                   RDG_COLUMN("multiplier.log", "multiplier_log", 1));
    rdg_plot(ctx, "van_der_pol_period.png", RDG_CURVE("van_der_pol", "mu", "T"), RDG_LOGLOG,
             RDG_TITLE("Limit cycle of van der Pol's oscillator"), RDG_XLABEL("mu"), RDG_YLABEL("period"));
    rdg_plot(ctx, "van_der_pol_maximum.png", RDG_CURVE("van_der_pol", "mu", "x[0]"), RDG_LOGX,
             RDG_TITLE("Limit cycle of van der Pol's oscillator"), RDG_XLABEL("mu"),
             RDG_YLABEL("greatest displacement"));
    return rdg_exit(ctx);
}
