/* Tables and pictures of responses: amplitudes, phases, the boundary of continuous slip. */
#ifndef COULOMB_RESPONSE_FIGURE_H
#define COULOMB_RESPONSE_FIGURE_H

#include "../forms.h"
#include "responses.h"

enum { RESPONSE_ITEMS = 400 };

typedef struct response_figure {
    const char *figure, *title;
    rdg_index n; /* masses */
    double second;
    rdg_coulomb_options system;
    double beta[RESPONSE_BETAS];
    int betas;
    double top;         /* of the amplitudes' picture */
    bool slipping_only; /* without stick-slip and stick */
} response_figure;

/* What is drawn: coordinate 0 .. n-1, n: of the contact. */
static inline double amplitude_of(const response_row *row, rdg_index n, rdg_index coordinate)
{
    return coordinate < n ? row->X[coordinate] : row->Z;
}

static inline void export_responses(const responses *r, const char *path)
{
    static const char *const X[] = {"X1", "X2", "X3", "X4", "X5"};
    static const char *const phi[] = {"phi1_deg", "phi2_deg", "phi3_deg", "phi4_deg", "phi5_deg"};
    rdg_column item[2 * RESPONSE_MASSES + 12];
    double *values = calloc((size_t)(2 * RESPONSE_MASSES + 12) * RESPONSE_ROWS, sizeof *values);
    const char **names = calloc(RESPONSE_ROWS, sizeof *names);
    double *column[2 * RESPONSE_MASSES + 12];
    int items = 0;
    if (!values || !names) {
        free(values);
        free(names);
        return;
    }
    for (int k = 0; k < 2 * RESPONSE_MASSES + 12; k++) {
        column[k] = values + (rdg_index)k * RESPONSE_ROWS;
    }
    const char *header[2 * RESPONSE_MASSES + 12] = {"r1", "beta", "stops_per_cycle", "stick_fraction"};
    for (rdg_index i = 0; i < r->n; i++) {
        header[4 + i] = X[i];
        header[5 + r->n + i] = phi[i];
    }
    static const char *const rest[] = {"phi_z_deg", "beta_lim", "beta_stuck", "rho"};
    header[4 + r->n] = "Z";
    for (int k = 0; k < 4; k++) {
        header[5 + 2 * r->n + k] = rest[k];
    }
    for (rdg_index j = 0; j < r->rows; j++) {
        const response_row *row = &r->row[j];
        const double head[] = {row->r1, row->beta, row->stops, row->share};
        const double tail[] = {row->phase_z, row->limit, row->stuck, row->rho};
        names[j] = response_names[row->regime];
        for (int k = 0; k < 4; k++) {
            column[k][j] = head[k];
            column[5 + 2 * r->n + k][j] = tail[k];
        }
        for (rdg_index i = 0; i < r->n; i++) {
            column[4 + i][j] = row->X[i];
            column[5 + r->n + i][j] = row->phase[i];
        }
        column[4 + r->n][j] = row->Z;
    }
    for (rdg_index k = 0; k < 9 + 2 * r->n; k++) {
        if (k == 2) {
            item[items++] = RDG_COLUMN_TEXTS("contact_state", names);
        }
        item[items++] = RDG_COLUMN_WITH_GAPS(header[k], column[k]); /* no phase in stick-slip */
    }
    item[items] = (rdg_column){.kind = RDG_EXPORT_END};
    rdg_export_items(r->ctx, path, r->rows, item);
    free(values);
    free(names);
}

typedef struct response_picture {
    rdg_plot_item item[RESPONSE_ITEMS + 8];
    int items;
    double *x, *y; /* of all its lines */
    rdg_index used;
} response_picture;

static const char *const response_colors[RESPONSE_BETAS] = {"#666666", "#0072b2", "#d55e00", "#009e73",
                                                            "#cc79a7", "#e69f00", "#56b4e9", "#aa3377"};

/* Is there no line between two rows: another regime, another beta, a pole, phases that turn round or are not
 * known, as where the mass stands still? */
static inline bool is_apart(const responses *r, rdg_index j, rdg_index coordinate, bool phases)
{
    const response_row *a = &r->row[j - 1];
    const response_row *b = &r->row[j];
    const rdg_index i = coordinate < r->n ? coordinate : 0;
    const bool turns = phases && !isless(fabs(b->phase[i] - a->phase[i]), 179.0);
    return a->beta != b->beta || a->regime != b->regime ||
           b->r1 - a->r1 > (a->regime == STICK_SLIP ? 0.2 : 0.03) || turns ||
           has_pole_between(r, a->r1, b->r1, a->beta);
}

/* Where only the regime changes the line goes on from the row before. */
static inline rdg_index begins_behind(const responses *r, rdg_index j, rdg_index coordinate, bool phases)
{
    if (j == 0 || phases || r->row[j].regime == r->row[j - 1].regime) {
        return 0;
    }
    response_row *own = &r->row[j];
    const response_regime regime = own->regime;
    own->regime = own[-1].regime;
    const bool is_joined = !is_apart(r, j, coordinate, phases);
    own->regime = regime;
    return is_joined ? 1 : 0;
}

static inline bool slips_somewhere(const responses *r, double beta)
{
    rdg_index j = 0;
    while (j < r->rows && !(r->row[j].beta == beta && r->row[j].regime <= CONTINUOUS)) {
        j++;
    }
    return j < r->rows;
}

