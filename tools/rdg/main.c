/* rdg: looks into runs. */
#include "farm_parts.h"
#include "rdg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct command {
    const char *name, *usage, *about;
    const char *options; /* that it takes, besides -d */
    int least, most;     /* words */
    int (*run)(const call *c);
} command;

static const command commands[] = {
    {"ls", "rdg ls", "list the runs: points, special points, how they ended", "", 0, 0, list_runs},
    {"bd", "rdg bd RUN [COLUMN...] [-t TYPE] [--csv]", "print the table of a run, or some of its columns",
     "tc", 1, 62, print_table},
    {"points", "rdg points RUN", "print the labelled special points of a run, and how it was computed", "", 1,
     1, print_points},
    {"watch", "rdg watch RUN [COLUMN...]", "print the rows of a run as they come, until it ends", "", 1, 62,
     watch_run},
    {"plot", "rdg plot RUN X Y [-o FILE] [--hz] [--live]",
     "draw a column over another, with special points marked; --farm: of all cases of a farm", "olhftp", 2, 3,
     plot_run},
    {"diff", "rdg diff RUN1 RUN2 [-r TOLERANCE]", "compare two runs; exit status 0: the same, 1: different",
     "r", 2, 2, compare_runs},
    {"export", "rdg export RUN FILE",
     "write a run for another program: FILE.csv, FILE.npz (NumPy), FILE.h5 (HDF5), FILE.vtk (surfaces), "
     "FILE.db",
     "", 2, 2, export_run},
    {"sql", "rdg sql RUN STATEMENT", "what SQLite answers: rdg sql frc \"select * from special\"", "", 2, 2,
     ask_run},
    {"farm", "rdg farm PROGRAM N [-j PROCESSES]",
     "run a program for the cases 1 to N, several at a time; the same command goes on with what is left", "",
     0, 0, NULL},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

const char *reason_of(const call *c)
{
    const char *message = rdg_error_message(c->ctx);
    const size_t n = strncmp(message, "rdg_", 4) == 0 ? strcspn(message, ": ") : 0;
    return n > 0 && strncmp(message + n, ": ", 2) == 0 ? message + n + 2 : message;
}

int tell_removed(const call *c, const char *command)
{
    return complain(command, "%s is no longer there, or cannot be read any more: %s", c->word[0],
                    reason_of(c));
}

rdg_run *opened_run(const call *c, const char *name)
{
    rdg_run *run = rdg_run_open(c->ctx, name);
    if (!run) {
        complain("", "%s", reason_of(c));
    }
    return run;
}

const char *run_fact(const call *c, rdg_run *run, const char *name)
{
    const char *text = rdg_run_text(run, name);
    rdg_error_clear(c->ctx);
    return text ? text : "";
}

static void print_help(const command *one)
{
    if (one && !one->run) {
        printf("%s", farm_help);
        return;
    }
    if (one) {
        printf("usage: %s [-d FOLDER]\n\n%s\n", one->usage, one->about);
    } else {
        printf("usage: rdg COMMAND ...\n\nrdg reads runs, and starts many of them.\n\n");
        for (int i = 0; i < N_COMMANDS; i++) {
            printf("  %-44s %s\n", commands[i].usage, commands[i].about);
        }
    }
    printf("\n  -d FOLDER     where the runs are (default: runs, of a farm: farm)\n");
    if (!one || strchr(one->options, 'o')) {
        printf("  -o FILE       picture to write: .png, .svg or .pdf (default: RUN.png)\n"
               "  --hz          columns in rad/s in Hz\n"
               "  --caption TEXT  a text below the picture: \"m = 1 kg, k = 4 N/m\"\n"
               "  --live        draw it again as the run grows, until it ends\n"
               "  --farm        the curves of RUN in all cases of a farm; without Y the distribution of X "
               "over them,\n"
               "                its values at points of a type (-t), or the greatest of each case\n");
    }
    if (!one || strchr(one->options, 't')) {
        printf("  -t TYPE       only points of this type: FP, BP, UZ, ...\n"
               "  --csv         numbers with all digits, separated by commas\n");
    }
    if (!one || strchr(one->options, 'r')) {
        printf("  -r TOLERANCE  relative difference that counts as none (default: 1e-6)\n");
    }
    printf("  --help        this text\n  --version     version of the library\n");
}

static const command *find_command(const char *name)
{
    for (int i = 0; i < N_COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

/* The option at argv[i]; the number of words it takes, 0: an option that this command does not have. */
static int take_option(const command *one, call *c, int argc, char **argv, int i)
{
    const char *option = argv[i];
    if (strcmp(option, "--csv") == 0 && strchr(one->options, 'c')) {
        c->csv = true;
        return 1;
    }
    if (strcmp(option, "--live") == 0 && strchr(one->options, 'l')) {
        c->live = true;
        return 1;
    }
    if (strcmp(option, "--farm") == 0 && strchr(one->options, 'f')) {
        c->farm = true;
        return 1;
    }
    if (strcmp(option, "--hz") == 0 && strchr(one->options, 'h')) {
        c->hz = true;
        return 1;
    }
    if (strcmp(option, "--caption") == 0 && strchr(one->options, 'p') && i + 1 < argc) {
        c->caption = argv[i + 1];
        return 2;
    }
    const char letter = option[0] == '-' && option[1] != '-' && option[2] == '\0' ? option[1] : '\0';
    if (letter == '\0' || i + 1 >= argc ||
        (letter != 'd' && (strchr("clhfp", letter) || !strchr(one->options, letter)))) {
        return 0;
    }
    const char *value = argv[i + 1];
    char *end = NULL;
    switch (letter) {
    case 'd':
        c->folder = value;
        return 2;
    case 'o':
        c->output = value;
        return 2;
    case 't':
        c->type = value;
        return 2;
    default:
        c->tolerance = strtod(value, &end);
        return end != value && *end == '\0' && c->tolerance >= 0.0 ? 2 : 0;
    }
}

static int run_command(const command *one, call *c, int argc, char **argv)
{
    for (int i = 2; i < argc;) {
        if (argv[i][0] == '-' && argv[i][1] != '\0') {
            const int taken = take_option(one, c, argc, argv, i);
            if (taken == 0) {
                return complain(one->name, "option \"%s\" is unknown or lacks its value; usage: %s", argv[i],
                                one->usage);
            }
            i += taken;
        } else if (c->n < one->most) {
            c->word[c->n++] = argv[i++];
        } else {
            return complain(one->name, "\"%s\" is one word too many; usage: %s", argv[i], one->usage);
        }
    }
    if (c->n < one->least) {
        return complain(one->name, "too few words; usage: %s", one->usage);
    }
    c->folder = c->folder ? c->folder : c->farm ? "farm" : "runs";
    c->ctx = rdg_context_create();
    rdg_set_run_folder(c->ctx, c->folder);
    const int status = rdg_error_status(c->ctx) == RDG_OK ? one->run(c) : TROUBLE;
    rdg_context_free(c->ctx);
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(argc > 2 ? find_command(argv[2]) : NULL);
        return argc < 2 ? TROUBLE : SAME;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("rdg (Ridgewalk) %s\n", rdg_version());
        return SAME;
    }
    const command *one = find_command(argv[1]);
    if (!one) {
        return complain(
            "", "there is no command \"%s\"; there are: ls, bd, points, watch, plot, diff, export, sql, farm",
            argv[1]);
    }
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            print_help(one);
            return SAME;
        }
    }
    call c = {.tolerance = 1e-6};
    const int status = one->run ? run_command(one, &c, argc, argv) : run_farm(argc - 2, argv + 2);
    return fflush(stdout) == 0 && !ferror(stdout) ? status : TROUBLE;
}
