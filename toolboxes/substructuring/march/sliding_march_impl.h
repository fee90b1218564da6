/* A motion in modes from inside. Arrays of modes are padded to whole vectors and aligned to them; those of
 * the slider come first, those of the target behind. */
#ifndef RDG_SLIDING_MARCH_IMPL_H
#define RDG_SLIDING_MARCH_IMPL_H

#include "sliding_impl.h"
#include "sliding_march.h"

enum { RDG_MARCH_LANES = 4 }; /* numbers of a vector */

typedef struct rdg_march_point {
    double x, y;
} rdg_march_point;

/* A matrix of 2 x 2 */
typedef struct rdg_march_flexibility {
    double xx, xy, yx, yy;
} rdg_march_flexibility;

/* d+ = decay d - recall z + give (f - b lambda), z+ = z + d+: the recurrence by increments d, whose rounding
 * errors are those of forces. A = 1 + decay - recall, B = -decay, D = give. */
typedef struct rdg_march_mode {
    double decay, recall, give;
} rdg_march_mode;

/* What the loops over modes see. */
typedef struct rdg_march_arrays {
    rdg_index slider, target;               /* padded numbers of modes */
    double *z, *d;                          /* [slider + target] */
    double *give, *decay, *recall, *give_f; /* [slider + target] */
    double *row_c;                          /* [2 slider] x and y of C */
    double *rows;                           /* [nodes * 2 target] of the nodes */
} rdg_march_arrays;

/* Loops over all modes, made for what the processor can do. */
typedef struct rdg_march_kernel {
    /* What a force on C, and its opposite on the target at alpha of a segment, adds to the last step, then a
     * step without it and with f on C in y; displacements of C and of the segment's nodes */
    void (*advance)(const rdg_march_arrays *m, rdg_index segment, double alpha, rdg_march_point force,
                    double f, rdg_march_point u[3]);
    /* x and y of a node or of C: two rows, n long, times v */
    rdg_march_point (*displacement)(rdg_index n, const double *rows, const double *v);
} rdg_march_kernel;

const rdg_march_kernel *rdg_march_kernel_best(void);

/* Samples of a force, normally distributed. */
typedef struct rdg_march_noise {
    uint64_t seed, drawn;
    double sigma, rate; /* N, 1/s; sigma 0: none */
    double from, to, spare;
    bool has_spare;
    rdg_index sample; /* number of `from` */
} rdg_march_noise;

void rdg_march_noise_begin(rdg_march_noise *noise, double sigma, double rate, uint64_t seed);
/* At a time since the beginning, which never decreases */
double rdg_march_noise_at(rdg_march_noise *noise, double t);

struct rdg_marching {
    rdg_sliding *c;
    rdg_march_options o; /* complete */
    rdg_march_arrays m;
    const rdg_march_kernel *kernel;
    double *memory;                 /* of all arrays */
    rdg_march_flexibility at_c;     /* sum give phi_C phi_C^T */
    rdg_march_flexibility *at_node; /* [nodes] */
    rdg_march_flexibility *at_next; /* [nodes - 1] between a node and the next one */
    rdg_march_noise noise;
    rdg_march_state now;
    rdg_march_result sum;
    double t0;           /* where it was placed */
    rdg_index restarted; /* steps before the restart */
    double lambda_sum;
    rdg_march_point force;     /* of the last step on C: z and d do not have it yet */
    double sine;               /* of the inclination */
    rdg_march_point u_c, u[2]; /* displacements of C and of the segment's nodes where the step begins */
};

double rdg_march_limit_of(const rdg_sliding *c, rdg_march_scheme scheme);
rdg_march_mode rdg_march_mode_of(rdg_march_scheme scheme, double w2, double c, double h);

/* Sizes and coefficients from the contact; memory is there. */
rdg_status rdg_march_set_up(rdg_marching *m);
/* The motion begins at t0, so many steps ago. */
void rdg_march_begin(rdg_marching *m, double t0, rdg_index steps);
/* Amplitudes to the padded places of both structures, and back */
void rdg_march_spread(const rdg_marching *m, const double *z, double *padded);
void rdg_march_gather(const rdg_marching *m, const double *padded, double *z);
/* What a label keeps, in this order; the numbers of the last one are in march_restart.c. */
enum { RDG_MARCH_BLOCKS = 3, RDG_MARCH_NUMBERS = 23 };
/* state: [2 modes + RDG_MARCH_NUMBERS] */
void rdg_march_keep(rdg_marching *m, double *state);

/* The last step's force to z and d */
void rdg_march_settle(rdg_marching *m);
/* Where the contact is from the amplitudes */
void rdg_march_locate(rdg_marching *m);

#endif
