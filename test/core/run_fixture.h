/* What the tests of runs share: a folder of their own under build/, and a small branch with known numbers. */
#ifndef RDG_TEST_RUN_FIXTURE_H
#define RDG_TEST_RUN_FIXTURE_H

#include "support.h"

#include "run_store_impl.h"
#include "toolbox.h"

#include <ftw.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { N_U = 13, N_MU = 3 };

static const char *const fixture_blocks[] = {"Q", "beam.hbm"};
static const rdg_index fixture_starts[] = {0, 9, N_U};
static const char *const fixture_parameters[] = {"omega", "alpha", "A,m"};
static const char *const fixture_units[] = {"rad/s", "N", "m"};
static const rdg_layout fixture_layout = {.n_blocks = 2,
                                          .block = fixture_blocks,
                                          .block_start = fixture_starts,
                                          .n_parameters = N_MU,
                                          .parameter = fixture_parameters,
                                          .unit = fixture_units};

typedef struct fixture {
    rdg_context *ctx;
    char folder[64]; /* the run folder */
    char text[8192]; /* what was written to the table and the log */
} fixture;

static inline void fixture_listen(rdg_channel channel, const char *text, void *data)
{
    fixture *f = data;
    (void)channel;
    strncat(f->text, text, sizeof f->text - strlen(f->text) - 1);
}

static inline int fixture_setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    mkdir("build", 0777);
    snprintf(f->folder, sizeof f->folder, "build/test-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    f->ctx = rdg_context_create();
    rdg_set_writer(f->ctx, fixture_listen, f);
    assert_ok(f->ctx, rdg_set_run_folder(f->ctx, f->folder));
    *state = f;
    return 0;
}

static inline int fixture_remove(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

static inline int fixture_teardown(void **state)
{
    fixture *f = *state;
    rdg_context_free(f->ctx);
    chmod(f->folder, 0777);
    nftw(f->folder, fixture_remove, 8, FTW_DEPTH | FTW_PHYS);
    free(f);
    return 0;
}

/* A chart with its own numbers. */
typedef struct fixture_chart {
    double u[N_U], tangent[N_U], mu[N_MU];
    rdg_chart chart;
} fixture_chart;

static inline void fixture_fill(fixture_chart *c, rdg_index point, rdg_index label, const char *type)
{
    uint64_t random = 12345U + (uint64_t)(point * 977);
    for (int i = 0; i < N_U; i++) {
        c->u[i] = ldexp(random_signed(&random), (int)(60 * random_signed(&random)));
        c->tangent[i] = random_signed(&random) / 3;
    }
    for (int i = 0; i < N_MU; i++) {
        c->mu[i] = ldexp(random_signed(&random), (int)(300 * random_signed(&random)));
    }
    c->chart = (rdg_chart){.u = c->u,
                           .tangent = c->tangent,
                           .mu = c->mu,
                           .point = point,
                           .label = label,
                           .type = type,
                           .step = 0.1 + (double)point / 7,
                           .residual = 1e-13 / 3,
                           .norm = 2.385,
                           .seconds = 0.01 * (double)(point + 5),
                           .iterations = 3};
}

/* A branch of points -2 .. 3 in the order in which a run computes it; labels at -2 (1), 0 (2), 2 (7). */
static const struct {
    rdg_index point, label;
    const char *type;
} fixture_branch[] = {{0, 2, "EP"}, {1, 0, ""},   {2, 7, "FP"}, {3, 0, "my, \"event\""},
                      {-1, 0, ""},  {-2, 1, "EP"}};
enum { N_BRANCH = sizeof fixture_branch / sizeof *fixture_branch };

/* A new run of this layout, in the run folder. */
static inline rdg_status fixture_create(rdg_context *ctx, const char *name, const rdg_layout *layout,
                                        const rdg_fact *facts, rdg_index n_facts, rdg_run_store **store)
{
    return rdg_run_store_open(
        ctx, &(rdg_run_plan){.name = name, .layout = layout, .facts = facts, .n_facts = n_facts}, store);
}

static inline void fixture_write(fixture *f, const char *name)
{
    rdg_run_store *store = NULL;
    const rdg_fact facts[] = {{.name = "h_max", .number = 0.1}, {.name = "limit", .number = INFINITY}};
    const rdg_fact end[] = {{.name = "stop", .text = "boundary \"omega\"\n\\"},
                            {.name = "points", .number = 6}};
    fixture_chart c;
    assert_ok(f->ctx, fixture_create(f->ctx, name, &fixture_layout, facts, 2, &store));
    for (int i = 0; i < N_BRANCH; i++) {
        fixture_fill(&c, fixture_branch[i].point, fixture_branch[i].label, fixture_branch[i].type);
        assert_ok(f->ctx, rdg_run_store_append(store, &c.chart));
    }
    assert_ok(f->ctx, rdg_run_store_finish(store, end, 2));
    rdg_run_store_free(store);
}

static inline const char *fixture_path(fixture *f, const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    return path;
}

static inline char *fixture_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = calloc(1, 1 << 20);
    const size_t n = fread(bytes, 1, (1 << 20) - 1, file);
    fclose(file);
    if (size) {
        *size = n;
    }
    return bytes;
}

static inline void fixture_save(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

#endif
