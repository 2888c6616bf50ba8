//! `plyground results A B C`: several tournaments ranked together, agents known by their names.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};
use ply_arena::describe;
use ply_arena::plan::{Format, Plan, PlanAgent};
use ply_arena::store::{Store, StoredGame};

use super::{cross_table, export, game_table, los_table, standings, standings_text, write_report};
use crate::args::ResultsArgs;
use crate::output::{Screen, print, print_json};

pub fn run(screen: Screen, store: &Store, args: &ResultsArgs) -> Result<()> {
    let mut together: Option<Plan> = None;
    let (mut games, mut known) = (Vec::new(), BTreeSet::new());
    for (number, name) in args.names.iter().enumerate() {
        let tournament = store.find(name)?;
        ensure!(known.insert(tournament.id), "'{name}' is named twice, and its games would count twice");
        let plan = tournament.plan()?;
        let all = together.get_or_insert_with(|| empty(&plan, args));
        ensure!(all.points == plan.points, "'{name}' counts other points than '{}'", args.names[0]);
        let places: BTreeMap<usize, usize> =
            plan.present().into_iter().map(|agent| (agent, place(all, &plan.agents[agent]))).collect();
        let boards = plan.games.iter().map(|game| board(all, game)).collect::<Vec<_>>();
        for mut game in store.games(&tournament)? {
            if !plan.counts(&game.pairing, &game.record) {
                continue;
            }
            // The place in its own tournament keeps the pairs of two tournaments apart.
            game.pairing.agents = game.pairing.agents.map(|agent| places[&agent]);
            game.pairing.game = boards[game.pairing.game];
            game.pairing.seed ^= (number as u64) << 32;
            games.push(game);
        }
    }
    let Some(plan) = together else { return Ok(()) };
    show(screen, &plan, &games, args)
}

/// A plan of nobody, under the rules of another.
fn empty(plan: &Plan, args: &ResultsArgs) -> Plan {
    let format = Format::RoundRobin { rounds: 1 };
    Plan {
        name: args.names.join(" + "),
        agents: Vec::new(),
        games: Vec::new(),
        format,
        submissions: None,
        ..plan.clone()
    }
}

/// An agent's place in the common list.
fn place(all: &mut Plan, agent: &PlanAgent) -> usize {
    all.agents.iter().position(|known| known.name == agent.name).unwrap_or_else(|| {
        all.agents.push(PlanAgent { replaces: None, ..agent.clone() });
        all.agents.len() - 1
    })
}

/// A game's place in the common list.
fn board(all: &mut Plan, game: &ply_arena::plan::PlanGame) -> usize {
    all.games.iter().position(|known| known.spec == game.spec).unwrap_or_else(|| {
        all.games.push(game.clone());
        all.games.len() - 1
    })
}

fn show(screen: Screen, plan: &Plan, games: &[StoredGame], args: &ResultsArgs) -> Result<()> {
    if let Some(folder) = &args.report {
        return write_report(folder, plan, games, false, args.log.as_deref());
    }
    if let Some(form) = &args.export {
        return export(form, plan, games);
    }
    if args.format.json {
        let mut value = describe::standings(&plan.name, plan, games);
        // There is no schedule of all of them.
        (value["complete"], value["games_total"]) = (true.into(), games.len().into());
        return print_json(&value);
    }
    print(&standings_text(screen, &plan.name, "", plan, games));
    for (wanted, text) in [
        (args.cross, cross_table(screen, &standings(plan, games))),
        (args.los, los_table(screen, plan, games)),
        (args.games, game_table(screen, plan, games)),
    ] {
        if wanted {
            print(&format!("\n{text}"));
        }
    }
    Ok(())
}
