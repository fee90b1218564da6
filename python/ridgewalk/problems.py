"""Continuation problems: of a harmonic balance, and of equations of one's own."""

import ctypes

import numpy

from . import finite_elements, layout, uncertainty
from .callbacks import double_array, function
from .layout import text, whole
from .options import option_list
from .runs import Run

_Pointer = ctypes.c_void_p


def at_list(at):
    """Start values by name, as the library takes them."""
    return (layout.At * (len(at) + 1))(*((text(name), float(value)) for name, value in at.items()))


class Problem:
    """A continuation problem."""

    def __init__(self, context, pointer):
        self.context, self._self = context, _Pointer(pointer)

    def _call(self, name, *arguments):
        return self.context.call(name, self._self, *arguments)

    def run(self, name, *options):
        """Continue the solutions: run("frc", release("omega"), window("omega", hz(300), hz(335))); answers the Run."""
        self._call("continue_list", text(name), option_list(options, self.context.lib))
        return Run(name, self.context.folder)


class Equations(Problem):
    """A problem of equations of one's own: zero functions and monitor functions of all variables there are when they are
    added. A function takes an array of these and returns a number or an array; what it raises ends the run."""

    def variables(self, name, start):
        """A block of variables with its start values."""
        start = numpy.atleast_1d(numpy.asarray(start, dtype=float))
        self._call("add_variables", text(name), len(start), double_array(self.context, start))

    def _function(self, name, f, jacobian, m):
        n = self._call("variable_count")
        return layout.Function(name=text(name), n=n, m=m, by_differences=True, **function(self.context, f, jacobian))

    def zero(self, name, f, jacobian=None, m=1):
        """m equations f(u) = 0; jacobian(u) has the shape (m, n). Without it derivatives are differences."""
        self._call("add_zero", ctypes.byref(self._function(name, f, jacobian, whole(m).value)), None)

    def monitor(self, name, f, jacobian=None, kind="regular"):
        """A column f(u). kind "active": a parameter that runs can limit and hold, which needs f to be smooth; "inactive": one
        that they hold unless they release it."""
        self._call("add_monitor", ctypes.byref(self._function(name, f, jacobian, 1)), None, None,
                   ctypes.c_int(layout.MONITOR_KINDS[kind]))

    def parameter(self, name, block, element=0):
        """Make a variable a parameter, which runs hold unless they release it."""
        self._call("add_parameter", text(name), text(block), whole(element))


