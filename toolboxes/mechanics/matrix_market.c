/* Structures from Matrix Market files, through CHOLMOD's reader. */
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <cholmod.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "CHOLMOD's indices are passed on uncopied");

/* CHOLMOD makes up values for a matrix without: such a file is no input here. */
static bool has_only_a_pattern(FILE *file)
{
    char line[1024] = "";
    const bool read = fgets(line, sizeof line, file) != NULL;
    for (char *c = line; *c; c++) {
        *c = (char)tolower((unsigned char)*c);
    }
    rewind(file);
    return read && strncmp(line, "%%matrixmarket", 14) == 0 && strstr(line, " pattern");
}

/* The file's matrix as a sparse one with both triangles, or NULL */
static cholmod_sparse *read_sparse(FILE *file, cholmod_common *common)
{
    const int as_unsymmetric_sparse = 1;
    int type = 0;
    void *matrix = cholmod_l_read_matrix(file, as_unsymmetric_sparse, &type, common);
    if (matrix && type == CHOLMOD_DENSE) {
        const int with_values = 1;
        cholmod_dense *dense = matrix;
        matrix = cholmod_l_dense_to_sparse(dense, with_values, common);
        cholmod_l_free_dense(&dense, common);
    }
    return matrix;
}

static rdg_status read_matrix(rdg_context *ctx, const char *where, const char *path, cholmod_common *common,
                              cholmod_sparse **matrix)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        return rdg_fail(ctx, RDG_ERR_IO, where, "\"%s\" cannot be opened: %s", path, strerror(errno));
    }
    if (has_only_a_pattern(file)) {
        fclose(file);
        return rdg_fail(ctx, RDG_ERR_FORMAT, where, "\"%s\" holds a pattern without values", path);
    }
    *matrix = read_sparse(file, common);
    fclose(file);
    if (!*matrix && common->status == CHOLMOD_OUT_OF_MEMORY) {
        return rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory for the matrix in \"%s\"", path);
    }
    if (!*matrix) {
        return rdg_fail(ctx, RDG_ERR_FORMAT, where,
                        "\"%s\" does not hold a complete matrix in Matrix Market format", path);
    }
    if ((*matrix)->xtype != CHOLMOD_REAL) {
        return rdg_fail(ctx, RDG_ERR_FORMAT, where, "the matrix in \"%s\" is not real", path);
    }
    if (!cholmod_l_sort(*matrix, common)) {
        return rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory to sort the matrix in \"%s\"", path);
    }
    return RDG_OK;
}

static rdg_sparse borrow(const cholmod_sparse *matrix)
{
    return (rdg_sparse){.pattern = {.rows = (rdg_index)matrix->nrow,
                                    .cols = (rdg_index)matrix->ncol,
                                    .start = matrix->p,
                                    .row = matrix->i},
                        .values = matrix->x};
}

rdg_structure *rdg_structure_read(rdg_context *ctx, const char *name, const char *M, const char *C,
                                  const char *K)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    const char *const path[3] = {M, C, K};
    cholmod_sparse *matrix[3] = {NULL};
    rdg_sparse borrowed[3] = {{.values = NULL}};
    cholmod_common common;
    cholmod_l_start(&common);
    common.print = 0; /* the reason is recorded here, not printed */

    rdg_structure *s = NULL;
    rdg_status status = RDG_OK;
    for (int a = 0; a < 3 && status == RDG_OK; a++) {
        if (path[a]) {
            status = read_matrix(ctx, __func__, path[a], &common, &matrix[a]);
        }
        if (path[a] && status == RDG_OK) {
            borrowed[a] = borrow(matrix[a]);
        }
    }
    if (status == RDG_OK) {
        s = rdg_structure_assemble(ctx, __func__, name, M ? &borrowed[0] : NULL, C ? &borrowed[1] : NULL,
                                   K ? &borrowed[2] : NULL);
    }
    for (int a = 0; a < 3; a++) {
        cholmod_l_free_sparse(&matrix[a], &common);
    }
    cholmod_l_finish(&common);
    return s;
}
