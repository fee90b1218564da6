/* The excitation, its derivatives in omega, and what alpha does not scale. */
#ifndef RDG_EXCITATION_IMPL_H
#define RDG_EXCITATION_IMPL_H

#include "loads_impl.h"

#include <ridgewalk/condensation.h>

/* Loads of one harmonic that depend on omega alike: omega^power (cosine cos k tau + sine sin k tau); or one
 * load alone, whose amplitude and phase vary. */
typedef struct rdg_hbm_pattern {
    int harmonic, power;
    bool is_static;        /* alpha does not scale it */
    rdg_index load;        /* in the condensation; -1: only kept degrees of freedom are loaded */
    double *cosine, *sine; /* [structure size] */

    rdg_index alone;         /* the load that is alone here, for amplitude 1 and phase 0; -1: all others */
    double amplitude, phase; /* that it has now */
    double *rate[2];         /* T' and T'', [2 n_kept] each, where the damping varies; else NULL */
    double *unit[3];         /* its excitation for 1 and 0 with derivatives in omega, [2 n_kept] each */
} rdg_hbm_pattern;

/* Excitation at the last omega requested, as coefficients. */
typedef struct rdg_hbm_excitation {
    rdg_index n;
    rdg_hbm_pattern *pattern; /* [n] */
    rdg_load_factor *acting;  /* [n] workspace */
    double *F[3];             /* F_ex, dF_ex/domega, d2F_ex/domega2, [m] each */
    double *F_static;         /* [m] */
    double *work[3];          /* [2 n_kept] each */
    bool varies;              /* with omega */
    bool keeps_rates;         /* of condensed patterns */
    bool known;               /* for all harmonics, at the stiffness's omega */
    double *shared[4];        /* F and F_static without the loads that are alone; NULL: there are none */
} rdg_hbm_excitation;

rdg_status rdg_hbm_gather_loads(rdg_hbm *hb);   /* before the stiffness is made */
rdg_status rdg_hbm_condense_loads(rdg_hbm *hb); /* after it */
/* What rdg_hbm_expand() does where degrees of freedom are condensed: with all loads of the harmonic. */
int rdg_hbm_expand_loaded(rdg_hbm *hb, int harmonic, double omega, double alpha, const double *kept,
                          double *full);
int rdg_hbm_excitation_update(rdg_hbm *hb, int harmonic, double omega); /* with the stiffness */

/* excitation_alone.c: give a load whose amplitude and phase are to vary a pattern for itself. The harmonic
 * balance is closed. */
rdg_status rdg_hbm_single_out(rdg_hbm *hb, rdg_index load);

/* excitation_turned.c */
const rdg_hbm_pattern *rdg_hbm_pattern_alone(const rdg_hbm *hb, rdg_index load); /* of such a load */
void rdg_hbm_turn(rdg_hbm *hb, rdg_index load, const double *amplitude,
                  const double *phase); /* NULL: as is */
/* Keep T' and T'' from now on. */
rdg_status rdg_hbm_keep_rates(rdg_hbm *hb);
/* to += (re + i im) unit, as cosine - i sine, [2 n] each; without a sine the first half */
void rdg_hbm_add_turned(rdg_index n, bool has_sine, double re, double im, const double *unit, double *to);
/* F of a harmonic, from what is shared and the units */
void rdg_hbm_combine(rdg_hbm *hb, int harmonic);

/* excitation_pattern.c: put loads into patterns */
bool rdg_hbm_load_is_static(const rdg_hbm_load *load);
rdg_status rdg_hbm_add_to_pattern(rdg_hbm *hb, const rdg_hbm_load *load, double cosine, double sine,
                                  const rdg_hbm_pattern *p);
bool rdg_hbm_pattern_is_condensed(const rdg_hbm *hb, const rdg_hbm_pattern *p); /* a part of it is */
rdg_status rdg_hbm_condense_pattern(rdg_hbm *hb, rdg_hbm_pattern *p);
rdg_status rdg_hbm_keep_rates_of(const rdg_hbm *hb, rdg_hbm_pattern *p); /* if they are kept */
void rdg_hbm_free_excitation(rdg_hbm_excitation *excitation);

#endif
