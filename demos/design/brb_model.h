/* The first mode of the Brake-Reuss beam: viscous damping, an Iwan joint, a cubic spring; measured points. */
#ifndef DESIGN_BRB_MODEL_H
#define DESIGN_BRB_MODEL_H

#include <ridgewalk/circle.h>
#include <ridgewalk/least_squares.h>
#include <ridgewalk/measured.h>

#include <math.h>
#include <string.h>

enum { BRB_F0, BRB_ZETA0, BRB_LOG_R, BRB_CHI, BRB_H, BRB_PHI_MAX, BRB_PARAMETERS, BRB_POINTS = 8 };

/* Unit of amplitudes, m; frequencies differ by so much from run to run, Hz (rms of four runs with controlled
 * force). */
static const double brb_unit = 1e-4, brb_repeatability = 0.053;

/* What is fitted, and the points. Parameters that are not fitted have these values. */
typedef struct brb_fit {
    const rdg_measured *points;
    bool fitted[BRB_PARAMETERS], damping_alone;
    double value[BRB_PARAMETERS];
} brb_fit;

/* Sliders of all strengths phi up to phi_max, with the density R phi^chi: what a joint loses of its stiffness
 * at an amplitude u, over R u^(chi + 1), int_0^top s^chi (1 - (t - sin(2 t)/2)/pi) ds, cos t = 1 - 2 s, s =
 * phi/u. */
static inline double brb_lost_stiffness(double chi, double top)
{
    enum { INTERVALS = 80 };
    const double end = pow(top, 0.25);
    double sum = 0.0;
    for (int i = 1; i <= INTERVALS; i++) { /* s = x^4; Simpson's rule */
        const double x = end * i / INTERVALS, t = acos(1.0 - 2.0 * fmin(pow(x, 4), 1.0));
        const double weight = i == INTERVALS ? 1.0 : i % 2 ? 4.0 : 2.0;
        sum += weight * 4.0 * pow(x, 4.0 * chi + 3.0) * (1.0 - (t - 0.5 * sin(2.0 * t)) / RDG_PI);
    }
    return sum * end / (3.0 * INTERVALS);
}

/* Frequency, Hz, and damping ratio at an amplitude, m. */
static inline void brb_mode(const double *p, double u, double y[2])
{
    const double x = u / brb_unit, chi = p[BRB_CHI], top = fmin(1.0, p[BRB_PHI_MAX] / u);
    const double r = pow(10.0, p[BRB_LOG_R]) * pow(x, chi + 1.0);
    const double square = 1.0 - r * brb_lost_stiffness(chi, top) + p[BRB_H] * x * x; /* (omega/omega0)^2 */
    /* a slider dissipates 4 phi (u - phi) a cycle and a stiffness of 1 */
    const double loss = 4.0 * r * (pow(top, chi + 2.0) / (chi + 2.0) - pow(top, chi + 3.0) / (chi + 3.0));
    y[0] = p[BRB_F0] * sqrt(square);
    y[1] = p[BRB_ZETA0] / sqrt(square) + loss / (2.0 * RDG_PI * square);
}

static inline void brb_spread(const brb_fit *fit, const double *p, double *all)
{
    for (int j = 0, k = 0; j < BRB_PARAMETERS; j++) {
        all[j] = fit->fitted[j] ? p[k++] : fit->value[j];
    }
}

static inline rdg_index brb_residuals_at(const brb_fit *fit, const double *p, double *residual)
{
    const rdg_measured *m = fit->points;
    double all[BRB_PARAMETERS], y[2];
    rdg_index n = 0;
    brb_spread(fit, p, all);
    for (int quantity = fit->damping_alone; quantity < 2; quantity++) {
        for (rdg_index i = 0; i < m->n; i++) {
            const int q = quantity == 0 ? RDG_MEASURED_FREQUENCY : RDG_MEASURED_DAMPING;
            const double error = quantity == 0 ? hypot(m->error[q][i], brb_repeatability) : m->error[q][i];
            brb_mode(all, m->value[RDG_MEASURED_AMPLITUDE][i], y);
            residual[n++] = (y[quantity] - m->value[q][i]) / error;
        }
    }
    return n;
}

/* Derivatives by central differences. */
static inline int brb_residuals(const double *p, double *residual, double *jacobian, void *data)
{
    static const double step[BRB_PARAMETERS] = {1e-4, 1e-7, 1e-5, 1e-5, 1e-6, 1e-9};
    const brb_fit *fit = data;
    double at[BRB_PARAMETERS], side[2][2 * BRB_POINTS];
    const rdg_index rows = brb_residuals_at(fit, p, residual);
    int n = 0;
    for (int j = 0; j < BRB_PARAMETERS; j++) {
        n += fit->fitted[j];
    }
    memcpy(at, p, sizeof *at * (size_t)n);
    for (int j = 0, k = 0; j < BRB_PARAMETERS; j++) {
        if (!fit->fitted[j]) {
            continue;
        }
        for (int s = 0; s < 2; s++) {
            at[k] = p[k] + (s == 0 ? -step[j] : step[j]);
            brb_residuals_at(fit, at, side[s]);
        }
        at[k] = p[k];
        for (rdg_index i = 0; i < rows; i++) {
            jacobian[i + rows * k] = (side[1][i] - side[0][i]) / (2.0 * step[j]);
        }
        k++;
    }
    return 0;
}

static inline rdg_fit_problem brb_problem(brb_fit *fit)
{
    static const rdg_fit_parameter range[BRB_PARAMETERS] = {
        {"f0 / Hz", 79, 82, 80.3}, {"zeta0", 1e-4, 1e-2, 2e-3}, {"log10 r", -4, -0.5, -2.5},
        {"chi", -0.4, 1.5, 0.2},   {"h", -0.05, 0.05, 0.0},     {"phi_max / m", 1e-4, 1e-2, 1e-3}};
    rdg_fit_problem problem = {.m = (fit->damping_alone ? 1 : 2) * fit->points->n,
                               .function = brb_residuals,
                               .data = fit,
                               .starts = 3,
                               .profiles = true};
    for (int j = 0; j < BRB_PARAMETERS; j++) {
        if (fit->fitted[j]) {
            problem.parameter[problem.n++] = range[j];
        }
    }
    return problem;
}

#endif
