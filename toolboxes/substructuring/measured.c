/* Measured frequency responses: a CSV file, checked line by line, and what lies between its frequencies. */
#include "measured_impl.h"

#include <ridgewalk/at.h>
#include <ridgewalk/text_list.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINE_SIZE = 1024, FIELDS = 5 };

static const char header[] = "f_Hz,output,input,Re_m_N,Im_m_N";

typedef struct entry {
    rdg_index frequency, output, input, line;
    double complex value;
} entry;

struct rdg_measured_frf {
    rdg_context *ctx;
    char *path;
    rdg_index channels, channel_capacity, frequencies, frequency_capacity, entries, entry_capacity;
    char **name;       /* [channels] */
    double *omega;     /* [frequencies] rad/s */
    entry *entry;      /* [entries]; while it is read */
    double complex *H; /* [channels^2 * frequencies] outputs first */
    bool *known;       /* [channels^2 * frequencies] */
    rdg_index *set;    /* [2 * channels] of the last sets that were found */
};

void rdg_measured_frf_free(rdg_measured_frf *m)
{
    if (m) {
        for (rdg_index i = 0; i < m->channels; i++) {
            rdg_free(m->name[i]);
        }
        rdg_free(m->path);
        rdg_free(m->name);
        rdg_free(m->omega);
        rdg_free(m->entry);
        rdg_free(m->H);
        rdg_free(m->known);
        rdg_free(m->set);
        rdg_free(m);
    }
}

/* The channel's number, a new one if need be; -1 without memory */
static rdg_index channel_of(rdg_measured_frf *m, const char *name)
{
    for (rdg_index i = 0; i < m->channels; i++) {
        if (strcmp(m->name[i], name) == 0) {
            return i;
        }
    }
    if (rdg_context_reserve(m->ctx, &m->name, &m->channel_capacity, m->channels + 1, sizeof *m->name) !=
        RDG_OK) {
        return -1;
    }
    m->name[m->channels] = rdg_context_strdup(m->ctx, name);
    return m->name[m->channels] ? m->channels++ : -1;
}

/* Fields without blanks around them, in the line's place; how many there are */
static int split(char *line, char *field[FIELDS])
{
    int count = 0;
    for (char *at = line; at; count++) {
        char *comma = strchr(at, ',');
        if (comma) {
            *comma = '\0';
        }
        at += strspn(at, " \t");
        for (size_t length = strlen(at); length > 0 && strchr(" \t\r\n", at[length - 1]); length--) {
            at[length - 1] = '\0';
        }
        if (count < FIELDS) {
            field[count] = at;
        }
        at = comma ? comma + 1 : NULL;
    }
    return count;
}

static rdg_status wrong_line(const rdg_measured_frf *m, const char *where, long line, const char *why)
{
    return rdg_fail(m->ctx, RDG_ERR_FORMAT, where,
                    "line %ld of \"%s\": %s; expected %s, as in 100,tip,foot,1.5e-6,-2e-8", line, m->path,
                    why, header);
}

/* The frequency of the line: the last one, or a new one above it */
static rdg_status take_frequency(rdg_measured_frf *m, const char *where, long line, double f)
{
    const double last = m->frequencies > 0 ? m->omega[m->frequencies - 1] : 0.0, omega = RDG_HZ(f);
    if (m->frequencies > 0 && omega == last) {
        return RDG_OK;
    }
    if (!(f > 0.0) || omega < last) {
        return wrong_line(m, where, line, "frequencies must be positive and ascend");
    }
    RDG_TRY(
        rdg_context_reserve(m->ctx, &m->omega, &m->frequency_capacity, m->frequencies + 1, sizeof *m->omega));
    m->omega[m->frequencies++] = omega;
    return RDG_OK;
}

static rdg_status read_line(rdg_measured_frf *m, const char *where, long line, char *text)
{
    char *field[FIELDS] = {NULL};
    double f = 0.0, re = 0.0, im = 0.0;
    if (split(text, field) != FIELDS || !*field[1] || !*field[2]) {
        return wrong_line(m, where, line, "it has not five fields");
    }
    if (!rdg_number_read(field[0], &f) || !rdg_number_read(field[3], &re) ||
        !rdg_number_read(field[4], &im) || !isfinite(f) || !isfinite(re) || !isfinite(im)) {
        return wrong_line(m, where, line, "a number cannot be read or is not finite");
    }
    RDG_TRY(take_frequency(m, where, line, f));
    const rdg_index output = channel_of(m, field[1]), input = channel_of(m, field[2]);
    if (output < 0 || input < 0) {
        return RDG_ERR_NO_MEMORY;
    }
    RDG_TRY(rdg_context_reserve(m->ctx, &m->entry, &m->entry_capacity, m->entries + 1, sizeof *m->entry));
    m->entry[m->entries++] = (entry){m->frequencies - 1, output, input, line, re + im * I};
    return RDG_OK;
}

static rdg_status read_lines(rdg_measured_frf *m, const char *where, FILE *file)
{
    char text[LINE_SIZE];
    bool begun = false;
    for (long line = 1; fgets(text, sizeof text, file); line++) {
        const size_t length = strcspn(text, "\r\n");
        if (length == sizeof text - 1) {
            return wrong_line(m, where, line, "it is too long");
        }
        if (text[0] == '#' || text[strspn(text, " \t\r\n")] == '\0') {
            continue;
        }
        if (begun) {
            RDG_TRY(read_line(m, where, line, text));
        } else if (length != strlen(header) || strncmp(text, header, length) != 0) {
            return wrong_line(m, where, line, "it is not the header");
        }
        begun = true;
    }
    return m->entries > 0 ? RDG_OK
                          : rdg_fail(m->ctx, RDG_ERR_FORMAT, where,
                                     "\"%s\" holds no responses; expected %s and lines", m->path, header);
}

