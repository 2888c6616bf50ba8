//! `plyground analyze` with a program: it is asked once, and tells what it told the arena.

use std::time::Instant;

use anyhow::{Context as _, Result};
use ply_arena::{
    AgentSpec, Answer, ArenaRules, CommandLine, Fixture, GameUnderWay, ProcessSeat, Program, Seat, TimeControl,
};
use ply_game::{BoardGame, View};
use ply_games::start_text;
use ply_search::{Clock, Limits};
use serde_json::json;

use crate::args::Format;
use crate::output::{Screen, Text, print_json, print_text, rate, tell};
use crate::setup::Scene;

/// How a program is asked.
pub struct Asked<'a> {
    pub screen: Screen,
    pub command: &'a CommandLine,
    pub limits: Limits,
    pub lines: usize,
    pub format: Format,
}

impl Asked<'_> {
    /// Lets the program think about a position, and shows what it says.
    pub fn think<G: BoardGame>(&self, scene: Scene<G>) -> Result<()> {
        if self.lines > 1 {
            tell("a program tells one line: --lines is for agents of ours");
        }
        let (answer, seconds) = self.answer(&scene)?;
        let (position, thought) = (&scene.position, &answer.thought);
        let mv = position.move_text(answer.mv);
        let pv = if thought.pv.is_empty() { vec![mv.clone()] } else { thought.pv.clone() };
        if self.format.json {
            let nps = thought.nodes.map(|nodes| (nodes as f64 / seconds.max(1e-9)).round());
            return print_json(&json!({
                "game": scene.spec.to_string(),
                "agent": self.command.to_string(),
                "position": position.position_text(),
                "move": mv,
                "score": thought.score,
                "depth": thought.depth,
                "nodes": thought.nodes,
                "nps": nps,
                "time_ms": seconds * 1e3,
                "pv": pv,
                "lines": [{"move": mv, "score": thought.score, "pv": pv}],
            }));
        }
        let told = [
            thought.score.map(|score| format!("{score:+}")),
            thought.depth.map(|depth| format!("depth {depth}")),
            thought.nodes.map(|nodes| format!("{} nodes", rate(nodes as f64))),
        ];
        let told: Vec<String> = told.into_iter().flatten().chain([format!("{seconds:.3} s")]).collect();
        let after = position.after(answer.mv);
        let board = self.screen.draw(&after.draw(View { unicode: self.screen.unicode, last: Some(answer.mv) }));
        let below = format!(
            "\n{} plays {mv} for {}: {}\nline: {}\n",
            self.command,
            position.to_move(),
            told.join(", "),
            pv.join(" ")
        );
        print_text(Text::from("\n") + board + below);
        Ok(())
    }

    /// Its move with what it told, and the seconds it took.
    fn answer<G: BoardGame>(&self, scene: &Scene<G>) -> Result<(Answer<G::Move>, f64)> {
        let own_start = start_text(&scene.spec)?;
        let start_text = Some(scene.start.position_text()).filter(|text| *text != own_start);
        let fixture = Fixture {
            spec: scene.spec.clone(),
            start: scene.start.clone(),
            start_text,
            opening: scene.moves.clone(),
            agents: [AgentSpec::Program(self.command.clone()), AgentSpec::Program(self.command.clone())],
            seed: 0,
        };
        let game = GameUnderWay::new(fixture, ArenaRules::new(TimeControl::default()));
        let mut seat = ProcessSeat::new(Program::new(self.command.clone()), &scene.spec)?;
        let at_fault = || self.command.to_string();
        Seat::<G>::prepare(&mut seat).with_context(at_fault)?;
        let asked = Instant::now();
        let mut ask = game.question(asked).context("the game is over: there is nothing to think about")?;
        ask.limits = Limits { depth: self.limits.depth, nodes: self.limits.nodes, ..Limits::default() };
        if let Some(time) = self.limits.hard {
            ask.clocks = [Clock::per_move(time); 2];
            ask.deadline = Some(time + ArenaRules::GRACE);
        }
        let answer = seat.ask(&ask).with_context(at_fault)?;
        Ok((answer, asked.elapsed().as_secs_f64()))
    }
}
