/* What a tracer stores of its way: charts, and what was met or is not clear. */
#ifndef RDG_TRACER_PARTS_IMPL_H
#define RDG_TRACER_PARTS_IMPL_H

#include "corrector_impl.h"
#include "memo_impl.h"
#include "run_data.h"
#include "run_setup_impl.h"

/* A chart with what the library needs to go on from it. */
typedef struct rdg_node {
    rdg_chart chart;
    double *test;                /* [n_events] value of every event function; of a branch point: sign only */
    double *slope;               /* [n_events] of a fold: growth of its parameter along the tangent */
    rdg_determinant determinant; /* of [G_u; tangent], scaled */
    double log_determinant;      /* of its magnitude without scales */
    bool solves;            /* the acceptance test has computed the residual anew at u: it is the chart's */
    const rdg_event *event; /* that was located here; NULL: none */
} rdg_node;

/* A step is predicted by so many charts at most. */
enum { RDG_PREDICTOR_CHARTS = 3 };

/* What is stored of the charts before the current one. */
typedef struct rdg_past {
    double *test;                    /* [n_events] */
    double *steepest;                /* [n_events] how fast the functions changed lately, per arclength */
    double *u;                       /* [n] */
    double *tangent;                 /* [n] all zeros: not known */
    double *older_u, *older_tangent; /* [n] of the chart before that */
    double stretch; /* length of the current chart's tangent in the metric of now, for 1 in the one before */
    double aside;   /* how far cubics lay off the curve lately, however short the step, of its length */
    rdg_determinant determinant;
    double log_determinant;
    double step;                               /* from there to the current chart; 0: there is none */
    double older_step;                         /* to there; 0: there is none */
    double error_factor[RDG_PREDICTOR_CHARTS]; /* of predictors by 1, 2, ... charts (predictor.c); < 0: not
                                                  known */
    double error_factor_next[RDG_PREDICTOR_CHARTS]; /* of the step under way */
} rdg_past;

enum { RDG_SEGMENT_DEGREE = 5, RDG_SEGMENT_CHECKS = 2 };

/* In the coordinate x = s / length, 0 <= x <= 1, s being the arclength along the tangent of the step's start.
 */
typedef struct rdg_curve_segment {
    double length;
    double *coefficient; /* [(RDG_SEGMENT_DEGREE + 1) n] of x^0, x^1, ..., n values each */
    double *error;       /* [n] what is left of each variable, estimated */
    double deviation;    /* of the curve from the cubic through both charts, in the metric */
} rdg_curve_segment;

enum { RDG_MOST_STEP_POINTS = 128 };

/* How the error of a function fell when a part was divided. */
typedef struct rdg_part_history {
    double width, error; /* of the part; 0: none was divided */
    int depth;           /* divisions */
    int stalls;          /* in a row that did not lower the error as for smooth functions */
} rdg_part_history;

/* A point of the step under way, at arclength `at`. */
typedef struct rdg_step_point {
    double at;
    double *u;                /* [2 n] with its tangent; NULL: no memory yet */
    rdg_part_history history; /* of the part that was divided there */
} rdg_step_point;

/* The step under way, and what it was divided into. */
typedef struct rdg_step_parts {
    double length;       /* of the step that `whole` is of; 0: none */
    rdg_outcome outcome; /* of making it */
    bool has_matrix;     /* t->step_matrix is that of this step: corrections are made with it */
    double *tangent;     /* [2 n] of the charts at both ends, by that matrix */
    rdg_curve_segment whole, part;
    double part_low, part_high; /* where `part` lies, in arclength; both 0: none */
    rdg_step_point point[RDG_MOST_STEP_POINTS];
    int count;
    rdg_part_history under_way; /* of the part that was requested last */
} rdg_step_parts;

/* An event whose function changes sign where Newton's method does not meet its zero. */
typedef struct rdg_miss {
    const rdg_event *event; /* NULL: there is none */
    double low, high;       /* arclength on the step */
    double between[2];      /* the first active parameter there */
    bool is_jump;           /* the curve itself jumps */
    bool is_saddle;         /* no branch point but a saddle between two branches was found */
    bool is_unsure;         /* the determinant may vanish where it is not known */
    bool is_cusp;           /* no branch point but the end of the way: the curve turns round in a cusp */
} rdg_miss;

/* What the acceptance test knows of the chart that it let through last. */
typedef struct rdg_gate {
    double *values; /* [n] of the functions */
    double *before; /* [n] that chart's variables */
    const rdg_event *event;
    bool has_predecessor;
} rdg_gate;

/* Least and greatest value of an invariant, the same where it is certain; of a sign 0 or 1. */
typedef struct rdg_invariant_value {
    double least, greatest;
} rdg_invariant_value;

