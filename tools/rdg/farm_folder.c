/* The folder of a farm: who works on it, and what it is for. */
#define _DEFAULT_SOURCE /* flock */

#include "farm_parts.h"
#include "rdg.h"

#include <zlib.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 512 };

static bool refuse_folder(const farm *f, int error)
{
    complain("farm", "folder %s: %s", f->folder, strerror(error));
    return false;
}

static int open_lock(const farm *f, const char *name)
{
    char path[FARM_PATH];
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    return open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
}

static void print_mode(const farm *f, char *mode)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    if (f->dynamic) {
        snprintf(mode, LINE, "--dynamic");
    } else if (f->shares > 1) {
        snprintf(mode, LINE, "shares of %ld", f->shares);
    } else {
        snprintf(mode, LINE, "process %ld on %s", (long)getpid(), host);
    }
}

static void read_mode(int lock, char *mode)
{
    const ssize_t n = pread(lock, mode, LINE - 1, 0);
    mode[n > 0 ? n : 0] = '\0';
}

/* A farm alone has the lock to itself; shares, and farms that claim cases, hold it together with their like.
 * The first one writes what they are. It takes a moment, which others wait for, as for the last process that
 * a farm has started before it was killed. */
static bool share_lock(int lock, bool alone, const char *mode, char *other)
{
    const struct timespec moment = {.tv_nsec = 20000000};
    for (int k = 0; k < 100; k++) {
        if (flock(lock, LOCK_EX | LOCK_NB) == 0) {
            const bool written = ftruncate(lock, 0) == 0 && pwrite(lock, mode, strlen(mode), 0) > 0;
            return written && (alone || flock(lock, LOCK_SH) == 0);
        }
        if (!alone && flock(lock, LOCK_SH | LOCK_NB) == 0) {
            read_mode(lock, other);
            return strcmp(mode, other) == 0;
        }
        read_mode(lock, other);
        nanosleep(&moment, NULL);
    }
    return false;
}

static bool lock_folder(farm *f)
{
    char mode[LINE], other[LINE] = "", name[64];
    const bool alone = !f->dynamic && f->shares == 1;
    print_mode(f, mode);
    f->lock = open_lock(f, "lock");
    if (f->lock < 0) {
        return refuse_folder(f, errno);
    }
    if (!share_lock(f->lock, alone, mode, other)) {
        if (!*other) {
            return refuse_folder(f, errno);
        }
        complain("farm",
                 "folder %s: another farm is at work there (%s): wait for it, or choose a folder with -d",
                 f->folder, other);
        return false;
    }
    if (f->shares == 1) {
        return true;
    }
    snprintf(name, sizeof name, "lock-%ld-of-%ld", f->share, f->shares);
    f->share_lock = open_lock(f, name);
    if (f->share_lock < 0 || flock(f->share_lock, LOCK_EX | LOCK_NB) != 0) {
        complain("farm", "folder %s: share %ld/%ld is being computed by another farm", f->folder, f->share,
                 f->shares);
        return false;
    }
    return true;
}

static unsigned long checksum_of(const char *program)
{
    unsigned char block[1 << 14];
    unsigned long sum = crc32(0, NULL, 0);
    FILE *in = fopen(program, "rb"); /* a name of PATH has none */
    for (size_t n = 0; in && (n = fread(block, 1, sizeof block, in)) > 0;) {
        sum = crc32(sum, block, (unsigned)n);
    }
    if (in) {
        fclose(in);
    }
    return sum;
}

static const char *name_of(const char *program)
{
    const char *slash = strrchr(program, '/');
    return slash ? slash + 1 : program;
}

/* farm/farm: lines "name value" */
static bool read_description(const farm *f, char *program, long *n, unsigned long *checksum)
{
    char path[FARM_PATH];
    snprintf(path, sizeof path, "%s/farm", f->folder);
    FILE *in = fopen(path, "r");
    const bool good =
        in && fscanf(in, "cases %ld\nchecksum %lx\nprogram %511[^\n]", n, checksum, program) == 3;
    if (in) {
        fclose(in);
    }
    return good && *n >= 1;
}

bool read_farm_size(farm *f)
{
    char program[LINE];
    const bool good = read_description(f, program, &f->n, &f->checksum);
    if (!good) {
        complain("farm", "folder %s holds no farm: -d FOLDER names another one", f->folder);
    }
    return good;
}

/* Cases of another program are refused, those of another build reported. A farm may grow. */
static bool describe(farm *f)
{
    char path[FARM_PATH], program[LINE] = "", text[LINE + 128];
    long n = 0;
    unsigned long before = 0;
    const bool is_there = read_description(f, program, &n, &before);
    if (is_there && strcmp(program, name_of(f->program)) != 0) {
        complain("farm", "folder %s has the cases of the program %s: choose another one with -d", f->folder,
                 program);
        return false;
    }
    if (is_there && before != f->checksum) {
        complain(
            "farm",
            "note: %s has changed since the farm was begun: complete cases stay as they are; remove their "
            "folders in %s to compute them again",
            f->program, f->folder);
    }
    snprintf(path, sizeof path, "%s/farm", f->folder);
    snprintf(text, sizeof text, "cases %ld\nchecksum %08lx\nprogram %.500s\n", f->n, f->checksum,
             name_of(f->program));
    const int error = is_there && n == f->n && before == f->checksum ? 0 : write_whole(path, text);
    return error ? refuse_folder(f, error) : true;
}

static void forget_failures(const farm *f)
{
    for (long k = 1; k <= f->n; k++) {
        record r;
        char path[FARM_PATH];
        case_path(path, f, k, "failed");
        if (is_of_share(f, k) && read_case(f, k, &r) != CASE_COMPLETE && r.tries > 0) {
            unlink(path);
        }
    }
}

bool open_farm(farm *f)
{
    if (mkdir(f->folder, 0777) != 0 && errno != EEXIST) {
        return refuse_folder(f, errno);
    }
    f->checksum = checksum_of(f->program);
    if (!lock_folder(f) || !describe(f)) {
        close_farm(f);
        return false;
    }
    if (f->retry) {
        forget_failures(f);
    }
    return true;
}

void close_farm(farm *f)
{
    if (f->share_lock >= 0) {
        close(f->share_lock);
    }
    if (f->lock >= 0) {
        close(f->lock);
    }
    f->lock = f->share_lock = -1;
}
