/** @file sector.h
 *  @brief Rotors of alike sectors: one sector in place of all, for travelling waves.
 *
 *  Blade forces of engine order r on N sectors act on sector j as alpha cos(omega t - 2 pi r j / N). The
 * rotor then answers by a travelling wave, u_j(t) = u_0(t - j phi / omega), phi = 2 pi r / N, also with
 * friction and contact between the sectors. One sector is computed: harmonic h has the nodal diameter h r mod
 * N.
 *
 *  Other motions of the tuned rotor than such waves are not found: what breaks its symmetry needs the ring,
 *  rdg_sector_ring(). */
#ifndef RDG_SECTOR_H
#define RDG_SECTOR_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One sector of a rotor of alike ones. */
typedef struct rdg_sector rdg_sector;

/** How sectors make a rotor. The right face of a sector is the left face of the next one: both sets have
 *  the same nodes, turned about the axis by 360 degrees / N from left to right. */
typedef struct rdg_sector_options {
    rdg_index sectors; /**< N, >= 2 */
    const char *left;  /**< set of the left face, rdg_name_set() */
    const char *right; /**< set of the right face, next to which sector j + 1 is. Neither: sectors touch by
                            elements alone */
    char axis; /**< axis of rotation, 'x', 'y' or 'z': faces are matched by coordinates (rdg_nodes_read()),
                  and each sector has the frame of the first one, turned with it. 0: a structure without
                    coordinates, faces are matched in the order of their sets, frames stay */
} rdg_sector_options;

/** Create a sector from a structure.
 *  @param s       one sector with both faces; its matrices hold the elements of this sector alone. It must
 *                 outlive what is made of the sector
 *  @param options names are read at once
 *  @return owned by the context; NULL after RDG_ERR_ARGUMENT (fewer than two sectors, faces that do not
 * match, another angle than 360 degrees / N, coordinates in other units), RDG_ERR_NAME, RDG_ERR_NO_MEMORY or
 *          an earlier failure */
rdg_sector *rdg_sector_create(rdg_structure *s, const rdg_sector_options *options);

/** Create a sector from two jobs of CalculiX with *CYCLIC SYMMETRY MODEL: of nodal diameter 0 and of one k.
 *
 *  In both the step is *FREQUENCY, SOLVER=MATRIXSTORAGE with *SELECT CYCLIC SYMMETRY MODES, NMIN=k, NMAX=k.
 * ccx has eliminated the dependent face, the first surface of *TIE: the next sector is the one at that face,
 * and its frame is turned with it. The sector has the degrees of freedom of the .dof file, called "117.x",
 * then copies of the next sector's that it is coupled with. These are its sets "left face" and "right face".
 * Its structure, without damping yet, is that of rdg_sector_structure(). Degrees of freedom without mass
 * stay.
 *
 *  ccx prints 14 digits. The matrices of other diameters are exact to some 1e-13 / (1 - cos(2 pi k / N)) of
 * their diagonal: a k of N/4 to N/3 is best. Another k or N than those of the job is refused where sectors
 * are at least two elements wide.
 *  @param ctx     context, owner of the sector and its structure
 *  @param name    of the structure, for messages; copied
 *  @param job_0   path of the files .sti, .mas and .dof of nodal diameter 0, without their ending
 *  @param job_k   likewise, of nodal diameter k
 *  @param k       1 .. below sectors / 2
 *  @param sectors N, >= 3
 *  @return NULL after the failures of rdg_structure_read_calculix() or of rdg_sector_create();
 *          RDG_ERR_ARGUMENT also for k, matrices of other diameters, or equal ones; RDG_ERR_SIZE for jobs
 *          of different models; RDG_ERR_FORMAT for matrices that are not [[Re, -Im], [Im, Re]] */
rdg_sector *rdg_sector_read_calculix(rdg_context *ctx, const char *name, const char *job_0, const char *job_k,
                                     rdg_index k, rdg_index sectors);

