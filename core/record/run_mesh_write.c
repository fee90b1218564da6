/* Writing surfaces: triangles and curves as tables of point numbers, and all as a VTK file (legacy, ASCII).
 */
#include "file_impl.h"
#include "memory_run_impl.h"
#include "run_mesh_impl.h"
#include "text_impl.h"

#include <inttypes.h>
#include <string.h>

/* A table of whole numbers, `columns` in a line. */
static void write_table(FILE *out, const char *header, rdg_index rows, int columns, const rdg_index *values)
{
    fprintf(out, "%s\n", header);
    for (rdg_index i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            fprintf(out, "%s%" PRId64, j > 0 ? "," : "", values[i * columns + j]);
        }
        fputc('\n', out);
    }
}

static void write_number(FILE *out, double value)
{
    char chars[RDG_NUMBER_SIZE];
    rdg_text text = rdg_text_in(chars, sizeof chars);
    rdg_text_number(&text, value, 17);
    fputs(chars, out);
}

/* Names in VTK have no blanks. */
static void write_name(FILE *out, const char *name)
{
    for (const char *c = name; *c; c++) {
        fputc(*c == ' ' ? '_' : *c, out);
    }
}

/* Where the curve that begins at `first` ends. */
static rdg_index end_of_curve(const rdg_mesh *mesh, rdg_index first)
{
    rdg_index end = first;
    while (end < mesh->n_curve_points && mesh->curve[2 * end] == mesh->curve[2 * first]) {
        end++;
    }
    return end;
}

/* Lines: points of the same curve, one after the other. A single point is no line. */
static void write_lines(FILE *out, const rdg_mesh *mesh)
{
    rdg_index lines = 0;
    rdg_index points = 0;
    for (rdg_index first = 0, end; first < mesh->n_curve_points; first = end) {
        end = end_of_curve(mesh, first);
        lines += end - first > 1;
        points += end - first > 1 ? end - first : 0;
    }
    if (lines == 0) {
        return;
    }
    fprintf(out, "LINES %" PRId64 " %" PRId64 "\n", lines, lines + points);
    for (rdg_index first = 0, end; first < mesh->n_curve_points; first = end) {
        end = end_of_curve(mesh, first);
        if (end - first == 1) {
            continue;
        }
        fprintf(out, "%" PRId64, end - first);
        for (rdg_index i = first; i < end; i++) {
            fprintf(out, " %" PRId64, mesh->curve[2 * i + 1]);
        }
        fputc('\n', out);
    }
}

static void write_vtk(FILE *out, const rdg_mesh *mesh, const rdg_layout *layout, const char *title)
{
    fprintf(out, "# vtk DataFile Version 3.0\n%.200s\nASCII\nDATASET POLYDATA\nPOINTS %" PRId64 " double\n",
            title, mesh->n_points);
    for (rdg_index i = 0; i < mesh->n_points; i++) {
        for (int a = 0; a < 3; a++) {
            write_number(out, mesh->axis[a] < 0 ? 0.0 : mesh->mu[i][mesh->axis[a]]);
            fputc(a < 2 ? ' ' : '\n', out);
        }
    }
    write_lines(out, mesh);
    if (mesh->n_triangles > 0) {
        fprintf(out, "POLYGONS %" PRId64 " %" PRId64 "\n", mesh->n_triangles, 4 * mesh->n_triangles);
        for (rdg_index i = 0; i < mesh->n_triangles; i++) {
            const rdg_index *t = mesh->triangle + 3 * i;
            fprintf(out, "3 %" PRId64 " %" PRId64 " %" PRId64 "\n", t[0], t[1], t[2]);
        }
    }
    fprintf(out, "POINT_DATA %" PRId64 "\n", mesh->n_points);
    for (rdg_index k = 0; k < layout->n_parameters; k++) {
        fputs("SCALARS ", out);
        write_name(out, layout->parameter[k]);
        fputs(" double 1\nLOOKUP_TABLE default\n", out);
        for (rdg_index i = 0; i < mesh->n_points; i++) {
            write_number(out, mesh->mu[i][k]);
            fputc('\n', out);
        }
    }
}

typedef enum part { TRIANGLES, CURVES, VTK } part;

rdg_status rdg_run_store_mesh(rdg_run_store *store, const rdg_mesh *mesh)
{
    static const char *const file[] = {
        [TRIANGLES] = "triangles.csv", [CURVES] = "curves.csv", [VTK] = "surface.vtk"};
    rdg_memory_run *memory = rdg_run_store_memory(store);
    if (memory) {
        return rdg_memory_run_mesh(rdg_run_store_context(store), memory, mesh);
    }
    for (part k = TRIANGLES; k <= VTK; k++) {
        rdg_aside aside;
        int error = rdg_aside_open(&aside, rdg_run_store_folder(store), file[k]);
        if (!error) {
            if (k == TRIANGLES) {
                write_table(aside.stream, "point_1,point_2,point_3", mesh->n_triangles, 3, mesh->triangle);
            } else if (k == CURVES) {
                write_table(aside.stream, "curve,point", mesh->n_curve_points, 2, mesh->curve);
            } else {
                write_vtk(aside.stream, mesh, rdg_run_store_layout(store), rdg_run_store_title(store));
            }
            error = rdg_aside_commit(&aside);
        }
        if (error) {
            return rdg_run_store_failure(store, file[k], error);
        }
    }
    return RDG_OK;
}
