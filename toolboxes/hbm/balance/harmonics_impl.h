/* Harmonics of a basis. */
#ifndef RDG_HARMONICS_IMPL_H
#define RDG_HARMONICS_IMPL_H

#include <ridgewalk/harmonic_balance.h>

/* The first coefficient of a harmonic, or -1. */
rdg_index rdg_hbm_coefficient(const rdg_basis *basis, int harmonic);

/* what: "", or what the harmonic is wanted for: ", which load \"tip\" drives," */
rdg_status rdg_hbm_check_harmonic(rdg_hbm *hb, const char *where, int harmonic, const char *what);

#endif
