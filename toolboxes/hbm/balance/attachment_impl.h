/* What upper modules keep with a harmonic balance: made once, freed with it. */
#ifndef RDG_ATTACHMENT_IMPL_H
#define RDG_ATTACHMENT_IMPL_H

#include <ridgewalk/harmonic_balance.h>

/* A kind of attachment; its address is the key. */
typedef struct rdg_hbm_attachment_kind {
    void (*free)(void *object);
    /* NULL, or: the harmonic balance is freed before its context: free what is the context's, too */
    void (*free_owned)(void *object);
} rdg_hbm_attachment_kind;

typedef struct rdg_hbm_attachment {
    struct rdg_hbm_attachment *next; /* the one before */
    const rdg_hbm_attachment_kind *kind;
    void *object;
} rdg_hbm_attachment;

/* What is attached of a kind, or NULL. */
void *rdg_hbm_attached(const rdg_hbm *hb, const rdg_hbm_attachment_kind *kind);

/* Attach it: it is freed with the harmonic balance, or at once on failure. */
rdg_status rdg_hbm_attach(rdg_hbm *hb, const rdg_hbm_attachment_kind *kind, void *object);

void rdg_hbm_free_owned(const rdg_hbm *hb);
void rdg_hbm_free_attachments(rdg_hbm *hb); /* the newest first */

#endif
