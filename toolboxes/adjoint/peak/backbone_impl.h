/* Inside of the backbones of a response: damped nonlinear modes with the forcing amplitude that sustains
 * them.
 */
#ifndef RDG_BACKBONE_IMPL_H
#define RDG_BACKBONE_IMPL_H

#include "peak_impl.h"

enum { RDG_BACKBONE_VECTORS = 5 };

/* A motion of a mode. */
typedef struct rdg_backbone_point {
    double level; /* alpha_b at which the excitation sustains it; < 0: the structure feeds in energy */
    double *u;    /* [n of the mode] */
} rdg_backbone_point;

/* A mode from a small amplitude on. */
typedef struct rdg_backbone {
    rdg_peak_response *r;            /* whose mode it is */
    rdg_structure *structure;        /* a copy with the displacement at which the force acts */
    rdg_peak_response *mode;         /* its equations as a response: Q of all degrees of freedom, omega, xi */
    double *force;                   /* [2 N] cosine and sine parts of F_ex of harmonic 1 */
    double *weight;                  /* [N] of the displacement the phase of which is fixed */
    double low, high;                /* domain of its frequency, rad/s */
    rdg_index first;                 /* coefficient of harmonic 1 */
    double *v[RDG_BACKBONE_VECTORS]; /* [n of the mode] tangent at the last point, workspaces */
    double slope;                    /* d alpha_b / d length there */
    double step;                     /* relative length */
    double most;                     /* |Q| at the most */
    rdg_backbone_point *point;
    rdg_index n, room;
    bool ended; /* it left its domain, or was lost */
} rdg_backbone;

/* The backbones of a response, made when they are first needed. */
struct rdg_backbones {
    rdg_peak_response *r;
    rdg_index n;
    rdg_backbone *of;
    double *number; /* [n_numbers of r] the parameters that they belong to */
    bool is_known;  /* false: the modes could not be made */
};

/* --- backbone_mode.c */

/* The equations of mode `number`, from 1, of a response. False: it has none, or the force does not move it.
 */
bool rdg_backbone_create(rdg_backbone *b, rdg_peak_response *r, rdg_index number);
void rdg_backbone_release(rdg_backbone *b);

/* alpha_b at u, and the response at phase resonance, [n of the response]: the excitation is a quarter of a
 * period ahead of the motion. */
double rdg_backbone_level(const rdg_backbone *b, const double *u, double *response);

/* |F_ex^H Q_1| at u: of the excitation with alpha = 1 a period, by pi. */
double rdg_backbone_work(const rdg_backbone *b, const double *u);

/* --- backbone.c */

/* The backbones of the modes in the domain of frequencies and of the next ones on both sides, up to a forcing
 * amplitude far above `alpha`, with the parameters that the response holds now; NULL: no memory. */
const struct rdg_backbones *rdg_backbones_of(rdg_peak_response *r, double alpha);

/* Minima of alpha_b between two forcing amplitudes, near which detached parts are born: their number. */
rdg_index rdg_backbones_find_births(rdg_peak_response *r, double low, double high, rdg_index most,
                                    double *level);

#endif
