/* rdg export RUN FILE.h5: by the program rdg-hdf5, which lies beside this one. */
#define _POSIX_C_SOURCE 200809L

#include "rdg.h"

#include <ridgewalk/toolbox.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The place of the other program: beside this one, or to be searched. */
static void find_program(char *program, size_t size)
{
    const char *name = "rdg-hdf5";
    const ssize_t length = readlink("/proc/self/exe", program, size - 1);
    char *slash = NULL;
    if (length > 0) {
        program[length] = '\0';
        slash = strrchr(program, '/');
    }
    if (slash && (size_t)(slash + 1 - program) + strlen(name) < size) {
        memcpy(slash + 1, name, strlen(name) + 1);
    }
    if (!slash || access(program, X_OK) != 0) {
        snprintf(program, size, "%s", name);
    }
}

int export_hdf5(const call *c, rdg_run *run, const char *path)
{
    (void)run;
    char program[4096];
    find_program(program, sizeof program);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        execlp(program, program, rdg_run_folder(c->ctx), c->word[0], path, (char *)NULL);
        if (errno == ENOENT) {
            complain("export",
                     "%s is not installed, as libhdf5 was missing when Ridgewalk was built; write "
                     "a .npz or .csv file, or install libhdf5-dev and build again",
                     program);
        } else {
            complain("export", "%s cannot be started: %s", program, strerror(errno));
        }
        _exit(TROUBLE);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        return complain("export", "%s cannot be started: %s", program, strerror(errno));
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? SAME : TROUBLE;
}
