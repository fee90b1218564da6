/* A mesh file, read by the reader of its format, which its ending names. */
#include "mesh_impl.h"

#include <string.h>

typedef rdg_status (*mesh_reader)(rdg_mesh *mesh, rdg_scan *scan);

static mesh_reader reader_of(const char *file)
{
    static const struct {
        const char *ending;
        mesh_reader read;
    } formats[] = {{".inp", rdg_mesh_read_inp},  {".bdf", rdg_mesh_read_bulk}, {".dat", rdg_mesh_read_bulk},
                   {".nas", rdg_mesh_read_bulk}, {".pch", rdg_mesh_read_bulk}, {".asm", rdg_mesh_read_bulk},
                   {".cdb", rdg_mesh_read_cdb}};
    const char *dot = strrchr(file, '.');
    for (size_t k = 0; dot && k < sizeof formats / sizeof *formats; k++) {
        if (rdg_span_equals((rdg_span){dot, dot + strlen(dot)}, formats[k].ending)) {
            return formats[k].read;
        }
    }
    return NULL;
}

rdg_status rdg_mesh_read(rdg_mesh *mesh, const char *where, const char *file, const char *remedy)
{
    const mesh_reader read = reader_of(file);
    if (!read) {
        return rdg_fail(mesh->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\" must end in .inp (Abaqus, CalculiX), .bdf, .dat, .nas, .pch, .asm (Nastran) "
                        "or .cdb (Ansys)",
                        file);
    }
    rdg_scan scan;
    rdg_status status = rdg_scan_open(&scan, mesh->ctx, where, file, remedy);
    status = status == RDG_OK ? read(mesh, &scan) : status;
    status = status == RDG_OK ? rdg_mesh_sort(mesh, &scan) : status;
    rdg_scan_close(&scan);
    return status;
}
