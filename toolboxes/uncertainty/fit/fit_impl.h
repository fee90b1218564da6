/* Models that are fitted: points of a curve of solutions, and peaks. */
#ifndef RDG_FIT_IMPL_H
#define RDG_FIT_IMPL_H

#include "fit.h"

#include <ridgewalk/bordered_scalar.h>

enum { FIT_OUTPUTS = 2 };

/* What is measured of a point: a parameter of the problem, in units of `unit`, against value and error [n].
 */
typedef struct fit_output {
    const char *parameter;
    const char *name; /* of columns */
    double unit;      /* of the measured values in units of the problem: 2 pi rad/s a Hz */
    const double *value, *error;
    rdg_bordered_scalar *scalar;
} fit_output;

/* An Iwan joint of whose Fs and beta the points determine R alone. */
typedef struct fit_microslip {
    const char *joint;         /* NULL: there is none */
    double amplitude, phi_max; /* of all points at most, m; the strongest slider */
    double R;                  /* N/m^(chi + 2) */
} fit_microslip;

typedef struct fit_model {
    rdg_context *ctx;
    rdg_hbm *hb;
    const char *name;
    const rdg_measured *measured;
    rdg_fit_problem fit;
    rdg_index missed; /* the point without an answer at the parameters evaluated last; -1: none */
    double *jacobian; /* [residuals * parameters] at the optimum */
    rdg_index n_outputs;
    fit_output output[FIT_OUTPUTS];
    double
        *fitted[FIT_OUTPUTS]; /* [points] in units of the measured values, at the parameters evaluated last */
    /* a curve of solutions (fit_curve.c) */
    const rdg_mode *mode; /* NULL: a response */
    rdg_problem *problem;
    double *u, *row, *points; /* [variables], likewise, [points * variables] solutions */
    bool is_known;            /* points have solutions */
    rdg_index n_u, n_terms;
    rdg_index *place;     /* [n_terms] of the cosine part of the mode's displacement in Q */
    const double *weight; /* [n_terms] */
    rdg_index sine;       /* distance of the sine part */
    fit_microslip microslip;
    /* peaks (fit_peaks.c) */
    const char *sensor;
} fit_model;

rdg_status rdg_fit_curve_begin(fit_model *m);
void rdg_fit_model_free(fit_model *m);
rdg_fit_function rdg_fit_curve_residuals;
rdg_fit_function rdg_fit_peak_residuals;

/* fit_check.c: points before a fit; frequencies against a mode that was evaluated; the message after a
 * failure */
rdg_status rdg_fit_check(const fit_model *m);
rdg_status rdg_fit_check_unit(const fit_model *m);
rdg_status rdg_fit_say_missed(const fit_model *m, rdg_status status);

/* fit_microslip.c: at the optimum, before it is printed */
void rdg_fit_find_microslip(fit_model *m, rdg_fit_result *result);

/* fit_say.c */
void rdg_fit_say(const fit_model *m, const rdg_fit_result *result);

/* fit_record.c; the abscissa of the points, [points] */
const double *rdg_fit_abscissa(const fit_model *m);
rdg_status rdg_fit_record(fit_model *m, const rdg_fit_result *result, const rdg_option *options);

#endif
