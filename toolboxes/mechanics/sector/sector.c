/* Sectors: creation and end. */
#include "sector_impl.h"

#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>

static void destroy(void *object)
{
    rdg_sector *sector = object;
    rdg_free(sector->place);
    rdg_free(sector->right);
    rdg_free(sector);
}

void rdg_sector_free(rdg_sector *sector)
{
    if (sector) {
        rdg_context_disown(sector->ctx, sector);
        destroy(sector);
    }
}

static rdg_status check(const rdg_structure *s, const rdg_sector_options *options, const char *where)
{
    if (!options || options->sectors < 2) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "a rotor of \"%s\" has %" PRId64 " sectors: give .sectors of at least 2", s->name,
                        options ? options->sectors : 0);
    }
    if ((options->left == NULL) != (options->right == NULL)) {
        return rdg_fail(s->ctx, RDG_ERR_NAME, where,
                        "\"%s\": give the sets of both faces, .left and .right, or none of them", s->name);
    }
    if (options->axis != 0 && (options->axis < 'x' || options->axis > 'z')) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\": the axis of rotation is '%c', expected 'x', 'y' or 'z' (0: no coordinates)",
                        s->name, options->axis);
    }
    RDG_TRY(rdg_structure_refuse_gyroscopic(s, where));
    return rdg_structure_refuse_wave(s, where);
}

/* Numbers of the wave's degrees of freedom; those of the right face have theirs already. */
static void number(rdg_sector *sector)
{
    for (rdg_index i = 0; i < sector->s->n; i++) {
        if (sector->place[i] >= 0) {
            sector->place[i] = sector->n++;
        }
    }
}

rdg_sector *rdg_sector_create(rdg_structure *s, const rdg_sector_options *options)
{
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(s, ctx, NULL);
    if (check(s, options, __func__) != RDG_OK) {
        return NULL;
    }
    rdg_sector *sector = rdg_context_calloc(ctx, 1, sizeof *sector);
    if (!sector) {
        return NULL;
    }
    *sector = (rdg_sector){.ctx = ctx, .s = s, .sectors = options->sectors};
    if (options->axis != 0) {
        rdg_sector_make_rotation(sector, options->axis);
    }
    sector->place = rdg_context_calloc(ctx, (size_t)s->n, sizeof *sector->place);
    if (!sector->place || (options->left && rdg_sector_match_faces(sector, options, __func__) != RDG_OK)) {
        destroy(sector);
        return NULL;
    }
    number(sector);
    return rdg_context_own(ctx, sector, destroy) == RDG_OK ? sector : NULL;
}
