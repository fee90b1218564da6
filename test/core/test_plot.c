/* Pictures: a complete file or none, and a reason in words. */
#define _XOPEN_SOURCE 700

#include "run_fixture.h"

#include "plot_impl.h"

#include <ridgewalk/plot.h>
#include <ridgewalk/run_data.h>

#include <signal.h>
#include <sys/resource.h>

static const char *picture(fixture *f, const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    return path;
}

/* A branch with a fold: omega = 300 + 20 s^2, alpha = s, Am = 1e-6 exp(-s), with s in [-1, 1]. */
static void write_branch(fixture *f, const char *name, int n)
{
    const char *const block[] = {"Q"}, *const parameter[] = {"omega", "alpha_k", "Am"};
    const rdg_index start[] = {0, 9};
    const rdg_layout layout = {1, block, start, 3, parameter, fixture_units, NULL};
    rdg_run_store *store = NULL;
    fixture_chart c;
    assert_ok(f->ctx, fixture_create(f->ctx, name, &layout, NULL, 0, &store));
    for (int i = 0; i < n; i++) {
        const double s = n > 1 ? -1 + 2.0 * i / (n - 1) : 0;
        fixture_fill(&c, i, i == n / 2 ? 1 : 0, i == n / 2 ? "FP" : (i == 0 || i == n - 1 ? "EP" : ""));
        c.mu[0] = 300 + 20 * s * s;
        c.mu[1] = s;
        c.mu[2] = 1e-6 * exp(-s);
        assert_ok(f->ctx, rdg_run_store_append(store, &c.chart));
    }
    rdg_run_store_free(store);
}

/* A run that ended before its first point. */
static void write_nothing(fixture *f, const char *name)
{
    rdg_run_store *store = NULL;
    assert_ok(f->ctx, fixture_create(f->ctx, name, &fixture_layout, NULL, 0, &store));
    assert_ok(f->ctx, rdg_run_store_finish(store, NULL, 0));
    rdg_run_store_free(store);
}

static void assert_picture(const char *path, const char *beginning, const char *last)
{
    size_t size = 0;
    char *bytes = fixture_read(path, &size);
    assert_true(size > 1000);
    assert_memory_equal(bytes, beginning, strlen(beginning));
    bool found = false;
    for (size_t i = size - 16; i + strlen(last) <= size; i++) {
        found = found || memcmp(bytes + i, last, strlen(last)) == 0;
    }
    assert_true(found);
    free(bytes);
    char part[160];
    snprintf(part, sizeof part, "%s.part", path);
    assert_int_not_equal(access(part, F_OK), 0);
}

static void a_curve_becomes_a_png(void **state)
{
    fixture *f = *state;
    write_branch(f, "frc", 41);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "a.png"), RDG_CURVE("frc", "omega", "Am")));
    assert_picture(picture(f, "a.png"), "\x89PNG\r\n\x1a\n", "IEND");
    assert_string_equal(f->text, "");
}

static void everything_asked_for_is_in_the_picture(void **state)
{
    fixture *f = *state;
    const double x[] = {47, 48.5, 50}, y[] = {1e-6, 2e-6, 1.5e-6};
    write_branch(f, "frc", 41);
    write_branch(f, "ridge", 41);
    assert_ok(f->ctx,
              rdg_plot(f->ctx, picture(f, "a.svg"),
                       RDG_CURVE("frc", "omega", "Am", .x_factor = 0.5 / 3.14159265358979, .marks = true),
                       RDG_CURVE("ridge", "omega", "Am", .x_factor = 0.15, .style = RDG_DASHED,
                                 .color = "red", .width = 2, .legend = "the 'ridge' k_t"),
                       RDG_CURVE("frc", "omega", "Am", .only = "FP", .legend = "folds"),
                       RDG_POINTS(3, x, y, "measured"), RDG_TITLE("Friction & folds"),
                       RDG_XLABEL("excitation \xCE\xB1 / N"), RDG_LOGLOG, RDG_YRANGE(1e-7, 1e-4),
                       RDG_SIZE(800, 600)));
    assert_picture(picture(f, "a.svg"), "<?xml", "</svg>");
    char *text = fixture_read(picture(f, "a.svg"), NULL);
    const char *const expected[] = {"viewBox=\"0 0 800 600\"",
                                    "Friction &amp; folds",
                                    "the 'ridge' k_t",
                                    "measured",
                                    "folds",
                                    ">fold (FP)<",
                                    ">end (EP)<",
                                    "excitation \xCE\xB1 / N",
                                    "Am / m"};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        if (!strstr(text, expected[i])) {
            fail_msg("not in the picture: %s", expected[i]);
        }
    }
    free(text);
}

