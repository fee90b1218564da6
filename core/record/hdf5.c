/* Around HDF5: lock, silence, files in memory. */
#define _POSIX_C_SOURCE 200809L

#include "hdf5_impl.h"

#include "toolbox.h"

#include <pthread.h>
#include <string.h>

/* HDF5 keeps global state: this lock is the one thing that contexts share. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void rdg_hdf5_enter(rdg_hdf5_quiet *before)
{
    pthread_mutex_lock(&lock);
    H5Eget_auto2(H5E_DEFAULT, &before->print, &before->data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

void rdg_hdf5_leave(const rdg_hdf5_quiet *before)
{
    H5Eset_auto2(H5E_DEFAULT, before->print, before->data);
    pthread_mutex_unlock(&lock);
}

/* A file in memory grows by so many bytes. */
enum { GROWTH = 64 * 1024 };

/* HDF5 wants a name, and looks on the disk whether there is such a file: there cannot be one. */
static const char no_file[] = "/dev/null/memory";

/* Format 1.8 is the one with checksums on all but the data that most programs can read. */
static hid_t memory_access(void)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (access >= 0 && (H5Pset_fapl_core(access, GROWTH, 0) < 0 ||
                        H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18) < 0)) {
        H5Pclose(access);
        return H5I_INVALID_HID;
    }
    return access;
}

bool rdg_image_reserve(rdg_image *image, size_t size)
{
    const size_t whole = (size / GROWTH + 1) * GROWTH;
    if (whole > image->size) {
        rdg_free(image->bytes);
        image->bytes = rdg_calloc(whole, 1);
        image->size = image->bytes ? whole : 0;
    }
    return image->bytes != NULL;
}

/* HDF5 calls this for the memory of the file; old is NULL or image->bytes. */
static void *image_resize(void *old, size_t size, H5FD_file_image_op_t what, void *data)
{
    rdg_image *image = data;
    (void)what;
    if (size <= image->size) {
        return image->bytes;
    }
    void *bytes = rdg_calloc(size, 1);
    if (!bytes) {
        return NULL;
    }
    if (old) {
        memcpy(bytes, old, image->size);
    }
    rdg_free(image->bytes);
    *image = (rdg_image){.bytes = bytes, .size = size};
    return bytes;
}

static void *image_take(size_t size, H5FD_file_image_op_t what, void *data)
{
    return image_resize(NULL, size, what, data);
}

static herr_t image_keep(void *bytes, H5FD_file_image_op_t what, void *data)
{
    (void)bytes;
    (void)what;
    (void)data;
    return 0;
}

static void *same_data(void *data)
{
    return data;
}

static herr_t keep_data(void *data)
{
    (void)data;
    return 0;
}

hid_t rdg_hdf5_create(rdg_image *image)
{
    H5FD_file_image_callbacks_t calls = {.image_malloc = image_take,
                                         .image_realloc = image_resize,
                                         .image_free = image_keep,
                                         .udata_copy = same_data,
                                         .udata_free = keep_data,
                                         .udata = image};
    const hid_t access = memory_access();
    hid_t file = H5I_INVALID_HID;
    if (access >= 0 && H5Pset_file_image_callbacks(access, &calls) >= 0) {
        file = H5Fcreate(no_file, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    }
    if (access >= 0) {
        H5Pclose(access);
    }
    return file;
}

/* Where the first block of format 1.8 has the size of the file, 8 bytes, lowest first ("HDF5 File Format
 * Specification", superblock version 2). HDF5 knows this size, and has all bytes in place, only when the file
 * is closed. */
enum { SIZE_AT = 28, SIZE_BYTES = 8 };

herr_t rdg_hdf5_finish(hid_t file, const rdg_image *image, size_t *size)
{
    *size = 0;
    if (H5Fclose(file) < 0 || image->size < SIZE_AT + SIZE_BYTES) {
        return -1;
    }
    const unsigned char *bytes = image->bytes;
    for (int i = SIZE_BYTES - 1; i >= 0; i--) {
        *size = *size << 8 | bytes[SIZE_AT + i];
    }
    return *size > 0 && *size <= image->size ? 0 : -1;
}

hid_t rdg_hdf5_open(char *bytes, size_t size)
{
    const hid_t access = memory_access();
    hid_t file = H5I_INVALID_HID;
    if (access >= 0 && H5Pset_file_image(access, bytes, size) >= 0) {
        file = H5Fopen(no_file, H5F_ACC_RDONLY, access);
    }
    if (access >= 0) {
        H5Pclose(access);
    }
    return file;
}
