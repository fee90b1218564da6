/* The checksum of a labelled solution: CRC-32 of all that it consists of. */
#ifndef RDG_CHECKSUM_IMPL_H
#define RDG_CHECKSUM_IMPL_H

#include <stddef.h>
#include <stdint.h>

/* Of a stretch of bytes behind those whose checksum is `before`; 0 for the first. */
uint32_t rdg_checksum(uint32_t before, const void *bytes, size_t size);

#endif
