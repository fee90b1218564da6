/* Adding functions to a problem: each is checked and copied, with the workspaces of its evaluation. */
#include "linear_ops_impl.h"
#include "problem.h"
#include "problem_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <inttypes.h>
#include <string.h>

void rdg_entry_release(rdg_entry *e)
{
    if (e->shared && --e->shared->users == 0) {
        e->shared->free_data(e->shared->data);
        rdg_free(e->shared);
    } else if (!e->shared && e->function.free_data) {
        e->function.free_data(e->function.data);
    }
    rdg_free((char *)e->function.name);
    rdg_pattern_free((rdg_pattern *)e->function.df_pattern);
    rdg_pattern_free((rdg_pattern *)e->function.d2f_pattern);
    rdg_linear_ops_free((rdg_linear_ops *)e->function.linear);
    double *work[] = {e->u,         e->size,       e->y,          e->y2,       e->lambda,
                      e->df_values, e->df_values2, e->d2f_values, e->middle_u, e->middle,
                      e->reference, e->ahead,      e->behind,     e->known_at, e->home};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        rdg_free(work[k]);
    }
    rdg_free(e->index);
    rdg_colouring_free(&e->groups);
}

static rdg_status check_pattern(rdg_problem *p, const char *where, const rdg_function *f,
                                const char *derivatives, const rdg_pattern *pattern, rdg_index rows)
{
    if (pattern && (pattern->rows != rows || pattern->cols != f->n)) {
        return rdg_fail(p->ctx, RDG_ERR_SIZE, where,
                        "function \"%s\": its pattern of %s derivatives has %" PRId64 " rows and %" PRId64
                        " columns; needed are %" PRId64 " and %" PRId64,
                        f->name, derivatives, pattern->rows, pattern->cols, rows, f->n);
    }
    if (pattern && !rdg_pattern_is_valid(pattern)) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                        "function \"%s\": its pattern of %s derivatives is not in order: start must begin "
                        "with 0 and not fall, rows must ascend within a column and lie in [0, %" PRId64 ")",
                        f->name, derivatives, rows);
    }
    return RDG_OK;
}

static rdg_status check_index(rdg_problem *p, const char *where, const rdg_function *f,
                              const rdg_index *index)
{
    if (!index && f->n != p->n) {
        return rdg_fail(p->ctx, RDG_ERR_SIZE, where,
                        "function \"%s\" sees %" PRId64 " variables, but RDG_ALL are %" PRId64
                        ": n is to be that, or the variables that it sees are to be listed",
                        f->name, f->n, p->n);
    }
    for (rdg_index i = 0; index && i < f->n; i++) {
        if (index[i] < 0 || index[i] >= p->n) {
            return rdg_fail(p->ctx, RDG_ERR_SIZE, where,
                            "function \"%s\": index[%" PRId64 "] = %" PRId64 " is not in [0, %" PRId64 ")",
                            f->name, i, index[i], p->n);
        }
    }
    return RDG_OK;
}

rdg_status rdg_entry_check(rdg_problem *p, const char *where, const rdg_function *f, const rdg_index *index)
{
    if (!f || !f->name || !*f->name) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where, "a function needs a name");
    }
    if (!f->f || f->n < 1 || f->m < 1) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                        "function \"%s\" (n = %" PRId64 ", m = %" PRId64 "%s) needs f, n >= 1 and m >= 1",
                        f->name, f->n, f->m, f->f ? "" : ", f = NULL");
    }
    for (rdg_index k = 0; k < p->n_entries; k++) {
        if (rdg_problem_names(p, true, f->name, p->entry[k].function.name)) {
            return rdg_fail(p->ctx, RDG_ERR_NAME, where, "there is already a function \"%s\"", f->name);
        }
    }
    RDG_TRY(check_index(p, where, f, index));
    RDG_TRY(check_pattern(p, where, f, "first", f->df_pattern, f->m));
    return check_pattern(p, where, f, "second", f->d2f_pattern, f->n);
}

/* Without a pattern of second derivatives there is none until one is requested: it would be dense. That of a
 * sensor that sees all of a contact surface would be larger than the problem, and most runs need none. */
