/* The inside of sensors: what is measured at an instant, its integrals over an orbit, its peak. */
#ifndef RDG_SHOOTING_SENSORS_IMPL_H
#define RDG_SHOOTING_SENSORS_IMPL_H

#include "equations_impl.h"
#include "shooting_sensors.h"

#include <ridgewalk/toolbox.h>

struct rdg_orbit_sensors;

/* g of the arguments z = (x, p[, phi]) of a mode's functions: a sum of states, or a function of one's own. Of
 * symmetric orbits of which half is computed also g of the mirror image, where the motion is half a period
 * later. */
typedef struct rdg_measured {
    struct rdg_orbit_sensors *all;
    const char *name;
    rdg_index n; /* the sum */
    const rdg_index *dof;
    const double *weight;
    rdg_index states;        /* that a mode needs to have */
    rdg_index state;         /* dof of a single one */
    rdg_hybrid_function own; /* f not NULL: in place of the sum */
    int sides;
    rdg_hybrid_function side[2]; /* g, and g of the mirror image */
    double *image;               /* [2 nz] the mirror image, and a gradient there */
} rdg_measured;

typedef enum rdg_integrand { RDG_OF_X, RDG_OF_SQUARE, RDG_OF_COSINE, RDG_OF_SINE } rdg_integrand;

/* int g, g^2, g cos k phi, g sin k phi dt; of all sides. */
typedef struct rdg_quadrature {
    rdg_integrand of;
    int harmonic;
    rdg_measured *measured;
} rdg_quadrature;

/* Value, and derivatives by g and phi: slope[0..1], bend gg, g phi, phi phi */
typedef struct rdg_integrand_value {
    double f, g[2], h[3];
} rdg_integrand_value;

/* A mode with its integrals behind the states. */
typedef struct rdg_wide_mode {
    struct rdg_orbit_sensors *all;
    rdg_index place;
} rdg_wide_mode;

/* The place of a peak: a segment, a share of its duration, a side; its sign is that of g. */
typedef struct rdg_orbit_top {
    rdg_index segment;
    double share, g;
    int side;
    int rank; /* 0: the motion turns back there; 1: a segment begins there; 2: one ends there; 3: not known */
    double when; /* phase of a driven orbit, in its period; else time */
} rdg_orbit_top;

/* A sensor: a function of two integrals and the period, or a peak. */
typedef struct rdg_orbit_sensor {
    struct rdg_orbit_sensors *all;
    char *name;
    rdg_sensor_kind kind;
    rdg_index integral[2];
    rdg_measured measured;
    struct {
        bool known;
        long revision;
        double *at;    /* [variables] where it was searched for */
        double height; /* the peak */
        rdg_orbit_top place;
    } top;
} rdg_orbit_sensor;

/* sigma of the wide system: (x, integrals, p[, 2 pi/T], phi, tau), the one in brackets where integrals of an
 * autonomous system need a phase. "Components" are these without the integrals. */
typedef struct rdg_orbit_sensors {
    rdg_shooting *s;
    rdg_hybrid *wide;
    rdg_flow *flow;
    bool turns;  /* there is a phase */
    bool by_own; /* it is 2 pi t/T */
    double rate; /* then 2 pi/T of the orbit that was examined last */
    rdg_index n_integrals, n_sensors, n_wide, wide_capacity;
    rdg_quadrature *integral;
    rdg_orbit_sensor *sensor;
    rdg_wide_mode **mode;
    bool known, has_slope;
    long revision;
    rdg_index slots;                     /* of the orbits, which need not live as long as this */
    rdg_mesh *mesh;                      /* [slots] of segments whose motion is known without steps */
    rdg_mesh part;                       /* of a segment up to a peak */
    long meshed;                         /* revision that these are of */
    double *at;                          /* [variables] where the integrals were taken */
    double *value, *slope;               /* [integrals], [integrals * variables] */
    double *sigma, *y, *dy, *lambda, *H; /* of a segment of the wide system */
    double *weight;                      /* [integrals] */
    double *u, *narrow, *first, *second; /* of a field: variables and derivatives of the narrow one */
    struct {
        double *nu, *df, *d2f; /* multipliers of the equations, these' derivatives */
        double *rest;          /* [equations] their values */
        double *dnu;           /* [n ns] of the multipliers by components */
        double *row, *change;  /* [variables] of one equation, and of its multiplier */
    } joint;                   /* that a peak has just passed */
    double *gradient, *curve;  /* [nz], [nz nz] of what is measured */
    struct {
        double *sigma, *y, *dy, *H; /* of the segment up to there */
        double *z, *Z;              /* [nz], [nz components] arguments there, and their derivatives */
        double *lambda, *one;       /* [n], [2 components] */
        double *apart;              /* [2 integrals] by which rules differ, and of what */
        bool closed;                /* those that are linear in the motion are known, too */
    } node;                         /* a place of a segment whose motion is known without steps */
} rdg_orbit_sensors;

