/* The force of a force law over a time step, whose displacements go straight from where it begins to where it
 * ends: the memory behind it is that of a force law that went there monotonously. */
#include "law_in_time.h"
#include "law_workspace_impl.h"

#include <string.h>

/* Gauss's points on [0, 1] and their weights: forces that are polynomials of degree 7 do exactly the work
 * that they store. */
enum { POINTS = 4 };
static const double place[POINTS] = {0.069431844202973712388, 0.33000947820757186760, 0.66999052179242813240,
                                     0.93056815579702628761};
static const double weight[POINTS] = {0.17392742256872692869, 0.32607257743127307131, 0.32607257743127307131,
                                      0.17392742256872692869};

static void add(rdg_index n, double factor, const double *x, double *to)
{
    for (rdg_index i = 0; i < n; i++) {
        to[i] += factor * x[i];
    }
}

/* The mean force of a force law without contact states along the straight way, added with a share. */
static int add_mean(rdg_law_workspace *workspace, const rdg_law_way *way, double share,
                    const rdg_law_pull *to)
{
    const rdg_index d = workspace->d, n = 2 * d;
    for (int k = 0; k < POINTS; k++) {
        const double s = place[k];
        for (rdg_index i = 0; i < d; i++) {
            workspace->x_s[i] = (1.0 - s) * way->x0[i] + s * way->x[i];
            workspace->v_s[i] = (1.0 - s) * way->v0[i] + s * way->v[i];
        }
        memset(workspace->f_s, 0, (size_t)d * sizeof *workspace->f_s);
        memset(workspace->df, 0, (size_t)(d * n) * sizeof *workspace->df);
        const int answer = workspace->law->force(workspace->self, d,
                                                 &(rdg_law_state){.x = workspace->x_s, .v = workspace->v_s},
                                                 &(rdg_law_force){.f = workspace->f_s, .df = workspace->df});
        if (answer != 0) {
            return answer;
        }
        add(d, share * weight[k], workspace->f_s, to->f);
        add(d * d, share * weight[k] * s, workspace->df, to->fx);
        add(d * d, share * weight[k] * s, workspace->df + d * d, to->fv);
    }
    return 0;
}

/* w_x by the place on the way, x0 + s (x - x0), becomes that by its end. */
static void by_end(rdg_law_workspace *workspace, const rdg_law_way *way, double s, const double *s_x)
{
    const rdg_index d = workspace->d, m = workspace->m;
    for (rdg_index k = 0; k < m; k++) {
        double along = 0.0;
        for (rdg_index j = 0; j < d; j++) {
            along += workspace->w_x[k + m * j] * (way->x[j] - way->x0[j]);
        }
        for (rdg_index j = 0; j < d; j++) {
            workspace->w_x[k + m * j] = s * workspace->w_x[k + m * j] + along * s_x[j];
        }
    }
}

/* The memory where a contact closes on the way, if it does */
static void touch(rdg_law_workspace *workspace, const rdg_law_way *way)
{
    const rdg_index d = workspace->d;
    const rdg_law_regimes *regimes = workspace->law->regimes;
    double *s_x = workspace->f_s;
    memset(s_x, 0, (size_t)d * sizeof *s_x);
    const double s = regimes->closes ? regimes->closes(workspace->self, d, way->x0, way->x, s_x) : 0.0;
    if (!(s > 0.0)) {
        return;
    }
    for (rdg_index i = 0; i < d; i++) {
        workspace->x_s[i] = way->x0[i] + s * (way->x[i] - way->x0[i]);
    }
    regimes->update(workspace->self, d, workspace->x_s, way->v, workspace->w, workspace->status,
                    workspace->w_x);
    by_end(workspace, way, s, s_x);
}

/* Memory and contact states at the end of the way, from those at its beginning. */
static void arrive(rdg_law_workspace *workspace, const rdg_law_way *way)
{
    const rdg_law_regimes *regimes = workspace->law->regimes;
    rdg_law_workspace_clear(workspace);
    if (!regimes) {
        return;
    }
    if (workspace->m > 0) {
        memcpy(workspace->w, way->w0, (size_t)workspace->m * sizeof *workspace->w);
    }
    touch(workspace, way);
    regimes->update(workspace->self, workspace->d, way->x, way->v, workspace->w, workspace->status,
                    workspace->w_x);
    if (workspace->m > 0 && way->w) {
        memcpy(way->w, workspace->w, (size_t)workspace->m * sizeof *workspace->w);
    }
}

static int find_stored(const rdg_law_workspace *workspace, const rdg_law_way *way)
{
    rdg_law_energy energy = {0};
    const rdg_law_state at = {.x = way->x, .v = way->v, .w = workspace->w, .status = workspace->status};
    const int answer =
        workspace->law->energy ? workspace->law->energy(workspace->self, workspace->d, &at, &energy) : 0;
    *way->stored = energy.stored;
    return answer;
}

/* The force where the way begins, added with a share: of a force law with contact states. */
static int add_beginning(rdg_law_workspace *workspace, const rdg_law_way *way, double share,
                         const rdg_law_pull *to)
{
    rdg_law_workspace_clear(workspace);
    if (workspace->m > 0) {
        memcpy(workspace->w, way->w0, (size_t)workspace->m * sizeof *workspace->w);
    }
    workspace->law->regimes->update(workspace->self, workspace->d, way->x0, way->v0, workspace->w,
                                    workspace->status, NULL);
    const int answer = rdg_law_workspace_force(workspace, way->x0, way->v0, workspace->f_s, NULL, NULL);
    add(workspace->d, share, workspace->f_s, to->f);
    return answer;
}

/* What the mean of both ends is not: loads of contacts that open or close on the way. */
static void add_beside(rdg_law_workspace *workspace, const rdg_law_way *way, double share,
                       const rdg_law_pull *to)
{
    const rdg_index d = workspace->d;
    memset(workspace->f_s, 0, (size_t)d * sizeof *workspace->f_s);
    memset(workspace->df, 0, (size_t)(d * d) * sizeof *workspace->df);
    workspace->law->regimes->beside_ends(workspace->self, d, way->x0, way->x, workspace->f_s, workspace->df);
    add(d, share, workspace->f_s, to->f);
    add(d * d, share, workspace->df, to->fx);
}

static void scale(rdg_index n, double factor, double *x)
{
    for (rdg_index i = 0; i < n; i++) {
        x[i] *= factor;
    }
}

int rdg_law_step(rdg_law_workspace *workspace, const rdg_law_way *way, const rdg_law_pull *to)
{
    if (!workspace || !way || !to) {
        return -1;
    }
    const rdg_index d = workspace->d;
    const rdg_law_regimes *regimes = workspace->law->regimes;
    const bool all = way->share == 1.0; /* the end alone reports the force */
    const double end = regimes ? way->share : 2.0 * way->share - 1.0;
    arrive(workspace, way);
    int answer = rdg_law_workspace_force(workspace, way->x, way->v, to->f, to->fx, to->fv);
    if (answer == 0 && way->stored) {
        answer = find_stored(workspace, way);
    }
    if (answer != 0 || all) {
        return answer;
    }
    scale(d, end, to->f);
    scale(d * d, end, to->fx);
    scale(d * d, end, to->fv);
    if (!regimes) {
        return add_mean(workspace, way, 1.0 - end, to);
    }
    answer = add_beginning(workspace, way, 1.0 - end, to);
    if (answer == 0 && regimes->beside_ends) {
        add_beside(workspace, way, 2.0 * (1.0 - end), to);
    }
    return answer;
}
