/* Inside of the search for all ridges. */
#ifndef RDG_RIDGES_IMPL_H
#define RDG_RIDGES_IMPL_H

#include "ridge_impl.h"
#include "ridges.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/peak_set.h>
#include <ridgewalk/toolbox.h>

/* A point of a ridge as its run has met it. */
typedef struct rdg_ridge_trail_point {
    double level, omega, amplitude, slope; /* of the amplitude over the forcing amplitude */
    rdg_index point;                       /* of the run: 0 at the start, negative downwards */
    double *u;                             /* [2 n_extended] the point, and the tangent of the ridge */
    unsigned char *regime;                 /* [n_watches] of the contacts, with which u is a solution */
    bool upwards;                          /* met from below */
} rdg_ridge_trail_point;

/* A ridge with all that is needed to solve for it at any forcing amplitude. */
typedef struct rdg_ridge_trail {
    char run[RDG_RIDGE_NAME_SIZE];
    double found;
    bool detached, minimum;
    bool traced[2]; /* at its lower and upper end it is known what it meets there, or that it is not */
    rdg_ridge_end low, high;
    rdg_ridge_trail_point *at; /* [n] by forcing amplitude */
    rdg_index n, capacity;
} rdg_ridge_trail;

enum { RDG_RIDGES_WHY = 320 };

typedef struct rdg_ridges_look {
    rdg_ridges_sample sample;
    int again; /* how often it was examined once more */
    char why[RDG_RIDGES_WHY];
} rdg_ridges_look;

/* Forcing amplitudes at which not all maxima may be known, though samples agree. */
typedef struct rdg_ridges_uncertain {
    double low, high;
    char why[RDG_RIDGES_WHY];
} rdg_ridges_uncertain;

/* The search, and what its result stands on. */
typedef struct rdg_ridges_work {
    rdg_ridges all; /* comes first: what the user sees */
    rdg_ridge_driver d;
    rdg_context *ctx;
    char *name, *sensor, *level_name;
    const rdg_option *options;      /* of the user, during the search */
    rdg_option_list *run;           /* those of the ridges' runs */
    double low, high;               /* forcing amplitudes */
    rdg_index spread;               /* samples over these */
    rdg_index deflated;             /* forcing amplitudes of the search for detached responses */
    bool ready;                     /* the driver has its problems */
    double begin, reported, budget; /* s: start, time of the last progress line, limit */
    double most_iterations;         /* of Newton's method */
    long iterations_before;         /* of the context, when the search began */
    bool is_cut;                    /* the time is over, and something was left out */
    rdg_peak_response *peaks;       /* made for a forcing amplitude */
    double peaks_level;
    double *u;              /* [n_extended] workspace of points */
    rdg_ridge_trail *trail; /* ridges */
    rdg_index n_trails, trail_capacity;
    rdg_index named;         /* runs of ridges so far, those that have become one with others among them */
    rdg_ridge_trail *trench; /* minima that ridges begin and end at */
    rdg_index n_trenches, trench_capacity;
    rdg_ridges_look *look; /* by forcing amplitude */
    rdg_index n_looks, look_capacity;
    rdg_ridges_uncertain *uncertain;
    rdg_index n_uncertain, uncertain_capacity;
    /* what the result points to */
    rdg_ridge_curve *curve;
    double *numbers;
    rdg_ridges_sample *sample;
    rdg_ridges_range *range;
    char (*why)[RDG_RIDGES_WHY];
    rdg_ridges_piece *piece;
    rdg_index n_pieces, piece_capacity;
} rdg_ridges_work;

/* --- ridges_budget.c */

rdg_status rdg_ridges_read_budget(rdg_ridges_work *w);

/* May the search go on? A progress line is due now and then. */
bool rdg_ridges_has_time(rdg_ridges_work *w);

/* Which limit has ended the search, and what is missing. */
void rdg_ridges_describe_cut(rdg_ridges_work *w, char *text, size_t size);

/* --- ridges_point.c: a point of a known ridge */

/* Is the ridge there at a forcing amplitude? */
bool rdg_ridge_trail_reaches(const rdg_ridge_trail *t, double level);

/* Frequency and amplitude between the points, by what is known at these; the amplitude by a cubic. */
rdg_ridges_point rdg_ridge_trail_guess(const rdg_ridge_trail *t, double level);

/* By Newton's method; its response is left in w->u. false: there is no point, or another one */
bool rdg_ridge_trail_solve(rdg_ridges_work *w, const rdg_ridge_trail *t, double level, rdg_ridges_point *at);

/* The greatest of all ridges; false: one of them could not be solved for. */
bool rdg_ridge_trails_greatest(rdg_ridges_work *w, double level, rdg_ridges_point *at);

/* --- ridges_follow.c */

