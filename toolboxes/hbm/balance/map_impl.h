/* Patterns of the derivatives, and where the contributions go. */
#ifndef RDG_MAP_IMPL_H
#define RDG_MAP_IMPL_H

#include <ridgewalk/function.h>
#include <ridgewalk/harmonic_balance.h>

/* A derivative's pattern, and the places in it of all contributions. */
typedef struct rdg_hbm_map {
    rdg_pattern *pattern;
    rdg_index *place;
} rdg_hbm_map;

rdg_status rdg_hbm_make_maps(rdg_hbm *hb);
void rdg_hbm_free_map(rdg_hbm_map *map);

#endif
