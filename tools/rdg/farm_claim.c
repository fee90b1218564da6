/* Claims: a file that one process alone can make says that it computes the case. Its time of change is the
 * heartbeat, by the clock of the file system. */
#define _POSIX_C_SOURCE 200809L

#include "farm_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static double time_of_change(const struct stat *about)
{
    return (double)about->st_mtim.tv_sec + 1e-9 * (double)about->st_mtim.tv_nsec;
}

/* Has the owner missed its heartbeats? The clock of the file system is read from the farm's lock. */
static bool is_stale(const farm *f, const char *path)
{
    struct stat claim, lock;
    return stat(path, &claim) == 0 && futimens(f->lock, NULL) == 0 && fstat(f->lock, &lock) == 0 &&
           time_of_change(&lock) - time_of_change(&claim) > MOST_BEATS * f->beat;
}

/* Take a stale claim away. Two processes may see it: the one whose rename() succeeds removes it, and gives it
 * back if it is a new one, made in between. */
static void remove_stale(const farm *f, const char *path)
{
    char aside[FARM_PATH + 64], host[32] = "";
    gethostname(host, sizeof host - 1);
    snprintf(aside, sizeof aside, "%s.%s.%ld", path, host, (long)getpid());
    if (rename(path, aside) != 0) {
        return;
    }
    if (!is_stale(f, aside)) {
        (void)!link(aside, path);
    }
    unlink(aside);
}

int take_claim(const farm *f, long number, int *error)
{
    char path[FARM_PATH], text[300], host[256] = "";
    case_path(path, f, number, "claim");
    if (is_stale(f, path)) {
        remove_stale(f, path);
    }
    const int claim = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    *error = claim < 0 && errno != EEXIST ? errno : 0;
    if (claim >= 0) {
        gethostname(host, sizeof host - 1);
        const int n = snprintf(text, sizeof text, "%s %ld\n", host, (long)getpid());
        (void)!write(claim, text, (size_t)n); /* for the reader: the file itself is the claim */
    }
    return claim;
}

/* Is the claim of that name still ours? */
static bool is_ours(const char *path, int claim)
{
    struct stat named, ours;
    return stat(path, &named) == 0 && fstat(claim, &ours) == 0 && named.st_ino == ours.st_ino &&
           named.st_dev == ours.st_dev;
}

bool renew_claim(const farm *f, long number, int claim)
{
    char path[FARM_PATH];
    case_path(path, f, number, "claim");
    return is_ours(path, claim) && futimens(claim, NULL) == 0;
}

void drop_claim(const farm *f, long number, int claim)
{
    char path[FARM_PATH];
    case_path(path, f, number, "claim");
    if (is_ours(path, claim)) {
        unlink(path);
    }
    close(claim);
}
