! A chain of Duffing oscillators that is forced at its first mass, for AUTO-07p, as periodic orbits:
!   x'' + 0.02 x' + x + 0.1 x^3 + 0.5 (coupling to the neighbours) = F cos(Om t),
! the force by an oscillator of its own (s, c), as AUTO needs it. NDIM = 2 masses + 2; PAR: 1 Om, 2 F.
SUBROUTINE FUNC(NDIM,U,ICP,PAR,IJAC,F,DFDU,DFDP)
  IMPLICIT NONE
  INTEGER, INTENT(IN) :: NDIM, ICP(*), IJAC
  DOUBLE PRECISION, INTENT(IN) :: U(NDIM), PAR(*)
  DOUBLE PRECISION, INTENT(OUT) :: F(NDIM)
  DOUBLE PRECISION, INTENT(INOUT) :: DFDU(NDIM,NDIM), DFDP(NDIM,*)
  INTEGER :: i, m
  DOUBLE PRECISION :: s, c, r, k
  m = (NDIM-2)/2
  s = U(NDIM-1)
  c = U(NDIM)
  r = s*s + c*c
  k = 0d0
  IF (m > 1) k = 0.5d0
  DO i = 1, m
     F(i) = U(m+i)
     F(m+i) = -0.02d0*U(m+i) - U(i) - 0.1d0*U(i)**3 - 2*k*U(i)
     IF (i > 1) F(m+i) = F(m+i) + k*U(i-1)
     IF (i < m) F(m+i) = F(m+i) + k*U(i+1)
  END DO
  F(m+1) = F(m+1) + PAR(2)*c
  F(NDIM-1) = s + PAR(1)*c - s*r
  F(NDIM) = -PAR(1)*s + c - c*r
  IF (IJAC == 0) RETURN
  DFDU = 0d0
  DO i = 1, m
     DFDU(i,m+i) = 1d0
     DFDU(m+i,m+i) = -0.02d0
     DFDU(m+i,i) = -1d0 - 0.3d0*U(i)**2 - 2*k
     IF (i > 1) DFDU(m+i,i-1) = k
     IF (i < m) DFDU(m+i,i+1) = k
  END DO
  DFDU(m+1,NDIM) = PAR(2)
  DFDU(NDIM-1,NDIM-1) = 1 - 3*s*s - c*c
  DFDU(NDIM-1,NDIM) = PAR(1) - 2*s*c
  DFDU(NDIM,NDIM-1) = -PAR(1) - 2*s*c
  DFDU(NDIM,NDIM) = 1 - s*s - 3*c*c
  IF (IJAC == 1) RETURN
  DFDP(:,1) = 0d0
  DFDP(:,2) = 0d0
  DFDP(NDIM-1,1) = c
  DFDP(NDIM,1) = -s
  DFDP(m+1,2) = c
END SUBROUTINE FUNC
SUBROUTINE STPNT(NDIM,U,PAR,T)
  IMPLICIT NONE
  INTEGER, INTENT(IN) :: NDIM
  DOUBLE PRECISION, INTENT(INOUT) :: U(NDIM), PAR(*)
  DOUBLE PRECISION, INTENT(IN) :: T
  DOUBLE PRECISION, PARAMETER :: TPI = 6.283185307179586d0
  PAR(1) = 0.5d0
  PAR(2) = 0d0
  PAR(11) = TPI/PAR(1)
  U = 0d0
  U(NDIM-1) = SIN(TPI*T)
  U(NDIM) = COS(TPI*T)
END SUBROUTINE STPNT
SUBROUTINE BCND
END SUBROUTINE BCND
SUBROUTINE ICND
END SUBROUTINE ICND
SUBROUTINE FOPT
END SUBROUTINE FOPT
SUBROUTINE PVLS
END SUBROUTINE PVLS
