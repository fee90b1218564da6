/* A sector from two jobs of CalculiX with *CYCLIC SYMMETRY MODEL, of nodal diameters 0 and k.
 *
 * ccx eliminates the dependent face, the first surface of *TIE, and writes [[Re, -Im], [Im, Re]] of what is
 * left. The next sector is the one at that face, and its frame is turned with it (cyclic_parts_impl.h). */
#include "ccx_impl.h"
#include "cyclic_parts_impl.h"
#include "sector_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

typedef struct reading {
    rdg_context *ctx;
    const char *where, *name;
    rdg_index k, sectors;
    const char *path[2];
    rdg_fe_model model[2]; /* of diameters 0 and k */
    rdg_ccx_job *job[2];
    cholmod_common common;
    cholmod_sparse *X[2][2]; /* [diameter][RDG_FE_K, RDG_FE_M] */
    rdg_cyclic_parts parts;
} reading;

/* --- what the files hold */

static rdg_status check_rows(const reading *r)
{
    const rdg_dof_table *zero = &r->model[0].dofs, *other = &r->model[1].dofs;
    rdg_index i = 0;
    char name[2][RDG_DOF_NAME];
    while (i < zero->n && i < other->n && zero->key[i] == other->key[i]) {
        i++;
    }
    return i == zero->n && i == other->n
               ? RDG_OK
               : rdg_fail(
                     r->ctx, RDG_ERR_SIZE, r->where,
                     "row %" PRId64 " is %s in \"%s\", %s in \"%s\": both jobs must be of one model, with "
                     "another NMIN and NMAX alone. Hold nodes on the axis: they move in "
                     "diameters 0 and 1 alone, each time otherwise",
                     i + 1, i < zero->n ? rdg_dof_table_name(zero, i, name[0]) : "not there",
                     r->job[0]->path[2], i < other->n ? rdg_dof_table_name(other, i, name[1]) : "not there",
                     r->job[1]->path[2]);
}

static double value_at(const cholmod_sparse *X, rdg_index row, rdg_index col)
{
    const rdg_index *start = X->p, *rows = (const rdg_index *)X->i + start[col],
                    n = start[col + 1] - start[col];
    const rdg_index at = rdg_place_in(n, rows, row);
    return at < n && rows[at] == row ? ((const double *)X->x)[start[col] + at] : 0.0;
}

/* Each entry has its partner in the other half: equal, or of the other sign for imaginary parts; and those of
 * diameter 0 are zero. Up to ten digits, and the rounding of sums of elements. */
static rdg_status check_entry(const reading *r, int diameter, int which, rdg_index row, rdg_index col,
                              double value)
{
    const cholmod_sparse *X = r->X[diameter][which];
    const rdg_index n = r->model[0].dofs.n;
    const bool is_real = (row < n) == (col < n);
    const double partner = value_at(X, (row + n) % (2 * n), (col + n) % (2 * n));
    const double scale = fmax(fabs(value_at(X, row, row)), fabs(value_at(X, col, col)));
    const double wrong = is_real ? value - partner : value + partner;
    if (fabs(wrong) > 1e-10 * fabs(value) + 1e-14 * scale) {
        return rdg_fail(r->ctx, RDG_ERR_FORMAT, r->where,
                        "\"%s\": entry %" PRId64 " %" PRId64
                        ", %g, does not agree with %g of the other half: matrices of one nodal diameter are "
                        "[[Re, -Im], [Im, Re]]. Let ccx write them again",
                        r->job[diameter]->path[which], row + 1, col + 1, value, partner);
    }
    if (diameter == 0 && !is_real && fabs(value) > 1e-10 * scale) {
        return rdg_fail(r->ctx, RDG_ERR_ARGUMENT, r->where,
                        "\"%s\": entry %" PRId64 " %" PRId64
                        " is %g, but nodal diameter 0 has no imaginary parts: the first job needs "
                        "*SELECT CYCLIC SYMMETRY MODES, NMIN=0, NMAX=0",
                        r->job[0]->path[which], row + 1, col + 1, value);
    }
    return RDG_OK;
}

