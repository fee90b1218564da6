/* A mesh with fields as an unstructured grid of VTK: XML, in text. */
#include "fe_mesh_impl.h"

#include <ridgewalk/toolbox.h>

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { VERTEX = 1, A_LINE = 12 }; /* cell type of a point; numbers on a line of the file */

static const char name_characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

static rdg_status check_field(const rdg_fe_mesh *mesh, const char *path, const rdg_fe_field *field)
{
    rdg_context *ctx = rdg_structure_context(mesh->s);
    const char *where = "rdg_fe_mesh_write";
    if (!field->name || !*field->name || field->name[strspn(field->name, name_characters)] ||
        !field->values) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "%s: a field needs values, and a name of letters, digits and \"_\", not \"%s\"", path,
                        field->name ? field->name : "NULL");
    }
    if (field->components != 1 && field->components != 3) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "%s: field \"%s\" has 1 or 3 components, not %" PRId64,
                        path, field->name, field->components);
    }
    for (rdg_index i = 0; i < field->components * mesh->n; i++) {
        if (!isfinite(field->values[i])) {
            return rdg_fail(ctx, RDG_ERR_NOT_FINITE, where, "%s: field \"%s\" is %g at node %" PRId64, path,
                            field->name, field->values[i], mesh->node[i / field->components]);
        }
    }
    return RDG_OK;
}

static void write_reals(FILE *file, const char *name, rdg_index components, rdg_index n, const double *values)
{
    fprintf(file,
            "<DataArray type=\"Float64\" Name=\"%s\" NumberOfComponents=\"%" PRId64 "\" format=\"ascii\">\n",
            name, components);
    for (rdg_index i = 0; i < components * n; i++) {
        fprintf(file, "%.9g%c", values[i], (i + 1) % components == 0 ? '\n' : ' ');
    }
    fputs("</DataArray>\n", file);
}

static void begin_indices(FILE *file, const char *type, const char *name)
{
    fprintf(file, "<DataArray type=\"%s\" Name=\"%s\" format=\"ascii\">\n", type, name);
}

static void write_index(FILE *file, rdg_index i, rdg_index n, rdg_index value)
{
    fprintf(file, "%" PRId64 "%c", value, (i + 1) % A_LINE == 0 || i + 1 == n ? '\n' : ' ');
}

/* A mesh without elements has a vertex at each node. */
static void write_cells(const rdg_fe_mesh *mesh, FILE *file)
{
    const bool of_points = mesh->n_cells == 0;
    const rdg_index n = of_points ? mesh->n : mesh->n_cells, corners = of_points ? n : mesh->start[n];
    fputs("<Cells>\n", file);
    begin_indices(file, "Int64", "connectivity");
    for (rdg_index i = 0; i < corners; i++) {
        write_index(file, i, corners, of_points ? i : mesh->corner[i]);
    }
    fputs("</DataArray>\n", file);
    begin_indices(file, "Int64", "offsets");
    for (rdg_index i = 0; i < n; i++) {
        write_index(file, i, n, of_points ? i + 1 : mesh->start[i + 1]);
    }
    fputs("</DataArray>\n", file);
    begin_indices(file, "UInt8", "types");
    for (rdg_index i = 0; i < n; i++) {
        write_index(file, i, n, of_points ? VERTEX : mesh->type[i]);
    }
    fputs("</DataArray>\n</Cells>\n", file);
}

static void write_grid(const rdg_fe_mesh *mesh, FILE *file, rdg_index n, const rdg_fe_field *fields)
{
    fprintf(file,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" "
            "byte_order=\"LittleEndian\">\n"
            "<UnstructuredGrid>\n<Piece NumberOfPoints=\"%" PRId64 "\" NumberOfCells=\"%" PRId64 "\">\n",
            mesh->n, mesh->n_cells == 0 ? mesh->n : mesh->n_cells);
    fputs("<Points>\n", file);
    write_reals(file, "position_m", 3, mesh->n, mesh->position);
    fputs("</Points>\n", file);
    write_cells(mesh, file);
    fputs("<PointData>\n", file);
    for (rdg_index k = 0; k < n; k++) {
        write_reals(file, fields[k].name, fields[k].components, mesh->n, fields[k].values);
    }
    fputs("</PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n", file);
}

rdg_status rdg_fe_mesh_write(const rdg_fe_mesh *mesh, const char *path, rdg_index n,
                             const rdg_fe_field *fields)
{
    rdg_context *ctx = mesh ? rdg_structure_context(mesh->s) : NULL;
    RDG_ENTER(mesh, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, path, RDG_ERR_ARGUMENT);
    const size_t length = strlen(path);
    if (length < 5 || strcmp(path + length - 4, ".vtu") != 0 || n < 0 || (n > 0 && !fields)) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "\"%s\" ends in .vtu, and %" PRId64 " fields are >= 0", path,
                        n);
    }
    for (rdg_index k = 0; k < n; k++) {
        RDG_TRY(check_field(mesh, path, &fields[k]));
    }
    char *part = rdg_context_calloc(ctx, length + sizeof ".part", 1);
    if (!part) {
        return RDG_ERR_NO_MEMORY;
    }
    snprintf(part, length + sizeof ".part", "%s.part", path);
    FILE *file = fopen(part, "w");
    if (file) {
        void *locale = rdg_locale_begin();
        write_grid(mesh, file, n, fields);
        rdg_locale_end(locale);
    }
    const bool is_whole = file && !ferror(file);
    if (!file || fclose(file) != 0 || !is_whole || rename(part, path) != 0) {
        const int error = errno;
        if (file) {
            remove(part);
        }
        RDG_FAIL(ctx, RDG_ERR_IO, "cannot write \"%s\": %s", path, strerror(error));
    }
    rdg_free(part);
    return rdg_error_status(ctx);
}
