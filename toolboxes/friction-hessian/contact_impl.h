/* Inside of a contact: signals in units of force, the partition of the period, the transitions.
 *
 * An evaluation goes load -> partition -> (fully stuck: done) -> path -> force, Hessian. All of it works in
 * the memory of the element. */
#ifndef RDG_CONTACT_IMPL_H
#define RDG_CONTACT_IMPL_H

#include "contact.h"
#include "series/moments_impl.h"
#include "slider_impl.h"

#include <ridgewalk/contact_law.h>
#include <ridgewalk/element_kind.h>
#include <ridgewalk/friction_numbers.h>
#include <ridgewalk/law_in_time.h>

/* The signals of the force law. */
enum {
    CONTACT_TANGENTIAL, /* p = kt x */
    CONTACT_NORMAL,     /* fy = N0 + kn y, not cut off at 0 */
    CONTACT_LOWER,      /* L = p - mu fy */
    CONTACT_UPPER,      /* U = p + mu fy */
    CONTACT_SIGNALS
};

/* A new slip phase within a stick phase: v is met by a maximum of L, or by a minimum of U, at this instant.
 */
typedef struct contact_burst {
    int signal; /* CONTACT_LOWER or CONTACT_UPPER */
    double tau;
} contact_burst;

/* How far an evaluation got. Force, stiffness and Hessian are requested one after the other at the same
 * state, and the margin too: what is known is not found again. */
typedef enum contact_progress {
    CONTACT_NOTHING,
    CONTACT_LOADED,
    CONTACT_PARTITIONED,
    CONTACT_PATH_KNOWN
} contact_progress;

/* From one partition point to the next L and U are monotone and the contact is closed or open throughout. */
typedef struct contact_piece {
    double start, tangential, lower, upper; /* tau, and p, L, U there */
    bool open, lower_rises, upper_falls;    /* as seen at the middle of the piece */
} contact_piece;

typedef struct contact_transition {
    double tau; /* ascending, within 2 pi of the first one */
    rdg_contact_state from, to;
    double v;           /* memory of the stick phase that begins */
    double p[RDG_JET];  /* jet of kt x */
    double y[RDG_JET];  /* jet of fy */
    double stick_slope; /* the stick phase that begins has c = -v, dc/dX = -kt H, dc/dY = stick_slope H */
    double *basis;      /* [n] H(tau) */
} contact_transition;

/* Weights of the segments: 1 in stick; the direction of slip; 1 in contact. */
enum { CONTACT_IN_STICK, CONTACT_IN_SLIP, CONTACT_IN_TOUCH, CONTACT_WEIGHTS };

/* The contact in units of force, and what it answers to contact_numbers.c. */
typedef struct rdg_contact_unit {
    struct rdg_contact_element *contact;
    rdg_index M;
    double *memory;                            /* all arrays below */
    double *z, *lambda, *force, *jacobian;     /* [M], [M], [M], [M * (M + 1)] */
    double *gradient, *friction, *row, *store; /* [M] */
    double *hessian;                           /* [(M + 1)^2] */
} rdg_contact_unit;

struct rdg_contact_element {
    rdg_context *ctx;   /* NULL: not owned by a context */
    rdg_context *maker; /* whose memory it is */
    rdg_contact law;    /* without names */
    double kt, kn, mu;
    double preload; /* with the rest displacement where the motion has no static part */
    double rest[2]; /* static displacements, m */
    rdg_index d;
    bool hold;    /* the contact state of a positive margin */
    bool steady;  /* the normal load does not vary */
    bool ignores; /* the path that is known leaves out the bursts below */

    rdg_series series;
    rdg_index n;    /* coefficients of a displacement */
    double *memory; /* all arrays of doubles below */

    double *z;                 /* [N] the displacements loaded */
    contact_progress progress; /* what is known of them */
    rdg_signal signal[CONTACT_SIGNALS];
    double tolerance; /* rounding of L and U, N */
    double vibration; /* amplitude of L and U at most, N */

    rdg_index n_points;
    double *point; /* [6 top + 1] */
    contact_piece *piece;
    double margin, argmax_lower, argmin_upper;

    rdg_index n_bursts; /* 0: the margin is that of the whole contact; else of these, which come together */
    contact_burst *burst;

    rdg_index n_transitions; /* 0: the state `whole` lasts the whole period */
    contact_transition *transition;
    rdg_contact_state whole;
    rdg_moments moments[CONTACT_WEIGHTS];
    double *product[CONTACT_WEIGHTS]; /* [n * n] W of each weight */
    bool products_known;              /* of the path that is known */
    double *vector[4];                /* [N] each: scratch of the Hessian, the stick phases and the margin */
    rdg_contact_unit *unit;           /* reports of the numbers of the force law; NULL: not requested yet */
};

/* contact_time.c: the force law's numbers are an rdg_contact, whose names only report whether there is a
 * normal one
 */
/* The events of each state; that of the load, the last one, only where the load varies. */
enum {
    CONTACT_STICK_FORWARD,
    CONTACT_STICK_BACKWARD,
    CONTACT_STICK_OPENS,
    CONTACT_SLIP_ENDS = 0,
    CONTACT_SLIP_OPENS,
    CONTACT_CLOSES = 0
};

extern const rdg_law_in_time rdg_contact_in_time;

/* contact_element.c: what it does at z; an element that no context owns, as instances are; `where` is named
 * in messages */
rdg_element_regime rdg_contact_regime_at(rdg_contact_element *e, const double *z);
rdg_contact_element *rdg_contact_element_new(rdg_context *ctx, const char *where, const rdg_contact *contact,
                                             const rdg_basis *basis);
