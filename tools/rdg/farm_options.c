/* The words behind rdg farm. */
#define _GNU_SOURCE /* sched_getaffinity */

#include "farm_parts.h"
#include "rdg.h"

#include <limits.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char farm_help[] =
    "usage: rdg farm PROGRAM N [OPTION...]\n"
    "       rdg farm PROGRAM N --slurm TASKS [OPTION...] >SCRIPT\n"
    "       rdg farm --state | --table [-d FOLDER]\n\n"
    "run a program for the cases 1 to N, several at a time. Each finds its number in RDG_CASE "
    "(rdg_farm_case()),\n"
    "and computes in a folder of its own, farm/0412. The same command goes on with what is left.\n\n"
    "  -d FOLDER       folder of the farm (default: farm)\n"
    "  -j PROCESSES    so many at a time (default: one for each core)\n"
    "  --retry         also the cases that have failed three times\n"
    "  --scratch DIR   compute on this disk, and move whole files to the farm\n"
    "  --weights FILE  lines \"case weight\": cases with the largest weight, as the expected time, are "
    "first\n"
    "  --share I/M     only the cases k with k mod M = I, as one of M farms on several machines\n"
    "  --dynamic       as one of several farms, each of which claims a case at a time by a file\n"
    "  --beat SECONDS  heartbeat of a claim; three that are missing give the case to others (default: 20)\n"
    "  --state         count the cases that are complete, begun, failed, open; list the failures\n"
    "  --table         collect special points and maxima of all complete cases: FOLDER/index.db, "
    "FOLDER/index.csv\n"
    "  --slurm TASKS   print a script for sbatch: an array of so many shares, each with -j processes\n"
    "  --memory SIZE   in the script: memory of a process, as 2G\n"
    "\nexit status: 0 all cases complete, 1 some are not, 2 nothing was computed\n";

bool is_of_share(const farm *f, long number)
{
    return number % f->shares == f->share;
}

static int count_cores(void)
{
    cpu_set_t cores;
    const int n = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 0;
    return n > 0 ? n : 1;
}

static bool read_count(const char *text, long most, long *count)
{
    char *end = NULL;
    *count = strtol(text, &end, 10);
    return end != text && *end == '\0' && *count >= 1 && *count <= most;
}

/* "3/8" */
static bool read_share(farm *f, const char *text)
{
    char end = 0;
    return sscanf(text, "%ld/%ld%c", &f->share, &f->shares, &end) == 2 && f->shares >= 1 && f->share >= 0 &&
           f->share < f->shares;
}

static bool read_number(const char *text, double *number)
{
    char *end = NULL;
    *number = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*number) && *number > 0.0;
}

/* Options without a value */
static bool take_flag(farm *f, farm_task *task, const char *option)
{
    if (strcmp(option, "--retry") == 0) {
        return f->retry = true;
    }
    if (strcmp(option, "--dynamic") == 0) {
        return f->dynamic = true;
    }
    if (strcmp(option, "--state") == 0 || strcmp(option, "--table") == 0) {
        *task = strcmp(option, "--state") == 0 ? FARM_STATE : FARM_TABLE;
        return true;
    }
    return false;
}

static bool take_value(farm *f, farm_task *task, const char *option, const char *value)
{
    const char **const texts[] = {&f->folder, &f->scratch, &f->weights, &f->memory};
    static const char *const names[] = {"-d", "--scratch", "--weights", "--memory"};
    long count = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(option, names[i]) == 0) {
            *texts[i] = value;
            return *value != '\0';
        }
    }
    if (strcmp(option, "-j") == 0 && read_count(value, 4096, &count)) {
        f->processes = (int)count;
        return true;
    }
    if (strcmp(option, "--slurm") == 0 && read_count(value, INT_MAX, &f->shares)) {
        *task = FARM_SLURM;
        return true;
    }
    return (strcmp(option, "--share") == 0 && read_share(f, value)) ||
           (strcmp(option, "--beat") == 0 && read_number(value, &f->beat));
}

/* A program that is not there would fail in each case. */
static bool find_program(const char *program)
{
    if (strchr(program, '/')) {
        return access(program, X_OK) == 0;
    }
    const char *folder = getenv("PATH");
    bool found = false;
    while (folder && *folder && !found) {
        char path[FARM_PATH];
        const int n = (int)strcspn(folder, ":");
        snprintf(path, sizeof path, "%.*s/%s", n, folder, program);
        found = access(path, X_OK) == 0;
        folder += folder[n] ? n + 1 : n;
    }
    return found;
}

static bool check_farm(const farm *f, farm_task task, const char *count)
{
    const bool computes = task == FARM_COMPUTE || task == FARM_SLURM;
    const char *wrong = !computes && f->program       ? "--state and --table take no program"
                        : computes && !f->program     ? "the program is missing"
                        : computes && !count          ? "the number of cases is missing"
                        : computes && f->n < 1        ? "the number of cases is not a whole number from 1 on"
                        : f->dynamic && f->shares > 1 ? "--share and --dynamic exclude each other"
                        : f->memory && task != FARM_SLURM ? "--memory is for --slurm"
                                                          : NULL;
    if (wrong) {
        complain("farm", "%s%s%s; usage: %s", wrong, computes && count && f->n < 1 ? ": " : "",
                 computes && count && f->n < 1 ? count : "",
                 "rdg farm PROGRAM N; rdg farm --help has all options");
    } else if (computes && !find_program(f->program)) {
        complain("farm", "%s: no such program, or it may not be executed%s", f->program,
                 strchr(f->program, '/') ? "" : "; one of this folder is named ./PROGRAM");
        return false;
    }
    return !wrong;
}

bool read_farm(farm *f, farm_task *task, int n, char **word)
{
    const char *count = NULL;
    *f = (farm){.folder = "farm", .shares = 1, .processes = 0, .beat = 20.0, .lock = -1, .share_lock = -1};
    *task = FARM_COMPUTE;
    for (int i = 0; i < n; i++) {
        if (word[i][0] == '-' && take_flag(f, task, word[i])) {
            continue;
        }
        if (word[i][0] == '-') {
            if (i + 1 >= n || !take_value(f, task, word[i], word[i + 1])) {
                complain("farm",
                         "option \"%s\" is unknown, or its value is missing or wrong; see rdg farm --help",
                         word[i]);
                return false;
            }
            i++;
        } else if (!f->program) {
            f->program = word[i];
        } else if (!count) {
            count = word[i];
            f->n = read_count(count, INT_MAX, &f->n) ? f->n : 0;
        } else {
            complain("farm", "\"%s\" is one word too many; see rdg farm --help", word[i]);
            return false;
        }
    }
    f->processes = f->processes ? f->processes : *task == FARM_SLURM ? 1 : count_cores();
    return check_farm(f, *task, count);
}
