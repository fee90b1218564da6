/* Around HDF5: lock, silence, files in memory. */
#define _POSIX_C_SOURCE 200809L

#include "hdf5_impl.h"

#include <pthread.h>

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

/* The earliest format: the first block of later ones has a checksum, which HDF5 (until 2025) leaves wrong
 * when it hands out the bytes of an open file, so that nobody could open them. */
hid_t rdg_hdf5_memory_access(const void *bytes, size_t size)
{
    const size_t growth = 64 * 1024;
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (access < 0) {
        return access;
    }
    if (H5Pset_fapl_core(access, growth, 0) < 0 ||
        H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18) < 0 ||
        (bytes && H5Pset_file_image(access, (void *)(uintptr_t)bytes, size) < 0)) {
        H5Pclose(access);
        return H5I_INVALID_HID;
    }
    return access;
}