/** The structure that a sector was made of: for its damping, units, names and parts, before waves are made.
 *  @param sector NULL is allowed
 *  @return borrowed; NULL for NULL */
rdg_structure *rdg_sector_structure(const rdg_sector *sector);

/** Free a sector before its context; waves stay.
 *  @param sector NULL is allowed */
void rdg_sector_free(rdg_sector *sector);

/** The sector in a travelling wave: a structure as any other for harmonic balance, responses and ridges.
 *  It has the degrees of freedom of the sector but for those of the right face, and its names, sets,
 *  elements, forces and sensors; more of them can be added. What solves in time refuses it
 *  (rdg_sector_ring()).
 *
 *  Forces act on sector j with the phase -2 pi h r j / N, h their harmonic. Constant forces act on all
 * sectors alike. Sensors are on this sector, the others measure the same later.
 *  @param sector       sector
 *  @param engine_order r, 1 .. N; N: all sectors move alike. r > N/2: the wave of N - r that runs backwards
 *  @return a structure of the same context; NULL after RDG_ERR_ARGUMENT (engine order, a sector that rests
 *          already or has a moving base), RDG_ERR_NO_MEMORY or an earlier failure */
rdg_structure *rdg_sector_wave(const rdg_sector *sector, rdg_index engine_order);

/** Lowest undamped modes of a nodal diameter, without elements.
 *  @param sector      sector
 *  @param diameter    nodal diameter, 0 .. N/2
 *  @param count       number of modes, 1 .. degrees of freedom without the right face
 *  @param[out] omega  angular frequencies in rad/s, ascending, shape [count]. Diameters between 0 and N/2
 * have each twice in the rotor, as waves of both directions
 *  @param[out] shapes complex shapes phi in the sector's degrees of freedom, right face included, shape
 *                     [2*n*count]: of each mode real parts, then imaginary parts, phi^H M phi = 1 in a
 * sector; the largest entry is real and positive. Sector j has phi exp(i 2 pi j diameter / N), in its own
 * frame: the wave that runs backwards, the other one is its conjugate. NULL: not requested
 *  @return as rdg_structure_modes(); RDG_ERR_ARGUMENT also for a diameter out of range */
rdg_status rdg_sector_modes(const rdg_sector *sector, rdg_index diameter, rdg_index count, double *omega,
                            double *shapes);

/** Give a name to the displacement of this sector relative to the next one: u_this - u_next. Elements at
 *  it, contacts, join the sectors.
 *
 *  Each displacement is in the frame of its own sector: directions turn with it. A normal to the right side
 *  of this sector and one to the left side of the same sector, 360 degrees / N apart, meet as one. Of nodes
 * with coordinates, sides that are exchanged are refused: the right side of this sector meets the left side
 * of the next one.
 *  @param wave    from rdg_sector_wave()
 *  @param name    unique in the structure; copied
 *  @param at      named displacement of this sector
 *  @param of_next named displacement of the next sector, by its name in this one; not on the right face
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (no wave, a displacement that is across sectors
 *          already, or exchanged sides), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_name_across(rdg_structure *wave, const char *name, const char *at, const char *of_next);

/** The ring: all sectors of a wave that differ, for solvers in time and as a check. With engine order r on N
 *  sectors these are N / gcd(N, r), on which the engine order is r / gcd(N, r). Its response to the same
 *  forces is the wave if that is stable.
 *
 *  Sector 0 keeps all names; those of sector j are "sector<j>.name". Sensors are on sector 0.
 *  @param wave from rdg_sector_wave(), with its elements, forces and sensors; it stays as it is
 *  @return a structure of the same context; NULL after RDG_ERR_ARGUMENT (no wave), RDG_ERR_NO_MEMORY or an
 *          earlier failure */
rdg_structure *rdg_sector_ring(const rdg_structure *wave);

/** The whole wheel: all N sectors of a wave.
 *  @param wave as of rdg_sector_ring()
 *  @return likewise */
rdg_structure *rdg_sector_wheel(const rdg_structure *wave);

#ifdef __cplusplus
}
#endif
#endif
