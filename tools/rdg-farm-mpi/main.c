/* rdg-farm-mpi: the cases of a farm, dealt out over MPI. Rank 0 deals numbers; each other rank starts the
 * program for one case at a time. Messages are numbers only: results lie in the folder of the farm. */
#define _POSIX_C_SOURCE 200809L

#include "farm_parts.h"
#include "rdg.h"

#include <ridgewalk/timing.h>

#include <mpi.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { REPORT = 1, ORDER = 2 }; /* tags */

typedef struct message {
    long number;  /* of a case; 0: none */
    long outcome; /* of a report */
} message;

/* The pause, s, behind so many seconds of waiting: short where an answer or a short case is waited for, and a
 * small part of long cases */
static double pause_after(double waited)
{
    const double first = 50e-6, least = 200e-6, most = 20e-3, part = 1.0 / 500.0;
    return fmin(fmax(fmin(first + waited, least), part * waited), most);
}

/* The rank that a message came from. MPI itself would wait actively, on a core that a case may use. */
static int receive(message *m, int source, int tag)
{
    MPI_Status status;
    int is_there = 0;
    double waited = 0.0;
    MPI_Iprobe(source, tag, MPI_COMM_WORLD, &is_there, &status);
    while (!is_there) {
        const double pause = pause_after(waited);
        nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * pause)}, NULL);
        waited += pause;
        MPI_Iprobe(source, tag, MPI_COMM_WORLD, &is_there, &status);
    }
    MPI_Recv(m, 2, MPI_LONG, source, tag, MPI_COMM_WORLD, &status);
    return status.MPI_SOURCE;
}

static void send(long number, outcome o, int to, int tag)
{
    const message m = {.number = number, .outcome = (long)o};
    MPI_Send(&m, 2, MPI_LONG, to, tag, MPI_COMM_WORLD);
}

static void work(const farm *f)
{
    attempt a;
    message order = {0};
    send(0, ELSEWHERE, 0, REPORT);
    for (receive(&order, 0, ORDER); order.number > 0; receive(&order, 0, ORDER)) {
        int status = 0;
        outcome o = start_case(f, order.number, &a);
        if (o == COMPLETE) {
            waitpid(a.process, &status, 0);
            o = end_case(f, &a, status);
        }
        send(order.number, o, 0, REPORT);
    }
}

typedef struct worker {
    item *computes; /* NULL: nothing */
    bool waits;     /* it has asked for a case */
} worker;

/* Until all cases are complete or failed; w: one a rank. */
static void deal_out(const farm *f, dealer *d, worker *w, int ranks)
{
    const double begin = rdg_seconds();
    while (true) {
        bool idle = false;
        item *i = NULL;
        for (int r = 1; r < ranks; r++) {
            if (w[r].waits && (i = deal(d, &idle))) {
                w[r].computes = i;
                w[r].waits = false;
                send(i->number, ELSEWHERE, r, ORDER);
            }
        }
        if (is_dealt_out(d)) {
            break;
        }
        print_progress(f, d, begin);
        message m;
        const int r = receive(&m, MPI_ANY_SOURCE, REPORT);
        if (w[r].computes) {
            report(d, w[r].computes, (outcome)m.outcome);
        }
        w[r].computes = NULL;
        w[r].waits = true;
    }
    for (int r = 1; r < ranks; r++) {
        message m;
        if (!w[r].waits) { /* it has not asked yet */
            receive(&m, r, REPORT);
        }
        send(0, ELSEWHERE, r, ORDER);
    }
}

/* Rank 0: false after a message. */
static bool prepare(farm *f, dealer *d, int ranks, int n, char **word)
{
    farm_task task;
    if (!read_farm(f, &task, n, word)) {
        return false;
    }
    const char *wrong =
        task != FARM_COMPUTE ? "--state, --table and --slurm are options of rdg farm"
        : f->dynamic ? "farms that claim their cases need no MPI: mpirun rdg farm PROGRAM N --dynamic -j 1"
        : ranks < 2 ? "one process deals and the others compute: mpirun -n 2 rdg-farm-mpi PROGRAM N, at least"
                    : NULL;
    if (wrong) {
        complain("farm", "%s", wrong);
        return false;
    }
    f->processes = ranks - 1;
    return open_farm(f) && fill_dealer(d, f);
}

static int run(int rank, int ranks, int n, char **word)
{
    farm f;
    farm_task task;
    dealer d = {0};
    const double begin = rdg_seconds();
    unsigned long is_ready[2] = {0, 0};
    if (rank == 0) {
        is_ready[0] = prepare(&f, &d, ranks, n, word);
        is_ready[1] = f.checksum;
    }
    MPI_Bcast(is_ready, 2, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
    if (!is_ready[0]) {
        return TROUBLE;
    }
    if (rank > 0) {
        const bool good = read_farm(&f, &task, n, word);
        f.checksum = is_ready[1];
        if (good) {
            work(&f);
        } else {
            MPI_Abort(MPI_COMM_WORLD, TROUBLE); /* a computer without the program */
        }
        return SAME;
    }
    worker *w = calloc((size_t)ranks, sizeof *w);
    if (!w) {
        return MPI_Abort(MPI_COMM_WORLD, TROUBLE);
    }
    deal_out(&f, &d, w, ranks);
    free(w);
    const int status = print_end(&f, &d, true, begin);
    empty_dealer(&d);
    close_farm(&f);
    return status;
}

int main(int argc, char **argv)
{
    int rank = 0, ranks = 1;
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        printf("usage: mpirun -n P rdg-farm-mpi PROGRAM N [OPTION...]\n\n"
               "compute the cases of a farm by P - 1 processes of an MPI job, in which one more deals the "
               "cases.\n"
               "Options are those of rdg farm: -d, --share, --retry, --scratch, --weights.\n");
        return SAME;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int status = run(rank, ranks, argc - 1, argv + 1);
    MPI_Finalize();
    return status;
}
