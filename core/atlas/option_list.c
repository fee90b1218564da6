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
    RDG_TRY(rdg_context_reserve(list->ctx, &list->item, &list->room, list->count + 2, sizeof *list->item));
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
        if (!of_start) {
            RDG_TRY(rdg_option_list_add(list, *o));
        }
    }
    return RDG_OK;
}

rdg_status rdg_option_list_add_output(rdg_option_list *list, const rdg_option *options)
{
    for (const rdg_option *o = options; o && o->kind != RDG_OPTION_END; o++) {
        if (o->kind == RDG_OPTION_NO_TABLE || o->kind == RDG_OPTION_NO_FOLDER ||
            o->kind == RDG_OPTION_IN_MEMORY) {
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

void rdg_option_list_release(rdg_option_list *list)
{
    if (!list) {
        return;
    }
    rdg_free(list->item);
    list->item = NULL;
    list->count = 0;
    list->room = 0;
}

void rdg_option_list_clear_summary(const rdg_option *options)
{
    for (const rdg_option *o = options; o && o->kind != RDG_OPTION_END; o++) {
        if (o->kind == RDG_OPTION_SUMMARY && o->summary) {
            *o->summary = (rdg_run_summary){.reached = {NAN, NAN}};
        }
    }
}
