"""Finite element models: readers of matrices, meshes, components, vibrations as files for ParaView."""

import ctypes

import numpy

from . import layout
from .layout import text, whole

_Pointer = ctypes.c_void_p


def _path(file):
    return None if file is None else str(file)


class Readers:
    """Structures from the files of finite element programs; a part of Context. Degrees of freedom are called "117.x". """

    def _read(self, program, name, *files):
        from .library import Structure  # that module needs this one
        return Structure(self, self.call("structure_read_" + program, self._self, text(name), *map(_path, files)))

    def read_calculix(self, name, job):
        """From job.sti, job.mas and job.dof of CalculiX; job is their path without the ending."""
        return self._read("calculix", name, job)

    def read_nastran(self, name, file):
        """From Nastran's DMIG cards in a punch file, also those of Ansys."""
        return self._read("nastran", name, file)

    def read_abaqus(self, name, K, M):
        """From matrices of Abaqus, one file each, or both in one file of a substructure."""
        return self._read("abaqus", name, K, M)

    def read_op4(self, name, file, order=None):
        """From Nastran's OUTPUT4 in text; order: the .pch or .asm file that names the rows."""
        return self._read("op4", name, file, order)


def node_dof(structure, node, direction):
    """Structure.node_dof()."""
    if len(text(direction)) != 1:
        raise ValueError(f'{direction!r} is no direction; they are "x", "y", "z", "4", "5", "6" and "0"')
    dof = structure._call("node_dof", whole(node), ctypes.c_char(text(direction)))
    return None if dof < 0 else dof


def name_nodes(structure, name, nodes, directions):
    """Structure.name_nodes()."""
    given = (ctypes.c_int64 * max(len(nodes), 1))(*(whole(node).value for node in nodes))
    structure._call("name_nodes", text(name), len(nodes), given, text(directions))


class Component:
    """A structure that is reduced to a boundary and some modes: `structure` takes contacts, forces and sensors."""

    def __init__(self, whole_structure, boundary, modes, method):
        from .library import Structure
        if method not in ("fixed", "rubin"):
            raise ValueError(f'{method!r} is no method of reduction; they are "fixed" and "rubin"')
        context = whole_structure.context
        kept = layout.ComponentModes(count=whole(modes).value)
        self._self = _Pointer(whole_structure._call("component_" + method, text(boundary), kept))
        self.structure = Structure(context, context.call("component_structure", self._self))


class Mesh:
    """Nodes and elements of the mesh of a structure, for files that ParaView opens."""

    def __init__(self, structure, file):
        self.context, self.size = structure.context, len(structure)
        self._self = _Pointer(structure._call("fe_mesh_read", _path(file)))
        self.nodes = self.context.call("fe_mesh_nodes", self._self)
        self.elements = self.context.call("fe_mesh_elements", self._self)

    def displacement(self, u):
        """Translations of the nodes, shape (nodes, 3), from all degrees of freedom of the structure."""
        u, values = numpy.ascontiguousarray(u, dtype=float), numpy.zeros((self.nodes, 3))
        if u.shape != (self.size,):
            raise ValueError(f"u has the shape {u.shape}; the structure has {self.size} degrees of freedom")
        self.context.call("fe_mesh_displacement", self._self, u.ctypes.data_as(_Pointer), values.ctypes.data_as(_Pointer))
        return values

    def write(self, path, **fields):
        """Write a .vtu file with fields of shape (nodes,) or (nodes, 3), by name."""
        kept, items = [], []
        for name, values in fields.items():
            values = numpy.ascontiguousarray(values, dtype=float)
            if values.shape not in ((self.nodes,), (self.nodes, 3)):
                raise ValueError(f"{name} has the shape {values.shape}; the mesh has {self.nodes} nodes")
            kept.append(values)
            items.append(layout.FeField(text(name), 3 if values.ndim == 2 else 1,
                                        values.ctypes.data_as(ctypes.POINTER(ctypes.c_double))))
        given = (layout.FeField * max(len(items), 1))(*items)
        self.context.call("fe_mesh_write", self._self, _path(path), len(items), given)


def animate(balance, run, label, path, mesh, by, frames):
    """HarmonicBalance.animate()."""
    given = layout.fill(layout.Animation, {"path": _path(path), "mesh": mesh._self, "frames": frames,
                                           "by": None if by is None else by._self})
    balance._call("animate", text(run.name), whole(label), ctypes.byref(given))
