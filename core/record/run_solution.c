/* Writing one labelled solution. */
#define _POSIX_C_SOURCE 200809L

#include "run_solution_impl.h"

#include "file_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void rdg_solution_name(char name[RDG_SOLUTION_NAME_SIZE], rdg_index label)
{
    snprintf(name, RDG_SOLUTION_NAME_SIZE, "sol%05" PRId64 ".h5", label);
}

bool rdg_solution_is_name(const char *name)
{
    if (strncmp(name, "sol", 3) != 0) {
        return false;
    }
    const size_t digits = strspn(name + 3, "0123456789");
    const char *ending = name + 3 + digits;
    return digits >= 5 && (strcmp(ending, ".h5") == 0 || strcmp(ending, ".h5.part") == 0);
}

/* An attribute of one value; HDF5 answers < 0 for a failure, and so do these. */
static herr_t add_attribute(hid_t place, const char *name, hid_t type, const void *value)
{
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const herr_t written = attribute < 0 ? -1 : H5Awrite(attribute, type, value);
    const herr_t closed = attribute < 0 ? -1 : H5Aclose(attribute);
    H5Sclose(space);
    return written < 0 || closed < 0 ? -1 : 0;
}

static herr_t add_text(hid_t place, const char *name, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    herr_t written = H5Tset_size(type, strlen(text) + 1);
    if (written >= 0) {
        written = H5Tset_cset(type, H5T_CSET_UTF8);
    }
    if (written >= 0) {
        written = add_attribute(place, name, type, text);
    }
    H5Tclose(type);
    return written;
}

static herr_t add_integer(hid_t place, const char *name, rdg_index value)
{
    return add_attribute(place, name, H5T_NATIVE_INT64, &value);
}

static herr_t add_number(hid_t place, const char *name, double value)
{
    return add_attribute(place, name, H5T_NATIVE_DOUBLE, &value);
}

static herr_t add_facts(hid_t file, const rdg_layout *layout, const rdg_chart *chart)
{
    herr_t worst = 0;
    worst |= add_text(file, "format", "ridgewalk solution 1");
    worst |= add_integer(file, "point", chart->point);
    worst |= add_integer(file, "label", chart->label);
    worst |= add_text(file, "type", chart->type);
    worst |= add_integer(file, "iterations", chart->iterations);
    worst |= add_number(file, "step", chart->step);
    worst |= add_number(file, "residual", chart->residual);
    worst |= add_number(file, "norm", chart->norm);
    worst |= add_number(file, "time_s", chart->seconds);
    worst |= add_integer(file, "n_u", layout->block_start[layout->n_blocks]);
    worst |= add_integer(file, "n_mu", layout->n_parameters);
    return worst;
}

/* n < 0: a scalar. */
static herr_t add_values(hid_t group, hid_t naming, const char *name, rdg_index n, const double *values)
{
    const hsize_t size = n < 0 ? 1 : (hsize_t)n;
    const hid_t space = n < 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
    const hid_t set = H5Dcreate2(group, name, H5T_NATIVE_DOUBLE, space, naming, H5P_DEFAULT, H5P_DEFAULT);
    herr_t written = -1;
    if (set >= 0) {
        written = H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
        H5Dclose(set);
    }
    H5Sclose(space);
    return written;
}

/* All blocks of a vector as data sets of one group. */
static herr_t add_vector(hid_t file, const char *name, const rdg_layout *layout, const double *values)
{
    const hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    herr_t written = group < 0 ? -1 : 0;
    for (rdg_index i = 0; i < layout->n_blocks && written >= 0; i++) {
        const rdg_index first = layout->block_start[i];
        written = add_values(group, H5P_DEFAULT, layout->block[i], layout->block_start[i + 1] - first,
                             values + first);
    }
    if (group >= 0) {
        H5Gclose(group);
    }
    return written;
}

