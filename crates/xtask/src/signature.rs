//! The bench signature: what fixed searches visit, against the committed file. Whoever changes a search on purpose
//! commits the new file with it.

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::{program, root};

const FILE: &str = "bench.signature";
const ARGS: [&str; 2] = ["bench", "--signature"];

/// Fails if a search visits other nodes than the file says, and names the first.
pub fn check() -> Result<()> {
    let output = Command::new(program()?).args(ARGS).stderr(Stdio::inherit()).output().context("cannot start it")?;
    if !output.status.success() {
        bail!("plyground {} failed", ARGS.join(" "));
    }
    let now = String::from_utf8(output.stdout).context("the signature is text")?;
    let committed = fs::read_to_string(root().join(FILE)).context(FILE)?;
    if now == committed {
        return Ok(());
    }
    let difference = now.lines().zip(committed.lines()).find(|(now, committed)| now != committed);
    let (now, committed) = difference.unwrap_or(("another number of lines", "the file"));
    bail!(
        "the searches are not those of {FILE}:\n  now       {now}\n  committed {committed}\n\
         if that was meant, run: cargo run -- {} > {FILE}",
        ARGS.join(" ")
    );
}
