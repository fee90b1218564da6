! Harmonic balance of a forced Duffing oscillator, for AUTO-07p:
!   x'' + 2 z w0 x' + w0^2 x + k3 x^3 = F cos(Om t),   z = 0.01, w0 = 1, k3 = 0.1
!   x = sum over k = 1, 3, 5, 7, 9 of c_k cos(k Om t) + s_k sin(k Om t)
! Unknowns and equations in the order c_1, s_1, c_3, s_3, ...; the cubic force is sampled at 64 times of a
! period (alternating frequency-time). Parameters: 1 Om, 2 F, 3 rms of x over a period (output).
module duffing
  implicit none
  integer, parameter :: dp = kind(1.0d0), n_harmonics = 5, n = 2*n_harmonics, n_samples = 64
  real(dp), parameter :: z = 0.01_dp, w0 = 1.0_dp, k3 = 0.1_dp
  real(dp), save :: basis(n_samples, n)   ! value of each unknown's function at each sample
  logical, save :: ready = .false.
contains
  subroutine prepare
    real(dp), parameter :: two_pi = 8*atan(1.0_dp)
    integer :: h, j
    do h = 1, n_harmonics
      do j = 1, n_samples
        basis(j, 2*h - 1) = cos(two_pi*(2*h - 1)*(j - 1)/n_samples)
        basis(j, 2*h) = sin(two_pi*(2*h - 1)*(j - 1)/n_samples)
      end do
    end do
    ready = .true.
  end subroutine
end module

subroutine func(ndim, u, icp, par, ijac, f, dfdu, dfdp)
  use duffing
  integer, intent(in) :: ndim, icp(*), ijac
  real(dp), intent(in) :: u(ndim), par(*)
  real(dp), intent(out) :: f(ndim)
  real(dp), intent(inout) :: dfdu(ndim, ndim), dfdp(ndim, *)
  real(dp) :: x(n_samples), slope(n_samples), weighted(n_samples), om, k, stiffness, damping
  integer :: h, i, j, c, s

  if (.not. ready) call prepare
  om = par(1)
  x = 0
  do i = 1, n
    x = x + basis(:, i)*u(i)
  end do
  do i = 1, n
    f(i) = 2*k3/n_samples*dot_product(basis(:, i), x**3)
  end do
  if (ijac > 0) then
    slope = 6*k3/n_samples*x**2
    do j = 1, n
      weighted = slope*basis(:, j)
      do i = 1, j
        dfdu(i, j) = dot_product(basis(:, i), weighted)
        dfdu(j, i) = dfdu(i, j)
      end do
    end do
  end if
  do h = 1, n_harmonics
    k = 2*h - 1
    c = 2*h - 1
    s = 2*h
    stiffness = w0**2 - (k*om)**2
    damping = 2*z*w0*k*om
    f(c) = f(c) + stiffness*u(c) + damping*u(s)
    f(s) = f(s) + stiffness*u(s) - damping*u(c)
    if (ijac > 0) then
      dfdu(c, c) = dfdu(c, c) + stiffness
      dfdu(c, s) = dfdu(c, s) + damping
      dfdu(s, c) = dfdu(s, c) - damping
      dfdu(s, s) = dfdu(s, s) + stiffness
    end if
    if (ijac > 1) then
      dfdp(c, 1) = -2*k**2*om*u(c) + 2*z*w0*k*u(s)
      dfdp(s, 1) = -2*k**2*om*u(s) - 2*z*w0*k*u(c)
      dfdp(c, 2) = 0
      dfdp(s, 2) = 0
    end if
  end do
  f(1) = f(1) - par(2)
  if (ijac > 1) dfdp(1, 2) = -1
end subroutine

subroutine stpnt(ndim, u, par, t)
  use duffing
  integer, intent(in) :: ndim
  real(dp), intent(inout) :: u(ndim), par(*)
  real(dp), intent(in) :: t
  par(1) = 0.5_dp
  par(2) = 0
  u = 0
end subroutine

subroutine pvls(ndim, u, par)
  use duffing
  integer, intent(in) :: ndim
  real(dp), intent(in) :: u(ndim)
  real(dp), intent(inout) :: par(*)
  par(3) = sqrt(sum(u**2)/2)
end subroutine

subroutine bcnd
end subroutine

subroutine icnd
end subroutine

subroutine fopt
end subroutine
