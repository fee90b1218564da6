"""What the C headers declare, for ctypes: structs with their fields, kinds of options. A test holds every size, place and
number in here against the headers, by a C compiler."""

import ctypes
import operator
from ctypes import CFUNCTYPE, POINTER, c_bool, c_char_p, c_double, c_int, c_int64, c_long, c_size_t, c_void_p


def _struct(name, *fields):
    return type(name, (ctypes.Structure,), {"_fields_": list(fields)})


_text, _number, _index = c_char_p, c_double, c_int64


def text(value):
    """A name as C has it; ctypes would take a whole number for an address."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text, which a name is")
    if "\0" in value:
        raise ValueError(f"{value!r} has a zero byte, at which it would end")
    return value.encode()


def whole(value, ctype=c_int64):
    """A whole number as C has it; ctypes would cut off what is too large."""
    number = operator.index(value)
    if ctype(number).value != number:
        raise OverflowError(f"{number} is too large")
    return ctype(number)


def fill(struct, fields):
    """A struct of fields by name."""
    kinds = dict(struct._fields_)
    for name in fields:
        if name not in kinds:
            raise TypeError(f'{struct.__name__} has no "{name}"; it has: {", ".join(kinds)}')
    return struct(**{name: text(value) if kinds[name] is c_char_p else
                     whole(value, kinds[name]).value if kinds[name] in (c_int, c_int64) else value
                     for name, value in fields.items()})

_numbers = POINTER(c_double)
FUNCTION_F = CFUNCTYPE(c_int, c_int64, _numbers, c_int64, _numbers, c_void_p)
FUNCTION_D2F = CFUNCTYPE(c_int, c_int64, _numbers, c_int64, _numbers, _numbers, c_void_p)
PLAIN_LAW = CFUNCTYPE(c_double, c_double, c_double, c_void_p)

At = _struct("rdg_at", ("name", _text), ("value", _number))
GroundSpring = _struct("rdg_ground_spring", ("name", _text), ("stiffness", _number))

BeamOptions = _struct("rdg_beam_options", ("name", _text), ("length", _number), ("width", _number), ("height", _number),
                      ("young", _number), ("density", _number), ("elements", _index))
Contact = _struct("rdg_contact", ("name", _text), ("tangential", _text), ("normal", _text), ("kt", _number),
                  ("kn", _number), ("mu", _number), ("preload", _number), ("start", c_int), ("start_force", _number),
                  ("parameters", _text))
GapSpring = _struct("rdg_gap_spring", ("name", _text), ("at", _text), ("k", _number), ("gap", _number),
                    ("preload", _number), ("parameters", _text))
Jenkins = _struct("rdg_jenkins", ("name", _text), ("at", _text), ("kt", _number), ("limit", _number), ("start", c_int),
                  ("parameters", _text))
Iwan = _struct("rdg_iwan", ("name", _text), ("at", _text), ("Kt", _number), ("Fs", _number), ("chi", _number),
               ("beta", _number), ("sliders", _index), ("start", c_int), ("parameters", _text))
CubicSpring = _struct("rdg_cubic_spring", ("name", _text), ("at", _text), ("k", _number), ("k3", _number),
                      ("samples", _index))
CubicDamper = _struct("rdg_cubic_damper", ("name", _text), ("at", _text), ("c", _number), ("c3", _number),
                      ("samples", _index))
TanhFriction = _struct("rdg_tanh_friction", ("name", _text), ("at", _text), ("force", _number), ("epsilon", _number),
                       ("samples", _index))

MEMORY_MOST = 8
MemoryState = _struct("rdg_memory_state", ("x", _number), ("v", _number), ("w", POINTER(_number)), ("v_sign", _number),
                      ("w_sign", _number))
MemoryValue = _struct("rdg_memory_value", ("f", _number), ("rate", _number * MEMORY_MOST),
                      ("df", _number * (2 + MEMORY_MOST)), ("drate", (_number * (2 + MEMORY_MOST)) * MEMORY_MOST))
MEMORY_LAW = CFUNCTYPE(c_int, POINTER(MemoryState), POINTER(MemoryValue), c_void_p)
MemoryElement = _struct("rdg_memory_element", ("name", _text), ("at", _text), ("type", _text), ("law", MEMORY_LAW),
                        ("data", c_void_p), ("memory", _index), ("start", _number), ("derivatives", c_bool),
                        ("x_size", _number), ("v_size", _number), ("w_size", _number), ("kink_v", c_bool),
                        ("kink_w", c_bool), ("bound", _number), ("samples", _index))
ComponentModes = _struct("rdg_component_modes", ("count", _index), ("up_to", _number))
Animation = _struct("rdg_animation", ("path", _text), ("mesh", c_void_p), ("by", c_void_p), ("relative", c_void_p),
                    ("frames", _index))
FeField = _struct("rdg_fe_field", ("name", _text), ("components", _index), ("values", POINTER(_number)))

LawParameter = _struct("rdg_law_parameter", ("name", _text), ("unit", _text), ("value", POINTER(_number)), ("range", c_int),
                       ("size", _number))
TimeElement = _struct("rdg_time_element", ("name", _text), ("at", _text), ("type", _text), ("call", _text), ("law", c_void_p),
                      ("plain", PLAIN_LAW), ("data", c_void_p), ("free_data", c_void_p), ("samples", _index),
                      ("degree", c_int), ("pure", c_bool), ("x_size", _number), ("v_size", _number), ("n_numbers", _index),
                      ("numbers", POINTER(LawParameter)), ("by_number", c_void_p), ("data_size", c_size_t))
Mode = _struct("rdg_mode", ("number", _index), ("direction", _index), ("at", _text), ("fixed", POINTER(_text)), ("norm", c_int),
               ("phase", c_int), ("energy", c_bool), ("conservative", c_bool))
Function = _struct("rdg_function", ("name", _text), ("n", _index), ("m", _index), ("f", FUNCTION_F), ("df", FUNCTION_F),
                   ("d2f", FUNCTION_D2F), ("df_pattern", c_void_p), ("d2f_pattern", c_void_p), ("linear", c_void_p),
                   ("by_differences", c_bool), ("estimated_df", c_bool), ("data", c_void_p), ("free_data", c_void_p))
HybridFunction = _struct("rdg_hybrid_function", ("f", FUNCTION_F), ("df", FUNCTION_F), ("d2f", FUNCTION_D2F),
                         ("data", c_void_p))
HybridPhase = _struct("rdg_hybrid_phase", ("name", _text), ("n", _index), ("field", HybridFunction), ("linear", c_bool),
                      ("harmonics", _index), ("field_pattern", c_void_p))
EventSurface = _struct("rdg_hybrid_event_surface", ("name", _text), ("from", _text), ("to", _text), ("direction", c_int),
                       ("surface", HybridFunction), ("reset", HybridFunction), ("guard", HybridFunction),
                       ("linear", c_bool), ("reached", c_bool), ("projects", c_bool))
FlowOptions = _struct("rdg_flow_options", ("method", c_int), ("relative", _number), ("absolute", _number), ("sizes", c_void_p),
                      ("sizes_data", c_void_p), ("slopes", _number), ("max_steps", c_long), ("max_events", c_long))
ShootingOptions = _struct("rdg_shooting_options", ("mode", _text), ("x", POINTER(_number)), ("phase", _number),
                          ("transient", _number), ("period", _number), ("order", _index), ("sequence", POINTER(_text)),
                          ("symmetry", POINTER(_number)), ("segments", _index), ("flow", FlowOptions), ("p", POINTER(_number)))
CollocationOptions = _struct("rdg_collocation_options", ("intervals", _index), ("degree", _index), ("adapt", c_int),
                             ("order", _index), ("period", _number), ("phase", _number), ("count", _index),
                             ("t", POINTER(_number)), ("x", POINTER(_number)), ("p", POINTER(_number)),
                             ("mesh", POINTER(_number)), ("error", _number * 2))
DesignNumber = _struct("rdg_design_variable", ("name", ctypes.c_char * 288), ("low", _number), ("high", _number),
                       ("value", _number), ("sensitivity", _number), ("place", c_int))
DesignResult = _struct("rdg_design_result", ("kind", c_int), ("n", _index), ("number", DesignNumber * 8), ("alpha", _number),
                       ("amplitude", _number), ("omega", _number), ("other_amplitude", _number), ("other_omega", _number),
                       ("certified", c_bool), ("scanned", _index), ("unscanned", _index), ("stages", _index),
                       ("points", c_long), ("iterations", c_long), ("seconds", _number))
RidgeEnd = _struct("rdg_ridge_end", ("kind", c_int), ("type", _text), ("level", _number), ("omega", _number),
                   ("amplitude", _number))
RidgeCurve = _struct("rdg_ridge_curve", ("run", _text), ("low", RidgeEnd), ("high", RidgeEnd), ("found", _number),
                     ("detached", c_bool), ("n", _index), ("level", POINTER(_number)), ("omega", POINTER(_number)),
                     ("amplitude", POINTER(_number)))
RidgesRange = _struct("rdg_ridges_range", ("low", _number), ("high", _number), ("certified", c_bool), ("why", _text))
RidgesPoint = _struct("rdg_ridges_point", ("level", _number), ("omega", _number), ("amplitude", _number), ("ridge", _index))
Ridges = _struct("rdg_ridges", ("count", _index), ("ridge", POINTER(RidgeCurve)), ("samples", _index), ("sample", c_void_p),
                 ("ranges", _index), ("range", POINTER(RidgesRange)), ("pieces", _index), ("piece", c_void_p),
                 ("low", _number), ("high", _number), ("certified", c_bool), ("branch_points", _index),
                 ("branch_point", c_void_p), ("searched", _index), ("detached", _index), ("iterations", c_long),
                 ("seconds", _number), ("ends_left", _index), ("ranges_left", _index))

BOUNDS_MOST = 128
BoundsSlider = _struct("rdg_bounds_slider", ("state", c_int), ("v", _number), ("slope", _number))
BoundsEnd = _struct("rdg_bounds_end", ("amplitude", _number), ("omega", _number), ("kind", c_int),
                    ("start", _number * BOUNDS_MOST), ("slider", BoundsSlider * BOUNDS_MOST))
BoundsResult = _struct("rdg_bounds_result", ("reason", c_int), ("level", _number), ("contacts", _index),
                       ("element", _index * BOUNDS_MOST), ("low", BoundsEnd), ("high", BoundsEnd), ("given", BoundsEnd),
                       ("starts", _index), ("outside", _number), ("uncertain", _index), ("free", _index), ("open", _index),
                       ("responses", c_long), ("seconds", _number))
FIT_MOST = 16
Fitted = _struct("rdg_fitted", ("value", _number), ("error", _number), ("low", _number), ("high", _number),
                 ("open_low", c_bool), ("open_high", c_bool), ("at_bound", c_bool), ("determined", c_bool))
FitResult = _struct("rdg_fit_result", ("n", _index), ("parameter", Fitted * FIT_MOST),
                    ("correlation", _number * FIT_MOST**2), ("singular", _number * FIT_MOST),
                    ("direction", _number * FIT_MOST**2), ("rank", _index), ("chi2", _number), ("freedom", _index),
                    ("iterations", _index), ("evaluations", _index), ("converged", _index))
MeasuredColumns = _struct("rdg_measured_columns", ("level", _text), ("amplitude", _text), ("frequency", _text),
                          ("damping", _text), ("amplitude_error", _text), ("frequency_error", _text), ("damping_error", _text))
FitPoints = _struct("rdg_fit_points", ("measured", c_void_p), ("mode", c_void_p), ("sensor", _text))
MinimaxOptions = _struct("rdg_minimax_options", ("n", _index), ("parameters", POINTER(_text)), ("low", POINTER(_number)),
                         ("high", POINTER(_number)), ("start", POINTER(_number)), ("held", c_void_p), ("alpha", _number),
                         ("from", _number), ("to", _number), ("over", _text), ("over_low", _number),
                         ("over_high", _number), ("options", c_void_p))
MinimaxNumber = _struct("rdg_minimax_variable", ("value", _number), ("slope", _number), ("is_at_bound", c_bool),
                        ("is_idle", c_bool))
MinimaxPeak = _struct("rdg_minimax_peak", ("omega", _number), ("theta", _number))
MinimaxResult = _struct("rdg_minimax_result", ("found", c_bool), ("certified", c_bool), ("height", _number),
                        ("n_peaks", _index), ("peak", MinimaxPeak * 8), ("number", MinimaxNumber * 8), ("runs", _index),
                        ("points", c_long), ("reached", _number * 2))

# the fields that only C programs use are pointers all the same
Option = _struct("rdg_option", ("kind", c_int), ("name", _text), ("type", _text), ("a", _number), ("b", _number),
                 ("c", _number), ("count", _index), ("values", POINTER(_number)), ("tangent", POINTER(_number)),
                 ("observer", c_void_p), ("handler", c_void_p), ("completer", c_void_p), ("check", c_void_p),
                 ("remember", c_void_p), ("data", c_void_p), ("summary", c_void_p), ("key", c_void_p))

Timing = _struct("rdg_timing", ("residuals", c_long), ("jacobians", c_long), ("factorisations", c_long),
                 ("solves", c_long), ("function_s", _number), ("factor_s", _number), ("solve_s", _number),
                 ("output_s", _number), ("handler_s", _number), ("total_s", _number))
Summary = _struct("rdg_run_summary", ("forwards", c_int), ("backwards", c_int), ("points", c_long), ("folds", c_long),
                  ("kink_folds", c_long), ("branch_points", c_long), ("sign_changes", c_long),
                  ("sign_change", _number), ("iterations", c_long), ("corrections", c_long), ("rejected", c_long),
                  ("content", _number), ("euler", c_long), ("boundaries", c_long),
                  ("triangles", c_long), ("gaps", c_long), ("warnings", c_long), ("covered", c_bool),
                  ("reached", _number * 2), ("timing", Timing))

STRUCTS = (At, GroundSpring, BeamOptions, Contact, GapSpring, Jenkins, Iwan, CubicSpring, CubicDamper, TanhFriction, LawParameter,
           TimeElement, MemoryState, MemoryValue, MemoryElement, ComponentModes, Animation, FeField, Mode, Function, HybridFunction, HybridPhase, EventSurface, FlowOptions, ShootingOptions,
           CollocationOptions, DesignNumber, DesignResult, RidgeEnd, RidgeCurve, RidgesRange, RidgesPoint, Ridges, BoundsSlider, BoundsEnd, BoundsResult, Fitted,
           FitResult, MeasuredColumns, FitPoints, MinimaxOptions, MinimaxNumber, MinimaxPeak, MinimaxResult, Option,
           Timing, Summary)

# rdg_option_kind
OPTIONS = {name: number for number, name in enumerate(
    "END RELEASE HOLD HOLD_AT WINDOW EVENT EVENTS TERMINAL NO_FOLDS NO_BRANCH_POINTS FROM SWITCH START SWITCH_AT "
    "SWITCH_KNOWN SWITCH_ALONG DIRECTION STEP ANGLE MAX_POINTS LABEL_EVERY TOLERANCE LINEAR_SOLVER OBSERVER HANDLER NO_FOLDER "
    "NO_TABLE SUMMARY STEP_RULE DIMENSION COVER SAG GO_ROUND END_AT_FOLDS PREDICT_BEND TURN EXPECT_EARLY_END COMPLETE "
    "ADMIT MAXIMA IN_MEMORY DURABLE RESUME CHECKPOINT NEUTRAL_SADDLES QUIET DENSE_OUTPUT GUIDE OF_TOOLBOX".split())}
NEAREST = -1
# of enumerations
NUMBER_RANGES = {"any": 0, "not negative": 1, "positive": 2}
MONITOR_KINDS = {"inactive": 0, "active": 1, "regular": 4}
DESIGN_MOST = 8
BOUNDS_REASONS = ("none", "band", "all stick", "none sticks", "constant loads")
DESIGN_KINDS = ("none", "optimum", "at bound", "equal peaks")
