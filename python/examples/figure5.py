"""Figure 5: the ridge of a beam with a dry contact, from the stuck beam to the free one. Computed by the library, drawn by
matplotlib; writes figure5.pdf.

Each block below can be a cell of a notebook.
"""

# %% the structure: a steel cantilever, a pad at node 5, a force at node 12
import matplotlib.pyplot as plt

from ridgewalk import Context, hz, plot, release, start_from_greatest, window

ctx = Context("runs_of_figure5", quiet=True)
beam = ctx.beam(length=0.2, width=0.01, height=0.01, young=210e9, density=7830.0, elements=20)  # m, Pa, kg/m^3
beam.damping(0.0, 1.5e-5)  # s
for name, node in (("pad", 5), ("shaker", 12), ("tip", 20)):
    beam.name_dof(name, beam.deflection(node))
beam.contact(tangential="pad", kt=2e8, kn=2e8, mu=0.3, preload=40)  # N/m, N
beam.force("shaker")
beam.sensor("Am", "tip")

# %% the forced response at 0.03 N, then the ridge to 314 N
hb = beam.harmonic_balance(1)
p = hb.problem(omega=hz(300), alpha=0.03)
frc = p.run("frc", release("omega"), window("omega", hz(300), hz(335)))
ridge = hb.ridge("ridge", "Am", start_from_greatest("frc"), window("alpha", 0.03, 314.0))

# %% amplitude over the excitation, and the excitation over the frequency
figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.5), layout="constrained")
onset = ridge.points_of_type("SLIP")
plot(ridge, "alpha", "Am", axes=left, marks=False)
plot(ridge, "f_Hz", "alpha", axes=right, marks=False)
left.plot(ridge["alpha"][onset], ridge["Am"][onset], "ko", label="onset of slip")
right.plot(ridge["f_Hz"][onset], ridge["alpha"][onset], "ko")
left.set(xscale="log", yscale="log", xlabel="excitation in N", ylabel="Am in m")
right.set(yscale="log", ylabel="excitation in N")
left.legend()
figure.savefig("figure5.pdf")
figure.savefig("figure5.png")
print(f"slip begins at {ridge['alpha'][onset[0]]:.10f} N; free at {ridge['f_Hz'][-1]:.3f} Hz")
