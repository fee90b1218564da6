/** @file contact_map.h
 *  @brief What contacts do over a period: shares of stick, slip and separation, and dissipated energy.
 *
 *      rdg_contact_map_columns(hb, problem, RDG_MAP_TOTAL);          (before the run: four columns)
 *      rdg_contact_map_write(hb, "frc", label, &(rdg_contact_map){.path = "map.csv"});
 *      rdg_contact_map_write(hb, "frc", label, &(rdg_contact_map){.path = "map.vtu", .mesh = mesh});
 *
 *  A contact is an element whose force law in time has contact states. Of one with several parts, as an Iwan
 *  element, the shares are means of its parts'. */
#ifndef RDG_CONTACT_MAP_H
#define RDG_CONTACT_MAP_H

#include <ridgewalk/fe_mesh.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A contact over a period of the motion. The shares add up to 1. */
typedef struct rdg_contact_share {
    double stick;      /**< share of the period in which it sticks, or is closed without friction */
    double slip;       /**< in which it slips */
    double separation; /**< in which it is open */
    double energy;     /**< dissipated in the period, J */
} rdg_contact_share;

/** One contact of a solution, with the parameters that the harmonic balance uses at present: those of the
 * structure, or of the problem that was evaluated last.
 *
 *  Instants at which the state changes are located to 1e-13 of the period. Two changes within 1/64 of
 *  a period of the highest harmonic may be missed. The energy is that of the Fourier coefficients of force
 * and displacement: exact for the equations that were solved, so that energies of all elements add up to the
 *  work of the excitation.
 *  @param hb         harmonic balance
 *  @param element    from 0
 *  @param Q          shape [rdg_hbm_unknowns()]
 *  @param omega      rad/s
 *  @param[out] share written
 *  @return RDG_OK; RDG_ERR_ARGUMENT (no contact), RDG_ERR_CALLBACK (the force law is outside its domain),
 * RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_contact_share_at(rdg_hbm *hb, rdg_index element, const double *Q, double omega,
                                rdg_contact_share *share);

/** Which columns rdg_contact_map_columns() adds. */
typedef enum rdg_contact_map_columns_of {
    RDG_MAP_TOTAL, /**< of all contacts: means of the shares, sum of the energies */
    RDG_MAP_EACH   /**< also those of each contact */
} rdg_contact_map_columns_of;

/** Add columns to the points of a problem: "contacts.stick", "contacts.slip", "contacts.separation",
 * "contacts.energy" (J), and with RDG_MAP_EACH the same of each contact, "pad.slip". Those of single contacts
 * are not in printed tables if there are more than four. They are evaluated at each point. That costs some
 * 0.1 ms for a contact that does not stick throughout, 1 ms for one in two directions. A record has space for
 * the columns of RDG_MAP_MOST_CONTACTS contacts; above that write maps of labelled points.
 *  @param hb      harmonic balance
 *  @param problem made from it
 *  @param of      which
 *  @return RDG_OK, RDG_ERR_ARGUMENT (no contact, or too many for RDG_MAP_EACH), RDG_ERR_NAME,
 * RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_contact_map_columns(rdg_hbm *hb, rdg_problem *problem, rdg_contact_map_columns_of of);

/** Contacts that have columns of their own, at most: a record has 2000 columns. */
enum { RDG_MAP_MOST_CONTACTS = 400 };

/** Where a map goes. */
typedef struct rdg_contact_map {
    const char *path;        /**< ends in .csv, a row for each contact, or in .vtu, for ParaView */
    const rdg_fe_mesh *mesh; /**< of the structure, or of the one that was reduced to it: contacts are where
                                it has their named displacements. Required for .vtu; .csv: nodes and
                                positions; NULL: without these */
} rdg_contact_map;

/** Write the map of a labelled solution.
 *
 *  A .csv file has the columns contact, stick, slip, separation, energy_J, and with a mesh node, x_m, y_m,
 * z_m of the first node at which the contact acts; these are empty if there is none. A .vtu file has the
 * faces of elements between the nodes at which contacts act, and the fields "stick", "slip", "separation" and
 * "energy_J". Of several contacts at a node the energies are added, and the shares are means. A contact that
 * acts at several nodes, as on both sides of a surface, is shown at each.
 *  @param hb    harmonic balance
 *  @param run   a run of its problem
 *  @param label of a solution
 *  @param map   where
 *  @return RDG_OK; as rdg_run_open() and rdg_run_solution(); RDG_ERR_ARGUMENT (path; no mesh for .vtu; no
 *          contact, or none on the mesh), RDG_ERR_SIZE (other harmonics than in the run), RDG_ERR_CALLBACK,
 *          RDG_ERR_IO, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_contact_map_write(rdg_hbm *hb, const char *run, rdg_index label, const rdg_contact_map *map);

#ifdef __cplusplus
}
#endif
#endif
