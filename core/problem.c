/* Construction of a problem: variables, functions, parameters, each checked when it is added. */
#include "problem.h"
#include "problem_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void free_entry(rdg_entry *e)
{
    if (e->function.free_data) {
        e->function.free_data(e->function.data);
    }
    rdg_free((char *)e->function.name);
    rdg_pattern_free((rdg_pattern *)e->function.df_pattern);
    rdg_pattern_free((rdg_pattern *)e->function.d2f_pattern);
    double *work[] = {e->u, e->size, e->y, e->y2, e->lambda, e->df_values, e->df_values2, e->d2f_values};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        rdg_free(work[k]);
    }
    rdg_free(e->index);
}

static void destroy(void *object)
{
    rdg_problem *p = object;
    for (rdg_index k = 0; k < p->n_entries; k++) {
        free_entry(&p->entry[k]);
    }
    for (rdg_index k = 0; k < p->n_blocks; k++) {
        rdg_free(p->block[k].name);
    }
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        rdg_free(p->parameter[k].name);
        rdg_free(p->parameter[k].unit);
    }
    rdg_free(p->entry);
    rdg_free(p->block);
    rdg_free(p->parameter);
    rdg_free(p->u0);
    rdg_free(p);
}

rdg_problem *rdg_problem_create(rdg_context *ctx)
{
    rdg_problem *p = rdg_context_calloc(ctx, 1, sizeof *p);
    if (!p) {
        return NULL;
    }
    p->ctx = ctx;
    return rdg_context_own(ctx, p, destroy) == RDG_OK ? p : NULL;
}

void rdg_problem_free(rdg_problem *p)
{
    if (p) {
        rdg_context_disown(p->ctx, p);
        destroy(p);
    }
}

rdg_context *rdg_problem_context(const rdg_problem *p)
{
    return p ? p->ctx : NULL;
}

static bool works(const rdg_problem *p)
{
    return p && rdg_error_status(p->ctx) == RDG_OK;
}

/* Make room for `more` items behind the `used` ones of an array. */
static rdg_status grow(rdg_context *ctx, void *array, size_t used, size_t more, size_t size)
{
    void *old = NULL;
    memcpy(&old, array, sizeof old);
    void *wider = rdg_context_calloc(ctx, used + more, size);
    if (!wider) {
        return RDG_ERR_NO_MEMORY;
    }
    if (used > 0) {
        memcpy(wider, old, used * size);
    }
    rdg_free(old);
    memcpy(array, &wider, sizeof wider);
    return RDG_OK;
}

static rdg_index find_block(const rdg_problem *p, const char *name)
{
    for (rdg_index k = 0; name && k < p->n_blocks; k++) {
        if (strcmp(p->block[k].name, name) == 0) {
            return k;
        }
    }
    return -1;
}

/* Append ", name" to a list, as far as it fits. */
static void list_name(char *list, size_t size, const char *name)
{
    const size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "", name);
}

static rdg_index require_block(rdg_problem *p, const char *where, const char *name)
{
    const rdg_index k = find_block(p, name);
    if (k < 0) {
        char list[512] = "";
        for (rdg_index b = 0; b < p->n_blocks; b++) {
            list_name(list, sizeof list, p->block[b].name);
        }
        rdg_fail(p->ctx, RDG_ERR_NAME, where, "\"%s\" is no block of variables; there are: %s",
                 name ? name : "(null)", p->n_blocks > 0 ? list : "none yet");
    }
    return k;
}

rdg_index rdg_problem_find_parameter(const rdg_problem *p, const char *name)
{
    for (rdg_index k = 0; name && k < p->n_parameters; k++) {
        if (strcmp(p->parameter[k].name, name) == 0) {
            return k;
        }
    }
    return -1;
}

rdg_index rdg_problem_require_parameter(rdg_problem *p, const char *where, const char *name)
{
    const rdg_index k = rdg_problem_find_parameter(p, name);
    if (k < 0) {
        char list[512] = "";
        for (rdg_index j = 0; j < p->n_parameters; j++) {
            list_name(list, sizeof list, p->parameter[j].name);
        }
        rdg_fail(p->ctx, RDG_ERR_NAME, where, "parameter \"%s\" does not exist in the problem; it has: %s",
                 name ? name : "(null)", p->n_parameters > 0 ? list : "none");
    }
    return k;
}

