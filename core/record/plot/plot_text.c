/* Texts in a script for gnuplot, and formulas in them for its enhanced mode: symbols in italics, Greek
 * letters, indices. A formula stands between two dollar signs, "$\omega_1$". The quantity of a label "omega /
 * (rad/s)" is one by itself if it is a symbol: a Greek letter by its name or a single letter, with an index.
 */
#include "plot_impl.h"

#include <ctype.h>
#include <string.h>

/* The texts of a user are taken as they are: outside of formulas no underscore becomes a subscript. Units and
 * names may come from a file that somebody else has written: a line that ended here would have the next one
 * obeyed. */
void rdg_plot_text(FILE *script, const char *text)
{
    fputc('\'', script);
    for (const char *c = text; *c; c++) {
        const bool is_control = (unsigned char)*c < ' ' || *c == 127;
        fputs(*c == '\'' ? "''" : (const char[]){is_control ? ' ' : *c, '\0'}, script);
    }
    fputc('\'', script);
}

static const struct {
    const char *name, *letter;
} greek[] = {{"alpha", "α"}, {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"},
             {"zeta", "ζ"},  {"eta", "η"},   {"theta", "θ"}, {"kappa", "κ"}, {"lambda", "λ"},
             {"mu", "μ"},    {"nu", "ν"},    {"xi", "ξ"},    {"pi", "π"},    {"rho", "ρ"},
             {"sigma", "σ"}, {"tau", "τ"},   {"phi", "φ"},   {"chi", "χ"},   {"psi", "ψ"},
             {"omega", "ω"}, {"Gamma", "Γ"}, {"Delta", "Δ"}, {"Theta", "Θ"}, {"Lambda", "Λ"},
             {"Sigma", "Σ"}, {"Phi", "Φ"},   {"Psi", "Ψ"},   {"Omega", "Ω"}};

/* The Greek letter of which a text of this length is the name; NULL: of none. */
static const char *greek_letter(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof greek / sizeof *greek; i++) {
        if (strlen(greek[i].name) == length && strncmp(greek[i].name, name, length) == 0) {
            return greek[i].letter;
        }
    }
    return NULL;
}

static size_t letters_of(const char *text)
{
    size_t n = 0;
    while (isalpha((unsigned char)text[n])) {
        n++;
    }
    return n;
}

/* One character outside of a symbol: what enhanced mode or the quotes would take for a command loses its
 * meaning. */
static void write_plain(char c, FILE *script)
{
    if (strchr("\\^_@&~{}", c)) {
        fputc('\\', script);
    }
    fputs(c == '\'' ? "''" : (const char[]){(unsigned char)c < ' ' || c == 127 ? ' ' : c, '\0'}, script);
}

static void write_symbol(const char *letters, size_t length, bool upright, FILE *script)
{
    fprintf(script, upright ? "%.*s" : "{/:Italic %.*s}", (int)length, letters);
}

/* The letters of a symbol, "\name" or letters as they are; what follows them. */
static const char *write_letters(const char *text, bool upright, FILE *script)
{
    const bool named = *text == '\\';
    const char *name = text + (named ? 1 : 0);
    const size_t n = letters_of(name);
    const char *letter = named ? greek_letter(name, n) : NULL;
    write_symbol(letter ? letter : name, letter ? strlen(letter) : n, upright, script);
    return name + n;
}

static void write_formula(const char *text, const char *end, bool upright, FILE *script);

/* An index or a power: a group in braces, a name, or one character. */
static const char *write_index(const char *text, const char *end, FILE *script)
{
    const char *from = text + 1, *to = NULL;
    fprintf(script, "%c{", *text);
    if (from < end && *from == '{') {
        to = memchr(from, '}', (size_t)(end - from));
        to = to ? to : end;
        write_formula(from + 1, to, true, script);
        to += to < end;
    } else {
        to = *from == '\\' ? from + 1 + letters_of(from + 1) : from + (from < end);
        write_formula(from, to, true, script);
    }
    fputc('}', script);
    return to;
}

static void write_formula(const char *text, const char *end, bool upright, FILE *script)
{
    while (text < end) {
        if (*text == '_' || *text == '^') {
            text = write_index(text, end, script);
        } else if (isalpha((unsigned char)*text) || (*text == '\\' && letters_of(text + 1) > 0)) {
            text = write_letters(text, upright, script);
        } else if (*text == '\'') {
            fputs("′", script);
            text++;
        } else {
            write_plain(*text++, script);
        }
    }
}

/* How long the symbol is that a label begins with and that ends there or before " / "; 0: it begins with
 * words. */
static size_t symbol_length(const char *label)
{
    const size_t name = letters_of(label);
    size_t n = name;
    if (name != 1 && !greek_letter(label, name)) {
        return 0;
    }
    if (label[n] == '_') {
        const size_t index =
            strspn(label + n + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
        n += index > 0 ? index + 1 : 0;
    } else {
        n += strspn(label + n, "0123456789");
    }
    n += strspn(label + n, "'");
    return label[n] == '\0' || strncmp(label + n, " / ", 3) == 0 ? n : 0;
}

/* The symbol of a label: "A1" as A with the index 1. */
static void write_quantity(const char *label, size_t length, FILE *script)
{
    const size_t name = letters_of(label), from = name + (label[name] == '_');
    const char *letter = greek_letter(label, name);
    size_t to = length;
    while (to > name && label[to - 1] == '\'') {
        to--;
    }
    write_symbol(letter ? letter : label, letter ? strlen(letter) : name, false, script);
    if (from < to) {
        fprintf(script, "_{%.*s}", (int)(to - from), label + from);
    }
    for (; to < length; to++) {
        fputs("′", script);
    }
}

void rdg_plot_words(FILE *script, const char *text, bool is_label)
{
    const size_t symbol = is_label ? symbol_length(text) : 0;
    const char *opens = strchr(text, '$'), *closes = opens ? strchr(opens + 1, '$') : NULL;
    if (symbol == 0 && !closes) {
        rdg_plot_text(script, text);
        fputs(" noenhanced", script);
        return;
    }
    fputc('\'', script);
    if (symbol > 0) {
        write_quantity(text, symbol, script);
    }
    text += symbol;
    while (*text) {
        closes = *text == '$' ? strchr(text + 1, '$') : NULL;
        if (closes) {
            write_formula(text + 1, closes, false, script);
            text = closes + 1;
        } else {
            write_plain(*text++, script);
        }
    }
    fputs("' enhanced", script);
}

void rdg_plot_legend(const char *legend, FILE *script)
{
    if (*legend) {
        fputs(" title ", script);
        rdg_plot_words(script, legend, false);
    } else {
        fputs(" notitle", script);
    }
}
