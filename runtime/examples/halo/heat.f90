! SPDX-License-Identifier: MIT
!> Heat on a periodic square, in arrays of one's own: Fortran and the halo library. A sine wave decays by the same factor
!> in every step, so the exact solution is known. Columns are shared among the ranks.
program heat
  use mpi
  use brick_halo
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none

  integer, parameter :: n = 48, steps = 100 ! cells along each side
  real(real64), parameter :: k = 0.2_real64, wave = 8 * atan(1.0_real64) / n

  type(halo_ranks) :: ranks
  type(halo_exchange) :: halos
  real(real64), allocatable, target :: u(:, :)
  real(real64), allocatable :: next(:, :)
  real(real64) :: error
  integer :: code, rank, size_of_job, first, columns, i

  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  call MPI_Comm_size(MPI_COMM_WORLD, size_of_job, code)
  first = n * rank / size_of_job
  columns = n * (rank + 1) / size_of_job - first

  allocate(u(n + 2, columns + 2), next(n + 2, columns + 2)) ! with a ghost cell on each side
  u = 0
  u(2:n + 1, 2:columns + 1) = initial()

  call ranks%create(MPI_COMM_WORLD)
  call halos%create(ranks)
  call add_halos()
  do i = 1, steps
    call halos%exchange([halo_array_of(u)])
    call step()
  end do
  call halos%free()
  call ranks%free()

  error = maxval(abs(u(2:n + 1, 2:columns + 1) - (1 - 8 * k * sin(wave / 2)**2)**steps * initial()))
  call MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, code)
  if (rank == 0) print '(a, i0, 2a)', 'heat in Fortran, ', size_of_job, ' ranks: largest error ', &
    merge('below 1e-12', 'too large  ', error < 1e-12_real64)
  call MPI_Finalize(code)
  if (error >= 1e-12_real64) error stop 1

contains

  function initial() result(values)
    real(real64) :: values(n, columns)
    integer :: i, j
    values = reshape([((sin(wave * (i - 1)) * sin(wave * (first + j - 1)), i = 1, n), j = 1, columns)], [n, columns])
  end function

  !> Columns go to the ranks on both sides, rows to this rank itself.
  subroutine add_halos()
    integer :: before, after
    before = modulo(rank - 1, size_of_job)
    after = modulo(rank + 1, size_of_job)
    call add_message(column(2), before, column(columns + 2), after, 0)
    call add_message(column(columns + 1), after, column(1), before, 1)
    call add_message(row(2), rank, row(n + 2), rank, 2)
    call add_message(row(n + 1), rank, row(1), rank, 3)
  end subroutine

  !> `from` is sent to rank `to`, `into` is received from rank `source`.
  subroutine add_message(from, to, into, source, tag)
    type(halo_part), intent(in) :: from, into
    integer, intent(in) :: to, source, tag
    call halos%add_send([from], to, tag)
    call halos%add_receive([into], source, tag)
  end subroutine

  function column(j) result(part)
    integer, intent(in) :: j
    type(halo_part) :: part
    part = halo_box(shape(u), [2, j], [n + 1, j], element_bytes=8)
  end function

  function row(i) result(part)
    integer, intent(in) :: i
    type(halo_part) :: part
    part = halo_box(shape(u), [i, 2], [i, columns + 1], element_bytes=8)
  end function

  subroutine step()
    integer :: i, j
    do j = 2, columns + 1
      do i = 2, n + 1
        next(i, j) = u(i, j) + k * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4 * u(i, j))
      end do
    end do
    u = next
  end subroutine

end program heat
