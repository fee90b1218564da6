/* A structure as a mechanism: what its functions read. */
#ifndef RDG_MECHANISM_OF_IMPL_H
#define RDG_MECHANISM_OF_IMPL_H

#include "mechanism_of.h"

#include <ridgewalk/element_kind.h>
#include <ridgewalk/given_values.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/numbers.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/toolbox.h>

#define RDG_MODEL_WHERE "rdg_mechanism_of"

/* A displacement: a weighted sum of coordinates */
typedef struct rdg_model_displacement {
    rdg_index n;
    const rdg_index *dof;
    const double *weight;
} rdg_model_displacement;

typedef struct rdg_model_element {
    rdg_element of; /* a copy; what it points to is the structure's */
    void *self;     /* numbers: own ones where they were given other values */
    rdg_law_workspace *workspace;
    rdg_index m, first;         /* memory, and its place */
    rdg_model_displacement *at; /* [d] */
} rdg_model_element;

/* alpha amplitude cos(harmonic omega t + phase) along a vector */
typedef struct rdg_model_load {
    int harmonic;
    double level, amplitude, phase;
    double *along; /* [n] */
} rdg_model_load;

/* Space for one element in a step */
typedef struct rdg_model_workspace {
    double *x0, *v0, *x, *v, *f; /* [d] */
    double *fx, *fv;             /* [d * d] */
    double *memory;              /* of all these */
} rdg_model_workspace;

typedef struct rdg_model {
    rdg_context *ctx;
    rdg_structure *structure;
    rdg_index n;
    double omega, alpha;
    rdg_sparse M, C, K; /* borrowed */
    double *damping;    /* [nonzeros] C with the damping that was given */
    rdg_index n_loads, n_elements, n_sensors, memory;
    rdg_model_load *load;
    rdg_model_element *element;
    rdg_mechanism_sensor *sensor;
    rdg_model_workspace workspace;
} rdg_model;

/* mechanism_loads.c: h += loads at t */
rdg_status rdg_model_take_loads(rdg_model *m);
void rdg_model_free_loads(rdg_model *m);
void rdg_model_add_loads(const rdg_model *m, double t, double *h);
/* Power of the others, W */
double rdg_model_load_power(const rdg_model *m, double t, const double *v);
double rdg_model_load_energy(const rdg_model *m, const double *q); /* of constant forces */

/* mechanism_elements.c */
rdg_status rdg_model_take_elements(rdg_model *m);
void rdg_model_free_elements(rdg_model *m);
/* Parameters of an element get another value. */
rdg_status rdg_model_set_number(rdg_model *m, const rdg_structure_parameter *number, const char *name,
                                double value);
/* Workspaces of force laws, for the numbers they have now. */
rdg_status rdg_model_open_elements(rdg_model *m);
rdg_mechanism_elements_fn rdg_model_pull;
rdg_mechanism_begin_fn rdg_model_begin;

#endif
