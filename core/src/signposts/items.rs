//! Names of what changes and selects items.

table! { $ names_of_items InFront
    Map {
        chain "write `.map(op!(…))`"
        vector "write `.iter().map(op!(…))`"
        parts "write `.map(op!(…))` in front of `.segments(…)`"
        see Chain::map;
        thrust cub: transform(A);
        thrust: transform_n(A);
        cub: transform_stable_argument_addresses(A);
        pandas: apply(A) applymap(A);
        other: with(A);
    }
    MapWith {
        chain "write `.map(op!(…))`: an operation captures values by their names"
        vector "write `.iter().map(op!(…))`: an operation captures values by their names"
        see Chain::map;
        rayon: map_with(A B) map_init(A B);
    }
    ForEach {
        chain "write `.for_each(op!(…))?`: it runs in parallel, and captures values by their names"
        vector "write `.iter_mut().for_each(op!(…))?`"
        see Chain::for_each;
        rayon: for_each_with(A B) for_each_init(A B);
        thrust: for_each_n(A B);
        cub: for_each_copy(A) for_each_copy_n(A B) for_each_in_extents(A) for_each_in_layout(A);
        itertools: foreach(A);
    }
    Update {
        chain "write `.map(op!(…))`: an item that an operation changes is a copy"
        vector "write `.iter_mut().for_each(op!(|v: &mut f32| …))?`"
        see Chain::map, DeviceVec::iter_mut;
        std rayon: inspect(A);
        rayon: update(A);
    }
    Cast {
        chain "write `.map(op!(|v: f32| v as f64))`"
        vector "write `.iter().map(op!(|v: f32| v as f64))`"
        see Chain::map;
        cupy pandas: astype(A);
    }
    Bytes {
        chain "write `.map(op!(|v: u32| v.swap_bytes()))`"
        vector "write `.iter().map(op!(|v: u32| v.swap_bytes()))`"
        see Chain::map;
        cupy: byteswap();
    }
    Clip {
        chain "write `.map(op!(|v: f32| v.clamp(low, high)))`"
        vector "write `.iter().map(op!(|v: f32| v.clamp(low, high)))`"
        see Chain::map;
        cupy pandas: clip(A B);
    }
    Rounded {
        chain "write `.map(op!(|v: f32| v.round()))`: numbers have std's methods in operations"
        vector "write `.iter().map(op!(|v: f32| v.round()))`: numbers have std's methods in operations"
        see Chain::map;
        cupy pandas: round();
        pandas: abs() pow(A);
    }
    Complex {
        chain "write `.map(op!(…))` over a struct of two numbers with `#[derive(Element)]`"
        vector "write `.iter().map(op!(…))` over a struct of two numbers with `#[derive(Element)]`"
        see Chain::map;
        cupy: real() imag() conj() conjugate();
    }
    Replace {
        chain "write `.map(op!(|v: f32| v.max(0.0)))`, or an operation with `if`"
        vector "write `.iter_mut().for_each(op!(|v: &mut f32| …))?`, whose operation assigns to `*v` by `if`"
        see Chain::map, DeviceVec::iter_mut;
        thrust: replace_if(A B) replace_copy(A B C) replace_copy_if(A B C) transform_if(A B)
            transform_if_n(A B C);
        thrust pandas: replace(A B);
        cupy: putmask(A B);
        pandas: fillna(A) mask(A);
    }
    Choose {
        chain "write `.zip(&y).map(op!(|(a, b): (f32, f32)| …))`, whose operation chooses by `if`"
        vector "write `.iter().zip(&y).map(op!(|(a, b): (f32, f32)| …))`, whose operation chooses by `if`"
        see Chain::zip;
        cupy: choose(A);
        pandas: combine(A B);
    }
    ZipEq {
        chain "write `.zip(&y)`, which refuses different lengths"
        vector "write `.iter().zip(&y)`, which refuses different lengths"
        see Chain::zip;
        rayon: zip_eq(A);
        itertools: zip_longest(A);
    }
    Interleave {
        chain "write `.zip(&y).flat_map(op!(|(a, b): (f32, f32)| [a, b]))`"
        vector "write `.iter().zip(&y).flat_map(op!(|(a, b): (f32, f32)| [a, b]))`"
        see Chain::flat_map;
        rayon itertools: interleave(A) interleave_shortest(A);
        rayon: intersperse(A);
    }
    Flatten {
        chain "write `.flat_map(op!(|v: [f32; 3]| v))` where items are arrays"
        vector "leave `flatten` out: a vector has one dimension, and no chain nests"
        see Chain::flat_map;
        std rayon cupy: flatten();
        rayon: flatten_iter();
    }
    FlatMap {
        chain "write `.flat_map(op!(…))`, whose operation returns an array"
        vector "write `.iter().flat_map(op!(…))`, whose operation returns an array"
        see Chain::flat_map;
        rayon: flat_map_iter(A);
        pandas: explode();
    }
    Unzip {
        chain "write `.collect()?`: it stores the parts of tuples in a vector each"
        vector "leave `unzip` out: tuples are stored as a vector for each part"
        see Chain::collect;
        std rayon: unzip();
        itertools: multiunzip();
    }
    UnzipInto {
        chain "write `.collect_into((&mut a, &mut b))?`"
        vector "write `.iter().collect_into(&mut y)?`"
        see Chain::collect_into;
        rayon: unzip_into_vecs(A B) collect_into_vec(A);
    }
    CollectVec {
        chain "write `.collect()?`, or `.collect()?.to_vec()?` for a `Vec`"
        vector "write `.to_vec()?`"
        see Chain::collect, DeviceVec::to_vec;
        rayon: collect_vec_list();
        itertools: collect_vec();
    }
    Cloned {
        chain "leave `cloned` and `copied` out: the items of a chain are values"
        vector "leave it out: `.iter()` yields values, not references"
        parts "leave it out: items are values, not references"
        see Chain::map;
        std rayon: cloned() copied();
    }
    Concatenated {
        chain "write `.chain(&y)`, or `device.concat([&x, &y])?` for a vector"
        vector "write `device.concat([&x, &y])?`, or `.extend(&y)?`"
        see Backend::concat, DeviceVec::extend;
        pandas cupy: concatenate(A);
    }
    Concat {
        chain "write `device.concat([&x, &y])?`"
        vector "write `device.concat([&x, &y])?`"
        see Backend::concat;
        std: concat() connect(A) join(A);
    }
    Repeated {
        chain "write `.repeat_each(10)`, or `.repeat(&counts).collect()?` for each item's own count"
        vector "write `.iter().repeat_each(10)`, or `.iter().repeat(&counts).collect()?` for each element's own count"
        see Chain::repeat_each, Chain::repeat;
        other: repeat_n(A) repeat_interleave(A) repeat_elements(A);
    }
    RepeatVector {
        vector "write `.iter().tile(times)` for the whole, `.iter().repeat_each(times)` for each element"
        see Chain::tile, Chain::repeat_each, Chain::repeat;
        std cupy: repeat(A);
    }
    Cycle {
        chain "write `.cycle_to(n)` or `.tile(times)`: chains end"
        vector "write `.iter().cycle_to(n)` or `.iter().tile(times)`"
        see Chain::cycle_to, Chain::tile;
        std: cycle();
    }
    Rev {
        chain "write `.rev()`"
        vector "write `.iter().rev()`, or `.reverse()?` in place"
        see Chain::rev, DeviceVec::reverse;
        thrust: reverse_copy(A);
        cupy: flip();
    }
    Windows {
        chain "write `.windows::<3>()`: the length is a constant, and a window is an array"
        vector "write `.iter().windows::<3>()`: the length is a constant, and a window is an array"
        see Chain::windows;
        std: array_windows();
        rayon: par_windows(A) par_array_windows();
        pandas: rolling(A);
        itertools: tuple_windows();
    }
    Chunks {
        chain "write `.chunks::<4>()` for arrays, `.segments_of(n)` for parts of any length"
        vector "write `.iter().chunks::<4>()` for arrays, `.iter().segments_of(n)` for parts of any length"
        see Chain::chunks, Chain::segments_of;
        std: chunks_exact(A) as_chunks() rchunks(A) rchunks_exact(A) as_rchunks() as_chunks_unchecked()
            as_flattened();
        rayon: par_chunks(A) par_chunks_exact(A) par_rchunks(A) par_rchunks_exact(A) fold_chunks(A B C)
            fold_chunks_with(A B C);
        itertools: tuples() array_chunks();
    }
    Differences {
        chain "write `.adjacent_difference(op!(|v: f32, before: f32| v - before))`"
        vector "write `.iter().adjacent_difference(op!(|v: f32, before: f32| v - before))`"
        see Chain::adjacent_difference;
        cub: subtract_left(A) subtract_left_copy(A) subtract_right(A) subtract_right_copy(A);
        cupy pandas: diff();
        pandas: pct_change() shift(A);
    }
    FilterMap {
        chain "write `.filter_map(op!(…))`, with an operation that returns an `Option`"
        vector "write `.iter().filter_map(op!(…))`, with an operation that returns an `Option`"
        see Chain::filter_map;
        itertools: filter_map_ok(A);
    }
    Retained {
        chain "write `.filter(op!(…))`, with the test of the items that stay"
        vector "write `.retain(op!(…))?`, with the test of the elements that stay"
        see Chain::filter, DeviceVec::retain;
        thrust: remove_if(A) remove_copy(A B) remove_copy_if(A B);
        pandas: dropna();
        std: retain_mut(A);
    }
    Removed {
        chain "write `.filter(op!(…))`, with the test of the items that stay"
        vector "write `.retain(op!(…))?` for elements that stay, or `.swap_remove(i)?` for one that goes"
        see Chain::filter, DeviceVec::retain, DeviceVec::swap_remove;
        std thrust: remove(A);
    }
    RepeatInto {
        chain "write `.repeat(&counts).collect_into(&mut y)?`, or `.gather_segments(&starts, &offsets).collect_into(&mut y)?`"
        vector "write `.iter().repeat(&counts).collect_into(&mut y)?`, or `.iter().gather_segments(&starts, &offsets).collect_into(&mut y)?`"
        see Pending::collect_into;
        onrush: gather_segments_into(A B C) repeat_into(A B);
    }
    Kept {
        chain "write `.filter(op!(…))`, and end it by `.collect()?` or `.collect_into(&mut y)?`"
        vector "write `.iter().filter(op!(…))`, and end it by `.collect()?` or `.collect_into(&mut y)?`"
        see Chain::filter;
        thrust: copy_if(A);
    }
    RetainedChain {
        chain "write `.filter(op!(…))`"
        see Chain::filter;
        std: retain(A);
    }
    Flagged {
        chain "write `.zip(&flags).filter(op!(|(_, keep): (f32, bool)| keep))`"
        vector "write `.iter().zip(&flags).filter(op!(|(_, keep): (f32, bool)| keep))`"
        see Chain::filter;
        cub: flagged(A) flagged_if(A B);
        cupy: compress(A);
        pandas: query(A);
    }
    Nonzero {
        chain "write `.enumerate().filter(op!(|(_, v): (usize, f32)| v != 0.0))`"
        vector "write `.iter().enumerate().filter(op!(|(_, v): (usize, f32)| v != 0.0))`"
        see Chain::filter, Chain::enumerate;
        cupy: nonzero();
        rayon itertools: positions(A);
    }
    TakeWhile {
        chain "write `.take(n)`, where `.position(op!(…))?` of the first item that is left out says `n`"
        vector "write `.iter().take(n)`, where `.iter().position(op!(…))?` says `n`"
        see Chain::take, Chain::position;
        std: take_while(A) map_while(A);
        rayon: take_any_while(A) while_some();
        itertools: peeking_take_while(A);
    }
    SkipWhile {
        chain "write `.skip(n)`, where `.position(op!(…))?` of the first item that stays says `n`"
        vector "write `.iter().skip(n)`, where `.iter().position(op!(…))?` says `n`"
        see Chain::skip, Chain::position;
        std: skip_while(A);
        rayon: skip_any_while(A);
    }
    Take {
        chain "write `.take(n)`"
        vector "write `.iter().take(n)`"
        see Chain::take;
        rayon: take_any(A);
        pandas: head(A);
    }
    Skip {
        chain "write `.skip(n)`"
        vector "write `.iter().skip(n)`"
        see Chain::skip;
        rayon: skip_any(A);
        pandas: tail(A);
    }
    Partitioned {
        chain "write `.partition(op!(…)).collect()?`: it is stable"
        vector "write `.iter().partition(op!(…)).collect()?`: it is stable"
        see Chain::partition;
        thrust: stable_partition(A) partition_copy(A) stable_partition_copy(A);
        rayon: partition_map(A);
        std: extract_if(A B);
    }
    PartitionInto {
        chain "write `.partition(op!(…)).collect_into((&mut a, &mut b))?`"
        vector "write `.iter().partition(op!(…)).collect_into((&mut a, &mut b))?`"
        see Pending::collect_into;
        onrush: partition_by_into(A B C) partition_in_three_into(A B C D E) partition_into(A B C);
    }
    Deduplicated {
        chain "write `.dedup()`, after `.sort().collect()?` where equal items aren't neighbours"
        vector "write `.dedup()?`, after `.sort()?` where equal elements aren't neighbours"
        see Chain::dedup, DeviceVec::dedup;
        thrust cub itertools pandas: unique();
        thrust: unique_copy(A);
        pandas: drop_duplicates();
    }
    CountedUnique {
        chain "write `.dedup().count()?`, after `.sort().collect()?` where equal items aren't neighbours"
        vector "write `.iter().dedup().count()?`, after `.sort()?` where equal elements aren't neighbours"
        see Chain::dedup, Chain::count;
        thrust: unique_count();
        pandas: nunique();
    }
    UniqueByKey {
        chain "write `.dedup_by(op!(|a: (u32, f32), b: (u32, f32)| a.0 == b.0))`"
        vector "write `.iter().zip(&y).dedup_by(op!(|a: (u32, f32), b: (u32, f32)| a.0 == b.0))`"
        see Chain::dedup_by;
        thrust cub: unique_by_key(A);
        thrust: unique_by_key_copy(A B C);
        std: dedup_by_key(A);
        itertools onrush: unique_by(A);
    }
    Gathered {
        chain "write `.permute(&index)`"
        vector "write `.iter().permute(&index)`"
        see Chain::permute;
        thrust: gather(A);
        pandas: reindex(A);
        other: index_select(A);
    }
    GatheredIf {
        chain "write `.zip(&flags).map(op!(…))`, whose operation indexes a view by `if`"
        vector "write `index.iter().zip(&flags).map(op!(…))`, whose operation indexes the view of the vector by `if`"
        see DeviceVec::view;
        thrust: gather_if(A B);
    }
    Diagonal {
        chain "write `.step_by(columns + 1)`, and `.sum()?` for the trace"
        vector "write `.iter().step_by(columns + 1)`, and `.sum()?` for the trace"
        see Chain::step_by;
        cupy: diagonal() trace();
    }
}
