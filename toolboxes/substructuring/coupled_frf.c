/* Rows of a dual assembly. */
#include "coupled_frf_impl.h"
#include "measured_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>

static void destroy(void *object)
{
    rdg_coupled_frf *f = object;
    rdg_parts_free(&f->parts);
    rdg_rows_free(&f->rows);
    rdg_free(f);
}

rdg_coupled_frf *rdg_coupled_frf_create(rdg_context *ctx)
{
    rdg_coupled_frf *f = rdg_error_status(ctx) == RDG_OK ? rdg_context_calloc(ctx, 1, sizeof *f) : NULL;
    if (f) {
        f->ctx = f->parts.ctx = ctx;
    }
    return f && rdg_context_own(ctx, f, destroy) == RDG_OK ? f : NULL;
}

void rdg_coupled_frf_free(rdg_coupled_frf *f)
{
    if (f) {
        rdg_context_disown(f->ctx, f);
        destroy(f);
    }
}

rdg_status rdg_coupled_frf_add(rdg_coupled_frf *f, const char *name, rdg_structure *s)
{
    RDG_ENTER(f, f->ctx, RDG_ERR_EARLIER);
    RDG_NEED(f->ctx, s, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_same_context(f->ctx, rdg_structure_context(s), __func__, "coupled responses and \"%s\"",
                             rdg_structure_name(s)));
    return rdg_parts_add(&f->parts, __func__, name, s, NULL);
}

rdg_status rdg_coupled_frf_add_measured(rdg_coupled_frf *f, const char *name, const char *path)
{
    RDG_ENTER(f, f->ctx, RDG_ERR_EARLIER);
    RDG_NEED(f->ctx, path, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_parts_check_name(&f->parts, __func__, name));
    rdg_measured_frf *m = rdg_measured_frf_read(f->ctx, __func__, path);
    return m ? rdg_parts_add(&f->parts, __func__, name, NULL, m) : rdg_error_status(f->ctx);
}

void rdg_rows_free(rdg_rows *rows)
{
    rdg_free(rows->start);
    rdg_free(rows->term);
    rdg_free(rows->compliance);
}

rdg_status rdg_rows_begin(rdg_context *ctx, rdg_rows *rows, double compliance)
{
    const rdg_index r = rows->count;
    RDG_TRY(rdg_context_reserve(ctx, &rows->start, &rows->start_capacity, r + 2, sizeof *rows->start));
    RDG_TRY(rdg_context_reserve(ctx, &rows->compliance, &rows->compliance_capacity, r + 1,
                                sizeof *rows->compliance));
    rows->compliance[r] = compliance;
    rows->start[r + 1] = rows->start[r];
    rows->count++;
    return RDG_OK;
}

/* A term of the last row. */
static rdg_status rows_add(rdg_context *ctx, rdg_rows *rows, rdg_row_term term)
{
    const rdg_index used = rows->start[rows->count];
    RDG_TRY(rdg_context_reserve(ctx, &rows->term, &rows->term_capacity, used + 1, sizeof *rows->term));
    rows->term[used] = term;
    rows->start[rows->count]++;
    return RDG_OK;
}

rdg_status rdg_rows_place(const rdg_parts *parts, rdg_rows *rows, const char *where, const char *path,
                          double weight, double force)
{
    const rdg_part *part = NULL;
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *w = NULL;
    RDG_TRY(rdg_parts_displacement(parts, where, path, &part, &n, &dof, &w));
    for (rdg_index t = 0; t < n; t++) {
        RDG_TRY(
            rows_add(parts->ctx, rows, (rdg_row_term){part->first + dof[t], weight * w[t], force * w[t]}));
    }
    return RDG_OK;
}

static rdg_status check_compliance(rdg_context *ctx, const char *where, double compliance)
{
    return compliance >= 0.0 && isfinite(compliance)
               ? RDG_OK
               : rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                          "compliance = %g m/N: it must be 0 (rigid) or positive", compliance);
}

rdg_status rdg_coupled_frf_tie(rdg_coupled_frf *f, const char *one, const char *other, double compliance)
{
    RDG_ENTER(f, f->ctx, RDG_ERR_EARLIER);
    rdg_part_set set[2];
    RDG_TRY(check_compliance(f->ctx, __func__, compliance));
    RDG_TRY(rdg_parts_pair(&f->parts, __func__, (const char *const[]){one, other}, set));
    for (rdg_index i = 0; i < set[0].n; i++) {
        RDG_TRY(rdg_rows_begin(f->ctx, &f->rows, compliance));
        for (int side = 0; side < 2; side++) {
            const double weight = side == 0 ? 1.0 : -1.0;
            const rdg_index dof = set[side].part->first + set[side].dof[i];
            RDG_TRY(rows_add(f->ctx, &f->rows, (rdg_row_term){dof, weight, weight}));
        }
    }
    return RDG_OK;
}

rdg_status rdg_coupled_frf_row(rdg_coupled_frf *f, const rdg_coupled_row *row)
{
    RDG_ENTER(f, f->ctx, RDG_ERR_EARLIER);
    RDG_NEED(f->ctx, row, RDG_ERR_ARGUMENT);
    RDG_NEED(f->ctx, row->at, RDG_ERR_ARGUMENT);
    RDG_NEED(f->ctx, row->weight, RDG_ERR_ARGUMENT);
    RDG_TRY(check_compliance(f->ctx, __func__, row->compliance));
    const double *force = row->force ? row->force : row->weight;
    for (rdg_index k = 0; k < row->n; k++) {
        if (!isfinite(row->weight[k]) || !isfinite(force[k])) {
            return RDG_FAIL(f->ctx, RDG_ERR_NOT_FINITE,
                            "term %" PRId64 " of the row has weight %g and force %g", k, row->weight[k],
                            force[k]);
        }
    }
    if (row->n < 1) {
        return RDG_FAIL(f->ctx, RDG_ERR_ARGUMENT, "a row of %" PRId64 " terms couples nothing", row->n);
    }
    rdg_status status = rdg_rows_begin(f->ctx, &f->rows, row->compliance);
    for (rdg_index k = 0; status == RDG_OK && k < row->n; k++) {
        status = rdg_rows_place(&f->parts, &f->rows, __func__, row->at[k], row->weight[k], force[k]);
    }
    return status;
}

rdg_status rdg_coupled_frf_threshold(rdg_coupled_frf *f, double relative)
{
    RDG_ENTER(f, f->ctx, RDG_ERR_EARLIER);
    if (!(relative >= 0.0 && relative < 1.0)) {
        return RDG_FAIL(f->ctx, RDG_ERR_ARGUMENT, "threshold = %g: 0 <= threshold < 1 is needed", relative);
    }
    f->threshold = relative;
    return RDG_OK;
}

rdg_coupled_frf_report rdg_coupled_frf_told(const rdg_coupled_frf *f)
{
    return f ? f->told : (rdg_coupled_frf_report){0};
}
