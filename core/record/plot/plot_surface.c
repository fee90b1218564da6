/* Triangles of a surface, painted from back to front: what is drawn after them, as curves on the surface, is
 * then never covered. */
#include "circle.h"
#include "plot_impl.h"

#include "toolbox.h"

#include <math.h>
#include <stdlib.h>

typedef struct painted {
    double depth;
    const rdg_index *corner; /* [3] rows */
} painted;

/* How near the middle of a triangle is to the eye, with the axes scaled to the same length. */
static double depth_of(const rdg_plot_page *page, const rdg_plot_curve *curve, const rdg_index *corner)
{
    const double degree = RDG_PI / 180.0;
    double at[RDG_PLOT_AXES] = {0.0};
    for (int k = 0; k < RDG_PLOT_AXES; k++) {
        const rdg_plot_axis *axis = &page->axis[k];
        for (int i = 0; i < 3; i++) {
            at[k] += (rdg_plot_value(curve, corner[i], k) - axis->least) / (axis->most - axis->least) / 3.0;
        }
    }
    const double up = at[1] * cos(page->turn * degree) - at[0] * sin(page->turn * degree);
    return at[2] * cos(page->tilt * degree) - up * sin(page->tilt * degree);
}

static int farther_first(const void *a, const void *b)
{
    const double x = ((const painted *)a)->depth;
    const double y = ((const painted *)b)->depth;
    return (x > y) - (x < y);
}

/* A triangle as pm3d draws it: a square whose last side is a point. */
static void write_triangle(const rdg_plot_page *page, const rdg_plot_curve *curve, const rdg_index *corner,
                           FILE *script)
{
    rdg_plot_point(page, curve, corner[0], script);
    rdg_plot_point(page, curve, corner[1], script);
    fputc('\n', script);
    rdg_plot_point(page, curve, corner[2], script);
    rdg_plot_point(page, curve, corner[2], script);
    fputs("\n\n", script);
}

void rdg_plot_triangles(const rdg_plot_page *page, const rdg_plot_curve *curve, FILE *script)
{
    painted *triangle = rdg_context_calloc(page->ctx, (size_t)curve->n_mesh, sizeof *triangle);
    size_t count = 0;
    for (rdg_index t = 0; triangle && t < curve->n_mesh; t++) {
        const rdg_index *corner = curve->mesh + 3 * t;
        if (rdg_plot_is_drawn(page, curve, corner[0]) && rdg_plot_is_drawn(page, curve, corner[1]) &&
            rdg_plot_is_drawn(page, curve, corner[2])) {
            triangle[count++] = (painted){.depth = depth_of(page, curve, corner), .corner = corner};
        }
    }
    if (count > 0) {
        qsort(triangle, count, sizeof *triangle, farther_first);
    }
    for (size_t t = 0; t < count; t++) {
        write_triangle(page, curve, triangle[t].corner, script);
    }
    rdg_free(triangle);
}