rdg_status rdg_add_variables(rdg_problem *p, const char *name, rdg_index n, const double *u)
{
    if (!works(p)) {
        return RDG_ERR_EARLIER;
    }
    if (!name || !*name || n < 1) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT,
                        "a block of variables needs a name and at least one variable");
    }
    if (find_block(p, name) >= 0) {
        return RDG_FAIL(p->ctx, RDG_ERR_NAME, "there is already a block of variables \"%s\"", name);
    }
    for (rdg_index i = 0; u && i < n; i++) {
        if (!isfinite(u[i])) {
            return RDG_FAIL(p->ctx, RDG_ERR_NOT_FINITE, "start value %s[%" PRId64 "] = %g", name, i, u[i]);
        }
    }
    RDG_TRY(grow(p->ctx, &p->u0, (size_t)p->n, (size_t)n, sizeof *p->u0));
    RDG_TRY(grow(p->ctx, &p->block, (size_t)p->n_blocks, 1, sizeof *p->block));
    char *copy = rdg_strdup(name);
    if (!copy) {
        return RDG_FAIL(p->ctx, RDG_ERR_NO_MEMORY, "no memory for the name \"%s\"", name);
    }
    p->block[p->n_blocks++] = (rdg_block){.name = copy, .start = p->n, .n = n, .typical = 1.0};
    if (u) {
        memcpy(p->u0 + p->n, u, (size_t)n * sizeof *u);
    }
    p->n += n;
    return RDG_OK;
}

rdg_status rdg_set_typical(rdg_problem *p, const char *name, double size, bool follows)
{
    if (!works(p)) {
        return RDG_ERR_EARLIER;
    }
    const rdg_index k = require_block(p, __func__, name);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    if (!(size > 0) || !isfinite(size)) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT, "typical size of \"%s\" is %g; it must be positive", name,
                        size);
    }
    p->block[k].typical = size;
    p->block[k].follows = follows;
    return RDG_OK;
}

static rdg_status check_function(rdg_problem *p, const char *where, const rdg_function *f,
                                 const rdg_index *index)
{
    if (!f || !f->name || !*f->name || !f->f || f->n < 1 || f->m < 1) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where, "a function needs a name, f, n >= 1 and m >= 1");
    }
    for (rdg_index k = 0; k < p->n_entries; k++) {
        if (strcmp(p->entry[k].function.name, f->name) == 0) {
            return rdg_fail(p->ctx, RDG_ERR_NAME, where, "there is already a function \"%s\"", f->name);
        }
    }
    if (!index && f->n != p->n) {
        return rdg_fail(p->ctx, RDG_ERR_SIZE, where,
                        "function \"%s\" sees %" PRId64 " variables, but RDG_ALL are %" PRId64, f->name, f->n,
                        p->n);
    }
    for (rdg_index i = 0; index && i < f->n; i++) {
        if (index[i] < 0 || index[i] >= p->n) {
            return rdg_fail(p->ctx, RDG_ERR_SIZE, where,
                            "function \"%s\": index[%" PRId64 "] = %" PRId64 " is not in [0, %" PRId64 ")",
                            f->name, i, index[i], p->n);
        }
    }
    const rdg_pattern *a = f->df_pattern;
    const rdg_pattern *b = f->d2f_pattern;
    if ((a && (a->rows != f->m || a->cols != f->n)) || (b && (b->rows != f->n || b->cols != f->n))) {
        return rdg_fail(p->ctx, RDG_ERR_SIZE, where,
                        "function \"%s\": a pattern's shape does not fit n and m", f->name);
    }
    return RDG_OK;
}

