/* Text files that come from elsewhere. */
#define _POSIX_C_SOURCE 200809L

#include "toolbox.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A plain file, or NULL with the reason. A pipe is not waited for. */
static FILE *open_plain(const char *path, const char **reason)
{
    struct stat about;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 || fstat(file, &about) != 0) {
        *reason = strerror(errno);
    } else if (S_ISREG(about.st_mode)) {
        FILE *stream = fdopen(file, "r");
        if (stream) {
            return stream;
        }
        *reason = strerror(errno);
    } else {
        *reason = "it is no file, but a folder, a pipe or a device";
    }
    if (file >= 0) {
        close(file);
    }
    return NULL;
}

static bool has_zero_bytes(FILE *file)
{
    char bytes[8192];
    size_t n = fread(bytes, 1, sizeof bytes, file);
    while (n > 0 && !memchr(bytes, '\0', n)) {
        n = fread(bytes, 1, sizeof bytes, file);
    }
    rewind(file);
    return n > 0;
}

FILE *rdg_text_file_open(rdg_context *ctx, const char *where, const char *path, const char *hint)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    RDG_NEED(ctx, where, NULL);
    RDG_NEED(ctx, path, NULL);
    RDG_NEED(ctx, hint, NULL);
    const char *reason = "";
    FILE *file = open_plain(path, &reason);
    if (!file) {
        rdg_fail(ctx, RDG_ERR_IO, where, "\"%s\" cannot be opened: %s%s%s", path, reason,
                 *path == '/' ? "" : "; the path is relative to the folder in which the program runs", hint);
        return NULL;
    }
    if (has_zero_bytes(file)) {
        fclose(file);
        rdg_fail(ctx, RDG_ERR_FORMAT, where, "\"%s\" is no text: it has zero bytes in it", path);
        return NULL;
    }
    return file;
}
