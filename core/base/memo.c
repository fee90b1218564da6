/* What functions store along a run: one list of numbers, written and read in one order. */
#include "memo_impl.h"

#include "toolbox.h"

#include <string.h>

bool rdg_checkpoint_reads(const rdg_checkpoint *m)
{
    return m && m->reads;
}

void rdg_memo_begin(rdg_checkpoint *m, bool reads)
{
    m->reads = reads;
    m->is_broken = false;
    m->at = 0;
    m->n = reads ? m->n : 0;
}

double *rdg_checkpoint_space(rdg_checkpoint *m, rdg_index n)
{
    if (rdg_context_reserve(m->ctx, &m->numbers, &m->capacity, n, sizeof *m->numbers) != RDG_OK) {
        return NULL;
    }
    m->n = n;
    return m->numbers;
}

/* The next n numbers, written or read, in place; NULL after a failure. */
static double *memo_take(rdg_checkpoint *m, rdg_index n)
{
    const rdg_index begin = m->reads ? m->at : m->n;
    m->is_broken = m->is_broken || n < 0 || (m->reads && n > m->n - m->at);
    if (!m->is_broken && !m->reads) {
        m->is_broken =
            rdg_context_reserve(m->ctx, &m->numbers, &m->capacity, begin + n, sizeof *m->numbers) != RDG_OK;
        m->n += m->is_broken ? 0 : n;
    }
    m->at += m->is_broken ? 0 : n;
    return m->is_broken ? NULL : m->numbers + begin;
}

void rdg_checkpoint_numbers(rdg_checkpoint *m, double *values, rdg_index n)
{
    double *there = m && values && n > 0 ? memo_take(m, n) : NULL;
    if (there) {
        memcpy(m->reads ? values : there, m->reads ? there : values, (size_t)n * sizeof *values);
    }
}

void rdg_checkpoint_number(rdg_checkpoint *m, double *value)
{
    rdg_checkpoint_numbers(m, value, 1);
}

void rdg_checkpoint_index(rdg_checkpoint *m, rdg_index *value)
{
    double number = value ? (double)*value : 0.0;
    rdg_checkpoint_number(m, value ? &number : NULL);
    if (value) {
        *value = (rdg_index)number;
    }
}

void rdg_checkpoint_long(rdg_checkpoint *m, long *value)
{
    double number = value ? (double)*value : 0.0;
    rdg_checkpoint_number(m, value ? &number : NULL);
    if (value) {
        *value = (long)number;
    }
}

void rdg_checkpoint_int(rdg_checkpoint *m, int *value)
{
    double number = value ? (double)*value : 0.0;
    rdg_checkpoint_number(m, value ? &number : NULL);
    if (value) {
        *value = (int)number;
    }
}

void rdg_checkpoint_flag(rdg_checkpoint *m, bool *value)
{
    double number = value && *value;
    rdg_checkpoint_number(m, value ? &number : NULL);
    if (value) {
        *value = number != 0.0;
    }
}

/* Eight characters a number, after their count. */
void rdg_checkpoint_text(rdg_checkpoint *m, char *text, size_t size)
{
    if (!m || !text || size == 0) {
        return;
    }
    rdg_index length = m->reads ? 0 : (rdg_index)strlen(text);
    rdg_checkpoint_index(m, &length);
    m->is_broken = m->is_broken || length < 0 || (size_t)length >= size;
    const rdg_index words = m->is_broken ? 0 : (length + 7) / 8;
    double *there = words > 0 ? memo_take(m, words) : NULL;
    if (there && m->reads) {
        memcpy(text, there, (size_t)length);
    } else if (there) {
        there[words - 1] = 0.0;
        memcpy(there, text, (size_t)length);
    }
    if (m->reads && !m->is_broken) {
        text[length] = '\0';
    }
}

void rdg_memo_release(rdg_checkpoint *m)
{
    rdg_free(m->numbers);
    m->numbers = NULL;
    m->n = m->capacity = 0;
}
