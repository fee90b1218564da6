/* What a run stores of its way besides its charts, so that what it states in the end does not depend on
 * whether it was cut off; and what its functions store. Both are written and read by one list of calls. */
#include "branch_impl.h"
#include "resume_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <inttypes.h>
#include <string.h>

enum { NAME_SIZE = 64 };

/* An event by its number; -1: none. */
static void exchange_event(const rdg_tracer *t, rdg_checkpoint *m, const rdg_event **event)
{
    rdg_index k = *event ? *event - t->setup->event : -1;
    rdg_checkpoint_index(m, &k);
    *event = k >= 0 && k < t->setup->n_events ? &t->setup->event[k] : NULL;
}

static void exchange_value(rdg_checkpoint *m, rdg_invariant_value *value)
{
    rdg_checkpoint_number(m, &value->least);
    rdg_checkpoint_number(m, &value->greatest);
}

static void exchange_invariants(rdg_tracer *t, rdg_checkpoint *m)
{
    rdg_invariants *i = &t->invariants;
    rdg_checkpoint_number(m, &i->share);
    rdg_checkpoint_number(m, &i->first_sign);
    rdg_checkpoint_long(m, &i->kinks);
    rdg_checkpoint_long(m, &i->unexplained);
    exchange_event(t, m, &i->first_kink.event);
    rdg_checkpoint_numbers(m, i->first_kink.between, 2);
    exchange_value(m, &i->first_kink.before);
    exchange_value(m, &i->first_kink.after);
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        exchange_value(m, &i->value[k]);
    }
}

static void exchange_places(rdg_checkpoint *m, rdg_places *places)
{
    rdg_checkpoint_long(m, &places->count);
    rdg_checkpoint_numbers(m, places->between, 2);
    rdg_checkpoint_index(m, &places->point);
}

/* What is reported at the end. */
static void exchange_findings(rdg_tracer *t, rdg_checkpoint *m)
{
    rdg_findings *f = &t->findings;
    exchange_places(m, &f->jumps);
    exchange_places(m, &f->leaps);
    rdg_checkpoint_long(m, &f->kinks.maxima);
    rdg_checkpoint_long(m, &f->kinks.flat);
    rdg_checkpoint_number(m, &f->kinks.widest);
    rdg_checkpoint_number(m, &f->kinks.flattest);
    rdg_checkpoint_long(m, &f->slowness.count);
    rdg_checkpoint_long(m, &f->slowness.compared_at);
    rdg_checkpoint_int(m, &f->slowness.comparisons);
    rdg_checkpoint_text(m, t->p->left_out, sizeof t->p->left_out);
    long warnings = rdg_warnings(t->ctx) - t->resume.warnings_before;
    rdg_checkpoint_long(m, &warnings);
    t->resume.warnings_before = rdg_warnings(t->ctx) - warnings;
}

/* The singular point that was met last. */
static void exchange_singular(rdg_tracer *t, rdg_checkpoint *m)
{
    rdg_branch_work *work = t->branch_work;
    bool has_singular = work && work->has_singular;
    rdg_checkpoint_flag(m, &has_singular);
    if (has_singular) {
        work = rdg_branch_provide(t);
        rdg_checkpoint_numbers(m, work ? work->singular : NULL, t->s->n);
    }
    if (work) {
        work->has_singular = has_singular;
    }
}

/* What one of them stores has its name, and its length, so that nobody reads what is another's. */
static void exchange_remembered(rdg_tracer *t, rdg_checkpoint *m, const rdg_run_memory *memory)
{
    char name[NAME_SIZE] = "";
    rdg_index n = 0;
    if (!m->reads) {
        strncpy(name, memory->name, sizeof name - 1);
    }
    rdg_checkpoint_text(m, name, sizeof name);
    const rdg_index at = m->reads ? m->at : m->n;
    rdg_checkpoint_index(m, &n);
    m->is_broken = m->is_broken || strncmp(name, memory->name, sizeof name - 1) != 0;
    if (memory->exchange && !m->is_broken) {
        const int before = t->p->frozen.may_change_runs;
        t->p->frozen.may_change_runs = m->reads ? t->p->runs : before;
        memory->exchange(t->p, m, memory->data);
        t->p->frozen.may_change_runs = before;
    }
    if (m->is_broken) {
        return;
    }
    if (m->reads) {
        m->is_broken = m->at - at - 1 != n;
    } else {
        m->numbers[at] = (double)(m->n - at - 1);
    }
}

rdg_status rdg_resume_exchange(rdg_tracer *t, rdg_index label)
{
    rdg_checkpoint *m = &t->resume.memo;
    if (t->resume.exchange_atlas) {
        t->resume.exchange_atlas(t, m);
    } else {
        exchange_invariants(t, m);
        exchange_singular(t, m);
    }
    exchange_findings(t, m);
    for (rdg_index k = 0; k < t->setup->n_remembers && !m->is_broken; k++) {
        exchange_remembered(t, m, &t->setup->remembers[k]);
    }
    RDG_TRY(rdg_error_status(t->ctx));
    if (m->is_broken || (m->reads && m->at != m->n)) {
        return rdg_fail(
            t->ctx, RDG_ERR_FORMAT, "rdg_resume",
            "run \"%s\": what was kept with its label %" PRId64
            " does not match the checkpoint data of the functions of this run (RDG_CHECKPOINT()): "
            "have they, or has the library, changed? Start a run of another name",
            t->setup->name, label);
    }
    return RDG_OK;
}
