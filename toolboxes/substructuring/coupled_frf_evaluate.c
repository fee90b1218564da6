/* H_c = H - H B_E^T (B_C H B_E^T + Q)^-1 B_C H, frequency by frequency. With the rows R = [B_C; outputs] and
 * L = [B_E; inputs], all that is needed of the parts is G = sum R_p H_p L_p^T, a solution of one system each.
 */
#include "coupled_frf_impl.h"
#include "measured_impl.h"

#include <ridgewalk/at.h>
#include <ridgewalk/condensation.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* A part at work: the degrees of freedom that rows touch. */
typedef struct part_at_work {
    const rdg_part *part;
    rdg_condensation *condensed; /* NULL: measured */
    rdg_index n;
    rdg_index *kept; /* [n] */
    double *left;    /* [rows left * n] */
    double *right;   /* [n * rows right] */
} part_at_work;

typedef struct evaluation {
    rdg_coupled_frf *f;
    const char *where;
    rdg_index outputs, inputs, m; /* m: rows of B that are needed */
    rdg_rows ends;                /* outputs, then inputs */
    bool *needed;                 /* [rows of f] */
    rdg_index *row;               /* [m] */
    rdg_index *place; /* [degrees of freedom of all parts] among those kept, from 1; 0: not kept */
    rdg_index n_parts, largest;
    part_at_work *parts;
    double *D; /* [2 largest^2] */
    double complex *Z, *factors, *X, *rhs, *G, *work;
    double *scale; /* of the linear systems */
    lapack_int *pivot;
} evaluation;

static rdg_index left_rows(const evaluation *e)
{
    return e->m + e->outputs;
}

static rdg_index right_rows(const evaluation *e)
{
    return e->m + e->inputs;
}

/* Row r of [B; outputs; inputs] */
static const rdg_row_term *terms(const evaluation *e, rdg_index r, rdg_index *n)
{
    const rdg_rows *rows = r < e->m ? &e->f->rows : &e->ends;
    const rdg_index k = r < e->m ? e->row[r] : r - e->m;
    *n = rows->start[k + 1] - rows->start[k];
    return rows->term + rows->start[k];
}

static rdg_status find_ends(evaluation *e, const char *const *outputs, const char *const *inputs)
{
    for (rdg_index k = 0; k < e->outputs + e->inputs; k++) {
        RDG_TRY(rdg_rows_begin(e->f->ctx, &e->ends, 0.0));
        const char *path = k < e->outputs ? outputs[k] : inputs[k - e->outputs];
        RDG_TRY(rdg_rows_place(&e->f->parts, &e->ends, e->where, path, 1.0, 1.0));
    }
    return RDG_OK;
}

static rdg_status choose_rows(evaluation *e)
{
    rdg_coupled_frf *f = e->f;
    e->needed = rdg_context_calloc(f->ctx, (size_t)f->rows.count, sizeof *e->needed);
    e->row = rdg_context_calloc(f->ctx, (size_t)f->rows.count, sizeof *e->row);
    e->place = rdg_context_calloc(f->ctx, (size_t)f->parts.n, sizeof *e->place);
    if (!e->needed || !e->row || !e->place) {
        return RDG_ERR_NO_MEMORY;
    }
    RDG_TRY(rdg_rows_independent(f, e->where, e->needed));
    for (rdg_index r = 0; r < f->rows.count; r++) {
        if (e->needed[r]) {
            e->row[e->m++] = r;
        }
    }
    f->told.rows = f->rows.count;
    f->told.rank = e->m;
    f->told.threshold = f->threshold;
    f->told.condition = 0.0;
    return RDG_OK;
}

/* Places of what the rows touch, part by part */
static void mark_places(evaluation *e)
{
    rdg_index n = 0;
    for (rdg_index r = 0; r < e->m + e->outputs + e->inputs; r++) {
        const rdg_row_term *term = terms(e, r, &n);
        for (rdg_index t = 0; t < n; t++) {
            e->place[term[t].dof] = 1;
        }
    }
    for (const rdg_part *part = e->f->parts.first; part; part = part->next) {
        rdg_index count = 0;
        for (rdg_index i = part->first; i < part->first + part->n; i++) {
            e->place[i] = e->place[i] ? ++count : 0;
        }
        e->n_parts += count > 0;
        e->largest = count > e->largest ? count : e->largest;
    }
}

