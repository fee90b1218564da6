/* A try at a case: the program in a process of its own, and what came of it. */
#define _GNU_SOURCE

#include "farm_parts.h"
#include "rdg.h"

#include <ridgewalk/timing.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* What the child needs; the environment is set before. */
typedef struct birth {
    const char *program;
    int log;
    pid_t parent;
} birth;

/* The child: it ends with the farm, and never returns. */
static int become_program(void *data)
{
    const birth *b = data;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0); /* Ctrl-C is for the farm, which stops its processes itself */
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    const int input = open("/dev/null", O_RDONLY);
    if (getppid() != b->parent || dup2(input, STDIN_FILENO) < 0 || dup2(b->log, STDOUT_FILENO) < 0 ||
        dup2(b->log, STDERR_FILENO) < 0) {
        _exit(127);
    }
    execlp(b->program, b->program, (char *)NULL);
    dprintf(STDERR_FILENO, "%s cannot be started: %s\n", b->program, strerror(errno));
    _exit(127);
}

/* The child works in the memory of the farm until it has become the program. A copy of that of an MPI process
 * takes longer than all the rest of a case. */
static pid_t begin_process(birth *b)
{
#ifdef __linux__
    static _Alignas(16) char stack[1 << 16];
    return clone(become_program, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, b);
#else
    const pid_t process = fork();
    return process == 0 ? become_program(b) : process;
#endif
}

static void set_environment(long number, const char *farm_folder)
{
    char text[24];
    snprintf(text, sizeof text, "%ld", number);
    setenv("RDG_CASE", text, 1);
    setenv("RDG_FARM", farm_folder, 1);
    setenv("OMP_NUM_THREADS", "1", 0); /* the farm's processes use the cores */
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
}

/* The folder to compute in: the farm's, or a new one on the scratch disk with the files of an earlier try. 0
 * or an errno. */
static int prepare_folder(const farm *f, attempt *a, const char *home, char *farm_folder)
{
    if (!f->scratch) {
        snprintf(farm_folder, FARM_PATH, "%s", f->folder);
        snprintf(a->folder, sizeof a->folder, "%s", home);
        return 0;
    }
    farm on_scratch = {.folder = farm_folder};
    snprintf(farm_folder, FARM_PATH, "%s/rdg-farm-XXXXXX", f->scratch);
    if (!mkdtemp(farm_folder)) {
        return errno;
    }
    case_path(a->folder, &on_scratch, a->number, NULL);
    return mkdir(a->folder, 0777) != 0 ? errno : copy_files(home, a->folder);
}

/* Count a failed try, with a message; it is printed where the folder cannot take it. */
static outcome fail_case(const farm *f, const attempt *a, record *r)
{
    record past;
    read_case(f, a->number, &past);
    r->tries = past.tries + 1;
    const int error = write_record(f, a->number, r);
    if (error) {
        complain("farm", "case %ld: its failure cannot be recorded: %s", a->number, strerror(error));
    }
    if (error || r->tries >= MOST_TRIES) {
        complain("farm", "case %ld: exit status %d at try %d: %s", a->number, r->status, r->tries,
                 r->message[0] ? r->message : "its log is empty");
    }
    return r->status == 128 + SIGKILL ? KILLED : FAILED;
}

/* Leave the scratch disk, and the case to others. */
static void release(const farm *f, attempt *a)
{
    char *end = f->scratch ? strrchr(a->folder, '/') : NULL;
    if (end) { /* its own folder in that of prepare_folder() */
        *end = '\0';
        remove_folder(a->folder);
    }
    if (a->claim >= 0) {
        drop_claim(f, a->number, a->claim);
    }
    a->claim = -1;
    a->process = 0;
}

static outcome refuse(const farm *f, attempt *a, const char *what, int error)
{
    record r = {.status = 1};
    snprintf(r.message, sizeof r.message, "%s: %s", what, strerror(error));
    const outcome o = fail_case(f, a, &r);
    release(f, a);
    return o;
}

outcome start_case(const farm *f, long number, attempt *a)
{
    char home[FARM_PATH], farm_folder[FARM_PATH], path[FARM_PATH + 8];
    record r;
    int error = 0;
    *a = (attempt){.number = number, .claim = -1, .begin = rdg_seconds()};
    case_path(home, f, number, NULL);
    if (mkdir(home, 0777) != 0 && errno != EEXIST) {
        return refuse(f, a, home, errno);
    }
    if (f->dynamic) {
        a->claim = take_claim(f, number, &error);
        if (a->claim < 0) {
            return error ? refuse(f, a, home, error) : ELSEWHERE;
        }
        const case_state state = read_case(f, number, &r); /* another process may have been here */
        if (state == CASE_COMPLETE || state == CASE_FAILED) {
            release(f, a);
            return ELSEWHERE;
        }
    }
    error = prepare_folder(f, a, home, farm_folder);
    if (error) {
        return refuse(f, a, farm_folder, error);
    }
    snprintf(path, sizeof path, "%s/log", a->folder);
    const int log = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0) {
        return refuse(f, a, path, errno);
    }
    set_environment(number, farm_folder);
    a->process = begin_process(&(birth){.program = f->program, .log = log, .parent = getpid()});
    error = errno;
    if (a->process > 0) {
        setpgid(a->process, a->process); /* whoever is first */
    }
    close(log);
    return a->process < 0 ? refuse(f, a, "no process", error) : COMPLETE;
}

/* The last line of the log that is not empty. */
static void last_line(const char *folder, char *message)
{
    char path[FARM_PATH + 8], line[MESSAGE_SIZE];
    snprintf(path, sizeof path, "%s/log", folder);
    FILE *log = fopen(path, "r");
    message[0] = '\0';
    if (log && fseek(log, -2 * MESSAGE_SIZE, SEEK_END) != 0) {
        rewind(log);
    }
    while (log && fgets(line, sizeof line, log)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[strspn(line, " \t")] != '\0') {
            memcpy(message, line, sizeof line);
        }
    }
    if (log) {
        fclose(log);
    }
}

/* What was computed on the scratch disk, into the farm: whole files. */
static int bring_home(const farm *f, const attempt *a)
{
    char home[FARM_PATH];
    case_path(home, f, a->number, NULL);
    const int error = f->scratch && a->folder[0] ? copy_files(a->folder, home) : 0;
    return error ? error : sync_files(home);
}

void forget_case(const farm *f, attempt *a)
{
    const int error = bring_home(f, a);
    if (error && a->process > 0) {
        complain("farm", "case %ld: what was computed so far cannot be kept: %s", a->number, strerror(error));
    }
    release(f, a);
}

outcome end_case(const farm *f, attempt *a, int status)
{
    record past, r = {.seconds = rdg_seconds() - a->begin};
    kill(-a->process, SIGKILL); /* what the program may have left behind */
    r.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    last_line(a->folder, r.message);
    const int error = bring_home(f, a);
    outcome o = COMPLETE;
    if (error) {
        r.status = r.status ? r.status : 1;
        snprintf(r.message, sizeof r.message, "its files cannot be written: %s", strerror(error));
    }
    if (r.status == 0) {
        read_case(f, a->number, &past);
        r.tries = past.tries + 1;
        const int failure = write_record(f, a->number, &r);
        if (failure) {
            r.status = 1;
            snprintf(r.message, sizeof r.message, "the file \"done\" cannot be written: %s",
                     strerror(failure));
        }
    }
    if (r.status != 0) {
        o = fail_case(f, a, &r);
    }
    release(f, a);
    return o;
}
