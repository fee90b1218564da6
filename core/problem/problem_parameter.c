/* Continuation parameters: monitor functions and their names. */
#include "problem.h"
#include "problem_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <string.h>

/* Is there a parameter that a new one of this name would be confused with? */
static bool is_parameter(const rdg_problem *p, const char *name)
{
    bool found = false;
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        found = found || rdg_problem_names(p, true, name, p->parameter[k].name);
    }
    return found;
}

static rdg_status check_names(rdg_problem *p, const char *where, const rdg_function *f,
                              const char *const *names)
{
    for (rdg_index i = 0; i < f->m; i++) {
        if (!names[i] || !*names[i]) {
            return rdg_fail(p->ctx, RDG_ERR_NAME, where, "monitor \"%s\": parameter %" PRId64 " has no name",
                            f->name, i);
        }
        bool used = is_parameter(p, names[i]);
        for (rdg_index j = 0; j < i; j++) {
            used = used || strcmp(names[i], names[j]) == 0;
        }
        if (used) {
            return rdg_fail(p->ctx, RDG_ERR_NAME, where, "there is already a parameter \"%s\"", names[i]);
        }
    }
    return RDG_OK;
}

/* Names and units of m parameters behind those that there are; not counted yet. */
static rdg_status name_parameters(rdg_problem *p, rdg_index m, const char *const *names,
                                  rdg_monitor_kind kind)
{
    RDG_TRY(rdg_context_grow(p->ctx, &p->parameter, p->n_parameters, m, sizeof *p->parameter));
    for (rdg_index i = 0; i < m; i++) {
        rdg_parameter *parameter = &p->parameter[p->n_parameters + i];
        *parameter = (rdg_parameter){.name = rdg_problem_own_name(p, names[i]),
                                     .unit = rdg_strdup(""),
                                     .kind = kind,
                                     .entry = p->n_entries,
                                     .component = i};
        if (!parameter->name || !parameter->unit) {
            return RDG_FAIL(p->ctx, RDG_ERR_NO_MEMORY, "no memory for the name \"%s\"", names[i]);
        }
    }
    return RDG_OK;
}

static void forget_names(rdg_problem *p, rdg_index m)
{
    for (rdg_index i = 0; i < m; i++) {
        rdg_free(p->parameter[p->n_parameters + i].name);
        rdg_free(p->parameter[p->n_parameters + i].unit);
        p->parameter[p->n_parameters + i] = (rdg_parameter){0};
    }
}

/* The function comes last: it takes the caller's data over, so nothing may fail after it. */
static rdg_status add_monitor(rdg_problem *p, const char *where, const rdg_function *f,
                              const rdg_index *index, const char *const *names, rdg_monitor_kind kind)
{
    if (!f) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where, "there is no monitor function: it is NULL");
    }
    if (!names && f->name && is_parameter(p, f->name)) {
        return rdg_fail(p->ctx, RDG_ERR_NAME, where, "there is already a parameter \"%s\"", f->name);
    }
    RDG_TRY(rdg_entry_check(p, where, f, index));
    if (!names && f->m != 1) {
        return rdg_fail(p->ctx, RDG_ERR_NAME, where,
                        "monitor \"%s\" has %" PRId64 " values: name each parameter", f->name, f->m);
    }
    if (kind < RDG_INACTIVE || kind > RDG_JUMPING) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where, "monitor \"%s\": %d is no rdg_monitor_kind", f->name,
                        (int)kind);
    }
    const char *const *given = names ? names : &f->name;
    RDG_TRY(check_names(p, where, f, given));
    rdg_parameter *before = p->parameter;
    rdg_status status = name_parameters(p, f->m, given, kind);
    if (status == RDG_OK) {
        status = rdg_entry_add(p, f, index, true);
    }
    if (status == RDG_OK) {
        p->n_parameters += f->m;
    } else if (p->parameter != before) {
        forget_names(p, f->m);
    }
    return status;
}

rdg_status rdg_add_monitor(rdg_problem *p, const rdg_function *function, const rdg_index *index,
                           const char *const *names, rdg_monitor_kind kind)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    return add_monitor(p, __func__, function, index, names, kind);
}

