/* The envelope as a run, as files and as a picture. */
#include "ridges_impl.h"

#include <ridgewalk/plot.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/run_writer.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 5, SAID = 2048, MOST_NAMES = 8 };

/* Points of a ridge closer to each other in forcing amplitude, as on both sides of a non-smooth point, are
 * one line of the envelope.
 */
static const double apart = 1e-6;

static const double hertz = 1.0 / 6.28318530717958647692;

/* A line of the envelope. */
typedef struct row {
    double level, omega, amplitude, ridge, certified;
    bool crosses;
} row;

typedef struct rows {
    row *at;
    rdg_index n, capacity;
} rows;

static rdg_status add(const rdg_ridges_work *w, rows *r, const rdg_ridges_point *p, rdg_index ridge,
                      bool crosses)
{
    RDG_TRY(rdg_context_reserve(w->ctx, &r->at, &r->capacity, r->n + 1, sizeof *r->at));
    r->at[r->n++] = (row){.level = p->level,
                          .omega = p->omega,
                          .amplitude = p->amplitude,
                          .ridge = (double)(ridge + 1),
                          .certified = rdg_ridges_certified(&w->all, p->level),
                          .crosses = crosses};
    return RDG_OK;
}

/* Its ends, and the points of its ridge between them. */
static rdg_status add_piece(const rdg_ridges_work *w, const rdg_ridges_piece *piece, rows *r)
{
    if (piece->ridge < 0) {
        return RDG_OK;
    }
    const rdg_ridge_trail *t = &w->trail[piece->ridge];
    RDG_TRY(add(w, r, &piece->low, piece->ridge, false));
    for (rdg_index k = 0; k < t->n; k++) {
        const rdg_ridges_point p = {
            .level = t->at[k].level, .omega = t->at[k].omega, .amplitude = t->at[k].amplitude};
        if (p.level > piece->low.level && p.level < piece->high.level &&
            p.level > r->at[r->n - 1].level * (1.0 + apart)) {
            RDG_TRY(add(w, r, &p, piece->ridge, false));
        }
    }
    return piece->high.level > r->at[r->n - 1].level || piece->crosses
               ? add(w, r, &piece->high, piece->ridge, piece->crosses)
               : RDG_OK;
}

static rdg_status collect(const rdg_ridges_work *w, rows *r)
{
    for (rdg_index k = 0; k < w->n_pieces; k++) {
        RDG_TRY(add_piece(w, &w->piece[k], r));
    }
    return RDG_OK;
}

/* --- the run */

/* Does the run with this end have these rows? */
static bool is_same(rdg_run *run, const rdg_ridges_work *w, const rows *r, const char *said)
{
    const double *level = rdg_run_column(run, w->level_name), *omega = rdg_run_column(run, "omega");
    const double *amplitude = rdg_run_column(run, w->sensor), *ridge = rdg_run_column(run, "ridge");
    const double *certified = rdg_run_column(run, "certified");
    const char *stop = rdg_run_text(run, "stop");
    bool same = certified && stop && strcmp(stop, said) == 0 && rdg_run_count(run) == r->n;
    for (rdg_index k = 0; same && k < r->n; k++) {
        same = level[k] == r->at[k].level && omega[k] == r->at[k].omega &&
               amplitude[k] == r->at[k].amplitude && ridge[k] == r->at[k].ridge &&
               certified[k] == r->at[k].certified;
    }
    return same;
}

/* With RDG_RESUME a complete run is left as it is. */
static bool is_recorded(const rdg_ridges_work *w, const rows *r, const char *said)
{
    if (!rdg_option_find(w->options, RDG_OPTION_RESUME, NULL)) {
        return false;
    }
    rdg_run *run = rdg_run_open(w->ctx, w->name);
    const bool is = run && rdg_run_finished(run) && is_same(run, w, r, said);
    rdg_run_free(run);
    if (rdg_error_status(w->ctx) != RDG_ERR_NO_MEMORY) {
        rdg_error_clear(w->ctx); /* that there is none, or another one, is an answer */
    }
    return is;
}

static rdg_status write_rows(const rows *r, rdg_run_writer *writer)
{
    for (rdg_index k = 0; k < r->n; k++) {
        const row *line = &r->at[k];
        const double column[COLUMNS] = {line->level, line->omega, line->amplitude, line->ridge,
                                        line->certified};
        const bool shown = k == 0 || k == r->n - 1 || line->crosses || r->at[k - 1].ridge != line->ridge;
        RDG_TRY(rdg_run_writer_add(writer, &(rdg_written_row){.point = k,
                                                              .type = line->crosses ? "XR" : "",
                                                              .labelled = shown,
                                                              .shown = shown,
                                                              .column = column,
                                                              .norm = line->amplitude}));
    }
    return RDG_OK;
}

