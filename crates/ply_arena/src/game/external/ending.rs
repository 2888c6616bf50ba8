//! How a program ended, in words.

use crate::external::sandbox;

/// How a program ended, in words.
pub(crate) fn describe(status: std::process::ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt as _;
    let Some(signal) = status.signal() else {
        return match status.code() {
            Some(code) if code == i32::from(sandbox::NOT_STARTED) => "could not be started (exit code 127)".to_owned(),
            code => format!("exited with code {}", code.unwrap_or(-1)),
        };
    };
    let name = match signal {
        4 => " (illegal instruction)",
        6 => " (abort)",
        7 => " (bus error)",
        8 => " (arithmetic error)",
        9 => " (killed)",
        11 => " (segmentation fault)",
        13 => " (broken pipe)",
        15 => " (terminated)",
        24 => " (CPU time limit)",
        25 => " (file size limit)",
        31 => " (forbidden system call)",
        _ => "",
    };
    format!("was ended by signal {signal}{name}")
}
