/* Sectors from two nodal diameters, as CalculiX writes them: against the whole ring of known matrices, and
 * what is refused. */
#define _XOPEN_SOURCE 700

#include "cyclic_job.h"

#include <ridgewalk/component.h>

#include <stdlib.h>

/* --- against the ring */

static rdg_structure *ring_of(rdg_context *ctx, const rotor *r)
{
    const int n = OWN * r->sectors;
    static double X[2][MOST_RING * MOST_RING];
    memset(X, 0, sizeof X);
    for (int which = 0; which < 2; which++) {
        for (int k = 0; k < r->sectors * OWN * OWN; k++) {
            const int sector = k / (OWN * OWN), next = (sector + 1) % r->sectors, i = k % OWN,
                      j = k / OWN % OWN;
            const int row = sector * OWN + i;
            X[which][row + n * (sector * OWN + j)] += r->A[which][i][j];
            X[which][row + n * (next * OWN + j)] += r->B[which][i][j];
            X[which][next * OWN + j + n * row] += r->B[which][i][j];
        }
    }
    return rdg_structure_create(ctx, "ring", n, X[1], RDG_UNDAMPED, X[0]);
}

static rdg_sector *sector_of(rdg_context *ctx, const rotor *r, int k)
{
    char zero[160], other[160];
    rotor_write(r, "zero", 0);
    rotor_write(r, "other", k);
    return rdg_sector_read_calculix(ctx, "sector", job_path("zero", zero), job_path("other", other), k,
                                    r->sectors);
}

static int ascending(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return isgreater(a, b) - isless(a, b);
}

/* All frequencies: those between 0 and N/2 are there twice */
static double worst_frequency(rdg_context *ctx, const rotor *r, const rdg_sector *sector)
{
    double expected[MOST_RING], omega[MOST_RING], worst = 0.0;
    int count = 0;
    for (int d = 0; 2 * d <= r->sectors; d++) {
        for (int times = 0; times < (d == 0 || 2 * d == r->sectors ? 1 : 2); times++, count += OWN) {
            assert_ok(ctx, rdg_sector_modes(sector, d, OWN, omega + count, NULL));
        }
    }
    assert_int_equal(count, OWN * r->sectors);
    qsort(omega, (size_t)count, sizeof *omega, ascending);
    assert_ok(ctx, rdg_structure_frequencies(ring_of(ctx, r), 0, NULL, count, expected));
    for (int i = 0; i < count; i++) {
        worst = fmax(worst, fabs(omega[i] / expected[i] - 1.0));
    }
    return worst;
}

static double largest_difference(const rdg_sparse *X, const rdg_sparse *Y)
{
    const rdg_index n = X->pattern.cols;
    double *full = calloc((size_t)(n * n), sizeof *full), worst = 0.0, size = 0.0;
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = X->pattern.start[j]; e < X->pattern.start[j + 1]; e++) {
            full[X->pattern.row[e] + n * j] += X->values[e];
            size = fmax(size, fabs(X->values[e]));
        }
        for (rdg_index e = Y->pattern.start[j]; e < Y->pattern.start[j + 1]; e++) {
            full[Y->pattern.row[e] + n * j] -= Y->values[e];
        }
    }
    for (rdg_index k = 0; k < n * n; k++) {
        worst = fmax(worst, fabs(full[k]));
    }
    free(full);
    return worst / size;
}

static void all_diameters_are_those_of_the_ring(void **state)
{
    uint64_t seed = 3;
    double frequencies = 0.0, matrices = 0.0;
    for (int trial = 0; trial < 24; trial++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const rotor r = rotor_make(&seed, 3 + trial % 7, trial % 2 == 0);
        rdg_sector *sector = sector_of(ctx, &r, 1 + trial % ((r.sectors - 1) / 2));
        assert_non_null(sector);
        frequencies = fmax(frequencies, worst_frequency(ctx, &r, sector));
        rdg_sparse M, K, ring_M, ring_K; /* the next sector is the next one, not the one before */
        rdg_structure *wheel = rdg_sector_wheel(rdg_sector_wave(sector, 1));
        assert_ok(ctx, rdg_structure_matrices(wheel, &M, NULL, &K));
        assert_ok(ctx, rdg_structure_matrices(ring_of(ctx, &r), &ring_M, NULL, &ring_K));
        matrices = fmax(matrices, fmax(largest_difference(&K, &ring_K), largest_difference(&M, &ring_M)));
        rdg_context_free(ctx);
    }
    print_message("frequencies %.1e, matrices %.1e\n", frequencies, matrices);
    assert_true(frequencies < 1e-12 && matrices < 1e-13);
    (void)state;
}

/* --- the structure */

