/* A disk that loses power. Calls to it are done, and recorded in one list; what a machine finds that lost its
 * power behind any of them is made of the list: of each file all that was synchronised, and of later writes
 * any sectors, as a disk drops and reorders them; of names those up to the last synchronisation of a folder,
 * and some that follow. To be included once, with _GNU_SOURCE. */
#ifndef RDG_TEST_POWER_LOSS_H
#define RDG_TEST_POWER_LOSS_H

#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SECTOR = 512, NAME_SIZE_OF_LOSS = 160, MOST_FILES_OF_LOSS = 64 };

typedef enum loss_kind {
    LOSS_WRITE,
    LOSS_CUT,
    LOSS_SYNC,
    LOSS_NAME,
    LOSS_RENAME,
    LOSS_UNLINK,
    LOSS_SHOWN
} loss_kind;

typedef struct loss_event {
    loss_kind kind;
    ino_t file; /* of a folder: synchronised */
    long place, size;
    unsigned char *bytes;                                /* [size] written, or a line that was shown */
    char name[NAME_SIZE_OF_LOSS], to[NAME_SIZE_OF_LOSS]; /* of links */
} loss_event;

static loss_event *loss_list;
static long loss_count, loss_capacity;
static const char *loss_folder; /* part of the paths that are recorded; NULL: nothing is */

static loss_event *loss_add(loss_kind kind, ino_t file)
{
    if (loss_count == loss_capacity) {
        loss_capacity = 2 * loss_capacity + 64;
        loss_list = realloc(loss_list, (size_t)loss_capacity * sizeof *loss_list);
        assert_non_null(loss_list);
    }
    loss_event *e = &loss_list[loss_count++];
    memset(e, 0, sizeof *e);
    e->kind = kind;
    e->file = file;
    return e;
}

static void loss_forget(void)
{
    for (long k = 0; k < loss_count; k++) {
        free(loss_list[k].bytes);
    }
    loss_count = 0;
}

/* The path of an open file; false: it is none of those that are recorded. */
static bool loss_path(int file, char *path)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t n = loss_folder ? readlink(link, path, NAME_SIZE_OF_LOSS - 1) : -1;
    if (n > 0) {
        path[n] = '\0';
    }
    return n > 0 && strstr(path, loss_folder) != NULL;
}

static ino_t loss_number(int file)
{
    struct stat about;
    return fstat(file, &about) == 0 ? about.st_ino : 0;
}

/* A file has its name from its first event on. */
static void loss_name(int file, const char *path)
{
    const ino_t number = loss_number(file);
    for (long k = 0; k < loss_count; k++) {
        if (loss_list[k].kind == LOSS_NAME && loss_list[k].file == number) {
            return;
        }
    }
    snprintf(loss_add(LOSS_NAME, number)->name, NAME_SIZE_OF_LOSS, "%s", path);
}

static void loss_written(int file, const void *bytes, ssize_t size, off_t place)
{
    char path[NAME_SIZE_OF_LOSS];
    if (size > 0 && loss_path(file, path)) {
        loss_name(file, path);
        loss_event *e = loss_add(LOSS_WRITE, loss_number(file));
        e->place = place;
        e->size = size;
        e->bytes = malloc((size_t)size);
        assert_non_null(e->bytes);
        memcpy(e->bytes, bytes, (size_t)size);
    }
}

static int loss_synced(int file, int answer)
{
    char path[NAME_SIZE_OF_LOSS];
    if (answer == 0 && loss_path(file, path)) {
        loss_add(LOSS_SYNC, loss_number(file));
    }
    return answer;
}

static int loss_linked(loss_kind kind, const char *name, const char *to, int answer)
{
    if (answer == 0 && loss_folder && strstr(name, loss_folder)) {
        loss_event *e = loss_add(kind, 0);
        snprintf(e->name, sizeof e->name, "%s", name);
        snprintf(e->to, sizeof e->to, "%s", to);
    }
    return answer;
}

/* --- the calls */

