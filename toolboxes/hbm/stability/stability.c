/* Stability of a harmonic balance: exponents at a solution, and the monitor. */
#include "wave_hill_impl.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/finite.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/stability.h>
#include <ridgewalk/wave.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* name: of the monitor, or "" */
static void report_wedge(rdg_hbm *hb, const char *name, const rdg_hbm_element *element)
{
    rdg_write(
        hb->ctx, RDG_CHANNEL_NOTE,
        "note: %s%s\"%s\": the %s \"%s\" wedges: a small disturbance drags its slider on and on, so that "
        "the motion is not stable, whatever its exponents are\n",
        name, *name ? " of " : "", rdg_structure_name(hb->structure), element->type, element->name);
}

rdg_status rdg_hbm_exponents(rdg_hbm *hb, const double *Q, double omega, rdg_index count, double *re,
                             double *im)
{
    rdg_hill *hill = rdg_hill_of(hb, __func__);
    if (!hill) {
        return hb ? rdg_error_status(hb->ctx) : RDG_ERR_EARLIER;
    }
    const rdg_index all = 2 * rdg_structure_size(hb->structure);
    const char *name = rdg_structure_name(hb->structure);
    if (!Q || !re || !im) {
        return RDG_FAIL(hb->ctx, RDG_ERR_ARGUMENT, "the solution or the place for the exponents is NULL");
    }
    if (count < 1 || count > all) {
        return RDG_FAIL(hb->ctx, RDG_ERR_ARGUMENT,
                        "%" PRId64 " exponents of \"%s\" are requested: it has %" PRId64
                        ", two for each degree of freedom",
                        count, name, all);
    }
    if (!(omega > 0.0) || !isfinite(omega)) {
        return RDG_FAIL(hb->ctx, RDG_ERR_ARGUMENT, "omega = %g of \"%s\" is not positive", omega, name);
    }
    RDG_TRY(rdg_require_finite(hb->ctx, __func__, "Q", hb->m, Q));
    const rdg_hill_candidate *exponent = NULL;
    const int answer = rdg_hill_exponents(hill, Q, omega, &exponent);
    if (answer != 0) {
        return RDG_FAIL(hb->ctx, RDG_ERR_CALLBACK,
                        "the exponents of \"%s\" at omega = %g rad/s cannot be evaluated (answer %d)", name,
                        omega, answer);
    }
    for (rdg_index i = 0; i < count; i++) {
        re[i] = exponent[i].re;
        im[i] = exponent[i].im;
    }
    if (rdg_hill_wedge(hill, NULL)) {
        report_wedge(hb, "", rdg_hill_wedge(hill, NULL));
    }
    return RDG_OK;
}

static const char *const column_suffix[RDG_STABILITY_COLUMNS] = {
    "", ".frequency", ".estimate", ".tail", ".outside", ".exponent", ".diameter"};
static const char *const column_unit[RDG_STABILITY_COLUMNS] = {"1/s", "rad/s", NULL, NULL, NULL, NULL, NULL};

/* A share of the highest harmonic above which the harmonics are stated to be too few. */
static const double long_tail = 1e-2;

static void say_doubts(rdg_stability_monitor *s, const rdg_hbm_element *element, double tail)
{
    rdg_hbm *hb = s->hb;
    const char *structure = rdg_structure_name(hb->structure);
    if (element && !s->said_estimate) {
        s->said_estimate = true;
        rdg_write(hb->ctx, RDG_CHANNEL_NOTE,
                  "note: %s of \"%s\": the %s \"%s\" slips, and its force depends on the past: exponents "
                  "are estimates there, exact only where a real one vanishes (column %s.estimate)\n",
                  s->name, structure, element->type, element->name, s->name);
    }
    if (tail > long_tail && !s->said_tail) {
        s->said_tail = true;
        rdg_write(hb->ctx, RDG_CHANNEL_NOTE,
                  "note: %s of \"%s\": harmonic %d has %.2g of the least stable motion: more harmonics are "
                  "needed for exponents to rely on (column %s.tail)\n",
                  s->name, structure, hb->basis.harmonic[hb->basis.n_harmonics - 1], tail, s->name);
    }
}

static void put_exponent(const rdg_hill_candidate *exponent, const rdg_hbm_element *estimate, double *y)
{
    y[RDG_GROWTH] = y[RDG_EXPONENT] = exponent->re;
    y[RDG_FREQUENCY] = fabs(exponent->im);
    y[RDG_ESTIMATE] = estimate ? 1.0 : 0.0;
    y[RDG_TAIL] = exponent->tail;
    y[RDG_OUTSIDE] = exponent->outside;
}

