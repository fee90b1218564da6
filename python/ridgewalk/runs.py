"""Runs as they are in their files (doc/data.md)."""

import pathlib
import sqlite3
import zlib

import numpy

APPLICATION = 0x52444731
TABLES = 2


INTERVALS = 8  # of a leaf of dense output


def _through_five(values, y):
    """The polynomial of degree 4 through values at 0, 1, 2, 3, 4."""
    weights = [numpy.prod([(y - j) / (i - j) for j in range(5) if j != i]) for i in range(5)]
    return float(numpy.dot(weights, values))


class Damaged(Exception):
    """A file that is no run, or does not hold what was written."""


def runs(folder="runs"):
    """Names of the runs in a folder, sorted."""
    root = pathlib.Path(folder)
    return sorted(str(path.relative_to(root).with_suffix("")) for path in root.rglob("*.db"))


class Run:
    """A run, read from `folder`/`name`.db; a name that ends in .db is a path.

    run["omega"] is a column as an array of float64, one value a point, in the order of the branch; None where a
    name is unknown is never answered: a KeyError lists the names there are.
    """

    def __init__(self, name, folder="runs"):
        self.path = pathlib.Path(name) if str(name).endswith(".db") else pathlib.Path(folder) / f"{name}.db"
        if not self.path.is_file():
            raise FileNotFoundError(f"{self.path} is no file; runs in {folder}: {', '.join(runs(folder)) or 'none'}")
        self._db = sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            kind = self._one("pragma application_id")
            tables = self._one("pragma user_version")
            self._columns = [row[1] for row in self._db.execute("pragma table_info(bd)")]
        except sqlite3.DatabaseError as reason:
            raise Damaged(f"{self.path}: {reason}") from None
        if kind != APPLICATION or tables != TABLES:
            raise Damaged(f"{self.path} is no run, or of another version of Ridgewalk")
        self.name = str(name)
        self._dense = None

    def _one(self, statement, *arguments):
        row = self._db.execute(statement, arguments).fetchone()
        return row[0] if row else None

    def close(self):
        """Close the file."""
        self._db.close()

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.close()

    def __len__(self):
        """Number of points."""
        return self._one("select count(*) from point")

    def __repr__(self):
        return f"<run {self.name}: {len(self)} points, {'finished' if self.finished else 'not finished'}>"

    # --- the table

    @property
    def columns(self):
        """Names of the columns, `type` among them."""
        return list(self._columns)

    def __getitem__(self, column):
        if column not in self._columns:
            raise KeyError(f'run "{self.name}" has no column "{column}"; it has: {", ".join(self._columns)}')
        quoted = column.replace('"', '""')
        values = [row[0] for row in self._db.execute(f'select "{quoted}" from bd')]
        if column == "type":
            return numpy.array(values, dtype=str)
        return numpy.array([numpy.nan if value is None else value for value in values], dtype=float)

    def unit(self, column):
        """Unit of a column, '' where none is known."""
        if column == "f_Hz":
            return "Hz"
        if column == "time":
            return "s"
        if column not in self._columns:
            self[column]
        return self._one("select unit from quantity where name = ?", column) or ""

    def window(self, parameter):
        """The domain of a parameter that was requested (RDG_WINDOW), (low, high). Infinite if there was none."""
        row = self._db.execute("select low, high from quantity where name = ?", (parameter,)).fetchone()
        if row is None:
            raise KeyError(f'run "{self.name}" has no parameter "{parameter}"')
        return (-numpy.inf if row[0] is None else row[0], numpy.inf if row[1] is None else row[1])

    def points_of_type(self, kind):
        """Rows of the points of a type ('FP', 'BP', ...), as places in the columns."""
        return numpy.flatnonzero(self["type"] == kind)

    # --- between the points

    @property
    def is_dense(self):
        """Whether the run was computed with dense_output()."""
        return self._one("select value from run where key = 'dense_output'") == 1

    def _gaps(self):
        """The curve behind each row: (edges, values, errors, whether x grows towards the row); None: not known."""
        if self._dense is None:
            points = [row[0] for row in self._db.execute("select point from point order by point")]
            row_of = {point: row for row, point in enumerate(points)}
            width = 1 + self._one("select count(*) from quantity")
            self._dense = [None] * len(points)
            table = self._one("select count(*) from sqlite_master where name = 'dense'")
            for point, *parts, checksum in self._db.execute(
                    "select point, edge, value, error, checksum from dense") if table else ():
                if point not in row_of:
                    continue  # it was written after the points were read
                sums = 0
                for part in parts:
                    sums = zlib.crc32(part, sums)
                edge, value, error = (numpy.frombuffer(part, dtype="<f8") for part in parts)
                leaves = max(len(edge) - 1, 0)
                if sums != checksum or len(value) != (INTERVALS * leaves + (leaves > 0)) * width \
                        or len(error) != leaves * width:
                    raise Damaged(f'run "{self.name}": the curve at point {point} is damaged')
                self._dense[row_of[point] - (point > 0)] = (
                    edge, value.reshape(-1, width), error.reshape(-1, width), point < 0)
        return self._dense

    def interpolate(self, column, places):
        """Values of a column between the points, and estimates of their errors: two arrays. A place is a row and the
        fraction of the way to the next one; NaN where the curve jumps, or is not known."""
        if column == "f_Hz":
            return tuple(array / (2.0 * numpy.pi) for array in self.interpolate("omega", places))
        names = ["norm"] + [row[0] for row in self._db.execute("select name from quantity order by id")]
        if not self.is_dense:
            raise ValueError(f'run "{self.name}" has no dense output: give dense_output() when it is computed')
        if column not in names:
            raise KeyError(f'run "{self.name}": "{column}" has no values between points; there are: {", ".join(names)}')
        rows, k = self[column], names.index(column)
        places = numpy.atleast_1d(numpy.asarray(places, dtype=float))
        if not numpy.all((places >= 0) & (places <= len(rows) - 1)):
            raise ValueError(f'run "{self.name}": places are 0 to {len(rows) - 1}')
        values, errors = numpy.full(places.shape, numpy.nan), numpy.full(places.shape, numpy.nan)
        gaps = self._gaps()
        for i, place in enumerate(places):
            row = int(place)
            fraction, gap = place - row, gaps[row]
            if fraction == 0 or (gap is None and rows[row] == rows[row + 1]):
                values[i], errors[i] = rows[row], 0.0
            elif gap is not None and len(gap[0]):
                edge, value, error, backwards = gap
                x = 1 - fraction if backwards else fraction
                leaf = min(numpy.searchsorted(edge, x, side="right"), len(edge) - 1) - 1
                y = INTERVALS * (x - edge[leaf]) / (edge[leaf + 1] - edge[leaf])
                half = 0 if y < INTERVALS // 2 else INTERVALS // 2
                first = INTERVALS * leaf + half
                values[i] = _through_five(value[first:first + 5, k], y - half)
                errors[i] = error[leaf, k]
                if not numpy.isfinite(values[i]):  # it may jump
                    values[i], errors[i] = rows[row + (fraction >= 0.5)], abs(rows[row + 1] - rows[row])
        return values, errors

    # --- what is said

    @property
    def facts(self):
        """Options, versions, how the run ended."""
        return dict(self._db.execute("select key, value from run"))

    @property
    def finished(self):
        """Whether the run came to its end; one that was killed did not."""
        return self._one("select value from run where key = 'finished'") == 1

    @property
    def notes(self):
        """Notes and warnings of the run, [(severity, text)]."""
        return list(self._db.execute("select severity, text from note order by id"))

    @property
    def model(self):
        """What was computed: {(part, name): {key: value}}, part being 'structure', 'element', 'load', 'sensor'."""
        answer = {}
        for part, name, key, value in self._db.execute("select part, name, key, value from model order by id"):
            answer.setdefault((part, name), {})[key] = value
        return answer

    # --- solutions

    @property
    def labels(self):
        """Labels of the solutions that are kept."""
        return [row[0] for row in self._db.execute("select label from point where label is not null order by label")]

    def solution(self, label):
        """The solution with a label: {block: array}. Damaged: it is not what was written."""
        row = self._db.execute(
            "select u, tangent, state, kept, checksum from solution join point using (point) where label = ?",
            (label,)).fetchone()
        if row is None:
            raise KeyError(f'run "{self.name}" has no label {label}; labels: {self.labels}')
        checksum = 0
        for part in row[:4]:
            checksum = zlib.crc32(part.encode() if isinstance(part, str) else part or b"", checksum)
        if checksum != row[4]:
            raise Damaged(f'run "{self.name}": label {label} is damaged')
        u = numpy.frombuffer(row[0], dtype="<f8")
        return {name: u[first:first + n].copy()
                for name, first, n in self._db.execute("select name, first, n from block")}

    def harmonics(self, label, displacement, block="Q"):
        """Fourier coefficients of a displacement in a solution: {harmonic: (cosine, sine)}, in m; harmonic 0 is
        the mean, (mean, 0)."""
        coefficients = self._db.execute(
            "select i, harmonic, part from coefficient where block = ? and displacement = ?",
            (block, displacement)).fetchall()
        if not coefficients:
            names = [row[0] for row in self._db.execute("select distinct displacement from coefficient")]
            raise KeyError(f'run "{self.name}" knows no displacement "{displacement}"; it knows: {", ".join(names)}')
        values = self.solution(label)[block]
        answer = {}
        for i, harmonic, part in coefficients:
            cosine, sine = answer.get(harmonic, (0.0, 0.0))
            answer[harmonic] = (cosine, values[i]) if part == "sin" else (values[i], sine)
        return answer

    def motion(self, label, displacement, samples=256, block="Q"):
        """A displacement over one period: t in s, displacement in m, both [samples]."""
        omega = self._one("select omega from bd where label = ?", label)
        if omega is None:
            raise KeyError(f'run "{self.name}" has no solution with label {label!r}')
        t = numpy.arange(samples) * (2.0 * numpy.pi / omega / samples)
        x = numpy.zeros(samples)
        for harmonic, (cosine, sine) in self.harmonics(label, displacement, block).items():
            x += cosine * numpy.cos(harmonic * omega * t) + sine * numpy.sin(harmonic * omega * t)
        return t, x
