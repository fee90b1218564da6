/* Matrices of CalculiX: a line "row column value" an entry of the upper triangle, with the diagonal complete,
 * in job.sti and job.mas; and in job.dof a line "node.direction" a row. */
#include "ccx_impl.h"

#include <ridgewalk/calculix.h>

#include <inttypes.h>
#include <string.h>

static const char remedy[] = "Let ccx write it again, in a step *FREQUENCY, SOLVER=MATRIXSTORAGE";
static const char mass_remedy[] = "is there a density (*DENSITY)?";

static rdg_status make_paths(rdg_ccx_job *j, const char *name)
{
    static const char *const ending[] = {".sti", ".mas", ".dof"};
    for (int k = 0; k < 3; k++) {
        if (snprintf(j->path[k], RDG_CCX_PATH, "%s%s", name, ending[k]) >= RDG_CCX_PATH) {
            return rdg_fail(j->model->ctx, RDG_ERR_IO, j->model->where, "the path \"%.60s...%s\" is too long",
                            name, ending[k]);
        }
    }
    return RDG_OK;
}

/* --- rows */

/* "117.2": direction 2 of node 117 */
static rdg_status read_row(rdg_ccx_job *j)
{
    rdg_dof_table *dofs = &j->model->dofs;
    const rdg_span word = rdg_scan_word(&j->scan);
    const char *point = memchr(word.from, '.', (size_t)(word.to - word.from));
    rdg_index node = 0, direction = 0;
    if (!point || *j->scan.at || !rdg_span_index((rdg_span){word.from, point}, 1, INT32_MAX, &node) ||
        !rdg_span_index((rdg_span){point + 1, word.to}, 1, 3, &direction)) {
        return rdg_scan_fail(&j->scan, word, RDG_ERR_FORMAT,
                             "expected node and direction 1, 2 or 3, as in 117.2");
    }
    const rdg_index before = dofs->n, row = rdg_dof_table_add(dofs, node, direction);
    return row == before ? RDG_OK
           : row < 0     ? RDG_ERR_NO_MEMORY
                         : rdg_scan_fail(&j->scan, word, RDG_ERR_FORMAT, "it is there twice");
}

static rdg_status read_rows(rdg_ccx_job *j)
{
    rdg_status status = rdg_scan_open(&j->scan, j->model->ctx, j->model->where, j->path[2], remedy);
    j->scan.is_plain = true;
    while (status == RDG_OK && rdg_scan_line(&j->scan)) {
        status = j->scan.text[strspn(j->scan.text, " \t")] == '\0' ? RDG_OK : read_row(j);
    }
    rdg_scan_close(&j->scan);
    RDG_TRY(rdg_error_status(j->model->ctx));
    return j->model->dofs.n > 0
               ? RDG_OK
               : rdg_fail(j->model->ctx, RDG_ERR_SIZE, j->model->where,
                          "\"%s\" names no rows: it is not complete. %s", j->path[2], remedy);
}

/* --- entries */

/* size: the largest index so far */
static rdg_status read_entry(rdg_ccx_job *j, rdg_entries *entries, rdg_index *size)
{
    rdg_index place[2] = {0};
    double value = 0;
    for (int k = 0; k < 2; k++) {
        const rdg_span word = rdg_scan_word(&j->scan);
        if (!rdg_span_index(word, 1, INT32_MAX, &place[k])) {
            return rdg_scan_fail(&j->scan, word, RDG_ERR_FORMAT,
                                 "expected row, column and value, as in 3 7 -1.5e+06");
        }
        *size = place[k] > *size ? place[k] : *size;
    }
    RDG_TRY(rdg_scan_real(&j->scan, rdg_scan_word(&j->scan), &value));
    return *j->scan.at ? rdg_scan_fail(&j->scan, rdg_scan_word(&j->scan), RDG_ERR_FORMAT,
                                       "expected nothing behind row, column and value")
                       : rdg_entries_add(entries, place[0] - 1, place[1] - 1, j->scan.line, value);
}

