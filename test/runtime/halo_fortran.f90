! SPDX-License-Identifier: MIT
!> The Fortran module of the halo library: a ring of all ranks by every way to move a halo, and errors.
program halo_fortran
  use mpi
  use brick_halo
  use, intrinsic :: iso_fortran_env, only: real64, int32, int64
  implicit none

  type(halo_ranks) :: ranks
  integer :: code, rank, size_of_job, wrong = 0

  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  call MPI_Comm_size(MPI_COMM_WORLD, size_of_job, code)
  call ranks%create(MPI_COMM_WORLD)
  call test_all_at_once()
  call test_one_by_one()
  call test_stages()
  call test_errors()
  call test_boxes_that_will_not_do()
  call ranks%free()
  call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, code)
  call MPI_Finalize(code)
  if (wrong > 0) error stop 1

contains

  subroutine expect(condition, what)
    logical, intent(in) :: condition
    character(*), intent(in) :: what
    if (condition) return
    wrong = wrong + 1
    print '(a, i0, 2a)', 'rank ', rank, ': ', what
  end subroutine

  !> The second column of `u` and the first and third element of `v` go to the next rank, into the last column and the
  !> elements 4 and 2.
  subroutine make_ring(halos, send, receive, strategy)
    type(halo_exchange), intent(inout) :: halos
    integer, intent(out) :: send, receive
    integer, intent(in) :: strategy
    call halos%create(ranks, strategy=strategy, threads=2)
    call halos%add_send([halo_box([3, 4], [1, 2], [3, 2], 8), halo_part_of([1_int64, 3_int64], 4, array=2)], &
                        modulo(rank + 1, size_of_job), tag=5, id=send)
    call halos%add_receive([halo_part_of([halo_record(10, 3)], 8), halo_part_of([4, 2], 4, array=2)], &
                           modulo(rank - 1, size_of_job), tag=5, id=receive)
  end subroutine

  subroutine fill(u, v, round)
    real(real64), intent(out) :: u(:, :)
    integer(int32), intent(out) :: v(:)
    integer, intent(in) :: round
    u = -1
    u(:, 2) = [10 * rank, 10 * rank + 1, 10 * rank + 2] + round
    v = -1
    v(1) = rank + round
    v(3) = rank + round + 100
  end subroutine

  subroutine check_ring(u, v, round, what)
    real(real64), intent(in) :: u(:, :)
    integer(int32), intent(in) :: v(:)
    integer, intent(in) :: round
    character(*), intent(in) :: what
    integer :: from
    from = modulo(rank - 1, size_of_job)
    call expect(all(nint(u(:, 4)) == [10 * from, 10 * from + 1, 10 * from + 2] + round), what // ': reals')
    call expect(v(4) == from + round .and. v(2) == from + round + 100, what // ': integers')
    call expect(all(nint(u(:, 3)) == -1) .and. v(5) == -1, what // ': what is no ghost')
  end subroutine

  subroutine test_all_at_once()
    type(halo_exchange) :: halos
    type(halo_status) :: status
    real(real64), target :: u(3, 4)
    integer(int32), target :: v(5)
    logical :: complete
    integer :: send, receive, strategy
    do strategy = halo_packed, halo_superpipeline
      call make_ring(halos, send, receive, strategy)
      call fill(u, v, strategy)
      call halos%exchange([halo_array_of(u), halo_array_of(v)])
      call check_ring(u, v, strategy, 'exchange')
      call fill(u, v, 7)
      call halos%start([halo_array_of(u), halo_array_of(v)], status)
      complete = .false.
      do while (.not. complete)
        call status%test(complete)
      end do
      call check_ring(u, v, 7, 'start')
      call halos%free()
    end do
  end subroutine

  subroutine test_one_by_one()
    type(halo_exchange) :: halos
    type(halo_status) :: sent, received
    real(real64), target :: u(3, 4)
    integer(int32), target :: v(5)
    integer :: send, receive
    call make_ring(halos, send, receive, halo_types)
    call halos%check()
    call fill(u, v, 1)
    call halos%start_receive(receive, [halo_array_of(u), halo_array_of(v)], received)
    call halos%start_send(send, [halo_array_of(u), halo_array_of(v)], sent, rank=modulo(rank + 1, size_of_job))
    call received%wait()
    call sent%wait()
    call check_ring(u, v, 1, 'one by one')
    call halos%free()
  end subroutine

  subroutine test_stages()
    type(halo_exchange) :: halos
    type(halo_status) :: sent, status
    real(real64), target :: u(3, 4)
    integer(int32), target :: v(5)
    integer :: send, receive, thread
    call make_ring(halos, send, receive, halo_packed)
    call fill(u, v, 2)
    call halos%pack(send, 1, halo_array_of(u))
    call halos%start_pack(send, 2, halo_array_of(v), status)
    call status%detach()
    call halos%start_send_packed(send, sent)
    call halos%start_receive_packed(receive, status)
    call status%wait()
    call sent%wait()
    call halos%unpack(receive, 2, halo_array_of(v))
    call halos%start_unpack(receive, 1, halo_array_of(u), status)
    call status%wait()
    call check_ring(u, v, 2, 'stages')
    call fill(u, v, 3)
    call halos%pack_all([halo_array_of(u), halo_array_of(v)])
    call halos%start_send_packed(send, sent)
    call halos%start_receive(receive, [halo_array_of(u), halo_array_of(v)], status)
    call status%wait()
    call sent%wait()
    call check_ring(u, v, 3, 'all at once')
    call halos%prepare_pack([halo_array_of(u), halo_array_of(v)])
    call fill(u, v, 4)
    do thread = 0, 2
      call halos%pack_share(thread, 3)
    end do
    call halos%start_send_packed(send, sent)
    call halos%start_receive(receive, [halo_array_of(u), halo_array_of(v)], status)
    call status%wait()
    call sent%wait()
    call check_ring(u, v, 4, 'in shares')
    call halos%free()
  end subroutine

  subroutine test_errors()
    type(halo_exchange) :: halos
    integer(int32), target :: v(2)
    integer :: send, receive, error
    call make_ring(halos, send, receive, halo_packed)
    call halos%pack(send, 2, halo_array_of(v), error)
    call expect(error /= 0, 'no error')
    call expect(halo_error() == 'halo send 0: array 1 has 2 elements, but the region reaches element 2', halo_error())
    call halos%pack_share(0, 1, error)
    call expect(error /= 0, 'no error for shares that have not been prepared')
    call halos%add_send([halo_part_of([0_int64], 8)], 0, 1, error=error)
    call expect(error /= 0, 'no error for an index that is 0')
    call halos%free(error)
    call expect(error == 0, 'free')
  end subroutine

  subroutine test_boxes_that_will_not_do()
    type(halo_part) :: part
    integer :: error
    part = halo_box([3, 4], low=[1, 2], high=[3, 5], element_bytes=8, error=error)
    call expect(error /= 0, 'no error for a box that leaves the array')
    call expect(halo_error() == 'the box from [1, 2] to [3, 5] leaves an array of [3, 4]', halo_error())
    call expect(.not. allocated(part%indices), 'a part of a box that leaves the array')
    part = halo_box([3, 4], low=[0, 2], high=[3, 4], element_bytes=8, error=error)
    call expect(error /= 0, 'no error for a box that begins before the array')
    part = halo_box([3, 4], low=[1], high=[3, 4], element_bytes=8, error=error)
    call expect(error /= 0, 'no error for a box of other dimensions')
    call expect(halo_error() == 'the box from [1] to [3, 4] has other dimensions than an array of [3, 4]', halo_error())
    part = halo_box([3, 4], low=[1, 2], high=[3, 3], element_bytes=8, error=error)
    call expect(error == 0 .and. size(part%indices) == 6, 'a box of 6 elements')
  end subroutine

end program halo_fortran