rdg_status rdg_set_unit(rdg_problem *p, const char *parameter, const char *unit)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    const rdg_index k = rdg_problem_require_parameter(p, __func__, parameter);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    RDG_NEED(p->ctx, unit, RDG_ERR_ARGUMENT);
    char *copy = rdg_strdup(unit);
    if (!copy) {
        return RDG_FAIL(p->ctx, RDG_ERR_NO_MEMORY, "no memory for the unit of \"%s\"", parameter);
    }
    rdg_free(p->parameter[k].unit);
    p->parameter[k].unit = copy;
    return RDG_OK;
}

rdg_status rdg_set_domain(rdg_problem *p, const char *parameter, double low, double high)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    const rdg_index k = rdg_problem_require_parameter(p, __func__, parameter);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    if (!(low < high)) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT, "\"%s\" cannot lie between %g and %g", parameter, low,
                        high);
    }
    p->parameter[k].bounded = true;
    p->parameter[k].low = low;
    p->parameter[k].high = high;
    return RDG_OK;
}

rdg_status rdg_let_vary(rdg_problem *p, const char *parameter)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    const rdg_index k = rdg_problem_require_parameter(p, __func__, parameter);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    if (p->parameter[k].kind == RDG_INACTIVE) {
        p->parameter[k].kind = RDG_ACTIVE;
    }
    return RDG_OK;
}

rdg_status rdg_hide_parameter(rdg_problem *p, const char *parameter)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    const rdg_index k = rdg_problem_require_parameter(p, __func__, parameter);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    p->parameter[k].hidden = true;
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

rdg_status rdg_problem_add_variable(rdg_problem *p, const char *where, const char *parameter,
                                    const char *block, rdg_index element, rdg_monitor_kind kind)
{
    RDG_TRY(rdg_problem_require_open(p, where));
    const rdg_index k = rdg_problem_require_block(p, where, block);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    if (!parameter || !*parameter) {
        return rdg_fail(p->ctx, RDG_ERR_NAME, where, "a parameter in block \"%s\" has no name", block);
    }
    if (element < 0 || element >= p->block[k].n) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                        "parameter \"%s\": block \"%s\" has elements 0 to %" PRId64 ", not %" PRId64,
                        parameter, block, p->block[k].n - 1, element);
    }
    const rdg_function f = {.name = parameter,
                            .n = 1,
                            .m = 1,
                            .f = copy_variable,
                            .df = copy_variable_df,
                            .d2f = copy_variable_d2f};
    const rdg_index index = p->block[k].start + element;
    if (rdg_frozen_has(&p->frozen, index)) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                        "parameter \"%s\": %s[%" PRId64
                        "] is eliminated; restore it by rdg_restore(), runs hold parameters",
                        parameter, block, element);
    }
    return add_monitor(p, where, &f, &index, NULL, kind);
}

rdg_status rdg_add_parameter(rdg_problem *p, const char *parameter, const char *block, rdg_index element)
{
    return rdg_problem_add_variable(p, __func__, parameter, block, element, RDG_INACTIVE);
}

rdg_status rdg_add_parameter_as(rdg_problem *p, const char *parameter, const char *block, rdg_index element,
                                rdg_monitor_kind kind)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    if (kind != RDG_INACTIVE && kind != RDG_ACTIVE && kind != RDG_REGULAR) {
        return RDG_FAIL(
            p->ctx, RDG_ERR_ARGUMENT,
            "parameter \"%s\": a variable is RDG_INACTIVE (held), RDG_ACTIVE (free) or RDG_REGULAR",
            parameter ? parameter : "");
    }
    return rdg_problem_add_variable(p, __func__, parameter, block, element, kind);
}

rdg_index rdg_problem_variable_of(const rdg_problem *p, rdg_index parameter)
{
    const rdg_entry *e = &p->entry[p->parameter[parameter].entry];
    return e->function.f == copy_variable ? e->index[0] : -1;
}

rdg_index rdg_parameter_count(const rdg_problem *p)
{
    return p ? p->n_parameters : 0;
}

rdg_index rdg_parameter_index(rdg_problem *p, const char *name)
{
    return rdg_problem_works(p) ? rdg_problem_require_parameter(p, __func__, name) : -1;
}

const char *rdg_parameter_name(const rdg_problem *p, rdg_index index, rdg_monitor_kind *kind)
{
    if (!p || index < 0 || index >= p->n_parameters) {
        return NULL;
    }
    if (kind) {
        *kind = p->parameter[index].kind;
    }
    return p->parameter[index].name;
}

const char *rdg_parameter_unit(rdg_problem *p, const char *name)
{
    const rdg_index k = rdg_parameter_index(p, name);
    return k < 0 ? NULL : p->parameter[k].unit;
}
