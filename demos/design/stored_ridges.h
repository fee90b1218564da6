/* All ridges and their envelope, read from the two tables that rdg_ridges_export() and
 * rdg_ridges_export_envelope() have written. */
#ifndef DESIGN_STORED_RIDGES_H
#define DESIGN_STORED_RIDGES_H

#include "../stored.h"

#include <ridgewalk/ridges.h>
#include <ridgewalk/ridgewalk.h>

#include <string.h>

enum { STORED_ROWS = 2000 };

typedef struct stored_rows {
    rdg_index n;
    double level[STORED_ROWS], omega[STORED_ROWS], amplitude[STORED_ROWS], ridge[STORED_ROWS]; /* from 1 */
    bool crosses[STORED_ROWS];
} stored_rows;

typedef struct stored_ridges {
    rdg_ridges all; /* ridges and pieces of the envelope alone */
    stored_rows on, greatest;
    rdg_ridge_curve curve[STORED_ROWS];
    rdg_ridges_piece piece[STORED_ROWS];
} stored_ridges;

static inline bool stored_rows_read(const char *path, stored_rows *r)
{
    stored_table file;
    char text[256];
    if (!stored_open(&file, path)) {
        return false;
    }
    bool is_whole = true;
    while (is_whole && r->n < STORED_ROWS && stored_next(&file, text, sizeof text)) {
        const rdg_index k = r->n;
        is_whole =
            sscanf(text, "%lf,%lf,%lf,%lf", &r->level[k], &r->omega[k], &r->amplitude[k], &r->ridge[k]) == 4;
        r->omega[k] = RDG_HZ(r->omega[k]);
        r->crosses[k] = strstr(text, ",XR,") != NULL;
        r->n += is_whole;
    }
    return stored_close(&file, is_whole && r->n > 0, "a row of four numbers");
}

static inline bool stored_is_next(const stored_rows *r, rdg_index k)
{
    return k == 0 || r->ridge[k] != r->ridge[k - 1] || r->crosses[k - 1];
}

static inline rdg_ridges_point stored_point(const stored_rows *r, rdg_index k)
{
    return (rdg_ridges_point){r->level[k], r->omega[k], r->amplitude[k], (rdg_index)r->ridge[k] - 1};
}

static inline bool stored_ridges_read(stored_ridges *s, const char *ridges, const char *envelope)
{
    stored_rows *on = &s->on, *greatest = &s->greatest;
    if (!stored_rows_read(ridges, on) || !stored_rows_read(envelope, greatest)) {
        return false;
    }
    for (rdg_index k = 0; k < on->n; k++) {
        if (stored_is_next(on, k)) {
            s->curve[s->all.count++] = (rdg_ridge_curve){
                .level = on->level + k, .omega = on->omega + k, .amplitude = on->amplitude + k};
        }
        s->curve[s->all.count - 1].n++;
    }
    for (rdg_index k = 0; k < greatest->n; k++) {
        if (stored_is_next(greatest, k)) {
            s->piece[s->all.pieces++] = (rdg_ridges_piece){.ridge = (rdg_index)greatest->ridge[k] - 1,
                                                           .low = stored_point(greatest, k)};
        }
        rdg_ridges_piece *p = &s->piece[s->all.pieces - 1];
        p->high = stored_point(greatest, k);
        p->crosses = greatest->crosses[k];
    }
    s->all.ridge = s->curve;
    s->all.piece = s->piece;
    return true;
}

/* The table beside the pictures */
static inline void stored_ridges_export(rdg_context *ctx, const stored_ridges *s, const char *path)
{
    rdg_export(
        ctx, path, s->on.n, RDG_COLUMN_ARRAY("alpha_N", s->on.level),
        (rdg_column){
            .kind = RDG_EXPORT_ARRAY, .header = "f_Hz", .values = s->on.omega, .factor = 1.0 / RDG_HZ(1.0)},
        RDG_COLUMN_ARRAY("Am_m", s->on.amplitude), RDG_COLUMN_ARRAY("ridge", s->on.ridge));
}

#endif
