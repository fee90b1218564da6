/* Processor time (user and system) of a whole process: the least of many runs, in milliseconds.
 *
 *   process_cpu repetitions program [argument...]
 *
 * What the program prints is thrown away. */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

/* Processor time of all children so far that have ended. */
static double children_ms(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return 1e3 * (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-3 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Run the program once, silently. Returns its processor time, or -1 if it could not be run or failed. */
static double run_ms(char *const *command)
{
    posix_spawn_file_actions_t silent;
    posix_spawn_file_actions_init(&silent);
    posix_spawn_file_actions_addopen(&silent, 1, "/dev/null", O_WRONLY, 0);
    const double before = children_ms();
    pid_t child;
    int status = -1;
    if (posix_spawnp(&child, command[0], &silent, NULL, command, environ) == 0) {
        waitpid(child, &status, 0);
    }
    posix_spawn_file_actions_destroy(&silent);
    return status == 0 ? children_ms() - before : -1.0;
}

int main(int argc, char **argv)
{
    const long repetitions = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
    if (repetitions < 1) {
        fprintf(stderr, "use: process_cpu repetitions program [argument...]\n");
        return 2;
    }
    double least = -1.0;
    for (long i = 0; i < repetitions; i++) {
        const double ms = run_ms(argv + 2);
        if (ms < 0.0) {
            fprintf(stderr, "%s could not be run, or failed\n", argv[2]);
            return 1;
        }
        least = i == 0 || ms < least ? ms : least;
    }
    printf("%.3f\n", least);
    return 0;
}