static rdg_status fill_entry(rdg_context *ctx, rdg_entry *e, const rdg_function *f, const rdg_index *index)
{
    const size_t n = (size_t)f->n;
    const size_t m = (size_t)f->m;
    e->function = *f;
    e->function.free_data = NULL; /* ours only once the entry is complete */
    e->function.name = rdg_strdup(f->name);
    e->function.df_pattern =
        f->df_pattern && f->df ? rdg_pattern_copy(ctx, f->df_pattern) : rdg_pattern_dense(ctx, f->m, f->n);
    e->function.d2f_pattern =
        f->d2f_pattern && f->d2f ? rdg_pattern_copy(ctx, f->d2f_pattern) : rdg_pattern_dense(ctx, f->n, f->n);
    e->index = rdg_context_calloc(ctx, n, sizeof *e->index);
    e->u = rdg_context_calloc(ctx, n, sizeof(double));
    e->size = rdg_context_calloc(ctx, n, sizeof(double));
    e->y = rdg_context_calloc(ctx, m, sizeof(double));
    e->y2 = rdg_context_calloc(ctx, m, sizeof(double));
    e->lambda = rdg_context_calloc(ctx, m, sizeof(double));
    if (!e->function.name || !e->function.df_pattern || !e->function.d2f_pattern || !e->index || !e->u ||
        !e->size || !e->y || !e->y2 || !e->lambda) {
        RDG_FAIL(ctx, RDG_ERR_NO_MEMORY, "no memory for function \"%s\"", f->name);
        return RDG_ERR_NO_MEMORY;
    }
    const size_t nnz = (size_t)rdg_pattern_count(e->function.df_pattern);
    e->df_values = rdg_context_calloc(ctx, nnz, sizeof(double));
    e->df_values2 = rdg_context_calloc(ctx, nnz, sizeof(double));
    e->d2f_values =
        rdg_context_calloc(ctx, (size_t)rdg_pattern_count(e->function.d2f_pattern), sizeof(double));
    if (!e->df_values || !e->df_values2 || !e->d2f_values) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < f->n; i++) {
        e->index[i] = index ? index[i] : i;
    }
    return RDG_OK;
}

static rdg_status add_entry(rdg_problem *p, const rdg_function *f, const rdg_index *index, bool is_monitor)
{
    RDG_TRY(grow(p->ctx, &p->entry, (size_t)p->n_entries, 1, sizeof *p->entry));
    rdg_entry *e = &p->entry[p->n_entries];
    const rdg_status status = fill_entry(p->ctx, e, f, index);
    if (status != RDG_OK) {
        free_entry(e);
        memset(e, 0, sizeof *e);
        return status;
    }
    e->function.free_data = f->free_data;
    e->is_monitor = is_monitor;
    e->first_parameter = p->n_parameters;
    p->n_entries++;
    return RDG_OK;
}

rdg_status rdg_add_zero(rdg_problem *p, const rdg_function *function, const rdg_index *index)
{
    if (!works(p)) {
        return RDG_ERR_EARLIER;
    }
    RDG_TRY(check_function(p, __func__, function, index));
    return add_entry(p, function, index, false);
}

static rdg_status check_parameter_names(rdg_problem *p, const rdg_function *f, const char *const *names)
{
    for (rdg_index i = 0; i < f->m; i++) {
        if (!names[i] || !*names[i]) {
            return RDG_FAIL(p->ctx, RDG_ERR_NAME, "monitor \"%s\": parameter %" PRId64 " has no name",
                            f->name, i);
        }
        bool used = rdg_problem_find_parameter(p, names[i]) >= 0;
        for (rdg_index j = 0; j < i; j++) {
            used = used || strcmp(names[i], names[j]) == 0;
        }
        if (used) {
            return RDG_FAIL(p->ctx, RDG_ERR_NAME, "there is already a parameter \"%s\"", names[i]);
        }
    }
    return RDG_OK;
}

