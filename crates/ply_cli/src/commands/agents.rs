//! `plyground agents [GAME]`: who can play.

use anyhow::Result;
use ply_agents::{AgentInfo, agents};
use ply_game::Spec;
use ply_games::visit;
use serde_json::json;

use crate::args::Format;
use crate::output::{Screen, print, print_json};

pub fn run(screen: Screen, game: Option<&str>, format: Format) -> Result<()> {
    if let Some(game) = game {
        let spec: Spec = game.parse()?;
        visit(&spec, None, Known)?;
    }
    let agents = agents();
    if format.json {
        return print_json(&agents.iter().map(as_json).collect::<Vec<_>>());
    }
    let mut table = screen.table(5, &["agent", "option", "default", "range", "how it thinks"]);
    for agent in &agents {
        table.add_row([agent.name, "", "", "", agent.about]);
        for option in agent.options {
            table.add_row(["", option.key, option.default, option.range, option.about]);
        }
    }
    print(&format!(
        "{}\n\nAlso: human (a person), and cmd:PROGRAM ARGS... (a program that speaks UGI).\n",
        table.trim_fmt()
    ));
    Ok(())
}

/// Only whether the game exists: its common agents are those of every game.
struct Known;

impl ply_games::Visitor for Known {
    type Output = ();

    fn visit<G: ply_game::BoardGame>(self, _spec: Spec, _start: G) {}
}

fn as_json(agent: &AgentInfo) -> serde_json::Value {
    let options = agent.options.iter().map(
        |option| json!({"key": option.key, "default": option.default, "range": option.range, "about": option.about}),
    );
    json!({
        "name": agent.name,
        "source": agent.source,
        "about": agent.about,
        "options": options.collect::<Vec<_>>(),
    })
}
