/* A stretch of HDF5 calls: one thread at a time (HDF5 may have been built without its own lock), and its
 * printing of errors switched off in between. */
#ifndef RDG_HDF5_IMPL_H
#define RDG_HDF5_IMPL_H

#include <hdf5.h>

#include <stdbool.h>

typedef struct rdg_hdf5_quiet {
    H5E_auto2_t print;
    void *data;
} rdg_hdf5_quiet;

void rdg_hdf5_enter(rdg_hdf5_quiet *before);
void rdg_hdf5_leave(const rdg_hdf5_quiet *before);

/* A buffer for the bytes of a file, kept from one to the next. */
typedef struct rdg_image {
    void *bytes; /* [size]; rdg_free() it at the end */
    size_t size;
} rdg_image;

/* Make room for a file of `size` bytes, its old bytes are lost. false: no memory. Room is made beforehand
 * because HDF5 cannot close a file for which it finds none: it would stay open for ever. */
bool rdg_image_reserve(rdg_image *image, size_t size);

/* A new file in memory; `image` must outlive it, and grows where the room does not do. < 0: failed. */
hid_t rdg_hdf5_create(rdg_image *image);

/* Close such a file: its bytes are the first *size of its image. < 0: failed. */
herr_t rdg_hdf5_finish(hid_t file, const rdg_image *image, size_t *size);

/* A file that is in memory, to be read. < 0: it is none. */
hid_t rdg_hdf5_open(char *bytes, size_t size);

#endif
