/* What a picture lacks does not end a program: a warning names the picture, the item and the reason. */
#define _XOPEN_SOURCE 700

#include "pictures.h"

#include <signal.h>
#include <sys/resource.h>

static void what_cannot_be_drawn_is_told(void **state)
{
    fixture *f = *state;
    const double x[] = {NAN, 2}, y[] = {1, -1};
    const char *path = picture(f, "x.png");
    write_branch(f, "frc", 11);
    begin_lacking(f);
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_POINTS(0, x, y, "mine")), RDG_ERR_ARGUMENT,
                 "points need n >= 1");
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_LOGX), RDG_ERR_ARGUMENT, "no curve to draw");
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_SURFACE("frc", "omega", "alpha_k", "Am")), RDG_ERR_IO,
                 "x.png: item 1 (curve \"frc\") is left out: run \"frc\" has no triangles: it is a curve");
    assert_lacks(f, rdg_plot(f->ctx, NULL, RDG_CURVE("frc", "omega", "Am")), RDG_ERR_ARGUMENT,
                 "there is no path");
    assert_int_not_equal(access(path, F_OK), 0);
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am"), RDG_XRANGE(2, 1)),
                 RDG_ERR_ARGUMENT, "item 2 (range) is left out: the range of x, 2 to 1, is none");
    assert_picture(path, "\x89PNG\r\n\x1a\n", "IEND"); /* without the range */
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am"), RDG_XRANGE(-1, 1), RDG_LOGX),
                 RDG_ERR_ARGUMENT, "must be positive");
    assert_lacks(
        f, rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am"), RDG_CURVE3("frc", "omega", "Am", "step")),
        RDG_ERR_ARGUMENT, "in the plane and curves in space");
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am"), RDG_TITLE("a\nb")),
                 RDG_ERR_ARGUMENT, "control characters");
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am"), RDG_SIZE(1, NAN)),
                 RDG_ERR_ARGUMENT, "100 to 20000 pixels");
    assert_lacks(f, rdg_plot(f->ctx, picture(f, "x.jpg"), RDG_CURVE("frc", "omega", "Am")), RDG_ERR_ARGUMENT,
                 "x.jpg: the picture is not drawn: the name of a picture ends in .png, .svg or .pdf");
    assert_lacks(f, rdg_plot(f->ctx, "build/no/such/x.png", RDG_CURVE("frc", "omega", "Am")), RDG_ERR_IO,
                 "build/no/such/x.png: the picture is not drawn: No such file");
    assert_lacks(f,
                 rdg_plot(f->ctx, picture(f, "y.png"), RDG_CURVE("frc", "omega", "Am", .color = "no'such")),
                 RDG_ERR_LIBRARY, "gnuplot could not draw it: ");
    assert_int_not_equal(access(picture(f, "y.png"), F_OK), 0);
    assert_int_not_equal(access(picture(f, "y.png.part"), F_OK), 0);
}

/* A name or a column that is mistyped, and a curve without a point, are no reason to end the program. */
static void curves_that_cannot_be_drawn_are_left_out(void **state)
{
    fixture *f = *state;
    const double x[] = {NAN, 2}, y[] = {1, -1}, none[] = {NAN, NAN};
    const char *path = picture(f, "x.svg");
    write_branch(f, "frc", 11);
    write_nothing(f, "empty");
    begin_lacking(f);
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_CURVE("frq", "omega", "Am")), RDG_ERR_NAME,
                 "x.svg: item 1 (curve \"frq\") is left out: there is no run \"frq\"; runs in");
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "A")), RDG_ERR_NAME,
                 "item 1 (curve \"frc\") is left out: run \"frc\" has no column \"A\"; it has: point");
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_CURVE("empty", "omega", "alpha")), RDG_ERR_ARGUMENT,
                 "run \"empty\" has no points yet");
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am", .only = "BP")), RDG_ERR_ARGUMENT,
                 "\"frc\" has no point to draw: values must be finite, on a logarithmic axis positive, of "
                 "type BP");
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_POINTS(2, x, y, "mine"), RDG_LOGY), RDG_ERR_ARGUMENT,
                 "\"mine\" has no point to draw");
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_POINTS(2, y, none, "mine")), RDG_ERR_ARGUMENT,
                 "\"mine\" has no point to draw: its y has no finite value");
    assert_lacks(f, rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am", .y_factor = -1), RDG_LOGY),
                 RDG_ERR_ARGUMENT,
                 "\"frc\" has no point to draw: its column \"Am\" has no positive value, and the axis is "
                 "logarithmic");
    assert_int_not_equal(access(path, F_OK), 0);
    assert_lacks(f,
                 rdg_plot(f->ctx, path, RDG_CURVE("frq", "omega", "Am"), RDG_CURVE("frc", "omega", "Am"),
                          RDG_POINTS(2, x, y, "mine")),
                 RDG_ERR_NAME, "there is no run \"frq\"");
    assert_picture(path, "<?xml", "</svg>"); /* with what can be drawn */
}

static void a_missing_gnuplot_is_told(void **state)
{
    fixture *f = *state;
    char before[4096];
    snprintf(before, sizeof before, "%s", getenv("PATH"));
    write_branch(f, "frc", 11);
    setenv("PATH", f->folder, 1);
    begin_lacking(f);
    const rdg_status status = rdg_plot(f->ctx, picture(f, "x.png"), RDG_CURVE("frc", "omega", "Am"));
    setenv("PATH", before, 1);
    assert_lacks(f, status, RDG_ERR_LIBRARY, "x.png: the picture is not drawn: gnuplot is not installed");
    assert_int_not_equal(access(picture(f, "x.png.part"), F_OK), 0);
}

static void a_full_disk_leaves_the_older_picture(void **state)
{
    fixture *f = *state;
    struct rlimit before, limit;
    size_t size = 0, after = 0;
    write_branch(f, "frc", 11);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "x.png"), RDG_CURVE("frc", "omega", "Am")));
    free(fixture_read(picture(f, "x.png"), &size));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 8192;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    begin_lacking(f);
    const rdg_status status = rdg_plot(f->ctx, picture(f, "x.png"), RDG_CURVE("frc", "omega", "Am"));
    setrlimit(RLIMIT_FSIZE, &before);
    assert_true(status == RDG_ERR_IO || status == RDG_ERR_LIBRARY);
    assert_lacks(f, status, status, "x.png: the picture is not drawn");
    free(fixture_read(picture(f, "x.png"), &after));
    assert_int_equal(after, size);
}

static void nothing_is_drawn_after_a_failure(void **state)
{
    fixture *f = *state;
    RDG_FAIL(f->ctx, RDG_ERR_CALLBACK, "earlier");
    assert_int_equal(rdg_plot(f->ctx, picture(f, "x.png"), RDG_CURVE("frc", "omega", "Am")), RDG_ERR_EARLIER);
    assert_int_equal(rdg_plot(NULL, "x.png", RDG_CURVE("frc", "omega", "Am")), RDG_ERR_EARLIER);
    assert_failed(f->ctx, RDG_ERR_CALLBACK, "earlier");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(what_cannot_be_drawn_is_told),     TEST(curves_that_cannot_be_drawn_are_left_out),
        TEST(a_missing_gnuplot_is_told),        TEST(a_full_disk_leaves_the_older_picture),
        TEST(nothing_is_drawn_after_a_failure),
    };
    return cmocka_run_group_tests_name("core: pictures that cannot be drawn", tests, NULL, NULL);
}
