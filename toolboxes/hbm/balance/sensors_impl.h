/* Sensors of a harmonic balance: the structure's, as functions of the unknowns. */
#ifndef RDG_SENSORS_IMPL_H
#define RDG_SENSORS_IMPL_H

#include "peak_in_time_impl.h"
#include "terms_impl.h"

#include <ridgewalk/function.h>
#include <ridgewalk/sensors.h>

typedef struct rdg_hbm_sensor_data {
    const char *name; /* the structure's */
    rdg_sensor_kind kind;
    rdg_hbm_terms terms;
    const rdg_basis *basis;
    const rdg_hbm_shift *shift; /* the harmonic balance's */
    double *weight;             /* [n_coefficients] of the squares */
    double *z;                  /* [n_coefficients] of the displacement */
    double *slope;              /* [n_coefficients] ds/dz */
    double *direction;          /* [n_coefficients] of the Hessian's part of rank one */
    rdg_turning *turn;          /* [rdg_turning_workspace()] of a peak */
    rdg_index n_coefficients;
    /* made at closing */
    rdg_function function;
    rdg_index *index; /* [function.n] */
} rdg_hbm_sensor_data;

rdg_status rdg_hbm_take_sensors(rdg_hbm *hb);
void rdg_hbm_free_sensors(rdg_hbm *hb);
rdg_status rdg_hbm_close_sensor(rdg_hbm *hb, rdg_hbm_sensor_data *sensor);

#endif
