/* Columns of tables with the contact states of many contacts, and margins as columns of runs. */
#include "hbm_impl.h"
#include "release_impl.h"
#include "watch_impl.h"

#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_numbers.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/table_column.h>

#include <stdio.h>
#include <string.h>

enum { FEW = 4, LONGEST_NAME = 30, NUMBER_WIDTH = 11 };

static rdg_index contacts(const rdg_hbm *hb)
{
    rdg_index count = 0;
    for (rdg_index i = 0; hb && i < hb->n_elements; i++) {
        count += rdg_hbm_element_at(hb, i)->law->regime != NULL;
    }
    return count;
}

bool rdg_hbm_has_many_contacts(const rdg_hbm *hb)
{
    return contacts(hb) > FEW;
}

rdg_element_regime rdg_hbm_element_regime(rdg_hbm *hb, rdg_index element, const double *Q)
{
    if (!hb || !Q || element < 0 || element >= hb->n_elements || rdg_hbm_close(hb) != RDG_OK) {
        return RDG_ELEMENT_NO_REGIME;
    }
    const rdg_hbm_element *e = &hb->element[element];
    if (!e->law->regime) {
        return RDG_ELEMENT_NO_REGIME;
    }
    rdg_hbm_gather(hb, &hb->basis, &e->terms, e->d, Q, hb->batch.z);
    return e->law->regime(e->self, &hb->basis, hb->batch.z);
}

/* Only what there is: "17 stick, 5 slip". */
static void write_regimes(const rdg_problem *p, const rdg_chart *chart, char *text, size_t size, void *data)
{
    static const struct {
        rdg_element_regime regime;
        const char *word;
    } order[] = {{RDG_ELEMENT_STICKS, "stick"}, {RDG_ELEMENT_SLIPS, "slip"}, {RDG_ELEMENT_OPENS, "open"}};
    rdg_hbm *hb = data;
    rdg_index count[RDG_ELEMENT_REGIMES] = {0};
    if (rdg_hbm_use_parameters(hb, p, chart->u) != 0) {
        return;
    }
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        count[rdg_hbm_element_regime(hb, i, chart->u)]++;
    }
    size_t used = 0;
    for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
        const rdg_index n = count[order[k].regime];
        if (n > 0 && used < size) {
            used += (size_t)snprintf(text + used, size - used, "%s%td %s", used > 0 ? ", " : "", (ptrdiff_t)n,
                                     order[k].word);
        }
    }
}

static void write_least(const rdg_problem *p, const rdg_chart *chart, char *text, size_t size, void *data)
{
    rdg_hbm *hb = data;
    rdg_index least = -1;
    double least_value = 0.0;
    if (rdg_hbm_use_parameters(hb, p, chart->u) != 0) {
        return;
    }
    for (rdg_index k = 0; k < rdg_hbm_margin_count(hb); k++) {
        double value = 0.0;
        if (rdg_hbm_margin(hb, k, chart->u, &value, NULL) == 0 && (least < 0 || value < least_value)) {
            least = k;
            least_value = value;
        }
    }
    if (least >= 0) {
        snprintf(text, size, "%*.4e %.*s", NUMBER_WIDTH, least_value, LONGEST_NAME,
                 rdg_hbm_margin_name(hb, least));
    }
}

/* "17 stick, 5 slip, 2 open" with all of them in each place */
static int width_of_regimes(const rdg_hbm *hb)
{
    const int digits = snprintf(NULL, 0, "%td", (ptrdiff_t)contacts(hb));
    return 3 * digits + (int)strlen(" stick,  slip,  open");
}

static int width_of_least(const rdg_hbm *hb)
{
    int longest = 0;
    for (rdg_index k = 0; k < rdg_hbm_margin_count(hb); k++) {
        const int length = (int)strlen(rdg_hbm_margin_name(hb, k));
        longest = length > longest ? length : longest;
    }
    return NUMBER_WIDTH + 1 + (longest < LONGEST_NAME ? longest : LONGEST_NAME);
}

rdg_status rdg_hbm_add_contact_columns(rdg_hbm *hb, rdg_problem *problem)
{
    if (!rdg_hbm_has_many_contacts(hb)) {
        return RDG_OK;
    }
    const rdg_table_column regimes = {
        .header = "contacts", .width = width_of_regimes(hb), .write = write_regimes, .data = hb};
    RDG_TRY(rdg_add_table_column(problem, &regimes));
    if (rdg_hbm_margin_count(hb) == 0) {
        return RDG_OK;
    }
    const rdg_table_column least = {
        .header = "least margin N", .width = width_of_least(hb), .write = write_least, .data = hb};
    return rdg_add_table_column(problem, &least);
}

/* u = (Q, omega); the numbers of the problem are in use */
static int observe_margins(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_hbm *hb = data;
    (void)n;
    for (rdg_index k = 0; k < m; k++) {
        const int answer = rdg_hbm_margin(hb, k, u, &y[k], NULL);
        if (answer != 0) {
            return answer;
        }
    }
    return 0;
}

static rdg_status add_margins(rdg_hbm *hb, rdg_problem *problem, const char *where, rdg_index count,
                              const char **names)
{
    for (rdg_index k = 0; k < count; k++) {
        names[k] = rdg_hbm_margin_function(hb, k, NULL)->name;
    }
    RDG_TRY(rdg_hbm_add_watch(hb, problem, where,
                              &(rdg_hbm_watch){.of = {.name = "margins",
                                                      .n = hb->m + 1,
                                                      .m = count,
                                                      .f = observe_margins,
                                                      .by_differences = true,
                                                      .data = hb},
                                               .names = names,
                                               .kind = RDG_KINKED}));
    for (rdg_index k = 0; k < count; k++) {
        RDG_TRY(rdg_set_unit(problem, names[k], "N"));
    }
    return RDG_OK;
}

rdg_status rdg_hbm_add_margins(rdg_hbm *hb, rdg_problem *problem)
{
    if (!hb || !problem) {
        return RDG_ERR_EARLIER;
    }
    RDG_TRY(rdg_hbm_close(hb));
    const rdg_index count = rdg_hbm_margin_count(hb);
    if (count == 0) {
        return RDG_FAIL(hb->ctx, RDG_ERR_ARGUMENT,
                        "no element of \"%s\" has a margin: contacts and Jenkins elements have one",
                        rdg_structure_name(hb->structure));
    }
    const char **names = rdg_context_calloc(hb->ctx, (size_t)count, sizeof *names);
    const rdg_status status = names ? add_margins(hb, problem, __func__, count, names) : RDG_ERR_NO_MEMORY;
    rdg_free((void *)names);
    return status;
}
