/* rdg plot: a picture of two columns, once or as long as the run grows. */
#define _POSIX_C_SOURCE 200809L

#include "rdg.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static const struct timespec pause_between = {.tv_sec = 1};

/* What a picture lacks is printed by rdg_plot(). */
static bool draw(const call *c, const char *output)
{
    return rdg_plot(c->ctx, output, RDG_CURVE(c->word[0], c->word[1], c->word[2], .marks = true, .hz = c->hz),
                    RDG_CAPTION(c->caption)) == RDG_OK;
}

/* The picture once more whenever there are more points, until the run ends. Viewers that look after a file
 * show each. */
static int follow(const call *c, const char *output)
{
    rdg_index drawn = 0;
    while (true) {
        const bool is_written = has_writer(c); /* asked first: what it has written by then is drawn below */
        rdg_run *run = drawn == 0 ? opened_run(c, c->word[0]) : rdg_run_open(c->ctx, c->word[0]);
        if (!run) {
            return drawn == 0 ? TROUBLE : tell_removed(c, "plot");
        }
        const rdg_index points = rdg_run_count(run);
        const bool is_finished = rdg_run_finished(run);
        rdg_run_free(run);
        if (points > 0 && points != drawn && !draw(c, output)) {
            return TROUBLE;
        }
        if (drawn == 0 && points > 0 && !is_finished && is_written) {
            fprintf(stderr, "rdg plot: %s is drawn, and again as the run grows; Ctrl-C ends that\n", output);
        }
        drawn = points;
        if (is_finished) {
            return SAME;
        }
        if (!is_written) {
            fprintf(stderr, "rdg plot: the run was cut off: nobody writes it\n");
            return DIFFERENT;
        }
        nanosleep(&pause_between, NULL);
    }
}

/* Words and options that exclude each other; NULL: none do. */
static const char *mistake_of(const call *c)
{
    return !c->farm && c->n < 3  ? "a column is missing: rdg plot RUN X Y"
           : !c->farm && c->type ? "-t is for distributions: rdg plot --farm RUN X -t TYPE"
           : c->farm && c->live  ? "--farm and --live exclude each other"
           : c->type && c->n > 2 ? "-t is for distributions, of one column"
                                 : NULL;
}

int plot_run(const call *c)
{
    const char *mistake = mistake_of(c);
    if (mistake) {
        return complain("plot", "%s", mistake);
    }
    char path[512];
    snprintf(path, sizeof path, "%s.png", c->word[0]);
    for (char *slash = path; !c->output && (slash = strchr(slash, '/'));) {
        *slash = '_'; /* "ridge/stage1" becomes ridge_stage1.png here */
    }
    const char *output = c->output ? c->output : path;
    const int status = c->live ? follow(c, output) : (c->farm ? draw_farm : draw)(c, output) ? SAME : TROUBLE;
    if (status != TROUBLE) {
        printf("%s\n", output);
    }
    return status;
}
