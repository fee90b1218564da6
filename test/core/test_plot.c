/* Pictures: a complete file or none, and a reason in words. */
#define _XOPEN_SOURCE 700

#include "pictures.h"

#include "plot_impl.h"

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
    assert_non_null(strstr(text, "font-style=\"italic\" >ω<"));
    assert_non_null(strstr(text, " / (rad/s)"));
    assert_non_null(strstr(text, "font-style=\"italic\" >α<"));
    assert_non_null(strstr(text, " / N"));
    free(text);
}

static void frequencies_are_drawn_in_hertz_where_they_are_asked_for_so(void **state)
{
    fixture *f = *state;
    write_branch(f, "frc", 41);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "b.svg"), RDG_CURVE("frc", "omega", "Am"), RDG_IN_HZ));
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "c.svg"), RDG_CURVE("frc", "omega", "Am", .hz = true)));
    char *whole = fixture_read(picture(f, "b.svg"), NULL), *one = fixture_read(picture(f, "c.svg"), NULL);
    assert_non_null(strstr(whole, "font-style=\"italic\" >f<"));
    assert_non_null(strstr(whole, " / Hz"));
    assert_null(strstr(whole, "rad/s"));
    assert_string_equal(whole, one);
    free(whole);
    free(one);
}

/* What gnuplot gets for a text. */
static void assert_words(const char *text, bool is_label, const char *expected)
{
    char written[256] = "";
    FILE *script = tmpfile();
    rdg_plot_words(script, text, is_label);
    rewind(script);
    written[fread(written, 1, sizeof written - 1, script)] = '\0';
    fclose(script);
    assert_string_equal(written, expected);
}

static void symbols_of_labels_and_formulas_are_set(void **state)
{
    (void)state;
    assert_words("omega / (rad/s)", true, "'{/:Italic ω} / (rad/s)' enhanced");
    assert_words("A1 / m", true, "'{/:Italic A}_{1} / m' enhanced");
    assert_words("alpha_k / N", true, "'{/:Italic α}_{k} / N' enhanced");
    assert_words("theta' / (rad/s)", true, "'{/:Italic θ}′ / (rad/s)' enhanced");
    assert_words("mu", true, "'{/:Italic μ}' enhanced");
    assert_words("omega_1^2_x / {a}", true, "'omega_1^2_x / {a}' noenhanced"); /* no symbol alone */
    assert_words("omega / (rad/s)", false, "'omega / (rad/s)' noenhanced");    /* nor a label */
    assert_words("amplitude of x / m", true, "'amplitude of x / m' noenhanced");
    assert_words("Am / m", true, "'Am / m' noenhanced");
    assert_words("$", true, "'$' noenhanced");
    assert_words("5 $ or 'k_t'", false, "'5 $ or ''k_t''' noenhanced");
    assert_words("$\\omega_1$ {a_b}", false, "'{/:Italic ω}_{1} \\{a\\_b\\}' enhanced");
    assert_words("$x_{max}^2 = 2\\beta$", false, "'{/:Italic x}_{max}^{2} = 2{/:Italic β}' enhanced");
    assert_words("$m e\\omega^2$", false, "'{/:Italic m} {/:Italic e}{/:Italic ω}^{2}' enhanced");
    assert_words("$x'_\\mu$", false, "'{/:Italic x}′_{μ}' enhanced");
    /* what ends too early */
    assert_words("$_$", false, "'_{}' enhanced");
    assert_words("$x_{a$", false, "'{/:Italic x}_{a}' enhanced");
    assert_words("$x^$ $", false, "'{/:Italic x}^{} $' enhanced");
    assert_words("$\\nix$ \\", false, "'{/:Italic nix} \\\\' enhanced");
    assert_words("$\\$", false, "'\\\\' enhanced");
    assert_words("$$", false, "'' enhanced");
    assert_words("$a\nb$\n", false, "'{/:Italic a} {/:Italic b} ' enhanced");
}

/* Where the legend stands in a picture of these curves. */
static void assert_key(fixture *f, const char *place, const rdg_plot_item *items)
{
    assert_ok(f->ctx, rdg_plot_items(f->ctx, picture(f, "b.svg"), items));
    rdg_plot_page page = {.n_axes = 2, .width = 1200, .height = 900, .items = items};
    rdg_plot_curve curve[4] = {0};
    for (; items->kind == RDG_PLOT_ARRAYS; items++) {
        curve[page.n_curves++] = (rdg_plot_curve){
            .item = items, .n = items->n, .values = {items->xs, items->ys}, .factor = {1, 1}};
    }
    page.curve = curve;
    page.axis[0] = page.axis[1] = (rdg_plot_axis){.least = 0, .most = 1};
    char written[512] = "";
    FILE *script = tmpfile();
    rdg_plot_key(&page, NULL, 0, script);
    rewind(script);
    written[fread(written, 1, sizeof written - 1, script)] = '\0';
    fclose(script);
    if (!strstr(written, place)) {
        fail_msg("%s, expected %s", written, place);
    }
}

