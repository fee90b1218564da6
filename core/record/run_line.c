/* What a line of bd.csv looks like. */
#include "run_line_impl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ENDING_SIZE = 64 };

/* What a unit adds to a header, letters and digits only: rad/s gives _rad_s. */
static void unit_ending(char ending[ENDING_SIZE], const char *unit)
{
    static const char kept[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    size_t n = 0;
    if (*unit) {
        ending[n++] = '_';
    }
    for (; *unit && n + 1 < ENDING_SIZE; unit++) {
        ending[n++] = '_';
        if (strchr(kept, *unit)) {
            ending[n - 1] = *unit;
        }
    }
    ending[n] = '\0';
}

void rdg_csv_field(rdg_text *text, const char *field, const char *ending)
{
    const char *quote = strpbrk(field, ",\"") ? "\"" : "";
    rdg_text_add(text, quote);
    for (const char *c = field; *c; c++) {
        rdg_text_addf(text, *c == '"' ? "\"%c" : "%c", *c);
    }
    rdg_text_add(text, ending);
    rdg_text_add(text, quote);
}

bool rdg_run_header_is(const char *header, const char *name, const char *unit)
{
    char ending[ENDING_SIZE];
    unit_ending(ending, unit);
    const size_t n = strlen(name);
    return strncmp(header, name, n) == 0 && strcmp(header + n, ending) == 0;
}

static rdg_index small_count(const rdg_layout *layout)
{
    const rdg_index n = layout->block_start[layout->n_blocks];
    return n <= RDG_SMALL_PROBLEM ? n : 0;
}

void rdg_run_header(rdg_text *text, const rdg_layout *layout)
{
    char ending[ENDING_SIZE];
    rdg_text_add(text, RDG_FIRST_COLUMNS);
    for (rdg_index i = 0; i < layout->n_parameters; i++) {
        rdg_text_add(text, ",");
        unit_ending(ending, layout->unit[i]);
        rdg_csv_field(text, layout->parameter[i], ending);
    }
    for (rdg_index b = 0; b < layout->n_blocks && small_count(layout) > 0; b++) {
        for (rdg_index i = 0; i < layout->block_start[b + 1] - layout->block_start[b]; i++) {
            rdg_text_add(text, ",");
            snprintf(ending, sizeof ending, "[%" PRId64 "]", i);
            rdg_csv_field(text, layout->block[b], ending);
        }
    }
    rdg_text_add(text, "\n");
}

static void add_number(rdg_text *text, double value)
{
    rdg_text_add(text, ",");
    rdg_text_number(text, value, 17);
}

void rdg_run_line(rdg_text *text, const rdg_layout *layout, const rdg_chart *chart)
{
    rdg_text_addf(text, "%" PRId64 ",%" PRId64 ",", chart->point, chart->label);
    rdg_csv_field(text, chart->type, "");
    add_number(text, chart->step);
    add_number(text, chart->next_step);
    rdg_text_addf(text, ",%d", chart->iterations);
    add_number(text, chart->residual);
    add_number(text, chart->norm);
    add_number(text, chart->seconds);
    for (rdg_index i = 0; i < layout->n_parameters; i++) {
        add_number(text, chart->mu[i]);
    }
    for (rdg_index i = 0; i < small_count(layout); i++) {
        add_number(text, chart->u[i]);
    }
    rdg_text_add(text, "\n");
}

rdg_index rdg_run_field_count(const rdg_layout *layout)
{
    return RDG_N_FIRST_COLUMNS + layout->n_parameters + small_count(layout);
}

void rdg_run_numbers(double *numbers, const rdg_layout *layout, const rdg_chart *chart)
{
    const double first[RDG_N_FIRST_COLUMNS] = {
        (double)chart->point,      (double)chart->label, 0.0,         chart->step,   chart->next_step,
        (double)chart->iterations, chart->residual,      chart->norm, chart->seconds};
    memcpy(numbers, first, sizeof first);
    numbers += RDG_N_FIRST_COLUMNS;
    if (layout->n_parameters > 0) {
        memcpy(numbers, chart->mu, (size_t)layout->n_parameters * sizeof *numbers);
    }
    memcpy(numbers + layout->n_parameters, chart->u, (size_t)small_count(layout) * sizeof *numbers);
}

size_t rdg_run_line_size(const rdg_layout *layout)
{
    const size_t type = 2 * RDG_TYPE_LENGTH + 2;
    const size_t numbers = RDG_N_FIRST_COLUMNS + (size_t)layout->n_parameters + RDG_SMALL_PROBLEM;
    return type + numbers * RDG_NUMBER_SIZE + 2;
}
