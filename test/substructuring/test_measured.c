/* Parts whose responses were measured: a CSV file in place of a model. */
#define _XOPEN_SOURCE 700

#include "halves.h"
#include "scratch.h"

#include <ridgewalk/coupled_frf.h>

#include <complex.h>

#define TWO_PI 6.283185307179586476925286766559

enum { FREQUENCIES = 9, CHANNELS = 3 };

static const char *const tip[] = {"right.tip"};
static char path[128];

static rdg_structure *damped(rdg_structure *s)
{
    assert_int_equal(rdg_damping_proportional(s, 0, 1.5e-5), RDG_OK);
    return s;
}

static double frequency(int k)
{
    return 150.0 * (k + 1);
}

/* The free half as if measured, with noise of some relative size; without the pairs of which the reverse is
 * there */
static void measure(rdg_context *ctx, double noise, bool reciprocal)
{
    const char *const at[CHANNELS] = {"right.cut.1", "right.cut.2", "right.tip"};
    double omega[FREQUENCIES];
    double complex H[CHANNELS * CHANNELS * FREQUENCIES];
    uint64_t seed = 3;
    rdg_structure *s = damped(free_half(ctx));
    assert_ok(ctx, rdg_name_dof(s, "cut.1", 0));
    assert_ok(ctx, rdg_name_dof(s, "cut.2", 1));
    rdg_coupled_frf *f = rdg_coupled_frf_create(ctx);
    assert_ok(ctx, rdg_coupled_frf_add(f, "right", s));
    for (int k = 0; k < FREQUENCIES; k++) {
        omega[k] = TWO_PI * frequency(k);
    }
    assert_ok(ctx, rdg_coupled_frf_evaluate(f, CHANNELS, at, CHANNELS, at, FREQUENCIES, omega, H));
    snprintf(path, sizeof path, "%s/right.csv", scratch_folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "# the free half\nf_Hz,output,input,Re_m_N,Im_m_N\n");
    for (int k = 0; k < FREQUENCIES; k++) {
        for (int e = 0; e < CHANNELS * CHANNELS; e++) {
            const int o = e % CHANNELS, i = e / CHANNELS;
            const double complex h = H[e + CHANNELS * CHANNELS * k] * (1 + noise * random_signed(&seed));
            if (!reciprocal || o <= i) {
                fprintf(file, "%.17g, %s ,%s,%.17g,%.17g\n", frequency(k), at[o] + 6, at[i] + 6, creal(h),
                        cimag(h));
            }
        }
    }
    fclose(file);
}

static rdg_coupled_frf *measured_and_model(rdg_context *ctx)
{
    rdg_coupled_frf *f = rdg_coupled_frf_create(ctx);
    assert_ok(ctx, rdg_coupled_frf_add(f, "left", damped(clamped_half(ctx))));
    assert_ok(ctx, rdg_coupled_frf_add_measured(f, "right", path));
    return f;
}

static double complex respond(rdg_context *ctx, rdg_coupled_frf *f, double hertz)
{
    double complex H = 0;
    const double omega = TWO_PI * hertz;
    assert_ok(ctx, rdg_coupled_frf_evaluate(f, 1, tip, 1, tip, 1, &omega, &H));
    return H;
}

static void a_measured_half_is_as_good_as_its_model(void **state)
{
    rdg_context *ctx = *state;
    rdg_coupled_frf *model = rdg_coupled_frf_create(ctx);
    assert_ok(ctx, rdg_coupled_frf_add(model, "left", damped(clamped_half(ctx))));
    assert_ok(ctx, rdg_coupled_frf_add(model, "right", damped(free_half(ctx))));
    assert_ok(ctx, rdg_coupled_frf_tie(model, "left.cut", "right.cut", 0));
    for (int reciprocal = 0; reciprocal < 2; reciprocal++) {
        measure(ctx, 0, reciprocal);
        rdg_coupled_frf *f = measured_and_model(ctx);
        assert_ok(ctx, rdg_coupled_frf_tie(f, "left.cut", "right.cut", 0));
        for (int k = 0; k < FREQUENCIES; k++) {
            assert_true(cabs(respond(ctx, f, frequency(k)) / respond(ctx, model, frequency(k)) - 1) < 1e-10);
        }
    }
}

