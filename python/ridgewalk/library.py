"""The library from Python: structures, elements, harmonic balance, responses, ridges, in the style of the C calls.

    ctx = ridgewalk.Context()
    beam = ctx.beam(length=0.2, elements=20)                                  # m
    beam.damping(0.0, 1.5e-5)                                                 # 1/s, s
    beam.name_dof("tip", beam.deflection(20))
    ...
    hb = beam.harmonic_balance(1, 3)
    p = hb.problem(omega=hz(300), alpha=0.03)                                 # rad/s, N
    frc = p.run("frc", release("omega"), window("omega", hz(300), hz(335)))   # a ridgewalk.Run

What fails raises Failed, with the message that a C program would print; what a function of the program raises is raised
again. The shared library is that of RIDGEWALK_LIBRARY, the one within the package (of a wheel), the installed one, or the one
of this source tree, build/libridgewalk.so.*.
"""

import ctypes
import ctypes.util
import os
import pathlib
import sys

import numpy

from . import layout
from .callbacks import memory_law, plain_law
from .finite_elements import Component, Mesh, Readers, name_nodes, node_dof
from .layout import text, whole
from .options import hz  # noqa: F401, part of the style
from .orbits import System, hybrid
from .problems import Equations, HarmonicBalance, at_list

_Pointer = ctypes.c_void_p
_WRITER = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)
_TABLE = 0
VERSION = "0.1.0"


class Failed(Exception):
    """A call of the library failed; `status` is its number, the text its message."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def _candidates():
    if "RIDGEWALK_LIBRARY" in os.environ:
        return [os.environ["RIDGEWALK_LIBRARY"]]
    package = pathlib.Path(__file__).resolve().parent
    within = sorted(map(str, package.glob("libridgewalk.so.*")), key=len)
    found = ctypes.util.find_library("ridgewalk")
    tree = sorted(map(str, package.parents[1].glob("build/libridgewalk.so.*")), key=len)
    return within + [found] * (found is not None) + tree


def _load():
    for path in _candidates():
        lib = ctypes.CDLL(path)
        lib.rdg_version.restype = ctypes.c_char_p
        version = lib.rdg_version().decode()
        if version != VERSION:
            raise ImportError(f"{path} is version {version} of Ridgewalk, this package is for {VERSION}")
        return lib
    raise ImportError("the library libridgewalk.so is not installed (make install), not in build/ of this source tree "
                      "(make all), and RIDGEWALK_LIBRARY does not name it")


_pointers = """context_create beam_create structure_create structure_read structure_copy hbm_create hbm_full hbm_problem_at
problem_create hybrid_create hybrid_of_at shooting_create shooting_problem collocation_create collocation_from_shooting
collocation_problem ridges_of_list structure_read_calculix structure_read_nastran structure_read_abaqus
structure_read_op4 component_fixed component_rubin component_structure fe_mesh_read measured_read""".split()
_indices = "beam_deflection structure_size variable_count variable_index hybrid_most_states node_dof fe_mesh_nodes fe_mesh_elements".split()
_library = None


def library():
    """The loaded library, for calls that this module does not wrap."""
    global _library
    if _library is None:
        _library = _load()
        for name in _pointers:
            getattr(_library, "rdg_" + name).restype = _Pointer
        for name in _indices:
            getattr(_library, "rdg_" + name).restype = ctypes.c_int64
        _library.rdg_error_message.restype = ctypes.c_char_p
        _library.rdg_shooting_sequence.restype = ctypes.c_char_p
        _library.rdg_beam_options_default.restype = layout.BeamOptions
    return _library


def _as_c(value):
    if isinstance(value, str):
        return layout.text(value)
    if isinstance(value, bool):
        return ctypes.c_bool(value)
    if isinstance(value, (int, numpy.integer)):
        return layout.whole(value)
    if isinstance(value, (float, numpy.floating)):
        return ctypes.c_double(float(value))
    return value


class Context(Readers):
    """Owns everything that is made from it. `folder` is where runs are kept; `quiet` prints no table and keeps what is said
    in `said` alone."""

    def __init__(self, folder="runs", quiet=False):
        self.lib = library()
        self.folder, self.quiet, self.said = str(folder), quiet, []
        self.kept, self.raised = [], None  # what the library calls; what such a function has raised
        self._self = _Pointer(self.lib.rdg_context_create())
        self._writer = _WRITER(self._write)
        self.lib.rdg_set_writer(self._self, self._writer, None)
        self.call("set_run_folder", self._self, self.folder)

    def _write(self, channel, words, _):
        line = words.decode(errors="replace")
        if channel != _TABLE:
            self.said.append(line.rstrip("\n"))
        if not self.quiet:
            (sys.stdout if channel == _TABLE else sys.stderr).write(line)

    def call(self, name, *arguments):
        """Call rdg_<name>; raises Failed. Whole numbers become rdg_index, others double."""
        if not self._self:
            raise ValueError(f"rdg_{name}: the context is closed, and all that was made of it is gone")
        answer = getattr(self.lib, "rdg_" + name)(*map(_as_c, arguments))
        status = self.lib.rdg_error_status(self._self)
        raised, self.raised = self.raised, None
        if raised is not None:
            self.lib.rdg_error_clear(self._self)
            raise raised
        if status:
            message = self.lib.rdg_error_message(self._self).decode(errors="replace")
            self.lib.rdg_error_clear(self._self)
            raise Failed(status, message)
        return answer

    def beam(self, **options):
        """A cantilever of Euler-Bernoulli elements: length, width, height in m, young in Pa, density in kg/m^3, elements."""
        filled = self.lib.rdg_beam_options_default()
        given = layout.fill(layout.BeamOptions, options)
        for name in options:
            setattr(filled, name, getattr(given, name))
        return Structure(self, self.call("beam_create", self._self, ctypes.byref(filled)))

    def structure(self, name, M, C, K):
        """A structure M q'' + C q' + K q = forces from arrays, kg, N s/m, N/m; C may be None."""
        M, K = (numpy.asfortranarray(A, dtype=float) for A in (M, K))
        if M.ndim != 2 or M.shape[0] != M.shape[1] or K.shape != M.shape or (
                C is not None and numpy.shape(C) != M.shape):
            raise ValueError(f"M, C and K of {name!r} must be square and alike: {M.shape}, {numpy.shape(C)}, {K.shape}")
        given = [M, None if C is None else numpy.asfortranarray(C, dtype=float), K]
        address = [None if A is None else A.ctypes.data_as(_Pointer) for A in given]
        return Structure(self, self.call("structure_create", self._self, text(name), len(M), *address))

    def read(self, name, M, C, K):
        """A structure from Matrix Market files, by their paths; C may be None."""
        path = [None if file is None else str(file) for file in (M, C, K)]
        return Structure(self, self.call("structure_read", self._self, text(name), *path))

    def problem(self):
        """An empty continuation problem, for equations of one's own."""
        return Equations(self, self.call("problem_create", self._self))

    def hybrid(self, name, omega=None, **parameters):
        """A system of motion in phases with event surfaces between them, with its parameters at their values. omega: the
        parameter that is the frequency of a forcing, in rad/s."""
        return hybrid(self, name, omega, parameters)

    def smooth(self, name, n, field, jacobian=None, omega=None, **parameters):
        """A system x' = field(u) of n states, u = (x, parameters[, phase of the forcing]), as a hybrid of one phase."""
        system = hybrid(self, name, omega, parameters)
        system.phase("smooth", n, field, jacobian)
        return system

    def close(self):
        """Free all that was made."""
        if self._self:
            self.lib.rdg_context_free(self._self)
            self._self = None

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.close()