static ssize_t loss_pwrite(int file, const void *bytes, size_t size, off_t place)
{
    const ssize_t written = syscall(SYS_pwrite64, file, bytes, size, place);
    loss_written(file, bytes, written, place);
    return written;
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t place)
{
    return loss_pwrite(file, bytes, size, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place)
{
    return loss_pwrite(file, bytes, size, place);
}

ssize_t write(int file, const void *bytes, size_t size)
{
    const off_t place = loss_folder ? lseek(file, 0, SEEK_CUR) : 0;
    const ssize_t written = syscall(SYS_write, file, bytes, size);
    loss_written(file, bytes, written, place);
    return written;
}

int ftruncate(int file, off_t size)
{
    char path[NAME_SIZE_OF_LOSS];
    const int answer = (int)syscall(SYS_ftruncate, file, size);
    if (answer == 0 && loss_path(file, path)) {
        loss_name(file, path);
        loss_add(LOSS_CUT, loss_number(file))->size = size;
    }
    return answer;
}

int ftruncate64(int file, off64_t size)
{
    return ftruncate(file, size);
}

int fsync(int file)
{
    return loss_synced(file, (int)syscall(SYS_fsync, file));
}

int fdatasync(int file)
{
    return loss_synced(file, (int)syscall(SYS_fdatasync, file));
}

int unlink(const char *name)
{
    return loss_linked(LOSS_UNLINK, name, "", (int)syscall(SYS_unlinkat, AT_FDCWD, name, 0));
}

/* What the C library's streams have written, whose calls cannot be seen, is recorded when it gets its name.
 */
static void loss_take_stream(const char *name)
{
    struct stat about;
    const int file = loss_folder && strstr(name, loss_folder) ? open(name, O_RDONLY) : -1;
    if (file >= 0 && fstat(file, &about) == 0) {
        unsigned char *bytes = malloc((size_t)about.st_size + 1);
        assert_non_null(bytes);
        loss_written(file, bytes, read(file, bytes, (size_t)about.st_size), 0);
        free(bytes);
    }
    if (file >= 0) {
        close(file);
    }
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    loss_take_stream(from);
    return loss_linked(LOSS_RENAME, from, to, (int)syscall(SYS_renameat, from_folder, from, to_folder, to));
}

/* --- what is found */

typedef struct lost_file {
    ino_t file;
    char name[NAME_SIZE_OF_LOSS]; /* "": it has none */
    unsigned char *bytes;
    long size, capacity;
} lost_file;

static void lost_extend(lost_file *f, long size)
{
    if (size > f->capacity) {
        f->bytes = realloc(f->bytes, (size_t)(2 * size));
        assert_non_null(f->bytes);
        f->capacity = 2 * size;
    }
    if (size > f->size) {
        memset(f->bytes + f->size, 0, (size_t)(size - f->size));
        f->size = size;
    }
}

/* Sectors of a write, each of which arrives or does not. */
static void lost_write(lost_file *f, const loss_event *e, bool whole, uint64_t *seed)
{
    for (long at = 0; at < e->size;) {
        const long end = (e->place + at) / SECTOR * SECTOR + SECTOR - e->place;
        const long stop = end < e->size ? end : e->size;
        if (whole || random_signed(seed) > 0.0) {
            lost_extend(f, e->place + stop);
            memcpy(f->bytes + e->place + at, e->bytes + at, (size_t)(stop - at));
        }
        at = stop;
    }
}

static lost_file *lost_find(lost_file *all, ino_t number, const char *name)
{
    for (int k = 0; k < MOST_FILES_OF_LOSS; k++) {
        if (name ? strcmp(all[k].name, name) == 0 && *name : all[k].file == number) {
            return &all[k];
        }
    }
    return NULL;
}

static lost_file *lost_make(lost_file *all, ino_t number)
{
    lost_file *f = lost_find(all, number, NULL);
    f = f ? f : lost_find(all, 0, NULL);
    assert_non_null(f);
    f->file = number;
    return f;
}

static void lost_link(lost_file *all, const loss_event *e)
{
    lost_file *of = e->kind == LOSS_NAME ? lost_make(all, e->file) : lost_find(all, 0, e->name);
    if (!of) {
        return;
    }
    const char *name = e->kind == LOSS_NAME ? e->name : e->kind == LOSS_RENAME ? e->to : "";
    lost_file *older = lost_find(all, 0, name);
    if (older && older != of) {
        older->name[0] = '\0';
    }
    snprintf(of->name, sizeof of->name, "%s", name);
}

/* Does a synchronisation of this file, or of a folder for links, follow before the end? */
static void mark_synced(bool *synced, long end)
{
    for (long k = 0; k < end; k++) {
        const loss_event *e = &loss_list[k];
        const bool is_link = e->kind >= LOSS_NAME && e->kind <= LOSS_UNLINK;
        for (long later = k + 1; later < end && !synced[k] && e->kind != LOSS_SHOWN; later++) {
            const loss_event *s = &loss_list[later];
            bool is_folder = s->kind == LOSS_SYNC;
            for (long i = 0; is_folder && i < later; i++) {
                is_folder = loss_list[i].kind != LOSS_NAME || loss_list[i].file != s->file;
            }
            synced[k] = s->kind == LOSS_SYNC && (is_link ? is_folder : s->file == e->file);
        }
    }
}

/* Write what is found behind `end` events over the folder's files; `from`, `to`: parts of paths. */
static void lose_power(long end, uint64_t *seed, const char *from, const char *to)
{
    static lost_file all[MOST_FILES_OF_LOSS];
    bool *synced = calloc((size_t)end + 1, sizeof *synced);
    bool names_arrive = true; /* of a journal the first ones do */
    assert_non_null(synced);
    memset(all, 0, sizeof all);
    mark_synced(synced, end);
    for (long k = 0; k < end; k++) {
        const loss_event *e = &loss_list[k];
        const bool whole = synced[k];
        if (e->kind == LOSS_WRITE) {
            lost_write(lost_make(all, e->file), e, whole, seed);
        } else if (e->kind == LOSS_CUT && (whole || random_signed(seed) > 0.0)) {
            lost_file *f = lost_make(all, e->file);
            lost_extend(f, e->size);
            f->size = e->size;
        } else if (e->kind >= LOSS_NAME && e->kind <= LOSS_UNLINK) {
            names_arrive = whole || (names_arrive && random_signed(seed) > -0.5);
            if (names_arrive) {
                lost_link(all, e);
            }
        }
    }
    for (int k = 0; k < MOST_FILES_OF_LOSS; k++) {
        const char *part = *all[k].name ? strstr(all[k].name, from) : NULL;
        char path[2 * NAME_SIZE_OF_LOSS];
        if (part) {
            snprintf(path, sizeof path, "%.*s%s%s", (int)(part - all[k].name), all[k].name, to,
                     part + strlen(from));
            const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
            assert_true(file >= 0);
            assert_int_equal(syscall(SYS_write, file, all[k].bytes, (size_t)all[k].size), all[k].size);
            close(file);
        }
        free(all[k].bytes);
    }
    free(synced);
}

#endif
