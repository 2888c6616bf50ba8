//! `plyground agents [GAME]`: who can play.

use anyhow::Result;
use comfy_table::Table;
use ply_agents::{AgentInfo, agents, common_agents, own_agents};
use ply_arena::describe;
use ply_game::{BoardGame, Spec};
use ply_games::{Visitor, families, visit};
use serde_json::{Value, json};

use crate::args::Format;
use crate::output::{Screen, option_row, print, print_json};

pub fn run(screen: Screen, game: Option<&str>, format: Format) -> Result<()> {
    match game {
        Some(game) => {
            let agents = visit(&game.parse()?, None, Every)?;
            if format.json {
                return print_json(&agents.iter().map(describe::agent).collect::<Vec<_>>());
            }
            print(&format!("{}\n", table(screen, &agents).trim_fmt()));
        }
        None => {
            let mut groups = vec![("every game", common_agents())];
            for family in families() {
                groups.push((family.name, visit(&family.name.parse()?, None, Own)?));
            }
            if format.json {
                let tell = |&(game, ref agents): &(&str, Vec<AgentInfo>)| {
                    let game = if game == "every game" { Value::Null } else { json!(game) };
                    agents.iter().map(move |agent| with_game(describe::agent(agent), &game)).collect::<Vec<_>>()
                };
                return print_json(&groups.iter().flat_map(tell).collect::<Vec<_>>());
            }
            for (game, agents) in &groups {
                print(&format!("{game}\n{}\n\n", table(screen, agents).trim_fmt()));
            }
        }
    }
    if !format.json {
        print("\nAlso: human (a person), and cmd:PROGRAM ARGS... (a program that speaks UGI).\n");
    }
    Ok(())
}

fn table(screen: Screen, agents: &[AgentInfo]) -> Table {
    let mut table = screen.table(5, &["agent", "option", "default", "range", "how it thinks"]);
    for agent in agents {
        let about = format!("{} ({})", agent.about, agent.source);
        table.add_row([agent.name, "", "", "", &about]);
        for option in agent.options {
            table.add_row(option_row(option));
        }
    }
    table
}

/// All agents of a game.
struct Every;

impl Visitor for Every {
    type Output = Vec<AgentInfo>;

    fn visit<G: BoardGame>(self, _spec: Spec, _start: G) -> Vec<AgentInfo> {
        agents::<G>()
    }
}

/// Those that only this game has.
struct Own;

impl Visitor for Own {
    type Output = Vec<AgentInfo>;

    fn visit<G: BoardGame>(self, _spec: Spec, _start: G) -> Vec<AgentInfo> {
        own_agents::<G>()
    }
}

fn with_game(mut agent: Value, game: &Value) -> Value {
    agent["game"] = game.clone();
    agent
}
