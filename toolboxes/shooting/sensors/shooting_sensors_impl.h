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

/* Value, and derivatives by x and phi: g[0..1], h xx, x phi, phi phi */
typedef struct rdg_integrand_value {
    double f, g[2], h[3];
} rdg_integrand_value;

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
    struct {
        double *sigma, *y, *dy, *H; /* of the arc up to there */
        double *lambda, *one;       /* [n], [2 ns] */
        double *apart;              /* [2 integrals] by which rules differ, and of what */
        bool closed;                /* those that are linear in the motion are known, too */
    } node;                         /* a place of an arc whose motion is known without steps */
} rdg_orbit_sensors;

/* wide.c: the mode of a place, made if need be. */
rdg_status rdg_wide_reach(rdg_orbit_sensors *all, rdg_index place);

double rdg_quadrature_of(const rdg_quadrature *q, const double *u);
rdg_integrand_value rdg_integrand_at(const rdg_quadrature *q, double x, double phi);

/* The place of a component of an arc's sigma among those with the integrals. */
static inline rdg_index rdg_widened(const rdg_orbit_sensors *all, const rdg_orbit_at *a, rdg_index c)
{
    return c < a->n ? c : c + all->n_integrals;
}

/* --- closed.c: of an arc at all->sigma, integrals that are linear in its motion; as callbacks answer. */

/* The arc's sigma without integrals: all->node.sigma. */
double *rdg_narrow_arc(rdg_orbit_sensors *all, const rdg_orbit_at *a);

/* *there: they are in closed form. */
int rdg_closed_is_there(rdg_orbit_sensors *all, const rdg_orbit_at *a, bool *there);

/* To all->y and all->dy, behind the states. */
int rdg_closed_integrals(rdg_orbit_sensors *all, const rdg_orbit_at *a, bool slopes);

/* Second derivatives of by . integrals, added to all->H. */
int rdg_closed_curves(rdg_orbit_sensors *all, const rdg_orbit_at *a, const double *by);

/* --- known.c: of an arc at all->sigma */

/* Is its motion known without steps? */
bool rdg_motion_is_known(rdg_orbit_sensors *all, const rdg_orbit_at *a);

/* Its integrals to all->y and all->dy, behind the states, by parts that are fine enough, and are kept as long
 * as they are. As callbacks answer. */
int rdg_known_integrals(rdg_orbit_sensors *all, const rdg_orbit_at *a, bool slopes, rdg_mesh *mesh);

/* Second derivatives of by . integrals to all->H. */
int rdg_known_curves(rdg_orbit_sensors *all, const rdg_orbit_at *a, const rdg_mesh *mesh, const double *by);

/* integrals.c: the integrals over the orbit at u; as callbacks answer. */
int rdg_orbit_integrals(rdg_orbit_sensors *all, const double *u, bool slopes);

/* values (variables^2) += second derivatives of weight . integrals. */
int rdg_orbit_integral_curves(rdg_orbit_sensors *all, const double *u, const double *weight, double *values);

#endif
