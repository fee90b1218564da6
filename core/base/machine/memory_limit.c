/* The memory of the machine or of the process, and computations that need too much of it. */
#define _DEFAULT_SOURCE /* RLIMIT_RSS */

#include "memory_limit.h"
#include "toolbox.h"

#include <math.h>
#include <sys/resource.h>
#include <unistd.h>

/* Share of the memory that one computation may take: the rest is for other arrays and programs. */
#define SHARE 0.5

static double smaller(double bytes, int resource)
{
    struct rlimit limit;
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
                   (double)limit.rlim_cur < bytes
               ? (double)limit.rlim_cur
               : bytes;
}

static double memory_size(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES);
    double bytes = pages > 0 ? (double)pages * (double)sysconf(_SC_PAGESIZE) : (double)INFINITY;
    bytes = smaller(bytes, RLIMIT_AS);
    bytes = smaller(bytes, RLIMIT_DATA);
    return smaller(bytes, RLIMIT_RSS);
}

rdg_status rdg_require_memory(rdg_context *ctx, const char *where, const char *what, double bytes,
                              const char *remedy)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    const double most = SHARE * memory_size(), mega = 1e6;
    return bytes <= most ? RDG_OK
                         : rdg_fail(ctx, RDG_ERR_NO_MEMORY, where,
                                    "%s need %.1f MB of memory, more than %.1f MB, half of what there is: %s",
                                    what ? what : "the arrays", bytes / mega, most / mega,
                                    remedy ? remedy : "use a smaller model");
}