/* Items are values: they are assigned without a cast. */
static void items_are_assigned_one_by_one(void **state)
{
    fixture *f = *state;
    rdg_plot_item items[4];
    write_branch(f, "frc", 5);
    items[0] = RDG_CURVE("frc", "omega", "Am", .legend = "assigned");
    items[1] = RDG_TITLE("a list");
    items[2] = RDG_LOGY;
    items[3] = RDG_PLOT_ITEM(.kind = RDG_PLOT_END);
    assert_ok(f->ctx, rdg_plot_items(f->ctx, picture(f, "b.svg"), items));
    rdg_column column = RDG_COLUMN("omega", "f_Hz", 0.5);
    column = RDG_COLUMN("Am", "Am_m", 1.0);
    assert_string_equal(column.from, "Am");
}

static void labels_are_names_and_units(void **state)
{
    fixture *f = *state;
    write_branch(f, "frc", 41);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "b.svg"), RDG_CURVE("frc", "omega", "alpha_k"),
                               RDG_CURVE("frc", "omega", "Am")));
    char *text = fixture_read(picture(f, "b.svg"), NULL);
    assert_non_null(strstr(text, "omega / (rad/s)"));
    assert_non_null(strstr(text, "alpha_k / N"));
    free(text);
}

static void frequencies_are_drawn_in_hertz_where_they_are_asked_for_so(void **state)
{
    fixture *f = *state;
    write_branch(f, "frc", 41);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "b.svg"), RDG_CURVE("frc", "omega", "Am"), RDG_IN_HZ));
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "c.svg"), RDG_CURVE("frc", "omega", "Am", .hz = true)));
    char *whole = fixture_read(picture(f, "b.svg"), NULL), *one = fixture_read(picture(f, "c.svg"), NULL);
    assert_non_null(strstr(whole, "f / Hz"));
    assert_null(strstr(whole, "rad/s"));
    assert_string_equal(whole, one);
    free(whole);
    free(one);
}

static void a_part_is_magnified_and_scales_are_equal(void **state)
{
    fixture *f = *state;
    write_branch(f, "frc", 41);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "whole.svg"), RDG_CURVE("frc", "omega", "alpha_k")));
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "part.svg"), RDG_CURVE("frc", "omega", "alpha_k"),
                               RDG_CLOSE_UP(300.0, 301.0, -0.25, 0.25, 0.5, 0.5)));
    char *whole = fixture_read(picture(f, "whole.svg"), NULL),
         *part = fixture_read(picture(f, "part.svg"), NULL);
    assert_null(strstr(whole, ">300.5<"));
    assert_non_null(strstr(part, ">300.5<"));
    assert_true(strlen(part) > strlen(whole));
    free(whole);
    free(part);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "equal.svg"), RDG_CURVE("frc", "alpha_k", "alpha_k"),
                               RDG_EQUAL_AXES));
    rdg_plot(f->ctx, picture(f, "x.svg"), RDG_CURVE("frc", "omega", "Am"),
             RDG_CLOSE_UP(2.0, 1.0, 0.0, 1.0, 0.5, 0.5));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "a close-up needs two ranges and a place within the picture");
    rdg_plot(f->ctx, picture(f, "x.svg"), RDG_CURVE("frc", "omega", "Am"),
             RDG_CLOSE_UP(1.0, 2.0, 0.0, 1.0, 0.9, 0.5));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "a close-up needs two ranges and a place within the picture");
    rdg_plot(f->ctx, picture(f, "x.svg"), RDG_CURVE3("frc", "omega", "Am", "alpha_k"),
             RDG_CLOSE_UP(1.0, 2.0, 0.0, 1.0, 0.5, 0.5));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "a close-up is of a picture in the plane");
}

