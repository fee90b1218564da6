/* What a fit has found as text: parameters, what is not determined, points. */
#include "fit_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>

/* So many points are listed. */
enum { LISTED = 40 };
/* Share of a parameter in a direction from which on it is named. */
#define NAMED 0.1

static void write_parameter(const fit_model *m, const rdg_fit_result *r, rdg_index j)
{
    const rdg_fitted *f = &r->parameter[j];
    rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  %-24s %16.9e", m->fit.parameter[j].name, f->value);
    if (f->at_bound) {
        rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  at its bound");
    } else if (!f->determined) {
        rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  not determined");
    } else {
        rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  +- %.2e", f->error);
    }
    if (m->fit.profiles) {
        rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  %s%.6e .. %.6e%s", f->open_low ? "<= " : "", f->low, f->high,
                  f->open_high ? " and more" : "");
    }
    rdg_write(m->ctx, RDG_CHANNEL_TABLE, "\n");
}

static void write_directions(const fit_model *m, const rdg_fit_result *r)
{
    for (rdg_index k = r->rank; k < r->n; k++) {
        rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  not determined by the points:");
        for (rdg_index j = 0; j < r->n; j++) {
            const double v = r->direction[j + RDG_FIT_MOST * k];
            if (!r->parameter[j].at_bound && fabs(v) > NAMED) {
                rdg_write(m->ctx, RDG_CHANNEL_TABLE, " %+.3f %s%s", v,
                          m->fit.parameter[j].low > 0.0 ? "ln " : "", m->fit.parameter[j].name);
            }
        }
        rdg_write(m->ctx, RDG_CHANNEL_TABLE, "\n");
    }
}

/* Each point with its standard deviation, which is its weight, and what the model makes of it. */
static void write_points(const fit_model *m)
{
    const double *abscissa = rdg_fit_abscissa(m);
    for (rdg_index k = 0; k < m->n_outputs; k++) {
        const fit_output *o = &m->output[k];
        rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  %15s  %15s  %10s  %15s  residual\n",
                  m->mode ? "u m" : "alpha", o->name, "+-", "fit");
        for (rdg_index i = 0; i < m->measured->n; i++) {
            rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  %15.6e  %15.8e  %10.2e  %15.8e  %8.2f\n", abscissa[i],
                      o->value[i], o->error[i], m->fitted[k][i],
                      (m->fitted[k][i] - o->value[i]) / o->error[i]);
        }
    }
}

/* The point farthest from the fit. */
static void write_worst(const fit_model *m)
{
    double worst = 0.0;
    rdg_index point = 0;
    rdg_index output = 0;
    for (rdg_index k = 0; k < m->n_outputs; k++) {
        for (rdg_index i = 0; i < m->measured->n; i++) {
            const double off = fabs(m->fitted[k][i] - m->output[k].value[i]) / m->output[k].error[i];
            if (off > worst) {
                worst = off;
                point = i;
                output = k;
            }
        }
    }
    rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  greatest residual: %s of point %lld, %.2f standard deviations\n",
              m->output[output].name, (long long)point + 1, worst);
}

void rdg_fit_say(const fit_model *m, const rdg_fit_result *r)
{
    rdg_write(m->ctx, RDG_CHANNEL_TABLE, "fit %s: %lld parameters, %lld measured values\n  %-24s %16s  %s\n",
              m->name, (long long)r->n, (long long)m->fit.m, "parameter", "value", "standard error");
    for (rdg_index j = 0; j < r->n; j++) {
        write_parameter(m, r, j);
    }
    write_directions(m, r);
    if (m->microslip.joint) {
        rdg_write(m->ctx, RDG_CHANNEL_TABLE,
                  "  %s: all points are in microslip, at most %.3g m, phi_max is %.3g m: Fs and beta count "
                  "only through "
                  "R = %.9e N/m^(chi + 2)\n",
                  m->microslip.joint, m->microslip.amplitude, m->microslip.phi_max, m->microslip.R);
    }
    rdg_write(m->ctx, RDG_CHANNEL_TABLE,
              "  chi^2 = %.6g, %lld degrees of freedom; %lld iterations, %lld of %lld starts\n", r->chi2,
              (long long)r->freedom, (long long)r->iterations, (long long)r->converged,
              (long long)m->fit.starts + 1);
    write_worst(m);
    if (m->measured->n <= LISTED) {
        write_points(m);
    }
    rdg_write(m->ctx, RDG_CHANNEL_TABLE, "\n");
}
