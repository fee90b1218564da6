/* To be put before a program by LD_PRELOAD: an invalid operation, a division by zero or an overflow ends it,
 * with the calls that led there. Programs that it starts (gnuplot) run without. */
#define _GNU_SOURCE

#include <execinfo.h>
#include <fenv.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void report(int signal)
{
    static const char text[] = "arithmetic trap at\n";
    void *call[32];
    (void)signal;
    if (write(STDERR_FILENO, text, sizeof text - 1) > 0) {
        backtrace_symbols_fd(call, backtrace(call, 32), STDERR_FILENO);
    }
    _exit(2);
}

static void __attribute__((constructor)) begin(void)
{
    unsetenv("LD_PRELOAD");
    signal(SIGFPE, report);
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
}
