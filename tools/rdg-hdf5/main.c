/* rdg-hdf5: a run as an HDF5 file, for `rdg export RUN FILE.h5`. A program of its own, so that no other one
 * loads HDF5 and what comes with it. */
#include "../rdg/arrays.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 300 };

/* In HDF5 a slash leads into a group. */
static void make_path(const array *one, char path[NAME])
{
    const int start = snprintf(path, NAME, "/%s/", one->group);
    snprintf(path + start, (size_t)(NAME - start), "%.255s", one->name);
    for (char *letter = path + start; *letter; letter++) {
        *letter = *letter == '/' ? '|' : *letter;
    }
}

static bool write_attribute(hid_t at, const char *name, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, strlen(text) + 1);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const hid_t attribute = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool good = attribute >= 0 && H5Awrite(attribute, type, text) >= 0;
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

/* Texts one behind the other, each in as many bytes as the longest one takes (Octave reads no others); to be
 * freed. NULL: no memory. */
static char *lay_out_texts(const array *one, size_t *bytes)
{
    *bytes = 1;
    for (rdg_index i = 0; i < one->rows; i++) {
        const size_t n = strlen(one->texts[i]) + 1;
        *bytes = n > *bytes ? n : *bytes;
    }
    char *chars = calloc((size_t)one->rows + 1, *bytes);
    for (rdg_index i = 0; chars && i < one->rows; i++) {
        memcpy(chars + (size_t)i * *bytes, one->texts[i], strlen(one->texts[i]));
    }
    return chars;
}

static bool write_data(hid_t file, const array *one, hid_t stored, hid_t given, const void *data)
{
    const hsize_t size[2] = {(hsize_t)one->rows, (hsize_t)one->columns};
    const hid_t space = H5Screate_simple(one->columns > 0 ? 2 : 1, size, NULL);
    char path[NAME];
    make_path(one, path);
    const hid_t set = H5Dcreate2(file, path, stored, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = set >= 0;
    if (good && one->rows > 0) {
        good = H5Dwrite(set, given, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
    }
    good = good && write_attribute(set, "unit", one->unit);
    H5Dclose(set);
    H5Sclose(space);
    return good;
}

static bool write_array(const array *one, void *data)
{
    const hid_t file = *(const hid_t *)data;
    if (!one->texts) {
        return write_data(file, one, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, one->values);
    }
    size_t bytes = 0;
    char *chars = lay_out_texts(one, &bytes);
    const hid_t text = H5Tcopy(H5T_C_S1);
    const bool good = chars && H5Tset_size(text, bytes) >= 0 && write_data(file, one, text, text, chars);
    H5Tclose(text);
    free(chars);
    return good;
}

static bool write_groups(hid_t file)
{
    const hid_t bd = H5Gcreate2(file, "/bd", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t solution = H5Gcreate2(file, "/solution", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const bool good = bd >= 0 && solution >= 0;
    H5Gclose(solution);
    H5Gclose(bd);
    return good;
}

static bool write_facts(rdg_context *ctx, rdg_run *run, hid_t file)
{
    static const char *const facts[] = {"name", "version", "started", "stop"};
    bool good = true;
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++) {
        const char *text = rdg_run_text(run, facts[k]);
        rdg_error_clear(ctx); /* a run that was cut off has no end */
        good = good && (!text || write_attribute(file, facts[k], text));
    }
    return good;
}

static int complain(const char *path, const char *message)
{
    fprintf(stderr, "rdg export: %s%s\n", *message ? "" : path, *message ? message : " could not be written");
    return 2;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: rdg-hdf5 FOLDER RUN FILE.h5\n(called by rdg export RUN FILE.h5)\n");
        return 2;
    }
    rdg_context *ctx = rdg_context_create();
    rdg_set_run_folder(ctx, argv[1]);
    rdg_run *run = rdg_run_open(ctx, argv[2]);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* our messages, not its own */
    hid_t file = run ? H5Fcreate(argv[3], H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT) : -1;
    bool good = file >= 0 && write_groups(file) && write_facts(ctx, run, file) &&
                each_array(ctx, run, write_array, &file) == RDG_OK;
    good = file >= 0 && H5Fclose(file) >= 0 && good;
    const int status = good ? 0 : complain(argv[3], rdg_error_message(ctx));
    if (!good && file >= 0) {
        remove(argv[3]);
    }
    rdg_context_free(ctx);
    return status;
}
