/* Processor time (user and system) of whole processes: the least of many runs of each, in milliseconds.
 *
 *   process_cpu rounds folder program [argument...] [-- folder program [argument...]]...
 *
 * Each command runs in its folder, and each round runs every command once, so that a busy moment of the
 * machine falls on all of them. What they print is thrown away. Prints one number a command. */
#define _XOPEN_SOURCE 700

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_COMMANDS = 16 };

/* Processor time of all children so far that have ended. */
static double children_ms(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return 1e3 * (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-3 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Run a command (folder, program, arguments) once, silently. Returns its processor time, or -1 if it could
 * not be run or failed. */
static double run_ms(char *const *command, int home)
{
    if (chdir(command[0]) != 0) {
        return -1.0;
    }
    posix_spawn_file_actions_t silent;
    posix_spawn_file_actions_init(&silent);
    posix_spawn_file_actions_addopen(&silent, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&silent, 2, "/dev/null", O_WRONLY, 0);
    const double before = children_ms();
    pid_t child;
    int status = -1;
    if (posix_spawnp(&child, command[1], &silent, NULL, command + 1, environ) == 0) {
        waitpid(child, &status, 0);
    }
    posix_spawn_file_actions_destroy(&silent);
    return fchdir(home) == 0 && status == 0 ? children_ms() - before : -1.0;
}

/* Split at "--", which become the ends of the commands. Returns how many there are; 0 for what is none. */
static int split(int argc, char **argv, char **command[MOST_COMMANDS])
{
    int count = 0;
    int first = 2;
    for (int i = 2; i <= argc; i++) {
        if (i < argc && strcmp(argv[i], "--") != 0) {
            continue;
        }
        if (i - first < 2 || count == MOST_COMMANDS) {
            return 0;
        }
        argv[i] = NULL;
        command[count++] = argv + first;
        first = i + 1;
    }
    return count;
}

int main(int argc, char **argv)
{
    char **command[MOST_COMMANDS];
    double least[MOST_COMMANDS];
    const long rounds = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
    const int count = rounds > 0 ? split(argc, argv, command) : 0;
    const int home = open(".", O_RDONLY | O_DIRECTORY);
    if (count == 0 || home < 0) {
        fprintf(stderr, "use: process_cpu rounds folder program [argument...] [-- folder program...]...\n");
        return 2;
    }
    for (long round = 0; round < rounds; round++) {
        for (int k = 0; k < count; k++) {
            const double ms = run_ms(command[k], home);
            if (ms < 0.0) {
                fprintf(stderr, "%s could not be run in %s, or failed\n", command[k][1], command[k][0]);
                return 1;
            }
            least[k] = round == 0 || ms < least[k] ? ms : least[k];
        }
    }
    for (int k = 0; k < count; k++) {
        printf("%.3f\n", least[k]);
    }
    return 0;
}
