//! A sparse matrix times a vector, for rows of equal, of very different, and of no length.
//!
//! The matrix is stored by rows, in the CSR format. A kernel divides the work by rows, the library's calls divide it by entries. The
//! files in `sparse/` say what the kernels teach and cost. All numbers are small integers, whose sums are exact in every order.

use std::error::Error;

use onrush::prelude::*;
use onrush_cuda::{Cuda, Kernel};

use crate::Lab;
use crate::figures::Figures;
use crate::inputs::item;
use crate::picture::Picture;
use crate::table::Table;
use crate::ways::{self, Ways, bytes};

#[path = "../../src/guide/recipes/sparse_matrix.rs"]
#[allow(dead_code, reason = "the recipe's example is the guide's")]
mod recipe;

/// The table's heads.
const CASE: &str = "matrix";
const RATE: &str = "GFLOP/s";

/// The entries of row `i` are those at `start[i] .. start[i + 1]`.
#[derive(Default)]
struct Host {
    start: Vec<u32>,
    column: Vec<u32>,
    value: Vec<f32>,
}

impl Host {
    fn add_row(&mut self, entries: impl Iterator<Item = (usize, f32)>) {
        if self.start.is_empty() {
            self.start.push(0);
        }
        for (column, value) in entries {
            self.column.push(column as u32);
            self.value.push(value);
        }
        self.start.push(self.column.len() as u32);
    }

    /// Poisson's equation on a grid: each cell four times, less its neighbours.
    fn laplacian(side: usize) -> Self {
        let mut matrix = Host::default();
        for i in 0..side * side {
            let (row, column) = (i / side, i % side);
            let around = [
                (row > 0).then(|| i - side),
                (column > 0).then(|| i - 1),
                (column + 1 < side).then(|| i + 1),
                (row + 1 < side).then(|| i + side),
            ];
            matrix.add_row(around.into_iter().flatten().map(|i| (i, -1.0)).chain([(i, 4.0)]));
        }
        matrix
    }

    /// Rows of these lengths, whose entries are anywhere.
    fn random(rows: usize, length: impl Fn(usize) -> usize) -> Self {
        let mut matrix = Host::default();
        for row in 0..rows {
            let first = matrix.column.len();
            matrix.add_row((first..first + length(row)).map(|k| (hash(k) as usize % rows, item(k) as f32)));
        }
        matrix
    }

    fn rows(&self) -> usize {
        self.start.len() - 1
    }

    /// The product, by a plain loop.
    fn times(&self, x: &[f32], y: &mut [f32]) {
        for (row, y) in y.iter_mut().enumerate() {
            let entries = self.start[row] as usize..self.start[row + 1] as usize;
            *y = entries.map(|k| self.value[k] * x[self.column[k] as usize]).sum();
        }
    }

    fn row_of_entries(&self) -> Vec<u32> {
        let lengths = self.start.windows(2).map(|start| (start[1] - start[0]) as usize);
        lengths.enumerate().flat_map(|(row, length)| std::iter::repeat_n(row as u32, length)).collect()
    }

    fn longest(&self) -> u32 {
        self.start.windows(2).map(|start| start[1] - start[0]).max().unwrap_or(0)
    }
}

