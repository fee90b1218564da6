/* Reading a block of a labelled solution back, with every doubt about the file expressed. */
#include "run_solution_impl.h"

#include "file_impl.h"
#include "text_impl.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { LIST_SIZE = 400 };

static bool read_label(hid_t file, rdg_index *label)
{
    if (H5Aexists(file, "format") <= 0 || H5Aexists(file, "label") <= 0) {
        return false;
    }
    const hid_t attribute = H5Aopen(file, "label", H5P_DEFAULT);
    const hid_t space = attribute < 0 ? attribute : H5Aget_space(attribute);
    const bool fits = space >= 0 && H5Sget_simple_extent_npoints(space) == 1;
    const herr_t read = fits ? H5Aread(attribute, H5T_NATIVE_INT64, label) : -1;
    if (space >= 0) {
        H5Sclose(space);
    }
    if (attribute >= 0) {
        H5Aclose(attribute);
    }
    return read >= 0;
}

static bool link_exists(hid_t place, const char *name)
{
    return H5Lexists(place, name, H5P_DEFAULT) > 0;
}

/* A name with "/" would be a path for HDF5: no block has one. */
static bool has_block(hid_t file, const char *block)
{
    const hid_t group = !*block || strchr(block, '/') ? H5I_INVALID_HID : H5Gopen2(file, "u", H5P_DEFAULT);
    const bool there = group >= 0 && link_exists(group, block);
    if (group >= 0) {
        H5Gclose(group);
    }
    return there;
}

static herr_t list_name(hid_t group, const char *name, const H5L_info_t *info, void *list)
{
    (void)group;
    (void)info;
    rdg_text_item(list, name);
    return 0;
}

/* Values of /<group>/<block>: *found is their number; they are read where `values` is not NULL and the number
 * is n. */
static bool read_values(hid_t file, const char *group_name, const char *block, rdg_index n, double *values,
                        rdg_index *found)
{
    const hid_t group = H5Gopen2(file, group_name, H5P_DEFAULT);
    const hid_t set = group < 0 ? group : H5Dopen2(group, block, H5P_DEFAULT);
    const hid_t space = set < 0 ? set : H5Dget_space(set);
    const hid_t type = set < 0 ? set : H5Dget_type(set);
    bool good = space >= 0 && type >= 0 && H5Tget_class(type) == H5T_FLOAT;
    if (good) {
        *found = (rdg_index)H5Sget_simple_extent_npoints(space);
        good = *found >= 0;
    }
    if (good && values && *found == n) {
        good = H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    }
    if (type >= 0) {
        H5Tclose(type);
    }
    if (space >= 0) {
        H5Sclose(space);
    }
    if (set >= 0) {
        H5Dclose(set);
    }
    if (group >= 0) {
        H5Gclose(group);
    }
    return good;
}

/* How reading went; the message is made after HDF5 is left. */
typedef enum outcome { READ, INCOMPLETE, OTHER_LABEL, NO_BLOCK, OTHER_SIZE, NO_STATE, NO_ROOM } outcome;

/* Files of problems that keep nothing, and older ones, do not have it. */
static outcome read_kept(hid_t file, char **text)
{
    *text = NULL;
    if (!link_exists(file, RDG_KEPT)) {
        return READ;
    }
    const hid_t set = H5Dopen2(file, RDG_KEPT, H5P_DEFAULT);
    const hid_t type = set < 0 ? set : H5Dget_type(set);
    outcome how = INCOMPLETE;
    if (type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0) {
        *text = rdg_calloc(H5Tget_size(type) + 1, 1);
        how = !*text ? NO_ROOM : H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, *text) >= 0 ? READ : how;
    }
    if (how != READ) {
        rdg_free(*text);
        *text = NULL;
    }
    if (type >= 0) {
        H5Tclose(type);
    }
    if (set >= 0) {
        H5Dclose(set);
    }
    return how;
}

static outcome read_state(hid_t file, const rdg_solution_request *request, rdg_index *found)
{
    const bool read = link_exists(file, RDG_STATE) &&
                      read_values(file, "/", RDG_STATE, request->n, request->u, found) &&
                      *found == request->n;
    return read ? READ : NO_STATE;
}

