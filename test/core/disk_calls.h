/* Calls to the disk, those of SQLite too, in place of the C library's: each can be the last thing that a
 * process does, or fail. To be included once, with _GNU_SOURCE. */
#ifndef RDG_TEST_DISK_CALLS_H
#define RDG_TEST_DISK_CALLS_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef enum disk_kind {
    DISK_WRITE,
    DISK_SYNC,
    DISK_UNLINK,
    DISK_RENAME,
    DISK_CUT,
    DISK_MAKE,
    N_DISK_KINDS
} disk_kind;

/* Called before a call, which then fails with the errno that is answered, 0: it is done; and called behind
 * it. NULL: nothing is. */
static int (*before_disk_call)(disk_kind kind);
static void (*after_disk_call)(disk_kind kind);
/* Of a write half of the bytes are to arrive before the former is called; NULL: of none. */
static bool (*is_half_written)(void);

static long disk_answer(disk_kind kind, long answer)
{
    const int error = errno;
    if (after_disk_call) {
        after_disk_call(kind);
    }
    errno = error;
    return answer;
}

/* True: the call is not to be done. */
static bool disk_refuses(disk_kind kind)
{
    const int error = before_disk_call ? before_disk_call(kind) : 0;
    if (error) {
        errno = error;
    }
    return error != 0;
}

static ssize_t disk_write(int file, const void *bytes, size_t size, off_t place)
{
    if (is_half_written && is_half_written()) {
        syscall(SYS_pwrite64, file, bytes, size / 2, place);
    }
    return disk_refuses(DISK_WRITE)
               ? -1
               : disk_answer(DISK_WRITE, syscall(SYS_pwrite64, file, bytes, size, place));
}

ssize_t write(int file, const void *bytes, size_t size)
{
    return disk_refuses(DISK_WRITE) ? -1 : disk_answer(DISK_WRITE, syscall(SYS_write, file, bytes, size));
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t place)
{
    return disk_write(file, bytes, size, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place)
{
    return disk_write(file, bytes, size, place);
}

int unlink(const char *name)
{
    return disk_refuses(DISK_UNLINK)
               ? -1
               : (int)disk_answer(DISK_UNLINK, syscall(SYS_unlinkat, AT_FDCWD, name, 0));
}

int unlinkat(int folder, const char *name, int flags)
{
    return disk_refuses(DISK_UNLINK)
               ? -1
               : (int)disk_answer(DISK_UNLINK, syscall(SYS_unlinkat, folder, name, flags));
}

int rename(const char *from, const char *to)
{
    return disk_refuses(DISK_RENAME)
               ? -1
               : (int)disk_answer(DISK_RENAME, syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to));
}

int renameat(int old_folder, const char *from, int folder, const char *to)
{
    return disk_refuses(DISK_RENAME)
               ? -1
               : (int)disk_answer(DISK_RENAME, syscall(SYS_renameat, old_folder, from, folder, to));
}

int fsync(int file)
{
    return disk_refuses(DISK_SYNC) ? -1 : (int)disk_answer(DISK_SYNC, syscall(SYS_fsync, file));
}

int fdatasync(int file)
{
    return disk_refuses(DISK_SYNC) ? -1 : (int)disk_answer(DISK_SYNC, syscall(SYS_fdatasync, file));
}

int mkdir(const char *name, mode_t mode)
{
    return disk_refuses(DISK_MAKE) ? -1
                                   : (int)disk_answer(DISK_MAKE, syscall(SYS_mkdirat, AT_FDCWD, name, mode));
}

int ftruncate(int file, off_t size)
{
    return disk_refuses(DISK_CUT) ? -1 : (int)disk_answer(DISK_CUT, syscall(SYS_ftruncate, file, size));
}

int ftruncate64(int file, off64_t size)
{
    return ftruncate(file, size);
}

#endif
