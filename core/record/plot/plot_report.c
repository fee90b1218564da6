/* What a picture lacks is a warning: the program computes on, and its exit status is 1. */
#include "plot_impl.h"

#include "context.h"
#include "toolbox.h"

#include <string.h>

enum { REASON_SIZE = 1024, ITEM_SIZE = 160 };

/* "item 2 (curve of "frc")" */
static void name_item(const rdg_plot_page *page, const rdg_plot_item *item, char name[ITEM_SIZE])
{
    static const char *const kind[] = {"end",      "curve", "points", "title",    "label",
                                       "log axis", "range", "size",   "close-up", "equal axes",
                                       "Hz",       "view",  "text",   "family"};
    const int place = (int)(item - page->items) + 1;
    const bool is_known = (size_t)item->kind < sizeof kind / sizeof *kind;
    const char *what = is_known ? kind[item->kind] : "unknown";
    const char *of = item->kind == RDG_PLOT_CURVE    ? item->run
                     : item->kind == RDG_PLOT_ARRAYS ? item->legend
                                                     : NULL;
    if (of && *of) {
        snprintf(name, ITEM_SIZE, "item %d (%s \"%.100s\")", place, what, of);
    } else {
        snprintf(name, ITEM_SIZE, "item %d (%s)", place, what);
    }
}

/* The recorded failure without the call and the picture, which the warning names. */
static void copy_reason(const rdg_plot_page *page, char reason[REASON_SIZE])
{
    const char *message = rdg_error_message(page->ctx);
    const char *call = strstr(message, ": ");
    const char *text = call ? call + 2 : message;
    const size_t n = page->path ? strlen(page->path) : 0;
    text += n > 0 && strncmp(text, page->path, n) == 0 && strncmp(text + n, ": ", 2) == 0 ? n + 2 : 0;
    snprintf(reason, REASON_SIZE, "%s", text);
}

void rdg_plot_report(rdg_plot_page *page, const rdg_plot_item *item)
{
    char reason[REASON_SIZE], what[ITEM_SIZE + 16] = "the picture is not drawn";
    char name[ITEM_SIZE];
    const char *path = page->path ? page->path : "";
    const long before = rdg_shortfalls(page->ctx);
    page->left_out = rdg_error_status(page->ctx);
    if (page->left_out == RDG_ERR_NO_MEMORY) {
        return;
    }
    if (item) {
        name_item(page, item, name);
        snprintf(what, sizeof what, "%s is left out", name);
    }
    copy_reason(page, reason);
    rdg_error_clear(page->ctx);
    rdg_fall_short(page->ctx, RDG_PLOT_WHERE, "%s: %s: %s", path, what, reason);
    if (rdg_shortfalls(page->ctx) == before) { /* within runs */
        rdg_warn(page->ctx, "pictures", "%s: %s: %s: %s", RDG_PLOT_WHERE, path, what, reason);
    }
}