static outcome read_open_file(hid_t file, const rdg_solution_request *request, rdg_index *found,
                              rdg_text *blocks)
{
    rdg_index label = 0;
    if (!read_label(file, &label) || !link_exists(file, "u") || !link_exists(file, "tangent")) {
        return INCOMPLETE;
    }
    if (label != request->label) {
        *found = label;
        return OTHER_LABEL;
    }
    if (request->kept) {
        return read_kept(file, request->kept);
    }
    if (!request->block) {
        return read_state(file, request, found);
    }
    if (!has_block(file, request->block)) {
        H5Literate_by_name(file, "u", H5_INDEX_NAME, H5_ITER_INC, NULL, list_name, blocks, H5P_DEFAULT);
        return NO_BLOCK;
    }
    if (!read_values(file, "u", request->block, request->n, request->u, found)) {
        return INCOMPLETE;
    }
    if (request->n >= 0 && *found != request->n) {
        return OTHER_SIZE;
    }
    rdg_index n_tangent = 0;
    if (!read_values(file, "tangent", request->block, request->n, request->tangent, &n_tangent) ||
        n_tangent != *found) {
        return INCOMPLETE;
    }
    return READ;
}

static outcome read_image(char *bytes, size_t size, const rdg_solution_request *request, rdg_index *found,
                          rdg_text *blocks)
{
    const hid_t file = rdg_hdf5_open(bytes, size);
    if (file < 0) {
        return INCOMPLETE;
    }
    const outcome how = read_open_file(file, request, found, blocks);
    H5Fclose(file);
    return how;
}

static rdg_status report(rdg_context *ctx, const char *where, const char *name, outcome how,
                         const rdg_solution_request *request, rdg_index found, rdg_text *blocks)
{
    const char *path = request->path;
    switch (how) {
    case READ:
        return RDG_OK;
    case OTHER_LABEL:
        return rdg_fail(ctx, RDG_ERR_FORMAT, where, "%s/%s holds the solution of label %" PRId64, path, name,
                        found);
    case NO_BLOCK:
        return rdg_fail(ctx, RDG_ERR_NAME, where, "\"%s\" is no block of variables in %s/%s; it has: %s",
                        request->block, path, name, rdg_text_list(blocks));
    case OTHER_SIZE:
        return rdg_fail(ctx, RDG_ERR_SIZE, where,
                        "block \"%s\" in %s/%s has %" PRId64 " variables, asked for were %" PRId64,
                        request->block, path, name, found, request->n);
    case NO_STATE:
        return rdg_fail(ctx, RDG_ERR_FORMAT, where,
                        "%s/%s does not hold what the run needs to go on from there", path, name);
    case NO_ROOM:
        return rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory for what %s/%s keeps", path, name);
    case INCOMPLETE:
        break;
    }
    return rdg_fail(ctx, RDG_ERR_FORMAT, where, "%s/%s is no complete solution file", path, name);
}

rdg_status rdg_solution_read(rdg_context *ctx, const char *where, const rdg_solution_request *request,
                             rdg_index *found)
{
    char name[RDG_SOLUTION_NAME_SIZE], list[LIST_SIZE];
    rdg_solution_name(name, request->label);
    char *bytes = NULL;
    size_t size = 0;
    const int error = rdg_file_read_in(request->path, name, &bytes, &size);
    if (error) {
        return rdg_fail(ctx, rdg_file_status(error), where, "%s/%s: %s", request->path, name,
                        strerror(error));
    }
    rdg_text blocks = rdg_text_in(list, sizeof list);
    outcome how = INCOMPLETE;
    if (size > 0) {
        rdg_hdf5_quiet before;
        rdg_hdf5_enter(&before);
        how = read_image(bytes, size, request, found, &blocks);
        rdg_hdf5_leave(&before);
    }
    rdg_free(bytes);
    return report(ctx, where, name, how, request, *found, &blocks);
}
