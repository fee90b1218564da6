/* Inside of an Iwan model: many sliders on one signal x.
 *
 * An evaluation goes load (the extrema of x) -> path (each slider's memory through them) -> sums over all
 * sliders, from which force and Jacobian are read off. */
#ifndef RDG_IWAN_IMPL_H
#define RDG_IWAN_IMPL_H

#include "../series/moments_impl.h"
#include "iwan.h"

#include <ridgewalk/element.h>
#include <ridgewalk/law_in_time.h>

typedef struct iwan_slider {
    double k;   /* N/m */
    double phi; /* it gives way at k phi; m */
} iwan_slider;

/* Its parameters, in this order. */
enum { IWAN_KT, IWAN_FS, IWAN_CHI, IWAN_BETA, IWAN_NUMBERS };

/* A quantity of a slider, and its derivatives by the parameters. */
typedef struct iwan_quantity {
    double value, by[IWAN_NUMBERS], second[IWAN_NUMBERS][IWAN_NUMBERS];
} iwan_quantity;

typedef struct iwan_derivatives {
    iwan_quantity k, limit, phi; /* N/m, N, m; limit = k phi */
} iwan_derivatives;

/* What the sums over sliders are taken with: stiffness and limit, or their derivatives by a parameter. */
typedef struct iwan_weight {
    double k, limit;
} iwan_weight;

/* From one extremum of x to the next one it rises or falls throughout. */
typedef struct iwan_extremum {
    double tau, x, curvature; /* x'' */
    bool rises;               /* from here on */
    rdg_place near;           /* at the event found last between here and the next one */
    double *H, *origin;       /* [n] the basis; sum of k r int H dtau over the stick phases that begin here */
} iwan_extremum;

/* A slider sticks from the extremum `from` to tau and then slips to the extremum `to`. */
typedef struct iwan_slip {
    rdg_index slider, from, to;
    double tau;
    double slope; /* x'(tau) */
} iwan_slip;

typedef struct iwan_model {
    rdg_iwan law; /* without names */
    double rest;  /* static displacement, m */
    rdg_index n_sliders;
    iwan_slider *slider; /* [n_sliders], ascending phi */
    iwan_weight *weight; /* [n_sliders] of the sums below */

    rdg_series series;
    double *memory; /* all arrays of doubles below, and in extrema */
    double *z;      /* [n] the displacement that all below belongs to */
    bool known;     /* whether it does */
    bool small;     /* sliders stick as far as small motions go (stuck_slider.h) */
    rdg_signal x;
    double tolerance; /* rounding of x and of memories, m */
    double vibration; /* amplitude of x at most, m */

    rdg_index n_extrema;
    double *instant;         /* [2 top] zeros of x' */
    iwan_extremum *extremum; /* [2 top] */
    rdg_index highest, lowest;

    rdg_index n_slips, n_slipping; /* the first n_slipping sliders slip, the others are stuck all the time */
    iwan_slip *slip;               /* [n_sliders * 2 top] */

    rdg_moments stick;
    double *product;  /* [n * n] sum of k W over stick phases */
    double *constant; /* [n] the force that is not product times z */
    double stuck;     /* stiffness of the sliders that are stuck all the time */
    double moved[2],
        resting;       /* of those whose memory has followed the highest, the lowest x, and of the others */
    double *vector[2]; /* [n] */

    rdg_context *maker;   /* whose memory it is */
    iwan_derivatives *by; /* [n_sliders]; NULL: not requested yet */
    double *work;         /* [n + n * n] for derivatives by parameters, likewise */
} iwan_model;

/* iwan_sliders.c */
rdg_index rdg_iwan_count_sliders(const rdg_iwan *joint);
void rdg_iwan_make_sliders(const rdg_iwan *joint, iwan_slider *slider);
/* iwan_derivatives.c: of slider m of a joint; a lump needs beta > 0 */
iwan_derivatives rdg_iwan_differentiate(const rdg_iwan *joint, rdg_index m);

/* iwan_sliders.c: the numbers of a joint with its sliders. After a failure, recorded on ctx, NULL. */
typedef struct rdg_iwan_law {
    rdg_iwan joint; /* without names */
    rdg_index n_sliders;
    iwan_slider *slider; /* [n_sliders], ascending phi */
} rdg_iwan_law;

rdg_iwan_law *rdg_iwan_law_create(rdg_context *ctx, const rdg_iwan *joint);
void rdg_iwan_law_free(void *law);

/* iwan_time.c */
extern const rdg_law_in_time rdg_iwan_in_time; /* its numbers are an rdg_iwan_law */

/* iwan_model.c. After a failure, recorded on ctx, NULL */
iwan_model *rdg_iwan_create(rdg_context *ctx, const char *where, const rdg_iwan *law, const rdg_basis *basis);
void rdg_iwan_free(iwan_model *e);
bool rdg_iwan_take_answers(iwan_model *e); /* space for derivatives by parameters; false: there is none */

/* iwan_path.c: extrema and slips at z; false: not finite */
bool rdg_iwan_load(iwan_model *e, const double *z);
double rdg_iwan_start(const iwan_model *e);
void rdg_iwan_path(iwan_model *e);

/* iwan_force.c: the sums at the path that is known, with the sliders' weights or with e->weight; what they
 * state */
void rdg_iwan_sum(iwan_model *e);
void rdg_iwan_sum_weighted(iwan_model *e);
void rdg_iwan_force(const iwan_model *e, double *force);
void rdg_iwan_jacobian(const iwan_model *e, rdg_stuck_slider sliders, double *jacobian); /* [n * n] */

/* iwan_hessian.c: adds sum_i lambda_i Hes_i to hessian, entry (i, j) at i + stride*j */
void rdg_iwan_add_hessian(iwan_model *e, rdg_stuck_slider sliders, const double *lambda, rdg_index stride,
                          double *hessian);

/* iwan_numbers.c: derivatives by parameters at the path that is known */
void rdg_iwan_by_numbers(iwan_model *e, const rdg_element_parameters *answer);

#endif
