/* A script for Slurm: an array of shares. */
#include "farm_parts.h"
#include "rdg.h"

#include <stdio.h>

/* 'a word of the shell' */
static void print_quoted(const char *word)
{
    putchar('\'');
    for (; *word; word++) {
        if (*word == '\'') {
            fputs("'\\''", stdout);
        } else {
            putchar(*word);
        }
    }
    putchar('\'');
}

int print_slurm(const farm *f)
{
    const long tasks = f->shares;
    printf("#!/bin/sh\n"
           "# sbatch SCRIPT; the same again computes what is left\n"
           "#SBATCH --job-name=farm\n"
           "#SBATCH --array=0-%ld\n"
           "#SBATCH --cpus-per-task=%d\n",
           tasks - 1, f->processes);
    if (f->memory) {
        printf("#SBATCH --mem-per-cpu=%s\n", f->memory);
    }
    printf("#SBATCH --requeue\n" /* after the loss of a node */
           "#SBATCH --open-mode=append\n"
           "#SBATCH --output=farm-%%A_%%a.log\n"
           "exec rdg farm ");
    print_quoted(f->program);
    printf(" %ld -d ", f->n);
    print_quoted(f->folder);
    if (f->scratch) {
        printf(" --scratch ");
        print_quoted(f->scratch);
    }
    printf("%s -j %d --share \"$SLURM_ARRAY_TASK_ID/%ld\"\n", f->retry ? " --retry" : "", f->processes,
           tasks);
    return SAME;
}
