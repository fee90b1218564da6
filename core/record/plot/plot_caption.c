/* The caption: lines of text in a strip at the lower edge of the picture. The axes and their legend take the
 * rest of it. */
#include "plot_impl.h"

#include <string.h>

/* Pixels of a caption in the font of size 16: a letter at most, on average; a row; the edge of the picture.
 */
enum { LETTER = 10, ROW = 28, EDGE = 12 };

/* At most so many rows, the last of which takes all the rest, and so many letters in one. */
enum { MOST_ROWS = 6, MOST_LETTERS = 2048 };

/* The length of the first line of a text: up to the last space outside of a formula that fits; all of it
 * where there is none. */
static size_t line_length(const char *text, size_t letters)
{
    const size_t all = strlen(text);
    size_t fits = all;
    bool is_formula = false, has_space = false;
    for (size_t i = 0; i < all && (i <= letters || !has_space); i++) {
        is_formula = is_formula != (text[i] == '$');
        if (text[i] == ' ' && !is_formula && i > 0) {
            fits = i;
            has_space = true;
        }
    }
    return all <= letters ? all : fits;
}

static int split(const char *text, size_t letters, const char *line[MOST_ROWS], size_t length[MOST_ROWS])
{
    int rows = 0;
    for (text += strspn(text, " "); *text && rows < MOST_ROWS; text += strspn(text, " ")) {
        line[rows] = text;
        length[rows] = rows == MOST_ROWS - 1 ? strlen(text) : line_length(text, letters);
        text += length[rows++];
    }
    return rows;
}

static void write_row(const rdg_plot_page *page, const char *line, size_t length, double height, FILE *script)
{
    char text[MOST_LETTERS];
    const size_t n = length < sizeof text ? length : sizeof text - 1;
    memcpy(text, line, n);
    text[n] = '\0';
    fputs("set label ", script);
    rdg_plot_words(script, text, false);
    fputs(" at screen 0.5,", script);
    rdg_plot_number(script, height);
    fprintf(script, " center font ',%d'\n", strcmp(page->terminal, "pdfcairo") == 0 ? 13 : 16);
}

void rdg_plot_caption(const rdg_plot_page *page, FILE *script)
{
    const char *line[MOST_ROWS];
    size_t length[MOST_ROWS];
    const size_t letters = (size_t)(page->width - 2 * EDGE) / LETTER;
    const int rows = page->caption ? split(page->caption, letters, line, length) : 0;
    if (rows == 0) {
        return;
    }
    const double strip = (double)(ROW * rows + EDGE) / page->height;
    const double share = strip < 0.5 ? strip : 0.5; /* at least half of a small picture is for its axes */
    fputs("set origin 0,", script);
    rdg_plot_number(script, share);
    fputs("\nset size 1,", script);
    rdg_plot_number(script, 1.0 - share);
    fputc('\n', script);
    for (int r = 0; r < rows; r++) {
        write_row(page, line[r], length[r], share * (rows - r - 0.2) / (rows + 0.4), script);
    }
}