/* The rows' entries of a part */
static void fill_part(const evaluation *e, part_at_work *p)
{
    const rdg_index nl = left_rows(e), end = p->part->first + p->part->n;
    rdg_index n = 0;
    for (rdg_index r = 0; r < e->m + e->outputs + e->inputs; r++) {
        const rdg_row_term *term = terms(e, r, &n);
        for (rdg_index t = 0; t < n; t++) {
            if (term[t].dof < p->part->first || term[t].dof >= end) {
                continue;
            }
            const rdg_index place = e->place[term[t].dof] - 1;
            p->kept[place] = term[t].dof - p->part->first;
            if (r < nl) {
                p->left[r + nl * place] += term[t].weight;
            }
            if (r < e->m || r >= nl) {
                p->right[place + p->n * (r < e->m ? r : r - e->outputs)] += term[t].force;
            }
        }
    }
}

/* Each response that is needed was measured. */
static rdg_status check_measured(const evaluation *e, const part_at_work *p)
{
    const rdg_index nl = left_rows(e);
    for (rdg_index i = 0; i < p->n; i++) {
        for (rdg_index j = 0; j < p->n; j++) {
            bool left = false, right = false;
            for (rdg_index r = 0; r < nl; r++) {
                left = left || p->left[r + nl * i] != 0.0;
            }
            for (rdg_index r = 0; r < right_rows(e); r++) {
                right = right || p->right[j + p->n * r] != 0.0;
            }
            if (left && right) {
                RDG_TRY(rdg_measured_frf_require(p->part->measured, e->where, p->kept[i], p->kept[j]));
            }
        }
    }
    return RDG_OK;
}

static rdg_status make_part(evaluation *e, const rdg_part *part, rdg_index n, part_at_work *p)
{
    rdg_context *ctx = e->f->ctx;
    *p = (part_at_work){.part = part, .n = n};
    p->kept = rdg_context_calloc(ctx, (size_t)n, sizeof *p->kept);
    p->left = rdg_context_calloc(ctx, (size_t)(left_rows(e) * n), sizeof *p->left);
    p->right = rdg_context_calloc(ctx, (size_t)(right_rows(e) * n), sizeof *p->right);
    if (!p->kept || !p->left || !p->right) {
        return RDG_ERR_NO_MEMORY;
    }
    fill_part(e, p);
    if (part->measured) {
        return check_measured(e, p);
    }
    p->condensed = rdg_condensation_create(part->s, n, p->kept);
    return p->condensed ? RDG_OK : rdg_error_status(ctx);
}

static rdg_status make_parts(evaluation *e)
{
    mark_places(e);
    e->parts = rdg_context_calloc(e->f->ctx, (size_t)e->n_parts, sizeof *e->parts);
    if (!e->parts) {
        return RDG_ERR_NO_MEMORY;
    }
    part_at_work *p = e->parts;
    for (const rdg_part *part = e->f->parts.first; part; part = part->next) {
        rdg_index n = 0;
        for (rdg_index i = part->first; i < part->first + part->n; i++) {
            n += e->place[i] > 0;
        }
        if (n > 0) {
            RDG_TRY(make_part(e, part, n, p++));
        }
    }
    return RDG_OK;
}

static rdg_status reserve(evaluation *e)
{
    rdg_context *ctx = e->f->ctx;
    rdg_index size = e->largest > e->m ? e->largest : e->m;
    for (const rdg_part *part = e->f->parts.first; part; part = part->next) {
        size = part->measured && part->n > size ? part->n : size;
    }
    const rdg_index nr = right_rows(e);
    const size_t square = (size_t)(size * size), block = (size_t)(size * nr), n = (size_t)size;
    e->D = rdg_context_calloc(ctx, 2 * square, sizeof *e->D);
    e->Z = rdg_context_calloc(ctx, square, sizeof *e->Z);
    e->factors = rdg_context_calloc(ctx, square, sizeof *e->factors);
    e->X = rdg_context_calloc(ctx, block, sizeof *e->X);
    e->rhs = rdg_context_calloc(ctx, block, sizeof *e->rhs);
    e->G = rdg_context_calloc(ctx, (size_t)(left_rows(e) * nr), sizeof *e->G);
    e->work = rdg_context_calloc(ctx, 4 * n + (size_t)nr + 64, sizeof *e->work);
    e->scale = rdg_context_calloc(ctx, 9 * n + 2 * (size_t)nr, sizeof *e->scale);
    e->pivot = rdg_context_calloc(ctx, n, sizeof *e->pivot);
    return rdg_error_status(ctx);
}

