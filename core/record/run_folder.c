/* Folders of runs. */
#define _POSIX_C_SOURCE 200809L

#include "run_folder_impl.h"

#include "run_solution_impl.h"

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
                 "\"%s\" is no name for a run: it names a folder in \"%s\", like \"frc\" or \"sweep/3\"",
                 name ? name : "", rdg_run_folder(ctx));
        return NULL;
    }
    const char *folder = rdg_run_folder(ctx);
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = rdg_context_calloc(ctx, size, 1);
    if (path) {
        rdg_text text = rdg_text_in(path, size);
        rdg_text_addf(&text, "%s/%s", folder, name);
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
    if (!error) {
        error = make_one(part);
    }
    rdg_free(part);
    return error;
}

static bool is_run_file(const char *name)
{
    return strcmp(name, "run.json") == 0 || strcmp(name, "run.json.part") == 0 ||
           strcmp(name, "bd.csv") == 0 || strcmp(name, "triangles.csv") == 0 ||
           strcmp(name, "curves.csv") == 0 || strcmp(name, "surface.vtk") == 0 || rdg_solution_is_name(name);
}

/* An open folder as a stream that can be closed without closing the folder. */
static DIR *open_entries(int folder)
{
    const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = copy < 0 ? NULL : fdopendir(copy);
    if (copy >= 0 && !entries) {
        close(copy);
    }
    return entries;
}

int rdg_run_folder_empty(int folder)
{
    if (unlinkat(folder, "run.json", 0) != 0 && errno != ENOENT) {
        return errno;
    }
    DIR *entries = open_entries(folder);
    if (!entries) {
        return errno;
    }
    int error = 0;
    const struct dirent *entry = readdir(entries);
    while (entry && !error) {
        if (is_run_file(entry->d_name) && unlinkat(folder, entry->d_name, 0) != 0) {
            error = errno;
        }
        entry = readdir(entries);
    }
    closedir(entries);
    return error;
}

static bool is_run(int folder, const char *name)
{
    bool found = false;
    const int inside = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (inside >= 0) {
        found = faccessat(inside, "bd.csv", F_OK, 0) == 0;
        close(inside);
    }
    return found;
}

void rdg_run_folder_list(const char *path, rdg_text *list)
{
    DIR *entries = opendir(path);
    if (!entries) {
        return;
    }
    const struct dirent *entry = readdir(entries);
    while (entry) {
        if (entry->d_name[0] != '.' && is_run(dirfd(entries), entry->d_name)) {
            rdg_text_item(list, entry->d_name);
        }
        entry = readdir(entries);
    }
    closedir(entries);
}