rdg_status rdg_add_monitor(rdg_problem *p, const rdg_function *function, const rdg_index *index,
                           const char *const *names, rdg_monitor_kind kind)
{
    if (!works(p)) {
        return RDG_ERR_EARLIER;
    }
    RDG_TRY(check_function(p, __func__, function, index));
    if (!names && function->m != 1) {
        return RDG_FAIL(p->ctx, RDG_ERR_NAME, "monitor \"%s\" has %" PRId64 " values: name each parameter",
                        function->name, function->m);
    }
    const char *const *given = names ? names : &function->name;
    RDG_TRY(check_parameter_names(p, function, given));
    RDG_TRY(grow(p->ctx, &p->parameter, (size_t)p->n_parameters, (size_t)function->m, sizeof *p->parameter));
    RDG_TRY(add_entry(p, function, index, true));
    for (rdg_index i = 0; i < function->m; i++) {
        rdg_parameter *parameter = &p->parameter[p->n_parameters];
        *parameter = (rdg_parameter){.name = rdg_strdup(given[i]),
                                     .unit = rdg_strdup(""),
                                     .kind = kind,
                                     .entry = p->n_entries - 1,
                                     .component = i};
        p->n_parameters++;
        if (!parameter->name || !parameter->unit) {
            return RDG_FAIL(p->ctx, RDG_ERR_NO_MEMORY, "no memory for the name \"%s\"", given[i]);
        }
    }
    return RDG_OK;
}

rdg_status rdg_set_unit(rdg_problem *p, const char *parameter, const char *unit)
{
    if (!works(p)) {
        return RDG_ERR_EARLIER;
    }
    const rdg_index k = rdg_problem_require_parameter(p, __func__, parameter);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    char *copy = rdg_strdup(unit ? unit : "");
    if (!copy) {
        return RDG_FAIL(p->ctx, RDG_ERR_NO_MEMORY, "no memory for the unit of \"%s\"", parameter);
    }
    rdg_free(p->parameter[k].unit);
    p->parameter[k].unit = copy;
    return RDG_OK;
}

static int copy_variable(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0];
    return 0;
}

static int copy_variable_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)data;
    values[0] = 1.0;
    return 0;
}

static int copy_variable_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                             void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)lambda;
    (void)data;
    values[0] = 0.0;
    return 0;
}

rdg_status rdg_add_parameter(rdg_problem *p, const char *parameter, const char *block, rdg_index element)
{
    if (!works(p)) {
        return RDG_ERR_EARLIER;
    }
    const rdg_index k = require_block(p, __func__, block);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    if (element < 0 || element >= p->block[k].n) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT,
                        "parameter \"%s\": block \"%s\" has elements 0 to %" PRId64 ", not %" PRId64,
                        parameter ? parameter : "(null)", block, p->block[k].n - 1, element);
    }
    const rdg_function f = {.name = parameter,
                            .n = 1,
                            .m = 1,
                            .f = copy_variable,
                            .df = copy_variable_df,
                            .d2f = copy_variable_d2f};
    const rdg_index index = p->block[k].start + element;
    return rdg_add_monitor(p, &f, &index, NULL, RDG_INACTIVE);
}

rdg_index rdg_variable_count(const rdg_problem *p)
{
    return p ? p->n : 0;
}

rdg_index rdg_variable_index(rdg_problem *p, const char *block, rdg_index *n)
{
    if (!works(p)) {
        return -1;
    }
    const rdg_index k = require_block(p, __func__, block);
    if (k >= 0 && n) {
        *n = p->block[k].n;
    }
    return k < 0 ? -1 : p->block[k].start;
}

double *rdg_start_values(rdg_problem *p)
{
    return works(p) ? p->u0 : NULL;
}

void rdg_typical_sizes(const rdg_problem *p, const double *u, double *size)
{
    for (rdg_index b = 0; b < p->n_blocks; b++) {
        const rdg_block *block = &p->block[b];
        double typical = block->typical;
        if (block->follows) {
            double sum = 0.0;
            for (rdg_index i = 0; i < block->n; i++) {
                sum += u[block->start + i] * u[block->start + i];
            }
            typical = fmax(typical, sqrt(sum / (double)block->n));
        }
        for (rdg_index i = 0; i < block->n; i++) {
            size[block->start + i] = typical;
        }
    }
}

rdg_index rdg_parameter_count(const rdg_problem *p)
{
    return p ? p->n_parameters : 0;
}

rdg_index rdg_parameter_index(rdg_problem *p, const char *name)
{
    return works(p) ? rdg_problem_require_parameter(p, __func__, name) : -1;
}

const char *rdg_parameter_name(const rdg_problem *p, rdg_index index, rdg_monitor_kind *kind)
{
    if (kind) {
        *kind = p->parameter[index].kind;
    }
    return p->parameter[index].name;
}
