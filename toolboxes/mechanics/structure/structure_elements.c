/* Elements of a structure. */
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 256, LIST_SIZE = 512 };

/* The parameters of an element. They are constant: copies of a structure share them, the last one frees them.
 */
typedef struct shared_numbers {
    int users;
    void *self;
    void (*free_self)(void *self);
} shared_numbers;

typedef struct kept_element {
    rdg_element element; /* its texts are ours */
    shared_numbers *numbers;
} kept_element;

static kept_element *kept_at(const rdg_structure *s, rdg_index i)
{
    return (kept_element *)s->elements.items + i;
}

static rdg_element *at(const rdg_structure *s, rdg_index i)
{
    return &kept_at(s, i)->element;
}

static rdg_index find(const rdg_structure *s, const char *name)
{
    for (rdg_index i = 0; i < s->elements.count; i++) {
        if (strcmp(at(s, i)->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool is_taken(const rdg_structure *s, const char *name)
{
    return find(s, name) >= 0;
}

static rdg_status check(rdg_structure *s, const rdg_element *given, const char *where)
{
    const char *name = given->name, *first = given->at && given->d > 0 ? given->at[0] : NULL;
    char what[NAME_SIZE + 32];
    snprintf(what, sizeof what, "element \"%.*s\"", NAME_SIZE, name ? name : first ? first : "");
    RDG_TRY(rdg_structure_still_open(s, where, what));
    RDG_TRY(rdg_structure_not_at_rest(s, where, what));
    if (given->d < 1 || !given->at) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "%s has no displacement", what);
    }
    if (!given->kind.time && !given->kind.frequency) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, where,
            "%s has no force: its element type \"%s\" has neither a force law in time nor one in frequency",
            what, given->kind.type ? given->kind.type : "");
    }
    if (given->kind.time && !given->kind.time->force) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "%s (%s): its force law in time has no operation force", what,
                        given->kind.type ? given->kind.type : "");
    }
    if (name && (name[0] == '\0' || strlen(name) >= NAME_SIZE)) {
        return rdg_fail(s->ctx, RDG_ERR_NAME, where, "the name of an element is empty or longer than %d",
                        NAME_SIZE - 1);
    }
    if (name && find(s, name) >= 0) {
        return rdg_fail(s->ctx, RDG_ERR_NAME, where, "\"%s\" has an %s already", s->name, what);
    }
    for (rdg_index i = 0; i < given->d; i++) {
        if (!rdg_structure_named(s, where, given->at[i])) {
            return rdg_error_status(s->ctx);
        }
    }
    return RDG_OK;
}

static void leave_numbers(shared_numbers *numbers)
{
    if (numbers && --numbers->users == 0) {
        if (numbers->free_self) {
            numbers->free_self(numbers->self);
        }
        rdg_free(numbers);
    }
}

static void free_kept(const kept_element *kept)
{
    const rdg_element *e = &kept->element;
    leave_numbers(kept->numbers);
    for (rdg_index i = 0; e->at && i < e->d; i++) {
        rdg_free((char *)e->at[i]);
    }
    rdg_free((char **)e->at);
    rdg_free((char *)e->name);
    rdg_free((char *)e->parameters);
}

/* An element with texts of its own and numbers that it uses from here on, also when it fails. */
static rdg_status append(rdg_structure *s, const rdg_element *given, const char *prefix,
                         shared_numbers *numbers)
{
    kept_element kept = {.element = *given, .numbers = numbers};
    const char **names = rdg_context_calloc(s->ctx, (size_t)given->d, sizeof *names);
    kept.element.at = names;
    char *wanted = rdg_structure_prefixed(s->ctx, prefix, given->name ? given->name : given->at[0]);
    kept.element.name = wanted ? rdg_structure_unique_name(s, wanted, is_taken) : NULL;
    rdg_free(wanted);
    for (rdg_index i = 0; names && i < given->d; i++) {
        names[i] = rdg_structure_prefixed(s->ctx, prefix, given->at[i]);
    }
    kept.element.parameters =
        given->parameters ? rdg_structure_prefixed(s->ctx, prefix, given->parameters) : NULL;
    kept_element *added = NULL;
    if (numbers && rdg_error_status(s->ctx) == RDG_OK) {
        numbers->users++;
        kept.element.self = numbers->self;
        kept.element.kind.free_self = numbers->free_self;
        added = rdg_list_add(s->ctx, &s->elements, sizeof *added);
    } else {
        kept.numbers = NULL;
    }
    if (!added) {
        free_kept(&kept);
        return rdg_error_status(s->ctx);
    }
    *added = kept;
    return RDG_OK;
}

/* The parameters of an element that is given, with a first user; NULL after a failure: a caller's that are
 * not copied are his still then. */
static shared_numbers *take_numbers(rdg_context *ctx, const rdg_element *given)
{
    shared_numbers *numbers = rdg_context_calloc(ctx, 1, sizeof *numbers);
    void *self = given->size > 0 ? rdg_structure_duplicate(ctx, 1, given->size, given->self) : given->self;
    if (!numbers || (given->size > 0 && !self)) {
        rdg_free(given->size > 0 ? self : NULL);
        rdg_free(numbers);
        return NULL;
    }
    *numbers = (shared_numbers){
        .users = 1, .self = self, .free_self = given->size > 0 ? rdg_free : given->kind.free_self};
    return numbers;
}

rdg_status rdg_element_add(rdg_structure *s, const rdg_element *given, const char *where)
{
    if (!given) {
        return s ? RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT, "the element is NULL") : RDG_ERR_EARLIER;
    }
    rdg_status status = check(s, given, where ? where : __func__);
    shared_numbers *numbers = status == RDG_OK ? take_numbers(s->ctx, given) : NULL;
    if (!numbers) {
        if (given->size == 0 && given->kind.free_self) {
            given->kind.free_self(given->self);
        }
        return status != RDG_OK ? status : rdg_error_status(s->ctx);
    }
    status = append(s, given, NULL, numbers);
    leave_numbers(numbers);
    return status;
}

rdg_status rdg_structure_copy_elements(rdg_structure *s, const rdg_structure *from, const char *prefix)
{
    for (rdg_index i = 0; i < from->elements.count; i++) {
        RDG_TRY(append(s, at(from, i), prefix, kept_at(from, i)->numbers));
    }
    return RDG_OK;
}

void rdg_structure_free_elements(rdg_structure *s)
{
    for (rdg_index i = 0; i < s->elements.count; i++) {
        free_kept(kept_at(s, i));
    }
    rdg_free(s->elements.items);
}

rdg_index rdg_element_count(const rdg_structure *s)
{
    return s ? s->elements.count : 0;
}

const rdg_element *rdg_element_at(const rdg_structure *s, rdg_index element)
{
    return element >= 0 && element < rdg_element_count(s) ? at(s, element) : NULL;
}

rdg_index rdg_element_index(rdg_structure *s, const char *name)
{
    RDG_ENTER(s, s->ctx, -1);
    const rdg_index found = name ? find(s, name) : -1;
    if (found < 0) {
        char list[LIST_SIZE] = "none";
        size_t used = 0;
        for (rdg_index i = 0; i < s->elements.count && used < sizeof list; i++) {
            used +=
                (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", at(s, i)->name);
        }
        RDG_FAIL(s->ctx, RDG_ERR_NAME, "\"%s\" is no element of \"%s\"; it has: %s", name ? name : "",
                 s->name, list);
    }
    return found;
}