/* The amplitude itself serves as the column: it is positive everywhere, its negative nowhere. */
static void a_line_is_dashed_where_a_column_is_positive(void **state)
{
    fixture *f = *state;
    write_branch(f, "frc", 41);
    assert_ok(f->ctx,
              rdg_plot(f->ctx, picture(f, "dash.svg"), RDG_CURVE("frc", "omega", "Am", .dash = "Am")));
    char *text = fixture_read(picture(f, "dash.svg"), NULL);
    assert_non_null(strstr(text, "stroke-dasharray"));
    free(text);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "solid.svg"), RDG_CURVE("frc", "omega", "Am")));
    text = fixture_read(picture(f, "solid.svg"), NULL);
    assert_null(strstr(text, "stroke-dasharray"));
    free(text);
    assert_int_equal(
        rdg_plot(f->ctx, picture(f, "no.svg"), RDG_CURVE("frc", "omega", "Am", .dash = "stability")),
        RDG_ERR_NAME);
    assert_int_equal(rdg_error_status(f->ctx), RDG_OK);
}

static void a_curve_in_space_becomes_a_picture(void **state)
{
    fixture *f = *state;
    write_branch(f, "frc", 41);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "c.pdf"),
                               RDG_CURVE3("frc", "omega", "alpha_k", "Am", .marks = true), RDG_LOGZ,
                               RDG_ZLABEL("amplitude"), RDG_VIEW(50, 40)));
    assert_picture(picture(f, "c.pdf"), "%PDF", "%%EOF");
}

static void a_grid_of_points_becomes_a_map(void **state)
{
    fixture *f = *state;
    double x[12], y[12], z[12];
    for (int i = 0; i < 12; i++) {
        const int row = i / 4;
        x[i] = i % 4;
        y[i] = 10.0 * row;
        z[i] = -20.0 + i;
    }
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "map.svg"), RDG_MAP(12, x, y, z), RDG_ZRANGE(-40, 0),
                               RDG_XLABEL("time"), RDG_ZLABEL("level in dB")));
    char *text = fixture_read(picture(f, "map.svg"), NULL);
    assert_non_null(strstr(text, "level in dB"));
    assert_non_null(strstr(text, "<image"));
    free(text);
    rdg_plot(f->ctx, picture(f, "no.png"), RDG_MAP(12, x, y, z), RDG_POINTS(12, x, y, ""));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "a map is alone in its picture");
    rdg_plot(f->ctx, picture(f, "no.png"), RDG_POINTS(12, x, y, ""), RDG_MAP(12, x, y, z));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "a map is alone in its picture");
    rdg_plot(f->ctx, picture(f, "no.png"), RDG_MAP(12, x, y, NULL));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "a map needs x, y and z");
    for (int i = 0; i < 12; i++) {
        z[i] += 30;
    }
    rdg_plot(f->ctx, picture(f, "no.png"), RDG_MAP(12, x, y, z), RDG_LOGZ);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "colours are linear");
}

static void a_line_has_the_colours_of_its_values(void **state)
{
    fixture *f = *state;
    const double x[3] = {0.0, 1.0, 2.0}, y[3] = {0.0, 1.0, 0.5}, v[3] = {10.0, 20.0, NAN};
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "shades.svg"),
                               RDG_POINTS(2, x, y, "", .style = RDG_LINE, .shades = v),
                               RDG_POINTS(3, x, y, "dots", .width = 2), RDG_ZLABEL("stress in MPa"),
                               RDG_ZRANGE(0, 20)));
    char *text = fixture_read(picture(f, "shades.svg"), NULL);
    assert_non_null(strstr(text, "stress in MPa"));
    free(text);
    rdg_plot(f->ctx, picture(f, "no.png"), RDG_POINTS(3, x, y, "", .shades = v));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "colours by values are finite");
    write_branch(f, "frc", 5);
    rdg_plot(f->ctx, picture(f, "no.png"), RDG_CURVE("frc", "omega", "Am", .shades = y));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "colours by values are for arrays");
}

static void variables_of_labelled_points_are_drawn(void **state)
{
    fixture *f = *state;
    fixture_write(f, "labels");
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "d.png"),
                               RDG_CURVE("labels", "point", "Q[3]", .style = RDG_LINE_DOTS)));
}

static void one_point_on_any_axes_is_drawn(void **state)
{
    fixture *f = *state;
    write_branch(f, "one", 1);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "e.png"), RDG_CURVE("one", "omega", "Am", .marks = true)));
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "e.png"), RDG_CURVE("one", "omega", "Am"), RDG_LOGLOG));
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "e.png"), RDG_CURVE("one", "omega", "alpha_k")));
}