/* Twice as many rows as names are those of a nodal diameter; else what the file is */
static rdg_status check_size(const rdg_ccx_job *j, const char *path, rdg_index size)
{
    const rdg_index n = j->model->dofs.n;
    if (size == j->times * n) {
        return RDG_OK;
    }
    if (size == 2 * n) {
        return rdg_fail(
            j->model->ctx, RDG_ERR_SIZE, j->model->where,
            "\"%s\" has %" PRId64 " rows, twice as many as the .dof file names: with *CYCLIC "
            "SYMMETRY MODEL ccx writes Hermitian matrices of one nodal diameter, as real and "
            "imaginary parts [[Re, -Im], [Im, Re]]. They describe a wave that travels around a ring "
            "of sectors and are no structure. Two such jobs, of two diameters, make a sector: "
            "rdg_sector_read_calculix(). For one sector as a structure, take *CYCLIC SYMMETRY MODEL and "
            "*SELECT CYCLIC SYMMETRY MODES out of the job",
            path, size);
    }
    if (size == n) {
        return rdg_fail(
            j->model->ctx, RDG_ERR_SIZE, j->model->where,
            "\"%s\" has %" PRId64 " rows, as many as the .dof file names: it is a structure, which "
            "rdg_structure_read_calculix() reads. For matrices of one nodal diameter, twice as many, give "
            "the job *CYCLIC SYMMETRY MODEL and its step *SELECT CYCLIC SYMMETRY MODES, NMIN=k, NMAX=k",
            path, size);
    }
    return rdg_fail(j->model->ctx, RDG_ERR_SIZE, j->model->where,
                    "\"%s\" has %" PRId64 " rows, but the .dof file names %" PRId64
                    "%s: they are not of one job, or one of them is not complete",
                    path, size, n, j->times == 2 ? ", and a nodal diameter has twice as many" : "");
}

static rdg_status check_diagonal(const rdg_ccx_job *j, const rdg_entries *entries)
{
    const rdg_index rows = j->times * j->model->dofs.n;
    rdg_index missing = 0;
    bool *has = rdg_context_calloc(j->model->ctx, (size_t)rows, sizeof *has);
    for (rdg_index k = 0; has && k < entries->n; k++) {
        has[entries->item[k].row] |= entries->item[k].row == entries->item[k].col;
    }
    while (has && missing < rows && has[missing]) {
        missing++;
    }
    const bool has_memory = has != NULL;
    rdg_free(has);
    return !has_memory       ? RDG_ERR_NO_MEMORY
           : missing == rows ? RDG_OK
                             : rdg_fail(j->model->ctx, RDG_ERR_SIZE, j->model->where,
                                        "\"%s\" has no entry %" PRId64 " %" PRId64
                                        " of the diagonal: it is not complete. %s",
                                        entries->path, missing + 1, missing + 1, remedy);
}

static rdg_status read_matrix(rdg_ccx_job *j, int which)
{
    rdg_entries *entries = &j->model->matrix[which];
    rdg_index size = 0;
    rdg_status status = rdg_scan_open(&j->scan, j->model->ctx, j->model->where, j->path[which], remedy);
    j->scan.is_plain = true;
    entries->path = j->path[which];
    entries->form = RDG_ENTRIES_TRIANGLE;
    entries->is_given = true;
    while (status == RDG_OK && rdg_scan_line(&j->scan)) {
        status = j->scan.text[strspn(j->scan.text, " \t")] == '\0' ? RDG_OK : read_entry(j, entries, &size);
    }
    rdg_scan_close(&j->scan);
    RDG_TRY(rdg_error_status(j->model->ctx));
    RDG_TRY(check_size(j, j->path[which], size));
    return check_diagonal(j, entries);
}

/* --- the job */

rdg_fe_model rdg_ccx_begin(rdg_context *ctx, const char *where, const char *name, const char *job_name)
{
    rdg_fe_model model = rdg_fe_model_begin(ctx, where, name, job_name, remedy, mass_remedy);
    model.is_ordered = true;
    return model;
}

rdg_ccx_job *rdg_ccx_read(rdg_fe_model *model, const char *job_name, rdg_index times)
{
    rdg_ccx_job *j = rdg_context_calloc(model->ctx, 1, sizeof *j);
    if (!j) {
        return NULL;
    }
    j->model = model;
    j->times = times;
    if (make_paths(j, job_name) == RDG_OK && read_rows(j) == RDG_OK && read_matrix(j, RDG_FE_K) == RDG_OK &&
        read_matrix(j, RDG_FE_M) == RDG_OK) {
        return j;
    }
    rdg_free(j);
    return NULL;
}

rdg_structure *rdg_structure_read_calculix(rdg_context *ctx, const char *name, const char *job_name)
{
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, job_name, NULL);
    rdg_fe_model model = rdg_ccx_begin(ctx, __func__, name, job_name);
    rdg_ccx_job *j = rdg_ccx_read(&model, job_name, 1);
    rdg_structure *s = j ? rdg_fe_model_assemble(&model) : NULL;
    rdg_fe_model_free(&model);
    rdg_free(j);
    return s;
}
