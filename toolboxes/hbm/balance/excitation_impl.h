/* The excitation, its derivatives in omega, and what alpha does not scale. */
#ifndef RDG_EXCITATION_IMPL_H
#define RDG_EXCITATION_IMPL_H

#include <ridgewalk/harmonic_balance.h>

/* Loads of one harmonic that depend on omega alike: omega^power (cosine cos k tau + sine sin k tau). */
typedef struct rdg_hbm_pattern {
    int harmonic, power;
    bool is_static;        /* alpha does not scale it */
    rdg_index load;        /* in the condensation; -1: only kept degrees of freedom are loaded */
    double *cosine, *sine; /* [structure size] */
} rdg_hbm_pattern;

/* Excitation at the last omega asked for, as coefficients. */
typedef struct rdg_hbm_excitation {
    rdg_index n;
    rdg_hbm_pattern *pattern; /* [n] */
    double *F[3];             /* F_ex, dF_ex/domega, d2F_ex/domega2, [m] each */
    double *F_static;         /* [m] */
    double *work[3];          /* [2 n_kept] each */
    bool varies;              /* with omega */
    bool known;               /* for all harmonics, at the stiffness's omega */
} rdg_hbm_excitation;

rdg_status rdg_hbm_gather_loads(rdg_hbm *hb);   /* before the stiffness is made */
rdg_status rdg_hbm_condense_loads(rdg_hbm *hb); /* after it */
/* What rdg_hbm_expand() does where degrees of freedom are condensed: with all loads of the harmonic. */
int rdg_hbm_expand_loaded(rdg_hbm *hb, int harmonic, double omega, double alpha, const double *kept,
                          double *full);
int rdg_hbm_excitation_update(rdg_hbm *hb, int harmonic, double omega); /* with the stiffness */
void rdg_hbm_free_excitation(rdg_hbm_excitation *excitation);

#endif
