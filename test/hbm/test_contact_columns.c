/* Tables of structures with many contacts: how many stick, slip and open, and the least margin by name.
 * Blocks that are not joined, with one harmonic, so that each contact's state follows from its own
 * amplitudes. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridge.h>

enum { RUBS = 4, LIFTS = 2, CONTACTS = RUBS + LIFTS, BLOCKS = RUBS + 2 * LIFTS, LINES = 200, LINE = 400 };

static const double kt = 0.5, kn = 0.3, mu = 0.4;
static const double limit[RUBS] = {0.1, 0.4, 0.9, 3.0}, preload[LIFTS] = {0.4, 2.5};

typedef struct listing {
    char line[LINES][LINE];
    int n;
} listing;

static void keep_line(rdg_channel channel, const char *text, void *data)
{
    listing *l = data;
    if (channel == RDG_CHANNEL_TABLE && l->n < LINES) {
        snprintf(l->line[l->n++], LINE, "%s", text);
    }
}

/* rubs: blocks 0 to 3 on sliders; lifts: blocks 4 and 6 along contacts that blocks 5 and 7 press */
static rdg_hbm *blocks(rdg_context *ctx, int rubs)
{
    double M[BLOCKS * BLOCKS] = {0.0}, C[BLOCKS * BLOCKS] = {0.0}, K[BLOCKS * BLOCKS] = {0.0};
    char name[BLOCKS][16], element[CONTACTS][16];
    for (int i = 0; i < BLOCKS; i++) {
        M[(BLOCKS + 1) * i] = 1.0;
        C[(BLOCKS + 1) * i] = 0.2;
        K[(BLOCKS + 1) * i] = 1.0 + 0.1 * i;
    }
    rdg_structure *s = rdg_structure_create(ctx, "blocks", BLOCKS, M, C, K);
    for (int i = 0; i < BLOCKS; i++) {
        snprintf(name[i], sizeof name[i], "x%d", i);
        rdg_name_dof(s, name[i], i);
        rdg_force_add(s, name[i], 1, 1.0);
    }
    for (int i = 0; i < rubs; i++) {
        snprintf(element[i], sizeof element[i], "rub%d", i);
        rdg_jenkins_add(s, &(rdg_jenkins){.name = element[i], .at = name[i], .kt = kt, .limit = limit[i]});
    }
    for (int i = 0; i < LIFTS; i++) {
        snprintf(element[RUBS + i], sizeof element[RUBS + i], "lift%d", i);
        rdg_contact_add(s, &(rdg_contact){.name = element[RUBS + i],
                                          .tangential = name[RUBS + 2 * i],
                                          .normal = name[RUBS + 2 * i + 1],
                                          .kt = kt,
                                          .kn = kn,
                                          .mu = mu,
                                          .preload = preload[i]});
    }
    rdg_sensor_add(s, "Am", name[0]);
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

/* --- what each contact does, by the amplitudes of its blocks */

typedef struct told {
    rdg_hbm *hb;
    char words[LINES][64]; /* of each labelled point */
    double least[LINES];
    int n, opened;
} told;

static bool count_contacts(rdg_problem *p, const rdg_chart *chart, void *data)
{
    told *t = data;
    double c[2 * BLOCKS];
    int stick = 0, slip = 0, open = 0;
    double least = INFINITY;
    if (chart->label == 0) {
        return false;
    }
    const double omega = chart->u[rdg_variable_index(p, "omega", NULL)];
    assert_int_equal(rdg_hbm_expand(t->hb, 1, omega, 1.0, chart->u, c), RDG_OK);
    const double *s = c + BLOCKS;
    for (int i = 0; i < RUBS; i++) { /* a slider under harmonic motion */
        const double margin = 2.0 * (limit[i] - kt * hypot(c[i], s[i]));
        stick += margin > 0.0;
        slip += margin <= 0.0;
        least = fmin(least, margin);
    }
    for (int i = 0; i < LIFTS; i++) { /* U, L = kt x +- mu (N0 + kn y): min U - max L */
        const int x = RUBS + 2 * i, y = x + 1;
        const double up = hypot(kt * c[x] + mu * kn * c[y], kt * s[x] + mu * kn * s[y]);
        const double down = hypot(kt * c[x] - mu * kn * c[y], kt * s[x] - mu * kn * s[y]);
        const double margin = 2.0 * mu * preload[i] - up - down;
        const bool lifts = kn * hypot(c[y], s[y]) > preload[i];
        open += lifts;
        slip += !lifts && margin <= 0.0;
        stick += margin > 0.0;
        least = fmin(least, margin);
    }
    const struct {
        int n;
        const char *word;
    } part[] = {{stick, "stick"}, {slip, "slip"}, {open, "open"}};
    char *to = t->words[t->n];
    to[0] = '\0';
    for (int k = 0; k < 3; k++) {
        const size_t used = strlen(to);
        if (part[k].n > 0) {
            snprintf(to + used, 64 - used, "%s%d %s", used > 0 ? ", " : "", part[k].n, part[k].word);
        }
    }
    t->opened += open > 0;
    t->least[t->n++] = least;
    return false;
}

static void the_words_are_what_the_contacts_do(void **state)
{
    rdg_context *ctx = *state;
    static listing l;
    static told t;
    l.n = t.n = t.opened = 0;
    t.hb = blocks(ctx, RUBS);
    assert_true(rdg_hbm_has_many_contacts(t.hb));
    rdg_problem *p = rdg_hbm_problem(t.hb, RDG_AT("omega", 1.1), RDG_AT("alpha", 0.02));
    rdg_set_writer(ctx, keep_line, &l);
    rdg_continue(p, "levels", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 0.02, 4.0), RDG_LABEL_EVERY(2),
                 RDG_OBSERVE(count_contacts, &t));
    assert_ok(ctx, rdg_error_status(ctx));
    assert_true(t.n > 10 && t.opened > 2 && t.n + 3 <= l.n);
    assert_non_null(strstr(l.line[1], "contacts"));
    const char *head = strstr(l.line[1], "least margin N");
    assert_non_null(head);
    assert_null(strstr(l.line[1], ".margin"));
    bool some_stick = false, none_sticks = false;
    for (int i = 0; i < t.n; i++) {
        const char *words = strstr(l.line[2 + i], t.words[i]);
        assert_non_null(words);
        assert_int_equal(words - l.line[2 + i], strstr(l.line[1], "contacts") - l.line[1]);
        assert_near(strtod(l.line[2 + i] + (head - l.line[1]), NULL), t.least[i], 1e-4, 1e-12);
        assert_int_equal(strlen(l.line[2 + i]), strlen(l.line[1]));
        some_stick = some_stick || strcmp(t.words[i], "6 stick") == 0;
        none_sticks = none_sticks || !strstr(t.words[i], "stick");
    }
    assert_true(some_stick && none_sticks);
}

