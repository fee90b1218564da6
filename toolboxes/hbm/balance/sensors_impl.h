/* Sensors of a harmonic balance: the structure's, as functions of the unknowns. */
#ifndef RDG_SENSORS_IMPL_H
#define RDG_SENSORS_IMPL_H

#include "terms_impl.h"

#include <ridgewalk/problem.h>

/* s = sqrt(sum_c weight_c z_c^2) of one displacement's coefficients z. */
typedef struct rdg_hbm_sensor_data {
    const char *name; /* the structure's */
    rdg_hbm_terms terms;
    double *weight; /* [n_coefficients] */
    double *z;      /* [n_coefficients], workspace */
    rdg_index n_coefficients;
    /* made at closing */
    rdg_function function;
    rdg_index *index; /* [function.n] */
} rdg_hbm_sensor_data;

rdg_status rdg_hbm_take_sensors(rdg_hbm *hb);
void rdg_hbm_free_sensors(rdg_hbm *hb);
rdg_status rdg_hbm_close_sensor(rdg_hbm *hb, rdg_hbm_sensor_data *sensor);

#endif
