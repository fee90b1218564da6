/** @file plot.h
 *  @brief Pictures of runs: rdg_plot(ctx, "frc.png", RDG_CURVE("frc", "omega", "Am"), RDG_LOGY).
 *
 *  A plot is a list of items: what is drawn (curves of runs, points of arrays) and how (title, labels,
 * scales). A run with RDG_DENSE_OUTPUT is drawn as it is between its points; of others a smooth line is drawn
 * through the points. In titles, labels, legends and texts a formula stands between dollar signs, as in
 * "$\\omega_1$": letters are italic, "\\omega" is Greek, "_" and "^" make an index and a power.
 * The quantity of a label "omega / (rad/s)" or "A1 / m" is set like that by itself. The ending of the file
 * decides its kind: .png, .svg or .pdf. Drawing is done by the program gnuplot. */
#ifndef RDG_PLOT_H
#define RDG_PLOT_H

#include "compound.h"
#include "objects.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What an item of a plot is. */
typedef enum rdg_plot_kind {
    RDG_PLOT_END,      /**< ends a list of items */
    RDG_PLOT_CURVE,    /**< columns of a run */
    RDG_PLOT_ARRAYS,   /**< the caller's own numbers */
    RDG_PLOT_TITLE,    /**< title of the picture: text */
    RDG_PLOT_LABEL,    /**< label of an axis: axis, text */
    RDG_PLOT_LOG,      /**< logarithmic axis: axis */
    RDG_PLOT_RANGE,    /**< range of an axis: axis, from, to */
    RDG_PLOT_SIZE,     /**< size of the picture: width, height, in pixels (default 1200 x 900) */
    RDG_PLOT_CLOSE_UP, /**< a part of the picture once more, magnified: from, to, y_from, y_to and where */
    RDG_PLOT_EQUAL,    /**< x and y have the same scale: a circle is round */
    RDG_PLOT_HZ,       /**< columns in rad/s are drawn in Hz, on all axes */
    RDG_PLOT_VIEW,     /**< direction of view of a picture in space: from, to, in degrees (default 60, 30) */
    RDG_PLOT_TEXT,     /**< a text beside a point of the plane: from, y_from, text */
    RDG_PLOT_FAMILY,   /**< curves without a colour of their own have colours from dark to light, in order */
    RDG_PLOT_CAPTION   /**< a text below the picture: text */
} rdg_plot_kind;

/** How points are drawn. */
typedef enum rdg_plot_style {
    RDG_STYLE_AUTO, /**< a curve of a run: a line; arrays: dots */
    RDG_LINE,       /**< a line through the points */
    RDG_DASHED,     /**< a dashed line */
    RDG_DOTS,       /**< a dot a point */
    RDG_LINE_DOTS,  /**< both */
    RDG_TRIANGLES,  /**< the triangles of a surface, coloured by z */
    RDG_POLYLINES,  /**< the curves on a surface along which event functions vanish */
    RDG_IMAGE       /**< a rectangle of points on a grid, seen from above, coloured by z */
} rdg_plot_style;

/** An item of a plot. Fields that an item does not need are left zero. */
typedef struct rdg_plot_item {
    rdg_plot_kind kind; /**< what it is */

    const char *run; /**< CURVE: name of the run; rows in which a column is NaN are left out */
    const char *x;   /**< CURVE: column, see rdg_run_column() */
    const char *y;   /**< CURVE: column */
    const char *z;   /**< CURVE: column; NULL in the plane */

    rdg_index n;        /**< ARRAYS: number of points */
    const double *xs;   /**< ARRAYS: shape [n], borrowed */
    const double *ys;   /**< ARRAYS: shape [n], borrowed */
    const char *legend; /**< name in the legend; NULL: the run's where there are several curves; "": none */
    const double *zs;   /**< ARRAYS: shape [n], borrowed; NULL in the plane */

    double x_factor;      /**< values of x are multiplied by it; 0 counts as 1 */
    double y_factor;      /**< likewise of y */
    double z_factor;      /**< likewise of z */
    const char *color;    /**< "red", "#0072b2", ...; NULL: the next of the palette */
    double width;         /**< of the line, or of dots; 0 counts as 1 */
    rdg_plot_style style; /**< line, dots or both */
    bool marks;           /**< CURVE: mark special points by their types (FP, BP, ...) */
    const char *dash;     /**< CURVE: column; the line is dashed where it is positive, as a stability is on an
                               unstable branch */
    bool hz;              /**< CURVE: columns in rad/s are drawn in Hz, see RDG_IN_HZ */
    const char *only;     /**< CURVE: only rows of this type; drawn as dots unless a style is given */

    const char *text; /**< TITLE, LABEL, TEXT, CAPTION: in UTF-8; "$\\omega_1$" is a formula */
    char axis;        /**< LABEL, LOG, RANGE: 'x', 'y' or 'z' */
    double from;      /**< RANGE: lower end; VIEW: tilt; SIZE: width; TEXT: x of the point */
    double to;        /**< RANGE: upper end; VIEW: turn; SIZE: height */
    double y_from;    /**< CLOSE_UP: lower end of y; from and to are those of x; TEXT: y of the point */
    double y_to;      /**< CLOSE_UP: upper end of y */
    double left;      /**< CLOSE_UP: where its left edge is, relative to the picture's width */
    double bottom;    /**< CLOSE_UP: where its lower edge is, relative to the picture's height */
    double part;      /**< CLOSE_UP: its width and height relative to the picture's; 0: 0.35 */

    const double *shades; /**< ARRAYS in the plane: a value each, shape [n], finite, borrowed. The line, or
                             the dots, have its colour, and a bar beside the picture gives which, with label
                               and range of z. NULL: one colour */
    const char *shade;    /**< CURVE in the plane: column; likewise, rows in which it is NaN are left out */
} rdg_plot_item;