class HarmonicBalance:
    """Harmonic balance of a structure as it was then."""

    def __init__(self, context, pointer):
        self.context, self._self = context, _Pointer(pointer)

    def _call(self, name, *arguments):
        return self.context.call(name, self._self, *arguments)

    def problem(self, **at):
        """The continuation problem at start values: omega in rad/s, alpha, parameters of elements as {"pad.mu": 0.3}, which
        runs can then release."""
        return Problem(self.context, self._call("hbm_problem_at", at_list(at)))

    def full(self):
        """The same harmonics with no degree of freedom condensed."""
        return HarmonicBalance(self.context, self._call("hbm_full"))

    def add_bifurcations(self, problem, name="stability"):
        """A column with the largest real part of the Floquet exponents, 1/s, and points where the stability changes."""
        self._call("hbm_add_bifurcations", problem._self, text(name))

    def ridge(self, name, sensor, *options):
        """Follow the ridge of a sensor: ridge("ridge", "Am", start_from_greatest("frc"), window("alpha", 0.03, 314))."""
        self._call("ridge_list", text(name), text(sensor), option_list(options, self.context.lib))
        return Run(name, self.context.folder)

    def ridges(self, name, sensor, *options):
        """All ridges of a sensor in windows of alpha and omega; answers Ridges."""
        address = self._call("ridges_of_list", text(name), text(sensor), option_list(options, self.context.lib))
        return Ridges(self.context, ctypes.cast(address, ctypes.POINTER(layout.Ridges)).contents)

    def design(self, name, sensor, *options):
        """Choose parameters so that the greatest peak of a sensor is least: design("best", "Am", hold_at("alpha", 7),
        window("omega", hz(185), hz(300)), design("pads.preload", 5, 100)); answers a dictionary."""
        found = layout.DesignResult()
        given = option_list([*options, _result_option(found)], self.context.lib)
        self._call("design_list", text(name), text(sensor), given)
        return {"kind": layout.DESIGN_KINDS[found.kind], "amplitude": found.amplitude, "omega": found.omega,
                "certified": found.certified,
                "parameters": {one.name.decode(): one.value for one in found.number[:found.n]}}

    def minimax(self, name, sensor, alpha, window, parameters):
        """Least greatest peak over parameters {"damper.c": (0.01, 0.2)}; window = (low, high) in rad/s; answers a dictionary."""
        names, n = list(parameters), len(parameters)
        if n > layout.DESIGN_MOST:
            raise ValueError(f"minimax chooses at most {layout.DESIGN_MOST} parameters, not {n}")
        ends = [(ctypes.c_double * max(n, 1))(*(parameters[one][i] for one in names)) for i in (0, 1)]
        given = layout.fill(layout.MinimaxOptions, {
            "n": n, "parameters": (ctypes.c_char_p * max(n, 1))(*map(text, names)), "low": ends[0], "high": ends[1],
            "alpha": float(alpha), "from": float(window[0]), "to": float(window[1])})
        found = layout.MinimaxResult()
        self._call("minimax", text(name), text(sensor), ctypes.byref(given), ctypes.byref(found))
        return {"found": found.found, "certified": found.certified, "amplitude": found.height,
                "omega": [peak.omega for peak in found.peak[:found.n_peaks]],
                "parameters": {one: found.number[i].value for i, one in enumerate(names)}}

    def peak_bounds(self, sensor, alpha, low, high):
        """Bounds of the greatest peak over all residual stresses, at a forcing amplitude, between two frequencies in rad/s; a
        dictionary: "low", "high" and "given" are (amplitude, omega). Needs the harmonic 0."""
        return uncertainty.peak_bounds(self, sensor, alpha, low, high)

    def fit(self, name, points, columns, parameters, sensor, kind="response", profiles=False):
        """Fit parameters {"joint.kt": (1e5, 1e8)} to the measured points of a CSV file, whose columns are {"level": "alpha_N",
        "amplitude": "A_m", "amplitude_error": "s_m"}: kind "response" or "ridge" of a sensor. Answers a dictionary."""
        return uncertainty.fit(self, name, points, columns, parameters, sensor, kind, profiles)

    def animate(self, run, label, path, mesh, by=None, frames=24):
        """Write the motion of a labelled solution over a period on a mesh, for ParaView: path.pvd. by: the Component by which the
        structure of the mesh was reduced."""
        finite_elements.animate(self, run, label, path, mesh, by, frames)

    def nonlinear_mode(self, name, *options, **mode):
        """Follow a nonlinear mode: nonlinear_mode("mode1", window("log10a", -5, -2), number=1, at="tip"); also direction,
        energy and conservative."""
        self._call("nonlinear_mode_list", text(name), ctypes.byref(layout.fill(layout.Mode, mode)),
                   option_list(options, self.context.lib))
        return Run(name, self.context.folder)


def _result_option(found):
    option = layout.fill(layout.Option, {"kind": layout.OPTIONS["OF_TOOLBOX"], "a": 1.0})
    option.data = ctypes.addressof(found)
    option.toolbox_key = "rdg_design_answer"
    return option


class Ridges:
    """All ridges in a domain: `runs`, a Run for each ridge; `ranges` of forcing amplitudes, (low, high, certified, why)."""

    def __init__(self, context, all_):
        self._context, self._all = context, all_
        self.certified = all_.certified
        self.runs = [Run(all_.ridge[i].run.decode(), context.folder) for i in range(all_.count)]
        self.ranges = [(r.low, r.high, r.certified, r.why.decode()) for r in all_.range[:all_.ranges]]

    def greatest(self, alpha):
        """The greatest maximum at a forcing amplitude: omega in rad/s, amplitude, and the place of its ridge in `runs`."""
        at = layout.RidgesPoint()
        self._context.call("ridges_greatest", ctypes.byref(self._all), float(alpha), ctypes.byref(at))
        return at.omega, at.amplitude, at.ridge
