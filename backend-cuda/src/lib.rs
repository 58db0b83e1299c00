//! onrush-cuda
