//! `plyground solve GAME --within PLIES`: whether a player can force a win so soon.

use std::process::ExitCode;

use anyhow::Result;
use ply_game::{BoardGame, Player, View};
use ply_lab::solve::{Portfolio, WinWithin, win_within};
use ply_search::{Budget, Limits};
use serde_json::json;

use super::run::on_interrupt;
use super::solve::{Watch, cores, table_size};
use crate::args::{SolveArgs, WhoWins};
use crate::memory::peak_memory_mb;
use crate::output::{Screen, Text, print_json, print_text, rate};
use crate::setup::{Scene, SceneVisitor, with_scene};

pub fn run(screen: Screen, args: &SolveArgs, plies: u32) -> Result<ExitCode> {
    with_scene(&args.game, &args.from, Within { screen, args, plies })
}

struct Within<'a> {
    screen: Screen,
    args: &'a SolveArgs,
    plies: u32,
}

impl SceneVisitor for Within<'_> {
    type Output = ExitCode;

    fn visit<G: BoardGame>(self, scene: Scene<G>) -> Result<ExitCode> {
        let (args, position) = (self.args, &scene.position);
        let player = match args.player {
            None => position.to_move(),
            Some(WhoWins::First) => Player::First,
            Some(WhoWins::Second) => Player::Second,
        };
        let threads = args.threads.map_or_else(cores, |threads| threads as usize);
        let mut solver = Portfolio::new(&scene.spec, position, table_size(args.table as usize), threads);
        let limits = Limits { hard: args.time, ..Limits::default() };
        let budget = Budget { cancel: on_interrupt()?, ..Budget::new(limits) };
        let bar = Watch::start(solver.progress.clone());
        let found = win_within(position, player, self.plies, &mut solver, &budget);
        let (nodes, seconds) = (solver.progress.state().nodes, budget.elapsed().as_secs_f64());
        bar.end();

        let best = found.best.map(|mv| position.move_text(mv));
        if args.format.json {
            print_json(&json!({
                "game": scene.spec.to_string(),
                "position": position.position_text(),
                "player": player.to_string(),
                "within": self.plies,
                "wins": found.wins,
                "plies": found.plies,
                "move": best,
                "nodes": nodes,
                "time_ms": seconds * 1e3,
                "memory_mb": peak_memory_mb(),
            }))?;
        } else {
            let mut text = Text::from("\n");
            if let Some(mv) = found.best {
                let view = View { unicode: self.screen.unicode, last: Some(mv) };
                text = text + self.screen.draw(&position.after(mv).draw(view)) + "\n";
            }
            let best = best.map(|best| format!("\nbest: {best}")).unwrap_or_default();
            let speed = rate(nodes as f64 / seconds.max(1e-9));
            let nodes = rate(nodes as f64);
            print_text(
                text + words(player, &found) + best + format!("\n{nodes} nodes in {seconds:.3} s, {speed} nodes/s\n"),
            );
        }
        Ok(ExitCode::from(u8::from(found.wins.is_none())))
    }
}

fn words<M>(player: Player, found: &WinWithin<M>) -> String {
    let plies = found.plies;
    match found.wins {
        Some(true) => format!("the {player} player can force a win within {plies} plies, proven"),
        Some(false) => format!("the {player} player cannot force a win within {plies} plies, proven"),
        None => format!("not decided within the limits: the {player} player cannot force a win within {plies} plies"),
    }
}
