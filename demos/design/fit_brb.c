/* Which joint is it? Parameters of the Brake-Reuss beam from its measured frequency and damping ratio over
 * the amplitude: values, profiles, what the points do not determine, and what the model cannot explain. */
#include "../forms.h"
#include "../stored.h"
#include "brb_model.h"

#include <ridgewalk/plot.h>
#include <ridgewalk/ridgewalk.h>

#include <stdio.h>

enum { PLACES = 21, CURVE = 60 };

static rdg_measured *read_points(rdg_context *ctx)
{
    const char *path = stored_path("demos/design/brb_points.csv");
    return rdg_measured_read(ctx, path ? path : "demos/design/brb_points.csv",
                             RDG_MEASURED(.amplitude = "u_m", .frequency = "f_Hz", .frequency_error = "sf_Hz",
                                          .damping = "zeta", .damping_error = "szeta"));
}

static void say(const char *what, const rdg_fit_problem *problem, const rdg_fit_result *r)
{
    printf("%s: chi^2 %.1f of %d degrees of freedom\n", what, r->chi2, (int)r->freedom);
    for (rdg_index j = 0; j < r->n; j++) {
        const rdg_fitted *f = &r->parameter[j];
        printf("  %-12s %13.6g", problem->parameter[j].name, f->value);
        if (f->open_high) {
            printf("  not determined: more than %.3g\n", f->low);
        } else {
            printf("  68 %%: %.6g to %.6g\n", f->low, f->high);
        }
    }
    printf("\n");
}

static rdg_fit_result fit(rdg_context *ctx, const char *what, brb_fit *of)
{
    rdg_fit_result r = {.chi2 = NAN};
    const rdg_fit_problem problem = brb_problem(of);
    if (rdg_least_squares(ctx, &problem, &r) == RDG_OK) {
        say(what, &problem, &r);
    }
    return r;
}

/* Points, fit and residuals as a table. */
static void write_points(const brb_fit *of, const rdg_fit_result *r)
{
    const rdg_measured *m = of->points;
    double p[BRB_PARAMETERS], all[BRB_PARAMETERS], off[2 * BRB_POINTS], y[2];
    FILE *table = fopen("fit_brb.csv", "w");
    for (rdg_index j = 0; j < r->n; j++) {
        p[j] = r->parameter[j].value;
    }
    brb_spread(of, p, all);
    brb_residuals_at(of, p, off);
    if (table) {
        fprintf(table, "u_m,f_Hz,f_fit_Hz,f_residual,zeta,zeta_fit,zeta_residual\n");
        for (rdg_index i = 0; i < m->n; i++) {
            brb_mode(all, m->value[RDG_MEASURED_AMPLITUDE][i], y);
            fprintf(table, "%.7g,%.6f,%.6f,%.4f,%.7f,%.7f,%.4f\n", m->value[RDG_MEASURED_AMPLITUDE][i],
                    m->value[RDG_MEASURED_FREQUENCY][i], y[0], off[i], m->value[RDG_MEASURED_DAMPING][i],
                    y[1], off[m->n + i]);
        }
        fclose(table);
    }
}

static void say_residuals(const brb_fit *whole, const rdg_fit_result *of_whole, const brb_fit *bare,
                          const rdg_fit_result *of_bare)
{
    double p[BRB_PARAMETERS], a[2 * BRB_POINTS], b[2 * BRB_POINTS];
    for (rdg_index j = 0; j < of_whole->n; j++) {
        p[j] = of_whole->parameter[j].value;
    }
    brb_residuals_at(whole, p, a);
    for (rdg_index j = 0; j < of_bare->n; j++) {
        p[j] = of_bare->parameter[j].value;
    }
    brb_residuals_at(bare, p, b);
    printf("residuals in standard deviations: frequency, damping; without the cubic spring\n");
    for (int i = 0; i < BRB_POINTS; i++) {
        printf("  %.2e m  %6.2f %6.2f   %7.2f %6.2f\n", whole->points->value[RDG_MEASURED_AMPLITUDE][i], a[i],
               a[BRB_POINTS + i], b[i], b[BRB_POINTS + i]);
    }
}

