/* What must hold of every public call: NULL for a pointer, NaN and infinity for a number end in a status and
 * a message, never in a crash. A table has one valid call of each function, in which every pointer and number
 * is marked; the call is then made once as it is and once for each mark with NULL or NaN, then infinity, in
 * its place, each time in a process of its own.
 *
 *     #define CALLS(X) X(rdg_set_unit, STATUS, rdg_set_unit(SELF(w->p), NEEDED("x"), NEEDED("m")))
 */
#ifndef RDG_TEST_MISUSE_H
#define RDG_TEST_MISUSE_H

#include "support.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum misuse_mark {
    MISUSE_NONE,
    MISUSE_SELF,     /* the object: without it there is no context and no message */
    MISUSE_NEEDED,   /* must be refused in words */
    MISUSE_OPTIONAL, /* may be NULL: whatever the answer is, there is one */
} misuse_mark;

/* Shared with the process that makes the call. */
typedef struct misuse_told {
    int marks;
    misuse_mark hit;
    const char *text; /* of the argument that is replaced: a literal, at one place in both processes */
    char message[256];
    bool answered, claims, refused, has_message, is_number;
} misuse_told;

static misuse_told *told;
static int misuse_target;
static double misuse_number = NAN; /* in place of a number */

static inline bool misuse_hit(misuse_mark mark, const char *text)
{
    if (++told->marks != misuse_target) {
        return false;
    }
    told->hit = mark;
    told->text = text;
    return true;
}

static inline double misuse_value(misuse_mark mark, const char *text, double value)
{
    const bool hit = misuse_hit(mark, text);
    told->is_number = told->is_number || hit;
    return hit ? misuse_number : value;
}

enum { MISUSE_MOST = 512 };

static inline const double *misuse_vector(const char *text, const double *values, rdg_index n,
                                          double *changed)
{
    if (misuse_hit(MISUSE_NEEDED, text)) {
        return NULL;
    }
    assert_in_range(n, 1, MISUSE_MOST);
    memcpy(changed, values, (size_t)n * sizeof *values);
    changed[n - 1] = misuse_value(MISUSE_NEEDED, text, values[n - 1]);
    return changed;
}

#define SELF(x) (misuse_hit(MISUSE_SELF, #x) ? NULL : (x))
#define NEEDED(x) (misuse_hit(MISUSE_NEEDED, #x) ? NULL : (x))
#define OPTIONAL(x) (misuse_hit(MISUSE_OPTIONAL, #x) ? NULL : (x))
#define FINITE(x) misuse_value(MISUSE_NEEDED, #x, x)
/* NULL, then NaN and infinity for the last of its n values */
#define VECTOR(x, n) misuse_vector(#x, x, n, (double[MISUSE_MOST]){0.0})
/* NaN is refused; infinity may stand for no bound */
#define BOUND(x) misuse_value(isnan(misuse_number) ? MISUSE_NEEDED : MISUSE_OPTIONAL, #x, x)
#define ANY(x) misuse_value(MISUSE_OPTIONAL, #x, x)

/* What a call answers, and when that is a refusal */
#define STATUS(...) told->claims = true, told->refused = (__VA_ARGS__) != RDG_OK
/* the same of a call that is refused as it stands, too */
#define TRIED(...) told->claims = misuse_target > 0, told->refused = (__VA_ARGS__) != RDG_OK
#define POINTER(...) told->claims = true, told->refused = (__VA_ARGS__) == NULL
#define PLACE(...) told->claims = true, told->refused = (__VA_ARGS__) < 0
#define NUMBER(...) told->claims = true, told->refused = isnan(__VA_ARGS__)
/* as a callback: nonzero, without a message */
#define CODE(...) told->has_message = (told->refused = (__VA_ARGS__) != 0), told->claims = true
/* nothing that could tell */
#define NOTHING(...) (void)(__VA_ARGS__)
#define VOID(...) __VA_ARGS__

#define MISUSE_DEFINE(name, kind, ...)                                                                       \
    static void call_##name(world *w)                                                                        \
    {                                                                                                        \
        (void)w;                                                                                             \
        kind(__VA_ARGS__);                                                                                   \
    }
#define MISUSE_ENTRY(name, kind, ...) {#name, call_##name},

/* In the file of the table: typedef struct world, with a context `ctx`, then CALLS(MISUSE_DEFINE). */
typedef struct world world;

typedef struct misuse_call {
    const char *name;
    void (*call)(world *w);
} misuse_call;

static inline void misuse_make(const misuse_call *c, world *w, rdg_context *ctx)
{
    const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}; /* cmocka would catch them */
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        signal(signals[i], SIG_DFL);
    }
    alarm(60);
    c->call(w);
    told->has_message = told->has_message || rdg_shortfalls(ctx) > 0 ||
                        (rdg_error_status(ctx) != RDG_OK && *rdg_error_message(ctx));
    snprintf(told->message, sizeof told->message, "%.250s", rdg_error_message(ctx));
    told->answered = true;
    _exit(0);
}

/* false, and says so: the call with the mark `target` replaced did not do what it should. */
static inline bool misuse_is_refused(const misuse_call *c, world *w, rdg_context *ctx, int target)
{
    *told = (misuse_told){.marks = 0};
    misuse_target = target;
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        misuse_make(c, w, ctx);
    }
    int status = 0;
    waitpid(child, &status, 0);
    const char *wrong = NULL;
    if (!told->answered) {
        wrong = "crashes";
    } else if (target == 0) {
        wrong = told->claims && told->refused ? "is refused as it stands" : NULL;
    } else if (told->claims && told->hit != MISUSE_OPTIONAL) {
        wrong = !told->refused                                     ? "is accepted"
                : told->hit == MISUSE_NEEDED && !told->has_message ? "is refused without a message"
                                                                   : NULL;
    }
    if (wrong) {
        const char *with = target == 0            ? "the call"
                           : !told->is_number     ? "NULL for"
                           : isnan(misuse_number) ? "NaN for"
                                                  : "infinity for";
        print_error("%s: %s %s %s. %s\n", c->name, with, told->text ? told->text : "", wrong, told->message);
    }
    return !wrong;
}

static inline void misuse_check(const misuse_call *calls, size_t n, world *w, rdg_context *ctx)
{
    told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(told != MAP_FAILED);
    assert_ok(ctx, rdg_error_status(ctx));
    int wrong = 0;
    for (size_t i = 0; i < n; i++) {
        wrong += !misuse_is_refused(&calls[i], w, ctx, 0);
        const int marks = told->marks;
        for (int target = 1; target <= marks; target++) {
            wrong += !misuse_is_refused(&calls[i], w, ctx, target);
            if (told->is_number) {
                misuse_number = INFINITY;
                wrong += !misuse_is_refused(&calls[i], w, ctx, target);
                misuse_number = NAN;
            }
        }
    }
    munmap(told, sizeof *told);
    assert_int_equal(wrong, 0);
}

#endif
