/* From coordinates of nodes in rectangular, cylindrical and spherical systems to global ones. */
#include "coordinate_systems_impl.h"

#include <inttypes.h>
#include <math.h>

static void cross(const double a[3], const double b[3], double c[3])
{
    for (int i = 0; i < 3; i++) {
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }
}

static bool normalise(double a[3])
{
    const double size = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (int i = 0; i < 3 && size > 0; i++) {
        a[i] /= size;
    }
    return size > 0;
}

/* The axes of a system with global points; false: they lie on a line. */
static bool axes_of(const rdg_coordinate_system *s, double axis[3][3])
{
    double in_plane[3];
    for (int i = 0; i < 3; i++) {
        axis[2][i] = s->point[1][i] - s->point[0][i];
        in_plane[i] = s->point[2][i] - s->point[0][i];
    }
    if (!normalise(axis[2]) || !normalise(in_plane)) {
        return false;
    }
    cross(axis[2], in_plane, axis[1]);
    const bool has_plane = normalise(axis[1]);
    cross(axis[1], axis[2], axis[0]);
    return has_plane;
}

static void to_rectangular(char kind, double x[3])
{
    const double degree = acos(-1.0) / 180.0, r = x[0];
    if (kind == 'C') {
        const double theta = degree * x[1];
        x[0] = r * cos(theta);
        x[1] = r * sin(theta);
    } else if (kind == 'S') {
        const double theta = degree * x[1], phi = degree * x[2];
        x[0] = r * sin(theta) * cos(phi);
        x[1] = r * sin(theta) * sin(phi);
        x[2] = r * cos(theta);
    }
}

static rdg_status refuse(const rdg_scan *scan, rdg_index line, rdg_index number, const char *trouble)
{
    return rdg_fail(scan->ctx, RDG_ERR_FORMAT, scan->where,
                    "\"%s\", line %" PRId64 ": coordinate system %" PRId64 " %s. %s", scan->path, line,
                    number, trouble, scan->remedy);
}

static rdg_coordinate_system *find(const rdg_coordinate_systems *systems, rdg_index number)
{
    for (rdg_index i = 0; i < systems->n; i++) {
        if (systems->item[i].number == number) {
            return &systems->item[i];
        }
    }
    return NULL;
}

/* From coordinates in a resolved system to global ones, in place; false: its points lie on a line */
static bool transform(const rdg_coordinate_system *s, double x[3])
{
    double axis[3][3], y[3] = {x[0], x[1], x[2]};
    to_rectangular(s->kind, y);
    if (!axes_of(s, axis)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        x[i] = s->point[0][i] + axis[0][i] * y[0] + axis[1][i] * y[1] + axis[2][i] * y[2];
    }
    return true;
}

/* Make the points of a system global, from the outermost system inwards. */
static rdg_status resolve(rdg_coordinate_systems *systems, const rdg_scan *scan, rdg_coordinate_system *s)
{
    enum { DEEPEST = 16 }; /* systems within one another; Nastran's users define two or three */
    rdg_coordinate_system *chain[DEEPEST] = {s};
    int depth = 1;
    for (; chain[depth - 1]->within != 0 && !chain[depth - 1]->is_resolved; depth++) {
        const rdg_coordinate_system *inner = chain[depth - 1];
        rdg_coordinate_system *outer = find(systems, inner->within);
        if (!outer || depth == DEEPEST) {
            return refuse(scan, inner->line, inner->within,
                          outer ? "is defined by itself, or deeper than 16 systems"
                                : "is not defined by CORD2R, CORD2C or CORD2S");
        }
        chain[depth] = outer;
    }
    while (depth-- > 0) {
        rdg_coordinate_system *inner = chain[depth];
        for (int k = 0; k < 3 && !inner->is_resolved && inner->within != 0; k++) {
            transform(chain[depth + 1], inner->point[k]);
        }
        inner->is_resolved = true;
        double origin[3] = {0};
        if (!transform(inner, origin)) {
            return refuse(scan, inner->line, inner->number, "has its three points on a line");
        }
    }
    return RDG_OK;
}

rdg_status rdg_coordinates_to_global(rdg_coordinate_systems *systems, const rdg_scan *scan, rdg_index line,
                                     rdg_index system, double x[3])
{
    rdg_coordinate_system *s = system == 0 ? NULL : find(systems, system);
    if (system != 0 && !s) {
        return refuse(scan, line, system, "is not defined by CORD2R, CORD2C or CORD2S");
    }
    if (!s) {
        return RDG_OK;
    }
    RDG_TRY(s->is_resolved ? RDG_OK : resolve(systems, scan, s));
    transform(s, x);
    return RDG_OK;
}
