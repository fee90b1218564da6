/* Running gnuplot: without a shell, its script on standard input, what it states kept for the message. Not by
 * popen(): the script is a file, so that gnuplot's early end cannot kill the program by SIGPIPE, and a
 * missing gnuplot is reported from one that fails. */
#define _POSIX_C_SOURCE 200809L

#include "plot_impl.h"

#include "toolbox.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { SAID_SIZE = 400 };

/* Start gnuplot; 0 or an errno. -d: the user's own settings do not change our pictures. */
static int start(FILE *script, FILE *said, pid_t *child)
{
    char name[] = "gnuplot", defaults[] = "-d";
    char *arguments[] = {name, defaults, NULL};
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) {
        return error;
    }
    error = posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO);
    if (!error) {
        error = posix_spawn_file_actions_adddup2(&actions, fileno(said), STDOUT_FILENO);
    }
    if (!error) {
        error = posix_spawn_file_actions_adddup2(&actions, fileno(said), STDERR_FILENO);
    }
    if (!error) {
        error = posix_spawnp(child, name, &actions, NULL, arguments, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* The last line that gnuplot wrote and that has words in it: what went wrong. */
static void last_words(FILE *said, char words[SAID_SIZE])
{
    char line[SAID_SIZE];
    snprintf(words, SAID_SIZE, "it gives no reason");
    rewind(said);
    while (fgets(line, sizeof line, said)) {
        const char *text = line + strspn(line, " \t");
        if (strpbrk(text, "abcdefghijklmnopqrstuvwxyz")) {
            snprintf(words, SAID_SIZE, "%.*s", (int)strcspn(text, "\n"), text);
        }
    }
}

static rdg_status not_installed(rdg_context *ctx, const char *path)
{
    return rdg_fail(ctx, RDG_ERR_LIBRARY, "rdg_plot",
                    "%s: gnuplot is not installed, or is not among the programs of PATH", path);
}

static rdg_status run_gnuplot(rdg_context *ctx, const char *path, FILE *script, FILE *said)
{
    enum {
        NOT_STARTED = 127
    }; /* posix_spawn() may learn it too late to answer it: then the child ends with it */
    pid_t child = 0;
    const int error = start(script, said, &child);
    if (error == ENOENT) {
        return not_installed(ctx, path);
    }
    if (error) {
        return rdg_fail(ctx, RDG_ERR_LIBRARY, "rdg_plot", "%s: gnuplot cannot be started: %s", path,
                        strerror(error));
    }
    int how = 0;
    pid_t ended = waitpid(child, &how, 0);
    while (ended < 0 && errno == EINTR) {
        ended = waitpid(child, &how, 0);
    }
    if (ended == child && WIFEXITED(how) && WEXITSTATUS(how) == 0) {
        return RDG_OK;
    }
    if (ended == child && WIFEXITED(how) && WEXITSTATUS(how) == NOT_STARTED) {
        return not_installed(ctx, path);
    }
    char words[SAID_SIZE];
    last_words(said, words);
    return rdg_fail(ctx, RDG_ERR_LIBRARY, "rdg_plot", "%s: gnuplot could not draw it: %s", path, words);
}

rdg_status rdg_plot_gnuplot(rdg_context *ctx, const char *path, FILE *script)
{
    FILE *said = tmpfile();
    if (!said || fflush(script) != 0 || ferror(script)) {
        const int error = errno;
        if (said) {
            fclose(said);
        }
        return rdg_fail(ctx, RDG_ERR_IO, "rdg_plot", "%s: the script of gnuplot cannot be written: %s", path,
                        strerror(error));
    }
    rewind(script);
    const rdg_status status = run_gnuplot(ctx, path, script, said);
    fclose(said);
    return status;
}
