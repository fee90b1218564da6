/* What a farm has done: the line of progress, the last line, and rdg farm --state. */
#define _POSIX_C_SOURCE 200809L

#include "farm_parts.h"
#include "rdg.h"

#include <ridgewalk/timing.h>

#include <math.h>
#include <stdio.h>
#include <unistd.h>

static long count_share(const farm *f)
{
    long n = 0;
    for (long k = 1; k <= f->n; k++) {
        n += is_of_share(f, k);
    }
    return n;
}

void print_progress(const farm *f, const dealer *d, double begin)
{
    static double last = -INFINITY;
    static long complete_before = -1;
    const double now = rdg_seconds(), between = 0.2;
    if (complete_before < 0) {
        complete_before = d->complete;
    }
    if (!isatty(STDERR_FILENO) || now - last < between) {
        return;
    }
    last = now;
    const long n = count_share(f), done = d->complete - complete_before;
    fprintf(stderr, "\r%ld of %ld cases complete, %ld failed, %ld running", d->complete, n, d->failed,
            d->running);
    if (done > 0) {
        fprintf(stderr, ", %.0f s left",
                (now - begin) / (double)done * (double)(n - d->complete - d->failed));
    }
    fputs("\033[K", stderr);
}

int print_end(const farm *f, const dealer *d, bool whole, double begin)
{
    const long n = count_share(f);
    if (isatty(STDERR_FILENO)) {
        fputs("\r\033[K", stderr);
    }
    printf("%ld of %ld cases complete, %ld failed, %.1f s%s\n", d->complete, n, d->failed,
           rdg_seconds() - begin, whole ? "" : "; interrupted: the same command goes on");
    if (d->failed > 0) {
        complain("farm", "rdg farm --state -d %s lists the failed cases; --retry computes them again",
                 f->folder);
    }
    return whole && d->complete == n ? SAME : DIFFERENT;
}

int print_state(const farm *f)
{
    long count[CASE_COMPLETE + 1] = {0};
    for (long k = 1; k <= f->n; k++) {
        record r;
        char path[FARM_PATH];
        const case_state state = read_case(f, k, &r);
        count[state]++;
        if (r.status != 0) {
            case_path(path, f, k, NULL);
            show("%s: %s, exit status %d at try %d: %s", path, state == CASE_FAILED ? "failed" : "begun",
                 r.status, r.tries, r.message);
            putchar('\n');
        }
    }
    printf("%ld complete, %ld begun, %ld failed, %ld open\n", count[CASE_COMPLETE], count[CASE_BEGUN],
           count[CASE_FAILED], count[CASE_OPEN]);
    return count[CASE_COMPLETE] == f->n ? SAME : DIFFERENT;
}
