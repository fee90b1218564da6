/* A structure with its elements in motion.
 *
 *     q'' = M^-1 (loads - C q' - K q) - sum over elements of M^-1 b_i f_i ,
 *
 * where b_i are the weights of the displacements that an element couples. States of a mode: q, q', and the
 * memory of those parts of elements whose contact state stores. */
#ifndef RDG_MOTION_IMPL_H
#define RDG_MOTION_IMPL_H

#include "hybrid_impl.h"

#include <ridgewalk/element_kind.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/numbers.h>
#include <ridgewalk/structure.h>
#include <ridgewalk/toolbox.h>

#define RDG_MOTION_WHERE "rdg_hybrid_of"

/* Weights of degrees of freedom. */
typedef struct rdg_weights {
    rdg_index n;
    const rdg_index *dof;
    const double *weight;
} rdg_weights;

/* A column, or a matrix by columns, of which zeros are left out. */
typedef struct rdg_columns {
    rdg_index *start; /* [columns + 1] */
    rdg_index *row;
    double *value;
} rdg_columns;

/* A parameter of an element that is a parameter. */
typedef struct rdg_motion_number {
    int which;           /* place in rdg_element_kind.number */
    rdg_index parameter; /* place among the parameters */
    double given;        /* what the structure has */
    double step;         /* of differences, as a share of the value or, > 0 where absolute, of itself */
} rdg_motion_number;

typedef struct rdg_motion_element {
    rdg_element of;                 /* a copy; what it points to is the structure's */
    void *self;                     /* numbers at the start: own ones where they are parameters */
    const rdg_law_regimes *regimes; /* NULL: none */
    rdg_index index, d, m, n;       /* place; displacements, memory, n = 2 d + m */
    rdg_index parts, memory;        /* parts; numbers that each keeps */
    rdg_index first_part;           /* place of the first part, and of its memory, among all */
    rdg_index first_memory;
    rdg_weights *at;  /* [d] displacements */
    rdg_columns push; /* [d columns] M^-1 b_i */
    bool in_place;    /* numbers are reported where the user's force law reads them, and put back */
    rdg_index n_numbers;
    rdg_motion_number *number; /* [n_numbers] */
} rdg_motion_element;

/* factor omega^power alpha amplitude cos(harmonic phi + phase) along a vector. */
typedef struct rdg_motion_load {
    int harmonic, power;
    bool scaled; /* by alpha */
    double amplitude, phase;
    rdg_index amplitude_at, phase_at; /* places among the parameters; -1: none */
    rdg_columns along;                /* one column, factor included */
} rdg_motion_load;

struct rdg_motion;

/* A mode: the contact state of each part. */
typedef struct rdg_motion_mode {
    struct rdg_motion *motion;
    int *status;     /* [parts of all elements] */
    rdg_index *kept; /* [memory of all elements] places among the states; -1: not kept */
    rdg_index n;     /* states */
    rdg_index place; /* in the hybrid system */
} rdg_motion_mode;

/* An event of a part, and of those that go with it. */
typedef struct rdg_motion_edge {
    const rdg_motion_mode *from, *to;
    const rdg_motion_element *element;
    rdg_index part;
    int event, choice;
} rdg_motion_edge;

/* What one evaluation works in. */
typedef struct rdg_motion_workspace rdg_motion_workspace;

typedef struct rdg_motion {
    rdg_context *ctx;
    rdg_structure *structure;
    rdg_hybrid *hybrid;
    rdg_index n;      /* degrees of freedom */
    rdg_columns K, C; /* M^-1 K, M^-1 C */
    rdg_index np;     /* parameters */
    bool forced;      /* then omega is parameter 0 */
    rdg_index alpha;  /* its place */
    double *least;    /* [np] values below are outside the domain */
    rdg_index n_elements, n_loads;
    rdg_motion_element *element;
    rdg_motion_load *load;
    rdg_index parts, memory; /* of all elements */
    rdg_index most_values, most_arguments;
    rdg_index n_modes, mode_capacity, n_edges, edge_capacity;
    rdg_motion_mode **mode;
    rdg_motion_edge **edge;
    struct rdg_motion_workspaces *workspaces;
} rdg_motion;

/* --- hybrid_of.c: the motion of a structure; NULL after a failure */

rdg_motion *rdg_motion_of(rdg_hybrid *h, const char *where);

/* --- mass.c */

/* M^-1 K, M^-1 C; M^-1 b of vectors. */
rdg_status rdg_motion_divide(rdg_motion *m);
rdg_status rdg_motion_pushes(rdg_motion *m, rdg_index count, const double *b, rdg_columns *columns);
void rdg_columns_release(rdg_columns *c);

/* --- motion_loads.c */
rdg_status rdg_motion_take_loads(rdg_motion *m);
void rdg_motion_free_loads(rdg_motion *m);

/* Of all loads: rates of q' added, derivatives by parameters and phase likewise; contracted second ones, with
 * the multipliers of q''. u: of the mode; rows as of its field. */
void rdg_motion_add_loads(const rdg_motion *m, rdg_index states, const double *u, double *rate);
void rdg_motion_add_load_slopes(const rdg_motion *m, rdg_index states, const double *u, double *values);
void rdg_motion_add_load_curves(const rdg_motion *m, rdg_index states, const double *u, const double *lambda,
                                double *values);

/* --- motion_elements.c */
rdg_status rdg_motion_take_elements(rdg_motion *m);

/* A number becomes a parameter, of all elements that share it. */
rdg_status rdg_motion_release(rdg_motion *m, const rdg_structure_parameter *number, const char *name,
                              rdg_index parameter);

