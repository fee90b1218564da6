/* Responses with rigid friction, point by point, against an independent prototype. */
#ifndef RDG_TEST_COULOMB_REFERENCE_H
#define RDG_TEST_COULOMB_REFERENCE_H

#include "coulomb/responses.h"
#include "fresh_context.h"

enum { REFERENCE_MOST = 400 };

typedef struct reference_row {
    double r1, beta, stops, share, X[RESPONSE_MASSES], Z;
    char regime[16];
} reference_row;

static inline int read_reference(const char *system, reference_row *row)
{
    FILE *file = fopen("test/data/coulomb_responses.csv", "r");
    char line[512];
    int rows = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char name[32];
        reference_row r;
        const int read =
            sscanf(line, "%31[a-z0-9_],%lf,%lf,%15[a-z-],%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", name, &r.r1,
                   &r.beta, r.regime, &r.stops, &r.share, &r.X[0], &r.X[1], &r.X[2], &r.X[3], &r.X[4], &r.Z);
        if (read == 12 && strcmp(name, system) == 0) {
            assert_true(rows < REFERENCE_MOST);
            row[rows++] = r;
        }
    }
    fclose(file);
    assert_true(rows > 100);
    return rows;
}

/* What is known to be other there: next to a resonance of what is held, or where the contact begins to stick,
 * the prototype had not come to rest after its periods. */
typedef struct exception {
    double r1, beta; /* beta < 0: any but 0 */
} exception;

static inline bool is_exception(const reference_row *row, const exception *list, int n)
{
    for (int k = 0; k < n; k++) {
        if (row->r1 == list[k].r1 && (row->beta == list[k].beta || (list[k].beta < 0.0 && row->beta > 0.0))) {
            return true;
        }
    }
    return false;
}

/* Answers whether the prototype's amplitudes are too small, by its samples of the motion. */
static inline bool check_row(const responses *r, const reference_row *known)
{
    rdg_index j = 0;
    bool is_less = false;
    while (j < r->rows && !(fabs(r->row[j].r1 - known->r1) < 1e-9 && r->row[j].beta == known->beta &&
                            strcmp(response_names[r->row[j].regime], known->regime) == 0)) {
        j++;
    }
    if (j == r->rows) {
        print_message("no row at r1 = %g, beta = %g, %s\n", known->r1, known->beta, known->regime);
    }
    assert_true(j < r->rows);
    for (rdg_index i = 0; i < r->n; i++) {
        const double more = r->row[j].X[i] - known->X[i];
        const bool is_sampled = more > 1e-8 * (1.0 + known->X[i]) && more < 4e-5 * known->X[i];
        assert_near(r->row[j].X[i], known->X[i] + (is_sampled ? more : 0.0), 1e-8, 1e-8);
        is_less = is_less || is_sampled;
    }
    assert_near(r->row[j].Z, known->Z, 1e-8, 1e-8);
    assert_near(r->row[j].stops, known->stops, 0, 0);
    assert_near(r->row[j].share, known->share, 0, 2e-6);
    return is_less;
}

/* All points of a system, and how many of them the prototype's samples miss; answers their number. */
static inline int check_system(rdg_context *ctx, const char *system, rdg_coulomb *c, const exception *list,
                               int n, int sampled)
{
    static reference_row known[REFERENCE_MOST];
    const int rows = read_reference(system, known);
    responses r;
    int checked = 0;
    int less = 0;
    assert_true(begin_responses(&r, ctx, c));
    for (int k = 0; k < rows; k++) {
        if (k == 0 || known[k].beta != known[k - 1].beta) {
            add_response(&r, known[k].beta);
            assert_ok(ctx, rdg_error_status(ctx));
        }
    }
    for (int k = 0; k < rows; k++) {
        if (!is_exception(&known[k], list, n)) {
            less += check_row(&r, &known[k]);
            checked++;
        }
    }
    free(r.row);
    assert_int_equal(less, sampled);
    return checked;
}

#endif
