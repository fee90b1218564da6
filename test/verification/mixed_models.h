/* Structures and exponents of test/data/mixed_exponents.csv and mixed_exponents_models.csv. */
#ifndef RDG_TEST_MIXED_MODELS_H
#define RDG_TEST_MIXED_MODELS_H

#include "verification/contact_model.h"

#include <stdlib.h>

enum { MIXED_LINE = 1024, MIXED_ROWS = 16 };

static inline int mixed_columns(const char *text)
{
    int count = 1;
    for (; *text; text++) {
        count += *text == ',';
    }
    return count;
}

/* Numbers with any one character between them. */
static inline void mixed_numbers(const char *text, int count, int stride, double *to)
{
    for (int i = 0; i < count; i++) {
        char *end = NULL;
        to[i * stride] = strtod(text, &end);
        text = *end ? end + 1 : end;
    }
}

static inline void mixed_contact(const char *text, model_contact *c)
{
    double number[4];
    mixed_numbers(text, 4, 1, number);
    c->kt = number[0];
    c->kn = number[1];
    c->mu = number[2];
    c->preload = number[3];
}

static inline void mixed_row(contact_model *m, const char *quantity, int k, const char *text)
{
    const struct {
        const char *name;
        double *to;
        int stride;
    } place[] = {{"M", m->M + k, m->n},       {"C", m->C + k, m->n},       {"K", m->K + k, m->n},
                 {"fstat", m->constant, 1},   {"fc", m->cosine, 1},        {"fs", m->sine, 1},
                 {"bx", m->contact[k].bx, 1}, {"by", m->contact[k].by, 1}, {"alpha", &m->alpha, 1}};
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        if (strcmp(quantity, place[i].name) == 0) {
            mixed_numbers(text, mixed_columns(text), place[i].stride, place[i].to);
        }
    }
    if (strcmp(quantity, "contact") == 0) {
        mixed_contact(text, &m->contact[k]);
        m->contacts = k + 1;
    }
}

static inline contact_model mixed_model(const char *name)
{
    contact_model m = {.n = 0};
    char line[MIXED_LINE], which[32], quantity[16];
    FILE *file = fopen("test/data/mixed_exponents_models.csv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        int k = 0, used = 0;
        if (sscanf(line, "%31[^,],%15[^,],%d,%n", which, quantity, &k, &used) == 3 &&
            strcmp(which, name) == 0) {
            m.n = strcmp(quantity, "M") == 0 ? mixed_columns(line + used) : m.n;
            mixed_row(&m, quantity, k, line + used);
        }
    }
    fclose(file);
    assert_true(m.n > 0 && m.contacts > 0);
    return m;
}

/* A motion of the table. Exponents: one of each pair, 1/s. */
typedef struct mixed_motion {
    double omega; /* rad/s */
    bool sticks[MODEL_CONTACTS];
    double v[MODEL_CONTACTS]; /* at t = 0, N */
    int count;
    double real[MIXED_ROWS], imag[MIXED_ROWS];
} mixed_motion;

static inline mixed_motion mixed_exponents(const char *name)
{
    mixed_motion motion = {.count = 0};
    char line[MIXED_LINE], which[32], stuck[32], v[256];
    FILE *file = fopen("test/data/mixed_exponents.csv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double omega = 0.0;
        int used = 0;
        if (sscanf(line, "%31[^,],%lf,%31[^,],%255[^,],%n", which, &omega, stuck, v, &used) != 4 ||
            strcmp(which, name) != 0) {
            continue;
        }
        motion.omega = omega;
        for (const char *c = stuck; *c; c++) {
            if (*c != ' ') {
                motion.sticks[*c - '0'] = true;
            }
        }
        int contacts = 1;
        for (const char *c = v; *c; c++) {
            contacts += *c == ' ';
        }
        mixed_numbers(v, contacts, 1, motion.v);
        double exponent[2];
        mixed_numbers(line + used, 2, 1, exponent);
        assert_true(motion.count < MIXED_ROWS);
        motion.real[motion.count] = exponent[0];
        motion.imag[motion.count++] = exponent[1];
    }
    fclose(file);
    assert_true(motion.count > 0);
    return motion;
}

#endif
