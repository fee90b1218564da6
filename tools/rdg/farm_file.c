/* Files of a farm: written whole, copied, removed. */
#define _XOPEN_SOURCE 700

#include "farm_parts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t n = write(file, bytes, size);
        if (n < 0 && errno != EINTR) {
            return errno;
        }
        bytes += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return 0;
}

/* Close a file that is written as `part`, and give it its name; on a failure remove it. */
static int commit(int file, int error, int folder, const char *part, const char *name)
{
    error = close(file) != 0 && error == 0 ? errno : error;
    error = error == 0 && renameat(folder, part, folder, name) != 0 ? errno : error;
    if (error) {
        unlinkat(folder, part, 0);
    }
    return error;
}

static int create(int folder, const char *part)
{
    return openat(folder, part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
}

int write_whole(const char *path, const char *text)
{
    char part[FARM_PATH + 64], host[32] = "";
    gethostname(host, sizeof host - 1);
    snprintf(part, sizeof part, "%s.%s.%ld", path, host, (long)getpid()); /* shares write the same names */
    const int file = create(AT_FDCWD, part);
    return file < 0 ? errno : commit(file, write_all(file, text, strlen(text)), AT_FDCWD, part, path);
}

typedef int (*file_action)(int folder, const char *name, int to);

static int walk(int folder, file_action act, int to);

/* A folder in the folder: runs may have names like "ridge/stage1". */
static int walk_below(int folder, const char *name, file_action act, int to)
{
    const bool copies = to >= 0;
    const int from = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (from < 0 || (copies && mkdirat(to, name, 0777) != 0 && errno != EEXIST)) {
        const int error = errno;
        if (from >= 0) {
            close(from);
        }
        return error;
    }
    const int below = copies ? openat(to, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
    const int error = copies && below < 0 ? errno : 0;
    const int result = walk(from, act, below);
    if (below >= 0) {
        close(below);
    }
    return error ? error : result;
}

/* Call act for each regular file; the folder is closed. The first error, or 0. */
static int walk(int folder, file_action act, int to)
{
    DIR *entries = fdopendir(folder);
    int error = entries ? 0 : errno;
    struct dirent *entry = entries ? readdir(entries) : NULL;
    for (; !error && entry; entry = readdir(entries)) {
        struct stat about;
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
            fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0) {
            continue;
        }
        error = S_ISREG(about.st_mode)   ? act(folder, name, to)
                : S_ISDIR(about.st_mode) ? walk_below(folder, name, act, to)
                                         : 0;
    }
    if (entries) {
        closedir(entries);
    } else if (folder >= 0) {
        close(folder);
    }
    return error;
}

static int open_folder(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static int sync_one(int folder, const char *name, int to)
{
    (void)to;
    if (strcmp(name, "log") == 0) {
        return 0;
    }
    const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    const int error = file < 0 || fsync(file) != 0 ? errno : 0;
    if (file >= 0) {
        close(file);
    }
    return error;
}

int sync_files(const char *folder)
{
    return walk(open_folder(folder), sync_one, -1);
}

/* Records and claims belong to the farm's folder; a lock, to the process that holds it. */
static bool stays(const char *name)
{
    static const char *const names[] = {"done", "failed", "claim"};
    const char *lock = strstr(name, "-lock");
    bool is_one = lock && lock[strlen("-lock")] == '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        is_one = is_one || strcmp(name, names[i]) == 0;
    }
    return is_one;
}

static int copy_one(int folder, const char *name, int to)
{
    char part[300], block[1 << 16];
    if (stays(name)) {
        return 0;
    }
    snprintf(part, sizeof part, "%s.part", name);
    const int in = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    const int out = in < 0 ? -1 : create(to, part);
    int error = out < 0 ? errno : 0;
    ssize_t n = 0;
    while (!error && (n = read(in, block, sizeof block)) != 0) {
        error = n < 0 ? errno : write_all(out, block, (size_t)n);
    }
    if (in >= 0) {
        close(in);
    }
    return out < 0 ? error : commit(out, error, to, part, name);
}

int copy_files(const char *from, const char *to)
{
    const int folder = open_folder(to);
    const int error = folder < 0 ? errno : walk(open_folder(from), copy_one, folder);
    if (folder >= 0) {
        close(folder);
    }
    return error;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

void remove_folder(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
