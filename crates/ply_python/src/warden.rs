//! Programs are started by way of a script of the package, which does here what the binary's subcommand does.

use std::path::PathBuf;
use std::process::ExitCode;

use ply_arena::Launcher;
use ply_arena::external::sandbox;
use pyo3::prelude::*;

/// Tells where the script is.
#[pyfunction]
pub fn stand_in(script: PathBuf) {
    Launcher::stand_in(script);
}

/// Confines this process, which must have no other threads, and becomes the program. `args` are the words after the
/// script's name; gives back the exit code if that failed, or the program has ended.
#[pyfunction]
pub fn enter(args: Vec<String>) -> Option<u8> {
    let words = args.into_iter().skip_while(|word| word == sandbox::SUBCOMMAND).map(Into::into);
    let code = sandbox::enter_and_exec(words);
    (0..=u8::MAX).find(|number| ExitCode::from(*number) == code)
}

/// The layers that hold programs here: name, whether it is enforced, and how or why not.
#[pyfunction]
pub fn layers(py: Python<'_>) -> Vec<(String, bool, String)> {
    let layers = py.detach(|| sandbox::probe(&Launcher::this_binary()));
    layers.0.into_iter().map(|layer| (layer.name.to_owned(), layer.enforced, layer.note)).collect()
}