/* Between two frequencies a straight line */
static void between_frequencies_responses_are_interpolated(void **state)
{
    rdg_context *ctx = *state;
    measure(ctx, 0, false);
    rdg_coupled_frf *f = measured_and_model(ctx);
    const double complex a = respond(ctx, f, 300), b = respond(ctx, f, 450);
    assert_true(cabs(respond(ctx, f, 337.5) - (0.75 * a + 0.25 * b)) < 1e-13 * cabs(a));
    const double below = TWO_PI * 149.9, above = TWO_PI * 1350.1;
    double complex H;
    assert_int_equal(rdg_coupled_frf_evaluate(f, 1, tip, 1, tip, 1, &below, &H), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "149.9 Hz was not measured");
    assert_int_equal(rdg_coupled_frf_evaluate(f, 1, tip, 1, tip, 1, &above, &H), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "goes from 150 to 1350 Hz");
}

/* Both motions of the cut and, once more, four combinations of them, with noise: more rows than motions */
static void more_rows_than_motions_are_met_in_the_least_squares(void **state)
{
    rdg_context *ctx = *state;
    const double omega = TWO_PI * 300;
    double complex H;
    measure(ctx, 0, false);
    rdg_coupled_frf *exact = measured_and_model(ctx);
    assert_ok(ctx, rdg_coupled_frf_tie(exact, "left.cut", "right.cut", 0));
    rdg_coupled_frf *f = rdg_coupled_frf_create(ctx);
    rdg_structure *left = damped(clamped_half(ctx));
    /* six points at the interface of the one, six channels at that of the other, both rigid */
    const double arm[6] = {-0.02, -0.01, 0, 0.005, 0.01, 0.02};
    for (int p = 0; p < 6; p++) {
        assert_ok(ctx,
                  rdg_name_combination(left, (const char *const[]){"a", "b", "c", "d", "e", "g"}[p], 2,
                                       (rdg_index[]){18, 19}, (double[]){1, arm[p] != 0 ? arm[p] : 1e-30}));
    }
    assert_ok(ctx, rdg_coupled_frf_add(f, "left", left));
    assert_ok(ctx, rdg_coupled_frf_add_measured(f, "right", path));
    /* weights that differ by 1e-9 from dependent ones stand for noise: QR keeps the rows */
    for (int p = 0; p < 6; p++) {
        const char at[2][8] = {{'l', 'e', 'f', 't', '.', "abcdeg"[p], '\0'}, ""};
        const char *const terms[] = {at[0], "right.cut.1", "right.cut.2"};
        const double weight[] = {1, -1 - 1e-9 * p * p, -arm[p]};
        assert_ok(ctx, rdg_coupled_frf_row(f, &(rdg_coupled_row){.n = 3, .at = terms, .weight = weight}));
    }
    assert_ok(ctx, rdg_coupled_frf_threshold(f, 1e-6));
    assert_ok(ctx, rdg_coupled_frf_evaluate(f, 1, tip, 1, tip, 1, &omega, &H));
    const rdg_coupled_frf_report told = rdg_coupled_frf_told(f);
    print_message("rows %d, dropped %d, rank %d, off by %.1e\n", (int)told.rows, (int)told.dropped,
                  (int)told.rank, cabs(H / respond(ctx, exact, 300) - 1));
    assert_int_equal(told.rows, 6);
    assert_int_equal(told.rank, 2);
    assert_near(told.threshold, 1e-6, 0, 0);
    assert_true(cabs(H / respond(ctx, exact, 300) - 1) < 1e-7);
}

static void noise_stays_noise(void **state)
{
    rdg_context *ctx = *state;
    double complex H[2];
    for (int noisy = 0; noisy < 2; noisy++) {
        measure(ctx, 1e-4 * noisy, false);
        rdg_coupled_frf *f = measured_and_model(ctx);
        assert_ok(ctx, rdg_coupled_frf_tie(f, "left.cut", "right.cut", 1e-7));
        H[noisy] = respond(ctx, f, 600);
    }
    assert_true(cabs(H[1] / H[0] - 1) > 1e-6);
    assert_true(cabs(H[1] / H[0] - 1) < 3e-2);
}

