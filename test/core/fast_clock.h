/* The library's clock runs fast: runs leave memory for their file with the first point, and each row is
 * committed, as it is in runs that take long. For programs that are linked with -Wl,--wrap=rdg_seconds. */
#ifndef RDG_TEST_FAST_CLOCK_H
#define RDG_TEST_FAST_CLOCK_H

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names */
double __real_rdg_seconds(void);
double __wrap_rdg_seconds(void);

static double clock_speed = 1e6;

double __wrap_rdg_seconds(void)
{
    return clock_speed * __real_rdg_seconds();
}
/* NOLINTEND(bugprone-reserved-identifier) */

#endif
