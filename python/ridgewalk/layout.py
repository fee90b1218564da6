"""What the C headers declare, for ctypes: structs with their fields, kinds of options. A test holds every size, place and
number in here against the headers, by a C compiler."""

import ctypes
import operator
from ctypes import POINTER, c_bool, c_char_p, c_double, c_int, c_int64, c_long, c_void_p


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

STRUCTS = (At, GroundSpring, BeamOptions, Contact, GapSpring, Jenkins, Iwan, CubicSpring, CubicDamper, TanhFriction, Option,
           Timing, Summary)

# rdg_option_kind
OPTIONS = {name: number for number, name in enumerate(
    "END RELEASE HOLD HOLD_AT WINDOW EVENT EVENTS TERMINAL NO_FOLDS NO_BRANCH_POINTS FROM SWITCH START SWITCH_AT "
    "SWITCH_KNOWN SWITCH_ALONG DIRECTION STEP ANGLE MAX_POINTS LABEL_EVERY TOLERANCE LINEAR_SOLVER OBSERVER HANDLER NO_FOLDER "
    "NO_TABLE SUMMARY STEP_RULE DIMENSION COVER SAG GO_ROUND END_AT_FOLDS PREDICT_BEND TURN EXPECT_EARLY_END COMPLETE "
    "ADMIT MAXIMA IN_MEMORY DURABLE RESUME CHECKPOINT NEUTRAL_SADDLES QUIET DENSE_OUTPUT GUIDE OF_TOOLBOX".split())}
NEAREST = -1