/* A parameter named "a/b" becomes the data set b in a group a: /mu/a/b, where a reader looks for it. */
static herr_t add_parameters(hid_t file, const rdg_layout *layout, const double *mu)
{
    const hid_t group = H5Gcreate2(file, "mu", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t naming = H5Pcreate(H5P_LINK_CREATE);
    herr_t written = group < 0 || naming < 0 ? -1 : H5Pset_create_intermediate_group(naming, 1);
    for (rdg_index i = 0; i < layout->n_parameters && written >= 0; i++) {
        written = add_values(group, naming, layout->parameter[i], -1, mu + i);
    }
    if (naming >= 0) {
        H5Pclose(naming);
    }
    if (group >= 0) {
        H5Gclose(group);
    }
    return written;
}

/* More than a solution file takes: its numbers, and 1 KiB (less is used) for each data set and attribute. */
static size_t size_bound(const rdg_solution *solution)
{
    const rdg_layout *layout = solution->layout;
    const size_t n_sets = (size_t)(2 * layout->n_blocks + layout->n_parameters);
    const size_t n_others = 32;
    size_t names = solution->kept ? strlen(solution->kept) : 0;
    for (rdg_index i = 0; i < layout->n_blocks; i++) {
        names += 2 * strlen(layout->block[i]);
    }
    for (rdg_index i = 0; i < layout->n_parameters; i++) {
        names += strlen(layout->parameter[i]);
    }
    const size_t n = (size_t)(2 * layout->block_start[layout->n_blocks] + solution->n_state);
    return n * sizeof(double) + 4 * names + 1024 * (n_sets + n_others);
}

static herr_t add_state(hid_t file, const rdg_solution *solution)
{
    return solution->n_state > 0
               ? add_values(file, H5P_DEFAULT, RDG_STATE, solution->n_state, solution->state)
               : 0;
}

/* Of any length: an attribute has at most 64 KiB. */
static herr_t add_kept(hid_t file, const char *text)
{
    if (!text) {
        return 0;
    }
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t type = H5Tcopy(H5T_C_S1);
    herr_t written = H5Tset_size(type, strlen(text) + 1);
    const hid_t set = written < 0
                          ? H5I_INVALID_HID
                          : H5Dcreate2(file, RDG_KEPT, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    written = -1;
    if (set >= 0) {
        written = H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text);
        H5Dclose(set);
    }
    H5Tclose(type);
    H5Sclose(space);
    return written;
}

static herr_t make_image(const rdg_solution *solution, rdg_image *image, size_t *size)
{
    const rdg_layout *layout = solution->layout;
    const rdg_chart *chart = solution->chart;
    const hid_t file = rdg_hdf5_create(image);
    if (file < 0) {
        return -1;
    }
    const bool filled = add_facts(file, layout, chart) >= 0 && add_vector(file, "u", layout, chart->u) >= 0 &&
                        add_vector(file, "tangent", layout, chart->tangent) >= 0 &&
                        add_parameters(file, layout, chart->mu) >= 0 && add_state(file, solution) >= 0 &&
                        add_kept(file, solution->kept) >= 0;
    const herr_t closed = rdg_hdf5_finish(file, image, size);
    return filled ? closed : -1;
}

rdg_status rdg_solution_write(rdg_context *ctx, const char *where, int folder, const char *path,
                              const rdg_solution *solution, rdg_image *image)
{
    char name[RDG_SOLUTION_NAME_SIZE];
    rdg_solution_name(name, solution->chart->label);
    size_t size = 0;
    if (!rdg_image_reserve(image, size_bound(solution))) {
        return rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "%s/%s: no memory for a solution", path, name);
    }
    rdg_hdf5_quiet before;
    rdg_hdf5_enter(&before);
    const herr_t made = make_image(solution, image, &size);
    rdg_hdf5_leave(&before);
    if (made < 0) {
        return rdg_fail(ctx, RDG_ERR_LIBRARY, where,
                        "HDF5 could not build %s/%s: two names collide, or memory is exhausted", path, name);
    }
    rdg_aside aside;
    int error = rdg_aside_open(&aside, folder, name);
    if (!error) {
        rdg_aside_write(&aside, image->bytes, size);
        error = rdg_aside_commit(&aside);
    }
    return error ? rdg_fail(ctx, rdg_file_status(error), where, "%s/%s: %s", path, name, strerror(error))
                 : RDG_OK;
}