fn hash(i: usize) -> u32 {
    let h = (i as u32 ^ 0x9e37_79b9).wrapping_mul(0x85eb_ca6b);
    let h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

/// The length of a row: longer than `l` with a probability of 1 / l^1.25, and 5 on average.
fn power_law(row: usize, rows: usize) -> usize {
    let random = (f64::from(hash(row)) + 1.0) / 4_294_967_296.0;
    (random.powf(-0.8) as usize).min(rows)
}

/// One row in sixteen has entries.
fn mostly_empty(row: usize) -> usize {
    if row % 16 == 3 { 80 } else { 0 }
}

type Floats<B = Cuda> = DeviceVec<f32, B>;

struct Matrix<B: Backend> {
    start: DeviceVec<u32, B>,
    column: DeviceVec<u32, B>,
    value: Floats<B>,
}

impl<B: Backend> Matrix<B> {
    fn new(device: &B, of: &Host) -> onrush::Result<Self> {
        let (start, column) = (device.upload(&of.start)?, device.upload(&of.column)?);
        Ok(Matrix { start, column, value: device.upload(&of.value)? })
    }

    /// Each row is a segment of products, which are computed as they are summed: the guide's recipe, without a new vector.
    fn by_segments(&self, x: &Floats<B>, y: &mut Floats<B>) -> onrush::Result<()> {
        let products = x.iter().permute(&self.column).zip(&self.value).map(op!(|(x, a): (f32, f32)| a * x));
        products.segments(&self.start).sum().collect_into(y)
    }
}

impl Matrix<Cuda> {
    /// Entries find their rows by a binary search; sums of neighbours with the same row are put in their places.
    fn by_key(&self, x: &Floats, y: &mut Floats) -> onrush::Result<()> {
        let entries = x.device().range(0..self.column.len() as u32);
        let row = entries.upper_bound(self.start.view()).map(op!(|starts: usize| starts - 1));
        let products = x.iter().permute(&self.column).zip(&self.value).map(op!(|(x, a): (f32, f32)| a * x));
        let (row, sum) = reduce_by_key(row, products, Sum).collect()?;
        y.fill(0.0)?;
        sum.iter().scatter(&row, y)
    }

    fn by_kernel(&self, kernel: &Kernel, x: &Floats, y: &mut Floats) -> onrush::Result<()> {
        const THREADS: usize = 256;
        let blocks = y.len().div_ceil(THREADS).min(1 << 14);
        // SAFETY: indices are checked, and each thread or warp writes rows of its own.
        unsafe { kernel.launch(blocks, THREADS, (&self.start, &self.column, &self.value, x, y)) }
    }
}

fn kernels(cuda: &Cuda) -> [Kernel; 2] {
    let thread = cuda.kernel("thread_row", include_str!("sparse/thread_row.cu"));
    [thread, cuda.kernel("warp_row", include_str!("sparse/warp_row.cu"))]
}

/// Measures the ways for a matrix and returns them.
fn measure<'a>(lab: &'a Lab, table: &mut Table, name: &str, host: &Host) -> Result<Ways<'a>, Box<dyn Error>> {
    let (cuda, cpu, rows, entries) = (&lab.cuda, Cpu::new(), host.rows(), host.column.len());
    let items: Vec<f32> = (0..rows).map(|i| item(i) as f32).collect();
    let mut exact = vec![0.0; rows];
    host.times(&items, &mut exact);
    let (matrix, x, y) = (Matrix::new(cuda, host)?, cuda.upload(&items)?, &mut cuda.filled(0.0, rows)?);
    // The result of one way isn't taken for that of the next one.
    let check = |way: &str, y: &mut Floats| {
        let right = y.to_vec()? == exact;
        y.fill(f32::NAN)?;
        if right { Ok(()) } else { Err(Box::<dyn Error>::from(format!("{way}, {name}: the sums are wrong"))) }
    };
    // Every entry, every row's start and sum, and every item of x once.
    let least = Some(bytes::<[u32; 2]>(entries) + bytes::<[u32; 3]>(rows));
    let [thread_row, warp_row] = kernels(cuda);
    let sizes = [rows, entries, host.longest() as usize];
    let mut ways = Ways::with(lab, sizes.map(|size| size.to_string()).to_vec());

    ways.gpu("segments", least, || matrix.by_segments(&x, y))?;
    check("segments", y)?;
    ways.gpu("a thread for each row", least, || matrix.by_kernel(&thread_row, &x, y))?;
    check("a thread for each row", y)?;
    ways.gpu("a warp for each row", least, || matrix.by_kernel(&warp_row, &x, y))?;
    check("a warp for each row", y)?;
    ways.gpu("reduce_by_key", least, || matrix.by_key(&x, y))?;
    check("reduce_by_key", y)?;
    let row_of_entries = cuda.upload(&host.row_of_entries())?;
    ways.gpu("scatter_reduce", least.map(|least| least + bytes::<u32>(entries)), || {
        *y = recipe::of_entries(&row_of_entries, &matrix.column, &matrix.value, &x, rows)?;
        Ok(())
    })?;
    check("scatter_reduce", y)?;

    let (of_cpu, x) = (Matrix::new(&cpu, host)?, cpu.upload(&items)?);
    let y = ways.cpu("segments", least, || cpu.filled(0.0, rows), |y| of_cpu.by_segments(&x, y))?;
    let by_loop = ways.cpu(
        "a plain loop",
        least,
        || Ok(vec![0.0; rows]),
        |y| {
            host.times(&items, y);
            Ok(())
        },
    )?;
    if y.to_vec()? != exact || by_loop != exact {
        return Err(format!("the CPU, {name}: the sums are wrong").into());
    }
    println!("{name}: {rows} rows, {entries} entries, {} in the longest row", host.longest());
    // Each entry is a product and a sum.
    ways.print(table, name, 2.0 * entries as f64);
    Ok(ways)
}

pub(crate) fn run(lab: &Lab) -> Result<Table, Box<dyn Error>> {
    const THREAD: &str = "a thread for each row";
    const WARP: &str = "a warp for each row";
    let mut table = ways::table_with(CASE, RATE, &["rows", "entries", "longest row"]);
    let side = lab.options.size.map_or(if lab.is_gpu { 1 << 10 } else { 32 }, usize::isqrt).max(4);
    let rows = side * side;

    let ways = measure(lab, &mut table, "Laplacian", &Host::laplacian(side))?;
    ways.claim("a thread for each row is slower than segments", THREAD, "segments");
    ways.claim("a warp for each row of five entries is slower than a thread", WARP, THREAD);
    println!();
    let ways = measure(lab, &mut table, "power law", &Host::random(rows, |row| power_law(row, rows)))?;
    ways.claim("a thread for each row is slower than segments", THREAD, "segments");
    ways.claim("a thread for each row is slower than a warp", THREAD, WARP);
    println!();
    let ways = measure(lab, &mut table, "empty rows", &Host::random(rows, mostly_empty))?;
    ways.claim("a warp for each row, though most are empty, is slower than segments", WARP, "segments");
    Ok(table)
}

pub(crate) fn pictures(figures: &Figures) -> Vec<Picture> {
    vec![ways::picture(figures, "sparse", "A sparse matrix times a vector", CASE, RATE)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NVRTC compiles the kernels for GPUs.
    #[test]
    fn gpus_have_the_products() {
        let cuda = Cuda::emulated();
        let (of_u32, of_f32) = (cuda.filled(0u32, 1).unwrap(), cuda.filled(0.0f32, 1).unwrap());
        let mut y = cuda.filled(0.0f32, 1).unwrap();
        ways::compile_for_gpus(
            &kernels(&cuda).map(|kernel| kernel.source(256, &(&of_u32, &of_u32, &of_f32, &of_f32, &mut y))),
        );
    }
}
