/* Writing aside and renaming: a reader, or a process after a kill, never meets half a file. */
#define _POSIX_C_SOURCE 200809L

#include "file_impl.h"
#include "toolbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *rdg_path_from_root(const char *path)
{
    char here[PATH_MAX] = "";
    const bool is_whole = *path == '/' || !getcwd(here, sizeof here);
    const size_t size = strlen(here) + strlen(path) + sizeof "/";
    char *whole = rdg_calloc(size, 1);
    if (whole) {
        snprintf(whole, size, "%s%s%s", is_whole ? "" : here, is_whole ? "" : "/", path);
    }
    return whole;
}

/* The other name of a file while it is written, to be freed with rdg_free(); NULL: no memory. */
static char *part_name(const char *name)
{
    static const char ending[] = ".part";
    const size_t n = strlen(name);
    char *part = rdg_calloc(n + sizeof ending, 1);
    if (part) {
        memcpy(part, name, n);
        memcpy(part + n, ending, sizeof ending);
    }
    return part;
}

/* A device, a pipe or a link to one: the new file would take its place. */
static bool is_no_file(int folder, const char *name)
{
    struct stat about;
    return fstatat(folder, name, &about, 0) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

int rdg_aside_open(rdg_aside *aside, int folder, const char *name)
{
    *aside = (rdg_aside){0};
    if (is_no_file(folder, name)) {
        return ENOTSUP;
    }
    *aside = (rdg_aside){.folder = folder, .name = name, .part = part_name(name)};
    if (!aside->part) {
        return ENOMEM;
    }
    /* what lies there is left over from a process that was killed, or a link that somebody has planted */
    unlinkat(folder, aside->part, 0);
    const int file = openat(folder, aside->part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    int error = file < 0 ? errno : 0;
    if (!error) {
        aside->stream = fdopen(file, "w");
        if (!aside->stream) {
            error = errno;
            close(file);
            unlinkat(folder, aside->part, 0);
        }
    }
    if (error) {
        rdg_free(aside->part);
        aside->part = NULL;
    }
    return error;
}

void rdg_aside_write(rdg_aside *aside, const void *bytes, size_t size)
{
    if (!aside->error && fwrite(bytes, 1, size, aside->stream) != size) {
        aside->error = errno ? errno : EIO;
    }
}

void rdg_aside_take_mode(rdg_aside *aside)
{
    struct stat older;
    if (fstatat(aside->folder, aside->name, &older, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(older.st_mode) &&
        fchmod(fileno(aside->stream), older.st_mode & 0777) != 0 && !aside->error) {
        aside->error = errno;
    }
}

int rdg_aside_commit(rdg_aside *aside)
{
    int error = aside->error;
    if (fflush(aside->stream) != 0 && !error) {
        error = errno;
    }
    if (ferror(aside->stream) && !error) {
        error = EIO; /* an fprintf() failed earlier, its errno is gone */
    }
    if (fclose(aside->stream) != 0 && !error) {
        error = errno;
    }
    if (!error && renameat(aside->folder, aside->part, aside->folder, aside->name) != 0) {
        error = errno;
    }
    if (error) {
        unlinkat(aside->folder, aside->part, 0);
    }
    rdg_free(aside->part);
    *aside = (rdg_aside){0};
    return error;
}

void rdg_aside_drop(rdg_aside *aside)
{
    fclose(aside->stream);
    unlinkat(aside->folder, aside->part, 0);
    rdg_free(aside->part);
    *aside = (rdg_aside){0};
}

rdg_status rdg_file_status(int error)
{
    return error == ENOMEM ? RDG_ERR_NO_MEMORY : RDG_ERR_IO;
}
