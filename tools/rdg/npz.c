/* rdg export RUN FILE.npz: the arrays of NumPy, one file each in an archive. */
#include "arrays.h"
#include "rdg.h"

#include <minizip/zip.h>
#include <stdio.h>
#include <string.h>

enum { HEAD = 256, BEFORE_LENGTH = 8, ALIGNMENT = 64, LONGEST_PART = 1 << 30 };

/* "\x93NUMPY", version 1.0, length of a line that describes the array, padded to 64 bytes. */
static unsigned describe(const array *one, size_t width, char head[HEAD])
{
    char shape[64];
    if (one->columns > 0) {
        snprintf(shape, sizeof shape, "(%lld, %lld)", (long long)one->rows, (long long)one->columns);
    } else {
        snprintf(shape, sizeof shape, "(%lld,)", (long long)one->rows);
    }
    memset(head, ' ', HEAD);
    memcpy(head, "\x93NUMPY\x01\x00", BEFORE_LENGTH);
    char *line = head + BEFORE_LENGTH + 2;
    char kind[24] = "<f8";
    if (one->texts) {
        snprintf(kind, sizeof kind, "|S%zu", width);
    }
    const int used = snprintf(line, HEAD - BEFORE_LENGTH - 2,
                              "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", kind, shape);
    line[used] = ' ';
    const unsigned size = ((unsigned)used + BEFORE_LENGTH + 2 + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    head[size - 1] = '\n';
    const unsigned length = size - BEFORE_LENGTH - 2;
    head[BEFORE_LENGTH] = (char)(length & 0xFF);
    head[BEFORE_LENGTH + 1] = (char)(length >> 8);
    return size;
}

/* In parts that the archive's unsigned lengths can tell. */
static bool write_all(zipFile archive, const char *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        const size_t part = size - done < LONGEST_PART ? size - done : LONGEST_PART;
        if (zipWriteInFileInZip(archive, bytes + done, (unsigned)part) != ZIP_OK) {
            return false;
        }
        done += part;
    }
    return true;
}

static size_t widest(const array *one)
{
    size_t width = 1;
    for (rdg_index i = 0; i < one->rows; i++) {
        const size_t n = strlen(one->texts[i]);
        width = n > width ? n : width;
    }
    return width;
}

static bool write_texts(zipFile archive, const array *one, size_t width)
{
    char padded[HEAD];
    for (rdg_index i = 0; i < one->rows; i++) {
        memset(padded, 0, sizeof padded);
        memcpy(padded, one->texts[i], strlen(one->texts[i]));
        if (!write_all(archive, padded, width)) {
            return false;
        }
    }
    return true;
}

/* "omega.npy", "solution.Q.npy" */
static bool write_array(const array *one, void *data)
{
    zipFile archive = data;
    char name[HEAD + 64], head[HEAD];
    snprintf(name, sizeof name, "%s%.255s.npy", strcmp(one->group, "bd") == 0 ? "" : "solution.", one->name);
    const size_t width = one->texts ? widest(one) : 0;
    if (width >= sizeof head || zipOpenNewFileInZip64(archive, name, NULL, NULL, 0, NULL, 0, NULL, Z_DEFLATED,
                                                      Z_DEFAULT_COMPRESSION, 1) != ZIP_OK) {
        return false;
    }
    const unsigned size = describe(one, width, head);
    const size_t numbers = (size_t)one->rows * (size_t)(one->columns > 0 ? one->columns : 1);
    const bool good = write_all(archive, head, size) &&
                      (one->texts ? write_texts(archive, one, width)
                                  : write_all(archive, (const char *)one->values, numbers * sizeof(double)));
    return zipCloseFileInZip(archive) == ZIP_OK && good;
}

int export_npz(const call *c, rdg_run *run, const char *path)
{
    zipFile archive = zipOpen64(path, APPEND_STATUS_CREATE);
    if (!archive) {
        return complain("export", "%s cannot be written", path);
    }
    const rdg_status status = each_array(c->ctx, run, write_array, archive);
    const bool whole = zipClose(archive, NULL) == ZIP_OK;
    if (status == RDG_OK && whole) {
        return SAME;
    }
    const char *message = reason_of(c);
    return *message ? complain("export", "%s", message) : complain("export", "%s could not be written", path);
}