/* Follow a new ridge from a maximum that a response at a forcing amplitude has shown. *known: the ridge that
 * it was after all, or the new one; -1: it could not be followed, why states that. */
rdg_status rdg_ridge_trail_follow(rdg_ridges_work *w, double level, const rdg_maximum *from, char *why,
                                  rdg_index *known);

/* The same of a trench, from a minimum. */
rdg_status rdg_trench_follow(rdg_ridges_work *w, double level, const rdg_maximum *from, char *why,
                             rdg_index *known);

/* Are two maxima of one response the same? */
bool rdg_same_maximum(const rdg_ridges_point *a, double omega, double amplitude);

void rdg_ridge_trail_free(rdg_ridge_trail *t);

/* --- ridges_join.c */

/* Two ridges that are the same at a forcing amplitude become one, the first of them; first < second. */
rdg_status rdg_ridge_trails_join(rdg_ridges_work *w, rdg_index first, rdg_index second, double level);

/* It is no maximum at a forcing amplitude: what lies beyond that, seen from where it was found, goes; it is
 * lost there.
 */
void rdg_ridge_trail_cut(rdg_ridge_trail *t, double level);

/* --- ridges_trench.c */

/* A ridge, or a trench, on which a stationary point of the response at a forcing amplitude lies, is known. */
bool rdg_ridge_trails_know(rdg_ridges_work *w, bool minimum, double level, const rdg_maximum *m);

/* Where ridges begin or end they meet minima: follow these to where they meet other maxima, as long as this
 * leads to ridges that are not known. */
rdg_status rdg_trenches_follow(rdg_ridges_work *w);

/* --- ridges_left.c */

/* The next end that was not traced yet; false: there is none. */
bool rdg_ridges_next_end(rdg_ridges_work *w, bool minimum, rdg_index *number, bool *up);

/* Ends of ridges and trenches whose neighbours were not followed. */
rdg_index rdg_ridges_ends_left(const rdg_ridges_work *w);

/* The first two ends that follow each other and have no sample between them; false: there are none. */
bool rdg_ridges_find_unsampled(const rdg_ridges_work *w, double *low, double *high);

/* How many of them there are. */
rdg_index rdg_ridges_unsampled(const rdg_ridges_work *w);

/* --- ridges_response.c */

/* The maxima of the whole response at a forcing amplitude, or of the one through a point; the observer, NULL:
 * none, sees its charts. */
/* All maxima of what is connected with the response at a forcing amplitude, those behind branch points, too.
 */
typedef struct rdg_ridges_maxima {
    rdg_index count;
    rdg_maximum *maximum; /* [count] omega, amplitude, u */
    double *u;
    bool *detached; /* [count] */
    bool covered;   /* from one end of the domain to the other one */
    bool resolved;  /* their number is certain, unless there are branch points */
} rdg_ridges_maxima;

/* The response whose peaks are sought; the forcing amplitude may be a parameter of the structure. It lasts
 * until the next call. */
rdg_peak_response *rdg_ridges_peak_response(rdg_ridges_work *w, double level);

/* Through: points [n] of responses that are followed, too. */
rdg_status rdg_ridges_find_maxima(rdg_ridges_work *w, double level, rdg_index n, const double *const *through,
                                  rdg_ridges_maxima *out);
void rdg_ridges_maxima_free(rdg_ridges_maxima *m);

/* --- ridges_look.c */

/* Compare one forcing amplitude with the ridges; only if the response can be followed there, unless that must
 * be. */
rdg_status rdg_ridges_look_at(rdg_ridges_work *w, double level, bool must, bool *done);

/* --- ridges_sample.c */

/* At the ends, spread in between, and between all forcing amplitudes at which ridges begin or end. */
rdg_status rdg_ridges_look_at_all(rdg_ridges_work *w);

/* --- ridges_detached.c */

/* Search for detached responses at w->deflated forcing amplitudes; their maxima are followed. */
rdg_status rdg_ridges_look_for_detached(rdg_ridges_work *w);

/* --- ridges_certificate.c */

/* These forcing amplitudes are not to be certified. */
rdg_status rdg_ridges_doubt(rdg_ridges_work *w, double low, double high, const char *format, ...)
    RDG_PRINTF(4, 5);

rdg_status rdg_ridges_judge(rdg_ridges_work *w);

/* In one line: "certified from 0.1 to 20 N by 14 samples"; or where not, and why. */
void rdg_ridges_verdict(const rdg_ridges_work *w, char *text, size_t size);

/* --- ridges_envelope.c */

rdg_status rdg_ridges_find_envelope(rdg_ridges_work *w);

/* --- ridges_record.c */

rdg_status rdg_ridges_record(rdg_ridges_work *w);

#endif
