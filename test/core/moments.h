/* Moments at which a process may be killed. To be included once, with _GNU_SOURCE. */
#ifndef RDG_TEST_MOMENTS_H
#define RDG_TEST_MOMENTS_H

#include <signal.h>
#include <stdbool.h>
#include <time.h>

#include "disk_calls.h"

/* A process kills itself when it has lived through so many. They are evaluations, or calls to the disk:
 * writes before they are done, half of the bytes being there, and syncs; others when they have been done. */
static bool count_evaluations;
static long moments, last_moment = -1;

static void moment(void)
{
    if (++moments == last_moment) {
        kill(getpid(), SIGKILL);
    }
}

static inline int moment_before(disk_kind kind)
{
    if (!count_evaluations && (kind == DISK_WRITE || kind == DISK_SYNC)) {
        moment();
    }
    return 0;
}

static inline void moment_after(disk_kind kind)
{
    if (!count_evaluations && kind != DISK_WRITE && kind != DISK_SYNC) {
        moment();
    }
}

static inline bool is_last_moment(void)
{
    return !count_evaluations && moments + 1 == last_moment;
}

/* To be called first, by who counts calls to the disk. */
static inline void watch_the_disk(void)
{
    is_half_written = is_last_moment;
    before_disk_call = moment_before;
    after_disk_call = moment_after;
}

static long nap; /* nanoseconds an evaluation */

static void evaluated(void)
{
    if (count_evaluations) {
        moment();
    }
    if (nap > 0) {
        nanosleep(&(struct timespec){.tv_nsec = nap}, NULL);
    }
}

#endif