static void write_file(const char *text)
{
    snprintf(path, sizeof path, "%s/broken.csv", scratch_folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

#define HEADER "f_Hz,output,input,Re_m_N,Im_m_N\n"

static void broken_files_are_refused_with_their_line(void **state)
{
    static const struct {
        const char *text, *words;
        rdg_status status;
    } cases[] = {
        {"", "holds no responses", RDG_ERR_FORMAT},
        {HEADER, "holds no responses", RDG_ERR_FORMAT},
        {"f,a,b,c,d\n", "line 1 of", RDG_ERR_FORMAT},
        {HEADER "1,a,b,2\n", "line 2 of", RDG_ERR_FORMAT},
        {HEADER "1,a,b,2,3,4\n", "it has not five fields", RDG_ERR_FORMAT},
        {HEADER "1,a,,2,3\n", "it has not five fields", RDG_ERR_FORMAT},
        {HEADER "1,a,b,2,3x\n", "a number cannot be read", RDG_ERR_FORMAT},
        {HEADER "1,a,b,nan,3\n", "is not finite", RDG_ERR_FORMAT},
        {HEADER "1,a,b,2,inf\n", "is not finite", RDG_ERR_FORMAT},
        {HEADER "2,a,b,2,3\n\n1,a,b,2,3\n", "line 4 of", RDG_ERR_FORMAT},
        {HEADER "-1,a,b,2,3\n", "must be positive and ascend", RDG_ERR_FORMAT},
        {HEADER "1,a,b,2,3\n1,a,b,2,3\n", "line 3 of", RDG_ERR_FORMAT},
        {HEADER "1,a,b,2,3\n1,a,a,2,3\n2,a,b,2,3\n", "the response of \"a\" to \"a\" is missing at 2 Hz",
         RDG_ERR_SIZE},
        {HEADER "1,a,b,2,3\n2,a,b,2,3\n2,b,b,2,3\n", "the response of \"b\" to \"b\" is missing at 1 Hz",
         RDG_ERR_SIZE},
    };
    rdg_coupled_frf *f = rdg_coupled_frf_create(*state);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_file(cases[i].text);
        assert_int_equal(rdg_coupled_frf_add_measured(f, "m", path), cases[i].status);
        assert_failed(*state, cases[i].status, cases[i].words);
    }
    assert_int_equal(rdg_coupled_frf_add_measured(f, "m", "nowhere/at.csv"), RDG_ERR_IO);
    assert_failed(*state, RDG_ERR_IO, "\"nowhere/at.csv\" cannot be opened: No such file");
    write_file(HEADER "1,a,b,2,3\n");
    assert_ok(*state, rdg_coupled_frf_add_measured(f, "m", path));
    assert_int_equal(rdg_coupled_frf_add_measured(f, "m", path), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "\"m\" is none");
    const char *const a[] = {"m.a"}, *const c[] = {"m.c"};
    const double omega = TWO_PI;
    double complex H;
    assert_int_equal(rdg_coupled_frf_evaluate(f, 1, a, 1, a, 1, &omega, &H), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "has no response of \"a\" to \"a\", nor the reverse");
    assert_int_equal(rdg_coupled_frf_evaluate(f, 1, a, 1, c, 1, &omega, &H), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "\"c\" is no channel of \"m\"; it has: a, b");
}

/* Random damage of a good file: refused in words, or read */
static void hostile_files_do_no_harm(void **state)
{
    static const char marks[] = "0123456789.,eE+-#\n \tnaif\r";
    uint64_t seed = 77;
    measure(*state, 0, false);
    static char good[65536], text[65536];
    FILE *file = fopen(path, "r");
    const size_t size = fread(good, 1, sizeof good - 1, file);
    fclose(file);
    for (int trial = 0; trial < 400; trial++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        memcpy(text, good, size + 1);
        for (int hit = 0; hit < 1 + trial % 4; hit++) {
            text[(size_t)(fabs(random_signed(&seed)) * (double)size) % size] =
                marks[(size_t)(fabs(random_signed(&seed)) * 26) % (sizeof marks - 1)];
        }
        if (trial % 5 == 0) {
            text[(size_t)(fabs(random_signed(&seed)) * (double)size) % size] = '\0';
        }
        write_file(text);
        rdg_coupled_frf *f = rdg_coupled_frf_create(ctx);
        const rdg_status status = rdg_coupled_frf_add_measured(f, "m", path);
        assert_true(status == RDG_OK || strlen(rdg_error_message(ctx)) > 20);
        rdg_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(a_measured_half_is_as_good_as_its_model),
                                       SCRATCH_TEST(between_frequencies_responses_are_interpolated),
                                       SCRATCH_TEST(more_rows_than_motions_are_met_in_the_least_squares),
                                       SCRATCH_TEST(noise_stays_noise),
                                       SCRATCH_TEST(broken_files_are_refused_with_their_line),
                                       SCRATCH_TEST(hostile_files_do_no_harm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