/** An item from its fields by name. */
#define RDG_PLOT_ITEM(...) RDG_ITEM(rdg_plot_item, __VA_ARGS__)

/* clang-format off */

/** A curve: run, x and y; then fields by name, as in RDG_CURVE("frc", "omega", "Am", .marks = true). */
#define RDG_CURVE(run_, x_, ...) RDG_PLOT_ITEM(.kind = RDG_PLOT_CURVE, .run = (run_), .x = (x_), .y = __VA_ARGS__)

/** A curve in space: run, x, y and z; then fields by name. */
#define RDG_CURVE3(run_, x_, y_, ...) \
    RDG_PLOT_ITEM(.kind = RDG_PLOT_CURVE, .run = (run_), .x = (x_), .y = (y_), .z = __VA_ARGS__)

/** A surface in space: run, x, y and z. */
#define RDG_SURFACE(run_, x_, y_, ...) \
    RDG_PLOT_ITEM(.kind = RDG_PLOT_CURVE, .style = RDG_TRIANGLES, .run = (run_), .x = (x_), .y = (y_), .z = __VA_ARGS__)

/** Curves on a surface along which an event function vanishes: run, x, y and z; then fields by name, as
 *  .only = "FP" for the events of one type. */
#define RDG_SURFACE_CURVES(run_, x_, y_, ...) \
    RDG_PLOT_ITEM(.kind = RDG_PLOT_CURVE, .style = RDG_POLYLINES, .run = (run_), .x = (x_), .y = (y_), .z = __VA_ARGS__)

/** Points of arrays: n, x, y and the legend; then fields by name, as in
 *  RDG_POINTS(3, x, y, "measured", .style = RDG_LINE). */
#define RDG_POINTS(n_, xs_, ys_, ...) \
    RDG_PLOT_ITEM(.kind = RDG_PLOT_ARRAYS, .n = (n_), .xs = (xs_), .ys = (ys_), .legend = __VA_ARGS__)

/** A map: n, x, y, z of points that fill a grid, in any order; z is a colour, and its axis the scale of
 * colours. Nothing else can be drawn into the picture. */
#define RDG_MAP(n_, xs_, ys_, zs_)                                                                         \
    RDG_PLOT_ITEM(.kind = RDG_PLOT_ARRAYS, .style = RDG_IMAGE, .n = (n_), .xs = (xs_), .ys = (ys_), .zs = (zs_), .legend = "")

/** Title of the picture. */
#define RDG_TITLE(text_) RDG_PLOT_ITEM(.kind = RDG_PLOT_TITLE, .text = (text_))

/** Label of x; without it, name and unit of the first curve's column, as of "omega / (rad/s)". */
#define RDG_XLABEL(text_) RDG_PLOT_ITEM(.kind = RDG_PLOT_LABEL, .axis = 'x', .text = (text_))
#define RDG_YLABEL(text_) RDG_PLOT_ITEM(.kind = RDG_PLOT_LABEL, .axis = 'y', .text = (text_)) /**< likewise of y */
#define RDG_ZLABEL(text_) RDG_PLOT_ITEM(.kind = RDG_PLOT_LABEL, .axis = 'z', .text = (text_)) /**< likewise of z, or of the colours of a map */

