/* Local processes: as many cases at a time as there are cores. */
#define _POSIX_C_SOURCE 200809L

#include "farm_parts.h"
#include "rdg.h"

#include <ridgewalk/timing.h>

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TURN 0.5     /* s until the pool looks about without a signal */
#define PATIENCE 5.0 /* s for a process that was asked to end */

typedef struct pool {
    const farm *f;
    dealer *d;
    attempt *at; /* one a process */
    item **from; /* what it computes; NULL: free */
    double begin, beat;
    sigset_t signals;
} pool;

/* The case that another process has completed, or given up, is none of ours. */
static bool is_settled(const pool *p, item *i)
{
    record r;
    const case_state state = read_case(p->f, i->number, &r);
    i->tries = r.tries > i->tries ? r.tries : i->tries;
    if (state == CASE_COMPLETE || state == CASE_FAILED) {
        report(p->d, i, state == CASE_COMPLETE ? COMPLETE : FAILED);
    }
    return state == CASE_COMPLETE || state == CASE_FAILED;
}

static int find_free(const pool *p)
{
    int slot = 0;
    while (p->from[slot]) {
        slot++;
    }
    return slot;
}

/* false: all that is left is computed by others: a pause is due. */
static bool fill_pool(pool *p)
{
    bool idle = false;
    item *i = deal(p->d, &idle);
    while (i) {
        if (!is_settled(p, i)) {
            const int slot = find_free(p);
            const outcome o = start_case(p->f, i->number, &p->at[slot]);
            if (o == COMPLETE) {
                p->from[slot] = i;
            } else {
                report(p->d, i, o);
            }
        }
        i = deal(p->d, &idle);
    }
    return !idle;
}

static void collect(pool *p)
{
    int status = 0;
    pid_t ended = 0;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
        for (int k = 0; k < p->f->processes; k++) {
            if (p->from[k] && p->at[k].process == ended) {
                report(p->d, p->from[k], end_case(p->f, &p->at[k], status));
                p->from[k] = NULL;
            }
        }
    }
}

/* Heartbeats. A case that was taken from us, as after a long sleep of this machine, is left. */
static void renew_claims(pool *p)
{
    const double now = rdg_seconds();
    if (!p->f->dynamic || now - p->beat < p->f->beat) {
        return;
    }
    p->beat = now;
    for (int k = 0; k < p->f->processes; k++) {
        if (p->from[k] && !renew_claim(p->f, p->at[k].number, p->at[k].claim)) {
            complain("farm", "case %ld: another process has taken it, as heartbeats were missing",
                     p->at[k].number);
            kill(-p->at[k].process, SIGKILL);
            waitpid(p->at[k].process, NULL, 0);
            forget_case(p->f, &p->at[k]);
            report(p->d, p->from[k], ELSEWHERE);
            p->from[k] = NULL;
        }
    }
}

/* The signal that came within so many seconds, or 0. */
static int wait_for_signal(const pool *p, double seconds)
{
    const struct timespec most = {.tv_sec = (time_t)seconds,
                                  .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    const int signal = sigtimedwait(&p->signals, NULL, &most);
    return signal > 0 ? signal : 0;
}

static void stop_pool(pool *p)
{
    const double begin = rdg_seconds();
    bool runs = true;
    for (int send = SIGTERM; runs; send = rdg_seconds() - begin > PATIENCE ? SIGKILL : 0) {
        runs = false;
        for (int k = 0; k < p->f->processes; k++) {
            if (!p->from[k]) {
                continue;
            }
            if (send) {
                kill(-p->at[k].process, send);
            }
            if (waitpid(p->at[k].process, NULL, WNOHANG) == 0) {
                runs = true;
            } else {
                forget_case(p->f, &p->at[k]);
                report(p->d, p->from[k], ELSEWHERE);
                p->from[k] = NULL;
            }
        }
        if (runs) {
            wait_for_signal(p, TURN);
        }
    }
}

static bool run_to_end(pool *p)
{
    while (true) {
        const bool has_work = fill_pool(p);
        if (is_dealt_out(p->d)) {
            return true;
        }
        print_progress(p->f, p->d, p->begin);
        const int signal = wait_for_signal(p, has_work ? fmin(TURN, p->f->beat / 4.0) : p->f->beat);
        if (signal != 0 && signal != SIGCHLD) {
            return false;
        }
        collect(p);
        renew_claims(p);
    }
}

/* Those that end the farm, unless they are ignored, as under nohup. */
static void choose_signals(sigset_t *signals)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action;
    sigemptyset(signals);
    sigaddset(signals, SIGCHLD);
    signal(SIGCHLD, SIG_DFL);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            sigaddset(signals, ending[i]);
        }
    }
}

bool run_pool(const farm *f, dealer *d)
{
    sigset_t before;
    pool p = {.f = f, .d = d, .begin = rdg_seconds(), .beat = rdg_seconds()};
    p.at = calloc((size_t)f->processes, sizeof *p.at);
    p.from = calloc((size_t)f->processes, sizeof(item *));
    bool whole = false;
    choose_signals(&p.signals);
    sigprocmask(SIG_BLOCK, &p.signals, &before);
    if (p.at && p.from) {
        whole = run_to_end(&p);
        if (!whole) {
            stop_pool(&p);
        }
    } else {
        complain("farm", "no memory for %d processes", f->processes);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    free(p.from);
    free(p.at);
    return whole;
}
