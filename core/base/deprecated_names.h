/** @file deprecated_names.h
 *  @brief Old public names as aliases, for one minor release. Programs use the names on the right. */
#ifndef RDG_DEPRECATED_NAMES_H
#define RDG_DEPRECATED_NAMES_H

#include "status.h"

/* clang-format off */

#define rdg_law_number             rdg_law_parameter /**< old name */
#define rdg_law_crossing           rdg_law_event_surface /**< old name */
#define rdg_hybrid_crossing        rdg_hybrid_event_surface /**< old name */
#define rdg_hybrid_crossings       rdg_hybrid_event_surfaces /**< old name */
#define rdg_hybrid_crossing_index  rdg_hybrid_event_surface_index /**< old name */
#define rdg_hybrid_crossing_at     rdg_hybrid_event_surface_at /**< old name */
#define rdg_hybrid_add_crossing    rdg_hybrid_add_event_surface /**< old name */
#define rdg_hybrid_mode            rdg_hybrid_phase /**< old name */
#define rdg_hybrid_modes           rdg_hybrid_phases /**< old name */
#define rdg_hybrid_mode_index      rdg_hybrid_phase_index /**< old name */
#define rdg_hybrid_mode_at         rdg_hybrid_phase_at /**< old name */
#define rdg_hybrid_add_mode        rdg_hybrid_add_phase /**< old name */
#define rdg_shooting_arc           rdg_shooting_segment /**< old name */
#define rdg_shooting_arcs          rdg_shooting_segments /**< old name */
#define rdg_shooting_arc_at        rdg_shooting_segment_at /**< old name */
#define rdg_shooting_arc_motion    rdg_shooting_segment_motion /**< old name */
#define rdg_flow_arc               rdg_flow_segment /**< old name */
#define rdg_coulomb_leg            rdg_coulomb_segment /**< old name */
#define rdg_coulomb_orbit_legs     rdg_coulomb_orbit_segments /**< old name */
#define rdg_leg_watcher            rdg_segment_watcher /**< old name */
#define rdg_level_unit             rdg_forcing_amplitude_unit /**< old name */
#define rdg_bounds_levels          rdg_bounds_forcing_amplitudes /**< old name */
#define rdg_is_settled             rdg_is_steady /**< old name */
#define RDG_LAW_CROSSING           RDG_LAW_EVENT /**< old name */
#define RDG_LAW_CROSSINGS          RDG_LAW_EVENTS /**< old name */
#define rdg_law_room               rdg_law_workspace /**< old name */
#define rdg_law_room_create        rdg_law_workspace_create /**< old name */
#define rdg_law_room_free          rdg_law_workspace_free /**< old name */
#define rdg_hybrid_saltation_room  rdg_hybrid_saltation_workspace /**< old name */
#define rdg_context_has_room       rdg_context_has_memory /**< old name */
#define rdg_freeze                 rdg_eliminate /**< old name */
#define rdg_thaw                   rdg_restore /**< old name */
#define rdg_frozen                 rdg_eliminated /**< old name */
#define rdg_is_frozen              rdg_is_eliminated /**< old name */
#define rdg_frozen_count           rdg_eliminated_count /**< old name */
#define rdg_watch_frozen           rdg_watch_eliminated /**< old name */
#define rdg_frozen_watch           rdg_eliminated_watch /**< old name */
#define rdg_memo                   rdg_checkpoint /**< old name */
#define rdg_memo_number            rdg_checkpoint_number /**< old name */
#define rdg_memo_numbers           rdg_checkpoint_numbers /**< old name */
#define rdg_memo_long              rdg_checkpoint_long /**< old name */
#define rdg_memo_text              rdg_checkpoint_text /**< old name */
#define rdg_memo_reads             rdg_checkpoint_reads /**< old name */
#define rdg_memo_int               rdg_checkpoint_int /**< old name */
#define rdg_memo_index             rdg_checkpoint_index /**< old name */
#define rdg_memo_flag              rdg_checkpoint_flag /**< old name */
#define rdg_remember               rdg_checkpoint_fn /**< old name */
#define rdg_remember_along         rdg_checkpoint_along /**< old name */
#define rdg_hbm_remember_harmonics rdg_hbm_checkpoint_harmonics /**< old name */
#define RDG_REMEMBER(name_, f_, data_) RDG_CHECKPOINT(name_, f_, data_) /**< old name */
#define RDG_OPTION_REMEMBER        RDG_OPTION_CHECKPOINT /**< old name */
#define rdg_contact_remembers      rdg_contact_has_memory /**< old name */
#define rdg_number rdg_structure_parameter /**< old name */
#define rdg_number_kind rdg_structure_parameter_kind /**< old name */
#define rdg_number_find rdg_structure_parameter_find /**< old name */
#define rdg_number_peek rdg_structure_parameter_peek /**< old name */
#define rdg_number_exists rdg_structure_parameter_exists /**< old name */
#define rdg_number_name rdg_structure_parameter_name /**< old name */
#define rdg_number_of rdg_structure_parameter_of /**< old name */
#define rdg_number_range rdg_parameter_range /**< old name */
#define rdg_number_law rdg_parameter_law /**< old name */
#define RDG_NUMBER_OF_ELEMENT RDG_PARAMETER_OF_ELEMENT /**< old name */
#define RDG_NUMBER_AMPLITUDE RDG_PARAMETER_AMPLITUDE /**< old name */
#define RDG_NUMBER_PHASE RDG_PARAMETER_PHASE /**< old name */
#define RDG_NUMBER_DAMPING_MASS RDG_PARAMETER_DAMPING_MASS /**< old name */
#define RDG_NUMBER_DAMPING_STIFFNESS RDG_PARAMETER_DAMPING_STIFFNESS /**< old name */
#define RDG_NUMBER_DAMPING_LOSS RDG_PARAMETER_DAMPING_LOSS /**< old name */
#define RDG_NUMBER_NAME RDG_PARAMETER_NAME /**< old name */
#define RDG_ANY_NUMBER RDG_ANY_PARAMETER /**< old name */
#define RDG_LAW_TERM_NUMBERS RDG_LAW_TERM_PARAMETERS /**< old name */
#define RDG_FRICTION_NUMBERS RDG_FRICTION_PARAMETERS /**< old name */
#define rdg_element_number rdg_element_parameter /**< old name */
#define rdg_element_numbers rdg_element_parameters /**< old name */
#define rdg_element_margin_numbers rdg_element_margin_parameters /**< old name */
#define rdg_friction_number rdg_friction_parameter /**< old name */
#define rdg_law_by_number rdg_law_by_parameter /**< old name */
#define rdg_design_number rdg_design_variable /**< old name */
#define rdg_minimax_number rdg_minimax_variable /**< old name */
#define rdg_hbm_numbers rdg_hbm_parameters /**< old name */
#define rdg_hbm_numbers_add_variable rdg_hbm_parameters_add_variable /**< old name */
#define rdg_hbm_numbers_create rdg_hbm_parameters_create /**< old name */
#define rdg_hbm_numbers_free rdg_hbm_parameters_free /**< old name */
#define rdg_hbm_numbers_function rdg_hbm_parameters_function /**< old name */
#define rdg_hbm_numbers_have rdg_hbm_parameters_have /**< old name */
#define rdg_hbm_numbers_spread rdg_hbm_parameters_spread /**< old name */
#define rdg_hbm_use_numbers rdg_hbm_use_parameters /**< old name */

/* clang-format on */

#endif
