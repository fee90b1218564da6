/* The lock of a run's writer, by flock(2): it ends with the process, holds between two contexts of one
 * process as well, and, other than locks by fcntl(2), is not lost when SQLite closes the file that it
 * protects. */
#define _GNU_SOURCE

#include "run_lock_impl.h"

#include "file_impl.h"
#include "toolbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* From the root, so that it is found again when the program has changed its directory. */
static char *name_of_lock(const char *run)
{
    char *whole = rdg_path_from_root(run);
    const size_t size = whole ? strlen(whole) + sizeof "-lock" : 0;
    char *name = whole ? rdg_calloc(size, 1) : NULL;
    if (name) {
        snprintf(name, size, "%s-lock", whole);
    }
    rdg_free(whole);
    return name;
}

/* A file that has no other name: what is written into it is nobody else's. */
static bool is_own(int file)
{
    struct stat about;
    return fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_nlink <= 1;
}

/* Is the open file still the one of that name? Who held it before may just have removed it. */
static bool is_there(const char *path, int file)
{
    struct stat open_one, named;
    return fstat(file, &open_one) == 0 && lstat(path, &named) == 0 && open_one.st_ino == named.st_ino &&
           open_one.st_dev == named.st_dev;
}

static rdg_status held(rdg_context *ctx, const char *where, const char *run, int file)
{
    char said[24] = "";
    const ssize_t n = pread(file, said, sizeof said - 1, 0);
    const long process = n > 0 ? strtol(said, NULL, 10) : 0;
    if (process > 0) {
        return rdg_fail(ctx, RDG_ERR_BUSY, where, "%s is being written by process %ld", run, process);
    }
    return rdg_fail(ctx, RDG_ERR_BUSY, where, "%s is being written by another process", run);
}

/* Who requests the lock is reported this number; that it is not there is no harm. */
static void say_who(int file)
{
    char said[24];
    const int n = snprintf(said, sizeof said, "%ld\n", (long)getpid());
    if (ftruncate(file, 0) == 0 && pwrite(file, said, (size_t)n, 0) != n) {
        (void)!ftruncate(file, 0);
    }
}

rdg_status rdg_run_lock_take(rdg_context *ctx, const char *where, const char *run, rdg_run_lock *lock)
{
    *lock = (rdg_run_lock){.path = name_of_lock(run), .file = -1};
    rdg_status status = RDG_OK;
    if (!lock->path) {
        return rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory for the lock of %s", run);
    }
    while (status == RDG_OK && lock->file < 0) {
        /* never a pipe, whose opening waits, nor what a link points to */
        lock->file = open(lock->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
        if (lock->file < 0) {
            status = rdg_fail(ctx, RDG_ERR_IO, where, "%s: %s", lock->path, strerror(errno));
        } else if (!is_own(lock->file)) {
            status = rdg_fail(ctx, RDG_ERR_IO, where,
                              "%s is no lock, but a link, a pipe or a device: remove it", lock->path);
        } else if (flock(lock->file, LOCK_EX | LOCK_NB) != 0) {
            status = errno == EWOULDBLOCK
                         ? held(ctx, where, run, lock->file)
                         : rdg_fail(ctx, RDG_ERR_IO, where, "%s: %s", lock->path, strerror(errno));
        } else if (!is_there(lock->path, lock->file)) {
            close(lock->file);
            lock->file = -1;
        }
    }
    if (status == RDG_OK) {
        say_who(lock->file);
        return RDG_OK;
    }
    if (lock->file >= 0) {
        close(lock->file);
    }
    rdg_free(lock->path);
    lock->path = NULL;
    return status;
}

void rdg_run_lock_drop(rdg_run_lock *lock)
{
    if (lock->path) {
        unlink(lock->path);
        close(lock->file);
        rdg_free(lock->path);
        lock->path = NULL;
    }
}