rdg_status rdg_ridges_record(rdg_ridges_work *w)
{
    char said[SAID];
    char headline[RDG_RIDGES_WHY];
    const rdg_written_column column[COLUMNS] = {{w->level_name, w->d.level_unit, true},
                                                {"omega", "rad/s", true},
                                                {w->sensor, "m", true},
                                                {"ridge", "", true},
                                                {"certified", "", true}};
    if (rdg_option_find(w->options, RDG_OPTION_NO_FOLDER, NULL)) {
        return RDG_OK;
    }
    snprintf(headline, sizeof headline, "the greatest of %lld ridge%s", (long long)w->n_trails,
             w->n_trails == 1 ? "" : "s");
    rdg_ridges_verdict(w, said, sizeof said);
    rows r = {.n = 0};
    rdg_status status = collect(w, &r);
    if (status == RDG_OK && is_recorded(w, &r, said)) {
        rdg_free(r.at);
        return RDG_OK;
    }
    rdg_run_writer *writer =
        status == RDG_OK
            ? rdg_run_writer_open(
                  w->ctx,
                  &(rdg_run_writer_options){
                      .name = w->name,
                      .headline = headline,
                      .in_memory = rdg_option_find(w->options, RDG_OPTION_IN_MEMORY, NULL) != NULL,
                      .silent = rdg_option_find(w->options, RDG_OPTION_NO_TABLE, NULL) != NULL,
                      .columns = COLUMNS,
                      .column = column})
            : NULL;
    status = writer ? write_rows(&r, writer) : rdg_error_status(w->ctx);
    status = status == RDG_OK ? rdg_run_writer_close(writer, said, NULL) : status;
    rdg_free(r.at);
    return status;
}

/* --- files */

typedef struct columns {
    double *level, *omega, *amplitude, *ridge, *certified;
    const char **type;
    rdg_index n;
} columns;

static void free_columns(columns *c)
{
    rdg_free(c->level);
    rdg_free((void *)c->type);
}

static rdg_status make_columns(rdg_context *ctx, rdg_index n, columns *c)
{
    *c = (columns){.n = n, .level = rdg_context_calloc(ctx, 5 * (size_t)n, sizeof *c->level)};
    c->type = rdg_context_calloc(ctx, (size_t)n, sizeof *c->type);
    if (!c->level || !c->type) {
        free_columns(c);
        return RDG_ERR_NO_MEMORY;
    }
    c->omega = c->level + n;
    c->amplitude = c->omega + n;
    c->ridge = c->amplitude + n;
    c->certified = c->ridge + n;
    return RDG_OK;
}

static const char *level_header(const rdg_ridges_work *w)
{
    return strcmp(w->level_name, "alpha") == 0 ? "alpha_N" : w->level_name;
}

rdg_status rdg_ridges_export_envelope(const rdg_ridges *all, const char *path)
{
    if (!all) {
        return RDG_ERR_EARLIER;
    }
    const rdg_ridges_work *w = (const rdg_ridges_work *)all;
    RDG_NEED(w->ctx, path, RDG_ERR_ARGUMENT);
    rows r = {.n = 0};
    columns c = {.n = 0};
    rdg_status status = rdg_error_status(w->ctx) == RDG_OK ? collect(w, &r) : RDG_ERR_EARLIER;
    status = status == RDG_OK ? make_columns(w->ctx, r.n, &c) : status;
    for (rdg_index k = 0; status == RDG_OK && k < r.n; k++) {
        c.level[k] = r.at[k].level;
        c.omega[k] = r.at[k].omega;
        c.amplitude[k] = r.at[k].amplitude;
        c.ridge[k] = r.at[k].ridge;
        c.certified[k] = r.at[k].certified;
        c.type[k] = r.at[k].crosses ? "XR" : "";
    }
    if (status == RDG_OK) {
        const rdg_column items[] = {
            RDG_COLUMN_ARRAY(level_header(w), c.level),
            {.kind = RDG_EXPORT_ARRAY, .header = "f_Hz", .values = c.omega, .factor = hertz},
            RDG_COLUMN_ARRAY("Am_m", c.amplitude),
            RDG_COLUMN_ARRAY("ridge", c.ridge),
            RDG_COLUMN_TEXTS("type", c.type),
            RDG_COLUMN_ARRAY("certified", c.certified),
            {.kind = RDG_EXPORT_END}};
        status = rdg_export_items(w->ctx, path, r.n, items);
    }
    free_columns(&c);
    rdg_free(r.at);
    return status;
}

