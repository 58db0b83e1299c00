//! onrush-macros