/* A segment's components: how many, and the places of some. */
static inline rdg_index rdg_components(const rdg_orbit_sensors *all, const rdg_orbit_at *a)
{
    return a->ns + (all->by_own ? 2 : 0);
}

static inline rdg_index rdg_rate_component(const rdg_orbit_sensors *all, const rdg_orbit_at *a)
{
    return a->n + (all->by_own ? all->s->at.np : all->s->at.omega);
}

/* The place of component c of n states among those with the integrals. */
static inline rdg_index rdg_widened(const rdg_orbit_sensors *all, rdg_index n, rdg_index c)
{
    return c < n ? c : c + all->n_integrals;
}

/* Phase by which the second half of a symmetric orbit is later. */
static inline double rdg_half_turn(const rdg_orbit_sensors *all)
{
    return RDG_HZ(0.5) * (all->s->at.forced ? (double)all->s->order : 1.0);
}

/* --- measured.c */

/* Make its sides. */
rdg_status rdg_measured_begin(rdg_measured *m);
void rdg_measured_release(rdg_measured *m);

/* Has a mode the states that it needs? Else a failure. */
rdg_status rdg_measured_fits(const rdg_measured *m, const char *where, rdg_index mode);

/* Is it a sum of states, without second derivatives? */
static inline bool rdg_measured_is_flat(const rdg_measured *m)
{
    return !m->own.f;
}

/* g at the arguments z of a mode, and its gradient unless slope is NULL. As callbacks. */
int rdg_measured_at(const rdg_measured *m, int side, rdg_index mode, rdg_index nz, const double *z, double *g,
                    double *slope);

/* by * second derivatives [nz nz]. */
int rdg_measured_bend(const rdg_measured *m, int side, rdg_index mode, rdg_index nz, const double *z,
                      double by, double *curve);

/* --- wide.c: the mode of a place, made if need be. */
rdg_status rdg_wide_reach(rdg_orbit_sensors *all, rdg_index place);

rdg_integrand_value rdg_integrand_at(const rdg_quadrature *q, double g, double phi);

/* --- closed.c: of a segment at all->sigma, integrals that are linear in its motion; as callbacks answer. */

/* The segment's sigma without integrals: all->node.sigma. */
double *rdg_narrow_segment(rdg_orbit_sensors *all, const rdg_orbit_at *a);

/* *there: they are in closed form. */
int rdg_closed_is_there(rdg_orbit_sensors *all, const rdg_orbit_at *a, bool *there);

/* To all->y and all->dy, behind the states. */
int rdg_closed_integrals(rdg_orbit_sensors *all, const rdg_orbit_at *a, bool slopes);

/* Second derivatives of by . integrals, added to all->H. */
int rdg_closed_curves(rdg_orbit_sensors *all, const rdg_orbit_at *a, const double *by);

/* --- known.c: of a segment at all->sigma */

/* Is its motion known without steps? */
bool rdg_motion_is_known(rdg_orbit_sensors *all, const rdg_orbit_at *a);

/* Its integrals to all->y and all->dy, behind the states, by parts that are fine enough, and are kept as long
 * as they are. As callbacks answer. */
int rdg_known_integrals(rdg_orbit_sensors *all, const rdg_orbit_at *a, bool slopes, rdg_mesh *mesh);

/* Second derivatives of by . integrals to all->H. */
int rdg_known_curves(rdg_orbit_sensors *all, const rdg_orbit_at *a, const rdg_mesh *mesh, const double *by);

/* known_place.c: a place of such a segment. */
typedef struct rdg_known_place {
    const rdg_orbit_at *a;
    double share, weight;    /* of the duration; weight of its value, likewise */
    double tau, phase, rate; /* of the segment; of the integrands there, and its rate */
} rdg_known_place;