static void legends_stand_in_a_free_corner(void **state)
{
    fixture *f = *state;
    static const double whole[] = {0, 1}, down[] = {1, 0}, mid[] = {0.5, 0.5},
                        side[] = {0.95, 0.95, 0.05, 0.05, 0.95}, end[] = {0.95, 0.05, 0.05, 0.95, 0.95};
#define KEY(place, ...) assert_key(f, place, (const rdg_plot_item[]){__VA_ARGS__, {.kind = RDG_PLOT_END}})
#define LINE(x, y, name) RDG_POINTS(2, x, y, name, .style = RDG_LINE)
    KEY("inside right top", LINE(whole, down, "falls"));
    KEY("inside left top", LINE(whole, whole, "rises"));
    KEY("inside right bottom", LINE(whole, whole, "rises"),
        RDG_POINTS(1, ((double[]){0.1}), ((double[]){0.95}), "point"));
    KEY("inside left bottom", LINE(mid, whole, "up"),
        RDG_POINTS(3, ((double[]){0.95, 0.05, 0.95}), ((double[]){0.95, 0.95, 0.05}), "points"));
    KEY("outside center bottom", RDG_POINTS(5, side, end, "around", .style = RDG_LINE));
    KEY("outside center bottom", LINE(whole, down, "a name that is longer than half of the picture is wide"));
    KEY("inside left top", LINE(whole, whole, "rises"), RDG_TEXT(0.1, 0.1, "A"));
    KEY("inside right bottom", LINE(whole, whole, "rises"), RDG_TEXT(0.1, 0.95, "A"));
    KEY("unset key", LINE(whole, whole, ""));
}

static void a_part_is_magnified_and_scales_are_equal(void **state)
{
    fixture *f = *state;
    begin_lacking(f);
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
    assert_lacks(f,
                 rdg_plot(f->ctx, picture(f, "x.svg"), RDG_CURVE("frc", "omega", "Am"),
                          RDG_CLOSE_UP(2.0, 1.0, 0.0, 1.0, 0.5, 0.5)),
                 RDG_ERR_ARGUMENT, "a close-up needs two ranges and a place within the picture");
    assert_lacks(f,
                 rdg_plot(f->ctx, picture(f, "x.svg"), RDG_CURVE("frc", "omega", "Am"),
                          RDG_CLOSE_UP(1.0, 2.0, 0.0, 1.0, 0.9, 0.5)),
                 RDG_ERR_ARGUMENT, "a close-up needs two ranges and a place within the picture");
    assert_lacks(f,
                 rdg_plot(f->ctx, picture(f, "x.svg"), RDG_CURVE3("frc", "omega", "Am", "alpha_k"),
                          RDG_CLOSE_UP(1.0, 2.0, 0.0, 1.0, 0.5, 0.5)),
                 RDG_ERR_ARGUMENT, "a close-up is of a picture in the plane");
}

static void a_text_stands_beside_a_point(void **state)
{
    fixture *f = *state;
    begin_lacking(f);
    write_branch(f, "frc", 41);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "text.svg"), RDG_CURVE("frc", "omega", "alpha_k"),
                               RDG_TEXT(300.5, 0.0, "case_A")));
    char *drawn = fixture_read(picture(f, "text.svg"), NULL);
    assert_non_null(strstr(drawn, "case_A"));
    free(drawn);
    assert_lacks(f,
                 rdg_plot(f->ctx, picture(f, "x.svg"), RDG_CURVE("frc", "omega", "Am"),
                          RDG_TEXT(300.0, (double)NAN, "A")),
                 RDG_ERR_ARGUMENT, "a text needs letters and a point to stand beside");
}

/* The amplitude itself serves as the column: it is positive everywhere, its negative nowhere. */
/* How far from the top of an SVG a text with these words stands, in pixels. */
static double place_of(const char *svg, const char *words)
{
    const char *at = strstr(svg, words), *last = NULL;
    assert_non_null(at);
    for (const char *c = svg; (c = strstr(c, "translate(")) && c < at; c++) {
        last = c;
    }
    double x = 0.0, y = 0.0;
    assert_non_null(last);
    assert_int_equal(sscanf(last, "translate(%lf,%lf)", &x, &y), 2);
    return y;
}

