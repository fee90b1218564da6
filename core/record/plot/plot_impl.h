/* A plot on its way from items to gnuplot. */
#ifndef RDG_PLOT_IMPL_H
#define RDG_PLOT_IMPL_H

#include "circle.h"
#include "plot.h"
#include "run_data.h"

#include <stdbool.h>
#include <stdio.h>

/* Axes by number: 0, 1, 2. */
enum { RDG_PLOT_AXES = 3, RDG_PLOT_PATH = 4096 };

/* A curve with its numbers found. */
typedef struct rdg_plot_curve {
    const rdg_plot_item *item;
    rdg_run *run; /* NULL: arrays; freed with the plot */
    rdg_index n;
    const double *values[RDG_PLOT_AXES]; /* z NULL in the plane */
    double factor[RDG_PLOT_AXES];
    bool in_hertz[RDG_PLOT_AXES]; /* the factor has made rad/s cycles a second */
    bool is_dense;                /* the run has the curve between its rows, of all columns: */
    rdg_index quantity[RDG_PLOT_AXES];
    const double *dash;    /* dashed where it is positive; NULL: nowhere */
    const double *shade;   /* [n] values that colours show; NULL: one colour */
    const rdg_index *mesh; /* triangles or curves of a surface, as rows; NULL: neither */
    rdg_index n_mesh;
} rdg_plot_curve;

typedef struct rdg_plot_axis {
    const char *label; /* NULL: from the first curve */
    bool log, has_range;
    double from, to;    /* the range requested */
    double least, most; /* of what is drawn */
} rdg_plot_axis;

typedef struct rdg_plot_page {
    rdg_context *ctx;
    const char *path;
    const char *terminal; /* of gnuplot, by the ending of the path */
    const char *last;     /* what the last bytes of such a file hold */
    const char *title;
    const char *caption; /* NULL: none */
    rdg_plot_axis axis[RDG_PLOT_AXES];
    int width, height;
    double tilt, turn;
    bool in_hertz;                 /* for all curves */
    bool is_family;                /* colours in order, from dark to light */
    bool equal;                    /* one scale for x and y */
    const rdg_plot_item *close_up; /* NULL: none */
    int n_axes;                    /* 2, or 3 in space */
    bool map;                      /* three axes, of which z is a colour */
    bool shaded;                   /* in the plane; curves have colours by values, those of z */
    rdg_plot_curve *curve;         /* [n_curves] */
    rdg_index n_curves;
    const rdg_plot_item *items;
    rdg_status left_out; /* why an item is left out; RDG_OK: none is */
} rdg_plot_page;

/* The call that messages name. */
#define RDG_PLOT_WHERE "rdg_plot"

/* --- plot.c */

/* Record what is wrong with an item. */
rdg_status rdg_plot_bad_item(const rdg_plot_page *page, const char *reason);

/* --- plot_caption.c */

/* Reserve a strip at the lower edge of the picture for its caption, and write the caption there. */
void rdg_plot_caption(const rdg_plot_page *page, FILE *script);

/* --- plot_curves.c */

/* Add a curve to the page. A failure: it has no run, no column or no point to draw. */
rdg_status rdg_plot_take_curve(rdg_plot_page *page, const rdg_plot_item *item);

/* --- plot_report.c */

/* A picture does not end a computation: report the failure that is recorded as a warning about the item, or
 * about the whole picture (NULL), let rdg_exit() return 1, and clear it. RDG_ERR_NO_MEMORY is not cleared. */
void rdg_plot_report(rdg_plot_page *page, const rdg_plot_item *item);

/* --- plot_point.c */

/* The value of a point on an axis, in the units of the picture. */
double rdg_plot_value(const rdg_plot_curve *curve, rdg_index point, int axis);

/* Where a value lies on an axis: 0 at its lower end, 1 at its upper end. */
double rdg_plot_share(const rdg_plot_axis *axis, double value);

/* Whether a point is drawn: all its values are finite, and > 0 on a logarithmic axis, and its type is the one
 * requested. */
bool rdg_plot_is_drawn(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index point);

/* The end of a line of data between two rows: what its colour shows there, of shaded curves. */
void rdg_plot_end_point(const rdg_plot_curve *curve, rdg_index from, rdg_index to, double share,
                        FILE *script);