static void the_structure_has_faces_names_and_units(void **state)
{
    uint64_t seed = 7;
    const rotor r = rotor_make(&seed, 7, true);
    rdg_sector *sector = sector_of(*state, &r, 2);
    rdg_structure *s = rdg_sector_structure(sector);
    rdg_index n;
    const rdg_index *dof;
    assert_int_equal(rdg_structure_size(s), OWN + OWN / 3);
    assert_int_equal(rdg_node_dof(s, 12, 'z'), 5);
    assert_ok(*state, rdg_structure_set(s, "test", "left face", &n, &dof));
    assert_int_equal(n, OWN / 3);
    assert_int_equal(dof[0], rdg_node_dof(s, 11, 'x'));
    assert_ok(*state, rdg_structure_set(s, "test", "right face", &n, &dof));
    assert_int_equal(dof[0], OWN);
    double before[OWN], after[OWN], wave[1];
    assert_ok(*state, rdg_sector_modes(sector, 3, OWN, before, NULL));
    rdg_structure *early = rdg_sector_wave(sector, 3); /* also a wave has units, of all its parts */
    assert_ok(*state, rdg_structure_units(early, RDG_MM_TONNE_S));
    assert_ok(*state, rdg_structure_units(s, RDG_MM_TONNE_S));
    assert_ok(*state, rdg_sector_modes(sector, 3, OWN, after, NULL));
    for (int i = 0; i < OWN; i++) { /* translations alone: both matrices times 1e3 */
        assert_near(after[i], before[i], 1e-12, 0);
    }
    rdg_sparse K, early_K;
    assert_ok(*state, rdg_structure_matrices(rdg_sector_wheel(rdg_sector_wave(sector, 3)), NULL, NULL, &K));
    assert_ok(*state, rdg_structure_matrices(rdg_sector_wheel(early), NULL, NULL, &early_K));
    assert_near(largest_difference(&K, &early_K), 0, 0, 1e-15);
    rdg_structure *t = rdg_sector_wave(sector, 3);
    assert_int_equal(rdg_structure_size(t), OWN);
    assert_ok(*state, rdg_name_across(t, "shroud", "12.x", "11.x"));
    assert_ok(*state, rdg_structure_frequencies(t, 0, NULL, 1, wave));
    assert_near(wave[0], before[0], 1e-12, 0);
    assert_null(rdg_sector_structure(NULL));
}

/* A component keeps the faces: with all its modes the sector is the same */
static void components_keep_the_faces(void **state)
{
    uint64_t seed = 11;
    for (int trial = 0; trial < 6; trial++) {
        const rotor r = rotor_make(&seed, 7, trial % 2 == 0);
        const int n = trial % 2 == 0 ? OWN / 3 : OWN / 2;
        rdg_sector *sector = sector_of(*state, &r, 2);
        rdg_structure *s = rdg_sector_structure(sector);
        rdg_index kept[OWN];
        for (int i = 0; i < 2 * n; i++) {
            kept[i] = i < n ? i : OWN - n + i;
        }
        assert_ok(*state, rdg_name_set(s, "faces", 2 * n, kept));
        rdg_component *c = rdg_component_fixed(s, "faces", RDG_MODES(OWN - n));
        rdg_sector *reduced = rdg_sector_create(
            rdg_component_structure(c),
            &(rdg_sector_options){.sectors = 7, .left = "left face", .right = "right face"});
        double whole[OWN], omega[OWN];
        for (int d = 0; d <= 3; d++) {
            assert_ok(*state, rdg_sector_modes(sector, d, OWN, whole, NULL));
            assert_ok(*state, rdg_sector_modes(reduced, d, OWN, omega, NULL));
            for (int i = 0; i < OWN; i++) {
                assert_near(omega[i], whole[i], 1e-12, 0);
            }
        }
    }
}

/* --- what is refused */

static void refused(rdg_context *ctx, const char *zero, const char *other, rdg_index k, rdg_index sectors,
                    rdg_status status, const char *words)
{
    char a[160], b[160];
    assert_null(rdg_sector_read_calculix(ctx, "s", job_path(zero, a), job_path(other, b), k, sectors));
    assert_failed(ctx, status, words);
}