/* In a strip of its own: axes, their labels and the legend stand above it, in any picture in the plane. */
static void a_caption_stands_below_the_picture(void **state)
{
    fixture *f = *state;
    write_branch(f, "frc", 41);
    assert_ok(f->ctx,
              rdg_plot(f->ctx, picture(f, "a.svg"), RDG_CURVE("frc", "omega", "Am", .legend = "the legend"),
                       RDG_XLABEL("below the axis"), RDG_EQUAL_AXES, RDG_SIZE(500, 500),
                       RDG_CAPTION("mass m = 1 kg, stiffness k = 1000 N/m, $\\omega_1 = 3$ rad/s and more")));
    char *text = fixture_read(picture(f, "a.svg"), NULL);
    const double first = place_of(text, "mass m = 1 kg"), second = place_of(text, "and more");
    assert_true(first > place_of(text, "below the axis") + 10.0);
    assert_true(first > place_of(text, "the legend") + 10.0);
    assert_true(second > first + 15.0 && second < 500.0); /* it does not fit into one line */
    free(text);
}

static void a_caption_stands_once_beside_a_close_up(void **state)
{
    fixture *f = *state;
    write_branch(f, "frc", 41);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "a.svg"), RDG_CURVE("frc", "omega", "Am"),
                               RDG_CLOSE_UP(0.9, 1.1, 0.0, 1.0, 0.2, 0.5), RDG_CAPTION("mass of 1 kg")));
    char *text = fixture_read(picture(f, "a.svg"), NULL);
    const char *first = strstr(text, "mass of 1 kg");
    assert_non_null(first);
    assert_null(strstr(first + 1, "mass of 1 kg"));
    free(text);
}

static void captions_of_any_length_are_drawn(void **state)
{
    fixture *f = *state;
    char words[4000];
    write_branch(f, "frc", 5);
    for (size_t i = 0; i < sizeof words; i++) {
        words[i] = i % 9 == 8 ? ' ' : 'w';
    }
    const size_t lengths[] = {0, 1, 9, 400, 2047, 2048, 3999};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        char caption[sizeof words];
        memcpy(caption, words, lengths[i]);
        caption[lengths[i]] = '\0';
        assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "a.svg"), RDG_CURVE("frc", "omega", "Am"),
                                   RDG_SIZE(100, 100), RDG_CAPTION(caption)));
    }
    memset(words, 'w', sizeof words - 1); /* nowhere to break it */
    words[sizeof words - 1] = '\0';
    assert_ok(f->ctx,
              rdg_plot(f->ctx, picture(f, "a.svg"), RDG_CURVE("frc", "omega", "Am"), RDG_CAPTION(words)));
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "a.svg"), RDG_CURVE("frc", "omega", "Am"),
                               RDG_CAPTION("$open, 'quoted' ~{} @ \\")));
    assert_string_equal(f->text, "");
}

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
    begin_lacking(f);
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
    assert_lacks(f, rdg_plot(f->ctx, picture(f, "no.png"), RDG_MAP(12, x, y, z), RDG_POINTS(12, x, y, "")),
                 RDG_ERR_ARGUMENT, "a map is alone in its picture");
    assert_lacks(f, rdg_plot(f->ctx, picture(f, "no.png"), RDG_POINTS(12, x, y, ""), RDG_MAP(12, x, y, z)),
                 RDG_ERR_ARGUMENT, "a map is alone in its picture");
    assert_lacks(f, rdg_plot(f->ctx, picture(f, "no.png"), RDG_MAP(12, x, y, NULL)), RDG_ERR_ARGUMENT,
                 "a map needs x, y and z");
    for (int i = 0; i < 12; i++) {
        z[i] += 30;
    }
    assert_lacks(f, rdg_plot(f->ctx, picture(f, "no.png"), RDG_MAP(12, x, y, z), RDG_LOGZ), RDG_ERR_ARGUMENT,
                 "colours are linear");
}

static void a_line_has_the_colours_of_its_values(void **state)
{
    fixture *f = *state;
    begin_lacking(f);
    const double x[3] = {0.0, 1.0, 2.0}, y[3] = {0.0, 1.0, 0.5}, v[3] = {10.0, 20.0, NAN};
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "shades.svg"),
                               RDG_POINTS(2, x, y, "", .style = RDG_LINE, .shades = v),
                               RDG_POINTS(3, x, y, "dots", .width = 2), RDG_ZLABEL("stress in MPa"),
                               RDG_ZRANGE(0, 20)));
    char *text = fixture_read(picture(f, "shades.svg"), NULL);
    assert_non_null(strstr(text, "stress in MPa"));
    free(text);
    assert_lacks(f, rdg_plot(f->ctx, picture(f, "no.png"), RDG_POINTS(3, x, y, "", .shades = v)),
                 RDG_ERR_ARGUMENT, "colours by values are finite");
    write_branch(f, "frc", 5);
    assert_lacks(f, rdg_plot(f->ctx, picture(f, "no.png"), RDG_CURVE("frc", "omega", "Am", .shades = y)),
                 RDG_ERR_ARGUMENT, "a curve of a run has colours by a column, .shade");
}

