/* Ctrl-C while a run is under way. What it requests stays requested: drivers of many runs, which go on where
 * one of them fails, come to their end, too. The second one ends the program, as without us. */
#define _POSIX_C_SOURCE 200809L

#include "interrupt_impl.h"

#include "context.h"
#include "toolbox.h"

#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t asked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int runs; /* under way, of all contexts */

static void ask(int signal)
{
    (void)signal;
    asked = 1;
}

/* Does SIGINT do what it does without us? */
static bool has_handler(void (*handler)(int))
{
    struct sigaction now;
    return sigaction(SIGINT, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == handler;
}

static void set_handler(void (*handler)(int), int flags)
{
    struct sigaction wanted = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&wanted.sa_mask);
    sigaction(SIGINT, &wanted, NULL);
}

void rdg_interrupts_watch(void)
{
    pthread_mutex_lock(&lock);
    if (runs++ == 0 && !asked && has_handler(SIG_DFL)) {
        set_handler(ask, SA_RESTART | (int)SA_RESETHAND);
    }
    pthread_mutex_unlock(&lock);
}

void rdg_interrupts_leave(void)
{
    pthread_mutex_lock(&lock);
    if (--runs == 0 && has_handler(ask)) {
        set_handler(SIG_DFL, 0);
    }
    pthread_mutex_unlock(&lock);
}

bool rdg_interrupted(void)
{
    return asked != 0;
}

void rdg_interrupt_forget(void)
{
    asked = 0;
}

rdg_status rdg_interrupt_check(rdg_context *ctx, const char *run, const char *then)
{
    return asked ? rdg_fail(ctx, RDG_ERR_INTERRUPTED, "rdg_continue", "run \"%s\": interrupted (Ctrl-C): %s",
                            run, then)
                 : RDG_OK;
}
