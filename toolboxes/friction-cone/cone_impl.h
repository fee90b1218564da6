/* The inside of a contact with a friction cone.
 *
 * A period is a list of nodes: all samples, and the events between them. A step leads from one node to the
 * next in one phase, by a map of the inputs t_a, x_b - x_a, N_a, N_b and of the curvature of the way; an
 * event is where a condition vanishes:
 *
 *     onset of slip   |t|^2 - mu^2 N^2,       end of slip   kt x'.t - mu^2 N N',       opening, closing   N.
 */
#ifndef RDG_CONE_IMPL_H
#define RDG_CONE_IMPL_H

#include <ridgewalk/circle.h>
#include <ridgewalk/cone_contact.h>
#include <ridgewalk/contact_law.h>
#include <ridgewalk/element.h>
#include <ridgewalk/law_in_time.h>
#include <ridgewalk/toolbox.h>

enum {
    CONE_INPUTS = 10,         /* of a step: t_a (2), x_b - x_a (2), N_a, N_b, curvature (2), its rate (2) */
    CONE_PERIODS = 500,       /* marched at most before the state repeats */
    CONE_RATE_INPUTS = 6,     /* of t' in slip: t (2), x' (2), N, N' */
    CONE_INTERVAL_EVENTS = 4, /* located at most between two samples */
    CONE_BLOCK = 64           /* rows that are multiplied at a time */
};

enum cone_phase { CONE_STICK, CONE_SLIP, CONE_OPEN };
enum cone_event { CONE_SAMPLE, CONE_ONSET, CONE_END, CONE_ZERO_LOAD };

/* An instant, and the phase of the step that begins there. */
typedef struct cone_node {
    double tau;
    rdg_index sample; /* where its basis functions stand in the table; not used by events */
    enum cone_event event;
    enum cone_phase phase;
    double q[3][5];    /* x1, x2, N0 + kn y and their derivatives in tau: two at samples, four at events */
    double t[2], fade; /* fade: of a change of t's angle in the slip step that ends here */
    /* multipliers of the last backward sweep, of the step that ends here and of the event's condition */
    double alpha[2], eta;
    double m[2][5]; /* the weights of t in that sweep: their integral, themselves, their derivatives */
} cone_node;

/* A combination of a step's inputs by the motion at its ends: weights of x1, x2 and N and of their first and
 * second derivatives at a and at b, and of the time between them. */
typedef struct cone_spread {
    double at[2][3][3], time; /* at[end][order][signal] */
} cone_spread;

/* Derivatives of t_b of a step in its inputs. */
typedef struct cone_map {
    double first[2][CONE_INPUTS], second[2][CONE_INPUTS][CONE_INPUTS];
} cone_map;

/* The first derivatives of an event's condition in what is there: t, x', N, N'. */
typedef struct cone_condition {
    double t[2], v[2], load, slope;
} cone_condition;

/* Integrals of cos k tau and sin k tau, [top2 + 1], over a part of the period. */
typedef struct cone_time {
    double *cos, *sin;
} cone_time;

/* A node between its steps: its neighbours across steps of stick (itself in place of others), the time of
 * steps of slip before and after, and the sum's derivative in its instant as a factor of phi there. */
typedef struct cone_sides {
    const cone_node *before, *after;
    double slip_before, slip_after, instant[2];
} cone_sides;

/* The share of (t phi)' at a node in the integral of t phi, and its derivatives in the instants of the node
 * before, of the node and of the one after. */
typedef struct cone_end {
    double share, by[3];
} cone_end;

/* A node's derivatives in the coefficients z, and in two more columns, the state at the start of the period.
 */
typedef struct cone_rows {
    double *t[2], *tau;   /* [columns] */
    const double *phi[4]; /* basis functions and their derivatives, [n]; at samples two at most */
    double *own[4];       /* memory for those of an event, and for derivatives at a sample */
} cone_rows;