/* The fitted curve and its standard error J cov J^T; derivatives by differences of a tenth of each error. */
static void curve(const brb_fit *of, const rdg_fit_result *r, int quantity, double factor, const double *u,
                  double *y, double *low, double *high)
{
    double p[BRB_PARAMETERS], all[BRB_PARAMETERS], by[BRB_PARAMETERS], at[2], side[2];
    for (int i = 0; i < CURVE; i++) {
        for (rdg_index j = 0; j < r->n; j++) {
            p[j] = r->parameter[j].value;
        }
        brb_spread(of, p, all);
        brb_mode(all, u[i], at);
        double variance = 0.0;
        for (rdg_index j = 0; j < r->n; j++) {
            p[j] += 0.1 * r->parameter[j].error;
            brb_spread(of, p, all);
            brb_mode(all, u[i], side);
            p[j] = r->parameter[j].value;
            by[j] = (side[quantity] - at[quantity]) / 0.1;
        }
        for (rdg_index j = 0; j < r->n * r->n; j++) {
            variance += by[j % r->n] * r->correlation[j % r->n + RDG_FIT_MOST * (j / r->n)] * by[j / r->n];
        }
        y[i] = factor * at[quantity];
        low[i] = factor * (at[quantity] - sqrt(variance));
        high[i] = factor * (at[quantity] + sqrt(variance));
    }
}

static void draw_points(rdg_context *ctx, const char *path, const char *label, int quantity, double factor,
                        const brb_fit *whole, const rdg_fit_result *of_whole, const brb_fit *bare,
                        const rdg_fit_result *of_bare)
{
    const rdg_measured *m = whole->points;
    const int q = quantity == 0 ? RDG_MEASURED_FREQUENCY : RDG_MEASURED_DAMPING;
    double u[CURVE], y[3][CURVE], other[3][CURVE], bar_u[BRB_POINTS][2], bar_y[BRB_POINTS][2],
        value[BRB_POINTS];
    for (int i = 0; i < CURVE; i++) {
        u[i] = 1.8e-5 * pow(3.3e-4 / 1.8e-5, i / (CURVE - 1.0));
    }
    curve(whole, of_whole, quantity, factor, u, y[0], y[1], y[2]);
    curve(bare, of_bare, quantity, factor, u, other[0], other[1], other[2]);
    for (int i = 0; i < BRB_POINTS; i++) {
        const double error = quantity == 0 ? hypot(m->error[q][i], brb_repeatability) : m->error[q][i];
        value[i] = factor * m->value[q][i];
        for (int k = 0; k < 2; k++) {
            bar_u[i][k] = m->value[RDG_MEASURED_AMPLITUDE][i];
            bar_y[i][k] = value[i] + (k == 0 ? -factor : factor) * error;
        }
    }
#define BAR(i) RDG_POINTS(2, bar_u[i], bar_y[i], "", .style = RDG_LINE, .color = "black")
    rdg_plot(ctx, path,
             RDG_POINTS(CURVE, u, y[0], "Iwan joint and cubic spring", .style = RDG_LINE, .width = 2,
                        .color = "#08519c"),
             RDG_POINTS(CURVE, u, y[1], "its standard error", .style = RDG_LINE, .color = "#9ecae1"),
             RDG_POINTS(CURVE, u, y[2], "", .style = RDG_LINE, .color = "#9ecae1"),
             RDG_POINTS(CURVE, u, other[0], "Iwan joint alone", .style = RDG_DASHED, .width = 2,
                        .color = "#d62728"),
             BAR(0), BAR(1), BAR(2), BAR(3), BAR(4), BAR(5), BAR(6), BAR(7),
             RDG_POINTS(BRB_POINTS, m->value[RDG_MEASURED_AMPLITUDE], value, "measured", .color = "black"),
             RDG_LOGX, RDG_TITLE("First mode of the Brake-Reuss beam"), RDG_XLABEL("amplitude u / m"),
             RDG_YLABEL(label));
}

