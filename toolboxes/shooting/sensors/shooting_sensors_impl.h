/* Integrals over an orbit: added states of its motion. */
#ifndef RDG_SHOOTING_SENSORS_IMPL_H
#define RDG_SHOOTING_SENSORS_IMPL_H

#include "equations_impl.h"
#include "shooting_sensors.h"

#include <ridgewalk/sensors.h>
#include <ridgewalk/toolbox.h>

typedef enum rdg_integrand { RDG_OF_X, RDG_OF_SQUARE, RDG_OF_COSINE, RDG_OF_SINE } rdg_integrand;

/* int x, x^2, x cos k phi, x sin k phi dt of a displacement x. */
typedef struct rdg_quadrature {
    rdg_integrand of;
    int harmonic;
    rdg_index n;
    const rdg_index *dof;
    const double *weight;
} rdg_quadrature;

struct rdg_orbit_sensors;

/* A mode with its integrals behind the states. */
typedef struct rdg_wide_mode {
    struct rdg_orbit_sensors *all;
    rdg_index place;
} rdg_wide_mode;

/* A sensor: a function of two integrals and the period. */
typedef struct rdg_orbit_sensor {
    struct rdg_orbit_sensors *all;
    rdg_sensor_kind kind;
    rdg_index integral[2];
} rdg_orbit_sensor;

typedef struct rdg_orbit_sensors {
    rdg_shooting *s;
    rdg_hybrid *wide;
    rdg_flow *flow;
    rdg_index n_integrals, n_sensors, n_wide, wide_room;
    rdg_quadrature *integral;
    rdg_orbit_sensor *sensor;
    rdg_wide_mode **mode;
    bool known, has_slope;
    long revision;
    rdg_index slots;                     /* of the orbits, which need not live as long as this */
    rdg_mesh *mesh;                      /* [slots] of arcs whose motion is known without steps */
    long meshed;                         /* revision that these are of */
    double *at;                          /* [variables] where the integrals were taken */
    double *value, *slope;               /* [integrals], [integrals * variables] */
    double *sigma, *y, *dy, *lambda, *H; /* of an arc of the wide system */
    double *u, *narrow, *first, *second; /* of a field: variables and derivatives of the narrow one */
} rdg_orbit_sensors;

/* wide.c: the mode of a place, made if need be. */
rdg_status rdg_wide_reach(rdg_orbit_sensors *all, rdg_index place);

/* integrals.c: the integrals over the orbit at u; as callbacks answer. */
int rdg_orbit_integrals(rdg_orbit_sensors *all, const double *u, bool slopes);

/* values (variables^2) += second derivatives of weight . integrals. */
int rdg_orbit_integral_curves(rdg_orbit_sensors *all, const double *u, const double *weight, double *values);

#endif