rdg_status rdg_ridges_export(const rdg_ridges *all, const char *path)
{
    if (!all) {
        return RDG_ERR_EARLIER;
    }
    const rdg_ridges_work *w = (const rdg_ridges_work *)all;
    RDG_NEED(w->ctx, path, RDG_ERR_ARGUMENT);
    rdg_index n = 0;
    columns c = {.n = 0};
    for (rdg_index k = 0; k < all->count; k++) {
        n += all->ridge[k].n;
    }
    rdg_status status = rdg_error_status(w->ctx) == RDG_OK ? make_columns(w->ctx, n, &c) : RDG_ERR_EARLIER;
    n = 0;
    for (rdg_index k = 0; status == RDG_OK && k < all->count; k++) {
        for (rdg_index i = 0; i < all->ridge[k].n; i++, n++) {
            c.level[n] = all->ridge[k].level[i];
            c.omega[n] = all->ridge[k].omega[i];
            c.amplitude[n] = all->ridge[k].amplitude[i];
            c.ridge[n] = (double)(k + 1);
        }
    }
    if (status == RDG_OK) {
        const rdg_column items[] = {
            RDG_COLUMN_ARRAY(level_header(w), c.level),
            {.kind = RDG_EXPORT_ARRAY, .header = "f_Hz", .values = c.omega, .factor = hertz},
            RDG_COLUMN_ARRAY("Am_m", c.amplitude),
            RDG_COLUMN_ARRAY("ridge", c.ridge),
            {.kind = RDG_EXPORT_END}};
        status = rdg_export_items(w->ctx, path, n, items);
    }
    free_columns(&c);
    return status;
}

/* --- the picture */

static rdg_index count_crossings(const rdg_ridges *all)
{
    rdg_index n = 0;
    for (rdg_index k = 0; k < all->pieces; k++) {
        n += all->piece[k].crosses;
    }
    return n;
}

/* Each ridge thin, the envelope bold behind them, its events on top. x: [2 events] */
static void fill_picture(const rdg_ridges_work *w, const rows *r, rdg_plot_item *item, double *numbers,
                         char *label)
{
    const rdg_ridges *all = &w->all;
    double *level = numbers, *height = numbers + r->n, *x = height + r->n;
    const rdg_index crossings = count_crossings(all);
    double *y = x + crossings;
    rdg_index n = 0, c = 0;
    for (rdg_index k = 0; k < r->n; k++) {
        level[k] = r->at[k].level;
        height[k] = r->at[k].amplitude;
    }
    for (rdg_index k = 0; k < all->pieces; k++) {
        if (all->piece[k].crosses) {
            x[c] = all->piece[k].high.level;
            y[c++] = all->piece[k].high.amplitude;
        }
    }
    item[n] =
        RDG_POINTS(r->n, level, height, "envelope", .style = RDG_LINE, .color = "#bbbbbb", .width = 6.0);
    n++;
    for (rdg_index k = 0; k < all->count; k++) {
        const rdg_ridge_curve *curve = &all->ridge[k];
        const char *legend = all->count <= MOST_NAMES ? curve->run : "";
        item[n] =
            RDG_POINTS(curve->n, curve->level, curve->amplitude, legend, .style = RDG_LINE, .width = 2.0);
        n++;
    }
    if (crossings > 0) {
        item[n] = RDG_POINTS(crossings, x, y, "XR", .style = RDG_DOTS, .color = "black");
        n++;
    }
    snprintf(label, RDG_RIDGES_WHY, "%s / %s", w->level_name, w->d.level_unit);
    item[n++] = RDG_XLABEL(label);
    item[n++] = RDG_YLABEL(w->sensor);
    item[n++] = RDG_LOGX;
    item[n++] = RDG_LOGY;
    item[n] = (rdg_plot_item){.kind = RDG_PLOT_END};
}

rdg_status rdg_ridges_plot(const rdg_ridges *all, const char *path)
{
    if (!all) {
        return RDG_ERR_EARLIER;
    }
    const rdg_ridges_work *w = (const rdg_ridges_work *)all;
    RDG_NEED(w->ctx, path, RDG_ERR_ARGUMENT);
    rows r = {.n = 0};
    char label[RDG_RIDGES_WHY];
    rdg_status status = rdg_error_status(w->ctx) == RDG_OK ? collect(w, &r) : RDG_ERR_EARLIER;
    rdg_plot_item *item =
        status == RDG_OK ? rdg_context_calloc(w->ctx, (size_t)all->count + 8, sizeof *item) : NULL;
    double *numbers =
        item ? rdg_context_calloc(w->ctx, 2 * (size_t)(r.n + count_crossings(all)), sizeof *numbers) : NULL;
    if (numbers && r.n == 0) {
        rdg_fall_short(w->ctx, "rdg_ridges_plot", "%s: the picture is not drawn: \"%s\" has no ridge", path,
                       w->name);
        status = RDG_ERR_ARGUMENT;
    } else if (numbers) {
        fill_picture(w, &r, item, numbers, label);
        status = rdg_plot_items(w->ctx, path, item);
    } else {
        status = rdg_error_status(w->ctx);
    }
    rdg_free(item);
    rdg_free(numbers);
    rdg_free(r.at);
    return status;
}
