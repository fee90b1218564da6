/* By zlib. */
#include "checksum_impl.h"

#include <zlib.h>

uint32_t rdg_checksum(uint32_t before, const void *bytes, size_t size)
{
    return size > 0 ? (uint32_t)crc32_z(before, bytes, size) : before;
}
