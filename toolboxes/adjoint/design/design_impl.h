/* Inside of the design of numbers. */
#ifndef RDG_DESIGN_IMPL_H
#define RDG_DESIGN_IMPL_H

#include "design.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/peak.h>

enum { RDG_DESIGN_NAME = 512 };

typedef struct rdg_design_driver {
    rdg_context *ctx;
    rdg_hbm *hb;
    const char *name, *sensor;
    const rdg_option *options;    /* of the user */
    double low, high;             /* rad/s */
    rdg_peak_response *peaks;     /* of the structure with any numbers; NULL: not needed yet */
    bool over_level;              /* the optimum over a window of alpha is asked for */
    char from[RDG_DESIGN_NAME];   /* run of the point reached, */
    rdg_index label;              /* and its label there */
    char run[RDG_DESIGN_NAME];    /* of the last stage, */
    rdg_index followed;           /* and the number that it is over */
    rdg_design_result *result;    /* as far as it has come: numbers, peak */
    rdg_design_result own_result; /* where the user wants none */
    long begin;                   /* iterations when this began */
    double came_from;             /* the number that was followed, where that began */
    bool joined;                  /* the least greatest peak was found where several are equal */
    double wrong[2];              /* levels: the first below, and above, at which it is not; 0: none */
    char wrong_doubt[2][RDG_DESIGN_NAME]; /* `doubt` there */
    char doubt[RDG_DESIGN_NAME]; /* why the result is not certified: branch points, the window's end; "": the
                                    response was not followed over the window */
    bool born;                   /* a higher maximum has come into being on the way */
    int switches;                /* times that another peak has become the one to be followed */
    rdg_index scans;             /* other choices of the numbers that are to be looked at */
    rdg_index anew;              /* times that one of them was better, and the design began anew */
    double lowest;               /* greatest peak at the best of these; 0: there was none */
    double at_lowest[RDG_DESIGN_MOST]; /* the numbers there */
} rdg_design_driver;

/* --- design_options.c */

rdg_status rdg_design_read_options(rdg_design_driver *d);

/* Options for the runs of a stage: what is held, and about output. */
void rdg_design_add_common(const rdg_design_driver *d, rdg_option_list *list);

/* Of the user, for the last run. */
void rdg_design_add_rest(const rdg_design_driver *d, rdg_option_list *list);

/* --- design_peaks.c: a look at the whole response */

typedef struct rdg_design_look {
    bool covered;                /* from end to end */
    char doubt[RDG_DESIGN_NAME]; /* branch points, an end of the window that is higher; "": neither */
    bool branches;               /* responses cross it at branch points that could not be followed */
    bool has_own;                /* the peak that is followed is among the maxima */
    double own, other; /* amplitudes: of the peak that is followed, and the greatest of the others; 0: none */
    double own_omega, other_omega;
    double edge; /* greatest amplitude at an end of the window from which it grows outwards; 0: none */
    rdg_index n;
    double *u; /* the other one */
} rdg_design_look;

/* The peak that is followed; amplitude 0: the greatest one. */
typedef struct rdg_design_expected {
    double alpha, omega, amplitude;
} rdg_design_expected;

/* At values of the numbers. */
rdg_status rdg_design_look_at(rdg_design_driver *d, const double *value, const rdg_design_expected *at,
                              rdg_design_look *look);

/* Is a peak surely higher than another one? */
static inline bool rdg_design_is_higher(double peak, double other)
{
    return peak > other * (1.0 + 1e-9);
}

/* Is the peak that was expected with an amplitude there, and nothing higher, all over the window? */
bool rdg_design_is_greatest(const rdg_design_look *look, double amplitude);

/* A maximum of the response becomes the point reached: a run of one point. */
rdg_status rdg_design_begin_at(rdg_design_driver *d, const char *what, const double *u, rdg_index n);

/* --- design_stage.c */

typedef enum rdg_design_outcome {
    RDG_STAGE_DONE,  /* the number has its place */
    RDG_STAGE_OTHER, /* a number that was free has met an end of its range, and is held there */
    RDG_STAGE_LOST   /* the ridge ends, as its run says */
} rdg_design_outcome;

/* Follow the ridge over number k: over its whole range if none is free, else as the peak falls. */
rdg_status rdg_design_stage(rdg_design_driver *d, rdg_index k, rdg_design_outcome *outcome);

/* The optimum itself, and over the level; reads the sensitivities. */
rdg_status rdg_design_last(rdg_design_driver *d);

/* --- design_level.c */

/* The whole response at some of the levels: is the optimum's peak the greatest? */
rdg_status rdg_design_compare_levels(rdg_design_driver *d);

/* --- design_equal.c */

/* Another maximum has become the greater one on the way of the last stage: back to where both are equal,
 * which is the result, unless the other one falls from there on, too: it is the one to be followed then,
 * *goes_on.
 */
rdg_status rdg_design_equal(rdg_design_driver *d, bool *goes_on);

/* --- design_join.c */

/* The least greatest peak from where two are equal; `joined` if it was found. */
rdg_status rdg_design_join(rdg_design_driver *d);

/* --- design_scan.c */

/* Look at other choices of the numbers until one has a lower greatest peak, with which the design is to begin
 * anew; false: there is none, or no more to be looked at. The numbers become those. */
rdg_status rdg_design_scan(rdg_design_driver *d, bool *again);

/* --- design_say.c */

void rdg_design_say(const rdg_design_driver *d);

#endif
