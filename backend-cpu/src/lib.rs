//! onrush-cpu
