/* Inside of the design of numbers. */
#ifndef RDG_DESIGN_IMPL_H
#define RDG_DESIGN_IMPL_H

#include "design.h"
#include "least_peak_impl.h"

#include <ridgewalk/option_list.h>

enum { RDG_DESIGN_NAME = 512 };

typedef struct rdg_design_driver {
    rdg_context *ctx;
    rdg_hbm *hb;
    const char *name, *sensor;
    const rdg_option *options;  /* of the user */
    double low, high;           /* rad/s */
    bool over_level;            /* the optimum over a domain of alpha is requested */
    rdg_at *numbers;            /* those of the design, then others that the user holds; ended by one without
                                   a name */
    rdg_least_search search;    /* for the least greatest peak */
    char from[RDG_DESIGN_NAME]; /* run of one point, from which the next one begins */
    char run[RDG_DESIGN_NAME];  /* of the ridge over the first number */
    rdg_design_result *result;  /* as far as it has come: numbers, peak */
    rdg_design_result own_result; /* where the user wants none */
    double wrong[2]; /* forcing amplitudes: the first below, and above, at which it is not; 0: none */
    char wrong_doubt[2][RDG_DESIGN_NAME]; /* `doubt` there */
    char doubt[RDG_DESIGN_NAME]; /* why the result is not certified: branch points, the domain's end; "": the
                                    response was not followed over the domain */
    rdg_index scans;             /* other choices of the numbers that are to be examined */
    rdg_index anew;              /* times that one of them was better, and the search began anew */
    double lowest;               /* greatest peak at the best of these; 0: there was none */
    double at_lowest[RDG_DESIGN_MOST]; /* the numbers there */
} rdg_design_driver;

/* --- design_options.c */

rdg_status rdg_design_read_options(rdg_design_driver *d);

/* Options for all runs: what is held, and about output. */
void rdg_design_add_common(const rdg_design_driver *d, rdg_option_list *list);

/* Of the user, for the last run. */
void rdg_design_add_rest(const rdg_design_driver *d, rdg_option_list *list);

/* --- design_stage.c: runs */

/* A maximum of the response becomes the point from which the next run begins: a run of one point. */
rdg_status rdg_design_begin_at(rdg_design_driver *d, const char *what, const rdg_peak_point *peak);

/* The ridge over the first number, through its whole range: the numbers become those where it is least. */
rdg_status rdg_design_stage(rdg_design_driver *d);

/* The optimum of one peak, and over the forcing amplitude; reads the sensitivities. */
rdg_status rdg_design_last(rdg_design_driver *d);

/* --- design_level.c */

/* Is a peak of this amplitude the greatest one of a set that is whole? Else `doubt` may state why not. */
bool rdg_design_is_greatest(const rdg_peak_set *set, double amplitude, char doubt[RDG_DESIGN_NAME]);

/* The whole response at some of the forcing amplitudes: is the optimum's peak the greatest? */
rdg_status rdg_design_compare_levels(rdg_design_driver *d);

/* --- design_scan.c */

/* Surely lower than a height. */
static inline double rdg_design_below(double height)
{
    return height * (1.0 - rdg_least_same);
}

/* Examine other choices of the numbers; the search goes on from each that leads to a lower greatest peak. */
rdg_status rdg_design_scan(rdg_design_driver *d);

/* --- design_say.c */

void rdg_design_say(const rdg_design_driver *d);

#endif
