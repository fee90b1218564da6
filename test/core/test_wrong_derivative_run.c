/* Newton's method that suffers along a curve: derivatives are compared, and only wrong ones are named. */
#include "problems.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SAID_SIZE = 8192 };

static void listen(rdg_channel channel, const char *text, void *data)
{
    char *said = data;
    if (channel == RDG_CHANNEL_WARNING) {
        strncat(said, text, SAID_SIZE - strlen(said) - 1);
    }
}

/* A circle in the plane of two of three variables, scaled, that the third follows */

typedef struct ring {
    double size[3], scale[2], kink;
    int row, column; /* of the wrong entry */
    double wrong;    /* its factor */
    double from;     /* u[1] where it begins to be wrong */
    long evaluations;
} ring;

static int round_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    ring *r = data;
    const double x = u[0] / r->size[0];
    const double z = u[1] / r->size[1];
    r->evaluations++;
    y[0] = r->scale[0] * (x * x + z * z - 1.0);
    y[1] = r->scale[1] * (u[2] / r->size[2] - sin(2.0 * x) - z - r->kink * fabs(x - 0.3));
    return 0;
}

static int round_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const ring *r = data;
    const double x = u[0] / r->size[0];
    const double z = u[1] / r->size[1];
    const double df[2][3] = {{2.0 * x, 2.0 * z, 0.0},
                             {-2.0 * cos(2.0 * x) - (x > 0.3 ? r->kink : -r->kink), -1.0, 1.0}};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 3; j++) {
            const bool wrong = i == r->row && j == r->column && z > r->from;
            values[i + 2 * j] = r->scale[i] * df[i][j] / r->size[j] * (wrong ? r->wrong : 1.0);
        }
    }
    return 0;
}

static ring random_ring(uint64_t *seed)
{
    ring r = {.row = -1, .from = -2.0};
    for (int i = 0; i < 3; i++) {
        r.size[i] = pow(10.0, 4.0 * random_signed(seed));
        r.scale[i % 2] = pow(10.0, 4.0 * random_signed(seed));
    }
    return r;
}

static rdg_status go_round(rdg_context *ctx, ring *r)
{
    static const char *const name[] = {"a", "b", "c"};
    const double start[] = {r->size[0], 0.0, r->size[2] * (sin(2.0) + r->kink * 0.7)};
    rdg_problem *p = rdg_problem_create(ctx);
    for (int i = 0; i < 3; i++) {
        rdg_add_variables(p, name[i], 1, &start[i]);
        rdg_set_typical(p, name[i], r->size[i], false);
    }
    rdg_add_zero(p, &(rdg_function){.name = "round", .n = 3, .m = 2, .f = round_f, .df = round_df, .data = r},
                 RDG_ALL);
    rdg_add_parameter(p, "b", "b", 0);
    rdg_add_parameter(p, "c", "c", 0);
    const rdg_status status = rdg_continue(p, "round", RDG_RELEASE("b"), RDG_RELEASE("c"), RDG_NO_FOLDER,
                                           RDG_NO_TABLE, RDG_MAX_POINTS(300));
    rdg_problem_free(p);
    return status;
}

static void wrong_entry_is_named_where_newton_suffers_along_a_curve(void **state)
{
    static char said[SAID_SIZE];
    static const double factors[] = {0.9, 1.1, 2.0, 0.3, -1.0, 0.5, 1.5};
    static const int entries[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 2}};
    rdg_context *ctx = *state;
    uint64_t seed = 15;
    int named = 0;
    int other = 0;
    rdg_set_writer(ctx, listen, said);
    for (int k = 0; k < 280; k++) {
        char expected[64];
        ring r = random_ring(&seed);
        r.wrong = factors[k % 7];
        r.row = entries[k % 4][0];
        r.column = entries[k % 4][1];
        r.from = k % 3 ? -2.0 : -0.7 * fabs(random_signed(&seed));
        *said = '\0';
        go_round(ctx, &r);
        rdg_error_clear(ctx);
        snprintf(expected, sizeof expected, "df of value %d by u[%d] (%c[0])", r.row, r.column,
                 'a' + r.column);
        named += strstr(said, expected) != NULL;
        other += !strstr(said, expected) && strstr(said, "derivatives are wrong");
    }
    rdg_set_writer(ctx, NULL, NULL);
    assert_int_equal(other, 0);
    assert_int_equal(named, 280);
}

static void right_derivatives_are_never_blamed_along_a_curve(void **state)
{
    static char said[SAID_SIZE];
    rdg_context *ctx = *state;
    uint64_t seed = 16;
    rdg_set_writer(ctx, listen, said);
    *said = '\0';
    for (int k = 0; k < 200; k++) {
        ring r = random_ring(&seed);
        r.kink = k % 2 ? 3.0 * random_signed(&seed) : 0.0;
        go_round(ctx, &r);
        rdg_error_clear(ctx);
        assert_null(strstr(said, "derivatives are wrong"));
    }
    rdg_set_writer(ctx, NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(wrong_entry_is_named_where_newton_suffers_along_a_curve),
        TEST(right_derivatives_are_never_blamed_along_a_curve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
