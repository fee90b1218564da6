/* What upper modules keep with a harmonic balance. */
#include "hbm_impl.h"

void *rdg_hbm_attached(const rdg_hbm *hb, const rdg_hbm_attachment_kind *kind)
{
    for (const rdg_hbm_attachment *a = hb->attachments; a; a = a->next) {
        if (a->kind == kind) {
            return a->object;
        }
    }
    return NULL;
}

rdg_status rdg_hbm_attach(rdg_hbm *hb, const rdg_hbm_attachment_kind *kind, void *object)
{
    rdg_hbm_attachment *a = rdg_context_calloc(hb->ctx, 1, sizeof *a);
    if (!a) {
        kind->free(object);
        return RDG_ERR_NO_MEMORY;
    }
    *a = (rdg_hbm_attachment){.next = hb->attachments, .kind = kind, .object = object};
    hb->attachments = a;
    return RDG_OK;
}

void rdg_hbm_free_owned(const rdg_hbm *hb)
{
    for (const rdg_hbm_attachment *a = hb->attachments; a; a = a->next) {
        if (a->kind->free_owned) {
            a->kind->free_owned(a->object);
        }
    }
}

void rdg_hbm_free_attachments(rdg_hbm *hb)
{
    while (hb->attachments) {
        rdg_hbm_attachment *a = hb->attachments;
        hb->attachments = a->next;
        a->kind->free(a->object);
        rdg_free(a);
    }
}