/* Whether each pair is there at all frequencies or at none; what is missing from its reverse */
static rdg_status complete(const rdg_measured_frf *m, const char *where)
{
    const rdg_index n = m->channels;
    for (rdg_index pair = 0; pair < n * n; pair++) {
        const rdg_index reverse = pair / n + n * (pair % n);
        for (rdg_index k = 1; k < m->frequencies; k++) {
            if (m->known[pair + n * n * k] != m->known[pair]) {
                const rdg_index lacking = m->known[pair] ? k : 0;
                return rdg_fail(m->ctx, RDG_ERR_SIZE, where,
                                "\"%s\": the response of \"%s\" to \"%s\" is missing at %.17g Hz, but there "
                                "at others: give "
                                "each pair at all frequencies",
                                m->path, m->name[pair % n], m->name[pair / n],
                                m->omega[lacking] / RDG_HZ(1.0));
            }
        }
        for (rdg_index k = 0; k < m->frequencies && !m->known[pair]; k++) {
            m->H[pair + n * n * k] = m->H[reverse + n * n * k];
        }
    }
    return RDG_OK;
}

static rdg_status arrange(rdg_measured_frf *m, const char *where)
{
    const rdg_index n = m->channels;
    m->H = rdg_context_calloc(m->ctx, (size_t)(n * n * m->frequencies), sizeof *m->H);
    m->known = rdg_context_calloc(m->ctx, (size_t)(n * n * m->frequencies), sizeof *m->known);
    m->set = rdg_context_calloc(m->ctx, (size_t)(2 * n), sizeof *m->set);
    if (!m->H || !m->known || !m->set) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index e = 0; e < m->entries; e++) {
        const entry *x = &m->entry[e];
        const rdg_index at = x->output + n * (x->input + n * x->frequency);
        if (m->known[at]) {
            return wrong_line(m, where, x->line, "it repeats a frequency and pair");
        }
        m->known[at] = true;
        m->H[at] = x->value;
    }
    rdg_free(m->entry);
    m->entry = NULL;
    return complete(m, where);
}

rdg_measured_frf *rdg_measured_frf_read(rdg_context *ctx, const char *where, const char *path)
{
    FILE *file = rdg_text_file_open(ctx, where, path, "");
    if (!file) {
        return NULL;
    }
    rdg_measured_frf *m = rdg_context_calloc(ctx, 1, sizeof *m);
    rdg_status status = RDG_ERR_NO_MEMORY;
    if (m) {
        m->ctx = ctx;
        m->path = rdg_context_strdup(ctx, path);
        status = m->path ? read_lines(m, where, file) : RDG_ERR_NO_MEMORY;
    }
    fclose(file);
    if (status == RDG_OK) {
        status = arrange(m, where);
    }
    if (status != RDG_OK) {
        rdg_measured_frf_free(m);
        return NULL;
    }
    return m;
}

rdg_index rdg_measured_frf_channels(const rdg_measured_frf *m)
{
    return m ? m->channels : 0;
}

bool rdg_measured_frf_set(const rdg_measured_frf *m, const char *name, int which, rdg_index *n,
                          const rdg_index **channel)
{
    const size_t length = strlen(name);
    rdg_index *set = m->set + m->channels * which;
    *n = 0;
    *channel = set;
    for (rdg_index i = 0; i < m->channels && length > 0; i++) {
        if (strcmp(m->name[i], name) == 0) {
            set[0] = i;
            *n = 1;
            return true;
        }
        if (strncmp(m->name[i], name, length) == 0 && m->name[i][length] == '.') {
            set[(*n)++] = i;
        }
    }
    return *n > 0;
}

const char *rdg_measured_frf_list(const rdg_measured_frf *m, char *chars, size_t size)
{
    rdg_text text = rdg_text_in(chars, size);
    for (rdg_index i = 0; i < m->channels; i++) {
        rdg_text_item(&text, m->name[i]);
    }
    return rdg_text_list(&text);
}

rdg_status rdg_measured_frf_require(const rdg_measured_frf *m, const char *where, rdg_index output,
                                    rdg_index input)
{
    if (m->known[output + m->channels * input] || m->known[input + m->channels * output]) {
        return RDG_OK;
    }
    return rdg_fail(m->ctx, RDG_ERR_NAME, where,
                    "\"%s\" has no response of \"%s\" to \"%s\", nor the reverse: it is needed", m->path,
                    m->name[output], m->name[input]);
}

rdg_status rdg_measured_frf_evaluate(const rdg_measured_frf *m, const char *where, double omega,
                                     double complex *H)
{
    const rdg_index last = m->frequencies - 1, size = m->channels * m->channels;
    const double slack = 1e-12 * omega; /* Hz were changed to rad/s */
    if (omega < m->omega[0] - slack || omega > m->omega[last] + slack) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, where,
                        "%.9g Hz was not measured: \"%s\" goes from %.9g to %.9g Hz", omega / RDG_HZ(1.0),
                        m->path, m->omega[0] / RDG_HZ(1.0), m->omega[last] / RDG_HZ(1.0));
    }
    rdg_index k = 0;
    while (k < last && m->omega[k + 1] <= omega) {
        k++;
    }
    const double complex *here = m->H + size * k, *next = k < last ? here + size : here;
    const double width = k < last ? m->omega[k + 1] - m->omega[k] : 1.0;
    const double t = fmin(fmax((omega - m->omega[k]) / width, 0.0), 1.0);
    for (rdg_index e = 0; e < size; e++) {
        H[e] = (1.0 - t) * here[e] + t * next[e];
    }
    return RDG_OK;
}
