/* The workspace of motions. */
#ifndef RDG_FLOW_IMPL_H
#define RDG_FLOW_IMPL_H

#include "rk_impl.h"

#include <ridgewalk/toolbox.h>

enum { RDG_FLOW_REASON = 512 };

/* Stages of a segment in steps, from which its derivatives are. */
typedef struct rdg_trail {
    bool known, sloped; /* stages are those of the key; with derivatives of the field */
    bool is_whole;      /* there is space for all steps; else each takes the place of the one before */
    bool has_slopes;    /* and for derivatives of the field, */
    long revision;      /* by this pattern */
    rdg_index mode, steps, stride; /* numbers of a step */
    long used;                     /* when, counted in segments */
    double *key;                   /* sigma [ns], shares [steps]; end of the segment [n], its extent [n] */
    double *stage;                 /* [steps stride] */
    double error;                  /* greatest one of its steps */
    rdg_index key_capacity, capacity;
} rdg_trail;

struct rdg_flow {
    rdg_hybrid *h;
    rdg_context *ctx;
    rdg_flow_options options;
    long most_looks; /* steps of a closed form: max_steps as requested */
    char reason[RDG_FLOW_REASON];
    rdg_index modes, events; /* that there is space for */
    rdg_hybrid_function field;
    rdg_rk rk;                       /* its arrays are parts of `memory` */
    rdg_index place;                 /* of the mode at hand */
    const char *mode;                /* its name */
    const struct rdg_linear *closed; /* its closed form; NULL: there is none */
    struct rdg_linears *linears;     /* of all modes */
    double stride;  /* steps of a closed form whose surfaces are all linear; 0: not known, or others */
    bool *straight; /* [events] its surface is linear, as it is stated to be */
    struct rdg_modal **modal; /* linear surfaces of the mode at hand */
    rdg_index modals, modal_capacity;
    bool *is_stiff;           /* [modes] as it was found */
    bool mixes;               /* steps in the phase at hand may be implicit */
    struct rdg_radau *radau;  /* what makes the steps at hand, if they are implicit; else NULL */
    struct rdg_radau *radaus; /* its memory */
    double started;           /* instant at which the segment at hand begins, for messages */
    double *memory;
    double *second;    /* work of the backward pass */
    double *look;      /* work of surfaces */
    double *instant;   /* a state, two of the largest mode, and its arguments */
    double *tape;      /* stages of a segment */
    rdg_index on_tape; /* numbers that it has space for */
    void *watched;     /* [events] rdg_watch */
    double *extent;    /* [n] of states along the segment at hand */
    double *size;      /* [sized size_stride] of arguments, for differences */
    rdg_trail *trail; /* [trails] stages of the last segments; the first one serves those that are not kept */
    rdg_index trails; /* 0: there is none yet */
    rdg_index kept;   /* segments whose stages are kept, as it was requested */
    long trailed;     /* segments so far */
    bool judges;      /* errors of steps are estimated */
    rdg_index sized, size_stride;
};

/* --- flow.c */

/* Make the workspace fit a mode; ns: 0, or with variations. 0, or -1 with a reason. */
int rdg_flow_enter(rdg_flow *flow, rdg_index mode, bool varied);

/* The same, at the beginning of a segment. */
int rdg_flow_segment_begin(rdg_flow *flow, rdg_index mode, const double *sigma, bool varied);

/* State why; answers `answer`. */
int rdg_flow_because(rdg_flow *flow, int answer, const char *format, ...) RDG_PRINTF(3, 4);

/* A callback of the field has answered other than 0 at a place of the segment. */
int rdg_flow_refused(rdg_flow *flow, int answer, double place);

/* A step's end is not a state: not finite, or beyond all bounds. 0: it is one. */
int rdg_flow_not_a_state(rdg_flow *flow, double place);

/* --- flow_sizes.c */

/* Space for the sizes of all modes that there are; what is known stays. false: there is no memory. */
bool rdg_flow_provide_sizes(rdg_flow *flow, rdg_index mode);

/* The states at hand count for the extent of the segment. */
void rdg_flow_reach(rdg_flow *flow);

/* --- flow_step.c: explicit, implicit, or in closed form */

/* Which of them, of the mode that has been entered, with parameters in place; answers as callbacks do. */
int rdg_flow_choose(rdg_flow *flow, bool varied);

/* The next step along a segment of the shares [0, 1] from k->z at pos: of this share, explicit if it is > 0,
 * else implicit; of a closed form with share = 0, as long as it comes to be, *by. As callbacks, with a
 * reason. */
int rdg_flow_next(rdg_flow *flow, double pos, double share, double *by);