/* Numbers of its own for an element that has parameters; value: [n_numbers]. NULL after a failure. */
void *rdg_motion_copy(const rdg_motion *m, const rdg_motion_element *e);
void rdg_motion_set(const rdg_motion_element *e, void *self, rdg_index k, double value);

/* After all numbers were released. */
rdg_status rdg_motion_set_numbers(rdg_motion *m, const double *p);
void rdg_motion_free_elements(rdg_motion *m);

/* --- workspace.c */
struct rdg_motion_workspace {
    struct rdg_motion_workspace *next;
    void **self;                      /* [elements] their numbers, own ones where they are parameters */
    double **told;                    /* [elements] values of these, or NULL */
    double *a;                        /* [arguments] of an element: x, v, w, numbers */
    double *value, *slope;            /* [values], [values * arguments] */
    double *curve;                    /* [arguments^2] */
    double *mu;                       /* [values] */
    double *shifted, *tilted, *plain; /* of differences: [values], [values * arguments], [arguments^2] */
    rdg_index *column;                /* of an argument: [1 + degrees of freedom] */
    double *weight;
};

/* A space for one evaluation, to be given back; NULL without memory. Several may be in use at a time. */
rdg_motion_workspace *rdg_motion_enter(const rdg_motion *m);
void rdg_motion_leave(const rdg_motion *m, rdg_motion_workspace *workspace);
rdg_status rdg_motion_make_workspaces(rdg_motion *m);
void rdg_motion_free_workspaces(rdg_motion *m);

/* --- requested.c: an element at an instant */

/* A function of an element's arguments, in a contact state. */
typedef struct rdg_asked {
    const rdg_motion_element *element;
    const int *status; /* [parts] of the element */
    bool force;        /* its force, else: */
    rdg_law_question law;
    rdg_index values;
} rdg_asked;

rdg_asked rdg_ask_force(const rdg_motion_mode *mode, const rdg_motion_element *e);
rdg_asked rdg_ask_law(const rdg_motion_mode *mode, const rdg_motion_element *e, rdg_law_question question);

/* Its values and, where slope is not NULL, their derivatives by all arguments at i + values * j. In
 * space->value, space->slope. As callbacks answer. */
int rdg_answer(rdg_motion_workspace *workspace, const rdg_asked *asked, bool slopes);

/* Second derivatives contracted with space->mu, in space->curve. */
int rdg_answer_curve(rdg_motion_workspace *workspace, const rdg_asked *asked);

/* --- arguments.c */

/* Fill space->a: what an element sees of the variables u of a mode. */
void rdg_motion_look(const rdg_motion_mode *mode, const rdg_motion_element *e, const double *u,
                     rdg_motion_workspace *workspace);

/* values(row, .) of `rows` rows += factor * the slopes of value i. */
void rdg_motion_scatter(const rdg_motion_mode *mode, const rdg_asked *asked, rdg_index i, rdg_index row,
                        rdg_index rows, double factor, rdg_motion_workspace *workspace, double *values);

/* values += space->curve. */
void rdg_motion_scatter_curve(const rdg_motion_mode *mode, const rdg_asked *asked,
                              rdg_motion_workspace *workspace, double *values);

/* Variables of a mode. */
static inline rdg_index rdg_motion_variables(const rdg_motion_mode *mode)
{
    return mode->n + mode->motion->np + mode->motion->forced;
}

/* --- neutral.c */

/* The mode at a place of the hybrid system; NULL: none. */
const rdg_motion_mode *rdg_motion_mode_at(const rdg_motion *m, rdg_index place);

/* The next contact behind an element, or the first one, whose slider sticks in all of some modes; NULL: none.
 */
const rdg_motion_element *rdg_motion_next_resting(const rdg_motion *m, const rdg_motion_element *after,
                                                  rdg_index count, const rdg_index *modes);

/* Of such a contact at variables u of a mode: least[2] becomes the lesser one of itself and the force that is
 * left to slip in either direction, N. stiffness: of this force by the slider's position, N/m. As callbacks.
 */
int rdg_motion_margins(const rdg_motion_mode *mode, const rdg_motion_element *e, const double *u,
                       double *least, double *stiffness);

/* --- field.c, edge.c: callbacks of modes (data: rdg_motion_mode) and events (rdg_motion_edge) */
extern const rdg_hybrid_function rdg_motion_field, rdg_motion_surface, rdg_motion_reset, rdg_motion_guard;

/* --- modes.c */

/* The mode of these contact states, made if there is none yet; NULL after a failure. */
rdg_motion_mode *rdg_motion_mode_of(rdg_motion *m, const int *status);

/* The events that end a mode. */
rdg_status rdg_motion_open(rdg_hybrid *h, rdg_index place, void *data);

/* --- mode_names.c: to be freed; NULL without memory */
char *rdg_motion_mode_name(const rdg_motion *m, const int *status);
char *rdg_motion_edge_name(const rdg_motion_edge *edge);

/* --- start.c */

/* Displacements and velocities at instants, [count n] each: the last one is the start of a motion, elements
 * have followed the others from rest on. */
typedef struct rdg_motion_path {
    rdg_index count;
    const double *q, *v;
} rdg_motion_path;

/* Memory and contact states at the start; x: states, [2 n + memory]; returns the mode, NULL after a failure.
 */
rdg_motion_mode *rdg_motion_begin(rdg_motion *m, const rdg_motion_path *path, double phi, double *x);

#endif
