/* Elements given by a force law in time, whatever the force law is requested: motion and force law at every
 * sample of a period, and from them the coefficients. */
#ifndef RDG_LAW_ELEMENT_IMPL_H
#define RDG_LAW_ELEMENT_IMPL_H

#include "aft_impl.h"

#include <ridgewalk/element.h>
#include <ridgewalk/element_kind.h>
#include <ridgewalk/force_law.h>

typedef struct rdg_law_element rdg_law_element;
typedef struct rdg_law_bridge rdg_law_bridge;

/* How a kind of force law is called, with e->omega set. Both answer as force laws do: 0, > 0 or < 0. */
typedef struct rdg_law_kind {
    rdg_index record; /* doubles kept of a sample: f_i, df_i/dx_j at i + d*j, df_i/dv_j likewise, and more */
    int (*sample)(rdg_law_element *e); /* the force law at every sample, into e->record */
    int (*weigh)(rdg_law_element *e);  /* second derivatives of mu . f, into the signals rdg_law_second() */
} rdg_law_kind;

struct rdg_law_element {
    rdg_force_law law; /* borrowed from the structure's element */
    rdg_law_kind kind;
    rdg_aft *aft;
    rdg_index samples; /* of a period */
    rdg_index n;       /* coefficients of all displacements */
    double *rest;      /* [d] where the assembled structure rests, m */
    bool adds_rest;    /* as no static part reports of it */
    /* what is known of the last state: the motion at z; the force law at z and omega */
    double *z; /* [n] */
    double omega;
    bool has_motion, has_record;
    double *record;         /* [samples * kind.record] */
    double *local;          /* [5 d + 3 d^2] for a vector force law at one sample */
    rdg_law_bridge *bridge; /* NULL for a force law */
    /* numbers of the force law */
    rdg_context *ctx;
    const rdg_law_parameter *number; /* [force law.n_numbers] the element's */
    void *own;                       /* data of its own, with other numbers; NULL: those given are read */
    const void *given;               /* the element's data */
    double *value; /* [force law.n_numbers] put where the force law reads them while it is requested; NULL:
                      what is there */
    double *by;    /* what law_by_number.c works in; NULL: not requested yet */
};

/* The sampled signals of displacement j, [samples]. */
double *rdg_law_x(const rdg_law_element *e, rdg_index j);
double *rdg_law_dx(const rdg_law_element *e, rdg_index j); /* derivative in tau = omega t */
double *rdg_law_mu(const rdg_law_element *e, rdg_index j); /* the multipliers' signal */
rdg_index rdg_law_scratch(const rdg_law_element *e);       /* number of a signal that is free */

/* Number of the signal of d2(mu . f)/dx_j dx_k, /dx_j dv_k or /dv_j dv_k. */
typedef enum rdg_law_pair { RDG_LAW_XX, RDG_LAW_XV, RDG_LAW_VV, RDG_LAW_PAIRS } rdg_law_pair;
rdg_index rdg_law_second(const rdg_law_element *e, rdg_law_pair pair, rdg_index j, rdg_index k);

/* A small motion: displacements, from the signal rdg_law_small() on, and velocities. */
rdg_index rdg_law_small(const rdg_law_element *e);
double *rdg_law_small_x(const rdg_law_element *e, rdg_index j);
double *rdg_law_small_v(const rdg_law_element *e, rdg_index j);

/* law_coefficients.c: from the records */
void rdg_sampled_force(const rdg_law_element *e, const rdg_basis *basis, double *F);
void rdg_sampled_jacobian(const rdg_law_element *e, const rdg_basis *basis, double *J);
void rdg_sampled_damping(const rdg_law_element *e, const rdg_basis *basis, double *C);
void rdg_sampled_hessian(const rdg_law_element *e, const rdg_basis *basis, double *H);

/* law_slope.c: likewise, with the second derivatives for given->lambda */
void rdg_sampled_slope(const rdg_law_element *e, const rdg_basis *basis, const rdg_element_slope *given);

/* law_by_number.c: where the force law reads a number; numbers that are not there for good, and back;
 * derivatives by numbers at the state whose motion is known */
double *rdg_law_number_at(const rdg_law_element *e, rdg_index k);
void rdg_law_swap(rdg_law_element *e);
int rdg_sampled_numbers(rdg_law_element *e, const rdg_basis *basis, const rdg_element_parameters *answer);

/* law_scalar.c, law_vector.c: how force laws of one displacement and of d are requested */
extern const rdg_law_kind rdg_law_scalar_kind;
rdg_law_kind rdg_law_vector_kind(rdg_index d);

/* law_bridge.c: a force law in time without contact states as a vector force law; to be freed with its data.
 * NULL after a failure.
 */
rdg_law_bridge *rdg_law_bridge_create(rdg_context *ctx, const rdg_element *element);
void rdg_law_bridge_free(rdg_law_bridge *bridge);
rdg_force_law rdg_law_bridge_law(rdg_law_bridge *bridge);

/* law_element.c: answers in the frequency domain; instances are made from the rdg_element */
extern const rdg_law_in_frequency rdg_law_sampled;

#endif