/* The motion there: all->node.y and z, and their derivatives. As callbacks. */
int rdg_known_move(rdg_orbit_sensors *all, rdg_known_place *s, bool slopes);

/* d of what is measured, with the gradient all->gradient, and of the phase there by component c. */
void rdg_known_vary(const rdg_orbit_sensors *all, const rdg_known_place *s, rdg_index c, double d[2]);

/* all->H += second derivatives all->curve of a function of the arguments there, by components. */
void rdg_known_bend(rdg_orbit_sensors *all, const rdg_known_place *s);

/* --- by_variables.c */

/* The variables that a component depends on, with the derivatives. At most rdg_orbit_layout.slots + 2.
 * returns how many */
rdg_index rdg_component_columns(const rdg_orbit_sensors *all, const rdg_orbit_at *a, rdg_index c,
                                rdg_index *column, double *factor);

/* Columns of a component, as rdg_component_columns(). */
typedef rdg_index rdg_columns_of(const rdg_orbit_sensors *all, const rdg_orbit_at *a, rdg_index c,
                                 rdg_index *column, double *factor);

/* Second derivatives by components. */
typedef struct rdg_component_curves {
    const double *H;         /* [size size] */
    rdg_index size, shift;   /* behind the states there are so many others in between */
    rdg_columns_of *columns; /* of its components */
} rdg_component_curves;

/* values += H by the problem's variables. */
void rdg_component_spread(const rdg_orbit_sensors *all, const rdg_orbit_at *a, const rdg_component_curves *h,
                          double *values);

/* values += what second derivatives of the phase at the start of a segment, and of its rate, come to: their
 * weights in what is differentiated. */
void rdg_component_phases(const rdg_orbit_sensors *all, const rdg_orbit_at *a, double by_rate,
                          double by_phase, double *values);

/* --- integrals.c: the integrals over the orbit at u; as callbacks answer. */
int rdg_orbit_integrals(rdg_orbit_sensors *all, const double *u, bool slopes);

/* values (variables^2) += second derivatives of weight . integrals. */
int rdg_orbit_integral_curves(rdg_orbit_sensors *all, const double *u, const double *weight, double *values);

/* --- averages.c, top.c: callbacks; data: rdg_orbit_sensor */
int rdg_average_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_average_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_average_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                    void *data);
int rdg_top_f(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_top_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);
int rdg_top_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data);

/* top_search.c: sensor->top of the orbit at u. As callbacks. */
int rdg_top_find(rdg_orbit_sensor *sensor, const double *u);

/* --- top_joint.c */

/* How much the segment before it counts at a peak, and the derivative of that by the share. */
double rdg_joint_weight(const rdg_orbit_top *top, double *slope);

/* Space, once there is a peak. */
rdg_status rdg_joint_begin(rdg_orbit_sensors *all);

/* value -= joint.nu . equations, joint.nu being that of the joint before a segment; values -= derivatives of
 * that, joint.dnu being those of joint.nu. As callbacks. */
int rdg_joint_value(rdg_orbit_sensors *all, const double *u, double *value);
int rdg_joint_slopes(rdg_orbit_sensors *all, const double *u, const rdg_orbit_at *a, double *values);

/* values -= by times second derivatives of it, on orbits. As callbacks. */
int rdg_joint_curves(rdg_orbit_sensors *all, const double *u, const rdg_orbit_at *a, double by,
                     double *values);

/* --- sensor_set.c */

/* Sensors of orbits, as many as there is space for, owned by the context. */
rdg_orbit_sensors *rdg_sensors_begin(rdg_shooting *s, rdg_index count);

/* The next of them, of a harmonic or 0; of `of` what is measured is known. */
rdg_status rdg_sensors_take(rdg_orbit_sensors *all, const char *where, const char *name, rdg_sensor_kind kind,
                            int harmonic, const rdg_measured *of);

/* All are there: their system is made. */
rdg_status rdg_sensors_complete(rdg_orbit_sensors *all);

/* A sensor as a monitor. unit: NULL for none */
rdg_status rdg_sensor_monitor(rdg_problem *p, rdg_orbit_sensor *sensor, const char *unit);

/* --- residual_stress.c */

/* Report at the end of runs which contact's residual stress changes a sensor of a structure. */
rdg_status rdg_sensors_look_at_sliders(rdg_problem *p, rdg_orbit_sensor *sensor);

#endif
