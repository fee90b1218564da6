/* test_branch_touch.c, with all random problems. */
#define SHARE 1
#include "test_branch_touch.c" /* NOLINT(bugprone-suspicious-include) */
