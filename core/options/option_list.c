/* Options of a run put together one by one. */
#include "option_list.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

rdg_status rdg_option_list_add(rdg_option_list *list, rdg_option option)
{
    if (!list || rdg_error_status(list->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_TRY(
        rdg_context_reserve(list->ctx, &list->item, &list->capacity, list->count + 2, sizeof *list->item));
    list->item[list->count++] = option;
    list->item[list->count] = (rdg_option){.kind = RDG_OPTION_END};
    return RDG_OK;
}

static bool concerns(const rdg_option *option, rdg_option_kind kind, const char *parameter)
{
    return option->kind == kind && (!parameter || (option->name && strcmp(option->name, parameter) == 0));
}

rdg_status rdg_option_list_add_rest(rdg_option_list *list, const rdg_option *options, const char *parameter)
{
    for (const rdg_option *o = options; o && o->kind != RDG_OPTION_END; o++) {
        const bool of_start =
            o->kind == RDG_OPTION_FROM || (parameter && concerns(o, RDG_OPTION_WINDOW, parameter));
        if (!of_start && o->kind != RDG_OPTION_OF_TOOLBOX) {
            RDG_TRY(rdg_option_list_add(list, *o));
        }
    }
    return RDG_OK;
}

rdg_status rdg_option_list_add_output(rdg_option_list *list, const rdg_option *options)
{
    for (const rdg_option *o = options; o && o->kind != RDG_OPTION_END; o++) {
        if (o->kind == RDG_OPTION_NO_TABLE || o->kind == RDG_OPTION_NO_FOLDER ||
            o->kind == RDG_OPTION_IN_MEMORY || o->kind == RDG_OPTION_DURABLE ||
            o->kind == RDG_OPTION_RESUME) {
            RDG_TRY(rdg_option_list_add(list, *o));
        }
    }
    return RDG_OK;
}

const rdg_option *rdg_option_find(const rdg_option *options, rdg_option_kind kind, const char *parameter)
{
    const rdg_option *found = NULL;
    for (const rdg_option *o = options; o && o->kind != RDG_OPTION_END; o++) {
        found = concerns(o, kind, parameter) ? o : found;
    }
    return found;
}

/* By what they state: the same object may have several addresses in a program and its libraries. */
static bool same_key(const rdg_option_key *a, const rdg_option_key *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->call, b->call) == 0;
}

static bool is_key(const rdg_option_key *key)
{
    return key && key->name && key->call;
}

const rdg_option *rdg_option_of(const rdg_option *options, const rdg_option_key *key)
{
    for (const rdg_option *o = options; o && is_key(key) && o->kind != RDG_OPTION_END; o++) {
        if (o->kind == RDG_OPTION_OF_TOOLBOX && is_key(o->key) && same_key(o->key, key)) {
            return o;
        }
    }
    return NULL;
}

static bool is_among(const rdg_option_key *key, const rdg_option_key *const *own)
{
    while (own && *own && !same_key(*own, key)) {
        own++;
    }
    return own && *own;
}

/* Options with a name, of a parameter, are given once for each. */
static bool is_given_before(const rdg_option *options, const rdg_option *option)
{
    for (const rdg_option *o = options; o != option; o++) {
        const bool same =
            o->name && option->name ? strcmp(o->name, option->name) == 0 : o->name == option->name;
        if (o->kind == RDG_OPTION_OF_TOOLBOX && same_key(o->key, option->key) && same) {
            return true;
        }
    }
    return false;
}

rdg_status rdg_option_list_check(rdg_context *ctx, const char *call, const char *name,
                                 const rdg_option *options, const rdg_option_key *const *own)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!call || !name) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "the name of the call, or of its runs, is NULL");
    }
    for (const rdg_option *o = options; o && o->kind != RDG_OPTION_END; o++) {
        if (o->kind != RDG_OPTION_OF_TOOLBOX) {
            continue;
        }
        if (!is_key(o->key)) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, call,
                            "run \"%s\": option %td of the list is one of a toolbox, but has no key", name,
                            o - options);
        }
        if (!is_among(o->key, own)) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, call, "run \"%s\": option %s belongs to %s()", name,
                            o->key->name, o->key->call);
        }
        if (is_given_before(options, o)) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, call, "run \"%s\": %s is given twice%s%s", name,
                            o->key->name, o->name ? " for " : "", o->name ? o->name : "");
        }
        if (!isfinite(o->a)) {
            return rdg_fail(ctx, RDG_ERR_NOT_FINITE, call, "run \"%s\": %s is %g", name, o->key->name, o->a);
        }
    }
    return RDG_OK;
}

void rdg_option_list_release(rdg_option_list *list)
{
    if (!list) {
        return;
    }
    rdg_free(list->item);
    list->item = NULL;
    list->count = 0;
    list->capacity = 0;
}

void rdg_option_list_clear_summary(const rdg_option *options)
{
    for (const rdg_option *o = options; o && o->kind != RDG_OPTION_END; o++) {
        if (o->kind == RDG_OPTION_SUMMARY && o->summary) {
            *o->summary = (rdg_run_summary){.reached = {NAN, NAN}};
        }
    }
}
