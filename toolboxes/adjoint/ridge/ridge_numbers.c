/* Numbers of the structure along a ridge: held like alpha, or that in which the ridge is followed. */
#include "ridge_impl.h"

#include <ridgewalk/numbers.h>
#include <ridgewalk/option_list.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <stdio.h>
#include <string.h>

static rdg_ridge_number *find(const rdg_ridge_driver *d, const char *name)
{
    for (rdg_index k = 0; k < d->n_numbers; k++) {
        if (strcmp(d->number[k].name, name) == 0) {
            return &d->number[k];
        }
    }
    return NULL;
}

void rdg_ridge_free_numbers(rdg_ridge_driver *d)
{
    for (rdg_index k = 0; k < d->n_numbers; k++) {
        rdg_free(d->number[k].name);
        rdg_free(d->number[k].eta);
    }
    rdg_free(d->number);
}

/* A number becomes a variable, which starts at the structure's value; NULL after a failure. */
static rdg_ridge_number *add(rdg_ridge_driver *d, const char *name)
{
    rdg_structure_parameter number;
    char eta[RDG_PARAMETER_NAME + 2];
    rdg_ridge_number *known = find(d, name);
    if (known ||
        rdg_structure_parameter_find(rdg_hbm_structure(d->hb), "rdg_ridge", name, &number) != RDG_OK ||
        rdg_context_reserve(d->ctx, &d->number, &d->number_room, d->n_numbers + 1, sizeof *d->number) !=
            RDG_OK) {
        return known;
    }
    rdg_ridge_number *added = &d->number[d->n_numbers++];
    snprintf(eta, sizeof eta, "d.%s", name);
    *added = (rdg_ridge_number){.name = rdg_context_strdup(d->ctx, name),
                                .eta = rdg_context_strdup(d->ctx, eta),
                                .start = number.value};
    return added->name && added->eta ? added : NULL;
}

static rdg_status take(rdg_ridge_driver *d, const rdg_option *o)
{
    rdg_ridge_number *number = add(d, o->name);
    if (number && o->kind == RDG_OPTION_HOLD_AT) {
        number->start = o->a;
    }
    return rdg_error_status(d->ctx);
}

static rdg_status choose_level(rdg_ridge_driver *d, const char *ridge, const rdg_option *o)
{
    if (strcmp(d->level_name, "alpha") != 0 && strcmp(d->level_name, o->name) != 0) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, "rdg_ridge",
                        "ridge \"%s\": both \"%s\" and \"%s\" are released: a ridge is a curve in one of "
                        "them",
                        ridge, d->level_name, o->name);
    }
    rdg_structure_parameter number;
    RDG_TRY(rdg_structure_parameter_find(rdg_hbm_structure(d->hb), "rdg_ridge", o->name, &number));
    d->level_name = o->name;
    d->level_unit = number.unit;
    return RDG_OK;
}

/* Free, at its best. */
static rdg_status take_optimal(rdg_ridge_driver *d, const char *ridge, const char *name)
{
    rdg_ridge_number *number = add(d, name);
    if (number && strcmp(d->level_name, name) == 0) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, "rdg_ridge",
                        "ridge \"%s\": \"%s\" cannot be both at its best and what the ridge is followed in",
                        ridge, name);
    }
    if (number) {
        number->optimal = true;
        d->n_optimal++;
    }
    return rdg_error_status(d->ctx);
}

rdg_status rdg_ridge_read_numbers(rdg_ridge_driver *d, const char *name, const rdg_option *options)
{
    const rdg_structure *s = rdg_hbm_structure(d->hb);
    d->level_name = "alpha";
    d->level_unit = "N";
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        const bool released = o->kind == RDG_OPTION_RELEASE;
        if ((released || o->kind == RDG_OPTION_HOLD_AT) && rdg_structure_parameter_exists(s, o->name)) {
            RDG_TRY(take(d, o));
            RDG_TRY(released ? choose_level(d, name, o) : RDG_OK);
        }
    }
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        if (o->kind == RDG_OPTION_OF_TOOLBOX && o->key == &rdg_ridge_optimal) {
            RDG_TRY(take_optimal(d, name, o->name));
        }
    }
    char number[RDG_PARAMETER_NAME];
    for (rdg_index k = 0; d->how.sensitivities && rdg_structure_parameter_name(s, k, number); k++) {
        if (!add(d, number)) {
            return rdg_error_status(d->ctx);
        }
    }
    snprintf(d->eta_level, sizeof d->eta_level, "d.%s", d->level_name);
    return RDG_OK;
}

rdg_status rdg_ridge_read_start(rdg_ridge_driver *d, rdg_run *run, rdg_index label, double *alpha)
{
    char name[RDG_PARAMETER_NAME];
    const rdg_option *held = rdg_option_find(d->wishes, RDG_OPTION_HOLD_AT, "alpha");
    *alpha = held && strcmp(d->level_name, "alpha") != 0 ? held->a : *alpha;
    d->fixed_alpha = *alpha;
    for (rdg_index k = 0; rdg_structure_parameter_name(rdg_hbm_structure(d->hb), k, name); k++) {
        const bool is_held = rdg_option_find(d->wishes, RDG_OPTION_HOLD_AT, name);
        if (is_held || !rdg_run_has_block(run, name)) {
            continue;
        }
        rdg_ridge_number *number = add(d, name);
        RDG_TRY(rdg_error_status(d->ctx));
        RDG_TRY(rdg_run_solution(run, label, name, 1, &number->start, NULL));
    }
    return rdg_error_status(d->ctx);
}

double *rdg_ridge_start_from(rdg_problem *p, rdg_index n, const double *u)
{
    if (rdg_error_status(rdg_problem_context(p)) != RDG_OK) {
        return NULL; /* memory, state, has run out: no variable would be found */
    }
    return memcpy(rdg_start_values(p), u, (size_t)n * sizeof *u);
}

rdg_problem *rdg_ridge_problem(rdg_ridge_driver *d, double omega, double alpha)
{
    rdg_at *at = rdg_context_calloc(d->ctx, (size_t)d->n_numbers + 3, sizeof *at);
    if (!at) {
        return NULL;
    }
    at[0] = RDG_AT("omega", omega);
    at[1] = RDG_AT("alpha", alpha);
    for (rdg_index k = 0; k < d->n_numbers; k++) {
        at[2 + k] = RDG_AT(d->number[k].name, d->number[k].start);
    }
    rdg_problem *problem = rdg_hbm_problem_at(d->hb, at);
    rdg_free(at);
    return problem;
}

void rdg_ridge_use(const rdg_ridge_driver *d, const double *u)
{
    if (d->n_numbers > 0) {
        rdg_hbm_use_parameters(d->hb, d->plain, u);
    }
}

rdg_index rdg_ridge_release_optimal(const rdg_ridge_driver *d, rdg_option *to)
{
    rdg_index count = 0;
    for (rdg_index k = 0; k < d->n_numbers; k++) {
        if (d->number[k].optimal) {
            to[count++] = RDG_RELEASE(d->number[k].name);
            to[count++] = RDG_HOLD_AT(d->number[k].eta, 0.0);
        }
    }
    return count;
}
