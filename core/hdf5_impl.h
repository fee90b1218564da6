/* A stretch of HDF5 calls: one thread at a time (HDF5 may have been built without its own lock), and its
 * printing of errors switched off in between. */
#ifndef RDG_HDF5_IMPL_H
#define RDG_HDF5_IMPL_H

#include <hdf5.h>

typedef struct rdg_hdf5_quiet {
    H5E_auto2_t print;
    void *data;
} rdg_hdf5_quiet;

void rdg_hdf5_enter(rdg_hdf5_quiet *before);
void rdg_hdf5_leave(const rdg_hdf5_quiet *before);

/* Access to a file in memory; `bytes` NULL: a new one, else an existing one, copied. < 0: failed. */
hid_t rdg_hdf5_memory_access(const void *bytes, size_t size);

#endif
