"""Systems in time, smooth or with event surfaces, and their periodic orbits by shooting and by collocation."""

import ctypes

import numpy

from . import layout
from .callbacks import double_array, hybrid_function
from .layout import text, whole
from .problems import Problem

_Pointer = ctypes.c_void_p


def _texts(context, names):
    """A list of names that ends with NULL; None stays None."""
    if names is None:
        return None
    given = (ctypes.c_char_p * (len(names) + 1))(*map(text, names))
    context.kept.append(given)
    return given


def hybrid(context, name, omega, parameters):
    """Context.hybrid()."""
    names = _texts(context, list(parameters))
    system = System(context, context.call("hybrid_create", context._self, text(name), names,
                                          double_array(context, list(parameters.values()))))
    if omega is not None:
        system._call("hybrid_forcing", text(omega))
    return system


class System:
    """A hybrid system. Its functions take u = (states, parameters[, phase of the forcing in rad]) and return a number or an
    array; jacobians have the shape (values, len(u)). Without them derivatives are differences."""

    def __init__(self, context, pointer):
        self.context, self._self = context, _Pointer(pointer)

    def _call(self, name, *arguments):
        return self.context.call(name, self._self, *arguments)

    def phase(self, name, n, field, jacobian=None):
        """Smooth motion x' = field(u) of n states."""
        given = layout.HybridPhase(name=text(name), n=whole(n).value, field=hybrid_function(self.context, field, jacobian))
        self._call("hybrid_add_phase", ctypes.byref(given))

    def event_surface(self, name, start, to, surface, reset=None, guard=None, direction=-1, reached=False):
        """Where surface(u) of the phase `start` passes zero, from + to - (direction -1) or from - to +, the motion goes on in the
        phase `to` from reset(u). With a guard only where guard(u) >= 0."""
        given = layout.EventSurface(name=text(name), to=text(to), direction=whole(direction, ctypes.c_int).value,
                                    surface=hybrid_function(self.context, surface),
                                    reset=hybrid_function(self.context, reset),
                                    guard=hybrid_function(self.context, guard), reached=reached)
        setattr(given, "from", text(start))
        self._call("hybrid_add_event_surface", ctypes.byref(given))

    def shooting(self, x=None, symmetry=None, sequence=None, p=None, relative=0.0, absolute=0.0, **options):
        """Periodic orbits from a motion that starts at x: transient, the time until it is nearly periodic; period; phase in rad; mode,
        the phase of the system in which it starts; order, periods of the forcing in one of the orbit; sequence, names of the
        event surfaces; relative and absolute errors of a step."""
        if "settle" in options:  # old name
            options["transient"] = options.pop("settle")
        given = layout.fill(layout.ShootingOptions, options)
        given.x, given.p = double_array(self.context, x), double_array(self.context, p)
        given.symmetry, given.sequence = double_array(self.context, symmetry), _texts(self.context, sequence)
        given.flow.relative, given.flow.absolute = relative, absolute
        return Shooting(self, self._call("shooting_create", ctypes.byref(given)))

    def collocation(self, x, t=None, mesh=None, p=None, **options):
        """Periodic orbits from samples of a predictor, x of shape (samples, states) at instants t: intervals, degree, adapt,
        period, phase, order."""
        given = layout.fill(layout.CollocationOptions, options)
        samples = numpy.asarray(x, dtype=float)
        if samples.ndim != 2:
            raise ValueError(f"x has the shape (samples, states), not {samples.shape}")
        given.count, given.x = len(samples), double_array(self.context, samples.T)
        given.t, given.mesh = double_array(self.context, t), double_array(self.context, mesh)
        given.p = double_array(self.context, p)
        return Orbits(self.context, self._call("collocation_create", ctypes.byref(given)), "collocation")


class Orbits:
    """Periodic orbits of a system."""

    def __init__(self, context, pointer, method):
        self.context, self._self, self._method = context, _Pointer(pointer), method
        self._problem = None

    def problem(self):
        """Their continuation problem; "T" is the period."""
        if self._problem is None:
            self._problem = Problem(self.context, self.context.call(self._method + "_problem", self._self))
        return self._problem


class Shooting(Orbits):
    """Periodic orbits by multiple shooting."""

    def __init__(self, system, pointer):
        super().__init__(system.context, pointer, "shooting")
        self._system = system

    def sequence(self):
        """What the orbit consists of: "slip, catch, stick, break"."""
        return self.context.call("shooting_sequence", self._self).decode()

    def add_sensors(self):
        """Columns of the sensors of the structure from which the system was made."""
        self.context.call("shooting_add_sensors", self._self, self.problem()._self)

    def motion(self, run, label, count=200):
        """Motion along the orbit of a labelled solution: t of shape (count,), x of shape (count, states)."""
        u = numpy.concatenate(list(run.solution(label).values()))
        n = self._system._call("hybrid_most_states")
        t, x = numpy.empty(whole(count).value), numpy.empty((count, n))
        self.context.call("shooting_motion", self._self, u.ctypes.data_as(_Pointer), count, t.ctypes.data_as(_Pointer),
                          None, x.ctypes.data_as(_Pointer))
        return t, x

    def collocation(self, run, label, **options):
        """The same orbits by collocation, from a labelled solution: intervals, degree, adapt."""
        given = layout.fill(layout.CollocationOptions, options)
        return Orbits(self.context, self.context.call("collocation_from_shooting", self._self, self.problem()._self,
                                                      text(run.name), whole(label), ctypes.byref(given)), "collocation")
