/* Writing aside and renaming: a reader, or a process after a kill, never meets half a file. */
#define _POSIX_C_SOURCE 200809L

#include "file_impl.h"
#include "toolbox.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *rdg_part_name(const char *name)
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

int rdg_aside_open(rdg_aside *aside, int folder, const char *name)
{
    *aside = (rdg_aside){.folder = folder, .name = name, .part = rdg_part_name(name)};
    if (!aside->part) {
        return ENOMEM;
    }
    const int file = openat(folder, aside->part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
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

/* Read to the end of the file, as far as the size known from fstat(). */
static int read_all(int file, char *text, size_t expected, size_t *size)
{
    *size = 0;
    while (*size < expected) {
        const ssize_t n = read(file, text + *size, expected - *size);
        if (n == 0) {
            break;
        }
        if (n < 0 && errno != EINTR) {
            return errno;
        }
        *size += n > 0 ? (size_t)n : 0;
    }
    text[*size] = '\0';
    return 0;
}

int rdg_file_read(int folder, const char *name, char **text, size_t *size)
{
    *text = NULL;
    *size = 0;
    const int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return errno;
    }
    struct stat about;
    int error = fstat(file, &about) != 0 ? errno : 0;
    if (!error && !S_ISREG(about.st_mode)) {
        error = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
    }
    if (!error) {
        *text = rdg_calloc((size_t)about.st_size + 1, 1);
        error = *text ? read_all(file, *text, (size_t)about.st_size, size) : ENOMEM;
    }
    close(file);
    if (error) {
        rdg_free(*text);
        *text = NULL;
    }
    return error;
}

int rdg_file_read_in(const char *path, const char *name, char **text, size_t *size)
{
    *text = NULL;
    *size = 0;
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        return errno;
    }
    const int error = rdg_file_read(folder, name, text, size);
    close(folder);
    return error;
}

rdg_status rdg_file_status(int error)
{
    return error == ENOMEM ? RDG_ERR_NO_MEMORY : RDG_ERR_IO;
}
