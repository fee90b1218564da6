! Bratu's problem by finite differences, for AUTO-07p: u'' + mu e^u = 0 with u = 0 at both ends, the mesh width
! 1/n; the equations of bratu.h. Parameter: 1 mu.
subroutine func(ndim, u, icp, par, ijac, f, dfdu, dfdp)
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer, intent(in) :: ndim, icp(*), ijac
  real(dp), intent(in) :: u(ndim), par(*)
  real(dp), intent(out) :: f(ndim)
  real(dp), intent(inout) :: dfdu(ndim, ndim), dfdp(ndim, *)
  integer :: i

  f = -2*u + par(1)*exp(u)/real(ndim, dp)**2
  f(2:) = f(2:) + u(:ndim - 1)
  f(:ndim - 1) = f(:ndim - 1) + u(2:)
  if (ijac > 0) then
    dfdu = 0
    do i = 1, ndim
      dfdu(i, i) = -2 + par(1)*exp(u(i))/real(ndim, dp)**2
      if (i > 1) dfdu(i, i - 1) = 1
      if (i < ndim) dfdu(i, i + 1) = 1
    end do
  end if
  if (ijac > 1) dfdp(:, 1) = exp(u)/real(ndim, dp)**2
end subroutine

subroutine stpnt(ndim, u, par, t)
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer, intent(in) :: ndim
  real(dp), intent(inout) :: u(ndim), par(*)
  real(dp), intent(in) :: t
  par(1) = 0
  u = 0
end subroutine

subroutine pvls
end subroutine

subroutine bcnd
end subroutine

subroutine icnd
end subroutine

subroutine fopt
end subroutine