static rdg_status fill_entry(rdg_context *ctx, rdg_entry *e, const rdg_function *f, const rdg_index *index,
                             char *name)
{
    *e = (rdg_entry){.is_monitor = false};
    const rdg_pattern *df_pattern =
        f->df_pattern ? rdg_pattern_copy(ctx, f->df_pattern) : rdg_pattern_dense(ctx, f->m, f->n);
    const rdg_pattern *d2f_pattern = f->d2f && f->d2f_pattern ? rdg_pattern_copy(ctx, f->d2f_pattern) : NULL;
    e->function = *f;
    e->function.free_data = NULL; /* ours only once the entry is complete */
    e->function.df_pattern = df_pattern;
    e->function.d2f_pattern = d2f_pattern;
    e->function.name = name;
    e->function.linear = f->linear ? rdg_linear_ops_copy(ctx, f->linear) : NULL;
    RDG_TRY(rdg_error_status(ctx));
    const size_t n = (size_t)f->n;
    const size_t m = (size_t)f->m;
    const size_t in_df = (size_t)rdg_pattern_count(df_pattern);
    const size_t in_d2f = d2f_pattern ? (size_t)rdg_pattern_count(d2f_pattern) : 0;
    const struct {
        double **array;
        size_t count;
    } work[] = {{&e->u, n},
                {&e->size, n},
                {&e->y, m},
                {&e->y2, m},
                {&e->lambda, m},
                {&e->middle_u, n},
                {&e->middle, m},
                {&e->reference, m},
                {&e->ahead, m},
                {&e->behind, m},
                {&e->known_at, n},
                {&e->home, n},
                {&e->df_values, in_df},
                {&e->df_values2, in_df},
                {&e->d2f_values, in_d2f > n ? in_d2f : n}};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        *work[k].array = rdg_context_calloc(ctx, work[k].count, sizeof(double));
    }
    e->index = rdg_context_calloc(ctx, n, sizeof *e->index);
    if (!e->function.name) {
        return RDG_FAIL(ctx, RDG_ERR_NO_MEMORY, "no memory for the name \"%s\"", f->name);
    }
    for (rdg_index i = 0; e->index && i < f->n; i++) {
        e->index[i] = index ? index[i] : i;
    }
    RDG_TRY(rdg_error_status(ctx));
    return f->df ? RDG_OK : rdg_colouring_create(ctx, df_pattern, &e->groups);
}

rdg_status rdg_entry_prepare_hessian(rdg_context *ctx, rdg_entry *e)
{
    if (e->function.d2f_pattern) {
        return RDG_OK;
    }
    const rdg_index n = e->function.n;
    rdg_pattern *pattern = rdg_pattern_dense(ctx, n, n);
    double *values = rdg_context_calloc(ctx, (size_t)n * (size_t)n, sizeof *values);
    if (!pattern || !values) {
        rdg_pattern_free(pattern);
        rdg_free(values);
        return RDG_ERR_NO_MEMORY;
    }
    rdg_free(e->d2f_values);
    e->d2f_values = values;
    e->function.d2f_pattern = pattern;
    return RDG_OK;
}

rdg_status rdg_entry_create(rdg_problem *p, rdg_entry *e, const rdg_function *f, const rdg_index *index,
                            const char *name)
{
    const rdg_status status = fill_entry(p->ctx, e, f, index, rdg_strdup(name));
    p->doubts = (rdg_start_doubts){.due = 0}; /* its derivatives have not been seen to be right */
    if (status != RDG_OK) {
        rdg_entry_release(e);
        memset(e, 0, sizeof *e);
    }
    return status;
}

rdg_status rdg_entry_add(rdg_problem *p, const rdg_function *f, const rdg_index *index, bool is_monitor)
{
    RDG_TRY(rdg_context_grow(p->ctx, &p->entry, p->n_entries, 1, sizeof *p->entry));
    rdg_entry *e = &p->entry[p->n_entries];
    char *name = rdg_problem_own_name(p, f->name);
    const rdg_status status = name ? rdg_entry_create(p, e, f, index, name) : RDG_ERR_NO_MEMORY;
    rdg_free(name);
    if (status != RDG_OK) {
        return rdg_error_status(p->ctx) != RDG_OK
                   ? status
                   : RDG_FAIL(p->ctx, RDG_ERR_NO_MEMORY, "no memory for the name \"%s\"", f->name);
    }
    e->function.free_data = f->free_data;
    e->is_monitor = is_monitor;
    e->first_parameter = p->n_parameters;
    p->n_entries++;
    return RDG_OK;
}

/* Data that both functions have stay what they are, and whose they are. */
rdg_status rdg_entry_replace(rdg_problem *p, rdg_entry *e, const rdg_function *function,
                             const rdg_index *index)
{
    rdg_entry fresh;
    RDG_TRY(rdg_entry_create(p, &fresh, function, index, e->function.name));
    fresh.function.free_data = function->free_data;
    fresh.is_monitor = e->is_monitor;
    fresh.first_parameter = e->first_parameter;
    if (function->data && function->data == e->function.data) {
        fresh.shared = e->shared;
        fresh.function.free_data = e->shared ? NULL : e->function.free_data;
        e->shared = NULL;
        e->function.free_data = NULL;
    }
    rdg_entry_release(e);
    *e = fresh;
    return RDG_OK;
}

rdg_status rdg_add_zero(rdg_problem *p, const rdg_function *function, const rdg_index *index)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    RDG_TRY(rdg_entry_check(p, __func__, function, index));
    return rdg_entry_add(p, function, index, false);
}