static void append(const char *name, const char *ending, const char *text)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s%s", scratch_folder, name, ending);
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void other_diameters_are_refused(void **state)
{
    uint64_t seed = 5;
    const rotor r = rotor_make(&seed, 8, true);
    rotor_write(&r, "zero", 0);
    rotor_write(&r, "one", 1);
    rotor_write(&r, "two", 2);
    rotor_write(&r, "four", 4);
    refused(*state, "zero", "one", 0, 8, RDG_ERR_ARGUMENT, "nodal diameter 0 of 8 sectors (");
    refused(*state, "zero", "four", 4, 8, RDG_ERR_ARGUMENT, "let ccx write a k from 1 on, below half");
    refused(*state, "zero", "one", -1, 8, RDG_ERR_ARGUMENT, "nodal diameter -1");
    refused(*state, "zero", "one", 8, 1, RDG_ERR_ARGUMENT, "nodal diameter 8 of 1 sectors");
    refused(*state, "one", "zero", 1, 8, RDG_ERR_ARGUMENT,
            "but nodal diameter 0 has no imaginary parts: the first job needs *SELECT");
    refused(*state, "zero", "zero", 1, 8, RDG_ERR_ARGUMENT, "are equal, no sector meets the next one");
    refused(*state, "zero", "one", 2, 8, RDG_ERR_ARGUMENT,
            "one\" turn by 45 degrees from one sector to the next, but nodal diameter 2 of 8 sectors by 90:");
    refused(*state, "zero", "two", 2, 9, RDG_ERR_ARGUMENT, "turn by 90 degrees");
    refused(*state, "zero", "four", 2, 8, RDG_ERR_ARGUMENT, "turn by 180 degrees");
}

static void files_that_do_not_belong_together_are_refused(void **state)
{
    uint64_t seed = 5;
    const rotor r = rotor_make(&seed, 8, true);
    rotor_write(&r, "zero", 0);
    rotor_write(&r, "one", 1);
    fclose(job_open("one", ".dof"));
    append("one", ".dof", "11.1\n11.2\n11.3\n12.1\n12.3\n12.2\n");
    refused(*state, "zero", "one", 1, 8, RDG_ERR_SIZE, "row 5 is 12.y in \"");
    fclose(job_open("one", ".dof")); /* one row less, with its matrices */
    append("one", ".dof", "11.1\n");
    fclose(job_open("one", ".sti"));
    fclose(job_open("one", ".mas"));
    append("one", ".sti", "1 1 1\n2 2 1\n");
    append("one", ".mas", "1 1 1\n2 2 1\n");
    refused(*state, "zero", "one", 1, 8, RDG_ERR_SIZE, "one.dof\": both jobs must be of one model");
    rotor_write(&r, "one", 1);
    append("one", ".dof", "13.1\n");
    refused(*state, "zero", "one", 1, 8, RDG_ERR_SIZE,
            "has 12 rows, but the .dof file names 7, and a nodal diameter has twice as many");
    append("one", ".dof", "13.2\n13.3\n14.1\n14.2\n14.3\n");
    refused(
        *state, "zero", "one", 1, 8, RDG_ERR_SIZE,
        "has 12 rows, as many as the .dof file names: it is a structure, which rdg_structure_read_calculix");
    rotor_write(&r, "one", 1);
    append("one", ".sti", "3 8 17.0\n");
    refused(*state, "zero", "one", 1, 8, RDG_ERR_FORMAT, "of the other half: matrices of one nodal diameter");
    rotor_write(&r, "one", 1);
    append("one", ".mas", "1 1 1.0\n");
    refused(*state, "zero", "one", 1, 8, RDG_ERR_FORMAT, "one.mas\", line ");
    append("zero", ".sti", "1 1 two\n");
    refused(*state, "zero", "one", 1, 8, RDG_ERR_FORMAT, "\"two\": expected a number");
    refused(*state, "none", "one", 1, 8, RDG_ERR_IO, "none.dof");
}

/* A file cut anywhere is read correctly or refused with a message */
static void cut_files_are_refused(void **state)
{
    uint64_t seed = 5;
    const rotor r = rotor_make(&seed, 8, true);
    for (int trial = 0; trial < 60; trial++) {
        char path[160], zero[160], other[160];
        rotor_write(&r, "zero", 0);
        rotor_write(&r, "one", 1);
        snprintf(path, sizeof path, "%s/%s%s", scratch_folder, trial % 2 == 0 ? "zero" : "one",
                 (const char *const[]){".sti", ".mas", ".dof"}[trial % 3]);
        struct stat about;
        assert_int_equal(stat(path, &about), 0);
        assert_int_equal(truncate(path, (off_t)((double)about.st_size * fabs(random_signed(&seed)))), 0);
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        rdg_sector *sector =
            rdg_sector_read_calculix(ctx, "s", job_path("zero", zero), job_path("one", other), 1, 8);
        assert_true(sector || strlen(rdg_error_message(ctx)) > 30);
        rdg_context_free(ctx);
    }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(all_diameters_are_those_of_the_ring),
                                       SCRATCH_TEST(the_structure_has_faces_names_and_units),
                                       SCRATCH_TEST(components_keep_the_faces),
                                       SCRATCH_TEST(other_diameters_are_refused),
                                       SCRATCH_TEST(files_that_do_not_belong_together_are_refused),
                                       SCRATCH_TEST(cut_files_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