/* X = Z^-1 rhs, equilibrated and refined; the condition's reciprocal, 0: singular */
static double solve(evaluation *e, rdg_index size, rdg_index columns)
{
    const lapack_int n = (lapack_int)size, nr = (lapack_int)columns;
    char equed = 'N';
    double rcond = 0.0, *r = e->scale, *c = r + n, *real_work = c + n, *errors = real_work + 2 * n;
    const long info = RDG_BLAS(LAPACKE_zgesvx_work(LAPACK_COL_MAJOR, 'E', 'N', n, nr, e->Z, n, e->factors, n,
                                                   e->pivot, &equed, r, c, e->rhs, n, e->X, n, &rcond, errors,
                                                   errors + nr, e->work, real_work));
    return info == 0 ? rcond : 0.0;
}

/* X = H_p L_p^T */
static rdg_status respond(evaluation *e, const part_at_work *p, double omega)
{
    const rdg_index n = p->n, nr = right_rows(e);
    if (!p->condensed) {
        const rdg_index all = p->part->n;
        RDG_TRY(rdg_measured_frf_evaluate(p->part->measured, e->where, omega, e->Z));
        for (rdg_index r = 0; r < nr; r++) {
            for (rdg_index i = 0; i < n; i++) {
                e->X[i + n * r] = 0.0;
                for (rdg_index j = 0; j < n; j++) {
                    e->X[i + n * r] += e->Z[p->kept[i] + all * p->kept[j]] * p->right[j + n * r];
                }
            }
        }
        return RDG_OK;
    }
    const int failed = rdg_condensation_evaluate(p->condensed, 1, omega, e->D, NULL, NULL);
    for (rdg_index i = 0; i < n * n; i++) {
        e->Z[i] = e->D[i] + e->D[i + n * n] * I;
    }
    for (rdg_index i = 0; i < n * nr; i++) {
        e->rhs[i] = p->right[i];
    }
    if (failed < 0) {
        return rdg_fail(e->f->ctx, RDG_ERR_NO_MEMORY, e->where, "no memory to condense \"%s\"",
                        p->part->name);
    }
    return failed == 0 && solve(e, n, nr) > 0.0
               ? RDG_OK
               : rdg_fail(e->f->ctx, RDG_ERR_SINGULAR, e->where,
                          "at %.9g Hz part \"%s\" is in resonance and has no damping: it has no response",
                          omega / RDG_HZ(1.0), p->part->name);
}

/* X = (B_C H B_E^T + Q)^-1 B_C H for the inputs, by singular values above the threshold */
static rdg_status solve_least(evaluation *e, rdg_index *rank, double *condition)
{
    const lapack_int m = (lapack_int)e->m, ni = (lapack_int)e->inputs;
    const lapack_int n_work = 3 * m + (m > ni ? m : ni) + 64;
    lapack_int kept = 0;
    const long info = RDG_BLAS(LAPACKE_zgelss_work(LAPACK_COL_MAJOR, m, m, ni, e->Z, m, e->rhs, m, e->scale,
                                                   e->f->threshold, &kept, e->work, n_work, e->scale + m));
    if (info != 0) {
        return rdg_fail(e->f->ctx, RDG_ERR_LIBRARY, e->where, "LAPACK's zgelss answers %ld", info);
    }
    memcpy(e->X, e->rhs, (size_t)(m * ni) * sizeof *e->X);
    *rank = kept;
    *condition = kept > 0 ? e->scale[0] / e->scale[kept - 1] : 0.0;
    return RDG_OK;
}

/* X: the forces of the rows */
static rdg_status couple(evaluation *e, double omega)
{
    const rdg_index m = e->m, nl = left_rows(e);
    double condition = 0.0;
    rdg_index rank = m;
    for (rdg_index j = 0; j < m; j++) {
        for (rdg_index i = 0; i < m; i++) {
            e->Z[i + m * j] = e->G[i + nl * j] + (i == j ? e->f->rows.compliance[e->row[i]] : 0.0);
        }
    }
    for (rdg_index j = 0; j < e->inputs; j++) {
        memcpy(e->rhs + m * j, e->G + nl * (m + j), (size_t)m * sizeof *e->rhs);
    }
    if (e->f->threshold > 0.0) {
        RDG_TRY(solve_least(e, &rank, &condition));
    } else {
        const double rcond = solve(e, m, e->inputs);
        if (!(rcond > 0.0)) {
            return rdg_fail(
                e->f->ctx, RDG_ERR_SINGULAR, e->where,
                "at %.9g Hz the %" PRId64
                " rows cannot be met one by one: they are more than their interface has motions (see "
                "rdg_coupled_frf_threshold), or the whole is in resonance and has no damping",
                omega / RDG_HZ(1.0), m);
        }
        condition = 1.0 / rcond;
    }
    e->f->told.rank = rank < e->f->told.rank ? rank : e->f->told.rank;
    e->f->told.condition = fmax(e->f->told.condition, condition);
    return RDG_OK;
}