typedef struct rdg_cone {
    /* the force law */
    double kt, kn, mu, preload;
    enum rdg_slider_start start;
    double rest[3];

    /* the basis; N = d n coefficients z, columns = N + 2 */
    rdg_index d, n, N, columns, n_harmonics;
    int *harmonic;
    bool has_static;
    rdg_index samples;
    double *phi; /* [n * samples], basis functions at the samples */

    /* the motion and its periodic state, if known */
    bool has_state, slips;  /* slips, or is open, at some time */
    bool moves;             /* does so by more than a slider that rests (stuck_slider.h) */
    double *z;              /* [N] */
    double *wave;           /* [3 * 3 * n] coefficients of x1, x2, N0 + kn y and of their two derivatives */
    double constant_load;   /* N0, and what rests on it without a static harmonic */
    double noise;           /* of forces, by rounding */
    double (*motion)[3][3]; /* [samples] */
    bool turns;             /* the periodic state slips all the time, and its start is that of cone_turn.c */
    rdg_index n_periods;    /* after which it repeats */
    double start_of[CONE_PERIODS + 1][2]; /* t at the start of each; the last one repeats */
    cone_node *node;                      /* [capacity] of one period */
    rdg_index n_nodes, capacity;

    /* workspace */
    cone_rows rows[2];
    double *left, *right;                 /* [(columns or n) * CONE_BLOCK] blocks of rows to be multiplied */
    double *projected;                    /* [n * 2 columns] */
    double *input;                        /* [CONE_INPUTS * columns] */
    double *scratch;                      /* [4 * columns] */
    double *weight;                       /* [2 n] of the tangential forces in lambda . F, as coefficients */
    double alpha_of[CONE_PERIODS + 2][2]; /* multipliers after each part of the approach */
    rdg_index top2;                       /* twice the highest harmonic */
    cone_time closed, stuck;
    double *memory; /* of all arrays of numbers */

    rdg_context *maker; /* whose memory it is */
    struct rdg_cone
        *unit;      /* the contact in units of force, for derivatives by numbers; NULL: not requested yet */
    double *answer; /* its displacements, and what it answers */
} rdg_cone;

/* Whether a contact that closes slips at once: the force of a slider at rest, whose rate is |kt x'|, would
 * grow faster than its limit. */
static inline bool rdg_cone_closes_slipping(double mu, double rate, double load_rate)
{
    return rate > mu * load_rate;
}

/* cone_law.c */
extern const rdg_law_in_time rdg_cone_in_time; /* its numbers are an rdg_cone_contact */

/* cone_contact_law.c */

/* The events that end a phase: an onset of slip, its end, a change of sign of the load; how many. */
int rdg_cone_events(const rdg_contact_law *law, rdg_index d, int phase, enum cone_event event[]);

/* The event of an event. */
enum cone_event rdg_cone_event_of(const rdg_contact_law *law, rdg_index d, int phase, int surface);

/* cone_law_numbers.c: as rdg_law_regimes.by_number */
void rdg_cone_by_number(const void *self, rdg_index d, const rdg_law_question *question,
                        const rdg_law_state *at, int which, const rdg_law_slopes *answer);

/* cone_curvature.c: as rdg_law_regimes.choice, .second */
void rdg_cone_choice(const void *self, rdg_index d, rdg_index part, int surface, const rdg_law_state *at,
                     int which, rdg_law_event_surface *c);
void rdg_cone_second(const void *self, rdg_index d, const rdg_law_question *question, const rdg_law_state *at,
                     const double *mu, double *d2);

/* cone_instance.c: operations of rdg_law_in_frequency; the fewest samples for a basis */
rdg_index rdg_cone_least_samples(const rdg_basis *basis);
void *rdg_cone_create(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest);
void *rdg_cone_create_refined(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest);
void rdg_cone_free(void *instance);
int rdg_cone_evaluate(void *instance, const rdg_basis *basis, const double *z, double omega,
                      rdg_element_result *result);
bool rdg_cone_remembers(void *instance, const rdg_basis *basis, const double *z);
rdg_element_regime rdg_cone_regime(void *instance, const rdg_basis *basis, const double *z);

/* cone_numbers.c: likewise */
void rdg_cone_set(void *instance, int which, double value);
int rdg_cone_numbers(void *instance, const rdg_basis *basis, const double *z, double omega,
                     const rdg_element_parameters *answer);

/* cone_motion.c */
void rdg_cone_load(rdg_cone *cone, const double *z);
double rdg_cone_constant(const rdg_cone *cone, rdg_index signal); /* in a signal besides its series */
void rdg_cone_sample(const rdg_cone *cone, rdg_index i,
                     cone_node *node); /* i = samples: the end of the period */
