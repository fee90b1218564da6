/* What is known of a harmonic balance's elements: states, and margins to changes of their contact states. */
#include "hbm_impl.h"

#include <math.h>
#include <string.h>

static bool has_element(const rdg_hbm *hb, rdg_index element)
{
    return hb && element >= 0 && element < hb->n_elements;
}

rdg_index rdg_hbm_element_size(const rdg_hbm *hb, rdg_index element)
{
    return has_element(hb, element) ? hb->element[element].d : 0;
}

bool rdg_hbm_element_parameter(const rdg_hbm *hb, rdg_index element, rdg_index which, double *value)
{
    if (!has_element(hb, element) || !value || which < 0 || which >= hb->element[element].n_numbers) {
        return false;
    }
    *value = hb->element[element].number[which];
    return true;
}

int rdg_hbm_element_state(rdg_hbm *hb, rdg_index element, const double *Q, double omega, double *z,
                          double *force)
{
    if (!has_element(hb, element) || !Q || !z || !force || rdg_hbm_close(hb) != RDG_OK) {
        return -1;
    }
    if (!isfinite(omega)) {
        return 1;
    }
    const rdg_hbm_element *e = &hb->element[element];
    rdg_element_result result = {.force = force};
    rdg_hbm_gather(hb, &hb->basis, &e->terms, e->d, Q, z);
    return e->law->evaluate(e->self, &hb->basis, z, omega, &result);
}

/* Element of a margin, or NULL. */
static rdg_hbm_element *margin_element(const rdg_hbm *hb, rdg_index margin)
{
    for (rdg_index i = 0; hb && margin >= 0 && i < hb->n_elements; i++) {
        rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
        if (element->law->margin && margin-- == 0) {
            return element;
        }
    }
    return NULL;
}

rdg_index rdg_hbm_margin_count(const rdg_hbm *hb)
{
    rdg_index count = 0;
    for (rdg_index i = 0; hb && i < hb->n_elements; i++) {
        count += rdg_hbm_element_at(hb, i)->law->margin != NULL;
    }
    return count;
}

const char *rdg_hbm_margin_name(const rdg_hbm *hb, rdg_index margin)
{
    const rdg_hbm_element *element = margin_element(hb, margin);
    return element ? element->name : NULL;
}

int rdg_hbm_margin(rdg_hbm *hb, rdg_index margin, const double *Q, double *value, double *gradient)
{
    const rdg_hbm_element *element = margin_element(hb, margin);
    if (!element || !Q || !value || rdg_hbm_close(hb) != RDG_OK) {
        return -1;
    }
    rdg_element_margin answer = {.gradient = gradient ? hb->batch.force : NULL};
    rdg_hbm_gather(hb, &hb->basis, &element->terms, element->d, Q, hb->batch.z);
    const int status = element->law->margin(element->self, &hb->basis, hb->batch.z, &answer);
    if (status != 0) {
        return status;
    }
    *value = answer.value;
    if (gradient) {
        memset(gradient, 0, (size_t)hb->m * sizeof *gradient);
        rdg_hbm_scatter(hb, &hb->basis, &element->terms, hb->batch.force, gradient);
    }
    return 0;
}

int rdg_hbm_focus(rdg_hbm *hb, rdg_index margin, const double *Q)
{
    const rdg_hbm_element *element = margin_element(hb, margin);
    if (!element || rdg_hbm_close(hb) != RDG_OK) {
        return -1;
    }
    if (!element->law->focus) {
        return 0;
    }
    if (Q) {
        rdg_hbm_gather(hb, &hb->basis, &element->terms, element->d, Q, hb->batch.z);
    }
    return element->law->focus(element->self, &hb->basis, Q ? hb->batch.z : NULL);
}

void rdg_hbm_hold_stuck(rdg_hbm *hb, rdg_index margin, bool hold)
{
    rdg_hbm_element *element = margin_element(hb, margin);
    if (element) {
        element->held = hold;
        element->law->hold_stuck(element->self, hold);
    }
}

const rdg_hbm_margin_data *rdg_hbm_margin_of(rdg_hbm *hb, rdg_index margin)
{
    const rdg_hbm_element *element = margin_element(hb, margin);
    return element && rdg_hbm_close(hb) == RDG_OK ? element->margin : NULL;
}

const rdg_function *rdg_hbm_margin_function(rdg_hbm *hb, rdg_index margin, const rdg_index **index)
{
    const rdg_hbm_margin_data *g = rdg_hbm_margin_of(hb, margin);
    if (g && index) {
        *index = g->index;
    }
    return g ? &g->margin : NULL;
}

const rdg_function *rdg_hbm_jump_function(rdg_hbm *hb, rdg_index margin, const rdg_index **index)
{
    const rdg_hbm_margin_data *g = rdg_hbm_margin_of(hb, margin);
    if (g && index) {
        *index = g->index;
    }
    return g ? &g->jump : NULL;
}