static rdg_status evaluate(evaluation *e, double omega, double complex *H)
{
    const rdg_index m = e->m, nl = left_rows(e), nr = right_rows(e);
    memset(e->G, 0, (size_t)(nl * nr) * sizeof *e->G);
    for (rdg_index k = 0; k < e->n_parts; k++) {
        const part_at_work *p = &e->parts[k];
        RDG_TRY(respond(e, p, omega));
        for (rdg_index r = 0; r < nr; r++) {
            for (rdg_index i = 0; i < p->n; i++) {
                for (rdg_index l = 0; l < nl; l++) {
                    e->G[l + nl * r] += p->left[l + nl * i] * e->X[i + p->n * r];
                }
            }
        }
    }
    if (m > 0) {
        RDG_TRY(couple(e, omega));
    }
    for (rdg_index j = 0; j < e->inputs; j++) {
        for (rdg_index o = 0; o < e->outputs; o++) {
            double complex h = e->G[m + o + nl * (m + j)];
            for (rdg_index r = 0; r < m; r++) {
                h -= e->G[m + o + nl * r] * e->X[r + m * j];
            }
            H[o + e->outputs * j] = h;
        }
    }
    return RDG_OK;
}

static void finish(evaluation *e)
{
    for (rdg_index k = 0; e->parts && k < e->n_parts; k++) {
        rdg_condensation_free(e->parts[k].condensed);
        rdg_free(e->parts[k].kept);
        rdg_free(e->parts[k].left);
        rdg_free(e->parts[k].right);
    }
    rdg_rows_free(&e->ends);
    void *const memory[] = {e->needed, e->row, e->place, e->parts, e->D,     e->Z,    e->factors,
                            e->X,      e->rhs, e->G,     e->work,  e->scale, e->pivot};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++) {
        rdg_free(memory[i]);
    }
}

rdg_status rdg_coupled_frf_evaluate(rdg_coupled_frf *f, rdg_index n_outputs, const char *const *outputs,
                                    rdg_index n_inputs, const char *const *inputs, rdg_index n,
                                    const double *omega, double _Complex *H)
{
    RDG_ENTER(f, f->ctx, RDG_ERR_EARLIER);
    RDG_NEED(f->ctx, outputs, RDG_ERR_ARGUMENT);
    RDG_NEED(f->ctx, inputs, RDG_ERR_ARGUMENT);
    RDG_NEED(f->ctx, omega, RDG_ERR_ARGUMENT);
    RDG_NEED(f->ctx, H, RDG_ERR_ARGUMENT);
    if (n_outputs < 1 || n_inputs < 1 || n < 1) {
        return RDG_FAIL(f->ctx, RDG_ERR_ARGUMENT,
                        "%" PRId64 " outputs, %" PRId64 " inputs, %" PRId64
                        " frequencies: 1 or more of each are needed",
                        n_outputs, n_inputs, n);
    }
    for (rdg_index k = 0; k < n; k++) {
        if (!isfinite(omega[k]) || !(omega[k] > 0.0)) {
            return RDG_FAIL(f->ctx, RDG_ERR_ARGUMENT,
                            "frequency %" PRId64 " is %g rad/s: it must be positive", k, omega[k]);
        }
    }
    evaluation e = {.f = f, .where = __func__, .outputs = n_outputs, .inputs = n_inputs};
    rdg_status status = find_ends(&e, outputs, inputs);
    status = status == RDG_OK ? choose_rows(&e) : status;
    status = status == RDG_OK ? make_parts(&e) : status;
    status = status == RDG_OK ? reserve(&e) : status;
    for (rdg_index k = 0; status == RDG_OK && k < n; k++) {
        status = evaluate(&e, omega[k], H + n_outputs * n_inputs * k);
    }
    finish(&e);
    return status;
}
