/* States whose force, stiffness and contracted Hessian an independent prototype computed:
 * test/data/contact_reference.csv. */
#include "support.h"

#include <string.h>

#include <ridgewalk/contact.h>

enum { MAX_N = 24, MAX_SEGMENTS = 32, MAX_CASES = 16 };

typedef struct reference {
    char name[32];
    rdg_contact contact;
    int harmonic[MAX_N];
    int n_harmonics, n, n_segments;
    double x[MAX_N], y[MAX_N];
    rdg_contact_segment segment[MAX_SEGMENTS];
    double force[MAX_N], stiffness[MAX_N][MAX_N], hessian[MAX_N][MAX_N];
} reference;

static reference cases[MAX_CASES];
static int n_cases;

static void store(reference *r, const char *quantity, int i, int j, double value)
{
    static const char *const states[] = {"stick", "slip+1", "slip-1", "sep"};
    if (strcmp(quantity, "kx") == 0) {
        r->contact.kt = value;
    } else if (strcmp(quantity, "ky") == 0) {
        r->contact.kn = value;
    } else if (strcmp(quantity, "mu") == 0) {
        r->contact.mu = value;
    } else if (strcmp(quantity, "N0") == 0) {
        r->contact.preload = value;
    } else if (strcmp(quantity, "harmonic") == 0) {
        r->harmonic[r->n_harmonics++] = (int)value;
    } else if (strcmp(quantity, "X") == 0) {
        r->x[i] = value;
        r->n = i + 1;
    } else if (strcmp(quantity, "Y") == 0) {
        r->y[i] = value;
    } else if (strcmp(quantity, "F") == 0) {
        r->force[i] = value;
    } else if (strcmp(quantity, "K") == 0) {
        r->stiffness[i][j] = value;
    } else if (strcmp(quantity, "HesLam") == 0) {
        r->hessian[i][j] = value;
    }
    for (int s = 0; s < 4; s++) {
        if (strncmp(quantity, "segment_", 8) == 0 && strcmp(quantity + 8, states[s]) == 0) {
            r->segment[r->n_segments++] =
                (rdg_contact_segment){.state = (rdg_contact_state)s, .start = value};
        }
    }
}

static int read_cases(void **state)
{
    (void)state;
    FILE *file = fopen("test/data/contact_reference.csv", "r");
    char line[256];
    if (!file) {
        return -1;
    }
    while (fgets(line, sizeof line, file)) {
        char *field[5], *cursor = line;
        if (line[0] == '#' || strncmp(line, "case,", 5) == 0) {
            continue;
        }
        for (int f = 0; f < 5; f++) {
            field[f] = cursor;
            cursor += strcspn(cursor, ",\n");
            *cursor++ = '\0';
        }
        if (n_cases == 0 || strcmp(cases[n_cases - 1].name, field[0]) != 0) {
            snprintf(cases[n_cases++].name, sizeof cases[0].name, "%s", field[0]);
        }
        store(&cases[n_cases - 1], field[1], atoi(field[2]), atoi(field[3]), strtod(field[4], NULL));
    }
    fclose(file);
    return n_cases == 9 ? 0 : -1;
}

static rdg_contact_element *create(rdg_context *ctx, const reference *r)
{
    rdg_contact contact = r->contact;
    contact.tangential = "x";
    contact.normal = "y";
    const bool has_static = r->harmonic[0] == 0;
    const rdg_basis basis = {.n_harmonics = r->n_harmonics - has_static,
                             .harmonic = r->harmonic + has_static,
                             .has_static = has_static,
                             .n_coefficients = r->n};
    rdg_contact_element *element = rdg_contact_element_create(ctx, &contact, &basis);
    assert_ok(ctx, rdg_error_status(ctx));
    return element;
}

static void stack(const reference *r, double *z)
{
    memcpy(z, r->x, sizeof *z * (size_t)r->n);
    memcpy(z + r->n, r->y, sizeof *z * (size_t)r->n);
}

static void force_stiffness_and_hessian_are_those_of_the_prototype(void **state)
{
    (void)state;
    for (int c = 0; c < n_cases; c++) {
        const reference *r = &cases[c];
        rdg_context *ctx = rdg_context_create();
        rdg_contact_element *element = create(ctx, r);
        const int N = 2 * r->n;
        double z[MAX_N], lambda[MAX_N], force[MAX_N];
        double jacobian[MAX_N * (MAX_N + 1)], hessian[(MAX_N + 1) * (MAX_N + 1)], largest = 0;
        stack(r, z);
        for (int i = 0; i < N; i++) {
            lambda[i] = (i + 1.0) / N;
        }
        rdg_element_result result = {
            .force = force, .jacobian = jacobian, .lambda = lambda, .hessian = hessian};
        assert_int_equal(rdg_contact_evaluate(element, z, &result), 0);
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                largest = fmax(largest, fabs(r->hessian[i][j]));
            }
        }
        for (int i = 0; i < N; i++) {
            assert_near(force[i], r->force[i], 0, 1e-12);
            assert_near(jacobian[i + N * N], 0, 0, 0);
            assert_near(hessian[i + (N + 1) * N], 0, 0, 0);
            for (int j = 0; j < N; j++) {
                assert_near(jacobian[i + N * j], r->stiffness[i][j], 0, 1e-12);
                assert_near(hessian[i + (N + 1) * j], r->hessian[i][j], 0, 1e-9 * largest);
            }
        }
        rdg_context_free(ctx);
    }
}

static void states_and_transition_times_are_those_of_the_prototype(void **state)
{
    (void)state;
    for (int c = 0; c < n_cases; c++) {
        const reference *r = &cases[c];
        rdg_context *ctx = rdg_context_create();
        rdg_contact_element *element = create(ctx, r);
        rdg_contact_segment segment[MAX_SEGMENTS];
        double z[MAX_N];
        stack(r, z);
        assert_int_equal(rdg_contact_segments(element, z, MAX_SEGMENTS, segment), r->n_segments);
        int first = 0; /* the prototype's list starts anywhere in the cycle */
        for (int i = 1; i < r->n_segments; i++) {
            first = r->segment[i].start < r->segment[first].start ? i : first;
        }
        for (int i = 0; i < r->n_segments; i++) {
            const rdg_contact_segment *expected = &r->segment[(first + i) % r->n_segments];
            assert_int_equal(segment[i].state, expected->state);
            if (r->n_segments > 1) {
                assert_near(segment[i].start, expected->start, 0, 1e-12);
            }
        }
        rdg_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(force_stiffness_and_hessian_are_those_of_the_prototype),
        cmocka_unit_test(states_and_transition_times_are_those_of_the_prototype),
    };
    return cmocka_run_group_tests(tests, read_cases, NULL);
}
