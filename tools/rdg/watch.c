/* rdg watch: the rows of a run as they come, until it ends. */
#define _POSIX_C_SOURCE 200809L

#include "rdg.h"

#include <ridgewalk/toolbox.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static const struct timespec pause_between = {.tv_nsec = 300000000};

bool has_writer(const call *c)
{
    char path[4096];
    long process = 0;
    snprintf(path, sizeof path, "%s/%s.db-lock", rdg_run_folder(c->ctx), c->word[0]);
    const int lock =
        open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC); /* a pipe is not waited for */
    char said[24] = "";
    if (lock >= 0) {
        (void)!read(lock, said, sizeof said - 1);
        close(lock);
    }
    process = strtol(said, NULL, 10);
    return process > 0 && (kill((pid_t)process, 0) == 0 || errno == EPERM);
}

int watch_run(const call *c)
{
    watched seen = {.first = true};
    while (true) {
        const bool is_written = has_writer(c); /* asked first: what it has written by then is read below */
        rdg_run *run = seen.first ? opened_run(c, c->word[0]) : rdg_run_open(c->ctx, c->word[0]);
        if (!run && !seen.first) {
            return tell_removed(c, "watch");
        }
        if (!run || !print_new_rows(c, run, &seen)) {
            return TROUBLE;
        }
        const bool is_finished = rdg_run_finished(run);
        rdg_run_free(run);
        fflush(stdout);
        if (is_finished) {
            return SAME;
        }
        if (!is_written) {
            fprintf(stderr, "rdg watch: the run was cut off: nobody writes it\n");
            return DIFFERENT;
        }
        nanosleep(&pause_between, NULL);
    }
}
