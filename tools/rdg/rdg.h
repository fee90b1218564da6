/* The command rdg: what its parts share. */
#ifndef RDG_COMMAND_H
#define RDG_COMMAND_H

#include <ridgewalk/ridgewalk.h>

/* Exit status: as diff(1). */
enum { SAME = 0, DIFFERENT = 1, TROUBLE = 2 };

/* A call: what follows the name of the command, options taken out. */
typedef struct call {
    rdg_context *ctx;
    const char *folder;  /* -d: where the runs are */
    const char *output;  /* -o */
    const char *type;    /* -t: only points of this type */
    double tolerance;    /* -r */
    bool csv;            /* --csv */
    bool live;           /* --live */
    bool hz;             /* --hz */
    const char *caption; /* --caption */
    bool farm;           /* --farm */
    int n;               /* words that are no options */
    const char *word[64];
} call;

/* Print what may hold names or words of a file: control characters are replaced, those of the format, too. */
void show(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Print what is wrong, and where help is, to standard error; the answer is TROUBLE. */
int complain(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What the context complains of, without the function of the library that says so. */
const char *reason_of(const call *c);

/* A run that was followed is not there any more; the answer is TROUBLE. */
int tell_removed(const call *c, const char *command);

/* Open a run named in the call; NULL after a message. */
rdg_run *opened_run(const call *c, const char *name);

/* A fact of a run, or "" where it is not known. */
const char *run_fact(const call *c, rdg_run *run, const char *name);

/* Does a column say how a point was come by, and not what it is? */
bool is_of_the_walk(const char *column);

int list_runs(const call *c);
int print_table(const call *c);
int print_points(const call *c);
int plot_run(const call *c);

/* A picture of all complete cases of a farm; false after a message. */
bool draw_farm(const call *c, const char *output);
int watch_run(const call *c);

/* Is there a process that writes the run of the call? */
bool has_writer(const call *c);

/* What was printed of a run that grows at both ends. */
typedef struct watched {
    bool first;                /* nothing yet */
    rdg_index lowest, highest; /* points */
} watched;

/* The rows that have come since; false after a message. */
bool print_new_rows(const call *c, rdg_run *run, watched *seen);

int compare_runs(const call *c);
int export_run(const call *c);
int ask_run(const call *c);

/* The words behind rdg farm. */
int run_farm(int n, char **word);

/* Formats of other programs. */
int export_npz(const call *c, rdg_run *run, const char *path);
int export_hdf5(const call *c, rdg_run *run, const char *path);

/* The run of the call as one SQLite file, whole at one moment, while it is written, too. */
int copy_run(const call *c, const char *path);

#endif
