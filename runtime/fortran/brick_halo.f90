! SPDX-License-Identifier: MIT
!> The halo library in Fortran: the C interface (brick/halo.h) with Fortran's arrays. The words and rules are those of
!> brick/halo.hpp. Elements and arrays are counted from 1, the first index of an array runs fastest.
!>
!> Every procedure that can fail has an optional last argument `error`: 0 or an error code. Without it, an error ends the
!> program. The words of the last error: halo_error().
module brick_halo
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: real32, real64, int32, int64, error_unit
  implicit none
  private

  public :: halo_ranks, halo_exchange, halo_status, halo_array, halo_part, halo_record
  public :: halo_array_of, halo_part_of, halo_box, halo_error

  !> Strategies.
  integer, parameter, public :: halo_default = -1, halo_packed = 0, halo_persistent = 1, halo_types = 2, &
                                halo_neighbourhood = 3, halo_maximal_block = 4, halo_packed_put = 5, &
                                halo_fixed_pipeline = 6, halo_superpipeline = 7
  !> When an operation starts while one that it should follow is under way.
  integer, parameter, public :: halo_ignore = 0, halo_warn = 1, halo_wait = 2
  !> In the place of a rank.
  integer, parameter, public :: halo_rank_per_call = -1, halo_fixed_rank = -1

  !> `rows` runs of `columns` elements, `stride` elements apart; `start` counts from 1.
  type, bind(C) :: halo_record
    integer(c_int64_t) :: start = 1, columns = 0, rows = 1, stride = 0
  end type

  !> An array of the caller's; see halo_array_of. The array must be contiguous and a target (and asynchronous, where it is
  !> used while an operation is under way, and from prepare_pack to the last pack_share).
  type, bind(C) :: halo_array
    type(c_ptr) :: data
    integer(c_int64_t) :: length
    integer(c_size_t) :: element_bytes
  end type

  !> A piece of a message: elements of array number `array`; see halo_part_of and halo_box.
  type :: halo_part
    integer :: array = 1
    integer :: element_bytes = 8
    integer(c_int64_t), allocatable :: indices(:)
    type(halo_record), allocatable :: records(:)
  end type

  !> A communicator: duplicated once, for all objects made with it.
  type :: halo_ranks
    type(c_ptr), private :: handle = c_null_ptr
  contains
    procedure :: create => ranks_create
    procedure :: free => ranks_free
  end type

  !> An operation under way.
  type :: halo_status
    type(c_ptr), private :: handle = c_null_ptr
  contains
    procedure :: test => status_test
    procedure :: wait => status_wait
    procedure :: detach => status_detach
  end type

  !> Halos and their exchange.
  type :: halo_exchange
    type(c_ptr), private :: handle = c_null_ptr
  contains
    procedure :: create => exchange_create
    procedure :: free => exchange_free
    procedure :: add_send => exchange_add_send
    procedure :: add_receive => exchange_add_receive
    procedure :: check => exchange_check
    procedure :: exchange => exchange_exchange
    procedure :: start => exchange_start
    procedure :: start_send => exchange_start_send
    procedure :: start_receive => exchange_start_receive
    procedure :: pack_all => exchange_pack_all
    procedure :: prepare_pack => exchange_prepare_pack
    procedure :: pack_share => exchange_pack_share
    procedure :: pack => exchange_pack
    procedure :: start_pack => exchange_start_pack
    procedure :: start_send_packed => exchange_start_send_packed
    procedure :: start_receive_packed => exchange_start_receive_packed
    procedure :: unpack => exchange_unpack
    procedure :: start_unpack => exchange_start_unpack
  end type

  !> The array as the library sees it, for any number of dimensions.
  interface halo_array_of
    module procedure array_of_real32, array_of_real64, array_of_int32, array_of_int64
  end interface

  !> A part from indices, of either kind of integers, or from records.
  interface halo_part_of
    module procedure part_of_indices, part_of_int_indices, part_of_records
  end interface

  !> brick_halo_part and brick_halo_options of the C interface.
  type, bind(C) :: c_part
    integer(c_int) :: array
    integer(c_size_t) :: element_bytes
    integer(c_int64_t) :: count
    type(c_ptr) :: indices, records
  end type

  type, bind(C) :: c_options
    integer(c_int) :: strategy, out_of_sync, tags
    type(c_funptr) :: warning
    type(c_ptr) :: context
    integer(c_int64_t) :: block_bytes
    real(c_double) :: block_factor
    real(c_double) :: costs(7), node_costs(7)
    integer(c_int) :: threads
  end type

  interface
    function c_error() bind(C, name="brick_halo_error") result(words)
      import
      type(c_ptr) :: words
    end function

    function c_strlen(text) bind(C, name="strlen") result(length)
      import
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function

    function c_ranks_create(comm, ranks) bind(C, name="brick_halo_ranks_create_fortran") result(code)
      import
      integer(c_int), value :: comm
      type(c_ptr) :: ranks
      integer(c_int) :: code
    end function

    function c_refuse(words) bind(C, name="brick_halo_refuse_fortran") result(code)
      import
      character(kind=c_char), intent(in) :: words(*)
      integer(c_int) :: code
    end function

    function c_ranks_free(ranks) bind(C, name="brick_halo_ranks_free") result(code)
      import
      type(c_ptr) :: ranks
      integer(c_int) :: code
    end function

    function c_default_options() bind(C, name="brick_halo_default_options") result(options)
      import
      type(c_options) :: options
    end function

    function c_create(ranks, options, halo) bind(C, name="brick_halo_create") result(code)
      import
      type(c_ptr), value :: ranks
      type(c_options) :: options
      type(c_ptr) :: halo
      integer(c_int) :: code
    end function

    function c_free(halo) bind(C, name="brick_halo_free") result(code)
      import
      type(c_ptr) :: halo
      integer(c_int) :: code
    end function

    function c_add_send(halo, part_count, parts, rank, tag, strategy, id) bind(C, name="brick_halo_add_send") &
      result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: part_count, rank, tag, strategy
      type(c_part) :: parts(*)
      integer(c_int) :: id, code
    end function

    function c_add_receive(halo, part_count, parts, rank, tag, strategy, id) bind(C, name="brick_halo_add_receive") &
      result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: part_count, rank, tag, strategy
      type(c_part) :: parts(*)
      integer(c_int) :: id, code
    end function

    function c_check(halo) bind(C, name="brick_halo_check") result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int) :: code
    end function

    function c_exchange(halo, array_count, arrays) bind(C, name="brick_halo_exchange") result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: array_count
      type(halo_array) :: arrays(*)
      integer(c_int) :: code
    end function

    function c_start(halo, array_count, arrays, status) bind(C, name="brick_halo_start") result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: array_count
      type(halo_array) :: arrays(*)
      type(c_ptr) :: status
      integer(c_int) :: code
    end function

    function c_start_send(halo, id, array_count, arrays, rank, status) bind(C, name="brick_halo_start_send") &
      result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: id, array_count, rank
      type(halo_array) :: arrays(*)
      type(c_ptr) :: status
      integer(c_int) :: code
    end function

    function c_start_receive(halo, id, array_count, arrays, rank, status) bind(C, name="brick_halo_start_receive") &
      result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: id, array_count, rank
      type(halo_array) :: arrays(*)
      type(c_ptr) :: status
      integer(c_int) :: code
    end function

    function c_pack_all(halo, array_count, arrays) bind(C, name="brick_halo_pack_all") result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: array_count
      type(halo_array) :: arrays(*)
      integer(c_int) :: code
    end function

    function c_prepare_pack(halo, array_count, arrays) bind(C, name="brick_halo_prepare_pack") result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: array_count
      type(halo_array) :: arrays(*)
      integer(c_int) :: code
    end function

    function c_pack_share(halo, thread, threads) bind(C, name="brick_halo_pack_share") result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: thread, threads
      integer(c_int) :: code
    end function

    function c_pack(halo, id, number, array) bind(C, name="brick_halo_pack") result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: id, number
      type(halo_array), value :: array
      integer(c_int) :: code
    end function

    function c_start_pack(halo, id, number, array, status) bind(C, name="brick_halo_start_pack") result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: id, number
      type(halo_array), value :: array
      type(c_ptr) :: status
      integer(c_int) :: code
    end function

    function c_start_send_packed(halo, id, rank, status) bind(C, name="brick_halo_start_send_packed") result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: id, rank
      type(c_ptr) :: status
      integer(c_int) :: code
    end function

    function c_start_receive_packed(halo, id, rank, status) bind(C, name="brick_halo_start_receive_packed") &
      result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: id, rank
      type(c_ptr) :: status
      integer(c_int) :: code
    end function

    function c_unpack(halo, id, number, array) bind(C, name="brick_halo_unpack") result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: id, number
      type(halo_array), value :: array
      integer(c_int) :: code
    end function

    function c_start_unpack(halo, id, number, array, status) bind(C, name="brick_halo_start_unpack") result(code)
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: id, number
      type(halo_array), value :: array
      type(c_ptr) :: status
      integer(c_int) :: code
    end function

    function c_test(status, complete) bind(C, name="brick_halo_test") result(code)
      import
      type(c_ptr) :: status
      integer(c_int) :: complete, code
    end function

    function c_wait(status) bind(C, name="brick_halo_wait") result(code)
      import
      type(c_ptr) :: status
      integer(c_int) :: code
    end function

    function c_detach(status) bind(C, name="brick_halo_detach") result(code)
      import
      type(c_ptr) :: status
      integer(c_int) :: code
    end function
  end interface

