//! The bench signature: what fixed searches visit and find, against the committed file. Whoever changes a search on
//! purpose commits the new file with it. A game that is not in the file yet is only named: it has no search to compare
//! with.

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::{program, root};

const FILE: &str = "bench.signature";
const ARGS: [&str; 2] = ["bench", "--signature"];
const UPDATE: &str = "cargo run -p ply_cli -- bench --signature > bench.signature";

/// Fails if a search of a game that has signed is not what the file says, and names the first.
pub fn check() -> Result<()> {
    let output = Command::new(program()?).args(ARGS).stderr(Stdio::inherit()).output().context("cannot start it")?;
    if !output.status.success() {
        bail!("plyground {} failed", ARGS.join(" "));
    }
    let now = String::from_utf8(output.stdout).context("the signature is text")?;
    let committed = fs::read_to_string(root().join(FILE)).context(FILE)?;
    let new = compare(&now, &committed)?;
    if !new.is_empty() {
        println!("not in {FILE} yet: {}. To sign, run: {UPDATE}", new.join(", "));
    }
    Ok(())
}

/// The games that are only in the signature as it is now.
fn compare<'a>(now: &'a str, committed: &str) -> Result<Vec<&'a str>> {
    let mut new: Vec<&str> = games(now).collect();
    new.dedup();
    new.retain(|&game| games(committed).all(|signed| signed != game));
    let is_old = |line: &&str| !new.iter().any(|game| line.starts_with(&format!("{game} ")));
    // With a new game the total is another one, and says nothing.
    let is_compared = |line: &&str| new.is_empty() || !line.starts_with("total ");
    let mut now = now.lines().filter(is_old).filter(is_compared);
    let mut committed = committed.lines().filter(is_compared);
    loop {
        let pair = (now.next(), committed.next());
        if pair == (None, None) {
            return Ok(new);
        }
        if pair.0 != pair.1 {
            let [now, committed] = [pair.0, pair.1].map(|line| line.unwrap_or("no such line"));
            bail!(
                "the searches are not those of {FILE}:\n  now       {now}\n  committed {committed}\n\
                 if that was meant, run: {UPDATE}"
            );
        }
    }
}

/// The game of each line, in order.
fn games(signature: &str) -> impl Iterator<Item = &str> {
    signature.lines().filter_map(|line| line.split(' ').next()).filter(|&word| word != "total")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNED: &str = "chess alpha-beta 10\nchess findings ab\ngo mcts 5\ntotal 15\n";

    #[test]
    fn a_new_game_is_named_and_no_failure() {
        assert_eq!(compare(SIGNED, SIGNED).unwrap(), Vec::<&str>::new());
        let with_new =
            SIGNED.replace("go mcts", "nim mcts 3\nnim findings cd\ngo mcts").replace("total 15", "total 18");
        assert_eq!(compare(&with_new, SIGNED).unwrap(), ["nim"]);
    }

    #[test]
    fn another_search_of_a_signed_game_is_a_failure_that_shows_both() {
        let said = |now: &str| compare(now, SIGNED).unwrap_err().to_string();
        assert!(
            said(&SIGNED.replace("ab", "ac")).contains("now       chess findings ac\n  committed chess findings ab")
        );
        assert!(said("chess alpha-beta 10\nchess findings ab\ntotal 10\n").contains("committed go mcts 5"));
        assert!(said(&format!("nim mcts 3\n{}", SIGNED.replace("mcts 5", "mcts 6"))).contains("now       go mcts 6"));
    }
}
