//! The agents from outside.

mod claims;
mod colosseum;
mod declarations;
mod dots_and_boxes;
mod infexion;
mod pentago_swap;
mod simplexity;