/* As rdg_rk_step(), rdg_rk_extend(), rdg_rk_within(). */
int rdg_flow_step(rdg_flow *flow, double pos, double share);
int rdg_flow_extend(rdg_flow *flow);
void rdg_flow_within(rdg_flow *flow, double place, double *x);

/* --- flow_segment.c */

/* The steps of a mesh. Shares of implicit ones have a minus. */
void rdg_flow_steps(const rdg_mesh *mesh, rdg_index *steps, const double **share);

/* --- flow_mesh.c */

/* A segment that takes more steps in turn for the sake of stability is cheaper by implicit ones. */
enum { RDG_MESH_BOUND = 20000 };

int rdg_mesh_append(rdg_flow *flow, rdg_mesh *mesh, double share);

/* --- flow_trail.c */

/* Where the stages of a segment's steps go, mode and sigma being in place; whole: of all steps, with
 * derivatives of the field, whatever space that takes. NULL: there is no memory, with a reason. */
rdg_trail *rdg_trail_of(rdg_flow *flow, const double *sigma, rdg_index steps, const double *share,
                        bool whole);

/* The stages of a step. */
rdg_rk_stages rdg_trail_at(const rdg_flow *flow, const rdg_trail *trail, rdg_index step);

/* A step over its stages, with variations if there are any; tape as for rdg_rk_vary(). Answers as callbacks
 * do, with a reason. */
int rdg_trail_step(rdg_flow *flow, const rdg_rk_stages *stages, double pos, double share, bool known,
                   double *tape);

/* All steps of a segment, unless they are at hand, with variations if there are any: *trail has them. tape:
 * as for rdg_rk_vary(), of all steps, or NULL. Answers as callbacks do, with a reason. */
int rdg_trail_follow(rdg_flow *flow, const double *sigma, rdg_index steps, const double *share, bool whole,
                     double *tape, rdg_trail **trail);

void rdg_trail_free(rdg_flow *flow);

/* --- flow_second.c */

/* Numbers that the backward pass works in. */
static inline rdg_index rdg_flow_second_workspace(rdg_index n, rdg_index nu)
{
    const rdg_index wide = nu + RDG_RK_WIDE; /* nu + 1, filled up, at most */
    return (2 * RDG_RK_STAGES + 1) * n + nu + nu * nu + (2 * nu + 2) * wide;
}

/* W [nu nu]: second derivatives of the field at arguments u, contracted with gamma. Whether they are finite
 * is seen in what comes of them. */
int rdg_flow_bends(rdg_rk *k, const double *u, const double *gamma, double *W);

/* Space for so many numbers on the workspace's tape. 0, or -1 with a reason. */
int rdg_flow_reserve_tape(rdg_flow *flow, rdg_index count);

/* Second derivatives are not finite: state so; answers as callbacks do. */
int rdg_flow_not_bent(rdg_flow *flow);

/* --- flow_second_along.c */

/* Numbers that its backward pass works in. */
static inline rdg_index rdg_flow_second_along_workspace(rdg_index n, rdg_index nu)
{
    return (5 * RDG_RK_STAGES + 3) * n + (RDG_RK_STAGES + 2) * nu + nu * nu;
}

/* --- flow_control.c: steps of one's own choice */

typedef struct rdg_control {
    long bound;    /* steps in turn that stability has bound */
    long patience; /* so many before implicit steps are tried; 0: the default */
    double apart; /* square of the distance of the last stage's states from the step's end; 0: not examined */
    double last;  /* error of the last step that was taken */
    bool rejected;   /* the last one was not taken */
    long tried;      /* steps */
    int answer;      /* of the last step that could not be made; 0: its error was too large */
    double smallest; /* share below which a step is none */
} rdg_control;

/* The first step from k->z, as a share of tau; k->f0 is known; limit: the longest share. > 0 */
double rdg_control_first(rdg_flow *flow, double limit);

/* The error of the explicit step that was made last, relative to the one allowed */
double rdg_control_error(rdg_flow *flow);

/* Behind a step, k->f1 is known: have so many in turn been bound by stability? h |lambda| > 3 of all of them.
 * Only requested where many steps are taken. */
bool rdg_control_is_bound(const rdg_flow *flow, rdg_control *c, long most);

/* Is h |lambda| beyond this of the explicit step behind which k->f1 is known, c->apart having been examined?
 */
bool rdg_control_strains(const rdg_flow *flow, const rdg_control *c, double beyond);

/* Try steps from k->z at pos until one is good; *share is what is tried, in the end what was taken; *next
 * what to try then. 0, or as callbacks with a reason. */
int rdg_control_step(rdg_flow *flow, rdg_control *c, double pos, double *share, double *next);

#endif
