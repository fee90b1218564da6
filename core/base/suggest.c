/* "parameter "omga" does not exist in the problem; it has: omega, alpha": did you mean "omega"? Messages name
 * what was not found first, in quotes, and list what there is behind "has: " and the like. */
#include "text_impl.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 40, MOST_EDITS = 2 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Letters that are put in, left out, changed or exchanged with their neighbour between two words. */
static int edits(const char *a, size_t n, const char *b, size_t m)
{
    int d[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = (int)(i + j);
                continue;
            }
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[n][m];
}

/* Behind the words that begin a list; NULL: there is none. */
static const char *next_list(const char *text)
{
    static const char *const begins[] = {
        "it has: ", "there are: ", "can release as well: ", "runs in runs: "};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        const char *at = strstr(text, begins[i]);
        at = at ? at + strlen(begins[i]) : NULL;
        first = at && (!first || at < first) ? at : first;
    }
    return first;
}

/* The name in quotes that stands last before the list and is one of no more than a line. */
static const char *missing_name(const char *message, const char *list, size_t *length)
{
    static const char *const says[] = {"\" does not exist", "\" is no ", "has no column \"",
                                       "there is no run \""};
    for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
        const char *at = strstr(message, says[i]);
        if (!at || at >= list) {
            continue;
        }
        const bool behind = says[i][0] != '"'; /* the name comes behind these words */
        const char *begin = behind ? at + strlen(says[i]) : at;
        while (!behind && begin > message && begin[-1] != '"') {
            begin--;
        }
        *length = behind ? strcspn(begin, "\"") : (size_t)(at - begin);
        return begin;
    }
    return NULL;
}

void rdg_tell_nearest(char *message, size_t size)
{
    const char *list = next_list(message);
    size_t n = 0;
    const char *name = list ? missing_name(message, list, &n) : NULL;
    const char *best = NULL;
    size_t best_length = 0;
    int fewest = MOST_EDITS + 1;
    if (!name || n < 2 || n > LONGEST) {
        return;
    }
    for (; list; list = next_list(list)) {
        while (*list) {
            const size_t m = strcspn(list, ",;\n");
            const int d = m > 0 && m <= LONGEST ? edits(name, n, list, m) : fewest;
            if (d < fewest && 2 * (size_t)d < n + 1) {
                fewest = d;
                best = list;
                best_length = m;
            }
            list += m;
            if (strncmp(list, ", ", 2) != 0) {
                break;
            }
            list += 2;
        }
    }
    const size_t used = strlen(message);
    if (best && fewest > 0 && used + best_length + 24 < size) {
        rdg_format(message + used, size - used, "; did you mean \"%.*s\"?", (int)best_length, best);
    }
}
