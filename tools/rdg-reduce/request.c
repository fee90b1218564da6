/* The words behind rdg-reduce. */
#include "reduce_parts.h"

#include "input.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char reduce_help[] =
    "usage: mpirun -n P rdg-reduce FORMAT FILE... --set SET|--keep LIST --modes N|--up-to HZ -o FILE.rdc\n\n"
    "reduce a large structure to its boundary and its lowest modes with the boundary held (Craig and "
    "Bampton),\n"
    "and write the component for rdg_component_read(). P processes share the factors of the stiffness.\n\n"
    "  --market M.mtx K.mtx [C.mtx]   matrices in Matrix Market files\n"
    "  --nastran FILE.pch             DMIG cards of Nastran, Ansys\n"
    "  --op4 FILE.op4 [ORDER.pch]     Nastran's OUTPUT4 in text\n"
    "  --abaqus K.mtx M.mtx           of Abaqus or CalculiX\n"
    "  --calculix JOB                 JOB.sti, JOB.mas, JOB.dof\n"
    "  --structure FILE               of rdg_structure_write()\n"
    "  --nodes FILE      positions and sets: .inp, .bdf, .dat, .nas, .cdb\n"
    "  --set SET         the boundary is this set of the structure\n"
    "  --keep LIST       the boundary is what this file lists: rows from 1 on, or names as 117.x; its set "
    "is\n"
    "                    named boundary\n"
    "  --modes N         so many modes\n"
    "  --up-to HZ        all modes up to this frequency\n"
    "  --damping A B     C = A M + B K, A in 1/s, B in s\n"
    "  -o FILE           file to write\n"
    "\nPETSC_OPTIONS has options of PETSc, SLEPc and MUMPS, with the prefix st_: \"-st_mat_mumps_icntl_14 "
    "50\".\n"
    "exit status: 0 written, 2 not\n";

int refuse(const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    fputs("rdg-reduce: ", stderr);
    vfprintf(stderr, format, rest);
    fputc('\n', stderr);
    va_end(rest);
    return TROUBLE;
}

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

static bool read_number(const char *text, double *number)
{
    char *end = NULL;
    *number = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*number);
}

/* Words behind word[0] that are taken; -1: they are wrong */
static int take_files(request *q, int n, char **word, const format *f)
{
    int count = 0;
    while (count < f->most && count + 1 < n && !is_option(word[count + 1])) {
        q->files[count] = word[count + 1];
        count++;
    }
    return count >= f->least && q->format < 0 ? count : -1;
}

static int take_numbers(request *q, int n, char **word)
{
    double number = 0.0;
    char *end = NULL;
    if (n > 1 && strcmp(word[0], "--modes") == 0) {
        q->modes = strtol(word[1], &end, 10);
        return end != word[1] && *end == '\0' && q->modes >= 0 && q->modes < INT32_MAX ? 1 : -1;
    }
    if (n > 1 && strcmp(word[0], "--up-to") == 0 && read_number(word[1], &number) && number > 0.0) {
        q->up_to = 2.0 * PETSC_PI * number;
        return 1;
    }
    q->is_damped = n > 2 && strcmp(word[0], "--damping") == 0 && read_number(word[1], &q->damping[0]) &&
                   read_number(word[2], &q->damping[1]);
    return q->is_damped ? 2 : -1;
}

static int take_option(request *q, int n, char **word)
{
    static const char *const names[] = {"--nodes", "--set", "--keep", "-o"};
    const char **const texts[] = {&q->nodes, &q->set, &q->list, &q->output};
    for (int i = 0; formats[i].option; i++) {
        if (strcmp(word[0], formats[i].option) == 0) {
            const int count = take_files(q, n, word, &formats[i]);
            q->format = i;
            return count;
        }
    }
    for (int i = 0; i < 4; i++) {
        if (strcmp(word[0], names[i]) == 0) {
            *texts[i] = n > 1 ? word[1] : "";
            return n > 1 && word[1][0] ? 1 : -1;
        }
    }
    return take_numbers(q, n, word);
}

static const char *find_fault(const request *q)
{
    return q->format < 0                       ? "a format with its files is missing, as --market M.mtx K.mtx"
           : !q->set == !q->list               ? "the boundary is --set SET or --keep LIST, one of them"
           : (q->modes < 0) == (q->up_to == 0) ? "the modes are --modes N or --up-to HZ, one of them"
           : !q->output                        ? "-o FILE is missing"
                                               : NULL;
}

bool read_request(request *q, int n, char **word, bool speaks)
{
    *q = (request){.format = -1, .modes = -1};
    const char *fault = NULL, *at = "";
    for (int i = 0; i < n && !fault; i++) {
        const int taken = take_option(q, n - i, word + i);
        fault = taken < 0 ? "unknown, given twice, or what follows is missing or wrong: " : NULL;
        at = taken < 0 ? word[i] : "";
        i += taken;
    }
    fault = fault ? fault : find_fault(q);
    if (fault && speaks) {
        refuse("%s%s; rdg-reduce --help has all options", fault, at);
    }
    return !fault;
}