/* u = (Q, omega) */
static int observe_stability(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_stability_monitor *s = data;
    const rdg_hill_candidate *exponent = NULL;
    (void)m;
    const int answer = rdg_hill_exponents(s->hill, u, u[n - 1], &exponent);
    if (answer != 0) {
        return answer;
    }
    const rdg_hbm_element *estimate = rdg_hill_estimate(s->hill, u);
    put_exponent(exponent, estimate, y);
    double growth = 1.0;
    const rdg_hbm_element *wedge = rdg_hill_wedge(s->hill, &growth);
    if (wedge) {
        y[RDG_GROWTH] = fmax(exponent->re, log(growth) * u[n - 1] / (2.0 * RDG_PI));
    }
    say_doubts(s, estimate, exponent->tail);
    if (wedge && !s->said_wedge) {
        s->said_wedge = true;
        report_wedge(s->hb, s->name, wedge);
    }
    return 0;
}

static int observe_wave(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_stability_monitor *s = data;
    rdg_hill_candidate exponent;
    (void)m;
    const int answer = rdg_wave_hill_greatest(s->wave, u, u[n - 1], &exponent);
    if (answer != 0) {
        return answer;
    }
    const rdg_hbm_element *estimate = rdg_wave_hill_estimate(s->wave, u);
    put_exponent(&exponent, estimate, y);
    y[RDG_DIAMETER] = (double)exponent.turn;
    say_doubts(s, estimate, exponent.tail);
    return 0;
}

static rdg_status add_columns(rdg_stability_monitor *s, rdg_problem *problem, const char *where)
{
    char text[RDG_STABILITY_COLUMNS][RDG_STABILITY_NAME + 16];
    const char *column[RDG_STABILITY_COLUMNS];
    const int columns = s->wave ? RDG_STABILITY_COLUMNS : RDG_DIAMETER;
    for (int k = 0; k < columns; k++) {
        snprintf(text[k], sizeof text[k], "%s%s", s->name, column_suffix[k]);
        column[k] = text[k];
    }
    /* its derivatives are never requested but by checks: differences will do */
    const rdg_hbm_watch watch = {.of = {.name = s->name,
                                        .n = s->hb->m + 1,
                                        .m = columns,
                                        .f = s->wave ? observe_wave : observe_stability,
                                        .by_differences = true,
                                        .data = s,
                                        .free_data = rdg_free},
                                 .names = column,
                                 .kind = RDG_JUMPING};
    RDG_TRY(rdg_hbm_add_watch(s->hb, problem, where, &watch));
    s->omega = rdg_variable_index(problem, "omega", NULL);
    s->first = rdg_parameter_index(problem, s->name);
    for (int k = 0; k < columns; k++) {
        RDG_TRY(column_unit[k] ? rdg_set_unit(problem, column[k], column_unit[k])
                               : rdg_hide_parameter(problem, column[k]));
    }
    return RDG_OK;
}

rdg_stability_monitor *rdg_stability_add(rdg_hbm *hb, rdg_problem *problem, const char *name,
                                         const char *where)
{
    const bool is_wave = rdg_structure_is_wave(hb->structure);
    rdg_wave_hill *wave = is_wave ? rdg_wave_hill_of(hb, where) : NULL;
    rdg_hill *hill = is_wave ? NULL : rdg_hill_of(hb, where);
    if (!hill && !wave) {
        return NULL;
    }
    if (!name || !*name || strlen(name) >= RDG_STABILITY_NAME) {
        rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                 "the stability of \"%s\" needs a name of 1 to %d characters",
                 rdg_structure_name(hb->structure), RDG_STABILITY_NAME - 1);
        return NULL;
    }
    rdg_stability_monitor *s = rdg_context_calloc(hb->ctx, 1, sizeof *s);
    if (s) {
        s->hb = hb;
        s->hill = hill;
        s->wave = wave;
        snprintf(s->name, sizeof s->name, "%s", name);
        add_columns(s, problem, where);
    }
    return s && rdg_error_status(rdg_problem_context(problem)) == RDG_OK ? s : NULL;
}

rdg_status rdg_hbm_add_stability(rdg_hbm *hb, rdg_problem *problem, const char *name)
{
    if (!hb || !problem || rdg_error_status(hb->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    return rdg_stability_add(hb, problem, name, __func__) ? RDG_OK : rdg_error_status(hb->ctx);
}
