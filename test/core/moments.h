/* Moments at which a process may be killed. To be included once, with _GNU_SOURCE. */
#ifndef RDG_TEST_MOMENTS_H
#define RDG_TEST_MOMENTS_H

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A process kills itself when it has lived through so many. They are evaluations, or calls to the disk. */
static bool count_evaluations;
static long moments, last_moment = -1;

static void moment(void)
{
    if (++moments == last_moment) {
        kill(getpid(), SIGKILL);
    }
}

/* The library's calls to the disk go through these; each may be the last thing that is done, or not even
 * that. */
ssize_t write(int file, const void *bytes, size_t size)
{
    if (!count_evaluations && moments + 1 == last_moment) {
        syscall(SYS_write, file, bytes, size / 2);
    }
    if (!count_evaluations) {
        moment();
    }
    return syscall(SYS_write, file, bytes, size);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    if (!count_evaluations) {
        moment(); /* the file lies there under its other name */
    }
    const int answer = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
    if (!count_evaluations) {
        moment();
    }
    return answer;
}

int unlinkat(int folder, const char *name, int flags)
{
    const int answer = (int)syscall(SYS_unlinkat, folder, name, flags);
    if (!count_evaluations) {
        moment();
    }
    return answer;
}

int mkdir(const char *name, mode_t mode)
{
    const int answer = (int)syscall(SYS_mkdirat, AT_FDCWD, name, mode);
    if (!count_evaluations) {
        moment();
    }
    return answer;
}

int ftruncate(int file, off_t size)
{
    const int answer = (int)syscall(SYS_ftruncate, file, size);
    if (!count_evaluations) {
        moment();
    }
    return answer;
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