static inline void add_lines(response_picture *p, const responses *r, const response_figure *f,
                             rdg_index coordinate, bool phases, char legend[][32])
{
    static const rdg_plot_style styles[RESPONSE_REGIMES] = {RDG_LINE, RDG_LINE, RDG_DASHED, RDG_LINE};
    bool has_legend[RESPONSE_BETAS] = {false};
    for (rdg_index j = 0; j < r->rows;) {
        rdg_index end = j + 1;
        while (end < r->rows && !is_apart(r, end, coordinate, phases)) {
            end++;
        }
        int b = 0;
        while (b + 1 < f->betas && f->beta[b] != r->row[j].beta) {
            b++;
        }
        const rdg_index first = p->used;
        const bool tells =
            !has_legend[b] && (r->row[j].regime <= CONTINUOUS || !slips_somewhere(r, f->beta[b]));
        for (rdg_index i = j - begins_behind(r, j, coordinate, phases); i < end; i++) {
            const double y = !phases             ? amplitude_of(&r->row[i], r->n, coordinate)
                             : coordinate < r->n ? r->row[i].phase[coordinate]
                                                 : r->row[i].phase_z;
            if (!isnan(y)) {
                p->x[p->used] = r->row[i].r1;
                p->y[p->used++] = y;
            }
        }
        if (p->used > first && p->items < RESPONSE_ITEMS) {
            p->item[p->items++] =
                RDG_POINTS(p->used - first, p->x + first, p->y + first, tells ? legend[b] : "",
                           .width = r->row[j].regime == STUCK ? 1 : 2, .style = styles[r->row[j].regime],
                           .color = response_colors[b]);
            has_legend[b] = has_legend[b] || tells;
        }
        j = end;
    }
}

/* What the coordinate does where continuous slip ends. */
static inline void add_boundary(response_picture *p, const responses *r, rdg_index coordinate, bool phases)
{
    const rdg_index first = p->used;
    for (int k = 0; k < RESPONSE_GRID; k++) {
        double X[RESPONSE_MASSES + 1];
        double phase[RESPONSE_MASSES + 1];
        rdg_coulomb_response at;
        rdg_coulomb_limits l = {.continuous = 0.0};
        rdg_coulomb_limits_at(r->c, response_r1(k), &l);
        if (l.continuous > 1e-9 &&
            rdg_coulomb_closed(r->c, response_r1(k), l.continuous * (1.0 - 1e-12), &at, X, phase) == RDG_OK) {
            X[r->n] = at.Z;
            phase[r->n] = at.phase;
            p->x[p->used] = response_r1(k);
            p->y[p->used++] = phases ? to_degrees(phase[coordinate]) : X[coordinate];
        }
    }
    p->item[p->items++] =
        RDG_POINTS(p->used - first, p->x + first, p->y + first, "continuous slip ends",
                   .style = phases ? RDG_DOTS : RDG_DASHED, .color = phases ? "#999999" : "black");
}

static inline void draw_responses(const responses *r, const response_figure *f, rdg_index coordinate,
                                  bool phases)
{
    char path[96];
    char title[160];
    char label[96];
    char legend[RESPONSE_BETAS][32];
    response_picture p = {.items = 0};
    p.x = calloc(2 * RESPONSE_ROWS, sizeof *p.x);
    p.y = calloc(2 * RESPONSE_ROWS, sizeof *p.y);
    for (int b = 0; b < f->betas; b++) {
        snprintf(legend[b], sizeof legend[b], "$\\beta$ = %g", f->beta[b]);
    }
    if (p.x && p.y) {
        add_lines(&p, r, f, coordinate, phases, legend);
        add_boundary(&p, r, coordinate, phases);
        char name[24] = "z";
        if (coordinate < r->n) {
            snprintf(name, sizeof name, "%d", (int)coordinate + 1);
        }
        snprintf(label, sizeof label,
                 phases              ? "phase $\\phi_%s$ / degrees"
                 : coordinate < r->n ? "amplitude $X_%s$ over P/$k_1$"
                                     : "amplitude Z%.0s in the contact, over P/$k_1$",
                 name);
        snprintf(title, sizeof title, "%s (%sthin: stuck)", f->title,
                 f->slipping_only ? "" : "dashed: stick-slip; ");
        p.item[p.items++] = RDG_TITLE(title);
        p.item[p.items++] = RDG_XLABEL("frequency $r_1$ = $\\omega$ / sqrt($k_1$/$m_1$)");
        p.item[p.items++] = RDG_YLABEL(label);
        p.item[p.items++] = RDG_XRANGE(0.2, 2.5);
        p.item[p.items++] = phases ? RDG_YRANGE(-190.0, 190.0) : RDG_YRANGE(0.0, f->top);
        p.item[p.items] = (rdg_plot_item){.kind = RDG_PLOT_END};
        snprintf(path, sizeof path, "%s_%s%s.png", f->figure,
                 phases              ? "phi_"
                 : coordinate < r->n ? "X"
                                     : "Z",
                 coordinate < r->n ? name
                 : phases          ? "z"
                                   : "");
        rdg_plot_items(r->ctx, path, p.item);
    }
    free(p.x);
    free(p.y);
}

static inline int draw_response_figure(const response_figure *f)
{
    rdg_context *ctx = rdg_context_create();
    responses r;
    char path[96];
    if (begin_responses(&r, ctx, chain_with_contact(ctx, f->n, f->second, f->system))) {
        r.slipping_only = f->slipping_only;
        const int betas = form_is_quick() ? 2 : f->betas; /* QUICK=1: two values of friction alone */
        for (int b = 0; b < betas; b++) {
            add_response(&r, f->beta[b]);
        }
        snprintf(path, sizeof path, "%s.csv", f->figure);
        export_responses(&r, path);
        for (rdg_index i = 0; i <= r.n; i++) {
            draw_responses(&r, f, i, false);
            if (i < r.n) {
                draw_responses(&r, f, i, true);
            }
        }
        printf("%s: %ld rows, %ld frequencies left out\n", f->figure, (long)r.rows, r.missed);
    }
    free(r.row);
    return rdg_exit(ctx);
}

#endif