static rdg_status check_form(const reading *r, int diameter, int which)
{
    const cholmod_sparse *X = r->X[diameter][which];
    const rdg_index *start = X->p, *row = X->i;
    for (rdg_index j = 0; j < (rdg_index)X->ncol; j++) {
        for (rdg_index e = start[j]; e < start[j + 1]; e++) {
            RDG_TRY(check_entry(r, diameter, which, row[e], j, ((const double *)X->x)[e]));
        }
    }
    return RDG_OK;
}

static rdg_status read_job(reading *r, int diameter)
{
    rdg_fe_model *model = &r->model[diameter];
    r->job[diameter] = rdg_ccx_read(model, r->path[diameter], 2);
    for (int which = 0; r->job[diameter] && which < 2; which++) {
        RDG_TRY(rdg_entries_matrix(&model->matrix[which], 2 * model->dofs.n, NULL, &r->common,
                                   &r->X[diameter][which]));
        rdg_entries_free(&model->matrix[which]);
    }
    return rdg_error_status(r->ctx);
}

static rdg_status read_jobs(reading *r)
{
    RDG_TRY(read_job(r, 0));
    RDG_TRY(read_job(r, 1));
    RDG_TRY(check_rows(r));
    for (int diameter = 0; diameter < 2; diameter++) {
        for (int which = 0; which < 2; which++) {
            RDG_TRY(check_form(r, diameter, which));
        }
    }
    return RDG_OK;
}

/* --- the sector */

/* Of a sector wider than an element, pairs between sectors are coupled one way, and each shows the phase. */
static rdg_status check_phase(const reading *r)
{
    const double near = 1e-5, degrees = 180.0 / pi; /* pairs show it to 1e-7 rad */
    const rdg_cyclic_parts *p = &r->parts;
    if (p->n_face == 0) {
        return rdg_fail(
            r->ctx, RDG_ERR_ARGUMENT, r->where,
            "the matrices of \"%s\" and \"%s\" are equal, no sector meets the next one: the second "
            "job needs *SELECT CYCLIC SYMMETRY MODES, NMIN=%" PRId64 ", NMAX=%" PRId64,
            r->path[0], r->path[1], r->k, r->k);
    }
    if (p->pairs < 2 || p->greatest - p->least > near || fabs(p->greatest - p->theta) <= near) {
        return RDG_OK;
    }
    return rdg_fail(r->ctx, RDG_ERR_ARGUMENT, r->where,
                    "the matrices of \"%s\" turn by %.8g degrees from one sector to the next, but nodal "
                    "diameter %" PRId64 " of %" PRId64
                    " sectors by %.8g: give k and the number of sectors as in *SELECT CYCLIC SYMMETRY MODES, "
                    "NMIN=k, and *CYCLIC SYMMETRY MODEL, N=",
                    r->path[1], p->greatest * degrees, r->k, r->sectors, p->theta * degrees);
}

static rdg_structure *make_structure(reading *r)
{
    rdg_cyclic_parts *p = &r->parts;
    const rdg_index rows = p->n + p->n_face;
    cholmod_sparse *X[2] = {NULL, NULL};
    rdg_structure *s = NULL;
    if (rdg_entries_sum(&p->matrix[0], rows, &r->common, &X[0]) == RDG_OK &&
        rdg_entries_sum(&p->matrix[1], rows, &r->common, &X[1]) == RDG_OK) {
        const rdg_sparse K = rdg_entries_borrow(X[0]), M = rdg_entries_borrow(X[1]);
        s = rdg_structure_assemble(r->ctx, r->where, r->name, &M, NULL, &K);
    }
    cholmod_l_free_sparse(&X[0], &r->common);
    cholmod_l_free_sparse(&X[1], &r->common);
    return s;
}