contains

  !> The words of the last error.
  function halo_error() result(words)
    character(:), allocatable :: words
    character(kind=c_char), pointer :: text(:)
    integer :: i
    call c_f_pointer(c_error(), text, [c_strlen(c_error())])
    allocate(character(size(text)) :: words)
    do i = 1, size(text)
      words(i:i) = text(i)
    end do
  end function

  !> Hands the code to the caller or, where the caller takes none, ends the program.
  subroutine report(code, error)
    integer(c_int), intent(in) :: code
    integer, optional, intent(out) :: error
    if (present(error)) then
      error = code
    else if (code /= 0) then
      write(error_unit, '(2a)') 'brick_halo: ', halo_error()
      error stop 1
    end if
  end subroutine

  ! intent(inout), since the library may write through the pointer later: with intent(in) compilers take it that it does not.
  function array_of_real32(values) result(array)
    real(real32), contiguous, target, intent(inout) :: values(..)
    type(halo_array) :: array
    array = halo_array(c_loc(values), size(values, kind=c_int64_t), 4_c_size_t)
  end function

  function array_of_real64(values) result(array)
    real(real64), contiguous, target, intent(inout) :: values(..)
    type(halo_array) :: array
    array = halo_array(c_loc(values), size(values, kind=c_int64_t), 8_c_size_t)
  end function

  function array_of_int32(values) result(array)
    integer(int32), contiguous, target, intent(inout) :: values(..)
    type(halo_array) :: array
    array = halo_array(c_loc(values), size(values, kind=c_int64_t), 4_c_size_t)
  end function

  function array_of_int64(values) result(array)
    integer(int64), contiguous, target, intent(inout) :: values(..)
    type(halo_array) :: array
    array = halo_array(c_loc(values), size(values, kind=c_int64_t), 8_c_size_t)
  end function

  !> The elements with these indices, counted from 1.
  function part_of_indices(indices, element_bytes, array) result(part)
    integer(c_int64_t), intent(in) :: indices(:)
    integer, intent(in) :: element_bytes
    integer, optional, intent(in) :: array
    type(halo_part) :: part
    allocate(part%indices, source=indices)
    part%element_bytes = element_bytes
    if (present(array)) part%array = array
  end function

  function part_of_int_indices(indices, element_bytes, array) result(part)
    integer(c_int), intent(in) :: indices(:)
    integer, intent(in) :: element_bytes
    integer, optional, intent(in) :: array
    type(halo_part) :: part
    part = part_of_indices(int(indices, c_int64_t), element_bytes, array)
  end function

  function part_of_records(records, element_bytes, array) result(part)
    type(halo_record), intent(in) :: records(:)
    integer, intent(in) :: element_bytes
    integer, optional, intent(in) :: array
    type(halo_part) :: part
    allocate(part%records, source=records)
    part%element_bytes = element_bytes
    if (present(array)) part%array = array
  end function

  !> "[3, 4]"
  function text_of(numbers) result(text)
    integer, intent(in) :: numbers(:)
    character(:), allocatable :: text
    character(16 * size(numbers) + 1) :: line
    write(line, '("[", *(i0, :, ", "))') numbers
    text = trim(line) // ']'
  end function

  !> 0, or an error code where an array of this shape has no such box.
  function check_box(shape, low, high) result(code)
    integer, intent(in) :: shape(:), low(:), high(:)
    integer(c_int) :: code
    character(:), allocatable :: box
    box = 'the box from ' // text_of(low) // ' to ' // text_of(high)
    code = 0
    if (size(low) /= size(shape) .or. size(high) /= size(shape)) then
      code = c_refuse(box // ' has other dimensions than an array of ' // text_of(shape) // c_null_char)
    else if (any(low < 1) .or. any(high > shape)) then
      code = c_refuse(box // ' leaves an array of ' // text_of(shape) // c_null_char)
    end if
  end function

  !> The box from `low` to `high`, both included and counted from 1, of an array of this shape. Nothing after an error.
  function halo_box(shape, low, high, element_bytes, array, error) result(part)
    integer, intent(in) :: shape(:), low(:), high(:)
    integer, intent(in) :: element_bytes
    integer, optional, intent(in) :: array
    integer, optional, intent(out) :: error
    type(halo_part) :: part
    integer(c_int) :: code
    integer(c_int64_t), allocatable :: indices(:)
    integer(c_int64_t) :: step
    integer :: axis, i
    code = check_box(shape, low, high)
    call report(code, error)
    if (code /= 0) return
    indices = [1_c_int64_t]
    step = 1
    do axis = 1, size(shape)
      indices = [(indices + (i - 1) * step, i = low(axis), high(axis))]
      step = step * shape(axis)
    end do
    part = part_of_indices(indices, element_bytes, array)
  end function

  !> `comm` is the handle of the module mpi, or the MPI_VAL of one of mpi_f08. Collective.
  subroutine ranks_create(self, comm, error)
    class(halo_ranks), intent(inout) :: self
    integer, intent(in) :: comm
    integer, optional, intent(out) :: error
    call report(c_ranks_create(int(comm, c_int), self%handle), error)
  end subroutine

  subroutine ranks_free(self, error)
    class(halo_ranks), intent(inout) :: self
    integer, optional, intent(out) :: error
    call report(c_ranks_free(self%handle), error)
  end subroutine

  !> Collective. Pipelines have a first block of `block_bytes`, and each `block_factor` times the one before.
  subroutine exchange_create(self, ranks, strategy, out_of_sync, tags, error, block_bytes, block_factor, threads)
    class(halo_exchange), intent(inout) :: self
    type(halo_ranks), intent(in) :: ranks
    integer, optional, intent(in) :: strategy, out_of_sync, tags
    integer, optional, intent(out) :: error
    integer, optional, intent(in) :: block_bytes
    real(real64), optional, intent(in) :: block_factor
    integer, optional, intent(in) :: threads
    type(c_options) :: options
    options = c_default_options()
    if (present(strategy)) options%strategy = int(strategy, c_int)
    if (present(out_of_sync)) options%out_of_sync = int(out_of_sync, c_int)
    if (present(tags)) options%tags = int(tags, c_int)
    if (present(block_bytes)) options%block_bytes = int(block_bytes, c_int64_t)
    if (present(block_factor)) options%block_factor = real(block_factor, c_double)
    if (present(threads)) options%threads = int(threads, c_int)
    call report(c_create(ranks%handle, options, self%handle), error)
  end subroutine

  subroutine exchange_free(self, error)
    class(halo_exchange), intent(inout) :: self
    integer, optional, intent(out) :: error
    call report(c_free(self%handle), error)
  end subroutine

  !> Parts for C: what they point to lives as long as `parts`, whose elements are counted from 0 by now.
  function c_parts_of(parts) result(result_parts)
    type(halo_part), target, intent(in) :: parts(:)
    type(c_part) :: result_parts(size(parts))
    integer :: i
    do i = 1, size(parts)
      result_parts(i) = c_part(parts(i)%array, parts(i)%element_bytes, 0, c_null_ptr, c_null_ptr)
      if (allocated(parts(i)%indices)) then
        result_parts(i)%count = size(parts(i)%indices, kind=c_int64_t)
        if (size(parts(i)%indices) > 0) result_parts(i)%indices = c_loc(parts(i)%indices)
      else if (allocated(parts(i)%records)) then
        result_parts(i)%count = size(parts(i)%records, kind=c_int64_t)
        if (size(parts(i)%records) > 0) result_parts(i)%records = c_loc(parts(i)%records)
      end if
    end do
  end function

  !> The same parts with everything counted from 0.
  function from_zero(parts) result(shifted)
    type(halo_part), intent(in) :: parts(:)
    type(halo_part) :: shifted(size(parts))
    integer :: i
    shifted = parts
    do i = 1, size(parts)
      shifted(i)%array = parts(i)%array - 1
      if (allocated(shifted(i)%indices)) shifted(i)%indices = parts(i)%indices - 1
      if (allocated(shifted(i)%records)) shifted(i)%records%start = parts(i)%records%start - 1
    end do
  end function

  !> The number of the send, for the procedures below.
  subroutine exchange_add_send(self, parts, rank, tag, id, strategy, error)
    class(halo_exchange), intent(inout) :: self
    type(halo_part), intent(in) :: parts(:)
    integer, intent(in) :: rank, tag
    integer, optional, intent(out) :: id, error
    integer, optional, intent(in) :: strategy
    type(halo_part), target :: shifted(size(parts))
    integer(c_int) :: number, how, code
    shifted = from_zero(parts)
    how = halo_default
    if (present(strategy)) how = int(strategy, c_int)
    code = c_add_send(self%handle, size(parts, kind=c_int), c_parts_of(shifted), int(rank, c_int), int(tag, c_int), how, &
                      number)
    if (present(id) .and. code == 0) id = number
    call report(code, error)
  end subroutine

  subroutine exchange_add_receive(self, parts, rank, tag, id, strategy, error)
    class(halo_exchange), intent(inout) :: self
    type(halo_part), intent(in) :: parts(:)
    integer, intent(in) :: rank, tag
    integer, optional, intent(out) :: id, error
    integer, optional, intent(in) :: strategy
    type(halo_part), target :: shifted(size(parts))
    integer(c_int) :: number, how, code
    shifted = from_zero(parts)
    how = halo_default
    if (present(strategy)) how = int(strategy, c_int)
    code = c_add_receive(self%handle, size(parts, kind=c_int), c_parts_of(shifted), int(rank, c_int), int(tag, c_int), &
                         how, number)
    if (present(id) .and. code == 0) id = number
    call report(code, error)
  end subroutine

  !> Collective.
  subroutine exchange_check(self, error)
    class(halo_exchange), intent(inout) :: self
    integer, optional, intent(out) :: error
    call report(c_check(self%handle), error)
  end subroutine

  !> All halos; the first call is collective.
  subroutine exchange_exchange(self, arrays, error)
    class(halo_exchange), intent(inout) :: self
    type(halo_array), intent(in) :: arrays(:)
    integer, optional, intent(out) :: error
    call report(c_exchange(self%handle, size(arrays, kind=c_int), arrays), error)
  end subroutine

  subroutine exchange_start(self, arrays, status, error)
    class(halo_exchange), intent(inout) :: self
    type(halo_array), intent(in) :: arrays(:)
    type(halo_status), intent(inout) :: status
    integer, optional, intent(out) :: error
    call report(c_start(self%handle, size(arrays, kind=c_int), arrays, status%handle), error)
  end subroutine

  !> The rank of a call; halo_fixed_rank when it names none.
  pure function rank_of(rank) result(used)
    integer, optional, intent(in) :: rank
    integer(c_int) :: used
    used = halo_fixed_rank
    if (present(rank)) used = int(rank, c_int)
  end function

  subroutine exchange_start_send(self, id, arrays, status, rank, error)
    class(halo_exchange), intent(inout) :: self
    integer, intent(in) :: id
    type(halo_array), intent(in) :: arrays(:)
    type(halo_status), intent(inout) :: status
    integer, optional, intent(in) :: rank
    integer, optional, intent(out) :: error
    call report(c_start_send(self%handle, int(id, c_int), size(arrays, kind=c_int), arrays, rank_of(rank), &
                             status%handle), error)
  end subroutine

  subroutine exchange_start_receive(self, id, arrays, status, rank, error)
    class(halo_exchange), intent(inout) :: self
    integer, intent(in) :: id
    type(halo_array), intent(in) :: arrays(:)
    type(halo_status), intent(inout) :: status
    integer, optional, intent(in) :: rank
    integer, optional, intent(out) :: error
    call report(c_start_receive(self%handle, int(id, c_int), size(arrays, kind=c_int), arrays, rank_of(rank), &
                                status%handle), error)
  end subroutine

  subroutine exchange_pack_all(self, arrays, error)
    class(halo_exchange), intent(inout) :: self
    type(halo_array), intent(in) :: arrays(:)
    integer, optional, intent(out) :: error
    call report(c_pack_all(self%handle, size(arrays, kind=c_int), arrays), error)
  end subroutine

  !> In a parallel region: the thread that calls MPI prepares, again when arrays have been swapped or moved or a send has
  !> been added; in every step each of `threads` threads packs its share, with its number from 0 on as OpenMP counts them.
  subroutine exchange_prepare_pack(self, arrays, error)
    class(halo_exchange), intent(inout) :: self
    type(halo_array), intent(in) :: arrays(:)
    integer, optional, intent(out) :: error
    call report(c_prepare_pack(self%handle, size(arrays, kind=c_int), arrays), error)
  end subroutine

  subroutine exchange_pack_share(self, thread, threads, error)
    class(halo_exchange), intent(in) :: self
    integer, intent(in) :: thread, threads
    integer, optional, intent(out) :: error
    call report(c_pack_share(self%handle, int(thread, c_int), int(threads, c_int)), error)
  end subroutine

  subroutine exchange_pack(self, id, number, array, error)
    class(halo_exchange), intent(inout) :: self
    integer, intent(in) :: id, number
    type(halo_array), intent(in) :: array
    integer, optional, intent(out) :: error
    call report(c_pack(self%handle, int(id, c_int), int(number - 1, c_int), array), error)
  end subroutine

  subroutine exchange_start_pack(self, id, number, array, status, error)
    class(halo_exchange), intent(inout) :: self
    integer, intent(in) :: id, number
    type(halo_array), intent(in) :: array
    type(halo_status), intent(inout) :: status
    integer, optional, intent(out) :: error
    call report(c_start_pack(self%handle, int(id, c_int), int(number - 1, c_int), array, status%handle), error)
  end subroutine

  subroutine exchange_start_send_packed(self, id, status, rank, error)
    class(halo_exchange), intent(inout) :: self
    integer, intent(in) :: id
    type(halo_status), intent(inout) :: status
    integer, optional, intent(in) :: rank
    integer, optional, intent(out) :: error
    call report(c_start_send_packed(self%handle, int(id, c_int), rank_of(rank), status%handle), error)
  end subroutine

  subroutine exchange_start_receive_packed(self, id, status, rank, error)
    class(halo_exchange), intent(inout) :: self
    integer, intent(in) :: id
    type(halo_status), intent(inout) :: status
    integer, optional, intent(in) :: rank
    integer, optional, intent(out) :: error
    call report(c_start_receive_packed(self%handle, int(id, c_int), rank_of(rank), status%handle), error)
  end subroutine

  subroutine exchange_unpack(self, id, number, array, error)
    class(halo_exchange), intent(inout) :: self
    integer, intent(in) :: id, number
    type(halo_array), intent(in) :: array
    integer, optional, intent(out) :: error
    call report(c_unpack(self%handle, int(id, c_int), int(number - 1, c_int), array), error)
  end subroutine

  subroutine exchange_start_unpack(self, id, number, array, status, error)
    class(halo_exchange), intent(inout) :: self
    integer, intent(in) :: id, number
    type(halo_array), intent(in) :: array
    type(halo_status), intent(inout) :: status
    integer, optional, intent(out) :: error
    call report(c_start_unpack(self%handle, int(id, c_int), int(number - 1, c_int), array, status%handle), error)
  end subroutine

  !> True when the operation is complete.
  subroutine status_test(self, complete, error)
    class(halo_status), intent(inout) :: self
    logical, intent(out) :: complete
    integer, optional, intent(out) :: error
    integer(c_int) :: done, code
    code = c_test(self%handle, done)
    complete = done /= 0
    call report(code, error)
  end subroutine

  subroutine status_wait(self, error)
    class(halo_status), intent(inout) :: self
    integer, optional, intent(out) :: error
    call report(c_wait(self%handle), error)
  end subroutine

  !> Leaves the operation to its halo_exchange.
  subroutine status_detach(self, error)
    class(halo_status), intent(inout) :: self
    integer, optional, intent(out) :: error
    call report(c_detach(self%handle), error)
  end subroutine

end module brick_halo