/* Write the values of a point as a line of data. */
void rdg_plot_point(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index point, FILE *script);

/* Write points of the curve between two rows as lines of data: what makes it round on the page. */
void rdg_plot_between(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index from, rdg_index to,
                      FILE *script);

/* The same from dense output, in space as well. False: there is none between these rows. */
bool rdg_plot_dense_between(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index from,
                            rdg_index to, FILE *script);

/* Widen the axes by the curve between a row that is drawn and the next one. */
void rdg_plot_measure_dense(rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index row);

/* Whether a run has jumped from one row to the next, where it ended at an event and went on elsewhere (RS):
 * there is nothing in between. */
bool rdg_plot_leaps(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index from, rdg_index to);

/* Write the triangles of a surface as data, from back to front. */
void rdg_plot_triangles(const rdg_plot_page *page, const rdg_plot_curve *curve, FILE *script);

/* Write the commands for gnuplot, which is to draw into the file `target`. */
void rdg_plot_script(const rdg_plot_page *page, const char *target, FILE *script);

/* Is an item a text that can be drawn? */
bool rdg_plot_has_text(const rdg_plot_item *item);

/* How the points of a type are marked. */
typedef struct rdg_plot_mark_kind {
    const char *type;
    int symbol;       /* pointtype of gnuplot */
    const char *name; /* as text; NULL: that of the type */
} rdg_plot_mark_kind;

/* Types that have marks of their own in one picture. */
enum { RDG_PLOT_MARKS = 12 };

/* Of a close-up: its width and height relative to the picture. */
#define RDG_PLOT_CLOSE_PART 0.35

/* The types that are marked; how many. */
int rdg_plot_find_marks(const rdg_plot_page *page, rdg_plot_mark_kind marks[RDG_PLOT_MARKS]);

/* The points of one type on all curves, as data. */
void rdg_plot_mark_data(const rdg_plot_page *page, const rdg_plot_mark_kind *of, int m, FILE *script);

/* The commands that draw them, below curves, and that name them in the legend. */
void rdg_plot_mark(const rdg_plot_mark_kind *of, int m, FILE *script);
void rdg_plot_mark_key(const rdg_plot_mark_kind *of, FILE *script);

/* --- plot_colours.c */

/* The colour of a curve that shows no values. */
const char *rdg_plot_colour(const rdg_plot_page *page, rdg_index c);

/* Set the colours of values. */
void rdg_plot_palette(const rdg_plot_page *page, FILE *script);

/* --- plot_key.c */

/* The name of a curve in the legend; "": none. */
const char *rdg_plot_legend_of(const rdg_plot_page *page, const rdg_plot_item *item);

/* The commands that set the legend, and the entry that explains dashes where a curve has any and no text
 * does. */
void rdg_plot_key(const rdg_plot_page *page, const rdg_plot_mark_kind *marks, int n_marks, FILE *script);
void rdg_plot_dash_key(const rdg_plot_page *page, FILE *script);

/* The commands between a picture and the part of it that is drawn once more. */
void rdg_plot_close_up_begin(const rdg_plot_page *page, FILE *script);

/* --- plot_text.c */

/* A text of a user as gnuplot takes it. */
void rdg_plot_text(FILE *script, const char *text);

/* A text for the reader with its formulas between dollar signs; of a label the quantity, too. It ends with
 * the word that turns gnuplot's own commands in texts on or off. */
void rdg_plot_words(FILE *script, const char *text, bool is_label);

/* The part of a command that names a curve in the legend. */
void rdg_plot_legend(const char *legend, FILE *script);

/* A number for gnuplot: with a point in any locale; 10 digits are more than a picture shows. */
void rdg_plot_number(FILE *script, double value);

/* The range of an axis ("x", "y", "z", "cb"). */
void rdg_plot_range(const char *name, double from, double to, FILE *script);

/* Range, tics and their format of a logarithmic axis. */
void rdg_plot_log_axis(const rdg_plot_axis *axis, char name, FILE *script);

/* About five tics on a linear axis. */
void rdg_plot_few_tics(const rdg_plot_axis *axis, char name, FILE *script);

/* Run gnuplot on a script, at its start; the picture goes where the script states. `path` is for the message.
 */
rdg_status rdg_plot_gnuplot(rdg_context *ctx, const char *path, FILE *script);

#endif