/* A copy is called by its node as the next sector has it, with a minus: translations, as the others. */
static rdg_status add_labels(const reading *r, rdg_structure *s)
{
    const rdg_cyclic_parts *p = &r->parts;
    const rdg_index *key = r->model[0].dofs.key, rows = p->n + p->n_face;
    rdg_index *all = rdg_context_calloc(r->ctx, (size_t)rows, sizeof *all);
    for (rdg_index i = 0; all && i < rows; i++) {
        all[i] = key[i < p->n ? i : p->face[i - p->n]];
    }
    const rdg_status status = all ? rdg_fe_add_labels(s, rows, all) : RDG_ERR_NO_MEMORY;
    for (rdg_index l = 0; status == RDG_OK && l < rows; l++) {
        s->labels[l].node *= s->labels[l].dof < p->n ? 1 : -1;
    }
    if (status == RDG_OK) {
        qsort(s->labels, (size_t)rows, sizeof *s->labels, rdg_node_label_order);
    }
    rdg_free(all);
    return status;
}

static rdg_sector *make_sector(reading *r)
{
    static const char left[] = "left face", right[] = "right face";
    rdg_cyclic_parts *p = &r->parts;
    rdg_index *copies = rdg_context_calloc(r->ctx, (size_t)p->n_face, sizeof *copies);
    rdg_structure *s = copies ? make_structure(r) : NULL;
    for (rdg_index i = 0; copies && i < p->n_face; i++) {
        copies[i] = p->n + i;
    }
    rdg_sector *sector = NULL;
    if (s && add_labels(r, s) == RDG_OK && rdg_name_set(s, left, p->n_face, p->face) == RDG_OK &&
        rdg_name_set(s, right, p->n_face, copies) == RDG_OK) {
        s->mixed = true;
        sector =
            rdg_sector_create(s, &(rdg_sector_options){.sectors = r->sectors, .left = left, .right = right});
    }
    rdg_free(copies);
    if (!sector) {
        rdg_structure_free(s);
    }
    return sector;
}

static rdg_sector *read(reading *r)
{
    const double theta = 2.0 * pi * (double)r->k / (double)r->sectors;
    if (read_jobs(r) != RDG_OK ||
        rdg_cyclic_begin(&r->parts, &r->model[0].matrix[0], r->model[0].dofs.n, theta) != RDG_OK) {
        return NULL;
    }
    for (int which = 0; which < 2; which++) {
        if (rdg_cyclic_add(&r->parts, which, r->X[0][which], r->X[1][which]) != RDG_OK) {
            return NULL;
        }
    }
    return check_phase(r) == RDG_OK ? make_sector(r) : NULL;
}

rdg_sector *rdg_sector_read_calculix(rdg_context *ctx, const char *name, const char *job_0, const char *job_k,
                                     rdg_index k, rdg_index sectors)
{
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, job_0, NULL);
    RDG_NEED(ctx, job_k, NULL);
    if (k < 1 || sectors < 3 || k > (sectors - 1) / 2) {
        RDG_FAIL(ctx, RDG_ERR_ARGUMENT,
                 "nodal diameter %" PRId64 " of %" PRId64
                 " sectors (\"%s\") is the same forwards and backwards, or there is none: let ccx write a k "
                 "from 1 on, below half of the sectors, at best N/4 to N/3",
                 k, sectors, job_k);
        return NULL;
    }
    reading *r = rdg_context_calloc(ctx, 1, sizeof *r);
    if (!r) {
        return NULL;
    }
    *r = (reading){
        .ctx = ctx, .where = __func__, .name = name, .k = k, .sectors = sectors, .path = {job_0, job_k}};
    cholmod_l_start(&r->common);
    r->common.print = 0;
    for (int diameter = 0; diameter < 2; diameter++) {
        r->model[diameter] = rdg_ccx_begin(ctx, r->where, name, r->path[diameter]);
    }
    rdg_sector *sector = read(r);
    rdg_cyclic_free(&r->parts);
    for (int diameter = 0; diameter < 2; diameter++) {
        for (int which = 0; which < 2; which++) {
            cholmod_l_free_sparse(&r->X[diameter][which], &r->common);
        }
        rdg_fe_model_free(&r->model[diameter]);
        rdg_free(r->job[diameter]);
    }
    cholmod_l_finish(&r->common);
    rdg_free(r);
    return sector;
}

rdg_structure *rdg_sector_structure(const rdg_sector *sector)
{
    return sector ? sector->s : NULL;
}
