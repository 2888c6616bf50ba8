//! `plyground solve GAME --within PLIES`: whether a player can force a win so soon.

use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use ply_game::{BoardGame, Player, View};
use ply_lab::solve::{Portfolio, WinWithin, prove_win_within, win_within};
use ply_search::solve::{PlayedOut, Solver as _};
use ply_search::{Budget, Limits};
use serde_json::json;

use super::run::on_interrupt;
use super::solve::{Watch, cores, table_size, write_proof};
use crate::args::{SolveArgs, WhoWins};
use crate::memory::peak_memory_mb;
use crate::output::{Screen, Text, grouped, print_json, print_text, rate, spinner};
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
        let win = (player, found.plies);
        let played = match args.play_out && found.wins == Some(true) && position.outcome().is_none() {
            true => Some(play_out(&solver, position, win, &budget)),
            false => None,
        };
        // What was found is shown also where it could not be played out.
        let counts = played.as_ref().and_then(|played| played.as_ref().ok()).copied();
        self.show(&scene, player, &found, &Cost { nodes, seconds }, counts)?;
        played.transpose()?;
        if let Some(path) = &args.proof {
            if found.wins != Some(true) {
                bail!("a proof shows a win, and none is known within {} plies", self.plies);
            }
            write_proof(path, &budget, |budget, file| {
                prove_win_within(&scene.spec, position, win, &mut solver, budget, file)
            })?;
        }
        Ok(ExitCode::from(u8::from(found.wins.is_none())))
    }
}

impl Within<'_> {
    fn show<G: BoardGame>(
        &self,
        scene: &Scene<G>,
        player: Player,
        found: &WinWithin<G::Move>,
        &Cost { nodes, seconds }: &Cost,
        played: Option<PlayedOut>,
    ) -> Result<()> {
        let position = &scene.position;
        let best = found.best.map(|mv| position.move_text(mv));
        if self.args.format.json {
            return print_json(&json!({
                "game": scene.spec.to_string(),
                "position": position.position_text(),
                "player": player.to_string(),
                "within": self.plies,
                "wins": found.wins,
                "plies": found.plies,
                "move": best,
                "played_out": played.map(|played| json!({
                    "positions": played.positions,
                    "groups": played.groups,
                    "replies": played.replies,
                    "endings": played.endings,
                })),
                "nodes": nodes,
                "time_ms": seconds * 1e3,
                "memory_mb": peak_memory_mb(),
            }));
        }
        let mut text = Text::from("\n");
        if let Some(mv) = found.best {
            let view = View { unicode: self.screen.unicode, last: Some(mv) };
            text = text + self.screen.draw(&position.after(mv).draw(view)) + "\n";
        }
        let best = best.map(|best| format!("\nbest: {best}")).unwrap_or_default();
        let speed = rate(nodes as f64 / seconds.max(1e-9));
        let nodes = rate(nodes as f64);
        let played = played.map(|played| {
            let PlayedOut { positions, groups, replies, endings } = played;
            let [positions, groups, replies, endings] = [positions, groups, replies, endings].map(grouped);
            format!(
                "\nplayed out by the rules: a move in each of {positions} positions ({groups} groups), {replies} replies, \
                 {endings} of them lost at once"
            )
        });
        let cost = format!("\n{nodes} nodes in {seconds:.3} s, {speed} nodes/s\n");
        print_text(text + words(player, found) + best + played.unwrap_or_default() + cost);
        Ok(())
    }
}

/// What it took to find the win.
struct Cost {
    nodes: u64,
    seconds: f64,
}

/// Plays a win that was found out, by the rules.
fn play_out<G: BoardGame>(
    solver: &Portfolio<G>,
    position: &G,
    win: (Player, u32),
    budget: &Budget,
) -> Result<PlayedOut> {
    let bar = spinner("playing the win out");
    let told = |played: &PlayedOut, done: f64| {
        bar.set_message(format!("playing the win out: {:.1} %, {} positions", done * 100.0, grouped(played.positions)));
    };
    let played = solver.play_out(position, win, budget, &told);
    bar.finish_and_clear();
    let played = played.context("this game's solver plays no win out: write a proof with --proof and verify it")?;
    played.context("the win was not played out")
}

fn words<M>(player: Player, found: &WinWithin<M>) -> String {
    let plies = found.plies;
    match found.wins {
        Some(true) => format!("the {player} player can force a win within {plies} plies, proven"),
        Some(false) => format!("the {player} player cannot force a win within {plies} plies, proven"),
        None => format!("not decided within the limits: the {player} player cannot force a win within {plies} plies"),
    }
}
