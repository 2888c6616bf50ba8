//! Programs from outside as players, and our agents as programs: both sides of UGI, the universal game interface.
//!
//! A [`ProcessSeat`] sits a program at the board. It is started under the limits of [`ProgramLimits`], as far as the
//! machine can enforce them ([`sandbox`]), spoken to over pipes, and whatever it does wrong becomes a
//! [`Fault`](crate::Fault) with its last words. [`ugi::serve`] is the other side, and [`check_agent`] walks a new
//! program through the protocol and explains what it finds.
//!
//! No threads are needed for a program: its pipes are read with `poll` by whoever waits for its answer, and one thread
//! watches what all of them use. Between its turns nothing is read, so a program that prints too much then only fills
//! its own pipe and waits.

mod buffers;
mod check;
mod dialog;
mod ending;
mod process;
mod process_seat;
mod program;
pub mod sandbox;
mod tree;
pub mod ugi;
mod watch;

pub use crate::game::command::{CommandError, CommandLine};
pub use check::{Check, CheckSettings, Finding, Level, check_agent};
pub use process_seat::{ProcessSeat, try_out};
pub use program::{Launcher, Program, ProgramLimits};
