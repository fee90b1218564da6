/* Shares of all contacts of a harmonic balance, with what they have in common. */
#ifndef RDG_CONTACT_SHARE_IMPL_H
#define RDG_CONTACT_SHARE_IMPL_H

#include "contact_map.h"
#include "contact_walk_impl.h"

typedef struct rdg_contact_shares {
    rdg_hbm *hb;
    const char *where;        /* public function shown in messages */
    rdg_index instants;       /* in a period */
    double *turns;            /* [instants * 2 n_harmonics] cos and sin of the harmonics */
    double *turn;             /* [2 n_harmonics] between them */
    double *z, *force, *rest; /* [d n_coefficients] twice, [d], of the greatest element */
    rdg_index n;              /* contacts */
    rdg_index *element;       /* [n] */
} rdg_contact_shares;

/* RDG_ERR_ARGUMENT: there is no contact. Freed also after a failure. */
rdg_status rdg_contact_shares_create(rdg_hbm *hb, const char *where, rdg_contact_shares *shares);
void rdg_contact_shares_free(rdg_contact_shares *shares);

/* One contact, with the parameters in use */
rdg_status rdg_contact_share_find(const rdg_contact_shares *shares, rdg_index element, const double *Q,
                                  double omega, rdg_contact_share *share);

/* contact_periods.c: the shares of a motion; the energy is not written. */
rdg_status rdg_contact_share_walk(const rdg_contact_shares *of, const rdg_contact_motion *motion,
                                  rdg_contact_share *share);

#endif