void rdg_cone_instant(const rdg_cone *cone, double tau, cone_node *node);
void rdg_cone_basis(const rdg_cone *cone, const cone_node *node, cone_rows *rows);
void rdg_cone_basis_slopes(const rdg_cone *cone, const cone_node *node,
                           cone_rows *rows); /* at samples, too */

/* cone_step.c: order is the highest derivative requested, 1 or 2 */
void rdg_cone_step(const rdg_cone *cone, const cone_node *a, const cone_node *b, int order, cone_map *map);
double rdg_cone_onset(const rdg_cone *cone, const cone_node *node);
double rdg_cone_slipping(const rdg_cone *cone, const cone_node *node);
void rdg_cone_condition(const rdg_cone *cone, const cone_node *node, cone_condition *condition);
double rdg_cone_condition_rate(const cone_condition *condition, const cone_node *node, const double rate[2]);
void rdg_cone_rate(const cone_map *map, const cone_node *a, const cone_node *b,
                   double rate[2]); /* dt_b/dtau_b */

/* cone_spread.c */
void rdg_cone_curvature(const cone_node *a, const cone_node *b, double u2[2], double u3[2]);
void rdg_cone_spread(const double in[CONE_INPUTS], const cone_node *a, const cone_node *b, cone_spread *s);
double rdg_cone_spread_rate(const cone_spread *s, int end,
                            const cone_node *node); /* by the instant of an end */

/* cone_turn.c: the start of a contact that slips all the time and repeats; false: there is none */
bool rdg_cone_turning_start(rdg_cone *cone, double t[2]);

/* cone_slide.c: t at b, as if the phase of a lasted until then; first derivatives of slip between loads */
void rdg_cone_advance(const rdg_cone *cone, const cone_node *a, cone_node *b);
void rdg_cone_slide_slopes(const rdg_cone *cone, const cone_node *a, const cone_node *b,
                           double first[2][CONE_INPUTS]);
void rdg_cone_exponent(const rdg_cone *cone, const cone_node *a, const cone_node *b, double W[2],
                       double *rho);

/* Factors of the curvature in a step of slip, with derivatives in y = r^2: (r/2 coth(r/2) - 1) / r^2, and
 * 1 / (1 + (y/limit)^2), which ends corrections where a step turns e by all it can. */
enum { CONE_ROTATION = 64, CONE_SMALL = 100 };
void rdg_cone_coth_factor(double y, double f[3]);
static inline void rdg_cone_held_back(double y, double limit, double f[3])
{
    const double s = 1 / (limit * limit);
    f[0] = 1 / (1 + y * y * s);
    f[1] = -2 * y * s * f[0] * f[0];
    f[2] = -2 * s * f[0] * (f[0] + 2 * y * f[1]);
}

/* cone_march.c */
void rdg_cone_begin(rdg_cone *cone); /* the step from the slider's start to the first state */
bool rdg_cone_march(rdg_cone *cone, const double t[2]); /* one period; whether it slips or opens */

/* cone_period.c: the periodic state at the loaded motion; 0, or 1 if it is not found */
int rdg_cone_update(rdg_cone *cone);
bool rdg_cone_forgets(const double A[4]); /* whether a period has but one start that repeats */
bool rdg_cone_solve_periodic(const double A[4], const double b[2], bool transposed, double x[2]);

/* cone_adjoint.c: multipliers alpha after the last node, replaced by those before the first; the weights m of
 * the nodes count if weighted */
void rdg_cone_backward(rdg_cone *cone, bool weighted, double alpha[2]);

/* cone_memory.c */
void rdg_cone_transition(const rdg_cone *cone, double A[4]); /* dt_end/dt_start of the period, column-major */

/* cone_force.c */
void rdg_cone_force(rdg_cone *cone, double *F);
void rdg_cone_jacobian(rdg_cone *cone, rdg_stuck_slider sliders, double *J, rdg_index ld);
void rdg_cone_spring_jacobian(const rdg_cone *cone, double *J,
                              rdg_index ld); /* of a slider that is constant */
