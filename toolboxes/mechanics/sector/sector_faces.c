/* The faces of a sector: which degrees of freedom of the left face make up one of the right face.
 *
 * With coordinates, node for node: a node of the right face is one of the left face turned by 2 pi / N, and
 * its displacements are R u_left, R the same rotation, as the next sector's are in a frame that is turned so.
 * Without coordinates, in the order of the sets. */
#include "sector_impl.h"

#include <ridgewalk/calculix.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>

static const double pi = 3.14159265358979323846;

/* What is compared: the two sets. */
typedef struct faces {
    const rdg_sector *sector;
    const rdg_sector_options *options;
    const char *where;
    rdg_index n[2]; /* left, right */
    const rdg_index *dof[2];
    int axis;                     /* 0, 1, 2 */
    double extent;                /* largest distance from the axis, units of the coordinates */
    const rdg_node_label **label; /* [s->n] of each degree of freedom; NULL without one */
    bool *is_left;                /* [s->n] */
} faces;

static rdg_status find_sets(faces *f)
{
    rdg_structure *s = f->sector->s;
    RDG_TRY(rdg_structure_set(s, f->where, f->options->left, &f->n[0], &f->dof[0]));
    RDG_TRY(rdg_structure_set(s, f->where, f->options->right, &f->n[1], &f->dof[1]));
    if (f->n[0] != f->n[1]) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, f->where,
                        "the faces of \"%s\" do not match: \"%s\" has %" PRId64
                        " degrees of freedom, \"%s\" %" PRId64,
                        s->name, f->options->left, f->n[0], f->options->right, f->n[1]);
    }
    for (rdg_index i = 0; i < f->n[0]; i++) {
        f->is_left[f->dof[0][i]] = true;
    }
    for (rdg_index i = 0; i < f->n[1]; i++) {
        if (f->is_left[f->dof[1][i]]) {
            return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, f->where,
                            "degree of freedom %" PRId64
                            " of \"%s\" is on both faces, \"%s\" and \"%s\": a node "
                            "on the axis cannot be",
                            f->dof[1][i], s->name, f->options->left, f->options->right);
        }
    }
    return RDG_OK;
}

/* Labels of degrees of freedom, and coordinates of both faces' nodes. */
static rdg_status find_nodes(const faces *f)
{
    const rdg_structure *s = f->sector->s;
    for (rdg_index l = 0; l < s->n_labels; l++) {
        f->label[s->labels[l].dof] = &s->labels[l];
    }
    for (int side = 0; side < 2; side++) {
        for (rdg_index i = 0; i < f->n[side]; i++) {
            const rdg_node_label *label = f->label[f->dof[side][i]];
            if (!label || label->direction == '0' || !rdg_structure_place(s, label->node)) {
                return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, f->where,
                                "degree of freedom %" PRId64
                                " of \"%s\", on face \"%s\", belongs to no node with "
                                "coordinates: read them by rdg_nodes_read(), or leave .axis out",
                                f->dof[side][i], s->name, side == 0 ? f->options->left : f->options->right);
            }
        }
    }
    return RDG_OK;
}

static const double *position(const faces *f, int side, rdg_index i)
{
    return rdg_structure_place(f->sector->s, f->label[f->dof[side][i]]->node);
}

/* Mean position of a face, seen along the axis. */
static void centre(faces *f, int side, double mean[2])
{
    mean[0] = mean[1] = 0.0;
    for (rdg_index i = 0; i < f->n[side]; i++) {
        const double *x = position(f, side, i);
        const double a = x[(f->axis + 1) % 3], b = x[(f->axis + 2) % 3];
        mean[0] += a / (double)f->n[side];
        mean[1] += b / (double)f->n[side];
        f->extent = fmax(f->extent, hypot(a, b));
    }
}

/* Sizes and angle of the faces as wholes: what is wrong with all nodes is stated once. */
static rdg_status compare_wholes(faces *f)
{
    const double near = 1e-3; /* relative to the radius and to the angle: nodes decide more closely */
    const rdg_structure *s = f->sector->s;
    double left[2], right[2];
    centre(f, 0, left);
    centre(f, 1, right);
    const double r = hypot(left[0], left[1]), q = hypot(right[0], right[1]);
    const double wanted = 360.0 / (double)f->sector->sectors;
    const double angle =
        atan2(left[0] * right[1] - left[1] * right[0], left[0] * right[0] + left[1] * right[1]) * 180.0 / pi;
    if (!(fabs(r - q) <= near * f->extent)) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, f->where,
            "the faces of \"%s\" do not match: the centre of \"%s\" is %g away from the axis %c, that "
            "of \"%s\" %g%s",
            s->name, f->options->left, r, f->options->axis, f->options->right, q,
            q > 100.0 * r || r > 100.0 * q ? " (are coordinates in different units?)" : "");
    }
    if (f->sector->sectors > 2 && fabs(angle + wanted) <= near * wanted) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, f->where,
            "the faces of \"%s\" are exchanged: \"%s\" comes %g degrees before \"%s\" about the axis "
            "%c. Exchange .left and .right",
            s->name, f->options->right, -angle, f->options->left, f->options->axis);
    }
    if (!(fabs(fabs(angle) - wanted) <= near * wanted)) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, f->where,
                        "the sector \"%s\" spans %g degrees about the axis %c, but %" PRId64
                        " sectors are %g degrees each",
                        s->name, angle, f->options->axis, f->sector->sectors, wanted);
    }
    return RDG_OK;
}

