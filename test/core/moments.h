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

/* Calls to the disk, SQLite's too, go through these; each may be the last thing that is done, or not even
 * that. */
static ssize_t write_at(int file, const void *bytes, size_t size, off_t place)
{
    if (!count_evaluations && moments + 1 == last_moment) {
        syscall(SYS_pwrite64, file, bytes, size / 2, place);
    }
    if (!count_evaluations) {
        moment();
    }
    return syscall(SYS_pwrite64, file, bytes, size, place);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t place)
{
    return write_at(file, bytes, size, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place)
{
    return write_at(file, bytes, size, place);
}

static int unlinked(int answer)
{
    if (!count_evaluations) {
        moment();
    }
    return answer;
}

int unlink(const char *name)
{
    return unlinked((int)syscall(SYS_unlinkat, AT_FDCWD, name, 0));
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    if (!count_evaluations) {
        moment();
    }
    return (int)syscall(SYS_renameat, from_folder, from, to_folder, to);
}

int fsync(int file)
{
    if (!count_evaluations) {
        moment();
    }
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
    if (!count_evaluations) {
        moment();
    }
    return (int)syscall(SYS_fdatasync, file);
}

int mkdir(const char *name, mode_t mode)
{
    const int answer = (int)syscall(SYS_mkdirat, AT_FDCWD, name, mode);
    if (!count_evaluations) {
        moment();
    }
    return answer;
}

static int cut(int file, off_t size)
{
    const int answer = (int)syscall(SYS_ftruncate, file, size);
    if (!count_evaluations) {
        moment();
    }
    return answer;
}

int ftruncate(int file, off_t size)
{
    return cut(file, size);
}

int ftruncate64(int file, off64_t size)
{
    return cut(file, size);
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
