/* Peaks at given forcing amplitudes, one followed to the next. The derivatives of their amplitudes are
 * sensitivities of the peak, those of their frequencies central differences. */
#include "fit_impl.h"

#include <ridgewalk/peak.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Step of the differences in a parameter, relative; the domain beside the measured frequencies, likewise. */
#define STEP 1e-5
#define BESIDE 0.5

static rdg_peak_response *make_response(fit_model *m, const double *p)
{
    rdg_at at[RDG_FIT_MOST + 1] = {{NULL, 0.0}};
    double low = INFINITY;
    double high = 0.0;
    for (rdg_index i = 0; i < m->measured->n; i++) {
        low = fmin(low, m->measured->value[RDG_MEASURED_FREQUENCY][i]);
        high = fmax(high, m->measured->value[RDG_MEASURED_FREQUENCY][i]);
    }
    for (rdg_index j = 0; j < m->fit.n; j++) {
        at[j] = (rdg_at){m->fit.parameter[j].name, p[j]};
    }
    return rdg_peak_response_create(m->hb, m->sensor, 2.0 * RDG_PI * (1.0 - BESIDE) * low,
                                    2.0 * RDG_PI * (1.0 + BESIDE) * high, at);
}

/* The peak at the forcing amplitude of a point: from the one of the point before, else from its measured
 * frequency. */
static bool find_peak(fit_model *m, rdg_peak_response *r, rdg_index point, rdg_peak_point **peak)
{
    const double level = m->measured->value[RDG_MEASURED_LEVEL][point];
    if (*peak && rdg_peak_follow(r, *peak, level) == RDG_PEAK_REACHED) {
        return true;
    }
    rdg_peak_point_free(*peak);
    *peak = rdg_peak_find(r, level, 2.0 * RDG_PI * m->measured->value[RDG_MEASURED_FREQUENCY][point]);
    return *peak != NULL;
}

/* All peaks at the parameters: frequency and amplitude, [2 n], and with slope the derivatives of the
 * amplitudes by parameters, [n * parameters]. */
static bool find_peaks(fit_model *m, const double *p, double *found, double *slope)
{
    const rdg_index n = m->measured->n;
    rdg_peak_response *r = make_response(m, p);
    rdg_peak_point *peak = NULL;
    bool all = r != NULL;
    for (rdg_index i = 0; all && i < n; i++) {
        all = find_peak(m, r, i, &peak);
        m->missed = all ? m->missed : i;
        if (all) {
            found[i] = peak->omega;
            found[n + i] = peak->amplitude;
        }
        for (rdg_index j = 0; all && slope && j < m->fit.n; j++) {
            slope[i + n * j] = rdg_peak_sensitivity(r, peak, m->fit.parameter[j].name);
        }
    }
    rdg_peak_point_free(peak);
    rdg_peak_response_free(r);
    rdg_error_forgive(m->ctx);
    return all;
}

/* d omega/dp_j of all peaks, [n]; work: [4 n] */
static bool find_frequency_slopes(fit_model *m, const double *p, rdg_index j, double *work, double *slope)
{
    const rdg_index n = m->measured->n;
    const rdg_fit_parameter *range = &m->fit.parameter[j];
    const double h = STEP * (p[j] != 0.0 ? fabs(p[j]) : range->high - range->low);
    double q[RDG_FIT_MOST];
    memcpy(q, p, sizeof *q * (size_t)m->fit.n);
    q[j] = p[j] + h;
    bool all = find_peaks(m, q, work, NULL);
    q[j] = p[j] - h;
    all = all && find_peaks(m, q, work + 2 * n, NULL);
    for (rdg_index i = 0; all && i < n; i++) {
        slope[i] = (work[i] - work[2 * n + i]) / (2.0 * h);
    }
    return all;
}

/* peaks: [2 n]; slopes of amplitudes [n * parameters]; work [5 n] */
static bool fill(fit_model *m, const double *p, double *residual, double *jacobian, double *peaks,
                 double *slopes, double *work)
{
    const rdg_index n = m->measured->n;
    const rdg_index rows = m->fit.m;
    bool all = find_peaks(m, p, peaks, slopes);
    for (rdg_index k = 0; all && k < m->n_outputs; k++) {
        const fit_output *o = &m->output[k];
        const bool is_frequency = o->unit != 1.0;
        for (rdg_index i = 0; i < n; i++) {
            m->fitted[k][i] = peaks[is_frequency ? i : n + i] / o->unit;
            residual[i + k * n] = (m->fitted[k][i] - o->value[i]) / o->error[i];
        }
        for (rdg_index j = 0; all && j < m->fit.n; j++) {
            double *slope = is_frequency ? work + 4 * n : slopes + n * j;
            all = !is_frequency || find_frequency_slopes(m, p, j, work, slope);
            for (rdg_index i = 0; i < n; i++) {
                jacobian[i + k * n + rows * j] = slope[i] / o->unit / o->error[i];
            }
        }
    }
    return all;
}

int rdg_fit_peak_residuals(const double *p, double *residual, double *jacobian, void *data)
{
    fit_model *m = data;
    const rdg_index n = m->measured->n;
    double *work = rdg_context_calloc(m->ctx, (size_t)(n * (7 + m->fit.n)), sizeof *work);
    if (!work) {
        return -1;
    }
    const bool all = fill(m, p, residual, jacobian, work, work + 2 * n, work + n * (2 + m->fit.n));
    rdg_free(work);
    return all ? 0 : 1;
}
