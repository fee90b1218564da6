/* Parts of a coupling, found by name. */
#include "measured_impl.h"

#include <ridgewalk/structure_carry.h>
#include <ridgewalk/text_list.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/wave.h>

#include <inttypes.h>
#include <string.h>

enum { LIST_SIZE = 512 };

void rdg_parts_free(rdg_parts *parts)
{
    while (parts->first) {
        rdg_part *part = parts->first;
        parts->first = part->next;
        rdg_free(part->name);
        rdg_measured_frf_free(part->measured);
        rdg_free(part);
    }
}

static const rdg_part *find(const rdg_parts *parts, const char *name, size_t length)
{
    for (const rdg_part *part = parts->first; part; part = part->next) {
        if (strlen(part->name) == length && strncmp(part->name, name, length) == 0) {
            return part;
        }
    }
    return NULL;
}

rdg_status rdg_parts_check_name(const rdg_parts *parts, const char *where, const char *name)
{
    if (!name || !*name || strchr(name, '.') || find(parts, name, strlen(name))) {
        return rdg_fail(parts->ctx, RDG_ERR_NAME, where,
                        "a part needs a name of its own without a point, \"%s\" is none", name ? name : "");
    }
    return RDG_OK;
}

rdg_status rdg_parts_add(rdg_parts *parts, const char *where, const char *name, rdg_structure *s,
                         rdg_measured_frf *measured)
{
    rdg_status status = rdg_parts_check_name(parts, where, name);
    status = status == RDG_OK ? rdg_structure_refuse_wave(s, where) : status;
    rdg_part *part = status == RDG_OK ? rdg_context_calloc(parts->ctx, 1, sizeof *part) : NULL;
    char *copied = part ? rdg_context_strdup(parts->ctx, name) : NULL;
    if (!copied) {
        rdg_free(part);
        rdg_measured_frf_free(measured);
        return status == RDG_OK ? RDG_ERR_NO_MEMORY : status;
    }
    *part = (rdg_part){.name = copied,
                       .s = s,
                       .measured = measured,
                       .first = parts->n,
                       .n = s ? rdg_structure_size(s) : rdg_measured_frf_channels(measured)};
    if (parts->last) {
        parts->last->next = part;
    } else {
        parts->first = part;
    }
    parts->last = part;
    parts->n += part->n;
    return RDG_OK;
}

static const char *list_parts(const rdg_parts *parts, char chars[LIST_SIZE])
{
    rdg_text text = rdg_text_in(chars, LIST_SIZE);
    for (const rdg_part *part = parts->first; part; part = part->next) {
        rdg_text_item(&text, part->name);
    }
    return rdg_text_list(&text);
}

/* "part.rest": the part, and the rest of the path; NULL after a failure, recorded. */
static const rdg_part *parts_find(const rdg_parts *parts, const char *where, const char *path,
                                  const char **rest)
{
    const char *point = path ? strchr(path, '.') : NULL;
    const rdg_part *part = point ? find(parts, path, (size_t)(point - path)) : NULL;
    if (!part) {
        char text[LIST_SIZE];
        rdg_fail(parts->ctx, RDG_ERR_NAME, where, "\"%s\" is not \"part.set\" of a part there is: %s",
                 path ? path : "", list_parts(parts, text));
        return NULL;
    }
    *rest = point + 1;
    return part;
}

static const char *list_sets(const rdg_part *part, char chars[LIST_SIZE])
{
    return part->s ? rdg_structure_list_sets(part->s, chars, LIST_SIZE)
                   : rdg_measured_frf_list(part->measured, chars, LIST_SIZE);
}

static bool has_set(const rdg_part *part, const char *name)
{
    rdg_index n = 0;
    const rdg_index *channel = NULL;
    return part->s ? rdg_structure_has_set(part->s, name)
                   : rdg_measured_frf_set(part->measured, name, 0, &n, &channel);
}

rdg_status rdg_parts_pair(const rdg_parts *parts, const char *where, const char *const path[2],
                          rdg_part_set set[2])
{
    const char *name[2] = {NULL, NULL};
    for (int side = 0; side < 2; side++) {
        set[side].part = parts_find(parts, where, path[side], &name[side]);
        if (!set[side].part) {
            return RDG_ERR_NAME;
        }
    }
    if (!has_set(set[0].part, name[0]) || !has_set(set[1].part, name[1])) {
        char one[LIST_SIZE], other[LIST_SIZE];
        return rdg_fail(
            parts->ctx, RDG_ERR_NAME, where,
            "\"%s\" and \"%s\" are not both sets of degrees of freedom; \"%s\" has: %s; \"%s\" has: %s",
            path[0], path[1], set[0].part->name, list_sets(set[0].part, one), set[1].part->name,
            list_sets(set[1].part, other));
    }
    for (int side = 0; side < 2; side++) {
        if (set[side].part->s) {
            RDG_TRY(rdg_structure_set(set[side].part->s, where, name[side], &set[side].n, &set[side].dof));
        } else {
            (void)rdg_measured_frf_set(set[side].part->measured, name[side], side, &set[side].n,
                                       &set[side].dof);
        }
    }
    if (set[0].n != set[1].n) {
        return rdg_fail(parts->ctx, RDG_ERR_SIZE, where,
                        "\"%s\" has %" PRId64 " degrees of freedom, \"%s\" has %" PRId64
                        ": they cannot be tied",
                        path[0], set[0].n, path[1], set[1].n);
    }
    return RDG_OK;
}

rdg_status rdg_parts_displacement(const rdg_parts *parts, const char *where, const char *path,
                                  const rdg_part **part, rdg_index *n, const rdg_index **dof,
                                  const double **weight)
{
    static const double one = 1.0;
    const char *name = NULL;
    *part = parts_find(parts, where, path, &name);
    if (!*part) {
        return RDG_ERR_NAME;
    }
    if ((*part)->s) {
        return rdg_structure_displacement((*part)->s, where, name, n, dof, weight);
    }
    *weight = &one;
    if (rdg_measured_frf_set((*part)->measured, name, 0, n, dof) && *n == 1) {
        return RDG_OK;
    }
    char text[LIST_SIZE];
    return rdg_fail(parts->ctx, RDG_ERR_NAME, where, "\"%s\" is no channel of \"%s\"; it has: %s", name,
                    (*part)->name, list_sets(*part, text));
}
