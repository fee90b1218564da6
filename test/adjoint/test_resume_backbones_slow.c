/* link: -Wl,--wrap=rdg_run_store_append */
/* test_resume_backbones.c, cut behind each chart. */
#define _XOPEN_SOURCE 700
#define STRIDE 1
#include "test_resume_backbones.c" /* NOLINT(bugprone-suspicious-include) */
