/* link: -Wl,--wrap=rdg_run_store_append */
/* test_orbits_resume_bits.c, cut behind each chart. */
#define STRIDE 1
#include "test_orbits_resume_bits.c" /* NOLINT(bugprone-suspicious-include) */
