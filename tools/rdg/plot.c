/* rdg plot: a picture of two columns. */
#include "rdg.h"

#include <stdio.h>
#include <string.h>

int plot_run(const call *c)
{
    char path[512];
    snprintf(path, sizeof path, "%s.png", c->word[0]);
    for (char *slash = path; !c->output && (slash = strchr(slash, '/'));) {
        *slash = '_'; /* "ridge/stage1" becomes ridge_stage1.png here */
    }
    const char *output = c->output ? c->output : path;
    if (rdg_plot(c->ctx, output, RDG_CURVE(c->word[0], c->word[1], c->word[2], .marks = true)) != RDG_OK) {
        complain("", "%s", rdg_error_message(c->ctx));
        return TROUBLE;
    }
    printf("%s\n", output);
    return SAME;
}
