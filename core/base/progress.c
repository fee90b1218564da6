#define _DEFAULT_SOURCE /* isatty(), the size of a terminal */
#include "progress_impl.h"

#include "context_impl.h"
#include "text_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_COLUMNS = 80, MOST_COLUMNS = 200 };

/* back to the beginning of the line, and nothing in it */
static const char wipe[] = "\r\033[K";

bool rdg_progress_is_seen(const rdg_context *ctx)
{
    const char *terminal = getenv("TERM");
    /* what the writer to the standard streams is handed, and no other one can be */
    const bool is_standard = ctx && ctx->writer && ctx->writer_data == ctx->journal;
    return is_standard && isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

static int columns(void)
{
    struct winsize size = {.ws_col = 0};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    const int n = known ? size.ws_col : USUAL_COLUMNS;
    return n < MOST_COLUMNS ? n : MOST_COLUMNS;
}

void rdg_progress_tell(rdg_context *ctx, const char *line)
{
    if (rdg_progress_is_seen(ctx)) {
        fflush(stdout);
        fprintf(stderr, "%s%.*s", wipe, columns() - 1, line);
        fflush(stderr);
        ctx->journal->progress_is_shown = true;
    }
}

void rdg_progress_clear(rdg_journal *journal)
{
    if (journal->progress_is_shown) {
        fputs(wipe, stderr);
        fflush(stderr);
        journal->progress_is_shown = false;
    }
}
