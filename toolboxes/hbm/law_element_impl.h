/* Elements given by a force law in time, whatever the law is asked for: motion and law at every sample of a
 * period, and from them the coefficients. */
#ifndef RDG_LAW_ELEMENT_IMPL_H
#define RDG_LAW_ELEMENT_IMPL_H

#include "aft_impl.h"

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/time_element.h>
#include <ridgewalk/vector_element.h>

typedef struct rdg_law_element rdg_law_element;

/* How a kind of law is asked, with e->omega set. Both answer as laws do: 0, > 0 or < 0. */
typedef struct rdg_law_kind {
    rdg_index d;      /* displacements */
    rdg_index record; /* doubles kept of a sample: f_i, df_i/dx_j at i + d*j, df_i/dv_j likewise, and more */
    int (*sample)(rdg_law_element *e); /* the law at every sample, into e->record */
    int (*weigh)(rdg_law_element *e);  /* second derivatives of mu . f, into the signals rdg_law_second() */
} rdg_law_kind;

/* The law itself, as the user gave it; all kinds in one, of which one is there. */
typedef struct rdg_law {
    rdg_law_kind kind;
    rdg_time_law scalar;
    rdg_vector_law vector;
    rdg_plain_law plain; /* these two become vector laws when the element is added */
    rdg_plain_vector_law plain_vector;
    const double *x_size, *v_size; /* [d] of a plain law, borrowed until then; NULL: unknown */
    void *data;
    void (*free_data)(void *data);
    bool pure;
    rdg_index samples; /* as asked for; 0: chosen by degree and basis */
    int degree;        /* of a polynomial law, else 0 */
} rdg_law;

struct rdg_law_element {
    rdg_law law;
    rdg_aft *aft;
    rdg_index samples; /* of a period */
    rdg_index n;       /* coefficients of all displacements */
    double *rest;      /* [d] where the assembled structure rests, m */
    bool adds_rest;    /* as no static part tells of it */
    /* what is known of the last state: the motion at z; the law at z and omega */
    double *z; /* [n] */
    double omega;
    bool has_motion, has_record;
    double *record; /* [samples * kind.record] */
    double *local;  /* [5 d + 3 d^2] for a vector law at one sample */
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
void rdg_law_force(const rdg_law_element *e, const rdg_basis *basis, double *F);
void rdg_law_jacobian(const rdg_law_element *e, const rdg_basis *basis, double *J);
void rdg_law_damping(const rdg_law_element *e, const rdg_basis *basis, double *C);
void rdg_law_hessian(const rdg_law_element *e, const rdg_basis *basis, double *H);

/* law_slope.c: likewise, with the second derivatives for given->lambda */
void rdg_law_slope(const rdg_law_element *e, const rdg_basis *basis, const rdg_element_slope *given);

/* Add an element. The law's data belong to the harmonic balance from this call on, whatever it answers.
 * at: [d] names */
rdg_status rdg_law_add(rdg_hbm *hb, const char *where, const char *name, const char *type,
                       const char *const *at, const rdg_law *law);

/* vector_element.c: how vector laws of d displacements are asked */
rdg_law_kind rdg_law_vector_kind(rdg_index d);

/* plain_law.c: a plain law becomes a vector law. Its data belong to that, or stay what they are on failure.
 */
rdg_status rdg_law_by_differences(rdg_context *ctx, const char *where, const char *at, rdg_law *law);

#endif