typedef enum rdg_change_kind {
    RDG_CHANGE_UNEXPLAINED,
    RDG_CHANGE_ON_KINK,   /* of a stability index that jumps, where the functions have a non-smooth point */
    RDG_CHANGE_OF_SEVERAL /* explained by one point at which several eigenvalues cross */
} rdg_change_kind;

/* A change of an invariant. */
typedef struct rdg_change {
    const rdg_event *event; /* NULL: there is none */
    rdg_change_kind kind;
    double between[2]; /* the first active parameter there */
    rdg_invariant_value before, after;
} rdg_change;

/* What special points alone change along a curve, see events/invariants.c. */
typedef struct rdg_invariants {
    rdg_invariant_value *value;    /* [n_events] at the current chart; the last certain one of a sign */
    rdg_invariant_value *followed; /* [n_events] at the next one, by the located points */
    double share; /* of typical sizes: an eigenvalue nearer to the boundary has no sign; 0: not chosen yet */
    double first_sign;       /* of the slope, first seen in the other direction from the start; 0: none */
    rdg_change change;       /* on the step under way */
    rdg_change first_kink;   /* of the run */
    long kinks, unexplained; /* of the run */
} rdg_invariants;

/* A gap that a step leads over. */
typedef struct rdg_leap {
    bool is_there;
    double at;         /* arclength on the step of its far end */
    double between[2]; /* the first active parameter on both sides */
} rdg_leap;

/* Corrections of a run in which Newton's method was slow or failed. */
typedef struct rdg_slowness {
    long count, compared_at; /* when the derivatives were compared last */
    int comparisons;
} rdg_slowness;

/* Folds and maxima that are enclosed: on non-smooth points, or too flat for Newton's method. */
typedef struct rdg_kinks {
    long maxima;     /* on non-smooth points */
    long flat;       /* of either */
    double widest;   /* of the intervals that enclose those on non-smooth points */
    double flattest; /* and of the flat ones */
} rdg_kinks;

/* Places of one kind on the curve: their number, and the first of them. */
typedef struct rdg_places {
    long count;
    double between[2]; /* the first active parameter before and behind it; of one point the first number */
    rdg_index point;   /* before it */
} rdg_places;

/* What a run reports at its end. */
typedef struct rdg_findings {
    rdg_places jumps; /* changes of the determinant's sign without a branch point */
    rdg_places leaps; /* gaps of the curve that smallest steps have led over */
    rdg_kinks kinks;
    rdg_slowness slowness;
} rdg_findings;

/* Where a run is along its curve. */
typedef struct rdg_position {
    double *home;       /* [2 n] the start and its tangent, by what variables mean now (transport.h) */
    int direction;      /* 1 forwards, -1 backwards */
    int heading;        /* of the first active parameter at the start of the last step: 1 up, -1 down */
    rdg_index points;   /* emitted in this direction */
    long steps;         /* of this direction; events are none */
    long handler_calls; /* in both directions */
} rdg_position;

enum { RDG_VERDICT_SIZE = 768, RDG_REMEDY_SIZE = 512 };

/* The first point of a run. */
typedef struct rdg_first_point {
    rdg_frozen_set frozen; /* eliminated variables at the start of the run */
    bool leaves_one_way;   /* from a ray of a branch point, away from it */
    bool is_branch_point;  /* of the run it was labelled in */
    bool may_fail;         /* no message yet why there is none */
    bool stays;            /* a point far from the predictor is refused */
    bool has_failed;
    bool is_slow;                 /* Newton's method took long, or was not quadratic in the end */
    char remedy[RDG_REMEDY_SIZE]; /* of a start that fails; "": none */
} rdg_first_point;

/* What a run was requested to do, compared with what it has done. */
typedef struct rdg_run_completion {
    bool refused; /* the points that a handler named at the end of this direction cannot be corrected */
    char shortfall[RDG_VERDICT_SIZE]; /* what was not done; "": nothing */
    double *reached;                  /* [2 n_parameters] least and greatest value of each */
    long cusps;                       /* of curves of folds, both directions */
    const rdg_event *left[2];         /* bounds at which both directions ended; NULL: at none */
} rdg_run_completion;

typedef struct rdg_tracer rdg_tracer;

/* Checkpoint data, and the run that is resumed. */
typedef struct rdg_resume_state {
    rdg_run *past;        /* the run that was interrupted; NULL: the run is new */
    bool is_complete;     /* it had ended: an observer sees it again, nothing is written or shown */
    rdg_checkpoint memo;  /* of a labelled chart, see rdg_resume_keep() */
    bool differs;         /* a chart of the past run could not be found again */
    void *atlas;          /* the covering; NULL: a curve */
    bool is_replayed;     /* the chart to be emitted is one of the past run's */
    long warnings_before; /* counted before the run */
    void (*exchange_atlas)(rdg_tracer *t, rdg_checkpoint *memo); /* writes or reads what a covering stores */
} rdg_resume_state;

#endif
