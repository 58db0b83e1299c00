//! Names of what vectors do.

table! { $ names_of_vectors InFront
    TryClone {
        vector "write `.try_clone()?`: memory can run out"
        see DeviceVec::try_clone;
        std: clone() to_owned();
    }
    Copied {
        chain "write `.collect()?`, or `.collect_into(&mut y)?` into a vector that exists"
        vector "write `.try_clone()?`, or `.iter().collect_into(&mut y)?` into a vector that exists"
        see DeviceVec::try_clone, Chain::collect_into;
        thrust cupy pandas: copy();
        thrust: copy_n(A B) uninitialized_copy(A) uninitialized_copy_n(A B);
    }
    Filled {
        chain "write `device.constant(value, n)`"
        vector "write `.fill(value)?`, or `.slice_mut(..n)?.fill(value)?`"
        see DeviceVec::fill;
        thrust: fill_n(A B) uninitialized_fill(A) uninitialized_fill_n(A B);
    }
    SwapRanges {
        chain "write `.zip(y.iter_mut()).for_each(op!(…))?` over `x.iter_mut()`"
        vector "write `.iter_mut().zip(y.iter_mut()).for_each(op!(…))?`, or `std::mem::swap` of whole vectors"
        see DeviceVec::iter_mut;
        thrust: swap_ranges(A);
        std: swap_with_slice(A);
    }
    FirstOfChain {
        chain "write `.take(1).collect()?`, or `x.first()?` of the vector"
        see DeviceVec::first;
        std: first();
    }
    LastOfChain {
        chain "write `.rev().take(1).collect()?`, or `x.last()?` of the vector"
        see DeviceVec::last;
        std: last();
    }
    AtOfChain {
        chain "write `.collect()?.at(i)?`, or `x.at(i)?` of the vector"
        see DeviceVec::at;
        onrush: at(A);
        std: get(A);
    }
    Item {
        chain "write `.collect()?.at(0)?`"
        vector "write `.at(0)?`"
        see DeviceVec::at;
        cupy: item();
    }
    ToVec {
        chain "write `.collect()?.to_vec()?`: the items of a chain lie on the device"
        parts "write a terminal, such as `.sum().collect()?`, and `.to_vec()?` of the vector"
        see DeviceVec::to_vec;
        std: to_vec();
    }
    ToList {
        chain "write `.collect()?.to_vec()?`"
        vector "write `.to_vec()?`"
        see DeviceVec::to_vec;
        cupy pandas: tolist();
        pandas: to_numpy() to_list();
        other: to_host() download() cpu();
    }
    ToBytes {
        chain "write `.collect()?.to_vec()?`, and go on with the host's `Vec`"
        vector "write `.to_vec()?`, and go on with the host's `Vec`"
        see DeviceVec::to_vec;
        cupy: tobytes() tofile(A) dump(A) dumps();
        std: into_vec() into_boxed_slice() leak() into_raw_parts() into_flattened() escape_ascii()
            utf8_chunks() is_ascii() eq_ignore_ascii_case(A) make_ascii_lowercase() make_ascii_uppercase()
            to_ascii_lowercase() to_ascii_uppercase() trim_ascii() trim_ascii_start() trim_ascii_end()
            assume_init() assume_init_drop() assume_init_mut() assume_init_ref() write_clone_of_slice(A)
            write_copy_of_slice(A) as_array() as_mut_array() align_to() align_to_mut() as_flattened_mut()
            first_chunk() last_chunk() split_first_chunk() split_last_chunk();
    }
    IterOfChain {
        chain "leave `.iter()` out: this is a chain already"
        parts "leave `.iter()` out: these are parts of a chain"
        see DeviceVec::iter;
        std: iter();
    }
    IterMutOfChain {
        chain "write `x.iter_mut()` of the vector"
        parts "write `.iter_mut()` of the vector"
        see DeviceVec::iter_mut;
        std: iter_mut();
    }
    Referenced {
        chain "write `x.iter_mut().for_each(op!(…))?` of the vector, or `x.set(i, value)?`"
        vector "write `.set(i, value)?`, or `.iter_mut().for_each(op!(…))?`: there are no references to elements of a device"
        see DeviceVec::set, DeviceVec::iter_mut;
        std: get_mut(A) first_mut() last_mut() first_chunk_mut() last_chunk_mut() split_first_mut()
            split_last_mut() split_first_chunk_mut() split_last_chunk_mut() get_disjoint_mut(A)
            get_disjoint_unchecked_mut(A) get_unchecked_mut(A) insert_mut(A B) push_mut(A);
    }
    GetUnchecked {
        chain "write `.collect()?.at(i)?`"
        vector "write `.at(i)?`"
        see DeviceVec::at;
        std: get_unchecked(A) element_offset(A);
    }
    Put {
        chain "write `.scatter(&index, &mut y)?`, of the values"
        vector "write `.set(i, value)?`, or `values.iter().scatter(&index, &mut x)?` for many"
        see DeviceVec::set, Chain::scatter;
        cupy: put(A B) itemset(A B);
    }
    SplitFirst {
        chain "write `.skip(1)` for the rest"
        vector "write `.first()?` and `.slice(1..)?`"
        see DeviceVec::first, DeviceVec::slice;
        std: split_first();
    }
    SplitLast {
        chain "write `.take(n - 1)` for the rest"
        vector "write `.last()?` and `.slice(..n - 1)?`"
        see DeviceVec::last, DeviceVec::slice;
        std: split_last();
    }
    SplitAt {
        chain "write `.take(i)` and `.skip(i)`"
        vector "write `.split_at(i)?` or `.split_at_mut(i)?`: an index out of range is an error"
        see DeviceVec::split_at, DeviceVec::split_at_mut;
        std: split_at_checked(A) split_at_unchecked(A) split_at_mut_checked(A) split_at_mut_unchecked(A)
            split_off_first() split_off_first_mut() split_off_last() split_off_last_mut() split_off_mut(A);
    }
    Split {
        chain "write `.segments(&offsets)`, where `.enumerate().filter(op!(…))` finds the offsets"
        vector "write `.iter().segments(&offsets)`, where `.iter().enumerate().filter(op!(…))` finds the offsets"
        see Chain::segments;
        std: split(A) splitn(A B) rsplit(A) rsplitn(A B) split_inclusive(A);
        rayon: par_split(A) par_split_inclusive(A);
    }
    ChunksMut {
        chain "write `.segments_of_mut(n)` of the vector, to sort its parts"
        vector "write `.segments_of_mut(n)` to sort parts, `.slice_mut(i..j)?` for one, or `.iter_mut().enumerate()`"
        see DeviceVec::segments_of_mut, DeviceVec::slice_mut;
        std: chunks_mut(A) chunks_exact_mut(A) rchunks_mut(A) rchunks_exact_mut(A) as_chunks_mut()
            as_chunks_unchecked_mut() as_rchunks_mut() chunk_by_mut(A) split_mut(A) splitn_mut(A B)
            rsplit_mut(A) rsplitn_mut(A B) split_inclusive_mut(A);
        rayon: par_chunks_mut(A) par_chunks_exact_mut(A) par_rchunks_mut(A) par_rchunks_exact_mut(A)
            par_split_mut(A) par_split_inclusive_mut(A) par_chunk_by_mut(A);
    }
    CopyFrom {
        chain "write `.collect_into(&mut y)?`"
        vector "write `.copy_from(&data)?` from the host, `y.iter().collect_into(&mut x)?` from a vector"
        see DeviceVec::copy_from, Chain::collect_into;
        std: copy_from_slice(A) clone_from_slice(A);
    }
    CopyWithin {
        chain "write `.collect()?`, and `.collect_into(y.slice_mut(i..j)?)?` of the copy"
        vector "write `let part = x.slice(i..j)?.iter().collect()?;`, and `part.iter().collect_into(x.slice_mut(k..n)?)?`"
        see DeviceVec::slice, Chain::collect_into;
        std: copy_within(A B);
    }
    Insert {
        chain "write `device.concat([&a, &b])?`"
        vector "write `let mut rest = x.split_off(i)?;`, `x.push(value)?` and `x.append(&mut rest)?`"
        see DeviceVec::split_off, DeviceVec::append;
        std: insert(A B) splice(A B);
    }
    Drain {
        chain "write `.collect()?`"
        vector "write `.split_off(i)?` for the end, `.retain(op!(…))?` for elements by a test"
        see DeviceVec::split_off, DeviceVec::retain;
        std: drain(A);
        rayon: par_drain(A);
    }
    PopIf {
        chain "write `.filter(op!(…))`"
        vector "write `.pop()?`, or `.retain(op!(…))?` for elements by a test"
        see DeviceVec::pop, DeviceVec::retain;
        std: pop_if(A);
    }
    ParExtend {
        chain "write `y.extend(chain)?` of a vector"
        vector "write `.extend(&y)?`"
        see DeviceVec::extend;
        rayon: par_extend(A);
    }
    TryReserve {
        chain "write `.reserve(n)?` of a vector"
        vector "write `.reserve(n)?`: it returns an error where memory runs out"
        see DeviceVec::reserve;
        std: try_reserve(A) try_reserve_exact(A);
    }
    ShrinkTo {
        chain "write `.shrink_to_fit()?` of a vector"
        vector "write `.shrink_to_fit()?`"
        see DeviceVec::shrink_to_fit;
        std: shrink_to(A);
    }
    Spare {
        chain "write `.collect()?`"
        vector "write `DeviceVec::with_capacity(&device, n)?` and `.extend(chain)?`"
        see DeviceVec::with_capacity, DeviceVec::extend;
        std: spare_capacity_mut();
    }
    Pointer {
        chain "write `.collect()?.as_ptr()`"
        vector "write `.as_ptr()` or `.as_mut_ptr()` for the address, `.view()` for operations"
        see DeviceVec::as_ptr, DeviceVec::view;
        std: as_ptr_range() as_mut_ptr_range();
        cupy: data() base() cstruct() mdspan() toDlpack() flags() strides();
    }
    ParallelSlice {
        chain "leave it out: a chain runs in parallel"
        vector "write `.as_slice()` or `.as_mut_slice()`, or `.iter()` for a chain"
        see DeviceVec::as_slice;
        rayon: as_parallel_slice() as_parallel_slice_mut();
    }
    NBytes {
        chain "write `.len() * size_of::<f32>()`"
        vector "write `.len() * size_of::<f32>()`"
        see DeviceVec::len;
        cupy: nbytes() itemsize();
    }
    DType {
        chain "leave it out: the type of the items is known when the program is compiled"
        vector "leave it out: the type of the elements is that of `DeviceVec<f32, B>`"
        see DeviceVec::len;
        cupy: dtype();
    }
}
