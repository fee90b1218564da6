/* Structures with contacts from tables test/data/bounds_*.csv: lines "M,row,...",
 * "contact,number,kt,kn,mu,N0", "bx", "by", ... as each table's second line describes. */
#ifndef RDG_TEST_BOUNDS_MODELS_H
#define RDG_TEST_BOUNDS_MODELS_H

#include "support.h"

#include <ridgewalk/bounds.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>

enum { MODEL_DOF = 8, MODEL_CONTACTS = 6 };

typedef struct bounds_model {
    int n, contacts;
    double M[MODEL_DOF * MODEL_DOF], C[MODEL_DOF * MODEL_DOF], K[MODEL_DOF * MODEL_DOF];
    double fstat[MODEL_DOF], fc[MODEL_DOF], fs[MODEL_DOF], mon[MODEL_DOF];
    double kt[MODEL_CONTACTS], kn[MODEL_CONTACTS], mu[MODEL_CONTACTS], N0[MODEL_CONTACTS];
    double bx[MODEL_CONTACTS][MODEL_DOF], by[MODEL_CONTACTS][MODEL_DOF];
} bounds_model;

static inline int read_values(char *text, double *value, int most)
{
    int n = 0;
    for (char *p = strtok(text, ","); p && n < most; p = strtok(NULL, ",")) {
        value[n++] = strtod(p, NULL);
    }
    return n;
}

static inline void read_row(bounds_model *m, const char *what, char *values)
{
    double v[MODEL_DOF + 1] = {0};
    const int n = read_values(values, v, MODEL_DOF + 1), row = (int)v[0];
    double *const matrix = *what == 'M' ? m->M : *what == 'C' ? m->C : m->K;
    double *const force = strcmp(what, "fc") == 0      ? m->fc
                          : strcmp(what, "fs") == 0    ? m->fs
                          : strcmp(what, "fstat") == 0 ? m->fstat
                          : strcmp(what, "mon") == 0   ? m->mon
                          : strcmp(what, "bx") == 0    ? m->bx[row]
                          : strcmp(what, "by") == 0    ? m->by[row]
                                                       : NULL;
    if (strcmp(what, "contact") == 0) {
        m->kt[row] = v[1];
        m->kn[row] = v[2];
        m->mu[row] = v[3];
        m->N0[row] = v[4];
        m->contacts = row + 1;
    } else if (force) {
        memcpy(force, v + 1, sizeof(double) * MODEL_DOF);
    } else {
        m->n = n - 1;
        for (int j = 0; j < m->n; j++) {
            matrix[row + m->n * j] = v[1 + j];
        }
    }
}

static inline void read_model(const char *path, bounds_model *m)
{
    char line[1024];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    *m = (bounds_model){0};
    while (fgets(line, sizeof line, file)) {
        char *comma = strchr(line, ',');
        if (*line != '#' && comma) {
            *comma = 0;
            read_row(m, line, comma + 1);
        }
    }
    fclose(file);
}

static inline void name_row(rdg_structure *s, const char *name, int n, const double *weight)
{
    const rdg_index dof[MODEL_DOF] = {0, 1, 2, 3, 4, 5, 6, 7};
    rdg_name_combination(s, name, n, dof, weight);
}

/* Its structure; forces alpha (fc cos + fs sin) at each degree of freedom. */
static inline rdg_structure *build_model(rdg_context *ctx, const bounds_model *m)
{
    rdg_structure *s = rdg_structure_create(ctx, "random", m->n, m->M, m->C, m->K);
    for (int i = 0; i < m->n; i++) {
        char name[16];
        snprintf(name, sizeof name, "q%d", i);
        rdg_name_dof(s, name, i);
        if (m->fstat[i] != 0.0) {
            rdg_static_force_add(s, name, m->fstat[i]);
        }
        if (m->fc[i] != 0.0 || m->fs[i] != 0.0) {
            rdg_force_phase_add(s, name, 1, hypot(m->fc[i], m->fs[i]), atan2(-m->fs[i], m->fc[i]));
        }
    }
    name_row(s, "mon", m->n, m->mon);
    for (int k = 0; k < m->contacts; k++) {
        char x[16], y[16], name[16];
        snprintf(name, sizeof name, "c%d", k);
        snprintf(x, sizeof x, "x%d", k);
        snprintf(y, sizeof y, "y%d", k);
        name_row(s, x, m->n, m->bx[k]);
        name_row(s, y, m->n, m->by[k]);
        rdg_contact_add(s, &(rdg_contact){.name = name,
                                          .tangential = x,
                                          .normal = y,
                                          .kt = m->kt[k],
                                          .kn = m->kn[k],
                                          .mu = m->mu[k],
                                          .preload = m->N0[k]});
    }
    rdg_sensor_harmonic_add(s, "A", "mon", 1);
    return s;
}

#endif