void rdg_cone_slider(const rdg_cone *cone, const cone_node *node, double u[2]); /* u = t - kt x */
void rdg_cone_sides(const rdg_cone *cone, rdg_index b, cone_sides *sides);
void rdg_cone_slider_row(const rdg_cone *cone, const cone_node *node, const cone_rows *rows, int i,
                         double *row); /* du_i, [columns] */
void rdg_cone_add_integrals(const rdg_cone *cone, double factor, double tau, const double *phi,
                            double *out); /* out += factor int phi, from phi at tau */
void rdg_cone_end_transition(const rdg_cone *cone,
                             double A[4]); /* dt_end/dt_start after a sweep from seeds */
void rdg_cone_close_period(const rdg_cone *cone, const double A[4],
                           double *start[2]);                /* dt/dz at its start */
double rdg_cone_galerkin(const rdg_cone *cone, rdg_index i); /* weight of an integral against phi_i */

/* cone_sweep.c: derivatives in z through the nodes, from those in rows[0], which are replaced */
typedef void (*rdg_cone_visit)(rdg_cone *cone, rdg_index b, const cone_rows *from, const cone_rows *to,
                               void *data);
void rdg_cone_sweep(rdg_cone *cone, rdg_cone_visit visit, void *data);
void rdg_cone_seed(rdg_cone *cone); /* rows at the start of a period, as if it were given */

/* The way of a contact that sticks in the end, from its slider's start to the period that repeats: so many
 * parts, of which only the static force knows (none without a static harmonic). Its first rows; the nodes of
 * a part. */
rdg_index rdg_cone_approach(const rdg_cone *cone);
void rdg_cone_seed_approach(rdg_cone *cone, rdg_stuck_slider sliders);
void rdg_cone_approach_part(rdg_cone *cone, rdg_index part);

/* row += sum of factor phi over the displacements; phi and their coefficients of N0 + kn y in the third */
void rdg_cone_add_basis(const rdg_cone *cone, double *row, const double factor[3], const double *phi);

/* cone_ends.c: the share of a node's (t phi)' in the integral of t phi, false: none; what it adds to the
 * force, from two basis functions there, and by the instant of node b (rows: before, there, after), [n] */
bool rdg_cone_end_share(const rdg_cone *cone, rdg_index b, cone_end *end);
void rdg_cone_add_end_force(const rdg_cone *cone, rdg_index b, const cone_rows *rows, double *F);
void rdg_cone_end_instant(const rdg_cone *cone, rdg_index b, const cone_rows *const rows[3], int i,
                          double *out);

/* t' where slip lasts; derivatives of m . t' in its inputs, its row, and its change along the motion */
void rdg_cone_slip_rate(const rdg_cone *cone, const cone_node *node, double rate[2]);
void rdg_cone_slip_rate_slopes(const rdg_cone *cone, const cone_node *node, const double m[2],
                               double first[CONE_RATE_INPUTS]);
void rdg_cone_slip_rate_curvature(const rdg_cone *cone, const cone_node *node, const double m[2],
                                  double second[CONE_RATE_INPUTS][CONE_RATE_INPUTS]);
void rdg_cone_slip_rate_row(const rdg_cone *cone, const cone_node *node, const cone_rows *rows,
                            const double m[2], double *row);
double rdg_cone_slip_rate_along(const cone_node *node, const double first[CONE_RATE_INPUTS]);

/* cone_hessian.c */
void rdg_cone_hessian(rdg_cone *cone, const double *lambda, double *H, rdg_index ld);

/* cone_normal.c: force of the normal direction; the pointers may be NULL; tangential parts are left alone. */
void rdg_cone_normal(rdg_cone *cone, double *F, double *J, const double *lambda, double *H);

/* cone_time.c: integrals over a time that begins and ends: sign is 1 at its end, -1 at its begin; then of
 * phi_i phi_j and phi_i over it. That in which the contact sticks. */
void rdg_cone_clear_time(const rdg_cone *cone, cone_time *time);
void rdg_cone_add_time(const rdg_cone *cone, double sign, double tau, cone_time *time);
double rdg_cone_product(const rdg_cone *cone, const cone_time *time, rdg_index i, rdg_index j);
double rdg_cone_single(const rdg_cone *cone, const cone_time *time, rdg_index i);
void rdg_cone_time_stuck(rdg_cone *cone);

#endif