#define RDG_LOGX RDG_PLOT_ITEM(.kind = RDG_PLOT_LOG, .axis = 'x') /**< logarithmic x */
#define RDG_LOGY RDG_PLOT_ITEM(.kind = RDG_PLOT_LOG, .axis = 'y') /**< logarithmic y */
#define RDG_LOGZ RDG_PLOT_ITEM(.kind = RDG_PLOT_LOG, .axis = 'z') /**< logarithmic z */
#define RDG_LOGLOG RDG_LOGX, RDG_LOGY                /**< logarithmic x and y */

/** Range of x. */
#define RDG_XRANGE(from_, to_) RDG_PLOT_ITEM(.kind = RDG_PLOT_RANGE, .axis = 'x', .from = (from_), .to = (to_))
/** Range of y. */
#define RDG_YRANGE(from_, to_) RDG_PLOT_ITEM(.kind = RDG_PLOT_RANGE, .axis = 'y', .from = (from_), .to = (to_))
/** Range of z. */
#define RDG_ZRANGE(from_, to_) RDG_PLOT_ITEM(.kind = RDG_PLOT_RANGE, .axis = 'z', .from = (from_), .to = (to_))

/** A part of the picture once more, magnified, with linear axes: its ranges in the units of the axes, and where its left and lower
 * edge lie in the picture, 0 to 1. */
#define RDG_CLOSE_UP(x_from_, x_to_, y_from_, y_to_, left_, bottom_) \
    RDG_PLOT_ITEM(.kind = RDG_PLOT_CLOSE_UP, .from = (x_from_), .to = (x_to_), .y_from = (y_from_), .y_to = (y_to_), .left = (left_), .bottom = (bottom_))

/** A text beside the point (x, y) of the plane, as a letter that the caption explains. */
#define RDG_TEXT(x_, y_, text_) RDG_PLOT_ITEM(.kind = RDG_PLOT_TEXT, .from = (x_), .y_from = (y_), .text = (text_))

/** A caption below the picture, as "$m$ = 1 kg, $k$ = 1000 N/m": the parameters that its curves have in common. Lines that are too long
 * are broken at spaces. */
#define RDG_CAPTION(text_) RDG_PLOT_ITEM(.kind = RDG_PLOT_CAPTION, .text = (text_))

/** Curves of a family: those without a colour of their own have colours from dark to light, in their order, in any print. Without it
 * seven colours alternate; more than seven curves are a family. */
#define RDG_FAMILY RDG_PLOT_ITEM(.kind = RDG_PLOT_FAMILY)

/** One scale for x and y: a circle is round. */
#define RDG_EQUAL_AXES RDG_PLOT_ITEM(.kind = RDG_PLOT_EQUAL)

/** Frequencies in Hz: what is in rad/s, of all curves, is drawn in cycles a second and labelled so; ranges are in Hz, too. */
#define RDG_IN_HZ RDG_PLOT_ITEM(.kind = RDG_PLOT_HZ)

/** Size of the picture in pixels. */
#define RDG_SIZE(width_, height_) RDG_PLOT_ITEM(.kind = RDG_PLOT_SIZE, .from = (width_), .to = (height_))

/** Direction of view of a picture in space: tilt from the vertical, turn about it, in degrees. */
#define RDG_VIEW(tilt_, turn_) RDG_PLOT_ITEM(.kind = RDG_PLOT_VIEW, .from = (tilt_), .to = (turn_))

/* clang-format on */

/** Draw a picture: rdg_plot(ctx, path, items...). */
#define rdg_plot(ctx, path, ...)                                                                             \
    rdg_plot_items((ctx), (path), RDG_LIST(rdg_plot_item, __VA_ARGS__, RDG_PLOT_ITEM(.kind = RDG_PLOT_END)))

/** Draw a picture. The file appears when it is complete; one of the same name is replaced.
 *  @param ctx   context, whose run folder holds the runs
 *  @param path  ends in .png, .svg or .pdf
 *  @param items what to draw and how, ended by an item of kind RDG_PLOT_END
 *  @return RDG_OK. Anything else: an item is left out (no such run or column, no point to draw, a wrong
 *          range), or the picture is not drawn (the path, gnuplot). A warning names the picture, the item and
 *          the reason, rdg_exit() returns 1, and no failure is recorded: the program computes on. Only
 *          RDG_ERR_NO_MEMORY is recorded as a failure. RDG_ERR_EARLIER: an earlier call failed */
rdg_status rdg_plot_items(rdg_context *ctx, const char *path, const rdg_plot_item *items);

#ifdef __cplusplus
}
#endif
#endif