class Structure:
    """A linear structure with named displacements, elements, forces and sensors."""

    def __init__(self, context, pointer):
        self.context, self._self = context, _Pointer(pointer)

    def _call(self, name, *arguments):
        return self.context.call(name, self._self, *arguments)

    def __len__(self):
        """Number of degrees of freedom."""
        return self._call("structure_size")

    def deflection(self, node):
        """Degree of freedom of a beam's deflection at a node, 1 to the number of elements."""
        return self._call("beam_deflection", whole(node))

    def damping(self, mass, stiffness):
        """C = mass M + stiffness K, in 1/s and s."""
        self._call("damping_proportional", float(mass), float(stiffness))

    def name_dof(self, name, dof):
        """Name a degree of freedom, from 0."""
        self._call("name_dof", text(name), whole(dof))

    def name_relative(self, name, a, b):
        """Name q_a - q_b."""
        self._call("name_relative", text(name), whole(a), whole(b))

    def _element(self, call, struct, fields):
        self._call(call, ctypes.byref(layout.fill(struct, fields)))

    def contact(self, **fields):
        """A dry friction contact: tangential, normal, kt and kn in N/m, mu, preload in N."""
        self._element("contact_add", layout.Contact, fields)

    def gap_spring(self, **fields):
        """A stop: at, k in N/m, gap in m, preload in N."""
        self._element("gap_spring_add", layout.GapSpring, fields)

    def jenkins(self, **fields):
        """Elastic Coulomb friction: at, kt in N/m, limit in N."""
        self._element("jenkins_add", layout.Jenkins, fields)

    def iwan(self, **fields):
        """A bolted joint: at, Kt in N/m, Fs in N, chi, beta, sliders."""
        self._element("iwan_add", layout.Iwan, fields)

    def cubic_spring(self, **fields):
        """at, k in N/m, k3 in N/m^3."""
        self._element("cubic_spring_add", layout.CubicSpring, fields)

    def cubic_damper(self, **fields):
        """at, c in N s/m, c3 in N s^3/m^3."""
        self._element("cubic_damper_add", layout.CubicDamper, fields)

    def tanh_friction(self, **fields):
        """Regularised friction: at, force in N, epsilon in m/s."""
        self._element("tanh_friction_add", layout.TanhFriction, fields)

    def own_force(self, at, f, name=None, parameters=None, samples=0, x_size=0.0, v_size=0.0):
        """A force law of one's own: f(x, v, ...) is the force against the displacement, in N, of displacement in m, velocity
        in m/s and the values of `parameters`, {"pull": 0.2}, which runs can release as "<name>.pull". Derivatives come from
        differences over shares of x_size and v_size, the changes over which the force bends (0: the amplitudes)."""
        given = parameters or {}
        values = [ctypes.c_double(value) for value in given.values()]
        numbers = (layout.LawParameter * max(len(given), 1))(*(
            (text(key), b"", ctypes.pointer(value), layout.NUMBER_RANGES["any"], 0.0)
            for key, value in zip(given, values)))
        self.context.kept += [values, numbers, text(name)]
        element = layout.fill(layout.TimeElement, {
            "name": name, "at": at, "type": "force law in Python", "plain": plain_law(self.context, f, values),
            "samples": samples, "x_size": x_size, "v_size": v_size, "n_numbers": len(given)})
        element.numbers = numbers
        self.context.kept.append(element)
        self._call("time_element_add", ctypes.byref(element))

    def memory_force(self, at, f, memory=1, **fields):
        """A force law with memory of one's own: f(x, v, w, v_sign, w_sign) is (force, rate of w), in N, of displacement in m,
        velocity in m/s and the array w of `memory` components. Fields: name, start, x_size, v_size, w_size (changes over which
        it bends), kink_v, kink_w (use v_sign * v for |v|), bound, samples."""
        given = layout.fill(layout.MemoryElement, {
            "at": at, "type": "force law with memory in Python", "memory": memory, **fields,
            "law": memory_law(self.context, f, whole(memory).value)})
        self.context.kept.append(given)
        self._call("memory_element_add", ctypes.byref(given))

    def force(self, at, amplitude=1.0, harmonic=1, phase=0.0):
        """alpha * amplitude cos(harmonic omega t + phase), N and rad."""
        self._call("force_phase_add", text(at), whole(harmonic, ctypes.c_int), float(amplitude), float(phase))

    def static_force(self, at, value):
        """A constant force in N that alpha does not scale."""
        self._call("static_force_add", text(at), float(value))

    def sensor(self, name, at, harmonic=None):
        """A column with the RMS amplitude of a displacement in m, or the amplitude of one harmonic."""
        if harmonic is None:
            self._call("sensor_add", text(name), text(at))
        else:
            self._call("sensor_harmonic_add", text(name), text(at), whole(harmonic, ctypes.c_int))

    def node_dof(self, node, direction):
        """Degree of freedom of a node of a finite element model, direction "x", "y", "z", "4" to "6"; None if it is held."""
        return node_dof(self, node, direction)

    def name_nodes(self, name, nodes, directions="xyz"):
        """Name a set of nodes, as a boundary for fixed_component()."""
        name_nodes(self, name, nodes, directions)

    def component(self, boundary, modes, method="fixed"):
        """Reduce to a boundary and the lowest modes, with it held ("fixed") or free ("rubin"); answers a Component."""
        return Component(self, boundary, modes, method)

    def mesh(self, file):
        """The finite element mesh of this structure, from .inp, .bdf, .dat or .nas; answers a Mesh."""
        return Mesh(self, file)

    def modes(self, count, springs=None):
        """Lowest natural frequencies in rad/s, with ground springs {name: N/m} added."""
        items = list((springs or {}).items())
        given = (layout.GroundSpring * max(len(items), 1))(*((text(name), k) for name, k in items))
        omega = numpy.empty(max(count, 0))
        self._call("structure_modes", len(items), given, count, omega.ctypes.data_as(_Pointer), None)
        return omega

    def harmonic_balance(self, *harmonics):
        """Harmonic balance with these harmonics; a leading 0 keeps the mean."""
        given = (ctypes.c_int * len(harmonics))(*(whole(k, ctypes.c_int) for k in harmonics))
        return HarmonicBalance(self.context, self._call("hbm_create", len(harmonics), given))

    def hybrid(self, **at):
        """The structure in time, for shooting: start values as of HarmonicBalance.problem()."""
        return System(self.context, self._call("hybrid_of_at", at_list(at)))
