//! `plyground results NAME --delete`: a tournament and its games are forgotten, if that is meant.

use std::io::{IsTerminal as _, stdin};

use anyhow::{Result, bail};
use ply_arena::store::Store;

use crate::args::ResultsArgs;
use crate::output::{print, tell};

pub fn run(read: &Store, args: &ResultsArgs) -> Result<()> {
    let store = Store::open_existing(read.path())?;
    let tournaments = args.names.iter().map(|name| store.find(name)).collect::<Result<Vec<_>, _>>()?;
    for tournament in tournaments {
        // Nobody plays it meanwhile.
        let lock = store.lock(&tournament)?;
        let what = format!("tournament '{}' with {} games", tournament.name, tournament.games);
        if !args.yes {
            if !stdin().is_terminal() {
                bail!("{what} is not deleted: there is nobody to ask; --yes deletes without asking");
            }
            tell(format!("Delete {what}, for ever? Type its name to confirm:"));
            let mut typed = String::new();
            stdin().read_line(&mut typed)?;
            if typed.trim() != tournament.name {
                bail!("{what} is not deleted");
            }
        }
        store.delete(&tournament)?;
        drop(lock);
        print(&format!("deleted {what}\n"));
    }
    Ok(())
}