/* Tics that are listed for an axis, all of them in its range; -1: decades, by gnuplot. */
static int count_tics(const rdg_plot_axis *axis)
{
    FILE *script = tmpfile();
    char text[2048] = "";
    double from = 0, to = 0;
    rdg_plot_log_axis(axis, 'x', script);
    rewind(script);
    text[fread(text, 1, sizeof text - 1, script)] = '\0';
    fclose(script);
    assert_int_equal(sscanf(strstr(text, "xrange ["), "xrange [%lf:%lf]", &from, &to), 2);
    assert_true(from < to);
    const char *list = strchr(text, '(');
    int n = 0;
    for (const char *c = list; c; c = strchr(c + 1, ',')) {
        const double tic = strtod(c + 1, NULL);
        assert_true(tic >= from * (1 - 1e-9) && tic <= to * (1 + 1e-9));
        n++;
    }
    return list ? n : -1;
}

static void logarithmic_axes_of_any_length_have_numbers(void **state)
{
    (void)state;
    uint64_t random = 4711;
    for (int i = 0; i < 2000; i++) {
        const double decades = pow(10, 2.2 * random_signed(&random) - 1.9);
        const double least = pow(10, 12 * random_signed(&random));
        const rdg_plot_axis axis = {.log = true, .least = least, .most = least * pow(10, decades)};
        const int n = count_tics(&axis);
        assert_true(n == -1 ? decades > 1.8 : (n >= 3 && n <= 9));
    }
    const rdg_plot_axis tight = {.log = true, .least = 1, .most = 1 + 2.3e-16},
                        one = {.log = true, .least = 7, .most = 7};
    const rdg_plot_axis asked = {
        .log = true, .has_range = true, .from = 1, .to = 1 + 2e-8, .least = 1, .most = 9};
    assert_in_range(count_tics(&tight), 3, 9);
    assert_in_range(count_tics(&one), 3, 9);
    assert_true(count_tics(&asked) <= 21);
}

static void what_cannot_be_drawn_is_told(void **state)
{
    fixture *f = *state;
    const double x[] = {NAN, 2}, y[] = {1, -1};
    const char *path = picture(f, "x.png");
    write_branch(f, "frc", 11);
    rdg_plot(f->ctx, path, RDG_POINTS(0, x, y, "mine"));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "points need n >= 1");
    rdg_plot(f->ctx, path, RDG_LOGX);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "no curve to draw");
    rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am"), RDG_XRANGE(2, 1));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "the range of x, 2 to 1, is none");
    rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am"), RDG_XRANGE(-1, 1), RDG_LOGX);
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "must be positive");
    rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am"), RDG_CURVE3("frc", "omega", "Am", "step"));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "in the plane and curves in space");
    rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am"), RDG_TITLE("a\nb"));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "control characters");
    rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am"), RDG_SIZE(1, NAN));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "100 to 20000 pixels");
    rdg_plot(f->ctx, picture(f, "x.jpg"), RDG_CURVE("frc", "omega", "Am"));
    assert_failed(f->ctx, RDG_ERR_ARGUMENT, "x.jpg: the name of a picture ends in .png, .svg or .pdf");
    rdg_plot(f->ctx, "build/no/such/x.png", RDG_CURVE("frc", "omega", "Am"));
    assert_failed(f->ctx, RDG_ERR_IO, "build/no/such/x.png: No such file");
    rdg_plot(f->ctx, picture(f, "x.png"), RDG_CURVE("frc", "omega", "Am", .color = "no'such"));
    assert_failed(f->ctx, RDG_ERR_LIBRARY, "gnuplot could not draw it: ");
    assert_int_not_equal(access(picture(f, "x.png"), F_OK), 0);
    assert_int_not_equal(access(picture(f, "x.png.part"), F_OK), 0);
}

static char heard[1 << 12];

static void hear(rdg_channel channel, const char *text, void *data)
{
    (void)data;
    if (channel == RDG_CHANNEL_WARNING) {
        strncat(heard, text, sizeof heard - strlen(heard) - 1);
    }
}

static void assert_left_out(fixture *f, rdg_status status, rdg_status expected, const char *words,
                            long shortfalls)
{
    assert_int_equal(status, expected);
    assert_int_equal(rdg_error_status(f->ctx), RDG_OK); /* the program computes on */
    assert_int_equal(rdg_shortfalls(f->ctx), shortfalls);
    if (!strstr(heard, words)) {
        fail_msg("not in \"%s\": \"%s\"", heard, words);
    }
    heard[0] = '\0';
}