static void turn(const faces *f, const double *x, double *turned)
{
    for (int a = 0; a < 3; a++) {
        turned[a] = f->sector->R[a][0] * x[0] + f->sector->R[a][1] * x[1] + f->sector->R[a][2] * x[2];
    }
}

/* The left degree of freedom whose node, turned, is nearest to a place; the distance. */
static rdg_index nearest(const faces *f, const double *x, double *distance)
{
    rdg_index best = 0;
    *distance = HUGE_VAL;
    for (rdg_index i = 0; i < f->n[0]; i++) {
        double t[3];
        turn(f, position(f, 0, i), t);
        const double far = hypot(hypot(t[0] - x[0], t[1] - x[1]), t[2] - x[2]);
        if (far < *distance) {
            *distance = far;
            best = i;
        }
    }
    return best;
}

/* u_right = R u_left, translations and rotations alike */
static rdg_status turn_dof(const faces *f, const rdg_node_label *right, rdg_index left, rdg_face_dof *to)
{
    const rdg_structure *s = f->sector->s;
    const char *directions = right->direction >= 'x' ? "xyz" : "456";
    const int a = right->direction - directions[0];
    for (int b = 0; b < 3; b++) {
        if (fabs(f->sector->R[a][b]) < 1e-14) {
            continue;
        }
        const rdg_index dof = rdg_node_dof(s, left, directions[b]);
        if (dof < 0 || !f->is_left[dof]) {
            return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, f->where,
                            "the faces of \"%s\" do not match: %" PRId64 ".%c on \"%s\" turns into %" PRId64
                            ".%c, which is held or not on \"%s\"",
                            s->name, right->node, right->direction, f->options->right, left, directions[b],
                            f->options->left);
        }
        to->dof[to->n] = dof;
        to->weight[to->n++] = f->sector->R[a][b];
    }
    return RDG_OK;
}

static rdg_status match_nodes(const faces *f, rdg_face_dof *right)
{
    const double close = 1e-5; /* relative to the largest radius: coordinates are printed with few digits */
    const rdg_structure *s = f->sector->s;
    for (rdg_index i = 0; i < f->n[1]; i++) {
        const rdg_node_label *label = f->label[f->dof[1][i]];
        double far = 0.0;
        const rdg_index l = nearest(f, position(f, 1, i), &far);
        const rdg_index node = f->label[f->dof[0][l]]->node;
        if (far > close * f->extent) {
            return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, f->where,
                            "the faces of \"%s\" do not match: node %" PRId64
                            " of \"%s\" has no partner on \"%s\" "
                            "%g degrees before; the nearest, node %" PRId64 ", is %g away",
                            s->name, label->node, f->options->right, f->options->left,
                            360.0 / (double)f->sector->sectors, node, far);
        }
        RDG_TRY(turn_dof(f, label, node, &right[i]));
    }
    return RDG_OK;
}

void rdg_sector_make_rotation(rdg_sector *sector, char axis)
{
    const double angle = 2.0 * pi / (double)sector->sectors;
    const int o = axis - 'x', a = (o + 1) % 3, b = (o + 2) % 3;
    /* quarters of a turn are exact */
    const double c = sector->sectors == 4 ? 0.0 : cos(angle), s = sector->sectors == 2 ? 0.0 : sin(angle);
    sector->has_axis = true;
    sector->R[o][o] = 1.0;
    sector->R[a][a] = sector->R[b][b] = c;
    sector->R[b][a] = s;
    sector->R[a][b] = -s;
}

static rdg_status match_by_coordinates(faces *f, rdg_face_dof *right)
{
    f->axis = f->options->axis - 'x';
    RDG_TRY(find_nodes(f));
    RDG_TRY(compare_wholes(f));
    return match_nodes(f, right);
}

static rdg_status match_in_order(const faces *f, rdg_face_dof *right)
{
    const rdg_structure *s = f->sector->s;
    if (s->n_places > 0) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, f->where,
                        "\"%s\" has coordinates: give the axis of rotation, .axis = 'x', 'y' or 'z'",
                        s->name);
    }
    for (rdg_index i = 0; i < f->n[1]; i++) {
        right[i] = (rdg_face_dof){.n = 1, .dof = {f->dof[0][i]}, .weight = {1.0}};
    }
    return RDG_OK;
}

rdg_status rdg_sector_match_faces(rdg_sector *sector, const rdg_sector_options *options, const char *where)
{
    rdg_structure *s = sector->s;
    faces f = {.sector = sector, .options = options, .where = where};
    f.label = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *f.label);
    f.is_left = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *f.is_left);
    rdg_status status = f.label && f.is_left ? find_sets(&f) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        sector->n_right = f.n[1];
        sector->right = rdg_context_calloc(s->ctx, (size_t)f.n[1], sizeof *sector->right);
        status = !sector->right       ? RDG_ERR_NO_MEMORY
                 : options->axis != 0 ? match_by_coordinates(&f, sector->right)
                                      : match_in_order(&f, sector->right);
    }
    for (rdg_index i = 0; status == RDG_OK && i < f.n[1]; i++) {
        sector->place[f.dof[1][i]] = -1 - i;
    }
    rdg_free(f.label);
    rdg_free(f.is_left);
    return status;
}
