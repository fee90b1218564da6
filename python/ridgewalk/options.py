"""Options of runs, in the words of the C calls: RDG_RELEASE("omega") is release("omega")."""

import ctypes
import math

from .layout import NEAREST, OPTIONS, Option, fill


def hz(f):
    """A frequency in Hz as rad/s, the unit of omega."""
    return 2.0 * math.pi * f


def _option(kind, **fields):
    return fill(Option, {"kind": OPTIONS[kind], **fields})


def release(parameter):
    """Let a held parameter vary. The first one released defines the direction "forwards"."""
    return _option("RELEASE", name=parameter)


def hold(parameter):
    """Hold an active parameter at its value at the start."""
    return _option("HOLD", name=parameter)


def hold_at(parameter, value):
    """Hold a parameter at a value, in its unit."""
    return _option("HOLD_AT", name=parameter, a=value)


def window(parameter, low, high):
    """Stay in low <= parameter <= high, in its unit: rad/s of omega, hz(300)."""
    return _option("WINDOW", name=parameter, a=low, b=high)


def uz(parameter, *values):
    """Locate values of a parameter (UZ)."""
    list_ = (ctypes.c_double * len(values))(*values)
    option = _option("EVENTS", name=parameter, type="UZ", count=len(values), values=list_)
    option.kept = list_
    return option


def terminal(kind, parameter, value):
    """End the branch where parameter = value, a point of this type."""
    return _option("TERMINAL", type=kind, name=parameter, a=value)


def maxima(parameter):
    """Locate the maxima of a parameter along the curve (PM, PK)."""
    return _option("MAXIMA", name=parameter)


def start_from(run, label):
    """Start from the solution with this label of an earlier run."""
    return _option("FROM", name=run, count=label)


def start_from_point(run, kind, nth=0):
    """Start from the nth point of a type, from 0."""
    return _option("FROM", name=run, type=kind, count=nth)


def start_near(run, column, value):
    """Start from the labelled point at which a column is nearest to a value."""
    return _option("FROM", name=run, type=column, count=NEAREST, a=value)


def start_from_greatest(run):
    """Ridges: start from the labelled point at which the sensor is greatest."""
    return _option("FROM", name=run, count=0)


def switch(run, label):
    """Start on the other branch through a branch point."""
    return _option("SWITCH", name=run, count=label)


def direction(sign):
    """> 0: forwards only; < 0: backwards only."""
    return _option("DIRECTION", a=sign)


def step(first, least, most):
    """First, least and largest step, relative to typical sizes."""
    return _option("STEP", a=first, b=least, c=most)


def max_points(n):
    """Points in each direction at most."""
    return _option("MAX_POINTS", count=n)


def label_every(n):
    """Keep every n-th solution whole; 0: special points only."""
    return _option("LABEL_EVERY", count=n)


def no_folds():
    """Do not search folds."""
    return _option("NO_FOLDS")


def no_branch_points():
    """Do not search branch points."""
    return _option("NO_BRANCH_POINTS")


def expect_early_end():
    """The run may end before its domain does."""
    return _option("EXPECT_EARLY_END")


def dense_output():
    """Store the curve between the points, for Run.interpolate() and smooth pictures."""
    return _option("DENSE_OUTPUT")


def no_table():
    """Print no table."""
    return _option("NO_TABLE")


def resume():
    """Go on with the run, if it was begun and cut off."""
    return _option("RESUME")


def _of_toolbox(key, **fields):
    option = _option("OF_TOOLBOX", **fields)
    option.toolbox_key = key
    return option


def design(parameter, low, high):
    """HarmonicBalance.design(): a parameter that is to be chosen, and its range."""
    return _of_toolbox("rdg_design_parameter", name=parameter, a=low, b=high)


def ridges_samples(n):
    """HarmonicBalance.ridges(): responses spread over the forcing amplitudes (17)."""
    return _of_toolbox("rdg_ridges_samples", a=float(n))


def option_list(options, library):
    """Options in C's order; those of toolboxes get their keys from the library."""
    given = (Option * (len(options) + 1))(*options)
    for one, option in zip(given, options):
        if getattr(option, "toolbox_key", None):
            one.key = ctypes.addressof(ctypes.c_char.in_dll(library, option.toolbox_key))
    return given
