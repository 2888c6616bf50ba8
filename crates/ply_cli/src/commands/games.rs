//! `plyground games`: what there is.

use anyhow::Result;
use ply_arena::describe;
use ply_games::families;

use crate::args::Format;
use crate::output::{Screen, option_row, print, print_json};

pub fn run(screen: Screen, format: Format) -> Result<()> {
    let families = families();
    if format.json {
        return print_json(&families.iter().map(describe::family).collect::<Vec<_>>());
    }
    let mut table = screen.table(5, &["game", "option", "default", "range", "what it is"]);
    for family in families {
        table.add_row([family.name, "", "", "", family.about]);
        for option in family.options {
            table.add_row(option_row(option));
        }
    }
    print(&format!("{}\n", table.trim_fmt()));
    Ok(())
}