rdg_status rdg_contact_check(rdg_context *ctx, const char *where, const rdg_contact *contact);
int rdg_contact_by_start(rdg_contact_element *e,
                         const double *z); /* dv/dstart: 1 of a free slider that sticks */
void rdg_contact_unit_free(rdg_contact_unit *unit);
void rdg_contact_read_law(rdg_contact_element *e); /* after a change of e->law; what is known is forgotten */

/* [RDG_FRICTION_PARAMETERS] the last one with a normal displacement only */
const rdg_element_parameter *rdg_contact_number_table(const rdg_contact *contact);

/* contact_numbers.c: derivatives by numbers, which are RDG_FRICTION_... */
void rdg_contact_set(rdg_contact_element *e, int which, double value);
int rdg_contact_numbers(rdg_contact_element *e, const double *z, const rdg_element_parameters *answer);
int rdg_contact_margin_numbers(rdg_contact_element *e, const double *z,
                               const rdg_element_margin_parameters *answer);

/* contact_add.c: as rdg_contact_add(), by another name */
typedef struct rdg_contact_kind {
    const char *type;
    rdg_index n_numbers;
    const rdg_element_parameter
        *number; /* in the order of rdg_friction_parameter; NULL: those of a contact */
} rdg_contact_kind;
rdg_status rdg_contact_add_as(rdg_structure *s, const rdg_contact_kind *kind, const char *where,
                              const rdg_contact *contact);

/* contact_signal.c. To load what is loaded already changes nothing; > 0: not finite. Values of p and fy are
 * those at the instant that the series is turned to. */
int rdg_contact_load(rdg_contact_element *e, const double *z);
void rdg_contact_jets(const rdg_contact_element *e, double p[RDG_JET], double y[RDG_JET]);
double rdg_contact_start(const rdg_contact_element *e); /* where the slider begins, N */

/* Sign of mu fy in a signal: -1 for L, +1 for U. */
static inline double rdg_contact_side(int signal)
{
    return signal == CONTACT_LOWER ? -1.0 : 1.0;
}

/* contact_partition.c: points and margin; then, for a contact that is not fully stuck, the pieces */
void rdg_contact_partition(rdg_contact_element *e);
void rdg_contact_pieces(rdg_contact_element *e);

/* contact_path.c: the transitions of one period of a contact that is partitioned, with or without its bursts
 */
void rdg_contact_path(rdg_contact_element *e, bool ignore_bursts);

/* contact_crest.c: the point at which L stops rising, or U falling, from a piece in which it does; how far
 * two instants of the period are apart, and how far a burst can have moved to be the same one */
rdg_index rdg_contact_crest(const rdg_contact_element *e, int signal, rdg_index piece);
bool rdg_contact_is_crest(const rdg_contact_element *e, int signal, rdg_index i);
bool rdg_contact_is_burst(const rdg_contact_element *e, int signal, double tau);
double rdg_contact_apart(double a, double b);
double rdg_contact_reach(const rdg_contact_element *e);

/* contact_burst.c */
int rdg_contact_burst_margin(rdg_contact_element *e, rdg_element_margin *margin);

/* contact_extremum.c: an extremum of a signal, and how its instant moves */
typedef struct contact_extremum {
    double tau, sign;        /* sign of mu fy in the signal: -1 for L, +1 for U */
    double value, curvature; /* of the signal */
    double *basis, *slope;   /* [n] H, dH/dtau */
} contact_extremum;

void rdg_contact_visit(rdg_contact_element *e, contact_extremum *x, int signal);
double rdg_contact_signal_slope(const rdg_contact_element *e, const contact_extremum *x, const double *f,
                                rdg_index j);
double rdg_contact_moves(const rdg_contact_element *e, const contact_extremum *x, rdg_index j);

/* contact_force.c: force [N] and, unless NULL, jacobian [N * N] */
void rdg_contact_force(rdg_contact_element *e, double *force, double *jacobian);
void rdg_contact_stick_weight(const rdg_contact_element *e, rdg_index j, double *w);

/* contact_stuck.c: likewise for a contact that is stuck all the time */
void rdg_contact_stuck_force(rdg_contact_element *e, rdg_stuck_slider sliders, double *force,
                             double *jacobian);
int rdg_contact_start_share(rdg_contact_element *e); /* dv/dstart: 1, or 0 of a slider that is dragged */
void rdg_contact_add_stuck_hessian(rdg_contact_element *e, const double *lambda, rdg_index stride,
                                   double *hessian);

/* contact_hessian.c: adds sum_i lambda_i Hes_i to hessian, entry (i, j) at i + stride*j */
void rdg_contact_add_hessian(rdg_contact_element *e, const double *lambda, rdg_index stride, double *hessian);
void rdg_contact_add_origin_hessian(rdg_contact_element *e, const contact_transition *t, double factor,
                                    rdg_index stride, double *hessian);

/* += factor (a b^T + b a^T) / 2 for block vectors a = [ax f; ay f], b = [bx g; by g] */
void rdg_contact_add_product(const rdg_contact_element *e, double factor, const double a[2], const double *f,
                             const double b[2], const double *g, rdg_index stride, double *hessian);

/* contact_time_numbers.c: as rdg_law_regimes.by_number */
void rdg_contact_by_number(const void *self, rdg_index d, const rdg_law_question *question,
                           const rdg_law_state *at, int which, const rdg_law_slopes *answer);

#endif