/* A ridge: margins are in the record, and its table has the words in their place. */
static void a_ridge_keeps_its_margins_in_the_record(void **state)
{
    rdg_context *ctx = *state;
    static listing l;
    l.n = 0;
    rdg_hbm *hb = blocks(ctx, RUBS);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.9), RDG_AT("alpha", 0.005));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.9, 1.6), RDG_NO_TABLE);
    rdg_set_writer(ctx, keep_line, &l);
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.005, 0.2));
    assert_ok(ctx, rdg_error_status(ctx));
    bool slips = false;
    for (int i = 0; i < l.n; i++) {
        assert_null(strstr(l.line[i], ".margin"));
        slips = slips || strstr(l.line[i], "5 stick, 1 slip  ");
    }
    assert_true(slips);
    rdg_run *run = rdg_run_open(ctx, "ridge");
    const double *margin = rdg_run_column(run, "rub0.margin"), *other = rdg_run_column(run, "lift1.margin");
    assert_true(margin && other);
    assert_true(margin[rdg_run_count(run) - 1] < 0.0 && other[0] > 0.0);
    rdg_run_free(run);
}

static void four_contacts_are_few(void **state)
{
    rdg_context *ctx = *state;
    static listing l;
    l.n = 0;
    rdg_hbm *hb = blocks(ctx, RUBS - LIFTS);
    assert_false(rdg_hbm_has_many_contacts(hb));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("alpha", 0.02));
    rdg_set_writer(ctx, keep_line, &l);
    rdg_continue(p, "levels", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 0.02, 0.1));
    assert_ok(ctx, rdg_error_status(ctx));
    assert_true(l.n > 3);
    assert_null(strstr(l.line[1], "contacts"));
}

/* While a Jenkins element sticks its margin is twice limit - kt |x|, what is left between both limits. Its
 * onset of slip can be located. */
static void margins_are_columns_on_request(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = blocks(ctx, RUBS);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", 0.02));
    assert_ok(ctx, rdg_hbm_add_margins(hb, p));
    assert_ok(ctx, rdg_continue(p, "up", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 0.02, 1.0),
                                RDG_UZ("rub0.margin", 0.0), RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "up");
    const double *alpha = rdg_run_column(run, "alpha");
    const rdg_index onset = rdg_run_find(run, "UZ", 0);
    assert_true(onset >= 0);
    for (int k = 0; k < RUBS; k++) {
        char name[32];
        snprintf(name, sizeof name, "rub%d.margin", k);
        const double *margin = rdg_run_column(run, name), stiffness = 1.0 + 0.1 * k + kt - 0.25;
        assert_non_null(margin);
        assert_string_equal(rdg_run_unit(run, name), "N");
        const double x = alpha[0] / hypot(stiffness, 0.2 * 0.5);
        assert_near(margin[0], 2.0 * (limit[k] - kt * x), 1e-9, 0.0);
    }
    const double *own = rdg_run_column(run, "rub0.margin");
    for (rdg_index i = 0; i < rdg_run_count(run); i++) {
        const double at = limit[0] / kt * hypot(0.75 + kt, 0.1); /* alpha of the onset */
        assert_true((own[i] > 0.0) == (alpha[i] < at) || fabs(alpha[i] / at - 1.0) < 1e-6);
    }
    rdg_run_free(run);
}

static void without_contacts_there_are_no_margins(void **state)
{
    rdg_context *ctx = *state;
    const double one = 1.0;
    rdg_structure *s = rdg_structure_create(ctx, "plain", 1, &one, NULL, &one);
    rdg_name_dof(s, "x", 0);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5));
    rdg_hbm_add_margins(hb, p);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_hbm_add_margins: no element of \"plain\" has a margin");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_words_are_what_the_contacts_do),
        SCRATCH_TEST(a_ridge_keeps_its_margins_in_the_record),
        SCRATCH_TEST(four_contacts_are_few),
        SCRATCH_TEST(margins_are_columns_on_request),
        SCRATCH_TEST(without_contacts_there_are_no_margins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
