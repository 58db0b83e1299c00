//! Chains whose items stand in planes, rows and columns.

use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::{Border, Expr, Grid3d, Indexed, Numbered, Repeatable, Volume, Windows3d, WindowsAround3d};
use crate::value::Value;

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The items in planes of `rows` rows of `columns` items, plane by plane, each row by row: a volume, a stack of images, a
    /// tensor of three dimensions in one vector. The last dimension is contiguous, as in ndarray's standard layout.
    ///
    /// Lazy, and costs nothing: the items are the same, in the same order. The planes, rows and columns are what
    /// [`windows_3d`](Chain::windows_3d) and [`windows_around_3d`](Chain::windows_around_3d) go by; [`map`](Chain::map) keeps
    /// them. If there aren't `planes · rows · columns` items, the terminal returns
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch). [`Backend::grid_3d`] has the positions themselves.
    ///
    /// The reductions along an axis are those of matrices and segments over the same items: across planes `.grid(planes, rows *
    /// columns).columns()`, along rows `.segments_of(columns)`, and of whole planes `.segments_of(rows * columns)`.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.range(0..12).collect()?;
    /// let volume = x.iter().grid_3d(2, 2, 3);
    /// assert!(x.iter().grid_3d(2, 2, 4).count().is_err());
    ///
    /// assert_eq!(volume.clone().segments_of(3).sum().collect()?.to_vec()?, [3, 12, 21, 30]); // of each row
    /// assert_eq!(volume.clone().segments_of(6).sum().collect()?.to_vec()?, [15, 51]); // of each plane
    /// assert_eq!(volume.grid(2, 6).columns().sum().collect()?.to_vec()?, [6, 8, 10, 12, 14, 16]); // across the planes
    /// # Ok(()) }
    /// ```
    #[doc(alias("reshape", "view", "into_shape", "mdspan", "volume", "Array3", "tensor", "make_cudaExtent"))]
    pub fn grid_3d(self, planes: usize, rows: usize, columns: usize) -> Chain<Grid3d<E>, B>
    where
        E: Indexed,
    {
        self.with(|e| Grid3d::new(e, [planes, rows, columns]))
    }

    /// The items of a volume with their planes, rows and columns: `((plane, row, column), item)`. All else is as for
    /// [`enumerate_2d`](Chain::enumerate_2d).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let sums = op!(|((plane, row, column), v): ((usize, usize, usize), i32)| (plane + row + column) as i32 - v);
    /// assert_eq!(device.range(0..8).grid_3d(2, 2, 2).enumerate_3d().map(sums).collect()?.to_vec()?, [0, 0, -1, -1, -3, -3, -4, -4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("ndenumerate", "indexed_iter", "enumerate"))]
    pub fn enumerate_3d(self) -> Chain<Numbered<E, 3>, B>
    where
        E: Volume,
    {
        self.with(Numbered::new)
    }

    /// The windows of `P` planes, `R` rows and `C` columns that lie inside a volume, as arrays of planes of rows: there are
    /// `planes - P + 1` planes of `rows - R + 1` rows of `columns - C + 1` windows, none if the volume is smaller than a window.
    ///
    /// Lazy; fuses. Neighbouring windows share their loads, and no index is checked or divided for each item. A window of
    /// which an operation uses only some items loads only these.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let cubes = device.range(0..12).grid_3d(2, 2, 3).windows_3d::<2, 2, 2>();
    /// let ends = cubes.map(op!(|w: [[[i32; 2]; 2]; 2]| w[0][0][0] + w[1][1][1])).collect()?;
    /// assert_eq!(ends.to_vec()?, [10, 12]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("windows", "stencil", "sliding_window_view", "unfold", "im2col", "convolve"))]
    pub fn windows_3d<const P: usize, const R: usize, const C: usize>(self) -> Chain<Windows3d<E, P, R, C>, B>
    where
        E: Repeatable + Volume<Item: Value>,
    {
        const {
            assert!(
                P > 0 && R > 0 && C > 0,
                "`windows_3d` needs at least one plane, row and column: `windows_3d::<3, 3, 3>()`"
            )
        };
        self.with(Windows3d::new)
    }

    /// A window of `P` planes, `R` rows and `C` columns around each item of a volume, as an array of planes of rows: the item
    /// itself is `window[P / 2][R / 2][C / 2]`. The border says what stands where a window reaches beyond the volume. It is the
    /// stencil of 7, 19 or 27 points, or any other within the window.
    ///
    /// Lazy; fuses. Windows inside the volume cost what those of [`windows_3d`](Chain::windows_3d) do, or less: loads are
    /// aligned if rows are. A window over the border takes several times as long.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut heat = device.filled(0.0f32, 27)?;
    /// heat.slice_mut(13..14)?.fill(6.0)?;
    /// // One step of diffusion: the stencil of 7 points.
    /// let mean = op!(|w: [[[f32; 3]; 3]; 3]| {
    ///     (w[0][1][1] + w[2][1][1] + w[1][0][1] + w[1][2][1] + w[1][1][0] + w[1][1][2]) / 6.0
    /// });
    /// let next = heat.iter().grid_3d(3, 3, 3).windows_around_3d::<3, 3, 3>(Border::Constant(0.0)).map(mean).collect()?;
    /// assert_eq!(next.to_vec()?[9..18], [0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("windows", "stencil", "generic_filter", "convolve", "pad", "neighbours", "laplace", "FDTD3d"))]
    pub fn windows_around_3d<const P: usize, const R: usize, const C: usize>(
        self,
        border: Border<E::Item>,
    ) -> Chain<WindowsAround3d<E, E::Item, P, R, C>, B>
    where
        E: Repeatable + Volume<Item: Value>,
    {
        const {
            assert!(
                P > 0 && R > 0 && C > 0,
                "`windows_around_3d` needs at least one plane, row and column: `windows_around_3d::<3, 3, 3>(…)`"
            )
        };
        self.with(|e| WindowsAround3d::new(e, border))
    }
}
