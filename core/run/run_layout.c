/* What a problem's variables and parameters are called, where a run is kept. */
#include "run_facts_impl.h"
#include "toolbox.h"

#include <math.h>

void rdg_run_layout_release(rdg_run_layout *layout)
{
    rdg_free(layout->block);
    rdg_free(layout->parameter);
    rdg_free(layout->unit);
    rdg_free(layout->block_start);
    rdg_free(layout->about);
}

static rdg_quantity_about about(const rdg_parameter *parameter, rdg_index j, const rdg_run_setup *setup)
{
    const bool window = setup->windowed[j];
    return (rdg_quantity_about){.kind = setup->held[j]                    ? "held"
                                        : parameter->kind == RDG_INACTIVE ? "released"
                                                                          : "monitor",
                                .low = window ? setup->low[j] : NAN,
                                .high = window ? setup->high[j] : NAN};
}

rdg_status rdg_run_layout_make(rdg_run_layout *layout, const rdg_problem *p, const rdg_run_setup *setup)
{
    const size_t n_blocks = (size_t)p->n_blocks;
    const size_t n_parameters = (size_t)p->n_parameters;
    *layout = (rdg_run_layout){
        .block = rdg_context_calloc(p->ctx, n_blocks, sizeof *layout->block),
        .block_start = rdg_context_calloc(p->ctx, n_blocks + 1, sizeof *layout->block_start),
        .parameter = rdg_context_calloc(p->ctx, n_parameters, sizeof *layout->parameter),
        .unit = rdg_context_calloc(p->ctx, n_parameters, sizeof *layout->unit),
        .about = rdg_context_calloc(p->ctx, n_parameters, sizeof *layout->about),
    };
    if (rdg_error_status(p->ctx) != RDG_OK) {
        rdg_run_layout_release(layout);
        *layout = (rdg_run_layout){.block = NULL};
        return rdg_error_status(p->ctx);
    }
    for (rdg_index b = 0; b < p->n_blocks; b++) {
        layout->block[b] = p->block[b].name;
        layout->block_start[b + 1] = p->block[b].start + p->block[b].n;
    }
    for (rdg_index j = 0; j < p->n_parameters; j++) {
        layout->parameter[j] = p->parameter[j].name;
        layout->unit[j] = p->parameter[j].unit;
        layout->about[j] = about(&p->parameter[j], j, setup);
    }
    layout->names = (rdg_layout){.n_blocks = p->n_blocks,
                                 .block = layout->block,
                                 .block_start = layout->block_start,
                                 .n_parameters = p->n_parameters,
                                 .parameter = layout->parameter,
                                 .unit = layout->unit,
                                 .about = layout->about};
    return RDG_OK;
}
