/* Structures with contacts whose normal load varies, and unilateral springs: in Ridgewalk and in small steps.
 */
#ifndef RDG_TEST_CONTACT_MODEL_H
#define RDG_TEST_CONTACT_MODEL_H

#include "fresh_context.h"
#include "support.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/core.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/structure.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MODEL_SIZE = 8, MODEL_CONTACTS = 8 };

/* fy = max(0, N0 + kn y), L = kt x - mu fy, U = kt x + mu fy, v <- clamp(v, L, U), fx = kt x - v */
typedef struct model_contact {
    double kt, kn, mu, preload;            /* N/m, N/m, 1, N */
    double bx[MODEL_SIZE], by[MODEL_SIZE]; /* x = bx.q, y = by.q; kn = 0: the load is constant */
} model_contact;

/* k max(0, b.q - gap) */
typedef struct model_stop {
    double k, gap, b[MODEL_SIZE]; /* N/m, m, 1 */
} model_stop;

/* Column-major matrices; force: constant + alpha (cosine cos wt + sine sin wt), N. */
typedef struct contact_model {
    int n, contacts, stops;
    double M[MODEL_SIZE * MODEL_SIZE], C[MODEL_SIZE * MODEL_SIZE], K[MODEL_SIZE * MODEL_SIZE];
    double constant[MODEL_SIZE], cosine[MODEL_SIZE], sine[MODEL_SIZE], alpha;
    model_contact contact[MODEL_CONTACTS];
    model_stop stop[MODEL_CONTACTS];
} contact_model;

/* --- as a structure */

static inline void model_name(rdg_structure *s, const contact_model *m, const char *name, const double *b)
{
    rdg_index dof[MODEL_SIZE], count = 0;
    double weight[MODEL_SIZE];
    for (int i = 0; i < m->n; i++) {
        if (b[i] != 0.0) {
            dof[count] = i;
            weight[count++] = b[i];
        }
    }
    rdg_name_combination(s, name, count, dof, weight);
}

/* Contacts "c0", ..., stops "s0", ...; degrees of freedom "q0", ... */
static inline rdg_structure *model_structure(rdg_context *ctx, const contact_model *m)
{
    char name[3][24];
    rdg_structure *s = rdg_structure_create(ctx, "model", m->n, m->M, m->C, m->K);
    for (int i = 0; i < m->n; i++) {
        snprintf(name[0], sizeof name[0], "q%d", i);
        rdg_name_dof(s, name[0], i);
        rdg_static_force_add(s, name[0], m->constant[i]);
        rdg_force_phase_add(s, name[0], 1, hypot(m->cosine[i], m->sine[i]), atan2(-m->sine[i], m->cosine[i]));
    }
    for (int k = 0; k < m->contacts; k++) {
        const model_contact *c = &m->contact[k];
        snprintf(name[0], sizeof name[0], "c%d", k);
        snprintf(name[1], sizeof name[1], "x%d", k);
        snprintf(name[2], sizeof name[2], "y%d", k);
        model_name(s, m, name[1], c->bx);
        if (c->kn > 0.0) {
            model_name(s, m, name[2], c->by);
        }
        rdg_contact_add(s, &(rdg_contact){.name = name[0],
                                          .tangential = name[1],
                                          .normal = c->kn > 0.0 ? name[2] : NULL,
                                          .kt = c->kt,
                                          .kn = c->kn,
                                          .mu = c->mu,
                                          .preload = c->preload});
    }
    for (int k = 0; k < m->stops; k++) {
        snprintf(name[0], sizeof name[0], "s%d", k);
        snprintf(name[1], sizeof name[1], "z%d", k);
        model_name(s, m, name[1], m->stop[k].b);
        rdg_gap_spring_add(
            s, &(rdg_gap_spring){.name = name[0], .at = name[1], .k = m->stop[k].k, .gap = m->stop[k].gap});
    }
    return s;
}

#endif
