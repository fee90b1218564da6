/* Components in files. */
#include "component_impl.h"

#include <ridgewalk/structure_file.h>
#include <ridgewalk/toolbox.h>

/* Whole numbers of a component, in this order */
enum { WHOLE_SIZE, BOUNDARY, MODES, HEADER };

static rdg_status put(const rdg_component *c, const char *where, rdg_archive *a)
{
    const rdg_index header[HEADER] = {c->n, c->n_boundary, c->n_modes};
    RDG_TRY(rdg_structure_put(c->reduced, where, a));
    RDG_TRY(rdg_archive_put(a, "component", RDG_ARCHIVE_INDICES, HEADER, header));
    RDG_TRY(rdg_archive_put(a, "boundary", RDG_ARCHIVE_INDICES, c->n_boundary, c->boundary));
    RDG_TRY(rdg_archive_put(a, "omega", RDG_ARCHIVE_NUMBERS, c->n_modes, c->omega));
    return rdg_archive_put(a, "T", RDG_ARCHIVE_NUMBERS, c->n * (c->n_boundary + c->n_modes), c->T);
}

rdg_status rdg_component_write(const rdg_component *c, const char *path)
{
    RDG_ENTER(c, c->ctx, RDG_ERR_EARLIER);
    rdg_archive *a = rdg_archive_create(c->ctx, __func__, path);
    return rdg_archive_close(a, a ? put(c, __func__, a) : rdg_error_status(c->ctx));
}

/* Numbers of a component belong together: T has as many columns as the structure degrees of freedom. */
static bool fit(const rdg_component *c)
{
    bool good = c->n > 0 && c->n_boundary >= 0 && c->n_modes >= 0 && c->n < INT32_MAX &&
                c->n_boundary + c->n_modes == rdg_structure_size(c->reduced);
    for (rdg_index b = 0; good && c->boundary && b < c->n_boundary; b++) {
        good = c->boundary[b] >= 0 && c->boundary[b] < c->n;
    }
    return good;
}

static rdg_status take(rdg_component *c, const char *where, rdg_archive *a)
{
    rdg_index *header = rdg_archive_take(a, "component", RDG_ARCHIVE_INDICES, HEADER, NULL);
    if (!header) {
        return rdg_error_status(c->ctx);
    }
    c->n = header[WHOLE_SIZE];
    c->n_boundary = header[BOUNDARY];
    c->n_modes = header[MODES];
    rdg_free(header);
    bool good = fit(c);
    if (good) {
        c->boundary = rdg_archive_take(a, "boundary", RDG_ARCHIVE_INDICES, c->n_boundary, NULL);
        c->omega = rdg_archive_take(a, "omega", RDG_ARCHIVE_NUMBERS, c->n_modes, NULL);
        c->T = rdg_archive_take(a, "T", RDG_ARCHIVE_NUMBERS, c->n * rdg_structure_size(c->reduced), NULL);
        good = fit(c);
    }
    return good ? rdg_error_status(c->ctx)
                : rdg_fail(c->ctx, RDG_ERR_FORMAT, where,
                           "the file contradicts itself: the component does not fit its structure. Write it "
                           "anew");
}

rdg_component *rdg_component_read(rdg_context *ctx, const char *path)
{
    rdg_archive *a = rdg_archive_open(ctx, __func__, path);
    rdg_component *c = a ? rdg_context_calloc(ctx, 1, sizeof *c) : NULL;
    if (c) {
        *c = (rdg_component){.ctx = ctx, .reduced = rdg_structure_take_from(ctx, __func__, a)};
        if (!c->reduced || take(c, __func__, a) != RDG_OK) {
            rdg_structure_free(c->reduced);
            c->reduced = NULL;
        }
    }
    rdg_archive_close(a, RDG_OK);
    return rdg_component_own(c);
}
