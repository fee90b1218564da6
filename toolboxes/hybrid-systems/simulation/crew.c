/* Threads with a workspace each. What a piece of work answers does not depend on who does it, nor when. */
#include "simulation_impl.h"

#include "hybrid_impl.h"

enum { MOST_THREADS = 1024 };

rdg_status rdg_crew_hire(rdg_crew *crew, rdg_hybrid *h, const char *where, int threads,
                         const rdg_flow_options *options)
{
    *crew = (rdg_crew){.threads = 1};
    if (threads < 0 || threads > MOST_THREADS) {
        return rdg_fail(h->ctx, RDG_ERR_ARGUMENT, where,
                        "threads = %d: it must be between 1 and %d, or 0 for one", threads, MOST_THREADS);
    }
    crew->threads = threads > 1 && !h->entry ? threads : 1;
    crew->flow = rdg_context_calloc(h->ctx, (size_t)crew->threads, sizeof(rdg_flow *));
    for (rdg_index k = 0; crew->flow && k < crew->threads; k++) {
        crew->flow[k] = rdg_flow_create(h, options);
    }
    return rdg_error_status(h->ctx);
}

void rdg_crew_dismiss(rdg_crew *crew)
{
    for (rdg_index k = 0; crew->flow && k < crew->threads; k++) {
        rdg_flow_free(crew->flow[k]);
    }
    rdg_free((void *)crew->flow);
    *crew = (rdg_crew){.threads = 0};
}