/* A name or a column that is mistyped, and a curve without a point, are no reason to end the program. */
static void curves_that_cannot_be_drawn_are_left_out(void **state)
{
    fixture *f = *state;
    const double x[] = {NAN, 2}, y[] = {1, -1}, none[] = {NAN, NAN};
    const char *path = picture(f, "x.svg");
    write_branch(f, "frc", 11);
    write_nothing(f, "empty");
    rdg_set_writer(f->ctx, hear, NULL);
    assert_left_out(f, rdg_plot(f->ctx, path, RDG_CURVE("frq", "omega", "Am")), RDG_ERR_NAME,
                    "x.svg: a curve is left out: there is no run \"frq\"; runs in", 1);
    assert_left_out(f, rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "A")), RDG_ERR_NAME,
                    "a curve is left out: run \"frc\" has no column \"A\"; it has: point", 2);
    assert_left_out(f, rdg_plot(f->ctx, path, RDG_CURVE("empty", "omega", "alpha")), RDG_ERR_ARGUMENT,
                    "run \"empty\" has no points yet", 3);
    assert_left_out(f, rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am", .only = "BP")),
                    RDG_ERR_ARGUMENT,
                    "\"frc\" has no point to draw: values must be finite, on a logarithmic axis positive, of "
                    "type BP",
                    4);
    assert_left_out(f, rdg_plot(f->ctx, path, RDG_POINTS(2, x, y, "mine"), RDG_LOGY), RDG_ERR_ARGUMENT,
                    "\"mine\" has no point to draw", 5);
    assert_left_out(f, rdg_plot(f->ctx, path, RDG_POINTS(2, y, none, "mine")), RDG_ERR_ARGUMENT,
                    "\"mine\" has no point to draw: its y has no finite value", 6);
    assert_left_out(f, rdg_plot(f->ctx, path, RDG_CURVE("frc", "omega", "Am", .y_factor = -1), RDG_LOGY),
                    RDG_ERR_ARGUMENT,
                    "\"frc\" has no point to draw: its column \"Am\" has no positive value, and the axis is "
                    "logarithmic",
                    7);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_left_out(f,
                    rdg_plot(f->ctx, path, RDG_CURVE("frq", "omega", "Am"), RDG_CURVE("frc", "omega", "Am"),
                             RDG_POINTS(2, x, y, "mine")),
                    RDG_ERR_NAME, "there is no run \"frq\"", 8);
    assert_picture(path, "<?xml", "</svg>"); /* with what can be drawn */
}

static void a_missing_gnuplot_is_told(void **state)
{
    fixture *f = *state;
    char before[4096];
    snprintf(before, sizeof before, "%s", getenv("PATH"));
    write_branch(f, "frc", 11);
    setenv("PATH", f->folder, 1);
    rdg_plot(f->ctx, picture(f, "x.png"), RDG_CURVE("frc", "omega", "Am"));
    setenv("PATH", before, 1);
    assert_failed(f->ctx, RDG_ERR_LIBRARY, "x.png is not drawn: gnuplot is not installed");
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
    const rdg_status status = rdg_plot(f->ctx, picture(f, "x.png"), RDG_CURVE("frc", "omega", "Am"));
    setrlimit(RLIMIT_FSIZE, &before);
    assert_true(status == RDG_ERR_IO || status == RDG_ERR_LIBRARY);
    assert_failed(f->ctx, status, "x.png");
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
        TEST(a_curve_becomes_a_png),
        TEST(everything_asked_for_is_in_the_picture),
        TEST(items_are_assigned_one_by_one),
        TEST(labels_are_names_and_units),
        TEST(frequencies_are_drawn_in_hertz_where_they_are_asked_for_so),
        TEST(a_part_is_magnified_and_scales_are_equal),
        TEST(a_line_is_dashed_where_a_column_is_positive),
        TEST(a_curve_in_space_becomes_a_picture),
        TEST(a_grid_of_points_becomes_a_map),
        TEST(a_line_has_the_colours_of_its_values),
        TEST(variables_of_labelled_points_are_drawn),
        TEST(one_point_on_any_axes_is_drawn),
        TEST(logarithmic_axes_of_any_length_have_numbers),
        TEST(what_cannot_be_drawn_is_told),
        TEST(curves_that_cannot_be_drawn_are_left_out),
        TEST(a_missing_gnuplot_is_told),
        TEST(a_full_disk_leaves_the_older_picture),
        TEST(nothing_is_drawn_after_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
