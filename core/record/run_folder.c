/* Where the files of runs lie. */
#define _POSIX_C_SOURCE 200809L

#include "run_folder_impl.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Parts between "/" that are neither empty nor "." nor "..": a run stays inside the run folder. */
static bool is_run_name(const char *name)
{
    if (rdg_name_is_unfit(name)) {
        return false;
    }
    for (const char *part = name; part;) {
        const size_t n = strcspn(part, "/");
        if (n == 0 || (n <= 2 && strspn(part, ".") >= n)) {
            return false;
        }
        part = part[n] ? part + n + 1 : NULL;
    }
    return true;
}

char *rdg_run_path(rdg_context *ctx, const char *where, const char *name)
{
    if (!is_run_name(name)) {
        rdg_fail(ctx, RDG_ERR_NAME, where,
                 "\"%s\" is no name for a run: it names a file in \"%s\", like \"frc\" or \"sweep/3\", "
                 "without . and .. as "
                 "parts",
                 name ? name : "", rdg_run_folder(ctx));
        return NULL;
    }
    const char *folder = rdg_run_folder(ctx);
    const size_t size = strlen(folder) + strlen(name) + sizeof "/" RDG_RUN_ENDING;
    char *path = rdg_context_calloc(ctx, size, 1);
    if (path) {
        rdg_text text = rdg_text_in(path, size);
        rdg_text_addf(&text, "%s/%s" RDG_RUN_ENDING, folder, name);
    }
    return path;
}

static int make_one(const char *path)
{
    struct stat about;
    if (mkdir(path, 0777) == 0) {
        return 0;
    }
    const int error = errno;
    if (stat(path, &about) != 0) {
        return error;
    }
    return S_ISDIR(about.st_mode) ? 0 : ENOTDIR;
}

int rdg_run_folder_make(const char *path)
{
    char *part = rdg_strdup(path);
    int error = part ? 0 : ENOMEM;
    for (char *c = part; !error && c && *c; c++) {
        if (*c == '/' && c != part) {
            *c = '\0';
            error = make_one(part);
            *c = '/';
        }
    }
    rdg_free(part);
    return error;
}

void rdg_run_file_remove(const char *path)
{
    unlink(path);
}

/* "frc" of "frc.db"; false: another file. */
static bool is_run(int folder, char *name)
{
    struct stat about;
    const size_t n = strlen(name), ending = sizeof RDG_RUN_ENDING - 1;
    if (n <= ending || strcmp(name + n - ending, RDG_RUN_ENDING) != 0 ||
        fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(about.st_mode)) {
        return false;
    }
    name[n - ending] = '\0';
    return true;
}

void rdg_run_folder_list(const char *path, rdg_text *list)
{
    DIR *entries = opendir(path);
    if (!entries) {
        return;
    }
    struct dirent *entry = readdir(entries);
    while (entry) {
        if (entry->d_name[0] != '.' && is_run(dirfd(entries), entry->d_name)) {
            rdg_text_item(list, entry->d_name);
        }
        entry = readdir(entries);
    }
    closedir(entries);
}