static void curves_of_runs_have_colours_by_a_column(void **state)
{
    fixture *f = *state;
    begin_lacking(f);
    write_branch(f, "frc", 5);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "shade.svg"),
                               RDG_CURVE("frc", "omega", "Am", .shade = "omega", .marks = true)));
    char *text = fixture_read(picture(f, "shade.svg"), NULL);
    assert_non_null(strstr(text, "rad/s")); /* once below the axis, once beside the colours */
    assert_non_null(strstr(strstr(text, "rad/s") + 1, "rad/s"));
    free(text);
    const double x[2] = {0.0, 1.0};
    assert_lacks(f, rdg_plot(f->ctx, picture(f, "no.png"), RDG_CURVE("frc", "omega", "Am", .shade = "nix")),
                 RDG_ERR_NAME, "nix");
    assert_lacks(
        f, rdg_plot(f->ctx, picture(f, "no.png"), RDG_CURVE3("frc", "omega", "Am", "Am", .shade = "Am")),
        RDG_ERR_ARGUMENT, "of curves in the plane");
    assert_lacks(f, rdg_plot(f->ctx, picture(f, "no.png"), RDG_POINTS(2, x, x, "", .shade = "Am")),
                 RDG_ERR_ARGUMENT, "points have colours by .shades");
}

/* From dark to light: on request, and where there are more curves than other colours. */
static void families_have_colours_in_order(void **state)
{
    fixture *f = *state;
    const double x[2] = {0.0, 1.0}, y[2] = {1.0, 2.0};
#define CURVE RDG_POINTS(2, x, y, "", .style = RDG_LINE)
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "two.svg"), CURVE, CURVE, RDG_FAMILY));
    assert_ok(f->ctx,
              rdg_plot(f->ctx, picture(f, "seven.svg"), CURVE, CURVE, CURVE, CURVE, CURVE, CURVE, CURVE));
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "eight.svg"), CURVE, CURVE, CURVE, CURVE, CURVE, CURVE,
                               CURVE, CURVE));
    static const struct {
        const char *file;
        bool is_family;
    } drawn[] = {{"two.svg", true}, {"seven.svg", false}, {"eight.svg", true}};
    for (int i = 0; i < 3; i++) {
        char *text = fixture_read(picture(f, drawn[i].file), NULL);
        const char *dark = strstr(text, "rgb( 68,   1,  84)"), *light = strstr(text, "rgb(189, 223,  38)");
        assert_true((dark && light && dark < light) == drawn[i].is_family);
        free(text);
    }
#undef CURVE
}

/* A mark hides no short part of a curve: curves are drawn over it. */
static void curves_are_drawn_over_marks(void **state)
{
    fixture *f = *state;
    write_branch(f, "frc", 5);
    assert_ok(f->ctx, rdg_plot(f->ctx, picture(f, "m.svg"), RDG_CURVE("frc", "omega", "Am", .marks = true)));
    char *text = fixture_read(picture(f, "m.svg"), NULL);
    const char *mark = strstr(text, "<use xlink:href='#gpPt"), *curve = strstr(text, "rgb(  0, 114, 178)");
    assert_true(mark && curve && mark < curve);
    free(text);
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

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_curve_becomes_a_png),
        TEST(everything_asked_for_is_in_the_picture),
        TEST(items_are_assigned_one_by_one),
        TEST(labels_are_names_and_units),
        TEST(frequencies_are_drawn_in_hertz_where_they_are_asked_for_so),
        TEST(symbols_of_labels_and_formulas_are_set),
        TEST(legends_stand_in_a_free_corner),
        TEST(a_part_is_magnified_and_scales_are_equal),
        TEST(a_text_stands_beside_a_point),
        TEST(a_caption_stands_below_the_picture),
        TEST(a_caption_stands_once_beside_a_close_up),
        TEST(captions_of_any_length_are_drawn),
        TEST(a_line_is_dashed_where_a_column_is_positive),
        TEST(a_curve_in_space_becomes_a_picture),
        TEST(a_grid_of_points_becomes_a_map),
        TEST(a_line_has_the_colours_of_its_values),
        TEST(curves_of_runs_have_colours_by_a_column),
        TEST(families_have_colours_in_order),
        TEST(curves_are_drawn_over_marks),
        TEST(variables_of_labelled_points_are_drawn),
        TEST(one_point_on_any_axes_is_drawn),
        TEST(logarithmic_axes_of_any_length_have_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