/* Rise of chi^2 over each parameter, in its standard errors, beside the parabola. */
static void draw_profiles(rdg_context *ctx, brb_fit *of, const rdg_fit_result *r)
{
    const rdg_fit_problem problem = brb_problem(of);
    double x[PLACES], value[PLACES], rise[5][PLACES], parabola[PLACES], line[PLACES];
    FILE *table = fopen("fit_brb_profiles.csv", "w");
    if (!table) {
        return;
    }
    fprintf(table, "parameter,value,rise\n");
    for (rdg_index j = 0; j < 5; j++) {
        for (int k = 0; k < PLACES; k++) {
            x[k] = -2.5 + 5.0 * k / (PLACES - 1);
            value[k] = r->parameter[j].value + x[k] * r->parameter[j].error;
            parabola[k] = x[k] * x[k] * r->chi2 / (double)r->freedom;
            line[k] = 1.0;
        }
        rdg_fit_profile(ctx, &problem, r, j, PLACES, value, rise[j], NULL);
        for (int k = 0; k < PLACES; k++) {
            rise[j][k] -= r->chi2;
            fprintf(table, "%s,%.10g,%.6f\n", problem.parameter[j].name, value[k], rise[j][k]);
        }
    }
    fclose(table);
    rdg_plot(ctx, "fit_brb_profiles.png",
             RDG_POINTS(PLACES, x, rise[0], "$f_0$", .style = RDG_LINE, .width = 2),
             RDG_POINTS(PLACES, x, rise[1], "$\\zeta_0$", .style = RDG_LINE, .width = 2),
             RDG_POINTS(PLACES, x, rise[2], "$\\log r$", .style = RDG_LINE, .width = 2),
             RDG_POINTS(PLACES, x, rise[3], "$\\chi$", .style = RDG_LINE, .width = 2),
             RDG_POINTS(PLACES, x, rise[4], "$h$", .style = RDG_LINE, .width = 2),
             RDG_POINTS(PLACES, x, parabola, "parabola", .style = RDG_DASHED, .color = "black"),
             RDG_POINTS(PLACES, x, line, "1", .style = RDG_LINE, .color = "gray"),
             RDG_TITLE("Profiles of the parameters"),
             RDG_XLABEL("parameter less its optimum / standard error"), RDG_YLABEL("rise of $\\chi^2$"));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_measured *points = read_points(ctx);
    if (!points) {
        return rdg_exit(ctx);
    }
    brb_fit whole = {
        .points = points, .fitted = {true, true, true, true, true, false}, .value = {[BRB_PHI_MAX] = 1.0}};
    brb_fit bare = whole, damping = whole, limited = whole;
    bare.fitted[BRB_H] = damping.fitted[BRB_F0] = damping.fitted[BRB_H] = false;
    damping.damping_alone = true;
    damping.value[BRB_F0] = 80.3;
    limited.fitted[BRB_PHI_MAX] = true;
    const rdg_fit_result of_whole = fit(ctx, "Iwan joint and cubic spring", &whole);
    const rdg_fit_result of_bare = fit(ctx, "Iwan joint alone", &bare);
    fit(ctx, "damping alone", &damping);
    if (!form_is_quick()) {
        fit(ctx, "with the greatest slip phi_max of the joint", &limited);
    }
    say_residuals(&whole, &of_whole, &bare, &of_bare);
    write_points(&whole, &of_whole);
    draw_points(ctx, "fit_brb_frequency.png", "frequency / Hz", 0, 1.0, &whole, &of_whole, &bare, &of_bare);
    draw_points(ctx, "fit_brb_damping.png", "damping ratio $\\zeta$ / %", 1, 100.0, &whole, &of_whole, &bare,
                &of_bare);
    draw_profiles(ctx, &whole, &of_whole);
    return rdg_exit(ctx);
}
