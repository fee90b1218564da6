/* A farm: the cases 1 to N of one program, each computed by a process of its own into a folder of its own.
 * What rdg farm and rdg-farm-mpi share. The folder is the only state: a case is complete when its file `done`
 * has been renamed into place. */
#ifndef RDG_FARM_PARTS_H
#define RDG_FARM_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum {
    MOST_TRIES = 3,     /* a case that fails so often is failed */
    MOST_BEATS = 3,     /* a claim that misses so many heartbeats is stale */
    FARM_PATH = 4096,   /* bytes of a path */
    MESSAGE_SIZE = 512, /* bytes of the last line that a program printed */
};

typedef struct farm {
    const char *program; /* path, or a name that is found in PATH */
    const char *folder;
    long n;                 /* cases 1 to n */
    long share, shares;     /* only cases k with k mod shares = share */
    int processes;          /* at a time */
    double beat;            /* s between two heartbeats of a claim */
    const char *scratch;    /* folder of this machine to compute in; NULL: the farm's */
    const char *weights;    /* file with the cases' expected times; NULL: none */
    const char *memory;     /* Slurm: of a process, as "2G"; NULL: Slurm's default */
    bool retry, dynamic;    /* failed cases once more; cases are claimed one by one */
    unsigned long checksum; /* CRC-32 of the program's file */
    int lock, share_lock;   /* descriptors */
} farm;

/* --- farm_options.c */

typedef enum farm_task { FARM_COMPUTE, FARM_STATE, FARM_TABLE, FARM_SLURM } farm_task;

extern const char farm_help[];

/* Read the words behind the command; false after a message. */
bool read_farm(farm *f, farm_task *task, int n, char **word);

/* Is a case one of this farm's share? */
bool is_of_share(const farm *f, long number);

/* --- farm_folder.c: all answer false after a message */

/* Make the folder, refuse another farm at work there, note program and number of cases. */
bool open_farm(farm *f);
void close_farm(farm *f);

/* Read from the folder which program and how many cases it is for. The name of the program is not kept. */
bool read_farm_size(farm *f);

/* --- farm_record.c: what the folder of a case says */

typedef struct record {
    int status; /* exit status of the program; 128 and the signal that ended it */
    int tries;
    double seconds; /* of the last try */
    char message[MESSAGE_SIZE];
} record;

typedef enum case_state { CASE_OPEN, CASE_BEGUN, CASE_FAILED, CASE_COMPLETE } case_state;

/* farm/0412 and, with a name, farm/0412/name */
void case_path(char *path, const farm *f, long number, const char *name);

/* The state; *r is zero where there is no record of a try. */
case_state read_case(const farm *f, long number, record *r);

/* `done` or, after a failed try, `failed`: 0 or an errno. */
int write_record(const farm *f, long number, const record *r);

/* --- farm_file.c: files that appear whole; 0 or an errno */

int write_whole(const char *path, const char *text);

/* Have the disk write the results in a folder: a case is not complete before. */
int sync_files(const char *folder);

/* Copy the files of a case from one folder to another, but for records and locks. */
int copy_files(const char *from, const char *to);

/* Remove a folder and the files in it. */
void remove_folder(const char *folder);

/* --- farm_claim.c: cases claimed by files, for farms on several machines */

/* A descriptor of the claim, or -1: another process has it (*error = 0), or an errno. */
int take_claim(const farm *f, long number, int *error);

/* The heartbeat; false: the claim was stale and another process has taken it. */
bool renew_claim(const farm *f, long number, int claim);
void drop_claim(const farm *f, long number, int claim);

/* --- farm_attempt.c: a try at a case */

typedef enum outcome {
    COMPLETE,
    FAILED,    /* with a record and a message */
    KILLED,    /* failed by SIGKILL, as where memory is exhausted */
    ELSEWHERE, /* another process computes it, or it was stopped: no try */
} outcome;

typedef struct attempt {
    long number;
    pid_t process;          /* and its group */
    int claim;              /* -1: none */
    double begin;           /* s */
    char folder[FARM_PATH]; /* where it computes */
} attempt;

/* Start the program; COMPLETE: it runs. Else there was no try, or a failed one. */
outcome start_case(const farm *f, long number, attempt *a);

/* What came of it: status is that of waitpid(). */
outcome end_case(const farm *f, attempt *a, int status);

/* After the process has ended by our own order: no try. */
void forget_case(const farm *f, attempt *a);

/* --- farm_deal.c: which case next; numbers only */

typedef struct item {
    long number;
    int tries;
    double weight; /* expected time, any unit */
} item;

/* Rounds: each deals the cases that are left once, the longest first. */
typedef struct dealer {
    item *now, *later; /* this round's and the next one's */
    long n_now, n_later, next;
    long running;
    int width;                 /* cases at a time */
    bool has_killed, has_news; /* in this round: a case was killed, was ours */
    long complete, failed;     /* cases, of all */
} dealer;

/* Cases of the folder that are to be computed; false after a message. */
bool fill_dealer(dealer *d, const farm *f);
void empty_dealer(dealer *d);

/* The next case; NULL: none as long as others run, or none any more (is_dealt_out). *idle: none now, as all
 * cases that are left are computed by others. */
item *deal(dealer *d, bool *idle);
void report(dealer *d, const item *i, outcome o);
bool is_dealt_out(const dealer *d);

/* --- farm_pool.c: local processes */

/* Compute what the dealer deals; false: interrupted. */
bool run_pool(const farm *f, dealer *d);

/* The line of progress, and the last one. */
void print_progress(const farm *f, const dealer *d, double begin);
int print_end(const farm *f, const dealer *d, bool whole, double begin);

/* --- farm_state.c */

int print_state(const farm *f);

/* --- farm_table.c: special points and maxima of all complete cases as index.db and index.csv */

int print_cases(const farm *f);

/* --- farm_slurm.c */

int print_slurm(const farm *f);

#endif
